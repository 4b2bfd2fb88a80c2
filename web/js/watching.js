// An analysis without end runs while somebody looks at the board: not in a hidden tab, nor in another view of the page.

import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { t } from "./text.js";

/**
 * Tells the server whether somebody looks.
 * @param {import("./connection.js").Ask} ask
 * @param {boolean} connected
 * @param {boolean} shown Whether the view with the board is.
 */
export function useWatching(ask, connected, shown) {
  const watching = useVisible() && shown;
  /** What the server believes. */
  const believed = useRef(true);
  useEffect(() => {
    // Whoever answers the next connection believes it until told otherwise.
    if (!connected) believed.current = true;
    else if (believed.current !== watching) ask({ request: "watch", on: believed.current = watching });
  }, [connected, watching]);
}

/** Says that the analysis rests. @param {{ state: import("./protocol.js").GameState | null }} props */
export function AnalysisRests({ state }) {
  if (!state?.analysing || state.watched) return null;
  return html`<span id="analysis-paused" class="link" role="status" title=${t("analysis.paused-why")}>${t("analysis.paused")}</span>`;
}

/** Whether the tab is. */
function useVisible() {
  const [visible, setVisible] = useState(document.visibilityState === "visible");
  useEffect(() => {
    const changed = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", changed);
    return () => document.removeEventListener("visibilitychange", changed);
  }, []);
  return visible;
}
