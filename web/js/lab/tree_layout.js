// Where the nodes of a tree lie: leaves side by side, every other node over the middle of those below it.

/** @typedef {{ parent: number | null }} Linked A node that knows the one above it, which comes before it. */
/**
 * @typedef {object} Layout
 * @property {Float32Array} x From the left, in widths of a node.
 * @property {Uint16Array} level From the root.
 * @property {number[][]} levels The nodes of each level, from left to right.
 * @property {number[][]} children
 * @property {Int32Array} parent The node above; −1 for the root.
 * @property {number} width
 */

/**
 * @param {Linked[]} nodes
 * @returns {Layout}
 */
export function layOut(nodes) {
  const x = new Float32Array(nodes.length);
  const level = new Uint16Array(nodes.length);
  const parent = Int32Array.from(nodes, (node) => node.parent ?? -1);
  /** @type {number[][]} */
  const children = nodes.map(() => []);
  parent.forEach((above, node) => {
    if (above < 0) return;
    level[node] = level[above] + 1;
    children[above].push(node);
  });
  // Downwards over all, left to right: leaves take their places in the order in which they are met.
  let width = 0;
  /** @type {[number, number][]} A node and how many of its children have their place. */
  const open = nodes.length > 0 ? [[0, 0]] : [];
  while (open.length > 0) {
    const top = open[open.length - 1];
    const [node, done] = top;
    const below = children[node];
    if (done < below.length) {
      top[1] += 1;
      open.push([below[done], 0]);
    } else {
      x[node] = below.length > 0 ? (x[below[0]] + x[below[below.length - 1]]) / 2 : width++;
      open.pop();
    }
  }
  /** @type {number[][]} */
  const levels = [];
  nodes.forEach((_, node) => (levels[level[node]] ??= []).push(node));
  for (const row of levels) row.sort((a, b) => x[a] - x[b]);
  return { x, level, levels, children, parent, width: Math.max(1, width) };
}

/**
 * The first of a level's nodes that is not left of a place.
 * @param {Layout} layout
 * @param {number[]} row
 * @param {number} left
 */
export function firstFrom(layout, row, left) {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (layout.x[row[middle]] < left) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The nodes from below the root down to a node.
 * @param {Linked[]} nodes
 * @param {number} node
 */
export function pathTo(nodes, node) {
  /** @type {number[]} */
  const path = [];
  for (let at = node; nodes[at].parent !== null; at = /** @type {number} */ (nodes[at].parent)) path.unshift(at);
  return path;
}
