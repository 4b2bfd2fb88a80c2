/** A tournament: the cross table fills, games are watched and kept, and what was played stays when it is stopped. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { axeSource } from "./support/packages.js";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/**
 * Opens the view with just these players of a game.
 * @param {import("./support/table.js").Table} table
 * @param {string} game
 * @param {string[]} players
 */
async function enter({ page }, game, players) {
    await page.locator('nav a[href="#/tournament"]').click();
    await page.locator("#tournament-game").selectOption(game);
    for (const box of await page.locator("[data-player]").all()) await box.uncheck();
    for (const player of players) {
        await page.locator("#tournament-other").fill(player);
        await page.locator("#tournament-add").click();
    }
}

test("a tournament is played to its end, and its games are watched and opened", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const { page } = table;
    await enter(table, "tictactoe", ["random", "greedy", "best:depth=9"]);
    await page.locator("#tournament-begin").click();
    await table.shows("#tournament-progress", "over, 6 games");
    assert.equal(await page.locator("#cross [data-watch]").count(), 12, "each game stands with both players");
    const points = await page.locator("#cross .points").allInnerTexts();
    const counts = points.map((text) => (Number.parseInt(text) || 0) + (text.includes("½") ? 0.5 : 0));
    assert.equal(counts.reduce((a, b) => a + b, 0), 6, points.join(" "));
    assert.deepEqual(counts, [...counts].sort((a, b) => b - a), "the best stands first");
    await page.locator('#cross [data-watch="2"]').first().click();
    await page.locator('[data-watched="2"]').waitFor();
    await page.locator("#watched-now", { hasText: /wins|draw/i }).waitFor();
    await page.locator("#watched-open").click();
    await table.until("the game is on the board", ({ view }) => view.record.length >= 5);
    await page.locator('nav a[href="#/library"]').click();
    await page.locator("#games tr", { hasText: "Tournament" }).nth(5).waitFor();
});

test("a game is watched while it is played, and a tournament that is stopped keeps what it had", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    const { page } = table;
    await enter(table, "othello", ["random", "best:time=20ms"]);
    await page.locator("#tournament-rounds").fill("20");
    await page.locator("#tournament-begin").click();
    // It is being played, and nobody's own game waits for it.
    await page.locator("#watched-now").waitFor();
    await page.locator('nav a[href="#/tictactoe"]').click();
    await table.playAll("b2 a1");
    await page.locator('nav a[href="#/tournament"]').click();
    await page.locator("#tournament-progress", { hasText: /^[1-9]\d* of 20 games$/ }).waitFor();
    await page.locator("#tournament-stop").click();
    await page.locator("#tournament-progress", { hasText: /^stopped after [1-9]\d* of 20 games$/ }).waitFor();
    assert.ok(await page.locator("#cross [data-watch]").count() >= 2);
    assert.ok(await page.locator("#tournament-stop").isDisabled());
});

test("a player that there is not is refused in words", async (t) => {
    const table = await open(t, { game: "tictactoe" });
    await enter(table, "tictactoe", ["random", "nobody"]);
    await table.page.locator("#tournament-begin").click();
    await table.page.locator(".tournament .fault", { hasText: "nobody" }).waitFor();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`axe finds nothing in a tournament, and a telephone shows it, ${colorScheme}`, async (t) => {
        const browser = { colorScheme, viewport: { width: 390, height: 844 } };
        const table = await open(t, { game: "tictactoe", browser });
        const { page } = table;
        await enter(table, "tictactoe", ["random", "greedy"]);
        await page.locator("#tournament-begin").click();
        await table.shows("#tournament-progress", "over, 2 games");
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
