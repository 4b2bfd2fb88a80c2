// The lines that put the game on the board into a page of one's own.

import { html, useState } from "../vendor/htm-preact.js";
import { HAS_SERVER } from "./outside.js";
import { t } from "./text.js";

/** What a frame may show. @type {[string, import("./text.js").Key][]} */
const VIEWS = [["board", "embed.board"], ["tree", "embed.tree"], ["ladder", "embed.ladder"]];

/**
 * @param {{ page: string, board: string, lab: string | null, own: boolean }} props
 *   `page`: where the link leads, and whether that is a page of one's `own`; `board`, `lab`: the addresses after it of what is
 *   shown; the lab knows no rules that nobody else has.
 */
export function EmbedCode({ page, board, lab, own }) {
  const [view, setView] = useState("board");
  const [copied, setCopied] = useState(false);
  // A page of the program is nobody else's to show.
  if (HAS_SERVER && !own) return html`<p class="fine" id="embed-none">${t("embed.none")}</p>`;
  const inside = view === "board" || !lab ? board : `#/lab/${view}/${lab.slice(2)}&run`;
  const text = `<iframe src="${escaped(`${page}?embed${inside}`)}"
  title="Wanqi" loading="lazy"
  style="width: 100%; max-width: 800px; aspect-ratio: 4 / 3; min-height: 420px; border: 0"
  allow="clipboard-write"></iframe>`;
  return html`<div class="embed-code">
    <label>${t("embed.view")} <select id="embed-view" value=${view} onChange=${(/** @type {Event} */ event) =>
      event.target instanceof HTMLSelectElement && setView(event.target.value)}>
      ${VIEWS.filter(([name]) => name === "board" || lab).map(([name, title]) => html`<option key=${name} value=${name}>${t(title)}</option>`)}
    </select></label>
    <textarea id="embed-code" readonly rows="5" aria-label=${t("embed.open")} value=${text}></textarea>
    <button type="button" id="embed-copy" onClick=${() => navigator.clipboard?.writeText(text).then(() => setCopied(true), () => {})}>${t(copied ? "share.copied" : "share.copy")}</button>
    <p class="fine">${t("embed.about")}</p>
  </div>`;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
