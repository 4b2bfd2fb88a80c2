/** Tabs, lost connections, and who may talk to the app. */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { startApp } from "./support/app.js";
import { buildLine } from "./support/policies.js";
import { prepare, sitDown } from "./support/suite.js";
import { isLink, withServer } from "./support/transports.js";

const { open, app, browser } = prepare();

test("two tabs play two games at once without disturbing each other", async (t) => {
    const one = await open(t, { game: "tictactoe", player: "random:seed=1" });
    const other = await sitDown(await one.page.context().newPage(), app().url, { game: "chess", player: "random:seed=1" });
    await one.play("b2");
    await other.play("e4");
    await one.turn();
    const { position } = one.view;
    await other.turn();
    await other.play("d4");
    await other.turn();
    await other.press("undo");
    await one.shows("#position", position);
    await one.press("undo");
    assert.equal(one.view.ply, 0);
    assert.equal(other.view.ply, 2);
    assert.equal(other.view.record[0].text, "e4");
    await one.playOut(buildLine(3), 9);
    await one.shows("#result", /wins|draw/);
    await other.shows("#result", "");
});

test("two tabs of the same game have a game each", async (t) => {
    const one = await open(t, { game: "connect4", side: "both" });
    const other = await sitDown(await one.page.context().newPage(), app().url, { game: "connect4", side: "both" });
    await one.playAll("4 4");
    await other.playAll("1");
    assert.equal(one.view.ply, 2);
    await one.press("undo");
    assert.equal(other.view.ply, 1);
    await other.showsPieces(`${".".repeat(35)}Y......`);
});

test("the app is started anew, and the page comes back with its game", withServer, async (t) => {
    const first = await startApp();
    t.after(first.stop);
    const refused = /WebSocket connection to .* failed/;
    const table = await open(t, { game: "connect4", player: "random:seed=1", app: first, tolerated: refused });
    await table.playAll("4 4 4");
    await table.turn();
    await table.press("undo");
    const { position, record } = table.view;
    const heard = table.heard;

    await first.stop();
    await table.shows("#connection", /connecting/);
    await table.shows("#status", /connection is lost/);
    const second = await startApp(Number(new URL(first.url).port));
    t.after(second.stop);

    await table.until("the game again", () => table.heard > heard);
    await table.shows("#connection", "connected");
    await table.shows("#position", position);
    assert.deepEqual(table.view.record, record, "with what was taken back");
    await table.press("redo");
    await table.playOut(buildLine(4), 42);
    await table.shows("#result", /wins|draw/);
});

test("a page that is loaded again has its game still", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    await table.playAll("b2 a1");
    const { position } = table.view;
    await table.shows("#position", position);
    const heard = table.heard;
    await table.page.reload();
    await table.until("the game again", () => table.heard > heard);
    await table.shows("#position", position);
    await table.play("c3");
});

test("a page from elsewhere cannot reach the app", withServer, async (t) => {
    const elsewhere = createServer((_, answer) => {
        answer.setHeader("content-type", "text/html");
        answer.end("<!doctype html><title>Elsewhere</title>");
    });
    await new Promise((resolve) => elsewhere.listen(0, "127.0.0.1", () => resolve(null)));
    t.after(() => elsewhere.close());
    const address = elsewhere.address();
    assert.ok(address && typeof address === "object");
    const page = await browser().newPage();
    t.after(() => page.close());
    const socket = app().url.replace(/^http/, "ws").replace(/\/?$/, "/ws");
    const connects = (/** @type {string} */ url) =>
        new Promise((resolve) => {
            const opening = new WebSocket(url);
            opening.onopen = () => resolve(true);
            opening.onerror = () => resolve(false);
        });
    await page.goto(`http://127.0.0.1:${address.port}/`);
    assert.equal(await page.evaluate(connects, socket), false);
    await page.goto(app().url);
    assert.equal(await page.evaluate(connects, socket), true, "its own page can");
});

test("the page runs no script that is not the app's", async (t) => {
    const table = await open(t, { tolerated: /Content Security Policy|violates/ });
    const { page } = table;
    const answer = await page.request.get(app().url);
    // A host of files sends no policy: the document has it.
    assert.match(isLink ? await answer.text() : answer.headers()["content-security-policy"] ?? "", /default-src 'self'/);
    const forbidden = await page.evaluate(async () => {
        const violated = new Promise((resolve) => {
            document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
        });
        const script = document.createElement("script");
        script.textContent = "window.name = 'run'";
        document.body.append(script);
        return [await violated, window.name];
    });
    assert.deepEqual(forbidden, ["script-src-elem", ""]);
});
