// The page: the header, the views under it, and the game that all of them share.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { keyOf, placeOf } from "./address.js";
import { AwayBanner } from "./away_banner.js";
import { clockRequest } from "./clock.js";
import { useConnection } from "./connection.js";
import { Home } from "./home.js";
import { KeysWindow } from "./keyboard.js";
import { dressed, lazy } from "./lazy.js";
import { sharedRequest, useOpened } from "./opened.js";
import { Troubles } from "./outside.js";
import { usePasted } from "./pasted.js";
import { Play } from "./play.js";
import { forgetGame, leftAt, recentGames, rememberGame, wishFor } from "./remembered.js";
import { useDrop } from "./files.js";
import { useRuleFile } from "./rule_file.js";
import { SettingsWindow } from "./settings.js";
import { OWN_RULES, defaults, opponents, seatsOf } from "./setup.js";
import { resume } from "./store.js";
import { LANGUAGES, choose, reading, said, t, useLanguage } from "./text.js";
import { AnalysisRests, useWatching } from "./watching.js";

/**
 * @typedef {import("./connection.js").Ask} Ask
 * @typedef {import("./connection.js").Dispatch} Dispatch
 * @typedef {import("./protocol.js").GameInfo} GameInfo
 * @typedef {import("./store.js").Store} Store
 */

/**
 * What every view is given. `known`: all games that can be named, one's own on the table included; `open` goes to a
 * game by its text, `go:size=9`; `puzzle`: one that a link has brought; `rules`: the rule file that is being written.
 * @typedef {{ store: Store, dispatch: Dispatch, ask: Ask, known: GameInfo[], open: (game: string) => void,
 *             puzzle: import("./packed.js").SharedPuzzle | null, rules: import("./rule_file.js").RuleFileInHand }} ViewProps
 */

/**
 * A view of the page. Its address is `#/NAME`; its tab says `t(title)`.
 * @typedef {{ name: string, title: import("./text.js").Key, view: (props: ViewProps) => unknown }} View
 */

/** The views beside the board, in the order of their tabs. @type {View[]} */
const VIEWS = [
  { name: "lab", title: "nav.lab", view: lazy(async () => (await import("./lab/lab.js")).Lab) },
  { name: "puzzles", title: "nav.puzzles", view: lazy(async () => (await dressed("puzzles"), (await import("./puzzles.js")).Puzzles)) },
  { name: "tournament", title: "nav.tournament", view: lazy(async () => (await dressed("tournament"), (await import("./tournament.js")).Tournament)) },
  { name: "library", title: "nav.library", view: lazy(async () => (await import("./library.js")).Library) },
];
/** Views without a tab: home and the games lead there. @type {Omit<View, "title">[]} */
const ASIDE = [
  { name: "learn", view: lazy(async () => (await dressed("tournament"), (await import("./learn/learn.js")).Learn)) },
  { name: "jobs", view: lazy(async () => (await import("./jobs.js")).Jobs) },
];
const PARTS = [...VIEWS, ...ASIDE];
const NAMES = PARTS.map(({ name }) => name);

