/** The engine alone, as a module for other pages: `LINK` names the folder that `cargo xtask web` has built. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { serveFolder } from "../support/link.js";
import { startBrowser } from "../support/suite.js";

const folder = process.env.LINK;

/** @type {import("../support/app.js").App} */
let host;
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
    assert.ok(folder, "LINK names the folder that `cargo xtask web` has built");
    host = await serveFolder(folder);
    browser = await startBrowser();
});
after(async () => {
    await browser?.close();
    await host?.stop();
});

/**
 * Opens an engine in a page and has it do something.
 * @template T
 * @param {(engine: any) => Promise<T>} act
 * @param {string} [open]
 * @returns {Promise<T>}
 */
async function withEngine(act, open = "uci") {
    const page = await browser.newPage();
    await page.goto(`${host.url}engine/`);
    try {
        return await page.evaluate(
            `(async () => {
                const { Engine } = await import("./wanqi.js");
                const engine = new Engine(${JSON.stringify(open)});
                await engine.ready;
                return await (${act})(engine);
            })()`,
        );
    } finally {
        await page.close();
    }
}

test("it plays chess in UCI", async () => {
    const lines = await withEngine(async (engine) => {
        engine.say("position startpos moves f2f3 e7e5 g2g4");
        return await engine.ask("go depth 3", "bestmove");
    });
    assert.equal(lines.at(-1), "bestmove d8h4");
});

test("it stops within 50 ms", async () => {
    const waits = await withEngine(async (engine) => {
        const waits = [];
        for (let i = 0; i < 5; i += 1) {
            const first = engine.ask("go infinite", "info depth");
            await first;
            const began = performance.now();
            await engine.ask("stop", "bestmove");
            waits.push(performance.now() - began);
        }
        return waits.sort((a, b) => a - b);
    });
    assert.ok(waits[2] < 50, `${waits}`);
});

test("what is asked meanwhile is answered, or waits for its turn", async () => {
    const lines = await withEngine(async (engine) => {
        await engine.ask("go infinite", "info depth");
        const ready = await engine.ask("isready", "readyok");
        // A new search ends the one before it.
        const first = engine.ask("go depth 2", "bestmove");
        const all = [...await first];
        all.push(...await engine.ask("isready", "readyok"));
        return { ready, all };
    });
    assert.ok(lines.ready.includes("readyok"));
    assert.ok(lines.all.some((/** @type {string} */ line) => line.startsWith("bestmove")));
});

for (const [open, line, last, expected] of [
    ["gtp go:size=9", "genmove b", "=", /^= [A-J][1-9]/],
    ["gomocup", "START 15", "OK", /^OK/],
    ["ucci", "ucci", "ucciok", /^ucciok/],
    ["usi minishogi", "usi", "usiok", /^usiok/],
    ["uci xiangqi", "go movetime 200", "bestmove", /^bestmove [a-i][0-9]+[a-i][0-9]+/],
    ["uci breakthrough", "go movetime 200", "bestmove", /^bestmove [a-h][1-8][a-h][1-8]/],
]) {
    test(`it speaks ${open}`, async () => {
        const lines = await withEngine(
            // @ts-ignore: written into the page.
            new Function("engine", `return engine.ask(${JSON.stringify(line)}, ${JSON.stringify(last)})`),
            /** @type {string} */ (open),
        );
        assert.match(lines.at(-1), /** @type {RegExp} */ (expected));
    });
}

