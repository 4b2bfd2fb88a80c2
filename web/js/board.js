// The board: one drawing for every game, from what the server says of it.

import { html, useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { cells } from "./cells.js";
import { begun, choices, click, next, pointsOf } from "./clicks.js";
import { RAISED, useDrag } from "./drag.js";
import { useDrawings } from "./drawings.js";
import { usePieces } from "./figures.js";
import { CELL, geometry, pointName } from "./geometry.js";
import { ground, sheet } from "./ground.js";
import { Hands } from "./hands.js";
import { DEFINITIONS, drawPiece, pieceOf } from "./pieces.js";
import { useSettings } from "./settings.js";
import { counted, crosshair, dots, ghost, numbersOf, picked, pointer, traces, winning } from "./signs.js";
import { useSounds } from "./sounds.js";
import { labelOf, said, t } from "./text.js";
import { touchMode, useSlide } from "./touch.js";

/**
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./protocol.js").Message} Message
 * @typedef {import("./protocol.js").MoveView} MoveView
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./clicks.js").Click} Click
 * @typedef {import("./geometry.js").Geometry} Geometry
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {{ layout: Layout, view: View, active: boolean, flipped: boolean, hint: string | null,
 *           overlay?: unknown, play: (move: string) => void, refused?: Message, count: import("./protocol.js").Count | null,
 *           dead: ((point: number) => void) | null, node?: import("./drawings.js").Noted | null, annotate?: (comment: string) => void,
 *           counts?: boolean, put?: import("./protocol.js").Piece | null }} props
 *   `active`: whether a person may move now; `hint`: the text of a move to point at; `overlay`: a drawing that lies over
 *   the board; `refused`: why the last move that was asked for was not made; `count`: the finished game as it is counted,
 *   in which a click calls a string dead if that may still be said; `node`: the move on the board, in whose comment
 *   drawings are kept; `counts`: whether columns are called what each side counts them as; `put`: the piece that a click puts on
 *   the board, where it is not the one that stands there already.
 */
export function Board({ layout, view, active, flipped, hint, overlay, play, refused = "", count, dead, node = null, annotate = () => {}, counts = true, put = null }) {
  const { touch, marks: marked, numbers, sounds } = useSettings();
  useSounds(view, sounds);
  const mode = touchMode(touch, layout);
  /** A move that has been touched and is to be touched again. */
  const [waiting, setWaiting] = useState(/** @type {MoveView | null} */ (null));
  const byTouch = useRef(false);
  const [clicks, setClicks] = useState(/** @type {Click[]} */ ([]));
  const [hovered, setHovered] = useState(/** @type {number | null} */ (null));
  const [cursor, setCursor] = useState(0);
  /** A move made by hand, until it is known: the piece stays where it was put. */
  const [landed, setLanded] = useState(/** @type {import("./figures.js").Shift | null} */ (null));
  /** A point where nothing may be put, asked about. */
  const [barred, setBarred] = useState(/** @type {number | null} */ (null));
  const drawing = useRef(/** @type {SVGSVGElement | null} */ (null));
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const place = useMemo(() => geometry(layout, flipped), [layout, flipped]);
  const moves = active ? view.moves : NONE;

  // What is picked up stays so while anything but the position changes, the opponent for instance.
  useEffect(() => {
    setClicks(goesOn(view, active));
    setWaiting(null);
    setLanded(null);
    setBarred(null);
  }, [view.ply, view.position, active]);
  useEffect(() => setLanded(null), [refused]);

  const make = (/** @type {MoveView} */ move) => {
    setClicks([]);
    setWaiting(null);
    play(move.text);
  };
  const drawings = useDrawings({ layout, place, node, annotate });
  const clicked = (/** @type {Click} */ what) => {
    if (count && dead && typeof what === "number") {
      if (view.scene.pieces.some((piece) => piece.point === what)) dead(what);
      return;
    }
    setBarred(null);
    if (typeof what === "number" && isBarred(layout, view, moves, what)) {
      // The rules say why when the move is asked for.
      setBarred(what);
      play(pointName(layout, what));
      return;
    }
    // A click that means nothing else wipes the board.
    if (advance(clicks, what) === "nothing") drawings.wipe();
  };
  /** Goes on from clicks with one more; whether that is a move made, or one that waits. */
  const advance = (/** @type {Click[]} */ path, /** @type {Click} */ what) => {
    const found = click(moves, path, what);
    setWaiting(null);
    if (!("move" in found)) {
      setClicks(found.clicks);
      return found.clicks.length + path.length > 0 ? "begun" : "nothing";
    }
    if (mode === "confirm" && byTouch.current && waiting?.text !== found.move.text) {
      setClicks([]);
      setWaiting(found.move);
      return "waits";
    }
    make(found.move);
    return "made";
  };
  const slide = useSlide({ on: mode === "slide" && !drawings.draws, moves, place: clicked });

  const lift = (/** @type {Element} */ target, /** @type {boolean} */ byFinger) => {
    const held = target.closest("[data-held][data-choice]")?.getAttribute("data-choice");
    if (held) return [held];
    const point = pointOf(target);
    // Stones are put, and nobody lifts them.
    if (point === null || count || drawings.draws || !view.moves.some((move) => pointsOf(move).length > 1)) return null;
    const path = clicks.length > 1 && clicks[clicks.length - 1] === point ? clicks : [point];
    const piece = view.scene.pieces.find((piece) => piece.point === path[0]);
    // One's own may be lifted out of turn, though not put down; a finger that cannot move a piece means something else.
    if (next(moves, path).length === 0 && (byFinger || piece?.side !== (active ? view.side : 1 - view.side))) return null;
    return path;
  };
  const drop = (/** @type {import("./drag.js").Lifted} */ { path, over, touch }) => {
    const [from] = path;
    if (over !== null && over === path[path.length - 1]) {
      setClicks(begun(moves, path).length > 0 ? path : goesOn(view, active));
      return null;
    }
    if (over === null || !targetsOf(moves, path).has(over)) {
      setClicks(goesOn(view, active));
      return null;
    }
    byTouch.current = touch;
    const done = advance(path, over);
    if (done === "waits") return null;
    if (done === "made" && typeof from === "number") setLanded({ from, to: over });
    return place.at(over);
  };
  const { lifted, handlers: dragging } = useDrag({ drawing: () => drawing.current, board: () => box.current, lift, drop });
  useEffect(() => {
    if (!lifted) return;
    setClicks([]);
    setWaiting(null);
  }, [lifted !== null]);
  /** What is picked up, by clicks or by hand. */
  const path = lifted?.path ?? clicks;
  const away = lifted && typeof lifted.path[0] === "number" ? lifted.path[0] : null;

  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      const to = place.neighbour(cursor, ...arrow);
      if (to !== null) {
        setCursor(to);
        const cell = drawing.current?.querySelector(`[data-point="${to}"]`);
        if (cell instanceof SVGElement) cell.focus();
      }
    } else if (event.key === "Enter" || event.key === " ") {
      if (drawings.draws) drawings.mark(cursor);
      else clicked(cursor);
    } else if (event.key === "Escape" && (clicks.length > 0 || waiting || barred !== null || drawings.begun)) {
      setClicks([]);
      setBarred(null);
      setWaiting(null);
      drawings.drop();
    } else {
      return;
    }
    event.preventDefault();
  };
  const still = useMemo(() => ground(layout, place, counts), [layout, place, counts]);
  const front = useMemo(() => sheet(layout, place), [layout, place]);
  const pieces = usePieces(layout, view, place, marked, landed ?? (lifted ? null : shiftOf(clicks)), away);
  const numbered = useMemo(() => (numbers ? numbersOf(layout, view) : NOTHING), [numbers, layout, view]);
  const marks = useMemo(() => traces(layout, view, place, numbered), [layout, view, place, numbered]);
  const targets = useMemo(() => targetsOf(moves, path), [moves, path]);
  const grid = useMemo(
    () => cells(layout, view, place, targets, path, cursor, active || (count !== null && dead !== null)),
    [layout, view, place, targets, path, cursor, active, count === null || dead === null],
  );
  // Choices that are a move (a pass) stand beside the board, see status.js; those that begin one, see hands.js.
  const open = clicks.length > 0 ? choices(moves, clicks) : [];
  const hands = (/** @type {import("./protocol.js").Side} */ side) => html`<${Hands} layout=${layout} view=${view}
    side=${side} moves=${moves} clicks=${path} flipped=${flipped} clicked=${clicked} />`;
  const [above, below] = flipped ? [hands(0), hands(1)] : [hands(1), hands(0)];

  return html`<div class=${lifted ? "board lifting" : "board"} ref=${box} ...${dragging}>
    ${above}
    <div class="layers"><svg
      ref=${drawing}
      id="board"
      class=${`drawing ${layout.colours} ${(mode === "slide" && active) || drawings.draws ? "slides" : ""} ${drawings.draws ? "draws" : ""}`}
      viewBox=${`0 0 ${place.width} ${place.height}`}
      onClick=${(/** @type {Event} */ event) => {
        const point = pointOf(event.target);
        if (point === null) return;
        setCursor(point);
        if (!drawings.draws) clicked(point);
      }}
      onContextMenu=${(/** @type {Event} */ event) => pointOf(event.target) !== null && event.preventDefault()}
      onKeyDown=${pressed}
      ...${slide.handlers}
      onPointerDownCapture=${(/** @type {PointerEvent} */ event) => {
        byTouch.current = event.pointerType === "touch";
        drawings.press(event, pointOf(event.target));
      }}
      onPointerOver=${(/** @type {PointerEvent} */ event) => setHovered(event.pointerType === "touch" ? null : pointOf(event.target))}
      onPointerLeave=${() => setHovered(null)}
    >
      ${DEFINITIONS} ${still} ${marks.below} ${picked(place, path)} ${pieces} ${front} ${marks.above}
      <g class="targets">${dots(layout.points.length, view, place, targets, moves, path)}</g>
      ${count && counted(count, view, place)} ${crosshair(place, slide.aim)}
      ${waiting && ghost(layout, view, place, [waiting], [], pointsOf(waiting).at(-1) ?? null, put, waiting)}
      ${ghost(layout, view, place, moves, path, slide.aim ?? hovered, put)} ${pointer(view, place, hint)} ${winning(view, place)}
      ${drawings.drawn}
      ${lifted && typeof lifted.over === "number" && targets.has(lifted.over) && html`<path class="over" d=${place.cell(lifted.over)} />`}
      ${grid}
      ${lifted && inHand(layout, view, lifted, place.upsideDown)}
    </svg>${overlay}${barred !== null && refused && bubble(place, barred, said(reasonOf(refused), layout.sides))}</div>
    ${below}
    ${waiting && html`<div class="confirm" role="group" aria-label=${t("board.choices")}>
      <button type="button" id="confirm" class="primary" onClick=${() => make(waiting)}>${t("board.confirm", { move: waiting.text })}</button>
      <button type="button" id="cancel" onClick=${() => setWaiting(null)}>${t("board.cancel")}</button>
    </div>`}
    ${open.length > 0 && html`<div class="choices" role="group" aria-label=${t("board.choices")}>
      ${open.map(
        ({ name, label }) => html`<button type="button" key=${name} data-choice=${name} onClick=${() => clicked(name)}>
          ${pictured(layout, view, label)}${labelOf(label)}
        </button>`,
      )}
    </div>`}
  </div>`;
}

