// A file of games on its way into the library.

import { importGames } from "./outside.js";

/** @typedef {{ game: number, line: number, what: import("./protocol.js").Message }} Problem */
/** @typedef {{ found: number, kept: number, problems: Problem[], problem_count: number, remarks: Problem[] }} Imported */
/**
 * How far a file is: a share of 1 read, or the report, or why it could not be read at all.
 * @typedef {{ name: string, share: number, found: number, report: Imported | null, fault: import("./protocol.js").Message | null }} Reading
 */

/**
 * Sends a file, and tells how far it is each time the app says so.
 * @param {File} file
 * @param {string} game  The game of texts that do not say it.
 * @param {(reading: Reading) => void} tell
 */
export async function readIn(file, game, tell) {
  /** @type {Reading} */
  let reading = { name: file.name, share: 0, found: 0, report: null, fault: null };
  const now = (/** @type {Partial<Reading>} */ news) => tell(reading = { ...reading, ...news });
  now({});
  try {
    await importGames(file, game, ({ progress, report, fault }) => {
      if (progress) now(progress);
      else now({ share: 1, report: report ?? null, fault: fault ?? null });
    });
    if (!reading.report && reading.fault === null) now({ fault: "the app did not answer to the end" });
  } catch (error) {
    now({ fault: error instanceof Error ? error.message : String(error) });
  }
}
