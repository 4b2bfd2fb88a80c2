// What the sides' chances were over the game, or their lead where discs are counted: a curve with its axes, and a bar beside the
// board for the position that is on it.

import { html } from "../vendor/htm-preact.js";
import { areInDiscs, discsLost, lossText, onBoard, signed } from "./discs.js";
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
/** How far up and down a curve of discs may reach. */
const REACHES = [8, 16, 24, 32, 48, 64];
/** A move that loses more discs than this is drawn as one; two searches may differ by as many. */
const SEEN_LOSS = 1.5;
/** Labels below the curve, at most. */
const MAX_TICKS = 8;

/**
 * What a curve is drawn on: how high a value is, as a share, 0.5 being even; `levels`: the shares that have a line, and what is
 * written beside it.
 * @typedef {{ share: (worth: Value) => number | null, levels: { share: number, label: string }[] }} Measure
 */

/** @type {Measure} */
const CHANCES = {
  share: ({ win_probability }) => win_probability ?? 0.5,
  levels: [1, 0.75, 0.5, 0.25, 0].map((share) => ({ share, label: share % 0.5 === 0 ? `${100 * share} %` : "" })),
};

/**
 * A lead in discs as a share.
 * @param {number} discs
 * @param {number} reach As far up and down as there are any.
 */
const shareOfDiscs = (discs, reach) => 0.5 + discs / (2 * reach);

/**
 * @param {number} reach
 * @returns {Measure}
 */
const inDiscs = (reach) => ({
  share: ({ discs }) => (discs === undefined ? null : shareOfDiscs(discs, reach)),
  levels: [reach, reach / 2, 0, -reach / 2, -reach].map((discs) => ({ share: shareOfDiscs(discs, reach), label: signed(discs, 0) })),
});

/**
 * @param {{ tree: Tree, line: number[], taken: import("./away.js").TakenAlong, state: GameState, layout: Layout, now: Value | null,
 *           go: (id: number) => void }} props
 *   `now`: what is known of the position on the board, before the record knows it.
 */
export function Graph({ tree, line, taken, state, layout, now, go }) {
  const nodes = [0, ...line];
  const worths = nodes.map((id) => (id === state.node && now ? now : tree.get(id)?.evaluation ?? null));
  if (worths.filter((worth) => worth !== null).length < 2) return null;
  const last = nodes.length - 1;
  const x = (/** @type {number} */ i) => LEFT + (i * (WIDTH - LEFT)) / Math.max(1, last);
  const level = (/** @type {number} */ share) => HEIGHT * (0.5 - 0.94 * (share - 0.5));
  // Where discs are counted: the lead on the board, which is not yet that of the end.
  const counted = areInDiscs(worths);
  const leads = (counted ? onBoard(taken, nodes) : []).map((count) => count && count[0] - count[1]);
  const most = Math.max(...[...leads, ...worths.map((worth) => worth?.discs)].map((discs) => Math.abs(discs ?? 0)));
  const reach = REACHES.find((reach) => most <= reach) ?? Math.ceil(most);
  const measure = counted ? inDiscs(reach) : CHANCES;
  const heights = worths.map((worth) => {
    const share = worth && measure.share(worth);
    return share === null ? null : level(share);
  });
  const spot = (/** @type {number} */ i, /** @type {number} */ height) => `${x(i).toFixed(1)} ${height.toFixed(1)}`;
  const known = heights.flatMap((height, i) => (height === null ? [] : [{ x: x(i).toFixed(1), at: spot(i, height) }]));
  if (known.length < 2) return null;
  const curve = known.map(({ at }) => at).join("L");
  const board = leads.flatMap((lead, i) => (lead === null ? [] : [spot(i, level(shareOfDiscs(lead, reach)))]));
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
  const lead = here >= 0 ? leads[here] ?? null : null;
  const spoken = [
    move ? t("review.at-move", { turn: move.turn, move: move.text }) : t("review.at-start"),
    !worth ? "" : counted ? t("analysis.lead", { side: name, lead: scoreOf(worth) })
      : t("review.chance", { side: name, percent: Math.round(100 * (worth.win_probability ?? 0.5)) }),
    move && (discsLost(tree, move.id) ?? 0) > SEEN_LOSS ? lossText(tree, move.id) : "",
    lead === null ? "" : t("discs.on-board", { lead: signed(lead, 0) }),
  ].filter(Boolean).join(", ");
  return html`<svg id="graph" class="graph" viewBox=${`0 0 ${WIDTH} ${HEIGHT + BELOW}`} role="slider" tabindex="0" data-arrows
    aria-label=${t(counted ? "discs.graph" : "review.graph", { side: name })} aria-valuemin="0" aria-valuemax=${last} aria-valuenow=${Math.max(here, 0)} aria-valuetext=${spoken}
    onClick=${clicked} onKeyDown=${pressed}>
    <rect class="back" x=${LEFT} width=${WIDTH - LEFT} height=${HEIGHT} rx="3" />
    ${measure.levels.map(({ share, label }) => html`<path key=${share} class="level" d=${`M${LEFT} ${level(share).toFixed(1)}H${WIDTH}`} />
      ${label && html`<text class="label" x=${LEFT - 4} y=${level(share) + 3} text-anchor="end">${label}</text>`}`)}
    ${ticks(tree, nodes).map(({ i, text }) => html`<path key=${i} class="level" d=${`M${x(i).toFixed(1)} ${HEIGHT}v3`} />
      <text class="label" x=${x(i)} y=${HEIGHT + BELOW - 3} text-anchor=${i > last - 2 ? "end" : "middle"}>${text}</text>`)}
    <path class="area" d=${`M${known[0].x} ${HEIGHT / 2}L${curve}L${known[known.length - 1].x} ${HEIGHT / 2}z`} />
    ${board.length > 1 && html`<path class="on-board" d=${`M${board.join("L")}`} />`}
    <path class="curve" d=${`M${curve}`} />
    ${nodes.map((id, i) => {
      const [before, after] = [heights[i - 1] ?? null, heights[i]];
      return counted && (discsLost(tree, id) ?? 0) > SEEN_LOSS && before !== null && after !== null
        && html`<path key=${id} class="drop" data-drop=${i} d=${`M${spot(i - 1, before)}L${spot(i, after)}`} />`;
    })}
    ${here >= 0 && html`<path class="here" d=${`M${x(here).toFixed(1)} 0V${HEIGHT}`} />`}
    ${nodes.map((id, i) => {
      const mark = tree.get(id)?.marks?.find((mark) => MISTAKES.includes(mark));
      const height = heights[i];
      return mark !== undefined && height !== null && html`<circle key=${id} class="mark" data-mark=${mark} cx=${x(i)} cy=${height} r="3.2"><title>${tree.get(id)?.text}${signOf(mark)}${discsLost(tree, id) === null ? "" : ` ${lossText(tree, id)}`}</title></circle>`;
    })}
  </svg>${counted && html`<p id="graph-legend" class="legend" aria-hidden="true">
    ${[["curve", "discs.expected"], ["on-board", "discs.lie"], ["drop", "discs.lost"]].map(([line, name]) => html`<span key=${line}>
      <svg class="graph" viewBox="0 0 24 10"><path class=${line} d="M1 5H23" /></svg>${t(/** @type {import("./text.js").Key} */ (name))}</span>`)}
  </p>`}`;
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
