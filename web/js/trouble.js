// What has befallen a page that has no server, in words: an engine that stops, a library that is not kept, a network that is missing, threads
// that do not begin.

import { html } from "../vendor/htm-preact.js";
import { said, t } from "./text.js";

/** @typedef {import("./transport.js").Trouble} Trouble */

/** @type {Record<Trouble["kind"], import("./text.js").Key>} */
const WORDS = {
  "no-wasm": "trouble.no-wasm",
  "cannot-start": "trouble.cannot-start",
  died: "trouble.died",
  silent: "trouble.silent",
  "other-tab": "trouble.other-tab",
  refused: "trouble.refused",
  full: "trouble.full",
  missing: "trouble.missing",
  unthreaded: "trouble.unthreaded",
};

/** @param {{ store: import("./store.js").Store, dispatch: import("./connection.js").Dispatch }} props */
export function Troubles({ store: { troubles, connected }, dispatch }) {
  /** @param {"engine" | "library" | "data" | "threads"} what */
  const told = (what) => {
    const trouble = troubles[what];
    if (!trouble) return null;
    const isBack = what === "engine" && connected;
    return html`<p id=${`trouble-${what}`} class="trouble" data-kind=${trouble.kind}>
      <span>${t(WORDS[trouble.kind], { why: said(trouble.why) })} ${isBack && t("trouble.back")}</span>
      <button type="button" aria-label=${t("trouble.close")} title=${t("trouble.close")} onClick=${() => dispatch({ does: "trouble", what, trouble: null })}>×</button>
    </p>`;
  };
  // There before it has anything to say: only then is it read out.
  return html`<div role="status" aria-live="polite">${told("engine")}${told("library")}${told("data")}${told("threads")}</div>`;
}
