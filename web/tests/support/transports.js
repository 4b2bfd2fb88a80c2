/** What the two ways to the game cannot do alike: a test of that says so, and the other way has a test of what the page tells. */

import { existsSync } from "node:fs";

/** Whether the page is tested without a server (`LINK`). */
export const isLink = Boolean(process.env.LINK);

/** Whether the folder has a module for several threads (`cargo xtask web --threads`). */
export const hasThreads = isLink && existsSync(`${process.env.LINK}/engine/wanqi-threads.wasm`);

/** Options of a test of what only a folder with several threads has. */
export const withThreads = { skip: !hasThreads && "the folder has no module for several threads" };

/** Options of a test of what only a server has. */
export const withServer = { skip: isLink && "the link has no server" };

/** Options of a test of what only a page without a server has. */
export const withoutServer = { skip: !isLink && "only the link has the engine in a worker" };
