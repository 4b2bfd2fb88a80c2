// The keys of rule files: what they mean, and which begin so. All of it stands in the tables of the reference.

import { cells } from "./reference.js";

/**
 * @typedef {object} RuleKey
 * @property {string} name
 * @property {string} section Where it is written: `file`, `ground`, `piece`, `move`, `turn`, `place`, `capture`, `sow`, `win`, `draw`.
 * @property {string} meaning In Markdown.
 * @property {string} usual What is meant if it is left out; empty if nothing is.
 */

/** Headings of the reference, and what their tables are about. */
const HEADINGS = new Map([
  ["The file's own keys", "file"], ["Pieces", "piece"], ["Moves", "move"], ["Turns", "turn"],
  ["Taking", "capture"], ["Sowing", "sow"], ["Ends", "win"], ["What is drawn", "draw"],
]);

/**
 * Reads the tables of the reference.
 * @param {string} text
 * @returns {RuleKey[]}
 */
export function keysOf(text) {
  /** @type {RuleKey[]} */
  const keys = [];
  let section = "";
  let header = false;
  for (const line of text.split("\n")) {
    const heading = /^#+ (.*)/.exec(line);
    const told = /^`\[(\w+)/.exec(line);
    if (heading) section = HEADINGS.get(heading[1]) ?? "";
    else if (told) section = told[1];
    if (!line.startsWith("|")) {
      header = true;
      continue;
    }
    // The first line of a table names its columns, the second draws a line.
    if (header || /^\|-/.test(line)) {
      header = false;
      continue;
    }
    const [names, meaning = "", usual = ""] = cells(line);
    for (const [, name] of section === "" ? [] : names.matchAll(/`([a-z_0-9]+)[^`]*`/g)) {
      keys.push({ name, section, meaning, usual });
    }
    // Keys that belong to another are told with it: `flank_most = 1`.
    for (const [, name] of section === "" ? [] : meaning.matchAll(/`([a-z_]+) = /g)) {
      if (!keys.some((key) => key.section === section && key.name === name)) {
        keys.push({ name, section, meaning, usual: "" });
      }
    }
  }
  return keys;
}

/**
 * What a place of a file is about: the section, the word around it, how much of that stands before, and whether a key is
 * expected there.
 * @param {string} text
 * @param {number} caret
 */
export function placeIn(text, caret) {
  const before = text.slice(0, caret);
  const begun = /[a-z_0-9]*$/.exec(before)?.[0] ?? "";
  const word = begun + (/^[a-z_0-9]*/.exec(text.slice(caret))?.[0] ?? "");
  const heads = [...before.matchAll(/^\s*\[+([a-z]+)/gm)];
  const section = heads[heads.length - 1]?.[1] ?? "file";
  const line = before.slice(before.lastIndexOf("\n") + 1, before.length - begun.length);
  // Tables inside of a piece are its moves, and the like.
  const inside = /[{,]\s*$/.test(line);
  return { section: inside && section === "piece" ? "move" : section, word, begun, expected: inside || line.trim() === "" };
}

/**
 * What a word means there, or anywhere in a file if it means nothing there.
 * @param {RuleKey[]} keys
 * @param {{ section: string, word: string }} place
 */
export function meaningOf(keys, { section, word }) {
  const named = keys.filter(({ name }) => name === word);
  const near = section === "piece" ? ["piece", "move"] : section === "move" ? ["move", "piece"] : [section];
  for (const where of near) {
    const found = named.find((key) => key.section === where);
    if (found) return found;
  }
  return named[0] ?? null;
}

/**
 * The keys that may be meant there by what has been typed.
 * @param {RuleKey[]} keys
 * @param {{ section: string, word: string, begun: string, expected: boolean }} place
 */
export function beginning(keys, { section, word, begun, expected }) {
  if (!expected || begun === "") return [];
  const names = keys.filter((key) => key.section === section && key.name.startsWith(begun) && key.name !== word);
  return [...new Set(names.map(({ name }) => name))].slice(0, 8);
}
