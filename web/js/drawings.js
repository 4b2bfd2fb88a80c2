// Circles and arrows that people draw on the board, with the right button of a mouse or with a pencil in the hand; and the
// marks that came with a record.

import { html, useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { pointName, pointNames } from "./geometry.js";
import { commentOf, marksOf, remarksOf, shapesOf } from "./remarks.js";

/**
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./remarks.js").Ink} Ink
 * @typedef {import("./remarks.js").Shape} Shape
 */
/** A node of the record and what is said about it. @typedef {{ id: number, comment?: string }} Noted */

/** What the pencil draws with; `null` while it is put away. @type {Ink | null} */
let pencil = null;
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {Ink | null} ink */
export function takePencil(ink) {
  pencil = ink;
  listeners.forEach((changed) => changed());
}

/** The pencil, rendered again when it is taken or put away. */
export function usePencil() {
  const [now, setNow] = useState(pencil);
  useEffect(() => {
    const changed = () => setNow(pencil);
    listeners.add(changed);
    return () => void listeners.delete(changed);
  }, []);
  return now;
}

/**
 * @param {Shape} shape
 * @param {Layout} layout
 */
const called = ({ ink, from, to }, layout) => `${ink}${pointName(layout, from)}${to === null ? "" : pointName(layout, to)}`;

/**
 * The same comment with a shape more, or one less: drawn again in its colour it is rubbed out, in another it changes.
 * @param {Layout} layout
 * @param {string} comment
 * @param {Shape} shape
 */
function withShape(layout, comment, shape) {
  const remarks = remarksOf(comment);
  const points = pointNames(layout);
  const name = called(shape, layout);
  const same = (/** @type {string} */ one) => one.slice(1).toLowerCase() === name.slice(1).toLowerCase();
  const before = remarks.drawn.find(same);
  const others = remarks.drawn.filter((one) => !same(one));
  const drawn = before?.[0].toUpperCase() === shape.ink ? others : [...others, name];
  return commentOf({ ...remarks, drawn }, (one) => shapesOf([one], points)[0]?.to !== null);
}

/**
 * The same comment without what is drawn.
 * @param {string} comment
 * @param {(name: string) => boolean} [which]
 */
export function erased(comment, which = () => true) {
  const kept = (/** @type {string} */ list) => list.split(",").filter((one) => !which(one.trim())).join(",");
  return comment.replace(/\[%(csl|cal|mark) ([^\]]*)\] ?/g, (whole, name, list) => {
    const left = kept(list);
    return left === list ? whole : left ? `[%${name} ${left}]` : "";
  }).trim();
}

/**
 * Drawing on a board.
 * @param {{ layout: Layout, place: Geometry, node: Noted | null, annotate: (comment: string) => void }} props
 */
