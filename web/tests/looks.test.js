/** How boards and pieces look: numbers on stones, tokens of the sides, themes, what points and what is counted. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as boards from "./support/boards.js";
import { prepare } from "./support/suite.js";

const { open, show } = prepare();

/** @param {import("playwright-core").Page} page @param {(window: import("playwright-core").Locator) => Promise<unknown>} change */
async function settings(page, change) {
    await page.locator("#settings-open").click();
    await change(page.locator("#settings"));
    await page.locator("#settings .close").click();
}

for (const [game, moves, numbers] of /** @type {const} */ ([
    // The stone on A1 is taken, and its number with it.
    ["go:size=5", "B1 A1 A2 E5 C3", { B1: 1, A2: 3, E5: 4, C3: 5 }],
    ["gomoku", "h8 h9 j8", { h8: 1, h9: 2, j8: 3 }],
    ["othello", "f5 d6", { f5: 1, d6: 2 }],
])) {
    test(`${game}: stones have the numbers of their moves where that is wanted`, async (t) => {
        const table = await open(t, { game, side: "both" });
        await table.playAll(moves);
        assert.equal(await table.page.locator("[data-number]").count(), 0);
        await settings(table.page, (window) => window.locator("#settings-numbers").check());
        const shown = await table.page.locator("[data-number]").evaluateAll((texts) =>
            Object.fromEntries(texts.map((text) => [text.getAttribute("data-number"), Number(text.textContent)])));
        const wanted = Object.fromEntries(Object.entries(numbers).map(([name, number]) => [table.pointNamed(name), number]));
        assert.deepEqual(shown, wanted);
        await table.press("undo");
        assert.equal(await table.page.locator("[data-number]").count(), Object.keys(numbers).length - 1);
        await table.page.reload();
        await table.page.locator("[data-number]").first().waitFor();
    });
}

test("who is to move in tic-tac-toe is shown as X or O", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    await table.page.locator('.strip.turn[data-side="0"] svg path').waitFor();
    await table.playAll("b2");
    await table.page.locator('.strip.turn[data-side="1"] svg circle[stroke]').waitFor();
    assert.equal(await table.page.locator(".strip.turn svg path").count(), 0);
});

test("boards and pieces can look otherwise, and do so the next time", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const { page } = table;
    const plate = () => page.locator("#board .plate").evaluate((plate) => getComputedStyle(plate).fill);
    const piece = () => page.locator(".piece").first().evaluate((piece) => piece.innerHTML);
    const [plates, pieces] = [new Set([await plate()]), new Set([await piece()])];
    for (const board of ["garden", "slate"]) {
        await settings(page, (window) => window.locator("#settings-board").selectOption(board));
        plates.add(await plate());
    }
    for (const set of ["letters", "flat"]) {
        await settings(page, (window) => window.locator("#settings-pieces").selectOption(set));
        pieces.add(await piece());
    }
    assert.deepEqual([plates.size, pieces.size], [3, 3]);
    const last = [await plate(), await piece()];
    await page.reload();
    await page.locator(".piece").first().waitFor();
    assert.deepEqual([await plate(), await piece()], last);
    await table.until("the game", ({ view }) => view.ply === 0);
    await table.playAll("e4");
});

test("xiangqi's columns are called as each side counts them, and its pieces can be pictures", async (t) => {
    const { page } = await show(t, boards.xiangqi());
    /** The names above and below the board, from left to right. */
    const names = () => page.locator("#board .names").evaluate((names) => {
        const texts = [...names.querySelectorAll("text")].map((text) => ({ x: Number(text.getAttribute("x")), y: Number(text.getAttribute("y")), text: text.textContent ?? "" }));
        const [top, bottom] = [Math.min(...texts.map(({ y }) => y)), Math.max(...texts.map(({ y }) => y))];
        return [top, bottom].map((row) => texts.filter(({ y }) => y === row).sort((a, b) => a.x - b.x).map(({ text }) => text).join(""));
    });
    assert.deepEqual(await names(), ["123456789", "九八七六五四三二一"]);
    await page.locator("#flip").click();
    assert.deepEqual(await names(), ["一二三四五六七八九", "987654321"]);
    assert.equal(await page.locator(".piece text").count(), 32);
    await settings(page, (window) => window.locator("#settings-characters").selectOption("pictures"));
    assert.equal(await page.locator(".piece text").count(), 0);
    const drawings = await page.locator(".piece .figure").evaluateAll((figures) => new Set(figures.map((figure) => figure.innerHTML)).size);
    assert.equal(drawings, 14);
});

test("pieces of shogi point at the other side, on the board and beside it", async (t) => {
    const { page } = await show(t, boards.drops());
    const turned = () => page.evaluate(() => {
        const down = (/** @type {string} */ within) => document.querySelectorAll(`${within} [transform="rotate(180)"]`).length;
        return [down("#board .piece"), down('[data-hand="0"]'), down('[data-hand="1"]')];
    });
    assert.deepEqual(await turned(), [5, 0, 1]);
    await page.locator("#flip").click();
    assert.deepEqual(await turned(), [5, 1, 0]);
});

test("xiangqi's columns are letters while moves are written with letters", async (t) => {
    const table = await open(t, { game: "xiangqi", side: "both" });
    const names = async () => (await table.page.locator("#board .names text").allTextContents()).join("");
    await table.tab("moves");
    await table.page.locator("#notation").selectOption("chinese");
    await table.until("the notation", ({ notation }) => notation === "chinese");
    await table.page.locator("#board .names text", { hasText: "九" }).waitFor();
    assert.doesNotMatch(await names(), /[a-i]/);
    await table.tab("moves");
    await table.page.locator("#notation").selectOption("ucci");
    await table.page.locator("#board .names text", { hasText: "i" }).waitFor();
    assert.doesNotMatch(await names(), /九/);
});

test("minishogi is played with pieces that point", async (t) => {
    const table = await open(t, { game: "minishogi", side: "both" });
    assert.equal(await table.page.locator('#board .piece [transform="rotate(180)"]').count(), 6);
    assert.equal(await table.page.locator("#board .piece text").count(), 12);
});
