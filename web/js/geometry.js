// Where things lie on the drawing: points to coordinates and back, either way up.

/** @typedef {import("./protocol.js").Layout} Layout */

/** The side of a cell. */
export const CELL = 100;

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
 * @property {(column: number) => number} column Where a column is seen, from the left.
 * @property {(row: number) => number} row Where a row is seen, from the top.
 * @property {(point: number) => { x: number, y: number }} at The middle of a point.
 * @property {(point: number, right: number, down: number) => number | null} neighbour The next point that way.
 */

/**
 * @param {Layout} layout
 * @param {boolean} flipped
 * @returns {Geometry}
 */
export function geometry(layout, flipped) {
  const { columns, rows, points } = layout;
  // What frames the board grows with it, so that it looks alike on every screen.
  const size = Math.max(columns, rows);
  const [rim, letters] = [1.4 * size, 2.8 * size];
  const edge = rim + 2;
  const left = edge + (layout.row_names.length > 0 ? 1.7 * letters : 0);
  const below = edge + (layout.column_names.length > 0 ? 1.4 * letters : 0);
  // What falls must fall downwards: a frame is seen from behind instead of upside down.
  const upsideDown = flipped && layout.colours !== "frame";
  const column = (/** @type {number} */ c) => (flipped ? columns - 1 - c : c);
  const row = (/** @type {number} */ r) => (upsideDown ? rows - 1 - r : r);
  const seen = new Map(points.map((point, i) => [row(point.row) * columns + column(point.column), i]));
  return {
    left,
    top: edge,
    rim,
    letters,
    boardWidth: columns * CELL,
    boardHeight: rows * CELL,
    width: left + columns * CELL + edge,
    height: edge + rows * CELL + below,
    column,
    row,
    at: (point) => ({
      x: left + (column(points[point].column) + 0.5) * CELL,
      y: edge + (row(points[point].row) + 0.5) * CELL,
    }),
    neighbour: (point, right, down) => {
      let [c, r] = [column(points[point].column) + right, row(points[point].row) + down];
      while (c >= 0 && c < columns && r >= 0 && r < rows) {
        const found = seen.get(r * columns + c);
        if (found !== undefined) return found;
        [c, r] = [c + right, r + down];
      }
      return null;
    },
  };
}

/**
 * What a point is called: `e4`, or its column alone.
 * @param {Layout} layout
 * @param {number} point
 */
export function pointName(layout, point) {
  const { column, row } = layout.points[point];
  const name = `${layout.column_names[column] ?? ""}${layout.row_names[row] ?? ""}`;
  return layout.row_names.length > 0 ? name : `column ${name || column + 1}, row ${layout.rows - row}`;
}
