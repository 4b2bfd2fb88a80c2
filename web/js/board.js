// The board: one drawing for every game, from what the server says of it.

import { html, useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { choices, click, next, pointsOf } from "./clicks.js";
import { CELL, geometry, pointName } from "./geometry.js";
import { ground, sheet } from "./ground.js";
import { Hands } from "./hands.js";
import { DEFINITIONS, drawPiece, isDark, isIvory } from "./pieces.js";
import { useSettings } from "./settings.js";
import { said, sideName, t } from "./text.js";
import { touchMode, useSlide } from "./touch.js";

/**
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./protocol.js").MoveView} MoveView
 * @typedef {import("./protocol.js").Piece} Piece
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./clicks.js").Click} Click
 * @typedef {import("./geometry.js").Geometry} Geometry
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {{ layout: Layout, view: View, active: boolean, flipped: boolean, hint: string | null,
 *           overlay?: unknown, play: (move: string) => void, count: import("./protocol.js").Count | null, dead: (point: number) => void }} props
 *   `active`: whether a person may move now; `hint`: the text of a move to point at; `overlay`: a drawing that lies over the board; `count`: the finished game as it
 *   is counted, in which a click calls a string dead.
 */
export function Board({ layout, view, active, flipped, hint, overlay, play, count, dead }) {
  const { touch, marks: marked } = useSettings();
  const mode = touchMode(touch, layout);
  /** A move that has been touched and is to be touched again. */
  const [waiting, setWaiting] = useState(/** @type {MoveView | null} */ (null));
  const byTouch = useRef(false);
  const [clicks, setClicks] = useState(/** @type {Click[]} */ ([]));
  const [hovered, setHovered] = useState(/** @type {number | null} */ (null));
  const [cursor, setCursor] = useState(0);
  const drawing = useRef(/** @type {SVGSVGElement | null} */ (null));
  const place = useMemo(() => geometry(layout, flipped), [layout, flipped]);
  const moves = active ? view.moves : NONE;

  // What is picked up stays so while anything but the position changes, the opponent for instance.
  useEffect(() => {
    setClicks(goesOn(view, active));
    setWaiting(null);
  }, [view.ply, view.position, active]);

  const make = (/** @type {MoveView} */ move) => {
    setClicks([]);
    setWaiting(null);
    play(move.text);
  };
  const clicked = (/** @type {Click} */ what) => {
    if (count && typeof what === "number") {
      if (view.scene.pieces.some((piece) => piece.point === what)) dead(what);
      return;
    }
    const found = click(moves, clicks, what);
    setWaiting(null);
    if (!("move" in found)) setClicks(found.clicks);
    else if (mode === "confirm" && byTouch.current && waiting?.text !== found.move.text) setWaiting(found.move);
    else make(found.move);
  };
  const slide = useSlide({ on: mode === "slide", moves, place: clicked });
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
      clicked(cursor);
    } else if (event.key === "Escape" && clicks.length + (waiting ? 1 : 0) > 0) {
      setClicks([]);
      setWaiting(null);
    } else {
      return;
    }
    event.preventDefault();
  };
  const pointOf = (/** @type {Event} */ event) => {
    const point = event.target instanceof Element ? event.target.getAttribute("data-point") : null;
    return point === null ? null : Number(point);
  };

  const still = useMemo(() => ground(layout, place), [layout, place]);
  const front = useMemo(() => sheet(layout, place), [layout, place]);
  const pieces = usePieces(layout, view, place, marked);
  const marks = useMemo(() => traces(layout, view, place), [layout, view, place]);
  const targets = useMemo(() => targetsOf(view, moves, clicks), [view, moves, clicks]);
  const grid = useMemo(
    () => cells(layout, view, place, targets, clicks, cursor, active || count !== null),
    [layout, view, place, targets, clicks, cursor, active, count === null],
  );
  // Choices that are a move (a pass) stand beside the board, see status.js; those that begin one, see hands.js.
  const open = clicks.length > 0 ? choices(moves, clicks) : [];
  const hands = (/** @type {import("./protocol.js").Side} */ side) => html`<${Hands} layout=${layout} view=${view}
    side=${side} moves=${moves} clicks=${clicks} clicked=${clicked} />`;
  const [above, below] = flipped ? [hands(0), hands(1)] : [hands(1), hands(0)];

  return html`<div class="board">
    ${above}
    <div class="layers"><svg
      ref=${drawing}
      id="board"
      class=${`drawing ${layout.colours} ${mode === "slide" && active ? "slides" : ""}`}
      viewBox=${`0 0 ${place.width} ${place.height}`}
      onClick=${(/** @type {Event} */ event) => {
        const point = pointOf(event);
        if (point !== null) {
          setCursor(point);
          clicked(point);
        }
      }}
      onKeyDown=${pressed}
      ...${slide.handlers}
      onPointerDownCapture=${(/** @type {PointerEvent} */ event) => {
        byTouch.current = event.pointerType === "touch";
      }}
      onPointerOver=${(/** @type {PointerEvent} */ event) => setHovered(event.pointerType === "touch" ? null : pointOf(event))}
      onPointerLeave=${() => setHovered(null)}
    >
      ${DEFINITIONS} ${still} ${marks.below} ${picked(place, clicks)} ${pieces} ${front} ${marks.above}
      <g class="targets">${dots(layout.points.length, view, place, targets, moves, clicks)}</g>
      ${count && counted(count, view, place)} ${crosshair(place, slide.aim)}
      ${waiting && ghost(layout, view, place, [waiting], [], pointsOf(waiting).at(-1) ?? null, waiting)}
      ${ghost(layout, view, place, moves, clicks, slide.aim ?? hovered)} ${pointer(view, place, hint)} ${winning(view, place)}
      ${grid}
    </svg>${overlay}</div>
    ${below}
    ${waiting && html`<div class="confirm" role="group" aria-label=${t("board.choices")}>
      <button type="button" id="confirm" class="primary" onClick=${() => make(waiting)}>${t("board.confirm", { move: waiting.text })}</button>
      <button type="button" id="cancel" onClick=${() => setWaiting(null)}>${t("board.cancel")}</button>
    </div>`}
    ${open.length > 0 && html`<div class="choices" role="group" aria-label=${t("board.choices")}>
      ${open.map(
        ({ name, label }) => html`<button type="button" key=${name} data-choice=${name} onClick=${() => clicked(name)}>
          ${pictured(layout, view, label)}${said(label)}
        </button>`,
      )}
    </div>`}
  </div>`;
}

