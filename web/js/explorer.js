// The opening explorer: how games of one's own library went on from the position on the board, how they ended, and what
// the opening book of the game has.

import { html, useEffect } from "../vendor/htm-preact.js";
import { said, sideName, t } from "./text.js";

/**
 * @typedef {import("./protocol.js").ExploredMove} ExploredMove
 * @typedef {import("./protocol.js").GameState} GameState
 * @typedef {import("./protocol.js").Table} Table
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./connection.js").Ask} Ask
 */

/**
 * As long as it is there it follows the board.
 * @param {{ store: Store, table: Table, state: GameState, ask: Ask }} props
 */
export function Explorer({ store: { explored, connected }, table, state, ask }) {
  useEffect(() => {
    if (connected) ask({ request: "explore" });
  }, [table, state.node, state.notation, connected]);
  useEffect(() => {
    // There is more to be looked at: it is told bit by bit, so that nobody else waits.
    if (connected && explored && explored.pending > 0) ask({ request: "explore" });
  }, [explored]);
  const found = explored?.node === state.node ? explored : null;
  const all = (/** @type {(move: ExploredMove) => number} */ of) => found?.moves.reduce((sum, move) => sum + of(move), 0) ?? 0;
  const games = all((move) => move.games);
  const inBook = (/** @type {ExploredMove} */ { book, value }) => book !== null || value !== null;
  const book = found?.moves.some(inBook) ?? false;
  return html`<div id="explorer" class="explorer" aria-busy=${found === null || found.pending > 0 ? "true" : "false"}>
    <p class="told" role="status" id="explorer-count">${!found ? t("explorer.looking")
      : found.pending > 0 ? t("explorer.pending", { count: found.pending })
      : games > 0 ? t("explorer.games", { count: games })
      : t(book ? "explorer.book-only" : "explorer.none")}</p>
    ${found?.name && html`<p id="opening-name">${found.name}</p>`}
    ${found && found.moves.length > 0 && html`<table>
      <thead><tr>
        <th scope="col">${t("explorer.move")}</th><th scope="col">${t("explorer.count")}</th>
        <th scope="col">${t("explorer.results")}</th>${book && html`<th scope="col">${t("explorer.book")}</th>`}
      </tr></thead>
      <tbody>${found.moves.map((move) => html`<tr key=${move.text} data-explored=${move.text}>
        <th scope="row"><button type="button" onClick=${() => ask({ request: "line", moves: [move.text] })}>${move.text}</button></th>
        <td class="number">${move.games > 0 ? move.games : "–"}</td>
        <td><${Results} move=${move} table=${table} /></td>
        ${book && html`<td class="number">${!inBook(move) ? "–" : move.value !== null ? said(move.value) : `${move.book} %`}</td>`}
      </tr>`)}</tbody>
      ${games > 0 && found.moves.length > 1 && html`<tfoot><tr>
        <th scope="row">${t("explorer.all")}</th><td class="number">${games}</td>
        <td><${Results} move=${{ first: all((move) => move.first), draws: all((move) => move.draws), second: all((move) => move.second) }} table=${table} /></td>
        ${book && html`<td></td>`}
      </tr></tfoot>`}
    </table>`}
  </div>`;
}

/**
 * How games ended, as a bar of three parts: won by the first side, drawn, won by the second.
 * @param {{ move: Pick<ExploredMove, "first" | "draws" | "second">, table: Table }} props
 */
function Results({ move, table }) {
  const ended = move.first + move.draws + move.second;
  if (ended === 0) return html`<span class="told">–</span>`;
  const [first, second] = table.layout.sides;
  const percent = (/** @type {number} */ count) => Math.round((100 * count) / ended);
  const label = t("explorer.bar", { first: sideName(first), wins: percent(move.first), draws: percent(move.draws), second: sideName(second), losses: percent(move.second) });
  return html`<span class="results" role="img" aria-label=${label} title=${label}>
    ${[["first", move.first], ["draws", move.draws], ["second", move.second]].map(([name, count]) => Number(count) > 0 && html`<i
      key=${name} class=${name} style=${{ flexGrow: count }}>${percent(Number(count)) >= 15 ? `${percent(Number(count))}` : ""}</i>`)}
  </span>`;
}
