// The position as text, in step with the board both ways.

import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { said, t } from "./text.js";

/** @typedef {import("./protocol.js").Fault} Fault */
/** @typedef {import("./protocol.js").SideLook} SideLook */

const PAUSE_IN_TYPING = 200;

/**
 * @param {{ position: string, sides: SideLook[], fault: Fault | null, checked: { id: number, fault: Fault | null } | null,
 *           apply: (text: string) => void, check: (text: string) => number, edit: (() => void) | null }} props
 *   `fault`: what the last position sent met; `check` asks whether a text is a position and gives the number of the
 *   answer in `checked`; `edit`: to put it together by hand, where it can be.
 */
export function Position({ position, sides, fault, checked, apply, check, edit }) {
  /** The text while it differs from the board. */
  const [draft, setDraft] = useState(/** @type {string | null} */ (null));
  const [asked, setAsked] = useState(0);
  const box = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const timer = useRef(0);

  // The board has moved: the box follows, unless somebody is writing in it.
  useEffect(() => {
    if (document.activeElement !== box.current || draft?.trim() === position) setDraft(null);
  }, [position]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const write = (/** @type {string} */ text) => {
    clearTimeout(timer.current);
    setAsked(0);
    setDraft(text === position ? null : text);
    if (text !== position) timer.current = setTimeout(() => setAsked(check(text)), PAUSE_IN_TYPING);
  };
  const submit = () => {
    clearTimeout(timer.current);
    if (draft !== null) apply(draft);
  };
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && !event.shiftKey) submit();
    else if (event.key === "Escape") setDraft(null);
    else return;
    event.preventDefault();
  };
  const wrong = draft === null ? null : checked && checked.id === asked ? checked.fault : fault;
  const fine = draft !== null && checked?.id === asked && asked !== 0 && !wrong;
  return html`<section class="position" aria-labelledby="position-title">
    <h2 id="position-title"><label for="position">${t("position.title")}</label></h2>
    <textarea
      id="position"
      ref=${box}
      rows="3"
      spellcheck=${false}
      autocapitalize="off"
      aria-describedby=${wrong ? "position-error" : null}
      aria-invalid=${wrong ? "true" : null}
      value=${draft ?? position}
      onInput=${(/** @type {InputEvent} */ event) => event.target instanceof HTMLTextAreaElement && write(event.target.value)}
      onKeyDown=${pressed}
    ></textarea>
    <div class="row">
      <button type="button" id="apply" disabled=${draft === null} onClick=${submit}>${t("position.apply")}</button>
      <button type="button" id="revert" disabled=${draft === null} onClick=${() => setDraft(null)}>${t("position.back")}</button>
      ${edit && html`<button type="button" id="edit" onClick=${edit}>${t("editor.begin")}</button>`}
    </div>
    <p id="position-error" class=${fine ? "fine" : "fault"} role="status">
      ${wrong ? html`${said(wrong.what, sides)}${excerpt(draft ?? "", wrong.at)}` : fine ? t("position.fine") : ""}
    </p>
  </section>`;
}

/**
 * The characters that are wrong, with a little of what is around them.
 * @param {string} text
 * @param {[number, number] | null} at
 */
function excerpt(text, at) {
  if (!at) return null;
  const all = [...text.trim()];
  const [from, to] = at;
  const before = all.slice(Math.max(0, from - 12), from).join("");
  const after = all.slice(to, to + 12).join("");
  return html`<code>${from > 12 ? "…" : ""}${before}<mark>${all.slice(from, to).join("") || " "}</mark>${after}${to + 12 < all.length ? "…" : ""}</code>`;
}