export function useDrawings({ layout, place, node, annotate }) {
  const ink = usePencil();
  const comment = node?.comment ?? "";
  const names = useMemo(() => pointNames(layout), [layout]);
  const shapes = useMemo(() => shapesOf(remarksOf(comment).drawn, names), [comment, names]);
  const marks = useMemo(() => marksOf(remarksOf(comment).marks, names, layout.points), [comment, names, layout]);
  const [draft, setDraft] = useState(/** @type {Shape | null} */ (null));
  const under = useRef(/** @type {Shape | null} */ (null));
  /** What has been drawn in this visit, by nodes: a click wipes it away, and nothing that came with a record. */
  const mine = useRef(/** @type {Map<number, Set<string>>} */ (new Map()));
  const can = node !== null && names.size > 0;
  const show = (/** @type {Shape | null} */ shape) => {
    under.current = shape;
    setDraft(shape);
  };
  const add = (/** @type {Shape} */ shape) => {
    if (!node) return;
    mine.current.set(node.id, (mine.current.get(node.id) ?? new Set()).add(called(shape, layout)));
    annotate(withShape(layout, comment, shape));
  };
  const latest = useRef(add);
  latest.current = add;

  const cellUnder = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const point = document.elementFromPoint(clientX, clientY)?.getAttribute("data-point");
    return point ? Number(point) : null;
  };
  const moved = useRef((/** @type {PointerEvent} */ event) => {
    const [shape, to] = [under.current, cellUnder(event)];
    if (shape && to !== null) show({ ...shape, to: to === shape.from ? null : to });
  });
  const ended = useRef((/** @type {PointerEvent} */ event) => {
    removeEventListener("pointermove", moved.current);
    removeEventListener("pointerup", ended.current);
    removeEventListener("pointercancel", ended.current);
    const [shape, to] = [under.current, cellUnder(event)];
    show(null);
    // Let go beside the board, nothing is drawn.
    if (shape && to !== null && event.type === "pointerup") latest.current(shape);
  });
  useEffect(() => () => ended.current(new PointerEvent("pointercancel")), []);
  useEffect(() => show(null), [node?.id, ink]);

  /** Whether a press begins a drawing. */
  const press = (/** @type {PointerEvent} */ event, /** @type {number | null} */ from) => {
    const begins = can && from !== null && event.isPrimary && (event.button === 2 || (ink && event.button === 0));
    if (!begins) return false;
    const held = event.shiftKey ? (event.altKey ? "Y" : "R") : event.altKey ? "B" : "G";
    show({ ink: event.button === 2 ? held : ink ?? "G", from, to: null });
    addEventListener("pointermove", moved.current);
    addEventListener("pointerup", ended.current);
    addEventListener("pointercancel", ended.current);
    return true;
  };
  /** A key on a point, with the pencil in the hand: where a shape begins, then where it ends. */
  const mark = (/** @type {number} */ point) => {
    if (!ink || !can) return;
    if (!draft) return show({ ink, from: point, to: null });
    add({ ...draft, to: point === draft.from ? null : point });
    show(null);
  };
  const wipe = () => {
    const own = node && mine.current.get(node.id);
    if (!node || !own) return;
    mine.current.delete(node.id);
    const left = erased(comment, (name) => own.has(name));
    if (left !== comment) annotate(left);
  };
  const drawn = useMemo(() => [
    ...marks.map((mark) => markPicture(place, mark)),
    ...[...shapes, ...(draft ? [draft] : [])].map((shape, i) => picture(place, shape, i === shapes.length)),
  ], [place, marks, shapes, draft]);
  return { drawn: html`<g class="drawn">${drawn}</g>`, press, mark, wipe, draws: ink !== null && can, begun: draft !== null, drop: () => show(null) };
}

/**
 * @param {Geometry} place
 * @param {Shape} shape
 * @param {boolean} draft
 */
function picture(place, { ink, from, to }, draft) {
  const kind = `ink-${ink}${draft ? " draft" : ""}`;
  const a = place.at(from);
  if (to === null) return html`<circle class=${kind} data-circle=${from} cx=${a.x} cy=${a.y} r="43" />`;
  const b = place.at(to);
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${(a.x + dx * along - dy * aside).toFixed(1)} ${(a.y + dy * along + dx * aside).toFixed(1)}`;
  const head = length - 34;
  return html`<path class=${kind} data-from=${from} data-to=${to}
    d=${`M${at(20, -7)}L${at(head, -7)}L${at(head, -19)}L${at(length, 0)}L${at(head, 19)}L${at(head, 7)}L${at(20, 7)}z`} />`;
}

/** The lines of marks around the middle of their points. @type {Record<string, string>} */
const OUTLINES = {
  TR: "M0 -38L33 19H-33z",
  SQ: "M-28 -28h56v56h-56z",
  MA: "M-25 -25L25 25M-25 25L25 -25",
  SL: "M-28 -28h56v56h-56z",
};
/** How many signs of a label have room on a point. */
const LABEL_ROOM = 4;

/**
 * @param {Geometry} place
 * @param {import("./remarks.js").PointMark} mark
 */
function markPicture(place, { kind, at, text }) {
  const { x, y } = place.at(at);
  if (kind === "CR") return html`<circle class="ink-G" data-mark=${kind} data-at=${at} cx=${x} cy=${y} r="43" />`;
  if (kind !== "LB") {
    return html`<path class=${`mark ink-G ${kind === "SL" ? "selected" : ""}`} data-mark=${kind} data-at=${at}
      transform=${`translate(${x} ${y})`} d=${OUTLINES[kind]} />`;
  }
  const signs = [...text];
  const shown = signs.length > LABEL_ROOM ? `${signs.slice(0, LABEL_ROOM - 1).join("")}…` : text;
  return html`<text class=${`ink-G ${signs.length > 2 ? "long" : ""}`} data-mark=${kind} data-at=${at} x=${x} y=${y} dy="0.36em">${shown}</text>`;
}
