/** What lies over the board: suggestions that are seen on it, why nothing may be put somewhere. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/** How much lighter one colour is than the other, 1 to 21: WCAG's contrast. @param {string[]} colours */
function contrast(...colours) {
    const [a, b] = colours.map((colour) => {
        const [r, g, b] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((value) => {
            const share = Number(value) / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    });
    return Math.max(a, b) / Math.min(a, b);
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`suggestions and targets are seen on every board, ${colorScheme}`, async (t) => {
        const { page } = await open(t, { game: "chess", browser: { colorScheme } });
        for (const theme of ["classic", "garden", "slate"]) {
            for (const scheme of ["chequered", "wood", "cloth", "frame", "paper"]) {
                const colours = await page.evaluate(([theme, scheme]) => {
                    document.documentElement.dataset.board = theme;
                    const board = document.createElement("div");
                    board.className = scheme;
                    document.body.append(board);
                    const read = (/** @type {string} */ name) => {
                        board.style.color = `var(--${name}, rgb(1, 2, 3))`;
                        return getComputedStyle(board).color;
                    };
                    const names = ["plate", "dark", "grain-light", "grain-dark", "suggest", "threat", "on-suggest", "target"];
                    const found = Object.fromEntries(names.map((name) => [name, read(name)]));
                    board.remove();
                    return found;
                }, [theme, scheme]);
                const grounds = scheme === "wood" ? ["grain-light", "grain-dark"] : scheme === "chequered" ? ["plate", "dark"] : ["plate"];
                for (const ground of grounds) {
                    for (const mark of ["suggest", "threat"]) {
                        const found = contrast(colours[mark], colours[ground]);
                        assert.ok(found >= 3, `${theme} ${scheme}: ${mark} on ${ground} has ${found.toFixed(2)}`);
                    }
                    assert.ok(contrast(colours.target, colours[ground]) >= 2.4, `${theme} ${scheme}: targets on ${ground}`);
                }
                assert.ok(contrast(colours["on-suggest"], colours.suggest) >= 4.5, `${theme} ${scheme}: figures`);
            }
        }
    });
}

test("what a suggestion is worth is written on its point", async (t) => {
    const table = await open(t, { game: "othello", side: "both" });
    const { page } = table;
    await table.playAll("f5");
    await table.tab("analysis");
    await page.locator("#analyse").click();
    await page.locator('#lines [data-line="2"]').waitFor();
    await page.waitForFunction(() => [0, 1, 2].every((i) =>
        /^(\d+\.\d%|[+−]?\d+(\.\d)?|win|loss)$/.test(document.querySelector(`.overlay [data-figure="${i}"]`)?.textContent ?? "")));
    const ring = page.locator(".overlay .suggested.best.first");
    const [shown, ground] = await Promise.all([
        ring.evaluate((circle) => getComputedStyle(circle).stroke),
        page.locator("#board .plate").evaluate((plate) => getComputedStyle(plate).fill),
    ]);
    assert.ok(contrast(shown, ground) >= 3, `${shown} on ${ground}`);
    await table.tab("analysis");
    await page.locator("#analyse").click();
});

for (const [game, moves, point, reason] of /** @type {const} */ ([
    ["gomoku:rule=renju", "g8 a1 i8 a2 h7 a3 h9 a4", "h8", /h8 is forbidden to Black: a double three/],
    ["go:size=5", "E5 A2 E4 B1", "A1", /A1 is suicide/],
    ["othello", "", "a1", /a1 turns no disc/],
    ["othello", "", "a1", /翻转/],
])) {
    const language = reason.source === "翻转" ? "zh" : "en";
    test(`${game}, ${language}: a click where nothing may be put says why`, async (t) => {
        const table = await open(t, { game: game, side: "both", browser: { locale: language } });
        if (moves) await table.playAll(moves);
        const { ply } = table.view;
        await table.cell(table.pointNamed(point)).click();
        await table.shows(".why[role=alert]", reason);
        assert.equal(table.view.ply, ply);
        await table.cell(table.pointNamed(point)).focus();
        await table.page.keyboard.press("Escape");
        assert.equal(await table.page.locator(".why").count(), 0);
        await table.page.keyboard.press("Enter");
        await table.page.locator(".why").waitFor();
        await table.play(table.view.moves[0]);
        assert.equal(await table.page.locator(".why").count(), 0);
    });
}
