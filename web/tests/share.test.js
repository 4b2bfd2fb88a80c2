/** Links that hold the whole of what they share: they are made beside the board, opened anywhere, and refused in words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { axeSource } from "./support/packages.js";
import { prepare } from "./support/suite.js";
import { withServer } from "./support/transports.js";

const { open, app } = prepare();

/** @typedef {import("./support/table.js").Table} Table */

/** A link that holds this, as any version has it. @param {unknown} shared @param {string} [version] */
const linkTo = (shared, version = "1") =>
    `${app().url}#/shared/${version}.${deflateSync(JSON.stringify(shared)).toString("base64url")}`;

/** The link beside the board, once it holds what is wanted. @param {Table} table @param {string} what @param {RegExp} [form] */
async function link(table, what, form = /#\/shared\/1\./) {
    await table.tab("share");
    await table.shows(`#share-${what}`, form);
    return await table.page.locator(`#share-${what}`).inputValue();
}

/** A game whose rules nobody else has. */
const OWN = `name = "Three on sixteen"
sides = ["Black", "White"]
size = "4x4"

[piece.S]
name = "stone"

[turn]

[win]
line = 3
`;

test("a game with variations and remarks is shared whole, at the move that is on the board", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const { page } = table;
    await table.playAll("e4 e5 Nf3");
    await link(table, "game", /#\/chess\?moves=/);
    await table.tab("moves");
    await page.locator("#step-previous").click();
    await page.locator("#annotate").click();
    await page.locator("#comment").fill("The open game: 1…e5 «à la» 开放局面");
    await page.locator("#comment").press("Tab");
    await table.until("the comment", ({ view }) => view.ply === 2);
    const address = await link(table, "game");
    const other = await open(t, { game: "" });
    await other.page.goto(address);
    await other.until("the game", ({ view }) => view.ply === 2 && view.record.length === 3);
    await other.shows("#moves .said", "The open game: 1…e5 «à la» 开放局面");
    await other.page.waitForURL((url) => url.hash === "#/chess");
    // What is played on is a variation of what was shared.
    await other.play("Nc3");
    await other.page.locator('#moves [data-node] >> text="Nc3"').waitFor();
});

test("rules of one's own are shared, and games by them", async (t) => {
    const table = await open(t, { game: "" });
    await table.page.goto(linkTo({ rules: OWN }));
    await table.until("the game", ({ view }) => view.moves.length === 16);
    await table.shows("#rules-text", OWN.trim());
    await table.begin({ side: "both" });
    await table.playAll("b2 c3");
    const { position } = table.view;
    const [game, file, there] = [await link(table, "game"), await link(table, "rules"), await link(table, "position")];
    const other = await open(t, { game: "" });
    await other.page.goto(game);
    await other.until("the game", ({ view }) => view.record.length === 2 && view.position === position);
    const third = await open(t, { game: "" });
    await third.page.goto(file);
    await third.until("the game", ({ view }) => view.record.length === 0 && view.moves.length === 16);
    const fourth = await open(t, { game: "" });
    await fourth.page.goto(there);
    await fourth.until("the position", ({ view }) => view.record.length === 0 && view.position === position);
});

test("rules that are being written are not lost to a link", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    const { page } = table;
    await page.evaluate(() => sessionStorage.setItem("wanqi-rules", "name = \"Mine\""));
    // The link is followed before the game of the page is there again.
    await page.reload();
    await page.goto(linkTo({ rules: OWN }));
    await page.locator("#rules-text").waitFor();
    await table.until("the shared game", ({ view }) => view.moves.length > 0 && table.layout.columns === 4);
    await table.shows("#rules-text", 'name = "Mine"');
});

test("a puzzle is shared and solved", async (t) => {
    const table = await open(t, { game: "" });
    const { page } = table;
    await page.goto(linkTo({ puzzle: { game: "tictactoe", position: "XX./OO./... X", line: ["c3"] } }));
    await page.locator("#puzzle-title .who", { hasText: "from a link" }).waitFor();
    await table.shows("#puzzle-said", "X to move: find the move that wins.");
    const address = await page.locator("#share-puzzle").inputValue();
    await page.locator('.puzzle #board [data-point="2"]').click();
    await table.shows("#puzzle-said", /^Solved/);
    const other = await open(t, { game: "" });
    await other.page.goto(address);
    await other.shows("#puzzle-said", "X to move: find the move that wins.");
});

