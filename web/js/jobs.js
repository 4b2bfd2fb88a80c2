// Long work that commands do in units, here or on many machines: how far each job is, and a way to stop it. The server reads
// the ledger that `wanqi jobs` reads; it is asked again as long as somebody looks.

import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { clock, grouped } from "./learn/numbers.js";
import { HAS_JOBS, fetchJobs, stopJob } from "./outside.js";
import { said, t } from "./text.js";

/**
 * A job, as `wanqi jobs --json` tells it.
 * @typedef {{ id: string, about: string, about_words: import("./protocol.js").Message | null, place: string, state: keyof typeof STATES, done: number, units: number, set_aside: number,
 *             per_second: number, workers: number, so_far: string, so_far_words: import("./protocol.js").Message | null }} Job
 */

const STATES = /** @type {const} */ ({
  running: "jobs.running",
  stopped: "jobs.stopped",
  unread: "jobs.unread",
  done: "jobs.done",
});
/** Milliseconds between two looks. */
const LOOK = 1000;

export function Jobs() {
  const [jobs, setJobs] = useState(/** @type {Job[] | null} */ (null));
  const [fault, setFault] = useState("");
  /** Jobs that were told to stop, and have not yet. */
  const [stopping, setStopping] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    document.title = `${t("jobs.title")} · Wanqi`;
    let gone = false;
    const look = async () => {
      if (document.hidden) return;
      try {
        const found = await fetchJobs();
        if (gone) return;
        setJobs(found);
        setFault("");
      } catch (error) {
        if (!gone) setFault(error instanceof Error ? error.message : String(error));
      }
    };
    void look();
    const again = setInterval(look, LOOK);
    return () => {
      gone = true;
      clearInterval(again);
    };
  }, []);
  const stop = async (/** @type {string} */ id) => {
    setStopping((ids) => [...ids, id]);
    try {
      await stopJob(id);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
      setStopping((ids) => ids.filter((other) => other !== id));
    }
  };
  return html`<main class="jobs">
    <h2>${t("jobs.title")}</h2>
    <p class="told">${t(HAS_JOBS ? "jobs.what" : "jobs.not-here")}</p>
    <p id="jobs-fault" class="fault" role="alert">${fault}</p>
    ${HAS_JOBS && jobs?.length === 0 && html`<p id="jobs-none">${t("jobs.none")}</p>`}
    ${(jobs ?? []).map((job) => html`<${One} key=${job.id} job=${job} stops=${stopping.includes(job.id)} stop=${() => void stop(job.id)} />`)}
  </main>`;
}

/** @param {{ job: Job, stops: boolean, stop: () => void }} props */
function One({ job, stops, stop }) {
  const { id, about, place, state, done, units, set_aside, per_second, workers, so_far } = job;
  const words = job.so_far_words ?? so_far;
  const runs = state === "running";
  const left = runs && per_second > 0 ? (units - done - set_aside) / per_second : null;
  const speed = per_second < 10 ? per_second.toFixed(2) : grouped(Math.round(per_second));
  const facts = [
    ["units", t("jobs.units"), t("jobs.of", { done: grouped(done), units: grouped(units) })],
    ...(set_aside > 0 ? [["aside", t("jobs.set-aside"), grouped(set_aside)]] : []),
    ...(runs ? [
      ["workers", t("jobs.workers"), grouped(workers)],
      ["speed", t("jobs.speed"), speed],
      ["left", t("jobs.left"), left === null ? "–" : t("jobs.at-most", { time: clock(left) })],
    ] : []),
    ["where", t("jobs.where"), place === "here" ? t("jobs.here") : place],
    ...(so_far !== "" ? [["so-far", t("jobs.so-far"), said(words)]] : []),
  ];
  return html`<section class="card job" data-job=${id} data-state=${state} aria-labelledby=${`job-${id}`}>
    <header>
      <h3 id=${`job-${id}`}>${said(job.about_words ?? about)}</h3>
      <b class="state">${t(stops && runs ? "jobs.stopping" : STATES[state])}</b>
      ${runs && html`<button type="button" class="stop" disabled=${stops} onClick=${stop}>${t("jobs.stop")}</button>`}
    </header>
    <progress value=${done} max=${Math.max(units, 1)} aria-label=${t("jobs.units")}></progress>
    <dl>${facts.map(([name, title, value]) => html`<div key=${name} data-fact=${name}><dt>${title}</dt><dd>${value}</dd></div>`)}</dl>
    ${(state === "stopped" || state === "unread") && html`<p class="told">${t(state === "stopped" ? "jobs.go-on" : "jobs.read")} <code>wanqi jobs resume ${id}</code></p>`}
  </section>`;
}
