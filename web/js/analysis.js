// What a search thinks of the position on the board, line by line, and of the whole game.

import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { discsLost } from "./discs.js";
import { Graph } from "./graph.js";
import { Preview } from "./preview.js";
import { Summary, TryAgain, isMistake } from "./review.js";
import { tab } from "./storage.js";
import { said, scoreOf, sideName, t } from "./text.js";
import { signOf } from "./tree.js";

/**
 * @typedef {import("./protocol.js").Analysis} Analysis
 * @typedef {import("./protocol.js").GameState} GameState
 * @typedef {import("./protocol.js").Table} Table
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./connection.js").Ask} Ask
 * @typedef {import("./tree.js").Tree} Tree
 */

const MAX_LINES = 5;
const NUMBERS = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
/** Where the number of lines is kept. */
const KEPT = "wanqi-lines";
/** The time that a search for mistakes has for each position. */
const MILLIS = 500;

/**
 * What is known of the position on the board: the analysis under way, or what the record has.
 * @param {Store} store
 * @returns {import("./protocol.js").Value | null} For the first side.
 */
export function worthNow({ analysis, state, tree }) {
  const line = analysis && analysis.node === state?.node && !analysis.threat ? analysis.lines[0] : null;
  return line ?? tree.get(state?.node ?? -1)?.evaluation ?? null;
}

/**
 * @param {{ store: Store, table: Table, state: GameState, line: number[], flipped: boolean, ask: Ask, go: (id: number) => void,
 *           retry: import("./review.js").Retry }} props
 */
export function AnalysisPanel({ store, table, state, line, flipped, ask, go, retry }) {
  const wish = state.analysing;
  const lines = wish?.lines ?? (Number(tab.get(KEPT)) || 3);
  const analysis = wish && store.analysis?.node === state.node && store.analysis.threat === wish.threat ? store.analysis : null;
  const want = (/** @type {boolean} */ on, /** @type {number} */ lines, /** @type {boolean} */ threat) => {
    tab.set(KEPT, String(lines));
    ask({ request: "analyse", on, lines, threat });
  };
  const speed = analysis && analysis.work.millis > 20
    ? ((analysis.work.interior + analysis.work.leaves + analysis.work.playouts) * 1000) / analysis.work.millis : 0;
  const who = !wish ? "" : !state.watched ? t("analysis.paused") : !analysis ? t("analysis.waiting")
    : analysis.lines.length === 0 ? ""
    : [analysis.lead ? t("analysis.lead", { side: sideName(table.layout.sides[0]), lead: said(analysis.lead) }) : "",
      analysis.depth > 0 ? t("analysis.depth", { depth: analysis.depth }) : "",
      speed > 0 ? t("analysis.speed", { speed: NUMBERS.format(speed) }) : "",
      analysis.finished ? t("analysis.finished") : ""].filter(Boolean).join(" · ");
  return html`<section id="analysis" class=${wish ? "analysis busy" : "analysis"} aria-labelledby="analysis-title">
    <h2 id="analysis-title">${t("analysis.title")} <span class="who">${who}</span></h2>
    <div class="row" role="toolbar" aria-label=${t("analysis.title")}>
      <button type="button" id="analyse" aria-pressed=${wish ? "true" : "false"} onClick=${() => want(!wish, lines, false)}>${t(wish ? "analysis.stop" : "analysis.start")}</button>
      <button type="button" id="threat" disabled=${!wish} aria-pressed=${wish?.threat ? "true" : "false"} onClick=${() => want(true, lines, !wish?.threat)}>${t("analysis.threat")}</button>
      <select id="lines-wanted" aria-label=${t("analysis.lines")} value=${lines} onChange=${(/** @type {Event} */ event) => {
        if (event.target instanceof HTMLSelectElement) want(wish !== null, Number(event.target.value), wish?.threat ?? false);
      }}>
        ${Array.from({ length: MAX_LINES }, (_, i) => html`<option value=${i + 1}>${t(i === 0 ? "analysis.line" : "analysis.lines-of", { count: i + 1 })}</option>`)}
      </select>
    </div>
    ${wish && html`<${Lines} analysis=${analysis} lines=${lines} table=${table} flipped=${flipped} looked=${store.looked} ask=${ask} />`}
    <${Graph} tree=${store.tree} line=${line} taken=${store.taken} state=${state} layout=${table.layout} now=${worthNow(store)} go=${go} />
    <${Summary} tree=${store.tree} line=${line} taken=${store.taken} layout=${table.layout} />
    <${Mistakes} store=${store} state=${state} line=${line} ask=${ask} go=${go} retry=${retry} />
    <${TryAgain} retry=${retry} store=${store} layout=${table.layout} />
  </section>`;
}

