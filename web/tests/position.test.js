/** The position box: in step with the board both ways, and a wrong text changes nothing. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/** @type {{ game: string, position: string, move: string, after: string, wrong: string, fault: RegExp }[]} */
const POSITIONS = [
    { game: "tictactoe", position: "X../.O./... X", move: "c1", after: "X../.O./..X O",
        wrong: "X../.O./..Z O", fault: /expected X, O or '\.', found 'Z'/ },
    { game: "connect4", position: "......./......./......./......./......./YR..... Y", move: "2",
        after: "......./......./......./......./.Y...../YR..... R",
        wrong: "......./......./......./......./......./YRRR... Y", fault: /\S/ },
    { game: "othello:size=6", position: "....../....../.XXX../..XO../....../...... O", move: "b2",
        after: "....../.O..../.XOX../..XO../....../...... X",
        wrong: "....../....../.XXX../..XO../......", fault: /ends early/ },
    { game: "gomoku:size=5", position: "...../...../..X../.O.../..... X", move: "d4",
        after: "...../...X./..X../.O.../..... O",
        wrong: "...../XXXXX/OOOO./...../..... X", fault: /X has five already/ },
    { game: "go:size=5", position: "5/1XO2/XO3/1X3/5 X - 0 0 0", move: "C3", after: "5/1XO2/X1X2/1X3/5 O - 0 1 0",
        wrong: "5/1XO2/XO3/1X3/5 Z - 0 0 0", fault: /side to move/ },
    { game: "chess", position: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", move: "e4", after: "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
        wrong: "4k3/8/8/8/8/8/4P3/8 w - - 0 1", fault: /king/ },
];

/** The letters of a position's rows, a point each: numbers stand for empty points. @param {string} position */
function lettersOf(position) {
    const [rows] = position.split(" ");
    return rows.replace(/\d+/g, (count) => ".".repeat(Number(count))).replaceAll("/", "");
}

for (const { game, position, move, after, wrong, fault } of POSITIONS) {
    test(`the position of ${game}`, async (t) => {
        const table = await open(t, { game, side: "both" });
        await table.shows("#position", table.view.position);
        await table.showsPieces(lettersOf(table.view.position));

        await table.setPosition(position);
        await table.shows("#position", position);
        await table.showsPieces(lettersOf(position), "the pieces follow the text");

        await table.play(move);
        await table.shows("#position", after);
        await table.showsPieces(lettersOf(after), "the text follows the pieces");

        const heard = table.heard;
        await table.writePosition(wrong);
        await table.shows("#position-error", fault);
        await table.tab("share");
        await table.page.locator("#position").press("Enter");
        await table.shows("#position-error", fault);
        assert.equal(await table.page.locator("#position").inputValue(), wrong, "what was written can be corrected");
        assert.equal(table.heard, heard, "the game has not changed");
        await table.showsPieces(lettersOf(after));
        await table.tab("share");
        await table.page.locator("#position").press("Escape");
        await table.shows("#position", after);
        await table.shows("#position-error", "");
        await table.press("undo");
        await table.shows("#position", position);
    });
}

test("a position with the machine to move is played on", async (t) => {
    const table = await open(t, { game: "chess", player: "random:seed=1" });
    await table.setPosition("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    await table.until("the machine's move", ({ view }) => view.ply === 1 && view.side === 0);
    await table.play("e4");
});

test("a position that is over already is announced", async (t) => {
    const table = await open(t, { game: "chess", player: "random:seed=1" });
    await table.setPosition("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    await table.shows("#result", "Black wins by checkmate");
});
