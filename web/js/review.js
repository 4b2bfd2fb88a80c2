// A game looked back at: how well each side played, its mistakes by kind, and another try at each of them.

import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { DiscSummary, Perfect, areInDiscs, discsLost, isCertain, lossText } from "./discs.js";
import { sideName, t } from "./text.js";
import { signOf } from "./tree.js";

/**
 * @typedef {import("./protocol.js").GameState} GameState
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./connection.js").Ask} Ask
 * @typedef {import("./tree.js").Tree} Tree
 */

/** The marks that a search for mistakes puts, the worst first, and what they are called. @type {[number, import("./text.js").Key][]} */
export const JUDGEMENTS = [[4, "review.blunders"], [2, "review.mistakes"], [6, "review.dubious"]];

/**
 * Whether a move was marked as a mistake of any kind.
 * @param {Tree} tree
 * @param {number} id
 */
export const isMistake = (tree, id) => tree.get(id)?.marks?.some((mark) => JUDGEMENTS.some(([other]) => other === mark)) ?? false;

/**
 * What a move has lost of its side's probability to win, 0 to 1; `null` where one of both positions has not been looked at.
 * @param {Tree} tree
 * @param {number} id
 */
export function lostBy(tree, id) {
  const node = tree.get(id);
  const before = tree.get(node?.parent ?? -1)?.evaluation?.win_probability ?? null;
  const after = node?.evaluation?.win_probability ?? null;
  if (!node || before === null || after === null) return null;
  return Math.max(0, node.side === 0 ? before - after : after - before);
}

/**
 * How exact a move was in per cent, by what it lost of the probability to win: a curve that lichess has fitted and
 * published, https://lichess.org/page/accuracy.
 * @param {number} lost 0 to 1.
 */
export const accuracyOfMove = (lost) => Math.min(100, Math.max(0, 103.1668 * Math.exp(-4.354 * lost) - 3.1669));

/**
 * How exact a side played, in per cent: half the mean of its moves, those counting more that were made where the game
 * swung, half their harmonic mean, which a few bad moves pull down. As lichess reckons it
 * (https://github.com/lichess-org/lila/blob/master/modules/analyse/src/main/AccuracyPercent.scala); `null` where a
 * move has not been looked at.
 * @param {Tree} tree
 * @param {number[]} line The nodes of the game from the first move on.
 * @param {Side} side
 */
export function accuracy(tree, line, side) {
  const chances = [0, ...line].map((id) => tree.get(id)?.evaluation?.win_probability ?? null);
  if (chances.includes(null)) return null;
  const width = Math.min(8, Math.max(2, Math.floor(line.length / 10)));
  const moves = line.flatMap((id, i) => {
    if (tree.get(id)?.side !== side) return [];
    const from = Math.max(0, Math.min(i + 2 - width, chances.length - width));
    const near = chances.slice(from, from + width).map((chance) => 100 * (chance ?? 0));
    return [{ exact: accuracyOfMove(lostBy(tree, id) ?? 0), weight: Math.min(12, Math.max(0.5, deviation(near))) }];
  });
  if (moves.length === 0) return null;
  const weights = moves.reduce((sum, { weight }) => sum + weight, 0);
  const weighted = moves.reduce((sum, { exact, weight }) => sum + exact * weight, 0) / weights;
  // No move is worth so little that it alone makes the mean nothing.
  const harmonic = moves.length / moves.reduce((sum, { exact }) => sum + 1 / Math.max(1, exact), 0);
  return (weighted + harmonic) / 2;
}

