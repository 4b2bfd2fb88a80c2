/** What the tests of one file share: the app, the browser, and tables that are closed and judged at their end. */

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { after, before } from "node:test";
import { startApp } from "./app.js";
import { collectFaults } from "./faults.js";
import { playwright } from "./packages.js";
import { pretend } from "./pretend.js";
import { Table } from "./table.js";

const ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/** Chromium without its windows, where there is one: a page costs it two fifths of what it costs the whole browser. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Starts Chromium. */
export async function startBrowser() {
    return await playwright.chromium.launch({
        executablePath: process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path)),
        // A page that does not come from the network may not connect to it.
        args: process.env.LIVE ? [...ARGUMENTS, "--disable-features=LocalNetworkAccessChecks"] : ARGUMENTS,
    });
}

/**
 * @typedef {object} Wanted
 * @property {string} [game]       The game and its options; tic-tac-toe if nothing is said, the gallery if it is empty.
 * @property {"first" | "second" | "both" | "none"} [side]  Where people sit; first if nothing is said.
 * @property {string} [player]     Who plays the machine's sides.
 * @property {RegExp} [tolerated]  Faults that belong to the test.
 * @property {import("playwright-core").BrowserContextOptions} [browser]  Window, language, colours.
 * @property {import("../support/app.js").App} [app]  Another app than the file's.
 */

/** Registers the start and the end of app and browser for a test file. */
export function prepare() {
    /** @type {import("./app.js").App} */
    let app;
    /** @type {import("playwright-core").Browser} */
    let browser;
    before(async () => {
        app = await startApp();
        browser = await startBrowser();
    });
    after(async () => {
        await browser?.close();
        await app?.stop();
    });

    /**
     * Opens the page in a browser of its own, as if by another person, with the game that is wanted on it. The test
     * fails if anything happens that must never happen (`faults.js`).
     * @param {{ after: (end: () => Promise<void>) => void }} t  The test, which says when it has ended.
     * @param {Wanted} [wanted]
     */
    async function open(t, wanted = {}) {
        const home = (wanted.app ?? app).url;
        // Pieces that glide would have to be waited for.
        // Nor may one test's page be shown to another's.
        const context = await browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block", ...wanted.browser });
        // Machines that choose by chance choose the same in every run.
        await context.addInitScript(() => { Math.random = () => 0; });
        // A service worker asks for files past whoever would put others in their place.
        if (wanted.browser?.serviceWorkers !== "allow") await readFromDisk(context);
        const faults = collectFaults(context, home);
        t.after(async () => {
            await context.close();
            assert.deepEqual(faults.filter((fault) => !wanted.tolerated?.test(fault)), []);
        });
        return await sitDown(await context.newPage(), home, wanted);
    }

    /**
     * Opens a board that no game has on a page of its own.
     * @param {{ after: (end: () => Promise<void>) => void }} t
     * @param {Parameters<typeof pretend>[2]} board
     * @param {import("playwright-core").BrowserContextOptions} [options]
     * @param {Parameters<typeof pretend>[3]} [answer]
     */
    async function show(t, board, options = {}, answer) {
        const context = await browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block", ...options });
        await readFromDisk(context);
        const faults = collectFaults(context, app.url);
        t.after(async () => {
            await context.close();
            assert.deepEqual(faults, []);
        });
        const page = await context.newPage();
        return { page, asked: await pretend(page, app.url, board, answer), ...board };
    }

    return { open, show, app: () => app, browser: () => browser };
}

const WEB = new URL("../../", import.meta.url);
/** @type {Record<string, string>} */
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", json: "application/json", svg: "image/svg+xml", png: "image/png", webmanifest: "application/manifest+json" };

/**
 * With LIVE=1 the page is that of the working tree, not the one in the binary, which then need not be built anew.
 * @param {import("playwright-core").BrowserContext} context
 */
export async function readFromDisk(context) {
    if (!process.env.LIVE) return;
    await context.route(/^http:/, async (route) => {
        // A document of the binary names files with their hashes.
        const path = new URL(route.request().url()).pathname.slice(1).replace(/\.[0-9a-f]{16}(\.[a-z]+)$/, "$1") || "index.html";
        const contentType = TYPES[path.split(".").pop() ?? ""];
        const body = contentType ? await readFile(new URL(path, WEB)).catch(() => null) : null;
        const headers = { "content-security-policy": "default-src 'self'; img-src 'self' blob:; base-uri 'none'; object-src 'none'" };
        return body ? route.fulfill({ body, contentType, headers }) : route.continue();
    });
}

/**
 * Opens the app in a tab and chooses the game, as a person does.
 * @param {import("playwright-core").Page} page
 * @param {string} home
 * @param {Wanted} wanted
 */
export async function sitDown(page, home, { game, side = "first", player }) {
    const table = new Table(page);
    if (process.env.LINK) await table.hearWorker();
    if (game === "") {
        await page.goto(home);
        return table;
    }
    await page.goto(`${home}#/${game ?? "tictactoe"}`);
    await table.until("the first state", () => true);
    if (player || side !== "first") await table.begin({ side, player });
    return table;
}
