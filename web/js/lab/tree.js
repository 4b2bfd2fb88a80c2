// The tree of a small search: asked for here, shown step by step below.

import { html, useEffect, useState } from "../../vendor/htm-preact.js";
import { withOption } from "../limits.js";
import { said, t } from "../text.js";
import { Count, numberIn, valueOf } from "../fields.js";
import { NodesView } from "./tree_nodes.js";
import { SimulationsView } from "./tree_simulations.js";

/**
 * @typedef {import("./state.js").Run} Run
 * @typedef {import("../protocol.js").Look} Look
 * @typedef {import("../protocol.js").Spec} Spec
 */

/** Who can be followed, and what is said of each. @type {Record<string, { player: Spec, label: import("../text.js").Key }>} */
const SEARCHES = {
  minimax: { player: { name: "minimax", options: [] }, label: "lab.search.minimax" },
  negamax: { player: { name: "negamax", options: [] }, label: "lab.search.negamax" },
  "alphabeta:ordering=off": { player: { name: "alphabeta", options: [["ordering", "off"]] }, label: "lab.search.unordered" },
  alphabeta: { player: { name: "alphabeta", options: [] }, label: "lab.search.alphabeta" },
  "mcts:guide=off": { player: { name: "mcts", options: [["guide", "off"]] }, label: "lab.search.uct" },
  "mcts:guide=on": { player: { name: "mcts", options: [["guide", "on"]] }, label: "lab.search.puct" },
};

/**
 * @param {{ look: Look, run: Run | null, begin: (player: Spec, nodes: number) => void, stop: () => void,
 *           visit: (moves: string[]) => number, looks: Look[], wish: URLSearchParams }} props
 *   `wish`: what the address asks for: `search`, `depth`, `nodes`, `playouts`, and `run` to begin at once; `visit` asks for a position further on and gives the number under which it will be among the `looks`.
 */
export function Tree({ look, run, begin, stop, visit, looks, wish }) {
  const [search, setSearch] = useState(SEARCHES[wish.get("search") ?? ""] ? wish.get("search") ?? "" : "alphabeta");
  const [depth, setDepth] = useState(numberIn(wish, "depth", 1, 20) ?? 3);
  const [most, setMost] = useState(numberIn(wish, "nodes", 10, 50_000) ?? 5000);
  const [playouts, setPlayouts] = useState(numberIn(wish, "playouts", 1, 20_000) ?? 500);
  const over = look.view.result !== null;
  const { player } = SEARCHES[search];
  const monte = player.name === "mcts";
  const submit = (/** @type {Event | null} */ event) => {
    event?.preventDefault();
    if (monte) begin(player, playouts);
    else begin(withOption(player, "depth", String(depth)), most);
  };
  useEffect(() => {
    if (wish.has("run") && !over && !run) submit(null);
  }, []);
  const { tree } = run ?? {};
  const shared = tree && run && { look, visit, looks, begun: run.id };
  return html`<section class="card tree" aria-labelledby="tree-title" data-done=${run && !run.running ? run.id : ""}>
    <h2 id="tree-title">${t("lab.tree")}</h2>
    <p class="told">${t(monte ? "lab.tree.about-mcts" : "lab.tree.about")}</p>
    <form class="wishes" onSubmit=${submit}>
      <label class="field"><span>${t("lab.search")}</span>
        <select id="tree-search" value=${search} onChange=${(/** @type {Event} */ event) => setSearch(valueOf(event))}>
          ${Object.entries(SEARCHES).map(([name, { label }]) => html`<option key=${name} value=${name}>${t(label)}</option>`)}
        </select></label>
      ${monte
        ? html`<label class="field"><span>${t("lab.simulations")}</span>
          <${Count} id="tree-playouts" value=${playouts} least=${1} most=${20_000} change=${setPlayouts} /></label>`
        : html`<label class="field"><span>${t("lab.depth")}</span>
          <${Count} id="tree-depth" value=${depth} least=${1} most=${20} change=${setDepth} /></label>
        <label class="field"><span>${t("lab.most-nodes")}</span>
          <${Count} id="tree-nodes" value=${most} least=${10} most=${50_000} change=${setMost} /></label>`}
      ${run?.running
        ? html`<button type="button" id="tree-stop" onClick=${stop}>${t("play.stop")}</button>`
        : html`<button type="submit" id="tree-run" class="primary" disabled=${over}>${t("lab.tree.show")}</button>`}
    </form>
    <p id="tree-fault" class="fault" role="alert">${over ? t("lab.over") : said(run?.fault ?? "")}</p>
    ${shared && tree.steps === "nodes" && html`<${NodesView} key=${run.id} tree=${tree} ...${shared} />`}
    ${shared && tree.steps === "simulations" && html`<${SimulationsView} key=${run.id} tree=${tree} ...${shared} />`}
  </section>`;
}
