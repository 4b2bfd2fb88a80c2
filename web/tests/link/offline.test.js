/** After one visit the page plays without its host: from the root of one and from a folder. */

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { serveFolder } from "../support/link.js";
import { prepare } from "../support/suite.js";
import { withoutServer } from "../support/transports.js";

const { open } = prepare();

/** What a browser says of a host that is gone. */
const GONE = /ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to fetch/;

for (const folder of ["", "games/wanqi/"]) {
    test(`everything works after one visit, with the host gone, at /${folder}`, withoutServer, async (t) => {
        const root = await mkdtemp(join(tmpdir(), "wanqi-host-"));
        t.after(() => rm(root, { recursive: true, force: true }));
        const at = join(root, "host", folder);
        await mkdir(resolve(at, ".."), { recursive: true });
        await symlink(resolve(process.env.LINK ?? ""), at.replace(/\/$/, ""));
        const host = await serveFolder(join(root, "host"));
        t.after(host.stop);
        const home = `${host.url}${folder}`;
        const table = await open(t, { game: "", app: { ...host, url: home }, tolerated: GONE, browser: { serviceWorkers: "allow" } });
        const { page } = table;
        await page.locator("#gallery [data-open='chess']").waitFor();
        // The worker has the whole page once it is active, and fetches networks and books after it.
        await page.evaluate(async () => void (await navigator.serviceWorker.ready));
        const files = (await readdir(join(process.env.LINK ?? "", "engine/data"))).length;
        await page.waitForFunction(async (files) => {
            const [name] = (await caches.keys()).filter((name) => name.startsWith("wanqi-link-"));
            const kept = await (await caches.open(name)).keys();
            return kept.filter(({ url }) => url.includes("/engine/data/")).length === files;
        }, files, { timeout: 60_000 });
        await host.stop();
        await page.reload();
        await page.locator("#gallery [data-open='connect4']").click();
        await table.until("a new game", () => true);
        assert.ok(page.url().startsWith(home), page.url());
        await table.begin({ side: "both" });
        await table.playAll("4 4 4 4 1 1");
        await table.tab("analysis");
        await page.locator("#review").click();
        await page.locator("#review-summary .accuracy").first().waitFor();
        // Against the machine.
        await table.begin({ side: "first", level: "random" });
        await table.play("4");
        await table.turn();
        assert.ok(table.view.ply >= 2);
        // Views that were never seen while the host was there.
        for (const [view, seen] of [["puzzles", ".puzzle #board"], ["lab", "[data-section='ladder']"], ["library", "#games tr"], ["tournament", "#tournament-game"]]) {
            await page.locator(`nav a[href="#/${view}"]`).click();
            await page.locator(seen).first().waitFor();
        }
        // Neither are games of other files, nor the reference of the rules.
        await page.goto(`${home}#/breakthrough`);
        await table.until("a game of a rule file", ({ view }) => view.scene.pieces.length === 32);
        const { position } = table.view;
        await table.play(table.view.moves[0]);
        const { heard } = table;
        await page.reload();
        await table.until("the game after another load", () => table.heard > heard);
        assert.notEqual(table.view.position, position);
    });
}
