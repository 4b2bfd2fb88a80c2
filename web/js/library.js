// The view of the library: every game that was played or studied here, and files of them in and out.

import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { playerName } from "./headers.js";
import { readIn } from "./library_file.js";
import { useDrop } from "./files.js";
import { HAS_SERVER, exportGames } from "./outside.js";
import { download } from "./picture.js";
import { reading, said, t, titleOf } from "./text.js";
import { Thumbnail } from "./thumbnail.js";

/**
 * @typedef {import("./protocol.js").Search} Search
 * @typedef {import("./protocol.js").Summary} Summary
 * @typedef {import("./library_file.js").Reading} Reading
 */

/** Games on a page of the list. */
const PAGE = 50;
/** What is not searched for. @type {Search} */
const ANY = { game: "", player: "", won: null, since: "", until: "", event: "", min_plies: 0, hide_abandoned: true, sort: "changed", reverse: false, offset: 0, limit: PAGE };
/** What a result is called. */
const RESULTS = /** @type {const} */ ({
  first: "library.first",
  second: "library.second",
  draw: "library.draw",
  unfinished: "library.unfinished",
});
const WON = /** @type {(keyof typeof RESULTS)[]} */ (Object.keys(RESULTS));
/** What files may be given out as. @type {[string, import("./text.js").Key][]} */
const FORMATS = [
  ["pgn", "library.pgn"],
  ["pdn", "library.pdn"],
  ["sgf", "library.sgf"],
  ["ggf", "library.ggf"],
  ["moves", "library.moves"],
  ["json", "library.json"],
];
/** How files end that are not called as their format is. @type {Record<string, string>} */
const ENDINGS = { moves: "txt", json: "jsonl" };
/** The columns of the list, by what they are sorted by. @type {[Search["sort"], import("./text.js").Key][]} */
const COLUMNS = [
  ["game", "library.game"], ["players", "library.players"], ["date", "library.date"], ["result", "library.result"], ["plies", "library.plies"],
];
/** What begins with the greatest. @type {Search["sort"][]} */
const GREATEST_FIRST = ["date", "plies"];

