/** Pieces are lifted, carried and put down: by mouse and finger, from the board and from beside it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as boards from "./support/boards.js";
import { carry, drag, finger, middle } from "./support/hand.js";
import { asks } from "./support/pretend.js";
import { prepare } from "./support/suite.js";

const { open, show } = prepare();
const TELEPHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("a piece is lifted, shown where it may go, and put down", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const { page } = table;
    const point = (/** @type {string} */ name) => table.cell(table.pointNamed(name));
    await carry(page, point("e2"), point("e4"));
    await page.locator(".lifted").waitFor();
    assert.equal(await page.locator(".piece.away").count(), 1, "it is in one place");
    assert.equal(await page.locator(".targets .dot").count(), 2);
    assert.equal(await page.locator(".over").count(), 1, "where it would land");
    assert.equal(table.view.ply, 0);
    await page.mouse.up();
    await table.until("the move", ({ view }) => view.record[0]?.text === "e4");
    assert.equal(await page.locator(".lifted, .away, .over").count(), 0);
    assert.equal(await point("e4").getAttribute("data-piece"), "P");
    await drag(page, point("e7"), point("e5"));
    await table.until("the answer", ({ view }) => view.ply === 2);
});

test("dropped on no target or with Escape a piece goes back, and clicks go on as before", async (t) => {
    const table = await open(t, { game: "chess", side: "both", browser: { reducedMotion: "no-preference" } });
    const { page } = table;
    const point = (/** @type {string} */ name) => table.cell(table.pointNamed(name));
    await drag(page, point("e2"), point("e6"));
    const glides = await page.evaluate(() => document.getAnimations().some(({ effect }) =>
        effect instanceof KeyframeEffect && effect.target?.matches(".piece")));
    assert.ok(glides, "it glides");
    assert.equal(await page.locator('.lifted, .away, [data-point][aria-selected="true"]').count(), 0);
    await drag(page, point("e2"), { x: 2, y: 2 });
    await carry(page, point("e2"), point("e4"));
    await page.keyboard.press("Escape");
    await page.locator(".lifted").waitFor({ state: "detached" });
    await page.mouse.up();
    // Nobody lifts what is the other side's.
    await carry(page, point("e7"), point("e5"));
    assert.equal(await page.locator(".lifted").count(), 0);
    await page.mouse.up();
    assert.equal(table.view.ply, 0);
    await point("g1").click();
    await table.picked(table.pointNamed("g1")).waitFor();
    await point("f3").click();
    await table.until("the move", ({ view }) => view.record[0]?.text === "Nf3");
});

test("out of turn a piece may be lifted, and goes back", async (t) => {
    const table = await open(t, { game: "chess", player: "best:depth=60" });
    const { page } = table;
    const point = (/** @type {string} */ name) => table.cell(table.pointNamed(name));
    await drag(page, point("e2"), point("e4"));
    await table.until("it thinks", ({ view, searching }) => view.ply === 1 && searching !== null);
    await carry(page, point("d2"), point("d4"));
    await page.locator(".lifted").waitFor();
    await page.mouse.up();
    await page.locator(".lifted").waitFor({ state: "detached" });
    assert.equal(await point("d2").getAttribute("data-piece"), "P");
    assert.equal(table.view.ply, 1);
    await page.locator("#stop").click();
});

test("a piece that is dropped where it is promoted waits there for the choice", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    await table.setPosition("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    const { page } = table;
    const to = table.cell(table.pointNamed("e8"));
    await drag(page, table.cell(table.pointNamed("e7")), to);
    await page.locator(".choices button").first().waitFor();
    const cell = await middle(to);
    const shown = await page.locator(".piece").evaluateAll((pieces) => pieces.map((piece) => {
        const { x, y, width, height } = piece.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
    }));
    assert.ok(shown.some(({ x, y }) => Math.hypot(x - cell.x, y - cell.y) < 12), JSON.stringify({ cell, shown }));
    await page.locator(".choices button").first().click();
    await table.until("the move", ({ view }) => view.ply === 1);
    assert.match(table.view.record[0].text, /^e8=/);
});

test("pieces in hand are dragged onto the board, or go back", async (t) => {
    const { page, asked } = await show(t, boards.drops());
    const pawn = page.locator('[data-hand="0"] [data-held="P"]');
    await drag(page, pawn, page.locator('[data-point="20"]'));
    assert.equal(await page.locator('.lifted, [data-held][aria-pressed="true"]').count(), 0);
    await carry(page, pawn, page.locator('[data-point="7"]'));
    await page.locator(".lifted").waitFor();
    assert.equal(await page.locator(".open").count(), 2);
    await page.mouse.up();
    await asks(asked, "P@c4");
    await pawn.focus();
    await page.keyboard.press("Enter");
    await page.locator('[data-held="P"][aria-pressed="true"]').waitFor();
});

test("a chain of jumps is dragged jump by jump", async (t) => {
    const { page, asked } = await show(t, boards.chain());
    await page.locator('[data-point="42"][aria-selected="true"]').waitFor();
    await drag(page, page.locator('[data-point="42"]'), page.locator('[data-point="0"]'));
    await page.locator('[data-point="42"][aria-selected="true"]').waitFor();
    await drag(page, page.locator('[data-point="42"]'), page.locator('[data-point="28"]'));
    await asks(asked, "c3xe5");
});

test("a finger drags a piece, above which it is seen, and the page stays where it is", async (t) => {
    const table = await open(t, { game: "chess", side: "both", browser: TELEPHONE });
    const { page } = table;
    const [from, to] = [await middle(table.cell(table.pointNamed("e2"))), await middle(table.cell(table.pointNamed("e4")))];
    const scrolled = await page.evaluate(() => scrollY);
    const touch = await finger(page);
    await touch("touchStart", from);
    for (const share of [0.3, 0.6, 1]) {
        await touch("touchMove", { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) });
    }
    const held = await page.locator(".lifted").boundingBox();
    assert.ok(held && held.y + held.height / 2 < to.y, "above the finger");
    assert.equal(table.view.ply, 0);
    await touch("touchEnd");
    await table.until("the move", ({ view }) => view.record[0]?.text === "e4");
    assert.equal(await page.evaluate(() => scrollY), scrolled);
    await table.playAll("e5");
    await table.cell(table.pointNamed("g1")).tap();
    await table.cell(table.pointNamed("f3")).tap();
    await table.until("a tap", ({ view }) => view.record[2]?.text === "Nf3");
});
