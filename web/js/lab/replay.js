// A search told node by node, step by step: what was known after each.

/**
 * @typedef {import("../protocol.js").SearchNode} SearchNode
 * @typedef {import("../protocol.js").SimulatedNode} SimulatedNode
 * @typedef {import("../protocol.js").Simulation} Simulation
 */

/** Scores from here on are proven wins, see Score in crates/search. */
const PROVEN = 989_999;
const WIN = 1_000_000;

/** A score as people read it. @param {number} score */
export function scoreText(score) {
  const sign = score < 0 ? "−" : "+";
  const size = Math.abs(score);
  if (size > WIN) return `${sign}∞`;
  if (size > PROVEN) return `${sign}#${WIN - size}`;
  return score === 0 ? "0" : `${sign}${size}`;
}

/**
 * The steps of minimax or alpha-beta: a node is entered, left with its score, or cut.
 * @typedef {object} Steps
 * @property {number} count
 * @property {Int32Array} at The node of each step.
 * @property {Uint8Array} leaves Whether the step leaves it.
 * @property {Int32Array} entered The step that enters a node, or cuts it.
 * @property {Int32Array} left The step that leaves it.
 */

/**
 * @param {SearchNode[]} nodes
 * @param {number[][]} children
 * @returns {Steps}
 */
export function stepsOf(nodes, children) {
  /** @type {number[]} */
  const at = [];
  /** @type {number[]} */
  const leaves = [];
  const entered = new Int32Array(nodes.length);
  const left = new Int32Array(nodes.length).fill(2 ** 31 - 1);
  /** @type {[number, number][]} */
  const open = [];
  const enter = (/** @type {number} */ node) => {
    entered[node] = at.length;
    at.push(node);
    leaves.push(0);
    if (nodes[node].fate !== "cut") open.push([node, 0]);
  };
  if (nodes.length > 0) enter(0);
  while (open.length > 0) {
    const top = open[open.length - 1];
    const below = children[top[0]];
    if (top[1] < below.length) {
      enter(below[top[1]++]);
    } else {
      open.pop();
      left[top[0]] = at.length;
      at.push(top[0]);
      leaves.push(1);
    }
  }
  return { count: at.length, at: Int32Array.from(at), leaves: Uint8Array.from(leaves), entered, left };
}

/**
 * The score of a child as the side to move above it sees it.
 * @param {SearchNode} parent
 * @param {SearchNode} child
 */
function forParent(parent, child) {
  if (child.score === null) return null;
  return parent.side === child.side ? child.score : -child.score;
}

/**
 * What is known of a node after a step, for the side to move in it.
 * @param {SearchNode[]} nodes
 * @param {number[][]} children
 * @param {Steps} steps
 * @param {number} node
 * @param {number} now The last step made.
 * @returns {{ state: "unseen" | "open" | "done" | "cut", window: [number, number] | null, score: number | null }}
 *   `score`: the best so far while it is open.
 */
export function known(nodes, children, steps, node, now) {
  const it = nodes[node];
  if (steps.entered[node] > now) return { state: "unseen", window: null, score: null };
  if (it.fate === "cut") return { state: "cut", window: null, score: null };
  if (steps.left[node] <= now) return { state: "done", window: it.window, score: it.score };
  /** @type {number | null} */
  let best = null;
  /** @type {[number, number] | null} */
  const window = it.window ? [...it.window] : null;
  for (const child of children[node]) {
    if (steps.left[child] > now) continue;
    const score = forParent(it, nodes[child]);
    if (score === null) continue;
    best = best === null ? score : Math.max(best, score);
    if (window) window[0] = Math.max(window[0], score);
  }
  return { state: "open", window, score: best };
}

/**
 * Why a node was cut: the move that refuted the one above it, and what that is worth there.
 * @param {SearchNode[]} nodes
 * @param {number[][]} children
 * @param {number} node
 */
export function refutation(nodes, children, node) {
  const parent = nodes[node].parent ?? 0;
  const tried = children[parent].filter((child) => nodes[child].fate !== "cut");
  const by = tried[tried.length - 1];
  return { parent, by, score: by === undefined ? null : forParent(nodes[parent], nodes[by]) };
}

/** Visits and values of a Monte-Carlo tree after any number of simulations. */
export class Visits {
  /**
   * @param {SimulatedNode[]} nodes
   * @param {Simulation[]} simulations
   */
  constructor(nodes, simulations) {
    this.nodes = nodes;
    this.simulations = simulations;
    this.visits = new Uint32Array(nodes.length);
    /** The sum of what the visits were worth for the side that made the move. */
    this.worth = new Float64Array(nodes.length);
    this.done = 0;
  }

  /** @param {number} count After so many simulations. */
  goto(count) {
    if (count < this.done) {
      this.visits.fill(0);
      this.worth.fill(0);
      this.done = 0;
    }
    for (; this.done < count; this.done++) {
      const [leaf, value, drawnAbove] = this.simulations[this.done];
      if (value === null) continue;
      let drawn = false;
      for (let node = /** @type {number | null} */ (leaf); node !== null; node = this.nodes[node].parent) {
        drawn ||= node === drawnAbove;
        const first = drawn ? 0.5 : value;
        this.visits[node] += 1;
        this.worth[node] += this.nodes[node].mover === 0 ? first : 1 - first;
      }
    }
    return this;
  }

  /** The mean value of a node for the side that made its move. @param {number} node */
  mean(node) {
    return this.visits[node] > 0 ? this.worth[node] / this.visits[node] : 0.5;
  }

  /**
   * The parts of the formula that chooses among the children of a node: `mean + bonus`. UCT's bonus is
   * C·√(ln N / n), PUCT's C·p·√N / (1 + n).
   * @param {number} node
   * @param {{ exploration: number, guided: boolean }} formula
   */
  parts(node, { exploration, guided }) {
    const all = Math.max(1, this.visits[this.nodes[node].parent ?? 0]);
    const own = this.visits[node];
    const exploitation = own > 0 ? this.mean(node) : null;
    const bonus = guided
      ? (exploration * Math.sqrt(all) * this.nodes[node].prior) / (1 + own)
      : own > 0 ? exploration * Math.sqrt(Math.log(all) / own) : Infinity;
    return { exploitation, bonus, sum: (exploitation ?? 0) + bonus };
  }
}
