// Whose turn it is, and how the game ended.

import { html } from "../vendor/htm-preact.js";
import { standing } from "./clicks.js";
import { drawPiece, isIvory } from "./pieces.js";
import { said, sideName, t } from "./text.js";

/**
 * @typedef {import("./protocol.js").GameState} GameState
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./protocol.js").Side} Side
 */

/**
 * How things stand, in a sentence.
 * @param {Layout} layout
 * @param {GameState} state
 */
function sentence(layout, { view, seats, searching, paused }) {
  const side = sideName(layout.sides[view.side]);
  if (view.result) return t("status.over");
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
  const shown = result ? result.winner : view.side;
  const words = connected ? sentence(layout, state) : t("status.lost");
  return html`<section class=${result ? "card status over" : "card status"} aria-label=${t("status.label")}>
    <svg viewBox="-50 -50 100 100" aria-hidden="true"><circle class="saucer" r="54" />${token(layout, view, shown)}</svg>
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
        >${said(label)}</button>`,
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

/**
 * A small picture of a side: one of its pieces where they are all alike, otherwise a disc in its colour.
 * @param {Layout} layout
 * @param {GameState["view"]} view
 * @param {Side | null} side
 * @returns {import("../vendor/htm-preact.js").VNode}
 */
function token(layout, view, side) {
  if (side === null) {
    return html`<g transform="scale(0.62)"><g transform="translate(-32 0)">${token(layout, view, 0)}</g>
      <g transform="translate(32 0)">${token(layout, view, 1)}</g></g>`;
  }
  const own = view.scene.pieces.filter((piece) => piece.side === side);
  const alike = own.every((piece) => piece.look === own[0].look && piece.label === own[0].label);
  const shown = own.length > 0 && alike ? own[0] : own.find((piece) => piece.look === "king");
  return drawPiece(shown ?? { look: "disc", letter: "" }, layout.sides[side].colour, isIvory(layout));
}
