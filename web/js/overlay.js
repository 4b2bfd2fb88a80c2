// What an analysis lays over the board: an arrow for the best move, fainter ones for the next, heat. It is a drawing of
// its own, so that the board need not be painted again with every word of a search.

import { html, useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { signed } from "./discs.js";
import { geometry } from "./geometry.js";
import { t } from "./text.js";

/** The most points that show heat, the hottest. */
const MAX_HEAT = 40;
/** The least time between two drawings, in milliseconds: nobody follows more. */
const PAUSE = 200;
/** From so many columns on, figures are written large and short. */
const DENSE = 13;
/** How many arrows are seen apart; of points, all lines are shown. */
const MAX_ARROWS = 3;
const VISITS = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 2 });

/**
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./protocol.js").Line} Line
 */

/**
 * @param {{ layout: Layout, flipped: boolean, analysis: import("./protocol.js").Analysis | null,
 *           scene: import("./protocol.js").Scene | null }} props
 */
export function Overlay({ layout, flipped, analysis, scene }) {
  const shown = useCalm(analysis);
  return useMemo(() => overlay(layout, flipped, shown, new Set(scene?.pieces.map(({ point }) => point))), [layout, flipped, shown, scene]);
}

/**
 * The same, but new only every now and then; at once where the position is another one.
 * @param {import("./protocol.js").Analysis | null} analysis
 */
function useCalm(analysis) {
  const [shown, setShown] = useState(analysis);
  const latest = useRef(analysis);
  latest.current = analysis;
  const timer = useRef(0);
  const other = analysis?.node !== shown?.node || analysis?.threat !== shown?.threat || analysis?.finished === true;
  useEffect(() => {
    if (analysis === shown) return;
    if (other) {
      clearTimeout(timer.current);
      timer.current = 0;
      setShown(analysis);
    } else if (timer.current === 0) {
      timer.current = setTimeout(() => {
        timer.current = 0;
        setShown(latest.current);
      }, PAUSE);
    }
  }, [analysis]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return other ? analysis : shown;
}

/**
 * @param {Layout} layout
 * @param {boolean} flipped
 * @param {import("./protocol.js").Analysis | null} analysis
 * @param {Set<number>} taken The points with a piece on them.
 */
function overlay(layout, flipped, analysis, taken) {
  if (!analysis) return null;
  const place = geometry(layout, flipped);
  const { visits = [], solved = [], ownership = [], forbidden = [] } = analysis.overlay;
  // Moves that end on one point are one spot.
  /** @type {Map<number, number>} */
  const heat = new Map();
  for (const [point, count] of visits) heat.set(point, (heat.get(point) ?? 0) + count);
  const most = Math.max(1, ...heat.values());
  const hottest = [...heat].sort(([, a], [, b]) => b - a).slice(0, MAX_HEAT);
  const spots = hottest.filter(([, count]) => count > most / 8).map(([point, count]) => {
    const { x, y } = place.at(point);
    return html`<circle key=${point} class="heat" data-heat=${point} cx=${x} cy=${y} r="44" opacity=${(0.05 + 0.65 * (count / most) ** 1.5).toFixed(2)} />`;
  });
  const owned = ownership.map((share, point) => {
    if (Math.abs(share) < 10 || point >= layout.points.length) return null;
    const { x, y } = place.at(point);
    const half = (24 * Math.abs(share)) / 100;
    return html`<rect key=${point} class="owned" x=${x - half} y=${y - half} width=${2 * half} height=${2 * half} fill=${layout.sides[share > 0 ? 0 : 1].colour} />`;
  });
  const barred = forbidden.map((point) => {
    const { x, y } = place.at(point);
    return html`<path key=${point} class="forbidden" d=${`M${x - 18} ${y - 18}l36 36M${x + 18} ${y - 18}l-36 36`} />`;
  });
  const kind = analysis.threat ? "threat" : "best";
  const dense = layout.columns >= DENSE;
  // Of what is solved every move is shown, and as best every one that keeps the score.
  const known = new Set(solved.map(([point]) => point));
  const most_discs = Math.max(...solved.map(([, discs]) => discs));
  const exact = solved.map(([point, discs], i) =>
    spot(signed(discs, 0), "", i, place.at(point), `${kind} ${discs === most_discs ? "first" : "other"}`, dense));
  const arrows = analysis.lines.map((line, i) => {
    const spots = line.points.map(place.at);
    if (spots.length === 1 && known.has(line.points[0])) return null;
    if (spots.length === 0 || (spots.length > 1 && i >= MAX_ARROWS)) return null;
    const [from, to] = [spots[0], spots[spots.length - 1]];
    const strength = i === 0 ? "first" : "other";
    if (spots.length === 1) {
      const figure = taken.has(line.points[0]) ? "" : figureOf(line, analysis.side, dense);
      return spot(figure, line.visits > 0 && !dense ? VISITS.format(line.visits) : "", i, to, `${kind} ${strength}`, dense);
    }
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const half = i === 0 ? 8 : 5;
    const [nx, ny] = [-dy * half, dx * half];
    // The head is as long as wide and ends in the middle of the point.
    const [hx, hy] = [to.x - dx * 34, to.y - dy * 34];
    const corners = [[from.x + nx, from.y + ny], [hx + nx, hy + ny], [hx + 2.4 * nx, hy + 2.4 * ny], [to.x, to.y],
      [hx - 2.4 * nx, hy - 2.4 * ny], [hx - nx, hy - ny], [from.x - nx, from.y - ny]];
    return html`<polygon key=${i} class=${`suggested ${kind} ${strength}`} data-arrow=${i} points=${corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")} />`;
  });
  return html`<svg class=${`overlay ${layout.colours}`} viewBox=${`0 0 ${place.width} ${place.height}`} aria-hidden="true">
    ${owned}${spots}${barred}${arrows.reverse()}${exact}
  </svg>`;
}

/**
 * A suggestion to put something: a disc with what it is worth, or a ring around what is there.
 * @param {string} figure
 * @param {string} visits
 * @param {number} i
 * @param {import("./geometry.js").Spot} at
 * @param {string} kind
 * @param {boolean} dense
 */
function spot(figure, visits, i, { x, y }, kind, dense) {
  const ring = html`<circle key=${i} class=${`suggested ${kind} ${figure ? "disc" : "ring"}`} data-arrow=${i} cx=${x} cy=${y}
    r=${figure ? 42 : 40 - 4 * i} />`;
  if (!figure) return ring;
  return html`<g key=${i}>${ring}<g class=${`figures ${kind}${dense ? " dense" : ""}`}>
    <text data-figure=${i} x=${x} y=${y + (visits ? 2 : dense ? 13 : 8)}>${figure}</text>
    ${visits && html`<text class="small" x=${x} y=${y + 23}>${visits}</text>`}
  </g></g>`;
}

/**
 * What a line is worth in the fewest characters: `+3.5` points, or discs of whose move it is, `56.0%`, a win that is proven.
 * @param {Line} line
 * @param {import("./protocol.js").Side} side Who moves.
 * @param {boolean} dense
 */
function figureOf({ score_text, decided, discs, solved }, side, dense) {
  if (discs !== undefined) return signed(side === 0 ? discs : -discs, solved ? 0 : 1);
  const told = /^([+\-−]?\d+(?:\.\d+)?)(?: (\S+))?$/.exec(score_text);
  if (told) return told[2] === "%" ? `${dense ? Math.round(Number(told[1])) : told[1]}%` : told[1];
  return decided === null ? "" : t(decided > 0 ? "marks.win" : "marks.loss");
}
