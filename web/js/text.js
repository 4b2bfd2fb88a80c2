// Everything that is written on the page, in the reader's language: from text/en.json and text/zh.json, which have the
// same keys.

import { useEffect, useState } from "../vendor/htm-preact.js";
import { WISHES } from "./embedded.js";
import { browser } from "./storage.js";

/** @typedef {keyof typeof import("../text/en.json")} Key */
/** @typedef {"en" | "zh"} Language */
/** @typedef {import("./protocol.js").Message} Message */

/** What the page can be read in, each by its own name. @type {[Language, string][]} */
export const LANGUAGES = [["en", "English"], ["zh", "中文"]];

/** Where the choice is kept. */
const KEPT = "wanqi-language";

/** @type {Record<string, Record<string, string>>} */
const files = {};
/** @type {Language} */
let language = "en";
/** @type {Set<() => void>} */
const listeners = new Set();

/** The language of the page. */
export function reading() {
  return language;
}

/** Loads the words in the language chosen before, or the browser's. Nothing may be shown before. */
export async function loadText() {
  const kept = WISHES.lang ?? browser.get(KEPT);
  const usual = navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
  await use(kept === "en" || kept === "zh" ? kept : usual);
}

/**
 * Another language, now and the next time.
 * @param {Language} chosen
 */
export async function choose(chosen) {
  browser.set(KEPT, chosen);
  await use(chosen);
}

/** Renders again when the language changes. */
export function useLanguage() {
  const [now, setNow] = useState(language);
  useEffect(() => {
    const changed = () => setNow(language);
    listeners.add(changed);
    return () => void listeners.delete(changed);
  }, []);
  return now;
}

/**
 * A text with its values put in for `{name}`.
 * @param {Key} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  return filled(files[language]?.[key] ?? key, values);
}

/**
 * What Rust says, in the reader's language: the text of its key with its values, or else its English.
 * @param {Message} message
 * @param {readonly import("./protocol.js").SideLook[]} [sides] Those of the game, whose names may be in it.
 * @returns {string}
 */
export function said(message, sides = []) {
  if (typeof message === "string") return message;
  const text = files[language]?.[message.key];
  if (text === undefined) return message.english;
  const values = Object.entries(message.values).map(([name, value]) =>
    [name, typeof value === "object" && "side" in value ? sideName(sides[value.side] ?? value) : said(value, sides)]);
  return filled(text, Object.fromEntries(values));
}

/**
 * The name of something that has an identifier: `look.rook`, `option.komi`.
 * @param {"look" | "option" | "value" | "terrain"} group
 * @param {string} name The identifier.
 * @param {string} [english] What it is called in English, and where there is no text for it.
 */
export function named(group, name, english = name) {
  return (language === "en" ? undefined : files[language]?.[`${group}.${name}`]) ?? english;
}

/** What a choice is called; a kind of piece that is only named, as the figure of that name. @param {Message} label */
export function labelOf(label) {
  return typeof label === "string" ? named("look", label.toLowerCase(), label) : said(label);
}

/** What a score is, as people read it. @param {{ score_text: string, score_words?: Message }} value */
export function scoreOf({ score_text, score_words }) {
  return said(score_words ?? score_text);
}

/** The name of a side. @param {{ name: string, name_zh?: string }} side */
export function sideName({ name, name_zh }) {
  return language === "zh" && name_zh ? name_zh : name;
}

/** The name of a game, a level or a file. @param {{ title: string, title_zh: string }} thing */
export function titleOf({ title, title_zh }) {
  return language === "zh" && title_zh ? title_zh : title;
}

/** What an option is. @param {{ help: string, help_zh: string }} option */
export function helpOf({ help, help_zh }) {
  return language === "zh" && help_zh ? help_zh : help;
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
function filled(text, values) {
  return text.replace(/\{([a-z]+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}

/** @param {Language} chosen */
async function use(chosen) {
  await load(chosen);
  language = chosen;
  document.documentElement.lang = chosen === "zh" ? "zh-CN" : "en";
  listeners.forEach((changed) => changed());
}

/** @param {string} name */
async function load(name) {
  // The import map knows the address of the file that is good for ever.
  files[name] ??= await (await fetch(import.meta.resolve(`../text/${name}.json`))).json();
}
