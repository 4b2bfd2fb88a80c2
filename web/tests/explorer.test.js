/** The opening explorer: what games of the library went on with, how they ended, and the book. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { axeSource } from "./support/packages.js";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/** Opens the explorer and waits until it has looked. @param {import("playwright-core").Page} page */
async function explore(page) {
    await page.locator("#tab-openings").click();
    await page.locator('#explorer[aria-busy="false"]').waitFor();
}

test("games of the library are explored, whatever their order of moves, and a move is made by its button", async (t) => {
    const table = await open(t, { game: "connect4", side: "both" });
    const { page } = table;
    await table.playAll("4 1 4 1 4 1 4");
    assert.notEqual(table.view.result, null, "the first side has won");
    await table.begin({ game: "connect4", side: "both" });
    await table.playAll("4 2");
    await explore(page);
    await table.shows("#explorer-count", "No game of your library went on from here.");
    await page.locator("#step-previous").click();
    await page.locator('[data-explored="1"]').waitFor();
    await table.shows("#explorer-count", "Games of your library: 2");
    await page.locator('[data-explored="1"] [aria-label*="won 100 %"]').first().waitFor();
    assert.equal(await page.locator('[data-explored="2"] .results').count(), 0, "a game that has not ended has no result");
    await page.locator('[data-explored="1"] button').click();
    await table.until("the move is made", ({ view }) => view.ply === 2 && view.record[1].text === "1");
    await page.locator('[data-explored="4"]').waitFor();
});

test("in chess the book is there before any game", async (t) => {
    const browser = { locale: "zh-CN" };
    const table = await open(t, { game: "chess", side: "both", browser });
    const { page } = table;
    await explore(page);
    await page.locator('[data-explored="e4"]').waitFor();
    assert.match(await page.locator('[data-explored="e4"]').innerText(), /\d+ %/);
    await table.shows("#explorer-count", "棋谱库中没有对局到过此局面；开局库有后续着法。");
    await page.locator('[data-explored="e4"] button').press("Enter");
    await page.locator('[data-explored="e5"]').waitFor();
});

test("in Othello the opening has a name, whatever its first move", async (t) => {
    const table = await open(t, { game: "othello", side: "both" });
    await table.playAll("c4 e3");
    await explore(table.page);
    await table.shows("#opening-name", "Perpendicular (Tatedori)");
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`axe finds nothing serious in the explorer, ${colorScheme}`, async (t) => {
        const table = await open(t, { game: "tictactoe", side: "both", browser: { colorScheme } });
        const { page } = table;
        await table.playAll("a1 a2 b1 b2 c1");
        await page.locator("#step-first").click();
        await explore(page);
        await page.locator('[data-explored="a1"] .results').waitFor();
        await page.evaluate(axeSource);
        const serious = await page.evaluate(async () => {
            // @ts-ignore: axe has just been put there.
            const { violations } = await window.axe.run("#explorer");
            return violations.map((/** @type {any} */ { id, nodes }) => [id, nodes[0].html.slice(0, 120)]);
        });
        assert.deepEqual(serious, []);
    });
}
