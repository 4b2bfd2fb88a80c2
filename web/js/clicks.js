// From clicks to moves: every legal move comes with the clicks that make it, and that is all the page knows.

/**
 * @typedef {import("./protocol.js").Message} Message
 * @typedef {import("./protocol.js").MoveView} MoveView
 * @typedef {import("./protocol.js").Step} Step
 */

/** A click: the number of a point, or the name of a choice. @typedef {number | string} Click */

/**
 * @param {Step} step
 * @param {Click} click
 */
function answers(step, click) {
  return "point" in step ? typeof click === "number" && step.point.includes(click) : step.choice.name === click;
}

/**
 * The moves that begin with these clicks.
 * @param {MoveView[]} moves
 * @param {Click[]} clicks
 */
export function begun(moves, clicks) {
  return moves.filter((move) => clicks.every((click, i) => i < move.steps.length && answers(move.steps[i], click)));
}

/**
 * What a click leads to: a move that is complete, or the clicks so far. A click that continues nothing begins anew.
 * @param {MoveView[]} moves
 * @param {Click[]} clicks
 * @param {Click} click
 * @returns {{ move: MoveView } | { clicks: Click[] }}
 */
export function click(moves, clicks, click) {
  for (const path of clicks.length > 0 ? [[...clicks, click], [click]] : [[click]]) {
    const found = begun(moves, path);
    // Where two moves share a point, it belongs to the one that names it first.
    const complete = found.filter((move) => move.steps.length === path.length);
    const last = path.length - 1;
    const first = complete.find((move) => {
      const step = move.steps[last];
      return !("point" in step) || step.point[0] === click;
    });
    if (complete.length > 0) return { move: first ?? complete[0] };
    if (found.length > 0 && !(clicks.length > 0 && clicks[0] === click && path.length === 1)) return { clicks: path };
  }
  return { clicks: [] };
}

/**
 * The steps that may come next.
 * @param {MoveView[]} moves
 * @param {Click[]} clicks
 * @returns {Step[]}
 */
export function next(moves, clicks) {
  return begun(moves, clicks).flatMap((move) => move.steps.slice(clicks.length, clicks.length + 1));
}

/**
 * The choices to show as buttons.
 * @param {MoveView[]} moves
 * @param {Click[]} clicks
 */
export function choices(moves, clicks) {
  /** @type {Map<string, Message>} */
  const labels = new Map();
  for (const step of next(moves, clicks)) {
    if ("choice" in step) labels.set(step.choice.name, step.choice.label);
  }
  return [...labels].map(([name, label]) => ({ name, label }));
}

/**
 * The moves that are one choice and nothing else: a pass.
 * @param {MoveView[]} moves
 */
export function standing(moves) {
  return moves.flatMap(({ text, steps }) => (steps.length === 1 && "choice" in steps[0] ? [{ text, ...steps[0].choice }] : []));
}

/**
 * The points of a move: where it comes from and goes to, or where something is put.
 * @param {MoveView | undefined} move
 */
export function pointsOf(move) {
  return (move?.steps ?? []).flatMap((step) => ("point" in step ? step.point.slice(0, 1) : []));
}
