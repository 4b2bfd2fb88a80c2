// The drawing of a tree: only what is seen is drawn, so that a tree of many thousand nodes moves smoothly.

import { firstFrom } from "./tree_layout.js";

/** @typedef {import("./tree_layout.js").Layout} Layout */
/**
 * How a node looks. `tone`: which colour, `strong`: how much of it, 0 to 1; `round`: whether the other side is to move
 * than at the root.
 * @typedef {{ tone: "plain" | "open" | "good" | "bad" | "cut", strong: number, round: boolean, text: string, under: string }} Look
 */
/**
 * What is seen: the place in the middle, in pixels of the tree, and how large they are. Levels are drawn further apart
 * where there is room, see `tallness`.
 * @typedef {{ x: number, y: number, scale: number }} Camera
 */

/** The size of a node's place and of its box, in pixels of the tree. */
const [PLACE, LEVEL, BOX, TALL] = [74, 92, 66, 34];
/** Boxes that would be smaller than this are dots. */
const LEGIBLE = 0.52;
export const [LEAST, MAX] = [0.004, 2];

/** Where a node is. @param {Layout} layout @param {number} node */
export function spot(layout, node) {
  return { x: layout.x[node] * PLACE, y: layout.level[node] * LEVEL };
}

/**
 * How large a pixel of the tree is upright: trees are wide, and seen as a whole they would be a line.
 * @param {Layout} layout
 * @param {number} scale
 * @param {number} height
 */
export function tallness(layout, scale, height) {
  return Math.max(scale, Math.min(1, (height - 90) / (Math.max(1, layout.levels.length - 1) * LEVEL)));
}

/**
 * A camera that sees the whole tree, or as much of it as is legible around the root.
 * @param {Layout} layout
 * @param {number} width
 * @returns {Camera}
 */
