// The page without a server, and without a network: a service worker that keeps the whole folder. `cargo xtask web` writes what
// is in it in the place of the three names below; another folder is another worker, and takes the place of this one.

/** Tells this folder from others. */
const VERSION = "{version}";
/** What the page begins with. @type {string[]} */
const FILES = ["{files}"];
/** Networks and opening books, as they are asked for. @type {string[]} */
const DATA = ["{data}"];

const CACHE = `wanqi-link-${VERSION}`;
/** Milliseconds before networks are fetched that nobody has asked for. */
const LATER = 5000;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

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
    await caches.match(request, { cacheName: CACHE, ignoreSearch: true, ignoreVary: true }) ?? Promise.reject(gone)));
});

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
  for (const address of DATA) {
    if (await cache.match(address, { ignoreVary: true })) continue;
    // Without a network, or full: the next visit tries again.
    if (!await cache.add(address).then(() => true, () => false)) return;
  }
}
