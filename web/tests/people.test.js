/** For every hand, eye and ear: keys, touches, announcements, marks. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { axeSource } from "./support/packages.js";
import { prepare } from "./support/suite.js";

const { open } = prepare();
const TELEPHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("keys press the buttons, and ? tells them", async (t) => {
    const table = await open(t, { game: "tictactoe", player: "random" });
    const { page } = table;
    await table.playAll("b2");
    await table.turn();
    await page.locator("body").press("u");
    await table.until("undone", ({ view }) => view.ply === 0);
    await page.locator("body").press("r");
    await table.until("made again", ({ view }) => view.ply === 2);
    await page.locator("body").press("h");
    await table.shows("#hint-move", /^Hint: /);
    await page.locator("body").press("f");
    assert.equal(await page.locator("#flip").getAttribute("aria-pressed"), "true");
    await page.locator("body").press("a");
    await page.locator("#analyse[aria-pressed='true']").waitFor();
    await page.locator("body").press("a");
    await page.locator("#analyse[aria-pressed='false']").waitFor();
    await page.locator("body").press("?");
    await table.shows("#keys-title", "Keys");
    await page.keyboard.press("n");
    assert.equal(table.view.ply, 2, "keys mean nothing behind a window");
    await page.keyboard.press("Escape");
    await page.locator("#keys").waitFor({ state: "detached" });
    await page.locator("body").press("m");
    await page.locator("#move:focus").waitFor();
    await page.keyboard.type("u");
    assert.equal(await page.locator("#move").inputValue(), "u", "in a field, keys write");
    await page.locator("#move").fill("");
    await page.locator("#flip").focus();
    await page.keyboard.press("b");
    await page.locator("[data-point]:focus").waitFor();
    await page.keyboard.press("n");
    await page.locator("#setup").waitFor();
    await page.keyboard.press("Enter");
    await table.until("a new game", ({ view }) => view.ply === 0 && view.record.length === 0);
});

test("moves and results are announced", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    await table.playAll("f3 e5 g4");
    await table.shows("#announced[aria-live]", "White: g4");
    await table.playAll("Qh4#");
    await table.shows("#announced", "Black: Qh4#");
    await table.shows("#result[aria-live]", "Black wins by checkmate");
});

test("a touch is confirmed where that is wanted", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both", browser: TELEPHONE });
    await table.page.locator("#settings-open").tap();
    await table.page.locator("#settings-touch").selectOption("confirm");
    await table.page.locator("#settings .close").tap();
    await table.cell(4).tap();
    await table.shows("#confirm", "Play b2");
    assert.equal(table.view.ply, 0);
    await table.page.locator("#cancel").tap();
    await table.page.locator("#confirm").waitFor({ state: "detached" });
    await table.cell(4).tap();
    await table.press("confirm");
    assert.equal(table.view.record[0].text, "b2");
    await table.cell(0).tap();
    await table.cell(0).tap();
    await table.until("the same point twice", ({ view }) => view.ply === 2);
});

test("on a dense board a finger slides to its point", async (t) => {
    const table = await open(t, { game: "gomoku", side: "both", browser: TELEPHONE });
    const { page } = table;
    const box = await table.cell(table.pointNamed("h8")).boundingBox();
    if (!box) throw new Error("the cell is not shown");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const touch = await page.context().newCDPSession(page);
    const finger = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {number[][]} */ ...at) =>
        touch.send("Input.dispatchTouchEvent", { type, touchPoints: at.map(([x, y]) => ({ x, y })) });
    await finger("touchStart", [x - 80, y]);
    await page.locator(".crosshair").waitFor();
    await finger("touchMove", [x - 40, y + 30]);
    await finger("touchMove", [x, y + 48]);
    assert.equal(table.view.ply, 0, "nothing is played while the finger is down");
    await finger("touchEnd");
    await table.until("the stone", ({ view }) => view.record[0]?.text === "h8");
    await table.cell(table.pointNamed("a1")).tap();
    await table.until("a plain tap", ({ view }) => view.record[1]?.text === "a1");
});

test("pieces can have marks beside their colours", async (t) => {
    const table = await open(t, { game: "connect4", side: "both" });
    await table.playAll("4 4 4");
    assert.equal(await table.page.locator(".side-mark").count(), 0);
    await table.page.locator("#settings-open").click();
    await table.page.locator("#settings-marks").check();
    await table.page.locator("#settings .close").click();
    assert.equal(await table.page.locator(".side-mark").count(), 1, "the second side's");
});

for (const language of ["en", "zh"]) {
    for (const colours of /** @type {const} */ (["light", "dark"])) {
        test(`everything at once on a telephone: large enough, axe content, ${language}, ${colours}`, async (t) => {
            const table = await open(t, { game: "go:size=9", browser: { ...TELEPHONE, colorScheme: colours, locale: language } });
            const { page } = table;
            await table.begin({ side: "both", clock: "5+3" });
            await table.until("a clock", ({ clock }) => clock !== null);
            await table.playAll("E5 pass pass");
            await page.locator("#counting").waitFor();
            const small = await page.locator("button:visible, select:visible, input:visible:not([type=checkbox], [type=file])")
                .evaluateAll((found) => found.filter((element) => element.getBoundingClientRect().height < 40)
                    .map((element) => element.id || element.outerHTML.slice(0, 80)));
            assert.deepEqual(small, []);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(wide <= 390, `${wide} pixels wide`);
            for (const window of ["", "settings", "keys", "setup"]) {
                if (window) await page.locator(window === "setup" ? "#new-game" : `#${window}-open`).tap();
                await page.evaluate(axeSource);
                const found = await page.evaluate(async () => {
                    // @ts-expect-error axe has just been loaded.
                    const { violations } = await axe.run();
                    return violations.filter((/** @type {{ impact: string }} */ { impact }) => ["serious", "critical"].includes(impact))
                        .map((/** @type {{ id: string, nodes: { html: string }[] }} */ { id, nodes }) => `${id}: ${nodes[0].html}`);
                });
                assert.deepEqual(found, [], window);
                if (window) await page.locator(`#${window} .close`).tap();
            }
        });
    }
}
