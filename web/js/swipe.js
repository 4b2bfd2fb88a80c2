// A finger that is drawn across the board steps through the record.

import { useRef } from "../vendor/htm-preact.js";

/** How far a finger goes sideways at least, in pixels, and how much farther than up or down. */
const FAR = 60;
const FLAT = 2.5;

/**
 * Handlers for whatever is swiped. `step`: 1 to the next move, -1 to the one before.
 * @param {(by: 1 | -1) => void} step
 */
export function useSwipe(step) {
  const from = useRef(/** @type {{ x: number, y: number, id: number } | null} */ (null));
  return {
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      // Where a finger slides to a point or drags a piece it does not swipe.
      const taken = event.target instanceof Element && event.target.closest(".slides, .open, button");
      from.current = event.pointerType === "touch" && event.isPrimary && !taken ? { x: event.clientX, y: event.clientY, id: event.pointerId } : null;
    },
    onPointerUp: (/** @type {PointerEvent} */ event) => {
      const begun = from.current;
      from.current = null;
      if (!begun || begun.id !== event.pointerId) return;
      const [right, down] = [event.clientX - begun.x, event.clientY - begun.y];
      if (Math.abs(right) >= FAR && Math.abs(right) >= FLAT * Math.abs(down)) step(right < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      from.current = null;
    },
  };
}
