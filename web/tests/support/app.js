/** The app under test: starts the binary that `WANQI` names, on a free port; or serves the folder that `LINK` names. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { serveFolder } from "./link.js";

/** How long the app may take to say where it is. */
const PATIENCE_MS = 30_000;

/**
 * @typedef {object} App
 * @property {string} url      Where its page is.
 * @property {() => Promise<void>} stop  Ends it, abruptly, as a crash or a shutdown would.
 */

/**
 * Starts the app.
 * @param {number} [port]  0 for any free one.
 * @param {string[]} [data]  Where games are kept; nowhere, if nothing is said.
 * @returns {Promise<App>}
 */
export async function startApp(port = 0, data = ["--ephemeral"]) {
    if (process.env.LINK && port === 0) return await serveFolder(process.env.LINK);
    const binary = process.env.WANQI;
    if (!binary) throw new Error("WANQI must name the app's binary; run web/tests/run");
    const child = spawn(binary, ["serve", "--no-open", "--port", String(port), ...data], {
        stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    let said = "";
    /** @type {string} */
    const url = await new Promise((resolve, reject) => {
        const fail = (/** @type {string} */ what) => reject(new Error(`${binary} ${what}; it said: ${said}`));
        const timer = setTimeout(() => {
            child.kill("SIGKILL");
            fail("did not say where it is");
        }, PATIENCE_MS);
        child.once("error", (error) => fail(String(error)));
        child.once("exit", (code) => fail(`ended with ${code}`));
        for (const stream of [child.stdout, child.stderr]) {
            createInterface(stream).on("line", (line) => {
                said += `${line}\n`;
                const address = /http:\/\/[^\s/]+:\d+\/?/.exec(line);
                if (!address) return;
                clearTimeout(timer);
                resolve(address[0]);
            });
        }
    });
    return {
        url,
        stop: async () => {
            child.kill("SIGKILL");
            await ended;
        },
    };
}