/** @type {MoveView[]} */
const NONE = [];
/** @type {Map<number, number>} */
const NOTHING = new Map();

/**
 * The number of the cell that an event met.
 * @param {EventTarget | null} target
 */
function pointOf(target) {
  const point = target instanceof Element ? target.getAttribute("data-point") : null;
  return point === null ? null : Number(point);
}

/**
 * Whether a point is empty, stones are put on others, and none may be put there.
 * @param {Layout} layout
 * @param {View} view
 * @param {MoveView[]} moves
 * @param {number} point
 */
function isBarred(layout, view, moves, point) {
  return moves.length > 0 && layout.row_names.length > 0 && moves.every((move) => pointsOf(move).length <= 1)
    && !targetsOf(moves, []).has(point) && !view.scene.pieces.some((piece) => piece.point === point);
}

/**
 * Why something is no move, without saying that it is none: what was clicked is seen.
 * @param {Message} refused
 */
function reasonOf(refused) {
  const why = typeof refused === "string" ? undefined : refused.values.why;
  return why === undefined || (typeof why === "object" && "side" in why) ? refused : why;
}

/**
 * Words beside a point, above it where there is room.
 * @param {import("./geometry.js").Geometry} place
 * @param {number} point
 * @param {string} words
 */
function bubble(place, point, words) {
  const { x, y } = place.at(point);
  const below = y < place.height / 4;
  const at = { "--x": `${(100 * x) / place.width}%`, top: `${(100 * (y + (below ? 0.55 : -0.55) * CELL)) / place.height}%` };
  return html`<p class=${below ? "why below" : "why"} role="alert" style=${at}>${words}</p>`;
}

