// The game while the server is gone: what the page has taken along of it, so that its record can be stepped through,
// copied and saved, also by a page that is loaded again.

import { useEffect, useRef } from "../vendor/htm-preact.js";
import { browser, tab } from "./storage.js";
import { t } from "./text.js";
import { NOTHING, lineFrom, lineOf } from "./tree.js";

/**
 * @typedef {import("./protocol.js").Event} Event
 * @typedef {import("./protocol.js").GameState} GameState
 * @typedef {import("./protocol.js").RecordFormat} RecordFormat
 * @typedef {import("./protocol.js").Request} Request
 * @typedef {import("./protocol.js").Taken} Taken
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./tree.js").Tree} Tree
 */

/**
 * Positions by their nodes, and the record as text.
 * @typedef {{ positions: ReadonlyMap<number, Taken>, texts: ReadonlyMap<RecordFormat, string> }} TakenAlong
 */
/** The pieces of a position by their points. @typedef {Map<number, import("./protocol.js").Piece>} Pieces */
/** The game as it stood when the server went. @typedef {{ state: GameState | null }} Away */

/** @type {TakenAlong} */
export const NOTHING_TAKEN = { positions: new Map(), texts: new Map() };

/** Where the page keeps what it knows: the tab's own, and the last of any tab for one that is opened anew. */
const KEPT = "wanqi-away";
/** Changes within so many milliseconds are asked about together. */
const PAUSE = 200;
/** The most positions that are asked for at once. */
const AT_ONCE = 100;

/**
 * What is known after more was told.
 * @param {TakenAlong} taken
 * @param {{ positions: Taken[], texts: [RecordFormat, string][] }} event
 * @param {Tree} tree
 * @returns {TakenAlong}
 */
export function took(taken, { positions, texts }, tree) {
  const known = [...taken.positions.values(), ...positions].filter(({ node }) => tree.has(node));
  return { positions: new Map(known.map((position) => [position.node, position])), texts: new Map(texts) };
}

/**
 * Asks for what would be missed if the server went now.
 * @param {Store} store
 * @param {import("./connection.js").Ask} ask
 */
export function useTakeAlong({ connected, tree, taken }, ask) {
  /** The record that was asked about last. @type {{ current: Tree }} */
  const asked = useRef(NOTHING);
  useEffect(() => {
    if (!connected) asked.current = NOTHING;
    const nodes = [...tree.keys()].filter((id) => !taken.positions.has(id)).slice(0, AT_ONCE);
    if (!connected || tree.size === 0 || (nodes.length === 0 && asked.current === tree)) return;
    const timer = setTimeout(() => {
      asked.current = tree;
      ask({ request: "take_along", nodes });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [connected, tree, taken]);
}

/**
 * What the page can tell itself of a request, in the place of the server.
 * @param {Store} store
 * @param {Request} request
 * @param {number} id
 * @returns {Event[]}
 */
export function answered(store, request, id) {
  const unknown = () => [/** @type {Event} */ ({ event: "error", id, fault: { what: t("away.unknown"), at: null } })];
  const { state, tree, taken } = store;
  if (!state) return [];
  switch (request.request) {
    case "goto": {
      const line = lineOf(tree, state.view.record);
      const there = at(store, request.ply === 0 ? 0 : line[request.ply - 1], state.view.record);
      return there ? [there] : unknown();
    }
    case "visit": {
      const path = pathTo(tree, request.node);
      const after = lineFrom(tree, request.node).slice(1);
      const record = [...path, ...after].map(({ text, side }) => ({ text, side: side ?? 0 }));
      const there = at(store, request.node, record);
      return there ? [there] : unknown();
    }
    case "write_record": {
      const text = taken.texts.get(request.format);
      return text === undefined ? unknown() : [{ event: "record_written", id, text }];
    }
    default:
      return [];
  }
}

/**
 * The game at a node of its record; null if that is not known.
 * @param {Store} store
 * @param {number | undefined} node
 * @param {import("./protocol.js").View["record"]} record
 * @returns {Event | null}
 */
function at({ state, tree, taken, away }, node, record) {
  if (node === undefined || !state) return null;
  // As it was left: the end may have been agreed on.
  if (away?.state?.node === node) return { event: "state", ...away.state };
  const there = taken.positions.get(node);
  const path = pathTo(tree, node);
  const changes = [0, ...path.map(({ id }) => id)].map((id) => taken.positions.get(id));
  if (!there || changes.includes(undefined)) return null;
  /** @type {Pieces} */
  const pieces = new Map();
  for (const change of changes) if (change) changed(pieces, change);
  const { hands, alarmed, forbidden, note, side, position, trace, result } = there;
  const scene = { pieces: [...pieces.values()].sort((a, b) => a.point - b.point), hands, alarmed, forbidden, note };
  const view = { scene, side, position, moves: [], record, ply: path.length, trace, result };
  return { event: "state", ...state, view, node, searching: null, analysing: null, can_undo: false, can_redo: false,
    verdict: null, draw: null, count: null };
}

/**
 * Makes the pieces of a position out of those of the one before.
 * @param {Pieces} pieces
 * @param {Taken} change
 */
export function changed(pieces, { gone, put }) {
  gone.forEach((point) => pieces.delete(point));
  put.forEach((piece) => pieces.set(piece.point, piece));
  return pieces;
}

/**
 * The moves that lead to a node.
 * @param {Tree} tree
 * @param {number} id
 */
function pathTo(tree, id) {
  const path = [];
  for (let node = tree.get(id); node && node.parent !== null; node = tree.get(node.parent)) path.unshift(node);
  return path;
}

/** What of the store is kept over a reload. */
const PLAIN = /** @type {const} */ (["games", "ruleGames", "templates", "players", "table", "kept", "keepsake"]);

/**
 * Keeps what the page knows, for one that is loaded while the server is gone.
 * @param {Store} store
 */
export function remember(store) {
  const { table, state, tree, taken, away } = store;
  if (!table || !state) return;
  const plain = Object.fromEntries(PLAIN.map((name) => [name, store[name]]));
  const text = JSON.stringify({ ...plain, state: away?.state ?? state, shown: state, tree: [...tree.values()],
    positions: [...taken.positions.values()], texts: [...taken.texts] });
  tab.set(KEPT, text);
  browser.set(KEPT, text);
}

/**
 * What was kept, if it can be read: another version of the page may have written it.
 * @returns {Partial<Store> | null}
 */
export function recalled() {
  try {
    const text = tab.get(KEPT) ?? browser.get(KEPT);
    if (text === null) return null;
    const { state, shown, tree, positions, texts, ...plain } = JSON.parse(text);
    /** @type {Tree} */
    const nodes = new Map(tree.map((/** @type {import("./tree.js").Node} */ node) => [node.id, node]));
    const taken = { positions: new Map(positions.map((/** @type {Taken} */ told) => [told.node, told])), texts: new Map(texts) };
    return { ...plain, state: shown, tree: nodes, growing: nodes, taken, away: { state } };
  } catch {
    return null;
  }
}
