/** Games whose people count in discs: the curve over the game, perfect moves, what was lost. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { axeSource } from "./support/packages.js";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/** FFO 21 after g5 e8 g2 g4: White to move. H4 and g6 draw, f8 and h5 lose by 2 and 6. After h4 f8 only g6 draws, g7 and g8 lose by 4 and 6. */
const ENDING = "OOOOOOOO/XOOOOOO./XXOOXOO./XOXOXXX./XXOOXXO./XOXXXO../XOOXXO../XXXXX... O";

/**
 * The ending on the board.
 * @param {Parameters<typeof open>[0]} t
 * @param {import("playwright-core").BrowserContextOptions} [browser]
 */
async function ending(t, browser) {
    const table = await open(t, { game: "othello", side: "both", browser });
    await table.setPosition(ENDING);
    return table;
}

/**
 * Looks at every position of the game.
 * @param {import("./support/table.js").Table} table
 */
async function review(table) {
    await table.tab("analysis");
    await table.page.locator("#review").click();
    await table.page.locator("#review-progress").waitFor({ state: "detached", timeout: 60_000 });
    await table.page.locator("#review-summary").waitFor();
}

test("while an ending is analysed every square has the discs of its move, for whose move it is", async (t) => {
    const table = await ending(t);
    const { page } = table;
    await table.tab("analysis");
    await page.locator("#analyse").click();
    await table.shows('#lines [data-line="0"] .score', "0 discs");
    await table.shows('#lines [data-line="1"] .score', "0 discs");
    await table.shows('#lines [data-line="2"] .score', "-2 discs");
    const figures = page.locator(".overlay [data-figure]");
    await figures.nth(3).waitFor();
    assert.deepEqual(await figures.allTextContents(), ["0", "0", "−2", "−6"]);
    assert.equal(await page.locator(".overlay .suggested.best.first").count(), 2, "both that keep the draw");
    // Black answers, and is the one who leads.
    await table.play("h5");
    await table.shows('#lines [data-line="0"] .score', "+6 discs");
    await page.locator(".overlay [data-figure]", { hasText: "+6" }).first().waitFor();
});

test("in a solved ending perfect moves are marked, and others have the discs that they lost", async (t) => {
    const table = await ending(t);
    const { page } = table;
    await table.playAll("h4 f8 g7");
    await review(table);
    await table.tab("moves");
    for (const ply of [1, 2]) {
        const mark = page.locator(`#moves [data-ply="${ply}"] .perfect`);
        assert.equal(await mark.getAttribute("aria-label"), "perfect: keeps the best score there is");
    }
    await table.shows('#moves [data-ply="3"] .lost', "−4");
    await table.tab("analysis");
    await page.locator("#next-mistake").click();
    await table.shows("#mistake", "g7?? loses discs: 4. g6 was better.");
    // It can be tried again, and is judged in discs.
    await page.locator("#try-again").click();
    await table.tab("analysis");
    await table.play("g8");
    await table.shows("#retry-verdict", "g8 loses discs: 6. Try another.");
    await page.locator("#retry-again").click();
    await table.until("the position before the mistake", ({ view }) => view.ply === 2);
    await table.play("g6");
    await table.shows("#retry-verdict", "g6 is the best move.");
});

test("the curve has the lead in discs, the lead on the board, and where discs were lost", async (t) => {
    const table = await ending(t);
    const { page } = table;
    await table.playAll("h4 f8 g7");
    await review(table);
    const graph = page.locator("#graph");
    assert.equal(await graph.getAttribute("aria-label"), "Lead of Black in discs over the game");
    await page.locator("#graph .on-board").waitFor();
    assert.deepEqual(await page.locator("#graph [data-drop]").evaluateAll((drops) => drops.map((drop) => drop.getAttribute("data-drop"))), ["3"]);
    await page.locator("#graph .mark title").filter({ hasText: /^g7\?\? −4$/ }).waitFor({ state: "attached" });
    await graph.press("End");
    await table.until("the last move", ({ view }) => view.ply === 3);
    assert.match(await graph.getAttribute("aria-valuetext") ?? "", /^\d+\. g7, Black \+4 discs, −4, [+−]\d+ on the board$/);
    await graph.press("ArrowLeft");
    await table.until("the move before", ({ view }) => view.ply === 2);
    assert.match(await graph.getAttribute("aria-valuetext") ?? "", /^\d+\. f8, Black 0 discs, [+−]\d+ on the board$/);
    const { width = 0, height = 0 } = await graph.boundingBox() ?? {};
    await graph.click({ position: { x: width - 1, y: height / 3 } });
    await table.until("the end of the curve", ({ view }) => view.ply === 3);
    assert.equal(await page.locator("#graph-legend span").count(), 3);
});

test("a review tells the discs that both sides lost, by the part of the game", async (t) => {
    const table = await ending(t);
    const { page } = table;
    await table.playAll("h4 f8 g7");
    await review(table);
    for (const [cell, text] of [
        ['.discs-lost [data-side="0"]', "0 (0.0)"], ['.discs-lost [data-side="1"]', "−4 (−2.0)"],
        ['[data-side="1"][data-part="0"]', "–"], ['[data-side="1"][data-part="2"]', "−4 (−2.0)"],
        ['[data-side="0"][data-count="4"]', "0"], ['[data-side="1"][data-count="4"]', "1"],
    ]) await table.shows(`#review-summary ${cell}`, text);
    assert.equal(await page.locator("#review-summary .accuracy").count(), 0);
});

test("a game to its end is worth what it was won by", async (t) => {
    const table = await ending(t);
    const { page } = table;
    await table.playAll("f8 h6 h4 h2 h3 g7 g8 h8 h7 g6 h5");
    await table.shows("#result", "Black wins 33 to 31");
    await review(table);
    await page.locator('#graph[aria-valuetext$=", Black +2 discs, +2 on the board"]').waitFor();
    // White's first move is the only one that lost anything.
    assert.equal(await page.locator("#moves .perfect").count(), 10);
    assert.deepEqual(await page.locator("#moves .lost").allTextContents(), ["−2"]);
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`axe finds nothing serious in a game counted in discs, ${colorScheme}`, async (t) => {
        const table = await ending(t, { colorScheme });
        const { page } = table;
        await table.playAll("h4 f8 g7");
        await review(table);
        await page.evaluate(axeSource);
        for (const tab of /** @type {const} */ (["analysis", "moves"])) {
            await table.tab(tab);
            const serious = await page.evaluate(async () => {
                // @ts-ignore: axe has just been put there.
                const { violations } = await window.axe.run();
                return violations.filter((/** @type {any} */ { impact }) => ["serious", "critical"].includes(impact))
                    .map((/** @type {any} */ { id, nodes }) => [id, nodes.slice(0, 3).map((/** @type {any} */ node) => node.html.slice(0, 120))]);
            });
            assert.deepEqual(serious, [], tab);
        }
    });
}
