// How somebody likes to play: kept in this browser, not in the game.

import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { t } from "./text.js";

/** How a touch places a piece. `auto`: sliding on boards too dense for a finger. @typedef {"auto" | "tap" | "confirm" | "slide"} Touch */
/**
 * @typedef {object} Settings
 * @property {Touch} touch
 * @property {boolean} marks Whether pieces have marks beside their colours.
 * @property {boolean} ponder Whether machines think while people do.
 * @property {Record<string, string>} notations The notation liked in a game.
 */

const KEPT = "wanqi-settings";

/** @type {Settings} */
let settings = { touch: "auto", marks: false, ponder: false, notations: {}, ...stored() };
/** @type {Set<() => void>} */
const listeners = new Set();

/** The settings, rendered again when they change. */
export function useSettings() {
  const [now, setNow] = useState(settings);
  useEffect(() => {
    const changed = () => setNow(settings);
    listeners.add(changed);
    return () => void listeners.delete(changed);
  }, []);
  return now;
}

/** @param {Partial<Settings>} some */
export function set(some) {
  settings = { ...settings, ...some };
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing: they last as long as the page.
  }
  listeners.forEach((changed) => changed());
}

/** @returns {Partial<Settings>} */
function stored() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

/** @type {[Touch, import("./text.js").Key][]} */
const TOUCHES = [
  ["auto", "settings.touch-auto"], ["tap", "settings.touch-tap"], ["confirm", "settings.touch-confirm"],
  ["slide", "settings.touch-slide"],
];

/** The settings in a window of their own. @param {{ close: () => void }} props */
export function SettingsWindow({ close }) {
  const { touch, marks, ponder } = useSettings();
  const box = (/** @type {"marks" | "ponder"} */ name, /** @type {boolean} */ value, /** @type {string} */ label) => html`<label class="check">
    <input id=${`settings-${name}`} type="checkbox" checked=${value} onChange=${() => set({ [name]: !value })} />
    <span>${label}</span>
  </label>`;
  return html`<${Window} id="settings" title=${t("settings.title")} close=${close}>
    <label class="field">
      <span>${t("settings.touch")}</span>
      <select
        id="settings-touch"
        value=${touch}
        onChange=${(/** @type {Event} */ event) => {
          const found = TOUCHES.find(([name]) => event.target instanceof HTMLSelectElement && event.target.value === name);
          if (found) set({ touch: found[0] });
        }}
      >${TOUCHES.map(([name, key]) => html`<option key=${name} value=${name}>${t(key)}</option>`)}</select>
    </label>
    ${box("marks", marks, t("settings.marks"))}
    ${box("ponder", ponder, t("settings.ponder"))}
  <//>`;
}

/**
 * Something over the page; Escape closes it, and the rest cannot be reached meanwhile.
 * @param {{ id: string, title: string, close: () => void, children?: unknown }} props
 */
export function Window({ id, title, close, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  return html`<dialog
    id=${id}
    class="card window"
    ref=${dialog}
    aria-labelledby=${`${id}-title`}
    onClose=${close}
    onClick=${(/** @type {Event} */ event) => event.target === dialog.current && close()}
  >
    <div class="head">
      <h2 id=${`${id}-title`}>${title}</h2>
      <button type="button" class="close" onClick=${close}>${t("settings.close")}</button>
    </div>
    ${children}
  </dialog>`;
}
