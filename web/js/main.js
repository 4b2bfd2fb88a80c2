// Where the page begins.

import { html, render } from "../vendor/htm-preact.js";
import { App } from "./app.js";
import { WORKER } from "./outside.js";
import { loadText } from "./text.js";

const root = document.getElementById("app");
await loadText();
if (root) render(html`<${App} />`, root);
// What shows the page while its server is gone; not in the way of the first view. A browser that keeps nothing goes
// without it.
setTimeout(() => navigator.serviceWorker?.register(WORKER).catch(() => {}), 1000);
