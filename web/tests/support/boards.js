/** Boards of many kinds, as a server would tell them. */

import { board } from "./pretend.js";

/** @typedef {import("../../js/protocol.js").Layout["sides"]} Sides */

/** @param {string} first @param {string} second @returns {Sides} */
const sides = (first, second) => [
    { name: "First", name_zh: "先手", colour: first },
    { name: "Second", name_zh: "后手", colour: second },
];

/** @param {string} characters  Letters and characters by turns: `K帥k將`. */
const labels = (characters) => (/** @type {string} */ letter) => {
    const at = characters.indexOf(letter);
    return { look: "", label: at < 0 ? "" : characters[at + 1] };
};

/** @param {number} length */
const rhombus = (length) => Array.from({ length }, (_, row) => " ".repeat(row) + Array(length).fill(".").join(" ")).join("\n");

export const hex = () => board({
    drawing: rhombus(11).replace(/\./g, ((count) => () => ({ 48: "S", 59: "s", 60: "S", 50: "s", 70: "S" })[++count] ?? ".")(0)),
    style: "hexes", colours: "wood", sides: sides("crimson", "royalblue"),
    figure: () => ({ look: "stone", label: "" }),
    moves: [{ text: "f6", steps: [{ point: [60] }] }, { text: "a1", steps: [{ point: [0] }] }],
    trace: [69],
    edges: [0, 1].flatMap((side) => [0, 10].map((end) => ({
        side: /** @type {0 | 1} */ (side),
        points: Array.from({ length: 11 }, (_, i) => (side === 0 ? 11 * end + i : 11 * i + end)),
    }))),
});

export const hexagon = () => board({
    drawing: `
    . . . . .
   . . . . . .
  . . S . . . .
 . . . s S . . .
. . . . # . . . .
 . . s . . . . .
  . . . * . . .
   . : : : . .
    ~ ~ ~ ~ ~`,
    style: "hexes", colours: "chequered", sides: sides("white", "black"),
    figure: (letter) => ({ look: letter === "S" ? "crown" : "man", label: "" }),
});

/** The strokes of a xiangqi board. */
const xiangqiLines = () => {
    const point = (/** @type {number} */ column, /** @type {number} */ row) => row * 9 + column;
    /** @type {[number, number][]} */
    const lines = [];
    for (let row = 0; row < 10; row++) lines.push([point(0, row), point(8, row)]);
    for (let column = 0; column < 9; column++) {
        if (column % 8 === 0) lines.push([point(column, 0), point(column, 9)]);
        else lines.push([point(column, 0), point(column, 4)], [point(column, 5), point(column, 9)]);
    }
    for (const row of [0, 7]) lines.push([point(3, row), point(5, row + 2)], [point(5, row), point(3, row + 2)]);
    return lines;
};

export const xiangqi = () => board({
    drawing: `
rnbakabnr
.........
.c.....c.
p.p.p.p.p
.........
.........
P.P.P.P.P
.C.....C.
.........
RNBAKABNR`,
    ground: `
.........
.........
.+.....+.
+.+.+.+.+
.........
.........
+.+.+.+.+
.+.....+.
.........
.........`,
    style: "points", colours: "wood", sides: sides("crimson", "black"), lines: xiangqiLines,
    inscriptions: [{ between: [37, 47], text: "楚河" }, { between: [42, 52], text: "漢界" }],
    counts: [[..."九八七六五四三二一"], [..."123456789"]],
    figure: labels("K帥k將A仕a士B相b象N傌n馬R俥r車C炮c砲P兵p卒"),
    moves: [{ text: "h3e3", steps: [{ point: [70] }, { point: [67] }] }],
});

export const jungle = () => board({
    drawing: `
l.....t
.d...c.
r.p.w.e
.......
.......
.......
E.W.P.R
.C...D.
T.....L`,
    ground: `
..#*#..
...#...
.......
.~~.~~.
.~~.~~.
.~~.~~.
.......
...#...
..#*#..`,
    style: "cells", colours: "cloth", sides: sides("royalblue", "crimson"),
    figure: (letter) => labels("E象L獅T虎P豹W狼D狗C貓R鼠")(letter.toUpperCase()),
});

