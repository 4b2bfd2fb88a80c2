// The ladder: every player on one position, what it finds and what that costs.

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { withOption } from "../limits.js";
import { same } from "../setup.js";
import { said, scoreOf, t } from "../text.js";
import { Count, numberIn, valueOf } from "../fields.js";
import { count, length, seconds, short } from "./numbers.js";

/**
 * @typedef {import("./state.js").Run} Run
 * @typedef {import("../protocol.js").Theory} Theory
 * @typedef {import("../protocol.js").Look} Look
 * @typedef {import("../protocol.js").Spec} Spec
 */

/** The parts of the strong search that can be left out. */
const PARTS = /** @type {const} */ (["ordering", "table", "quiescence", "selective"]);
/** @typedef {typeof PARTS[number]} Part */
/** @type {Record<Part, import("../text.js").Key>} */
const PART_NAMES = {
  ordering: "lab.part.ordering",
  table: "lab.part.table",
  quiescence: "lab.part.quiescence",
  selective: "lab.part.selective",
};
/** The columns of numbers. @type {import("../text.js").Key[]} */
const COLUMNS = ["lab.score", "lab.depth", "lab.interior", "lab.leaves", "lab.cutoffs", "lab.playouts", "lab.time"];

/**
 * The strong search without these parts.
 * @param {Part[]} left
 * @returns {Spec}
 */
function strong(left) {
  return { name: "best", options: left.map((part) => [part, part === "table" ? "0" : "off"]) };
}

/**
 * The players of the ladder, each searching what the one before it does with less work.
 * @param {{ depth: number, evaluation: string, left: Part[], parts: boolean }} choice
 *   `left`: what the strong search leaves out; `parts`: whether to take it to pieces as well.
 * @returns {Spec[]}
 */
export function players({ depth, evaluation, left, parts }) {
  const searching = (/** @type {Spec} */ player) => withOption(player, "depth", String(depth));
  const named = (/** @type {string} */ name) => searching({ name, options: [] });
  const pieces = parts ? [[...PARTS], ...PARTS.map((part) => [part])] : [];
  /** @type {Spec[]} */
  const all = [
    { name: "random", options: [] },
    { name: "greedy", options: [] },
    named("minimax"),
    named("negamax"),
    withOption(named("alphabeta"), "ordering", "off"),
    named("alphabeta"),
    ...[left, ...pieces].map(strong).map(searching),
    { name: "mcts", options: [["playouts", "1000"]] },
  ];
  const told = all.map((player) => (["random", "mcts"].includes(player.name) ? player : withOption(player, "eval", evaluation)));
  return told.filter((player, i) => told.findIndex((other) => same(other, player)) === i);
}

/** @type {Record<string, number>} What the lab can be asked for: plies, and seconds for each player. */
const MAX = { depth: 20, seconds: 60 };

/**
 * @param {{ look: Look, run: Run | null, begin: (players: Spec[], millis: number) => void, stop: () => void, wish: URLSearchParams }} props
 *   `wish`: what the address asks for: `depth`, `seconds`, and `run` to begin at once.
 */
export function Ladder({ look, run, begin, stop, wish }) {
  const [depth, setDepth] = useState(numberIn(wish, "depth", 1, MAX.depth) ?? 4);
  const [seconds, setSeconds] = useState(numberIn(wish, "seconds", 1, MAX.seconds) ?? 5);
  const [evaluation, setEvaluation] = useState("");
  const [left, setLeft] = useState(/** @type {Part[]} */ ([]));
  const [parts, setParts] = useState(false);
  const over = look.view.result !== null;
  const submit = (/** @type {Event | null} */ event) => {
    event?.preventDefault();
    begin(players({ depth, evaluation, left, parts }), 1000 * seconds);
  };
  useEffect(() => {
    if (wish.has("run") && !over && !run) submit(null);
  }, []);
  return html`<section class="card ladder" aria-labelledby="ladder-title" data-done=${run && !run.running ? run.id : ""}>
    <h2 id="ladder-title">${t("lab.ladder")}</h2>
    <p class="told">${t("lab.ladder.about")}</p>
    <form class="wishes" onSubmit=${submit}>
      <label class="field"><span>${t("lab.depth")}</span>
        <${Count} id="ladder-depth" value=${depth} least=${1} most=${MAX.depth} change=${setDepth} /></label>
      <label class="field"><span>${t("lab.seconds")}</span>
        <${Count} id="ladder-seconds" value=${seconds} least=${1} most=${MAX.seconds} change=${setSeconds} /></label>
      ${look.evaluations.length > 1 && html`<label class="field"><span>${t("lab.evaluation")}</span>
        <select id="ladder-evaluation" value=${evaluation} onChange=${(/** @type {Event} */ event) => setEvaluation(valueOf(event))}>
          ${look.evaluations.map(({ name }, i) => html`<option key=${name} value=${i === 0 ? "" : name}>${name}</option>`)}
        </select></label>`}
      <fieldset>
        <legend>${t("lab.parts")}</legend>
        ${PARTS.map((part) => html`<label class="switch" key=${part}>
          <input type="checkbox" data-part=${part} checked=${!left.includes(part)}
            onChange=${() => setLeft(left.includes(part) ? left.filter((other) => other !== part) : PARTS.filter((other) => other === part || left.includes(other)))} />
          ${t(PART_NAMES[part])}</label>`)}
        <label class="switch"><input type="checkbox" id="ladder-parts" checked=${parts} onChange=${() => setParts(!parts)} />${t("lab.parts.each")}</label>
      </fieldset>
      ${run?.running
        ? html`<button type="button" id="ladder-stop" onClick=${stop}>${t("play.stop")}</button>`
        : html`<button type="submit" id="ladder-run" class="primary" disabled=${over}>${t("lab.run")}</button>`}
    </form>
    <p id="ladder-fault" class="fault" role="alert">${over ? t("lab.over") : said(run?.fault ?? "")}</p>
    ${run && html`<${Rows} run=${run} /><${Told} run=${run} moves=${look.view.moves.length} depth=${depthOf(run)} />`}
  </section>`;
}

