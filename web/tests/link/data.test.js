/** Networks and opening books of the folder that `LINK` names: files of their own, fetched when they are first needed. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serveFolder } from "../support/link.js";
import { prepare, startBrowser } from "../support/suite.js";

const folder = process.env.LINK ?? assert.fail("LINK names the folder that `cargo xtask web` has built");
const { open: openPage } = prepare();

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => (browser = await startBrowser()));
after(() => browser.close());

/**
 * Asks an engine something at a host that sends files as told, and says what was heard, of what it warned, and which data it took.
 * @param {string} open
 * @param {string[]} lines  The last waits for an answer that begins with `last`.
 * @param {string} last
 * @param {(path: string, bytes: Uint8Array) => Uint8Array | null} [sent]
 */
async function ask(open, lines, last, sent = (_, bytes) => bytes) {
    /** @type {string[]} */
    const taken = [];
    const host = await serveFolder(folder, 0, (path, bytes) => {
        if (path.startsWith("/engine/data/")) taken.push(path.slice("/engine/data/".length));
        return sent(path, bytes);
    });
    const page = await browser.newPage();
    try {
        await page.goto(`${host.url}engine/`);
        const told = await page.evaluate(async ({ open, lines, last }) => {
            // @ts-ignore: a module of the page.
            const { Engine } = await import("./wanqi.js");
            /** @type {string[]} */
            const warned = [];
            const engine = new Engine(open, { warned: (/** @type {string} */ what) => warned.push(what), failed: () => {} });
            try {
                await engine.ready;
            } catch (error) {
                return { heard: [], warned, failed: String(error) };
            }
            for (const line of lines.slice(0, -1)) engine.say(line);
            return { heard: await engine.ask(lines.at(-1), last), warned, failed: "" };
        }, { open, lines, last });
        return { ...told, taken };
    } finally {
        await page.close();
        await host.stop();
    }
}

test("only what a game needs is fetched, and once", async () => {
    const chess = await ask("uci", ["go depth 3", "ucinewgame", "go depth 3"], "bestmove");
    assert.deepEqual(chess.taken, ["chess.nn"]);
    assert.deepEqual(chess.warned, []);
    const ataxx = await ask("uci ataxx", ["go depth 2"], "bestmove");
    assert.deepEqual(ataxx.taken, ["ataxx.net"]);
    const none = await ask("uci breakthrough best:eval=none", ["go depth 2"], "bestmove");
    assert.deepEqual(none.taken, []);
});

/** @type {[string, (bytes: Uint8Array) => Uint8Array | null, RegExp][]} */
const FAULTS = [
    ["cannot be fetched", () => null, /it cannot be fetched: 404/],
    ["is cut off", (bytes) => bytes.subarray(0, 1000), /it has 1000 bytes instead of \d+/],
    ["was changed", (bytes) => bytes.map((byte, at) => (at === 500 ? byte ^ 1 : byte)), /it is another file than this page was built with/],
];
for (const [what, change, why] of FAULTS) {
    test(`a network that ${what} is told of, and the game goes on without`, async () => {
        for (const [open, line, last, name] of [
            ["uci", "go depth 4", "bestmove", "chess.nn"],
            ["gomocup", "START 15\nBEGIN", "7,7", "gomoku.nn"],
            ["uci xiangqi", "go depth 3", "bestmove", "xiangqi.nn"],
            ["uci minishogi", "go depth 2", "bestmove", "minishogi.net"],
        ]) {
            const told = await ask(open, [line], last, (path, bytes) => (path.endsWith(name) ? change(bytes) : bytes));
            assert.match(told.heard.at(-1) ?? "", new RegExp(`^${last}`), `${open}: ${JSON.stringify(told)}`);
            assert.equal(told.warned.length, 1, `${open}: ${told.warned}`);
            assert.match(told.warned[0], why);
            assert.ok(told.warned[0].startsWith(`the file ${name} is missing`), told.warned[0]);
        }
    });
}

test("who asks for a network by name is told that it is missing", async () => {
    const told = await ask("uci chess best:eval=network", ["go depth 1"], "bestmove", (path, bytes) => (path.endsWith("chess.nn") ? null : bytes));
    assert.match([told.failed, ...told.heard, ...told.warned].join(), /the file chess\.nn is missing/);
});

test("networks that nobody has asked for are kept, and serve without a host", async (t) => {
    const host = await serveFolder(folder);
    const context = await browser.newContext();
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(host.url);
    await page.evaluate(async () => {
        for (;;) {
            for (const name of await caches.keys()) {
                const kept = await (await caches.open(name)).keys();
                if (kept.some(({ url }) => url.includes("/engine/data/othello.net?"))) return;
            }
            await new Promise((done) => setTimeout(done, 100));
        }
    });
    await host.stop();
    await page.goto(`${host.url}engine/index.html`);
    const told = await page.evaluate(async () => {
        // @ts-ignore: a module of the page.
        const { Engine } = await import("./wanqi.js");
        /** @type {string[]} */
        const warned = [];
        const engine = new Engine("json", { warned: (/** @type {string} */ what) => warned.push(what) });
        const answer = await engine.ask('{"id": 1, "request": "analyse", "game": "othello", "depth": 4}', '{"id":1,"answer"');
        return { warned, answer: JSON.parse(answer.at(-1)).answer };
    });
    assert.deepEqual(told.warned, []);
    assert.match(told.answer.score_text, /discs/, "by Othello's network, and not by squares");
});

test("the page says that a network is missing, and the machine plays", async (t) => {
    const host = await serveFolder(folder, 0, (path, bytes) => (path.endsWith("othello.net") ? bytes.subarray(0, 99) : bytes));
    t.after(() => host.stop());
    const table = await openPage(t, { game: "othello", app: host, player: "best:depth=2" });
    await table.page.locator("#trouble-data", { hasText: "the file othello.net is missing: it has 99 bytes instead of" }).waitFor();
    await table.play("d3");
    await table.turn();
    assert.equal(table.view.ply, 2);
});
