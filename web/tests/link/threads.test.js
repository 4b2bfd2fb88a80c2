/** Several threads for a search: where the page is isolated from others, and what there is where it is not. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { serveFolder } from "../support/link.js";
import { prepare } from "../support/suite.js";
import { withThreads } from "../support/transports.js";

const { open, browser } = prepare();

/** What isolates a page, said by its host. */
const ISOLATION = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

/**
 * A host of the folder; its browsers have two cores.
 * @param {{ after: (end: () => Promise<void>) => void }} t
 * @param {{ headers?: Record<string, string>, change?: [string, string], only?: number }} [how]
 *   `change`: what is another text in the worker; `only`: in which worker alone, from 1.
 */
async function serve(t, { headers = ISOLATION, change, only } = {}) {
    /** @type {string[]} */
    const asked = [];
    let workers = 0;
    const told = (/** @type {Uint8Array} */ bytes) => {
        let text = new TextDecoder().decode(bytes);
        workers += 1;
        const isMeant = change && (only ?? workers) === workers;
        for (const [from, to] of [["navigator.hardwareConcurrency", "2"], ...(isMeant ? [change] : [])]) {
            assert.ok(text.includes(from), from);
            text = text.replace(from, to);
        }
        return new TextEncoder().encode(text);
    };
    const host = await serveFolder(process.env.LINK ?? "", 0, (path, bytes) => {
        asked.push(path);
        return path.endsWith("/engine/worker.js") ? told(bytes) : bytes;
    }, headers);
    t.after(host.stop);
    return { host, modules: () => asked.filter((path) => path.endsWith(".wasm")) };
}

/**
 * Opens an engine in a page of its own and has it do something.
 * @template T
 * @param {import("../support/app.js").App} host
 * @param {(engine: any, threads: number) => Promise<T>} act
 * @param {string} [protocol]
 * @returns {Promise<T>}
 */
async function withEngine(host, act, protocol = "uci") {
    const page = await browser().newPage();
    await page.goto(`${host.url}engine/`);
    try {
        return await page.evaluate(`(async () => {
            const { Engine } = await import("./wanqi.js");
            const engine = new Engine(${JSON.stringify(protocol)});
            const { threads } = await engine.ready;
            return await (${act})(engine, threads);
        })()`);
    } finally {
        await page.close();
    }
}

/** Looks at so many positions with two threads, each of which may look at half of them: how many it told, and how many threads there are. */
const HALVES = async (/** @type {any} */ engine, /** @type {number} */ threads) => {
    engine.say("setoption name Threads value 2");
    let nodes = 0;
    // The thread may come too late for the first search.
    for (let i = 0; i < 20 && nodes <= 62_000; i += 1) {
        const lines = await engine.ask("go nodes 120000", "bestmove");
        nodes = Number(lines.findLast((/** @type {string} */ line) => line.includes(" nodes "))?.match(/ nodes (\d+)/)[1]);
        if (threads === 1) break;
    }
    return { nodes, threads };
};

test("in an isolated page two threads search, and the module for one is not asked for", withThreads, async (t) => {
    const { host, modules } = await serve(t);
    const { nodes, threads } = await withEngine(host, HALVES);
    assert.equal(threads, 2);
    assert.ok(nodes > 62_000, `${nodes} are no more than the first thread's half`);
    assert.deepEqual(modules(), ["/engine/wanqi-threads.wasm"]);
});

test("in another page one thread searches, and the module for several is not asked for", withThreads, async (t) => {
    const { host, modules } = await serve(t, { headers: {} });
    const { nodes, threads } = await withEngine(host, HALVES);
    assert.equal(threads, 1);
    assert.ok(nodes > 50_000 && nodes <= 62_000, `${nodes} are the first thread's half`);
    assert.deepEqual(modules(), ["/engine/wanqi.wasm"]);
});

test("one thread finds the same in both modules", withThreads, async (t) => {
    const found = [];
    for (const headers of [ISOLATION, {}]) {
        const { host } = await serve(t, { headers });
        const lines = await withEngine(host, (engine) => engine.ask("go nodes 30000", "bestmove"));
        // How often it says something in between is a matter of time.
        found.push(lines.slice(-2).map((/** @type {string} */ line) => line.replace(/ (time|nps) \d+/g, "")));
    }
    assert.match(found[0][0], / nodes 30000 /);
    assert.deepEqual(found[0], found[1]);
});

test("two threads stop when they are told to, and search again", withThreads, async (t) => {
    const { host } = await serve(t);
    const moves = await withEngine(host, async (engine) => {
        engine.say("setoption name Threads value 2");
        const moves = [];
        for (let i = 0; i < 5; i += 1) {
            await engine.ask("go infinite", "info depth");
            moves.push((await engine.ask("stop", "bestmove")).at(-1));
        }
        return moves;
    });
    for (const move of moves) assert.match(move, /^bestmove [a-h]/);
});

