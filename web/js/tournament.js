// The view of a tournament: who plays, a cross table that fills, and every game on a board while it is played.

import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { SmallBoard } from "./lab/small_board.js";
import { scored } from "./tournament_state.js";
import { said, sideName, t, titleOf } from "./text.js";

/**
 * @typedef {import("./protocol.js").GameInfo} GameInfo
 * @typedef {import("./tournament_state.js").TournamentState} TournamentState
 * @typedef {import("./app.js").ViewProps} ViewProps
 */

/** The most players, as the server has it. */
const MAX_PLAYERS = 10;

/** @param {ViewProps} props */
export function Tournament({ store, ask, known }) {
  const games = known.filter(({ name }) => name !== "rules");
  const [name, setName] = useState(store.tournament?.game.split(":")[0] ?? store.table?.spec.name ?? "");
  const info = games.find((info) => info.name === name) ?? games[0];
  const [players, setPlayers] = useState(/** @type {string[] | null} */ (null));
  const [other, setOther] = useState("");
  const [rounds, setRounds] = useState(2);
  const [millis, setMillis] = useState(200);
  /** The game that is watched; the one under way if none was chosen. */
  const [watched, setWatched] = useState(/** @type {number | null} */ (null));
  useEffect(() => {
    document.title = `${t("nav.tournament")} · Wanqi`;
  }, []);
  if (!info) return html`<main class="waiting"><p role="status">${t("page.setting-up")}</p></main>`;
  const chosen = players ?? info.levels.slice(0, 4).map(({ player }) => player);
  const { tournament } = store;
  const fault = store.error?.request === "tournament" ? store.error.fault.what : tournament?.fault ?? "";
  const set = (/** @type {string} */ player, /** @type {boolean} */ on) =>
    setPlayers(on ? [...chosen, player] : chosen.filter((known) => known !== player));
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    setWatched(null);
    // In the order of their strength.
    const order = info.levels.map(({ player }) => player);
    const sorted = [...order.filter((player) => chosen.includes(player)), ...chosen.filter((player) => !order.includes(player))];
    ask({ request: "tournament", ask: { begin: { game: info.name, players: sorted, rounds, millis, seed: Math.floor(Math.random() * 2 ** 32) } } });
  };
  const options = [...info.levels.map((level) => ({ text: level.player, title: titleOf(level) })),
    ...chosen.filter((player) => info.levels.every((level) => level.player !== player)).map((text) => ({ text, title: text }))];
  const number = (/** @type {(value: number) => void} */ change) => (/** @type {Event} */ event) =>
    event.target instanceof HTMLInputElement && change(Number(event.target.value));
  return html`<main class="tournament">
    <form class="card" aria-labelledby="tournament-title" onSubmit=${begin}>
      <h2 id="tournament-title">${t("tournament.title")}</h2>
      <label class="field"><span>${t("setup.game")}</span>
        <select id="tournament-game" value=${info.name} onChange=${(/** @type {Event} */ event) => {
          if (!(event.target instanceof HTMLSelectElement)) return;
          setName(event.target.value);
          setPlayers(null);
        }}>${games.map((info) => html`<option key=${info.name} value=${info.name}>${titleOf(info)}</option>`)}</select></label>
      <fieldset><legend>${t("tournament.players")}</legend>
        ${options.map(({ text, title }) => html`<label key=${text} class="check"><input type="checkbox" data-player=${text} checked=${chosen.includes(text)}
          onChange=${(/** @type {Event} */ event) => event.target instanceof HTMLInputElement && set(text, event.target.checked)} /> ${title}</label>`)}
        <div class="row"><input id="tournament-other" type="text" autocomplete="off" spellcheck=${false} aria-label=${t("tournament.other")} placeholder="alphabeta:depth=3"
          value=${other} onInput=${(/** @type {Event} */ event) => event.target instanceof HTMLInputElement && setOther(event.target.value)} />
          <button type="button" id="tournament-add" disabled=${other.trim() === "" || chosen.includes(other.trim())} onClick=${() => {
            set(other.trim(), true);
            setOther("");
          }}>${t("tournament.add")}</button></div>
      </fieldset>
      <div class="row">
        <label>${t("tournament.rounds")} <input id="tournament-rounds" type="number" min="1" max="20" value=${rounds} onInput=${number(setRounds)} /></label>
        <label>${t("tournament.millis")} <input id="tournament-millis" type="number" min="10" max="30000" step="10" value=${millis} onInput=${number(setMillis)} /></label>
      </div>
      <p class="told">${t("tournament.about")}</p>
      <div class="row">
        <button type="submit" id="tournament-begin" class="primary" disabled=${chosen.length < 2 || chosen.length > MAX_PLAYERS}>${t("tournament.begin")}</button>
        <button type="button" id="tournament-stop" disabled=${!tournament?.running} onClick=${() => ask({ request: "tournament", ask: "stop" })}>${t("tournament.stop")}</button>
      </div>
      <p class="fault" role="alert">${said(fault)}</p>
    </form>
    ${!tournament && html`<p class="none">${t("tournament.none")}</p>`}
    ${tournament && html`<${CrossTable} tournament=${tournament} known=${games} watched=${watched ?? tournament.now} watch=${setWatched} />
      <${Watched} tournament=${tournament} known=${games} watched=${watched ?? tournament.now ?? lastPlayed(tournament)} follows=${watched === null}
        follow=${() => setWatched(null)} open=${(/** @type {number} */ game) => {
          location.hash = `#/library/${game}`;
        }} />`}
  </main>`;
}