/** @param {import("./app.js").ViewProps} props */
export function Library({ store, ask, known }) {
  const [search, setSearch] = useState(ANY);
  const [chosen, setChosen] = useState(/** @type {Set<number>} */ (new Set()));
  const [format, setFormat] = useState("pgn");
  const [readings, setReadings] = useState(/** @type {Reading[]} */ ([]));
  /** Files read in so far. */
  const count = useRef(0);
  const find = () => void ask({ request: "library", search });
  useEffect(() => {
    if (store.connected) find();
  }, [search, store.connected, store.deleted]);
  useEffect(() => {
    document.title = `${t("nav.library")} · Wanqi`;
  }, []);

  const change = (/** @type {Partial<Search>} */ part) => {
    setChosen(new Set());
    setSearch({ ...search, offset: 0, ...part });
  };
  const open = (/** @type {number} */ game) => {
    location.hash = `#/library/${game}`;
  };
  const read = async (/** @type {Iterable<File>} */ files) => {
    for (const file of files) {
      const place = count.current++;
      await readIn(file, search.game, (reading) => setReadings((before) => Object.assign([...before], { [place]: reading })));
    }
    find();
  };
  const numbers = store.library?.games.map(({ id }) => id).join(" ") ?? "";
  useEffect(() => {
    if (store.connected && numbers !== "") ask({ request: "thumbnails", games: numbers.split(" ").map(Number) });
  }, [numbers, store.library, store.connected]);
  const held = useDrop((file) => void read([file]));

  const found = store.library;
  const games = found?.games ?? [];
  const titles = new Map(known.map((info) => [info.name, titleOf(info)]));
  /** What machines are called in records, and here. */
  const levels = [...new Map(known.filter(({ name }) => search.game === "" || name === search.game)
    .flatMap((info) => info.levels.map((level) => /** @type {const} */ ([level.title, titleOf(level)]))))];
  const fault = store.error && ["library", "resume", "delete_games"].includes(store.error.request ?? "")
    ? said(store.error.fault.what) : "";
  const [unwritten, setUnwritten] = useState("");
  /** Gives games out as a file. @param {Record<string, string | number | boolean>} wanted @param {string} name */
  const give = (wanted, name) => {
    setUnwritten("");
    exportGames(wanted).then((file) => (file ? download(file, name) : setUnwritten(t("library.nothing-written"))),
      (/** @type {Error} */ error) => setUnwritten(error.message));
  };
  const giveFound = () => {
    /** @type {Record<string, string | number | boolean>} */
    const wanted = { format };
    if (chosen.size > 0) wanted.ids = [...chosen].join(",");
    else for (const key of /** @type {const} */ (["game", "player", "won", "since", "until", "event", "min_plies", "hide_abandoned"])) if (search[key]) wanted[key] = search[key] ?? "";
    give(wanted, `games.${ENDINGS[format] ?? format}`);
  };
  const sort = (/** @type {Search["sort"]} */ by) => setSearch({ ...search, offset: 0, sort: by, reverse: search.sort === by && !search.reverse });

  return html`<main class="library">
      <form class="card find" aria-label=${t("library.find")} onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
        <label>${t("library.game")} <select id="find-game" value=${search.game} onChange=${(/** @type {Changed} */ event) => change({ game: event.currentTarget.value })}>
          <option value="">${t("library.any")}</option>
          ${known.map((info) => html`<option key=${info.name} value=${info.name}>${titleOf(info)}</option>`)}
        </select></label>
        <label>${t("library.player")} <input id="find-player" type="search" autocomplete="off" list="find-levels" value=${search.player}
          onInput=${(/** @type {Changed} */ event) => change({ player: event.currentTarget.value })} /></label>
        <datalist id="find-levels">${levels.map(([name, shown]) => html`<option key=${name} value=${name}>${shown}</option>`)}</datalist>
        <label>${t("library.result")} <select id="find-won" value=${search.won ?? ""} onChange=${(/** @type {Changed} */ event) => change({ won: WON.find((name) => name === event.currentTarget.value) ?? null })}>
          <option value="">${t("library.any")}</option>
          ${WON.map((name) => html`<option key=${name} value=${name}>${t(RESULTS[name])}</option>`)}
        </select></label>
        <label>${t("library.since")} <input id="find-since" type="date" value=${search.since}
          onInput=${(/** @type {Changed} */ event) => change({ since: event.currentTarget.value })} /></label>
        <label>${t("library.until")} <input id="find-until" type="date" value=${search.until}
          onInput=${(/** @type {Changed} */ event) => change({ until: event.currentTarget.value })} /></label>
        <label>${t("library.event")} <input id="find-event" type="search" autocomplete="off" value=${search.event}
          onInput=${(/** @type {Changed} */ event) => change({ event: event.currentTarget.value })} /></label>
        <label>${t("library.min-plies")} <input id="find-plies" type="number" min="0" max="9999" step="1" value=${search.min_plies || ""}
          onInput=${(/** @type {Changed} */ event) => change({ min_plies: Math.min(Math.max(Math.trunc(event.currentTarget.valueAsNumber) || 0, 0), 9999) })} /></label>
      </form>
      <p id="library-error" class="fault" role="alert">${fault}</p>
      <section class="card" aria-labelledby="library-title">
        <h2 id="library-title">${t("library.title")} <span class="who" id="library-count">${found ? t("library.count", { count: found.total }) : ""}</span></h2>
        ${found && games.length === 0 && html`<p class="none">${t("library.none")}</p>`}
        ${games.length > 0 && html`<div class="scroll"><table>
          <thead><tr>
            <td></td><td></td>
            ${COLUMNS.map(([by, name]) => html`<th key=${by} scope="col" aria-sort=${search.sort !== by ? null : GREATEST_FIRST.includes(by) === search.reverse ? "ascending" : "descending"}>
              <button type="button" class="sort" data-sort=${by} onClick=${() => sort(by)}>${t(name)}</button></th>`)}
            <td></td>
          </tr></thead>
          <tbody id="games">${games.map((game) => html`<${Row} key=${game.id} game=${game} title=${titles.get(game.game) ?? game.game} info=${known.find(({ name }) => name === game.game)} thumbnails=${store.thumbnails}
            current=${game.id === store.kept} chosen=${chosen.has(game.id)} open=${() => open(game.id)}
            choose=${(/** @type {boolean} */ on) => setChosen(changed(chosen, game.id, on))} />`)}</tbody>
        </table></div>`}
        ${found && (found.abandoned > 0 || !search.hide_abandoned) && html`<label class="abandoned"><input id="find-abandoned" type="checkbox" checked=${!search.hide_abandoned}
          onChange=${(/** @type {Changed} */ event) => change({ hide_abandoned: !event.currentTarget.checked })} /> ${search.hide_abandoned
            ? t("library.abandoned", { count: found.abandoned }) : t("library.abandoned-shown")}</label>`}
        <div class="controls" role="toolbar" aria-label=${t("library.actions")}>
          <button type="button" id="earlier" disabled=${search.offset === 0} onClick=${() => setSearch({ ...search, offset: Math.max(0, search.offset - PAGE) })}>${t("library.newer")}</button>
          <button type="button" id="later" disabled=${!found || search.offset + PAGE >= found.total} onClick=${() => setSearch({ ...search, offset: search.offset + PAGE })}>${t("library.older")}</button>
          <button type="button" id="delete" disabled=${chosen.size === 0} onClick=${() => {
            if (!confirm(t("library.sure", { count: chosen.size }))) return;
            ask({ request: "delete_games", games: [...chosen] });
            setChosen(new Set());
          }}>${t("library.delete")}</button>
        </div>
      </section>
      <section class="card files" aria-label=${t("library.files")}>
        <h2>${t("library.files")}</h2>
        <div class="controls">
          <label class="button">${t("library.import")} <input id="import" type="file" multiple accept=".pgn,.pdn,.sgf,.ggf,.txt,.jsonl" onChange=${(/** @type {Changed} */ event) => {
            const { files } = event.currentTarget;
            if (files) void read([...files]);
          }} /></label>
          <label>${t("library.format")} <select id="format" value=${format} onChange=${(/** @type {Changed} */ event) => setFormat(event.currentTarget.value)}>
            ${FORMATS.map(([name, title]) => html`<option key=${name} value=${name}>${t(title)}</option>`)}
          </select></label>
          <button type="button" id="export" onClick=${giveFound}>${chosen.size > 0 ? t("library.export-some", { count: chosen.size }) : t("library.export")}</button>
          <button type="button" id="export-all" onClick=${() => give({ format: "json" }, "wanqi-library.jsonl")}>${t("library.export-all")}</button>
        </div>
        <p class="told" id="library-where">${t(HAS_SERVER ? "library.whole" : "library.here")}</p>
        <p id="export-error" class="fault" role="alert">${unwritten}</p>
        <div id="readings" role="status">${readings.map((reading) => html`<${Report} reading=${reading} />`)}</div>
      </section>
    </main>
    ${held && html`<div class="drop" aria-hidden="true"><p>${t("library.drop")}</p></div>`}`;
}

