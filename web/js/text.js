// Everything that is written on the page, in the reader's language: from text/en.json and text/zh.json, which have the
// same keys.

import { useEffect, useState } from "../vendor/htm-preact.js";

/** @typedef {keyof typeof import("../text/en.json")} Key */
/** @typedef {"en" | "zh"} Language */

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
  const kept = stored();
  const usual = navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
  await use(kept === "en" || kept === "zh" ? kept : usual);
}

/**
 * Another language, now and the next time.
 * @param {Language} chosen
 */
export async function choose(chosen) {
  try {
    localStorage.setItem(KEPT, chosen);
  } catch {
    // A browser that keeps nothing: the choice lasts as long as the page.
  }
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
 * What Rust says in English, in the reader's language where there is a text for it: `said.…`, found by the English.
 * @param {string} text
 * @param {readonly import("./protocol.js").SideLook[]} [sides] Those of the game, whose names may be in it.
 * @returns {string}
 */
export function said(text, sides = []) {
  if (language === "en" || text === "") return text;
  const side = sides.find(({ name }) => name === text);
  if (side) return sideName(side);
  for (const { key, pattern } of patterns()) {
    const found = pattern.exec(text);
    if (!found) continue;
    const parts = Object.entries(found.groups ?? {}).map(([name, part]) => [name, said(part, sides)]);
    return filled(files[language][key], Object.fromEntries(parts));
  }
  return text;
}

/** The name of a side. @param {import("./protocol.js").SideLook} side */
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

/** @type {{ key: string, pattern: RegExp }[] | null} */
let known = null;

/** The patterns of what Rust says, the most particular first. */
function patterns() {
  known ??= Object.entries(files.en).filter(([key]) => key.startsWith("said."))
    .sort(([, a], [, b]) => literal(b) - literal(a))
    .map(([key, text]) => {
      const parts = text.split(/(\{[a-z]+\})/).map((part) =>
        /^\{[a-z]+\}$/.test(part) ? `(?<${part.slice(1, -1)}>.+?)` : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      return { key, pattern: new RegExp(`^${parts.join("")}$`, "s") };
    });
  return known;
}

/** How many characters of a pattern stand for themselves. @param {string} text */
function literal(text) {
  return text.replace(/\{[a-z]+\}/g, "").length;
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
  // What Rust says is found by its English.
  await Promise.all([...new Set(["en", chosen])].map(load));
  language = chosen;
  document.documentElement.lang = chosen === "zh" ? "zh-CN" : "en";
  listeners.forEach((changed) => changed());
}

/** @param {string} name */
async function load(name) {
  // The import map knows the address of the file that is good for ever.
  files[name] ??= await (await fetch(import.meta.resolve(`../text/${name}.json`))).json();
}

function stored() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
