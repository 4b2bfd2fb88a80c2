// The record of a game with its variations, put together from what the server tells of it.

import { remarksOf } from "./remarks.js";

/**
 * @typedef {import("./protocol.js").TreeNode} TreeNode
 * @typedef {import("./protocol.js").TreeNews} TreeNews
 * @typedef {import("./protocol.js").View} View
 */

/**
 * A move in its place; 0 is the position before the first. `children`: the moves that follow, the main line first.
 * `turn`: the number that is written before it. A turn may be several moves of a side. `words`, `clock`: what its comment
 * says to people.
 * @typedef {TreeNode & { children: number[], turn: number, ply: number, words: string, clock: string | null }} Node
 */
/** @typedef {ReadonlyMap<number, Node>} Tree */

/** @type {Tree} */
export const NOTHING = new Map();

/** The signs of marks, by their numbers in the PGN standard. @type {Record<number, string>} */
const SIGNS = {
  1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓",
  18: "+−", 19: "−+", 146: "N",
};

/** @param {number} mark */
export const signOf = (mark) => SIGNS[mark] ?? `$${mark}`;

/**
 * The tree after news of it.
 * @param {Tree} tree
 * @param {TreeNews} news
 * @returns {Tree}
 */
export function grown(tree, { whole, nodes }) {
  /** @type {Map<number, Node>} */
  const next = whole ? new Map() : new Map(tree);
  for (const node of nodes) {
    const known = next.get(node.id);
    const parent = node.parent === null ? null : next.get(node.parent);
    const turn = !parent || parent.side === null ? 1 : parent.turn + ((node.side ?? 0) < parent.side ? 1 : 0);
    const { words, clock } = remarksOf(node.comment ?? "");
    next.set(node.id, { ...node, words, clock, children: known?.children ?? [], turn, ply: parent ? parent.ply + 1 : 0 });
    if (parent && !known) next.set(parent.id, { ...parent, children: [...parent.children, node.id] });
  }
  return next;
}

/**
 * The nodes from one on, always by the first child.
 * @param {Tree} tree
 * @param {number | undefined} from
 * @returns {Node[]}
 */
export function lineFrom(tree, from) {
  const line = [];
  for (let node = tree.get(from ?? -1); node; node = tree.get(node.children[0] ?? -1)) line.push(node);
  return line;
}

/**
 * The nodes of the moves that the board's undo and redo walk along, the first move's first.
 * @param {Tree} tree
 * @param {View["record"]} record
 */
export function lineOf(tree, record) {
  const line = [];
  let at = tree.get(0);
  for (const { text } of record) {
    at = at?.children.map((id) => tree.get(id)).find((child) => child?.text === text);
    if (!at) break;
    line.push(at.id);
  }
  return line;
}

/**
 * Where a variation is that is above (-1) or below (1): the next one where the way to this node last branched.
 * @param {Tree} tree
 * @param {number} id
 * @param {-1 | 1} way
 */
export function beside(tree, id, way) {
  for (let node = tree.get(id); node; node = tree.get(node.parent ?? -1)) {
    const siblings = tree.get(node.parent ?? -1)?.children ?? [];
    const other = siblings[siblings.indexOf(node.id) + way];
    if (other !== undefined) return other;
  }
  return null;
}

/** @typedef {{ kind: "row", turn: number, sides: [Node[], Node[]] }} Row A turn of both sides of the main line. */
/** @typedef {{ kind: "move", node: Node, numbered: boolean } | { kind: "said", text: string } | { kind: "open" | "close" }} Token */
/** @typedef {{ kind: "aside", key: number, tokens: Token[] }} Aside Comments and variations below a row. */

/**
 * The tree as it is written down: the main line in rows, and below a row what is said about it and the variations that
 * leave it.
 * @param {Tree} tree
 * @returns {(Row | Aside)[]}
 */
export function written(tree) {
  /** @type {(Row | Aside)[]} */
  const rows = [];
  /** @type {Row | null} */
  let row = null;
  const said = tree.get(0)?.words;
  if (said) rows.push({ kind: "aside", key: 0, tokens: [{ kind: "said", text: said }] });
  const line = lineFrom(tree, 0).slice(1);
  /** What is said about a turn that is not over, and what could have been done instead. @type {Token[]} */
  let waiting = [];
  for (const [i, node] of line.entries()) {
    if (!row || row.turn !== node.turn) {
      row = { kind: "row", turn: node.turn, sides: [[], []] };
      rows.push(row);
    }
    const turn = row.sides[node.side ?? 0];
    // A turn of several moves is shown as its last, which tells it whole.
    if (node.whole && turn.at(-1)?.id === node.parent) turn.pop();
    turn.push(node);
    waiting.push(...asideOf(tree, node));
    if (line[i + 1]?.whole || waiting.length === 0) continue;
    rows.push({ kind: "aside", key: node.id, tokens: waiting });
    waiting = [];
    row = null;
  }
  return rows;
}

/**
 * What is said about a move, and the moves that could have been made instead.
 * @param {Tree} tree
 * @param {Node} node
 */
function asideOf(tree, node) {
  /** @type {Token[]} */
  const tokens = node.words ? [{ kind: "said", text: node.words }] : [];
  const siblings = tree.get(node.parent ?? -1)?.children ?? [];
  // Written without recursion: a tree may be as deep as a game is long.
  /** @type {(Token | { kind: "line", from: number, numbered: boolean })[]} */
  const waiting = [];
  const later = (/** @type {number[]} */ others) => {
    for (const other of [...others].reverse()) {
      waiting.push({ kind: "close" }, { kind: "line", from: other, numbered: true }, { kind: "open" });
    }
  };
  if (siblings[0] === node.id) later(siblings.slice(1));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.kind !== "line") {
      tokens.push(next);
      continue;
    }
    const move = tree.get(next.from);
    if (!move) continue;
    const before = tokens.at(-1);
    const goesOn = move.whole && before?.kind === "move" && before.node.id === move.parent;
    if (goesOn) tokens.pop();
    tokens.push({ kind: "move", node: move, numbered: goesOn ? before.numbered : next.numbered || startsTurn(tree, move) });
    if (move.words) tokens.push({ kind: "said", text: move.words });
    const others = move.id === tree.get(move.parent ?? -1)?.children[0] ? tree.get(move.parent ?? -1)?.children.slice(1) ?? [] : [];
    const [follows] = move.children;
    if (follows !== undefined) waiting.push({ kind: "line", from: follows, numbered: others.length > 0 || move.words !== "" });
    later(others);
  }
  return tokens;
}

/**
 * Whether a node is a move, or one of the moves before it in its turn, which are shown with it.
 * @param {Tree} tree
 * @param {Node} move
 * @param {number} id
 */
export function standsFor(tree, move, id) {
  for (let at = /** @type {Node | undefined} */ (move); at; at = at.whole ? tree.get(at.parent ?? -1) : undefined) {
    if (at.id === id) return true;
  }
  return false;
}

/**
 * Whether a turn of the first side begins with this move.
 * @param {Tree} tree
 * @param {Node} node
 */
function startsTurn(tree, node) {
  return node.side === 0 && tree.get(node.parent ?? -1)?.side !== 0;
}
