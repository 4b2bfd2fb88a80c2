/** What befalls a page without a server: it is told in words, in both languages, and the game is kept. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { axeSource } from "../support/packages.js";
import { prepare, sitDown } from "../support/suite.js";
import { withoutServer } from "../support/transports.js";

const { open, app } = prepare();

/** @typedef {import("../support/table.js").Table} Table */

/** The languages of the page. */
const LANGUAGES = /** @type {const} */ (["en", "zh-CN"]);

/**
 * Puts something before a module of the folder.
 * @param {import("playwright-core").BrowserContext} context
 * @param {string} name
 * @param {(text: string) => string} change
 */
async function changed(context, name, change) {
    const text = await readFile(`${process.env.LINK}/${name}`, "utf8");
    assert.notEqual(change(text), text, `${name} is as it was`);
    await context.route(`**/${name}`, (route) => route.fulfill({ body: change(text), contentType: "text/javascript" }));
}

/** A browser that is full once it is told so: what is written is taken, and then given up with the whole transaction. */
const FULL = `
let isFull = false;
new BroadcastChannel("full").onmessage = ({ data }) => { isFull = data; };
const { put } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (...given) {
    const request = put.apply(this, given);
    if (isFull) {
        Object.defineProperty(this.transaction, "error", { value: new DOMException("Quota exceeded", "QuotaExceededError") });
        this.transaction.abort();
    }
    return request;
};
`;

/** Waits for a trouble and says it. @param {Table} table @param {"engine" | "library"} what @param {string} kind */
async function trouble({ page }, what, kind) {
    const told = page.locator(`#trouble-${what}[data-kind="${kind}"]`);
    await told.waitFor({ timeout: 60_000 });
    return await told.innerText();
}

/** The game is there again after it was loaded anew. @param {Table} table */
async function isKept(table) {
    const { position } = table.view;
    const { heard } = table;
    await table.page.reload();
    await table.until("the game again", () => table.heard > heard);
    await table.shows("#position", position);
}

for (const locale of LANGUAGES) {
    test(`a browser without WebAssembly says so, and shows the last game, ${locale}`, withoutServer, async (t) => {
        const table = await open(t, { game: "connect4", side: "both", browser: { locale } });
        await table.playAll("4 4 3");
        await table.until("what is taken along", () => table.taken.size === 4);
        const context = table.page.context();
        await table.page.close();
        await context.addInitScript(() => Reflect.deleteProperty(window, "WebAssembly"));
        const page = await context.newPage();
        await page.goto(app().url);
        await page.locator('#trouble-engine[data-kind="no-wasm"]').waitFor();
        assert.match(await page.locator("#trouble-engine").innerText(), /WebAssembly/);
        assert.equal(await page.locator('[data-piece="Y"]').count(), 2);
        await page.locator("#step-previous").click();
        await page.waitForFunction(() => document.querySelectorAll('[data-piece="Y"]').length === 1);
    });

    test(`a browser that keeps nothing says so, and this tab keeps the game, ${locale}`, withoutServer, async (t) => {
        const table = await open(t, { game: "", browser: { locale } });
        await changed(table.page.context(), "js/records.js", (text) =>
            `IDBFactory.prototype.open = () => { throw new DOMException("not here", "SecurityError"); };\n${text}`);
        await table.page.goto(`${app().url}?#/connect4`);
        await table.until("the game", () => true);
        await table.begin({ side: "both" });
        assert.match(await trouble(table, "library", "refused"), locale === "en" ? /keeps no games.*not here/ : /不为本页保存.*not here/);
        await table.playAll("4 4 3");
        await isKept(table);
        await table.play("3");
        await table.page.locator("#trouble-library button").click();
        await table.page.locator("#trouble-library").waitFor({ state: "detached" });
    });

    test(`a full browser says so, and the game goes on and is kept by this tab, ${locale}`, withoutServer, async (t) => {
        const table = await open(t, { game: "", browser: { locale } });
        const { page } = table;
        await changed(page.context(), "js/records.js", (text) => FULL + text);
        await page.goto(`${app().url}?#/connect4`);
        await table.until("the game", () => true);
        await table.begin({ side: "both" });
        await table.playAll("4 4");
        await page.evaluate(() => new BroadcastChannel("full").postMessage(true));
        await table.playAll("3");
        assert.match(await trouble(table, "library", "full"), locale === "en" ? /no more room.*Quota/ : /没有保存棋局的空间.*Quota/);
        await table.playAll("3 5");
        await isKept(table);
        await table.play("5");
        // What was kept before is still there, and can be given out.
        await page.locator('nav a[href="#/library"]').click();
        await page.locator("#library-count").waitFor();
        await page.locator("#export-all").waitFor();
    });

    test(`a second tab says that it keeps nothing, and keeps its own game, ${locale}`, withoutServer, async (t) => {
        const one = await open(t, { game: "connect4", side: "both", browser: { locale } });
        await one.playAll("4 4");
        const other = await sitDown(await one.page.context().newPage(), app().url, { game: "tictactoe", side: "both" });
        assert.match(await trouble(other, "library", "other-tab"), locale === "en" ? /Another tab/ : /另一个标签页/);
        await other.playAll("b2 a1");
        await isKept(other);
        await one.playAll("3");
        assert.equal(await one.page.locator(".trouble").count(), 0);
        // The library is the first tab's alone.
        await one.page.locator('nav a[href="#/library"]').click();
        await one.shows("#library-count", /^1\b/);
        // Once that is gone, it is the next one's who comes.
        await one.page.close();
        await other.page.reload();
        await other.page.locator('nav a[href="#/library"]').click();
        await other.shows("#library-count", /^1\b/);
        assert.equal(await other.page.locator(".trouble").count(), 0);
    });

    test(`a worker that fails is started again, and the game goes on, ${locale}`, withoutServer, async (t) => {
        const table = await open(t, { game: "", browser: { locale }, tolerated: /memory|unreachable|panicked|RuntimeError/ });
        const { page } = table;
        await page.addInitScript(() => {
            const Plain = Worker;
            window.Worker = class extends Plain {
                /** @param {string | URL} url @param {WorkerOptions} [options] */
                constructor(url, options) {
                    super(url, options);
                    // @ts-ignore: of the test.
                    window.latest = this;
                }
            };
        });
        // More than there can be; and the memory is used up by something else before.
        await changed(page.context(), "engine/worker.js", (text) => text.replace("else begin(data);", `else if (data.trap) {
            if (data.trap === "memory") try { for (;;) exports.memory.grow(1024); } catch {} finally { while (exports.memory.grow(1) !== -1); }
            exports.wanqi_room(data.trap === "memory" ? 1 << 24 : -1);
        } else begin(data);`));
        await page.goto(`${app().url}?#/connect4`);
        await table.until("the game", () => true);
        await table.begin({ side: "both" });
        await table.playAll("4 4 3");
        for (const trap of ["panic", "memory"]) {
            const { heard } = table;
            const { position } = table.view;
            // @ts-ignore: of the test.
            await page.evaluate((trap) => window.latest.postMessage({ trap }), trap);
            await table.until("the game again", () => table.heard > heard);
            assert.match(await trouble(table, "engine", "died"), locale === "en" ? /has stopped.*started again/ : /已停止.*已重新启动/);
            await table.shows("#position", position);
            await table.play(table.view.moves[0]);
            await page.locator("#trouble-engine button").click();
        }
        // Its games are in the library, and the library is still this tab's.
        await page.locator('nav a[href="#/library"]').click();
        await table.shows("#library-count", /^1\b/);
        assert.equal(await page.locator("#trouble-library").count(), 0);
    });
}

