// Where the library of a page without a server is kept: texts under keys, in IndexedDB.

const NAME = "wanqi";
const STORE = "library";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** Held as long as this worker lives: one library is written by one tab. @returns {Promise<boolean>} Whether it is ours. */
function own() {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((told) => {
    navigator.locks.request("wanqi-library", { ifAvailable: true }, (lock) => {
      told(lock !== null);
      return lock === null ? undefined : new Promise(() => {});
    });
  });
}

/** @typedef {(key: string, text: string | null, lost: (why: string) => void) => void} Keep */

/**
 * Opens it.
 * @returns {Promise<{ kept: [string, string][], keep: Keep, lost?: string }>} What there is, and how to keep more. `lost` says in
 *   words why nothing can be kept.
 */
export async function open() {
  try {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const database = await done(opening);
    const all = database.transaction(STORE).objectStore(STORE);
    const [keys, texts] = await Promise.all([done(all.getAllKeys()), done(all.getAll())]);
    const kept = keys.map((key, at) => /** @type {[string, string]} */ ([String(key), texts[at]]));
    if (!await own()) {
      return { kept, keep: () => {}, lost: "the library is open in another tab: what is played in this one is not kept" };
    }
    let told = false;
    return {
      kept,
      keep: (key, text, lost) => {
        const failed = (/** @type {unknown} */ error) => {
          if (!told) lost(`the browser keeps no more games: ${error}`);
          told = true;
        };
        try {
          const store = database.transaction(STORE, "readwrite").objectStore(STORE);
          done(text === null ? store.delete(key) : store.put(text, key)).catch(failed);
        } catch (error) {
          failed(error);
        }
      },
    };
  } catch (error) {
    return { kept: [], keep: () => {}, lost: `this browser keeps no games: ${error}` };
  }
}
