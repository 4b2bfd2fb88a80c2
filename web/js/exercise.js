// A position to be answered on the board, apart from the game on the table.

import { html, useEffect, useRef } from "../vendor/htm-preact.js";
import { Board } from "./board.js";
import { labelOf } from "./text.js";

/**
 * @typedef {import("./protocol.js").Look} Look
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./connection.js").Ask} Ask
 */

/**
 * The position after moves from another one, kept up with; the one before stays until it is there.
 * @param {Store} store
 * @param {Ask} ask
 * @param {{ game: string, position: string } | null} at
 * @param {string[]} moves
 * @returns {Look | null}
 */
export function useLook({ lab, connected }, ask, at, moves) {
  const asked = useRef(0);
  const shown = useRef(/** @type {Look | null} */ (null));
  const path = moves.join(" ");
  useEffect(() => {
    shown.current = null;
  }, [at?.game, at?.position]);
  useEffect(() => {
    if (connected && at) asked.current = ask({ request: "lab", at, ask: { look: { moves } } });
  }, [at?.game, at?.position, path, connected]);
  shown.current = lab.looks.find(({ id }) => id !== null && id === asked.current) ?? shown.current;
  return at ? shown.current : null;
}

/**
 * @param {{ look: Look, active: boolean, flipped?: boolean, hint?: string | null, play: (move: string) => void }} props
 *   `active`: whether a move is asked for; `hint`: a move to point at.
 */
export function Exercise({ look, active, flipped = false, hint = null, play }) {
  const open = active && look.view.result === null;
  return html`<div class="exercise"><${Board} layout=${look.layout} view=${look.view} active=${open}
    flipped=${flipped} hint=${hint} play=${play} count=${null} dead=${nobody} />
    ${open && look.view.moves.filter(isChoice).map((move) => html`<button type="button" key=${move.text} data-choice=${move.text}
      onClick=${() => play(move.text)}>${labelOf(labelIn(move))}</button>`)}
  </div>`;
}

/** What a move that is a choice is called. @param {import("./protocol.js").MoveView} move */
const labelIn = ({ text, steps: [step] }) => ("choice" in step ? step.choice.label : text);

/** Whether a move is made beside the board, as a pass is. @param {import("./protocol.js").MoveView} move */
const isChoice = ({ steps }) => steps.length === 1 && "choice" in steps[0];

/** Nothing is counted here. */
const nobody = () => {};
