// What is heard of a game: a stone put down, a capture, a check, the end. Made here, note by note; nothing is loaded.

import { useEffect, useRef } from "../vendor/htm-preact.js";

/** @typedef {import("./protocol.js").View} View */
/** @typedef {"move" | "capture" | "check" | "end"} Sound */
/**
 * A note: how high it begins and ends, in hertz, when and how long, in seconds, how loud. A knock is noise about as high.
 * @typedef {{ from: number, to: number, at: number, length: number, loud: number, knock?: boolean }} Note
 */

const knock = (/** @type {number} */ at, /** @type {number} */ high, loud = 0.5) => [
  { from: 8 * high, to: 8 * high, at, length: 0.035, loud, knock: true },
  { from: high, to: 0.7 * high, at, length: 0.09, loud: 0.6 * loud },
];
const tone = (/** @type {number} */ at, /** @type {number} */ high, length = 0.22) => [{ from: high, to: high, at, length, loud: 0.16 }];

/** @type {Record<Sound, Note[]>} */
const NOTES = {
  move: knock(0, 230),
  capture: [...knock(0, 230), ...knock(0.06, 150, 0.75)],
  check: [...knock(0, 230), ...tone(0.05, 740, 0.14), ...tone(0.16, 988)],
  end: [...knock(0, 230), ...tone(0.08, 392), ...tone(0.22, 523), ...tone(0.36, 659, 0.5)],
};

/**
 * What is heard when one position follows another; nothing when the record is walked back or through.
 * @param {View | null} before
 * @param {View} after
 * @returns {Sound | null}
 */
export function soundOf(before, after) {
  if (!before || after.ply < before.ply || after.ply > before.ply + 1) return null;
  if (after.result && !before.result) return "end";
  if (after.ply === before.ply) return null;
  if (after.result === null && after.scene.alarmed.length > 0) return "check";
  const { side } = after.record[after.ply - 1] ?? before;
  const others = (/** @type {View} */ { scene }) => scene.pieces.filter((piece) => piece.side !== side).length;
  // Discs that are turned over go to the other side and stay.
  const stayed = after.scene.pieces.length > before.scene.pieces.length;
  return !stayed && others(after) < others(before) ? "capture" : "move";
}

/** There once somebody has touched the page: browsers are silent before. @type {AudioContext | null} */
let context = null;

/**
 * Lets a game be heard.
 * @param {View} view
 * @param {boolean} on
 */
export function useSounds(view, on) {
  const before = useRef(/** @type {View | null} */ (null));
  useEffect(() => {
    if (!on) return;
    const begin = () => {
      try {
        context ??= new AudioContext();
        context.resume().catch(() => {});
      } catch {
        // A machine without sound.
      }
    };
    const gestures = /** @type {const} */ (["pointerdown", "keydown"]);
    gestures.forEach((gesture) => addEventListener(gesture, begin, { capture: true }));
    return () => gestures.forEach((gesture) => removeEventListener(gesture, begin, { capture: true }));
  }, [on]);
  useEffect(() => {
    const sound = soundOf(before.current, view);
    before.current = view;
    if (sound && on) sing(NOTES[sound]);
  }, [view]);
}

/** @param {Note[]} notes */
function sing(notes) {
  if (!context || context.state === "closed") return;
  try {
    for (const note of notes) play(context, note);
  } catch {
    // A game goes on in silence.
  }
}

/**
 * @param {AudioContext} context
 * @param {Note} note
 */
function play(context, { from, to, at, length, loud, knock }) {
  const start = context.currentTime + at;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.4 * loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0004, start + length);
  gain.connect(context.destination);
  if (!knock) {
    const voice = context.createOscillator();
    voice.frequency.setValueAtTime(from, start);
    voice.frequency.exponentialRampToValueAtTime(to, start + length);
    voice.connect(gain);
    voice.start(start);
    voice.stop(start + length);
    return;
  }
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  const noise = context.createBufferSource();
  noise.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = from;
  noise.connect(filter).connect(gain);
  noise.start(start);
}
