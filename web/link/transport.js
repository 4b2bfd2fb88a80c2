// The way to the game where there is no server: a worker that has the app in it. In the folder that `cargo xtask web` builds it
// takes the place of web/js/transport.js.

import { EMBEDDED } from "../js/embedded.js";

/** @typedef {import("../js/protocol.js").Event} Event */
/** @typedef {import("../js/protocol.js").Request} Request */
/** @typedef {import("../js/transport.js").Transport} Transport */
/** @typedef {import("../js/transport.js").Listener} Listener */

const FIRST_WAIT = 300;
const MAX_WAIT = 5000;
/** A worker that has lived so long has not died of what it was asked first. */
const GOOD_LIFE = 10_000;
/** Between two questions whether the worker is there, and how many it may leave without an answer. A search that cannot be
 * interrupted takes two seconds at most, and a network on its way twenty. */
const PULSE = 5000;
const MAX_SILENT = 6;
const BASE = new URL("..", import.meta.url);

/** The worker, once it can be asked. @type {Worker | null} */
let ready = null;
/**
 * Who waits for what is asked beside the game's connection, by the name of the answer, the first first. `told` says whether
 * that was all.
 * @type {Map<string, { told: (answer: any) => boolean, lost: () => void }[]>}
 */
const waiting = new Map();

/**
 * Asks something beside the game's connection.
 * @param {string} name What the answer is called.
 * @param {(worker: Worker) => void} ask
 * @param {(answer: any) => boolean} told Hears each answer; by true it says that this was the last.
 * @param {() => void} lost The worker has died before.
 */
export function askBeside(name, ask, told, lost) {
  if (!ready) return lost();
  waiting.set(name, [...waiting.get(name) ?? [], { told, lost }]);
  ask(ready);
}

/** @param {string} name @param {any} answer */
function toldBeside(name, answer) {
  const [first, ...others] = waiting.get(name) ?? [];
  if (first?.told(answer)) waiting.set(name, others);
}

/** Who waits for the gallery. @type {(pictures: any) => void} */
let shown = () => {};
/** The pictures of all games, told once by the first worker. @type {Promise<any>} */
export const gallery = new Promise((done) => (shown = done));

/**
 * Starts the worker, and starts it again if it dies.
 * @param {Listener} listener
 * @returns {Transport}
 */
export function connect(listener) {
  /** @type {Worker | undefined} */
  let worker;
  let wait = FIRST_WAIT;
  let ended = false;
  let timer = 0;
  let pulse = 0;

  function open() {
    const opening = worker = new Worker(new URL("engine/worker.js", BASE), { type: "module" });
    let began = 0;
    let unanswered = 0;
    const died = (/** @type {import("../js/transport.js").Trouble["kind"]} */ kind, /** @type {string} */ why) => {
      if (ended || opening !== worker) return;
      clearInterval(pulse);
      opening.terminate();
      ready = null;
      worker = undefined;
      listener.troubled("engine", { kind: began === 0 ? "cannot-start" : kind, why });
      const all = [...waiting.values()].flat();
      waiting.clear();
      all.forEach(({ lost }) => lost());
      listener.closed();
      if (began !== 0 && performance.now() - began > GOOD_LIFE) wait = FIRST_WAIT;
      timer = setTimeout(open, wait);
      wait = Math.min(2 * wait, MAX_WAIT);
    };
    opening.onerror = (event) => died("died", event.message || "the worker cannot be loaded");
    opening.onmessage = ({ data }) => {
      if (opening !== worker) return;
      unanswered = 0;
      if (typeof data === "string") {
        const event = JSON.parse(data);
        if (event.event) listener.heard(event);
        else for (const [name, answer] of Object.entries(event)) toldBeside(name, answer);
      } else if (data.failed) died("died", data.failed);
      else if (data.lost) {
        opening.postMessage('beside "unkept"');
        listener.troubled("library", data.lost);
      } else if (data.unthreaded) listener.troubled("threads", { kind: "unthreaded", why: data.unthreaded });
      else if (data.warned) listener.troubled("data", { kind: "missing", why: data.warned });
      else if (data.ready) {
        began = performance.now();
        ready = opening;
        // Nobody is told when a browser ends a worker.
        pulse = setInterval(() => {
          if (unanswered === MAX_SILENT) return died("silent", "");
          unanswered += 1;
          opening.postMessage({ ping: true });
        }, PULSE);
        listener.opened();
        askBeside("gallery", (worker) => worker.postMessage('beside "gallery"'), (pictures) => (shown(pictures), true), () => {});
      }
    };
    opening.postMessage({
      module: new URL("engine/wanqi.wasm", BASE).href,
      open: "app",
      // A board in somebody else's page leaves nothing in the reader's browser.
      keeps: EMBEDDED ? undefined : new URL("js/records.js", BASE).href,
    });
  }

  if (typeof WebAssembly === "object" && typeof Worker === "function") open();
  else {
    setTimeout(() => {
      listener.troubled("engine", { kind: "no-wasm", why: "" });
      listener.closed();
    }, 0);
  }
  return {
    send: (request, id) => ready?.postMessage(JSON.stringify(id === undefined ? request : { ...request, id })),
    close: () => {
      ended = true;
      clearTimeout(timer);
      clearInterval(pulse);
      worker?.terminate();
    },
  };
}
