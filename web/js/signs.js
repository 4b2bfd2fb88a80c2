// What is drawn on the board beside its pieces: traces, targets, what is aimed at, how the game ended.

import { html } from "../vendor/htm-preact.js";
import { click, pointsOf } from "./clicks.js";
import { pointNames } from "./geometry.js";
import { isDark, pieceOf } from "./pieces.js";

/**
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./protocol.js").MoveView} MoveView
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./clicks.js").Click} Click
 * @typedef {import("./geometry.js").Geometry} Geometry
 */

/**
 * Which move put each stone where it is.
 * @param {Layout} layout
 * @param {View} view
 * @returns {Map<number, number>}
 */
export function numbersOf(layout, view) {
  const names = pointNames(layout);
  const stones = new Set(view.scene.pieces.flatMap(({ point, look, label }) => (["stone", "disc"].includes(look) && label === "" ? [point] : [])));
  /** @type {Map<number, number>} */
  const numbers = new Map();
  view.record.slice(0, view.ply).forEach(({ text }, i) => {
    const point = names.get(text.toLowerCase());
    if (point !== undefined && stones.has(point)) numbers.set(point, i + 1);
  });
  return numbers;
}

/**
 * The last move, points to warn of, points that the rules forbid, and the numbers on stones.
 * @param {Layout} layout
 * @param {View} view
 * @param {Geometry} place
 * @param {Map<number, number>} numbers
 */
export function traces(layout, view, place, numbers) {
  const tinted = layout.style !== "points" && layout.colours !== "frame";
  const pieceAt = new Map(view.scene.pieces.map((piece) => [piece.point, piece]));
  const below = view.trace.map((point) => tinted && html`<path class="trace" d=${place.cell(point)} />`);
  const above = view.trace.map((point) => {
    if (tinted) return null;
    const { x, y } = place.at(point);
    const piece = pieceAt.get(point);
    // What is written on a disc is left to be read.
    if (piece?.label || numbers.has(point)) return html`<circle class="last around" cx=${x} cy=${y} r="47" />`;
    const tone = piece && isDark(layout.sides[piece.side].colour) ? "on-dark" : "on-light";
    return html`<circle class=${`last ${tone}`} cx=${x} cy=${y} r=${layout.colours === "frame" ? 12 : 15} />`;
  });
  const alarmed = view.scene.alarmed.map((point) => {
    const { x, y } = place.at(point);
    return html`<circle class="alarm" cx=${x} cy=${y} r="58" fill="url(#alarm)" />`;
  });
  const forbidden = view.scene.forbidden.map((point) => {
    const { x, y } = place.at(point);
    return html`<path class="barred" d=${`M${x - 17} ${y - 17}l34 34m0 -34l-34 34`} />`;
  });
  const written = [...numbers].map(([point, number]) => {
    const { x, y } = place.at(point);
    const dark = isDark(layout.sides[pieceAt.get(point)?.side ?? 0].colour);
    const size = number < 100 ? 44 : 36;
    return html`<text class=${`number ${dark ? "on-dark" : "on-light"}`} data-number=${point} x=${x} y=${y + 0.36 * size} font-size=${size}>${number}</text>`;
  });
  return { below: html`<g>${below}${alarmed}${forbidden}</g>`, above: html`<g>${above}${written}</g>` };
}

/**
 * What has been picked up.
 * @param {Geometry} place
 * @param {Click[]} clicks
 */
export function picked(place, clicks) {
  return clicks.map((click) => {
    if (typeof click === "string") return null;
    return html`<path class="picked" d=${place.cell(click)} />`;
  });
}

/**
 * Dots where the next click may go: always once something is picked up, and where only few empty points are open.
 * @param {number} points How many there are.
 * @param {View} view
 * @param {Geometry} place
 * @param {Map<number, number>} targets
 * @param {MoveView[]} moves
 * @param {Click[]} clicks
 */
