// Random games from every move: what chance alone thinks of the moves, on the board and in a list.

import { html, useMemo, useState } from "../../vendor/htm-preact.js";
import { pointsOf } from "../clicks.js";
import { said, sideName, t } from "../text.js";
import { Count } from "../fields.js";
import { count } from "./numbers.js";
import { SmallBoard } from "./small_board.js";

/**
 * @typedef {import("../protocol.js").Look} Look
 * @typedef {import("../protocol.js").Heat} HeatReport
 * @typedef {import("./state.js").Run} Run
 */

/** Moves in the list. */
const SHOWN = 12;

/** A draw is half a win. @param {{ games: number, wins: number, draws: number }} move */
function rate({ games, wins, draws }) {
  return games > 0 ? (wins + draws / 2) / games : 0.5;
}

/** @param {number} rate */
function percent(rate) {
  return `${(100 * rate).toFixed(1)} %`;
}

/** @param {{ look: Look, run: Run | null, begin: (seconds: number) => void, stop: () => void }} props */
export function Heat({ look, run, begin, stop }) {
  const [seconds, setSeconds] = useState(10);
  const over = look.view.result !== null;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    begin(seconds);
  };
  return html`<section class="card random-games" aria-labelledby="heat-title" data-done=${run && !run.running ? run.id : ""}>
    <h2 id="heat-title">${t("lab.heat")}</h2>
    <p class="told">${t("lab.heat.about")}</p>
    <form class="wishes" onSubmit=${submit}>
      <label class="field"><span>${t("lab.heat.seconds")}</span>
        <${Count} id="heat-seconds" value=${seconds} least=${1} most=${60} change=${setSeconds} /></label>
      ${run?.running
        ? html`<button type="button" id="heat-stop" onClick=${stop}>${t("play.stop")}</button>`
        : html`<button type="submit" id="heat-run" class="primary" disabled=${over}>${t("lab.run")}</button>`}
    </form>
    <p id="heat-fault" class="fault" role="alert">${over ? t("lab.over") : said(run?.fault ?? "")}</p>
    ${run?.heat && html`<${Found} look=${look} heat=${run.heat} />`}
  </section>`;
}

/** @param {{ look: Look, heat: HeatReport }} props */
export function Found({ look, heat }) {
  const { layout, view } = look;
  const side = sideName(layout.sides[view.side]);
  const sorted = useMemo(() => [...heat.moves].sort((a, b) => rate(b) - rate(a)), [heat]);
  const points = useMemo(() => new Map(view.moves.map((move) => [move.text, pointsOf(move)])), [view]);
  const [best, worst] = [rate(sorted[0] ?? { games: 0, wins: 0, draws: 0 }), rate(sorted[sorted.length - 1] ?? { games: 0, wins: 0, draws: 0 })];
  /** @type {Map<number, import("./small_board.js").Warmth>} */
  const warm = new Map();
  // Where several moves lead to one point, the best of them is told; the list is sorted.
  for (const move of sorted) {
    const way = points.get(move.text) ?? [];
    const point = way[way.length - 1];
    if (point === undefined || warm.has(point) || move.games === 0) continue;
    const value = best > worst ? (rate(move) - worst) / (best - worst) : 0.5;
    warm.set(point, { point, value, text: (100 * rate(move)).toFixed(0) });
  }
  const { shown } = heat;
  const watched = shown && (shown.over
    ? t("lab.heat.over", { ply: shown.plies, result: shown.winner === null ? t("lab.heat.drawn") : t("lab.heat.won", { side: sideName(layout.sides[shown.winner]) }) })
    : t("lab.heat.watched", { ply: shown.plies }));
  return html`<p class="told" id="heat-games">${t("lab.heat.games", {
      games: count(heat.games), discarded: count(heat.discarded), speed: count(heat.millis > 0 ? (1000 * heat.games) / heat.millis : 0),
    })}</p>
    <div class="warm">
      <figure><${SmallBoard} layout=${layout} scene=${view.scene} label=${t("lab.heat.board", { side })} heat=${[...warm.values()]} />
        <figcaption>${t("lab.heat.board", { side })}</figcaption></figure>
      ${shown && html`<figure class="watched"><${SmallBoard} layout=${layout} scene=${shown.scene} trace=${shown.trace} label=${watched} />
        <figcaption>${watched}</figcaption></figure>`}
      <div class="scrolled" tabindex="0" role="region" aria-label=${t("lab.heat.rate")}><table id="heat-moves" class="rows">
        <thead><tr><th scope="col">${t("lab.move")}</th><th scope="col" class="number">${t("lab.heat.rate")}</th>
          <th scope="col" class="number">${t("lab.heat.wins")}</th><th scope="col" class="number">${t("lab.heat.draws")}</th>
          <th scope="col" class="number">${t("lab.heat.count")}</th></tr></thead>
        <tbody>${sorted.slice(0, SHOWN).map((move) => html`<tr key=${move.text}><th scope="row">${move.text}</th>
          <td class="number measure" style=${{ "--length": rate(move).toFixed(3) }}>${percent(rate(move))}</td>
          <td class="number">${count(move.wins)}</td><td class="number">${count(move.draws)}</td><td class="number">${count(move.games)}</td></tr>`)}</tbody>
      </table></div>
    </div>`;
}
