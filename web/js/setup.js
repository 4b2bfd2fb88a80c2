// What to play: game, options, side, level, clock.

import { html, useState } from "../vendor/htm-preact.js";
import { ClockMenu, clockRequest } from "./clock.js";
import { Written, valueOf } from "./fields.js";
import { Limits } from "./limits.js";
import { rememberWish, wishFor } from "./remembered.js";
import { FileButton } from "./files.js";
import { Window } from "./settings.js";
import { helpOf, named, said, sideName, t, titleOf } from "./text.js";

/**
 * @typedef {import("./protocol.js").GameInfo} GameInfo
 * @typedef {import("./protocol.js").Player} Player
 * @typedef {import("./protocol.js").Spec} Spec
 */

/** Who plays: the person first, second, on both sides or on none. @typedef {"first" | "second" | "both" | "none"} Sides */

/**
 * @typedef {object} GameChoice
 * @property {string} game
 * @property {Record<string, string>} options Those that differ from the game's defaults.
 * @property {Sides} side
 * @property {[Player, Player]} players The machine's players; the second only where both sides are machines.
 */

/**
 * What to begin with: the game's defaults, the person first, a level in the middle.
 * @param {GameInfo} info
 * @returns {GameChoice}
 */
export function defaults(info) {
  const player = info.levels[Math.floor(info.levels.length / 2)]?.spec ?? "random";
  return { game: info.name, options: {}, side: "first", players: [player, player] };
}

/**
 * The game that is wished for.
 * @param {GameChoice} choice
 * @returns {Spec}
 */
export function gameOf({ game, options }) {
  return { name: game, options: Object.entries(options) };
}

/**
 * Whether two games or players are the same, in whatever order their options come.
 * @param {Player | null} one
 * @param {Player | null} other
 * @returns {boolean}
 */
export function same(one, other) {
  if (one === null || other === null) return one === other;
  if (typeof one === "string") return one === (typeof other === "string" ? other : other.text);
  if (typeof other === "string") return same(other, one);
  const sorted = (/** @type {Spec} */ { options }) => JSON.stringify([...options].sort(([a], [b]) => (a < b ? -1 : 1)));
  return one.name === other.name && sorted(one) === sorted(other);
}

/**
 * @param {GameChoice} choice
 * @returns {[Player | null, Player | null]}
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
 * The choice that a game in progress came from.
 * @param {Spec} game
 * @param {[Player | null, Player | null]} seats
 * @param {GameInfo[]} games
 * @returns {GameChoice | null}
 */
export function wishOf(game, seats, games) {
  const info = games.find(({ name }) => name === game.name);
  if (!info) return null;
  const [first, second] = seats;
  const side = first === null ? (second === null ? "both" : "first") : second === null ? "second" : "none";
  const usual = defaults(info).players[0];
  const one = first ?? second ?? usual;
  return { game: game.name, options: Object.fromEntries(game.options), side, players: [one, second ?? one] };
}

/** What a game is called that somebody has told in a rule file of their own. */
export const OWN_RULES = "rules";

/**
 * The levels that machines play at in a game, by their titles, for lists of games.
 * @param {GameInfo} info
 * @param {[Spec | null, Spec | null]} players
 */
export function opponents(info, players) {
  const levels = players.filter((player) => player !== null)
    .map((player) => info.levels.find(({ spec }) => same(spec, player)) ?? { title: player.text ?? player.name, title_zh: player.text ?? player.name });
  return { against: levels.map(({ title }) => title).join(" – "), against_zh: levels.map(({ title_zh }) => title_zh).join(" – ") };
}

/**
 * A new game, in a sheet of its own.
 * @param {{ store: import("./store.js").Store, known: GameInfo[], now: GameChoice | null, rules: import("./rule_file.js").RuleFileInHand,
 *           ask: import("./connection.js").Ask, fault: import("./protocol.js").Message | null, close: () => void }} props
 *   `now`: the game on the board, as it could have been wished for.
 */
