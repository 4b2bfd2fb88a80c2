// Addresses to pass on: of the position on the board, of the whole record, of one's own rules.

import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { MAX_ADDRESS, packedAddress, sharedAddress, thisPage } from "./address.js";
import { EmbedCode } from "./embed_code.js";
import { HAS_SERVER } from "./outside.js";
import { lessAndLess, pack } from "./packed.js";
import { browser } from "./storage.js";
import { t } from "./text.js";

/**
 * @typedef {import("./packed.js").Shared} Shared
 * @typedef {import("./tree.js").Tree} Tree
 */

/** Where the address of a page that others reach is kept. */
const KEPT = "wanqi-share";

/**
 * A link, or that there is none.
 * @typedef {{ address: string | null, lost: "nothing" | "evaluations" | "remarks" }} Link
 */

/**
 * @param {{ game: string, state: import("./protocol.js").GameState, rules: string | null, tree: Tree, json: string | undefined }} props
 *   `rules`: those that nobody else has; `json`: the record as a line of JSON, once it is told.
 */
export function ShareLinks({ game, state, rules, tree, json }) {
  const { view, first, node } = state;
  const [base, setBase] = useState(() => browser.get(KEPT) ?? "");
  const [embedding, setEmbedding] = useState(false);
  const moves = view.record.map(({ text }) => text);
  const plain = sharedAddress(game, { moves, ply: view.ply, from: first });
  const isPlain = rules === null && plain.length <= MAX_ADDRESS && [...tree.values()].every((move) =>
    move.children.length < 2 && !move.comment && (move.marks ?? []).length === 0);
  const position = usePacked(rules === null ? [] : [{ shared: { record: { game, rules, first: view.position } }, lost: "nothing" }], view.position);
  const whole = usePacked(isPlain ? [] : readable(json, node, tree), `${json} ${node}`);
  const own = usePacked(rules === null ? [] : [{ shared: { rules }, lost: "nothing" }], rules ?? "");
  const page = isAddress(base) ? base : thisPage();
  /** @type {Record<"position" | "game" | "rules", Link | null>} */
  const links = {
    position: rules === null ? { address: sharedAddress(game, { position: view.position }), lost: "nothing" } : position,
    game: moves.length === 0 && tree.size < 2 ? null : isPlain ? { address: plain, lost: "nothing" } : whole,
    rules: rules === null ? null : own,
  };
  return html`<section class="links" aria-labelledby="share-title">
    <h2 id="share-title">${t("share.title")}</h2>
    <${LinkField} name="position" title=${t("share.position")} page=${page} link=${links.position} />
    <${LinkField} name="game" title=${t("share.game")} page=${page} link=${links.game} />
    <${LinkField} name="rules" title=${t("share.rules")} page=${page} link=${links.rules} />
    ${HAS_SERVER && html`<label class="field"><span>${t("share.page")}</span>
      <input id="share-page" type="url" placeholder=${thisPage()} value=${base} onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget: { value } }) => {
        setBase(value);
        browser.set(KEPT, value || null);
      }} /></label>
    <p class="fine">${t("share.page-why")}</p>`}
    <p><button type="button" id="embed-open" aria-expanded=${embedding ? "true" : "false"} onClick=${() => setEmbedding(!embedding)}>${t("embed.open")}</button></p>
    ${embedding && html`<${EmbedCode} page=${page} board=${links.game?.address ?? links.position?.address ?? ""}
      lab=${rules === null ? sharedAddress(game, { position: view.position }) : null} own=${page !== thisPage()} />`}
  </section>`;
}

/**
 * A link to be copied.
 * @param {{ name: string, title: string, page: string, link: Link | null }} props `page`: where it leads.
 */
export function LinkField({ name, title, page, link }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => setCopied(false), [link?.address]);
  if (!link) return null;
  if (link.address === null) return html`<p class="fine" id=${`share-${name}-long`}>${title}: ${t("share.long")}</p>`;
  const address = page + link.address;
  const copy = () => navigator.clipboard?.writeText(address).then(() => setCopied(true), () => {});
  return html`<div class="shared">
    <label for=${`share-${name}`}>${title}</label>
    <input id=${`share-${name}`} readonly value=${address} onFocus=${(/** @type {Event} */ event) => event.target instanceof HTMLInputElement && event.target.select()} />
    <button type="button" id=${`share-${name}-copy`} onClick=${copy}>${t(copied ? "share.copied" : "share.copy")}</button>
    ${link.lost !== "nothing" && html`<p class="fine" id=${`share-${name}-lost`}>${t(link.lost === "remarks" ? "share.lost-remarks" : "share.lost-evaluations")}</p>`}
  </div>`;
}

/**
 * The first of what may be shared that fits into a link; null as long as that is not known, and where there is nothing.
 * @param {{ shared: Shared, lost: Link["lost"] }[]} tries
 * @param {string} about What they are made of.
 * @returns {Link | null}
 */
export function usePacked(tries, about) {
  const [link, setLink] = useState(/** @type {Link | null} */ (null));
  useEffect(() => {
    let current = true;
    setLink(null);
    if (tries.length > 0) void firstThatFits(tries).then((found) => current && setLink(found));
    return () => void (current = false);
  }, [about, tries.length]);
  return link;
}

/** @param {{ shared: Shared, lost: Link["lost"] }[]} tries @returns {Promise<Link>} */
async function firstThatFits(tries) {
  for (const { shared, lost } of tries) {
    // A browser that cannot pack has no link.
    const text = typeof CompressionStream === "function" ? await pack(shared) : null;
    if (text !== null) return { address: packedAddress(text), lost };
  }
  return { address: null, lost: "nothing" };
}

/**
 * What may be shared of the record; nothing as long as what is told of it is older than what is shown.
 * @param {string | undefined} json
 * @param {number} node
 * @param {Tree} tree
 */
function readable(json, node, tree) {
  if (json === undefined) return [];
  /** @type {import("./packed.js").SharedRecord} */
  const record = JSON.parse(json);
  const nodes = record.nodes ?? [];
  const isSaid = (/** @type {number} */ id, /** @type {{ comment?: string, marks?: number[] }} */ { comment = "", marks = [] }) => {
    const shown = tree.get(id);
    return shown !== undefined && (shown.comment ?? "") === comment && String(shown.marks ?? []) === String(marks);
  };
  const isNew = nodes.length === tree.size - 1 && isSaid(0, record.notes ?? {}) && nodes.every((move) => isSaid(move.id, move));
  return isNew ? lessAndLess(record, node) : [];
}

/** @param {string} text */
function isAddress(text) {
  return /^https?:\/\/[^#?]+$/.test(text);
}
