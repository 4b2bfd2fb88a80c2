// Where the page begins.

import { html, render } from "../vendor/htm-preact.js";
import { App } from "./app.js";
import { loadText } from "./text.js";

const root = document.getElementById("app");
await loadText();
if (root) render(html`<${App} />`, root);