/** A small game with drops: an army of one rook, and a pawn or two in hand. */
export const drops = () => board({
    drawing: `
rb.gk
....p
.....
P....
KG.BR`,
    style: "cells", colours: "wood", sides: sides("black", "white"),
    figure: (letter) => ({ look: "pentagon", label: { K: "玉", G: "金", B: "角", R: "飛", P: "歩" }[letter.toUpperCase()] ?? "" }),
    hands: [
        { side: 0, name: "P", count: 2, look: "pentagon", letter: "P", label: "歩" },
        { side: 0, name: "S", count: 1, look: "", letter: "S", label: "銀" },
        { side: 0, name: "G", count: 0, look: "", letter: "G", label: "金" },
        { side: 1, name: "P", count: 1, look: "pentagon", letter: "p", label: "歩" },
    ],
    moves: [
        { text: "P@c3", steps: [{ choice: { name: "P", label: "pawn" } }, { point: [12] }] },
        { text: "P@c4", steps: [{ choice: { name: "P", label: "pawn" } }, { point: [7] }] },
        { text: "S@c3", steps: [{ choice: { name: "S", label: "silver" } }, { point: [12] }] },
        { text: "a2a3", steps: [{ point: [15] }, { point: [10] }] },
    ],
});

/** A board with holes, blocks, and every kind of drawing. */
export const holes = () => board({
    drawing: `
  abc
  d.e
fghi.J*
X..~#.:
K.ABCDE
  F.G
  H.I`,
    style: "cells", colours: "paper", sides: sides("seagreen", "gold"),
    figure: (letter) => ({
        look: {
            a: "block", b: "man", c: "crown", d: "stone", e: "disc", f: "cross", g: "nought", h: "ring", i: "star",
            J: "triangle", X: "square", K: "diamond", A: "king", B: "queen", C: "rook", D: "bishop", E: "knight", F: "pawn",
        }[letter] ?? "", label: { G: "10", H: "狮子", I: "Wiz" }[letter] ?? "",
    }),
});

/** Crossings with holes and strokes of their own. */
export const mill = () => board({
    drawing: ["W  W  W", " . . .", "  .b.", "... .b.", "  ...", " . . .", ".  .  ."].join("\n"),
    style: "points", colours: "paper", sides: sides("white", "black"),
    figure: () => ({ look: "stone", label: "" }),
    lines: (points) => {
        const at = (/** @type {number} */ column, /** @type {number} */ row) => points.findIndex((point) => point.column === column && point.row === row);
        /** @type {[number, number][]} */
        const lines = [];
        for (const ring of [0, 1, 2]) {
            const [near, far] = [ring, 6 - ring];
            lines.push([at(near, near), at(far, near)], [at(near, far), at(far, far)], [at(near, near), at(near, far)], [at(far, near), at(far, far)]);
        }
        lines.push([at(3, 0), at(3, 2)], [at(3, 4), at(3, 6)], [at(0, 3), at(2, 3)], [at(4, 3), at(6, 3)]);
        return lines;
    },
});

/** Draughts in the middle of a chain: the man on c3 that has just jumped must jump on, or its side may stop. */
export const chain = () => board({
    drawing: `
.m.m.m.m
m.m.m.m.
.m.....m
........
...m....
..M.....
.M.M.M.M
M.M.M.M.`,
    style: "cells", colours: "chequered", sides: sides("white", "black"),
    figure: () => ({ look: "man", label: "" }),
    record: [{ text: "a1xc3", side: 0 }],
    trace: [56, 42],
    moves: [
        { text: "c3xe5", steps: [{ point: [42] }, { point: [28] }] },
        { text: "done", steps: [{ choice: { name: "done", label: "Done" } }] },
    ],
});