export function fit(layout, width) {
  const [wide, high] = [layout.width * PLACE, layout.levels.length * LEVEL];
  const scale = Math.min(1, Math.max(LEAST, (width - 20) / wide));
  return { x: wide / 2 - PLACE / 2, y: (high - LEVEL) / 2, scale };
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {{ width: number, height: number, layout: Layout, camera: Camera, colours: Record<string, string>,
 *           look: (node: number) => Look | null, path: Set<number>, chosen: number }} what
 *   `look`: nothing of a node that is not to be seen; `path`: nodes on the way to where the search is.
 */
export function draw(pen, { width, height, layout, camera, colours, look, path, chosen }) {
  const { scale } = camera;
  const tall = tallness(layout, scale, height);
  const [left, top] = [camera.x - width / 2 / scale, camera.y - height / 2 / tall];
  const onX = (/** @type {number} */ x) => (x - left) * scale;
  const onY = (/** @type {number} */ y) => (y - top) * tall;
  const boxes = scale >= LEGIBLE;
  pen.clearRect(0, 0, width, height);
  pen.font = `${(13 * scale).toFixed(1)}px system-ui, "WenQuanYi Micro Hei", sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const margin = BOX / PLACE;
  const [from, to] = [left / PLACE - margin, (left + width / scale) / PLACE + margin];

  // Lines first. What would lie on the same pixel is drawn once.
  layout.levels.forEach((row, level) => {
    if (level === 0) return;
    const y = onY(level * LEVEL);
    const above = onY((level - 1) * LEVEL);
    if (y < 0 || above > height) return;
    for (const onPath of [false, true]) {
      pen.beginPath();
      pen.strokeStyle = onPath ? colours.accent : colours.soft;
      pen.globalAlpha = onPath ? 1 : boxes ? 0.55 : 0.35;
      pen.lineWidth = onPath ? 2.5 : Math.min(1.2, Math.max(0.4, scale * 2));
      let last = -10;
      // A line may cross the window though its lower end lies beside it.
      const first = Math.max(0, firstFrom(layout, row, from) - 1);
      for (let i = first; i < row.length; i++) {
        const node = row[i];
        const x = onX(layout.x[node] * PLACE);
        if (path.has(node) !== onPath || (!onPath && x - last < 0.7)) continue;
        if (!look(node)) continue;
        const parent = layout.parent[node];
        pen.moveTo(onX(layout.x[parent] * PLACE), above + (boxes ? (TALL / 2) * scale : 0));
        pen.lineTo(x, y - (boxes ? (TALL / 2) * scale : 0));
        last = x;
        if (layout.x[node] > to) break;
      }
      pen.stroke();
      pen.globalAlpha = 1;
    }
  });
  layout.levels.forEach((row, level) => {
    const y = onY(level * LEVEL);
    if (y < -TALL * scale || y > height + TALL * scale) return;
    let last = -10;
    for (let i = firstFrom(layout, row, from); i < row.length && layout.x[row[i]] <= to; i++) {
      const node = row[i];
      const x = onX(layout.x[node] * PLACE);
      const special = node === chosen || path.has(node);
      if (!boxes && !special && x - last < 1.2) continue;
      const seen = look(node);
      if (!seen) continue;
      last = x;
      if (boxes) box(pen, x, y, scale, seen, colours, node === chosen);
      else dot(pen, x, y, Math.max(1.3, 9 * scale), seen, colours, special);
    }
  });
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {Look} look
 * @param {Record<string, string>} colours
 * @param {boolean} special
 */
function dot(pen, x, y, radius, look, colours, special) {
  pen.fillStyle = special ? colours.accent : look.tone === "plain" ? colours.soft : colours[look.tone];
  pen.globalAlpha = look.tone === "cut" ? 0.5 : 1;
  pen.beginPath();
  pen.arc(x, y, special ? Math.max(3.5, radius) : radius, 0, 7);
  pen.fill();
  pen.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {Look} look
 * @param {Record<string, string>} colours
 * @param {boolean} chosen
 */
function box(pen, x, y, scale, look, colours, chosen) {
  const [w, h] = [BOX * scale, TALL * scale];
  pen.beginPath();
  pen.roundRect(x - w / 2, y - h / 2, w, h, (look.round ? 16 : 3) * scale);
  pen.fillStyle = colours.card;
  pen.fill();
  if (look.tone !== "plain" && look.tone !== "cut") {
    pen.globalAlpha = look.tone === "open" ? 0.35 : 0.1 + 0.5 * look.strong;
    pen.fillStyle = colours[look.tone];
    pen.fill();
    pen.globalAlpha = 1;
  }
  pen.strokeStyle = chosen ? colours.accent : look.tone === "open" ? colours.open : colours.line;
  pen.lineWidth = (chosen ? 3.2 : look.tone === "open" ? 2 : 1.2) * scale;
  pen.setLineDash(look.tone === "cut" ? [4 * scale, 4 * scale] : []);
  pen.stroke();
  pen.setLineDash([]);
  pen.fillStyle = look.tone === "cut" ? colours.soft : colours.ink;
  pen.fillText(look.text, x, y - (look.under ? 7.5 : 0) * scale, w - 5 * scale);
  if (look.under) pen.fillText(look.under, x, y + 8.5 * scale, w - 5 * scale);
}

/**
 * The node at a place of the drawing, if there is one.
 * @param {Layout} layout
 * @param {Camera} camera
 * @param {number} height Of the drawing.
 * @param {number} x From the middle of the drawing.
 * @param {number} y
 */
export function nodeAt(layout, camera, height, x, y) {
  const [treeX, treeY] = [camera.x + x / camera.scale, camera.y + y / tallness(layout, camera.scale, height)];
  const row = layout.levels[Math.round(treeY / LEVEL)];
  if (!row) return null;
  const after = firstFrom(layout, row, treeX / PLACE);
  /** @type {number | null} */
  let best = null;
  let nearest = Math.max(BOX / 2, 12 / camera.scale);
  for (const node of [row[after - 1], row[after]]) {
    if (node === undefined) continue;
    const distance = Math.abs(layout.x[node] * PLACE - treeX);
    if (distance <= nearest) [best, nearest] = [node, distance];
  }
  return best;
}
