/** What is written on the page: two files with the same keys, all of them used, and a page that is wholly in either. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { prepare } from "./support/suite.js";

const home = new URL("../", import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, home), "utf8");
/** @type {Record<"en" | "zh", Record<string, string>>} */
const files = { en: JSON.parse(read("text/en.json")), zh: JSON.parse(read("text/zh.json")) };
const sources = readdirSync(new URL("js", home), { recursive: true }).map(String).filter((name) => name.endsWith(".js"))
    .map((name) => ({ name, code: read(`js/${name}`) }));
/** The groups of keys that come with what Rust says, and of names by an identifier. */
const FROM_RUST = ["result", "reason", "note", "fault", "score", "choice", "look", "option", "value", "terrain", "job"];
const valuesOf = (/** @type {string} */ text) => [...new Set([...text.matchAll(/\{([a-z]+)\}/g)].map(([, name]) => name))].sort();

test("both languages have the same keys in the same order, once each", () => {
    for (const language of /** @type {const} */ (["en", "zh"])) {
        const written = [...read(`text/${language}.json`).matchAll(/^\s*"([^"]+)":/gm)].map(([, key]) => key);
        assert.deepEqual(written, Object.keys(files.en), language);
        for (const [key, text] of Object.entries(files[language])) assert.notEqual(text.trim(), "", `${language}: ${key}`);
    }
});

test("both languages put in the same values", () => {
    for (const [key, text] of Object.entries(files.en)) assert.deepEqual(valuesOf(files.zh[key]), valuesOf(text), key);
});

test("every text asked for is there", () => {
    for (const { name, code } of sources) {
        for (const [, key] of code.matchAll(/\bt\("([^"]+)"/g)) assert.ok(key in files.en, `${name}: ${key}`);
    }
});

test("every text is used", () => {
    const all = sources.map(({ code }) => code).join("\n");
    // What Rust says is held to its sources by crates/wanqi/tests/messages.rs.
    const own = Object.keys(files.en).filter((key) => !FROM_RUST.includes(key.split(".")[0]));
    const unused = own.filter((key) => !all.includes(`"${key}"`));
    assert.deepEqual(unused, []);
});

const { open } = prepare();

/** Words that stay as they are in Chinese: notations, players, units, names. */
const LATIN = /^(?:Wanqi|English|UTF|FEN|SAN|UCI|PGN|SGF|GGF|PDN|USI|JSON|SVG|PNG|WXF)$/;

/** The words of Latin letters that a person sees or hears, outside positions, moves, players and languages. */
const leftInEnglish = () => {
    const skip = "#position, #moves, #move, #search .line, #search .who, #board, textarea, input, code, pre, #language, #rules-language";
    /** @type {string[]} */
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.parentElement?.closest(`${skip}, script, style, noscript`)) found.push(node.textContent ?? "");
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [label]")) {
        if (element.closest("#language, .who, .who-plays")) continue;
        for (const name of ["aria-label", "title", "label"]) found.push(element.getAttribute(name) ?? "");
    }
    return [...new Set(found.flatMap((text) => text.match(/[A-Za-z]{3,}/g) ?? []))];
};

for (const game of ["tictactoe", "connect4", "othello", "gomoku", "go:size=9", "chess", "xiangqi", "jungle", "english-draughts"]) {
    test(`${game} is wholly in Chinese`, async (t) => {
        const table = await open(t, { game, browser: { locale: "zh-CN" } });
        await table.shows("#connection", "已连接");
        assert.equal(await table.page.locator("html").getAttribute("lang"), "zh-CN");
        const left = (await table.page.evaluate(leftInEnglish)).filter((word) => !LATIN.test(word));
        assert.deepEqual(left, []);
        await table.press("resign");
        await table.shows("#result", /获胜：对方认输$/);
    });
}

test("what Rust says is shown by its key, and never by its English", async (t) => {
    const table = await open(t, { game: "chess", browser: { locale: "zh-CN" } });
    await table.shows("#connection", "已连接");
    const shown = await table.page.evaluate(async () => {
        const { said } = await import(new URL("js/text.js", document.baseURI).href);
        const reason = { key: "reason.checkmate", values: {}, english: "by checkmate" };
        const won = { key: "result.wins-by", values: { winner: { side: 1, name: "Black" }, reason }, english: "Black wins by checkmate" };
        const sides = [{ name: "White", name_zh: "白方" }, { name: "Black", name_zh: "黑方" }];
        const draw = { key: "result.draw", values: {}, english: "A draw" };
        return [said(won, sides), said(draw), said("A draw"), said({ ...draw, key: "result.of-tomorrow" })];
    });
    assert.deepEqual(shown, ["黑方获胜：将死", "和棋", "A draw", "A draw"]);
});

test("the language is chosen in a menu and stays over a reload", async (t) => {
    const table = await open(t, { game: "chess" });
    await table.shows("#status", "Your turn: White to move.");
    await table.page.locator("#language").selectOption("zh");
    await table.shows("#status", "轮到您：白方走棋。");
    await table.shows("#language option:checked", "中文");
    assert.equal(await table.page.title(), "国际象棋 · 万棋");
    await table.page.reload();
    await table.shows("#status", "轮到您：白方走棋。");
    await table.page.locator("#language").selectOption("en");
    await table.shows("#status", "Your turn: White to move.");
    assert.equal(await table.page.locator("html").getAttribute("lang"), "en");
});
