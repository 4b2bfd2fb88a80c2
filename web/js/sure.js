// A button that asks once before it does what it says.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { t } from "./text.js";

/**
 * The question stands above the button, and goes away by `no`, by Escape, and when the button may not be pressed any more.
 * @param {{ id: string, label: string, question: string, disabled: boolean, act: () => void }} props
 */
export function Sure({ id, label, question, disabled, act }) {
  const [asks, setAsks] = useState(false);
  const button = useRef(/** @type {HTMLElement | null} */ (null));
  const yes = useRef(/** @type {HTMLElement | null} */ (null));
  const isOpen = asks && !disabled;
  // At once: the next key is already an answer.
  useLayoutEffect(() => {
    if (isOpen) yes.current?.focus();
  }, [isOpen]);
  useEffect(() => {
    if (disabled) setAsks(false);
  }, [disabled]);
  const answer = (/** @type {boolean} */ isSure) => {
    setAsks(false);
    button.current?.focus();
    if (isSure) act();
  };
  return html`<span class="sure" onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !isOpen) return;
    event.preventDefault();
    answer(false);
  }}>
    <button type="button" id=${id} ref=${button} disabled=${disabled} aria-expanded=${isOpen ? "true" : "false"} onClick=${() => setAsks(!asks)}>${label}</button>
    ${isOpen && html`<span class="question card" role="alertdialog" aria-labelledby=${`${id}-question`}>
      <span id=${`${id}-question`}>${question}</span>
      <button type="button" id=${`${id}-yes`} class="primary" ref=${yes} onClick=${() => answer(true)}>${label}</button>
      <button type="button" id=${`${id}-no`} onClick=${() => answer(false)}>${t("sure.no")}</button>
    </span>`}
  </span>`;
}
