// The controls that play a record of steps, as of a film.

import { html, useEffect, useRef, useState } from "../../vendor/htm-preact.js";
import { t } from "../text.js";

/** Steps a second. */
const SPEEDS = [1, 2, 5, 10, 30, 100, 300, 1000];

/**
 * A place in a record that can be played.
 * @param {number} last The last step.
 * @param {number} first Where to begin.
 */
export function usePlayer(last, first) {
  const [now, setNow] = useState(first);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(5);
  const at = useRef(now);
  at.current = now;
  useEffect(() => {
    if (!playing) return;
    if (at.current >= last) setNow(0);
    let before = performance.now();
    let owed = 0;
    let frame = requestAnimationFrame(function tick(time) {
      owed += ((time - before) * speed) / 1000;
      before = time;
      const steps = Math.floor(owed);
      owed -= steps;
      if (steps > 0) {
        const next = Math.min(last, at.current + steps);
        setNow(next);
        if (next >= last) return setPlaying(false);
      }
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, speed, last]);
  const goto = (/** @type {number} */ step) => {
    setPlaying(false);
    setNow(Math.min(last, Math.max(0, step)));
  };
  return { now, last, goto, playing, setPlaying, speed, setSpeed };
}

/** @param {{ player: ReturnType<typeof usePlayer>, said: string }} props `said`: what the last step was. */
export function PlayerControls({ player, said }) {
  const { now, last, goto, playing, setPlaying, speed, setSpeed } = player;
  /** @param {string} id @param {string} sign @param {string} label @param {() => void} does @param {boolean} dead */
  const button = (id, sign, label, does, dead) =>
    html`<button type="button" id=${id} aria-label=${label} title=${label} disabled=${dead} onClick=${does}>${sign}</button>`;
  return html`<div class="film">
    <div class="buttons" role="toolbar" aria-label=${t("lab.film")}>
      ${button("film-first", "«", t("lab.film.first"), () => goto(0), now === 0)}
      ${button("film-back", "−1", t("lab.film.back"), () => goto(now - 1), now === 0)}
      ${button("film-play", playing ? "❚❚" : "▶", t(playing ? "lab.film.pause" : "lab.film.play"), () => setPlaying(!playing), last === 0)}
      ${button("film-step", "+1", t("lab.film.step"), () => goto(now + 1), now === last)}
      ${button("film-last", "»", t("lab.film.last"), () => goto(last), now === last)}
    </div>
    <label class="speed"><span>${t("lab.film.speed")}</span>
      <select id="film-speed" value=${speed} onChange=${(/** @type {Event} */ event) =>
        event.target instanceof HTMLSelectElement && setSpeed(Number(event.target.value))}>
        ${SPEEDS.map((steps) => html`<option key=${steps} value=${steps}>${t("lab.film.steps", { steps })}</option>`)}
      </select></label>
    <input type="range" id="film-now" min="0" max=${last} step="1" value=${now} aria-label=${t("lab.film.now")}
      onInput=${(/** @type {Event} */ event) => event.target instanceof HTMLInputElement && goto(Number(event.target.value))} />
    <p id="film-said" aria-live=${playing ? "off" : "polite"}><span class="count">${now} / ${last}</span> ${said}</p>
  </div>`;
}
