/** The engine as others take it: the package that npm makes of the folder `engine` in the one that `LINK` names. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { serveFolder } from "../support/link.js";
import { startBrowser } from "../support/suite.js";

const folder = process.env.LINK ?? assert.fail("LINK names the folder that `cargo xtask web` has built");

test("the package is whole, and the ten lines of its README work in a fresh folder", async (t) => {
    const home = await mkdtemp(join(tmpdir(), "wanqi-"));
    t.after(() => rm(home, { recursive: true }));
    const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", home], { cwd: join(folder, "engine") });
    const [{ filename, files }] = JSON.parse(packed.toString());
    const paths = files.map((/** @type {{ path: string }} */ { path }) => path);
    for (const path of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "package.json", "wanqi.js", "wanqi.d.ts", "worker.js", "wanqi.wasm", "data/chess.nn"]) {
        assert.ok(paths.includes(path), `${path} is missing: ${paths}`);
    }
    assert.ok(!paths.includes("index.html"));
    await mkdir(join(home, "node_modules/wanqi"), { recursive: true });
    execFileSync("tar", ["xzf", join(home, filename), "--strip-components=1", "-C", join(home, "node_modules/wanqi")]);

    const readme = await readFile(join(home, "node_modules/wanqi/README.md"), "utf8");
    const page = /```html\n(.*?)```/s.exec(readme)?.[1] ?? assert.fail("the README has a page");
    await writeFile(join(home, "index.html"), page);
    const host = await serveFolder(home);
    const browser = await startBrowser();
    t.after(async () => {
        await browser.close();
        await host.stop();
    });
    const shown = await browser.newPage();
    await shown.goto(host.url);
    await shown.getByText("bestmove d8h4").waitFor();
});
