/** The page while its server is gone. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "./support/app.js";
import { axeSource } from "./support/packages.js";
import { prepare } from "./support/suite.js";
import { withServer } from "./support/transports.js";

const { open } = prepare();

/** What a browser says of a server that is gone. */
const GONE = /WebSocket connection to .* failed|ERR_CONNECTION_REFUSED/;

/** A game of two people in a page whose server is then gone. @param {Parameters<typeof open>[0]} t @param {object} browser */
async function left(t, browser = {}) {
    const server = await startApp();
    t.after(server.stop);
    const options = { serviceWorkers: /** @type {const} */ ("allow"), ...browser };
    const table = await open(t, { game: "connect4", side: "both", app: server, tolerated: GONE, browser: options });
    await table.playAll("4 4 3");
    await table.until("what is taken along", () => table.taken.size === 4);
    // The worker has the whole page once it is active.
    await table.page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await server.stop();
    await table.page.locator("#away").waitFor();
    return { table, page: table.page, home: server.url };
}

const ROWS = ".".repeat(28);

test("the record is stepped through and copied while the server is gone, and after a reload", withServer, async (t) => {
    const { table, page, home } = await left(t);
    for (const loaded of [false, true]) {
        if (loaded) {
            await page.reload();
            await table.shows("#away", /server is gone/);
        }
        await table.showsPieces(`${ROWS}...R.....YY...`, "the last position");
        await page.locator("#step-previous").click();
        await table.showsPieces(`${ROWS}...R......Y...`);
        await table.shows("#moves [aria-current=step]", "4");
        await page.locator("#step-first").click();
        await table.showsPieces(".".repeat(42));
        await table.shows("#position", /^\.{7}/);
        await page.locator("#step-next").click();
        await table.showsPieces(`${ROWS}..........Y...`);
        await table.tab("share");
        await page.locator("#record-copy").click();
        await table.shows("#record", /1\. 4 4 2\. 3/);
        const file = page.waitForEvent("download");
        await table.tab("share");
        await page.locator("#record-save").click();
        assert.equal((await file).suggestedFilename(), "connect4.pgn");
        await page.locator("#step-last").click();
        await table.shows("#error", "");
    }
    // The reloaded page takes its game up by itself.
    const again = await startApp(Number(new URL(home).port));
    t.after(again.stop);
    const { heard } = table;
    await table.until("the game again", () => table.heard > heard);
    await page.locator("#away").waitFor({ state: "detached" });
    await table.shows("#connection", "connected");
    await table.play("3");
    await table.showsPieces(`${ROWS}..RR.....YY...`);
});

test("a page opened anew shows the last game while the server is gone", withServer, async (t) => {
    const { page, home } = await left(t);
    await page.close();
    const other = await page.context().newPage();
    await other.goto(home);
    await other.locator("#away").waitFor();
    await other.locator('[data-piece="R"]').waitFor();
    assert.equal(await other.locator('[data-piece="Y"]').count(), 2);
});

test("what the page does not know it says", withServer, async (t) => {
    const server = await startApp();
    t.after(server.stop);
    const table = await open(t, { game: "tictactoe", side: "both", app: server, tolerated: GONE });
    const { page } = table;
    await page.addInitScript(() => {
        const { send } = WebSocket.prototype;
        WebSocket.prototype.send = function (message) {
            if (!String(message).includes("take_along")) send.call(this, message);
        };
    });
    const { heard } = table;
    await page.reload();
    await table.until("the game", () => table.heard > heard);
    await table.playAll("b2 a1");
    await server.stop();
    await page.locator("#away").waitFor();
    await page.locator("#step-previous").click();
    await table.shows("#error", /not known/);
    await table.showsPieces("....X.O..");
    await table.tab("share");
    await page.locator("#record-copy").click();
    await table.shows("#record-error", /not known/);
});

for (const [colorScheme, locale] of /** @type {const} */ ([["light", "en"], ["dark", "zh-CN"]])) {
    test(`axe finds nothing in a page whose server is gone, ${colorScheme}`, withServer, async (t) => {
        const { page } = await left(t, { colorScheme, locale });
        await page.evaluate(axeSource);
        // @ts-expect-error: axe is there now
        const { violations } = await page.evaluate(() => axe.run("#away"));
        assert.deepEqual(violations.map((/** @type {{ id: string }} */ { id }) => id), []);
    });
}

test("the page can be installed", async (t) => {
    const { page } = await open(t, { browser: { serviceWorkers: "allow" } });
    const session = await page.context().newCDPSession(page);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // A browser without a window of its own installs nothing.
    assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
    const { errors, data } = await session.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    assert.match(data ?? "", /"display": "standalone"/);
});

test("a server that is there is asked for the page", withServer, async (t) => {
    const first = await startApp();
    t.after(first.stop);
    const table = await open(t, { game: "tictactoe", app: first, tolerated: GONE, browser: { serviceWorkers: "allow" } });
    const { page } = table;
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    // What the worker has kept is no longer what the server sends.
    await page.evaluate(async () => {
        const kept = await caches.open("wanqi");
        await kept.put("/", new Response("<title>Stale</title>", { headers: { "content-type": "text/html" } }));
    });
    const { heard } = table;
    await page.reload();
    await table.until("the game", () => table.heard > heard);
    await page.waitForFunction(async () => (await (await caches.match("/"))?.text())?.includes("importmap"));
});
