// The record as text: pasted to get the game, copied out in the formats that others read; and the board as a picture.

import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { Pictures, download } from "./picture.js";
import { said, t } from "./text.js";

/**
 * @typedef {import("./connection.js").Ask} Ask
 * @typedef {import("./protocol.js").RecordFormat} RecordFormat
 * @typedef {import("./store.js").Store} Store
 */

/** The formats and how their files end. @type {[RecordFormat, string, string][]} */
const FORMATS = [
  ["pgn", "PGN", "pgn"], ["pdn", "PDN", "pdn"], ["sgf", "SGF", "sgf"], ["ggf", "GGF", "ggf"], ["moves", "", "txt"], ["json", "JSON", "json"],
];

/** @param {{ store: Store, game: string, fault: import("./protocol.js").Message, ask: Ask }} props */
export function RecordBox({ store, game, fault, ask }) {
  const [text, setText] = useState("");
  const [format, setFormat] = useState(/** @type {RecordFormat} */ ("pgn"));
  /** The text that was asked for, and what for. */
  const wanted = useRef({ id: 0, copy: true });
  const [done, setDone] = useState("");
  const { written, readRecord } = store;
  useEffect(() => {
    if (!written || written.id !== wanted.current.id) return;
    if (wanted.current.copy) {
      setText(written.text);
      // Where the browser does not let the page copy, the text is there to be copied by hand.
      navigator.clipboard?.writeText(written.text).then(() => setDone(t("record.copied")), () => {});
    } else {
      const ending = FORMATS.find(([name]) => name === format)?.[2] ?? "txt";
      download(new Blob([written.text], { type: "text/plain;charset=utf-8" }), `${game}.${ending}`);
    }
  }, [written]);
  useEffect(() => setDone(""), [store.state]);
  const write = (/** @type {boolean} */ copy) => {
    wanted.current = { id: ask({ request: "write_record", format }), copy };
  };
  const problems = readRecord?.problems ?? [];
  return html`<section class="record" aria-labelledby="record-title">
    <h2 id="record-title"><label for="record">${t("record.title")}</label></h2>
    <textarea
      id="record"
      rows="3"
      spellcheck=${false}
      autocapitalize="off"
      placeholder=${t("record.placeholder")}
      aria-describedby=${fault || problems.length > 0 ? "record-error" : null}
      value=${text}
      onInput=${(/** @type {InputEvent} */ event) => event.target instanceof HTMLTextAreaElement && setText(event.target.value)}
    ></textarea>
    <div class="row">
      <button type="button" id="record-open" disabled=${text.trim() === ""} onClick=${() => ask({ request: "read_record", text })}>${t("record.open")}</button>
      <select id="record-format" aria-label=${t("record.format")} value=${format} onChange=${(/** @type {Event} */ event) => {
        const chosen = FORMATS.find(([name]) => event.target instanceof HTMLSelectElement && name === event.target.value);
        if (chosen) setFormat(chosen[0]);
      }}>
        ${FORMATS.map(([name, title]) => html`<option key=${name} value=${name}>${title || t("record.moves")}</option>`)}
      </select>
      <button type="button" id="record-copy" onClick=${() => write(true)}>${t("record.copy")}</button>
      <button type="button" id="record-save" onClick=${() => write(false)}>${t("record.save")}</button>
    </div>
    <p id="record-error" class=${fault || problems.length > 0 ? "fault" : "fine"} role="status">
      ${fault ? said(fault) : problems.length > 0 ? problems.map((problem) => html`<span>${said(problem)}</span> `) : done}
    </p>
    <${Pictures} name=${game} />
  </section>`;
}
