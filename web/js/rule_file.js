// The rule file in hand: written, opened from a file or copied from one that comes with the app, and played.

import { useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { readRules } from "./files.js";
import { OWN_RULES, defaults, seatsOf } from "./setup.js";
import { tab } from "./storage.js";

/**
 * @typedef {object} RuleFileInHand
 * @property {string | null} text While it is being written.
 * @property {string} trouble What was wrong with a file.
 * @property {(text: string | null) => void} write
 * @property {(name: string) => void} take Asks for a file that comes with the app.
 * @property {(name: string | null) => void} edit Opens the rules of a game, or something to begin with.
 * @property {(text: string) => void} play
 * @property {(file: File) => void} openFile Opens a file and plays it.
 */

/** Where a tab keeps the rules that are being written. */
const KEPT = "wanqi-rules";

/**
 * @param {{ store: import("./store.js").Store, ask: import("./connection.js").Ask, shown: () => void }} props
 *   `shown`: goes to where rules are written.
 * @returns {RuleFileInHand}
 */
export function useRuleFile({ store, ask, shown }) {
  const [text, setText] = useState(() => tab.get(KEPT));
  const [trouble, setTrouble] = useState("");
  /** The number of the request for a shipped rule file's text. */
  const fetched = useRef(0);
  const { table, state, ruleGames } = store;
  const write = (/** @type {string | null} */ next) => {
    setText(next);
    tab.set(KEPT, next);
  };
  const take = (/** @type {string} */ name) => {
    fetched.current = ask({ request: "rule_text", name });
  };
  const play = (/** @type {string} */ rules) => {
    // The same people and machines as before, if they were at a game of this kind.
    const told = table !== null && (table.game === OWN_RULES || ruleGames.some((info) => info.name === table.game));
    const people = state?.seats.every((seat) => seat === null) ?? false;
    const usual = ruleGames[0] && !people ? seatsOf(defaults(ruleGames[0])) : null;
    ask({ request: "new", game: OWN_RULES, rules, seats: (told ? state?.seats : null) ?? usual ?? [null, null] });
  };
  useEffect(() => {
    if (!store.ruleText || store.ruleText.id !== fetched.current) return;
    write(store.ruleText.text);
    // Without a game on the table there is nowhere to write beside.
    if (table) shown();
    else play(store.ruleText.text);
  }, [store.ruleText]);
  return {
    text,
    trouble,
    write,
    take,
    play,
    edit: (name) => {
      if (table && table.rules !== null && name === table.game) write(table.rules);
      else take(name ?? store.templates[0]?.name ?? ruleGames[0]?.name ?? "");
    },
    openFile: (file) => {
      setTrouble("");
      readRules(file).then((rules) => {
        write(rules);
        play(rules);
      }, (/** @type {Error} */ error) => setTrouble(error.message));
    },
  };
}
