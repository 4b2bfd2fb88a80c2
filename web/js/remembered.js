// What this browser remembers from visit to visit: the games that were played last, and how somebody likes to play.

import { browser, tab } from "./storage.js";

/**
 * @typedef {import("./clock.js").Timing} Timing
 * @typedef {import("./protocol.js").GameInfo} GameInfo
 * @typedef {import("./protocol.js").Request} Request
 * @typedef {import("./setup.js").GameChoice} GameChoice
 */

/** How to take a game up again. @typedef {Extract<Request, { request: "resume" }>} Resume */
/**
 * A game that was on the board. `key`: its address; `against`: the level or levels that the machine played at, by their
 * titles; `over`: whether nothing is left to be played.
 * @typedef {{ key: string, game: string, title: string, title_zh: string, against: string, against_zh: string, ply: number, over: boolean, resume: Resume }} Recent
 */
/** How a game was wished for the last time. @typedef {{ choice: GameChoice, timing: Timing | null }} Wish */

const RECENT = "wanqi-recent";
const WISHES = "wanqi-wishes";
/** Games of this tab, by their addresses: another tab may have others there. */
const TAB = "wanqi-games";
const MOST = 6;

/** The games that were played last, the latest first. @returns {Recent[]} */
export function recentGames() {
  const found = read(browser, RECENT);
  return Array.isArray(found) ? found : [];
}

/** @param {Recent} game */
export function rememberGame(game) {
  const others = recentGames().filter(({ key }) => key !== game.key);
  write(browser, RECENT, [game, ...others].slice(0, MOST));
  const here = Object.entries(tabGames()).filter(([key]) => key !== game.key).slice(0, MOST - 1);
  write(tab, TAB, Object.fromEntries([[game.key, game.resume], ...here]));
}

/**
 * How the game at an address is taken up again: as this tab left it, or as any did if it goes on.
 * @param {string} key
 * @returns {Resume | null}
 */
export function leftAt(key) {
  return tabGames()[key] ?? recentGames().find((game) => game.key === key && !game.over)?.resume ?? null;
}

/** A game that cannot be taken up any more. @param {string} key */
export function forgetGame(key) {
  write(browser, RECENT, recentGames().filter((game) => game.key !== key));
  write(tab, TAB, Object.fromEntries(Object.entries(tabGames()).filter(([known]) => known !== key)));
}

/** How a game was wished for the last time. @param {string} game @returns {Wish | null} */
export function wishFor(game) {
  return wishes()[game] ?? null;
}

/** @param {string} game @param {Wish} wish */
export function rememberWish(game, wish) {
  write(browser, WISHES, { ...wishes(), [game]: wish });
}

/** @returns {Record<string, Wish>} */
function wishes() {
  return object(read(browser, WISHES));
}

/** @returns {Record<string, Resume>} */
function tabGames() {
  return object(read(tab, TAB));
}

/** @param {unknown} value @returns {any} */
function object(value) {
  return typeof value === "object" && value !== null ? value : {};
}

/** @typedef {typeof tab} Place */

/** @param {Place} place @param {string} name @returns {unknown} */
function read(place, name) {
  try {
    return JSON.parse(place.get(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Place} place @param {string} name @param {unknown} value */
function write(place, name, value) {
  place.set(name, JSON.stringify(value));
}
