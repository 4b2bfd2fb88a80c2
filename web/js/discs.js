// Games whose people count in discs: what moves have lost of them, which are perfect, how many lie on the board.

import { html } from "../vendor/htm-preact.js";
import { changed } from "./away.js";
import { sideName, t } from "./text.js";

/**
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {import("./protocol.js").Value} Value
 * @typedef {import("./away.js").TakenAlong} TakenAlong
 * @typedef {import("./tree.js").Tree} Tree
 */

/**
 * A number with its sign, the minus as long as the plus.
 * @param {number} discs
 * @param {number} digits Behind the point.
 */
export function signed(discs, digits) {
  const size = Math.abs(discs).toFixed(digits);
  return `${Number(size) === 0 ? "" : discs > 0 ? "+" : "−"}${size}`;
}

/**
 * Whether positions are told in discs: most of what is known of them. A search that does not count in them may find the
 * ending in discs alone.
 * @param {(Value | null | undefined)[]} worths
 */
export function areInDiscs(worths) {
  const known = worths.filter((worth) => worth);
  return 2 * known.filter((worth) => worth?.discs !== undefined).length > known.length;
}

/**
 * What a move has lost in discs; `null` where either of both positions is not known in them.
 * @param {Tree} tree
 * @param {number} id
 */
export function discsLost(tree, id) {
  const node = tree.get(id);
  const before = tree.get(node?.parent ?? -1)?.evaluation?.discs;
  const after = node?.evaluation?.discs;
  if (!node || before === undefined || after === undefined) return null;
  return Math.max(0, node.side === 0 ? before - after : after - before);
}

/**
 * Whether that is certain: both positions are known to the last disc.
 * @param {Tree} tree
 * @param {number} id
 */
export function isCertain(tree, id) {
  return [id, tree.get(id)?.parent ?? -1].every((one) => tree.get(one)?.evaluation?.solved);
}

/**
 * What a move has lost, as it is written beside it.
 * @param {Tree} tree
 * @param {number} id
 */
export function lossText(tree, id) {
  return signed(-(discsLost(tree, id) ?? 0), isCertain(tree, id) ? 0 : 1);
}

const SIDES = /** @type {Side[]} */ ([0, 1]);

/** A move that keeps the best score there is. */
export const Perfect = () => html`<small class="perfect" role="img" aria-label=${t("discs.perfect")} title=${t("discs.perfect")}>✓</small>`;

/**
 * The discs of both sides after each of some moves that follow each other, the first position's first; `null` where the
 * page has not been told.
 * @param {TakenAlong} taken
 * @param {number[]} nodes
 * @returns {([number, number] | null)[]}
 */
export function onBoard({ positions }, nodes) {
  /** @type {import("./away.js").Pieces | null} */
  let pieces = new Map();
  return nodes.map((id) => {
    const change = positions.get(id);
    pieces = pieces && change ? changed(pieces, change) : null;
    if (!pieces) return null;
    const first = [...pieces.values()].filter(({ side }) => side === 0).length;
    return [first, pieces.size - first];
  });
}

/** The parts of a game by how much of the board is filled: of 64 squares up to 24, up to 44, and the rest. @type {[number, import("./text.js").Key][]} */
const PARTS = [[24 / 64, "discs.opening"], [44 / 64, "discs.middle"], [1, "discs.ending"]];

/**
 * What both sides have lost over the game and in its parts, and their mistakes.
 * @param {{ tree: Tree, line: number[], taken: TakenAlong, layout: Layout,
 *           counts: { mark: number, name: unknown, counts: number[] }[] }} props `counts`: how often each side got each mark.
 */
export function DiscSummary({ tree, line, taken, layout, counts }) {
  const lying = onBoard(taken, [0, ...line]);
  const partOf = (/** @type {number} */ i) => {
    const [first, second] = lying[i] ?? [0, 0];
    return PARTS.findIndex(([share]) => first + second < share * layout.points.length || share === 1);
  };
  const moves = line.flatMap((id, i) => {
    const lost = discsLost(tree, id);
    return lost === null ? [] : [{ side: tree.get(id)?.side, lost, part: partOf(i) }];
  });
  const lost = (/** @type {number} */ side, /** @type {number | null} */ part) => {
    const own = moves.filter((move) => move.side === side && (part === null || move.part === part));
    const sum = own.reduce((all, { lost }) => all + lost, 0);
    return own.length === 0 ? "–" : t("discs.sum-and-mean", { sum: signed(-sum, 0), mean: signed(-sum / own.length, 1) });
  };
  const known = moves.length < line.length ? ` ${t("discs.known", { known: moves.length, all: line.length })}` : "";
  return html`<table id="review-summary" class="review discs">
    <caption title=${t("discs.lost-about")}>${t("discs.summary")}${known}</caption>
    <thead><tr><td></td>${layout.sides.map((look, side) => html`<th key=${side} scope="col">
      <i class="swatch" style=${{ background: look.colour }}></i>${sideName(look)}</th>`)}</tr></thead>
    <tbody>
      <tr class="discs-lost"><th scope="row">${t("discs.lost")}</th>${SIDES.map((side) => html`<td key=${side} data-side=${side}>${lost(side, null)}</td>`)}</tr>
      ${PARTS.map(([, name], part) => html`<tr key=${name} class="part"><th scope="row">${t(name)}</th>
        ${SIDES.map((side) => html`<td key=${side} data-side=${side} data-part=${part}>${lost(side, part)}</td>`)}</tr>`)}
      ${counts.map(({ mark, name, counts }) => html`<tr key=${mark}><th scope="row">${name}</th>
        ${SIDES.map((side) => html`<td key=${side} data-side=${side} data-count=${mark}>${counts[side]}</td>`)}</tr>`)}
    </tbody>
  </table>`;
}