test("two threads search as deep as they are asked to, however they race", withThreads, async (t) => {
    const { host } = await serve(t);
    const depths = await withEngine(host, async (engine) => {
        const depths = [];
        for (let i = 0; i < 20; i += 1) {
            const lines = await engine.ask(JSON.stringify({ id: 1, request: "analyse", game: "chess", player: "best:threads=2", depth: 9 }),
                '{"id":1,"answer"');
            depths.push(JSON.parse(lines.at(-1)).answer.depth);
        }
        return depths;
    }, "json");
    assert.ok(depths.every((/** @type {number} */ depth) => depth >= 9), depths.join(" "));
});

for (const [game, player] of [["go:size=9", "mcts:threads=2"], ["othello", "best:threads=2"], ["breakthrough", "best:threads=2"]]) {
    test(`${player} plays ${game}`, withThreads, async (t) => {
        const { host } = await serve(t);
        const line = JSON.stringify({ id: 1, request: "analyse", game, player, seconds: 1 });
        // @ts-ignore: written into the page.
        const lines = await withEngine(host, new Function("engine", `return engine.ask(${JSON.stringify(line)}, '{"id":1,"answer"')`), "json");
        const { work } = JSON.parse(lines.at(-1)).answer;
        assert.ok(work.playouts + work.interior + work.leaves > 0);
    });
}

/** Asks for a player in the form for a new game. @param {import("../support/table.js").Table} table @param {string} player */
async function ask({ page }, player) {
    await page.locator("#new-game").click();
    await page.locator("#level").selectOption("?");
    await page.locator("#player").fill(player);
    await page.locator("#player").press("Tab");
    await page.locator("#new").click();
}

test("the service worker isolates the page from its second visit on, without a host", withThreads, async (t) => {
    const { host, modules } = await serve(t, { headers: {} });
    const tolerated = /ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to fetch/;
    const table = await open(t, { game: "chess", app: host, tolerated, browser: { serviceWorkers: "allow" } });
    const { page } = table;
    await ask(table, "best:threads=2");
    await table.shows("#setup-error", /^threads: .*at most 1: .*once it is loaded again/);
    assert.deepEqual(modules().filter((path) => path.includes("threads")), [], "nobody has asked for it yet");
    assert.equal(await page.evaluate("crossOriginIsolated"), false);
    // It has the module for several threads a while after the visit.
    await page.evaluate(async () => {
        while (!await caches.match("./engine/wanqi-threads.wasm")) await new Promise((done) => setTimeout(done, 100));
    });
    await host.stop();
    const { heard } = table;
    await page.reload();
    await table.until("the game again", () => table.heard > heard);
    assert.equal(await page.evaluate("crossOriginIsolated"), true);
    await ask(table, "best:threads=2,depth=4");
    await page.locator("#setup-error").waitFor({ state: "detached" });
    await table.play("e4");
    await table.turn();
    // What it has of networks by now is a matter of time.
    assert.equal(await page.locator("#trouble-engine, #trouble-threads").count(), 0);
    await ask(table, "best:threads=3");
    await table.shows("#setup-error", /^threads: .*at most 2, one a core/);
});

for (const [locale, died, fewer] of /** @type {const} */ ([
    ["en", /has stopped[^]*started again/, /fewer threads here than they might \(a worker cannot be loaded\)/],
    ["zh-CN", /已停止[^]*已重新启动/, /线程少于可用的数量/],
])) {
    test(`a thread that fails is told, and the game goes on, ${locale}`, withThreads, async (t) => {
        // The first that helps, in its search; the next is whole.
        const { host } = await serve(t, { change: ["now: () => performance.now() + behind", 'now: () => { throw new Error("lost"); }'], only: 2 });
        const table = await open(t, { game: "chess", app: host, browser: { locale }, tolerated: /unreachable|panicked|RuntimeError|lost/ });
        await ask(table, "best:threads=2,time=1s");
        await table.play("e4");
        await table.shows('#trouble-engine[data-kind="died"]', died);
        await table.until("the machine's move", ({ view }) => view.ply === 2);
    });

    test(`a thread that cannot begin is told, and the search goes on without it, ${locale}`, withThreads, async (t) => {
        const { host } = await serve(t, { change: ["new Worker(import.meta.url,", 'new Worker(new URL("gone.js", import.meta.url),'] });
        const table = await open(t, { game: "chess", app: host, browser: { locale }, tolerated: /404/ });
        await ask(table, "best:threads=2,depth=4");
        await table.play("e4");
        await table.turn();
        const told = table.page.locator('#trouble-threads[data-kind="unthreaded"]');
        await told.waitFor();
        assert.match(await told.innerText(), fewer);
    });
}
