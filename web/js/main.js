// Where the page begins.

import { html, render } from "../vendor/htm-preact.js";
import { App } from "./app.js";
import { EMBEDDED } from "./embedded.js";
import { WORKER } from "./outside.js";
import { loadText } from "./text.js";

const root = document.getElementById("app");
await loadText();
// Few are shown in somebody else's page, and the rest does not wait for what that needs.
const whole = EMBEDDED ? (await import("./embed.js")).Embed : App;
if (root) render(html`<${whole} />`, root);
// What shows the page while its server is gone; not in the way of the first view. A browser that keeps nothing goes
// without it.
if (!EMBEDDED) setTimeout(() => navigator.serviceWorker?.register(WORKER).catch(() => {}), 1000);