export function dots(points, view, place, targets, moves, clicks) {
  const taken = new Set(view.scene.pieces.map((piece) => piece.point));
  if (clicks.length === 0) {
    const places = moves.every((move) => pointsOf(move).length <= 1);
    const few = targets.size > 0 && targets.size <= 24 && ![...targets.keys()].some((point) => taken.has(point));
    const restricted = targets.size * 2 < points - taken.size;
    if (!places || !few || !restricted) return null;
  }
  return [...targets].map(([point, main]) => {
    if (point !== main) return null;
    const { x, y } = place.at(point);
    return taken.has(point)
      ? html`<circle class="capture" cx=${x} cy=${y} r="44" />`
      : html`<circle class="dot" cx=${x} cy=${y} r="14" />`;
  });
}

/**
 * What a click here would put on the board.
 * @param {Layout} layout
 * @param {View} view
 * @param {Geometry} place
 * @param {MoveView[]} moves
 * @param {Click[]} clicks
 * @param {number | null} hovered
 * @param {import("./protocol.js").Piece | null} put The piece, where it is known.
 * @param {MoveView} [certain] The move, where it is known.
 */
export function ghost(layout, view, place, moves, clicks, hovered, put, certain) {
  if (hovered === null || clicks.length > 0) return null;
  const found = certain ? { move: certain } : click(moves, [], hovered);
  if (!("move" in found)) return null;
  const points = pointsOf(found.move);
  const { colour } = layout.sides[view.side];
  const { x, y } = place.at((certain ? points.at(-1) : points[0]) ?? hovered);
  const own = put ?? view.scene.pieces.find((piece) => piece.side === view.side);
  return html`<g class="ghost" transform=${`translate(${x} ${y})`}>
    ${own ? pieceOf(layout, own, place.upsideDown) : html`<circle r="26" fill=${colour} />`}
  </g>`;
}

/**
 * Lines through the point that a finger aims at.
 * @param {Geometry} place
 * @param {number | null} aim
 */
export function crosshair(place, aim) {
  if (aim === null) return null;
  const { x, y } = place.at(aim);
  return html`<path class="crosshair" d=${`M${x} 0V${place.height}M0 ${y}H${place.width}`} />`;
}

/**
 * Whose every point is in a count, and which stones are dead.
 * @param {import("./protocol.js").Count} count
 * @param {View} view
 * @param {Geometry} place
 */
export function counted({ dead, areas }, view, place) {
  const taken = new Set(view.scene.pieces.map((piece) => piece.point));
  const off = new Set(dead);
  const owned = areas.flatMap((points, side) => points.filter((point) => !taken.has(point) || off.has(point)).map((point) => {
    const { x, y } = place.at(point);
    return html`<rect class=${`area side-${side}`} x=${x - 13} y=${y - 13} width="26" height="26" />`;
  }));
  const crosses = dead.map((point) => {
    const { x, y } = place.at(point);
    return html`<path class="dead" data-dead=${point} d=${`M${x - 30} ${y - 30}l60 60m0-60l-60 60`} />`;
  });
  return html`<g class="counted">${crosses}${owned}</g>`;
}

/**
 * The hint: an arrow, or a ring where something is put.
 * @param {View} view
 * @param {Geometry} place
 * @param {string | null} hint
 */
export function pointer(view, place, hint) {
  const points = pointsOf(view.moves.find((move) => move.text === hint)).map(place.at);
  if (points.length === 0) return null;
  const [from, to] = [points[0], points[points.length - 1]];
  if (points.length === 1) return html`<circle class="hint-ring" cx=${from.x} cy=${from.y} r="38" />`;
  return html`<line class="hint-arrow" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} marker-end="url(#arrow)" />`;
}

/**
 * The line that won, or rings around points that do not lie on one.
 * @param {View} view
 * @param {Geometry} place
 */
export function winning(view, place) {
  const points = (view.result?.points ?? []).map(place.at).sort((a, b) => a.x - b.x || a.y - b.y);
  if (points.length === 0) return null;
  const [from, to] = [points[0], points[points.length - 1]];
  const straight = points.every(
    ({ x, y }) => Math.abs((x - from.x) * (to.y - from.y) - (y - from.y) * (to.x - from.x)) < 1,
  );
  if (!straight || points.length < 3) {
    return points.map(({ x, y }) => html`<circle class="winning-ring" cx=${x} cy=${y} r="44" />`);
  }
  return html`<line class="winning" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} />`;
}
