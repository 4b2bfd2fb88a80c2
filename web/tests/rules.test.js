/** Rule files in the page: dropped, opened, written, checked, played, kept and saved. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { axeSource } from "./support/packages.js";
import { anyMove } from "./support/policies.js";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/** A game that is not among those that come with the app. */
const RACE = `name = "Race"
name_zh = "赛跑"
sides = ["Red", "Blue"]
board = """
rrrr
....
....
....
RRRR"""

[piece.R]
name = "runner"
moves = [{ step = "N NE NW" }]

[win]
reach = { R = "5" }
no_moves = "loss"
`;
/** Its line that is broken in these tests, from 1. */
const BROKEN_LINE = 13;
const BROKEN = RACE.replace('step = "N NE NW"', 'step = "N NE U"');

/**
 * Lets go of a file over the page.
 * @param {import("./support/table.js").Table} table
 * @param {string | number[]} content  A text, or bytes.
 * @param {string} [name]
 */
async function drop({ page }, content, name = "race.toml") {
    const data = await page.evaluateHandle(([content, name]) => {
        const data = new DataTransfer();
        data.items.add(new File([typeof content === "string" ? content : new Uint8Array(content)], name));
        return data;
    }, /** @type {const} */ ([content, name]));
    await page.dispatchEvent("#board", "dragover", { dataTransfer: data });
    await page.locator(".drop").waitFor();
    await page.dispatchEvent("#board", "drop", { dataTransfer: data });
    await page.locator(".drop").waitFor({ state: "detached" });
}

/** Opens the rules of the game on the board, in the sheet for new games. @param {import("./support/table.js").Table} table */
async function openRules({ page }) {
    await page.locator("#new-game").click();
    await page.locator("#setup .rare", { has: page.locator("#rules-open") }).evaluate((details) => details.setAttribute("open", ""));
    await page.locator("#rules-open").click();
}

/** @param {import("./support/table.js").Table} table */
const isRace = (table) => table.until("the race", () => table.layout.columns === 4 && table.layout.rows === 5);

test("a file is dropped, broken, mended, and played to the end against the machine", async (t) => {
    const table = await open(t, { game: "chess", player: "random:seed=1" });
    const { page } = table;
    await drop(table, RACE);
    await isRace(table);
    await table.shows("#rules-explained", /runner/);
    assert.equal(await page.title(), "Race · Wanqi");
    assert.equal(await page.locator("#rules-found li").count(), 0);
    await table.playAll("a1a2");
    await table.turn();
    const { position } = table.view;

    await page.locator("#rules-text").fill(BROKEN);
    const found = page.locator(`#rules-found li.error[data-line="${BROKEN_LINE}"]`);
    await found.waitFor();
    await table.shows("#rules-found li", /^Line 13:/);
    await page.locator(`.numbers .error[data-line="${BROKEN_LINE}"]`).waitFor();
    await page.locator("#rules-play:disabled").waitFor();
    await table.shows("#position", position);
    await found.locator("button").click();
    // The place is shown after the next paint.
    await page.waitForFunction(() => document.activeElement?.id === "rules-text");
    const selected = await page.evaluate(() => {
        const { selectionStart, selectionEnd, value } = /** @type {HTMLTextAreaElement} */ (document.activeElement);
        return [value.slice(0, selectionStart).split("\n").length, value.slice(selectionStart, selectionEnd)];
    });
    assert.equal(selected[0], BROKEN_LINE);
    assert.match(String(selected[1]), /U/, "what is wrong is selected");

    await page.locator("#rules-text").fill(RACE.replace("N NE NW", "N NE"));
    await found.waitFor({ state: "detached" });
    await page.locator("#rules-play:enabled").click();
    await table.until("the race anew", ({ view }) => view.ply === 0 && view.moves.length === 7);
    await table.begin({ level: "random" });
    await table.until("the weakest player", ({ seats }) => seats[1] === "random");
    await table.playOut(anyMove(1), 40);
    await table.shows("#result", /^(Red|Blue) wins/);
});

