// The board without pieces, in the scheme that its layout names.

import { html } from "../vendor/htm-preact.js";
import { CELL } from "./geometry.js";

/**
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./geometry.js").Geometry} Geometry
 */

/**
 * @param {Layout} layout
 * @param {Geometry} place
 */
export function ground(layout, place) {
  const { left, top, rim: edge, boardWidth, boardHeight } = place;
  const rim = html`<rect class="rim" x=${left - edge} y=${top - edge} width=${boardWidth + 2 * edge}
    height=${boardHeight + 2 * edge} rx=${1.2 * edge} />`;
  const plate = html`<rect class="plate" x=${left} y=${top} width=${boardWidth} height=${boardHeight} rx="3" />`;
  return html`<g class=${`ground ${layout.colours} ${layout.style}`}>
    ${rim} ${plate} ${layout.style === "points" ? crossings(layout, place) : cells(layout, place)}
    ${layout.points.map((point, i) => point.terrain === "star" && star(place.at(i), 0.4 * layout.columns + 1.5))}
    ${names(layout, place)}
  </g>`;
}

/**
 * @param {{ x: number, y: number }} place
 * @param {number} radius
 */
function star({ x, y }, radius) {
  return html`<circle class="star" cx=${x} cy=${y} r=${radius} />`;
}

/**
 * @param {Layout} layout
 * @param {Geometry} place
 */
function crossings(layout, { left, top }) {
  const [right, bottom] = [left + (layout.columns - 0.5) * CELL, top + (layout.rows - 0.5) * CELL];
  let d = "";
  for (let c = 0; c < layout.columns; c++) d += `M${left + (c + 0.5) * CELL} ${top + CELL / 2}V${bottom}`;
  for (let r = 0; r < layout.rows; r++) d += `M${left + CELL / 2} ${top + (r + 0.5) * CELL}H${right}`;
  const [width, height] = [(layout.columns - 1) * CELL, (layout.rows - 1) * CELL];
  // About a pixel on a screen, whatever the number of lines.
  const thin = 0.16 * Math.max(layout.columns, layout.rows);
  return html`<path class="lines" d=${d} stroke-width=${thin} />
    <rect class="outline" stroke-width=${2 * thin} x=${left + CELL / 2} y=${top + CELL / 2} width=${width} height=${height} />`;
}

/**
 * @param {Layout} layout
 * @param {Geometry} place
 */
function cells(layout, place) {
  const { left, top, boardWidth, boardHeight } = place;
  switch (layout.colours) {
    case "chequered": {
      let d = "";
      for (const point of layout.points) {
        if ((point.column + layout.rows - point.row) % 2 === 1) {
          const [x, y] = [left + place.column(point.column) * CELL, top + place.row(point.row) * CELL];
          d += `M${x} ${y}h${CELL}v${CELL}h${-CELL}z`;
        }
      }
      return html`<path class="dark" d=${d} />`;
    }
    case "frame":
      return null;
    default: {
      let d = "";
      const inset = layout.colours === "paper" ? 12 : 0;
      for (let c = 1; c < layout.columns; c++) d += `M${left + c * CELL} ${top + inset}V${top + boardHeight - inset}`;
      for (let r = 1; r < layout.rows; r++) d += `M${left + inset} ${top + r * CELL}H${left + boardWidth - inset}`;
      return html`<path class="lines" d=${d} />`;
    }
  }
}

/**
 * The sheet with holes that stands before the discs.
 * @param {Layout} layout
 * @param {Geometry} place
 */
export function sheet(layout, place) {
  if (layout.colours !== "frame") return null;
  const { left, top, boardWidth, boardHeight } = place;
  let d = `M${left} ${top}h${boardWidth}v${boardHeight}h${-boardWidth}z`;
  let rings = "";
  layout.points.forEach((_, i) => {
    const { x, y } = place.at(i);
    const hole = `M${x - 40} ${y}a40 40 0 1 0 80 0a40 40 0 1 0 -80 0z`;
    d += hole;
    rings += hole;
  });
  return html`<g class="sheet"><path fill-rule="evenodd" d=${d} /><path class="rings" d=${rings} /></g>`;
}

/**
 * @param {Layout} layout
 * @param {Geometry} place
 */
function names(layout, place) {
  const { left, top, rim, letters, boardHeight } = place;
  const below = layout.column_names.map((name, c) => {
    const x = left + (place.column(c) + 0.5) * CELL;
    return html`<text x=${x} y=${top + boardHeight + rim + 1.15 * letters}>${name}</text>`;
  });
  const beside = layout.row_names.map((name, r) => {
    const y = top + (place.row(r) + 0.5) * CELL;
    return html`<text x=${left - rim - 0.85 * letters} y=${y + 0.35 * letters}>${name}</text>`;
  });
  return html`<g class="names" aria-hidden="true" font-size=${letters}>${below}${beside}</g>`;
}
