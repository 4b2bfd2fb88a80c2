/**
 * Speeds of the engine in a browser beside those of the program, by turns on one core: nodes and random games a second.
 *
 *   WANQI=target/release/wanqi LINK=target/link taskset --cpu-list 1 node web/tests/speed.js [ROUNDS [SECONDS]]
 *
 * WANQI is built without a target-cpu. Needs what `web/tests/run` needs, and a machine that does nothing else.
 */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { serveFolder } from "./support/link.js";
import { startBrowser } from "./support/suite.js";

const ROUNDS = Number(process.argv[2] ?? 5);
const SECONDS = Number(process.argv[3] ?? 3);

/** What is measured, a request each; and what of its answer is the speed. @type {[string, object, (answer: any) => number][]} */
const MEASURED = [
    ...[
        ["chess", "chess", "best", "start"],
        ["chess, middle game", "chess", "best", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"],
        ["gomoku", "gomoku", "best", "start"],
        ["othello", "othello", "best", "start"],
        ["xiangqi", "xiangqi", "best", "start"],
        ["Go 9×9, search", "go:size=9", "mcts", "start"],
        ["Go 19×19, search", "go", "mcts", "start"],
        ["rule file: shogi", "shogi", "best", "start"],
        ["rule file: xiangqi", "rules/xiangqi", "best", "start"],
        ["rule file: minishogi", "minishogi", "best", "start"],
        ["rule file: breakthrough", "breakthrough", "best", "start"],
        ["rule file: hex", "hex", "mcts", "start"],
    ].map(([name, game, player, position]) => /** @type {[string, object, (answer: any) => number]} */ ([name,
        { request: "analyse", game, player, seconds: SECONDS, ...(position !== "start" && { position }) },
        ({ work }) => (1000 * (player === "mcts" ? work.playouts : work.interior + work.leaves)) / work.millis])),
    ...[["Go 9×9, random games", "go:size=9"], ["Go 19×19, random games", "go"], ["rule file: xiangqi, random games", "rules/xiangqi"]].map(([name, game]) =>
        /** @type {[string, object, (answer: any) => number]} */ ([name, { request: "playouts", game, seconds: SECONDS, seed: 1 }, ({ games_per_second }) => games_per_second])),
];

/** Answers of the program. */
function startProgram() {
    const child = spawn(process.env.WANQI ?? "wanqi", ["json", "--jobs", "1"], { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    return {
        /** @param {object} request */
        ask: async (request) => {
            child.stdin.write(`${JSON.stringify({ id: 1, ...request })}\n`);
            for (;;) {
                const { value, done } = await lines.next();
                if (done) throw new Error("the program has ended");
                const answer = JSON.parse(value);
                if (!answer.progress) return answer;
            }
        },
        end: () => child.kill(),
    };
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
/** @param {object} request */
const askBrowser = async (request) => JSON.parse(await page.evaluate(async (line) => {
    /** @type {any} */
    const { engine } = window;
    const lines = await engine.ask(line, "{\"id\":1,\"answer\"");
    return lines.at(-1);
}, JSON.stringify({ id: 1, ...request })));

const program = startProgram();
/** @param {number[]} all */
const median = (all) => [...all].sort((a, b) => a - b)[all.length >> 1];
console.log(`${await browser.version()}: ${ROUNDS} rounds of ${SECONDS} s, medians a second`);
for (const [name, request, speed] of MEASURED) {
    /** @type {number[][]} */
    const [here, there, ratios] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
        const [native, link] = [await program.ask(request), await askBrowser(request)];
        if (native.error) throw new Error(`${name}: ${JSON.stringify(native.error)}`);
        here.push(speed(native.answer));
        there.push(speed(link.answer));
        ratios.push(100 * there[round] / here[round]);
    }
    console.log(`${name}: ${Math.round(median(here))} in the program, ${Math.round(median(there))} in the browser: ${median(ratios).toFixed(0)} % (${Math.min(...ratios).toFixed(0)} to ${Math.max(...ratios).toFixed(0)})`);
}
program.end();
await browser.close();
await host.stop();
