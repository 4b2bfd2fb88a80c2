// What to play: game, options, side, level.

import { html, useState } from "../vendor/htm-preact.js";
import { ClockMenu } from "./clock.js";
import { Limits } from "./limits.js";
import { FileButton } from "./rules.js";
import { said, sideName, t, titleOf } from "./text.js";

/**
 * @typedef {import("./protocol.js").GameInfo} GameInfo
 * @typedef {import("./protocol.js").Layout} Layout
 * @typedef {import("./protocol.js").Seat} Seat
 */

/** Who plays: the person first, second, on both sides or on none. @typedef {"first" | "second" | "both" | "none"} Sides */

/**
 * @typedef {object} Wish
 * @property {string} game
 * @property {Record<string, string>} options Those that differ from the game's defaults.
 * @property {Sides} side
 * @property {[string, string]} players The texts of the machine's players; the second only where both sides are machines.
 */

/**
 * What to begin with: the game's defaults, the person first, a level in the middle.
 * @param {GameInfo} info
 * @returns {Wish}
 */
export function defaults(info) {
  const player = info.levels[Math.floor(info.levels.length / 2)]?.player ?? "random";
  return { game: info.name, options: {}, side: "first", players: [player, player] };
}

/**
 * The text of the game that is wished for: `go:size=9`.
 * @param {Wish} wish
 */
export function gameText({ game, options }) {
  const pairs = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return pairs.length > 0 ? `${game}:${pairs.join(",")}` : game;
}

/**
 * @param {Wish} wish
 * @returns {[Seat, Seat]}
 */
export function seatsOf({ side, players }) {
  const [one, other] = players;
  switch (side) {
    case "first":
      return [null, one];
    case "second":
      return [one, null];
    case "both":
      return [null, null];
    case "none":
      return [one, other];
  }
}

/**
 * The wish that a game in progress came from.
 * @param {string} game
 * @param {[Seat, Seat]} seats
 * @param {GameInfo[]} games
 * @returns {Wish | null}
 */
export function wishOf(game, seats, games) {
  const [name, rest] = [game.split(":", 1)[0], game.slice(game.indexOf(":") + 1)];
  const info = games.find((info) => info.name === name);
  if (!info) return null;
  const pairs = game.includes(":") ? rest.split(",").map((pair) => pair.split("=", 2)) : [];
  const [first, second] = seats;
  const side = first === null ? (second === null ? "both" : "first") : second === null ? "second" : "none";
  const usual = defaults(info).players[0];
  const one = first ?? second ?? usual;
  return { game: name, options: Object.fromEntries(pairs), side, players: [one, second ?? one] };
}

/** What a game is called that somebody has told in a rule file of their own. */
export const OWN_RULES = "rules";

/**
 * @param {{ games: GameInfo[], ruleGames: GameInfo[], own: GameInfo | null, wish: Wish, layout: Layout | null, fault: string | null, differs: boolean,
 *           timing: import("./clock.js").Timing | null, time: (timing: import("./clock.js").Timing | null) => void,
 *           change: (wish: Wish) => void, start: () => void, edit: (name: string | null) => void,
 *           openFile: (file: File) => void }} props
 *   `own`: the game on the board if it is one of somebody's own; `edit`: opens a rule file of this name, or one to
 *   begin with.
 */
export function Setup({ games, ruleGames, own, wish, layout, fault, differs, timing, time, change, start, edit, openFile }) {
  const everything = [...games, ...ruleGames, ...(own ? [own] : [])];
  const info = everything.find((info) => info.name === wish.game);
  if (!info) return null;
  const isTold = ruleGames.includes(info) || info === own;
  const options = (/** @type {GameInfo[]} */ games) =>
    games.map((info) => html`<option key=${info.name} value=${info.name}>${titleOf(info)}</option>`);
  const names = layout && !differs ? layout.sides.map(sideName) : [t("setup.the-first"), t("setup.the-second")];
  /** @type {[Sides, string][]} */
  const sides = [
    ["first", layout && !differs ? t("setup.first", { side: names[0] }) : t("setup.first-side")],
    ["second", layout && !differs ? names[1] : t("setup.other-side")],
    ["both", t("setup.both")],
    ["none", t("setup.none")],
  ];
  return html`<section class="card setup" aria-labelledby="setup-title">
    <h2 id="setup-title">${t("setup.title")}</h2>
    <label class="field">
      <span>${t("setup.game")}</span>
      <select
        id="game"
        value=${wish.game}
        onChange=${(/** @type {Event} */ event) => {
          const chosen = everything.find((info) => info.name === valueOf(event));
          if (chosen) change({ ...defaults(chosen), side: wish.side });
        }}
      >
        ${own && html`<optgroup label=${t("setup.own")}>${options([own])}</optgroup>`}
        <optgroup label=${t("setup.heart")}>${options(games)}</optgroup>
        <optgroup label=${t("setup.files")}>${options(ruleGames)}</optgroup>
      </select>
    </label>
    <div class="row">
      <button type="button" id="rules-open" onClick=${() => edit(isTold ? info.name : null)}>
        ${t(info === own ? "setup.edit" : isTold ? "setup.copy" : "setup.write")}
      </button>
      <${FileButton} id="rules-file" label=${t("setup.open")} open=${openFile} />
    </div>
    ${info.options.map((option) => html`<${Option} key=${option.name} option=${option} wish=${wish} change=${change} />`)}
    <label class="field">
      <span>${t("setup.you")}</span>
      <select
        id="side"
        value=${wish.side}
        onChange=${(/** @type {Event} */ event) => change({ ...wish, side: /** @type {Sides} */ (valueOf(event)) })}
      >
        ${sides.map(([side, label]) => html`<option key=${side} value=${side}>${label}</option>`)}
      </select>
    </label>
    ${wish.side !== "both" && html`<${Level} key=${wish.game} id="level" label=${wish.side === "none" ? t("setup.level-of", { side: names[0] }) : t("setup.level")}
      info=${info} wish=${wish} seat=${0} change=${change} />`}
    ${wish.side === "none" && html`<${Level} key=${`${wish.game} second`} id="level-second" label=${t("setup.level-of", { side: names[1] })}
      info=${info} wish=${wish} seat=${1} change=${change} />`}
    <${ClockMenu} timing=${timing} change=${time} />
    <p id="setup-error" class="fault" role="alert">${said(fault ?? "")}</p>
    <button type="button" id="new" class=${differs ? "primary" : ""} onClick=${start}>${t("setup.new")}</button>
  </section>`;
}

