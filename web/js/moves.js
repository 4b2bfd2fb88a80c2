// The record of the game: every move, the one on the board marked, those taken back greyed.

import { html, useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { said, t } from "./text.js";

/**
 * @typedef {import("./protocol.js").Fault} Fault
 * @typedef {import("./protocol.js").View} View
 */

/**
 * Both sides' turns in rows; a row begins with a turn of the first side. A turn may be several moves.
 * @param {View["record"]} record
 */
function rowsOf(record) {
  /** @type {{ text: string, ply: number }[][][]} */
  const rows = [];
  record.forEach(({ text, side }, i) => {
    const before = i === 0 ? 1 : record[i - 1].side;
    if (i === 0 || side < before) rows.push([[], []]);
    rows[rows.length - 1][side].push({ text, ply: i + 1 });
  });
  return rows;
}

/** @param {{ view: View, goto: (ply: number) => void }} props */
export function Moves({ view, goto }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const rows = useMemo(() => rowsOf(view.record), [view]);
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector("[aria-current]");
    if (!box || !(current instanceof HTMLElement)) return;
    // Scrolls the list alone; the page itself must not jump.
    box.scrollTop = current.offsetTop - box.clientHeight / 2;
  }, [view.ply, rows]);
  return html`<section class="card moves" aria-labelledby="moves-title">
    <h2 id="moves-title">${t("moves.title")} <span class="who">${t("moves.count", { ply: view.ply, all: view.record.length })}</span></h2>
    <ol id="moves" ref=${list} tabindex="0" aria-labelledby="moves-title">
      ${rows.map(
        (row, i) => html`<li key=${i}>
          <span class="number">${i + 1}.</span>
          ${row.map((turn, side) => html`<div class="turn">${turn.length === 0 && side === 0 ? html`<span class="gap">…</span>` : turn.map(
            ({ text, ply }) => html`<button
              type="button"
              key=${ply}
              data-ply=${ply}
              class=${ply > view.ply ? "undone" : ""}
              aria-current=${ply === view.ply ? "step" : null}
              onClick=${() => goto(ply)}
            >${text}</button>`,
          )}</div>`)}
        </li>`,
      )}
    </ol>
  </section>`;
}

/**
 * A move typed.
 * @param {{ active: boolean, example: string, fault: Fault | null, view: View, play: (text: string) => void,
 *           forgive: () => void }} props
 */
export function TypedMove({ active, example, fault, view, play, forgive }) {
  const [text, setText] = useState("");
  // What was sent has been made once the board changes; what is being written meanwhile stays.
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) setText("");
    sent.current = false;
  }, [view]);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim() === "") return;
    sent.current = true;
    play(text.trim());
  };
  return html`<form class="typed" onSubmit=${submit}>
    <label for="move">${t("moves.move")}</label>
    <input
      id="move"
      type="text"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      placeholder=${active && example ? t("moves.such-as", { move: example }) : ""}
      value=${text}
      aria-invalid=${fault ? "true" : null}
      aria-describedby="move-error"
      onInput=${(/** @type {InputEvent} */ event) => {
        if (event.target instanceof HTMLInputElement) setText(event.target.value);
        sent.current = false;
        forgive();
      }}
    />
    <button type="submit" id="play">${t("moves.play")}</button>
    <p id="move-error" class="fault" role="alert">${said(fault?.what ?? "")}</p>
  </form>`;
}
