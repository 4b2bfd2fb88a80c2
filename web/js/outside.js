// What is asked beside the game's own connection: files of the server. The page without a server has another module in the
// place of this one (web/link/outside.js).

/** What is told of a file that is read in: how far it is, and at last what came of it. */
/** @typedef {{ progress?: { found: number, share: number }, report?: import("./library_file.js").Imported, fault?: import("./protocol.js").Message }} ImportLine */

/** Whether there is a server: otherwise a worker of the page has the game. */
export const HAS_SERVER = true;

/**
 * What befalls the page: nothing that its server would not say.
 * @param {{ store: import("./store.js").Store, dispatch: import("./connection.js").Dispatch }} _
 * @returns {unknown}
 */
export const Troubles = (_) => null;

/** Where the service worker is. */
export const WORKER = "/worker.js";

/**
 * The pictures of all games.
 * @returns {Promise<any>}
 */
export async function fetchGallery() {
  const answer = await fetch("/gallery.json");
  return answer.ok ? answer.json() : Promise.reject(answer.statusText);
}

/** The reference of rule files. */
export async function fetchRules() {
  const answer = await fetch("/rules.md");
  return answer.ok ? answer.text() : Promise.reject(answer.statusText);
}

/**
 * Reads a file of games into the library.
 * @param {File} file
 * @param {string} game The game of texts that do not say it.
 * @param {(line: ImportLine) => void} tell
 */
export async function importGames(file, game, tell) {
  const answer = await fetch(`/library/import?${new URLSearchParams({ name: file.name, game })}`, { method: "POST", body: file });
  if (!answer.ok || !answer.body) throw new Error(await answer.text());
  let rest = "";
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach((line) => tell(JSON.parse(line)));
    if (done) break;
  }
}

/**
 * Games of the library as a file; null if none can be written so.
 * @param {Record<string, string | number | boolean>} wanted
 * @returns {Promise<Blob | null>}
 */
export async function exportGames(wanted) {
  const told = Object.entries(wanted).map(([name, value]) => [name, String(value)]);
  const answer = await fetch(`/library/export?${new URLSearchParams(told)}`);
  if (answer.status === 404) return null;
  return answer.ok ? answer.blob() : Promise.reject(new Error(answer.statusText));
}
