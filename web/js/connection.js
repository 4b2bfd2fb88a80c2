// What the page knows of the game, and the way to ask for more.

import { useCallback, useEffect, useReducer, useRef } from "../vendor/htm-preact.js";
import { answered, recalled, remember, useTakeAlong } from "./away.js";
import { EMPTY, reduce, resume } from "./store.js";
import { connect } from "./transport.js";

/**
 * @typedef {import("./protocol.js").Request} Request
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./transport.js").Transport} Transport
 */

/** The requests that begin a game. @type {Request["request"][]} */
const BEGINS = ["new", "rematch", "play_from_here"];

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
    if (latest.current.away) answered(latest.current, request, id).forEach((event) => dispatch({ does: "event", event, request: request.request }));
    // Machines that choose by chance choose otherwise in every game.
    const seed = BEGINS.includes(request.request) ? { seed: Math.floor(Math.random() * 2 ** 32) } : {};
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
        // What was analysed before the connection was lost goes on.
        const { state } = latest.current;
        if (request && state?.analysing) ask({ request: "analyse", ...state.analysing });
      },
      closed: () => {
        // A page that finds no server shows what it knew before.
        const kept = latest.current.table ? null : recalled();
        if (kept) dispatch({ does: "recall", store: kept });
        dispatch({ does: "close" });
      },
      troubled: (what, trouble) => dispatch({ does: "trouble", what, trouble }),
      heard: (event) => {
        const id = "id" in event ? event.id : null;
        dispatch({ does: "event", event, request: id === null ? null : asked.current.get(id) ?? null });
      },
    });
    return () => transport.current?.close();
  }, []);
  useTakeAlong(store, ask);
  useEffect(() => {
    const leaving = () => remember(latest.current);
    addEventListener("pagehide", leaving);
    return () => removeEventListener("pagehide", leaving);
  }, []);
  return { store, dispatch, ask };
}
