/** The lab: the ladder, the tree of a search, random games, lessons. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { axeSource } from "./support/packages.js";
import { prepare } from "./support/suite.js";

const { open, app } = prepare();

/**
 * Goes from the board to a part of the lab.
 * @param {import("./support/table.js").Table} table
 * @param {string} part
 */
async function enter(table, part) {
    await table.page.locator('nav a[href="#/lab"]').click();
    await table.page.locator(`[data-section="${part}"]`).click();
    await table.page.locator(`#${part}-title`).waitFor();
}

/**
 * Waits until the run of a part has ended.
 * @param {import("./support/table.js").Table} table
 * @param {string} part
 */
async function run(table, part) {
    const before = await table.page.locator("section[data-done]").getAttribute("data-done");
    await table.page.locator(`#${part}-run`).click();
    await table.page.locator(`section[data-done]:not([data-done=""]):not([data-done="${before}"])`).waitFor();
    await table.shows(`#${part}-fault`, "");
}

test("the ladder compares all players on the position on the board, with theory beside", async (t) => {
    const table = await open(t, { game: "connect4", side: "both" });
    await table.playAll("4 4");
    await enter(table, "ladder");
    await run(table, "ladder");
    const rows = table.page.locator("#ladder-rows tbody tr");
    assert.ok((await rows.count()) >= 8);
    const fact = async (/** @type {RegExp} */ player, /** @type {string} */ fact) =>
        (await rows.filter({ hasText: player }).first().locator(`[data-fact="${fact}"]`).textContent()) ?? "";
    const leaves = async (/** @type {RegExp} */ player) => Number((await fact(player, "leaves")).replaceAll(",", ""));
    const [all, some, few] = await Promise.all([leaves(/minimax/), leaves(/alphabeta.*off/), leaves(/alphabeta:depth=4(?!,)/)]);
    assert.ok(all > some && some >= few && few > 0, `${all} ${some} ${few}`);
    assert.equal(await fact(/minimax/, "score"), await fact(/alphabeta:depth=4(?!,)/, "score"));
    for (const number of ["worst", "whole", "ordered", "least", "best"]) {
        await table.shows(`[data-theory="${number}"] dd`, /\d/);
    }
    await table.shows('[data-theory="whole"] dd', all.toLocaleString("en"));
});

test("parts of the strong search are switched off, and compared one by one", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    await enter(table, "ladder");
    await table.page.locator('[data-part="table"]').uncheck();
    await table.page.locator("#ladder-parts").check();
    await run(table, "ladder");
    const players = await table.page.locator("#ladder-rows tbody th").allTextContents();
    assert.ok(players.includes("best:table=0,depth=4"), players.join(" "));
    assert.ok(players.includes("best:ordering=off,table=0,quiescence=off,selective=off,depth=4"), players.join(" "));
});

test("the lab is opened before any game, by its address", async (t) => {
    const table = await open(t, { game: "" });
    await table.page.goto(`${app().url}#/lab/ladder`);
    await table.page.locator("#ladder-run").waitFor();
    await run(table, "ladder");
    await table.shows('[data-row="1"] [data-fact="best"]', /\w/);
    await table.page.locator('[data-section="lessons"]').click();
    await table.page.locator("[data-lesson]").first().waitFor();
});

test("a long ladder is stopped, and what was found stays", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    await enter(table, "ladder");
    await table.page.locator("#ladder-depth").fill("5");
    await table.page.locator("#ladder-seconds").fill("60");
    await table.page.locator("#ladder-seconds").press("Tab");
    await table.page.locator("#ladder-run").click();
    await table.shows('[data-row="2"] [data-fact="leaves"]', /\d/);
    await table.page.locator("#ladder-stop").click();
    await table.page.locator("#ladder-run").waitFor();
    await table.shows('[data-row="1"] [data-fact="best"]', /\w/);
});

test("the lab looks at another game than the one on the board, which stays as it was", async (t) => {
    const table = await open(t, { game: "connect4", side: "both" });
    await table.playAll("4 4");
    await enter(table, "ladder");
    await table.page.locator("#lab-game").selectOption("chess");
    await table.page.locator("#lab-position").selectOption({ index: 2 });
    await table.page.locator("#ladder-depth").fill("2");
    await table.page.locator("#ladder-depth").press("Tab");
    await run(table, "ladder");
    await table.shows('[data-row="2"] [data-fact="best"]', /\w/);
    await table.page.locator('nav a', { hasText: "Play" }).click();
    await table.page.locator("#board").waitFor();
    assert.equal(table.view.ply, 2);
});

/**
 * Searches and shows the tree.
 * @param {import("./support/table.js").Table} table
 * @param {string} search
 * @param {Record<string, number>} [numbers]  What to fill in, by the ids of the fields.
 */
