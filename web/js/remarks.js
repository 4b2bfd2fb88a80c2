// What stands in a comment beside its words: commands as other programs write them, `[%csl Gd4]` circles, `[%cal Gc4d6]`
// arrows, `[%mark TRe4,LBd5:A]` the other marks of SGF, `[%clk 0:05:12]` the clock. They are kept as they are; nobody has to read them.

/** Of what a circle or an arrow is drawn: green, red, yellow, blue. @typedef {"G" | "R" | "Y" | "B"} Ink */
/** A circle around a point, or an arrow to another. @typedef {{ ink: Ink, from: number, to: number | null }} Shape */
/** A mark of SGF on a point; `text` is what a label says. @typedef {{ kind: string, at: number, text: string }} PointMark */
/**
 * @typedef {object} Remarks
 * @property {string} words
 * @property {string | null} clock What is left on the clock of who has moved.
 * @property {string[]} drawn What circles and arrows are called: `Gd4`, `Gc4d6`.
 * @property {string[]} marks What other marks are called: `TRe4`, `SQa9:c7`, `LBd5:A`.
 * @property {string[]} others All other commands, as they were written.
 */

/** @type {Ink[]} */
export const INKS = ["G", "R", "Y", "B"];

/**
 * @param {string} comment
 * @returns {Remarks}
 */
export function remarksOf(comment) {
  /** @type {Remarks} */
  const remarks = { words: comment, clock: null, drawn: [], marks: [], others: [] };
  if (!comment.includes("[%")) return remarks;
  const words = comment.replace(/[ \t]*\[%(\w+)([^\]]*)\][ \t]*/g, (whole, name, value) => {
    const list = () => value.split(",").map((/** @type {string} */ one) => one.trim()).filter(Boolean);
    if (name === "csl" || name === "cal") {
      remarks.drawn.push(...list());
    } else {
      if (name === "mark") remarks.marks.push(...list());
      if (name === "clk") remarks.clock = shortClock(value.trim());
      remarks.others.push(whole.trim());
    }
    return " ";
  });
  return { ...remarks, words: words.trim() };
}

/**
 * The comment that has these remarks.
 * @param {Pick<Remarks, "words" | "drawn" | "others">} remarks
 * @param {(drawn: string) => boolean} isArrow
 */
export function commentOf({ words, drawn, others }, isArrow) {
  const [circles, arrows] = [drawn.filter((one) => !isArrow(one)), drawn.filter(isArrow)];
  const commands = [
    ...others, circles.length > 0 ? `[%csl ${circles.join(",")}]` : "", arrows.length > 0 ? `[%cal ${arrows.join(",")}]` : "",
  ];
  return [commands.join(""), words].filter(Boolean).join(" ");
}

/**
 * The same comment with other words.
 * @param {string} comment
 * @param {string} words
 */
export function reworded(comment, words) {
  const remarks = remarksOf(comment);
  if (remarks.words === words) return comment;
  // Commands stay as they stand: which of them are arrows need not be known.
  const commands = [...comment.matchAll(/\[%\w+[^\]]*\]/g)].map(([command]) => command);
  return [commands.join(""), words].filter(Boolean).join(" ");
}

/**
 * What is drawn, by the points of a board; what names no point of it is left out.
 * @param {string[]} drawn
 * @param {Map<string, number>} points By their names in small letters.
 * @returns {Shape[]}
 */
export function shapesOf(drawn, points) {
  return drawn.flatMap((one) => shapeOf(one, points));
}

/**
 * @param {string} one
 * @param {Map<string, number>} points
 * @returns {Shape[]}
 */
function shapeOf(one, points) {
  const ink = INKS.find((ink) => ink === one[0]?.toUpperCase());
  const name = one.slice(1).toLowerCase();
  if (!ink) return [];
  const at = points.get(name);
  if (at !== undefined) return [{ ink, from: at, to: null }];
  for (let length = 1; length < name.length; length++) {
    const [from, to] = [points.get(name.slice(0, length)), points.get(name.slice(length))];
    if (from !== undefined && to !== undefined) return [{ ink, from, to }];
  }
  return [];
}

/** The marks of SGF that the page draws, each on one point: circle, triangle, square, cross, selected, label. */
const MARKS = ["CR", "TR", "SQ", "MA", "SL", "LB"];

/**
 * Marks by the points of a board; `SQa9:c7` marks all points between the two.
 * @param {string[]} marks
 * @param {Map<string, number>} names As for `shapesOf`.
 * @param {import("./protocol.js").Layout["points"]} points
 * @returns {PointMark[]}
 */
export function marksOf(marks, names, points) {
  return marks.flatMap((one) => {
    const [kind, [head, ...tail]] = [one.slice(0, 2), one.slice(2).split(":")];
    const text = kind === "LB" ? unquoted(tail.join(":")).trim() : "";
    const first = names.get(head.toLowerCase());
    const last = kind === "LB" || tail.length === 0 ? first : names.get(tail.join(":").toLowerCase());
    if (!MARKS.includes(kind) || first === undefined || last === undefined || (kind === "LB" && !text)) return [];
    const [a, b] = [points[first], points[last]];
    const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to) => at >= from && at <= to;
    return points.flatMap(({ column, row }, at) =>
      within(column, a.column, b.column) && within(row, a.row, b.row) ? [{ kind, at, text }] : []);
  });
}

/** A text in which signs are told by their numbers, as in addresses. @param {string} text */
function unquoted(text) {
  return text.replace(/%([0-7][0-9a-f])/gi, (_, number) => String.fromCharCode(Number.parseInt(number, 16)));
}

/** `0:05:12.3` as people write it: `5:12`. @param {string} text */
function shortClock(text) {
  return text.replace(/\.\d+$/, "").replace(/^0+:(?=\d+:\d)/, "").replace(/^0(?=\d)/, "");
}
