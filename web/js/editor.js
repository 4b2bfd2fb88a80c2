// What is beside a board that is set up: the pieces to put there, who is to move, and what is wrong with it.

import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { figureName } from "./cells.js";
import { pieceOf } from "./pieces.js";
import { isOf } from "./set_up.js";
import { named, said, sideName, t } from "./text.js";

/**
 * @typedef {import("./protocol.js").Piece} Piece
 * @typedef {import("./protocol.js").Table} Table
 * @typedef {import("./set_up.js").Editing} Editing
 * @typedef {import("./set_up.js").Tool} Tool
 */

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
