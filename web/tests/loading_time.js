/**
 * How soon the page can be clicked on a slow processor, and what comes over the wire; first visits and second ones.
 *
 *   WANQI=target/release/wanqi node web/tests/loading_time.js ['SELECTOR' [PATH [SLOWDOWN]]]
 *   LINK=target/link node web/tests/loading_time.js '[data-point].open' /chess 1
 *
 * SELECTOR is what is to be clicked, a board of the gallery if nothing is said; PATH the part of the address after `#`; SLOWDOWN how
 * many times slower the page's processor is, 4 if nothing is said. With LINK it is the page without a server, and what its worker
 * takes is counted too, as a host that compresses by gzip sends it.
 * Needs what `web/tests/run` needs, and a machine that does nothing else.
 */

import { gzipSync } from "node:zlib";

import { startApp } from "./support/app.js";
import { serveFolder } from "./support/link.js";
import { startBrowser } from "./support/suite.js";

const [selector = "[data-open]", path = "", slowdown = "4"] = process.argv.slice(2);
const VISITS = 7;

/** Files of a first visit to the page without a server. @type {Map<string, number>} */
const sent = new Map();
const note = (/** @type {string} */ file, /** @type {Uint8Array} */ bytes) => {
    if (!sent.has(file)) sent.set(file, gzipSync(bytes, { level: 9 }).length);
    return bytes;
};
const app = process.env.LINK ? await serveFolder(process.env.LINK, 0, note) : await startApp();
const browser = await startBrowser();
/** @type {Record<"first" | "second", { millis: number, bytes: number }[]>} */
const seen = { first: [], second: [] };
for (let visit = 0; visit < VISITS; visit += 1) {
    const context = await browser.newContext();
    for (const which of /** @type {const} */ (["first", "second"])) {
        const page = await context.newPage();
        const slow = await context.newCDPSession(page);
        await slow.send("Emulation.setCPUThrottlingRate", { rate: Number(slowdown) });
        // Seen in the frame in which it is there, for asking from outside takes time too.
        await page.addInitScript((wanted) => {
            const look = () => {
                const found = document.querySelector(wanted)?.getBoundingClientRect();
                if (found && found.width > 0) document.documentElement.dataset.seenAt = String(performance.now());
                else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
        }, selector);
        await page.goto(app.url + (path && `#${path}`));
        await page.locator("html[data-seen-at]").waitFor({ state: "attached" });
        const [millis, bytes] = await page.evaluate(() => [
            Number(document.documentElement.dataset.seenAt),
            performance.getEntries().reduce((all, entry) => all + (entry instanceof PerformanceResourceTiming ? entry.transferSize : 0), 0),
        ]);
        seen[which].push({ millis, bytes: process.env.LINK ? [...sent.values()].reduce((all, one) => all + one, 0) : bytes });
        await page.close();
    }
    await context.close();
}
await browser.close();
await app.stop();
for (const [which, visits] of Object.entries(seen)) {
    const times = visits.map(({ millis }) => Math.round(millis)).sort((a, b) => a - b);
    console.log(`${which}: ${times[0]} to ${times[VISITS - 1]} ms, median ${times[VISITS >> 1]}, ${visits[0].bytes} bytes`);
}
for (const [file, bytes] of [...sent].sort(([, a], [, b]) => b - a).slice(0, 4)) console.log(`${file}: ${bytes} bytes by gzip`);
