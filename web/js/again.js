// New games that come from the one on the board: a rematch after its end, and a game from here against a level.

import { html, useState } from "../vendor/htm-preact.js";
import { sideName, t, titleOf } from "./text.js";

/**
 * @typedef {import("./protocol.js").GameState} GameState
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {import("./protocol.js").Table} Table
 * @typedef {import("./connection.js").Ask} Ask
 */

/** @param {{ table: Table, state: GameState, ask: Ask }} props */
export function Again({ table, state, ask }) {
  const isOver = state.live && !state.in_play;
  const isStudied = state.view.result === null && state.count === null && (!state.in_play || state.analysing !== null);
  if (!isOver && !isStudied) return null;
  return html`<div class="talk again" role="group" aria-label=${t("again.title")}>
    ${isOver && html`<button type="button" id="rematch" onClick=${() => ask({ request: "rematch" })}>${t("again.rematch")}</button>`}
    ${isStudied && table.info.levels.length > 0 && html`<${FromHere} key=${table.game} table=${table} state=${state} ask=${ask} />`}
  </div>`;
}

/** @param {{ table: Table, state: GameState, ask: Ask }} props */
function FromHere({ table, state, ask }) {
  const { levels } = table.info;
  const [level, setLevel] = useState(Math.floor(levels.length / 2));
  /** The side that is wished for; whoever is to move if none. */
  const [wished, setWished] = useState(/** @type {Side | null} */ (null));
  const side = wished ?? state.view.side;
  const play = () => {
    const { spec } = levels[level];
    ask({ request: "play_from_here", seats: side === 0 ? [null, spec] : [spec, null] });
  };
  /** @param {Event} event */
  const chosen = (event) => (event.target instanceof HTMLSelectElement ? Number(event.target.value) : 0);
  return html`<details id="from-here"><summary>${t("again.from-here")}</summary>
    <label><span>${t("again.against")}</span>
      <select id="play-here-level" value=${level} onChange=${(/** @type {Event} */ event) => setLevel(chosen(event))}>
        ${levels.map((known, i) => html`<option key=${i} value=${i}>${titleOf(known)}</option>`)}
      </select></label>
    <label><span>${t("again.as")}</span>
      <select id="play-here-side" value=${side} onChange=${(/** @type {Event} */ event) => setWished(chosen(event) === 0 ? 0 : 1)}>
        ${table.layout.sides.map((look, i) => html`<option key=${i} value=${i}>${sideName(look)}</option>`)}
      </select></label>
    <button type="button" id="play-here" onClick=${play}>${t("again.play")}</button></details>`;
}
