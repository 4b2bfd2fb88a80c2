// The reference of rule files, shown beside them: as much of Markdown as it is written in.

import { html, useState } from "../vendor/htm-preact.js";
import { fetchRules } from "./outside.js";
import { t } from "./text.js";

/** @typedef {import("../vendor/htm-preact.js").VNode} VNode */

/** The reference, fetched once somebody wants to read it. */
export function Reference() {
  const [text, setText] = useState("");
  const opened = async (/** @type {Event} */ event) => {
    if (text !== "" || !(event.target instanceof HTMLDetailsElement) || !event.target.open) return;
    try {
      setText(await fetchRules());
    } catch {
      setText(t("rules.unfetched"));
    }
  };
  return html`<details id="rules-reference" class="reference" onToggle=${opened}>
    <summary>${t("rules.reference")}</summary>
    <div class="text" tabindex="0" role="region" lang="en" aria-label=${t("rules.reference-label")}>${blocks(text)}</div>
  </details>`;
}

/**
 * Headings, tables, code and paragraphs.
 * @param {string} text
 * @returns {VNode[]}
 */
export function blocks(text) {
  /** @type {VNode[]} */
  const found = [];
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; ) {
    const take = (/** @type {(line: string) => boolean} */ belongs) => {
      const from = i;
      while (i < lines.length && belongs(lines[i])) i++;
      return lines.slice(from, i);
    };
    const heading = /^(#+) (.*)/.exec(lines[i]);
    if (heading) {
      i++;
      found.push(heading[1].length <= 2 ? html`<h3>${inline(heading[2])}</h3>` : html`<h4>${inline(heading[2])}</h4>`);
    } else if (lines[i].startsWith("```")) {
      i++;
      found.push(html`<pre>${take((line) => !line.startsWith("```")).join("\n")}</pre>`);
      i++;
    } else if (lines[i].startsWith("|")) {
      const [head, , ...rows] = take((line) => line.startsWith("|")).map(cells);
      found.push(html`<div class="scrolled" tabindex="0"><table>
        <thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr></thead>
        <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`)}</tbody>
      </table></div>`);
    } else if (lines[i].trim() === "") {
      i++;
    } else {
      found.push(html`<p>${inline(take((line) => line.trim() !== "" && !/^(#|\||```)/.test(line)).join(" "))}</p>`);
    }
  }
  return found;
}

/**
 * The cells of a table's line; `\|` is no border.
 * @param {string} line
 */
export function cells(line) {
  return line.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/**
 * Code, strong words and links in a line.
 * @param {string} text
 * @returns {(string | VNode)[]}
 */
export function inline(text) {
  return text.split(/(`[^`]*`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
    if (part.startsWith("**")) return html`<b>${part.slice(2, -2)}</b>`;
    const link = /^\[([^\]]+)\]\((https:[^)]+)\)$/.exec(part);
    return link ? html`<a href=${link[2]} target="_blank" rel="noreferrer">${link[1]}</a>` : part;
  });
}
