// The buttons under the board, and what people agree on: draws, and which stones are dead.

import { html } from "../vendor/htm-preact.js";
import { sideName, t } from "./text.js";

/**
 * @typedef {import("./protocol.js").GameState} GameState
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./connection.js").Ask} Ask
 */

/** @param {{ state: GameState, active: boolean, flipped: boolean, ask: Ask, flip: () => void }} props */
export function Controls({ state, active, flipped, ask, flip }) {
  const { view, seats, paused } = state;
  const busy = state.searching !== null && !state.searching.ponder;
  const over = view.result !== null;
  const machines = seats.every((seat) => seat !== null);
  const person = seats.some((seat) => seat === null);
  const waits = seats[view.side] !== null && !over && paused;
  /** @typedef {"stop" | "undo" | "redo" | "resign" | "hint" | "step" | "offer_draw"} Simple */
  /** @type {[string, Simple, import("./text.js").Key, boolean][]} */
  const before = [
    ["undo", "undo", "play.undo", !state.can_undo],
    ["redo", "redo", "play.redo", !state.can_redo],
    ["hint", "hint", "play.hint", !active || busy],
    ["stop", "stop", "play.stop", !busy],
  ];
  /** @type {typeof before} */
  const after = [
    ["draw", "offer_draw", "play.draw", over || !person || state.draw !== null],
    ["resign", "resign", "play.resign", over || !person],
  ];
  const button = (/** @type {(typeof before)[0]} */ [id, request, key, disabled]) => html`<button
    type="button"
    key=${id}
    id=${id}
    disabled=${disabled}
    onClick=${() => ask({ request })}
  >${t(key)}</button>`;
  return html`<div class="controls" role="toolbar" aria-label=${t("play.controls")}>
    ${before.map(button)}
    <button
      type="button"
      id="pause"
      disabled=${over || !(machines || waits)}
      aria-pressed=${paused ? "true" : "false"}
      onClick=${() => ask({ request: "pause", on: !paused })}
    >${t(paused ? "play.go-on" : "play.pause")}</button>
    ${button(["step", "step", "play.step", !waits || busy])}
    <button type="button" id="flip" aria-pressed=${flipped ? "true" : "false"} onClick=${flip}>${t("play.flip")}</button>
    ${after.map(button)}
  </div>`;
}

/** A draw that is offered, or was not wanted. @param {{ state: GameState, layout: Layout, ask: Ask }} props */
export function Draw({ state: { draw, view }, layout, ask }) {
  if (!draw || view.result) return null;
  const side = sideName(layout.sides[draw.side]);
  if (draw.declined) return html`<p id="draw-offer" role="status" class="card talk">${t("draw.declined")}</p>`;
  return html`<div id="draw-offer" role="group" aria-label=${t("draw.offered", { side })} class="card talk">
    <p role="status">${t("draw.offered", { side })}</p>
    <button type="button" id="draw-accept" class="primary" onClick=${() => ask({ request: "answer_draw", accept: true })}>${t("draw.accept")}</button>
    <button type="button" id="draw-decline" onClick=${() => ask({ request: "answer_draw", accept: false })}>${t("draw.decline")}</button>
  </div>`;
}

/** Counting after both have passed. @param {{ state: GameState, layout: Layout, ask: Ask }} props */
export function Counting({ state: { count, view }, layout, ask }) {
  if (!count) return null;
  const points = count.areas.map((area, side) => t("count.points", { side: sideName(layout.sides[side]), points: area.length }));
  // The passes at the end are taken back.
  const passes = view.record.slice(0, view.ply).reverse().findIndex(({ text }) => !/^pass$/i.test(text));
  const back = view.ply - (passes < 0 ? view.ply : passes);
  return html`<div id="counting" role="group" aria-label=${t("count.title")} class="card talk">
    <p>${t("count.explained")} <b>${points.join(" · ")}</b></p>
    <button type="button" id="count-resume" onClick=${() => ask({ request: "goto", ply: back })}>${t("count.resume")}</button>
  </div>`;
}