/**
 * A piece that has been picked up and put somewhere on the way to a move.
 * @param {Click[]} clicks
 */
function shiftOf(clicks) {
  const [from, to] = [clicks[0], clicks[clicks.length - 1]];
  return clicks.length > 1 && typeof from === "number" && typeof to === "number" ? { from, to } : null;
}

/**
 * The piece that follows the pointer: larger, and above a finger.
 * @param {Layout} layout
 * @param {View} view
 * @param {import("./drag.js").Lifted} lifted
 * @param {boolean} upsideDown
 */
function inHand(layout, view, { path: [from], at, touch }, upsideDown) {
  const piece = typeof from === "number" ? view.scene.pieces.find(({ point }) => point === from)
    : view.scene.hands.find(({ side, name }) => side === view.side && name === from);
  if (!piece) return null;
  return html`<g class="lifted" transform=${`translate(${at.x} ${at.y - (touch ? CELL * RAISED : 0)}) scale(${touch ? 1.5 : 1.18})`}>
    ${pieceOf(layout, piece, upsideDown)}
  </g>`;
}

/**
 * What is picked up at the beginning of a ply: the piece that goes on where its side has just moved and every move
 * begins with the same one, so that a chain of jumps is a click each.
 * @param {View} view
 * @param {boolean} active
 * @returns {Click[]}
 */
