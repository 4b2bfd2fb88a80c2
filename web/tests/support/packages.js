/**
 * The npm packages of the browser tests. `web/tests/run` puts them into `target/browser-tests`, where the module
 * loader would not look for them by itself.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const home = fileURLToPath(new URL("../../../target/browser-tests/package.json", import.meta.url));
const require = createRequire(home);

/** @type {typeof import("playwright-core")} */
export const playwright = require("playwright-core");

/** The source of axe-core, to be run inside a page. */
export const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
