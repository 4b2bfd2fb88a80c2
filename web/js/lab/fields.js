// Fields to fill in.

import { html } from "../../vendor/htm-preact.js";

/**
 * A whole number to choose.
 * @param {{ id: string, value: number, least: number, most: number, change: (value: number) => void }} props
 */
export function Count({ id, value, least, most, change }) {
  return html`<input type="number" id=${id} value=${value} min=${least} max=${most} step="1" required
    onChange=${(/** @type {Event} */ event) => {
      const number = Math.round(Number(valueOf(event)));
      change(Math.min(most, Math.max(least, Number.isFinite(number) ? number : least)));
    }} />`;
}

/** What is in a field. @param {Event} event */
export function valueOf(event) {
  const { target } = event;
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.value : "";
}
