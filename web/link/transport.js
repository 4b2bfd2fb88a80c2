// The way to the game where there is no server: a worker that has the app in it. In the folder that `cargo xtask web` builds it
// takes the place of web/js/transport.js.

/** @typedef {import("../js/protocol.js").Event} Event */
/** @typedef {import("../js/protocol.js").Request} Request */
/** @typedef {import("../js/transport.js").Transport} Transport */

const FIRST_WAIT = 300;
const MAX_WAIT = 5000;
const BASE = new URL("..", import.meta.url);

/** Who waits for the gallery. @type {(pictures: any) => void} */
let shown = () => {};
/** The pictures of all games, told once by the first worker. @type {Promise<any>} */
export const gallery = new Promise((done) => (shown = done));

/**
 * Starts the worker, and starts it again if it dies.
 * @param {{ opened: () => void, closed: () => void, heard: (event: Event) => void }} listener
 * @returns {Transport}
 */
export function connect(listener) {
  /** @type {Worker | null} */
  let ready = null;
  /** @type {Worker | undefined} */
  let worker;
  let wait = FIRST_WAIT;
  let ended = false;
  let timer = 0;

  /** @param {string} what */
  const complain = (what) => listener.heard({ event: "error", id: null, fault: { what, at: null } });

  function open() {
    const opening = worker = new Worker(new URL("engine/worker.js", BASE), { type: "module" });
    const died = (/** @type {string} */ why) => {
      if (ended || opening !== worker) return;
      opening.terminate();
      ready = null;
      complain(why);
      listener.closed();
      timer = setTimeout(open, wait);
      wait = Math.min(2 * wait, MAX_WAIT);
    };
    opening.onerror = (event) => died(event.message || "the worker cannot be loaded");
    opening.onmessage = ({ data }) => {
      if (typeof data !== "string") {
        if (data.failed) return died(data.failed);
        if (data.lost) return complain(data.lost);
        if (data.warned) return complain(data.warned);
        ready = opening;
        listener.opened();
        opening.postMessage("gallery");
        return;
      }
      wait = FIRST_WAIT;
      const event = JSON.parse(data);
      if (event.gallery) shown(event.gallery);
      else listener.heard(event);
    };
    opening.postMessage({
      module: new URL("engine/wanqi.wasm", BASE).href,
      open: "app",
      keeps: new URL("js/records.js", BASE).href,
    });
  }

  if (typeof WebAssembly === "object" && typeof Worker === "function") open();
  else setTimeout(() => complain("this browser has no WebAssembly: no game can be played here"), 0);
  return {
    send: (request, id) => ready?.postMessage(JSON.stringify(id === undefined ? request : { ...request, id })),
    close: () => {
      ended = true;
      clearTimeout(timer);
      worker?.terminate();
    },
  };
}
