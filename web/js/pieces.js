// Drawings of pieces, each in a box of 100 by 100 around the origin. Own work, no font and no picture.

import { html } from "../vendor/htm-preact.js";
import { flatChessman, pentagon, picturedLabel } from "./pieces_sets.js";
import { settingsNow } from "./settings.js";

/** @typedef {import("../vendor/htm-preact.js").VNode} VNode */

const BASE = "M-29 39v-5q0-6 6-6h46q6 0 6 6v5q0 2-2 2h-54q-2 0-2-2z";
const COLLAR = "M-15 12h30q3 0 3 3t-3 3h-30q-3 0-3-3t3-3z";
const SKIRT = "M-11 18c0 5-8 6-10 10h42c-2-4-10-5-10-10z";

/** Outlines, filled and stroked in this order, and then lines that are stroked alone. */
/** @type {Record<string, { shapes: string[], lines: string[] }>} */
const CHESSMEN = {
  pawn: {
    shapes: [
      "M-8-2c0 12-12 16-13 30h42c-1-14-13-18-13-30z",
      "M-11-4h22q2.500 0 2.500 2.500t-2.500 2.500h-22q-2.500 0-2.500-2.500t2.500-2.500z",
      "M-13-16a13 13 0 1 1 26 0c0 5-3 9-6 12h-14c-3-3-6-7-6-12z",
      BASE,
    ],
    lines: [],
  },
  rook: {
    shapes: [
      "M-14-12l-5 40h38l-5-40z",
      "M-23-35h11v7h7v-7h10v7h7v-7h11v16l-8 8h-30l-8-8z",
      BASE,
    ],
    lines: ["M-21-19h42", "M-17 20h34"],
  },
  knight: {
    shapes: [
      "M-19 28c-1-15 13-20 14-31c-6 2-9 8-15 11c-4 2-7 1-9-3c-2-4-1-7 2-11c5-7 9-13 11-20c1-5 0-8 1-13c5 2 8 5 10 8"
        + "c2-3 5-6 9-7c1 4 1 7 0 10c15 7 22 26 20 56z",
      BASE,
    ],
    lines: ["M5-21c10 8 14 24 12 43"],
  },
  bishop: {
    shapes: [
      SKIRT,
      "M0-34c12 8 19 18 17 30c-1 7-5 12-8 16h-18c-3-4-7-9-8-16c-2-12 5-22 17-30z",
      COLLAR,
      "M-5-38a5 5 0 1 1 10 0a5 5 0 1 1-10 0z",
      BASE,
    ],
    lines: ["M0-18v18", "M-8-9h16"],
  },
  queen: {
    shapes: [
      SKIRT,
      "M-15 12c-3-12-10-20-17-31l15 9l2-21l12 17l3-23l3 23l12-17l2 21l15-9c-7 11-14 19-17 31z",
      COLLAR,
      "M-36-21a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM-19-34a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM-4-39a4 4 0 1 1 8 0a4 4 0 1 1-8 0z"
        + "M11-34a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM28-21a4 4 0 1 1 8 0a4 4 0 1 1-8 0z",
      BASE,
    ],
    lines: ["M-16 4q16 4 32 0"],
  },
  king: {
    shapes: [
      "M-2.500-46h5v5h6v5h-6v9h-5v-9h-6v-5h6z",
      SKIRT,
      "M0-10c-4-14-30-18-30 0c0 9 9 14 13 22h34c4-8 13-13 13-22c0-18-26-14-30 0z",
      "M0-29c7 6 8 13 0 22c-8-9-7-16 0-22z",
      COLLAR,
      BASE,
    ],
    lines: ["M0-7v17"],
  },
};

/**
 * Whether a CSS colour is dark, so that what is drawn on it must be light.
 * @param {string} colour
 */
export function isDark(colour) {
  const known = DARK.get(colour);
  if (known !== undefined) return known;
  const pencil = document.createElement("canvas").getContext("2d");
  if (!pencil) return true;
  pencil.fillStyle = colour;
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(String(pencil.fillStyle).slice(at, at + 2), 16));
  const dark = 0.299 * red + 0.587 * green + 0.114 * blue < 140;
  DARK.set(colour, dark);
  return dark;
}

/** @type {Map<string, boolean>} */
const DARK = new Map();

/** Softer shades of names that would be too harsh on a screen. @type {Record<string, string>} */
const SHADES = {
  black: "#26241f", white: "#fbf8f0", red: "#c5281c", blue: "#2458c4", green: "#1f7d44", yellow: "#f1c232",
};

/**
 * The shade that a CSS colour is drawn in.
 * @param {string} colour
 */