export function NewGame({ store, known, now, rules, ask, fault, close }) {
  const { games, ruleGames, players: kinds, table, state } = store;
  const own = table?.game === OWN_RULES ? table.info : null;
  const [choice, setChoice] = useState(now ?? defaults(games[0]));
  const [timing, setTiming] = useState(() => wishFor(choice.game)?.timing ?? null);
  const info = known.find((info) => info.name === choice.game);
  if (!info || !table || !state) return null;
  const isTold = ruleGames.includes(info) || info === own;
  const isSame = same(gameOf(choice), table.spec);
  const seats = seatsOf(choice);
  const goesOn = isSame && state.view.result === null && state.view.ply > 0;
  const names = isSame ? table.layout.sides.map(sideName) : [t("setup.the-first"), t("setup.the-second")];
  /** @type {[Sides, string][]} */
  const sides = [
    ["first", isSame ? t("setup.first", { side: names[0] }) : t("setup.first-side")],
    ["second", isSame ? names[1] : t("setup.other-side")],
    ["both", t("setup.both")],
    ["none", t("setup.none")],
  ];
  const options = (/** @type {GameInfo[]} */ games) =>
    games.map((info) => html`<option key=${info.name} value=${info.name}>${titleOf(info)}</option>`);
  const start = () => {
    rememberWish(choice.game, { choice, timing });
    const told = choice.game === OWN_RULES && table.rules !== null ? { rules: table.rules } : {};
    ask({ request: "new", game: gameOf(choice), ...told, seats, ...clockRequest(timing) });
  };
  return html`<${Window} id="setup" title=${t("setup.new")} close=${close}>
    <form class="setup" onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      start();
    }}>
      <label class="field">
        <span>${t("setup.game")}</span>
        <select
          id="game"
          value=${choice.game}
          onChange=${(/** @type {Event} */ event) => {
            const chosen = known.find((info) => info.name === valueOf(event));
            if (!chosen) return;
            const wish = wishFor(chosen.name);
            setChoice(wish?.choice ?? { ...defaults(chosen), side: choice.side });
            setTiming(wish?.timing ?? null);
          }}
        >
          ${own && html`<optgroup label=${t("setup.own")}>${options([own])}</optgroup>`}
          <optgroup label=${t("setup.heart")}>${options(games)}</optgroup>
          <optgroup label=${t("setup.files")}>${options(ruleGames)}</optgroup>
        </select>
      </label>
      <label class="field">
        <span>${t("setup.you")}</span>
        <select
          id="side"
          value=${choice.side}
          onChange=${(/** @type {Event} */ event) => setChoice({ ...choice, side: /** @type {Sides} */ (valueOf(event)) })}
        >
          ${sides.map(([side, label]) => html`<option key=${side} value=${side}>${label}</option>`)}
        </select>
      </label>
      ${choice.side !== "both" && html`<${Level} key=${choice.game} id="level" label=${choice.side === "none" ? t("setup.level-of", { side: names[0] }) : t("setup.level")}
        info=${info} kinds=${kinds} choice=${choice} seat=${0} change=${setChoice} />`}
      ${choice.side === "none" && html`<${Level} key=${`${choice.game} second`} id="level-second" label=${t("setup.level-of", { side: names[1] })}
        info=${info} kinds=${kinds} choice=${choice} seat=${1} change=${setChoice} />`}
      <${ClockMenu} timing=${timing} change=${setTiming} />
      ${info.options.length > 0 && html`<details class="rare" open=${Object.keys(choice.options).length > 0}>
        <summary>${t("setup.options")}</summary>
        ${info.options.map((option) => html`<${Option} key=${option.name} option=${option} choice=${choice} change=${setChoice} />`)}
      </details>`}
      <details class="rare">
        <summary>${t("setup.rules")}</summary>
        <div class="row">
          <button type="button" id="rules-open" onClick=${() => {
            close();
            rules.edit(isTold ? info.name : null);
          }}>${t(info === own ? "setup.edit" : isTold ? "setup.copy" : "setup.write")}</button>
          <${FileButton} id="rules-file" label=${t("setup.open")} open=${(/** @type {File} */ file) => {
            close();
            rules.openFile(file);
          }} />
          ${info !== own && html`<a id="setup-learn" href=${`#/learn/${encodeURI(info.name)}`} onClick=${close}>${t("learn.link")}</a>`}
        </div>
      </details>
      <p id="setup-error" class="fault" role="alert">${said(fault ?? "")}</p>
      <div class="row ends">
        ${goesOn && html`<button type="button" id="keep-on" disabled=${seats.every((seat, side) => same(seat, state.players[side]))} onClick=${() => {
          rememberWish(choice.game, { choice, timing });
          ask({ request: "seats", seats });
          close();
        }}>${t("setup.keep-on")}</button>`}
        <button type="submit" id="new" class="primary" autofocus>${t("setup.start")}</button>
      </div>
    </form>
  <//>`;
}