async function grow(table, search, numbers = {}) {
    await table.page.locator("#tree-search").selectOption(search);
    for (const [field, number] of Object.entries(numbers)) {
        await table.page.locator(`#${field}`).fill(String(number));
        await table.page.locator(`#${field}`).press("Tab");
    }
    await table.page.locator("#tree-run").click();
    await table.page.locator("#film-now").waitFor();
}

test("a search is stepped through: windows down, values up, what is cut and why", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    await table.setPosition("XX./OO./... X");
    await enter(table, "tree");
    await grow(table, "alphabeta", { "tree-depth": 3 });
    const { page } = table;
    await table.shows('[data-node-fact="value"]', /\+#1/);
    await page.locator("#film-first").click();
    await table.shows("#film-said", /Down to Root with the window −∞ … \+∞/);
    for (const told of [/^1 \/ .*Down to c3/, /^2 \/ .*Back from c3 with the value \+#1/]) {
        await page.locator("#film-step").click();
        await table.shows("#film-said", told);
    }
    await page.locator("#film-back").click();
    await table.shows("#film-said", /^1 \//);
    await page.locator("#film-last").click();
    // Down by the list, to a move that was cut.
    const cut = page.locator("#node-children button.cut").first();
    for (let depth = 0; depth < 3 && (await cut.count()) === 0; depth++) {
        await page.locator("#node-children button", { hasNotText: "✂" }).last().click();
    }
    await cut.click();
    await table.shows("#node-why", /^Cut: /);
    // What is cut has a position all the same.
    await page.locator('#node-board[data-position*="O"]').waitFor();
});

test("the tree is walked with the keyboard, played and paused, zoomed and seen from both sides", async (t) => {
    const table = await open(t, { game: "connect4", side: "both" });
    await enter(table, "tree");
    await grow(table, "minimax", { "tree-depth": 3 });
    const { page } = table;
    await table.shows("#tree-counts", /400 nodes/);
    const canvas = page.locator("#tree-canvas");
    await canvas.focus();
    const [first, second] = await page.locator("#node-children span").allTextContents();
    for (const [key, way] of [["ArrowDown", first], ["ArrowRight", second], ["ArrowLeft", first], ["ArrowUp", ""]]) {
        await canvas.press(key);
        await table.shows(".way", `Root${way}`);
    }
    const far = await canvas.getAttribute("data-zoom");
    await page.locator("#zoom-node").click();
    await page.locator(`#tree-canvas:not([data-zoom="${far}"])`).waitFor();
    await page.locator("#zoom-fit").click();
    await page.locator(`#tree-canvas[data-zoom="${far}"]`).waitFor();
    await page.locator("#film-speed").selectOption("1000");
    await page.locator("#film-first").click();
    await page.locator("#film-play").click();
    await table.shows("#film-said", /^799 \/ 799/);
    await page.locator("#film-speed").selectOption("2");
    await page.locator("#film-play").click();
    await table.shows("#film-said", /^[1-9]\d* \//);
    await page.locator("#film-play").click();
    await page.locator("#film-last").click();
    await page.locator('.way [data-node="0"]').click();
    const value = await page.locator('#node-children li').first().textContent();
    await page.locator("#tree-seen-by").selectOption("mover");
    await page.waitForFunction((before) => document.querySelector("#node-children li")?.textContent !== before, value);
});

test("a tree is cut at the number of nodes wanted; of what is shown only what is seen is drawn", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    await enter(table, "tree");
    await grow(table, "alphabeta:ordering=off", { "tree-depth": 4, "tree-nodes": 5000 });
    await table.shows("#tree-counts", /more were looked at/);
    const { page } = table;
    await page.evaluate(() => {
        const pen = CanvasRenderingContext2D.prototype;
        for (const name of /** @type {const} */ (["fill", "fillText"])) {
            const before = pen[name];
            // @ts-expect-error: counts the calls
            pen[name] = function (...values) {
                document.body.dataset.drawn = String(Number(document.body.dataset.drawn ?? 0) + 1);
                // @ts-expect-error: whatever they are
                return before.apply(this, values);
            };
        }
    });
    const far = await page.locator("#tree-canvas").getAttribute("data-zoom");
    await page.locator("#zoom-node").click();
    await page.locator(`body[data-drawn] #tree-canvas:not([data-zoom="${far}"])`).waitFor();
    const drawn = Number(await page.locator("body").getAttribute("data-drawn"));
    assert.ok(drawn < 200, `${drawn} of some 20,000 shapes and words`);
});

test("a Monte-Carlo search is stepped through, with the parts of its formula", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    await enter(table, "tree");
    await grow(table, "mcts:guide=off", { "tree-playouts": 300 });
    const { page } = table;
    await table.shows('[data-node-fact="visits"]', "300");
    await page.locator("#film-now").fill("50");
    await table.shows('[data-node-fact="visits"]', "50");
    const rows = page.locator("#node-children tbody tr");
    assert.equal(await rows.count(), 9);
    const numbers = (await rows.locator("td").allTextContents()).map(Number);
    let visits = 0;
    for (let row = 0; row < 9; row++) {
        const [count, result, curiosity, sum] = numbers.slice(4 * row, 4 * row + 4);
        visits += count;
        assert.ok(Math.abs(result + curiosity - sum) < 0.002, `${result} + ${curiosity} = ${sum}`);
        assert.ok(Math.abs(curiosity - Math.sqrt(Math.log(50) / count)) < 0.002, `${curiosity} after ${count} of 50 visits`);
    }
    assert.equal(visits, 50);
    assert.equal(await rows.and(page.locator(".now")).count(), 1, "the next move is marked");
    await rows.first().locator("button").click();
    await page.locator('#node-board[data-position*="X"]').waitFor();
});

test("random games are shown with the win rate of every first move", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    await enter(table, "heat");
    await table.page.locator("#heat-seconds").fill("1");
    await table.page.locator("#heat-seconds").press("Tab");
    await run(table, "heat");
    assert.equal(await table.page.locator("#heat-moves tbody tr").count(), 9);
    await table.shows("#heat-moves tbody tr:first-child th", "b2");
    assert.equal(await table.page.locator(".warmth").count(), 9);
    assert.equal(await table.page.locator(".watched svg").count(), 1);
});

