// The board without pieces, in the scheme that its layout names.

import { html } from "../vendor/htm-preact.js";
import { CELL, hexFile, isCounted } from "./geometry.js";
import { shade } from "./pieces.js";
import { terrain } from "./terrain.js";

/**
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./geometry.js").Geometry} Geometry
 */

/**
 * @param {Layout} layout
 * @param {Geometry} place
 * @param {boolean} [counted] Whether the columns are called what each side counts them as.
 */
export function ground(layout, place, counted = true) {
  const kind = layout.style === "points" ? crossings : layout.style === "hexes" ? hexagons : squares;
  const marked = layout.style === "points" ? null : terrain(layout, place);
  const below = layout.style === "points" ? terrain(layout, place) : null;
  return html`<g class=${`ground ${layout.colours} ${layout.style}`}>
    ${plate(layout, place)} ${layout.edges.map((edge) => coloured(layout, place, edge))} ${below} ${kind(layout, place)} ${marked}
    ${layout.points.map((point, i) => point.terrain === "star" && star(layout, place, i))}
    ${layout.inscriptions.map(({ between, text }) => {
      const [a, b] = between.map(place.at);
      return html`<text class="inscription" x=${(a.x + b.x) / 2} y=${(a.y + b.y) / 2 + 17} aria-hidden="true">${text}</text>`;
    })}
    ${names(layout, place, counted && isCounted(layout))}
  </g>`;
}

/**
 * What the cells lie on: a rectangle with a rim, or, where the board has another form, just the cells.
 * @param {Layout} layout
 * @param {Geometry} place
 */
function plate(layout, place) {
  const { left, top, rim, boardWidth, boardHeight } = place;
  if (place.whole || layout.style === "points") {
    return html`<rect class="rim" x=${left - rim} y=${top - rim} width=${boardWidth + 2 * rim}
        height=${boardHeight + 2 * rim} rx=${1.2 * rim} />
      <rect class="plate" x=${left} y=${top} width=${boardWidth} height=${boardHeight} rx="3" />`;
  }
  const cells = layout.points.map((_, i) => place.cell(i, 0.3)).join("");
  return html`<path class="rim edge" d=${cells} stroke-width=${2 * rim} /><path class="plate" d=${cells} />`;
}

/** The ways to the neighbours of a cell, in columns and rows. @type {Record<"squares" | "hexes", [number, number][]>} */
const WAYS = {
  squares: [[1, 0], [0, 1], [-1, 0], [0, -1]],
  hexes: [[2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1], [1, -1]],
};

/**
 * An edge of the board in the colour of the side that it belongs to.
 * @param {Layout} layout
 * @param {Geometry} place
 * @param {Layout["edges"][number]} edge
 */
function coloured(layout, place, { side, points }) {
  const hexes = layout.style === "hexes";
  const taken = new Set(layout.points.map(({ column, row }) => `${column} ${row}`));
  const turn = [place.column(1) - place.column(0), place.row(1) - place.row(0)];
  const outer = points.flatMap((point) => {
    const { column, row } = layout.points[point];
    return WAYS[hexes ? "hexes" : "squares"].flatMap(([right, down]) => {
      if (taken.has(`${column + right} ${row + down}`)) return [];
      // As it is seen, and of length 1.
      const away = { x: (right * turn[0]) / (hexes ? 2 : 1), y: down * turn[1] * (hexes ? Math.sqrt(0.75) : 1) };
      return [{ ...place.at(point), away }];
    });
  });
  // A corner has sides on two edges: only those that look the way that most do belong to this one.
  const all = outer.reduce((sum, { away }) => ({ x: sum.x + away.x, y: sum.y + away.y }), { x: 0, y: 0 });
  const length = Math.hypot(all.x, all.y) || 1;
  const half = hexes ? CELL / Math.sqrt(12) : CELL / 2;
  const out = CELL / 2 + place.rim / 2;
  const d = outer.map(({ x, y, away }) => {
    if ((away.x * all.x + away.y * all.y) / length < 0.3) return "";
    const [mx, my] = [x + away.x * out, y + away.y * out];
    return `M${(mx - away.y * half).toFixed(1)} ${(my + away.x * half).toFixed(1)}L${(mx + away.y * half).toFixed(1)} ${(my - away.x * half).toFixed(1)}`;
  });
  return html`<path class="edge-of" d=${d.join("")} stroke=${shade(layout.sides[side].colour)} stroke-width=${1.3 * place.rim} />`;
}

/**
 * A star point: a dot, or on a board with strokes of its own the angles that mark a point there.
 * @param {Layout} layout
 * @param {Geometry} place
 * @param {number} point
 */
function star(layout, place, point) {
  const { x, y } = place.at(point);
  if (layout.lines.length === 0) return html`<circle class="star" cx=${x} cy=${y} r=${0.4 * place.size + 1.5} />`;
  const { column } = layout.points[point];
  const sides = [-1, 1].filter((side) => (side < 0 ? column > 0 : column < layout.columns - 1));
  // The first column may be seen at the right.
  const turn = place.column(0) === 0 ? 1 : -1;
  let d = "";
  for (const across of sides.map((side) => side * turn)) {
    for (const down of [-1, 1]) d += `M${x + 9 * across} ${y + 24 * down}v${-15 * down}h${15 * across}`;
  }
  return html`<path class="lines" d=${d} stroke-width=${0.16 * place.size} />`;
}

/**
 * Lines through the points: the strokes that the layout names, or the full grid, which ends where points are missing.
 * @param {Layout} layout
 * @param {Geometry} place
 */
