/** The page in a frame of somebody else's: a board with its moves, a puzzle, the lab's tree and its ladder. */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { axeSource } from "../support/packages.js";
import { prepare } from "../support/suite.js";
import { withoutServer } from "../support/transports.js";

const { open, app, browser } = prepare();

/** Where pictures of it go, if anywhere. */
const PICTURES = process.env.PICTURES;

/**
 * A page of somebody else's with a frame in it.
 * @param {{ after: (end: () => Promise<void> | void) => void }} t
 * @param {string} address What follows the page's own.
 * @param {{ width?: number, height?: number, lines?: string, browser?: object }} [how] `lines`: the frame as it is pasted.
 */
async function framed(t, address, { width = 800, height = 600, lines, browser: options = {} } = {}) {
    const frame = lines ?? `<iframe title="Wanqi" src="${(app().url + address).replaceAll("&", "&amp;")}" width="${width}" height="${height}" style="border: 0"></iframe>`;
    const blog = createServer((_, answer) => answer.setHeader("content-type", "text/html; charset=utf-8")
        .end(`<!doctype html><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>A blog</title><body style="margin: 0">${frame}`));
    await new Promise((resolve) => blog.listen(0, "127.0.0.1", () => resolve(null)));
    t.after(() => void blog.close());
    const at = blog.address();
    assert.ok(at && typeof at === "object");
    const context = await browser().newContext({ viewport: { width, height }, reducedMotion: "reduce", ...options });
    const faults = /** @type {string[]} */ ([]);
    context.on("weberror", (error) => faults.push(String(error.error())));
    t.after(async () => {
        await context.close();
        assert.deepEqual(faults, []);
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(`http://localhost:${at.port}/`);
    return { page, inside: page.frameLocator("iframe") };
}

/** Nothing of the frame is wider or higher than it. @param {import("playwright-core").FrameLocator} inside */
async function fits(inside) {
    const over = await inside.locator("html").evaluate((html) => [html.scrollWidth - innerWidth, html.scrollHeight - innerHeight]);
    assert.deepEqual(over.map((pixels) => Math.max(0, pixels)), [0, 0], "nothing scrolls");
}

const GAME = "?embed#/chess?moves=e4,e5,Nf3,Nc6,Bb5,a6&ply=5";

for (const [width, height] of [[400, 450], [800, 600], [300, 300], [1200, 400]]) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        test(`a board with its moves fits a frame of ${width} by ${height}, ${colorScheme}`, withoutServer, async (t) => {
            const { page, inside } = await framed(t, GAME, { width, height, browser: { colorScheme } });
            await inside.locator('#moves [data-ply="6"]').waitFor({ state: "attached" });
            await fits(inside);
            const board = (await inside.locator("#board").boundingBox()) ?? assert.fail("no board");
            assert.ok(Math.min(board.width, board.height) >= 0.4 * Math.min(width, height), JSON.stringify(board));
            assert.equal(await inside.locator('[data-point="25"]').getAttribute("data-piece"), "B");
            await inside.locator("#step-last").click();
            await inside.locator('#moves [data-ply="6"][aria-current="step"]').waitFor({ state: "attached" });
            if (PICTURES) await page.screenshot({ path: `${PICTURES}/embed-${width}x${height}-${colorScheme}.png` });
        });
    }
}

test("the lines beside the board are those of a frame", withoutServer, async (t) => {
    const table = await open(t, { game: "othello", side: "both" });
    await table.playAll("f5 f6 e6");
    await table.tab("share");
    await table.page.locator("#embed-open").click();
    const lines = await table.page.locator("#embed-code").inputValue();
    const { page, inside } = await framed(t, "", { lines });
    await inside.locator('#moves [data-ply="3"]').waitFor();
    assert.ok(((await page.locator("iframe").boundingBox())?.width ?? 0) >= 700);
    await inside.locator("#step-first").click();
    await inside.locator("#step-first[disabled]").waitFor();
    assert.equal(await inside.locator("[data-piece]").count(), 4);
    for (const [view, seen] of [["tree", "#tree-canvas"], ["ladder", "#ladder-rows [data-row]"]]) {
        await table.page.locator("#embed-view").selectOption(view);
        const { inside } = await framed(t, "", { lines: await table.page.locator("#embed-code").inputValue() });
        await inside.locator(seen).first().waitFor();
    }
});

