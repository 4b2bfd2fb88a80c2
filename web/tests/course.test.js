/** How games go: what is taken back, whose record it is, another game after it, and an analysis that somebody looks at. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "./support/app.js";
import { axeSource } from "./support/packages.js";
import { prepare } from "./support/suite.js";
import { withServer } from "./support/transports.js";

const { open } = prepare();

/** @typedef {import("./support/table.js").Table} Table */

/** Waits until the record, copied out as PGN, is such. @param {Table} table @param {RegExp} wanted */
async function copied(table, wanted) {
    await table.tab("share");
    await table.page.locator("#record-format").selectOption("pgn");
    await table.tab("share");
    await table.page.locator("#record-copy").click();
    await table.shows("#record", wanted);
}

/** Opens a text as if it were pasted. @param {Table} table @param {string} text */
async function paste(table, text) {
    await table.tab("share");
    await table.page.locator("#record").fill(text);
    await table.page.locator("#record-open").click();
}

/** What axe finds in a part of the page. @param {Table} table @param {string} part */
async function violations({ page }, part) {
    await page.evaluate(axeSource);
    return await page.evaluate(async (part) => {
        // @ts-expect-error axe has just been loaded.
        const { violations } = await axe.run(part);
        return violations.filter((/** @type {{ impact: string }} */ { impact }) => ["serious", "critical"].includes(impact))
            .map((/** @type {{ id: string, nodes: { html: string }[] }} */ { id, nodes }) => `${id}: ${nodes[0].html}`);
    }, part);
}

test("a move taken back is gone once another is made, and what a step leaves is a variation", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    await table.playAll("e4");
    await table.press("undo");
    await table.press("redo");
    await table.press("undo");
    await table.playAll("d4 d5");
    await copied(table, /\n\n1\. d4 d5 \*/);
    assert.equal(await table.page.locator("#moves [data-node]").count(), 2);
    await table.page.locator("#step-previous").click();
    await table.until("a step back", ({ view }) => view.ply === 1);
    await table.playAll("Nf6");
    await copied(table, /\n\n1\. d4 d5 \(1\.\.\. Nf6\) \*/);
});

const RECORD = `[Event "Linz"]
[Round "3"]
[Date "2025.06.01"]
[White "Anna"]
[Black "Bruno"]
[WhiteElo "2100"]
[Result "0-1"]

1. e4 e5 0-1`;

test("a chess record pasted while Go is on the board is chess, with its names; one that cannot be read changes nothing", async (t) => {
    const own = await startApp();
    t.after(own.stop);
    const table = await open(t, { game: "go:size=9", side: "both", app: own });
    const { page } = table;
    await table.playAll("E5");
    for (const text of ["[White \"Anna\"]\n\n1. Ke3 *", "no game at all"]) {
        await paste(table, text);
        await table.shows("#record-error", /\S/);
        assert.deepEqual([table.view.record.length, table.layout.columns], [1, 9]);
        await table.tab("share");
        await page.locator("#record").fill("");
    }
    await paste(table, RECORD);
    await table.until("the game", ({ view }) => view.ply === 2 && view.record[0].text === "e4");
    await page.waitForFunction(() => document.title.startsWith("Chess"));
    await table.page.locator(".strip", { hasText: "Anna" }).waitFor();
    await table.page.locator(".strip", { hasText: "Bruno" }).waitFor();
    await table.shows("#headers .occasion", "Linz · round 3 · 2025-06-01 · Black wins");
    await copied(table, /\[White "Anna"\]\n\[Black "Bruno"\]\n\[Result "0-1"\]\n\[WhiteElo "2100"\]/);
    await page.locator('nav a[href="#/library"]').click();
    await page.locator("#find-abandoned").check();
    await table.shows("#library-count", "2");
    const rows = await page.locator("#games tr").evaluateAll((rows) => rows.map((row) => row.textContent ?? ""));
    assert.ok(rows.some((row) => /Go/.test(row)), `${rows}`);
    assert.ok(rows.some((row) => /Anna – Bruno/.test(row)), `${rows}`);
});

test("one's own games say who played", async (t) => {
    const own = await startApp();
    t.after(own.stop);
    const table = await open(t, { game: "connect4", app: own, browser: { locale: "zh-CN" } });
    await table.begin({ game: "connect4", side: "first", level: "random" });
    await table.playAll("4");
    await table.turn();
    await table.playAll("4");
    await table.turn();
    const today = new Date().toISOString().slice(0, 10);
    await table.shows("#headers .occasion", today);
    await copied(table, new RegExp(`\\[Date "${today.replaceAll("-", ".")}"\\][^]*\\[Red "Random"\\]`));
    await table.page.locator('nav a[href="#/library"]').click();
    await table.page.locator("#games tr", { hasText: "随机" }).waitFor();
});