test("every lesson: the player before the step errs, the one after it does not", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    await enter(table, "lessons");
    const { page } = table;
    const lessons = await page.locator("[data-lesson]").count();
    assert.ok(lessons >= 7);
    for (let lesson = 0; lesson < lessons; lesson++) {
        await page.locator("[data-lesson]").nth(lesson).click();
        await page.locator("#lessons-run:enabled").click();
        await table.shows("#lesson-before", /✗/);
        await table.shows("#lesson-after", /✓/);
        await table.shows("#lesson-told", /\w/);
        assert.ok((await page.locator(".lesson-position :is(.hint-ring, .hint-arrow)").count()) > 0, "the right move is marked");
    }
    assert.equal(await page.locator("#lesson-next:disabled").count(), 1);
});

test("a lesson is answered, and shown by the part of the lab that shows it best", async (t) => {
    const table = await open(t, { game: "connect4", side: "both" });
    await enter(table, "lessons");
    const { page } = table;
    await page.locator('[data-lesson="minimax"]').click();
    // On the board of the lesson: a corner by click, an edge by keys.
    await page.locator('.lesson-position #board [data-point="6"].open').click();
    await table.shows("#lesson-verdict", "a1 is not the best here.");
    await page.locator('.lesson-position #board [data-point="6"]').focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await table.shows("#lesson-verdict", "a2 is right.");
    await page.locator(".lesson-position .hint-ring").waitFor();
    assert.equal(await page.locator(".lesson-position #board .open").count(), 0, "it is answered");
    await page.locator("#lesson-more").click();
    await page.locator("#tree-canvas").waitFor();
    await page.locator('#node-board[data-position="X../.O./..X O"]').waitFor();
    // Back at another part, the lab is about the board again.
    await page.locator('[data-section="lessons"]').click();
    await page.locator('[data-section="ladder"]').click();
    await table.shows("#lab-game option:checked", /Connect four/);
});

test("the lessons are wholly in Chinese", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both", browser: { locale: "zh-CN" } });
    await enter(table, "lessons");
    for (const lesson of await table.page.locator("[data-lesson]").all()) {
        await lesson.click();
        const text = await table.page.locator(".lesson h3, .lesson > p").allTextContents();
        assert.deepEqual(text.join(" ").match(/[A-Za-z]{4,}/g), null);
    }
});

test("the lab has no serious fault for whoever cannot see or point", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    for (const part of SECTIONS) {
        await enter(table, part);
        await table.page.evaluate(axeSource);
        // @ts-expect-error: axe is there now
        const { violations } = await table.page.evaluate(() => axe.run());
        const serious = violations.filter((/** @type {{ impact: string }} */ { impact }) => ["serious", "critical"].includes(impact));
        assert.deepEqual(serious.map((/** @type {{ id: string, nodes: unknown[] }} */ { id, nodes }) => `${part}: ${id} ${JSON.stringify(nodes)}`), []);
    }
});

test("the lab fits a phone", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both", browser: { viewport: { width: 390, height: 844 } } });
    for (const part of SECTIONS) {
        await enter(table, part);
        const wide = await table.page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 390, `${part} is ${wide} wide`);
    }
});

const SECTIONS = ["lessons", "ladder", "tree", "heat"];
