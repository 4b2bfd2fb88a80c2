/**
 * What must not happen in any test: messages on the console, errors that nobody catches, requests to elsewhere.
 */

/**
 * Collects the faults of every page of a browser context, as sentences.
 * @param {import("playwright-core").BrowserContext} context
 * @param {string} home  The app's address; `data:` and `blob:` of the page's own are let pass.
 * @returns {string[]}  Grows while the pages live.
 */
export function collectFaults(context, home) {
    /** @type {string[]} */
    const faults = [];
    const own = new URL(home).host;
    const judge = (/** @type {string} */ address) => {
        const { host, protocol } = new URL(address);
        if (host !== own && !["data:", "blob:"].includes(protocol)) faults.push(`asked for ${address}`);
    };
    context.on("request", (request) => judge(request.url()));
    context.on("response", (response) => {
        if (response.status() >= 400) faults.push(`${response.url()} answered ${response.status()}`);
    });
    context.on("console", (message) => {
        // Said by Playwright where a test wants none.
        if (message.text() === "Service Worker registration blocked by Playwright") return;
        // Chromium counts seconds until a preloaded file is used, which a busy machine may need.
        if (/was preloaded using link preload but not used within a few seconds/.test(message.text())) return;
        if (["error", "warning"].includes(message.type())) {
            faults.push(`console ${message.type()}: ${message.text()}`);
        }
    });
    context.on("weberror", (error) => faults.push(`nobody caught: ${error.error().stack ?? error.error()}`));
    context.on("page", (page) => page.on("websocket", (socket) => judge(socket.url())));
    return faults;
}
