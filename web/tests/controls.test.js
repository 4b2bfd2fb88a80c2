/** The buttons: undo and redo of whole turns, resign, hint, stop, pause, flip, new game; and the record of moves. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { buildLine } from "./support/policies.js";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/** A search that would go on for minutes. */
const ENDLESS = "best:depth=90";

test("undo and redo take whole turns, to the start and back", async (t) => {
    const table = await open(t, { game: "connect4", player: "random:seed=1" });
    await table.page.locator("#undo:disabled").waitFor();
    await table.playAll("4 4 4");
    await table.turn();
    const all = table.view.position;
    for (const ply of [4, 2, 0]) {
        await table.press("undo");
        assert.equal(table.view.ply, ply);
        assert.equal(table.view.side, 0, "it is the person's turn");
    }
    await table.page.locator("#undo:disabled").waitFor();
    for (const ply of [2, 4, 6]) {
        await table.press("redo");
        assert.equal(table.view.ply, ply);
    }
    await table.page.locator("#redo").waitFor({ state: "detached" });
    await table.shows("#position", all);
    await table.press("undo");
    await table.playAll("1");
    await table.turn();
    assert.equal(table.view.record.length, 6, "another move forgets what was taken back");
    await table.page.locator("#redo").waitFor({ state: "detached" });
});

test("undo where the machine moves first leaves its first move", async (t) => {
    const table = await open(t, { game: "connect4", player: "random:seed=1", side: "second" });
    await table.turn();
    await table.page.locator("#undo:disabled").waitFor();
    await table.play("4");
    await table.turn();
    await table.press("undo");
    assert.equal(table.view.ply, 1);
});

test("undo and redo across the end of the game", async (t) => {
    const table = await open(t, { game: "connect4", player: "random:seed=1" });
    await table.playOut(buildLine(4), 42);
    await table.shows("#result", "Yellow wins");
    await table.press("undo");
    await table.shows("#result", "");
    await table.press("redo");
    await table.shows("#result", "Yellow wins");
    await table.press("undo");
    await table.playOut(buildLine(4), 42);
    await table.shows("#result", "Yellow wins");
});

test("undo while the machine thinks gives up its search", async (t) => {
    const table = await open(t, { game: "chess", player: ENDLESS });
    await table.play("e4");
    await table.until("the machine thinks", ({ searching }) => searching !== null);
    await table.press("undo");
    assert.equal(table.view.ply, 0);
    assert.equal(table.state.searching, null);
    await table.shows("#status", "Your turn: White to move.");
});

test("a long search is shown as it goes and can be stopped: the move found so far is made", async (t) => {
    const table = await open(t, { game: "chess", player: ENDLESS });
    await table.play("e4");
    for (const fact of ["depth", "score", "interior", "leaves", "cutoffs", "time"]) {
        await table.shows(`[data-fact="${fact}"]`, /\d/);
    }
    await table.shows('[data-fact="line"]', /\w/);
    await table.shows("#status", "Black is thinking…");
    assert.ok(table.thoughts.some(({ finished }) => !finished), "it was heard of before its end");
    await table.press("stop");
    await table.turn();
    assert.equal(table.view.ply, 2);
    await table.page.locator("#stop").waitFor({ state: "detached" });
});

test("resigning ends the game; undo takes it back", async (t) => {
    const table = await open(t, { game: "chess", player: "random:seed=1" });
    await table.playAll("e4");
    await table.turn();
    await table.press("resign");
    await table.shows("#result", "Black wins by resignation");
    assert.equal(await table.page.locator(".open").count(), 0);
    await table.press("undo");
    await table.shows("#result", "");
});

test("resigning while the machine thinks", async (t) => {
    const table = await open(t, { game: "chess", player: ENDLESS });
    await table.play("e4");
    await table.press("resign");
    await table.shows("#result", "Black wins by resignation");
    assert.equal(table.state.searching, null);
});

test("a hint points at a move and makes none", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    await table.setPosition("XX./OO./... X");
    await table.page.locator("#hint").click();
    await table.shows("#hint-move", "Hint: c3");
    assert.equal(await table.page.locator(".hint-ring").count(), 1);
    assert.equal(table.view.ply, 0);
    await table.play("c3");
    await table.shows("#result", "X wins");
    assert.equal(await table.page.locator("#hint-move").count(), 0);
});

test("a hint that takes long can be stopped", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    await table.page.locator("#hint").click();
    await table.shows('[data-fact="depth"]', /\d/);
    await table.press("stop");
    await table.shows("#hint-move", /^Hint: \S+$/);
    assert.equal(await table.page.locator(".hint-arrow").count(), 1);
    assert.equal(table.view.ply, 0);
});

