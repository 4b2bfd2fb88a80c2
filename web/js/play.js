// The view to play in: the board, what is beside it, and rules that are being written.

import { html, useCallback, useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { AnalysisPanel, worthNow } from "./analysis.js";
import { Board } from "./board.js";
import { pointsOf } from "./clicks.js";
import { geometry } from "./geometry.js";
import { Clocks, clockWish } from "./clock.js";
import { Controls, Counting, Draw } from "./controls.js";
import { Gauge } from "./graph.js";
import { useKeys } from "./keyboard.js";
import { Moves, Notation, TypedMove } from "./moves.js";
import { Overlay } from "./overlay.js";
import { Position } from "./position.js";
import { RecordBox } from "./record.js";
import { Rules, readRules, useDrop } from "./rules.js";
import { Search } from "./search.js";
import { OWN_RULES, Setup, defaults, gameText, seatsOf, wishOf } from "./setup.js";
import { useSettings } from "./settings.js";
import { Status } from "./status.js";
import { said, t, titleOf } from "./text.js";
import { lineOf } from "./tree.js";

/**
 * @typedef {import("./protocol.js").Request} Request
 * @typedef {import("./clock.js").Timing} Timing
 * @typedef {import("./setup.js").Wish} Wish
 */

/** Where a tab keeps the rules that are being written. */
const KEPT_RULES = "wanqi-rules";
/** Where it keeps the clock wished for. */
const KEPT_CLOCK = "wanqi-clock";

/** @param {import("./app.js").ViewProps} props */
export function Play({ store, dispatch, ask, known }) {
  const [wish, setWish] = useState(/** @type {Wish | null} */ (null));
  const [flipped, setFlipped] = useState(false);
  const [timing, setTiming] = useState(() => /** @type {Timing | null} */ (JSON.parse(sessionStorage.getItem(KEPT_CLOCK) ?? "null")));
  const { games, ruleGames, table, state, connected } = store;
  const own = table?.game === OWN_RULES ? table.info : null;

  // A new game: the menus show it, and the board is turned to the person who sits at the other side.
  useEffect(() => {
    if (!table || !state) return;
    const shown = wishOf(table.game, state.seats, known);
    setWish(shown);
    setFlipped(shown !== null && seenFromBehind(shown, state));
    document.title = t("page.title", { game: titleOf(table.info) });
  }, [table]);

  // Rules that are written in the page, or dropped on it.
  const [rules, setRules] = useState(() => sessionStorage.getItem(KEPT_RULES));
  const [trouble, setTrouble] = useState("");
  /** The number of the request for a shipped rule file's text. */
  const fetched = useRef(0);
  const write = (/** @type {string | null} */ text) => {
    setRules(text);
    if (text === null) sessionStorage.removeItem(KEPT_RULES);
    else sessionStorage.setItem(KEPT_RULES, text);
  };
  const fetchRules = (/** @type {string} */ name) => {
    fetched.current = ask({ request: "rule_text", name });
  };
  useEffect(() => {
    if (store.ruleText && store.ruleText.id === fetched.current) write(store.ruleText.text);
  }, [store.ruleText]);
  const playRules = (/** @type {string} */ text) => {
    // The same people and machines as before, if they were at a game of this kind.
    const before = table && (own || ruleGames.some((info) => info.name === table.game)) ? state?.seats : null;
    const usual = ruleGames[0] ? seatsOf({ ...defaults(ruleGames[0]), side: wish?.side ?? "first" }) : null;
    ask({ request: "new", game: OWN_RULES, rules: text, seats: before ?? usual ?? [null, null] });
  };
  const openFile = (/** @type {File} */ file) => {
    setTrouble("");
    readRules(file).then((text) => {
      write(text);
      playRules(text);
    }, (/** @type {Error} */ error) => setTrouble(error.message));
  };
  const held = useDrop(openFile);
  const edit = (/** @type {string | null} */ name) => {
    if (table && table.rules !== null && name === table.game) write(table.rules);
    else fetchRules(name ?? store.templates[0]?.name ?? ruleGames[0]?.name ?? "");
  };

  const play = useCallback((/** @type {string} */ text) => void ask({ request: "move", text }), []);
  const dead = useCallback((/** @type {number} */ point) => void ask({ request: "dead", point }), []);
  const view = state?.view;
  const count = state?.count ?? null;
  const active = connected && state !== null && state.view.result === null && state.seats[state.view.side] === null;
  const hint = store.hint?.move ?? null;
  const analysis = state?.analysing && store.analysis?.node === state.node ? store.analysis : null;
  const drawn = useMemo(() => table && html`<${Overlay} layout=${table.layout} flipped=${flipped} analysis=${analysis} />`,
    [table, flipped, analysis]);
  const board = useMemo(
    () => table && view && html`<${Board} layout=${table.layout} view=${view} active=${active} flipped=${flipped}
      hint=${hint} overlay=${drawn} play=${play} count=${count} dead=${dead} />`,
    [table, view, active, flipped, hint, drawn, count],
  );
  const line = useMemo(() => (view ? lineOf(store.tree, view.record) : []), [store.tree, view]);
  const { ponder } = useSettings();
  useEffect(() => {
    if (state && state.ponder !== ponder) ask({ request: "ponder", on: ponder });
  }, [table, ponder]);
  useKeys();
  if (!wish || !table || !state || !view) {
    return html`<main class="waiting"><p role="status">${t(connected ? "page.setting-up" : "page.connecting")}</p></main>`;
  }

  const differs = gameText(wish) !== table.game;
  const start = (/** @type {Wish} */ wish) => {
    const told = wish.game === OWN_RULES && table.rules !== null ? { rules: table.rules } : {};
    ask({ request: "new", game: gameText(wish), ...told, seats: seatsOf(wish), ...clockWish(timing) });
  };
  const time = (/** @type {Timing | null} */ next) => {
    setTiming(next);
    sessionStorage.setItem(KEPT_CLOCK, JSON.stringify(next));
    // A game that has not begun is begun by it.
    if (view.ply === 0 && !differs) ask({ request: "new", game: table.game, ...(table.rules !== null && { rules: table.rules }), seats: state.seats, ...clockWish(next) });
  };
  const change = (/** @type {Wish} */ next) => {
    setWish(next);
    if (next.side !== wish.side) setFlipped(seenFromBehind(next, state));
    if (gameText(next) === table.game) {
      if (seatsOf(next).join() !== state.seats.join()) ask({ request: "seats", seats: seatsOf(next) });
    } else if (view.ply === 0 || view.result) {
      // Nothing is lost by it.
      start(next);
    }
  };
  const faultOf = (/** @type {Request["request"][]} */ ...requests) =>
    store.error && requests.includes(store.error.request ?? "games") ? store.error.fault : null;
  const other = store.error && !["move", "position", "check", "new", "seats", "read_record", "write_record", "look"].includes(store.error.request ?? "")
    ? said(store.error.fault.what, table.layout.sides) : trouble;
  const worth = state.analysing ? worthNow(store) ?? { score: 0, decided: null } : null;
  const go = (/** @type {number} */ id) => {
    // Along its own line the board keeps the moves that can be made again.
    const ply = id === 0 ? 0 : line.indexOf(id) + 1;
    ask(id !== 0 && ply === 0 ? { request: "visit", node: id } : { request: "goto", ply });
  };
  return html`<main class=${rules === null ? "page" : "page writing"}>
      <div class="middle" style=${{ "--tall": tallness(table.layout), "--hands": (view.scene.hands.length > 0 ? 2 : 0) + (state.clock ? 1 : 0) + (state.draw ? 1.5 : 0) + (state.count ? 2 : 0) }}>
        <${Status} layout=${table.layout} state=${state} connected=${connected} active=${active} hint=${hint} play=${play} />
        <${Draw} state=${state} layout=${table.layout} ask=${ask} />
        <${Counting} state=${state} layout=${table.layout} ask=${ask} />
        ${state.clock && html`<${Clocks} clock=${state.clock} layout=${table.layout} flipped=${flipped} />`}
        <div class=${worth ? "measured" : ""}>${worth && html`<${Gauge} layout=${table.layout} worth=${worth} unit=${table.info.score_unit} flipped=${flipped} />`}${board}</div>
        <${Controls} state=${state} active=${active} flipped=${flipped} ask=${ask} flip=${() => setFlipped(!flipped)} />
        <p id="error" class="fault" role="alert">${other}</p>
      </div>
      ${rules !== null && html`<${Rules} text=${rules} templates=${store.templates} games=${ruleGames} checked=${store.rulesChecked}
        playing=${rules === table.rules} write=${write} take=${fetchRules} play=${() => playRules(rules)}
        check=${(/** @type {string} */ text, /** @type {string} */ language) => ask({ request: "check_rules", text, language })}
        close=${() => write(null)} />`}
      <div class="side">
        <${Setup} games=${games} ruleGames=${ruleGames} own=${own} edit=${edit} openFile=${openFile} wish=${wish} layout=${table.layout} differs=${differs}
          fault=${faultOf("new", "seats")?.what ?? null} timing=${timing} time=${time} change=${change} start=${() => start(wish)} />
      </div>
      <div class="side">
        <${Search} layout=${table.layout} unit=${table.info.score_unit} thinking=${store.thinking} busy=${state.searching !== null && !state.searching.ponder}
          levels=${table.info.levels} />
        <${TypedMove} active=${active} example=${view.moves[0]?.text ?? ""} fault=${faultOf("move")} view=${view}
          play=${play} forgive=${() => dispatch({ does: "forgive" })} />
        <${AnalysisPanel} store=${store} table=${table} state=${state} line=${line} flipped=${flipped} ask=${ask} go=${go} />
        <${Moves} tree=${store.tree} line=${line} state=${state} ask=${ask} go=${go}
          notation=${html`<${Notation} game=${table.game.split(":", 1)[0]} names=${table.notations} now=${state.notation} ask=${ask} />`} />
        <${Position} position=${view.position} fault=${faultOf("position")} checked=${store.checked}
          apply=${(/** @type {string} */ text) => ask({ request: "position", text })}
          check=${(/** @type {string} */ text) => ask({ request: "check", text })} />
        <${RecordBox} store=${store} game=${table.game} fault=${faultOf("read_record", "write_record")?.what ?? ""} ask=${ask} />
      </div>
    </main>
    ${held && html`<div class="drop" aria-hidden="true"><p>${t("play.drop")}</p></div>`}`;
}

/**
 * Whether the board is turned: to a person who plays the second side of a game in which pieces move, where the sides
 * sit across from each other.
 * @param {Wish} wish
 * @param {import("./protocol.js").GameState} state
 */
function seenFromBehind(wish, { view }) {
  return wish.side === "second" && view.moves.some((move) => pointsOf(move).length > 1);
}

/**
 * The height of the board for its width: boards that are taller than wide are drawn narrower, to be seen whole.
 * @param {import("./protocol.js").Layout} layout
 */
function tallness(layout) {
  const { width, height } = geometry(layout, false);
  return Math.max(0.6, height / width).toFixed(3);
}
