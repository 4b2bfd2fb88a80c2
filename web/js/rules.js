// Rule files: written, checked while they are written, played.

import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { Code } from "./code.js";
import { KeyHelp } from "./key_help.js";
import { Reference } from "./reference.js";
import { OWN_RULES } from "./setup.js";
import { LANGUAGES, reading, t, titleOf } from "./text.js";
import { Thumbnail } from "./thumbnail.js";

/**
 * @typedef {import("./protocol.js").RulesChecked} RulesChecked
 * @typedef {import("./protocol.js").Diagnostic} Diagnostic
 * @typedef {import("./protocol.js").RuleFile} RuleFile
 */

const PAUSE_IN_TYPING = 250;

/**
 * @param {{ text: string, templates: RuleFile[], games: RuleFile[], checked: RulesChecked | null, playing: boolean,
 *           write: (text: string) => void, check: (text: string, language: string) => number,
 *           take: (name: string) => void, play: () => void, close: () => void }} props
 *   `check` gives the number of the answer in `checked`; `take` asks for a shipped file's text; `playing`: whether
 *   just this text is on the board.
 */
export function Rules({ text, templates, games, checked, playing, write, check, take, play, close }) {
  const [asked, setAsked] = useState(0);
  const [language, setLanguage] = useState(/** @type {string} */ (reading()));
  const [shown, setShown] = useState(/** @type {{ at: [number, number] } | null} */ (null));
  const [caret, setCaret] = useState(/** @type {number | null} */ (null));
  const last = useRef({ text: "", language: "" });

  // What has been opened is looked at at once, what is being typed when the typing pauses.
  useEffect(() => {
    const first = last.current.text === "" || last.current.language !== language;
    last.current = { text, language };
    const timer = setTimeout(() => setAsked(check(text, language)), first ? 0 : PAUSE_IN_TYPING);
    return () => clearTimeout(timer);
  }, [text, language]);

  const answer = checked?.id === asked ? checked : null;
  // What was found stays until there is something newer, so that nothing flickers while one types.
  const kept = useRef(/** @type {RulesChecked | null} */ (null));
  if (answer) kept.current = answer;
  const { diagnostics: found = [], explanation = null, picture = null } = kept.current ?? {};
  // The board stays while a fault is being mended.
  const board = useRef(/** @type {RulesChecked["picture"]} */ (null));
  board.current = picture ?? board.current;
  const complete = (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ to) => {
    const next = text.slice(0, from) + name + text.slice(to);
    const at = [...next.slice(0, from + name.length)].length;
    write(next);
    setShown({ at: [at, at] });
    setCaret(from + name.length);
  };
  const errors = found.filter(({ severity }) => severity === "error").length;
  const files = (/** @type {RuleFile[]} */ files) =>
    files.map((file) => html`<option key=${file.name} value=${file.name}>${titleOf(file)}</option>`);
  const fresh = answer !== null && errors === 0;
  return html`<section class="rules" aria-labelledby="rules-title">
    <div class="head">
      <h2 id="rules-title">${t("rules.title")}</h2>
      <button type="button" id="rules-close" onClick=${close}>${t("rules.close")}</button>
    </div>
    <div class="row">
      <select
        id="rules-template"
        aria-label=${t("rules.begin-with")}
        value=""
        onChange=${(/** @type {Event} */ event) => {
          const box = event.target;
          if (box instanceof HTMLSelectElement && box.value) take(box.value);
          if (box instanceof HTMLSelectElement) box.value = "";
        }}
      >
        <option value="">${t("rules.begin")}</option>
        <optgroup label=${t("rules.template")}>${files(templates)}</optgroup>
        <optgroup label=${t("rules.copy")}>${files(games)}</optgroup>
      </select>
      <button type="button" id="rules-save" onClick=${() => save(text)}>${t("rules.save")}</button>
    </div>
    <${Code} id="rules-text" label=${t("rules.title")} text=${text} found=${found} write=${write} shown=${shown} moved=${setCaret} />
    <${KeyHelp} text=${text} caret=${caret} complete=${complete} />
    <ul id="rules-found" class="found" aria-live="polite">
      ${found.map((diagnostic, i) => html`<li key=${i} class=${diagnostic.severity} data-line=${diagnostic.line}>
        <${Found} diagnostic=${diagnostic} show=${setShown} />
      </li>`)}
    </ul>
    <div class="row">
      <button type="button" id="rules-play" class=${playing ? "" : "primary"} disabled=${!fresh} onClick=${play}>
        ${t(playing ? "rules.again" : "rules.play")}
      </button>
      ${playing && html`<a id="rules-learn" href=${`#/learn/${OWN_RULES}`}>${t("learn.link")}</a>`}
      <select
        id="rules-language"
        aria-label=${t("rules.explained")}
        value=${language}
        onChange=${(/** @type {Event} */ event) => event.target instanceof HTMLSelectElement && setLanguage(event.target.value)}
      >
        ${LANGUAGES.map(([value, title]) => html`<option key=${value} value=${value}>${title}</option>`)}
      </select>
    </div>
    ${board.current && html`<div id="rules-picture" class=${errors > 0 ? "picture old" : "picture"}><${Thumbnail} layout=${board.current.layout} scene=${board.current.scene} /></div>`}
    <div id="rules-explained" class="explained" lang=${language}>
      ${explanation?.map(({ title, lines }) => html`<h3>${title}</h3>${lines.map((line) => html`<p>${line}</p>`)}`)}
    </div>
    <${Reference} />
  </section>`;
}

/**
 * Something wrong, in words; a click goes there.
 * @param {{ diagnostic: Diagnostic, show: (place: { at: [number, number] }) => void }} props
 */
function Found({ diagnostic: { what, help, line, at }, show }) {
  const words = html`${line !== null && html`<b>${t("rules.line", { line })}</b>`} ${what}${help && html`<span class="help">${help}</span>`}`;
  return at ? html`<button type="button" onClick=${() => show({ at })}>${words}</button>` : html`<span>${words}</span>`;
}

/**
 * Hands the rules over as a file, called after the game.
 * @param {string} text
 */
function save(text) {
  const name = /^\s*name\s*=\s*"([^"\n]*)"/m.exec(text)?.[1] ?? "";
  const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  link.download = `${plain || "game"}.toml`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
