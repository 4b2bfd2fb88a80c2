// A position put together by hand: pieces are put on the board, moved and taken off, and the machine says whether a game
// can go on from what stands there.

import { html, useEffect, useMemo, useState } from "../vendor/htm-preact.js";
import { figureName } from "./cells.js";
import { pieceOf } from "./pieces.js";
import { named, said, sideName, t } from "./text.js";

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
function isOf({ side, letter, look }, kind) {
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

/**
 * What can be put on the board, who is to move, and what is wrong with it.
 * @param {{ table: Table, editing: Editing, answer: import("./protocol.js").SetUp | null, flipped: boolean,
 *           ask: import("./connection.js").Ask }} props `answer`: to the last question whether it is a position.
 */
export function Editor({ table, editing, answer, flipped, ask }) {
  const { draft, tool, choose, change, close } = editing;
  const { layout, kinds } = table;
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    setAsked(ask({ request: "set_up", pieces: draft.pieces.map(({ point, letter }) => [point, letter]), side: draft.side }));
  }, [draft]);
  const known = answer?.id === asked ? answer : null;
  const name = (/** @type {Piece} */ kind) => t("board.piece", { side: sideName(layout.sides[kind.side]), piece: named("look", figureName(kind)) });
  const button = (/** @type {Tool} */ to, /** @type {string} */ id, /** @type {string} */ label) => html`<button type="button" id=${id}
    aria-pressed=${tool === to ? "true" : "false"} onClick=${() => choose(to)}>${label}</button>`;
  return html`<section class="editor" aria-labelledby="editor-title">
    <h2 id="editor-title">${t("editor.title")}</h2>
    <p class="fine">${t("editor.help")}</p>
    ${([0, 1]).map((side) => html`<div class="spare" role="group" key=${side} aria-label=${sideName(layout.sides[side])}>
      ${kinds.filter((kind) => kind.side === side).map((kind) => html`<button type="button" key=${kind.letter} data-kind=${kind.letter} title=${name(kind)}
        aria-label=${name(kind)} aria-pressed=${typeof tool !== "string" && isOf(tool, kind) ? "true" : "false"} onClick=${() => choose(kind)}>
        <svg viewBox="-50 -50 100 100" aria-hidden="true">${pieceOf(layout, kind, flipped)}</svg></button>`)}
    </div>`)}
    <div class="row">
      ${button("move", "editor-move", t("editor.move"))}
      ${button("erase", "editor-erase", t("editor.erase"))}
      <button type="button" id="editor-clear" onClick=${() => change({ ...draft, pieces: [] })}>${t("editor.clear")}</button>
    </div>
    <label class="field"><span>${t("editor.side")}</span>
      <select id="editor-side" value=${String(draft.side)} onChange=${(/** @type {Event} */ event) =>
        event.target instanceof HTMLSelectElement && change({ ...draft, side: event.target.value === "1" ? 1 : 0 })}>
        ${layout.sides.map((side, i) => html`<option key=${i} value=${String(i)}>${sideName(side)}</option>`)}
      </select></label>
    <p id="editor-fault" class="fault" role="status">${known?.fault ? said(known.fault.what, layout.sides) : ""}</p>
    <p class="fine" id="editor-text">${known?.text ?? ""}</p>
    <div class="row ends">
      <button type="button" id="editor-cancel" onClick=${close}>${t("editor.leave")}</button>
      <button type="button" id="editor-use" class="primary" disabled=${!known || known.fault !== null} onClick=${() => {
        if (known) ask({ request: "position", text: known.text });
        close();
      }}>${t("editor.use")}</button>
    </div>
  </section>`;
}
