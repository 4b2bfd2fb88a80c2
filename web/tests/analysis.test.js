/** Analysis: lines, arrows, the gauge, the small board, threats, mistakes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { axeSource } from "./support/packages.js";
import { prepare } from "./support/suite.js";

const { open } = prepare();

test("an analysis follows the board, with a gauge, arrows and lines", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const { page } = table;
    assert.equal(await page.locator("#gauge").count(), 0);
    await table.tab("analysis");
    await page.locator("#analyse").click();
    await page.locator('#lines [data-line="0"] [data-along="2"]').waitFor();
    await page.locator(".overlay .suggested.best.first").waitFor();
    await page.locator("#gauge[aria-valuenow]").waitFor();
    await table.playAll("f3 e5 g4");
    // Black mates in one: the analysis is of the new position.
    await table.shows('#lines [data-line="0"] .score', "#-1");
    await table.shows('#lines [data-line="0"] [data-along="1"]', "Qh4#");
    assert.equal(await page.locator("#gauge").getAttribute("aria-valuenow"), "0");
    await page.locator("#graph").waitFor();
    await table.tab("analysis");
    await page.locator("#analyse").click();
    await page.locator("#lines").waitFor({ state: "detached" });
    await page.locator("#gauge").waitFor({ state: "detached" });
    assert.equal(await page.locator(".overlay .suggested").count(), 0);
});

test("a line is looked at on a small board, by pointing, wheel and keys", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    const { page } = table;
    await table.playAll("b2 a2");
    await table.tab("analysis");
    await page.locator("#analyse").click();
    // All is known soon: the line stays as it is.
    const line = page.locator('#lines [data-line="0"]');
    await line.locator('[data-along="3"]').waitFor();
    const shown = page.locator("#preview [data-shown]");
    const pieces = async (/** @type {number} */ count) => {
        await shown.nth(count - 1).waitFor();
        await shown.nth(count).waitFor({ state: "detached" });
    };
    await line.locator('[data-along="1"]').hover();
    await pieces(3);
    await line.locator('[data-along="3"]').hover();
    await pieces(5);
    await page.mouse.wheel(0, -100);
    await pieces(4);
    await page.mouse.wheel(0, 100);
    await pieces(5);
    await page.mouse.move(0, 0);
    await page.locator("#preview").waitFor({ state: "detached" });
    await line.focus();
    await pieces(3);
    await page.keyboard.press("ArrowRight");
    await pieces(4);
    await page.keyboard.press("ArrowLeft");
    await pieces(3);
    assert.equal(table.view.ply, 2, "the board itself has not moved");
});

test("the other side's threat is shown, and said where there is none to be known", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const { page } = table;
    await table.playAll("e4 e5 Bc4 Nc6 Qh5");
    assert.ok(await page.locator("#threat").isDisabled());
    await table.tab("analysis");
    await page.locator("#analyse").click();
    await table.tab("analysis");
    await page.locator("#threat").click();
    await table.shows('#lines [data-line="0"] [data-along="1"]', "Qxf7#");
    await page.locator(".overlay .suggested.threat.first").waitFor();
    await table.tab("analysis");
    await page.locator("#threat").click();
    await page.locator(".overlay .suggested.best.first").waitFor();
});

test("a line is followed by a click or Enter, and is a variation then", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    const { page } = table;
    await table.playAll("b2 a2");
    await table.tab("analysis");
    await page.locator("#analyse").click();
    const line = page.locator('#lines [data-line="0"]');
    await line.locator('[data-along="3"]').click();
    await table.until("the end of the line", ({ view }) => view.ply === 5);
    await page.mouse.move(0, 0);
    await line.locator('[data-along="1"]').waitFor();
    await line.focus();
    await page.locator("#preview").waitFor();
    await page.keyboard.press("Enter");
    await table.until("the next move of it", ({ view }) => view.ply === 6);
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`axe finds nothing serious in an analysis, ${colorScheme}`, async (t) => {
        const table = await open(t, { game: "chess", side: "both", browser: { colorScheme } });
        const { page } = table;
        await table.playAll("e4 e5");
        await table.press("undo");
        await table.playAll("c5");
        await table.tab("moves");
        await page.locator("#annotate").click();
        await page.locator('[data-put-mark="5"]').click();
        await page.locator("#comment").fill("Sicilian");
        await page.locator("#moves .said").waitFor();
        await table.tab("analysis");
        await page.locator("#analyse").click();
        await page.locator('#lines [data-line="0"]').hover();
        await page.locator("#preview").waitFor();
        await page.evaluate(axeSource);
        const serious = await page.evaluate(async () => {
            // @ts-ignore: axe has just been put there.
            const { violations } = await window.axe.run();
            return violations.filter((/** @type {any} */ { impact }) => ["serious", "critical"].includes(impact))
                .map((/** @type {any} */ { id, nodes }) => [id, nodes.slice(0, 3).map((/** @type {any} */ node) => node.html.slice(0, 120))]);
        });
        assert.deepEqual(serious, []);
    });
}

test("on a telephone nothing scrolls sideways, and a touch shows a line", async (t) => {
    const browser = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
    const table = await open(t, { game: "tictactoe", side: "both", browser });
    const { page } = table;
    await table.playAll("b2 a2");
    await table.tab("analysis");
    await page.locator("#analyse").tap();
    const move = page.locator('#lines [data-line="0"] [data-along="2"]');
    await move.tap();
    await page.locator("#preview [data-shown]").nth(3).waitFor();
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    assert.deepEqual(widths, [390, 390]);
    await move.tap();
    await table.until("the line is followed", ({ view }) => view.ply === 4);
});

