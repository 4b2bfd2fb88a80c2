// Whose turn it is, and how the game ended.

import { html } from "../vendor/htm-preact.js";
import { standing } from "./clicks.js";
import { HAS_SERVER } from "./outside.js";
import { labelOf, said, sideName, t } from "./text.js";

/**
 * @typedef {import("./protocol.js").GameState} GameState
 * @typedef {import("./protocol.js").Layout} Layout
 */

/**
 * How things stand, in a sentence.
 * @param {Layout} layout
 * @param {GameState} state
 */
function sentence(layout, { view, seats, searching, paused, count }) {
  const side = sideName(layout.sides[view.side]);
  if (view.result) return t("status.over");
  if (count) return t("count.status");
  if (searching && !searching.ponder) return t(searching.hint ? "status.hinting" : "status.thinking", { side });
  if (seats[view.side] !== null) return t(paused ? "status.waits" : "status.to-move", { side });
  if (view.record[view.ply - 1]?.side === view.side) return t("status.again", { side });
  return t(seats[1 - view.side] === null ? "status.person" : "status.yours", { side });
}

/**
 * @param {{ layout: Layout, state: GameState, connected: boolean, active: boolean, hint: string | null,
 *           play: (move: string) => void }} props
 */
export function Status({ layout, state, connected, active, hint, play }) {
  const { view } = state;
  const { result } = view;
  const words = connected ? sentence(layout, state) : t(HAS_SERVER ? "status.lost" : "status.stopped");
  return html`<section class=${result ? "status over" : "status"} aria-label=${t("status.label")}>
    <div>
      <p id="result" role="status" aria-live="assertive">${result ? said(result.text, layout.sides) : ""}</p>
      <p id="status" role="status" aria-live="polite">${words}${hint ? html` <b id="hint-move">${t("status.hint", { move: hint })}</b>` : ""}</p>
      <p id="announced" class="unseen" aria-live="polite">${announced(layout, view)}</p>
      <p id="note">${said(view.scene.note, layout.sides)}</p>
    </div>
    <div class="standing">
      ${standing(view.moves).map(
        ({ text, name, label }) => html`<button
          type="button"
          key=${name}
          data-choice=${name}
          class=${active && view.moves.length === 1 ? "primary" : ""}
          disabled=${!active}
          onClick=${() => play(text)}
        >${labelOf(label)}</button>`,
      )}
    </div>
  </section>`;
}

/**
 * The last move, for those who cannot see it.
 * @param {Layout} layout
 * @param {GameState["view"]} view
 */
function announced(layout, view) {
  const last = view.record[view.ply - 1];
  return last ? t("announce.move", { side: sideName(layout.sides[last.side]), move: last.text }) : "";
}