/**
 * The lines, best first; the one that is pointed at is shown on a small board.
 * @param {{ analysis: Analysis | null, lines: number, table: Table, flipped: boolean, looked: Store["looked"], ask: Ask }} props
 */
function Lines({ analysis, lines, table, flipped, looked, ask }) {
  /** The line that is looked at, as it was when it was pointed at, and how far along it. */
  const [look, setLook] = useState(/** @type {{ row: number, moves: string[], ply: number, threat: boolean, id: number } | null} */ (null));
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const latest = useRef(look);
  latest.current = look;
  const show = (/** @type {number} */ row, /** @type {string[]} */ moves, /** @type {number} */ ply) => {
    const at = Math.min(Math.max(ply, 1), moves.length);
    const threat = analysis?.threat ?? false;
    const id = ask({ request: "look", moves: moves.slice(0, at), threat });
    setLook({ row, moves, ply: at, threat, id });
  };
  const touched = useRef("");
  const follow = (/** @type {string[]} */ moves) => {
    // What is threatened cannot be played.
    if (!analysis?.threat) ask({ request: "line", moves });
  };
  const walk = (/** @type {number} */ by) => {
    const now = latest.current;
    if (now) show(now.row, now.moves, now.ply + by);
  };
  const step = useRef(walk);
  step.current = walk;
  // A wheel listener that may keep the page from scrolling has to be put by hand.
  useEffect(() => {
    const turned = (/** @type {WheelEvent} */ event) => {
      if (!latest.current || event.deltaY === 0) return;
      event.preventDefault();
      step.current(Math.sign(event.deltaY));
    };
    const box = list.current;
    box?.addEventListener("wheel", turned, { passive: false });
    return () => box?.removeEventListener("wheel", turned);
  }, []);
  useEffect(() => setLook(null), [analysis?.node, analysis?.threat]);
  const pointed = (/** @type {Event} */ event, /** @type {number} */ row, /** @type {string[]} */ moves) => {
    const ply = event.target instanceof Element ? Number(event.target.getAttribute("data-along") ?? 0) : 0;
    if (ply > 0 || look?.row !== row) show(row, moves, ply || 1);
  };
  const shown = analysis?.lines ?? [];
  return html`<div class="lines" onPointerLeave=${(/** @type {PointerEvent} */ event) => event.pointerType !== "touch" && setLook(null)}>
    <ol id="lines" ref=${list} style=${{ "--lines": lines }} aria-label=${t(analysis?.threat ? "analysis.threat" : "analysis.title")}>
      ${shown.map((line, row) => {
        const moves = look?.row === row ? look.moves : line.moves;
        return html`<li
          key=${row}
          data-line=${row}
          class=${line.own ? "own" : ""}
          data-arrows
          tabindex="0"
          onPointerOver=${(/** @type {PointerEvent} */ event) => pointed(event, row, moves)}
          onPointerDown=${(/** @type {PointerEvent} */ event) => pointed(event, row, moves)}
          onClick=${(/** @type {PointerEvent} */ event) => {
            const along = event.target instanceof Element ? Number(event.target.getAttribute("data-along") ?? 0) : 0;
            // A touch looks; a second one at the same place plays.
            if (along > 0 && (event.pointerType !== "touch" || (touched.current === `${row} ${along}` && look?.row === row))) follow(moves.slice(0, along));
            touched.current = `${row} ${along}`;
          }}
          onFocus=${() => look?.row !== row && show(row, line.moves, 1)}
          onBlur=${() => setLook(null)}
          onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
            if (event.key === "Enter" && look) follow(look.moves.slice(0, look.ply));
            const by = { ArrowLeft: -1, ArrowRight: 1, Home: -99, End: 99 }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            walk(by);
          }}
        ><b class="score" title=${t(line.own ? "analysis.own" : line.decided === null ? "analysis.score" : "analysis.decided")}>${line.own ? said(line.own) : scoreOf(line)}</b>
          ${line.visits > 0 && html`<span class="visits" title=${t("analysis.visits")}>${NUMBERS.format(line.visits)}</span>`}
          <span class="along">${moves.map((move, i) => html`<span key=${i} data-along=${i + 1} class=${look?.row === row && look.ply === i + 1 ? "here" : ""}>${move} </span>`)}</span></li>`;
      })}
      ${analysis && shown.length === 0 && html`<li class="nothing">${t(analysis.threat ? "analysis.no-threat" : "analysis.nothing")}</li>`}
    </ol>
    ${look && looked?.id === look.id && html`<${Preview} layout=${table.layout} scene=${looked.scene} trace=${looked.trace} flipped=${flipped}
      caption=${look.moves.slice(Math.max(0, look.ply - 3), look.ply).join(" ")} />`}
  </div>`;
}