/** The page. */
export function App() {
  const language = useLanguage();
  const { store, dispatch, ask } = useConnection();
  const { games, ruleGames, table, state, connected } = store;
  const [hash, go] = useHash();
  const place = useMemo(() => placeOf(hash, NAMES), [hash]);
  const [window, setWindow] = useState(/** @type {"" | "keys" | "settings"} */ (""));
  const own = table?.game === OWN_RULES ? table.info : null;
  const known = useMemo(() => [...games, ...ruleGames, ...(own ? [own] : [])], [games, ruleGames, own]);

  /** The address of the game on the table, and of the one that was asked for and is not there yet. */
  const laid = useRef("");
  const wanted = useRef("");
  /** Whether the game of the link at the address has been asked for. */
  const linkAsked = useRef(false);
  const [missing, setMissing] = useState("");

  // Who comes back goes on with what was played last.
  useLayoutEffect(() => {
    if (place.view === "start") go(recentGames()[0]?.key ?? "#/", "replace");
  }, [place]);

  // The game that the address names is laid on the table.
  useEffect(() => {
    if (place.view !== "play" || games.length === 0 || !connected) return;
    setMissing("");
    const { key, game, kept, shared } = place;
    if (wanted.current === key || (laid.current === key && !shared)) return;
    wanted.current = key;
    const left = shared ? null : leftAt(key);
    if (left) ask(left);
    else if (kept !== null) ask({ request: "resume", game: kept });
    else if (shared) ask(sharedRequest({ ...place, shared }));
    else ask(asWishedFor(game, known));
  }, [place, games, connected]);

  useLayoutEffect(() => {
    if (!table) return;
    // A game that the address did not ask for has an address of its own.
    const key = wanted.current || keyOf(table.game);
    wanted.current = "";
    laid.current = key;
    const { hash } = location;
    // One that was asked for before the link leaves the address to it.
    if (place.view === "packed" && !linkAsked.current) return;
    if ((place.view === "play" && place.shared && place.key === key) || place.view === "packed") go(keyOf(table.game), "replace");
    else if (hash !== key) go(key, "push");
  }, [table]);

  useEffect(() => {
    // After a reconnection the same game is laid again.
    if (connected && laid.current !== "" && wanted.current === "") wanted.current = laid.current;
  }, [connected]);

  useEffect(() => {
    if (!store.error || !["new", "resume"].includes(store.error.request ?? "") || wanted.current === "") return;
    const key = wanted.current;
    wanted.current = "";
    if (leftAt(key)) {
      // A game kept by another version of the app, or in a library that is gone: it begins anew.
      forgetGame(key);
      go(`${key}`, "again");
    } else {
      setMissing(said(store.error.fault.what));
    }
  }, [store.error]);

  // Kept before it is shown: a page that is left at once has it too.
  useLayoutEffect(() => {
    const request = resume(store);
    if (!request || !table || !state || laid.current === "") return;
    rememberGame({
      key: laid.current, game: table.game, title: table.info.title, title_zh: table.info.title_zh,
      ...opponents(table.info, state.players), ply: state.view.ply, over: state.view.result !== null, resume: request,
    });
  }, [state]);

  const rules = useRuleFile({ store, ask, shown: () => place.view !== "play" && go(keyOf(table?.game ?? ""), "push") });
  const openFiles = async (/** @type {Iterable<File>} */ files) => {
    for (const file of files) {
      if (file.name.endsWith(".toml")) rules.openFile(file);
      else ask({ request: "read_record", text: await file.text() });
    }
  };
  const held = useDrop((file) => void openFiles([file]));
  usePasted({ store, ask, rules });

  const [puzzle, setPuzzle] = useState(/** @type {import("./packed.js").SharedPuzzle | null} */ (null));
  const unopened = useOpened({ store, ask, text: place.view === "packed" ? place.text : null,
    showPuzzle: (puzzle) => {
      setPuzzle(puzzle);
      go("#/puzzles", "replace");
    },
    playRules: rules.play, asked: linkAsked,
    // What is being written here is not lost to what others have written.
    showRules: (text) => rules.text === null && rules.write(text) });

  const part = place.view === "part" ? PARTS.find(({ name }) => name === place.name) : null;
  const isHome = place.view === "home" || missing !== "" || unopened !== "";
  const props = { store, dispatch, ask, known, rules, puzzle, open: (/** @type {string} */ game) => go(keyOf(game), "push") };
  const playing = laid.current || "#/";
  useWatching(ask, connected, place.view === "play" && !isHome);
  return html`<header class="bar">
      <h1><a href="#/" aria-current=${isHome ? "page" : null}>Wanqi <span lang="zh">万棋</span></a></h1>
      <nav aria-label=${t("nav.label")}>
        ${table && html`<a href=${playing} aria-current=${place.view === "play" ? "page" : null}>${t("nav.play")}</a>`}
        ${VIEWS.map((view) => html`<a
          key=${view.name}
          href=${`#/${view.name}`}
          aria-current=${view === part ? "page" : null}
        >${t(view.title)}</a>`)}
      </nav>
      <span class="aside">
        <${AnalysisRests} state=${state} />
        <span class=${connected ? "link on" : "link off"} id="connection">${t(connected ? "page.connected" : "page.reconnecting")}</span>
        <button type="button" id="keys-open" aria-label=${t("keys.open")} title=${t("keys.open")} onClick=${() => setWindow("keys")}>?</button>
        <button type="button" id="settings-open" aria-label=${t("settings.open")} title=${t("settings.open")} onClick=${() => setWindow("settings")}>
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h9m5 0h2M4 17h2m5 0h9" /><circle cx="15.500" cy="7" r="2.500" /><circle cx="8.500" cy="17" r="2.500" /></svg>
        </button>
        <${LanguageMenu} />
      </span>
    </header>
    <${AwayBanner} store=${store} />
    <${Troubles} store=${store} dispatch=${dispatch} />
    ${part ? html`<${part.view} key=${`${part.name} ${language}`} ...${props} />`
      : isHome ? html`<${Home} key=${language} fault=${missing || unopened} open=${openFiles} write=${() => rules.edit(null)} />`
      : html`<${Play} key=${language} ...${props} />`}
    ${held && html`<div class="drop" aria-hidden="true"><p>${t("home.held")}</p></div>`}
    ${window === "keys" && html`<${KeysWindow} close=${() => setWindow("")} />`}
    ${window === "settings" && html`<${SettingsWindow} close=${() => setWindow("")} />`}`;
}

/**
 * A new game as somebody wished for it the last time.
 * @param {string} game
 * @param {GameInfo[]} known
 * @returns {import("./protocol.js").Request}
 */
function asWishedFor(game, known) {
  const info = known.find(({ name }) => game === name || game.startsWith(`${name}:`));
  const wish = info ? wishFor(info.name) : null;
  const choice = wish?.choice ?? (info ? defaults(info) : null);
  return { request: "new", game, seats: choice ? seatsOf(choice) : [null, null], ...clockRequest(wish?.timing ?? null) };
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

/**
 * The part of the address after the page's, kept up with; and the way to another: beside this one in the history, or in
 * its place, or the same again.
 * @returns {[string, (hash: string, how: "push" | "replace" | "again") => void]}
 */
function useHash() {
  const [at, setAt] = useState({ hash: location.hash });
  useEffect(() => {
    const changed = () => setAt({ hash: location.hash });
    addEventListener("hashchange", changed);
    addEventListener("popstate", changed);
    // A link may have been followed since the address was read, before anybody listened.
    setAt((read) => (read.hash === location.hash ? read : { hash: location.hash }));
    return () => {
      removeEventListener("hashchange", changed);
      removeEventListener("popstate", changed);
    };
  }, []);
  const go = (/** @type {string} */ hash, /** @type {"push" | "replace" | "again"} */ how) => {
    if (how === "push") history.pushState(null, "", hash);
    else if (how === "replace") history.replaceState(null, "", hash);
    setAt({ hash });
  };
  return [at.hash, go];
}