test("what the address asks for is done: language, colours, side, opponent, moves", withoutServer, async (t) => {
    const { inside } = await framed(t, "?embed&lang=zh&theme=dark&play=second&moves=none#/tictactoe", { browser: { colorScheme: "light" } });
    await inside.locator("[data-piece='X']").waitFor();
    assert.equal(await inside.locator("html").getAttribute("lang"), "zh-CN");
    assert.equal(await inside.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor), "rgb(25, 27, 26)");
    assert.equal(await inside.locator("#moves").count(), 0);
    await inside.locator(".open[data-point]").first().click();
    await inside.locator("[data-piece='X']").nth(1).waitFor();
});

test("a game with remarks, rules and a puzzle are shown in a frame, and a bad link is told", withoutServer, async (t) => {
    const { deflateSync } = await import("node:zlib");
    const packed = (/** @type {unknown} */ shared) => `?embed#/shared/1.${deflateSync(JSON.stringify(shared)).toString("base64url")}`;
    const record = { game: "chess", nodes: [{ id: 1, move: "e2e4", comment: "Best by test" }, { id: 2, move: "d2d4" }] };
    const one = await framed(t, packed({ record, at: 1 }));
    await one.inside.locator("#moves .said", { hasText: "Best by test" }).waitFor();
    const two = await framed(t, packed({ puzzle: { game: "tictactoe", position: "XX./OO./... X", line: ["c3"] } }));
    await two.inside.locator('.puzzle #board [data-point="2"]').click();
    await two.inside.locator("#puzzle-said.good").waitFor();
    const three = await framed(t, "?embed#/shared/1.nonsense");
    await three.inside.locator("#embed-fault", { hasText: /damaged/ }).waitFor();
    const four = await framed(t, "?embed#/ches");
    await four.inside.locator("#embed-fault", { hasText: /chess/ }).waitFor();
    const five = await framed(t, "?embed");
    await five.inside.locator("#embed-fault", { hasText: /names no game/ }).waitFor();
});

for (const view of ["tree", "ladder"]) {
    for (const [width, height] of [[400, 450], [800, 600]]) {
        test(`the lab's ${view} is shown in a frame of ${width} by ${height}`, withoutServer, async (t) => {
            const { page, inside } = await framed(t, `?embed#/lab/${view}/connect4?search=alphabeta&depth=3&seconds=1&run`, { width, height });
            await inside.locator(view === "tree" ? "#tree-canvas" : "#ladder-rows [data-row='2'] [data-fact='score']").first().waitFor();
            const wide = await inside.locator("html").evaluate((html) => html.scrollWidth - innerWidth);
            assert.ok(wide <= 0, `${wide} pixels too wide`);
            assert.equal(await inside.locator(".bar").count(), 0);
            if (PICTURES) await page.screenshot({ path: `${PICTURES}/embed-${view}-${width}x${height}.png` });
        });
    }
}

test("a frame leaves nothing in the reader's browser, and axe finds nothing serious in it", withoutServer, async (t) => {
    const { page, inside } = await framed(t, GAME);
    await inside.locator("#board").waitFor();
    const kept = await inside.locator("html").evaluate(async () => [Object.keys(localStorage), Object.keys(sessionStorage), (await indexedDB.databases()).length]);
    assert.deepEqual(kept, [[], [], 0]);
    await page.frames()[1].evaluate(axeSource);
    const found = await page.frames()[1].evaluate(async () => {
        // @ts-ignore: axe has just been put there.
        const { violations } = await window.axe.run();
        return violations.filter((/** @type {any} */ { impact }) => ["serious", "critical"].includes(impact)).map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html}`);
    });
    assert.deepEqual(found, []);
});
