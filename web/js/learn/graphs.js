// What learning has gained: strength and loss, generation by generation.

import { html } from "../../vendor/htm-preact.js";
import { t } from "../text.js";
import { elo, lossOf } from "./numbers.js";

/** @typedef {import("../protocol.js").LearnGeneration} LearnGeneration */
/** A generation in a graph; `joined`: whether the curve goes through it. @typedef {{ number: number, value: number, joined: boolean, title: string }} Dot */

const [WIDTH, HEIGHT] = [320, 120];
/** Room for the labels of the axes, left and below; and for dots at the edges. */
const [LEFT, BELOW, MARGIN] = [38, 16, 6];
/** Labels of an axis, at most. */
const [LEVELS, TICKS] = [4, 10];
/** How far below the curve a dot has its place. */
const FAR = 250;

/** @param {{ generations: LearnGeneration[], inUse: number | null, first: string }} props `first`: what learning began with. */
export function LearningGraphs({ generations, inUse, first }) {
  const strengths = [
    { number: 0, value: 0, joined: true, title: first },
    ...generations.map(({ number, elo: value, accepted }) => ({ number, value, joined: accepted,
      title: `${number}: ${elo(value)}, ${t(accepted ? "learn.verdict-accepted" : "learn.verdict-refused")}` })),
  ];
  const losses = generations.flatMap(({ number, loss }) => (loss === null || loss === 0 ? [] : [{ number, value: loss, joined: true, title: `${number}: ${lossOf(loss)}` }]));
  const last = generations[generations.length - 1]?.number ?? 0;
  return html`<div class="learn-graphs">
    <figure><figcaption>${t("learn.graph-elo")}</figcaption>
      <${Curve} id="learn-elo" dots=${strengths} last=${last} write=${elo} marked=${inUse} label=${t("learn.graph-elo")} /></figure>
    ${losses.length > 0 && html`<figure><figcaption>${t("learn.graph-loss")}</figcaption>
      <${Curve} id="learn-loss" dots=${losses} last=${last} write=${(/** @type {number} */ value) => value.toFixed(3)} marked=${null} label=${t("learn.graph-loss")} /></figure>`}
  </div>
  <p class="fine key"><span class="dot"></span> ${t("learn.verdict-accepted")} <span class="dot hollow"></span> ${t("learn.verdict-refused")}</p>`;
}

/**
 * @param {{ id: string, dots: Dot[], last: number, write: (value: number) => string, marked: number | null, label: string }} props
 *   `marked`: the generation that stands out.
 */
function Curve({ id, dots, last, write, marked, label }) {
  const values = dots.map(({ value }) => value);
  // One that is far below the others is drawn at the edge: the others are what there is to see.
  const joined = dots.filter(({ joined }) => joined).map(({ value }) => value);
  const least = Math.max(Math.min(...values), Math.min(...joined) - FAR);
  const levels = round(least, Math.max(...values), LEVELS);
  const [low, high] = [levels[0], levels[levels.length - 1]];
  const x = (/** @type {number} */ number) => LEFT + MARGIN + (number / Math.max(1, last)) * (WIDTH - LEFT - 2 * MARGIN);
  const y = (/** @type {number} */ value) => HEIGHT - MARGIN - ((Math.max(value, low) - low) / Math.max(high - low, 1e-9)) * (HEIGHT - 2 * MARGIN);
  const curve = dots.filter(({ joined }) => joined).map(({ number, value }) => `${x(number).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
  const step = Math.max(1, Math.ceil(last / TICKS));
  const ticks = Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
  const spoken = dots.map(({ title }) => title).slice(-TICKS).join("; ");
  return html`<svg id=${id} class="graph still" viewBox=${`0 0 ${WIDTH} ${HEIGHT + BELOW}`} role="img" aria-label=${`${label}: ${spoken}`}>
    <rect class="back" x=${LEFT} width=${WIDTH - LEFT} height=${HEIGHT} rx="3" />
    ${levels.map((level) => html`<path key=${level} class="level" d=${`M${LEFT} ${y(level).toFixed(1)}H${WIDTH}`} />
      <text class="label" x=${LEFT - 4} y=${y(level) + 3} text-anchor="end">${write(level)}</text>`)}
    ${ticks.map((number) => html`<text key=${number} class="label" x=${x(number)} y=${HEIGHT + BELOW - 3} text-anchor="middle">${number}</text>`)}
    <path class="curve" d=${`M${curve}`} />
    ${dots.map(({ number, value, joined, title }) => html`<circle key=${number} data-number=${number} class=${`dot${joined ? "" : " hollow"}${number === marked ? " used" : ""}`}
      cx=${x(number).toFixed(1)} cy=${y(value).toFixed(1)} r=${number === marked ? 4.5 : 3.2}><title>${title}</title></circle>`)}
  </svg>`;
}

/**
 * Round numbers between two, so many at most, that go a step beyond neither.
 * @param {number} low
 * @param {number} high
 * @param {number} most
 */
function round(low, high, most) {
  const span = Math.max(high - low, 0.05 * Math.abs(high), 1e-3);
  const power = 10 ** Math.floor(Math.log10(span / most));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((step) => span / step <= most) ?? 10 * power;
  const first = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step - first) + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
