/** Circles and arrows on the board, and the other commands that stand in comments. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { carry, drag, finger, middle } from "./support/hand.js";
import { axeSource } from "./support/packages.js";
import { prepare } from "./support/suite.js";

const { open } = prepare();
const TELEPHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** @typedef {import("./support/table.js").Table} Table */

/** What is drawn, as `csl` and `cal` say it. @param {Table} table */
async function drawn(table) {
    const { column_names, row_names, columns } = table.layout;
    const name = (/** @type {string | null} */ point) =>
        point === null ? "" : `${column_names[Number(point) % columns]}${row_names[Math.floor(Number(point) / columns)]}`;
    const found = await table.page.locator(".drawn > *:not(.draft)").evaluateAll((shapes) => shapes.map((shape) => ({
        ink: shape.getAttribute("class")?.replace("ink-", ""),
        points: ["data-circle", "data-from", "data-to"].map((key) => shape.getAttribute(key)),
    })));
    return found.map(({ ink, points }) => ink + points.map(name).join("")).sort().join(" ");
}

/** Waits until this is drawn. @param {Table} table @param {string} wanted */
async function draws(table, wanted) {
    const count = wanted === "" ? 0 : wanted.split(" ").length;
    await table.page.waitForFunction((count) => document.querySelectorAll(".drawn > *:not(.draft)").length === count, count);
    // What changes its colour is as many as before.
    for (let looks = 0; looks < 100 && (await drawn(table)) !== wanted; looks += 1) {
        await table.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    assert.equal(await drawn(table), wanted);
}

/** The game as text. @param {Table} table @param {string} format */
async function copied({ page }, format) {
    await page.locator("#tab-share").click();
    await page.locator("#record").fill("");
    await page.locator("#tab-share").click();
    await page.locator("#record-format").selectOption(format);
    await page.locator("#record-copy").click();
    await page.waitForFunction(() => {
        const box = document.querySelector("#record");
        return box instanceof HTMLTextAreaElement && box.value !== "";
    });
    return page.locator("#record").inputValue();
}

/** The game as PGN, without what stands before the moves. @param {Table} table */
async function exported(table) {
    const text = await copied(table, "pgn");
    return text.slice(text.lastIndexOf("]\n\n") + 2).replace(/\s+/g, " ").trim();
}

/** Puts a record into the game. @param {Table} table @param {string} text */
async function read(table, text) {
    await table.tab("share");
    await table.page.locator("#record").fill(text);
    await table.page.locator("#record-open").click();
    await table.until("the record", ({ view }) => view.record.length > 0);
}

test("the right button draws circles and arrows, which are kept in the record", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const { page } = table;
    const point = (/** @type {string} */ name) => table.cell(table.pointNamed(name));
    await table.playAll("e4");
    await point("d4").click({ button: "right" });
    await draws(table, "Gd4");
    await page.keyboard.down("Shift");
    await drag(page, point("g8"), point("f6"), "right");
    await page.keyboard.up("Shift");
    await page.keyboard.down("Alt");
    await drag(page, point("a8"), point("h8"), "right");
    await page.keyboard.up("Alt");
    await draws(table, "Ba8h8 Gd4 Rg8f6");
    await carry(page, point("a1"), point("a5"), "right");
    await page.locator(".drawn .draft").waitFor();
    await page.mouse.move(2, 2);
    await page.mouse.up({ button: "right" });
    await draws(table, "Ba8h8 Gd4 Rg8f6");
    assert.equal(await exported(table), "1. e4 {[%csl Gd4][%cal Rg8f6,Ba8h8]} *");
    await drag(page, point("a8"), point("h8"), "right");
    await draws(table, "Ba8h8 Gd4 Rg8f6".replace("Ba8h8 ", "Ga8h8 ").split(" ").sort().join(" "));
    await drag(page, point("a8"), point("h8"), "right");
    await draws(table, "Gd4 Rg8f6");
    assert.equal(table.view.ply, 1, "nothing is moved");
    await table.playAll("e5");
    await draws(table, "");
    await table.press("undo");
    await draws(table, "Gd4 Rg8f6");
    await point("e6").click();
    await draws(table, "");
    assert.equal(await exported(table), "1. e4 e5 *");
});

