// The pieces on the board, each with a name that stays with it from position to position, so that they glide.

import { html, useMemo, useRef } from "../vendor/htm-preact.js";
import { CELL } from "./geometry.js";
import { pieceOf } from "./pieces.js";
import { useSettings } from "./settings.js";

/**
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./protocol.js").Piece} Piece
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./geometry.js").Geometry} Geometry
 */

/** A piece shown on another point than its own: one that is being moved. @typedef {{ from: number, to: number }} Shift */

/**
 * @param {Layout} layout
 * @param {View} view
 * @param {Geometry} place
 * @param {boolean} marked Whether the second side's pieces have a mark beside their colour.
 * @param {Shift | null} shift
 * @param {number | null} away The point whose piece is in a hand, and not shown.
 */
export function usePieces(layout, view, place, marked, shift, away) {
  const named = useNames(layout, view, place);
  return useMemo(() => html`<g class="pieces">
    ${named.map(({ name, piece, arrival, falls, figure }) => {
      const { x, y } = place.at(shift?.from === piece.point ? shift.to : piece.point);
      const taken = shift?.to === piece.point && named.some(({ piece: other }) => other.point === shift.from && other.side !== piece.side);
      return html`<g key=${name} class=${`piece${arrival}${taken ? " taken" : ""}${away === piece.point ? " away" : ""}`}
        style=${{ transform: `translate(${x}px, ${y}px)` }}>
        <g class="figure" style=${falls ? { "--fall": `${place.top - y - CELL}px` } : {}}>
          ${figure}${marked && piece.side === 1 && html`<path class="side-mark" d="M16 34h20M26 24v20" />`}
        </g>
      </g>`;
    })}
  </g>`, [named, marked, shift?.from, shift?.to, away]);
}

/**
 * The pieces with their names and drawings.
 * @param {Layout} layout
 * @param {View} view
 * @param {Geometry} place
 */
function useNames(layout, view, place) {
  const { pieces, characters } = useSettings();
  const known = useRef(/** @type {{ layout: Layout, view: View, names: Map<number, number>, count: number } | null} */ (null));
  return useMemo(() => {
    const before = known.current?.layout === layout ? known.current : null;
    const names = before ? sameNames(before, view) : new Map();
    let count = before?.count ?? 0;
    const first = count;
    for (const piece of view.scene.pieces) {
      if (!names.has(piece.point)) names.set(piece.point, count++);
    }
    known.current = { layout, view, names, count };
    const falls = layout.colours === "frame";
    const named = view.scene.pieces.map((piece) => {
      const name = names.get(piece.point) ?? 0;
      const fresh = before !== null && name >= first && view.trace.includes(piece.point) && before.view.ply < view.ply;
      const arrival = !fresh ? "" : falls ? " falls" : " appears";
      return { name, piece, arrival, falls, figure: pieceOf(layout, piece, place.upsideDown) };
    });
    // One order for all time: a node that moves within its parent would lose its transition.
    return named.sort((a, b) => a.name - b.name);
  }, [layout, view, place, pieces, characters]);
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
