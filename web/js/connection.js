// What the page knows of the game, and the way to ask for more.

import { useCallback, useEffect, useReducer, useRef } from "../vendor/htm-preact.js";
import { EMPTY, reduce, resume } from "./store.js";
import { connect } from "./transport.js";

/**
 * @typedef {import("./protocol.js").Request} Request
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./transport.js").Transport} Transport
 */

/** Sends a request and gives its number. @typedef {(request: Request) => number} Ask */
/** Changes what the page knows. @typedef {(action: import("./store.js").Action) => void} Dispatch */

/**
 * Connects to the game, and takes it up again when the connection was lost.
 * @returns {{ store: Store, dispatch: Dispatch, ask: Ask }}
 */
export function useConnection() {
  const [store, dispatch] = useReducer(reduce, EMPTY);
  const transport = useRef(/** @type {Transport | null} */ (null));
  const asked = useRef(/** @type {Map<number, Request["request"]>} */ (new Map()));
  const count = useRef(0);
  const latest = useRef(store);
  latest.current = store;

  const ask = useCallback((/** @type {Request} */ request) => {
    const id = ++count.current;
    asked.current.set(id, request.request);
    asked.current.delete(id - 100);
    // Machines that choose by chance choose otherwise in every game.
    const seed = request.request === "new" ? { seed: Math.floor(Math.random() * 2 ** 32) } : {};
    transport.current?.send({ ...request, ...seed }, id);
    return id;
  }, []);
  useEffect(() => {
    transport.current = connect({
      opened: () => {
        dispatch({ does: "open" });
        ask({ request: "games" });
        const request = resume(latest.current);
        if (request) ask(request);
      },
      closed: () => dispatch({ does: "close" }),
      heard: (event) => {
        const id = "id" in event ? event.id : null;
        dispatch({ does: "hear", event, request: id === null ? null : asked.current.get(id) ?? null });
      },
    });
    return () => transport.current?.close();
  }, []);
  return { store, dispatch, ask };
}
