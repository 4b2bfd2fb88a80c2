// The view to play in: the board between its players, and beside it a panel with the record and what is thought of it.

import { html, useCallback, useEffect, useMemo, useState } from "../vendor/htm-preact.js";
import { AnalysisPanel, worthNow } from "./analysis.js";
import { Board } from "./board.js";
import { pointsOf } from "./clicks.js";
import { Again } from "./again.js";
import { Controls, Counting, Draw } from "./controls.js";
import { geometry } from "./geometry.js";
import { Gauge } from "./graph.js";
import { Headers, playerName } from "./headers.js";
import { useKeys } from "./keyboard.js";
import { lazy } from "./lazy.js";
import { Moves, Notation, StepButtons, TypedMove, stepsOf } from "./moves.js";
import { Overlay } from "./overlay.js";
import { Panel } from "./panel.js";
import { Position } from "./position.js";
import { RecordBox } from "./record.js";
import { useRetry } from "./review.js";
import { Search } from "./search.js";
import { useEditor, useSetUp } from "./set_up.js";
import { useSettings } from "./settings.js";
import { NewGame, wishOf } from "./setup.js";
import { Status } from "./status.js";
import { Strip } from "./strip.js";
import { useSwipe } from "./swipe.js";
import { said, t, titleOf } from "./text.js";
import { lineOf } from "./tree.js";

/** @typedef {import("./protocol.js").Request} Request */

// Few look openings up, put positions together, write rules or pass links on, and the rest of the page does not wait for what that needs.
const Editor = lazy(async () => (await import("./editor.js")).Editor, "div");
const Explorer = lazy(async () => (await import("./explorer.js")).Explorer, "div");
const Rules = lazy(async () => (await import("./rules.js")).Rules, "div");
const ShareLinks = lazy(async () => (await import("./share.js")).ShareLinks, "div");

/** Requests whose faults are told where they were made. @type {Request["request"][]} */
const TOLD_ELSEWHERE = ["move", "position", "check", "new", "seats", "read_record", "write_record", "look"];

