// What the page knows of the lab, and how its reports change it.

/**
 * @typedef {import("../protocol.js").LabReport} LabReport
 * @typedef {import("../protocol.js").LabPlace} LabPlace
 * @typedef {import("../protocol.js").Heat} Heat
 * @typedef {import("../protocol.js").Lesson} Lesson
 * @typedef {import("../protocol.js").Look} Look
 * @typedef {import("../protocol.js").SearchTree} SearchTree
 * @typedef {import("../protocol.js").Theory} Theory
 * @typedef {import("../protocol.js").Thought} Thought
 */

/**
 * A run of the lab and what has come of it so far. A new one takes the place of the one before it under its name.
 * @typedef {object} Run
 * @property {number} id The number of the request that began it.
 * @property {string} about The position that it is about.
 * @property {import("../protocol.js").Player[]} players Who was asked.
 * @property {string[]} names Their texts, once they are told.
 * @property {boolean} running
 * @property {Row[]} rows Of the players in their order, as far as they have begun.
 * @property {Theory | null} theory
 * @property {SearchTree | null} tree
 * @property {Heat | null} heat
 * @property {import("../protocol.js").Message | null} fault
 */
/** @typedef {{ thought: Thought, finished: boolean }} Row */

/**
 * @typedef {object} Lab
 * @property {LabPlace | null} place Where the lab looks, if not at the game on the board.
 * @property {Record<string, Run>} runs The last of each kind.
 * @property {Look[]} looks The last positions looked at.
 * @property {{ id: number | null, what: import("../protocol.js").Message } | null} refused What was asked beside the runs and refused.
 * @property {Lesson[]} lessons
 */

/** @type {Lab} */
export const EMPTY_LAB = { place: null, runs: {}, looks: [], refused: null, lessons: [] };

/** Positions that are remembered. */
const LOOKS = 8;

/**
 * A run begins; the server gives any other up.
 * @param {Lab} lab
 * @param {string} name
 * @param {{ id: number, about: string, players: import("../protocol.js").Player[] }} begun
 * @returns {Lab}
 */
export function begin(lab, name, begun) {
  const runs = Object.fromEntries(Object.entries(lab.runs).map(([name, run]) => [name, { ...run, running: false }]));
  runs[name] = { ...begun, running: true, names: [], rows: [], theory: null, tree: null, heat: null, fault: null };
  return { ...lab, runs };
}

/**
 * The connection is lost, and with it what was under way.
 * @param {Lab} lab
 * @returns {Lab}
 */
export function interrupt(lab) {
  return { ...lab, runs: Object.fromEntries(Object.entries(lab.runs).map(([name, run]) => [name, { ...run, running: false }])) };
}

/**
 * @param {Lab} lab
 * @param {{ id: number | null } & LabReport} event
 * @returns {Lab}
 */
export function onLabEvent(lab, event) {
  if (event.report === "look") {
    return { ...lab, looks: [...lab.looks.slice(1 - LOOKS), event] };
  }
  if (event.report === "lessons") return { ...lab, lessons: event.lessons };
  return change(lab, event.id, (run) => {
    switch (event.report) {
      case "row": {
        const rows = [...run.rows];
        rows[event.row] = { thought: event.thought, finished: event.finished };
        return { ...run, rows };
      }
      case "players":
        return { ...run, names: event.players };
      case "tree":
        return { ...run, tree: event };
      case "heat":
        // The last word shows no game any more; the one before stays to be seen.
        return { ...run, heat: { ...event, shown: event.shown ?? run.heat?.shown ?? null } };
      case "theory":
        return { ...run, theory: event.theory };
      case "done":
        return { ...run, running: false };
      default:
        return run;
    }
  });
}

/**
 * A request was refused, or a run has failed.
 * @param {Lab} lab
 * @param {number | null} id
 * @param {import("../protocol.js").Message} what
 * @returns {Lab}
 */
export function refuse(lab, id, what) {
  return { ...change(lab, id, (run) => ({ ...run, running: false, fault: what })), refused: { id, what } };
}

/**
 * @param {Lab} lab
 * @param {number | null} id
 * @param {(run: Run) => Run} changed
 * @returns {Lab}
 */
function change(lab, id, changed) {
  const found = Object.entries(lab.runs).find(([, run]) => run.id === id);
  if (!found) return lab;
  const [name, run] = found;
  return { ...lab, runs: { ...lab.runs, [name]: changed(run) } };
}
