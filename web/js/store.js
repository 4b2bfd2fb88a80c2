// What the page knows, and how events change it.

import { EMPTY_LAB, hearLab, interrupt, refuse } from "./lab/state.js";
import { NOTHING, grown } from "./tree.js";

/**
 * @typedef {import("./protocol.js").Event} Event
 * @typedef {import("./protocol.js").Fault} Fault
 * @typedef {import("./protocol.js").GameInfo} GameInfo
 * @typedef {import("./protocol.js").GameState} GameState
 * @typedef {import("./protocol.js").Library} Library
 * @typedef {import("./protocol.js").RuleFile} RuleFile
 * @typedef {import("./protocol.js").RulesChecked} RulesChecked
 * @typedef {import("./protocol.js").Table} Table
 * @typedef {import("./protocol.js").Thinking} Thinking
 * @typedef {import("./protocol.js").Request} Request
 */

/**
 * @typedef {object} Store
 * @property {boolean} connected
 * @property {GameInfo[]} games
 * @property {GameInfo[]} ruleGames The games that come with the app as rule files.
 * @property {RuleFile[]} templates
 * @property {Table | null} laid A new game's table, until its state has come too: the page changes once.
 * @property {Table | null} table
 * @property {GameState | null} state
 * @property {import("./tree.js").Tree} tree The record with its variations.
 * @property {import("./tree.js").Tree} growing The same with what has been told since the state: the page changes once.
 * @property {import("./protocol.js").Analysis | null} analysis What is thought of the position on the board, or was of one before.
 * @property {import("./protocol.js").Review | null} review
 * @property {{ problems: string[] } | null} readRecord What could not be read of the record that was pasted.
 * @property {{ id: number, text: string } | null} written The record as text.
 * @property {{ id: number, scene: import("./protocol.js").Scene, trace: number[] } | null} looked A position further on that was asked for.
 * @property {Thinking | null} thinking The last word of the last search in this game.
 * @property {{ move: string, thinking: Thinking } | null} hint The hint given for this position.
 * @property {{ request: Request["request"] | null, fault: Fault } | null} error What the last request met.
 * @property {{ id: number, fault: Fault | null } | null} checked
 * @property {RulesChecked | null} rulesChecked
 * @property {{ id: number | null, name: string, text: string } | null} ruleText A shipped rule file that was asked for.
 * @property {import("./lab/state.js").Lab} lab
 * @property {number | null} kept Under which number the game on the table is in the library.
 * @property {Library | null} library Games that were searched for.
 * @property {number} deleted How often games were deleted.
 */

/** @type {Store} */
export const EMPTY = {
  connected: false,
  games: [],
  ruleGames: [],
  templates: [],
  laid: null,
  table: null,
  state: null,
  tree: NOTHING,
  growing: NOTHING,
  analysis: null,
  review: null,
  looked: null,
  readRecord: null,
  written: null,
  thinking: null,
  hint: null,
  error: null,
  checked: null,
  rulesChecked: null,
  ruleText: null,
  lab: EMPTY_LAB,
  kept: null,
  library: null,
  deleted: 0,
};

/**
 * @typedef {(
 *   { does: "open" | "close" | "forgive" } |
 *   { does: "lab", change: (lab: import("./lab/state.js").Lab) => import("./lab/state.js").Lab } |
 *   { does: "hear", event: Event, request: Request["request"] | null }
 * )} Action
 */

/**
 * @param {Store} store
 * @param {Action} action
 * @returns {Store}
 */
export function reduce(store, action) {
  switch (action.does) {
    case "open":
      return { ...store, connected: true };
    case "close":
      return { ...store, connected: false, lab: interrupt(store.lab) };
    case "forgive":
      return store.error ? { ...store, error: null } : store;
    case "lab":
      return { ...store, lab: action.change(store.lab) };
    case "hear":
      return hear(store, action.event, action.request);
  }
}

/**
 * @param {Store} store
 * @param {Event} event
 * @param {Request["request"] | null} request
 * @returns {Store}
 */
