/** The record with its variations, as a person walks through it and writes in it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/**
 * What the record shows: moves, numbers and parentheses, the move on the board in brackets.
 * @param {import("./support/table.js").Table} table
 */
async function written({ page }) {
    const rows = await page.locator("#moves li").evaluateAll((rows) => rows.map((row) => {
        const copy = /** @type {Element} */ (row.cloneNode(true));
        const current = copy.querySelector("[aria-current]");
        if (current) current.textContent = `[${current.textContent}]`;
        for (const part of copy.querySelectorAll(".number, .turn, button")) part.after(" ");
        return (copy.textContent ?? "").replace(/\s+/g, " ").replace(/\( /g, "(").replace(/ \)/g, ")").trim();
    }));
    return rows.join(" / ");
}

/**
 * Waits until the record shows this.
 * @param {import("./support/table.js").Table} table
 * @param {string} wanted
 */
async function shows(table, wanted) {
    const deadline = Date.now() + 20_000;
    for (;;) {
        const seen = await written(table);
        if (seen === wanted) return;
        if (Date.now() > deadline) assert.equal(seen, wanted);
        await table.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
}

test("another move begins a variation, which is walked through, promoted and deleted", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const { page } = table;
    await table.playAll("e4 e5 Nf3 Nc6");
    await shows(table, "1. e4 e5 / 2. Nf3 [Nc6]");
    await table.tab("moves");
    await page.locator('#moves [data-ply="2"]').click();
    await table.until("the board after two moves", ({ view }) => view.ply === 2);
    await table.playAll("f4 exf4");
    await shows(table, "1. e4 e5 / 2. Nf3 / (2. f4 [exf4]) / 2. … Nc6");
    await table.tab("moves");
    await page.locator("#moves button", { hasText: "Nc6" }).click();
    await shows(table, "1. e4 e5 / 2. Nf3 / (2. f4 exf4) / 2. … [Nc6]");
    await table.tab("moves");
    await page.locator("#annotate").click();
    assert.ok(await page.locator("#promote").isDisabled(), "the main line is the first already");
    await table.tab("moves");
    await page.locator("#moves button", { hasText: "f4" }).first().click();
    await table.tab("moves");
    await page.locator("#promote").click();
    await shows(table, "1. e4 e5 / 2. [f4] / (2. Nf3 Nc6) / 2. … exf4");
    await table.tab("moves");
    await page.locator("#moves button", { hasText: "Nf3" }).click();
    await table.tab("moves");
    await page.locator("#make-main").click();
    await shows(table, "1. e4 e5 / 2. [Nf3] / (2. f4 exf4) / 2. … Nc6");
    await table.tab("moves");
    await page.locator("#delete").click();
    await shows(table, "1. e4 [e5] / 2. f4 exf4");
});

test("keys walk through the tree, and the board's own keys stay the board's", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    const { page } = table;
    await table.playAll("b2 a1 c3");
    await page.locator("#step-previous").click();
    await table.until("a step back", ({ view }) => view.ply === 2);
    await table.playAll("c1");
    await shows(table, "1. b2 a1 / 2. c3 / (2. [c1])");
    await page.locator("#moves").focus();
    for (const [key, after] of [
        ["ArrowUp", "1. b2 a1 / 2. [c3] / (2. c1)"],
        ["ArrowDown", "1. b2 a1 / 2. c3 / (2. [c1])"],
        ["ArrowLeft", "1. b2 [a1] / 2. c3 / (2. c1)"],
        ["ArrowRight", "1. b2 a1 / 2. c3 / (2. [c1])"],
        ["Home", "1. b2 a1 / 2. c3 / (2. c1)"],
        ["ArrowRight", "1. [b2] a1 / 2. c3 / (2. c1)"],
        ["End", "1. b2 a1 / 2. c3 / (2. [c1])"],
    ]) {
        await page.keyboard.press(key);
        await shows(table, after);
    }
    // The move made last was a click in the corner.
    await table.cell(8).focus();
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-point")), "7");
    await shows(table, "1. b2 a1 / 2. c3 / (2. [c1])");
});

test("comments and marks are written, kept with their move, and shown", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const { page } = table;
    await table.playAll("e4 e5");
    await table.tab("moves");
    await page.locator("#annotate").click();
    await page.locator('[data-put-mark="6"]').click();
    await page.locator("#moves .mark", { hasText: "?!" }).waitFor();
    await page.locator('[data-put-mark="4"]').click();
    await page.locator("#moves .mark", { hasText: "??" }).waitFor();
    assert.equal(await page.locator("#moves .mark").count(), 1, "one judgement a move");
    await page.locator("#comment").fill("An <b>open</b> game");
    // Looking elsewhere at once loses nothing.
    await table.tab("moves");
    await page.locator('#moves [data-ply="1"]').click();
    await page.locator("#moves .said").waitFor();
    assert.equal(await page.locator("#moves .said").textContent(), "An <b>open</b> game");
    await table.shows("#comment", "");
    await table.tab("moves");
    await page.locator('#moves [data-ply="2"]').click();
    await table.shows("#comment", "An <b>open</b> game");
    await page.locator("#comment").fill("");
    await page.locator('[data-put-mark="4"]').click();
    await page.locator("#moves .said").waitFor({ state: "detached" });
    await page.locator("#moves .mark").waitFor({ state: "detached" });
});

test("the buttons lead to both ends and step by step", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    const { page } = table;
    await table.playAll("b2 a1 c3");
    for (const [button, ply] of /** @type {[string, number][]} */ ([["first", 0], ["next", 1], ["last", 3], ["previous", 2]])) {
        await page.locator(`#step-${button}`).click();
        await table.until(`ply ${ply} after ${button}`, ({ view }) => view.ply === ply);
    }
});
