// Minimax and alpha-beta node by node: windows on the way down, values on the way up, and what is never looked at.

import { html, useMemo, useState } from "../../vendor/htm-preact.js";
import { said, sideName, t } from "../text.js";
import { count } from "./numbers.js";
import { NodeBoard } from "./node_board.js";
import { PlayerControls, usePlayer } from "./player.js";
import { known, refutation, scoreText, stepsOf } from "./replay.js";
import { TreeDrawing } from "./tree_drawing.js";
import { layOut, pathTo } from "./tree_layout.js";

/**
 * @typedef {import("../protocol.js").SearchNode} SearchNode
 * @typedef {Extract<import("../protocol.js").SearchTree, { steps: "nodes" }>} NodeTree
 */

/**
 * @param {{ tree: NodeTree, look: import("../protocol.js").Look, visit: (moves: string[]) => number,
 *           looks: import("../protocol.js").Look[] }} props
 */
export function NodesView({ tree, look, visit, looks }) {
  const { nodes, more } = tree;
  const layout = useMemo(() => layOut(nodes), [tree]);
  const steps = useMemo(() => stepsOf(nodes, layout.children), [tree]);
  const player = usePlayer(steps.count - 1, steps.count - 1);
  const [chosen, setChosen] = useState(0);
  /** Whether scores are told as the side to move at the root sees them, or as whoever is to move sees them. */
  const [byRoot, setByRoot] = useState(true);
  const { now } = player;
  const here = steps.at[now];
  const finished = now === player.last;
  const path = useMemo(() => {
    const open = finished ? pathOfLine(nodes, layout.children) : [0, ...pathTo(nodes, here)];
    return new Set(open);
  }, [here, finished]);

  const told = (/** @type {SearchNode} */ node, /** @type {number} */ score) =>
    scoreText(byRoot && node.side !== nodes[0].side ? -score : score);
  const window = (/** @type {SearchNode} */ node, /** @type {[number, number]} */ [alpha, beta]) =>
    byRoot && node.side !== nodes[0].side ? `${scoreText(-beta)} … ${scoreText(-alpha)}` : `${scoreText(alpha)} … ${scoreText(beta)}`;
  const most = useMemo(() => Math.max(1, ...nodes.map(({ score }) => Math.min(Math.abs(score ?? 0), 2000))), [tree]);

  /** @returns {import("./tree_canvas.js").Look | null} */
  const lookOf = (/** @type {number} */ node) => {
    const it = nodes[node];
    const { state, window: limits, score } = known(nodes, layout.children, steps, node, now);
    if (state === "unseen") return null;
    const round = it.side !== nodes[0].side;
    const text = it.parent === null ? t("lab.tree.root") : it.text;
    if (state === "cut") return { tone: "cut", strong: 0, round, text, under: "✂" };
    const forRoot = score === null ? 0 : it.side === nodes[0].side ? score : -score;
    const under = state === "open" && limits ? window(it, limits) : score === null ? "…" : bound(it) + told(it, score);
    if (state === "open") return { tone: "open", strong: 1, round, text, under };
    const strong = Math.min(1, Math.abs(forRoot) / most);
    return { tone: forRoot > 0 ? "good" : forRoot < 0 ? "bad" : "plain", strong, round, text, under };
  };
  /** A score outside its window is only a bound. @param {SearchNode} node */
  const bound = ({ window, score, side }) => {
    if (!window || score === null) return "";
    const upside = byRoot && side !== nodes[0].side;
    if (score >= window[1]) return upside ? "≤" : "≥";
    if (score <= window[0]) return upside ? "≥" : "≤";
    return "";
  };

  const last = nodes[here];
  const name = (/** @type {number} */ node) => (nodes[node].parent === null ? t("lab.tree.root") : nodes[node].text);
  const done = steps.leaves[now] === 1
    ? last.score === null ? t("lab.step.broken", { move: name(here) }) : t("lab.step.left", { move: name(here), value: bound(last) + told(last, last.score) })
    : last.fate === "cut" ? t("lab.step.cut", { move: name(here) })
      : last.window ? t("lab.step.entered-window", { move: name(here), window: window(last, last.window) })
        : t("lab.step.entered", { move: name(here) });
  const goto = (/** @type {number} */ node) => {
    setChosen(node);
    if (steps.entered[node] > now) player.goto(steps.entered[node]);
  };
  return html`<div class="tree-view">
    <p class="told" id="tree-counts">${t("lab.tree.counts", {
      nodes: count(nodes.filter(({ fate }) => fate !== "cut").length),
      cut: count(nodes.filter(({ fate }) => fate === "cut").length),
    })} ${more > 0 ? t("lab.tree.more", { more: count(more) }) : ""}</p>
    <${PlayerControls} player=${player} said=${done} />
    <div class="panes">
      <${TreeDrawing} layout=${layout} look=${lookOf} path=${path} chosen=${chosen} follow=${player.playing || now < player.last ? here : null}
        choose=${setChosen} toggle=${() => player.setPlaying(!player.playing)} version=${`${now} ${byRoot}`} />
      <div class="facts">
        <label class="field"><span>${t("lab.tree.seen-by")}</span>
          <select id="tree-seen-by" value=${byRoot ? "root" : "mover"} onChange=${(/** @type {Event} */ event) =>
            setByRoot(event.target instanceof HTMLSelectElement && event.target.value === "root")}>
            <option value="root">${t("lab.tree.by-root", { side: sideName(look.layout.sides[nodes[0].side]) })}</option>
            <option value="mover">${t("lab.tree.by-mover")}</option>
          </select></label>
        <${NodeFacts} ...${{ nodes, layout, steps, chosen, now, told, window, bound, name, look, goto }} />
        <${NodeBoard} texts=${pathTo(nodes, chosen).map((node) => nodes[node].text)} visit=${visit} looks=${looks} />
      </div>
    </div>
  </div>`;
}

