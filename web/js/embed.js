// The page inside somebody else's: one board with its moves, the lab's tree or its ladder, or a puzzle. Its size is the frame's.

import { html, useCallback, useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { placeOf, thisPage } from "./address.js";
import { Board } from "./board.js";
import { useConnection } from "./connection.js";
import { WISHES } from "./embedded.js";
import { geometry } from "./geometry.js";
import { Headers } from "./headers.js";
import { dressed, lazy } from "./lazy.js";
import { Moves, StepButtons, stepsOf } from "./moves.js";
import { sharedRequest, useOpened } from "./opened.js";
import { Troubles } from "./outside.js";
import { OWN_RULES, defaults, seatsOf } from "./setup.js";
import { Status } from "./status.js";
import { useSwipe } from "./swipe.js";
import { said, t, useLanguage } from "./text.js";
import { lineOf } from "./tree.js";

/**
 * @typedef {import("./connection.js").Ask} Ask
 * @typedef {import("./protocol.js").GameInfo} GameInfo
 * @typedef {import("./protocol.js").Player} Player
 * @typedef {import("./store.js").Store} Store
 */

const Lab = lazy(async () => (await import("./lab/lab.js")).Lab);
const Puzzles = lazy(async () => (await dressed("puzzles"), (await import("./puzzles.js")).Puzzles));

/** Nobody writes rules in a frame. @type {import("./rule_file.js").RuleFileInHand} */
const NO_RULES = { text: null, trouble: "", write: () => {}, take: () => {}, edit: () => {}, play: () => {}, openFile: () => {} };

/** What is in the frame. */
export function Embed() {
  const language = useLanguage();
  const { store, dispatch, ask } = useConnection();
  const { games, ruleGames, table, connected, error } = store;
  const place = useMemo(() => placeOf(location.hash, ["lab"]), []);
  const known = useMemo(() => [...games, ...ruleGames], [games, ruleGames]);
  const [puzzle, setPuzzle] = useState(/** @type {import("./packed.js").SharedPuzzle | null} */ (null));
  const isReady = connected && games.length > 0;
  const unopened = useOpened({ store, ask, text: place.view === "packed" && !table && !puzzle ? place.text : null, showPuzzle: setPuzzle,
    playRules: (rules) => ask({ request: "new", game: OWN_RULES, rules, seats: seatsFor(ruleGames[0]) ?? [null, null] }), showRules: () => {} });
  useEffect(() => {
    if (!isReady || table || place.view !== "play" || place.kept !== null) return;
    const { shared } = place;
    const seats = seatsFor(known.find(({ name }) => place.game === name || place.game.startsWith(`${name}:`)));
    const request = shared ? sharedRequest({ ...place, shared }) : null;
    ask({ request: "new", game: place.game, ...request, seats: seats ?? [null, null] });
  }, [isReady]);
  useEffect(() => void dressed("embed").then(() => themed(WISHES.theme)), []);

  const isNothing = place.view === "start" || place.view === "home" || (place.view === "play" && place.kept !== null);
  const fault = unopened || (isNothing ? t("embed.nothing") : !table && error && ["new", "read_record"].includes(error.request ?? "") ? said(error.fault.what) : "");
  const props = { store, dispatch, ask, known, rules: NO_RULES, puzzle, open: () => {} };
  return html`<${Troubles} store=${store} dispatch=${dispatch} />
    ${fault ? html`<main class="waiting"><p role="alert" id="embed-fault">${fault}</p></main>`
      : place.view === "part" ? html`<div class="embedded-view"><${Lab} key=${language} ...${props} /></div>`
      : puzzle ? html`<div class="embedded-view"><${Puzzles} key=${language} ...${props} /></div>`
      : html`<${Frame} key=${language} store=${store} ask=${ask} />`}
    <p class="whole"><a href=${thisPage() + location.hash} target="_blank" rel="noopener">${t("embed.whole")} ↗</a></p>`;
}

/**
 * A board, its moves, and what steps through them.
 * @param {{ store: Store, ask: Ask }} props
 */
function Frame({ store, ask }) {
  const { table, state, connected } = store;
  const [flipped, setFlipped] = useState(WISHES.flip !== (WISHES.play === "second"));
  const line = useMemo(() => (state ? lineOf(store.tree, state.view.record) : []), [store.tree, state?.view]);
  const go = (/** @type {number} */ id) => {
    const ply = id === 0 ? 0 : line.indexOf(id) + 1;
    ask(id !== 0 && ply === 0 ? { request: "visit", node: id } : { request: "goto", ply });
  };
  const play = useCallback((/** @type {string} */ text) => void ask({ request: "move", text }), []);
  const steps = state ? stepsOf(store.tree, line, state) : null;
  const swiped = useSwipe((by) => {
    const to = by < 0 ? steps?.previous : steps?.next;
    if (to !== null && to !== undefined) go(to);
  });
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  if (!table || !state || !steps) {
    return html`<main class="waiting"><p role="status">${t(connected ? "page.setting-up" : "page.connecting")}</p></main>`;
  }
  const { view } = state;
  const { layout } = table;
  const active = connected && view.result === null && state.seats[view.side] === null;
  const { width, height } = geometry(layout, flipped);
  const fault = store.error ? said(store.error.fault.what, layout.sides) : "";
  return html`<main class="embedded" data-moves=${WISHES.moves} style=${{ "--tall": (height / width).toFixed(3) }}>
    <div class="embedded-board" ...${swiped}><${Board} layout=${layout} view=${view} active=${active} flipped=${flipped} hint=${null}
      play=${play} count=${null} dead=${null} node=${store.tree.get(state.node) ?? null} counts=${state.notation !== "ucci"} /></div>
    <div class="embedded-side" ref=${list}>
      <${Status} layout=${layout} state=${state} connected=${connected} active=${active} hint=${null} play=${play} />
      <p id="error" class="fault" role="alert">${fault}</p>
      ${WISHES.moves !== "none" && html`<${Moves} tree=${store.tree} line=${line} state=${state} ask=${ask} go=${go} notation=${null}
        headers=${!state.live && html`<${Headers} headers=${state.headers} layout=${layout} info=${table.info} players=${true} />`} />`}
    </div>
    <div class="steps-of"><${StepButtons} steps=${steps} go=${go} />
      <button type="button" id="flip" aria-label=${t("play.flip")} title=${t("play.flip")} aria-pressed=${flipped ? "true" : "false"}
        onClick=${() => setFlipped(!flipped)}>⇅</button></div>
  </main>`;
}

/** Who sits where, if the reader is to play against the machine. @param {GameInfo | undefined} info @returns {[Player | null, Player | null] | null} */
function seatsFor(info) {
  if (!WISHES.play || !info) return null;
  const [one, other] = seatsOf(defaults(info));
  const machine = one ?? other;
  return WISHES.play === "first" ? [null, machine] : [machine, null];
}

/**
 * Has the page look light or dark, whatever the reader's system is: its rules for one of them hold always or never.
 * @param {"light" | "dark" | null} theme
 */
function themed(theme) {
  if (!theme) return;
  document.documentElement.style.colorScheme = theme;
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSMediaRule)) continue;
      const named = /prefers-color-scheme:\s*(light|dark)/.exec(rule.media.mediaText)?.[1];
      if (named) rule.media.mediaText = named === theme ? "all" : "not all";
    }
  }
}
