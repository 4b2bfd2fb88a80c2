// What a side holds beside the board, and other choices that begin a move: buttons to take something up with.

import { html } from "../vendor/htm-preact.js";
import { choices } from "./clicks.js";
import { pieceOf } from "./pieces.js";
import { labelOf, sideName, t } from "./text.js";

/**
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./protocol.js").MoveView} MoveView
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./clicks.js").Click} Click
 */

/**
 * @param {{ layout: Layout, view: View, side: Side, moves: MoveView[], clicks: Click[],
 *           flipped: boolean, clicked: (name: string) => void }} props
 */
export function Hands({ layout, view, side, moves, clicks, flipped, clicked }) {
  const held = view.scene.hands.filter((held) => held.side === side);
  const longer = moves.filter((move) => move.steps.length > 1);
  const open = new Map(view.side === side ? choices(longer, []).map(({ name, label }) => [name, label]) : []);
  const others = [...open].filter(([name]) => !held.some((held) => held.name === name));
  if (held.length === 0 && others.length === 0) return null;
  return html`<div class="hands" role="group" aria-label=${t("board.hand", { side: sideName(layout.sides[side]) })} data-hand=${side}>
    ${held.map(({ name, count, look, letter, label }) => html`<button
      type="button"
      key=${name}
      data-choice=${open.has(name) ? name : null}
      data-held=${name}
      data-count=${count}
      class=${count === 0 ? "held none" : "held"}
      disabled=${!open.has(name)}
      aria-pressed=${view.side === side && clicks[0] === name ? "true" : "false"}
      aria-label=${t("board.held", { piece: labelOf(open.get(name) ?? label ?? letter), count })}
      onClick=${() => clicked(name)}
    >
      <svg viewBox="-50 -50 100 100" aria-hidden="true">${pieceOf(layout, { side, look, letter, label }, flipped)}</svg>
      <span>${count}</span>
    </button>`)}
    ${others.map(([name, label]) => html`<button
      type="button"
      key=${name}
      data-choice=${name}
      aria-pressed=${clicks[0] === name ? "true" : "false"}
      onClick=${() => clicked(name)}
    >${labelOf(label)}</button>`)}
  </div>`;
}
