// What is said about the move on the board, and its place in the tree.

import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { erased, takePencil, usePencil } from "./drawings.js";
import { INKS, remarksOf, reworded } from "./remarks.js";
import { t } from "./text.js";
import { signOf } from "./tree.js";

/** @typedef {import("./tree.js").Tree} Tree */

/** The marks that a person may put. */
const MARKS = [3, 1, 5, 6, 2, 4];
const PAUSE_IN_TYPING = 600;

/** @param {{ tree: Tree, node: number, ask: import("./connection.js").Ask }} props */
export function Annotations({ tree, node, ask }) {
  const [open, setOpen] = useState(false);
  const move = tree.get(node);
  const main = onMainLine(tree, node);
  const marks = move?.marks ?? [];
  const mark = (/** @type {number} */ number) => {
    const others = marks.filter((other) => !MARKS.includes(other));
    ask({ request: "annotate", node, marks: marks.includes(number) ? others : [number, ...others] });
  };
  return html`<details class="annotations" open=${open} onToggle=${(/** @type {Event} */ event) =>
      event.target instanceof HTMLDetailsElement && setOpen(event.target.open)}>
    <summary id="annotate">${t("annotate.title")}</summary>
    ${open && move && html`
      <div class="row marks" role="group" aria-label=${t("annotate.marks")}>
        ${MARKS.map((number) => html`<button type="button" key=${number} data-put-mark=${number} disabled=${node === 0}
          aria-pressed=${marks.includes(number) ? "true" : "false"} onClick=${() => mark(number)}>${signOf(number)}</button>`)}
      </div>
      <${Comment} key=${node} text=${move.words} write=${(/** @type {string} */ words) =>
        ask({ request: "annotate", node, comment: reworded(move.comment ?? "", words) })} />
      <${Pencil} comment=${move.comment ?? ""} write=${(/** @type {string} */ comment) => ask({ request: "annotate", node, comment })} />
      <div class="row">
        <button type="button" id="promote" disabled=${main} onClick=${() => ask({ request: "promote", node })}>${t("annotate.promote")}</button>
        <button type="button" id="make-main" disabled=${main} onClick=${() => ask({ request: "promote", node, main: true })}>${t("annotate.main")}</button>
        <button type="button" id="delete" disabled=${node === 0} onClick=${() => ask({ request: "delete", node })}>${t("annotate.delete")}</button>
      </div>`}
  </details>`;
}

/** What colours of the pencil are called. @type {Record<import("./remarks.js").Ink, import("./text.js").Key>} */
const CALLED = { G: "annotate.green", R: "annotate.red", Y: "annotate.yellow", B: "annotate.blue" };

/**
 * Circles and arrows on the board, for hands without a right mouse button.
 * @param {{ comment: string, write: (comment: string) => void }} props
 */
function Pencil({ comment, write }) {
  const held = usePencil();
  const { drawn, marks } = remarksOf(comment);
  // Who closes this box means to play.
  useEffect(() => () => takePencil(null), []);
  return html`<div class="row pencil" role="group" aria-label=${t("annotate.draw")} title=${t("annotate.draw-how")}>
    <span aria-hidden="true">${t("annotate.draw")}</span>
    ${INKS.map((ink) => html`<button type="button" key=${ink} data-ink=${ink} aria-label=${t(CALLED[ink])} title=${t(CALLED[ink])}
      aria-pressed=${held === ink ? "true" : "false"} onClick=${() => takePencil(held === ink ? null : ink)}>
      <svg viewBox="0 0 20 20" aria-hidden="true"><circle class=${`ink-${ink}`} cx="10" cy="10" r="7" /></svg>
    </button>`)}
    <button type="button" id="erase" disabled=${drawn.length + marks.length === 0} onClick=${() => write(erased(comment))}>${t("annotate.erase")}</button>
  </div>`;
}

/**
 * A comment, sent when the writing pauses.
 * @param {{ text: string, write: (text: string) => void }} props
 */
function Comment({ text, write }) {
  const [draft, setDraft] = useState(/** @type {string | null} */ (null));
  const latest = useRef({ draft, write });
  latest.current = { draft, write };
  const send = () => {
    const { draft, write } = latest.current;
    if (draft !== null) write(draft);
  };
  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(send, PAUSE_IN_TYPING);
    return () => clearTimeout(timer);
  }, [draft]);
  // What was written is not lost when another move is looked at.
  useEffect(() => () => send(), []);
  return html`<label class="field"><span>${t("annotate.comment")}</span>
    <textarea
      id="comment"
      rows="3"
      maxlength="4000"
      value=${draft ?? text}
      onInput=${(/** @type {InputEvent} */ event) => event.target instanceof HTMLTextAreaElement && setDraft(event.target.value)}
      onBlur=${send}
    ></textarea>
  </label>`;
}

/**
 * Whether a node is on the main line.
 * @param {Tree} tree
 * @param {number} node
 */
function onMainLine(tree, node) {
  for (let at = tree.get(node); at; at = tree.get(at.parent ?? -1)) {
    const parent = tree.get(at.parent ?? -1);
    if (parent && parent.children[0] !== at.id) return false;
  }
  return true;
}
