// A game that is taught: start and stop, what the learner is at, how much it has gained, and a game by what it knows.

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { Written } from "../fields.js";
import { SmallBoard } from "../lab/small_board.js";
import { OWN_RULES } from "../setup.js";
import { Sure } from "../sure.js";
import { said, t, titleOf } from "../text.js";
import { LearningGraphs } from "./graphs.js";
import { clock, elo, grouped, lossOf } from "./numbers.js";

/**
 * @typedef {import("../protocol.js").LearnGeneration} LearnGeneration
 * @typedef {import("../protocol.js").LearningView} LearningView
 * @typedef {import("./state.js").LearningState} LearningState
 * @typedef {import("./state.js").LearnSubject} LearnSubject
 */

/** Minutes to learn, if nobody says otherwise; the least and the most. */
const [USUAL, MIN_MINUTES, MAX_MINUTES] = [10, 0.1, 1440];

/** @param {import("../app.js").ViewProps & { game: string }} props */
export function Lesson({ store, ask, game }) {
  const [minutes, setMinutes] = useState(USUAL);
  const [stopping, setStopping] = useState(false);
  const { connected, learning } = store;
  // One's own rules are those on the table.
  const rules = game === OWN_RULES ? store.table?.rules ?? null : null;
  const isTold = game !== OWN_RULES || rules !== null;
  /** @type {import("../protocol.js").LearnSubject} */
  const subject = rules === null ? { game } : { game, rules };
  useEffect(() => {
    if (!connected || !isTold) return;
    ask({ request: "learn", ask: { watch: subject } });
    return () => void ask({ request: "learn", ask: "leave" });
  }, [connected, game, rules]);
  const about = learning.subject?.game === game ? learning.subject : null;
  const title = about ? titleOf(about) : game;
  const running = about && learning.running?.here ? learning.running : null;
  const other = about && learning.running && !learning.running.here ? learning.running : null;
  useEffect(() => {
    document.title = `${t("learn.teach", { game: title })} · Wanqi`;
  }, [title]);
  useEffect(() => {
    if (!running) setStopping(false);
  }, [running === null]);
  const refused = store.error?.request === "learn" ? store.error.fault.what : null;
  if (!about) return html`<main class="waiting"><p role=${refused || !isTold ? "alert" : "status"}>${!isTold ? t("learn.no-rules") : refused ? said(refused) : t("page.setting-up")}</p></main>`;
  const fault = refused ?? about.fault ?? learning.fault ?? learning.unread ?? "";
  const play = (/** @type {string} */ evaluation) => void ask({ request: "new", ...subject, seats: [null, `best:${evaluation},time=1s`] });
  const start = (/** @type {Event} */ event) => {
    event.preventDefault();
    ask({ request: "learn", ask: { start: { subject, seconds: Math.round(60 * minutes) } } });
  };
  return html`<main class="learn">
    <form class="card teach" aria-labelledby="learn-title" onSubmit=${start}>
      <p class="back"><a href="#/learn">${t("learn.title")}</a></p>
      <h2 id="learn-title">${t("learn.teach", { game: title })}</h2>
      <p class="told">${t("learn.about")}</p>
      <div class="row">
        <label class="minutes">${t("learn.minutes")} <${Written} id="learn-minutes" type="number" min=${MIN_MINUTES} max=${MAX_MINUTES} step="any" required value=${minutes} disabled=${running !== null}
          write=${(/** @type {string} */ text, /** @type {boolean} */ isValid) => isValid && setMinutes(Number(text))} /></label>
        ${running
          ? html`<button type="button" id="learn-stop" disabled=${stopping} onClick=${() => {
              setStopping(true);
              ask({ request: "learn", ask: "stop" });
            }}>${t("learn.stop")}</button>`
          : html`<button type="submit" id="learn-start" class="primary" disabled=${!connected || about.fault !== null || other !== null}>${t(learning.generations.length > 0 ? "learn.go-on" : "learn.start")}</button>`}
      </div>
      <p id="learn-state" role="status">${running ? t(running.generation > 0 ? "learn.making" : "learn.opening", { number: running.generation }) : t(learning.generations.length > 0 ? "learn.rests" : "learn.nothing")}</p>
      ${running && html`<${Progress} running=${running} />`}
      ${other && html`<p id="learn-other">${t("learn.other", { game: titleOf(other) })} ${other.game !== OWN_RULES && html`<a href=${`#/learn/${encodeURI(other.game)}`}>${t("learn.go-there")}</a>`}</p>`}
      <p class="fault" id="learn-error" role="alert">${said(fault)}</p>
    </form>
    <${Watched} learning=${learning} about=${about} />
    <section class="card learnt" aria-labelledby="learnt-title">
      <h2 id="learnt-title">${t("learn.generations")}</h2>
      ${learning.generations.length === 0 ? html`<p class="none">${t("learn.none")}</p>` : html`<${LearningGraphs} generations=${learning.generations} inUse=${learning.inUse} first=${t(beginning(about, learning.generations))} />`}
      <${Generations} learning=${learning} about=${about} play=${play} />
      ${learning.generations.length > 0 && html`<div class="row"><${Sure} id="learn-forget" label=${t("learn.forget")} question=${t("learn.forget-question", { game: title })}
        disabled=${running !== null || !connected} act=${() => ask({ request: "learn", ask: { forget: subject } })} /></div>`}
    </section>
  </main>`;
}

/** How far the learner is. @param {{ running: LearningView }} props */
function Progress({ running }) {
  const { stage, seconds, left } = running;
  return html`<div class="progress">
    <progress id="learn-progress" max=${(seconds + left).toFixed(1)} value=${seconds.toFixed(1)} aria-label=${t("learn.time")}></progress>
    <p id="learn-now" data-stage=${stage.name}>${told(stage)}</p>
    <p class="fine">${left > 0 ? t("learn.left", { time: clock(left) }) : t("learn.ends")}</p>
  </div>`;
}

/** @param {LearningView["stage"]} stage */
function told(stage) {
  switch (stage.name) {
    case "opening":
      return t("learn.stage-opening");
    case "games":
      return t("learn.stage-games", { games: grouped(stage.games), positions: grouped(stage.positions), of: grouped(stage.of) });
    case "training":
      return t("learn.stage-training", { epoch: stage.epoch, of: stage.of, loss: lossOf(stage.loss) });
    case "match": {
      const { wins, draws, losses } = stage.score;
      return t("learn.stage-match", { wins, draws, losses });
    }
  }
}

/**
 * What learning began with.
 * @param {LearnSubject} about
 * @param {LearnGeneration[]} generations
 * @returns {import("../text.js").Key}
 */
const beginning = (about, generations) => (about.comes_with_network && !generations[0]?.from_rules ? "learn.shipped" : "learn.rules-alone");

/** A game by what is known now. @param {{ learning: LearningState, about: LearnSubject }} props */
function Watched({ learning, about: { layout, comes_with_network } }) {
  const { shown } = learning;
  if (!shown) return null;
  const who = shown.generation === null ? t(comes_with_network ? "learn.plays-shipped" : "learn.plays-rules") : t("learn.plays", { number: shown.generation });
  const now = shown.result ? said(shown.result.text, layout.sides) : shown.ply > 0 ? t("tournament.at", { ply: shown.ply, move: shown.text }) : "";
  return html`<section class="card watched-game" aria-labelledby="learn-watched-title">
    <h2 id="learn-watched-title">${who}</h2>
    <${SmallBoard} layout=${layout} scene=${shown.scene} trace=${shown.trace} label=${who} />
    <p id="learn-move" data-ply=${shown.ply}>${now}</p>
  </section>`;
}

/** @param {{ learning: LearningState, about: LearnSubject, play: (evaluation: string) => void }} props */
function Generations({ learning, about, play }) {
  const { generations, inUse } = learning;
  return html`<div class="scrolled"><table class="rows" id="generations">
    <thead><tr><th scope="col">${t("learn.number")}</th><th scope="col">${t("learn.verdict")}</th><th scope="col" class="number">${t("learn.elo")}</th>
      <th scope="col" class="number match">${t("learn.score")}</th><th scope="col" class="number wide">${t("learn.positions")}</th><th scope="col" class="number wide">${t("learn.loss")}</th><th scope="col"><span class="unseen">${t("learn.play")}</span></th></tr></thead>
    <tbody>
      ${[...generations].reverse().map((generation) => html`<${Row} key=${generation.number} generation=${generation} isUsed=${generation.number === inUse} play=${play} />`)}
      <tr data-generation="0"><th scope="row">0</th><td>${t(about.comes_with_network ? "learn.shipped" : "learn.rules-alone")}</td><td class="number">0</td><td class="match"></td><td class="wide"></td><td class="wide"></td>
        <td><button type="button" data-play="0" aria-label=${t(about.comes_with_network ? "learn.play-shipped" : "learn.play-rules")} onClick=${() => play(about.comes_with_network ? "eval=trained,generation=0" : `eval=${about.untrained}`)}>${t("learn.play")}</button></td></tr>
    </tbody>
  </table></div>`;
}

/** @param {{ generation: LearnGeneration, isUsed: boolean, play: (evaluation: string) => void }} props */
function Row({ generation, isUsed, play }) {
  const { number, accepted, corrects, windows, beside, score: { wins, draws, losses } } = generation;
  const played = wins + draws + losses > 0;
  const verdict = isUsed ? "learn.verdict-used" : !accepted ? "learn.verdict-refused" : "learn.verdict-accepted";
  return html`<tr data-generation=${number} class=${accepted ? "" : "refused"}>
    <th scope="row">${number}</th>
    <td>${isUsed ? html`<b>${t(verdict)}</b>` : t(verdict)}
      <div class="fine">${[corrects && t("learn.corrects"), windows && t("learn.windows")].filter(Boolean).join(", ")}</div>
      ${beside && html`<div class="fine">${t(beside.is_better ? "learn.beside-better" : "learn.beside-worse", { ...beside.score })}</div>`}</td>
    <td class="number">${elo(generation.elo)}</td>
    <td class="number match">${played ? `+${wins} =${draws} −${losses}` : t("learn.imported")}</td>
    <td class="number wide">${grouped(generation.positions)}</td>
    <td class="number wide">${lossOf(generation.loss)}</td>
    <td><button type="button" data-play=${number} aria-label=${t("learn.play-generation", { number })} onClick=${() => play(`eval=trained,generation=${number}`)}>${t("learn.play")}</button></td>
  </tr>`;
}
