// The position of a node on a small board.

import { html, useEffect, useRef } from "../../vendor/htm-preact.js";
import { SmallBoard } from "./small_board.js";

/**
 * @param {{ texts: string[], visit: (moves: string[]) => number, looks: import("../protocol.js").Look[] }} props
 *   `texts`: the moves that lead to the node.
 */
export function NodeBoard({ texts, visit, looks }) {
  const asked = useRef(0);
  const shown = useRef(/** @type {import("../protocol.js").Look | null} */ (null));
  const way = texts.join(" ");
  useEffect(() => {
    asked.current = visit(texts);
  }, [way]);
  // The board before stays until the next is there: nothing jumps.
  shown.current = looks.find(({ id }) => id === asked.current) ?? shown.current;
  const look = shown.current;
  return look && html`<div id="node-board" data-position=${look.view.position}>
    <${SmallBoard} layout=${look.layout} scene=${look.view.scene} trace=${look.view.trace} label=${look.view.position} />
  </div>`;
}
