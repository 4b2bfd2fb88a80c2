// The clocks, and the menu that sets them.

import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { Written } from "./fields.js";
import { t } from "./text.js";

/**
 * @typedef {import("./protocol.js").ClockState} ClockState
 */

/** Minutes for all moves, and seconds added with each. @typedef {{ minutes: number, seconds: number }} Timing */

/** How often a running clock is written anew. */
const TICK_MS = 100;

/** @type {Timing[]} */
const USUAL = [[1, 0], [3, 2], [5, 0], [5, 3], [10, 0], [10, 5], [15, 10], [30, 20]].map(([minutes, seconds]) => ({ minutes, seconds }));

/**
 * What the server is asked for.
 * @param {Timing | null} timing
 */
export function clockRequest(timing) {
  return timing ? { clock: { base: Math.round(timing.minutes * 60_000), increment: Math.round(timing.seconds * 1000) } } : {};
}

/**
 * A side's clock; it goes on by itself from what the server has said last.
 * @param {{ clock: ClockState, side: import("./protocol.js").Side, name: string }} props
 */
export function ClockFace({ clock, side, name }) {
  const [heard, setHeard] = useState({ clock, at: performance.now() });
  const [now, setNow] = useState(heard.at);
  if (heard.clock !== clock) {
    setHeard({ clock, at: performance.now() });
    setNow(performance.now());
  }
  const runs = clock.running === side;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [clock, runs]);
  const left = Math.max(0, clock.left[side] - (runs && heard.clock === clock ? now - heard.at : 0));
  return html`<p id=${`clock-${side}`} role="timer" aria-label=${name} class=${`clock ${runs ? "runs" : ""} ${left < 10_000 ? "low" : ""}`}><b>${shown(left)}</b></p>`;
}

/** Minutes and seconds, near the end with tenths. @param {number} millis */
export function shown(millis) {
  const tenths = Math.ceil(millis / 100);
  const whole = millis < 10_000 ? Math.floor(tenths / 10) : Math.ceil(millis / 1000);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const fine = millis < 10_000 ? `.${tenths % 10}` : "";
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}${fine}`;
}

/**
 * The menu: none, a usual clock, or any.
 * @param {{ timing: Timing | null, change: (timing: Timing | null) => void }} props
 */
export function ClockMenu({ timing, change }) {
  const text = (/** @type {Timing} */ { minutes, seconds }) => `${minutes}+${seconds}`;
  const listed = timing === null || USUAL.some((usual) => text(usual) === text(timing));
  const [own, setOwn] = useState(!listed);
  const number = (/** @type {"minutes" | "seconds"} */ name, /** @type {number} */ least, /** @type {string} */ label) => html`<label class="field">
    <span>${label}</span>
    <${Written}
      id=${`clock-${name}`}
      type="number"
      min=${least}
      max="600"
      step="any"
      value=${timing?.[name] ?? 0}
      write=${(/** @type {string} */ typed) =>
        change({ minutes: 5, seconds: 0, ...timing, [name]: Math.min(600, Math.max(least, Number(typed))) })}
    />
  </label>`;
  return html`<label class="field">
      <span>${t("clock.title")}</span>
      <select
        id="clock"
        value=${own ? "own" : timing ? text(timing) : "none"}
        onChange=${(/** @type {Event} */ event) => {
          const chosen = event.target instanceof HTMLSelectElement ? event.target.value : "none";
          setOwn(chosen === "own");
          change(chosen === "own" ? timing ?? USUAL[3] : USUAL.find((usual) => text(usual) === chosen) ?? null);
        }}
      >
        <option value="none">${t("clock.none")}</option>
        ${USUAL.map((usual) => html`<option key=${text(usual)} value=${text(usual)}>${t("clock.usual", usual)}</option>`)}
        <option value="own">${t("clock.own")}</option>
      </select>
    </label>
    ${own && html`<div class="pair">${number("minutes", 0.1, t("clock.minutes"))}${number("seconds", 0, t("clock.seconds"))}</div>`}`;
}
