// The view in which the machine learns games: a list of them at `#/learn`, and each at `#/learn/NAME`.

import { html, useEffect } from "../../vendor/htm-preact.js";
import { said, t, titleOf } from "../text.js";
import { Lesson } from "./lesson.js";
import { elo, grouped } from "./numbers.js";

/** @typedef {import("../app.js").ViewProps} ViewProps */

/** The game that the address names; nothing in the list. */
function gameNow() {
  const name = location.hash.split("/").slice(2).join("/");
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Where a game is taught. @param {string} game */
export const lessonOf = (game) => `#/learn/${encodeURI(game)}`;

/** @param {ViewProps} props */
export function Learn(props) {
  const game = gameNow();
  return game === "" ? html`<${List} ...${props} />` : html`<${Lesson} key=${game} game=${game} ...${props} />`;
}

/** @param {ViewProps} props */
function List({ store, ask }) {
  const { connected, games, ruleGames, learning: { list } } = store;
  useEffect(() => {
    document.title = `${t("learn.title")} · Wanqi`;
    if (connected) ask({ request: "learn", ask: "list" });
  }, [connected]);
  const learnt = list?.learnt ?? [];
  // A rule file may tell again what is known by heart.
  const byHeart = new Set(games.map(titleOf));
  const told = (/** @type {import("../protocol.js").GameInfo} */ info) =>
    byHeart.has(titleOf(info)) && ruleGames.includes(info) ? `${titleOf(info)} (${info.name})` : titleOf(info);
  const own = learnt.filter(({ game }) => game === null);
  const rows = [
    ...[...games, ...ruleGames].map((info) => ({ key: info.name, href: lessonOf(info.name), title: told(info), learnt: learnt.find(({ game }) => game === info.name) })),
    ...own.map((learnt) => ({ key: learnt.rules, href: null, title: learnt.title, learnt })),
  ];
  // What was learnt stands first.
  rows.sort((a, b) => Number(b.learnt !== undefined) - Number(a.learnt !== undefined));
  return html`<main class="learn-list">
    <h2>${t("learn.title")}</h2>
    <p class="told">${t("learn.what")}</p>
    <p class="fault" role="alert">${said(list?.fault ?? "")}</p>
    <div class="card scrolled"><table class="rows" id="learn-games">
      <thead><tr><th scope="col">${t("setup.game")}</th><th scope="col">${t("learn.in-use")}</th><th scope="col" class="number">${t("learn.elo")}</th><th scope="col" class="number">${t("learn.positions")}</th></tr></thead>
      <tbody>${rows.map(({ key, href, title, learnt }) => html`<tr key=${key} data-learn=${key} class=${learnt ? "" : "unlearnt"}>
        <th scope="row">${href ? html`<a href=${href}>${title}</a>` : title}</th>
        <td>${learnt ? inUse(learnt, list?.running === learnt.rules) : "–"}</td>
        <td class="number">${learnt?.in_use != null ? elo(learnt.elo) : ""}</td>
        <td class="number">${learnt ? grouped(learnt.positions) : ""}</td>
      </tr>`)}</tbody>
    </table></div>
  </main>`;
}

/**
 * @param {import("../protocol.js").LearntRow} learnt
 * @param {boolean} runs
 */
function inUse({ in_use, generations }, runs) {
  const used = in_use === null ? t("learn.none-in-use", { count: generations }) : t("learn.used-of", { number: in_use, count: generations });
  return runs ? `${used} · ${t("learn.runs")}` : used;
}