/** @param {{ store: Store, state: GameState, line: number[], ask: Ask, go: (id: number) => void, retry: import("./review.js").Retry }} props */
function Mistakes({ store, state, line, ask, go, retry }) {
  const { review, tree } = store;
  const under = review !== null && !review.finished;
  const at = line.indexOf(state.node);
  const marked = (/** @type {number} */ id) => isMistake(tree, id);
  const next = [...line.slice(at + 1), ...line.slice(0, at + 1)].find(marked);
  const here = tree.get(state.node);
  const count = line.filter(marked).length;
  const lost = here ? discsLost(tree, here.id) : null;
  return html`<div class="mistakes">
    <div class="row">
      <button type="button" id="review" disabled=${line.length === 0} onClick=${() => ask({ request: "review", on: !under, millis: MILLIS })}>
        ${under ? t("analysis.stop-review", { done: review.done, of: review.of }) : t("analysis.review")}
      </button>
      <button type="button" id="next-mistake" disabled=${next === undefined} onClick=${() => next !== undefined && go(next)}>${t("analysis.next-mistake")}</button>
      <button type="button" id="try-again" disabled=${!here || !marked(here.id) || retry.mistake !== null} onClick=${() => here && retry.begin(here.id)}>${t("review.try-again")}</button>
    </div>
    ${under && html`<progress id="review-progress" max=${review.of} value=${review.done} aria-label=${t("analysis.review")}></progress>`}
    <p id="mistake" role="status">${retry.mistake !== null ? "" : here && marked(here.id)
      ? html`<b class="mark" data-mark=${here.marks?.[0]}>${here.text}${here.marks?.map(signOf).join("")}</b> ${lost !== null ? `${t("discs.loses", { discs: Number(lost.toFixed(1)) })} ` : ""}${here.better ? t("analysis.better", { move: here.better }) : ""}`
      : review?.finished ? t(count === 0 ? "analysis.no-mistakes" : "analysis.mistakes", { count }) : ""}</p>
    ${store.puzzlesFound > 0 && html`<p id="puzzles-found" role="status"><a href="#/puzzles">${t("review.puzzles", { count: store.puzzlesFound })}</a></p>`}
  </div>`;
}
