// What is asked beside the game's own connection, where there is no server. In the folder that `cargo xtask web` builds it takes
// the place of web/js/outside.js.

import { askBeside, gallery } from "./transport.js";

export { Troubles } from "./trouble.js";

/** Whether there is a server: otherwise a worker of the page has the game. */
export const HAS_SERVER = false;

/** Where the service worker is. */
export const WORKER = new URL("../worker.js", import.meta.url).href;

/** The pictures of all games. */
export function fetchGallery() {
  return gallery;
}

/** The reference of rule files. */
export async function fetchRules() {
  const answer = await fetch(new URL("../rules.md", import.meta.url));
  return answer.ok ? answer.text() : Promise.reject(answer.statusText);
}

/**
 * Reads a file of games into the library.
 * @param {File} file
 * @param {string} game The game of texts that do not say it.
 * @param {(line: import("../js/outside.js").ImportLine) => void} tell
 */
export async function importGames(file, game, tell) {
  const bytes = await file.arrayBuffer();
  await new Promise((done, broken) => askBeside("imported",
    (worker) => worker.postMessage({ about: JSON.stringify({ name: file.name, game }), bytes }, [bytes]),
    (line) => {
      tell(line);
      const isLast = !line.progress;
      if (isLast) done(undefined);
      return isLast;
    },
    () => broken(new Error("the engine has stopped"))));
}

/**
 * Games of the library as a file; null if none can be written so.
 * @param {Record<string, string | number | boolean>} wanted
 * @returns {Promise<Blob | null>}
 */
export function exportGames(wanted) {
  return new Promise((done, broken) => askBeside("exported",
    (worker) => worker.postMessage(`beside ${JSON.stringify({ export: wanted })}`),
    (text) => {
      done(text === null ? null : new Blob([text], { type: "text/plain" }));
      return true;
    },
    () => broken(new Error("the engine has stopped"))));
}
