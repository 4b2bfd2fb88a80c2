// The panel beside the board: one thing at a time, by tabs. All of them are there, so that keys reach their buttons.

import { html, useRef } from "../vendor/htm-preact.js";
import { t } from "./text.js";

/** @typedef {{ name: string, title: import("./text.js").Key, content: unknown }} Tab */

/** @param {{ tabs: Tab[], shown: string, show: (name: string) => void }} props */
export function Panel({ tabs, shown, show }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const moved = (/** @type {KeyboardEvent} */ event) => {
    const at = tabs.findIndex(({ name }) => name === shown);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const { name } = tabs[(to + tabs.length) % tabs.length];
    show(name);
    const button = list.current?.querySelector(`#tab-${name}`);
    if (button instanceof HTMLElement) button.focus();
  };
  return html`<section class="panel" aria-label=${t("panel.label")}>
    <div class="tabs" role="tablist" ref=${list} onKeyDown=${moved} data-arrows>${tabs.map(({ name, title }) => html`<button
      type="button" role="tab" key=${name} id=${`tab-${name}`} aria-controls=${`panel-${name}`} aria-selected=${name === shown ? "true" : "false"}
      tabindex=${name === shown ? 0 : -1} onClick=${() => show(name)}>${t(title)}</button>`)}</div>
    ${tabs.map(({ name, content }) => html`<div key=${name} id=${`panel-${name}`} class="sheet-of" role="tabpanel" aria-labelledby=${`tab-${name}`}
      hidden=${name !== shown}>${content}</div>`)}
  </section>`;
}