/**
 * The nodes of the expected line: from each the first child that is worth what it is worth.
 * @param {SearchNode[]} nodes
 * @param {number[][]} children
 */
function pathOfLine(nodes, children) {
  const path = [0];
  for (let node = /** @type {number | undefined} */ (0); node !== undefined;) {
    const { side, score } = nodes[node];
    /** @type {number | undefined} */
    const next = score === null ? undefined : children[node].find((child) =>
      nodes[child].score !== null && (nodes[child].side === side ? 1 : -1) * /** @type {number} */ (nodes[child].score) === score);
    if (next !== undefined) path.push(next);
    node = next;
  }
  return path;
}

/**
 * What is known of a node, in words, and its children as a list to walk.
 * @param {{ nodes: SearchNode[], layout: import("./tree_layout.js").Layout, steps: import("./replay.js").Steps,
 *           chosen: number, now: number, told: (node: SearchNode, score: number) => string,
 *           window: (node: SearchNode, window: [number, number]) => string, bound: (node: SearchNode) => string,
 *           name: (node: number) => string, look: import("../protocol.js").Look, goto: (node: number) => void }} props
 */
function NodeFacts({ nodes, layout, steps, chosen, now, told, window, bound, name, look, goto }) {
  const node = nodes[chosen];
  const side = sideName(look.layout.sides[node.side]);
  const { state, window: limits, score } = known(nodes, layout.children, steps, chosen, now);
  /** @type {[string, string, unknown][]} */
  const facts = [["turn", t("lab.fact.turn"), side]];
  if (node.window) facts.push(["window", t("lab.fact.window"), window(node, node.window)]);
  if (state === "open" && limits) facts.push(["now", t("lab.fact.window-now"), window(node, limits)]);
  if (score !== null && state === "done") facts.push(["value", t("lab.fact.value"), `${bound(node)}${told(node, score)} ${node.score_text && Math.abs(score) > 989_999 ? `(${said(node.score_words ?? node.score_text)})` : ""}`]);
  if (score !== null && state === "open") facts.push(["value", t("lab.fact.best-so-far"), told(node, score)]);
  const why = whyOf();
  function whyOf() {
    if (state === "unseen") return t("lab.why.unseen");
    if (node.fate === "finished") return t("lab.why.finished");
    if (node.fate === "horizon") return t("lab.why.horizon");
    if (node.fate === "known") return t("lab.why.known");
    if (node.fate !== "cut") return layout.children[chosen].length === 0 ? t("lab.why.no-room") : "";
    const { parent, by, score } = refutation(nodes, layout.children, chosen);
    const above = nodes[parent];
    if (by === undefined || score === null || !above.window) return "";
    return t("lab.why.cut", { side: sideName(look.layout.sides[above.side]), other: sideName(look.layout.sides[above.side === 0 ? 1 : 0]),
      move: name(by), value: told(above, score), limit: told(above, above.window[1]) });
  }
  const children = layout.children[chosen];
  const path = pathTo(nodes, chosen);
  return html`<div id="node-facts">
    <p class="way">${[0, ...path].map((at, i) => html`<button type="button" key=${at} aria-current=${at === chosen ? "true" : null}
      data-node=${at} onClick=${() => goto(at)}>${i === 0 ? t("lab.tree.root") : nodes[at].text}</button>`)}</p>
    <dl>${facts.map(([key, label, value]) => html`<div key=${key}><dt>${label}</dt><dd data-node-fact=${key}>${value}</dd></div>`)}</dl>
    ${why && html`<p id="node-why">${why}</p>`}
    ${children.length > 0 && html`<ul id="node-children" aria-label=${t("lab.fact.children")}>
      ${children.map((child) => {
        const seen = known(nodes, layout.children, steps, child, now);
        const value = seen.state === "cut" ? "✂" : seen.state === "done" && seen.score !== null ? bound(nodes[child]) + told(nodes[child], seen.score) : "…";
        return html`<li key=${child}><button type="button" data-node=${child} class=${seen.state} onClick=${() => goto(child)}>
          <span>${nodes[child].text}</span> <b>${value}</b></button></li>`;
      })}
    </ul>`}
  </div>`;
}
