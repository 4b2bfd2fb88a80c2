// Where the page begins.

import { html, render } from "../vendor/htm-preact.js";
import { App } from "./app.js";

const root = document.getElementById("app");
if (root) render(html`<${App} />`, root);