test("the lines can be more", async (t) => {
    const table = await open(t, { game: "go:size=9", side: "both" });
    const { page } = table;
    await table.tab("analysis");
    await page.locator("#lines-wanted").selectOption("4");
    await table.tab("analysis");
    await page.locator("#analyse").click();
    await page.locator('#lines [data-line="3"]').waitFor();
    await page.locator(".overlay .heat").first().waitFor();
    // Random games say how often a line was tried.
    await page.locator("#lines .visits").filter({ hasText: /^[1-9][\d.]*[KM]?$/ }).first().waitFor();
    await table.tab("analysis");
    await page.locator("#lines-wanted").selectOption("1");
    await page.locator('#lines [data-line="1"]').waitFor({ state: "detached" });
});

test("mistakes are found, marked, and stepped through", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    const { page } = table;
    await table.playAll("b2 a2 c3 a1 a3 c1 b1");
    await table.tab("analysis");
    await page.locator("#review").click();
    await page.locator("#moves .mark", { hasText: "??" }).first().waitFor({ state: "attached" });
    await table.shows("#review", "Find mistakes");
    await page.locator("#graph .mark").first().waitFor();
    await table.tab("moves");
    await page.locator('#moves [data-ply="1"]').click();
    await table.tab("analysis");
    await page.locator("#next-mistake").click();
    await table.until("the first mistake", ({ view }) => view.ply === 2);
    await table.shows("#mistake", /a2\?\? [a-c][1-3] was better\./);
    await table.tab("moves");
    await page.locator("#moves .asides button").first().waitFor();
});

test("a review says how well each side played, and beside a mistake what it lost", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    const { page } = table;
    await table.playAll("b2 a2 c3 a1 a3 c1 b1");
    await table.tab("analysis");
    assert.equal(await page.locator("#review-summary").count(), 0);
    await table.tab("analysis");
    await page.locator("#review").click();
    await page.locator("#review-summary").waitFor();
    await table.shows("#review", "Find mistakes");
    const percent = async (/** @type {number} */ side) => Number.parseInt(await page.locator(`#review-summary [data-side="${side}"] .accuracy`).innerText());
    assert.ok(await percent(0) > await percent(1), "O's edge in answer to the centre loses");
    await table.shows('#review-summary [data-side="1"] [data-count="4"]', "1");
    await table.shows("#moves [data-ply='2'] .lost", /^−\d\d %$/);
    // The curve is gone along by click and by key.
    const graph = page.locator("#graph");
    const { width = 0, height = 0 } = await graph.boundingBox() ?? {};
    await graph.click({ position: { x: width - 1, y: height / 3 } });
    await table.until("the end of the curve", ({ view }) => view.ply === 7);
    await graph.press("Home");
    await table.until("its beginning", ({ view }) => view.ply === 0);
    await graph.press("ArrowRight");
    await table.until("the next move", ({ view }) => view.ply === 1);
    assert.match(await graph.getAttribute("aria-valuetext") ?? "", /^1\. b2, .+ wins \d+ %$/);
});

test("a mistake is tried again on the board", async (t) => {
    // A machine sits at the other side: it does not answer what is tried.
    const table = await open(t, { game: "tictactoe", side: "both" });
    const { page } = table;
    await table.playAll("b2 a2 c3");
    await table.tab("analysis");
    await page.locator("#review").click();
    await page.locator("#review-summary").waitFor();
    await table.shows("#review", "Find mistakes");
    await table.seat({ side: "first" });
    await table.until("the machine has moved", ({ view, searching }) => view.ply === 4 && searching === null);
    await table.tab("analysis");
    await page.locator("#next-mistake").click();
    await table.until("the mistake", ({ view }) => view.ply === 2);
    await page.locator("#try-again").click();
    await table.shows("#retry-verdict", /what is better than a2\?$/);
    await table.tab("moves");
    assert.ok(await page.locator("#moves .asides button").first().isHidden(), "the better move is not given away");
    await table.tab("analysis");
    await table.play("b1");
    await table.shows("#retry-verdict", /^b1 loses \d+ % of the chances/);
    await page.locator("#retry-again").click();
    await table.shows("#retry-verdict", /what is better than a2\?$/);
    await table.play("a1");
    await table.shows("#retry-verdict", /^a1 is (the best move|as good as the best move)\.$/);
    assert.equal(table.view.ply, 2);
    await page.locator("#retry-end").click();
    await page.locator("#retry").waitFor({ state: "detached" });
    await table.shows("#mistake", /a2\?\?/);
});

test("variations, comments and evaluations outlive the connection and the page", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const { page } = table;
    await table.playAll("e4 e5");
    // A take-back would replace the move; a step makes another one a variation.
    await page.locator("#step-previous").click();
    await table.until("a step back", ({ view }) => view.ply === 1);
    await table.playAll("c5");
    await table.tab("moves");
    await page.locator("#annotate").click();
    await page.locator('[data-put-mark="5"]').click();
    await page.locator("#comment").fill("Sicilian");
    await page.locator("#moves .said").waitFor();
    await page.reload();
    await page.locator("#moves .said", { hasText: "Sicilian" }).waitFor();
    await page.locator("#moves .mark", { hasText: "!?" }).waitFor();
    assert.equal(await page.locator("#moves button").count(), 3);
    assert.equal(await page.locator("#moves [aria-current]").getAttribute("data-ply"), "2");
});
