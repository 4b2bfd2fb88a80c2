// Files: a button that opens one, what is dropped on the page, and the text of a rule file.

import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { t } from "./text.js";

/** The most bytes that a rule file may have. */
const LONGEST = 64 * 1024;

/**
 * A button that opens a file.
 * @param {{ id: string, label: string, open: (file: File) => void }} props
 */
export function FileButton({ id, label, open }) {
  return html`<label class="file">
    <input
      type="file"
      id=${id}
      accept=".toml,text/plain"
      onChange=${(/** @type {Event} */ event) => {
        const { target } = event;
        if (!(target instanceof HTMLInputElement)) return;
        const file = target.files?.[0];
        if (file) open(file);
        // The same file can be opened again after it was changed.
        target.value = "";
      }}
    />
    <span>${label}</span>
  </label>`;
}

/**
 * The text of a file that was dropped or opened.
 * @param {File} file
 * @returns {Promise<string>}
 */
export async function readRules(file) {
  if (file.size > LONGEST) throw new Error(t("rules.long", { name: file.name, bytes: file.size, most: LONGEST }));
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(t("rules.encoding", { name: file.name }));
  }
}

/**
 * Files dropped anywhere on the page.
 * @param {(file: File) => void} open
 * @returns {boolean} Whether one is being held over it.
 */
export function useDrop(open) {
  const [over, setOver] = useState(false);
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const carries = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
    const dragged = (/** @type {DragEvent} */ event) => {
      if (!carries(event)) return;
      // Otherwise the browser would leave the page and show the file.
      event.preventDefault();
      setOver(true);
    };
    const left = (/** @type {DragEvent} */ event) => event.relatedTarget === null && setOver(false);
    const dropped = (/** @type {DragEvent} */ event) => {
      if (!carries(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) latest.current(file);
    };
    addEventListener("dragover", dragged);
    addEventListener("dragleave", left);
    addEventListener("drop", dropped);
    return () => {
      removeEventListener("dragover", dragged);
      removeEventListener("dragleave", left);
      removeEventListener("drop", dropped);
    };
  }, []);
  return over;
}