/** @type {MoveView[]} */
const NONE = [];

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
 * What has been picked up.
 * @param {Geometry} place
 * @param {Click[]} clicks
 */
function picked(place, clicks) {
  return clicks.map((click) => {
    if (typeof click === "string") return null;
    return html`<path class="picked" d=${place.cell(click)} />`;
  });
}

/**
 * A little picture of the piece that a choice names (`Queen`), where there is one.
 * @param {Layout} layout
 * @param {View} view
 * @param {string} label
 */
function pictured(layout, view, label) {
  return html`<svg class="choice" viewBox="-50 -50 100 100" aria-hidden="true">
    ${drawPiece({ look: label.toLowerCase(), letter: label.slice(0, 1) }, layout.sides[view.side].colour)}
  </svg>`;
}

/**
 * Pieces with a name each that stays with them from position to position, so that they glide.
 * @param {Layout} layout
 * @param {View} view
 * @param {Geometry} place
 * @param {boolean} marked Whether the second side's pieces have a mark beside their colour.
 */
function usePieces(layout, view, place, marked) {
  const known = useRef(/** @type {{ layout: Layout, view: View, names: Map<number, number>, count: number } | null} */ (null));
  return useMemo(() => {
    const before = known.current?.layout === layout ? known.current : null;
    const names = before ? sameNames(before, view) : new Map();
    let count = before?.count ?? 0;
    for (const piece of view.scene.pieces) {
      if (!names.has(piece.point)) names.set(piece.point, count++);
    }
    known.current = { layout, view, names, count };
    const falls = layout.colours === "frame";
    const ivory = isIvory(layout);
    const drawn = view.scene.pieces.map((piece) => {
      const { x, y } = place.at(piece.point);
      const fresh = before !== null && view.trace.includes(piece.point) && before.view.ply < view.ply;
      const arrival = !fresh ? "" : falls ? " falls" : " appears";
      return { name: names.get(piece.point) ?? 0, x, y, piece, arrival };
    });
    // One order for all time: a node that moves within its parent would lose its transition.
    drawn.sort((a, b) => a.name - b.name);
    return html`<g class="pieces">
      ${drawn.map(
        ({ name, x, y, piece, arrival }) => html`<g key=${name} class=${`piece${arrival}`} style=${{ transform: `translate(${x}px, ${y}px)` }}>
          <g class="figure" style=${falls ? { "--fall": `${place.top - y - CELL}px` } : {}}>
            ${drawPiece(piece, layout.sides[piece.side].colour, ivory)}
            ${marked && piece.side === 1 && html`<path class="side-mark" d="M16 34h20M26 24v20" />`}
          </g>
        </g>`,
      )}
    </g>`;
  }, [layout, view, place, marked]);
}

