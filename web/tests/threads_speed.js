/**
 * What a second thread is worth in a browser: nodes and playouts a second by the clock, of the module for one thread and of the one for
 * several with one and with two, by turns; and by processor time, where other work on the machine counts little: what two threads do in
 * a second of one processor, beside what one does.
 *
 *   LINK=target/link node web/tests/threads_speed.js [ROUNDS [SECONDS]]
 *
 * LINK is built by `cargo xtask web --threads`. Needs Linux, what `web/tests/run` needs, and a machine that does nothing else.
 */

import { loadavg } from "node:os";
import { serveFolder } from "./support/link.js";
import { descendants, taken } from "./support/processes.js";
import { startBrowser } from "./support/suite.js";

const ROUNDS = Number(process.argv[2] ?? 5);
const SECONDS = Number(process.argv[3] ?? 3);
/** What is searched: a name, a game, a player, a position. */
const SEARCHED = [
    ["chess, from the start", "chess", "best", ""],
    ["chess, a middle game", "chess", "best", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"],
    ["Go 9×9", "go:size=9", "mcts", ""],
    ["Go 19×19", "go", "mcts", ""],
];
const ISOLATION = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

const folder = process.env.LINK ?? "target/link";
const hosts = await Promise.all([{}, ISOLATION].map((headers) => serveFolder(folder, 0, undefined, headers)));
const browser = await startBrowser();
/** An engine of each module. @type {((request: object) => Promise<any>)[]} */
const engines = [];
for (const host of hosts) {
    const page = await browser.newPage();
    await page.goto(`${host.url}engine/`);
    const threads = await page.evaluate(async () => {
        // @ts-ignore: a module of the page.
        const { Engine } = await import("./wanqi.js");
        const engine = new Engine("json");
        Object.assign(window, { engine });
        return (await engine.ready).threads;
    });
    console.log(`${host === hosts[0] ? "not isolated" : "isolated"}: up to ${threads} threads`);
    engines.push(async (request) => {
        const said = await page.evaluate(async (line) => {
            /** @type {any} */
            const { engine } = window;
            return (await engine.ask(line, '{"id":1,"answer"')).at(-1);
        }, JSON.stringify({ id: 1, request: "analyse", ...request }));
        return JSON.parse(said).answer;
    });
}
/** Which engine, and how many threads. */
const WAYS = [[0, 1], [1, 1], [1, 2]];

/** @param {number[]} all */
const median = (all) => [...all].sort((a, b) => a - b)[all.length >> 1];
const load = () => loadavg()[0].toFixed(1);
const pids = descendants(process.pid);
console.log(`Chromium ${browser.version()}: ${ROUNDS} rounds of ${SECONDS} s, load ${load()}`);
for (const [name, game, player, position] of SEARCHED) {
    /** @param {number[]} way */
    const speed = async ([module, threads]) => {
        const began = performance.now();
        const before = taken(pids);
        const request = { game, player: `${player}:threads=${threads}`, seconds: SECONDS, ...(position && { position }) };
        const { work } = await engines[module](request);
        // Simulations end in a game played out, or at a leaf that a network looks at.
        const done = player === "mcts" ? Math.max(work.playouts, work.leaves) : work.interior + work.leaves;
        return { byClock: 1000 * done / (performance.now() - began), byProcessor: done / (taken(pids) - before) };
    };
    // Code is compiled better once it has run for a while, and threads begin.
    for (const way of WAYS) await speed(way);
    /** @type {{ byClock: number, byProcessor: number }[][]} */
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push([]);
        for (const way of WAYS) rounds[round].push(await speed(way));
    }
    const [plain, one, two] = WAYS.map((_, way) => Math.round(median(rounds.map((round) => round[way].byClock))));
    const told = (/** @type {number[]} */ all) => {
        const [middle, least, most] = [median(all), Math.min(...all), Math.max(...all)].map((one) => one.toFixed(2));
        return `${middle} (${least} to ${most})`;
    };
    const gains = told(rounds.map(([, one, two]) => two.byClock / one.byClock));
    const shares = told(rounds.map(([, one, two]) => two.byProcessor / one.byProcessor));
    const costs = told(rounds.map(([plain, one]) => one.byProcessor / plain.byProcessor));
    console.log(`${name}: ${plain} in the module for one thread; ${one} with one, ${two} with two: ${gains} times; by processor time two do ${shares} of what one does, and one ${costs} of what the module for one does; load ${load()}`);
}
await browser.close();
for (const host of hosts) await host.stop();
