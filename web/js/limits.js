// What a machine may spend: its text is changed, so that nobody need write it.

import { html } from "../vendor/htm-preact.js";
import { t } from "./text.js";

/**
 * The options of a player's text, in order; quoted values are kept as they are.
 * @param {string} text
 * @returns {{ name: string, options: [string, string][] }}
 */
export function read(text) {
  const colon = text.indexOf(":");
  if (colon < 0) return { name: text.trim(), options: [] };
  const pairs = text.slice(colon + 1).match(/[^,"]*(?:"[^"]*"[^,"]*)*/g) ?? [];
  const options = pairs.filter((pair) => pair.includes("=")).map((pair) => {
    const at = pair.indexOf("=");
    return /** @type {[string, string]} */ ([pair.slice(0, at).trim(), pair.slice(at + 1).trim()]);
  });
  return { name: text.slice(0, colon).trim(), options };
}

/**
 * The player with one option set, or without it if the value is empty.
 * @param {string} text
 * @param {string} key
 * @param {string} value
 */
export function withOption(text, key, value) {
  const { name, options } = read(text);
  const others = options.filter(([known]) => known !== key);
  const place = options.findIndex(([known]) => known === key);
  if (value !== "") others.splice(place < 0 ? others.length : place, 0, [key, value]);
  return others.length === 0 ? name : `${name}:${others.map((pair) => pair.join("=")).join(",")}`;
}

/** Seconds of a time such as `500ms`. @param {string} text */
function seconds(text) {
  const found = /^([\d.]+)(ms|s|m|h)$/.exec(text);
  return found ? String(Number(found[1]) * { ms: 0.001, s: 1, m: 60, h: 3600 }[/** @type {"ms" | "s" | "m" | "h"} */ (found[2])]) : "";
}

/**
 * @param {{ id: string, player: string, change: (player: string) => void }} props
 */
export function Limits({ id, player, change }) {
  const { name, options } = read(player);
  const value = (/** @type {string} */ key) => options.find(([known]) => known === key)?.[1] ?? "";
  const searches = !["random", "greedy", ""].includes(name);
  if (!searches) return null;
  // What a Monte-Carlo search counts is playouts, and what it fills is a tree.
  const mcts = name === "mcts";
  const nodes = mcts && value("nodes") === "" ? "playouts" : "nodes";
  /** @type {[string, string, string, Record<string, string>][]} */
  const fields = [["time", t("limits.time"), seconds(value("time")), { min: "0.01", step: "any" }]];
  if (!mcts) fields.push(["depth", t("limits.depth"), value("depth"), { min: "1", max: "1000" }]);
  fields.push([nodes, t(mcts ? "limits.playouts" : "limits.nodes"), value(nodes), { min: "1" }]);
  if (mcts) fields.push(["memory", t("limits.memory"), value("memory"), { min: "1", max: "16384" }]);
  if (name === "best") fields.push(["table", t("limits.memory"), value("table"), { min: "0", max: "16384" }]);
  if (name === "best") fields.push(["threads", t("limits.threads"), value("threads"), { min: "1", max: String(navigator.hardwareConcurrency) }]);
  if (name === "best" || mcts || name === "alphabeta") {
    fields.push(["overlook", t("limits.overlook"), value("overlook"), { min: "0", max: "100" }]);
  }
  return html`<details class="limits" id=${id}>
    <summary>${t("limits.title")}</summary>
    <div class="pair">
      ${fields.map(([key, label, now, attributes]) => html`<label class="field" key=${key}>
        <span>${label}</span>
        <input
          type="number"
          data-limit=${key}
          value=${now}
          placeholder="–"
          ...${attributes}
          onChange=${(/** @type {Event} */ event) => {
            const typed = event.target instanceof HTMLInputElement && event.target.validity.valid ? event.target.value : "";
            change(withOption(player, key, typed !== "" && key === "time" ? `${Math.round(Number(typed) * 1000)}ms` : typed));
          }}
        />
      </label>`)}
    </div>
  </details>`;
}
