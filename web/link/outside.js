// What is asked beside the game's own connection, where there is no server. In the folder that `cargo xtask web` builds it takes
// the place of web/js/outside.js.

import { gallery } from "./transport.js";

/** Whole files of games are neither read nor written. */
export const HAS_FILES = false;

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

/** There are no commands here, and no jobs of theirs. */
export const HAS_JOBS = false;

/** @returns {Promise<import("../js/jobs.js").Job[]>} */
export async function fetchJobs() {
  return [];
}

/** @param {string} _id */
export async function stopJob(_id) {}
