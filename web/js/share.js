// Addresses to pass on: of the position on the board, and of the whole record.

import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { MAX_ADDRESS, sharedAddress } from "./address.js";
import { t } from "./text.js";

/**
 * @param {{ game: string, state: import("./protocol.js").GameState, own: boolean }} props `own`: rules that nobody else has.
 */
export function ShareLinks({ game, state, own }) {
  const [copied, setCopied] = useState("");
  useEffect(() => setCopied(""), [state.view.position, state.view.record.length]);
  if (own) return html`<p class="fine">${t("share.own")}</p>`;
  const { view, first } = state;
  const moves = view.record.map(({ text }) => text);
  const links = {
    position: sharedAddress(game, { position: view.position }),
    game: sharedAddress(game, { moves, ply: view.ply, from: first }),
  };
  const copy = (/** @type {keyof typeof links} */ what) => {
    navigator.clipboard?.writeText(links[what]).then(() => setCopied(what), () => {});
  };
  const link = (/** @type {keyof typeof links} */ what, /** @type {string} */ title) => html`<div class="shared">
    <label for=${`share-${what}`}>${title}</label>
    <input id=${`share-${what}`} readonly value=${links[what]} onFocus=${(/** @type {Event} */ event) => event.target instanceof HTMLInputElement && event.target.select()} />
    <button type="button" id=${`share-${what}-copy`} onClick=${() => copy(what)}>${t(copied === what ? "share.copied" : "share.copy")}</button>
  </div>`;
  return html`<section class="links" aria-labelledby="share-title">
    <h2 id="share-title">${t("share.title")}</h2>
    ${link("position", t("share.position"))}
    ${links.game.length <= MAX_ADDRESS ? moves.length > 0 && link("game", t("share.game")) : html`<p class="fine">${t("share.long")}</p>`}
  </section>`;
}
