/** The page as a folder that any host serves (`cargo xtask web`): a host of files, and nothing else. */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** What a host says that files are, by their endings. @type {Record<string, string>} */
const TYPES = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
};

/**
 * Serves a folder.
 * @param {string} folder
 * @param {number} [port]
 * @param {(path: string, bytes: Uint8Array) => Uint8Array | null} [sent]  What is sent of a file, nothing if it is to be missing.
 * @param {Record<string, string>} [headers]  What is said of each file beside.
 * @returns {Promise<import("./app.js").App>}
 */
export async function serveFolder(folder, port = 0, sent = (_, bytes) => bytes, headers = {}) {
    const server = createServer(async (request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname));
        try {
            const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
            const bytes = sent(path, new Uint8Array(await readFile(file)));
            if (bytes === null) throw new Error("missing");
            response.writeHead(200, { ...headers, "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((done) => server.listen(port, "127.0.0.1", () => done(undefined)));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the host has no port");
    return {
        url: `http://127.0.0.1:${address.port}/`,
        stop: async () => {
            server.closeAllConnections();
            await new Promise((done) => server.close(() => done(undefined)));
        },
    };
}
