// Links that hold the whole of what they share: a game with its variations and remarks, rules, a puzzle.
//
//   #/shared/1.DATA    1: the version; DATA: JSON, compressed, in base64url
//
// All of it stands after the `#`, which browsers send to nobody. It is compressed as zlib does, whose sum at the end tells
// whether a link is whole (https://www.rfc-editor.org/rfc/rfc1950, https://www.rfc-editor.org/rfc/rfc4648#section-5).

/**
 * What is shared. `record`: as the format `json` writes it; `at`: the place in its list of moves, from 1, of the one on the board.
 * @typedef {{ record: SharedRecord, at?: number } | { rules: string } | { puzzle: SharedPuzzle }} Shared
 */
/** @typedef {{ game: string, rules?: string, first?: string, notes?: { comment?: string, marks?: number[] }, nodes?: SharedNode[] } & Record<string, unknown>} SharedRecord */
/** @typedef {{ id: number, parent?: number, move: string, comment?: string, marks?: number[], evaluation?: unknown, better?: unknown }} SharedNode */
/** @typedef {{ game: string, position: string, line: string[] }} SharedPuzzle */

const VERSION = "1";
/** The most characters of what is packed for a link: browsers take far more, programs that pass links on do not. */
export const MAX_MADE = 16_000;
/** The most characters that are read. */
const MAX_READ = 100_000;
/** The most bytes that may come out of them: what a request has room for. */
const MAX_BYTES = 200_000;
/** The most moves of a puzzle's line. */
const MAX_LINE = 200;

/** Why a link cannot be opened, by its text. */
export class LinkFault extends Error {
  /** @param {import("./text.js").Key} key */
  constructor(key) {
    super(key);
    this.key = key;
  }
}

/**
 * What follows `#/shared/`; null if that would be too long.
 * @param {Shared} shared
 * @returns {Promise<string | null>}
 */
export async function pack(shared) {
  const stream = new Blob([JSON.stringify(shared)]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  // Whatever is longer could not be read either.
  if (bytes.length > MAX_MADE) return null;
  const data = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return data.length > MAX_MADE ? null : `${VERSION}.${data}`;
}

/**
 * What a link holds.
 * @param {string} text What follows `#/shared/`.
 * @returns {Promise<Shared>} Broken by a LinkFault.
 */
export async function unpack(text) {
  const [, version, data] = /^(\d+)\.(.*)$/s.exec(text) ?? [];
  if (version === undefined) throw new LinkFault("link.broken");
  if (version !== VERSION) throw new LinkFault("link.version");
  if (data.length > MAX_READ) throw new LinkFault("link.long");
  if (typeof DecompressionStream !== "function") throw new LinkFault("link.browser");
  /** @type {any} */
  let told;
  try {
    const bytes = Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    told = JSON.parse(await unpressed(bytes));
  } catch (error) {
    throw error instanceof LinkFault ? error : new LinkFault("link.broken");
  }
  const shared = known(told);
  if (!shared) throw new LinkFault("link.broken");
  return shared;
}

/** @param {BlobPart} bytes */
async function unpressed(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (let size = 0; ;) {
    const { value, done } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    // A few bytes may say a million.
    if (size > MAX_BYTES) {
      void reader.cancel();
      throw new LinkFault("link.long");
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Takes only what has the shape of something shared. @param {any} told @returns {Shared | null} */
function known(told) {
  if (typeof told !== "object" || told === null) return null;
  const { record, at, rules, puzzle } = told;
  if (typeof rules === "string") return { rules };
  if (typeof record?.game === "string") return Number.isInteger(at) ? { record, at } : { record };
  if (typeof puzzle !== "object" || puzzle === null) return null;
  const { game, position, line } = puzzle;
  const isLine = Array.isArray(line) && line.length > 0 && line.length <= MAX_LINE && line.every((move) => typeof move === "string");
  return typeof game === "string" && typeof position === "string" && isLine ? { puzzle: { game, position, line } } : null;
}

/**
 * A record as it is shared, with less and less of it, to be tried in turn.
 * @param {SharedRecord} record
 * @param {number} node The number of the one on the board.
 * @returns {{ shared: Shared, lost: "nothing" | "evaluations" | "remarks" }[]}
 */
export function lessAndLess(record, node) {
  const nodes = record.nodes ?? [];
  const numbers = new Map(nodes.map(({ id }, place) => [id, place + 1]));
  // Numbers as they come are soon told.
  const whole = nodes.map((move) => ({ ...move, id: numbers.get(move.id) ?? 0, ...(move.parent !== undefined && { parent: numbers.get(move.parent) ?? 0 }) }));
  const said = whole.map(({ evaluation, better, ...move }) => move);
  /** The main line. @type {SharedNode[]} */
  const line = [];
  for (let at = 0; ;) {
    const next = whole.find(({ parent = 0 }) => parent === at);
    if (!next) break;
    at = next.id;
    line.push({ id: line.length + 1, ...(line.length > 0 && { parent: line.length }), move: next.move });
  }
  const at = numbers.get(node) ?? 0;
  const { notes, ...bare } = record;
  return [
    { shared: { record: { ...record, nodes: whole }, at }, lost: "nothing" },
    { shared: { record: { ...record, nodes: said }, at }, lost: "evaluations" },
    { shared: { record: { ...bare, nodes: line } }, lost: "remarks" },
  ];
}
