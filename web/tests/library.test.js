/** The library: games are kept by themselves, found, opened, deleted, read in and given out. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { startApp } from "./support/app.js";
import { axeSource } from "./support/packages.js";
import { prepare } from "./support/suite.js";
import { withServer } from "./support/transports.js";

const { open, app } = prepare();

/** Goes to the library, and waits for so many games. @param {import("./support/table.js").Table} table @param {number} count */
async function visit(table, count) {
    await table.page.locator('nav a[href="#/library"]').click();
    await table.shows("#library-count", new RegExp(`^${count}\\b`));
}

/** The texts of the list's rows. @param {import("./support/table.js").Table} table */
async function rows(table) {
    return await table.page.locator("#games tr").evaluateAll((rows) => rows.map((row) =>
        [...row.querySelectorAll("td")].slice(2, 7).map((cell) => (cell.textContent ?? "").trim()).join("|")));
}

const PGN = `[Event "Hastings"]
[White "Anna"]
[Black "Bruno"]
[Date "2025.06.01"]
[Result "1-0"]

1. e4 e5 2. Nf3 (2. f4 $5) Nc6 1-0

[White "Carla"]
[Black "Anna"]
[Date "2026.01.31"]
[Result "1/2-1/2"]

1. d4 d5 2. Ke3 1/2-1/2
`;

