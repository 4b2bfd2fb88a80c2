// A position put together by hand: pieces are put on the board, moved and taken off, and the machine says whether a game
// can go on from what stands there.

import { useEffect, useMemo, useState } from "../vendor/htm-preact.js";

/**
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./protocol.js").MoveView} MoveView
 * @typedef {import("./protocol.js").Piece} Piece
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {import("./protocol.js").Table} Table
 * @typedef {import("./protocol.js").View} View
 */

/** What a click on the board does: puts this piece there, takes off what is there, or moves it. @typedef {Piece | "erase" | "move"} Tool */
/** @typedef {{ pieces: Piece[], side: Side }} Draft */
/** @typedef {{ draft: Draft, tool: Tool, choose: (tool: Tool) => void, change: (draft: Draft) => void, close: () => void }} Editing */

/**
 * The board while it is set up; `null` while it is not.
 * @param {Table | null} table
 * @returns {{ editing: Editing | null, begin: (view: View) => void }}
 */
export function useEditor(table) {
  const [draft, setDraft] = useState(/** @type {Draft | null} */ (null));
  const [tool, setTool] = useState(/** @type {Tool} */ ("move"));
  const close = () => setDraft(null);
  useEffect(close, [table]);
  const begin = (/** @type {View} */ { scene, side }) => {
    const stands = (/** @type {Piece} */ piece) => table?.kinds.some((kind) => isOf(piece, kind));
    const pieces = scene.pieces.filter(stands);
    setDraft({ pieces, side });
    // On an empty board there is nothing to move.
    setTool(pieces.length > 0 ? "move" : table?.kinds[0] ?? "move");
  };
  return { editing: draft && { draft, tool, choose: setTool, change: setDraft, close }, begin };
}

/** @param {Piece} piece @param {Piece} kind */
export function isOf({ side, letter, look }, kind) {
  return side === kind.side && letter === kind.letter && look === kind.look;
}

/**
 * The board as it is set up, in the form in which a game's board is told: every change that a click can make is a move.
 * @param {Layout | undefined} layout
 * @param {Editing | null} editing
 * @returns {{ view: View, put: Piece | null, play: (text: string) => void } | null}
 */
export function useSetUp(layout, editing) {
  const view = useMemo(() => {
    if (!editing || !layout) return null;
    const { draft: { pieces, side }, tool } = editing;
    const points = layout.points.map((_, point) => point);
    /** @type {MoveView[]} */
    const moves = tool === "move"
      ? pieces.flatMap(({ point: from }) => points.filter((to) => to !== from).map((to) => ({ text: `${from} ${to}`, steps: [{ point: [from] }, { point: [to] }] })))
      : (tool === "erase" ? pieces.map(({ point }) => point) : points).map((point) => ({ text: `${point}`, steps: [{ point: [point] }] }));
    const position = pieces.map(({ point, letter }) => `${point}${letter}`).join(" ");
    const scene = { pieces, hands: [], alarmed: [], forbidden: [], note: "" };
    return { scene, side: typeof tool === "string" ? side : tool.side, position, moves, record: [], ply: 0, trace: [], result: null };
  }, [layout, editing?.draft, editing?.tool]);
  if (!editing || !view) return null;
  const { draft, tool, change } = editing;
  const play = (/** @type {string} */ text) => {
    const [at, to] = text.split(" ").map(Number);
    const found = draft.pieces.find(({ point }) => point === at);
    const others = draft.pieces.filter(({ point }) => point !== at && point !== to);
    // The same piece once more takes it off.
    const put = tool === "move" ? (found ? [{ ...found, point: to }] : [])
      : tool === "erase" || (found && isOf(found, tool)) ? [] : [{ ...tool, point: at }];
    change({ ...draft, pieces: [...others, ...put] });
  };
  return { view, put: typeof tool === "string" ? null : tool, play };
}
