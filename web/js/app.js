// The page: the header, the views under it, and the game that all of them share.

import { html, useEffect, useLayoutEffect, useMemo, useState } from "../vendor/htm-preact.js";
import { useConnection } from "./connection.js";
import { KeysWindow } from "./keyboard.js";
import { Lab } from "./lab/lab.js";
import { Library } from "./library.js";
import { Play } from "./play.js";
import { SettingsWindow } from "./settings.js";
import { OWN_RULES, defaults, seatsOf } from "./setup.js";
import { resume } from "./store.js";
import { LANGUAGES, choose, reading, t, useLanguage } from "./text.js";

/**
 * @typedef {import("./connection.js").Ask} Ask
 * @typedef {import("./connection.js").Dispatch} Dispatch
 * @typedef {import("./protocol.js").GameInfo} GameInfo
 * @typedef {import("./store.js").Store} Store
 */

/**
 * What every view is given. `known`: all games that can be named, one's own on the table included; `open` begins a
 * game by its text, `go:size=9`.
 * @typedef {{ store: Store, dispatch: Dispatch, ask: Ask, known: GameInfo[], open: (game: string) => void }} ViewProps
 */

/**
 * A view of the page. Its address is `#/NAME`, that of the first `#/`; its tab says `t(title)`.
 * @typedef {{ name: string, title: import("./text.js").Key, view: (props: ViewProps) => unknown }} View
 */

/** The views, in the order of their tabs. @type {View[]} */
const VIEWS = [
  { name: "", title: "nav.play", view: Play },
  { name: "lab", title: "nav.lab", view: Lab },
  { name: "library", title: "nav.library", view: Library },
];

/** Where a tab keeps its game over a reload. */
const KEPT = "wanqi-game";

/** The page. */
export function App() {
  const language = useLanguage();
  const { store, dispatch, ask } = useConnection();
  const { games, ruleGames, table, state, connected } = store;
  const hash = useHash();
  const [window, setWindow] = useState(/** @type {"" | "keys" | "settings"} */ (""));
  const own = table?.game === OWN_RULES ? table.info : null;
  const known = useMemo(() => [...games, ...ruleGames, ...(own ? [own] : [])], [games, ruleGames, own]);

  const open = (/** @type {string} */ named) => {
    const info = known.find((info) => info.name === named.split(":", 1)[0]) ?? games[0];
    ask({ request: "new", game: named || info.name, seats: seatsOf(defaults(info)) });
    // Named once: another visit to this address finds the game that was played here.
    if (viewOf(location.hash) === null) history.replaceState(null, "", location.pathname);
  };

  // The first game: the one that the address names, or that this tab had before, or the first of all.
  useEffect(() => {
    if (games.length === 0 || table) return;
    const named = viewOf(location.hash) === null ? location.hash.slice(1) : "";
    const kept = named === "" ? sessionStorage.getItem(KEPT) : null;
    sessionStorage.removeItem(KEPT);
    if (kept) ask(JSON.parse(kept));
    else open(named);
  }, [games, table]);
  useEffect(() => {
    const named = () => viewOf(location.hash) === null && open(location.hash.slice(1));
    addEventListener("hashchange", named);
    return () => removeEventListener("hashchange", named);
  }, [games]);
  useEffect(() => {
    // An address that names no game, or a game kept by another version of the app.
    if (!table && ["new", "resume"].includes(store.error?.request ?? "")) open("");
  }, [store.error]);
  // Kept before it is shown: a page that is left at once has it too.
  useLayoutEffect(() => {
    const request = resume(store);
    if (request) sessionStorage.setItem(KEPT, JSON.stringify(request));
  }, [state]);

  const { name, view } = VIEWS.find(({ name }) => name === viewOf(hash)) ?? VIEWS[0];
  return html`<header class="bar">
      <h1>Wanqi <span lang="zh">万棋</span></h1>
      ${VIEWS.length > 1 && html`<nav aria-label=${t("nav.label")}>
        ${VIEWS.map((view) => html`<a
          key=${view.name}
          href=${`#/${view.name}`}
          aria-current=${view.name === name ? "page" : null}
        >${t(view.title)}</a>`)}
      </nav>`}
      <span class="aside">
        <span class=${connected ? "link on" : "link off"} id="connection">${t(connected ? "page.connected" : "page.reconnecting")}</span>
        <button type="button" id="keys-open" aria-label=${t("keys.open")} title=${t("keys.open")} onClick=${() => setWindow("keys")}>?</button>
        <button type="button" id="settings-open" aria-label=${t("settings.open")} title=${t("settings.open")} onClick=${() => setWindow("settings")}>
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h9m5 0h2M4 17h2m5 0h9" /><circle cx="15.500" cy="7" r="2.500" /><circle cx="8.500" cy="17" r="2.500" /></svg>
        </button>
        <${LanguageMenu} />
      </span>
    </header>
    <${view} key=${`${name} ${language}`} store=${store} dispatch=${dispatch} ask=${ask} known=${known} open=${open} />
    ${window === "keys" && html`<${KeysWindow} close=${() => setWindow("")} />`}
    ${window === "settings" && html`<${SettingsWindow} close=${() => setWindow("")} />`}`;
}

function LanguageMenu() {
  return html`<select
    id="language"
    aria-label=${t("page.language")}
    value=${reading()}
    onChange=${(/** @type {Event} */ event) => {
      const chosen = LANGUAGES.find(([name]) => event.target instanceof HTMLSelectElement && name === event.target.value);
      if (chosen) choose(chosen[0]);
    }}
  >${LANGUAGES.map(([name, title]) => html`<option key=${name} value=${name}>${title}</option>`)}</select>`;
}

/** The part of the address after the page's, kept up with. */
function useHash() {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = () => setHash(location.hash);
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return hash;
}

/**
 * The name of the view that an address leads to; `null` if it names a game instead.
 * @param {string} hash
 */
function viewOf(hash) {
  if (hash === "" || hash === "#") return "";
  return hash.startsWith("#/") ? hash.slice(2).split("/", 1)[0] : null;
}
