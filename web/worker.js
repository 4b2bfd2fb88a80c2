// The page for when its server is gone: a service worker that keeps the last one. While the server answers, what it
// sends is what is shown.

/** Where the page is kept. */
const KEPT = "wanqi";
const DOCUMENT = "/";
/** Addresses with the hash of what is there, which the document names. */
const HASHED = /"(\/[^"\s]+\.[0-9a-f]{16}\.[a-z]+)"/g;

addEventListener("install", (event) => {
  event.waitUntil(fetch(DOCUMENT).then(keep));
  // There is only one way to serve the page, whichever version of it is open.
  self.skipWaiting();
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && pathname === DOCUMENT) event.respondWith(visit(event));
  else if (/\.[0-9a-f]{16}\.[a-z]+$/.test(pathname)) event.respondWith(asset(request));
});

/** The document from the server, or the one kept where there is no server. */
async function visit(event) {
  try {
    const answer = await fetch(event.request);
    // Whoever is not let in gets another page, which is not to be kept.
    if (answer.ok && !answer.redirected) event.waitUntil(keep(answer.clone()).catch(() => {}));
    return answer;
  } catch (gone) {
    const kept = await caches.match(DOCUMENT, { cacheName: KEPT });
    if (!kept) throw gone;
    return kept;
  }
}

/** What is always the same is taken from what is kept. */
async function asset(request) {
  return await caches.match(request, { cacheName: KEPT, ignoreVary: true }) ?? fetch(request);
}

/** Keeps a document with all that it names, and the document last: one that is kept is whole. */
async function keep(answer) {
  if (!answer.ok) throw new Error(`the page answers ${answer.status}`);
  const cache = await caches.open(KEPT);
  const named = new Set([...(await answer.clone().text()).matchAll(HASHED)].map(([, address]) => address));
  const held = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll([...named].filter((address) => !held.has(address)));
  await cache.put(DOCUMENT, answer);
  for (const address of held) if (address !== DOCUMENT && !named.has(address)) await cache.delete(address);
}