/**
 * The names of the pieces that were there before: those that stayed, and those that were moved.
 * @param {{ view: View, names: Map<number, number> }} before
 * @param {View} view
 */
function sameNames(before, view) {
  const old = new Map(before.view.scene.pieces.map((piece) => [piece.point, piece]));
  /** @type {Map<number, number>} */
  const names = new Map();
  /** @type {Piece[]} */
  const arrived = [];
  const moved = view.trace.length > 1 || before.view.trace.length > 1;
  for (const piece of view.scene.pieces) {
    const there = old.get(piece.point);
    const name = before.names.get(piece.point);
    // A disc that is turned over is the same disc; a piece that another has moved onto is not.
    const same = there?.look === piece.look && there.label === piece.label && (there.side === piece.side || !moved);
    if (same && name !== undefined) {
      names.set(piece.point, name);
      old.delete(piece.point);
    } else {
      arrived.push(piece);
    }
  }
  // A move shifts one piece or two (castling). Where more has changed, the position is another one.
  const shifts = arrived.length <= 2 && moved;
  for (const piece of shifts ? arrived : []) {
    for (const [from, left] of old) {
      if (left.look === piece.look && left.side === piece.side) {
        names.set(piece.point, before.names.get(from) ?? 0);
        old.delete(from);
        break;
      }
    }
  }
  return names;
}

/**
 * The last move, points to warn of, and points that the rules forbid.
 * @param {Layout} layout
 * @param {View} view
 * @param {Geometry} place
 */
function traces(layout, view, place) {
  const tinted = layout.style !== "points" && layout.colours !== "frame";
  const pieceAt = new Map(view.scene.pieces.map((piece) => [piece.point, piece]));
  const below = view.trace.map((point) => tinted && html`<path class="trace" d=${place.cell(point)} />`);
  const above = view.trace.map((point) => {
    if (tinted) return null;
    const { x, y } = place.at(point);
    const piece = pieceAt.get(point);
    // What is written on a disc is left to be read.
    if (piece?.label) return html`<circle class="last around" cx=${x} cy=${y} r="47" />`;
    const tone = piece && isDark(layout.sides[piece.side].colour) ? "on-dark" : "on-light";
    return html`<circle class=${`last ${tone}`} cx=${x} cy=${y} r=${layout.colours === "frame" ? 12 : 15} />`;
  });
  const alarmed = view.scene.alarmed.map((point) => {
    const { x, y } = place.at(point);
    return html`<circle class="alarm" cx=${x} cy=${y} r="58" fill="url(#alarm)" />`;
  });
  const forbidden = view.scene.forbidden.map((point) => {
    const { x, y } = place.at(point);
    return html`<path class="barred" d=${`M${x - 17} ${y - 17}l34 34m0 -34l-34 34`} />`;
  });
  return { below: html`<g>${below}${alarmed}${forbidden}</g>`, above: html`<g>${above}</g>` };
}

