// What an analysis lays over the board: an arrow for the best move, fainter ones for the next, heat. It is a drawing of
// its own, so that the board need not be painted again with every word of a search.

import { html, useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { geometry } from "./geometry.js";

/** The most points that show heat, the hottest. */
const MOST_HEAT = 40;
/** The least time between two drawings, in milliseconds: nobody follows more. */
const PAUSE = 200;

/**
 * @param {{ layout: import("./protocol.js").Layout, flipped: boolean, analysis: import("./protocol.js").Analysis | null }} props
 */
export function Overlay({ layout, flipped, analysis }) {
  const shown = useCalm(analysis);
  return useMemo(() => overlay(layout, flipped, shown), [layout, flipped, shown]);
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
 * @param {import("./protocol.js").Layout} layout
 * @param {boolean} flipped
 * @param {import("./protocol.js").Analysis | null} analysis
 */
function overlay(layout, flipped, analysis) {
  if (!analysis) return null;
  const place = geometry(layout, flipped);
  const { visits = [], ownership = [], forbidden = [] } = analysis.overlay;
  // Moves that end on one point are one spot.
  /** @type {Map<number, number>} */
  const heat = new Map();
  for (const [point, count] of visits) heat.set(point, (heat.get(point) ?? 0) + count);
  const most = Math.max(1, ...heat.values());
  const hottest = [...heat].sort(([, a], [, b]) => b - a).slice(0, MOST_HEAT);
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
  const arrows = analysis.lines.slice(0, 3).map(({ points }, i) => {
    const spots = points.map(place.at);
    if (spots.length === 0) return null;
    const [from, to] = [spots[0], spots[spots.length - 1]];
    const strength = i === 0 ? "first" : "other";
    if (spots.length === 1) return html`<circle key=${i} class=${`suggested ${kind} ${strength}`} data-arrow=${i} cx=${to.x} cy=${to.y} r=${40 - 5 * i} />`;
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
  return html`<svg class="overlay" viewBox=${`0 0 ${place.width} ${place.height}`} aria-hidden="true">
    ${owned}${spots}${barred}${arrows.reverse()}
  </svg>`;
}
