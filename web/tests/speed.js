/**
 * Speeds of the engine in a browser beside those of the program, by turns: nodes and random games a second of processor time, so
 * that what else runs on the machine counts little.
 *
 *   WANQI=target/release/wanqi LINK=target/link taskset --cpu-list 1 node web/tests/speed.js [ROUNDS [SECONDS]]
 *
 * WANQI is built without a target-cpu. Needs Linux and what `web/tests/run` needs.
 */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { serveFolder } from "./support/link.js";
import { descendants, taken } from "./support/processes.js";
import { startBrowser } from "./support/suite.js";

const ROUNDS = Number(process.argv[2] ?? 5);
const SECONDS = Number(process.argv[3] ?? 3);

/** What is searched: a name, a game, a player, a position. */
const SEARCHED = [
    ["chess", "chess", "best", ""],
    ["chess, middle game", "chess", "best", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"],
    ["chess without its network", "chess", "best:eval=piece-square", ""],
    ["xiangqi", "xiangqi", "best", ""],
    ["gomoku", "gomoku", "best", ""],
    ["Othello", "othello", "best", ""],
    ["Go 9×9, search", "go:size=9", "mcts", ""],
    ["Go 19×19, search", "go", "mcts", ""],
    ["shogi, rule file", "shogi", "best", ""],
    ["xiangqi, rule file", "rules/xiangqi", "best", ""],
    ["minishogi, rule file", "minishogi", "best", ""],
    ["breakthrough, rule file", "breakthrough", "best", ""],
    ["amazons, rule file", "amazons", "best", ""],
];
/** Of what random games are played. */
const PLAYED_OUT = [
    ["Go 9×9, random games", "go:size=9"],
    ["Go 19×19, random games", "go"],
    ["xiangqi, rule file, random games", "rules/xiangqi"],
];

/** What is measured: a name, a request, and how much has been done by its answer. @type {[string, object, (answer: any) => number][]} */
const MEASURED = [];
for (const [name, game, player, position] of SEARCHED) {
    const request = { request: "analyse", game, player, seconds: SECONDS, ...(position && { position }) };
    MEASURED.push([name, request, ({ work }) => (player === "mcts" ? work.playouts : work.interior + work.leaves)]);
}
for (const [name, game] of PLAYED_OUT) {
    MEASURED.push([name, { request: "playouts", game, seconds: SECONDS, seed: 1 }, ({ games }) => games]);
}

const host = await serveFolder(process.env.LINK ?? "target/link");
const browser = await startBrowser();
const page = await browser.newPage();
await page.goto(`${host.url}engine/`);
await page.evaluate(async () => {
    // @ts-ignore: a module of the page.
    const { Engine } = await import("./wanqi.js");
    const engine = new Engine("json");
    await engine.ready;
    Object.assign(window, { engine });
});
const inBrowser = {
    pids: descendants(process.pid),
    /** @param {object} request */
    ask: async (request) => {
        const line = await page.evaluate(async (line) => {
            /** @type {any} */
            const { engine } = window;
            return (await engine.ask(line, '{"id":1,"answer"')).at(-1);
        }, JSON.stringify({ id: 1, ...request }));
        return JSON.parse(line);
    },
};

const child = spawn(process.env.WANQI ?? "target/release/wanqi", ["json", "--jobs", "1"], { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
const inProgram = {
    pids: [child.pid ?? 0],
    /** @param {object} request */
    ask: async (request) => {
        child.stdin.write(`${JSON.stringify({ id: 1, ...request })}\n`);
        for (;;) {
            const { value, done } = await lines.next();
            if (done) throw new Error("the program has ended");
            const heard = JSON.parse(value);
            if (heard.error) throw new Error(value);
            if (heard.answer) return heard;
        }
    },
};

/** @param {number[]} all */
const median = (all) => [...all].sort((a, b) => a - b)[all.length >> 1];
console.log(`Chromium ${browser.version()}: ${ROUNDS} rounds of ${SECONDS} s`);
for (const [name, request, done] of MEASURED) {
    /** @param {typeof inProgram} side */
    const speed = async (side) => {
        const before = taken(side.pids);
        const { answer } = await side.ask(request);
        return done(answer) / (taken(side.pids) - before);
    };
    // Code is compiled better once it has run for a while.
    await inBrowser.ask(request);
    /** @type {[number, number][]} */
    const speeds = [];
    for (let round = 0; round < ROUNDS; round += 1) speeds.push([await speed(inProgram), await speed(inBrowser)]);
    const ratios = speeds.map(([here, there]) => 100 * there / here);
    const [here, there] = [0, 1].map((side) => Math.round(median(speeds.map((both) => both[side]))));
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map(Math.round);
    console.log(`${name}: ${here} in the program, ${there} in the browser: ${Math.round(median(ratios))} % (${least} to ${most})`);
}
child.kill();
await browser.close();
await host.stop();