/** The last game that has ended. @param {TournamentState} tournament */
function lastPlayed({ games }) {
  const played = games.map(({ result }, i) => (result ? i : -1)).filter((i) => i >= 0);
  return played[played.length - 1] ?? null;
}

/**
 * What a player is called: its level, or its text.
 * @param {GameInfo[]} known
 * @param {string} game
 * @param {string} player
 */
function playerName(known, game, player) {
  const level = known.find(({ name }) => name === game.split(":")[0])?.levels.find((level) => level.player === player || level.spec.text === player);
  return level ? titleOf(level) : player;
}

/** @param {{ tournament: TournamentState, known: GameInfo[], watched: number | null, watch: (game: number) => void }} props */
function CrossTable({ tournament, known, watched, watch }) {
  const { players, games, running, now } = tournament;
  const names = players.map((player) => playerName(known, tournament.game, player));
  const order = players.map((_, i) => i).sort((a, b) => scored(tournament, b, null).points - scored(tournament, a, null).points || a - b);
  const played = games.filter(({ result }) => result !== null).length;
  const points = (/** @type {number} */ points) => `${Math.floor(points) || (points === 0.5 ? "" : 0)}${points % 1 ? "½" : ""}`;
  return html`<section class="card cross" aria-labelledby="cross-title">
    <h2 id="cross-title">${t("tournament.table")} <span class="who" id="tournament-progress" role="status">${t(running ? "tournament.progress" : played === games.length ? "tournament.over" : "tournament.stopped", { played, all: games.length })}</span></h2>
    <div class="scroll"><table id="cross">
      <thead><tr><th scope="col">${t("tournament.player")}</th>${order.map((_, i) => html`<th key=${i} scope="col">${i + 1}</th>`)}<th scope="col">${t("tournament.points")}</th><th scope="col">${t("tournament.games")}</th></tr></thead>
      <tbody>${order.map((one, row) => html`<tr key=${one} data-row-player=${players[one]}>
        <th scope="row">${row + 1}. ${names[one]}</th>
        ${order.map((other) => html`<td key=${other} class=${one === other ? "self" : ""}>${one !== other && games.map((game, i) => {
          const side = game.sides.indexOf(one);
          if (side < 0 || game.sides[1 - side] !== other || (!game.result && i !== now)) return null;
          const mark = !game.result ? "…" : game.result.winner === null ? "½" : game.result.winner === side ? "1" : "0";
          return html`<button type="button" key=${i} data-watch=${i} class=${mark === "1" ? "won" : mark === "0" ? "lost" : ""} aria-pressed=${i === watched ? "true" : "false"}
            aria-label=${t("tournament.watch", { number: i + 1, first: names[game.sides[0]], second: names[game.sides[1]], mark })} onClick=${() => watch(i)}>${mark}</button>`;
        })}</td>`)}
        <td class="number points">${points(scored(tournament, one, null).points)}</td>
        <td class="number">${scored(tournament, one, null).count}</td>
      </tr>`)}</tbody>
    </table></div>
  </section>`;
}

/**
 * A game on its board.
 * @param {{ tournament: TournamentState, known: GameInfo[], watched: number | null, follows: boolean, follow: () => void, open: (game: number) => void }} props
 */
function Watched({ tournament, known, watched, follows, follow, open }) {
  const game = watched === null ? null : tournament.games[watched];
  if (!game || !game.scene) return null;
  const names = game.sides.map((side) => playerName(known, tournament.game, tournament.players[side]));
  const { kept } = game;
  const now = game.result ? said(game.result.text, tournament.layout.sides) : t("tournament.at", { ply: game.ply, move: game.text });
  return html`<section class="card watched-game" data-watched=${watched} aria-labelledby="watched-title">
    <h2 id="watched-title">${t("tournament.game", { number: (watched ?? 0) + 1 })}</h2>
    <p>${tournament.layout.sides.map((side, i) => html`<span key=${i}><i class="swatch" style=${{ background: side.colour }}></i>${sideName(side)}: <b>${names[i]}</b> </span>`)}</p>
    <${SmallBoard} layout=${tournament.layout} scene=${game.scene} trace=${game.trace} label=${t("tournament.board", { first: names[0], second: names[1] })} />
    <p id="watched-now" data-ply=${game.ply}>${now}</p>
    <div class="row">
      ${!follows && tournament.running && html`<button type="button" id="watch-now" onClick=${follow}>${t("tournament.follow")}</button>`}
      ${kept !== null && html`<button type="button" id="watched-open" onClick=${() => open(kept)}>${t("tournament.open")}</button>`}
    </div>
  </section>`;
}
