// A small board that only shows: a position further on.

import { html } from "../vendor/htm-preact.js";
import { Thumbnail } from "./thumbnail.js";

/**
 * @param {{ layout: import("./protocol.js").Layout, scene: import("./protocol.js").Scene, trace: number[],
 *           flipped: boolean, caption: string }} props
 */
export function Preview({ layout, scene, trace, flipped, caption }) {
  return html`<div class="preview" id="preview">
    <${Thumbnail} layout=${layout} scene=${scene} points=${trace} flipped=${flipped} />
    <p>${caption}</p>
  </div>`;
}
