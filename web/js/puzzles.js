// The view to train in: positions of one's own games where a win was missed, and those that come with the program, as often as they are
// forgotten.

import { html, useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { thisPage } from "./address.js";
import { pointsOf } from "./clicks.js";
import { Exercise, useLook } from "./exercise.js";
import { LinkField, usePacked } from "./share.js";
import { said, sideName, t, titleOf } from "./text.js";

/**
 * @typedef {import("./protocol.js").Puzzle} Puzzle
 * @typedef {import("./app.js").ViewProps} ViewProps
 */

/** The number of a puzzle that is not in the library. */
const BROUGHT = 0;
/** How long a reply waits, so that it is seen, in milliseconds. */
const REPLY_MS = 350;

/** @param {ViewProps} props */
export function Puzzles({ store, ask, known, puzzle: brought }) {
  const { connected, training, puzzleTried } = store;
  const [game, setGame] = useState("");
  /** Which of the puzzles that have been told; those that were not solved come once more at the end. */
  const [queue, setQueue] = useState(/** @type {Puzzle[]} */ ([]));
  const asked = useRef(0);
  /** What a link has brought, until it is solved. */
  const [given, setGiven] = useState(brought && { ...brought, id: BROUGHT, origin: null, level: 0, tries: 0, solved: 0 });
  const find = () => {
    asked.current = ask({ request: "puzzles", game });
  };
  useEffect(() => {
    if (connected) find();
  }, [connected, game]);
  useEffect(() => {
    document.title = `${t("nav.puzzles")} · Wanqi`;
  }, []);
  useEffect(() => {
    if (training && training.id === asked.current) setQueue(given ? [given, ...training.puzzles] : training.puzzles);
  }, [training]);

  const puzzle = queue[0] ?? null;
  const next = (/** @type {boolean} */ again) => {
    if (puzzle?.id === BROUGHT && !again) setGiven(null);
    const rest = again && puzzle ? [...queue.slice(1), puzzle] : queue.slice(1);
    setQueue(rest);
    // There may be more than are told at once.
    if (rest.length === 0) find();
  };
  const titles = new Map(known.map((info) => [info.name, titleOf(info)]));
  const fault = store.error && ["puzzles", "puzzle_tried"].includes(store.error.request ?? "") ? said(store.error.fault.what) : "";
  const told = training && training.id === asked.current ? training : null;
  return html`<main class="puzzles">
    <section class="card head" aria-labelledby="puzzles-title">
      <h2 id="puzzles-title">${t("puzzles.title")}</h2>
      <p class="told">${t("puzzles.about")}</p>
      <div class="row">
        <label>${t("puzzles.game")} <select id="puzzles-game" value=${game} onChange=${(/** @type {Event} */ event) =>
          event.target instanceof HTMLSelectElement && setGame(event.target.value)}>
          <option value="">${t("puzzles.all-games")}</option>
          ${known.filter(({ name }) => name !== "rules").map((info) => html`<option key=${info.name} value=${info.name}>${titleOf(info)}</option>`)}
        </select></label>
        <span id="puzzles-count" role="status">${told ? t("puzzles.count", { due: told.due, fresh: told.fresh, total: told.total }) : t("puzzles.looking")}</span>
      </div>
      <p class="fault" role="alert">${fault}</p>
    </section>
    ${puzzle && html`<${PuzzleBoard} key=${puzzle.id} puzzle=${puzzle} title=${titles.get(puzzle.game.split(":")[0]) ?? puzzle.game}
      store=${store} ask=${ask} next=${next} days=${puzzleTried?.puzzle === puzzle.id ? puzzleTried.days : null} />`}
    ${!puzzle && told && html`<section class="card" id="puzzles-none"><p>${told.total === 0 ? t("puzzles.none")
      : told.next === null ? t("puzzles.done") : t("puzzles.done-until", { days: told.next })}</p></section>`}
  </main>`;
}

/**
 * A puzzle on its board.
 * @param {{ puzzle: Puzzle, title: string, store: import("./store.js").Store, ask: import("./connection.js").Ask,
 *           next: (again: boolean) => void, days: number | null }} props
 *   `days`: in how many it comes again, once that is known.
 */
function PuzzleBoard({ puzzle, title, store, ask, next, days }) {
  const { line } = puzzle;
  /** How many moves of the line have been made. */
  const [made, setMade] = useState(0);
  /** The last move, where it was none of the line: a wrong one, or another that ends the game. */
  const [other, setOther] = useState(/** @type {string | null} */ (null));
  /** Whether nothing has gone wrong and no help was taken. */
  const [clean, setClean] = useState(true);
  const [hinted, setHinted] = useState(false);
  const told = useRef(false);
  const at = useMemo(() => ({ game: puzzle.game, position: puzzle.position }), [puzzle]);
  const moves = other === null ? line.slice(0, made) : [...line.slice(0, made), other];
  const look = useLook(store, ask, at, moves);
  const first = useRef(/** @type {import("./protocol.js").Look | null} */ (null));
  if (look && moves.length === 0) first.current = look;
  const solver = first.current?.view.side ?? 0;
  // Another way to end the game at once is as good.
  const ended = look !== null && other !== null && look.view.result?.winner === solver;
  const solved = made >= line.length || ended;
  const wrong = other !== null && !ended;
  useEffect(() => {
    // The reply comes by itself.
    if (made === 0 || made % 2 === 0 || made >= line.length) return;
    const timer = setTimeout(() => setMade(made + 1), REPLY_MS);
    return () => clearTimeout(timer);
  }, [made]);
  const answer = (/** @type {boolean} */ right) => {
    if (told.current) return;
    told.current = true;
    if (puzzle.id !== BROUGHT) ask({ request: "puzzle_tried", puzzle: puzzle.id, solved: right });
  };
  useEffect(() => {
    if (solved) answer(clean);
  }, [solved]);
  // The server tells of a move that was wrong whether it has ended the game: then it was none.
  const judged = wrong && look !== null && look.view.result === null && lookIsAfter(look, first.current, moves.length);
  useEffect(() => {
    if (judged) {
      setClean(false);
      answer(false);
    }
  }, [judged]);
  const play = (/** @type {string} */ text) => {
    setHinted(false);
    if (text === line[made]) setMade(made + 1);
    else setOther(text);
  };
  const help = () => {
    setClean(false);
    answer(false);
    setHinted(true);
  };
  const show = () => {
    setClean(false);
    answer(false);
    setOther(null);
    setMade(line.length);
  };
  const link = usePacked([{ shared: { puzzle: { game: puzzle.game, position: puzzle.position, line } }, lost: "nothing" }], `${puzzle.id} ${puzzle.position}`);
  const before = useRef(store.lab.refused);
  if (store.lab.refused && store.lab.refused !== before.current && puzzle.id === BROUGHT) {
    return html`<${Refused} what=${store.lab.refused.what} next=${() => next(false)} />`;
  }
  if (!look) return html`<section class="card waiting"><p role="status">${t("puzzles.looking")}</p></section>`;
  const side = sideName(look.layout.sides[solver]);
  const said = solved && clean ? t("puzzles.solved")
    : solved ? t("puzzles.shown", { line: line.join(" ") })
    : judged ? t("puzzles.wrong", { move: other ?? "" })
    : made > 0 ? t("puzzles.go-on", { side })
    : line.length > 1 ? t("puzzles.ask-moves", { side, moves: (line.length + 1) / 2 })
    : t("puzzles.ask", { side });
  const mover = made % 2 === 0 && !solved && other === null;
  return html`<section class="card puzzle" data-puzzle=${puzzle.id} data-game=${puzzle.game} aria-labelledby="puzzle-title">
    <div class="beside">
      <h2 id="puzzle-title">${title} <span class="who">${t(puzzle.id === BROUGHT ? "puzzles.brought" : puzzle.origin === null ? "puzzles.shipped" : "puzzles.own")}</span></h2>
      <p id="puzzle-said" role="status" class=${solved && clean ? "good" : judged || solved ? "bad" : ""}>${said}</p>
      <p class="told" id="puzzle-days">${days === null ? (puzzle.tries > 0 ? t("puzzles.known", { tries: puzzle.tries, solved: puzzle.solved }) : "") : t("puzzles.again-in", { days })}</p>
      <div class="row">
        ${!solved && !judged && html`<button type="button" id="puzzle-hint" disabled=${!mover} onClick=${help}>${t("puzzles.hint")}</button>`}
        ${!solved && html`<button type="button" id="puzzle-show" onClick=${show}>${t("puzzles.show")}</button>`}
        ${judged && html`<button type="button" id="puzzle-retry" class="primary" onClick=${() => setOther(null)}>${t("puzzles.retry")}</button>`}
        ${solved && html`<button type="button" id="puzzle-next" class="primary" onClick=${() => next(!clean)}>${t("puzzles.next")}</button>`}
        ${puzzle.origin !== null && solved && html`<button type="button" id="puzzle-game" onClick=${() => {
          location.hash = `#/library/${puzzle.origin}`;
        }}>${t("puzzles.to-game")}</button>`}
      </div>
      <${LinkField} name="puzzle" title=${t("share.puzzle")} page=${thisPage()} link=${link} />
    </div>
    <${Exercise} look=${look} active=${mover && lookIsAfter(look, first.current, moves.length)} flipped=${solver === 1 && look.view.moves.some((move) => pointsOf(move).length > 1)}
      hint=${hinted ? line[made] : null} play=${play} />
  </section>`;
}

/** A puzzle of a link that cannot be played. @param {{ what: import("./protocol.js").Message, next: () => void }} props */
function Refused({ what, next }) {
  return html`<section class="card" id="puzzle-refused"><p class="fault" role="alert">${t("link.refused")} ${said(what)}</p>
    <button type="button" id="puzzle-next" onClick=${next}>${t("puzzles.next")}</button></section>`;
}

/**
 * Whether what is shown is already the position after so many moves.
 * @param {import("./protocol.js").Look} look
 * @param {import("./protocol.js").Look | null} first
 * @param {number} count
 */
const lookIsAfter = (look, first, count) => look.view.ply - (first?.view.ply ?? 0) === count;