/**
 * The points that a next click can be on; a point that stands for another (any cell of a column) leads to it.
 * @param {View} view
 * @param {MoveView[]} moves
 * @param {Click[]} clicks
 * @returns {Map<number, number>}
 */
function targetsOf(view, moves, clicks) {
  /** @type {Map<number, number>} */
  const targets = new Map();
  for (const step of next(moves, clicks)) {
    if ("point" in step) step.point.forEach((point) => targets.set(point, targets.get(point) ?? step.point[0]));
  }
  return targets;
}

/**
 * Dots where the next click may go: always once something is picked up, and where only few empty points are open.
 * @param {number} points How many there are.
 * @param {View} view
 * @param {Geometry} place
 * @param {Map<number, number>} targets
 * @param {MoveView[]} moves
 * @param {Click[]} clicks
 */
function dots(points, view, place, targets, moves, clicks) {
  const taken = new Set(view.scene.pieces.map((piece) => piece.point));
  if (clicks.length === 0) {
    const places = moves.every((move) => pointsOf(move).length <= 1);
    const few = targets.size > 0 && targets.size <= 24 && ![...targets.keys()].some((point) => taken.has(point));
    const restricted = targets.size * 2 < points - taken.size;
    if (!places || !few || !restricted) return null;
  }
  return [...targets].map(([point, main]) => {
    if (point !== main) return null;
    const { x, y } = place.at(point);
    return taken.has(point)
      ? html`<circle class="capture" cx=${x} cy=${y} r="44" />`
      : html`<circle class="dot" cx=${x} cy=${y} r="14" />`;
  });
}

/**
 * What a click here would put on the board.
 * @param {Layout} layout
 * @param {View} view
 * @param {Geometry} place
 * @param {MoveView[]} moves
 * @param {Click[]} clicks
 * @param {number | null} hovered
 * @param {MoveView} [certain] The move, where it is known.
 */
function ghost(layout, view, place, moves, clicks, hovered, certain) {
  if (hovered === null || clicks.length > 0) return null;
  const found = certain ? { move: certain } : click(moves, [], hovered);
  if (!("move" in found)) return null;
  const points = pointsOf(found.move);
  const { colour } = layout.sides[view.side];
  const { x, y } = place.at((certain ? points.at(-1) : points[0]) ?? hovered);
  const own = view.scene.pieces.find((piece) => piece.side === view.side);
  return html`<g class="ghost" transform=${`translate(${x} ${y})`}>
    ${own ? drawPiece(own, colour, isIvory(layout)) : html`<circle r="26" fill=${colour} />`}
  </g>`;
}

/**
 * Lines through the point that a finger aims at.
 * @param {Geometry} place
 * @param {number | null} aim
 */
function crosshair(place, aim) {
  if (aim === null) return null;
  const { x, y } = place.at(aim);
  return html`<path class="crosshair" d=${`M${x} 0V${place.height}M0 ${y}H${place.width}`} />`;
}

/**
 * Whose every point is in a count, and which stones are dead.
 * @param {import("./protocol.js").Count} count
 * @param {View} view
 * @param {Geometry} place
 */
