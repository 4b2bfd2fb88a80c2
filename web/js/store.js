// What the page knows, and how events change it.

import { NOTHING_TAKEN, took } from "./away.js";
import { EMPTY_LAB, onLabEvent, interrupt, refuse } from "./lab/state.js";
import { NOT_LEARNING, onLearning } from "./learn/state.js";
import { onTournament } from "./tournament_state.js";
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
 * @property {import("./protocol.js").PlayerInfo[]} players The kinds of player, and what this page may ask of them.
 * @property {Table | null} laid A new game's table, until its state has come too: the page changes once.
 * @property {Table | null} table
 * @property {GameState | null} state
 * @property {import("./tree.js").Tree} tree The record with its variations.
 * @property {import("./tree.js").Tree} growing The same with what has been told since the state: the page changes once.
 * @property {import("./protocol.js").Analysis | null} analysis What is thought of the position on the board, or was of one before.
 * @property {import("./protocol.js").Review | null} review
 * @property {import("./protocol.js").Retried | null} retried What the move was worth that was tried last.
 * @property {import("./protocol.js").Explored | null} explored How games went on from the position on the board, or one before.
 * @property {{ problems: import("./protocol.js").Message[] } | null} readRecord What could not be read of the record that was pasted.
 * @property {{ id: number, text: string } | null} written The record as text.
 * @property {{ id: number, scene: import("./protocol.js").Scene, trace: number[] } | null} looked A position further on that was asked for.
 * @property {Thinking | null} thinking The last word of the last search in this game.
 * @property {{ move: string, thinking: Thinking } | null} hint The hint given for this position.
 * @property {{ request: Request["request"] | null, fault: Fault } | null} error What the last request met.
 * @property {{ id: number, fault: Fault | null } | null} checked
 * @property {import("./protocol.js").SetUp | null} setUp
 * @property {RulesChecked | null} rulesChecked
 * @property {{ id: number | null, name: string, text: string } | null} ruleText A shipped rule file that was asked for.
 * @property {import("./lab/state.js").Lab} lab
 * @property {number | null} kept Under which number the game on the table is in the library.
 * @property {string | null} keepsake What the server takes the game up from where the library does not have it.
 * @property {import("./protocol.js").Training | null} training The puzzles of today.
 * @property {{ puzzle: number, days: number | null } | null} puzzleTried The puzzle that was tried last, and when it comes again.
 * @property {number} puzzlesFound How many puzzles reviews of the game on the table have found.
 * @property {Library | null} library Games that were searched for.
 * @property {import("./protocol.js").Thumbnails | null} thumbnails How games of the library ended.
 * @property {import("./tournament_state.js").TournamentState | null} tournament The last tournament of this page.
 * @property {import("./learn/state.js").LearningState} learning
 * @property {number} deleted How often games were deleted.
 * @property {Troubles} troubles What has befallen a page that has no server.
 * @property {import("./away.js").TakenAlong} taken What there is of the record while the server is gone.
 * @property {import("./away.js").Away | null} away Whether it is, and how the game stood then.
 */

/** Of the engine, of the library, of networks and books, and of threads. @typedef {Record<"engine" | "library" | "data" | "threads", import("./transport.js").Trouble | null>} Troubles */

/** @type {Store} */
export const EMPTY = {
  connected: false,
  games: [],
  ruleGames: [],
  templates: [],
  players: [],
  laid: null,
  table: null,
  state: null,
  tree: NOTHING,
  growing: NOTHING,
  analysis: null,
  review: null,
  retried: null,
  explored: null,
  looked: null,
  readRecord: null,
  written: null,
  thinking: null,
  hint: null,
  error: null,
  checked: null,
  setUp: null,
  rulesChecked: null,
  ruleText: null,
  lab: EMPTY_LAB,
  kept: null,
  keepsake: null,
  training: null,
  puzzleTried: null,
  puzzlesFound: 0,
  library: null,
  thumbnails: null,
  tournament: null,
  learning: NOT_LEARNING,
  deleted: 0,
  troubles: { engine: null, library: null, data: null, threads: null },
  taken: NOTHING_TAKEN,
  away: null,
};