/**
 * @param {{ option: import("./protocol.js").OptionInfo, choice: GameChoice, change: (choice: GameChoice) => void }} props
 */
function Option({ option, choice, change }) {
  const value = choice.options[option.name] ?? option.default ?? "";
  const set = (/** @type {string} */ text) => {
    const { [option.name]: _, ...others } = choice.options;
    change({ ...choice, options: text === option.default || text === "" ? others : { ...others, [option.name]: text } });
  };
  const help = helpOf(option);
  const words = option.kind === "choice" ? option.values : option.kind === "switch" ? ["off", "on"] : null;
  return html`<label class="field" title=${help}>
    <span><b>${named("option", option.name)}</b> ${help}</span>
    ${words
      ? html`<select data-option=${option.name} value=${value} onChange=${(/** @type {Event} */ event) => set(valueOf(event))}>
          ${words.map((value) => html`<option key=${value} value=${value}>${named("value", value)}</option>`)}
        </select>`
      : option.kind === "number" && html`<${Written} type="number" data-option=${option.name} value=${value} min=${option.min}
          max=${option.max} step=${option.step} write=${set} />`}
  </label>`;
}

/**
 * A level of the game, or any player by its text.
 * @param {{ id: string, label: string, info: GameInfo, kinds: import("./protocol.js").PlayerInfo[], choice: GameChoice, seat: 0 | 1, change: (choice: GameChoice) => void }} props
 */
function Level({ id, label, info, kinds, choice, seat, change }) {
  const player = choice.players[seat];
  const [typing, setTyping] = useState(false);
  const listed = typing ? undefined : info.levels.find((level) => same(level.spec, player));
  const set = (/** @type {Player} */ chosen) => {
    /** @type {[Player, Player]} */
    const players = seat === 0 && choice.side !== "none" ? [chosen, chosen] : [...choice.players];
    players[seat] = chosen;
    change({ ...choice, players });
  };
  return html`<label class="field">
      <span>${label}</span>
      <select
        id=${id}
        value=${listed?.player ?? OTHER}
        onChange=${(/** @type {Event} */ event) => {
          const chosen = info.levels.find((level) => level.player === valueOf(event));
          setTyping(!chosen);
          if (chosen) set(chosen.spec);
        }}
      >
        ${info.levels.map((level) => html`<option key=${level.player} value=${level.player}>${titleOf(level)}</option>`)}
        <option value=${OTHER}>${t("setup.another")}</option>
      </select>
    </label>
    ${listed && html`<p class="about" id=${id.replace("level", "about")}>${sentence(info, listed)}</p>`}
    ${!listed && html`<label class="field">
      <span>${t("setup.player")}</span>
      <${Written} id=${id.replace("level", "player")} type="text" spellcheck=${false} autocapitalize="off"
        value=${typeof player === "string" ? player : player.text ?? player.name} placeholder="alphabeta:depth=4" write=${set} />
    </label>`}
    <${Limits} id=${id.replace("level", "limits")} player=${player} kinds=${kinds} change=${set} />`;
}

/**
 * What a level is like, in a sentence: how strong it is among those of its game, and what it does.
 * @param {GameInfo} info
 * @param {import("./protocol.js").Level} level
 */
function sentence({ levels }, { spec, player }) {
  const option = (/** @type {string} */ name) => spec.options.find(([known]) => known === name)?.[1];
  const place = t("setup.level-place", { place: levels.findIndex((level) => level.player === player) + 1, of: levels.length });
  const [depth, overlook, time] = [option("depth"), option("overlook"), option("time")];
  const how = spec.name === "random" ? t("setup.level-random")
    : spec.name === "mcts" ? t("setup.level-playouts")
    : depth ? t("setup.level-depth", { depth }) : t("setup.level-search");
  const limits = [overlook && t("setup.level-overlook", { percent: overlook }), time && t("setup.level-time", { time })].filter(Boolean);
  return [place, how, ...limits].join(" ");
}

const OTHER = "?";
