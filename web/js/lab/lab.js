// The view to learn in: one position, and how the algorithms of the ladder think about it.

import { html, useCallback, useEffect, useRef, useState } from "../../vendor/htm-preact.js";
import { WORDS } from "../lessons/texts.js";
import { Lessons } from "../lessons/lessons.js";
import { tab } from "../storage.js";
import { said, sideName, t, titleOf } from "../text.js";
import { valueOf } from "../fields.js";
import { Heat } from "./heat.js";
import { Ladder, players } from "./ladder.js";
import { SmallBoard } from "./small_board.js";
import { begin } from "./state.js";
import { Tree } from "./tree.js";

/**
 * @typedef {import("../protocol.js").GameInfo} GameInfo
 * @typedef {import("../protocol.js").LabAsk} LabAsk
 * @typedef {import("../protocol.js").LabPlace} LabPlace
 * @typedef {import("../protocol.js").Player} Player
 * @typedef {import("./state.js").Lab} LabState
 */

/** The parts of the lab; the address of each is `#/lab/NAME`. @type {[string, import("../text.js").Key][]} */
const SECTIONS = [["lessons", "lab.lessons"], ["ladder", "lab.ladder"], ["tree", "lab.tree"], ["heat", "lab.heat"]];

function sectionNow() {
  const named = location.hash.split("/")[2];
  return SECTIONS.some(([name]) => name === named) ? named : SECTIONS[0][0];
}

/** What the address says beside its part: `#/lab/tree/chess?position=FEN&search=alphabeta&depth=3&run`. */
function wishNow() {
  const [path, query = ""] = location.hash.split(/\?(.*)/s);
  const [, , , ...game] = path.split("/");
  const wish = new URLSearchParams(query);
  const position = wish.get("position");
  return { wish, place: game.length > 0 ? { game: decodeURIComponent(game.join("/")), ...(position !== null && { position }) } : null };
}

/** Where a tab keeps the lesson that it is at. */
const LESSON = "wanqi-lesson";

function lessonNow() {
  const kept = Number(tab.get(LESSON));
  return Number.isInteger(kept) && kept >= 0 && kept < Object.keys(WORDS).length ? kept : 0;
}

