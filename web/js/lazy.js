// Views that are loaded once somebody wants to see them.

import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { t } from "./text.js";

/** Has the page wear a sheet that only some views need. @param {string} name */
export function dressed(name) {
  const { href } = new URL(`../style/${name}.css`, import.meta.url);
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const sheet = document.createElement("link");
  [sheet.rel, sheet.href] = ["stylesheet", href];
  document.head.append(sheet);
  return new Promise((done) => (sheet.onload = sheet.onerror = done));
}

/**
 * A component whose module is loaded when it is first drawn.
 * @template P
 * @param {() => Promise<(props: P) => unknown>} load
 * @param {"main" | "div"} [around] What stands around the words until it is there.
 * @returns {(props: P) => unknown}
 */
export function lazy(load, around = "main") {
  /** @type {((props: P) => unknown) | null} */
  let view = null;
  return function Lazy(/** @type {P} */ props) {
    const [failed, setFailed] = useState(false);
    const [, setLoaded] = useState(view !== null);
    useEffect(() => {
      if (view !== null) return;
      load().then((loaded) => {
        view = loaded;
        setLoaded(true);
      }, () => setFailed(true));
    }, []);
    if (view !== null) return html`<${view} ...${props} />`;
    // The server is gone, or has become another version, whose files have other addresses.
    return html`<${around} class="waiting">${failed
      ? html`<p role="alert">${t("lazy.failed")}</p> <button type="button" onClick=${() => location.reload()}>${t("lazy.again")}</button>`
      : html`<p role="status">${t("lazy.loading")}</p>`}<//>`;
  };
}
