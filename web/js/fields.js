// Fields to fill in.

import { html, useState } from "../vendor/htm-preact.js";

/**
 * A field to write in. What is being written stays until it is done, however often the game goes on meanwhile and the
 * page is drawn anew.
 * @param {{ value: string | number, write: (text: string, isValid: boolean) => void, [attribute: string]: unknown }} props
 */
export function Written({ value, write, ...attributes }) {
  const [draft, setDraft] = useState(/** @type {string | null} */ (null));
  return html`<input
    ...${attributes}
    value=${draft ?? value}
    onInput=${(/** @type {Event} */ event) => {
      setDraft(valueOf(event));
      // At once: what follows from it must not move the buttons from under a finger that leaves the field.
      write(valueOf(event).trim(), event.target instanceof HTMLInputElement && event.target.validity.valid);
    }}
    onChange=${() => setDraft(null)}
  />`;
}

/**
 * A whole number to choose.
 * @param {{ id: string, value: number, least: number, most: number, change: (value: number) => void }} props
 */
export function Count({ id, value, least, most, change }) {
  return html`<${Written} type="number" id=${id} value=${value} min=${least} max=${most} step="1" required
    write=${(/** @type {string} */ text) => {
      const number = Math.round(Number(text));
      change(Math.min(most, Math.max(least, Number.isFinite(number) ? number : least)));
    }} />`;
}

/** What is in a field. @param {Event} event */
export function valueOf(event) {
  const { target } = event;
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.value : "";
}

/**
 * A number that an address asks for, if it is one within limits.
 * @param {URLSearchParams} wish
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @returns {number | null}
 */
export function numberIn(wish, name, least, most) {
  const number = Number(wish.get(name) ?? NaN);
  return Number.isInteger(number) && number >= least && number <= most ? number : null;
}
