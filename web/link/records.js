// Where the library of a page without a server is kept: texts under keys, in IndexedDB.

const NAME = "wanqi";
const STORE = "library";
/** How long a tab that has just been left may take to give the library up, in milliseconds. */
const PATIENCE_MS = 1000;

/**
 * Why nothing is kept: another tab has the library, the browser refuses it, or has no more room. `why`: in the browser's words.
 * @typedef {{ kind: "other-tab" | "refused" | "full", why: string }} Lost
 */
/** @typedef {(key: string, text: string | null) => void} Keep */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** Held as long as this worker lives: one library is written by one tab. @returns {Promise<boolean>} Whether it is ours. */
function own() {
  // Browsers have locks where a page comes by https or from the machine itself.
  if (!navigator.locks) return Promise.resolve(true);
  const late = new AbortController();
  setTimeout(() => late.abort(), PATIENCE_MS);
  return new Promise((told) => {
    navigator.locks.request("wanqi-library", { signal: late.signal }, () => {
      told(true);
      return new Promise(() => {});
    }).catch(() => told(false));
  });
}

/**
 * Opens it.
 * @param {(lost: Lost) => void} lose Told once, if nothing more can be kept, now or later.
 * @returns {Promise<{ kept: [string, string][], keep: Keep }>} What there is, and how to keep more.
 */
export async function open(lose) {
  try {
    const isOurs = await own();
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const database = await done(opening);
    const all = database.transaction(STORE).objectStore(STORE);
    const [keys, texts] = await Promise.all([done(all.getAllKeys()), done(all.getAll())]);
    const kept = keys.map((key, at) => /** @type {[string, string]} */ ([String(key), texts[at]]));
    if (isOurs) return { kept, keep: writer(database, lose) };
    lose({ kind: "other-tab", why: "" });
    return { kept, keep: () => {} };
  } catch (error) {
    lose({ kind: "refused", why: String(error) });
    return { kept: [], keep: () => {} };
  }
}

/**
 * Writes what comes at the same time at once.
 * @param {IDBDatabase} database
 * @param {(lost: Lost) => void} lose
 * @returns {Keep}
 */
function writer(database, lose) {
  /** @type {Map<string, string | null>} */
  let waiting = new Map();
  let isLost = false;
  const failed = (/** @type {unknown} */ error) => {
    if (isLost) return;
    isLost = true;
    const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
    lose({ kind: isFull ? "full" : "refused", why: String(error) });
  };
  const write = () => {
    const now = waiting;
    waiting = new Map();
    try {
      const transaction = database.transaction(STORE, "readwrite");
      const store = transaction.objectStore(STORE);
      // That there is no room is found out at the very end.
      transaction.onabort = () => failed(transaction.error);
      for (const [key, text] of now) {
        if (text === null) store.delete(key);
        else store.put(text, key);
      }
    } catch (error) {
      failed(error);
    }
  };
  // The browser takes it away where somebody clears what pages keep.
  database.onclose = () => failed("the database was closed");
  return (key, text) => {
    if (waiting.size === 0) queueMicrotask(write);
    waiting.set(key, text);
  };
}
