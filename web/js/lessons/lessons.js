// Lessons: a position, the player before a step of the ladder and the one after it, and what the step is.

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { said, scoreOf, sideName, t } from "../text.js";
import { count } from "../lab/numbers.js";
import { Exercise } from "../exercise.js";
import { WORDS } from "./texts.js";

/**
 * @typedef {import("../protocol.js").Lesson} Lesson
 * @typedef {import("../protocol.js").Look} Look
 * @typedef {import("../lab/state.js").Run} Run
 */

/** What else to look at. @type {Record<Lesson["shown_by"], import("../text.js").Key>} */
const MORE = { tree: "lesson.see-tree", heat: "lesson.see-heat", ladder: "lesson.see-ladder" };

/**
 * @param {{ lessons: Lesson[], current: number, look: Look | null, run: Run | null, choose: (lesson: number) => void,
 *           compare: (players: string[]) => void, show: (lesson: Lesson) => void }} props
 *   `look`: the lesson's position, once it is there; `show` goes to the part of the lab that shows it best.
 */
export function Lessons({ lessons, current, look, run, choose, compare, show }) {
  const lesson = lessons[current];
  const words = WORDS[lesson.name];
  const [open, setOpen] = useState(false);
  const [yours, setYours] = useState("");
  useEffect(() => {
    setOpen(false);
    setYours("");
  }, [current]);
  const asked = run !== null && !run.running && run.rows.filter((row) => row?.finished).length === 2;
  const solved = asked || open || lesson.right.includes(yours);
  return html`<section class="card lessons" aria-labelledby="lessons-title">
    <h2 id="lessons-title">${t("lab.lessons")} <span class="who">${t("lesson.number", { number: current + 1, all: lessons.length })}</span></h2>
    <p class="told">${t("lab.lessons.about")}</p>
    <ol class="contents">${lessons.map(({ name }, i) => html`<li key=${name}><button type="button" data-lesson=${name}
      aria-current=${i === current ? "true" : null} onClick=${() => choose(i)}>${i + 1}. ${t(WORDS[name].title)}</button></li>`)}</ol>
    <div class="lesson">
      <h3 id="lesson-title">${t(words.title)}</h3>
      <p>${t(words.about)}</p>
      ${look && html`<div class="lesson-position">
        <${Exercise} look=${look} active=${!solved} hint=${!solved ? null : lesson.right.includes(yours) ? yours : look.view.moves.find(({ text }) => lesson.right.includes(text))?.text ?? null} play=${setYours} />
        <div class="question">
          <p>${t("lesson.side", { side: sideName(look.layout.sides[look.view.side]) })}</p>
          <p class="told">${t("lesson.your-move")}</p>
          <p id="lesson-verdict" role="status" class=${lesson.right.includes(yours) ? "good" : "bad"}>${yours &&
            t(lesson.right.includes(yours) ? "lesson.yours-right" : "lesson.yours-wrong", { move: yours })}</p>
          ${[lesson.before, lesson.after].map((player, i) => html`<${Answer} key=${player} player=${player} lesson=${lesson}
            label=${t(i === 0 ? "lesson.before" : "lesson.after")} id=${i === 0 ? "lesson-before" : "lesson-after"}
            row=${run?.rows[i] ?? null} running=${run?.running ?? false} />`)}
          <p class="fault" role="alert">${said(run?.fault ?? "")}</p>
          <div class="row">
            <button type="button" id="lessons-run" class=${asked ? "" : "primary"} disabled=${run?.running ?? false}
              onClick=${() => compare([lesson.before, lesson.after])}>${t(asked ? "lesson.again" : "lesson.ask")}</button>
            ${!solved && html`<button type="button" id="lesson-solution" onClick=${() => setOpen(true)}>${t("lesson.solution")}</button>`}
          </div>
          ${solved && html`<p id="lesson-answer">${t("lesson.answer", { moves: lesson.right.join(" · ") })}</p>`}
        </div>
      </div>`}
      ${solved && html`<p id="lesson-told">${t(words.told)}</p>`}
      <div class="row">
        <button type="button" id="lesson-more" onClick=${() => show(lesson)}>${t(MORE[lesson.shown_by])}</button>
        <button type="button" id="lesson-previous" disabled=${current === 0} onClick=${() => choose(current - 1)}>${t("lesson.previous")}</button>
        <button type="button" id="lesson-next" class=${solved ? "primary" : ""} disabled=${current === lessons.length - 1}
          onClick=${() => choose(current + 1)}>${t("lesson.next")}</button>
      </div>
    </div>
  </section>`;
}

/**
 * What a player has answered.
 * @param {{ player: string, lesson: Lesson, label: string, id: string, row: import("../lab/state.js").Row | null, running: boolean }} props
 */
function Answer({ player, lesson, label, id, row, running }) {
  const best = row?.finished ? row.thought.best ?? "" : null;
  const right = best !== null && lesson.right.includes(best);
  const verdict = best !== null ? t(right ? "lesson.right" : "lesson.wrong", { move: best })
    : t(running ? "lesson.thinking" : "lesson.not-asked");
  const work = row?.thought.work;
  const facts = best === null || !row ? "" : ` ${scoreOf(row.thought)} · ${count((work?.interior ?? 0) + (work?.leaves ?? 0) + (work?.playouts ?? 0))}`;
  return html`<p class="answer" id=${id}><b>${label}</b> <code>${player}</code>
    <span class=${best === null ? "told" : right ? "good" : "bad"}>${best !== null && (right ? "✓ " : "✗ ")}${verdict}</span><span class="told">${facts}</span></p>`;
}