/** @typedef {{ currentTarget: HTMLInputElement & HTMLSelectElement }} Changed */

/**
 * A set with or without something.
 * @param {Set<number>} set
 * @param {number} one
 * @param {boolean} on
 */
function changed(set, one, on) {
  const next = new Set(set);
  if (on) next.add(one);
  else next.delete(one);
  return next;
}

/**
 * @param {{ game: Summary, title: string, info: import("./protocol.js").GameInfo | undefined, current: boolean, chosen: boolean, open: () => void,
 *           choose: (on: boolean) => void, thumbnails: import("./protocol.js").Thumbnails | null }} props
 */
function Row({ game, title, info, current, chosen, open, choose, thumbnails }) {
  const players = game.players.map((name) => playerName(name, info)).join(" – ");
  const board = thumbnails?.boards.find(({ id }) => id === game.id) ?? null;
  // The list has how a game ended in English alone; what comes with the boards can be said in any language.
  const words = board?.result ? said(board.result, thumbnails?.layouts[board.layout].sides)
    : thumbnails || reading() === "en" ? game.result : "";
  const result = game.won ? words || t(RESULTS[game.won]) : t("library.unfinished");
  return html`<tr data-game=${game.id} aria-current=${current ? "true" : null}>
    <td><input type="checkbox" checked=${chosen} aria-label=${t("library.choose", { game: title, players })}
      onChange=${(/** @type {Changed} */ event) => choose(event.currentTarget.checked)} /></td>
    <td class="thumbnail">${board && thumbnails && html`<${Thumbnail} layout=${thumbnails.layouts[board.layout]} scene=${board.scene} points=${board.trace} />`}</td>
    <td>${title}${game.event && html` <small>${game.event}</small>`}</td>
    <td>${players}</td>
    <td>${game.date}</td>
    <td>${result}${game.unread && html`<small class="unread">${game.unread}</small>`}</td>
    <td class="number">${game.plies}</td>
    <td><button type="button" class="open" aria-label=${t("library.open-game", { game: title, players })} onClick=${open}>${t("library.open")}</button></td>
  </tr>`;
}

/** What came of a file. @param {{ reading: Reading }} props */
function Report({ reading: { name, share, found, report, fault } }) {
  if (fault !== null) return html`<p class="fault">${name}: ${said(fault)}</p>`;
  if (!report) {
    return html`<p>${t("library.reading", { name, count: found })} <progress max="1" value=${share} aria-label=${name}></progress></p>`;
  }
  const more = report.problem_count - report.problems.length;
  return html`<p class="read">${t("library.read", { name, found: report.found, kept: report.kept })}</p>
    ${report.problem_count > 0 && html`<details open=${report.problem_count <= 5}>
      <summary>${t("library.problems", { count: report.problem_count })}</summary>
      <ul>${report.problems.slice(0, 200).map(({ game, line, what }) => html`<li>${t("library.problem", { line, game, what: said(what) })}</li>`)}</ul>
      ${more > 0 && html`<p>${t("library.more", { count: more })}</p>`}
    </details>`}
    ${report.remarks.length > 0 && html`<details>
      <summary>${t("library.remarks", { count: report.remarks.length })}</summary>
      <ul>${report.remarks.slice(0, 200).map(({ game, line, what }) => html`<li>${t("library.problem", { line, game, what: said(what) })}</li>`)}</ul>
    </details>`}`;
}
