// What the key under the cursor means, and the keys that begin as what is being typed.

import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { fetchRules } from "./outside.js";
import { inline } from "./reference.js";
import { beginning, keysOf, meaningOf, placeIn } from "./rule_keys.js";
import { t } from "./text.js";

/**
 * @param {{ text: string, caret: number | null, complete: (name: string, from: number, to: number) => void }} props
 *   `caret`: null while nobody writes. `complete` puts a key in the place of what has been typed of it.
 */
export function KeyHelp({ text, caret, complete }) {
  const [keys, setKeys] = useState(/** @type {import("./rule_keys.js").RuleKey[]} */ ([]));
  const writes = caret !== null;
  useEffect(() => {
    if (!writes || keys.length > 0) return;
    fetchRules().then((text) => setKeys(keysOf(text)), () => {});
  }, [writes]);
  if (caret === null) return html`<div id="rules-key" class="key-help"></div>`;
  const place = placeIn(text, caret);
  const meant = meaningOf(keys, place);
  const names = beginning(keys, place);
  const from = caret - place.begun.length;
  return html`<div id="rules-key" class="key-help">
    ${names.length > 0 && html`<p class="names" aria-label=${t("rules.completions")}>${names.map((name) => html`<button
      type="button" key=${name} data-key=${name}
      onMouseDown=${(/** @type {Event} */ event) => event.preventDefault()}
      onClick=${() => complete(name, from, from + place.word.length)}>${name}</button>`)}</p>`}
    ${meant && html`<p lang="en"><code>${meant.name}</code> ${inline(meant.meaning)}${meant.usual !== "" && html` <span class="fine">${t("rules.usual")} ${inline(meant.usual)}</span>`}</p>`}
  </div>`;
}
