// Addresses: the part after `#` names a view, or the game that is on the board.
//
//   #/                      the gallery
//   #/lab, #/library        a view
//   #/chess, #/go:size=9    a game
//   #/library/12            a game of the library
//   #/chess?position=FEN, #/chess?moves=e4,e5,Nf3&ply=2&from=FEN    a position or a record that was shared
//   #/shared/1.DATA         what was shared whole, as packed.js has it

/** @typedef {{ position: string | null, moves: string[] | null, ply: number | null, from: string | null }} Shared */
/**
 * A game on the board; `key`: its address without what was shared; `kept`: its number in the library.
 * @typedef {{ view: "play", key: string, game: string, kept: number | null, shared: Shared | null }} GamePlace
 */
/** @typedef {{ view: "start" | "home" } | { view: "part", name: string } | { view: "packed", text: string } | GamePlace} Place */

/** What is before the text of what was packed. */
const PACKED = "shared/";
/** The most characters of an address that programs pass on whole. */
export const MAX_ADDRESS = 2000;

/**
 * @param {string} hash As the browser has it, with its `#`.
 * @param {readonly string[]} parts The names of the views that are no game.
 * @returns {Place}
 */
export function placeOf(hash, parts) {
  if (hash === "" || hash === "#") return { view: "start" };
  // As addresses were once: `#chess`.
  const path = hash.startsWith("#/") ? hash.slice(2) : hash.slice(1);
  if (path === "") return { view: "home" };
  if (path.startsWith(PACKED)) return { view: "packed", text: path.slice(PACKED.length) };
  const [name, query] = split(path, "?");
  const kept = /^library\/(\d{1,16})$/.exec(name);
  if (kept) return { view: "play", key: `#/${name}`, game: "", kept: Number(kept[1]), shared: null };
  const part = name.split("/", 1)[0];
  if (parts.includes(part)) return { view: "part", name: part };
  const game = decoded(name);
  return { view: "play", key: keyOf(game), game, kept: null, shared: query === "" ? null : sharedOf(query) };
}

/** The address of a game by its text. @param {string} game */
export function keyOf(game) {
  return `#/${encodeURI(game)}`;
}

/** The address of this page. */
export const thisPage = () => location.origin + location.pathname;

/** The address of what was packed, after the page's. @param {string} text */
export const packedAddress = (text) => `#/${PACKED}${text}`;

/**
 * The address of a position, or of a record with the move that is on the board, after the page's.
 * @param {string} game
 * @param {Partial<Shared>} shared
 */
export function sharedAddress(game, { position, moves, ply, from }) {
  const query = new URLSearchParams();
  if (position) query.set("position", position);
  if (moves) query.set("moves", moves.join(","));
  if (ply !== undefined && ply !== null && ply !== moves?.length) query.set("ply", String(ply));
  if (from) query.set("from", from);
  // Signs that need no other spelling after a `#` are left to be read.
  return `${keyOf(game)}?${String(query).replaceAll("%2C", ",").replaceAll("%2F", "/")}`;
}

/** @param {string} query @returns {Shared} */
function sharedOf(query) {
  const told = new URLSearchParams(query);
  const moves = told.get("moves");
  const ply = told.get("ply");
  return {
    position: told.get("position"),
    moves: moves === null ? null : moves.split(",").filter((move) => move !== ""),
    ply: ply !== null && /^\d{1,5}$/.test(ply) ? Number(ply) : null,
    from: told.get("from"),
  };
}

/**
 * What is before and after the first of a sign.
 * @param {string} text
 * @param {string} sign
 */
function split(text, sign) {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