function goesOn(view, active) {
  const last = view.record[view.ply - 1];
  if (!active || last?.side !== view.side) return [];
  const firsts = new Set(view.moves.flatMap(({ steps: [first, second] }) => (second ? [first] : []))
    .map((step) => ("point" in step && step.point.length === 1 ? step.point[0] : null)));
  const [first] = firsts;
  return firsts.size === 1 && first !== null ? [first] : [];
}

/**
 * A little picture of the piece that a choice names (`Queen`), where there is one.
 * @param {Layout} layout
 * @param {View} view
 * @param {Message} label
 */
function pictured(layout, view, label) {
  const name = typeof label === "string" ? label : label.english;
  return html`<svg class="choice" viewBox="-50 -50 100 100" aria-hidden="true">
    ${drawPiece({ look: name.toLowerCase(), letter: name.slice(0, 1) }, layout.sides[view.side].colour)}
  </svg>`;
}

/**
 * The points that a next click can be on; a point that stands for another (any cell of a column) leads to it.
 * @param {MoveView[]} moves
 * @param {Click[]} clicks
 * @returns {Map<number, number>}
 */
function targetsOf(moves, clicks) {
  /** @type {Map<number, number>} */
  const targets = new Map();
  for (const step of next(moves, clicks)) {
    if ("point" in step) step.point.forEach((point) => targets.set(point, targets.get(point) ?? step.point[0]));
  }
  return targets;
}