/** @param {import("./app.js").ViewProps} props */
export function Play({ store, dispatch, ask, known, rules }) {
  const [flipped, setFlipped] = useState(false);
  const [tab, setTab] = useState("moves");
  const [choosing, setChoosing] = useState(false);
  const { ruleGames, table, state, connected } = store;

  // A new game: the board is turned to the person who sits at the other side.
  useEffect(() => {
    if (!table || !state) return;
    setFlipped(seenFromBehind(state));
    setChoosing(false);
    document.title = t("page.title", { game: titleOf(table.info) });
  }, [table]);
  useEffect(() => {
    if (rules.text !== null) setTab("rules");
    else if (tab === "rules") setTab("moves");
  }, [rules.text === null]);
  useEffect(() => {
    if (state?.analysing) setTab("analysis");
  }, [state?.analysing === null]);

  const line = useMemo(() => (state ? lineOf(store.tree, state.view.record) : []), [store.tree, state?.view]);
  const go = (/** @type {number} */ id) => {
    // Along its own line the board keeps the moves that can be made again.
    const ply = id === 0 ? 0 : line.indexOf(id) + 1;
    ask(id !== 0 && ply === 0 ? { request: "visit", node: id } : { request: "goto", ply });
  };
  const retry = useRetry(store, ask, go);
  const play = useCallback((/** @type {string} */ text) => (retry.open ? retry.play(text) : void ask({ request: "move", text })), [retry.open]);
  const dead = useCallback((/** @type {number} */ point) => void ask({ request: "dead", point }), []);
  const view = state?.view;
  const count = state?.count ?? null;
  const settled = state?.verdict != null;
  const active = connected && state !== null && state.view.result === null && (state.seats[state.view.side] === null || retry.open);
  const hint = store.hint?.move ?? null;
  const analysis = retry.mistake === null && state?.analysing && store.analysis?.node === state.node ? store.analysis : null;
  const drawn = useMemo(() => table && html`<${Overlay} layout=${table.layout} flipped=${flipped} analysis=${analysis} scene=${state?.view.scene ?? null} />`,
    [table, flipped, analysis, state?.view.scene]);
  const node = (state && store.tree.get(state.node)) ?? null;
  const annotate = useCallback((/** @type {string} */ comment) => void ask({ request: "annotate", node: node?.id ?? 0, comment }), [node?.id]);
  const refused = store.error?.request === "move" ? store.error.fault.what : "";
  const { editing, begin } = useEditor(table);
  const setUp = useSetUp(table?.layout, editing);
  const board = useMemo(
    () => table && view && html`<${Board} layout=${table.layout} view=${view} active=${active} flipped=${flipped}
      hint=${hint} overlay=${drawn} play=${play} refused=${refused} count=${count} dead=${settled ? null : dead}
      node=${node} annotate=${annotate} counts=${state?.notation !== "ucci"} />`,
    [table, view, active, flipped, hint, drawn, refused, count, settled, node, state?.notation, play],
  );
  useEffect(() => {
    if (editing) setTab("set-up");
    else if (tab === "set-up") setTab("share");
  }, [editing === null]);
  const { ponder } = useSettings();
  useEffect(() => {
    if (state && state.ponder !== ponder) ask({ request: "ponder", on: ponder });
  }, [table, ponder]);
  useKeys();
  const steps = state ? stepsOf(store.tree, line, state) : null;
  const swiped = useSwipe((by) => {
    const to = by < 0 ? steps?.previous : steps?.next;
    if (to !== null && to !== undefined) go(to);
  });
  if (!table || !state || !view || !steps) {
    return html`<main class="waiting"><p role="status">${t(connected ? "page.setting-up" : "page.connecting")}</p></main>`;
  }

  const faultOf = (/** @type {Request["request"][]} */ ...requests) =>
    store.error && requests.includes(store.error.request ?? "games") ? store.error.fault : null;
  const other = store.error && !TOLD_ELSEWHERE.includes(store.error.request ?? "games")
    ? said(store.error.fault.what, table.layout.sides) : rules.trouble;
  const measured = state.analysing !== null;
  const [above, below] = /** @type {[0 | 1, 0 | 1]} */ (flipped ? [0, 1] : [1, 0]);
  // In a record those who played it sit at the board, not those who look at it.
  const named = (/** @type {0 | 1} */ side) => (state.live ? "" : playerName(state.headers.players[side].name, table.info));
  const strip = (/** @type {0 | 1} */ side) => html`<${Strip} table=${table} state=${state} side=${side} name=${named(side)} rating=${state.live ? "" : state.headers.players[side].rating} />`;
  /** @type {import("./panel.js").Tab[]} */
  const tabs = [
    { name: "moves", title: "panel.moves", content: html`<${Moves} tree=${store.tree} line=${line} state=${state} ask=${ask} go=${go}
        headers=${html`<${Headers} headers=${state.headers} layout=${table.layout} info=${table.info} players=${false} />`}
        notation=${html`<${Notation} game=${table.spec.name} names=${table.notations} now=${state.notation} ask=${ask} />`} />
      <${TypedMove} active=${active} example=${view.moves[0]?.text ?? ""} fault=${faultOf("move")} sides=${table.layout.sides} view=${view}
        play=${play} forgive=${() => dispatch({ does: "forgive" })} />` },
    { name: "analysis", title: "panel.analysis", content: html`<${AnalysisPanel} store=${store} table=${table} state=${state} line=${line} flipped=${flipped} ask=${ask} go=${go} retry=${retry} />
      <${Search} layout=${table.layout} thinking=${store.thinking} busy=${state.searching !== null && !state.searching.ponder}
        levels=${table.info.levels} />` },
    { name: "openings", title: "explorer.title", content: tab === "openings" && html`<${Explorer} store=${store} table=${table} state=${state} ask=${ask} />` },
    { name: "share", title: "panel.share", content: html`${tab === "share" && html`<${ShareLinks} game=${table.game} state=${state} rules=${table.rules} tree=${store.tree} json=${store.taken.texts.get("json")} />`}
      <${RecordBox} store=${store} game=${table.spec.name} fault=${faultOf("read_record", "write_record")?.what ?? ""} ask=${ask} />
      <${Position} position=${view.position} sides=${table.layout.sides} fault=${faultOf("position")} checked=${store.checked}
        apply=${(/** @type {string} */ text) => ask({ request: "position", text })}
        check=${(/** @type {string} */ text) => ask({ request: "check", text })} edit=${table.kinds.length > 0 ? () => begin(view) : null} />` },
  ];
  if (editing) {
    tabs.push({ name: "set-up", title: "editor.title", content: html`<${Editor} table=${table} editing=${editing} answer=${store.setUp} flipped=${flipped} ask=${ask} />` });
  }
  if (rules.text !== null) {
    const text = rules.text;
    tabs.push({ name: "rules", title: "panel.rules", content: html`<${Rules} text=${text} templates=${store.templates} games=${ruleGames} checked=${store.rulesChecked}
      playing=${text === table.rules} write=${rules.write} take=${rules.take} play=${() => rules.play(text)}
      check=${(/** @type {string} */ text, /** @type {string} */ language) => ask({ request: "check_rules", text, language })}
      close=${() => rules.write(null)} />` });
  }
  const hands = view.scene.hands.length > 0 ? 2 : 0;
  return html`<main class=${tab === "rules" ? "play writing" : "play"}>
      <div class="board-and-players" style=${{ "--tall": tallness(table.layout), "--hands": hands }}>
        ${strip(above)}
        <div class=${measured ? "measured" : ""} ...${swiped}>${measured && html`<${Gauge} layout=${table.layout} worth=${worthNow(store)} flipped=${flipped} />`}
          ${setUp ? html`<${Board} layout=${table.layout} active=${true} flipped=${flipped} hint=${null} count=${null} dead=${null} ...${setUp} />` : board}</div>
        ${strip(below)}
      </div>
      <div class="steps-of"><${StepButtons} steps=${steps} go=${go} />
        <button type="button" id="flip" aria-label=${t("play.flip")} title=${t("play.flip")} aria-pressed=${flipped ? "true" : "false"}
          onClick=${() => setFlipped(!flipped)}>⇅</button></div>
      <div class="talks">
        <${Status} layout=${table.layout} state=${state} connected=${connected} active=${active} hint=${hint} play=${play} />
        <${Draw} state=${state} layout=${table.layout} ask=${ask} />
        <${Counting} state=${state} layout=${table.layout} ask=${ask} />
        <${Again} table=${table} state=${state} ask=${ask} />
        <p id="error" class="fault" role="alert">${other}</p>
      </div>
      <${Panel} tabs=${tabs} shown=${tab} show=${setTab} />
      <${Controls} state=${state} active=${active} ask=${ask} begin=${() => setChoosing(true)} />
    </main>
    ${choosing && html`<${NewGame} store=${store} known=${known} now=${wishOf(table.spec, state.players, known)} rules=${rules} ask=${ask}
      fault=${faultOf("new", "seats")?.what ?? null} close=${() => setChoosing(false)} />`}`;
}

/**
 * Whether the board is turned: to a person who plays the second side alone of a game in which pieces move, where the
 * sides sit across from each other.
 * @param {import("./protocol.js").GameState} state
 */
function seenFromBehind({ view, seats }) {
  return seats[0] !== null && seats[1] === null && view.moves.some((move) => pointsOf(move).length > 1);
}

/**
 * The height of the board for its width: boards that are taller than wide are drawn narrower, to be seen whole.
 * @param {import("./protocol.js").Layout} layout
 */
function tallness(layout) {
  const { width, height } = geometry(layout, false);
  return Math.max(0.6, height / width).toFixed(3);
}
