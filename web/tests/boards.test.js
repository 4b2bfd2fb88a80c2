/** Boards of every kind, told by a pretended server: hexagons, holes, water, strokes, labels, pieces in hand. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as boards from "./support/boards.js";
import { asks } from "./support/pretend.js";
import { prepare } from "./support/suite.js";

const { show } = prepare();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

for (const [name, make] of Object.entries(boards)) {
    for (const turned of [false, true]) {
        test(`${name}${turned ? ", turned round" : ""}: every point is where it is drawn, and nothing else is`, async (t) => {
            const { page, layout, view } = await show(t, make(), PHONE);
            if (turned) await page.locator("#flip").click();
            const found = await page.locator("[data-point]").evaluateAll((cells) => cells.map((cell) => {
                cell.scrollIntoView({ block: "center" });
                const { x, y, width, height } = cell.getBoundingClientRect();
                const there = document.elementFromPoint(x + width / 2, y + height / 2);
                return [cell.getAttribute("data-point"), there?.getAttribute("data-point")];
            }));
            assert.equal(found.length, layout.points.length);
            for (const [point, there] of found) assert.equal(there, point);
            assert.equal(await page.locator(".piece").count(), view.scene.pieces.length);
            const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
            assert.deepEqual(wide, [390, 390], "nothing scrolls sideways");
        });
    }
}

test("labels can be read on a telephone", async (t) => {
    const { page } = await show(t, boards.xiangqi(), PHONE);
    const labels = await page.locator(".piece text").evaluateAll((texts) =>
        texts.map((text) => ({ text: text.textContent, height: text.getBoundingClientRect().height })));
    assert.equal(labels.length, 32);
    assert.equal(new Set(labels.map(({ text }) => text)).size, 14);
    for (const { text, height } of labels) assert.ok(height >= 16, `${text} is ${height} high`);
});

test("strokes leave the river open and cross the palaces, and it is inscribed", async (t) => {
    const { page } = await show(t, boards.xiangqi());
    const d = (await page.locator(".ground > .lines").first().getAttribute("d")) ?? "";
    assert.equal(d.split("M").length - 1, 10 + 2 + 14 + 4);
    assert.deepEqual(await page.locator(".inscription").allTextContents(), ["楚河", "漢界"]);
});

test("edges are drawn in the colours of their sides, a corner's sides apart", async (t) => {
    const { page } = await show(t, boards.hex());
    const edges = await page.locator(".edge-of").evaluateAll((paths) => paths.map((path) => ({
        colour: path.getAttribute("stroke"), strokes: path.getAttribute("d")?.match(/M/g)?.length,
    })));
    // Two outer sides a cell; at the sharp corners one of the three is the other edge's, at the blunt ones none.
    const [red, blue] = ["crimson", "royalblue"].map((colour) => ({ colour, strokes: 22 }));
    assert.deepEqual(edges, [red, red, blue, blue]);
});

test("what lies on the ground is said", async (t) => {
    const { page } = await show(t, boards.jungle());
    assert.equal(await page.locator('[data-point="3"]').getAttribute("aria-label"), "d9, empty, den");
    assert.equal(await page.locator('[data-point="22"]').getAttribute("aria-label"), "b6, empty, water");
    assert.equal(await page.locator('[data-point="14"]').getAttribute("aria-label"), "a7, Second 鼠");
});

test("hexagons are named by file and rank, and gone over with the arrow keys", async (t) => {
    const { page } = await show(t, boards.hexagon());
    const name = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label")?.split(",")[0]);
    await page.locator('[data-point="0"]').focus();
    assert.equal(await name(), "e9");
    const walked = [];
    for (const key of ["ArrowRight", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowUp", "ArrowUp"]) {
        await page.keyboard.press(key);
        walked.push(await name());
    }
    assert.deepEqual(walked, ["f9", "f8", "e7", "f8", "e8", "e9", "e9"]);
});

test("a piece in hand is taken up and put down", async (t) => {
    const { page, asked } = await show(t, boards.drops());
    const pawn = page.locator('[data-hand="0"] [data-held="P"]');
    assert.equal(await pawn.getAttribute("data-count"), "2");
    await page.locator('[data-hand="0"] [data-held="G"]:disabled').waitFor();
    await page.locator('[data-hand="1"] [data-held="P"]:disabled').waitFor();
    await pawn.click();
    await page.locator('[data-held="P"][aria-pressed="true"]').waitFor();
    assert.equal(await page.locator(".open").count(), 2, "where it can go");
    await page.locator('[data-hand="0"] [data-held="S"]').click();
    assert.equal(await page.locator(".open").count(), 1, "another is taken up instead");
    await page.locator('[data-held="S"][aria-pressed="true"]').click();
    assert.equal(await page.locator('[aria-pressed="true"][data-held]').count(), 0, "a second click puts it back");
    await pawn.click();
    await page.locator('[data-point="7"]').click();
    await page.locator('[data-point="15"]').click();
    await page.locator('[data-point="10"]').click();
    await asks(asked, "P@c4", "a2a3");
});

test("a side that goes on has its piece in hand already, or stops", async (t) => {
    const { page, asked } = await show(t, boards.chain());
    await page.locator('[data-point="42"][aria-selected="true"]').waitFor();
    assert.equal(await page.locator("#status").textContent(), "First moves again.");
    await page.locator('.open[data-point="28"]').click();
    await page.locator('[data-choice="done"]').click();
    await asks(asked, "c3xe5", "done");
});