test("a worker that is gone without a word is missed, and started again", withoutServer, async (t) => {
    const table = await open(t, { game: "" });
    const { page } = table;
    await page.addInitScript(() => {
        const Plain = Worker;
        window.Worker = class extends Plain {
            /** @param {string | URL} url @param {WorkerOptions} [options] */
            constructor(url, options) {
                super(url, options);
                // @ts-ignore: of the test.
                window.latest = this;
            }
        };
    });
    await page.goto(`${app().url}?#/connect4`);
    await table.until("the game", () => true);
    await table.begin({ side: "both" });
    await table.playAll("4 4 3");
    const { heard } = table;
    const { position } = table.view;
    // @ts-ignore: of the test.
    await page.evaluate(() => window.latest.terminate());
    await trouble(table, "engine", "silent");
    await table.until("the game again", () => table.heard > heard);
    await table.shows("#trouble-engine", /did not answer.*started again/);
    await table.shows("#position", position);
    await table.play("3");
});

test("an engine that cannot be loaded is told, tried again, and forgotten once it is there", withoutServer, async (t) => {
    const table = await open(t, { game: "", tolerated: /wanqi\.wasm|404/ });
    const { page } = table;
    let isThere = false;
    await page.context().route("**/engine/wanqi.wasm", (route) => (isThere ? route.continue() : route.fulfill({ status: 404 })));
    await page.goto(`${app().url}?#/connect4`);
    assert.match(await trouble(table, "engine", "cannot-start"), /wanqi\.wasm.*404/);
    isThere = true;
    await table.until("the game", () => true);
    await page.locator("#trouble-engine").waitFor({ state: "detached" });
});

test("a host that does not say what a module is serves it all the same", withoutServer, async (t) => {
    const table = await open(t, { game: "" });
    const body = await readFile(`${process.env.LINK}/engine/wanqi.wasm`);
    await table.page.context().route("**/engine/wanqi.wasm", (route) => route.fulfill({ body, contentType: "application/octet-stream" }));
    await table.page.goto(`${app().url}?#/connect4`);
    await table.until("the game", () => true);
    assert.equal(await table.page.locator(".trouble").count(), 0);
});

test("a browser that refuses even to be asked what it keeps plays all the same", withoutServer, async (t) => {
    const table = await open(t, { game: "" });
    const { page } = table;
    await page.addInitScript(() => {
        for (const name of ["localStorage", "sessionStorage"]) {
            Object.defineProperty(window, name, { get: () => { throw new DOMException("not here", "SecurityError"); } });
        }
    });
    await page.goto(`${app().url}?#/connect4`);
    await table.until("the game", () => true);
    await table.begin({ side: "both" });
    await table.playAll("4 4");
    await page.locator("#settings-open").click();
    await page.locator("#settings-board").selectOption("slate");
    await page.keyboard.press("Escape");
    await page.locator('nav a[href="#/lab"]').click();
    await page.locator("[data-section='ladder']").waitFor();
    await page.locator('nav a[href="#/library"]').click();
    await table.shows("#library-count", /^0\b/);
    await page.locator('nav a[href="#/connect4"]').click();
    await table.play("3");
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`axe finds nothing in what is told, ${colorScheme}`, withoutServer, async (t) => {
        const one = await open(t, { game: "tictactoe", browser: { colorScheme } });
        const other = await sitDown(await one.page.context().newPage(), app().url, { game: "tictactoe" });
        await trouble(other, "library", "other-tab");
        await other.page.evaluate(axeSource);
        // @ts-expect-error: axe is there now
        const { violations } = await other.page.evaluate(() => axe.run(".trouble"));
        assert.deepEqual(violations.map((/** @type {{ id: string }} */ { id }) => id), []);
    });
}
