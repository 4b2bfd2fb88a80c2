// Dragging: a piece is lifted, follows the pointer, and is let go. What that means is said by who uses it.

import { useEffect, useRef, useState } from "../vendor/htm-preact.js";

/**
 * @typedef {import("./clicks.js").Click} Click
 * @typedef {import("./geometry.js").Spot} Spot
 */

/** How far a pointer moves before what it has pressed is lifted: a mouse is steadier than a finger. */
const SLACK = { mouse: 4, touch: 9 };
/** How far above a finger a piece is held, in cells, so that it can be seen. */
export const RAISED = 0.55;
/** How long a piece that is let go is on its way. */
const GLIDE = 170;

/**
 * What is in a hand. `path`: the clicks that stand for it; `over`: the point below the pointer, `at`: where that is on
 * the drawing; `touch`: whether a finger has it.
 * @typedef {{ path: Click[], over: number | null, at: Spot, touch: boolean }} Lifted
 */

/**
 * @param {object} props
 * @param {() => SVGSVGElement | null} props.drawing
 * @param {() => HTMLElement | null} props.board The element that holds the drawing and the pieces in hand.
 * @param {(pressed: Element, touch: boolean) => Click[] | null} props.lift What a press may lift.
 * @param {(lifted: Lifted) => Spot | null} props.drop Lets it go; where on the drawing it comes to rest, if it does there.
 */
export function useDrag(props) {
  const latest = useRef(props);
  latest.current = props;
  const [lifted, setLifted] = useState(/** @type {Lifted | null} */ (null));
  const pressed = useRef(/** @type {{ path: Click[], from: Element, id: number, x: number, y: number, lifted: Lifted | null } | null} */ (null));
  /** Whether the click that follows belongs to a drag. */
  const dragged = useRef(false);

  const seen = (/** @type {PointerEvent} */ { clientX, clientY, pointerType }) => {
    const drawing = latest.current.drawing();
    const matrix = drawing?.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    const cell = document.elementFromPoint(clientX, clientY);
    const point = cell && drawing?.contains(cell) ? cell.getAttribute("data-point") : null;
    return { at: { x, y }, over: point === null ? null : Number(point), touch: pointerType === "touch" };
  };
  const moved = useRef((/** @type {PointerEvent} */ event) => {
    const press = pressed.current;
    if (!press || event.pointerId !== press.id) return;
    const slack = event.pointerType === "touch" ? SLACK.touch : SLACK.mouse;
    if (!press.lifted && Math.hypot(event.clientX - press.x, event.clientY - press.y) <= slack) return;
    dragged.current = true;
    press.lifted = { path: press.path, ...seen(event) };
    setLifted(press.lifted);
  });
  const ended = useRef((/** @type {Event} */ event) => {
    const press = pressed.current;
    if (!press || (event instanceof PointerEvent && event.pointerId !== press.id)) return;
    if (event instanceof KeyboardEvent && (event.key !== "Escape" || !press.lifted)) return;
    pressed.current = null;
    listen(false);
    setLifted(null);
    if (!press.lifted) return;
    const { at, touch } = press.lifted;
    const held = { x: at.x, y: at.y - (touch ? 100 * RAISED : 0) };
    const drawing = latest.current.drawing();
    const home = drawing?.querySelector(".piece.away");
    const last = event.type === "pointerup" ? { ...press.lifted } : { ...press.lifted, over: null };
    const rest = latest.current.drop(last);
    if (home instanceof SVGElement) glide(home, held, rest ?? homeOf(home));
    else if (!rest) glideBack(press.from, held, drawing);
  });
  const listen = (/** @type {boolean} */ on) => {
    const change = on ? addEventListener : removeEventListener;
    change("pointermove", /** @type {EventListener} */ (moved.current));
    for (const end of ["pointerup", "pointercancel", "keydown"]) change(end, ended.current);
  };
  useEffect(() => {
    // A page that scrolls takes the finger away; only a listener put by hand may forbid it.
    const held = (/** @type {TouchEvent} */ event) => pressed.current && event.cancelable && event.preventDefault();
    const board = latest.current.board();
    board?.addEventListener("touchmove", held, { passive: false });
    return () => {
      board?.removeEventListener("touchmove", held);
      listen(false);
    };
  }, []);

  const handlers = {
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      dragged.current = false;
      if (!event.isPrimary || event.button !== 0 || !(event.target instanceof Element)) return;
      const path = latest.current.lift(event.target, event.pointerType === "touch");
      if (!path) return;
      pressed.current = { path, from: event.target, id: event.pointerId, x: event.clientX, y: event.clientY, lifted: null };
      listen(true);
    },
    onClickCapture: (/** @type {MouseEvent} */ event) => {
      // Keys click too, without a count of clicks.
      if (dragged.current && event.detail > 0) event.stopPropagation();
    },
  };
  return { lifted, handlers };
}

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Where a piece's own style puts it.
 * @param {SVGElement} piece
 */
function homeOf({ style }) {
  const [x, y] = (style.transform.match(/-?[\d.]+/g) ?? []).map(Number);
  return { x, y };
}

/**
 * From where a piece was let go to where it comes to rest.
 * @param {SVGElement} piece
 * @param {Spot} from
 * @param {Spot} to
 */
function glide(piece, from, to) {
  if (isStill()) return;
  const at = ({ x = 0, y = 0 }) => ({ transform: `translate(${x}px, ${y}px)` });
  piece.animate([at(from), at(to)], { duration: GLIDE, easing: "ease-out" });
}

/**
 * Back among the pieces beside the board.
 * @param {Element} held What was pressed: the piece's button or a part of it.
 * @param {Spot} from
 * @param {SVGSVGElement | null} drawing
 */
function glideBack(held, { x, y }, drawing) {
  const picture = held.closest("button")?.querySelector("svg");
  const matrix = drawing?.getScreenCTM();
  if (!picture || !matrix || isStill()) return;
  const spot = new DOMPoint(x, y).matrixTransform(matrix);
  const { left, top, width, height } = picture.getBoundingClientRect();
  const by = `translate(${spot.x - left - width / 2}px, ${spot.y - top - height / 2}px)`;
  picture.animate([{ transform: by }, { transform: "none" }], { duration: GLIDE, easing: "ease-out" });
}
