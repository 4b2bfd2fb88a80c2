/** Opening rules of gomoku and renju, played through on the page by two people. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/** @type {[game: string, moves: string][]} */
const GAMES = [
    ["gomoku:opening=swap2", "a1 o15 h8 two b2 c3 black i9 i8"],
    ["gomoku:rule=renju,opening=rif", "h8 h9 j10 swap a1 b2 a15 b2 b3"],
    ["gomoku:rule=renju,opening=soosorv8", "h8 h9 j10 stay a1 3 swap b1 c1 d1 c1 e1"],
    ["gomoku:rule=renju,opening=taraguchi10", "h8 swap h9 swap j10 stay k11 stay l12 swap"],
];

for (const [game, moves] of GAMES) {
    test(`${game}: ${moves}`, async (t) => {
        const table = await open(t, { game, side: "both" });
        let choices = 0;
        for (const move of moves.split(" ")) {
            choices += await choicesStandApart(table.page);
            await table.play(move);
        }
        choices += await choicesStandApart(table.page);
        assert.ok(choices > 0, "something was chosen by buttons");
        assert.equal(table.view.ply, moves.split(" ").length);
        if (process.env.SHOTS) {
            await table.page.screenshot({ path: `${process.env.SHOTS}/${game.replace(/\W/g, "-")}.png` });
        }
    });
}

/**
 * Buttons of choices do not touch each other. How many there are.
 * @param {import("playwright-core").Page} page
 */
async function choicesStandApart(page) {
    const boxes = [];
    for (const button of await page.locator(".standing button").all()) boxes.push(await button.boundingBox());
    for (const [i, one] of boxes.entries()) {
        for (const other of boxes.slice(i + 1)) {
            if (!one || !other) continue;
            const across = Math.max(other.x - one.x - one.width, one.x - other.x - other.width);
            const down = Math.max(other.y - one.y - one.height, one.y - other.y - other.height);
            assert.ok(Math.max(across, down) >= 4, `${across} and ${down} pixels between two choices`);
        }
    }
    return boxes.length;
}