function hear(store, event, request) {
  switch (event.event) {
    case "kept":
      return { ...store, kept: event.game };
    case "library":
      return { ...store, library: event, error: null };
    case "deleted":
      return { ...store, deleted: store.deleted + 1 };
    case "games":
      return { ...store, games: event.games, ruleGames: event.rules, templates: event.templates };
    case "table":
      return { ...store, laid: event, readRecord: null };
    case "state": {
      if (store.laid) {
        const { connected, games, ruleGames, templates, rulesChecked, ruleText, lab, laid, growing, readRecord } = store;
        const { kept, library, deleted } = store;
        return { ...EMPTY, connected, games, ruleGames, templates, rulesChecked, ruleText, lab, kept, library, deleted,
          table: laid, state: event, tree: growing, growing, readRecord };
      }
      const same = store.state !== null && store.state.view.position === event.view.position
        && store.state.view.ply === event.view.ply;
      return { ...store, state: event, tree: store.growing, hint: same ? store.hint : null, error: same ? store.error : null };
    }
    case "tree":
      return { ...store, growing: grown(store.growing, event) };
    case "analysis":
      return { ...store, analysis: event };
    case "review":
      return { ...store, review: event };
    case "record_read":
      return { ...store, readRecord: event };
    case "record_written":
      return { ...store, written: { id: event.id ?? 0, text: event.text } };
    case "looked":
      return { ...store, looked: { id: event.id ?? 0, scene: event.scene, trace: event.trace } };
    case "thinking": {
      const { best } = event.thought;
      const hint = event.hint && event.finished && best ? { move: best, thinking: event } : store.hint;
      return { ...store, thinking: event, hint };
    }
    case "checked":
      return { ...store, checked: { id: event.id ?? 0, fault: event.fault } };
    case "rules_checked":
      return { ...store, rulesChecked: event };
    case "rule_text":
      return { ...store, ruleText: event };
    case "lab":
      return { ...store, lab: hearLab(store.lab, event) };
    case "error":
      if (request === "lab") return { ...store, lab: refuse(store.lab, event.id, event.fault.what) };
      return { ...store, error: { request, fault: event.fault } };
  }
}

/**
 * The request that brings this game back on another connection.
 * @param {Store} store
 * @returns {Request | null}
 */
export function resume({ table, state, tree, kept }) {
  if (!table || !state) return null;
  const { view, first, seats, verdict, paused, clock } = state;
  const moves = view.record.map((move) => move.text);
  const whole = wholeOf(table.game, tree);
  const record = { ...(whole && { tree: whole }), first, moves, ply: view.ply, verdict, paused };
  const timed = clock && { clock: { base: Math.max(1, ...clock.left), increment: clock.increment, left: clock.left } };
  const told = table.rules !== null && { rules: table.rules };
  /** @type {Request} */
  const again = { request: "new", game: table.game, ...told, seats, record, ...timed };
  // The library has more of the game than the page; but its number may be another app's by now.
  return kept === null ? again : { request: "resume", game: kept, otherwise: again };
}

/** The longest tree that a request has room for, in characters. */
const LONGEST_TREE = 100_000;

/**
 * The variations and what is said about them; nothing where the line on the board is all there is, or there is too much.
 * @param {string} game
 * @param {import("./tree.js").Tree} tree
 */
function wholeOf(game, tree) {
  const plain = [...tree.values()].every(({ children, comment, marks, evaluation }) =>
    children.length < 2 && !comment && !marks && !evaluation);
  const root = tree.get(0);
  if (plain || !root) return null;
  const nodes = [];
  const waiting = [...root.children].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = tree.get(id);
    if (!node) continue;
    const { parent, text, comment, marks, evaluation } = node;
    nodes.push({ id, parent, move: text, comment, marks, evaluation });
    waiting.push(...[...node.children].reverse());
  }
  const { comment, evaluation } = root;
  const whole = { game, notes: { comment, evaluation }, nodes };
  return JSON.stringify(whole).length <= LONGEST_TREE ? whole : null;
}