/**
 * @param {{ option: import("./protocol.js").OptionInfo, wish: Wish, change: (wish: Wish) => void }} props
 */
function Option({ option, wish, change }) {
  const value = wish.options[option.name] ?? option.default;
  const set = (/** @type {string} */ text) => {
    const { [option.name]: _, ...others } = wish.options;
    change({ ...wish, options: text === option.default || text === "" ? others : { ...others, [option.name]: text } });
  };
  const help = said(option.help);
  return html`<label class="field" title=${help}>
    <span><b>${said(option.name)}</b> ${help}</span>
    ${option.kind === "choice"
      ? html`<select data-option=${option.name} value=${value} onChange=${(/** @type {Event} */ event) => set(valueOf(event))}>
          ${option.values.map((value) => html`<option key=${value} value=${value}>${said(value)}</option>`)}
        </select>`
      : html`<${Written} type="number" data-option=${option.name} value=${value} min=${option.min} max=${option.max}
          step=${option.step} write=${set} />`}
  </label>`;
}

/**
 * A field to write in. What is being written stays until it is done, however often the game goes on meanwhile.
 * @param {{ value: string, write: (text: string) => void, [attribute: string]: unknown }} props
 */
function Written({ value, write, ...attributes }) {
  const [draft, setDraft] = useState(/** @type {string | null} */ (null));
  return html`<input
    ...${attributes}
    value=${draft ?? value}
    onInput=${(/** @type {Event} */ event) => setDraft(valueOf(event))}
    onChange=${(/** @type {Event} */ event) => {
      setDraft(null);
      write(valueOf(event).trim());
    }}
  />`;
}

/**
 * A level of the game, or any player by its text.
 * @param {{ id: string, label: string, info: GameInfo, wish: Wish, seat: 0 | 1, change: (wish: Wish) => void }} props
 */
function Level({ id, label, info, wish, seat, change }) {
  const player = wish.players[seat];
  const [typing, setTyping] = useState(false);
  const listed = !typing && info.levels.some((level) => level.player === player);
  const set = (/** @type {string} */ text) => {
    /** @type {[string, string]} */
    const players = seat === 0 && wish.side !== "none" ? [text, text] : [...wish.players];
    players[seat] = text;
    change({ ...wish, players });
  };
  return html`<label class="field">
      <span>${label}</span>
      <select
        id=${id}
        value=${listed ? player : OTHER}
        onChange=${(/** @type {Event} */ event) => {
          const chosen = valueOf(event);
          setTyping(chosen === OTHER);
          if (chosen !== OTHER) set(chosen);
        }}
      >
        ${info.levels.map((level) => html`<option key=${level.player} value=${level.player}>${titleOf(level)}</option>`)}
        <option value=${OTHER}>${t("setup.another")}</option>
      </select>
    </label>
    ${!listed && html`<label class="field">
      <span>${t("setup.player")}</span>
      <${Written} id=${id.replace("level", "player")} type="text" spellcheck="false" autocapitalize="off"
        value=${player} placeholder="alphabeta:depth=4" write=${set} />
    </label>`}
    <${Limits} id=${id.replace("level", "limits")} player=${player} change=${set} />`;
}

const OTHER = "?";

/** @param {Event} event */
function valueOf(event) {
  const { target } = event;
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.value : "";
}
