// A link that holds the whole of what was shared: it is taken apart, and what is in it laid on the table.

import { useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { OWN_RULES } from "./setup.js";
import { said, t } from "./text.js";

/**
 * @typedef {import("./connection.js").Ask} Ask
 * @typedef {import("./packed.js").SharedPuzzle} SharedPuzzle
 * @typedef {import("./store.js").Store} Store
 */

/**
 * The request for a game as an address has it, with what was shared of it.
 * @param {import("./address.js").GamePlace & { shared: import("./address.js").Shared }} place
 * @returns {Extract<import("./protocol.js").Request, { request: "new" }>}
 */
export function sharedRequest({ game, shared: { position, moves, ply, from } }) {
  const first = position ?? from;
  return { request: "new", game, seats: [null, null], record: { moves: moves ?? [], ...(first !== null && { first }), ...(ply !== null && { ply }) } };
}

/** What a link asks for. @type {import("./protocol.js").Request["request"][]} */
const ASKS = ["new", "read_record"];

/**
 * Opens the link at the address, as soon as the game can be asked. What is on the table stays if the link cannot be opened.
 * @param {{ store: Store, ask: Ask, text: string | null, showPuzzle: (puzzle: SharedPuzzle) => void, playRules: (text: string) => void, showRules: (text: string) => void,
 *           asked?: { current: boolean } }} props
 *   `text`: what was packed, if the address has that; `showRules` hears of rules that are on the table now; `asked`: whether the
 *   game of the link has been asked for, so that a table is not one that was asked for before.
 * @returns {string} Why it cannot be opened.
 */
export function useOpened({ store, ask, text, showPuzzle, playRules, showRules, asked = { current: false } }) {
  const { games, connected, table, error } = store;
  const [fault, setFault] = useState("");
  /** What is to be done once this game is on the table. @type {{ current: { game: string, act: () => void } | null }} */
  const then = useRef(null);
  const isReady = connected && games.length > 0;
  useEffect(() => {
    setFault("");
    asked.current = false;
    if (text === null || !isReady) return;
    let current = true;
    then.current = null;
    import("./packed.js").then(({ unpack }) => unpack(text)).then((shared) => {
      if (!current) return;
      asked.current = true;
      if ("puzzle" in shared) return showPuzzle(shared.puzzle);
      if ("rules" in shared) {
        const { rules } = shared;
        then.current = { game: OWN_RULES, act: () => showRules(rules) };
        playRules(rules);
        return;
      }
      const { record, at } = shared;
      const game = record.rules === undefined ? record.game.split(":")[0] : OWN_RULES;
      then.current = { game, act: () => void (at !== undefined && ask({ request: "visit", node: at })) };
      ask({ request: "read_record", text: JSON.stringify(record) });
    }, (/** @type {unknown} */ error) => {
      if (current) setFault(t(/** @type {Partial<import("./packed.js").LinkFault>} */ (error).key ?? "lazy.failed"));
    });
    return () => void (current = false);
  }, [text, isReady]);
  useEffect(() => {
    if (!table || then.current?.game !== table.game.split(":")[0]) return;
    const { act } = then.current;
    then.current = null;
    act();
  }, [table]);
  useEffect(() => {
    if (!error || !then.current || !ASKS.includes(error.request ?? "games")) return;
    then.current = null;
    setFault(`${t("link.refused")} ${said(error.fault.what)}`);
  }, [error]);
  return fault;
}
