// What the sides' chances were over the game: a curve, and a bar beside the board for the position that is on it.

import { html } from "../vendor/htm-preact.js";
import { chance, scoreText } from "./analysis.js";
import { sideName, t } from "./text.js";
import { signOf } from "./tree.js";

/**
 * @typedef {import("./protocol.js").Evaluation} Evaluation
 * @typedef {import("./protocol.js").GameState} GameState
 * @typedef {import("./tree.js").Tree} Tree
 */

const [WIDTH, HEIGHT] = [300, 64];
const MISTAKES = [4, 2, 6];

/**
 * @param {{ tree: Tree, line: number[], state: GameState, now: { score: number, decided: number | null } | null,
 *           go: (id: number) => void }} props
 *   `now`: what is known of the position on the board, before the record knows it.
 */
export function Graph({ tree, line, state, now, go }) {
  const nodes = [0, ...line];
  const worths = nodes.map((id) => (id === state.node && now ? now : tree.get(id)?.evaluation ?? null));
  if (worths.filter((worth) => worth !== null).length < 2) return null;
  const x = (/** @type {number} */ i) => (nodes.length === 1 ? 0 : (i * WIDTH) / (nodes.length - 1));
  const y = (/** @type {{ score: number, decided: number | null }} */ worth) => (HEIGHT / 2) * (1 - 0.94 * chance(worth));
  let path = "";
  let area = "";
  let last = -1;
  worths.forEach((worth, i) => {
    if (!worth) return;
    path += `${path === "" ? "M" : "L"}${x(i).toFixed(1)} ${y(worth).toFixed(1)}`;
    area += area === "" ? `M${x(i).toFixed(1)} ${HEIGHT / 2}L${x(i).toFixed(1)} ${y(worth).toFixed(1)}` : `L${x(i).toFixed(1)} ${y(worth).toFixed(1)}`;
    last = i;
  });
  const here = nodes.indexOf(state.node);
  const clicked = (/** @type {MouseEvent} */ event) => {
    if (!(event.currentTarget instanceof Element)) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const i = Math.round(((event.clientX - left) / width) * (nodes.length - 1));
    go(nodes[Math.min(Math.max(i, 0), nodes.length - 1)]);
  };
  return html`<svg id="graph" class="graph" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img"
    aria-label=${t("analysis.graph")} onClick=${clicked}>
    <rect class="back" width=${WIDTH} height=${HEIGHT} rx="5" />
    <path class="area" d=${`${area}L${x(last).toFixed(1)} ${HEIGHT / 2}z`} />
    <path class="middle-line" d=${`M0 ${HEIGHT / 2}H${WIDTH}`} />
    <path class="curve" d=${path} />
    ${here >= 0 && html`<path class="here" d=${`M${x(here).toFixed(1)} 0V${HEIGHT}`} />`}
    ${nodes.map((id, i) => {
      const mark = tree.get(id)?.marks?.find((mark) => MISTAKES.includes(mark));
      const worth = worths[i];
      return mark !== undefined && worth && html`<circle key=${id} class="mark" data-mark=${mark} cx=${x(i)} cy=${y(worth)} r="3.4"><title>${tree.get(id)?.text}${signOf(mark)}</title></circle>`;
    })}
  </svg>`;
}

/**
 * The bar beside the board.
 * @param {{ layout: import("./protocol.js").Layout, worth: { score: number, decided: number | null }, unit: number, flipped: boolean }} props
 */
export function Gauge({ layout, worth, unit, flipped }) {
  const text = scoreText(worth, unit);
  const share = (chance(worth) + 1) / 2;
  const [first, second] = layout.sides;
  return html`<div id="gauge" class=${flipped ? "gauge flipped" : "gauge"} role="meter" aria-label=${t("analysis.gauge", { side: sideName(first) })}
    aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(100 * share)} aria-valuetext=${text} title=${text}
    style=${{ "--second": second.colour, "--first": first.colour, "--share": `${(100 * share).toFixed(1)}%` }}><div></div></div>`;
}
