// Says that the server is gone, and what can be done meanwhile.

import { html } from "../vendor/htm-preact.js";
import { HAS_SERVER } from "./outside.js";
import { t } from "./text.js";

/** @param {{ store: import("./store.js").Store }} props */
export function AwayBanner({ store: { away, table } }) {
  // There before it has anything to say: only then is it read out.
  return html`<div role="status" aria-live="polite">${HAS_SERVER && away && html`<p id="away" class="away">
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 3l18 18M8.500 16.500a5 5 0 0 1 7 0M5 12.500a10 10 0 0 1 4.500-2.600m5.200.200a10 10 0 0 1 4.300 2.400M12 20h.010" /></svg>
    <span>${t(table ? "away.game" : "away.nothing")}</span>
  </p>`}</div>`;
}
