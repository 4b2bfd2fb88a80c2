// A small board that only shows: a position further on.

import { html, useMemo } from "../vendor/htm-preact.js";
import { geometry } from "./geometry.js";
import { ground, sheet } from "./ground.js";
import { drawPiece, isIvory } from "./pieces.js";

/**
 * @param {{ layout: import("./protocol.js").Layout, scene: import("./protocol.js").Scene, trace: number[],
 *           flipped: boolean, caption: string }} props
 */
export function Preview({ layout, scene, trace, flipped, caption }) {
  const place = useMemo(() => geometry({ ...layout, column_names: [], row_names: [] }, flipped), [layout, flipped]);
  const still = useMemo(() => ground({ ...layout, column_names: [], row_names: [] }, place), [layout, place]);
  return html`<div class="preview" id="preview">
    <svg class=${`drawing ${layout.colours}`} viewBox=${`0 0 ${place.width} ${place.height}`} aria-hidden="true">
      ${still}
      <g class="pieces">${scene.pieces.map((piece) => {
        const { x, y } = place.at(piece.point);
        return html`<g key=${piece.point} data-shown=${piece.point} data-piece=${piece.letter} transform=${`translate(${x} ${y})`}>
          ${drawPiece(piece, layout.sides[piece.side].colour, isIvory(layout))}</g>`;
      })}</g>
      ${sheet(layout, place)}
      ${trace.map((point) => html`<path class="looked" d=${place.cell(point)} />`)}
    </svg>
    <p>${caption}</p>
  </div>`;
}