/** The standard deviation. @param {number[]} values */
function deviation(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/**
 * How well each side played and what went wrong, once every move has been looked at. In discs, where they are counted.
 * @param {{ tree: Tree, line: number[], taken: import("./away.js").TakenAlong, layout: Layout }} props
 */
export function Summary({ tree, line, taken, layout }) {
  const sides = /** @type {Side[]} */ ([0, 1]);
  const worths = [0, ...line].map((id) => tree.get(id)?.evaluation);
  const marked = (/** @type {Side} */ side, /** @type {number} */ mark) =>
    line.filter((id) => tree.get(id)?.side === side && tree.get(id)?.marks?.includes(mark)).length;
  const named = (/** @type {number} */ mark, /** @type {import("./text.js").Key} */ name) =>
    html`${t(name)} <b class="mark" data-mark=${mark} aria-hidden="true">${signOf(mark)}</b>`;
  if (areInDiscs(worths)) {
    const counts = JUDGEMENTS.map(([mark, name]) => ({ mark, name: named(mark, name), counts: sides.map((side) => marked(side, mark)) }));
    return line.length > 0 && !worths.includes(undefined)
      && html`<${DiscSummary} tree=${tree} line=${line} taken=${taken} layout=${layout} counts=${counts} />`;
  }
  const exact = sides.map((side) => accuracy(tree, line, side));
  if (exact.every((side) => side === null)) return null;
  return html`<table id="review-summary" class="review">
    <caption>${t("review.caption")}</caption>
    <thead><tr><td></td><th scope="col" title=${t("review.accuracy-about")}>${t("review.accuracy")}</th>
      ${JUDGEMENTS.map(([mark, name]) => html`<th key=${mark} scope="col">${named(mark, name)}</th>`)}</tr></thead>
    <tbody>${sides.map((side) => html`<tr key=${side} data-side=${side}>
      <th scope="row"><i class="swatch" style=${{ background: layout.sides[side].colour }}></i>${sideName(layout.sides[side])}</th>
      <td class="accuracy">${exact[side] === null ? "–" : `${exact[side].toFixed(0)} %`}</td>
      ${JUDGEMENTS.map(([mark]) => html`<td key=${mark} data-count=${mark}>${marked(side, mark)}</td>`)}
    </tr>`)}</tbody>
  </table>`;
}

/**
 * What a move has lost, beside it; nothing if it was no mistake. Where discs are known to the last one, every move has them,
 * or the mark of a perfect one.
 * @param {{ tree: Tree, id: number }} props
 */
export function Lost({ tree, id }) {
  const discs = discsLost(tree, id);
  const certain = isCertain(tree, id);
  if (discs === 0 && certain) return html`<${Perfect} />`;
  if (discs !== null) {
    return (certain || isMistake(tree, id)) && html`<small class="lost" title=${t("discs.move-lost")}>${lossText(tree, id)}</small>`;
  }
  const lost = isMistake(tree, id) ? lostBy(tree, id) : null;
  return lost !== null && lost >= 0.005 && html`<small class="lost" title=${t("review.lost")}>−${Math.round(100 * lost)} %</small>`;
}

/**
 * Another try at a mistake: the position before it is on the board, whoever sits there plays for its side, and each
 * move is judged.
 * @typedef {object} Retry
 * @property {number | null} mistake The move that is to be bettered; `null` while nothing is tried.
 * @property {boolean} open Whether the board waits for a move.
 * @property {(mistake: number) => void} begin
 * @property {(text: string) => void} play
 * @property {() => void} again The position before the mistake once more.
 * @property {() => void} end Back to the game.
 */

/**
 * @param {Store} store
 * @param {Ask} ask
 * @param {(id: number) => void} go
 * @returns {Retry}
 */
export function useRetry({ table, tree, state }, ask, go) {
  const [mistake, setMistake] = useState(/** @type {number | null} */ (null));
  const before = mistake === null ? null : tree.get(mistake)?.parent ?? null;
  const here = state?.node ?? null;
  /** Whether the board has come to the position before the mistake. */
  const [arrived, setArrived] = useState(false);
  const at = before !== null && here === before;
  // Whoever steps elsewhere has done with it; a move that was tried stands right after the position.
  const astray = mistake !== null && arrived && !at && tree.get(here ?? -1)?.parent !== before;
  useEffect(() => {
    if (at) setArrived(true);
  }, [at]);
  useEffect(() => {
    if (astray || before === null) setMistake(null);
  }, [astray, before]);
  useEffect(() => setMistake(null), [table]);
  useEffect(() => {
    // The record beside the board would give the better move away.
    document.documentElement.classList.toggle("retrying", mistake !== null);
    return () => document.documentElement.classList.remove("retrying");
  }, [mistake]);
  return {
    mistake,
    open: at,
    begin: (id) => {
      const parent = tree.get(id)?.parent ?? null;
      if (parent === null) return;
      setArrived(false);
      setMistake(id);
      go(parent);
    },
    play: (text) => void ask({ request: "retry", text }),
    again: () => before !== null && go(before),
    end: () => {
      setMistake(null);
      if (mistake !== null) go(mistake);
    },
  };
}

/**
 * What is asked of whoever tries again, and what came of it.
 * @param {{ retry: Retry, store: Store, layout: Layout }} props
 */
export function TryAgain({ retry, store: { tree, state, retried }, layout }) {
  const mistake = tree.get(retry.mistake ?? -1);
  if (!mistake || !state) return null;
  const tried = retry.open ? null : tree.get(state.node);
  const judged = tried && retried?.node === tried.id ? retried : null;
  const lost = judged ? Math.round(100 * judged.lost) : 0;
  const discs = judged?.discs;
  const verdict = !tried ? t("review.try", { side: sideName(layout.sides[mistake.side ?? 0]), move: mistake.text })
    : !judged ? t("review.judging", { move: tried.text })
    : judged.best ? t("review.tried-best", { move: tried.text })
    : judged.as_good ? t("review.tried-good", { move: tried.text })
    : discs !== undefined ? t("discs.tried-worse", { move: tried.text, discs: Number(discs.toFixed(1)) })
    : t("review.tried-worse", { move: tried.text, lost });
  return html`<div id="retry" class=${!judged ? "retry" : judged.as_good ? "retry good" : "retry bad"}>
    <p role="status" id="retry-verdict">${verdict}</p>
    <div class="row">
      <button type="button" id="retry-again" disabled=${retry.open} onClick=${retry.again}>${t("review.again")}</button>
      <button type="button" id="retry-end" onClick=${retry.end}>${t("review.end")}</button>
    </div>
  </div>`;
}
