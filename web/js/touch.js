// Fingers hide what they point at: a touch can slide to its point, or be asked for twice.

import { useRef, useState } from "../vendor/htm-preact.js";
import { pointsOf } from "./clicks.js";

/**
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./protocol.js").MoveView} MoveView
 */

/** From so many columns on, cells are smaller than a finger on a telephone. */
const DENSE = 13;
/** How far a finger moves before it slides. */
const SLACK = 10;
/** How far above a sliding finger its point is, so that it can be seen. */
const LIFT = 48;

/**
 * What a touch does on this board.
 * @param {import("./settings.js").Touch} touch
 * @param {Layout} layout
 */
export function touchMode(touch, { columns }) {
  return touch === "auto" ? (columns >= DENSE ? "slide" : "tap") : touch;
}

/**
 * Sliding a finger over the board; the point it aims at, and what to listen to.
 * @param {{ on: boolean, moves: MoveView[], place: (point: number) => void }} props
 *   `place`: called where the finger is lifted.
 */
export function useSlide({ on, moves, place }) {
  const [aim, setAim] = useState(/** @type {number | null} */ (null));
  const from = useRef(/** @type {{ x: number, y: number, moved: boolean } | null} */ (null));
  const latest = useRef(aim);
  const take = (/** @type {number | null} */ point) => {
    latest.current = point;
    setAim(point);
  };
  const under = (/** @type {PointerEvent} */ { clientX, clientY }, /** @type {number} */ lift) => {
    const cell = document.elementFromPoint(clientX, clientY - lift)?.getAttribute("data-point");
    return cell ? Number(cell) : null;
  };
  const handlers = {
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      // Only where something is put: a piece that is moved is clicked twice.
      const puts = moves.length > 0 && moves.every((move) => pointsOf(move).length <= 1);
      if (!on || !puts || event.pointerType !== "touch" || !event.isPrimary) return;
      from.current = { x: event.clientX, y: event.clientY, moved: false };
      take(under(event, 0));
      if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (/** @type {PointerEvent} */ event) => {
      if (!from.current) return;
      from.current.moved ||= Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > SLACK;
      if (from.current.moved) take(under(event, LIFT));
    },
    onPointerUp: () => {
      const point = latest.current;
      if (!from.current) return;
      from.current = null;
      take(null);
      if (point !== null) place(point);
    },
    onPointerCancel: () => {
      from.current = null;
      take(null);
    },
  };
  return { aim, handlers };
}