function counted({ dead, areas }, view, place) {
  const taken = new Set(view.scene.pieces.map((piece) => piece.point));
  const off = new Set(dead);
  const owned = areas.flatMap((points, side) => points.filter((point) => !taken.has(point) || off.has(point)).map((point) => {
    const { x, y } = place.at(point);
    return html`<rect class=${`area side-${side}`} x=${x - 13} y=${y - 13} width="26" height="26" />`;
  }));
  const crosses = dead.map((point) => {
    const { x, y } = place.at(point);
    return html`<path class="dead" data-dead=${point} d=${`M${x - 30} ${y - 30}l60 60m0-60l-60 60`} />`;
  });
  return html`<g class="counted">${crosses}${owned}</g>`;
}

/**
 * The hint: an arrow, or a ring where something is put.
 * @param {View} view
 * @param {Geometry} place
 * @param {string | null} hint
 */
function pointer(view, place, hint) {
  const points = pointsOf(view.moves.find((move) => move.text === hint)).map(place.at);
  if (points.length === 0) return null;
  const [from, to] = [points[0], points[points.length - 1]];
  if (points.length === 1) return html`<circle class="hint-ring" cx=${from.x} cy=${from.y} r="38" />`;
  return html`<line class="hint-arrow" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} marker-end="url(#arrow)" />`;
}

/**
 * The line that won, or rings around points that do not lie on one.
 * @param {View} view
 * @param {Geometry} place
 */
function winning(view, place) {
  const points = (view.result?.points ?? []).map(place.at).sort((a, b) => a.x - b.x || a.y - b.y);
  if (points.length === 0) return null;
  const [from, to] = [points[0], points[points.length - 1]];
  const straight = points.every(
    ({ x, y }) => Math.abs((x - from.x) * (to.y - from.y) - (y - from.y) * (to.x - from.x)) < 1,
  );
  if (!straight || points.length < 3) {
    return points.map(({ x, y }) => html`<circle class="winning-ring" cx=${x} cy=${y} r="44" />`);
  }
  return html`<line class="winning" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} />`;
}

/**
 * What is clicked, focused and read out: a grid of cells over the drawing.
 * @param {Layout} layout
 * @param {View} view
 * @param {Geometry} place
 * @param {Map<number, number>} targets
 * @param {Click[]} clicks
 * @param {number} cursor
 * @param {boolean} active
 */
function cells(layout, view, place, targets, clicks, cursor, active) {
  const pieceAt = new Map(view.scene.pieces.map((piece) => [piece.point, piece]));
  const focusable = cursor < layout.points.length ? cursor : 0;
  const rows = Array.from({ length: layout.rows }, (_, seen) => {
    const row = place.row(seen);
    const points = layout.points.flatMap((point, i) => (point.row === row ? [i] : []));
    return points.sort((a, b) => place.column(layout.points[a].column) - place.column(layout.points[b].column));
  });
  return html`<g role="grid" aria-label=${t("board.label")} class="cells">
    ${rows.map(
      (points, r) => html`<g role="row" key=${r}>
        ${points.map((point) => {
          const piece = pieceAt.get(point);
          const terrain = layout.points[point].terrain;
          const what = piece
            ? t("board.piece", { side: sideName(layout.sides[piece.side]), piece: said(figureName(piece)) })
            : t("board.empty");
          const words = { point: pointName(layout, point), what, ground: said(terrain) };
          return html`<path
            key=${point}
            class=${targets.has(point) ? "cell open" : "cell"}
            data-point=${point}
            data-piece=${piece?.letter}
            role="gridcell"
            tabindex=${point === focusable ? 0 : -1}
            aria-label=${t(["plain", "star", "shade"].includes(terrain) ? "board.point" : "board.ground", words)}
            aria-selected=${clicks.includes(point) ? "true" : "false"}
            aria-disabled=${active ? null : "true"}
            d=${place.cell(point)}
          />`;
        })}
      </g>`,
    )}
  </g>`;
}


/**
 * What a piece is called where it is read out: by its drawing, or by what is written on it.
 * @param {Piece} piece
 */
function figureName({ look, letter, label }) {
  return look === "" || look === "disc" ? label || (look === "" ? letter : look) : look;
}
