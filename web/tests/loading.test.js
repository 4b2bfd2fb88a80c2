/** What it takes to load the page, as the binary sends it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sitDown, prepare } from "./support/suite.js";
import { isLink } from "./support/transports.js";

const { open, app, browser } = prepare();
// Pages of the working tree and of the link come by another way.
const options = { skip: Boolean(process.env.LIVE) || isLink };

/** What a load of the page has asked for, and how many bytes came over the wire. @param {import("playwright-core").Page} page */
const loaded = (page) => page.evaluate(() =>
    performance.getEntries().flatMap((entry) => (entry instanceof PerformanceResourceTiming
        ? [{ path: new URL(entry.name).pathname, bytes: entry.transferSize }] : [])));

test("the first load is at most 200 kB, and the next asks for the document alone", options, async (t) => {
    const context = await browser().newContext({ serviceWorkers: "block" });
    t.after(() => context.close());
    const { page } = await sitDown(await context.newPage(), app().url, { game: "go:size=19" });
    const first = await loaded(page);
    const sum = first.reduce((all, { bytes }) => all + bytes, 0);
    assert.ok(first.length > 40 && sum > 20_000 && sum < 200_000, `${first.length} files, ${sum} bytes`);
    await page.reload();
    await page.locator("#board").waitFor();
    const again = await loaded(page);
    assert.deepEqual(again.filter(({ bytes }) => bytes > 0).map(({ path }) => path), ["/"]);
    assert.ok(again[0].bytes < 1000, `the document came in ${again[0].bytes} bytes`);
});

test("views are loaded once somebody wants to see them", options, async (t) => {
    const { page } = await open(t, { game: "tictactoe" });
    const lab = async () => (await loaded(page)).filter(({ path }) => path.startsWith("/js/lab/lab.")).length;
    assert.equal(await lab(), 0);
    await page.locator('a[href="#/lab"]').click();
    await page.locator('[data-section="lessons"]').first().waitFor();
    assert.equal(await lab(), 1);
});