/** @param {import("../app.js").ViewProps} props */
export function Lab({ store, dispatch, ask, known }) {
  const { lab, table, state, connected } = store;
  // Who opens the lab before any game looks at the first one.
  const place = lab.place ?? (table || known.length === 0 ? null : { game: known[0].name });
  const change = (/** @type {(lab: LabState) => LabState} */ change) => dispatch({ does: "lab", change });
  const [section, chooseSection] = useState(sectionNow);
  const [asked] = useState(wishNow);
  useEffect(() => {
    if (asked.place) change((lab) => ({ ...lab, place: asked.place }));
  }, []);
  const setSection = (/** @type {string} */ name) => {
    chooseSection(name);
    history.replaceState(null, "", `#/lab/${name}`);
  };
  /** The position that the lab is about: the chosen one, or the one on the board. */
  const about = place ? `${place.game} ${place.position ?? ""}` : `${table?.game} ${state?.view.position}`;
  const [lesson, setLesson] = useState(lessonNow);
  useEffect(() => {
    if (connected && (place || table) && lab.lessons.length === 0) ask({ request: "lab", at: place, ask: "lessons" });
  }, [connected, place === null && table === null]);
  // A lesson is about its own position.
  useEffect(() => {
    if (section !== "lessons" || lab.lessons.length === 0) return;
    const { game, position } = lab.lessons[lesson];
    change((lab) => ({ ...lab, place: { game, position } }));
    tab.set(LESSON, String(lesson));
  }, [section, lesson, lab.lessons]);
  const looked = useRef(0);
  const kept = useRef(/** @type {import("../protocol.js").Look | null} */ (null));
  useEffect(() => {
    if (connected && (place || state)) looked.current = ask({ request: "lab", at: place, ask: { look: { moves: [] } } });
  }, [about, connected, place === null && state === null]);
  useEffect(() => {
    document.title = t("page.title", { game: t("lab.title") });
  }, []);
  const run = useCallback((/** @type {string} */ name, /** @type {LabAsk} */ what, /** @type {Player[]} */ players) => {
    const id = ask({ request: "lab", at: place, ask: what });
    change((lab) => begin(lab, name, { id, about, players }));
  }, [about]);
  const visit = (/** @type {string[]} */ moves) => ask({ request: "lab", at: place, ask: { look: { moves } } });
  /** Whoever leaves the lessons comes back to the game on the board. @param {string} name */
  const leave = (name) => {
    if (section === "lessons" && name !== "lessons") change((lab) => ({ ...lab, place: null }));
    setSection(name);
  };
  /** The part of the lab that shows a lesson best, on the lesson's position. @param {import("../protocol.js").Lesson} lesson */
  const show = (lesson) => {
    setSection(lesson.shown_by);
    if (lesson.shown_by === "tree") run("tree", { tree: { player: lesson.tree, nodes: 5000 } }, [lesson.tree]);
    if (lesson.shown_by === "heat") run("heat", { heat: { millis: 5000, seed: 0 } }, []);
    if (lesson.shown_by === "ladder") {
      const asked = players({ depth: 4, evaluation: "", left: [], parts: true });
      run("ladder", { ladder: { players: asked, millis: 2000 } }, asked);
    }
  };
  const stop = () => void ask({ request: "lab", at: place, ask: "stop" });

  // Others are looked at meanwhile; this one stays.
  kept.current = lab.looks.find(({ id }) => id === looked.current) ?? kept.current;
  const look = kept.current;
  if (!look) {
    const words = lab.refused?.id === looked.current ? said(lab.refused.what) : t(connected ? "page.setting-up" : "page.connecting");
    return html`<main class="waiting"><p role="status" id="lab-waiting">${words}</p></main>`;
  }
  const last = (/** @type {string} */ name) => (lab.runs[name]?.about === about ? lab.runs[name] : null);
  return html`<main class=${section === "lessons" ? "lab alone" : "lab"}>
    ${section !== "lessons" && html`<${Where} known=${known} place=${place} table=${table} look=${look}
      choose=${(/** @type {LabPlace | null} */ place) => change((lab) => ({ ...lab, place }))} />`}
    <div class="work">
      <div class="sections" role="group" aria-label=${t("lab.sections")}>
        ${SECTIONS.map(([name, key]) => html`<button type="button" key=${name} data-section=${name}
          aria-pressed=${name === section ? "true" : "false"} onClick=${() => leave(name)}>${t(key)}</button>`)}
      </div>
      ${section === "lessons" && lab.lessons.length > 0 && html`<${Lessons} lessons=${lab.lessons} current=${lesson} run=${last("lessons")}
        look=${look.view.position === lab.lessons[lesson].position ? look : null} choose=${setLesson} show=${show}
        compare=${(/** @type {string[]} */ players) => run("lessons", { ladder: { players, millis: 20_000 } }, players)} />`}
      ${section === "ladder" && html`<${Ladder} look=${look} run=${last("ladder")} stop=${stop} wish=${asked.wish}
        begin=${(/** @type {Player[]} */ players, /** @type {number} */ millis) => run("ladder", { ladder: { players, millis } }, players)} />`}
      ${section === "tree" && html`<${Tree} look=${look} run=${last("tree")} stop=${stop} wish=${asked.wish} visit=${visit} looks=${lab.looks}
        begin=${(/** @type {Player} */ player, /** @type {number} */ nodes) => run("tree", { tree: { player, nodes } }, [player])} />`}
      ${section === "heat" && html`<${Heat} look=${look} run=${last("heat")} stop=${stop}
        begin=${(/** @type {number} */ seconds) => run("heat", { heat: { millis: 1000 * seconds, seed: 0 } }, [])} />`}
    </div>
  </main>`;
}

/**
 * The position that the lab is about.
 * @param {{ known: GameInfo[], place: LabPlace | null, table: import("../protocol.js").Table | null, look: import("../protocol.js").Look,
 *           choose: (place: LabPlace | null) => void }} props
 */
function Where({ known, place, table, look, choose }) {
  const info = known.find(({ name }) => name === place?.game) ?? null;
  const { layout, view } = look;
  const side = layout.sides[view.side];
  return html`<section class="card where" aria-labelledby="where-title">
    <h2 id="where-title">${t("lab.position")}</h2>
    <label class="field"><span>${t("setup.game")}</span>
      <select id="lab-game" value=${place?.game ?? ""} onChange=${(/** @type {Event} */ event) => {
        const game = valueOf(event);
        choose(game === "" ? null : { game });
      }}>
        ${table && html`<option value="">${t("lab.on-board", { game: titleOf(table.info) })}</option>`}
        ${known.filter(({ name }) => name !== "rules").map((info) => html`<option key=${info.name} value=${info.name}>${titleOf(info)}</option>`)}
      </select>
    </label>
    ${info && html`<label class="field"><span>${t("lab.position")}</span>
      <select id="lab-position" value=${place?.position ?? ""} onChange=${(/** @type {Event} */ event) => {
        const position = valueOf(event);
        choose(position === "" ? { game: info.name } : { game: info.name, position });
      }}>
        <option value="">${t("lab.start")}</option>
        ${place?.position && !info.lab_positions.includes(place.position) && html`<option value=${place.position}>${t("lab.lesson-position")}</option>`}
        ${info.lab_positions.map((position, i) => html`<option key=${position} value=${position}>${t("lab.example", { number: i + 1 })}</option>`)}
      </select>
    </label>`}
    <${SmallBoard} layout=${layout} scene=${view.scene} trace=${view.trace} label=${view.position} />
    <p class="told">${view.result ? said(view.result.text, layout.sides) : t("status.person", { side: sideName(side) })}</p>
  </section>`;
}
