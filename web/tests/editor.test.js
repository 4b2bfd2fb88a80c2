/** A position put together by hand: pieces put, moved and taken off, and a game that goes on from it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { drag } from "./support/hand.js";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/** @typedef {import("./support/table.js").Table} Table */

/** @param {Table} table */
async function edit(table) {
    await table.tab("share");
    await table.page.locator("#edit").click();
    await table.page.locator("#editor-use").waitFor();
}

/** @param {Table} table @param {string} points */
async function put(table, points) {
    for (const name of points.split(" ")) await table.cell(table.pointNamed(name)).click();
}

/** @param {Table} table @param {string} letter */
async function take(table, letter) {
    await table.page.locator(`[data-kind="${letter}"]`).click();
}

/** @param {Table} table @param {string} position */
async function used(table, position) {
    await table.page.locator("#editor-use:enabled").click();
    await table.until(position, ({ view }) => view.position === position && view.ply === 0);
    await table.page.locator("#editor-use").waitFor({ state: "detached" });
}

test("chess: a mate in one is set up from an empty board, and mated", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    await edit(table);
    await table.page.locator("#editor-clear").click();
    await table.shows("#editor-fault", /king/);
    assert.ok(await table.page.locator("#editor-use").isDisabled());
    for (const [letter, points] of [["K", "g6"], ["k", "h8"], ["R", "a1"]]) {
        await take(table, letter);
        await put(table, points);
    }
    await table.shows("#editor-text", "7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    await table.shows("#editor-fault", "");
    await used(table, "7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    await table.play("Ra8#");
    await table.shows("#result", "White wins by checkmate");
});

test("pieces of both sides are dragged, taken off by a second click and erased; castling is kept while it can be", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    await edit(table);
    await drag(table.page, table.cell(table.pointNamed("e7")), table.cell(table.pointNamed("e5")));
    await table.shows("#editor-text", "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    await drag(table.page, table.cell(table.pointNamed("e2")), table.cell(table.pointNamed("e4")));
    await take(table, "R");
    await put(table, "h1");
    await table.page.locator("#editor-erase").click();
    await put(table, "a8");
    await table.page.locator("#editor-side").selectOption("1");
    await used(table, "1nbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBN1 b Qk - 0 1");
});

for (const { game, letters, points, position } of [
    { game: "tictactoe", letters: "XO", points: ["b2", "c3"], position: "..O/.X./... X" },
    { game: "go:size=5", letters: "XO", points: ["C3", "D3 C4"], position: "5/2O2/2XO1/5/5 X - 0 0 0" },
    { game: "gomoku:size=5", letters: "XO", points: ["c3", "d3"], position: "...../...../..XO./...../..... X" },
    { game: "gomoku:opening=swap2", letters: "X", points: ["h8"], position: null },
    { game: "hex", letters: "Ss", points: ["a1 b2", "c3"], position: null },
]) {
    test(`${game}: an empty board is filled by hand, and the game goes on`, async (t) => {
        const table = await open(t, { game, side: "both" });
        await edit(table);
        for (const [i, letter] of [...letters].entries()) {
            await take(table, letter);
            await put(table, points[i]);
        }
        const count = points.join(" ").split(" ").length;
        await table.page.locator("#editor-use:enabled").click();
        await table.until("the position", ({ view }) => view.scene.pieces.length === count);
        if (position) assert.equal(table.view.position, position);
        await table.play(table.view.moves[0]);
    });
}

test("a board that is set up is left, and the game is as it was", async (t) => {
    const table = await open(t, { game: "xiangqi", side: "both" });
    const before = table.view.position;
    await table.play(table.view.moves[0]);
    await edit(table);
    await table.page.locator("#editor-clear").click();
    await table.page.locator("#editor-cancel").click();
    await table.page.locator("#editor-use").waitFor({ state: "detached" });
    assert.equal(table.view.ply, 1);
    await table.press("undo");
    assert.equal(table.view.position, before);
});
