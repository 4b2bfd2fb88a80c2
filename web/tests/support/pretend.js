/**
 * A pretended server: the page is told of boards and moves of no real game, so that what it can draw and click is
 * tested apart from any rules.
 */

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { isLink } from "./transports.js";

/**
 * @typedef {import("../../js/protocol.js").Layout} Layout
 * @typedef {import("../../js/protocol.js").Point} Point
 * @typedef {import("../../js/protocol.js").Step} Step
 * @typedef {import("../../js/protocol.js").View} View
 */

/**
 * Points as they are drawn: a line a row, a character a point; a space is none. Of hexagons, each line is shifted by
 * half a cell, one character, against the next.
 * @param {string} drawing
 * @param {Layout["style"]} style
 */
export function pointsOf(drawing, style) {
    /** @type {Record<string, Point["terrain"]>} */
    const kinds = { "~": "water", "#": "trap", "*": "den", ":": "shade", "+": "star" };
    /** @type {{ point: Point, sign: string }[]} */
    const points = [];
    drawing.split("\n").filter((line) => line.trim() !== "").forEach((line, row) => {
        [...line].forEach((sign, column) => {
            if (sign !== " ") points.push({ point: { column, row, terrain: kinds[sign] ?? "plain" }, sign });
        });
    });
    const first = Math.min(...points.map(({ point }) => point.column));
    for (const { point } of points) point.column -= style === "hexes" ? first : 0;
    return points;
}

/**
 * A board with pieces: letters of the drawing, capital ones the first side's.
 * @param {object} what
 * @param {string} what.drawing
 * @param {Layout["style"]} what.style
 * @param {Layout["colours"]} what.colours
 * @param {Layout["sides"]} what.sides
 * @param {string} [what.ground]
 * @param {(letter: string) => { look: string, label: string }} [what.figure]
 * @param {(points: Point[]) => [number, number][]} [what.lines]
 * @param {Layout["inscriptions"]} [what.inscriptions]
 * @param {Layout["edges"]} [what.edges]
 * @param {Layout["column_counts"]} [what.counts]
 * @param {View["scene"]["hands"]} [what.hands]
 * @param {{ text: string, steps: Step[] }[]} [what.moves]
 * @param {View["record"]} [what.record]
 * @param {number[]} [what.trace]
 * @param {View["result"]} [what.result]
 * @param {0 | 1} [what.side]
 * @returns {{ layout: Layout, view: View }}
 */
export function board({ drawing, style, colours, sides, ground, figure, lines, inscriptions = [], edges = [], counts = [[], []], ...more }) {
    const drawn = pointsOf(drawing, style);
    const points = (ground ? pointsOf(ground, style) : drawn).map(({ point }) => point);
    const files = style === "hexes" ? points.map(({ column, row }) => column - row) : [];
    const [columns, rows] = [
        1 + Math.max(...points.map(({ column }) => column)), 1 + Math.max(...points.map(({ row }) => row)),
    ];
    const count = style === "hexes" ? 1 + (Math.max(...files) - Math.min(...files)) / 2 : columns;
    const pieces = drawn.flatMap(({ sign }, point) => {
        if (!/[a-z]/i.test(sign)) return [];
        const side = /** @type {0 | 1} */ (sign === sign.toUpperCase() ? 0 : 1);
        return [{ point, side, letter: sign, ...(figure?.(sign) ?? { look: "", label: "" }) }];
    });
    const layout = {
        style, columns, rows, points, sides, colours,
        lines: lines?.(points) ?? [],
        inscriptions,
        edges,
        column_names: Array.from({ length: count }, (_, i) => String.fromCharCode(97 + i)),
        column_counts: counts,
        row_names: Array.from({ length: rows }, (_, i) => String(rows - i)),
    };
    const { hands = [], moves = [], record = [], trace = [], result = null, side = 0 } = more;
    const scene = { pieces, hands, alarmed: [], forbidden: [], note: "" };
    return { layout, view: { scene, side, position: "?", moves, record, ply: record.length, trace, result } };
}

/**
 * A worker with nothing in it but these answers.
 * @param {import("playwright-core").Page} page
 * @param {(text: string) => object[]} answers
 */
async function pretendWorker(page, answers) {
    await page.exposeFunction("pretended", answers);
    await page.addInitScript(() => {
        // @ts-ignore: as much of a worker as the page asks of one.
        window.Worker = class {
            /** @param {unknown} data */
            async postMessage(data) {
                // @ts-ignore: of the test.
                const events = typeof data !== "string" ? [{ ready: true }] : data.startsWith("{") ? (await window.pretended(data)).map((event) => JSON.stringify(event)) : [];
                // @ts-ignore: the page has put it there.
                for (const data of events) this.onmessage({ data });
            }
            terminate() {}
        };
    });
}

/**
 * Puts a board before the page in the place of a game; `answer` gives the next view to a move.
 * @param {import("playwright-core").Page} page
 * @param {string} home
 * @param {{ layout: Layout, view: View }} board
 * @param {(move: string) => View} [answer]
 * @returns {Promise<string[]>} The moves that the page has asked for; grows.
 */
export async function pretend(page, home, { layout, view }, answer = () => view) {
    /** @type {string[]} */
    const asked = [];
    const info = { name: "pretended", title: "Pretended", title_zh: "假棋", options: [], levels: [{ title: "Random", title_zh: "随机", player: "random", spec: { name: "random", options: [] } }] };
    /** What is told of a request. @param {string} text @returns {object[]} */
    const answers = (text) => {
        const state = (/** @type {View} */ view) => ({
            event: "state", view, first: "?", seats: [null, null], players: [null, null], searching: null, paused: false, can_undo: false,
            can_redo: false, verdict: null, clock: null, draw: null, count: null, ponder: false,
            notation: "point", live: true, in_play: true,
            headers: { players: [{ name: "", rating: "" }, { name: "", rating: "" }], event: "", site: "", round: "", date: "", result: null },
        });
        const request = JSON.parse(text);
        switch (request.request) {
            case "games":
                return [{ event: "games", games: [info], rules: [], templates: [], players: [] }];
            case "new":
                return [
                    { event: "table", game: "pretended", spec: { name: "pretended", options: [] }, info, rules: null, layout, kinds: [], notations: ["point"] },
                    state(view),
                ];
            case "move":
                asked.push(request.text);
                return [state(answer(request.text))];
            default:
                return [];
        }
    };
    if (isLink) await pretendWorker(page, answers);
    else {
        await page.routeWebSocket(/\/ws$/, (socket) => {
            socket.onMessage((text) => answers(String(text)).forEach((event) => socket.send(JSON.stringify(event))));
        });
    }
    await page.goto(`${home}#/pretended`);
    await page.locator("#board").waitFor();
    return asked;
}

/**
 * The page asks for these moves and no others. What it has asked for by now comes a little later than the click.
 * @param {string[]} asked
 * @param {...string} moves
 */
export async function asks(asked, ...moves) {
    for (let waited = 0; asked.length < moves.length && waited < 5000; waited += 20) await setTimeout(20);
    assert.deepEqual(asked, moves);
}
