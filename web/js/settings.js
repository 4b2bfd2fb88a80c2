// How somebody likes to play: kept in this browser, not in the game.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { browser } from "./storage.js";
import { t } from "./text.js";

/** How a touch places a piece. `auto`: sliding on boards too dense for a finger. @typedef {"auto" | "tap" | "confirm" | "slide"} Touch */
/** The colours of boards, see style/themes.css. @typedef {"classic" | "garden" | "slate"} Board */
/** @typedef {"classic" | "flat" | "letters"} Pieces */
/** @typedef {"written" | "pictures"} Characters */
/**
 * @typedef {object} Settings
 * @property {Touch} touch
 * @property {boolean} marks Whether pieces have marks beside their colours.
 * @property {boolean} numbers Whether stones have the numbers of their moves on them.
 * @property {boolean} sounds
 * @property {Board} board The colours of boards.
 * @property {Pieces} pieces How chessmen and stones are drawn.
 * @property {Characters} characters What stands on the discs of xiangqi.
 * @property {boolean} ponder Whether machines think while people do.
 * @property {Record<string, string>} notations The notation liked in a game.
 */

const KEPT = "wanqi-settings";

/** @type {Settings} */
let settings = {
  touch: "auto", marks: false, numbers: false, sounds: true, ponder: false, notations: {},
  board: "classic", pieces: "classic", characters: "written", ...stored(),
};
/** @type {Set<() => void>} */
const listeners = new Set();

/** The settings as they are. */
export const settingsNow = () => settings;

const colourBoards = () => {
  document.documentElement.dataset.board = settings.board;
};
colourBoards();

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
  browser.set(KEPT, JSON.stringify(settings));
  colourBoards();
  listeners.forEach((changed) => changed());
}

/** @returns {Partial<Settings>} */
function stored() {
  try {
    const kept = JSON.parse(browser.get(KEPT) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

/** What can be chosen among, and what it is called. @type {Record<"touch" | "board" | "pieces" | "characters", [string, import("./text.js").Key][]>} */
const CHOICES = {
  touch: [
    ["auto", "settings.touch-auto"], ["tap", "settings.touch-tap"], ["confirm", "settings.touch-confirm"],
    ["slide", "settings.touch-slide"],
  ],
  board: [["classic", "settings.board-classic"], ["garden", "settings.board-garden"], ["slate", "settings.board-slate"]],
  pieces: [["classic", "settings.pieces-classic"], ["flat", "settings.pieces-flat"], ["letters", "settings.pieces-letters"]],
  characters: [["written", "settings.characters-written"], ["pictures", "settings.characters-pictures"]],
};

/** The settings in a window of their own. @param {{ close: () => void }} props */
export function SettingsWindow({ close }) {
  const { marks, numbers, sounds, ponder, ...chosen } = useSettings();
  const box = (/** @type {"marks" | "numbers" | "sounds" | "ponder"} */ name, /** @type {boolean} */ value, /** @type {string} */ label) => html`<label class="check">
    <input id=${`settings-${name}`} type="checkbox" checked=${value} onChange=${() => set({ [name]: !value })} />
    <span>${label}</span>
  </label>`;
  const menu = (/** @type {keyof typeof CHOICES} */ name, /** @type {string} */ label) => html`<label class="field">
    <span>${label}</span>
    <select
      id=${`settings-${name}`}
      value=${chosen[name]}
      onChange=${(/** @type {Event} */ event) => event.target instanceof HTMLSelectElement && set({ [name]: event.target.value })}
    >${CHOICES[name].map(([value, key]) => html`<option key=${value} value=${value}>${t(key)}</option>`)}</select>
  </label>`;
  return html`<${Window} id="settings" title=${t("settings.title")} close=${close}>
    ${menu("touch", t("settings.touch"))}
    <div class="pair">${menu("board", t("settings.board"))}${menu("pieces", t("settings.pieces"))}</div>
    ${menu("characters", t("settings.characters"))}
    ${box("marks", marks, t("settings.marks"))}
    ${box("numbers", numbers, t("settings.numbers"))}
    ${box("sounds", sounds, t("settings.sounds"))}
    ${box("ponder", ponder, t("settings.ponder"))}
  <//>`;
}

/**
 * Something over the page; Escape closes it, and the rest cannot be reached meanwhile.
 * @param {{ id: string, title: string, close: () => void, children?: unknown }} props
 */
export function Window({ id, title, close, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  // Before anything is seen of it: a key that closes it must not come too early.
  useLayoutEffect(() => dialog.current?.showModal(), []);
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
