// Monte-Carlo tree search simulation by simulation: visits, values, and why the next move is chosen.

import { html, useMemo, useState } from "../../vendor/htm-preact.js";
import { sideName, t } from "../text.js";
import { count } from "./numbers.js";
import { NodeBoard } from "./node_board.js";
import { PlayerControls, usePlayer } from "./player.js";
import { Visits } from "./replay.js";
import { TreeDrawing } from "./tree_drawing.js";
import { layOut, pathTo } from "./tree_layout.js";

/** @typedef {Extract<import("../protocol.js").SearchTree, { steps: "simulations" }>} SimulationTree */

/**
 * @param {{ tree: SimulationTree, look: import("../protocol.js").Look, visit: (moves: string[]) => number,
 *           looks: import("../protocol.js").Look[] }} props
 */
export function SimulationsView({ tree, look, visit, looks }) {
  const { nodes, simulations } = tree;
  const layout = useMemo(() => layOut(nodes), [tree]);
  const visits = useMemo(() => new Visits(nodes, simulations), [tree]);
  const player = usePlayer(simulations.length, simulations.length);
  const [chosen, setChosen] = useState(0);
  const { now } = player;
  visits.goto(now);
  const here = now > 0 ? simulations[now - 1][0] : 0;
  const path = useMemo(() => new Set([0, ...pathTo(nodes, here)]), [here]);
  const { sides } = look.layout;
  const percent = (/** @type {number} */ value) => `${(100 * value).toFixed(1)} %`;
  const proven = (/** @type {number} */ node) => {
    const [after, worth] = nodes[node].proven ?? [Infinity, 0];
    return after <= now ? worth : null;
  };
  const provenText = (/** @type {number} */ worth) => t(worth === 1 ? "lab.proven.win" : worth === 0 ? "lab.proven.loss" : "lab.proven.draw");
  /** @returns {import("./tree_canvas.js").Look | null} */
  const lookOf = (/** @type {number} */ node) => {
    if (visits.visits[node] === 0 && node !== 0) return null;
    const { mover, text } = nodes[node];
    const worth = proven(node) ?? visits.mean(node);
    // Colours tell how good a node is for the side to move at the root, who has not made the move that leads there.
    const forRoot = mover === nodes[0].mover ? 1 - worth : worth;
    const name = node === 0 ? t("lab.tree.root") : text;
    return {
      tone: forRoot > 0.5 ? "good" : forRoot < 0.5 ? "bad" : "plain",
      strong: Math.abs(forRoot - 0.5) * 2,
      round: node !== 0 && mover !== nodes[0].mover,
      text: proven(node) === null ? name : `${name} ✓`,
      under: `${visits.visits[node]} · ${(100 * worth).toFixed(0)} %`,
    };
  };
  const [, value] = now > 0 ? simulations[now - 1] : [0, null];
  const way = pathTo(nodes, here).map((node) => nodes[node].text).join(" ") || t("lab.tree.root");
  const told = now === 0 ? t("lab.step.none") : value === null ? t("lab.step.broken-off", { way })
    : t("lab.step.simulated", { way, result: value === 1 || value === 0
      ? t("lab.result.win", { side: sideName(sides[value === 1 ? 0 : 1]) })
      : value === 0.5 ? t("lab.result.draw") : t("lab.result.value", { side: sideName(sides[0]), value: percent(value) }) });
  const children = [...layout.children[chosen]].sort((a, b) => visits.visits[b] - visits.visits[a]);
  const parts = new Map(children.map((child) => [child, visits.parts(child, tree)]));
  const open = children.filter((child) => proven(child) === null);
  const seenAll = children.length >= nodes[chosen].moves;
  const next = !seenAll || open.some((child) => visits.visits[child] === 0) ? null : open.reduce((/** @type {number | null} */ best, child) =>
    best === null || (parts.get(child)?.sum ?? 0) > (parts.get(best)?.sum ?? 0) ? child : best, null);
  const decimal = (/** @type {number | null} */ value) => (value === null ? "–" : value === Infinity ? "∞" : value.toFixed(3));
  const worth = proven(chosen);
  return html`<div class="tree-view">
    <p class="told" id="tree-counts">${t(tree.guided ? "lab.tree.puct" : "lab.tree.uct", {
      simulations: count(simulations.length), nodes: count(nodes.length), c: String(tree.exploration),
    })}</p>
    <${PlayerControls} player=${player} said=${told} />
    <div class="panes">
      <${TreeDrawing} layout=${layout} look=${lookOf} path=${path} chosen=${chosen} follow=${player.playing || now < player.last ? here : null}
        choose=${setChosen} toggle=${() => player.setPlaying(!player.playing)} version=${now} />
      <div class="facts">
        <div id="node-facts">
          <p class="way">${[0, ...pathTo(nodes, chosen)].map((at) => html`<button type="button" key=${at} data-node=${at}
            aria-current=${at === chosen ? "true" : null} onClick=${() => setChosen(at)}>${at === 0 ? t("lab.tree.root") : nodes[at].text}</button>`)}</p>
          <dl>
            <div><dt>${t("lab.fact.visits")}</dt><dd data-node-fact="visits">${count(visits.visits[chosen])}</dd></div>
            <div><dt>${t("lab.fact.mean", { side: sideName(sides[chosen === 0 ? look.view.side : nodes[chosen].mover]) })}</dt>
              <dd data-node-fact="value">${percent(chosen === 0 ? 1 - visits.mean(0) : visits.mean(chosen))}</dd></div>
            ${worth !== null && html`<div><dt>${t("lab.fact.proven")}</dt><dd>${provenText(worth)}</dd></div>`}
            <div><dt>${t("lab.fact.tried")}</dt><dd>${t("lab.fact.tried-of", { tried: children.filter((child) => visits.visits[child] > 0).length, moves: nodes[chosen].moves })}</dd></div>
          </dl>
          ${children.length > 0 && html`<div class="scrolled" tabindex="0" role="region" aria-label=${t("lab.fact.children")}><table id="node-children" class="rows">
            <thead><tr><th scope="col">${t("lab.move")}</th><th scope="col" class="number">${t("lab.fact.visits")}</th>
              <th scope="col" class="number">${t("lab.formula.exploitation")}</th><th scope="col" class="number">${t("lab.formula.exploration")}</th>
              ${tree.guided && html`<th scope="col" class="number">${t("lab.formula.prior")}</th>`}
              <th scope="col" class="number">${t("lab.formula.sum")}</th></tr></thead>
            <tbody>${children.map((child) => {
              const { exploitation, bonus, sum } = parts.get(child) ?? { exploitation: null, bonus: 0, sum: 0 };
              const known = proven(child);
              return html`<tr key=${child} class=${child === next ? "now" : ""}>
                <th scope="row"><button type="button" data-node=${child} onClick=${() => setChosen(child)}>${nodes[child].text}</button></th>
                <td class="number">${visits.visits[child]}</td>
                <td class="number">${decimal(exploitation)}</td>
                ${known === null
                  ? html`<td class="number">${decimal(bonus)}</td>${tree.guided && html`<td class="number">${percent(nodes[child].prior)}</td>`}<td class="number">${decimal(sum)}</td>`
                  : html`<td class="number" colspan=${tree.guided ? 3 : 2}>${provenText(known)}</td>`}
              </tr>`;
            })}</tbody>
          </table></div>
          <p class="told">${t(tree.guided ? "lab.formula.puct" : "lab.formula.uct")}</p>`}
        </div>
        <${NodeBoard} texts=${pathTo(nodes, chosen).map((node) => nodes[node].text)} visit=${visit} looks=${looks} />
      </div>
    </div>
  </div>`;
}
