/** For everybody: telephones, dark rooms, screen readers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { axeSource } from "./support/packages.js";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/** A telephone. */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** @type {{ game: string, point: number }[]} */
const BOARDS = [
    { game: "tictactoe", point: 4 },
    { game: "connect4", point: 3 },
    { game: "othello", point: 19 },
    { game: "gomoku", point: 112 },
    { game: "go", point: 180 },
    { game: "chess", point: 52 },
    { game: "xiangqi", point: 70 },
    { game: "jungle", point: 42 },
];

for (const { game, point } of BOARDS) {
    test(`${game} on a telephone`, async (t) => {
        const table = await open(t, { game, side: "both", browser: PHONE });
        const { page } = table;
        await page.locator("#board").waitFor();
        const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
        assert.deepEqual(widths, [390, 390], "nothing scrolls sideways");
        const ways = await page.locator(".bar nav").evaluate((nav) => nav.scrollWidth - nav.clientWidth);
        assert.equal(ways, 0, "all ways of the header are seen");
        const board = (await page.locator("#board").boundingBox()) ?? assert.fail("no board");
        assert.ok(board.width >= 340, `the board is only ${board.width} wide`);
        assert.ok(board.x >= 0 && board.x + board.width <= 390);
        assert.ok(board.y >= 0 && board.y + board.height <= 844, "all of it is seen without scrolling");
        await table.open(point).tap();
        // Where pieces move, anywhere that the piece picked up can go.
        const picked = table.view.moves.find(({ steps: [first, second] }) => second && "point" in first && first.point[0] === point);
        const to = picked?.steps[1];
        if (to && "point" in to) await table.open(to.point[0]).tap();
        await table.until("the move", ({ view }) => view.ply === 1);
        await table.press("undo");
    });
}

/** @type {{ name: string, game: string, moves?: string, position?: string, wrong?: boolean }[]} */
const SCENES = [
    { name: "a game that has just begun", game: "go:size=9" },
    { name: "a game under way", game: "chess", moves: "e4 e5 Nf3" },
    { name: "a game that is over", game: "tictactoe", moves: "a1 b2 a2 c3 a3" },
    { name: "a forced pass", game: "othello:size=6", position: "XO..../....../....../....../....../...... O" },
    { name: "a wrong position and a wrong move", game: "connect4", moves: "4", wrong: true },
];

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const { name, game, moves, position, wrong } of SCENES) {
        test(`axe finds nothing serious in ${name}, ${colorScheme}`, async (t) => {
            const table = await open(t, { game, side: "both", browser: { colorScheme } });
            if (position) await table.setPosition(position);
            if (moves) await table.playAll(moves);
            if (wrong) {
                await table.type("x");
                await table.shows("#move-error", /\S/);
                await table.writePosition("nonsense");
                await table.shows("#position-error", /\S/);
            }
            await table.page.evaluate(axeSource);
            const { passed, found } = await table.page.evaluate(async () => {
                // @ts-ignore: axe has just been put there.
                const { passes, violations } = await window.axe.run();
                const found = violations.map((/** @type {any} */ { id, impact, help, nodes }) => ({
                    id, impact, help, where: nodes.slice(0, 3).map((/** @type {any} */ node) => node.html.slice(0, 120)),
                }));
                return { passed: passes.length, found };
            });
            assert.ok(passed > 20, "axe has looked");
            const serious = found.filter((/** @type {any} */ { impact }) => ["serious", "critical"].includes(impact));
            assert.deepEqual(serious, []);
        });
    }
}
