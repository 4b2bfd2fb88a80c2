// The record of the game: the main line in rows, variations and comments between them, the move on the board marked,
// those taken back greyed.

import { html, useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { Annotations } from "./annotations.js";
import { Lost } from "./review.js";
import { set, useSettings } from "./settings.js";
import { reading, said, t } from "./text.js";
import { beside, signOf, standsFor, written } from "./tree.js";

/**
 * @typedef {import("./protocol.js").Fault} Fault
 * @typedef {import("./protocol.js").GameState} GameState
 * @typedef {import("./protocol.js").SideLook} SideLook
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./tree.js").Tree} Tree
 */

/** @type {Record<string, import("./text.js").Key>} */
const NOTATIONS = {
  san: "notation.san", uci: "notation.uci", uci960: "notation.uci960", chinese: "notation.chinese", wxf: "notation.wxf", ucci: "notation.ucci",
  coordinates: "notation.coordinates", numbers: "notation.numbers", usi: "notation.usi",
};

/**
 * The notation that readers of the page's language are used to.
 * @param {string[]} names
 */
function habitual(names) {
  return reading() === "en" && names.includes("chinese") ? "wxf" : names[0];
}

/**
 * The menu of a game's notations, where it has several; the one liked is kept for its next game.
 * @param {{ game: string, names: string[], now: string, ask: import("./connection.js").Ask }} props
 */
export function Notation({ game, names, now, ask }) {
  const { notations } = useSettings();
  const liked = notations[game] ?? habitual(names);
  useEffect(() => {
    if (names.includes(liked) && liked !== now) ask({ request: "notation", name: liked });
  }, [names, liked, now]);
  if (names.length < 2) return null;
  return html`<select
    id="notation"
    aria-label=${t("moves.notation")}
    value=${now}
    onChange=${(/** @type {Event} */ event) => {
      const { target } = event;
      if (!(target instanceof HTMLSelectElement)) return;
      set({ notations: { ...notations, [game]: target.value } });
    }}
  >${names.map((name) => html`<option key=${name} value=${name}>${name in NOTATIONS ? t(NOTATIONS[name]) : name}</option>`)}</select>`;
}

/**
 * Where each step through the record leads, if anywhere.
 * @param {Tree} tree
 * @param {number[]} line The nodes that the board's undo and redo walk along.
 * @param {GameState} state
 */
export function stepsOf(tree, line, { view, node }) {
  return {
    first: node === 0 ? null : 0,
    previous: tree.get(node)?.parent ?? null,
    next: line[view.ply] ?? tree.get(node)?.children[0] ?? null,
    last: line.length > view.ply ? line[line.length - 1] : null,
    above: beside(tree, node, -1),
    below: beside(tree, node, 1),
  };
}

/** @typedef {ReturnType<typeof stepsOf>} Steps */

/** The buttons that step through the record; arrow keys do too. @param {{ steps: Steps, go: (id: number) => void }} props */
export function StepButtons({ steps, go }) {
  useKeys(steps, go);
  const step = (/** @type {"first" | "previous" | "next" | "last"} */ to, /** @type {string} */ name, /** @type {string} */ sign) => html`<button
    type="button" id=${`step-${to}`} disabled=${steps[to] === null} aria-label=${name} title=${name}
    onClick=${() => steps[to] !== null && go(steps[to])}>${sign}</button>`;
  return html`<div class="steps" role="toolbar" aria-label=${t("moves.steps")}>
    ${step("first", t("moves.first"), "⇤")} ${step("previous", t("moves.previous"), "←")}
    ${step("next", t("moves.next"), "→")} ${step("last", t("moves.last"), "⇥")}
  </div>`;
}

/**
 * @param {{ tree: Tree, line: number[], state: GameState, ask: import("./connection.js").Ask, go: (id: number) => void,
 *           notation: unknown, headers: unknown }} props
 *   `line`: the nodes that the board's undo and redo walk along; `go`: shows the position of a node.
 */
export function Moves({ tree, line, state, ask, go, notation, headers }) {
  const { view, node } = state;
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const rows = useMemo(() => written(tree), [tree]);
  /** Where each node of the board's own line is in it. */
  const plies = useMemo(() => new Map(line.map((id, i) => [id, i + 1])), [line]);
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector("[aria-current]");
    if (!box || !(current instanceof HTMLElement)) return;
    // Scrolls the list alone; the page itself must not jump.
    if (current.offsetTop < box.scrollTop || current.offsetTop + current.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = current.offsetTop - box.clientHeight / 2;
    }
  }, [node, rows]);
  const button = (/** @type {Node} */ move) => html`<${Move} key=${move.id} tree=${tree} node=${move} ply=${plies.get(move.id)}
    current=${standsFor(tree, move, node)} undone=${(plies.get(move.id) ?? 0) > view.ply} go=${go} />`;
  return html`<section class="moves" aria-labelledby="moves-title">
    <h2 id="moves-title">${t("moves.title")} <span class="who">${t("moves.count", { ply: view.ply, all: view.record.length })}</span></h2>
    ${headers}
    ${notation}
    <ol id="moves" ref=${list} tabindex="0" aria-labelledby="moves-title">
      ${rows.length === 0 && html`<li class="none">${t("moves.none")}</li>`}
      ${rows.map((row, i) => (row.kind === "row"
        ? html`<li key=${i}>
            <span class="number">${row.turn}.</span>
            ${row.sides.map((turn, side) => html`<div class="turn">
              ${turn.length === 0 && side === 0 ? html`<span class="gap">…</span>` : turn.map(button)}
            </div>`)}
          </li>`
        : html`<li key=${`aside ${row.key}`} class="asides">${row.tokens.map((token) => {
            switch (token.kind) {
              case "said":
                return html`<span class="said">${token.text}</span> `;
              case "move":
                return html`${token.numbered && html`<span class="number">${token.node.turn}${token.node.side === 0 ? "." : "…"}</span>`}${button(token.node)} `;
              case "open":
                return "(";
              case "close":
                return ") ";
            }
          })}</li>`))}
    </ol>
    <${Annotations} tree=${tree} node=${node} ask=${ask} />
  </section>`;
}

