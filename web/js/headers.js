// What is known of a game beside its moves: who played, where, when, and how it ended.

import { html } from "../vendor/htm-preact.js";
import { said, sideName, t, titleOf } from "./text.js";

/**
 * @typedef {import("./protocol.js").GameHeaders} GameHeaders
 * @typedef {import("./protocol.js").GameInfo} GameInfo
 * @typedef {import("./protocol.js").Layout} Layout
 */

/**
 * What a player is called: by name, a machine by its level in the reader's language.
 * @param {string} name As the record has it.
 * @param {GameInfo | undefined} info
 */
export function playerName(name, info) {
  if (name === "") return t("library.person");
  const level = info?.levels.find(({ title, player }) => title === name || player === name);
  return level ? titleOf(level) : name;
}

/**
 * Above the moves. `players`: whether the names are shown here too.
 * @param {{ headers: GameHeaders, layout: Layout, info: GameInfo, players: boolean }} props
 */
export function Headers({ headers, layout, info, players }) {
  const { event, site, round, date, result } = headers;
  const where = [event, site, round && t("headers.round", { round }), date].filter(Boolean).join(" · ");
  if (!players && where === "" && !result) return null;
  return html`<div id="headers">
    ${players && html`<p class="players">${headers.players.map(({ name, rating }, side) => html`<span key=${side} data-player=${side}>
      <i class="stone" style=${{ background: layout.sides[side].colour }} aria-hidden="true"></i>
      <b><span class="unseen">${t("headers.side", { side: sideName(layout.sides[side]) })} </span>${playerName(name, info)}</b>
      ${rating && html` <small>${rating}</small>`}
    </span>`)}</p>`}
    ${(where || result) && html`<p class="occasion">${where}${where && result ? " · " : ""}${result && html`<span class="ended">${ending(result, layout)}</span>`}</p>`}
  </div>`;
}

/**
 * How a game ended, in words; what a file says of it in signs (`B+3.5`) is put behind them.
 * @param {NonNullable<GameHeaders["result"]>} result
 * @param {Layout} layout
 */
function ending({ winner, text }, layout) {
  const isSign = typeof text === "string" && /^([BW]\+|[+-]?[\d.]|draw$|jigo$)/i.test(text);
  if (text && !isSign) return said(text, layout.sides);
  const words = winner === null ? t("headers.draw") : t("headers.won", { side: sideName(layout.sides[winner]) });
  return winner !== null && text ? `${words} (${text})` : words;
}