test("giving up asks once", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const { page } = table;
    await table.playAll("e4");
    const { heard } = table;
    await page.locator("#resign").click();
    await table.shows("#resign-question", "Give the game up?");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "resign-yes");
    assert.deepEqual(await violations(table, ".sure"), []);
    await page.keyboard.press("Escape");
    await page.locator("#resign-question").waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement?.id), "resign");
    await page.keyboard.press("Enter");
    await page.locator("#resign-no").click();
    await page.locator("#resign-question").waitFor({ state: "detached" });
    assert.equal(table.heard, heard);
    await page.locator("#resign").focus();
    await page.keyboard.press("Enter");
    await page.locator("#resign-yes").waitFor();
    await page.keyboard.press("Enter");
    await table.shows("#result", "White wins by resignation");
});

test("a rematch changes the colours", async (t) => {
    const table = await open(t, { game: "tictactoe", player: "random:seed=1" });
    assert.equal(await table.page.locator("#rematch").count(), 0);
    await table.playAll("b2");
    await table.turn();
    await table.press("resign");
    await table.press("rematch");
    assert.deepEqual(table.state.seats, ["random:seed=1", null]);
    await table.turn();
    assert.equal(table.view.ply, 1, "the machine has begun");
    await table.page.locator("#rematch").waitFor({ state: "detached" });
});

for (const browser of /** @type {const} */ ([
    { locale: "en", colorScheme: "light" },
    { locale: "zh-CN", colorScheme: "dark", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
])) {
    test(`a game goes on from a record against a level, ${browser.locale}`, async (t) => {
        const own = await startApp();
        t.after(own.stop);
        const table = await open(t, { game: "go:size=9", side: "both", app: own, browser });
        const { page } = table;
        assert.equal(await page.locator("#play-here").count(), 0, "not in a game in play");
        await paste(table, RECORD);
        await table.until("the game", ({ view }) => view.ply === 2);
        await page.locator("#step-previous").click();
        await table.until("a step back", ({ view }) => view.ply === 1);
        assert.deepEqual(await violations(table, ".again"), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
        await page.locator("#from-here summary").click();
        await page.locator("#play-here-level").selectOption({ index: 0 });
        assert.equal(await page.locator("#play-here-side").inputValue(), "1", "whoever is to move");
        await table.press("play-here");
        assert.deepEqual([table.state.live, table.view.ply, table.view.record.length, table.state.seats[1]], [true, 1, 1, null]);
        await table.playAll("c5");
        await table.turn();
        assert.equal(table.view.ply, 3);
        await page.locator('nav a[href="#/library"]').click();
        await table.shows("#library-count", /^2/);
    });
}

test("an analysis rests in a hidden tab and in another view, and says so", async (t) => {
    const table = await open(t, { game: "gomoku", side: "both" });
    const { page } = table;
    await table.playAll("h8");
    await table.tab("analysis");
    await page.locator("#analyse").click();
    await page.locator('#lines [data-line="0"]').waitFor();
    const rests = page.locator("#analysis-paused");
    assert.equal(await rests.count(), 0);
    await page.locator('nav a[href="#/library"]').click();
    await table.until("it rests", ({ watched, analysing }) => !watched && analysing !== null);
    await table.shows("#analysis-paused", "Analysis paused");
    await page.locator('nav a[href="#/gomoku"]').click();
    await table.until("it goes on", ({ watched }) => watched);
    await rests.waitFor({ state: "detached" });
    const turn = (/** @type {string} */ visibility) => page.evaluate((visibility) => {
        Object.defineProperty(document, "visibilityState", { configurable: true, value: visibility });
        document.dispatchEvent(new Event("visibilitychange"));
    }, visibility);
    await turn("hidden");
    await table.until("it rests", ({ watched }) => !watched);
    await table.shows("#analysis .who", "Analysis paused");
    await turn("visible");
    await table.until("it goes on", ({ watched }) => watched);
    await table.shows("#analysis .who", /depth/);
});

test("an analysis goes on after the connection was lost", withServer, async (t) => {
    const own = await startApp();
    let now = own;
    t.after(() => now.stop());
    const table = await open(t, { game: "gomoku", side: "both", app: own, tolerated: /WebSocket connection to .* failed|ERR_CONNECTION_REFUSED/ });
    await table.playAll("h8");
    await table.tab("analysis");
    await table.page.locator("#analyse").click();
    await table.page.locator('#lines [data-line="0"]').waitFor();
    await own.stop();
    await table.shows("#connection", /connecting/);
    now = await startApp(Number(new URL(own.url).port));
    await table.until("it goes on", ({ analysing, view }) => analysing !== null && view.ply === 1);
});
