// The buttons under the board, and what people agree on: draws, and which stones are dead.

import { html } from "../vendor/htm-preact.js";
import { Sure } from "./sure.js";
import { said, sideName, t } from "./text.js";

/**
 * @typedef {import("./protocol.js").GameState} GameState
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./connection.js").Ask} Ask
 */

/**
 * What can be done now, and nothing else.
 * @param {{ state: GameState, active: boolean, ask: Ask, begin: () => void }} props
 */
export function Controls({ state, active, ask, begin }) {
  const { view, seats, paused } = state;
  const busy = state.searching !== null && !state.searching.ponder;
  // Where people still have to agree on what is dead, nobody moves any more.
  const over = view.result !== null || state.count !== null;
  const machines = seats.every((seat) => seat !== null);
  const person = seats.some((seat) => seat === null);
  const waits = seats[view.side] !== null && !over && paused;
  /** @typedef {"stop" | "undo" | "redo" | "hint" | "step" | "offer_draw"} Simple */
  const button = (/** @type {string} */ id, /** @type {Simple} */ request, /** @type {import("./text.js").Key} */ key, /** @type {boolean} */ disabled) => html`<button
    type="button"
    key=${id}
    id=${id}
    disabled=${disabled}
    onClick=${() => ask({ request })}
  >${t(key)}</button>`;
  return html`<div class="controls" role="toolbar" aria-label=${t("play.controls")}>
    <button type="button" id="new-game" class=${over ? "primary" : ""} onClick=${begin}>${t("setup.new")}</button>
    ${button("undo", "undo", "play.undo", !state.can_undo)}
    ${state.can_redo && button("redo", "redo", "play.redo", false)}
    ${person && !over && button("hint", "hint", "play.hint", !active || busy)}
    ${busy && button("stop", "stop", "play.stop", false)}
    ${!over && (machines || waits) && html`<button
      type="button"
      id="pause"
      aria-pressed=${paused ? "true" : "false"}
      onClick=${() => ask({ request: "pause", on: !paused })}
    >${t(paused ? "play.go-on" : "play.pause")}</button>`}
    ${waits && button("step", "step", "play.step", busy)}
    ${person && !over && button("draw", "offer_draw", "play.draw", state.draw !== null)}
    ${person && !over && html`<${Sure} id="resign" label=${t("play.resign")} question=${t("play.resign-sure")} disabled=${false}
      act=${() => ask({ request: "resign" })} />`}
  </div>`;
}

/** A draw that is offered, or was not wanted. @param {{ state: GameState, layout: Layout, ask: Ask }} props */
export function Draw({ state: { draw, view }, layout, ask }) {
  if (!draw || view.result) return null;
  const side = sideName(layout.sides[draw.side]);
  if (draw.declined) return html`<p id="draw-offer" role="status" class="talk">${t("draw.declined")}</p>`;
  return html`<div id="draw-offer" role="group" aria-label=${t("draw.offered", { side })} class="talk">
    <p role="status">${t("draw.offered", { side })}</p>
    <button type="button" id="draw-accept" class="primary" onClick=${() => ask({ request: "answer_draw", accept: true })}>${t("draw.accept")}</button>
    <button type="button" id="draw-decline" onClick=${() => ask({ request: "answer_draw", accept: false })}>${t("draw.decline")}</button>
  </div>`;
}

/** Counting after both have passed. @param {{ state: GameState, layout: Layout, ask: Ask }} props */
export function Counting({ state: { count, view, verdict }, layout, ask }) {
  if (!count) return null;
  const points = count.areas.map((area, side) => t("count.points", { side: sideName(layout.sides[side]), points: area.length }));
  const isOpen = view.result === null;
  return html`<div id="counting" role="group" aria-label=${t("count.title")} class="talk">
    <p>${verdict ? "" : t(isOpen ? "count.proposed" : "count.explained")} <b>${points.join(" · ")}</b>
      ${isOpen && html` <span id="count-result" role="status">${said(count.result.text, layout.sides)}</span>`}</p>
    ${isOpen && html`<button type="button" id="count-accept" class="primary" onClick=${() => ask({ request: "accept_count" })}>${t("count.accept")}</button>
      <button type="button" id="count-resume" onClick=${() => ask({ request: "undo" })}>${t("count.resume")}</button>`}
  </div>`;
}
