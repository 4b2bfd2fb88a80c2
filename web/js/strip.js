// A strip above or below the board: who plays that side, what they have taken or hold, and their clock.

import { html } from "../vendor/htm-preact.js";
import { ClockFace } from "./clock.js";
import { drawPiece, isIvory, pieceOf } from "./pieces.js";
import { same } from "./setup.js";
import { sideName, t, titleOf } from "./text.js";

/**
 * @typedef {import("./protocol.js").GameState} GameState
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./protocol.js").Piece} Piece
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {import("./protocol.js").Table} Table
 */

/** Pieces of a kind that are drawn one by one; more are a number. */
const DRAWN = 8;

/** @param {{ table: Table, state: GameState, side: Side, name?: string, rating?: string | null }} props `name`: who played, as the record has it. */
export function Strip({ table: { layout, info }, state, side, name = "", rating = "" }) {
  const { view, clock, searching, players } = state;
  const player = players[side];
  const level = info.levels.find(({ spec }) => same(spec, player));
  const who = name || (player === null ? t(players[1 - side] === null ? "strip.person" : "strip.you") : level ? titleOf(level) : called(player));
  const turn = view.result === null && view.side === side;
  const thinks = searching !== null && !searching.ponder && searching.side === side;
  return html`<div class=${`strip ${turn ? "turn" : ""} ${thinks ? "thinks" : ""} ${view.result?.winner === side ? "won" : ""}`} data-side=${side}>
    <svg class="token" viewBox="-50 -50 100 100" aria-hidden="true"><circle class="saucer" r="54" />${token(layout, view.scene.pieces, side)}</svg>
    <p><b class="who-plays" title=${player?.text ?? ""}>${who}</b> ${rating && html`<small>${rating}</small> `}<span class="side-name">${sideName(layout.sides[side])}</span></p>
    <p class="standing-of">${balance(layout, view.scene.pieces, side)}</p>
    ${clock && html`<${ClockFace} clock=${clock} side=${side} name=${sideName(layout.sides[side])} />`}
  </div>`;
}

/**
 * A player that is no level: which generation of what was learnt it is, or its text.
 * @param {import("./protocol.js").Spec} player
 */
function called({ text, name, options }) {
  const generation = options.find(([option]) => option === "generation");
  return generation ? t("strip.generation", { number: generation[1] }) : text ?? name;
}

/**
 * A small picture of a side: one of its pieces where they are all alike, otherwise its king or what it is called.
 * @param {Layout} layout
 * @param {Piece[]} pieces
 * @param {Side} side
 */
export function token(layout, pieces, side) {
  const own = pieces.filter((piece) => piece.side === side);
  const shown = own.length > 0 && alike(own) ? own[0] : own.find((piece) => piece.look === "king");
  // Before there is any: X and O are what their sides are called.
  const called = { X: "cross", O: "nought" }[layout.sides[side].name] ?? "disc";
  return shown ? pieceOf(layout, shown, false) : drawPiece({ look: called, letter: "" }, layout.sides[side].colour, isIvory(layout));
}

/**
 * How the sides compare: how many there are where all pieces are alike, or else what this side has more of.
 * @param {Layout} layout
 * @param {Piece[]} pieces
 * @param {Side} side
 */
function balance(layout, pieces, side) {
  const [own, others] = [side, 1 - side].map((one) => pieces.filter((piece) => piece.side === one));
  if (alike(own) && alike(others)) {
    return own.length > 0 && html`<span class="count">${own.length}</span>`;
  }
  const left = others.map(kind);
  const more = own.filter((piece) => {
    const at = left.indexOf(kind(piece));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const opponent = layout.sides[1 - side].colour;
  // What one has more of is what the other has lost.
  return html`${more.slice(0, DRAWN).map((piece, i) => html`<svg key=${i} class="taken" viewBox="-50 -50 100 100" aria-hidden="true">
    ${drawPiece(piece, opponent, isIvory(layout))}</svg>`)}${more.length > DRAWN ? html`<span class="count">+${more.length - DRAWN}</span>` : ""}`;
}

/** @param {Piece[]} pieces */
function alike(pieces) {
  return pieces.every((piece) => kind(piece) === kind(pieces[0]));
}

/** @param {Piece} piece */
function kind({ look, letter, label }) {
  // Red's and Black's signs of one kind differ; their letters do not, but for capitals.
  return look === "disc" || look === "" ? `${look} ${letter.toLowerCase() || label}` : look;
}