test("what comments tell to draw is drawn, clocks are shown, and nothing of it stands among the words", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const { page } = table;
    await read(table, "1. e4 {[%clk 0:05:12] Well played. [%csl Rd4,Ge5] [%cal Gc4d6,Yb1c3] [%emt 3]} e5 {[%clk 1:00:02.5]} *");
    await page.locator("#step-first").click();
    await page.locator("#tab-moves").click();
    await page.locator('[data-ply="1"]').click();
    await draws(table, "Gc4d6 Ge5 Rd4 Yb1c3");
    assert.deepEqual(await page.locator("#moves .clk").allTextContents(), ["5:12", "1:00:02"]);
    assert.equal(await page.locator("#moves .said").textContent(), "Well played.");
    assert.doesNotMatch((await page.locator("#moves").textContent()) ?? "", /%|csl|clk|emt/);
    await table.tab("moves");
    await page.locator("#annotate").click();
    assert.equal(await page.locator("#comment").inputValue(), "Well played.");
    await page.locator("#comment").fill("Badly played.");
    await page.locator("#moves .said", { hasText: "Badly" }).waitFor();
    await draws(table, "Gc4d6 Ge5 Rd4 Yb1c3");
    // What came with the record is not wiped away by a click.
    await table.cell(table.pointNamed("a6")).click();
    await table.cell(table.pointNamed("h4")).click({ button: "right" });
    await draws(table, "Gc4d6 Ge5 Gh4 Rd4 Yb1c3");
    await table.cell(table.pointNamed("a6")).click();
    await draws(table, "Gc4d6 Ge5 Rd4 Yb1c3");
    const text = await exported(table);
    for (const part of ["[%clk 0:05:12]", "[%emt 3]", "[%csl Rd4,Ge5]", "[%cal Gc4d6,Yb1c3]", "Badly played.", "[%clk 1:00:02.5]"]) {
        assert.ok(text.includes(part), `${part} in ${text}`);
    }
    await page.locator("#tab-moves").click();
    await page.locator("#erase").click();
    await draws(table, "");
});

test("points of Go are drawn on, and stones still played", async (t) => {
    const table = await open(t, { game: "go:size=9", side: "both" });
    await table.playAll("E5");
    await table.cell(table.pointNamed("E5")).click({ button: "right" });
    await drag(table.page, table.cell(table.pointNamed("C3")), table.cell(table.pointNamed("J9")), "right");
    await draws(table, "GC3J9 GE5");
    await table.cell(table.pointNamed("E5")).click();
    await draws(table, "");
    await table.playAll("C3");
});

test("with a pencil, fingers and keys draw too", async (t) => {
    const table = await open(t, { game: "chess", side: "both", browser: TELEPHONE });
    const { page } = table;
    await page.locator("#annotate").tap();
    await page.locator('[data-ink="R"]').tap();
    await page.locator('[data-ink="R"][aria-pressed="true"]').waitFor();
    await page.evaluate(axeSource);
    // @ts-expect-error axe has just been loaded.
    assert.deepEqual(await page.evaluate(async () => (await axe.run(".annotations")).violations), []);
    await table.cell(table.pointNamed("e2")).tap();
    await draws(table, "Re2");
    const touch = await finger(page);
    await touch("touchStart", await middle(table.cell(table.pointNamed("d2"))));
    await touch("touchMove", await middle(table.cell(table.pointNamed("d3"))));
    await touch("touchMove", await middle(table.cell(table.pointNamed("d4"))));
    await touch("touchEnd");
    await draws(table, "Rd2d4 Re2");
    await table.cell(table.pointNamed("e2")).focus();
    for (const key of ["Enter", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await draws(table, "Rd2d4 Re2 Re2e4");
    await page.keyboard.press("Enter");
    await page.locator(".drawn .draft").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".drawn .draft").count(), 0, "Escape gives up a shape begun");
    assert.equal(table.view.ply, 0);
    await page.locator('[data-ink="R"]').tap();
    await table.cell(table.pointNamed("e2")).tap();
    await table.cell(table.pointNamed("e4")).tap();
    await table.until("a move again", ({ view }) => view.ply === 1);
});

test("marks of an SGF are drawn, and copied out as they came", async (t) => {
    const table = await open(t, { game: "go:size=9", side: "both" });
    const { page } = table;
    await read(table, "(;GM[1]SZ[9];B[ee]CR[aa]TR[ee]SQ[ba:cb]MA[ad]SL[bd]LB[dd:A][ed:twelve][fd:][zz:B]AR[ag:cg]C[Look.])");
    const found = (/** @type {string} */ kind) => page.locator(`.drawn [data-mark="${kind}"]`).evaluateAll((marks) =>
        marks.map((mark) => `${mark.getAttribute("data-at")}${mark.textContent}`).join(" "));
    await page.locator('.drawn [data-mark="TR"]').waitFor();
    const wanted = { TR: "40", SQ: "1 2 10 11", MA: "27", SL: "28", LB: "30A 31twe…" };
    for (const [kind, points] of Object.entries(wanted)) assert.equal(await found(kind), points, kind);
    assert.equal(await page.locator(".drawn [data-circle]").count(), 1);
    assert.equal(await page.locator(".drawn [data-from]").count(), 1);
    await table.tab("moves");
    assert.equal(await page.locator("#moves .said").textContent(), "Look.");
    assert.doesNotMatch((await page.locator("#moves").textContent()) ?? "", /%|mark/);
    // A circle that is drawn beside them leaves them as they are.
    await table.cell(table.pointNamed("J1")).click({ button: "right" });
    await page.locator(".drawn [data-circle]").nth(1).waitFor();
    assert.match(await copied(table, "sgf"), /;B\[ee\]AR\[ag:cg\]CR\[aa\]\[ii\]LB\[dd:A\]\[ed:twelve\]\[fd:\]\[zz:B\]MA\[ad\]SL\[bd\]SQ\[ba:cb\]TR\[ee\]C\[Look\.\]\)/);
    await table.tab("moves");
    await page.locator("#annotate").click();
    await page.locator("#erase").click();
    await page.waitForFunction(() => document.querySelectorAll(".drawn > *").length === 0);
});
