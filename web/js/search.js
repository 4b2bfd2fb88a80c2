// What the machine thinks: live while it searches, then its last word.

import { html } from "../vendor/htm-preact.js";
import { scoreOf, sideName, t, titleOf } from "./text.js";

/**
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./protocol.js").Thinking} Thinking
 */

/** @type {Record<string, import("./text.js").Key>} */
const SOURCES = { search: "search.of-search", book: "search.of-book", tables: "search.of-tables" };

const NUMBERS = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
/** From here on numbers are shortened, to keep to their columns. */
const LONG = 10_000_000;
const LONG_NUMBERS = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 4 });

/**
 * @param {{ layout: Layout, thinking: Thinking | null, busy: boolean, levels: import("./protocol.js").Level[] }} props
 *   `levels`: those of the game, which are called by their names.
 */
export function Search({ layout, thinking, busy, levels }) {
  const level = levels.find(({ player }) => player === thinking?.player);
  const thought = thinking?.thought;
  const work = thought?.work;
  const count = (/** @type {number | undefined} */ number) => (number ? (number < LONG ? NUMBERS : LONG_NUMBERS).format(number) : "–");
  const speed = work && work.millis > 20 ? ((work.interior + work.leaves + work.playouts) * 1000) / work.millis : 0;
  /** @type {[string, string, string][]} */
  const facts = [
    ["source", t("search.source"), thought ? t(SOURCES[thought.source]) : "–"],
    ["depth", t("search.depth"), count(thought?.depth)],
    ["score", t("search.score"), thought ? scoreOf(thought) : "–"],
    ["interior", t("search.nodes"), count(work?.interior)],
    ["leaves", t("search.evaluations"), count(work?.leaves)],
    ["cutoffs", t("search.cutoffs"), count(work?.cutoffs)],
    ["playouts", t("search.playouts"), count(work?.playouts)],
    ["time", t("search.time"), work ? t("search.seconds", { time: (work.millis / 1000).toFixed(work.millis < 9995 ? 2 : 1) }) : "–"],
    ["speed", t("search.speed"), count(speed)],
  ];
  const who = thinking && t(thinking.hint ? "search.hint" : "search.who", {
    side: sideName(layout.sides[thinking.side]), player: level ? titleOf(level) : thinking.player,
  });
  return html`<details id="search" class=${busy ? "search busy" : "search"}>
    <summary>${t("search.title")} <span class="who" title=${thinking?.player}>${who}</span></summary>
    <dl>
      ${facts.map(([key, label, value]) => html`<div key=${key}><dt>${label}</dt><dd data-fact=${key}>${value}</dd></div>`)}
    </dl>
    <p class="line" data-fact="line" title=${thought?.line.join(" ")}>${thought?.line.join(" ") || "–"}</p>
  </details>`;
}
