/** A game is taught: the learner is started, seen, stopped and played against; and said where nothing can be kept. */

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startApp } from "./support/app.js";
import { axeSource } from "./support/packages.js";
import { prepare } from "./support/suite.js";
import { isLink, withServer } from "./support/transports.js";

const { open } = prepare();

/** A game whose generations come soon: it is over after some twenty plies. */
const GAME = "river-crossing";
const TITLE = "River crossing";
/** Of whichever generation; how many came before depends on the machine. */
const LEARNS = /^It learns: generation [1-9]\d*$/;

/**
 * An app that keeps what is learnt, as long as the test takes.
 * @param {{ after: (end: () => Promise<void>) => void }} t
 */
async function keepingApp(t) {
    const folder = await mkdtemp(join(tmpdir(), "wanqi-learn-"));
    const app = await startApp(0, ["--data-dir", folder]);
    t.after(async () => {
        await app.stop();
        await rm(folder, { recursive: true, force: true });
    });
    return app;
}

/** @param {import("playwright-core").Page} page */
async function problems(page) {
    await page.evaluate(axeSource);
    return await page.evaluate(async () => {
        // @ts-ignore: axe has just been put there.
        const { violations } = await window.axe.run("main");
        return violations.map((/** @type {any} */ { id, nodes }) => [id, nodes[0].html.slice(0, 120)]);
    });
}

test("a game is taught, seen by another page, stopped, played against and forgotten", withServer, async (t) => {
    const app = await keepingApp(t);
    const table = await open(t, { game: "", app });
    const { page } = table;
    await page.locator("#home-learn").click();
    await page.locator(`[data-learn="${GAME}"] a`).click();
    await table.shows("#learn-title", `Teach it: ${TITLE}`);
    await table.shows("#learn-state", "Nothing was learnt yet");
    await page.locator("#learn-minutes").fill("0.1");
    await page.locator("#learn-start").click();
    await page.locator("#learn-now").waitFor();
    // What is learnt in the time is a generation; which of the two plays better, the machine decides.
    await page.locator('#generations [data-generation="1"]').waitFor();
    await page.locator("#learn-elo circle[data-number='1']").waitFor();
    await table.shows("#learn-state", "It does not learn now");
    assert.match(await page.locator('[data-generation="1"]').innerText(), /in use|refused/);

    // With all the time in the world it goes on until it is stopped, whoever looks.
    await page.locator("#learn-minutes").fill("600");
    await page.locator("#learn-start").click();
    await table.shows("#learn-state", LEARNS);
    const other = await open(t, { game: "", app });
    await other.page.goto(`${app.url}#/learn/hexapawn`);
    await other.page.locator("#learn-other", { hasText: `The machine learns ${TITLE} now` }).waitFor();
    assert.ok(await other.page.locator("#learn-start").isDisabled(), "one game at a time");
    await other.page.locator("#learn-other a").click();
    await other.shows("#learn-state", LEARNS);
    await page.reload();
    await table.shows("#learn-state", LEARNS);
    assert.ok(await page.locator("#learn-forget").isDisabled(), "nobody forgets what is being learnt");
    await page.locator("#learn-stop").click();
    await table.shows("#learn-state", "It does not learn now");
    await other.shows("#learn-state", "It does not learn now");

    await page.locator('[data-play="1"]').click();
    await table.until("a game against the first generation", ({ seats }) =>
        seats[0] === null && (seats[1] ?? "").startsWith("best:eval=trained,generation=1"));
    await table.play(table.view.moves[0]);
    await table.until("its answer", ({ view }) => view.ply === 2);

    await page.goBack();
    await page.locator("#learn-forget").click();
    await page.locator("#learn-forget-no").click();
    assert.ok(await page.locator("[data-generation]").count() >= 2, "nothing is forgotten");
    await page.locator("#learn-forget").click();
    await page.locator("#learn-forget-yes").click();
    await table.shows("#learn-state", "Nothing was learnt yet");
    await other.shows("#learn-state", "Nothing was learnt yet");
});

test("one's own rules are taught from where they are written", withServer, async (t) => {
    const app = await keepingApp(t);
    const table = await open(t, { game: GAME, app });
    const { page } = table;
    await page.locator("#new-game").click();
    await page.locator("#setup .rare").last().evaluate((details) => details.setAttribute("open", ""));
    assert.equal(await page.locator("#setup-learn").getAttribute("href"), `#/learn/${GAME}`);
    await page.locator("#rules-open").click();
    await page.locator("#rules-play:enabled").click();
    await page.locator("#rules-learn").click();
    await table.shows("#learn-title", `Teach it: ${TITLE}`);
    await page.locator("#learn-start").click();
    await page.locator("#learn-now[data-stage=games]").waitFor();
    await page.locator("#learn-stop").click();
    await page.locator("#learn-start").waitFor();
    await page.locator('[data-play="0"]').click();
    await table.until("a game by the rules alone", ({ seats }) => (seats[1] ?? "").startsWith("best:eval=derived"));
});

test("a game that the program knows by heart is taught from its rules", withServer, async (t) => {
    const app = await keepingApp(t);
    const table = await open(t, { game: "jungle", app });
    const { page } = table;
    await page.locator("#new-game").click();
    await page.locator("#setup .rare").last().evaluate((details) => details.setAttribute("open", ""));
    await page.locator("#setup-learn").click();
    await table.shows("#learn-title", "Teach it: Jungle");
    await page.locator("#learn-minutes").fill("0.1");
    await page.locator("#learn-start").click();
    await page.locator("#learn-elo circle[data-number='1']").waitFor();
    await page.locator('[data-play="0"]').click();
    await table.until("a game by the rules alone", ({ seats }) => (seats[1] ?? "").startsWith("best:eval=none"));
});

test("where nothing is kept it is said, and the game is shown all the same", async (t) => {
    const { page } = await open(t, { game: "" });
    await page.goto(`${page.url().split("#")[0]}#/learn/hexapawn`);
    await page.locator("#learn-error", { hasText: isLink ? "without the program" : "without a folder" }).waitFor();
    assert.ok(await page.locator("#learn-start").isDisabled());
    await page.locator('#learn-move[data-ply="3"]').waitFor();
    await page.goto(`${page.url().split("#")[0]}#/learn/nothing`);
    await page.locator("main [role=alert]", { hasText: "is no rule file" }).waitFor();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`axe finds nothing in what is taught, and a telephone shows it, ${colorScheme}`, withServer, async (t) => {
        const app = await keepingApp(t);
        const { page } = await open(t, { game: "", app, browser: { colorScheme, viewport: { width: 390, height: 844 } } });
        await page.goto(`${app.url}#/learn`);
        await page.locator("[data-learn]").first().waitFor();
        assert.deepEqual(await problems(page), []);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
        await page.goto(`${app.url}#/learn/${GAME}`);
        await page.locator("#learn-minutes").fill("0.1");
        await page.locator("#learn-start").click();
        await page.locator("#learn-now").waitFor();
        assert.deepEqual(await problems(page), []);
        await page.locator("#learn-elo").waitFor();
        assert.deepEqual(await problems(page), []);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    });
}
