// What a machine may spend: its options are changed in a form, so that nobody need write them.

import { html } from "../vendor/htm-preact.js";
import { Written } from "./fields.js";
import { helpOf, t } from "./text.js";

/**
 * @typedef {import("./protocol.js").OptionInfo} OptionInfo
 * @typedef {import("./protocol.js").Player} Player
 * @typedef {import("./protocol.js").PlayerInfo} PlayerInfo
 * @typedef {import("./protocol.js").Spec} Spec
 */

/** What is asked for, by what it counts. @type {Record<string, import("./text.js").Key>} */
const LABELS = {
  plies: "limits.depth",
  nodes: "limits.nodes",
  playouts: "limits.playouts",
  megabytes: "limits.memory",
  threads: "limits.threads",
  percent: "limits.overlook",
};

/**
 * The player with one option set, or without it if the value is empty.
 * @param {Spec} player
 * @param {string} key
 * @param {string} value
 * @returns {Spec}
 */
export function withOption({ name, options }, key, value) {
  const others = options.filter(([known]) => known !== key);
  const place = options.findIndex(([known]) => known === key);
  if (value !== "") others.splice(place < 0 ? others.length : place, 0, [key, value]);
  return { name, options: others };
}

/** Seconds of a time such as `500ms`. @param {string} text */
function seconds(text) {
  const found = /^([\d.]+)(ms|s|m|h)$/.exec(text);
  return found ? String(Number(found[1]) * { ms: 0.001, s: 1, m: 60, h: 3600 }[/** @type {"ms" | "s" | "m" | "h"} */ (found[2])]) : "";
}

/**
 * How an option is asked for; `null` where this is no place for it.
 * @param {OptionInfo} option
 * @returns {{ label: string, attributes: Record<string, string>, shown: (text: string) => string, told: (typed: string) => string } | null}
 */
function field(option) {
  if (option.kind === "duration") {
    const told = (/** @type {string} */ typed) => (typed === "" ? "" : `${Math.round(Number(typed) * 1000)}ms`);
    return { label: t("limits.time"), attributes: { min: "0.01", step: "any" }, shown: seconds, told };
  }
  if (option.kind !== "number" || option.unit === null || !(option.unit in LABELS)) return null;
  const same = (/** @type {string} */ text) => text;
  const attributes = { min: String(option.min), max: String(option.max), step: String(option.step) };
  return { label: t(LABELS[option.unit]), attributes, shown: same, told: same };
}

/**
 * @param {{ id: string, player: Player, kinds: PlayerInfo[], change: (player: Spec) => void }} props
 *   `kinds`: what players there are, and what this page may ask of them.
 */
export function Limits({ id, player, kinds, change }) {
  // What somebody writes is read where it is played; until then it is only a text.
  const spec = typeof player === "string" ? null : player;
  const kind = kinds.find(({ name }) => name === spec?.name);
  if (spec === null || !kind || kind.ends) return null;
  const value = (/** @type {string} */ key) => spec.options.find(([known]) => known === key)?.[1] ?? "";
  return html`<details class="limits" id=${id}>
    <summary>${t("limits.title")}</summary>
    <div class="pair">
      ${kind.options.map((option) => {
        const asked = field(option);
        return asked && html`<label class="field" key=${option.name} title=${helpOf(option)}>
        <span>${asked.label}</span>
        <${Written}
          type="number"
          data-limit=${option.name}
          value=${asked.shown(value(option.name))}
          placeholder=${option.default ?? "–"}
          ...${asked.attributes}
          write=${(/** @type {string} */ typed, /** @type {boolean} */ isValid) =>
            change(withOption(spec, option.name, isValid ? asked.told(typed) : ""))}
        />
      </label>`;
      })}
    </div>
  </details>`;
}
