// What the sides' chances were over the game: a curve with its axes, and a bar beside the board for the position that is on it.

import { html } from "../vendor/htm-preact.js";
import { scoreOf, sideName, t } from "./text.js";
import { signOf } from "./tree.js";

/**
 * @typedef {import("./protocol.js").Value} Value
 * @typedef {import("./protocol.js").GameState} GameState
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./tree.js").Tree} Tree
 */

const [WIDTH, HEIGHT] = [300, 100];
/** Room for the labels of the axes, left and below. */
const [LEFT, BELOW] = [30, 16];
const MISTAKES = [4, 2, 6];
/** Labels below the curve, at most. */
const MAX_TICKS = 8;

/**
 * @param {{ tree: Tree, line: number[], state: GameState, layout: Layout, now: Value | null,
 *           go: (id: number) => void }} props
 *   `now`: what is known of the position on the board, before the record knows it.
 */
export function Graph({ tree, line, state, layout, now, go }) {
  const nodes = [0, ...line];
  const worths = nodes.map((id) => (id === state.node && now ? now : tree.get(id)?.evaluation ?? null));
  if (worths.filter((worth) => worth !== null).length < 2) return null;
  const last = nodes.length - 1;
  const x = (/** @type {number} */ i) => LEFT + (i * (WIDTH - LEFT)) / Math.max(1, last);
  const level = (/** @type {number} */ share) => HEIGHT * (0.5 - 0.94 * (share - 0.5));
  const y = (/** @type {Value} */ { win_probability }) => level(win_probability ?? 0.5);
  const known = worths.flatMap((worth, i) => (worth ? [[x(i).toFixed(1), y(worth).toFixed(1)]] : []));
  const curve = known.map((at) => at.join(" ")).join("L");
  const here = nodes.indexOf(state.node);
  const clicked = (/** @type {MouseEvent} */ event) => {
    if (!(event.currentTarget instanceof Element)) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const along = ((event.clientX - left) / width) * WIDTH - LEFT;
    to(Math.round((along / (WIDTH - LEFT)) * last));
  };
  const to = (/** @type {number} */ i) => go(nodes[Math.min(Math.max(i, 0), last)]);
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -last, End: last }[event.key];
    if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    to(Math.max(here, 0) + by);
  };
  const name = sideName(layout.sides[0]);
  const worth = here >= 0 ? worths[here] : null;
  const move = here > 0 ? tree.get(nodes[here]) : null;
  const spoken = `${move ? t("review.at-move", { turn: move.turn, move: move.text }) : t("review.at-start")}${worth ? `, ${t("review.chance", { side: name, percent: Math.round(100 * (worth.win_probability ?? 0.5)) })}` : ""}`;
  return html`<svg id="graph" class="graph" viewBox=${`0 0 ${WIDTH} ${HEIGHT + BELOW}`} role="slider" tabindex="0" data-arrows
    aria-label=${t("review.graph", { side: name })} aria-valuemin="0" aria-valuemax=${last} aria-valuenow=${Math.max(here, 0)} aria-valuetext=${spoken}
    onClick=${clicked} onKeyDown=${pressed}>
    <rect class="back" x=${LEFT} width=${WIDTH - LEFT} height=${HEIGHT} rx="3" />
    ${[1, 0.75, 0.5, 0.25, 0].map((share) => html`<path key=${share} class="level" d=${`M${LEFT} ${level(share).toFixed(1)}H${WIDTH}`} />
      ${share % 0.5 === 0 && html`<text class="label" x=${LEFT - 4} y=${level(share) + 3} text-anchor="end">${100 * share} %</text>`}`)}
    ${ticks(tree, nodes).map(({ i, text }) => html`<path key=${i} class="level" d=${`M${x(i).toFixed(1)} ${HEIGHT}v3`} />
      <text class="label" x=${x(i)} y=${HEIGHT + BELOW - 3} text-anchor=${i > last - 2 ? "end" : "middle"}>${text}</text>`)}
    <path class="area" d=${`M${known[0][0]} ${HEIGHT / 2}L${curve}L${known[known.length - 1][0]} ${HEIGHT / 2}z`} />
    <path class="curve" d=${`M${curve}`} />
    ${here >= 0 && html`<path class="here" d=${`M${x(here).toFixed(1)} 0V${HEIGHT}`} />`}
    ${nodes.map((id, i) => {
      const mark = tree.get(id)?.marks?.find((mark) => MISTAKES.includes(mark));
      const worth = worths[i];
      return mark !== undefined && worth && html`<circle key=${id} class="mark" data-mark=${mark} cx=${x(i)} cy=${y(worth)} r="3.2"><title>${tree.get(id)?.text}${signOf(mark)}</title></circle>`;
    })}
  </svg>`;
}

/**
 * The numbers of moves below the curve: where a turn of them begins, in round steps.
 * @param {Tree} tree
 * @param {number[]} nodes
 */
function ticks(tree, nodes) {
  const turns = nodes.flatMap((id, i) => {
    const turn = tree.get(id)?.turn ?? 0;
    return i > 0 && turn !== (tree.get(nodes[i - 1])?.turn ?? 0) || i === 1 ? [{ i, turn }] : [];
  });
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => turns.length / step <= MAX_TICKS) ?? 2000;
  return turns.filter(({ turn }) => turn % step === 0 || step === 1).map(({ i, turn }) => ({ i, text: String(turn) }));
}

/**
 * The bar beside the board.
 * @param {{ layout: import("./protocol.js").Layout, worth: Value | null, flipped: boolean }} props `worth`: null until something is known.
 */
export function Gauge({ layout, worth, flipped }) {
  const text = worth ? scoreOf(worth) : "–";
  const share = worth?.win_probability ?? 0.5;
  const [first, second] = layout.sides;
  return html`<div id="gauge" class=${flipped ? "gauge flipped" : "gauge"} role="meter" aria-label=${t("analysis.gauge", { side: sideName(first) })}
    aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(100 * share)} aria-valuetext=${text} title=${text}
    style=${{ "--second": second.colour, "--first": first.colour, "--share": `${(100 * share).toFixed(1)}%` }}><div></div></div>`;
}
