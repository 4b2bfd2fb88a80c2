/** What is heard, and when. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/** @typedef {import("../js/protocol.js").View} View */

/**
 * A position: pieces as letters, capital ones the first side's.
 * @param {number} ply
 * @param {string} pieces
 * @param {{ check?: boolean, over?: boolean }} [more]
 * @returns {View}
 */
function view(ply, pieces, { check = false, over = false } = {}) {
    return {
        scene: {
            pieces: [...pieces].map((letter, point) => ({ point, side: letter < "a" ? 0 : 1, look: "", letter, label: "" })),
            hands: [], alarmed: check ? [0] : [], forbidden: [], note: "",
        },
        side: ply % 2 ? 1 : 0, position: "", moves: [], ply, trace: [],
        record: Array.from({ length: ply }, (_, i) => ({ text: String(i), side: i % 2 ? 1 : 0 })),
        result: over ? { winner: 0, text: "", points: [] } : null,
    };
}

/** @type {[string, View | null, View, string | null][]} */
const CASES = [
    ["a stone", view(0, "A"), view(1, "AB"), "move"],
    ["a capture by moving there", view(0, "Aa"), view(1, "A"), "capture"],
    ["a stone that captures two", view(0, "Aaa"), view(1, "AB"), "capture"],
    ["discs turned over", view(0, "Aaa"), view(1, "AAAA"), "move"],
    ["check", view(0, "Aa"), view(1, "A", { check: true }), "check"],
    ["mate", view(0, "Aa"), view(1, "Aa", { check: true, over: true }), "end"],
    ["a flag that falls", view(1, "Aa"), view(1, "Aa", { over: true }), "end"],
    ["a move taken back", view(2, "Aa"), view(1, "Aa"), null],
    ["a leap in the record", view(2, "Aa"), view(9, "Aa"), null],
    ["the first of all", null, view(1, "Aa"), null],
];

test("what is heard when one position follows another", async (t) => {
    const { page } = await open(t);
    const heard = await page.evaluate(async (pairs) => {
        const file = "/js/sounds.js";
        const { soundOf } = await import(file);
        return pairs.map(([before, after]) => soundOf(before, after));
    }, CASES.map(([, before, after]) => [before, after]));
    CASES.forEach(([what, , , sound], i) => assert.equal(heard[i], sound, what));
});

test("a move is heard after the first touch, unless sounds are switched off", async (t) => {
    const { page } = await open(t, { game: "chess", side: "both" });
    await page.addInitScript(() => {
        /** @type {unknown[]} */
        const heard = [];
        /** @returns {any} */
        const any = () => (new Proxy(() => any(), {
            get: (_, name) => (name === "start" ? () => heard.push(name) : name === "catch" ? () => {} : any()),
            apply: () => any(), set: () => true,
        }));
        class Silence {
            constructor() {
                return new Proxy(this, { get: (_, name) => ({ currentTime: 0, sampleRate: 10, state: "running" })[String(name)]
                    ?? (name === "createBuffer" ? () => ({ getChannelData: () => [0] }) : any()) });
            }
        }
        Object.assign(window, { AudioContext: Silence, heard });
    });
    // Sitting down was the first touch already.
    await page.reload();
    await page.locator('.open[data-point="52"]').waitFor();
    const heard = () => page.evaluate(() => /** @type {any} */ (window).heard.length);
    for (const point of [52, 36]) await page.locator(`[data-point="${point}"]`).click();
    await page.locator('#moves [data-ply="1"]').waitFor();
    await page.waitForFunction(() => /** @type {any} */ (window).heard.length > 0);
    const first = await heard();
    await page.locator("#undo").click();
    await page.locator("#redo:enabled").waitFor();
    assert.equal(await heard(), first, "not what is taken back");
    await page.locator("#settings-open").click();
    await page.locator("#settings-sounds").uncheck();
    await page.locator("#settings .close").click();
    for (const point of [51, 35]) await page.locator(`[data-point="${point}"]`).click();
    await page.locator('#moves [data-ply="1"]', { hasText: "d4" }).waitFor();
    assert.equal(await heard(), first);
});

test("where there is no sound at all, the game goes on", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    await table.page.evaluate(() => Object.assign(window, { AudioContext: class { constructor() { throw new Error("no device"); } } }));
    await table.playAll("b2 a1");
});
