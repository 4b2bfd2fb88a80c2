// The gallery: every game by a picture of its board, what was played last, and a place for files.

import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { keyOf } from "./address.js";
import { HAS_JOBS, fetchGallery } from "./outside.js";
import { recentGames } from "./remembered.js";
import { reading, t, titleOf } from "./text.js";
import { Thumbnail } from "./thumbnail.js";

/**
 * A game in the gallery. `kind`: what it is about; null for one that the program knows by heart.
 * @typedef {{ name: string, title: string, title_zh: string, kind: keyof typeof KINDS | null, layout: import("./protocol.js").Layout, scene: import("./protocol.js").Scene }} Picture
 */

/** The kinds of game that rule files tell, in the order in which they hang. */
const KINDS = /** @type {const} */ ({
  kings: "home.kings",
  races: "home.races",
  rows: "home.rows",
  connections: "home.connections",
  captures: "home.captures",
  territory: "home.territory",
});

/** Asked for once: games only change with the program. @type {Promise<Picture[]> | null} */
let fetched = null;

/** @returns {Promise<Picture[]>} */
function gallery() {
  fetched ??= fetchGallery();
  fetched.catch(() => (fetched = null));
  return fetched;
}

/** @param {{ fault: string, open: (files: Iterable<File>) => void, write: () => void }} props `write` begins a game of one's own. */
export function Home({ fault, open, write }) {
  const [pictures, setPictures] = useState(/** @type {Picture[]} */ ([]));
  useEffect(() => {
    gallery().then(setPictures, () => {});
    document.title = `Wanqi 万棋 · ${t("home.title")}`;
  }, []);
  const native = pictures.filter(({ kind }) => kind === null);
  const going = recentGames().filter(({ over, ply }) => !over && ply > 0).slice(0, 3);
  return html`<main class="home">
    <header class="welcome">
      <h2>${t("home.title")}</h2>
      <p>${t("home.what")}</p>
    </header>
    <p id="home-error" class="fault" role="alert">${fault}</p>
    ${going.length > 0 && html`<nav class="going" aria-label=${t("home.going")}>${going.map((game) => html`<a key=${game.key} href=${game.key} class="continue">
      <b>${t("home.continue")}</b> ${told(game)}</a>`)}</nav>`}
    <ul class="boards large" id="gallery">${native.map((picture) => html`<${Card} key=${picture.name} picture=${picture} />`)}</ul>
    <div class="bring">
      <label class="file"><input id="home-file" type="file" multiple onChange=${(/** @type {Event} */ event) => {
        const { target } = event;
        if (!(target instanceof HTMLInputElement)) return;
        open([...target.files ?? []]);
        target.value = "";
      }} /><span>${t("home.open")}</span></label>
      <p>${t("home.drop")}</p>
      <button type="button" id="home-write" onClick=${write}>${t("home.write")}</button>
      <a id="home-learn" href="#/learn">${t("home.learn")}</a>
      ${HAS_JOBS && html`<a id="home-jobs" href="#/jobs">${t("home.jobs")}</a>`}
    </div>
    ${Object.entries(KINDS).map(([kind, title]) => {
      const hung = pictures.filter((picture) => picture.kind === kind);
      return hung.length > 0 && html`<section key=${kind} aria-labelledby=${`kind-${kind}`}>
        <h3 id=${`kind-${kind}`}>${t(title)}</h3>
        <ul class="boards">${hung.map((picture) => html`<${Card} key=${picture.name} picture=${picture} />`)}</ul>
      </section>`;
    })}
  </main>`;
}

/** @param {{ picture: Picture }} props */
function Card({ picture }) {
  return html`<li><a href=${keyOf(picture.name)} data-open=${picture.name}>
    <${Thumbnail} layout=${picture.layout} scene=${picture.scene} />
    <span>${titleOf(picture)}</span>
  </a></li>`;
}

/** @param {import("./remembered.js").Recent} game */
function told(game) {
  const against = reading() === "zh" ? game.against_zh : game.against;
  const values = { game: titleOf(game), against, ply: game.ply };
  return t(against === "" ? "home.alone" : "home.against", values);
}