test("a link that cannot be opened says why, and what is on the board stays", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const { page } = table;
    await table.playAll("e4 e5");
    const { position } = table.view;
    const good = linkTo({ record: { game: "chess", nodes: [{ id: 1, move: "d2d4" }] } });
    const middle = good.length - 20;
    for (const [address, why] of /** @type {const} */ ([
        [good.slice(0, -8), /damaged or was cut off/],
        [good.slice(0, middle) + (good[middle] === "A" ? "B" : "A") + good.slice(middle + 1), /damaged or was cut off/],
        [`${app().url}#/shared/`, /damaged or was cut off/],
        [`${app().url}#/shared/1.***`, /damaged or was cut off/],
        [linkTo({ something: 1 }), /damaged or was cut off/],
        [linkTo(null), /damaged or was cut off/],
        [linkTo({ rules: "" }, "2"), /newer version/],
        [linkTo({ rules: "x".repeat(10_000_000) }), /more than a link may/],
        [`${app().url}#/shared/1.${"A".repeat(200_000)}`, /more than a link may/],
        [linkTo({ record: { game: "chess", nodes: [{ id: 1, move: "e2e5" }] } }), /cannot be played here: .*e2e5/],
        [linkTo({ record: { game: "no such game" } }), /cannot be played here: .*no such game/],
        [linkTo({ rules: "board = 7" }), /cannot be played here: \S/],
        [linkTo({ rules: OWN.replace("4x4", "9999x9999") }), /cannot be played here: \S/],
    ])) {
        await page.goto(address);
        await table.shows("#home-error", why);
        await page.locator("nav a", { hasText: "Play" }).click();
        await table.shows("#position", position);
    }
    for (const puzzle of [
        { game: "tictactoe", position: "nonsense", line: ["a1"] },
        { game: "no such game", position: "", line: ["a1"] },
    ]) {
        await page.goto(linkTo({ puzzle }));
        await table.shows("#puzzle-refused", /cannot be played here: \S/);
        await page.locator("#puzzle-next").click();
        await page.locator(".puzzle #board").waitFor();
    }
    await page.locator("nav a", { hasText: "Play" }).click();
    await table.play("Nf3");
});

test("what is too long for a link is told, and shared with less", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    let seed = 1;
    const noise = () => Array.from({ length: 4000 }, () => String.fromCharCode(97 + ((seed = (seed * 48271) % 2147483647) % 26))).join("");
    await table.page.evaluate((text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, `1. e4 {${noise()}} e5 {${noise()}} 2. Nf3 {${noise()}} Nc6 {${noise()}} 3. Bb5 {${noise()}} a6 {${noise()}} 4. Ba4 {${noise()}} *`);
    await table.until("the record", ({ view }) => view.record.length === 7);
    await table.tab("share");
    await table.shows("#share-game-lost", /main line alone/);
    const address = await link(table, "game");
    assert.ok(address.length < 1000, address);
    const other = await open(t, { game: "" });
    await other.page.goto(address);
    await other.until("the game", ({ view }) => view.record.length === 7);
});

test("links of the program's page lead to a hosted one, and only that is shown in frames", withServer, async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const { page } = table;
    await table.playAll("e4");
    await table.tab("share");
    await page.locator("#embed-open").click();
    await page.locator("#embed-none").waitFor();
    await page.locator("#share-page").fill("https://example.org/wanqi/");
    await table.shows("#share-game", /^https:\/\/example\.org\/wanqi\/#\/chess\?moves=e4/);
    assert.match(await page.locator("#embed-code").inputValue(), /^<iframe src="https:\/\/example\.org\/wanqi\/\?embed#\/chess\?moves=e4&amp;/);
    // What is no address leads nowhere.
    await page.locator("#share-page").fill("javascript:alert(1)");
    await table.shows("#share-game", new RegExp(`^${app().url}#/chess`));
    await page.locator("#embed-none").waitFor();
});

for (const [colorScheme, locale] of /** @type {const} */ ([["light", "en"], ["dark", "zh-CN"]])) {
    test(`axe finds nothing serious in what is shared, ${colorScheme}`, async (t) => {
        const table = await open(t, { game: "tictactoe", side: "both", browser: { colorScheme, locale } });
        await table.playAll("b2");
        await table.tab("share");
        await table.page.locator("#embed-open").click();
        await table.page.evaluate(axeSource);
        const found = await table.page.evaluate(async () => {
            // @ts-ignore: axe has just been put there.
            const { violations } = await window.axe.run(".links");
            return violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html}`);
        });
        assert.deepEqual(found, []);
    });
}
