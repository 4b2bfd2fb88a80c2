// The record of the game: every move, the one on the board marked, those taken back greyed.

import { html, useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { set, useSettings } from "./settings.js";
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

/** @type {Record<string, import("./text.js").Key>} */
const NOTATIONS = {
  san: "notation.san", uci: "notation.uci", chinese: "notation.chinese", wxf: "notation.wxf", ucci: "notation.ucci",
};

/**
 * The menu of a game's notations, where it has several; the one liked is kept for its next game.
 * @param {{ game: string, names: string[], now: string, ask: import("./connection.js").Ask }} props
 */
export function Notation({ game, names, now, ask }) {
  const { notations } = useSettings();
  const liked = notations[game];
  useEffect(() => {
    if (names.includes(liked) && liked !== now) ask({ request: "notation", name: liked });
  }, [names, liked, now]);
  if (names.length < 2) return null;
  return html`<select
    id="notation"
    aria-label=${t("moves.notation")}
    value=${now}
    onChange=${(/** @type {Event} */ event) => {
      const { target } = event;
      if (!(target instanceof HTMLSelectElement)) return;
      set({ notations: { ...notations, [game]: target.value } });
    }}
  >${names.map((name) => html`<option key=${name} value=${name}>${name in NOTATIONS ? t(NOTATIONS[name]) : name}</option>`)}</select>`;
}

/** @param {{ view: View, goto: (ply: number) => void, notation: unknown }} props */
export function Moves({ view, goto, notation }) {
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
    ${notation}
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