test("what is wrong is told while one types, and nothing else changes", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    const { page } = table;
    await openRules(table);
    await page.locator("#rules-text").fill("");
    await page.locator("#rules-found .error").first().waitFor();
    await page.locator("#rules-text").pressSequentially(RACE.slice(0, 40));
    await page.locator("#rules-found .error").first().waitFor();
    await table.play("b2");
    await page.locator("#rules-text").fill(RACE);
    await page.locator("#rules-found .error").first().waitFor({ state: "detached" });
    await page.locator("#rules-play:enabled").waitFor();
    assert.equal(table.view.record[0].text, "b2");
    await page.locator("#rules-close").click();
    await page.locator("#rules-text").waitFor({ state: "detached" });
});

test("a shipped game is played, and a copy of its rules changed", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    const { page } = table;
    await page.locator("#new-game").click();
    await page.locator("#setup").waitFor();
    const told = page.locator('#game optgroup[label="Told in rule files"] option');
    assert.ok(await told.count() >= 24, "at least 24 games");
    await page.keyboard.press("Escape");
    await page.locator("#setup").waitFor({ state: "detached" });
    await table.begin({ game: "breakthrough" });
    await table.until("breakthrough", ({ view }) => view.moves.length === 22);
    await openRules(table);
    await page.locator("#rules-play:enabled").waitFor();
    const field = page.locator("#rules-text");
    const text = await field.inputValue();
    await field.fill(text.replace(/pppppppp\npppppppp\n/, "pppppppp\n........\n"));
    await page.locator("#rules-play:enabled").click();
    await table.until("fewer pieces", ({ view }) => view.scene.pieces.length === 24);
    await page.locator("#new-game").click();
    await page.locator("#setup").waitFor();
    await table.shows("#game optgroup[label='Your own'] option", /Breakthrough/);
    await page.keyboard.press("Escape");
    await page.locator("#setup").waitFor({ state: "detached" });
    await table.begin({ game: "tictactoe" });
    await table.until("tic-tac-toe again", () => table.layout.columns === 3);
});

test("a game of one's own and its rules are there after the page is loaded again", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    const { page } = table;
    await drop(table, RACE);
    await isRace(table);
    await table.playAll("a1a2 a5a4");
    const { position } = table.view;
    await page.goto(page.url().replace(/#.*/, ""));
    await page.reload();
    await isRace(table);
    await table.shows("#position", position);
    assert.equal(table.view.record.length, 2);
    await table.shows("#rules-text", RACE.trim());
    await page.locator("#rules-close").click();
    await page.reload();
    await isRace(table);
    assert.equal(await page.locator("#rules-text").count(), 0, "what was closed stays closed");
    await openRules(table);
    await table.shows("#rules-text", RACE.trim());
});

test("rules are explained in Chinese too", async (t) => {
    const table = await open(t, { browser: { locale: "zh-CN" } });
    await drop(table, RACE);
    await table.shows("#rules-explained", /\p{Script=Han}{4}/u);
    await table.page.locator("#rules-language").selectOption("en");
    await table.shows("#rules-explained", /^[^\p{Script=Han}]*runner/u);
});

test("a file is opened by a button, and saved under the game's name", async (t) => {
    const table = await open(t);
    const { page } = table;
    await page.locator("#new-game").click();
    await page.locator("#rules-file").setInputFiles({ name: "r.toml", mimeType: "text/plain", buffer: Buffer.from(RACE) });
    await isRace(table);
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#rules-save").click()]);
    assert.equal(download.suggestedFilename(), "race.toml");
    assert.equal(await readFile(await download.path(), "utf8"), RACE);
});

test("a template is a beginning", async (t) => {
    const table = await open(t);
    const { page } = table;
    await openRules(table);
    await page.locator("#rules-text").waitFor();
    const templates = page.locator("#rules-template option:not([value=''])");
    const names = await templates.evaluateAll((options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));
    assert.ok(names.length > 0);
    for (const name of names) {
        await page.locator("#rules-template").selectOption(name);
        await page.locator("#rules-play:enabled").click();
        await table.until(`${name} on the board`, ({ view }) => view.ply === 0 && view.moves.length > 0);
    }
});

/** @type {{ name: string, content: string | number[], says: RegExp }[]} */
const REFUSED = [
    { name: "a file that is too long", content: "#".repeat(70_000), says: /at most 65536/ },
    { name: "a file that is no text", content: [0xff, 0xfe, 0x00, 0x41], says: /not a text in UTF-8/ },
];
for (const { name, content, says } of REFUSED) {
    test(`${name} is refused, and the game goes on`, async (t) => {
        const table = await open(t, { game: "tictactoe", side: "both" });
        await table.play("b2");
        await drop(table, content);
        await table.shows("#error", says);
        assert.equal(table.view.ply, 1);
        assert.equal(await table.page.locator("#rules-text").count(), 0);
    });
}

test("a file that is wrong opens with its faults, and the game goes on", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    await table.play("b2");
    await drop(table, BROKEN);
    await table.page.locator(`#rules-found li.error[data-line="${BROKEN_LINE}"]`).waitFor();
    assert.equal(table.layout.columns, 3);
    await table.play("a1");
});

