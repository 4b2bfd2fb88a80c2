/** Jobs on the page: one that a command is at is seen live, stopped, and said to be stopped. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startApp } from "./support/app.js";
import { axeSource } from "./support/packages.js";
import { prepare } from "./support/suite.js";

const { open } = prepare();
/** The page without a server has no commands beside it. */
const skip = process.env.LINK ? "there are no commands beside the page" : false;
const IN_CHINESE = { browser: { locale: "zh-CN" } };

/** A match that nobody waits for. */
const MATCH = ["match", "connect4", "--a", "best:nodes=2000", "--b", "best:nodes=1000", "--games", "20000", "--on", "here", "--unit", "1", "--jobs", "1"];

/** @param {import("playwright-core").Page} page */
async function problems(page) {
    await page.evaluate(axeSource);
    return await page.evaluate(async () => {
        // @ts-ignore: axe has just been put there.
        const { violations } = await window.axe.run("main");
        return violations.map((/** @type {any} */ { id, nodes }) => [id, nodes[0].html.slice(0, 120)]);
    });
}

test("a job is seen as it goes on, and stopped", { skip }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "wanqi-jobs-"));
    const app = await startApp(0, ["--data-dir", folder]);
    t.after(async () => {
        await app.stop();
        await rm(folder, { recursive: true, force: true });
    });
    const table = await open(t, { game: "", app });
    const { page } = table;
    await page.locator("#home-jobs").click();
    await page.locator("#jobs-none").waitFor();

    const job = spawn(process.env.WANQI ?? "", MATCH, { env: { ...process.env, WANQI_DATA_DIR: folder }, stdio: "ignore" });
    const ended = new Promise((resolve) => job.once("exit", resolve));
    t.after(async () => {
        job.kill("SIGKILL");
        await ended;
    });
    const card = page.locator('[data-job][data-state="running"]');
    const fact = (/** @type {string} */ name) => card.locator(`[data-fact="${name}"] dd`);
    await card.waitFor();
    assert.match(await card.locator("h3").innerText(), /^match connect4, best:nodes=2000 against best:nodes=1000, 20000 games/);
    // It goes on: what it has come to is told again and again.
    await page.waitForFunction(() => /^[1-9].* of 10.000$/.test(document.querySelector('[data-fact="units"] dd')?.textContent ?? ""));
    const first = await fact("units").innerText();
    await page.waitForFunction((first) => document.querySelector('[data-fact="units"] dd')?.textContent !== first, first);
    await page.waitForFunction(() => /Elo/.test(document.querySelector('[data-fact="so-far"] dd')?.textContent ?? ""));
    assert.equal(await fact("workers").innerText(), "1");
    assert.match(await fact("left").innerText(), /^at most \d+:\d\d$/);
    assert.deepEqual(await problems(page), []);

    // Another page sees it too, in its own language.
    const other = await open(t, { game: "", app, ...IN_CHINESE });
    await other.page.goto(`${app.url}#/jobs`);
    await other.shows("[data-job] .state", "进行中");
    assert.match(await other.page.locator("[data-job] h3").innerText(), /^connect4 对局，best:nodes=2000 对 best:nodes=1000，共 20000 局/);

    await card.locator(".stop").click();
    await page.locator('[data-job][data-state="stopped"]').waitFor();
    await ended;
    assert.match(await page.locator("[data-job] code").innerText(), /^wanqi jobs resume [0-9a-f]{12}$/);
    await other.shows("[data-job] .state", "已停止");
    assert.deepEqual(await problems(page), []);
    // Pages that are open ask again and again, and would ask an app that has ended.
    await Promise.all([page, other.page].map((open) => open.context().close()));
});

test("an app that keeps nothing has no jobs", { skip }, async (t) => {
    const table = await open(t, { game: "" });
    await table.page.locator("#home-jobs").click();
    await table.page.locator("#jobs-none").waitFor();
    await table.shows("#jobs-fault", "");
});
