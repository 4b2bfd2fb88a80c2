// The way to the game: a WebSocket that comes back by itself when it drops.

/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./protocol.js").Request} Request */

const FIRST_WAIT = 300;
const MAX_WAIT = 5000;

/**
 * Anything that carries requests one way and events the other.
 * @typedef {object} Transport
 * @property {(request: Request, id?: number) => void} send Lost while there is no connection.
 * @property {() => void} close For good.
 */

/**
 * What has befallen a page that has no server, and the browser's own words for it, or the engine's.
 * @typedef {{ kind: "no-wasm" | "cannot-start" | "died" | "silent" | "other-tab" | "refused" | "full" | "missing" | "unthreaded", why: import("./protocol.js").Message }} Trouble
 */
/**
 * Who hears of a connection. `troubled`: of what a page has to do itself where there is no server.
 * @typedef {{ opened: () => void, closed: () => void, heard: (event: Event) => void, troubled: (what: "engine" | "library" | "data" | "threads", trouble: Trouble) => void }} Listener
 */

/**
 * Connects, and connects again whenever the connection is lost.
 * @param {Listener} listener
 * @returns {Transport}
 */
export function connect(listener) {
  /** @type {WebSocket | null} */
  let socket = null;
  let wait = FIRST_WAIT;
  let ended = false;
  let timer = 0;

  function open() {
    const opening = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    opening.onopen = () => {
      socket = opening;
      listener.opened();
    };
    opening.onmessage = (message) => {
      // A connection that carries something is a good one.
      wait = FIRST_WAIT;
      listener.heard(JSON.parse(message.data));
    };
    opening.onclose = () => {
      socket = null;
      if (ended) return;
      listener.closed();
      timer = setTimeout(open, wait);
      wait = Math.min(2 * wait, MAX_WAIT);
    };
  }

  open();
  return {
    send: (request, id) => socket?.send(JSON.stringify(id === undefined ? request : { ...request, id })),
    close: () => {
      ended = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