/**
 * @typedef {(
 *   { does: "open" | "close" | "forgive" } |
 *   { does: "recall", store: Partial<Store> } |
 *   { does: "trouble", what: keyof Troubles, trouble: import("./transport.js").Trouble | null } |
 *   { does: "lab", change: (lab: import("./lab/state.js").Lab) => import("./lab/state.js").Lab } |
 *   { does: "event", event: Event, request: Request["request"] | null }
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
      return { ...store, connected: true, away: null, troubles: { ...store.troubles, engine: hasHealed(store.troubles.engine) ? null : store.troubles.engine } };
    case "close":
      return { ...store, connected: false, away: store.away ?? { state: store.state }, lab: interrupt(store.lab), tournament: store.tournament && { ...store.tournament, running: false },
        learning: { ...store.learning, running: null } };
    case "trouble":
      return { ...store, troubles: { ...store.troubles, [action.what]: action.trouble } };
    case "recall":
      return { ...store, ...action.store };
    case "forgive":
      return store.error ? { ...store, error: null } : store;
    case "lab":
      return { ...store, lab: action.change(store.lab) };
    case "event":
      return onEvent(store, action.event, action.request);
  }
}

/**
 * @param {Store} store
 * @param {Event} event
 * @param {Request["request"] | null} request
 * @returns {Store}
 */
function onEvent(store, event, request) {
  switch (event.event) {
    case "kept":
      return { ...store, kept: event.game };
    case "keepsake":
      return { ...store, keepsake: event.text };
    case "library":
      return { ...store, library: event, error: null };
    case "deleted":
      return { ...store, deleted: store.deleted + 1 };
    case "games":
      return { ...store, games: event.games, ruleGames: event.rules, templates: event.templates, players: event.players };
    case "table":
      return { ...store, laid: event, readRecord: null };
    case "state": {
      if (store.laid) {
        const { connected, games, ruleGames, templates, players, rulesChecked, ruleText, lab, laid, growing, readRecord } = store;
        const { kept, keepsake, library, deleted, taken, training, puzzleTried, thumbnails, tournament, learning, troubles } = store;
        return { ...EMPTY, connected, games, ruleGames, templates, players, rulesChecked, ruleText, lab, kept, keepsake, library, deleted, taken, training, puzzleTried, thumbnails, tournament, learning, troubles,
          table: laid, state: event, tree: growing, growing, readRecord };
      }
      const same = store.state !== null && store.state.view.position === event.view.position
        && store.state.view.ply === event.view.ply;
      return { ...store, state: event, tree: store.growing, hint: same ? store.hint : null, error: same ? store.error : null };
    }
    case "tree":
      return { ...store, growing: grown(store.growing, event), taken: event.whole ? NOTHING_TAKEN : store.taken };
    case "taken_along":
      return { ...store, taken: took(store.taken, event, store.growing) };
    case "analysis":
      return { ...store, analysis: event };
    case "review":
      return { ...store, review: event };
    case "retried":
      return { ...store, retried: event };
    case "thumbnails":
      return { ...store, thumbnails: event };
    case "tournament":
      return { ...store, tournament: onTournament(store.tournament, event) };
    case "learn": {
      const error = event.id === null || store.error?.request !== "learn" ? store.error : null;
      return { ...store, learning: onLearning(store.learning, event), error };
    }
    case "puzzles":
      return { ...store, training: event, error: null };
    case "puzzle_tried":
      return { ...store, puzzleTried: event };
    case "puzzle_found":
      return { ...store, puzzlesFound: store.puzzlesFound + 1 };
    case "explored":
      return { ...store, explored: event };
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
    case "set_up":
      return { ...store, setUp: event };
    case "rules_checked":
      return { ...store, rulesChecked: event };
    case "rule_text":
      return { ...store, ruleText: event };
    case "lab":
      return { ...store, lab: onLabEvent(store.lab, event) };
    case "error":
      if (request === "lab") return { ...store, lab: refuse(store.lab, event.id, event.fault.what) };
      return { ...store, error: { request, fault: event.fault } };
  }
}

/** Whether nothing of it is worth knowing any more, now that the engine is there. @param {Troubles["engine"]} trouble */
const hasHealed = (trouble) => trouble?.kind === "cannot-start" || trouble?.kind === "no-wasm";

/**
 * The request that brings this game back on another connection.
 * @param {Store} store
 * @returns {Extract<Request, { request: "resume" }> | null}
 */
export function resume({ table, state, kept, keepsake }) {
  if (!table || !state || (kept === null && keepsake === null)) return null;
  // The number may be another app's by now; the keepsake tells.
  return { request: "resume", game: kept, keepsake };
}
