// What special ground looks like: water, traps, dens, ground that is marked for any other reason.

import { html } from "../vendor/htm-preact.js";

/**
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./geometry.js").Geometry} Geometry
 */

/** Signs on cells, in a box of 100 by 100 around the origin. @type {Record<string, string>} */
const SIGNS = {
  water: "M-30-14q7.500-9 15 0t15 0t15 0t15 0M-30 14q7.500-9 15 0t15 0t15 0t15 0",
  // A net.
  trap: "M0-32L32 0L0 32L-32 0zM0-16L16 0L0 16L-16 0zM-32 0h64M0-32v64",
  // A mouth of a cave.
  den: "M-30 30v-22a30 30 0 0 1 60 0v22zM-14 30v-18a14 14 0 0 1 28 0v18",
};

/**
 * The ground of every point that is not plain, one path a kind.
 * @param {Layout} layout
 * @param {Geometry} place
 */
export function terrain(layout, place) {
  const kinds = /** @type {const} */ (["shade", "water", "trap", "den"]);
  return kinds.map((kind) => {
    const points = layout.points.flatMap((point, i) => (point.terrain === kind ? [i] : []));
    if (points.length === 0) return null;
    const sign = SIGNS[kind];
    return html`<path class=${`terrain ${kind}`} d=${points.map((point) => place.cell(point)).join("")} />
      ${sign && points.map((point) => {
        const { x, y } = place.at(point);
        return html`<path class=${`sign ${kind}`} d=${sign} transform=${`translate(${x} ${y})`} />`;
      })}`;
  });
}
