/** The record box: games pasted and copied out; the board as a picture. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/** @type {{ name: string, text: string, title: RegExp, ply: number }[]} */
const PASTED = [
    { name: "PGN with a variation", text: '[White "Anna"]\n\n1. e4 e5 2. Nf3 (2. f4 {bold}) Nc6 *', title: /Chess/, ply: 4 },
    { name: "SGF", text: "(;GM[1]SZ[9];B[ee];W[gc])", title: /Go/, ply: 2 },
    { name: "moves", text: "b2 a1 c3", title: /Tic-tac-toe/i, ply: 3 },
    { name: "FEN", text: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", title: /Chess/, ply: 0 },
];

for (const { name, text, title, ply } of PASTED) {
    test(`${name} pasted gives the game`, async (t) => {
        const table = await open(t, { game: "tictactoe", side: "both" });
        const { page } = table;
        await table.tab("share");
        await page.locator("#record").fill(text);
        await page.locator("#record-open").click();
        await table.until("the game", ({ view }) => view.ply === ply);
        await page.waitForFunction((source) => new RegExp(source, "i").test(document.title), title.source);
        await table.shows("#record-error", "");
        if (name.startsWith("PGN")) await table.shows("#moves .said", "bold");
    });
}

test("what cannot be read is said", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    await table.tab("share");
    await table.page.locator("#record").fill("1. e4 e5 2. Ke3 *");
    await table.page.locator("#record-open").click();
    await table.until("what can be played", ({ view }) => view.ply === 2);
    await table.shows("#record-error", /Ke3/);
    await table.tab("share");
    await table.page.locator("#record").fill("<img src=x>");
    await table.page.locator("#record-open").click();
    await table.shows("#record-error", /\S/);
});

/** @type {[string, RegExp][]} */
const COPIED = [["pgn", /1\. e4/], ["moves", /^e2e4/], ["json", /"move":\s*"e2e4"/]];
for (const [format, wanted] of COPIED) {
    test(`the record is copied out as ${format}`, async (t) => {
        const table = await open(t, { game: "chess", side: "both" });
        await table.playAll("e4");
        await table.tab("share");
        await table.page.locator("#record-format").selectOption(format);
        await table.tab("share");
        await table.page.locator("#record-copy").click();
        await table.shows("#record", wanted);
    });
}

test("the record is saved as a file", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    await table.playAll("e4");
    await table.tab("share");
    const [file] = await Promise.all([table.page.waitForEvent("download"), table.page.locator("#record-save").click()]);
    assert.equal(file.suggestedFilename(), "chess.pgn");
    assert.match(await readFile(await file.path(), "utf8"), /1\. e4/);
});

for (const game of ["chess", "go:size=9", "connect4", "xiangqi"]) {
    test(`the board of ${game} as a picture`, async (t) => {
        const table = await open(t, { game, side: "both" });
        const { page } = table;
        await table.tab("share");
        const [drawn] = await Promise.all([page.waitForEvent("download"), page.locator("#picture-svg").click()]);
        assert.equal(drawn.suggestedFilename(), `${game.split(":")[0]}.svg`);
        const svg = await readFile(await drawn.path(), "utf8");
        assert.match(svg, /^<svg /);
        assert.doesNotMatch(svg, / (class|style|role|tabindex|data-point)=/, "it stands for itself");
        const [painted] = await Promise.all([page.waitForEvent("download"), page.locator("#picture-png").click()]);
        const png = await readFile(await painted.path());
        assert.equal(png.subarray(1, 4).toString(), "PNG");
        assert.ok(png.length > 10_000, `${png.length} bytes`);
    });
}