function crossings(layout, place) {
  // About a pixel on a screen, whatever the number of lines.
  const thin = 0.16 * place.size;
  const { left, top, boardWidth, boardHeight } = place;
  const outline = (/** @type {number} */ out) => html`<rect class="outline" stroke-width=${2 * thin} x=${left + CELL / 2 - out}
    y=${top + CELL / 2 - out} width=${boardWidth - CELL + 2 * out} height=${boardHeight - CELL + 2 * out} />`;
  const stroke = ([from, to] = [0, 0]) => {
    const [a, b] = [place.at(from), place.at(to)];
    return `M${a.x} ${a.y}L${b.x} ${b.y}`;
  };
  if (layout.lines.length > 0) {
    const framed = place.whole && layout.points.some(({ column, row }, i) => column + row === 0
      && layout.lines.some((line) => line.includes(i)));
    return html`<path class="lines" d=${layout.lines.map((line) => stroke(line)).join("")} stroke-width=${1.4 * thin} />
      ${framed && outline(12)}`;
  }
  const pointAt = new Map(layout.points.map(({ column, row }, i) => [row * layout.columns + column, i]));
  let d = "";
  layout.points.forEach(({ column, row }, i) => {
    const right = column + 1 < layout.columns ? pointAt.get(row * layout.columns + column + 1) : undefined;
    const down = pointAt.get((row + 1) * layout.columns + column);
    if (right !== undefined) d += stroke([i, right]);
    if (down !== undefined) d += stroke([i, down]);
  });
  return html`<path class="lines" d=${d} stroke-width=${thin} /> ${place.whole && outline(0)}`;
}

/**
 * @param {Layout} layout
 * @param {Geometry} place
 */
function squares(layout, place) {
  const { left, top, boardWidth, boardHeight } = place;
  switch (layout.colours) {
    case "chequered": {
      const dark = layout.points.map((point, i) =>
        (point.column + layout.rows - point.row) % 2 === 1 ? place.cell(i) : "");
      return html`<path class="dark" d=${dark.join("")} />`;
    }
    case "frame":
      return null;
    default: {
      if (!place.whole) return html`<path class="lines" d=${layout.points.map((_, i) => place.cell(i)).join("")} />`;
      let d = "";
      const inset = layout.colours === "paper" ? 12 : 0;
      for (let c = 1; c < layout.columns; c++) d += `M${left + c * CELL} ${top + inset}V${top + boardHeight - inset}`;
      for (let r = 1; r < layout.rows; r++) d += `M${left + inset} ${top + r * CELL}H${left + boardWidth - inset}`;
      return html`<path class="lines" d=${d} />`;
    }
  }
}

/**
 * Hexagons with lines between; in three shades by turns where the board is chequered.
 * @param {Layout} layout
 * @param {Geometry} place
 */
function hexagons(layout, place) {
  const all = layout.points.map((_, i) => place.cell(i)).join("");
  if (layout.colours !== "chequered") return html`<path class="lines" d=${all} />`;
  const shade = (/** @type {number} */ wanted) => layout.points.map(({ column, row }, i) =>
    ((column - row) / 2 + 2 * row) % 3 === wanted ? place.cell(i) : "").join("");
  // The column of a file may be left of the first: remainders are brought above 0 by the second shade's list.
  return html`<path class="dark" d=${shade(1) + shade(-2)} /><path class="middling" d=${shade(2) + shade(-1)} />`;
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
 * @param {boolean} counted
 */
function names(layout, place, counted) {
  const { left, top, rim, letters, boardHeight } = place;
  const along = (/** @type {string[]} */ names, /** @type {number} */ y) => names.map((name, c) =>
    html`<text x=${left + (place.column(c) + 0.5) * CELL} y=${y}>${name}</text>`);
  const [lower, upper] = [top + boardHeight + rim + 1.15 * letters, top - rim - 0.35 * letters];
  const [first, second] = place.upsideDown ? [upper, lower] : [lower, upper];
  const drawn = layout.style === "hexes" ? hexNames(layout, place) : html`
    ${counted ? [along(layout.column_counts[0], first), along(layout.column_counts[1], second)] : along(layout.column_names, lower)}
    ${layout.row_names.map((name, r) => {
      const y = top + (place.row(r) + 0.5) * CELL;
      return html`<text x=${left - rim - 0.85 * letters} y=${y + 0.35 * letters}>${name}</text>`;
    })}`;
  return html`<g class="names" aria-hidden="true" font-size=${letters}>${drawn}</g>`;
}

/**
 * Names of hexagons: a row's to the left of its first cell, a file's where it ends at the lower right.
 * @param {Layout} layout
 * @param {Geometry} place
 */
function hexNames(layout, place) {
  /** The first cells of rows and the lowest of files, as they are seen. @type {[Map<number, number>, Map<number, number>]} */
  const [rows, files] = [new Map(), new Map()];
  layout.points.forEach((point, i) => {
    const { x, y } = place.at(i);
    const [row, file] = [rows.get(point.row), files.get(hexFile(layout, i))];
    if (row === undefined || x < place.at(row).x) rows.set(point.row, i);
    if (file === undefined || y > place.at(file).y) files.set(hexFile(layout, i), i);
  });
  const { letters, rim } = place;
  const away = CELL / 2 + 1.7 * rim + 0.6 * letters;
  const text = (/** @type {number} */ point, /** @type {number} */ right, /** @type {number} */ down, /** @type {string} */ name) => {
    const { x, y } = place.at(point);
    return html`<text x=${x + right * away} y=${y + down * away + 0.35 * letters}>${name}</text>`;
  };
  return html`
    ${[...rows].map(([row, point]) => layout.row_names[row] && text(point, -1 - (0.3 * letters * (layout.row_names[row].length - 1)) / away, 0, layout.row_names[row]))}
    ${[...files].map(([file, point]) => layout.column_names[file] && text(point, 0.5, 0.866, layout.column_names[file]))}`;
}