/** The depth that a run was asked for. @param {Run} run */
function depthOf(run) {
  const options = run.players.flatMap((player) => (typeof player === "string" ? [] : player.options));
  return Number(options.find(([name]) => name === "depth")?.[1] ?? 0);
}

/** @param {{ run: Run }} props */
function Rows({ run }) {
  const most = Math.max(...run.rows.map((row) => row?.thought.work.leaves ?? 0), run.theory?.leaves ?? 0, 10);
  const now = run.running ? run.rows.filter((row) => row?.finished).length : -1;
  return html`<div class="scrolled" tabindex="0" role="region" aria-label=${t("lab.ladder")}>
    <table id="ladder-rows" class="rows">
      <thead><tr>
        <th scope="col">${t("lab.player")}</th><th scope="col">${t("lab.move")}</th>
        ${COLUMNS.map((key) => html`<th scope="col" class="number" key=${key}>${t(key)}</th>`)}
        <th scope="col">${t("lab.line")}</th>
      </tr></thead>
      <tbody>${run.players.map((player, i) => {
        const row = run.rows[i];
        const { thought } = row ?? {};
        const work = thought?.work;
        const number = (/** @type {string} */ fact, /** @type {string | undefined} */ value) =>
          html`<td class="number" data-fact=${fact}>${value}</td>`;
        const name = run.names[i] ?? (typeof player === "string" ? player : player.name);
        return html`<tr key=${i} data-row=${i} class=${i === now ? "now" : ""} aria-busy=${i === now ? "true" : null}>
          <th scope="row">${name}</th>
          <td data-fact="best">${thought?.best}</td>
          ${number("score", thought && scoreOf(thought))}
          ${number("depth", thought && String(thought.depth))}
          ${number("interior", work && count(work.interior))}
          <td class="number measure" data-fact="leaves" style=${{ "--length": length(work?.leaves ?? 0, most).toFixed(3) }}>${work && count(work.leaves)}</td>
          ${number("cutoffs", work && count(work.cutoffs))}
          ${number("playouts", work && count(work.playouts))}
          ${number("time", work && t("search.seconds", { time: seconds(work.millis) }))}
          <td class="line" data-fact="line" title=${thought?.line.join(" ")}>${thought?.line.join(" ")}</td>
        </tr>`;
      })}</tbody>
    </table>
  </div>`;
}

/**
 * What theory says, beside what was counted.
 * @param {{ run: Run, moves: number, depth: number }} props
 */
function Told({ run, moves, depth }) {
  const { theory } = run;
  const isOrdered = (/** @type {Spec} */ { options }) => !options.some(([name, value]) => name === "ordering" && value === "off");
  /** The leaves of the first such player. @type {(name: string, fits?: (player: Spec) => boolean) => number | null} */
  const leaves = (name, fits = () => true) => {
    const at = run.players.findIndex((player) => typeof player !== "string" && player.name === name && fits(player));
    return run.rows[at]?.finished && run.rows[at].thought.depth >= depth ? run.rows[at].thought.work.leaves : null;
  };
  // Before the tree is known, the moves of its root must do.
  const b = theory?.branching ?? moves;
  const worst = theory?.worst ?? b ** depth;
  const best = theory?.best ?? b ** Math.ceil(depth / 2) + b ** Math.floor(depth / 2) - 1;
  /** @type {[string, string, number | null][]} */
  const facts = [
    ["worst", t("lab.theory.worst"), worst],
    ["whole", t("lab.theory.whole"), theory?.leaves ?? null],
    ["unordered", t("lab.theory.unordered"), leaves("alphabeta", (player) => !isOrdered(player))],
    ["ordered", t("lab.theory.ordered"), leaves("alphabeta", isOrdered)],
    ["strong", t("lab.theory.strong"), leaves("best")],
    ["least", t("lab.theory.least"), theory?.least ?? null],
    ["best", t("lab.theory.best"), best],
  ];
  const most = Math.max(...facts.map(([, , number]) => number ?? 0));
  return html`<div class="theory" id="theory">
    <h3>${t("lab.theory")}</h3>
    <p class="told">${t(theory ? "lab.theory.known" : "lab.theory.guessed", { b: b.toFixed(theory ? 2 : 0), n: depth })}</p>
    <dl>${facts.map(([key, label, number]) => html`<div key=${key} data-theory=${key} class=${["worst", "least", "best"].includes(key) ? "said" : ""}>
      <dt>${label}</dt>
      <dd class="measure" style=${{ "--length": length(number ?? 0, most).toFixed(3) }}>${number === null ? "–" : short(number)}</dd>
    </div>`)}</dl>
  </div>`;
}