export function shade(colour) {
  return Object.hasOwn(SHADES, colour) ? SHADES[colour] : colour;
}

/** Plain shapes, for the pieces of games that nobody has drawn anything for. @type {Record<string, string>} */
const SHAPES = {
  triangle: "M0-38L38 30H-38z",
  square: "M-32-32h64v64h-64z",
  diamond: "M0-42L42 0L0 42L-42 0z",
  star: "M0-42L11-14L41-13L17 6L25 35L0 18L-25 35L-17 6L-41-13L-11-14z",
};

/** Three points of a crown, and its band. */
const CROWN = "M-23 15l-4-30l14 12l13-19l13 19l14-12l-4 30z";

/** What a drawing needs of a piece. @typedef {{ look: string, letter: string, label?: string }} Figure */

/**
 * A piece of a game as it stands on the board.
 * @param {import("./protocol.js").Layout} layout
 * @param {Figure & { side: import("./protocol.js").Side }} piece
 * @param {boolean} upsideDown Whether the second side sits at the lower edge.
 */
export function pieceOf(layout, piece, upsideDown) {
  return drawPiece(piece, layout.sides[piece.side].colour, isIvory(layout), (piece.side === 1) !== upsideDown);
}

/**
 * A piece.
 * @param {Figure} piece
 * @param {string} colour
 * @param {boolean} [ivory] Whether labels are written in the side's colour on a pale disc, see {@link isIvory}.
 * @param {boolean} [turned] Whether it looks down the page, where a piece looks anywhere.
 * @returns {VNode}
 */
export function drawPiece({ look, letter, label = "" }, colour, ivory = false, turned = false) {
  const fill = shade(colour);
  const dark = isDark(colour);
  const { pieces } = settingsNow();
  const flat = pieces === "flat";
  const edge = dark ? "#0d0c0a" : "#3a342b";
  if (Object.hasOwn(CHESSMEN, look)) {
    if (pieces === "letters") return labelled(letter.toUpperCase(), colour, false);
    const plain = flat && flatChessman(look, fill, dark);
    if (plain) return plain;
    const { shapes, lines } = CHESSMEN[look];
    const detail = dark ? "#d9d2c3" : "#3a342b";
    return html`<g stroke-linejoin="round" stroke-linecap="round" stroke-width="3">
      ${shapes.map((d) => html`<path d=${d} fill=${fill} stroke=${edge} />`)}
      ${lines.map((d) => html`<path d=${d} fill="none" stroke=${detail} stroke-width="2.5" />`)}
      ${look === "knight" && html`<circle cx="-9" cy="-18" r="2.8" fill=${detail} />`}
    </g>`;
  }
  if (Object.hasOwn(SHAPES, look)) {
    return html`<path d=${SHAPES[look]} fill=${fill} stroke=${edge} stroke-width="3" stroke-linejoin="round" />`;
  }
  switch (look) {
    case "cross":
      return html`<path d="M-25-25L25 25M25-25L-25 25" fill="none" stroke=${fill} stroke-width="11" stroke-linecap="round" />`;
    case "nought":
    case "ring":
      return html`<circle r="27" fill="none" stroke=${fill} stroke-width="11" />`;
    case "pentagon":
      return pentagon(label || letter, turned);
    case "stone":
      if (flat) return html`<circle class="body" r="45" fill=${fill} stroke=${edge} stroke-width="3" />`;
      return html`<g>
        <circle cy="2.500" cx="1.500" r="46.500" fill="#000" opacity="0.28" />
        <circle class="body" r="46.500" fill=${fill} />
        <circle r="46.500" fill=${dark ? "url(#shine-dark)" : "url(#shine-light)"} />
      </g>`;
    case "disc":
      if (label !== "") break;
      if (flat) return html`<circle class="body" r="41" fill=${fill} stroke=${edge} stroke-width="3" />`;
      return html`<g>
        <circle class="body" r="41" fill=${fill} />
        <circle r="41" fill="none" stroke=${dark ? "#fff" : "#000"} stroke-opacity="0.18" stroke-width="3" />
        <circle r="29" fill="none" stroke=${dark ? "#fff" : "#000"} stroke-opacity="0.1" stroke-width="4" />
      </g>`;
    case "man":
    case "crown":
      return draughtsman(fill, dark, look === "crown");
    case "block":
      return html`<g>
        <rect x="-36" y="-36" width="72" height="72" rx="12" fill="#4d4a44" stroke="#25231f" stroke-width="3" />
        <path d="M-17-17L17 17M17-17L-17 17" stroke="#a8a294" stroke-width="9" stroke-linecap="round" />
      </g>`;
  }
  return labelled(label || letter, colour, ivory, letter);
}

