// Whether this page is a board in somebody else's, and what that one has asked for: `?embed&lang=zh&theme=dark#/chess?moves=e4,e5`.

const asked = new URLSearchParams(location.search);

/** @template {string} T @param {string} name @param {readonly T[]} values @returns {T | null} */
const oneOf = (name, values) => values.find((value) => value === asked.get(name)) ?? null;

/** Whether it is. */
export const EMBEDDED = asked.has("embed");

/** What was asked for. */
export const WISHES = {
  /** The language. */
  lang: oneOf("lang", /** @type {const} */ (["en", "zh"])),
  /** Light or dark, whatever the reader's system is. */
  theme: oneOf("theme", /** @type {const} */ (["light", "dark"])),
  /** Where the moves stand: beside or below the board as there is room, or nowhere. */
  moves: oneOf("moves", /** @type {const} */ (["none"])),
  /** Whether the board is seen from the other side. */
  flip: asked.has("flip"),
  /** Which side the reader plays against the machine. */
  play: oneOf("play", /** @type {const} */ (["first", "second"])),
};