test("it answers requests in JSON, any game's, while others are worked on", async () => {
    const lines = await withEngine(async (engine) => {
        await engine.ask('{"id": 1, "request": "analyse", "game": "go:size=9", "seconds": 60}', '{"id":1,"progress"');
        await engine.ask('{"id": 2, "request": "new", "game": "chess", "moves": "f3 e5 g4"}', '{"id":2,"answer"');
        const best = await engine.ask('{"id": 3, "request": "go", "player": "best:depth=2"}', '{"id":3,"answer"');
        const match = await engine.ask(
            '{"id": 4, "request": "match", "game": "tictactoe", "a": "random:seed=1", "b": "random:seed=2", "games": 4}',
            '{"id":4,"answer"',
        );
        const stopped = await engine.ask('{"id": 5, "request": "stop", "of": 1}', '{"id":1,"answer"');
        return [best, match, stopped].map((said) => JSON.parse(said.at(-1)).answer);
    }, "json");
    assert.equal(lines[0].move, "d8h4");
    assert.equal(lines[1].games.length, 4);
    assert.equal(lines[2].stopped, true);
});

/** What the program answers to the same requests, each asked when the one before is answered. */
async function ofProgram(/** @type {object[]} */ requests) {
    const program = spawn(/** @type {string} */ (process.env.WANQI), ["json"], { stdio: ["pipe", "pipe", "inherit"] });
    try {
        const lines = createInterface(program.stdout)[Symbol.asyncIterator]();
        const answers = [];
        for (const [id, request] of requests.entries()) {
            program.stdin.write(`${JSON.stringify({ id, ...request })}\n`);
            let said;
            do said = JSON.parse((await lines.next()).value);
            while (said.id !== id || said.progress);
            answers.push(said.answer);
        }
        return answers;
    } finally {
        program.kill();
    }
}

// Its sums are of whole numbers, and its floats are added up in one order: only what `exp` and `tanh` of the two differ by is left.
test("the network of Go says the same here and in the program", async () => {
    const go = { request: "go", player: "mcts:playouts=50,seed=1" };
    const positions = ["size=9", "size=7", "size=8,komi=5.5", "size=13", "size=19"].map((options, number) => (
        { request: "new", game: `go:${options}`, moves: ["", "D4 E4 D3 D5 C5", "C3 F6 F3 C6 pass E3 D3", "D4 K10 D10", "Q16 D4 Q3 D16"][number] }
    ));
    const requests = positions.flatMap((position) => [position, go]);
    const native = await ofProgram(requests);
    const here = await withEngine(
        // @ts-ignore: written into the page.
        new Function("engine", `return (async () => {
            const answers = [];
            for (const [id, request] of ${JSON.stringify(requests)}.entries()) {
                const lines = await engine.ask(JSON.stringify({ id, ...request }), \`{"id":\${id},"answer"\`);
                answers.push(JSON.parse(lines.at(-1)).answer);
            }
            return answers;
        })()`),
        "json",
    );
    for (const [number, { analysis }] of here.entries()) {
        if (!analysis) continue;
        const { best, win_probability: value, moves: [{ visits }], work: { playouts } } = native[number].analysis;
        assert.equal(playouts, 0, "a network guides it");
        assert.equal(analysis.best, best);
        assert.ok(Math.abs(analysis.win_probability - value) < 0.005, `${analysis.win_probability} and ${value}`);
        assert.ok(Math.abs(analysis.moves[0].visits - visits) <= 2, `${analysis.moves[0].visits} and ${visits}`);
    }
    assert.equal(here.filter((/** @type {any} */ answer) => answer.analysis).length, positions.length);
});

test("what cannot be opened is told in words", async () => {
    const page = await browser.newPage();
    await page.goto(`${host.url}engine/`);
    const told = await page.evaluate(async () => {
        // @ts-ignore: a module of the page.
        const { Engine } = await import("./wanqi.js");
        /** @type {string[]} */
        const heard = [];
        const engine = new Engine("xboard", { heard: (/** @type {string} */ line) => heard.push(line), failed: () => {} });
        const why = await engine.ready.catch((/** @type {Error} */ error) => error.message);
        return [...heard, why];
    });
    await page.close();
    assert.deepEqual(told, ['there is no protocol "xboard": it is one of uci, usi, ucci, gtp, gomocup, json', "cannot open xboard"]);
});
