// A tree on a canvas that is moved, zoomed and walked with the keyboard.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../../vendor/htm-preact.js";
import { t } from "../text.js";
import { LEAST, MAX, draw, fit, nodeAt, spot, tallness } from "./tree_canvas.js";

/**
 * @typedef {import("./tree_canvas.js").Camera} Camera
 * @typedef {import("./tree_canvas.js").Look} Look
 * @typedef {import("./tree_layout.js").Layout} Layout
 */

/** What is drawn in which of the page's colours. */
const COLOURS = { card: "--card", ink: "--ink", soft: "--soft", line: "--line", accent: "--accent", open: "--amber", good: "--good", bad: "--bad", cut: "--soft" };

/**
 * @param {{ layout: Layout, look: (node: number) => Look | null, path: Set<number>, chosen: number, follow: number | null,
 *           choose: (node: number) => void, toggle: () => void, version: unknown }} props
 *   `follow`: the node to keep in sight; `toggle` plays and pauses; `version` changes when `look` does.
 */
export function TreeDrawing({ layout, look, path, chosen, follow, choose, toggle, version }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [camera, setCamera] = useState(/** @type {Camera | null} */ (null));
  const [scheme, setScheme] = useState(0);
  const fingers = useRef(/** @type {Map<number, { x: number, y: number }>} */ (new Map()));
  const moved = useRef(0);

  useLayoutEffect(() => {
    const it = canvas.current;
    if (!it) return;
    const measure = () => setSize({ width: it.clientWidth, height: it.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(it);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => setScheme((count) => count + 1);
    dark.addEventListener("change", changed);
    return () => {
      observer.disconnect();
      dark.removeEventListener("change", changed);
    };
  }, []);
  const fitted = size.width > 0 ? fit(layout, size.width) : null;
  const seen = camera ?? fitted;

  /** Whether a place lies out of sight: beside, above or below. @param {Camera} seen @param {number} x @param {number} y */
  const beyond = (seen, x, y) => [
    Math.abs(x - seen.x) * seen.scale > size.width / 2 - 30,
    Math.abs(y - seen.y) * tallness(layout, seen.scale, size.height) > size.height / 2 - 20,
  ];
  // What is done now stays in sight.
  useEffect(() => {
    if (follow === null || !seen || size.width === 0) return;
    const { x, y } = spot(layout, follow);
    const [aside, below] = beyond(seen, x, y);
    if (aside || below) setCamera({ scale: seen.scale, x: aside ? x : seen.x, y: below ? y : seen.y });
  }, [follow]);

  useLayoutEffect(() => {
    const it = canvas.current;
    if (!it || !seen || size.width === 0) return;
    const frame = requestAnimationFrame(() => {
      const ratio = devicePixelRatio || 1;
      const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
      if (it.width !== width || it.height !== height) [it.width, it.height] = [width, height];
      const pen = it.getContext("2d");
      if (!pen) return;
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      const style = getComputedStyle(it);
      const colours = Object.fromEntries(Object.entries(COLOURS).map(([name, property]) => [name, style.getPropertyValue(property).trim()]));
      draw(pen, { ...size, layout, camera: seen, colours, look, path, chosen });
    });
    return () => cancelAnimationFrame(frame);
  }, [layout, seen?.x, seen?.y, seen?.scale, size, version, path, chosen, scheme]);

  /** @param {number} factor @param {number} [x] The place that stays where it is, from the middle. @param {number} [y] */
  const zoom = (factor, x = 0, y = 0) => {
    if (!seen) return;
    const scale = Math.min(MAX, Math.max(LEAST, seen.scale * factor));
    const [before, after] = [seen.scale, scale].map((scale) => tallness(layout, scale, size.height));
    setCamera({ scale, x: seen.x + x / seen.scale - x / scale, y: seen.y + y / before - y / after });
  };
  /** Where a pointer is, from the middle. @param {MouseEvent} event */
  const placeOf = (event) => {
    const box = canvas.current?.getBoundingClientRect();
    return box ? { x: event.clientX - box.left - size.width / 2, y: event.clientY - box.top - size.height / 2 } : { x: 0, y: 0 };
  };
  const show = (/** @type {number} */ node) => {
    choose(node);
    if (!seen) return;
    const { x, y } = spot(layout, node);
    const [aside, below] = beyond(seen, x, y);
    if (aside || below) setCamera({ scale: seen.scale, x: aside ? x : seen.x, y: below ? y : seen.y });
  };
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const above = layout.parent[chosen];
    const sisters = above >= 0 ? layout.children[above] : [chosen];
    const at = sisters.indexOf(chosen);
    const next = {
      ArrowUp: above >= 0 ? above : null,
      ArrowDown: layout.children[chosen][0] ?? null,
      ArrowLeft: sisters[at - 1] ?? null,
      ArrowRight: sisters[at + 1] ?? null,
      Home: 0,
    }[event.key];
    if (next !== undefined) {
      if (next !== null && look(next)) show(next);
    } else if (event.key === "+" || event.key === "=") zoom(1.4);
    else if (event.key === "-") zoom(1 / 1.4);
    else if (event.key === "0") setCamera(null);
    else if (event.key === " ") toggle();
    else return;
    event.preventDefault();
  };
  return html`<div class="canvas">
    <canvas
      id="tree-canvas"
      ref=${canvas}
      tabindex="0"
      role="application"
      aria-label=${t("lab.tree.canvas")}
      aria-describedby="node-facts"
      data-zoom=${seen ? seen.scale.toFixed(4) : ""}
      onKeyDown=${pressed}
      onWheel=${(/** @type {WheelEvent} */ event) => {
        // The page scrolls over a drawing that nobody has taken hold of.
        if (!event.ctrlKey && document.activeElement !== canvas.current) return;
        event.preventDefault();
        const { x, y } = placeOf(event);
        zoom(Math.exp(-event.deltaY / 300), x, y);
      }}
      onPointerDown=${(/** @type {PointerEvent} */ event) => {
        if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
        fingers.current.set(event.pointerId, placeOf(event));
        moved.current = 0;
      }}
      onPointerMove=${(/** @type {PointerEvent} */ event) => {
        const before = fingers.current.get(event.pointerId);
        if (!before || !seen) return;
        const now = placeOf(event);
        moved.current += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
        const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
        fingers.current.set(event.pointerId, now);
        if (other) {
          const span = (/** @type {{ x: number, y: number }} */ to) => Math.hypot(to.x - other.x, to.y - other.y) || 1;
          zoom(span(now) / span(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
        } else {
          const tall = tallness(layout, seen.scale, size.height);
          setCamera({ ...seen, x: seen.x - (now.x - before.x) / seen.scale, y: seen.y - (now.y - before.y) / tall });
        }
      }}
      onPointerUp=${(/** @type {PointerEvent} */ event) => {
        fingers.current.delete(event.pointerId);
        if (moved.current > 6 || !seen) return;
        const { x, y } = placeOf(event);
        const node = nodeAt(layout, seen, size.height, x, y);
        if (node !== null && look(node)) choose(node);
      }}
      onPointerCancel=${(/** @type {PointerEvent} */ event) => fingers.current.delete(event.pointerId)}
    ></canvas>
    <div class="zoom" role="toolbar" aria-label=${t("lab.zoom")}>
      <button type="button" id="zoom-in" aria-label=${t("lab.zoom.in")} title=${t("lab.zoom.in")} onClick=${() => zoom(1.6)}>+</button>
      <button type="button" id="zoom-out" aria-label=${t("lab.zoom.out")} title=${t("lab.zoom.out")} onClick=${() => zoom(1 / 1.6)}>−</button>
      <button type="button" id="zoom-fit" onClick=${() => setCamera(null)}>${t("lab.zoom.fit")}</button>
      <button type="button" id="zoom-node" onClick=${() => setCamera({ scale: 1, ...spot(layout, chosen) })}>${t("lab.zoom.node")}</button>
    </div>
  </div>`;
}
