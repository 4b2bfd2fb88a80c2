/** Puzzles: found by a review of one's own game, solved on the board, and brought again after days. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "./support/app.js";
import { axeSource } from "./support/packages.js";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/** @typedef {import("./support/table.js").Table} Table */

/** Plays a game in which X misses a win, and has it looked at. @param {Table} table */
async function miss(table) {
    const { page } = table;
    await table.playAll("b2 a2 c3 a1 b1");
    await table.tab("analysis");
    await page.locator("#review").click();
    await page.locator("#puzzles-found").waitFor();
}

/** The cell of a point of tic-tac-toe on the puzzle's board. @param {Table} table @param {string} name */
const cell = ({ page }, name) => page.locator(`.puzzle #board [data-point="${3 * (3 - Number(name[1])) + "abc".indexOf(name[0])}"]`);

test("a win that was missed is a puzzle, and is solved on the board", async (t) => {
    const app = await startApp();
    t.after(app.stop);
    const table = await open(t, { game: "tictactoe", side: "both", app });
    const { page } = table;
    await miss(table);
    await page.locator("#puzzles-found a").click();
    // One's own comes first.
    await page.locator("#puzzle-title .who", { hasText: "of your own game" }).waitFor();
    await table.shows("#puzzle-said", "X to move: find the move that wins.");
    await cell(table, "b1").click();
    await table.shows("#puzzle-said", "b1 is not it.");
    await table.shows("#puzzle-days", "Comes again in days: 1");
    await page.locator("#puzzle-retry").click();
    await page.locator(".puzzle #board .open").first().waitFor();
    await page.locator("#puzzle-hint").click();
    await page.locator(".puzzle #board .hint-ring").waitFor();
    await page.locator("#puzzle-show").click();
    await table.shows("#puzzle-said", /^The solution: [a-c][1-3]$/);
    const solution = (await page.locator("#puzzle-said").innerText()).slice(-2);
    await page.locator("#puzzle-game").click();
    await table.until("the game is open", ({ view }) => view.record.length === 5);
    // It has been tried today.
    await page.locator('nav a[href="#/puzzles"]').click();
    await page.locator("#puzzles-game").selectOption("tictactoe");
    await table.shows("#puzzles-count", /^0 due/);
    assert.match(solution, /^[a-c][1-3]$/);
});

test("puzzles that come with the program are there from the first day, of every kind, in Chinese too", async (t) => {
    const app = await startApp();
    t.after(app.stop);
    const table = await open(t, { game: "tictactoe", app, browser: { locale: "zh-CN" } });
    const { page } = table;
    await page.locator('nav a[href="#/puzzles"]').click();
    await table.shows("#puzzles-count", /^到期 0，新题 [1-9]\d*，共 [1-9]\d*$/);
    for (const game of ["gomoku", "connect4"]) {
        await page.locator("#puzzles-game").selectOption(game);
        // The puzzle of before stays until the others are here.
        await page.locator(`[data-puzzle][data-game^="${game}"] #board .open`).first().waitFor();
        const first = await page.locator("[data-puzzle]").getAttribute("data-puzzle");
        await page.locator("#puzzle-show").click();
        await table.shows("#puzzle-said", /^答案：/);
        await table.shows("#puzzle-days", "1 天后再来");
        await page.locator("#puzzle-next").click();
        await page.locator(`[data-puzzle]:not([data-puzzle="${first}"])`).waitFor();
    }
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`axe finds nothing in a puzzle, and a telephone scrolls it downwards alone, ${colorScheme}`, async (t) => {
        const browser = { colorScheme, viewport: { width: 390, height: 844 } };
        const table = await open(t, { game: "tictactoe", browser });
        const { page } = table;
        await page.locator('nav a[href="#/puzzles"]').click();
        await page.locator(".puzzle #board .open").first().waitFor();
        await page.locator("#puzzle-hint").click();
        await page.evaluate(axeSource);
        const found = await page.evaluate(async () => {
            // @ts-ignore: axe has just been put there.
            const { violations } = await window.axe.run("main");
            return violations.map((/** @type {any} */ { id, nodes }) => [id, nodes[0].html.slice(0, 120)]);
        });
        assert.deepEqual(found, []);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    });
}
