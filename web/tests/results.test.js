/** Wins and draws, each announced at the very move that makes it. Both sides are played by people. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/** @type {{ name: string, game: string, position?: string, moves: string, result: string | RegExp, line?: boolean, counted?: boolean }[]} */
const ENDS = [
    { name: "three in a row", game: "tictactoe", moves: "a1 b2 a2 c3 a3", result: "X wins", line: true },
    { name: "a full board", game: "tictactoe", moves: "b2 a3 c3 a1 a2 c2 b3 b1 c1", result: "A draw" },
    { name: "four in a column", game: "connect4", moves: "1 2 1 2 1 2 1", result: "Yellow wins", line: true },
    { name: "five in a row", game: "gomoku", moves: "h8 a1 i8 a2 j8 a3 k8 a4 l8", result: "Black wins", line: true },
    { name: "six in a row where five are wanted exactly", game: "gomoku:rule=exact",
        moves: "c8 a1 d8 a3 e8 a5 g8 a7 h8 a9 f8", result: "" },
    { name: "a pass, then all discs of one side", game: "othello:size=6",
        position: "XO..../....../....../....../....../...... O", moves: "pass c1", result: /^Black wins/ },
    { name: "the fool's mate", game: "chess", moves: "f3 e5 g4 Qh4#", result: "Black wins by checkmate" },
    { name: "the scholar's mate", game: "chess", moves: "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#", result: "White wins by checkmate" },
    { name: "stalemate", game: "chess", position: "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", moves: "Qf7", result: "Draw by stalemate" },
    { name: "two bare kings", game: "chess", position: "7k/8/7K/6p1/8/8/8/8 w - - 0 1", moves: "Kxg5", result: "Draw by insufficient material" },
    { name: "the third repetition", game: "chess", moves: "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", result: "Draw by threefold repetition" },
    { name: "two passes", game: "go:size=5", moves: "C3 pass pass", result: /^Black wins by 17\.5 points$/, counted: true },
];

for (const { name, game, position, moves, result, line, counted } of ENDS) {
    test(`${game}: ${name}`, async (t) => {
        const table = await open(t, { game, side: "both" });
        if (position) await table.setPosition(position);
        const texts = moves.split(" ");
        for (const text of texts) {
            assert.equal(table.view.result, null, `no result before ${text}`);
            await table.shows("#result", "");
            await table.play(text);
        }
        if (result === "") {
            assert.equal(table.view.result, null);
            return;
        }
        assert.equal(table.view.ply, texts.length);
        if (counted) await table.press("count-accept");
        assert.ok(table.view.result, "the state after the last move has the result");
        await table.shows("#result", result);
        if (line) await table.page.locator(".winning").waitFor({ state: "attached" });
        await table.page.locator("#resign").waitFor({ state: "detached" });
    });
}
