/**
 * How soon the page can be clicked on a slow processor, and what comes over the wire; first visits and second ones.
 *
 *   WANQI=target/release/wanqi node web/tests/loading_time.js ['SELECTOR' [PATH]]
 *
 * SELECTOR is what is to be clicked, a board of the gallery if nothing is said; PATH the part of the address after `#`.
 * Needs what `web/tests/run` needs, and a machine that does nothing else.
 */

import { startApp } from "./support/app.js";
import { startBrowser } from "./support/suite.js";

const [selector = "[data-open]", path = ""] = process.argv.slice(2);
const SLOWDOWN = 4;
const VISITS = 7;

const app = await startApp();
const browser = await startBrowser();
/** @type {Record<"first" | "second", { millis: number, bytes: number }[]>} */
const seen = { first: [], second: [] };
for (let visit = 0; visit < VISITS; visit += 1) {
    const context = await browser.newContext();
    for (const which of /** @type {const} */ (["first", "second"])) {
        const page = await context.newPage();
        const slow = await context.newCDPSession(page);
        await slow.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
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
        seen[which].push({ millis, bytes });
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