/**
 * A flat man with grooves, seen from above and a little from the front; a crown on a king's.
 * @param {string} fill
 * @param {boolean} dark
 * @param {boolean} crowned
 */
function draughtsman(fill, dark, crowned) {
  const [rim, groove] = dark ? ["#080705", "#fff"] : ["#4a4338", "#000"];
  return html`<g>
    <path d="M-40-1v7a40 36 0 0 0 80 0v-7z" fill=${fill} stroke=${rim} stroke-width="3" />
    <ellipse class="body" cy="-3" rx="40" ry="36" fill=${fill} stroke=${rim} stroke-width="3" />
    <ellipse cy="-3" rx="30" ry="26" fill="none" stroke=${groove} stroke-opacity="0.28" stroke-width="3" />
    ${crowned
      ? html`<path d=${CROWN} transform="translate(0 -2)" fill="#f2b92c" stroke="#5c4000" stroke-width="3" stroke-linejoin="round" />`
      : html`<ellipse cy="-3" rx="18" ry="15" fill="none" stroke=${groove} stroke-opacity="0.28" stroke-width="3" />`}
  </g>`;
}

/**
 * A disc with a character or a few on it.
 * @param {string} label
 * @param {string} colour
 * @param {boolean} ivory
 * @param {string} [letter] That of its kind, where a picture may stand for the label.
 */
function labelled(label, colour, ivory, letter = "") {
  const dark = isDark(colour);
  // Pale discs are for characters of their own, as on the boards of China; letters are read better on a full colour.
  const pale = ivory && /[^\u0000-\u024f]/.test(label);
  const [back, ring, ink] = pale
    ? ["#f4e4bf", shade(colour), shade(colour)]
    : [shade(colour), dark ? "#fff" : "#3a342b", dark ? "#fff" : "#222"];
  const picture = settingsNow().characters === "pictures" && picturedLabel(label, letter, ink);
  const size = pale ? 54 : 48;
  // Wide characters are as wide as high, others about two thirds of it.
  const wide = [...label].reduce((width, character) => width + (character > "\u2e80" ? 1 : 0.62), 0);
  const fitted = Math.min(size, 64 / wide);
  return html`<g>
    <circle cy="2.500" cx="1" r="44" fill="#000" opacity="0.25" />
    <circle class="body" r="43" fill=${back} stroke=${pale ? "#8a6b35" : "#25211b"} stroke-width="2" />
    <circle r="37" fill="none" stroke=${ring} stroke-width=${pale ? 2.5 : 2} stroke-opacity=${pale ? 0.9 : 0.45} />
    ${picture || html`<text class="letter" y=${(0.36 * fitted).toFixed(1)} font-size=${fitted.toFixed(1)} fill=${ink}>${label}</text>`}
  </g>`;
}

/**
 * Whether both sides' colours can be read on a pale disc.
 * @param {import("./protocol.js").Layout} layout
 */
export function isIvory({ sides }) {
  return sides.every(({ colour }) => isDark(colour));
}

/** Gradients that pieces refer to; once in every drawing. */
export const DEFINITIONS = html`<defs>
  <radialGradient id="shine-dark" cx="0.36" cy="0.3" r="0.75">
    <stop offset="0" stop-color="#fff" stop-opacity="0.34" />
    <stop offset="0.45" stop-color="#fff" stop-opacity="0.05" />
    <stop offset="1" stop-color="#000" stop-opacity="0.25" />
  </radialGradient>
  <radialGradient id="shine-light" cx="0.36" cy="0.3" r="0.8">
    <stop offset="0" stop-color="#fff" stop-opacity="1" />
    <stop offset="0.6" stop-color="#fff" stop-opacity="0" />
    <stop offset="1" stop-color="#6b6350" stop-opacity="0.45" />
  </radialGradient>
  <radialGradient id="alarm">
    <stop offset="0" stop-color="#ff2a1a" stop-opacity="0.95" />
    <stop offset="0.5" stop-color="#e31b0c" stop-opacity="0.65" />
    <stop offset="1" stop-color="#e31b0c" stop-opacity="0" />
  </radialGradient>
  <linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" class="grain-light" />
    <stop offset="0.5" class="grain" />
    <stop offset="1" class="grain-dark" />
  </linearGradient>
  <marker id="arrow" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="3.200" markerHeight="3.200" orient="auto">
    <path d="M0 0.500L10 5L0 9.500z" class="hint-head" />
  </marker>
</defs>`;
