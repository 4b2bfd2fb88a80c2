// The page without a server, and without a network: a service worker that keeps the whole folder. `cargo xtask web` writes what
// is in it in the place of the two names below; another folder is another worker, and takes the place of this one.

/** Tells this folder from others. */
const VERSION = "{version}";
/** What is in it. @type {string[]} */
const FILES = ["{files}"];

const CACHE = `wanqi-link-${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) =>
    Promise.all(names.filter((name) => name.startsWith("wanqi-link-") && name !== CACHE).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  // The folder as its host has it; as it was kept where the host is not to be reached.
  event.respondWith(fetch(request).catch(async (gone) =>
    await caches.match(request, { cacheName: CACHE, ignoreSearch: true, ignoreVary: true }) ?? Promise.reject(gone)));
});
