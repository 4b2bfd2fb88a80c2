// What is asked beside the game's own connection: files of the server. The page without a server has another module in the
// place of this one (web/link/outside.js).

/** Whether whole files of games are read and written: at `/library/import` and `/library/export`. */
export const HAS_FILES = true;

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

/** Whether there are jobs: long work that commands do in units (`wanqi jobs`). */
export const HAS_JOBS = true;

/** The jobs, the newest first. @returns {Promise<import("./jobs.js").Job[]>} */
export async function fetchJobs() {
  const answer = await fetch("/jobs.json");
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()).jobs;
}

/** Stops one. @param {string} id */
export async function stopJob(id) {
  const answer = await fetch(`/jobs/stop?job=${id}`, { method: "POST" });
  if (!answer.ok) throw new Error(await answer.text());
}