test("no file of the machine is read for a page", async (t) => {
    for (const game of ["/etc/passwd", "../../Cargo.toml", "/work/x.toml", "rules"]) {
        const table = await open(t, { game: "tictactoe" });
        await table.page.evaluate((hash) => { location.hash = hash; }, `#/${game}`);
        await table.shows("#home-error", /\S/);
        assert.equal(table.layout.columns, 3, `${game} is no game: nothing was laid`);
    }
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`axe finds nothing serious in rules that are wrong, ${colorScheme}`, async (t) => {
        const table = await open(t, { browser: { colorScheme } });
        await drop(table, BROKEN);
        await table.page.locator("#rules-found li.error").first().waitFor();
        await table.page.evaluate(axeSource);
        const serious = await table.page.evaluate(async () => {
            // @ts-ignore: axe has just been put there.
            const { violations } = await window.axe.run();
            return violations.filter((/** @type {any} */ { impact }) => ["serious", "critical"].includes(impact))
                .map((/** @type {any} */ { id, nodes }) => [id, nodes[0].html.slice(0, 150)]);
        });
        assert.deepEqual(serious, []);
    });
}

for (const width of [390, 1000, 1200, 1500]) {
    test(`nothing scrolls sideways while rules are written, ${width} wide`, async (t) => {
        const table = await open(t, { browser: { viewport: { width, height: 844 } } });
        await drop(table, RACE);
        await isRace(table);
        const widths = await table.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
        assert.deepEqual(widths, [width, width]);
        const board = (await table.page.locator("#board").boundingBox()) ?? assert.fail("no board");
        const field = (await table.page.locator("#rules-text").boundingBox()) ?? assert.fail("no field");
        const apart = board.x + board.width <= field.x || board.y + board.height <= field.y;
        assert.ok(apart, "the board is not under the rules");
    });
}

test("keys are explained where the cursor is, completed, and the board is drawn while one writes", async (t) => {
    const table = await open(t, { game: "chess", player: "random:seed=1" });
    const { page } = table;
    await drop(table, RACE);
    await isRace(table);
    await table.shows("#rules-explained", /runner/);
    await page.locator("#rules-picture [data-piece=R]").first().waitFor();
    assert.equal(await page.locator("#rules-picture [data-piece=R]").count(), 4);

    const field = page.locator("#rules-text");
    const put = (/** @type {number} */ at) => field.evaluate((box, at) => {
        if (!(box instanceof HTMLTextAreaElement)) return;
        box.focus();
        box.setSelectionRange(at, at);
        box.dispatchEvent(new Event("select", { bubbles: true }));
    }, at);
    await put(RACE.indexOf("no_moves") + 2);
    await table.shows("#rules-key", /no_moves.*a side without a legal move/);
    await put(RACE.indexOf("step =") + 1);
    await table.shows("#rules-key", /step.*one point in any of the directions/);

    await put(RACE.length);
    await field.press("Control+End");
    await field.pressSequentially("mis");
    const key = page.locator('#rules-key [data-key="misere"]');
    await key.click();
    await page.waitForFunction(() => {
        const box = document.querySelector("#rules-text");
        return box instanceof HTMLTextAreaElement && box.value.endsWith("misere");
    });
    await field.pressSequentially(" = true\n");
    await table.shows("#rules-explained", /loses with a piece on rank 5/);

    await field.fill(RACE.replace("rrrr", "r..r"));
    await page.waitForFunction(() => document.querySelectorAll("#rules-picture [data-piece]").length === 6);
});
