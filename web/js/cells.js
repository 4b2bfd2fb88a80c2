// What is clicked, focused and read out: a grid of cells over the drawing.

import { html } from "../vendor/htm-preact.js";
import { pointName } from "./geometry.js";
import { named, sideName, t } from "./text.js";

/**
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./protocol.js").Piece} Piece
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./clicks.js").Click} Click
 * @typedef {import("./geometry.js").Geometry} Geometry
 */

/**
 * What is clicked, focused and read out: a grid of cells over the drawing.
 * @param {Layout} layout
 * @param {View} view
 * @param {Geometry} place
 * @param {Map<number, number>} targets
 * @param {Click[]} clicks
 * @param {number} cursor
 * @param {boolean} active
 */
export function cells(layout, view, place, targets, clicks, cursor, active) {
  const pieceAt = new Map(view.scene.pieces.map((piece) => [piece.point, piece]));
  const focusable = cursor < layout.points.length ? cursor : 0;
  const rows = Array.from({ length: layout.rows }, (_, seen) => {
    const row = place.row(seen);
    const points = layout.points.flatMap((point, i) => (point.row === row ? [i] : []));
    return points.sort((a, b) => place.column(layout.points[a].column) - place.column(layout.points[b].column));
  });
  return html`<g role="grid" aria-label=${t("board.label")} class="cells">
    ${rows.map(
      (points, r) => html`<g role="row" key=${r}>
        ${points.map((point) => {
          const piece = pieceAt.get(point);
          const terrain = layout.points[point].terrain;
          const what = piece
            ? t("board.piece", { side: sideName(layout.sides[piece.side]), piece: named("look", figureName(piece)) })
            : t("board.empty");
          const words = { point: pointName(layout, point), what, ground: named("terrain", terrain) };
          return html`<path
            key=${point}
            class=${targets.has(point) ? "cell open" : "cell"}
            data-point=${point}
            data-piece=${piece?.letter}
            role="gridcell"
            tabindex=${point === focusable ? 0 : -1}
            aria-label=${t(["plain", "star", "shade"].includes(terrain) ? "board.point" : "board.ground", words)}
            aria-selected=${clicks.includes(point) ? "true" : "false"}
            aria-disabled=${active ? null : "true"}
            d=${place.cell(point)}
          />`;
        })}
      </g>`,
    )}
  </g>`;
}

/**
 * What a piece is called where it is read out: by its drawing, or by what is written on it.
 * @param {Piece} piece
 */
export function figureName({ look, letter, label }) {
  return ["", "disc", "pentagon"].includes(look) ? label || (look === "disc" ? look : letter) : look;
}
