// Keys for everything that has a button.

import { html, useEffect, useRef } from "../vendor/htm-preact.js";
import { Window } from "./settings.js";
import { t } from "./text.js";

/** Which button a key presses, by its id. @type {[string, string, import("./text.js").Key][]} */
const KEYS = [
  ["u", "undo", "play.undo"], ["r", "redo", "play.redo"], ["h", "hint", "play.hint"], ["s", "stop", "play.stop"],
  ["p", "pause", "keys.pause"], [".", "step", "play.step"], ["f", "flip", "play.flip"], ["n", "new-game", "setup.new"],
  ["d", "draw", "play.draw"], ["m", "move", "keys.move"], ["b", "board", "keys.board"],
  ["a", "analyse", "keys.analyse"], ["x", "threat", "keys.threat"], ["e", "next-mistake", "analysis.next-mistake"], ["?", "keys", "keys.title"],
];

/** Listens to keys pressed outside of fields. */
export function useKeys() {
  const pressed = useRef((/** @type {KeyboardEvent} */ event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target instanceof HTMLElement && target.closest("input, textarea, select, dialog[open]")) return;
    const known = KEYS.find(([known]) => known === key.toLowerCase());
    if (!known) return;
    const id = known[1];
    // What stands in another tab of the panel is shown first.
    const found = document.getElementById(id === "keys" ? "keys-open" : id);
    const tab = found?.closest("[role=tabpanel][hidden]")?.getAttribute("aria-labelledby");
    if (tab) document.getElementById(tab)?.click();
    if (id === "board") {
      const cell = found?.querySelector("[data-point][tabindex='0']");
      if (cell instanceof SVGElement) cell.focus();
    } else if (found instanceof HTMLInputElement) {
      if (tab) requestAnimationFrame(() => found.focus());
      else found.focus();
    } else if (found instanceof HTMLButtonElement && !found.disabled) {
      found.click();
    } else {
      return;
    }
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener("keydown", pressed.current);
    return () => removeEventListener("keydown", pressed.current);
  }, []);
}

/** What the keys do. @param {{ close: () => void }} props */
export function KeysWindow({ close }) {
  return html`<${Window} id="keys" title=${t("keys.title")} close=${close}>
    <dl class="keys">
      ${KEYS.map(([key, , title]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${t(title)}</dd></div>`)}
      <div><dt><kbd>← ↑ → ↓</kbd></dt><dd>${t("keys.arrows")}</dd></div>
      <div><dt><kbd>← → ↑ ↓</kbd></dt><dd>${t("keys.walk")}</dd></div>
      <div><dt><kbd>Enter</kbd></dt><dd>${t("keys.enter")}</dd></div>
      <div><dt><kbd>Esc</kbd></dt><dd>${t("keys.escape")}</dd></div>
    </dl>
  <//>`;
}
