/** The gallery, and addresses: they hold the game, so that bookmarks, Back, a second tab and links work. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { axeSource } from "./support/packages.js";
import { prepare } from "./support/suite.js";
import { Table } from "./support/table.js";
import { isLink } from "./support/transports.js";

const { open, app } = prepare();

/** The page's address after the `#`. @param {import("playwright-core").Page} page */
const hash = (page) => new URL(page.url()).hash;

test("who comes for the first time sees every game, and opens one", async (t) => {
    const table = await open(t, { game: "" });
    const { page } = table;
    await page.locator("#gallery [data-open]").first().waitFor();
    assert.equal(hash(page), "#/");
    assert.equal(await page.locator("#gallery [data-open] svg").count(), 8);
    assert.ok(await page.locator("[data-open]").count() >= 38);
    await page.locator('[data-open="connect4"]').click();
    await table.until("connect four", ({ view }) => table.layout.columns === 7 && view.ply === 0);
    assert.equal(hash(page), "#/connect4");
    await page.waitForFunction(() => document.title === "Connect four · Wanqi");
});

test("Back leads from game to game as they were left, and to the gallery", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    const { page } = table;
    await table.playAll("b2 a1");
    await page.locator("h1 a").click();
    await page.locator('[data-open="othello"]').click();
    await table.until("Othello", () => table.layout.columns === 8);
    await page.goBack();
    await page.locator("#gallery").waitFor();
    await page.goBack();
    await table.until("the game as it was left", ({ view }) => table.layout.columns === 3 && view.ply === 2);
    await page.goForward();
    await page.locator(".continue", { hasText: "Tic-tac-toe, move 2" }).click();
    await table.play("c3");
});

test("who comes back goes on with what was played last, in a new tab too", async (t) => {
    const table = await open(t, { game: "chess", player: "random:seed=1" });
    await table.playAll("e4");
    await table.turn();
    const again = new Table(await table.page.context().newPage());
    if (isLink) await again.hearWorker();
    await again.page.goto(app().url);
    await again.until("the game", ({ view }) => view.ply === 2);
    assert.equal(hash(again.page), "#/chess");
    await again.page.goto(`${app().url}#/`);
    await again.page.locator(".continue", { hasText: "Chess against random:seed=1, move 2" }).waitFor();
});

test("how a game was wished for is remembered", async (t) => {
    const table = await open(t, { game: "othello" });
    await table.begin({ side: "second", level: "random", clock: "5+3" });
    await table.until("the wish", ({ clock, seats }) => clock !== null && seats[0] === "random");
    await table.page.evaluate(() => {
        localStorage.removeItem("wanqi-recent");
        sessionStorage.clear();
    });
    await table.page.goto(`${app().url}?#/othello`);
    await table.until("the same again", ({ clock, seats }) => clock !== null && seats[0] === "random" && seats[1] === null);
});

test("links hold a position or a record", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    await table.playAll("e4 e5 Nf3");
    await table.press("undo");
    await table.tab("share");
    const { position } = table.view;
    const links = await Promise.all(["position", "game"].map((what) => table.page.locator(`#share-${what}`).inputValue()));
    for (const [i, link] of links.entries()) {
        const other = await open(t, { game: "tictactoe" });
        await other.page.goto(link);
        await other.until("the position", ({ view }) => view.position === position);
        assert.equal(other.view.record.length, i === 0 ? 0 : 3);
        await other.page.waitForURL((url) => url.hash === "#/chess");
        await other.play("d4");
    }
});

test("an address that is no game says so", async (t) => {
    const table = await open(t, { game: "" });
    await table.page.goto(`${app().url}#/ches`);
    await table.shows("#home-error", /ches.*chess/);
    await table.page.locator('[data-open="chess"]').click();
    await table.until("chess", ({ view }) => view.moves.length === 20);
    await table.page.goto(`${app().url}#/library/999999`);
    await table.shows("#home-error", /\S/);
});

test("a record or a position is pasted anywhere", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const paste = (/** @type {string} */ text) => table.page.evaluate((text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
    await paste("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    await table.until("the position", ({ view }) => view.scene.pieces.length === 3);
    await paste("1. e4 e5 2. Nf3 Nc6 *");
    await table.until("the record", ({ view }) => view.record.length === 4);
});

test("on a telephone the board and the moves are seen together, and a finger steps", async (t) => {
    const table = await open(t, { game: "chess", side: "both", browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } });
    const { page } = table;
    await table.playAll("e4 e5");
    for (const selector of ["#board", "#moves", "#step-previous", "#new-game"]) {
        const box = (await page.locator(selector).boundingBox()) ?? assert.fail(selector);
        assert.ok(box.y >= 0 && box.y + box.height <= 844, `${selector} ends at ${box.y + box.height}`);
    }
    const box = (await table.cell(table.pointNamed("d5")).boundingBox()) ?? assert.fail("no d5");
    const finger = await page.context().newCDPSession(page);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + 90, y }] });
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await table.until("a step back", ({ view }) => view.ply === 1);
    assert.equal(table.view.record.length, 2);
});

test("a laptop's window shows the board and all of its buttons without scrolling", async (t) => {
    for (const game of ["chess", "go", "xiangqi", "jungle", "connect4", "minishogi"]) {
        const table = await open(t, { game, side: "both", browser: { viewport: { width: 1280, height: 720 } } });
        const { page } = table;
        await page.locator("#board").waitFor();
        const [tall, wide] = await page.evaluate(() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth]);
        assert.deepEqual([tall, wide], [720, 1280], game);
        for (const selector of ["#board", "#new-game", "#resign", "#step-last", ".strip[data-side='0']", ".strip[data-side='1']"]) {
            const box = (await page.locator(selector).boundingBox()) ?? assert.fail(selector);
            assert.ok(box.y >= 0 && box.y + box.height <= 720, `${game}: ${selector} ends at ${box.y + box.height}`);
        }
    }
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`axe finds nothing in the gallery and the sheet for a new game, ${colorScheme}`, async (t) => {
        const table = await open(t, { game: "", browser: { colorScheme } });
        const { page } = table;
        await page.locator("[data-open]").nth(30).waitFor({ state: "attached" });
        const look = async (/** @type {string} */ where) => {
            await page.evaluate(axeSource);
            const found = await page.evaluate(async () => {
                // @ts-ignore: axe has just been put there.
                const { violations } = await window.axe.run();
                return violations.map((/** @type {any} */ { id, nodes }) => [id, nodes.slice(0, 3).map((/** @type {any} */ node) => node.html.slice(0, 120))]);
            });
            assert.deepEqual(found, [], where);
        };
        await look("the gallery");
        await page.locator('[data-open="chess"]').click();
        await page.locator("#new-game").click();
        await page.locator("#setup").waitFor();
        await look("the sheet");
    });
}
