// What an analysis lays over the board: an arrow for the best move, fainter ones for the next, heat.

import { html } from "../vendor/htm-preact.js";
import { geometry } from "./geometry.js";

/**
 * @param {import("./protocol.js").Layout} layout
 * @param {boolean} flipped
 * @param {import("./protocol.js").Analysis | null} analysis
 */
export function overlay(layout, flipped, analysis) {
  if (!analysis) return null;
  const place = geometry(layout, flipped);
  const { visits = [], ownership = [], forbidden = [] } = analysis.overlay;
  // Moves that end on one point are one spot.
  /** @type {Map<number, number>} */
  const heat = new Map();
  for (const [point, count] of visits) heat.set(point, (heat.get(point) ?? 0) + count);
  const most = Math.max(1, ...heat.values());
  const spots = [...heat].filter(([, count]) => count > most / 8).map(([point, count]) => {
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
  return html`<g class="overlay" aria-hidden="true">${owned}${spots}${barred}${arrows.reverse()}</g>`;
}