test("the board can be turned round, and is played so", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const corner = async () => (await table.cell(table.pointNamed("a1")).boundingBox()) ?? assert.fail("no a1");
    const before = await corner();
    await table.page.locator("#flip").click();
    await table.page.locator('#flip[aria-pressed="true"]').waitFor();
    const after = await corner();
    assert.ok(after.x > before.x && after.y < before.y, "a1 is at the upper right");
    await table.playAll("e4 e5");
    await table.page.locator("#flip").click();
    await table.page.locator('#flip[aria-pressed="false"]').waitFor();
    assert.deepEqual(await corner(), before);
});

test("who plays Black sees the board from Black's side", async (t) => {
    const table = await open(t, { game: "chess", player: "random:seed=1", side: "second" });
    await table.until("White's move", ({ view }) => view.ply === 1);
    await table.page.locator('#flip[aria-pressed="true"]').waitFor();
});

test("machine against machine, with a pause", async (t) => {
    const table = await open(t, { game: "tictactoe", player: "random:seed=1", side: "none" });
    await table.until("two moves", ({ view }) => view.ply >= 2);
    await table.press("pause");
    assert.ok(table.state.paused);
    await table.shows("#status", /waits/);
    const { ply } = table.view;
    await table.press("undo");
    assert.equal(table.view.ply, ply - 1, "one ply, both sides being machines");
    assert.ok(table.state.paused, "the machine waits");
    await table.press("pause");
    await table.until("the end", ({ view }) => view.result !== null);
    await table.shows("#result", /wins|draw/);
    await table.page.locator("#pause").waitFor({ state: "detached" });
});

test("another player, size and game, chosen in the sheet", async (t) => {
    const table = await open(t, { game: "othello", side: "both" });
    assert.equal(table.layout.columns, 8);
    await table.begin({ options: { size: "6" } });
    await table.until("the smaller board", ({ view }) => view.ply === 0 && table.layout.columns === 6);
    assert.equal(new URL(table.page.url()).hash, "#/othello:size=6");
    await table.begin({ game: "connect4", side: "both" });
    await table.until("connect four", ({ view }) => view.ply === 0 && table.layout.columns === 7);
    await table.play("4");
    // A sheet that is closed has changed nothing.
    await table.page.locator("#new-game").click();
    await table.page.locator("#game").selectOption("tictactoe");
    await table.page.keyboard.press("Escape");
    await table.page.locator("#setup").waitFor({ state: "detached" });
    assert.deepEqual([table.layout.columns, table.view.ply], [7, 1]);
    await table.begin({ game: "tictactoe" });
    await table.until("tic-tac-toe", ({ view }) => view.ply === 0 && table.layout.columns === 3);
});

test("what is being written in the menus stays while the machine thinks", async (t) => {
    const table = await open(t, { game: "chess", player: ENDLESS });
    await table.play("e4");
    await table.page.locator("#new-game").click();
    await table.page.locator("#player").fill("random:see");
    const heard = table.thoughts.length;
    await table.until("more thoughts", () => table.thoughts.length > heard);
    await table.page.locator("#player").pressSequentially("d=1");
    await table.page.locator("#player").press("Tab");
    await table.page.locator("#keep-on").click();
    await table.until("the other player's move", ({ seats, view }) => seats[1]?.trim() === "random:seed=1" && view.ply === 2);
});

test("a wrong player is refused with a reason, and the game goes on as it was", async (t) => {
    const table = await open(t, { game: "chess", player: "random:seed=1" });
    await table.page.locator("#new-game").click();
    await table.page.locator("#player").fill("oracle:depth=9");
    await table.page.locator("#player").press("Tab");
    await table.page.locator("#new").click();
    await table.shows("#setup-error", /oracle/);
    await table.page.keyboard.press("Escape");
    await table.play("e4");
    await table.turn();
    assert.equal(table.view.ply, 2);
});

test("a click on the record goes to that move, and the game can be taken up there", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    await table.playAll("e4 e5 Nf3");
    await table.tab("moves");
    await table.page.locator('#moves [data-ply="1"]').click();
    await table.until("the position after the first move", ({ view }) => view.ply === 1);
    await table.shows('#moves [aria-current="step"]', "e4");
    await table.play("c5");
    assert.deepEqual(table.view.record.map(({ text }) => text), ["e4", "c5"]);
});
