// A small drawing of a board that only shows.

import { html, useMemo } from "../vendor/htm-preact.js";
import { geometry } from "./geometry.js";
import { ground, sheet } from "./ground.js";
import { DEFINITIONS, pieceOf } from "./pieces.js";

/**
 * @param {{ layout: import("./protocol.js").Layout, scene: import("./protocol.js").Scene, flipped?: boolean,
 *           points?: number[] }} props `points`: those to be looked at.
 */
export function Thumbnail({ layout, scene, flipped = false, points = [] }) {
  const plain = useMemo(() => ({ ...layout, column_names: [], row_names: [] }), [layout]);
  const place = useMemo(() => geometry(plain, flipped), [plain, flipped]);
  const still = useMemo(() => ground(plain, place), [plain, place]);
  return html`<svg class=${`drawing ${layout.colours}`} viewBox=${`0 0 ${place.width} ${place.height}`} aria-hidden="true">
    ${DEFINITIONS} ${still}
    <g class="pieces">${scene.pieces.map((piece) => {
      const { x, y } = place.at(piece.point);
      return html`<g key=${piece.point} data-shown=${piece.point} data-piece=${piece.letter} transform=${`translate(${x} ${y})`}>
        ${pieceOf(layout, piece, place.upsideDown)}</g>`;
    })}</g>
    ${sheet(plain, place)}
    ${points.map((point) => html`<path class="looked" d=${place.cell(point)} />`)}
  </svg>`;
}
