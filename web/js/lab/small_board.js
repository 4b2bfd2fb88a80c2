// A board to look at: no clicks, as small as it is drawn. With heat: what is thought of each point.

import { html, useMemo } from "../../vendor/htm-preact.js";
import { geometry } from "../geometry.js";
import { ground, sheet } from "../ground.js";
import { DEFINITIONS, pieceOf } from "../pieces.js";

/**
 * @typedef {import("../protocol.js").Layout} Layout
 * @typedef {import("../protocol.js").Scene} Scene
 */
/** How good a point is, 0 to 1, and what is written on it. @typedef {{ point: number, value: number, text: string }} Warmth */

/**
 * @param {{ layout: Layout, scene: Scene, trace?: number[], label: string, heat?: Warmth[], marked?: number[] }} props
 *   `trace`: the points of the last move; `marked`: points to look at.
 */
export function SmallBoard({ layout, scene, trace = NONE, label, heat = COLD, marked = NONE }) {
  const place = useMemo(() => geometry(layout, false), [layout]);
  const still = useMemo(() => [ground(layout, place), sheet(layout, place)], [layout, place]);
  const pieces = useMemo(() => {
    return scene.pieces.map((piece) => {
      const { x, y } = place.at(piece.point);
      return html`<g key=${piece.point} transform=${`translate(${x} ${y})`}>
        ${pieceOf(layout, piece, false)}
      </g>`;
    });
  }, [layout, place, scene]);
  return html`<svg class=${`drawing small ${layout.colours}`} viewBox=${`0 0 ${place.width} ${place.height}`} role="img" aria-label=${label}>
    ${DEFINITIONS} ${still[0]}
    ${trace.map((point) => html`<path key=${point} class="seen-trace" d=${place.cell(point)} />`)}
    <g>${pieces}</g> ${still[1]}
    ${heat.map(({ point, value, text }) => {
      const { x, y } = place.at(point);
      return html`<g key=${point} class="warmth" style=${{ "--value": value.toFixed(3) }}>
        <circle cx=${x} cy=${y} r="42" /><text x=${x} y=${y + 10}>${text}</text>
      </g>`;
    })}
    ${marked.map((point) => {
      const { x, y } = place.at(point);
      return html`<circle key=${point} class="hint-ring" cx=${x} cy=${y} r="42" />`;
    })}
  </svg>`;
}

/** @type {number[]} */
const NONE = [];
/** @type {Warmth[]} */
const COLD = [];
