// Where things lie on the drawing: points to coordinates and back, either way up.

import { t } from "./text.js";

/** @typedef {import("./protocol.js").Layout} Layout */

/** The side of a square cell, and the distance of neighbouring hexagons. */
export const CELL = 100;
/** From the middle of a hexagon to its corners. */
const HEX_RADIUS = CELL / Math.sqrt(3);

/** @typedef {{ x: number, y: number }} Spot */
/**
 * @typedef {object} Geometry
 * @property {number} width Of the whole drawing.
 * @property {number} height
 * @property {number} left Of the board within it.
 * @property {number} top
 * @property {number} rim Of the edge around the board.
 * @property {number} letters The size of the names along the edges.
 * @property {number} boardWidth
 * @property {number} boardHeight
 * @property {number} size How many cells the board is long: what is to look alike on every screen grows with it.
 * @property {boolean} upsideDown Whether the second side sits at the lower edge.
 * @property {boolean} whole Whether the board is a rectangle without holes.
 * @property {(column: number) => number} column Where a column is seen, from the left.
 * @property {(row: number) => number} row Where a row is seen, from the top.
 * @property {(point: number) => Spot} at The middle of a point.
 * @property {(point: number, grown?: number) => string} cell The outline of a point's cell, as an SVG path.
 * @property {(point: number, right: number, down: number) => number | null} neighbour The next point that way.
 */

/**
 * @param {Layout} layout
 * @param {boolean} flipped
 * @returns {Geometry}
 */
export function geometry(layout, flipped) {
  const { columns, rows, points } = layout;
  const hexes = layout.style === "hexes";
  // A column of hexagons is half a cell wide, and their rows lie in one another.
  const boardWidth = hexes ? ((columns + 1) * CELL) / 2 : columns * CELL;
  const boardHeight = hexes ? (1.5 * rows + 0.5) * HEX_RADIUS : rows * CELL;
  const size = Math.max(boardWidth, boardHeight) / CELL;
  const [rim, letters] = [1.4 * size, 2.8 * size];
  // The strokes of edges that belong to a side go a little beyond the rim.
  const edge = (layout.edges.length > 0 ? 1.7 : 1) * rim + 2;
  const named = [layout.column_names, layout.row_names].map((names) => names.length > 0);
  const left = edge + (named[1] ? 1.7 * letters : 0);
  const top = edge + (isCounted(layout) ? 1.4 * letters : 0);
  const below = edge + (named[0] ? 1.4 * letters : 0);
  // What falls must fall downwards: a frame is seen from behind instead of upside down.
  const upsideDown = flipped && layout.colours !== "frame";
  const column = (/** @type {number} */ c) => (flipped ? columns - 1 - c : c);
  const row = (/** @type {number} */ r) => (upsideDown ? rows - 1 - r : r);
  const seen = new Map(points.map((point, i) => [row(point.row) * columns + column(point.column), i]));
  const at = (/** @type {number} */ point) => {
    const [c, r] = [column(points[point].column), row(points[point].row)];
    return hexes
      ? { x: left + ((c + 1) * CELL) / 2, y: top + (1.5 * r + 1) * HEX_RADIUS }
      : { x: left + (c + 0.5) * CELL, y: top + (r + 0.5) * CELL };
  };
  return {
    left,
    top,
    rim,
    letters,
    boardWidth,
    boardHeight,
    size,
    upsideDown,
    whole: !hexes && points.length === columns * rows,
    width: left + boardWidth + edge,
    height: top + boardHeight + below,
    column,
    row,
    at,
    cell: (point, grown = 0) => {
      const { x, y } = at(point);
      const half = CELL / 2 + grown;
      if (!hexes) return `M${x - half} ${y - half}h${2 * half}v${2 * half}h${-2 * half}z`;
      const radius = (half * 2) / Math.sqrt(3);
      const [w, h] = [half.toFixed(2), (radius / 2).toFixed(2)];
      return `M${x} ${(y - radius).toFixed(2)}l${w} ${h}v${radius.toFixed(2)}l-${w} ${h}l-${w} -${h}v-${radius.toFixed(2)}z`;
    },
    neighbour: (point, right, down) => {
      let [c, r] = [column(points[point].column), row(points[point].row)];
      for (;;) {
        // Up and down on hexagons: a zigzag, so that a way up leads back down.
        const aside = !hexes ? right : down === 0 ? 2 * right : r % 2 === 0 ? 1 : -1;
        const candidates = hexes && down !== 0 ? [aside, -aside] : [aside];
        r += down;
        if (r < 0 || r >= rows) return null;
        for (const shift of candidates) {
          const found = seen.get(r * columns + c + shift);
          if (found !== undefined && c + shift >= 0 && c + shift < columns) return found;
        }
        c += aside;
        if (c < 0 || c >= columns) return null;
      }
    },
  };
}

/**
 * The number of the file that a hexagon lies on, from 0 at the left; a file goes down to the right.
 * @param {Layout} layout
 * @param {number} point
 */
export function hexFile({ points }, point) {
  const shifts = points.map(({ column, row }) => column - row);
  return (shifts[point] - Math.min(...shifts)) / 2;
}

/**
 * What a point is called: `e4`, or its column alone.
 * @param {Layout} layout
 * @param {number} point
 */
export function pointName(layout, point) {
  const { column, row } = layout.points[point];
  const file = layout.style === "hexes" ? hexFile(layout, point) : column;
  const name = `${layout.column_names[file] ?? ""}${layout.row_names[row] ?? ""}`;
  return layout.row_names.length > 0 ? name : t("board.unnamed", { column: name || file + 1, row: layout.rows - row });
}

/**
 * The points by their names in small letters; none where they have no names of their own.
 * @param {Layout} layout
 * @returns {Map<string, number>}
 */
export function pointNames(layout) {
  if (layout.row_names.length === 0 || layout.column_names.length === 0) return new Map();
  return new Map(layout.points.map((_, point) => [pointName(layout, point).toLowerCase(), point]));
}

/**
 * Whether each side has its own count of the columns.
 * @param {Layout} layout
 */
export function isCounted({ column_counts, column_names }) {
  return column_names.length > 0 && (column_counts?.[0] ?? []).length > 0;
}
