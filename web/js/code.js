// A field to write a file in: line numbers, and what is wrong marked where it is.

import { html, useEffect, useRef } from "../vendor/htm-preact.js";

/** @typedef {import("./protocol.js").Diagnostic} Diagnostic */

/**
 * A plain text area, so that everything works that works in text areas. Behind it lies the same text, invisible but
 * for its marks, and beside it the numbers; both are scrolled along.
 * @param {{ id: string, label: string, text: string, found: Diagnostic[], write: (text: string) => void,
 *           shown: { at: [number, number] } | null, moved?: (caret: number | null) => void }} props
 *   `shown`: characters to select and scroll to, whenever another object is given. `moved` is told where the cursor is, and
 *   null when the field is left.
 */
export function Code({ id, label, text, found, write, shown, moved = () => {} }) {
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const back = useRef(/** @type {HTMLElement | null} */ (null));
  const numbers = useRef(/** @type {HTMLElement | null} */ (null));
  const lines = text.split("\n");
  const severities = new Map([...found].reverse().map(({ line, severity }) => [line, severity]));

  const follow = () => {
    if (!field.current || !back.current || !numbers.current) return;
    const { scrollTop, scrollLeft } = field.current;
    back.current.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    numbers.current.style.transform = `translateY(${-scrollTop}px)`;
  };
  const where = (/** @type {Event} */ event) => {
    if (event.target instanceof HTMLTextAreaElement) moved(event.target.selectionStart);
  };
  useEffect(follow, [text]);
  useEffect(() => {
    const box = field.current;
    if (!shown || !box) return;
    const [from, to] = shown.at.map((at) => [...text].slice(0, at).join("").length);
    box.focus();
    box.setSelectionRange(from, to);
    // Browsers scroll to a selection only when something is typed.
    const line = text.slice(0, from).split("\n").length;
    box.scrollTop = (line - 0.5) * (box.scrollHeight / lines.length) - box.clientHeight / 2;
  }, [shown]);

  return html`<div class="code">
    <div class="numbers" aria-hidden="true"><pre ref=${numbers}>${lines.map(
      (_, i) => html`<span key=${i} data-line=${i + 1} class=${severities.get(i + 1) ?? ""}>${i + 1}\n</span>`,
    )}</pre></div>
    <div class="paper">
      <pre class="back" ref=${back} aria-hidden="true">${marked(text, found)}</pre>
      <textarea
        id=${id}
        ref=${field}
        aria-label=${label}
        aria-invalid=${found.some(({ severity }) => severity === "error") ? "true" : null}
        spellcheck=${false}
        autocapitalize="off"
        autocomplete="off"
        wrap="off"
        value=${text}
        onInput=${(/** @type {InputEvent} */ event) => {
          if (!(event.target instanceof HTMLTextAreaElement)) return;
          write(event.target.value);
          moved(event.target.selectionStart);
        }}
        onScroll=${follow}
        onSelect=${where}
        onKeyUp=${where}
        onClick=${where}
        onBlur=${() => moved(null)}
      ></textarea>
    </div>
  </div>`;
}

/**
 * The text with its faulty characters in marks; of those that overlap, the first.
 * @param {string} text
 * @param {Diagnostic[]} found
 */
function marked(text, found) {
  const all = [...text];
  /** @type {(string | import("../vendor/htm-preact.js").VNode)[]} */
  const parts = [];
  let done = 0;
  const places = found.flatMap(({ at, severity }) => (at ? [{ from: at[0], to: at[1], severity }] : []));
  for (const { from, to, severity } of places.sort((a, b) => a.from - b.from)) {
    if (from < done || from > all.length) continue;
    const wrong = all.slice(from, to).join("");
    parts.push(all.slice(done, from).join(""), html`<mark class=${severity}>${wrong === "" || wrong === "\n" ? ` ${wrong}` : wrong}</mark>`);
    done = Math.max(to, from);
  }
  return [...parts, all.slice(done).join("")];
}
