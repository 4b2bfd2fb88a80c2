// What is pasted anywhere on the page, where nobody is writing: rules, a position of the game on the board, or a record.

import { useEffect, useRef } from "../vendor/htm-preact.js";

/** How the text of a rule file begins a line. */
const RULES = /^\s*(board|name)\s*=/m;

/**
 * @param {{ store: import("./store.js").Store, ask: import("./connection.js").Ask, rules: import("./rule_file.js").RuleFileInHand }} props
 */
export function usePasted({ store, ask, rules }) {
  const latest = useRef({ store, rules });
  latest.current = { store, rules };
  /** The text that may be a position, and the number of the question whether it is. */
  const asked = useRef({ text: "", id: 0 });
  useEffect(() => {
    const pasted = (/** @type {ClipboardEvent} */ event) => {
      if (event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]")) return;
      const text = event.clipboardData?.getData("text/plain").trim() ?? "";
      if (text === "") return;
      event.preventDefault();
      if (RULES.test(text)) {
        latest.current.rules.write(text);
        latest.current.rules.play(text);
      } else if (latest.current.store.table && !text.includes("\n")) {
        asked.current = { text, id: ask({ request: "check", text }) };
      } else {
        ask({ request: "read_record", text });
      }
    };
    addEventListener("paste", pasted);
    return () => removeEventListener("paste", pasted);
  }, []);
  const { checked } = store;
  useEffect(() => {
    const { text, id } = asked.current;
    if (id === 0 || checked?.id !== id) return;
    asked.current = { text: "", id: 0 };
    ask(checked.fault ? { request: "read_record", text } : { request: "position", text });
  }, [checked]);
}
