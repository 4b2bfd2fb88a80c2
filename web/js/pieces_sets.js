// Other sets of pieces than the usual one: flat chessmen, and pictures for the characters of xiangqi. Own work, each in a
// box of 100 by 100 around the origin.

import { html } from "../vendor/htm-preact.js";

/** Silhouettes without detail, that are told apart from far away. @type {Record<string, string>} */
const FLAT = {
  pawn: "M0-28a13 13 0 0 1 8 23c3 13 16 19 16 41h-48c0-22 13-28 16-41a13 13 0 0 1 8-23z",
  rook: "M-25-34h13v10h6v-10h12v10h6v-10h13v22l-8 6 4 26q8 4 8 16h-58q0-12 8-16l4-26-8-6z",
  knight: "M-25 36c-2-22 14-25 20-38l-15 7q-6 3-9-3l-2-6 19-26-1-12 13 9c24 1 31 34 27 69z",
  bishop: "M0-44a7 7 0 0 1 5 12c14 11 20 25 9 40l-5 6c2 6 19 6 19 22h-56c0-16 17-16 19-22l-5-6c-11-15-5-29 9-40a7 7 0 0 1 5-12z",
  queen: "M-36-24l18 17 3-28 15 24 15-24 3 28 18-17-12 40q5 6 5 20h-58q0-14 5-20z",
  king: "M-5-47h10v8h8v9h-8v8c14-13 34-5 32 11-1 10-9 16-12 26q4 6 4 21h-58q0-15 4-21c-3-10-11-16-12-26-2-16 18-24 32-11v-8h-8v-9h8z",
};
/** The line that shows which way a flat bishop or knight looks. @type {Record<string, string>} */
const CUTS = { bishop: "M3-24l-7 14", knight: "M-8-20l.1.1" };

/**
 * A flat chessman; nothing where there is none.
 * @param {string} look
 * @param {string} fill
 * @param {boolean} dark
 */
export function flatChessman(look, fill, dark) {
  if (!Object.hasOwn(FLAT, look)) return null;
  const edge = dark ? "#f3ecdc" : "#2b2620";
  return html`<g stroke=${edge} stroke-linejoin="round" stroke-linecap="round">
    <path d=${FLAT[look]} fill=${fill} stroke-width="4" />
    ${CUTS[look] && html`<path d=${CUTS[look]} fill="none" stroke-width=${look === "knight" ? 7 : 5} />`}
  </g>`;
}

/**
 * What xiangqi's pieces are pictures of: strokes, and shapes that are filled. The letters are those of the kinds, so that
 * the elephant of another game stays a character.
 * @type {Record<string, { letter: string, shapes: string[], strokes: string[] }>}
 */
const PICTURES = {
  // A crown.
  帥將帅将: { letter: "K", shapes: ["M-21 14l-5-29 14 13 12-22 12 22 14-13-5 29z"], strokes: ["M-21 21h42"] },
  // The winged hat of an official.
  仕士: { letter: "A", shapes: ["M-14 12v-12a14 15 0 0 1 28 0v12z", "M-6-15a6 6 0 0 1 12 0z"], strokes: ["M-20 17h40", "M-15 6h-14", "M15 6h14"] },
  // Ears, a head and a trunk.
  相象: {
    letter: "B",
    shapes: ["M-13-17a13 15 0 0 0-14 15c0 9 7 14 14 11z", "M13-17a13 15 0 0 1 14 15c0 9-7 14-14 11z", "M-11-18h22v24q-1 4-5 5h-12q-4-1-5-5z"],
    strokes: ["M0 8v10q0 9 10 8"],
  },
  // A horse's head.
  傌馬马: {
    letter: "N",
    shapes: ["M-17 24c-1-14 12-18 13-28l-12 6q-6 2-8-3l-1-5 16-20 0-9 9 6c19 2 25 28 21 53z"],
    strokes: [],
  },
  // A wheel.
  俥車车: { letter: "R", shapes: ["M-5 0a5 5 0 0 1 10 0a5 5 0 0 1-10 0z"], strokes: ["M-22 0a22 22 0 0 1 44 0a22 22 0 0 1-44 0z", "M-22 0h44M0-22v44M-15.500-15.500l31 31M15.500-15.500l-31 31"] },
  // A barrel on its carriage.
  炮砲: { letter: "C", shapes: ["M-24 2l36-24 9 13-36 24z"], strokes: ["M-10 15a9 9 0 0 1 18 0a9 9 0 0 1-18 0z", "M-25 24h44"] },
  // A soldier's hat, face and spear.
  兵卒: { letter: "P", shapes: ["M-22-4l18-16 18 16z", "M-14 0h20q0 10-10 11t-10-11z", "M-20 26q2-12 16-12t16 12z"], strokes: ["M21-16v42", "M21-27l4 11h-8z"] },
};

/**
 * A picture in the place of a character on a disc; nothing where there is none.
 * @param {string} label
 * @param {string} letter
 * @param {string} ink
 */
export function picturedLabel(label, letter, ink) {
  const found = label !== "" && Object.entries(PICTURES).find(([labels, picture]) => labels.includes(label) && picture.letter === letter.toUpperCase());
  if (!found) return null;
  const [, { shapes, strokes }] = found;
  return html`<g stroke=${ink} stroke-width="4" stroke-linejoin="round" stroke-linecap="round">
    ${shapes.map((d) => html`<path d=${d} fill=${ink} stroke-width="1.5" />`)}
    ${strokes.map((d) => html`<path d=${d} fill="none" />`)}
  </g>`;
}

/** What shogi writes in red: a piece that has been promoted. */
const PROMOTED = "と杏圭全馬龍竜";

/**
 * A piece of shogi, which points at the other side.
 * @param {string} label
 * @param {boolean} turned Whether it points down.
 */
export function pentagon(label, turned) {
  const size = [...label].length > 1 ? 30 : 46;
  return html`<g transform=${turned ? "rotate(180)" : null}>
    <path d="M2-41L29-29 40 43h-76L-25-29z" fill="#000" opacity="0.25" />
    <path class="body" d="M0-43L27-31 38 40h-76L-27-31z" fill="#f2d9a2" stroke="#7a5a28" stroke-width="2.500" stroke-linejoin="round" />
    <text class="letter" y=${(0.36 * size + 6).toFixed(1)} font-size=${size} fill=${PROMOTED.includes(label) ? "#b3160f" : "#2a1d0c"}>${label}</text>
  </g>`;
}