/** @param {{ tree: Tree, node: Node, ply: number | undefined, current: boolean, undone: boolean, go: (id: number) => void }} props */
function Move({ tree, node, ply, current, undone, go }) {
  return html`<button
    type="button"
    data-node=${node.id}
    data-ply=${ply}
    class=${undone ? "undone" : ""}
    aria-current=${current ? "step" : null}
    onClick=${() => go(node.id)}
  >${node.whole ?? node.text}${(node.marks ?? []).map((mark) => html`<b class="mark" data-mark=${mark}>${signOf(mark)}</b>`)}<${Lost} tree=${tree} id=${node.id} />${node.clock && html`<span class="clk">${node.clock}</span>`}</button>`;
}

/** Which step a key takes. @type {Record<string, "first" | "previous" | "next" | "last" | "above" | "below">} */
const KEYS = {
  ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "above", ArrowDown: "below", Home: "first", End: "last",
};

/**
 * Arrow keys walk through the tree, unless what has the focus needs them itself.
 * @param {Record<typeof KEYS[string], number | null>} steps
 * @param {(id: number) => void} go
 */
function useKeys(steps, go) {
  const latest = useRef({ steps, go });
  latest.current = { steps, go };
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      const step = KEYS[event.key];
      const taken = event.target instanceof Element && event.target.closest("input, textarea, select, [role=grid], [data-arrows]");
      if (!step || taken || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      const to = latest.current.steps[step];
      // Where there is nowhere to go the page scrolls.
      if (to === null) return;
      event.preventDefault();
      latest.current.go(to);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}

/**
 * A move typed.
 * @param {{ active: boolean, example: string, fault: Fault | null, sides: SideLook[], view: View, play: (text: string) => void,
 *           forgive: () => void }} props
 */
export function TypedMove({ active, example, fault, sides, view, play, forgive }) {
  const [text, setText] = useState("");
  // What was sent has been made once the board changes; what is being written meanwhile stays.
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) setText("");
    sent.current = false;
  }, [view]);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim() === "") return;
    sent.current = true;
    play(text.trim());
  };
  return html`<form class="typed" onSubmit=${submit}>
    <label for="move">${t("moves.move")}</label>
    <input
      id="move"
      type="text"
      autocomplete="off"
      autocapitalize="off"
      spellcheck=${false}
      placeholder=${active && example ? t("moves.such-as", { move: example }) : ""}
      value=${text}
      aria-invalid=${fault ? "true" : null}
      aria-describedby="move-error"
      onInput=${(/** @type {InputEvent} */ event) => {
        if (event.target instanceof HTMLInputElement) setText(event.target.value);
        sent.current = false;
        forgive();
      }}
    />
    <button type="submit" id="play">${t("moves.play")}</button>
    <p id="move-error" class="fault" role="alert">${said(fault?.what ?? "", sides)}</p>
  </form>`;
}
