/** A whole game of each kind against the machine, on the board, from the first click to the announced result. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { anyMove, buildLine, passBack } from "./support/policies.js";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/**
 * @type {{ game: string, player: string, policy: import("./support/policies.js").Policy, plies: number,
 *          result: RegExp, marked?: boolean }[]}
 *   `plies`: more than the game takes; `marked`: whether a winning line is drawn.
 */
const GAMES = [
    { game: "tictactoe", player: "random:seed=1", policy: buildLine(3), plies: 9, result: /^(X|O) wins|^A draw/ },
    { game: "connect4", player: "random:seed=1", policy: buildLine(4), plies: 42, result: /^Yellow wins/, marked: true },
    { game: "othello:size=6", player: "random:seed=1", policy: anyMove(1), plies: 50, result: /^(Black|White) wins \d+ to \d+$|^A draw/ },
    { game: "gomoku", player: "random:seed=1", policy: buildLine(5), plies: 225, result: /^Black wins/, marked: true },
    { game: "go:size=9", player: "random:seed=1", policy: passBack(1), plies: 500, result: /^(Black|White) wins by [\d.]+/ },
    { game: "chess", player: "alphabeta:depth=3", policy: anyMove(1), plies: 300, result: /^Black wins by checkmate/ },
    { game: "xiangqi", player: "alphabeta:depth=3", policy: anyMove(1), plies: 400, result: /^Black wins/ },
    { game: "jungle", player: "best:depth=5", policy: anyMove(1), plies: 300, result: /^Black wins by/ },
];

for (const { game, player, policy, plies, result, marked } of GAMES) {
    test(`a whole game of ${game} against ${player}`, async (t) => {
        const table = await open(t, { game, player });
        await table.shows("#result", "");
        await table.playOut(policy, plies);
        await table.shows("#result", result);
        await table.shows("#status", "The game is over.");
        assert.equal(await table.page.locator(".open").count(), 0, "no move is offered after the end");
        if (marked) await table.page.locator(".winning").waitFor({ state: "attached" });
    });
}