/** Reads a text in as if it were a file. @param {import("./support/table.js").Table} table @param {string} name @param {string} text */
async function readIn(table, name, text) {
    await table.page.locator("#import").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

test("a game is kept with its first move, and opened again", async (t) => {
    const own = await startApp();
    t.after(own.stop);
    const table = await open(t, { game: "tictactoe", side: "both", app: own });
    await visit(table, 0);
    await table.page.locator('nav a[href="#/tictactoe"]').click();
    await table.playAll("b2 a1 c3");
    const { position } = table.view;
    await visit(table, 1);
    const today = new Date().toISOString().slice(0, 10);
    assert.deepEqual(await rows(table), [`Tic-tac-toe|Person – Person|${today}|unfinished|3`]);

    await table.page.locator('nav a[href="#/tictactoe"]').click();
    await table.begin({ game: "connect4", side: "both" });
    await table.playAll("4 4 4");
    await visit(table, 2);
    await table.page.locator("#games tr", { hasText: "Tic-tac-toe" }).getByRole("button").click();
    await table.shows("#position", position);
    await table.press("undo");
    await table.press("redo");
    await table.playAll("a3");
    await visit(table, 2);
    // The list as it was is shown until the new one is here.
    await table.shows("#games tr:first-child", /^Tic-tac-toe.*unfinished4Open$/);
});

test("files are read in with a report, searched, given out and deleted", async (t) => {
    const own = await startApp();
    t.after(own.stop);
    const table = await open(t, { app: own });
    const { page } = table;
    await visit(table, 0);
    await readIn(table, "games.pgn", PGN);
    await table.shows("#readings .read", "games.pgn: 2 games read, 2 kept");
    await table.shows("#readings li", /^line 14, game 2: "Ke3": not a move here/);
    await table.shows("#library-count", "2");
    assert.deepEqual(await rows(table), [
        "Chess|Carla – Anna|2026-01-31|draw|2",
        "Chess Hastings|Anna – Bruno|2025-06-01|first side wins|4",
    ]);
    for (const [field, value, count] of /** @type {const} */ ([
        ["player", "bruno", 1],
        ["player", "ANNA", 2],
        ["player", "nobody", 0],
        ["player", "", 2],
        ["since", "2026-01-01", 1],
        ["since", "", 2],
        ["until", "2025-12-31", 1],
        ["until", "", 2],
        ["event", "hast", 1],
        ["event", "", 2],
        ["plies", "3", 1],
        ["plies", "", 2],
    ])) {
        await page.locator(`#find-${field}`).fill(value);
        await table.shows("#library-count", String(count));
    }
    await page.locator("#find-won").selectOption("draw");
    await table.shows("#library-count", "1");
    await page.locator("#find-won").selectOption("");
    await page.locator("#find-game").selectOption("go");
    await table.shows("#library-count", "0");
    await page.locator("#find-game").selectOption("chess");
    await table.shows("#library-count", "2");

    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#export").click()]);
    assert.equal(download.suggestedFilename(), "games.pgn");
    const text = await readFile(await download.path(), "utf8");
    assert.match(text, /1\. e4 e5 2\. Nf3 \(2\. f4 \$5\) 2\.\.\. Nc6 1-0/);

    page.once("dialog", (dialog) => void dialog.accept());
    await page.locator("#games tr", { hasText: "Bruno" }).getByRole("checkbox").check();
    await table.shows("#export", "Give out 1 chosen");
    await page.locator("#delete").click();
    await table.shows("#library-count", "1");
    assert.deepEqual(await rows(table), ["Chess|Carla – Anna|2026-01-31|draw|2"]);
});

test("the whole library goes out as a file that the program reads, and comes back from one that it writes", async (t) => {
    const own = await startApp();
    t.after(own.stop);
    const table = await open(t, { game: "tictactoe", side: "both", app: own });
    const { page } = table;
    await table.playAll("b2");
    await visit(table, 0);
    await readIn(table, "games.pgn", PGN);
    await table.shows("#library-count", "2");
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#export-all").click()]);
    assert.equal(download.suggestedFilename(), "wanqi-library.jsonl");
    const folder = await mkdtemp(join(tmpdir(), "wanqi-"));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const [here, back] = [join(folder, "wanqi-library.jsonl"), join(folder, "back.jsonl")];
    await download.saveAs(here);
    const library = async (/** @type {string[]} */ ...words) =>
        (await promisify(execFile)(process.env.WANQI ?? "", ["library", ...words, "--data-dir", folder])).stdout;
    assert.match(await library("import", here), /3 games read, 3 kept/);
    await library("export", "--format", "json", "--output", back);
    const text = await readFile(back, "utf8");
    // Moves are numbered anew, in the order in which they stand.
    const told = (/** @type {string} */ text) => text.replaceAll(/"(id|parent)":\d+,?/g, "");
    assert.equal(told(text), told(await readFile(here, "utf8")), "nothing is lost or added");
    assert.match(text, /"marks":\[5\]/);
    await readIn(table, "back.jsonl", text);
    await table.shows("#readings .read:last-child", "back.jsonl: 3 games read, 3 kept");
    await page.locator("#find-abandoned").check();
    await table.shows("#library-count", "6");
});

test("a game from a file is opened at its beginning, with its variations kept", async (t) => {
    const own = await startApp();
    t.after(own.stop);
    const table = await open(t, { app: own });
    await visit(table, 0);
    await readIn(table, "go.sgf", "(;GM[1]SZ[9]PB[Lee]PW[Kim]RE[B+R];B[ee];W[cc];B[gg])");
    await table.shows("#library-count", "1");
    assert.match((await rows(table))[0], /^Go\|Lee – Kim/);
    await table.page.locator("#games tr button").click();
    await table.until("the game", ({ view }) => view.record.length === 3 && view.ply === 0);
    await table.shows("#moves [data-ply='3']", "G3");
});

test("the app is killed in the middle of a game, and nothing is lost", withServer, async (t) => {
    const data = await mkdtemp(join(tmpdir(), "wanqi-"));
    t.after(() => rm(data, { recursive: true, force: true }));
    let now = await startApp(0, ["--data-dir", data]);
    t.after(() => now.stop());
    const refused = /WebSocket connection to .* failed|ERR_CONNECTION_REFUSED/;
    const table = await open(t, { game: "connect4", side: "both", app: now, tolerated: refused });
    for (const [i, move] of ["4", "4", "3", "5"].entries()) {
        await table.playAll(move);
        const { position } = table.view;
        const heard = table.heard;
        await now.stop();
        await table.shows("#connection", /connecting/);
        now = await startApp(Number(new URL(now.url).port), ["--data-dir", data]);
        await table.until("the game again", () => table.heard > heard);
        await table.shows("#position", position);
        if (i === 2) {
            const before = table.heard;
            await table.page.reload();
            await table.until("the game after loading", () => table.heard > before);
        }
        await table.until("the game", ({ view }) => view.ply === i + 1);
    }
    await visit(table, 1);
    assert.match((await rows(table))[0], /^Connect four.*\|4$/);
});

for (const [what, browser, language] of /** @type {const} */ ([
    ["on a phone, dark, in Chinese", { viewport: { width: 390, height: 844 }, colorScheme: "dark", locale: "zh-CN" }, "zh"],
    ["on a desk, light", { viewport: { width: 1280, height: 800 }, colorScheme: "light" }, "en"],
])) {
    test(`the library is fit for everyone: ${what}`, async (t) => {
        const own = await startApp();
        t.after(own.stop);
        const table = await open(t, { browser, app: own });
        const { page } = table;
        await visit(table, 0);
        await readIn(table, "games.pgn", PGN);
        await page.locator("#games tr").nth(1).waitFor();
        assert.equal(await page.locator("html").getAttribute("lang"), language === "zh" ? "zh-CN" : "en");
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
        await page.evaluate(axeSource);
        const found = await page.evaluate(async () => {
            // @ts-ignore: axe has just been put there.
            const { violations } = await window.axe.run();
            const serious = violations.filter((/** @type {any} */ { impact }) => ["serious", "critical"].includes(impact));
            return serious.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html}`);
        });
        assert.deepEqual(found, []);
    });
}

test("the list is sorted by its columns, with the last positions, and games of two moves are hidden", async (t) => {
    const own = await startApp();
    t.after(own.stop);
    const table = await open(t, { game: "tictactoe", side: "both", app: own });
    const { page } = table;
    await table.playAll("b2 a1");
    await page.locator('nav a[href="#/library"]').click();
    await table.shows("#library-count", "0");
    await table.shows(".abandoned", "Show abandoned games of at most two moves (1)");
    await page.locator("#find-abandoned").check();
    await table.shows("#library-count", "1");
    await page.locator(".thumbnail svg .pieces > g").nth(1).waitFor();
    await page.locator("#find-abandoned").uncheck();
    await readIn(table, "games.pgn", `${PGN}\n[White "Dora"]\n[Black "Emil"]\n[Date "2024.01.01"]\n[Result "*"]\n\n1. e4 e5 2. Ke4 *\n`);
    await table.shows("#library-count", "3");
    // One that could not be read to its end says why.
    await page.locator("#games tr", { hasText: "Dora" }).locator(".unread", { hasText: /^line \d+: "Ke4": not a move here/ }).waitFor();
    await page.locator("#games .thumbnail svg").nth(2).waitFor();
    const first = (/** @type {string} */ name) => page.locator("#games tr:first-child", { hasText: name }).waitFor();
    for (const [by, names] of /** @type {const} */ ([["date", ["Carla", "Dora"]], ["players", ["Anna", "Dora"]], ["plies", ["Anna", "Dora"]]])) {
        await page.locator(`[data-sort="${by}"]`).click();
        await first(names[0]);
        const way = await page.locator("th[aria-sort]").getAttribute("aria-sort");
        assert.equal(way, by === "players" ? "ascending" : "descending");
        await page.locator(`[data-sort="${by}"]`).press("Enter");
        await first(names[1]);
    }
});
