// The page without a server, and without a network: a service worker that keeps the whole folder. `cargo xtask web` writes what
// is in it in the place of the names below; another folder is another worker, and takes the place of this one. Where the folder has
// a module for several threads, the page is isolated from others by the headers that are put on here: from its second visit on.

/** Tells this folder from others. */
const VERSION = "{version}";
/** What the page begins with. @type {string[]} */
const FILES = ["{files}"];
/** The module for one thread, and the one for several if there is one. */
const MODULE = "./engine/wanqi.wasm";
const THREADED = "{threaded}";
/** Networks and opening books, as they are asked for. @type {string[]} */
const DATA = ["{data}"];

/** Without these browsers share no memory: https://web.dev/articles/coop-coep. */
const OPENER = "cross-origin-opener-policy";
const EMBEDDER = "cross-origin-embedder-policy";

const CACHE = `wanqi-link-${VERSION}`;
/** Milliseconds before networks are fetched that nobody has asked for. */
const LATER = 5000;

addEventListener("install", (event) => {
  event.waitUntil(keepPage());
  self.skipWaiting();
});

/** Keeps the page, with the module that it begins with. */
async function keepPage() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
  const headers = (await cache.match("./"))?.headers;
  const hostIsolates = headers?.get(OPENER) === "same-origin" && headers.has(EMBEDDER);
  await cache.add(THREADED && hostIsolates ? THREADED : MODULE);
}

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith("wanqi-link-") && name !== CACHE).map((name) => caches.delete(name))))
    .then(() => clients.claim())
    .then(fetchRest));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (new URL(request.url).search && request.url.includes("/engine/data/")) return event.respondWith(dataFile(event));
  if (request.mode === "navigate") event.waitUntil(fetchRest());
  // The folder as its host has it; as it was kept where the host is not to be reached.
  event.respondWith(fetch(request).catch(async (gone) =>
    await caches.match(request, { cacheName: CACHE, ignoreSearch: true, ignoreVary: true }) ?? Promise.reject(gone))
    .then((answer) => isolated(request, answer)));
});

/** A document or a worker with the headers that isolate it. A frame is its page's to isolate. */
function isolated(request, answer) {
  if (!THREADED || !answer.ok || !["document", "worker"].includes(request.destination)) return answer;
  const headers = new Headers(answer.headers);
  headers.set(OPENER, "same-origin");
  headers.set(EMBEDDER, "require-corp");
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

/** A network or a book: its address tells its contents, so that one that is kept is the right one. */
async function dataFile(event) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(event.request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(cache.put(event.request, answer.clone()).catch(() => {}));
  return answer;
}

/** Fetches what nobody has asked for yet, one file after another, so that all games can be played without a network. */
async function fetchRest() {
  await new Promise((done) => setTimeout(done, LATER));
  const cache = await caches.open(CACHE);
  // The next visit is isolated, and begins with the other module.
  for (const address of [...THREADED ? [THREADED] : [], ...DATA]) {
    if (await cache.match(address, { ignoreVary: true })) continue;
    // Without a network, or full: the next visit tries again.
    if (!await cache.add(address).then(() => true, () => false)) return;
  }
}
