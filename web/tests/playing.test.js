/** What belongs to a game beside its moves: levels, limits, clocks, draws, counting, handicaps, notations. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { prepare } from "./support/suite.js";
import { isLink } from "./support/transports.js";

const { open } = prepare();

/** Everything two people need to be left alone. */
const TWO = /** @type {const} */ ({ side: "both" });

test("undo and redo take whole turns of several plies, between people and against the machine", async (t) => {
    const table = await open(t, { game: "connect6", ...TWO });
    await table.playAll("j10 a1 a2 b1 b2 c1");
    for (const [button, ply, side] of /** @type {const} */ ([
        ["undo", 5, 1], ["undo", 3, 0], ["undo", 1, 1], ["undo", 0, 0],
        ["redo", 1, 1], ["redo", 3, 0], ["redo", 5, 1], ["redo", 6, 1],
    ])) {
        await table.press(button);
        assert.deepEqual([table.view.ply, table.view.side], [ply, side], button);
    }
    await table.seat({ side: "first" });
    await table.until("the person's turn", ({ view, seats }) => seats[1] !== null && view.side === 0);
    const { ply } = table.view;
    await table.play(table.view.moves[0]);
    await table.press("undo");
    assert.deepEqual([table.view.ply, table.view.side], [ply, 0], "the person's turn from its beginning");
    assert.deepEqual(table.state.seats[0], null);
});

for (const game of ["tictactoe", "connect4", "othello", "gomoku", "go:size=5", "chess", "xiangqi", "jungle", "hex"]) {
    test(`${game}: every level but the slow ones moves`, async (t) => {
        const table = await open(t, { game });
        await table.page.locator("#new-game").click();
        const levels = await table.page.locator("#level option").evaluateAll((options) =>
            options.map((option) => (option instanceof HTMLOptionElement ? option.value : "")));
        await table.page.keyboard.press("Escape");
        assert.ok(levels.length >= 4, "a choice of levels");
        for (const level of levels.filter((level) => level !== "?" && !/time=|playouts=\d{4}/.test(level))) {
            await table.begin({ level });
            await table.until(level, ({ seats }) => seats[1] === level);
            await table.turn();
            const { ply } = table.view;
            await table.play(table.view.moves[table.view.moves.length >> 1]);
            await table.until(`${level} moves`, ({ view }) => view.ply > ply + 1 || view.result !== null);
        }
    });
}

test("limits are set without writing a player", async (t) => {
    const table = await open(t, { game: "chess" });
    await table.page.locator("#new-game").click();
    await table.page.locator("#level").selectOption({ label: "Hard" });
    await table.page.locator("#limits summary").click();
    assert.equal(await table.page.locator("[data-limit='time']").inputValue(), "1");
    for (const [limit, value, player] of [
        ["time", "0.25", "best:time=250ms,book=own"],
        ["depth", "4", "best:time=250ms,book=own,depth=4"],
        ["nodes", "5000", "best:time=250ms,book=own,depth=4,nodes=5000"],
        ["table", "8", "best:time=250ms,book=own,depth=4,nodes=5000,table=8"],
        // A page without a server has one thread.
        ...(isLink ? [] : [
            ["threads", "2", "best:time=250ms,book=own,depth=4,nodes=5000,table=8,threads=2"],
            ["threads", "", "best:time=250ms,book=own,depth=4,nodes=5000,table=8"],
        ]),
        ["time", "", "best:book=own,depth=4,nodes=5000,table=8"],
    ]) {
        await table.page.locator(`[data-limit='${limit}']`).fill(value);
        await table.press("new");
        await table.page.locator("#setup").waitFor({ state: "detached" });
        await table.until(player, ({ seats }) => seats[1] === player);
        await table.page.locator("#new-game").click();
        await table.page.locator("#limits summary").click();
    }
    await table.page.keyboard.press("Escape");
    await table.play("e4");
    await table.turn();
});

test("what is being written stays, whatever the machine does meanwhile", async (t) => {
    const table = await open(t, { game: "chess", side: "second", player: "best:time=3s,book=off" });
    await table.page.locator("#new-game").click();
    await table.page.locator("#limits summary").click();
    await table.page.locator("#clock").selectOption("own");
    // What is written from the keyboard, key by key, and the field that it is in last is not left.
    for (const [field, text] of [["#clock-minutes", "7.5"], ["[data-limit='depth']", "12"]]) {
        await table.page.locator(field).press("ControlOrMeta+a");
        await table.page.locator(field).pressSequentially(text);
    }
    await table.until("the machine's move", ({ view, searching }) => view.ply === 1 && searching === null);
    await table.shows("#clock-minutes", "7.5");
    await table.shows("[data-limit='depth']", "12");
    await table.press("new");
    await table.until("all that was written", ({ seats, clock }) => seats[0] === "best:time=3s,book=off,depth=12" && clock?.left[1] === 450_000);
});

test("a clock runs, adds its increment, and its flag ends the game", async (t) => {
    const table = await open(t, { game: "chess", ...TWO });
    await table.begin({ clock: "3+2" });
    await table.until("a clock", ({ clock }) => clock?.increment === 2000);
    await table.shows("#clock-0 b", "3:00");
    await table.playAll("e4 e5");
    await table.shows("#clock-1 b", /^3:0[12]$/);
    await table.page.locator("#clock-0.runs").waitFor();
    await table.shows("#clock-0 b", "2:58");
    await table.begin({ clock: [0.1, 0] });
    await table.playAll("e4");
    await table.until("the flag", ({ verdict }) => verdict?.kind === "out_of_time");
    await table.shows("#result", "White wins on time");
});

test("a machine keeps to its clock, and a reload keeps the clock", async (t) => {
    const table = await open(t, { game: "gomoku", player: "best:depth=50" });
    await table.begin({ clock: [0.1, 3] });
    await table.until("the clock", ({ clock }) => clock?.left[1] === 6000);
    await table.playAll("h8");
    await table.turn();
    assert.equal(table.view.ply, 2);
    const left = table.state.clock?.left ?? [0, 0];
    assert.ok(left[1] > 3000, `${left}`);
    await table.page.reload();
    await table.until("the game again", ({ view, clock }) => view.ply === 2 && clock !== null && clock.left[1] <= left[1] + 3000);
});

test("a draw is offered, declined, and agreed on", async (t) => {
    const table = await open(t, { game: "chess", ...TWO });
    await table.playAll("e4");
    await table.press("draw");
    await table.shows("#draw-offer p", "Black offers a draw.");
    await table.press("draw-decline");
    await table.shows("#draw-offer", "The draw was declined.");
    await table.playAll("e5");
    await table.press("draw");
    await table.press("draw-accept");
    await table.shows("#result", "Draw by agreement");
});

test("the machine answers a draw offer by its score", async (t) => {
    for (const [position, moves, accepts] of /** @type {const} */ ([
        ["3qk3/8/8/8/8/8/8/4K3 w - - 0 1", "Ke2", false],
        // The king goes to and fro between g8 and h8.
        ["7k/7p/7P/8/8/8/PPPPP3/4KR2 w - - 0 1", "a3 a4 a5 b3 b4 b5 c3 c4 d3 d4", true],
    ])) {
        const table = await open(t, { game: "chess", player: "alphabeta:depth=2" });
        await table.setPosition(position);
        await table.playAll(moves);
        await table.turn();
        await table.press("draw");
        if (accepts) await table.shows("#result", "Draw by agreement");
        else await table.shows("#draw-offer", "The draw was declined.");
    }
});

test("dead stones are proposed after two passes, changed by a click, and agreed on", async (t) => {
    const table = await open(t, { game: "go:size=5,komi=0.5", ...TWO });
    await table.playAll("C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 A5 A1 pass pass");
    const cross = table.page.locator(`[data-dead="${table.pointNamed("A1")}"]`);
    await cross.waitFor();
    await table.shows("#status", "Counting: agree on what is dead.");
    await table.shows("#result", "");
    await table.shows("#count-result", "Black wins by 4.5 points");
    for (const button of ["hint", "draw", "resign"]) assert.equal(await table.page.locator(`#${button}`).count(), 0, button);
    const stone = table.cell(table.pointNamed("A1"));
    await stone.click();
    await table.shows("#count-result", "White wins by 5.5 points");
    await cross.waitFor({ state: "detached" });
    // By keys as well.
    await stone.focus();
    await table.page.keyboard.press("Enter");
    await table.shows("#count-result", "Black wins by 4.5 points");
    await table.press("count-resume");
    await table.page.locator("#counting").waitFor({ state: "detached" });
    assert.deepEqual([table.view.ply, table.view.side], [13, 1]);
    await table.playAll("pass");
    await table.press("count-accept");
    await table.shows("#result", "Black wins by 4.5 points");
    await table.shows("#status", "The game is over.");
    await cross.waitFor();
    assert.equal(await stone.getAttribute("aria-disabled"), "true", "what was agreed on stays");
});

test("a handicap puts stones on the standard points", async (t) => {
    const table = await open(t, { game: "go:size=9", ...TWO });
    await table.begin({ options: { handicap: "2" } });
    await table.until("the stones", ({ view }) => view.scene.pieces.length === 2);
    assert.equal(table.view.side, 1, "White moves first");
    await table.begin({ game: "chess", options: { odds: "queen" } });
    await table.until("White without the queen", ({ view }) => view.scene.pieces.length === 31);
});

test("a handicap is put down where Black likes, then White moves", async (t) => {
    const table = await open(t, { game: "go:size=9", ...TWO });
    await table.begin({ side: "first", player: "random", options: { handicap: "3", placement: "free" } });
    for (const [before, stone] of ["E5", "C3", "G4"].entries()) {
        await table.until("nobody but Black", ({ view }) => view.side === 0 && view.ply === before);
        assert.equal(table.view.scene.pieces.length, before);
        await table.play(stone);
    }
    await table.until("White's answer", ({ view }) => view.ply === 4 && view.side === 0);
    assert.deepEqual(table.view.record.slice(0, 4).map(({ side }) => side), [0, 0, 0, 1]);
    await table.tab("share");
    await table.page.locator("#record-format").selectOption("sgf");
    await table.page.locator("#record-copy").click();
    await table.shows("#record", /KM\[0\.5\].*HA\[3\]AB\[ee\]\[cg\]\[gf\]PL\[W\]\s*;W\[/);
    await table.begin({ ...TWO, options: { handicap: "2" } });
    await table.until("a new game", ({ view }) => view.record.length === 0);
    await table.playAll("A1 pass C3");
    assert.deepEqual(table.view.record.map(({ side }) => side), [0, 0, 1], "whoever passes does without the rest");
});

test("moves are written in the notation chosen, which is kept", async (t) => {
    const table = await open(t, { game: "chess", ...TWO });
    await table.playAll("Nf3");
    await table.tab("moves");
    await table.page.locator("#notation").selectOption("uci");
    await table.shows("#moves [data-ply='1']", "g1f3");
    await table.playAll("e7e5");
    await table.begin({});
    await table.until("the notation", ({ notation }) => notation === "uci");
    await table.begin({ game: "xiangqi", side: "both" });
    await table.tab("moves");
    await table.page.locator("#notation").selectOption("wxf");
    await table.until("the notation", ({ notation }) => notation === "wxf");
    await table.playAll("C2=5");
    await table.shows("#moves [data-ply='1']", "C2=5");
});

test("machines that play each other are made to go step by step", async (t) => {
    const table = await open(t, { game: "tictactoe", player: "random", side: "none" });
    await table.until("a move", ({ view }) => view.ply > 0);
    await table.press("pause");
    const { ply } = table.view;
    for (const more of [1, 2]) {
        await table.page.locator("#step").click();
        await table.until("one move", ({ view, searching }) => view.ply === ply + more && searching === null);
        assert.ok(table.state.paused);
    }
});

test("the machine ponders only when it is told to", async (t) => {
    const table = await open(t, { game: "gomoku", player: "best:nodes=100000" });
    await table.playAll("h8");
    await table.turn();
    assert.equal(table.state.searching, null);
    await table.page.locator("#settings-open").click();
    await table.page.locator("#settings-ponder").check();
    await table.until("it ponders", ({ searching }) => searching?.ponder === true);
    await table.page.locator("#settings .close").click();
    await table.shows("#status", /Your turn/);
    await table.playAll("a1");
    // States of the pondering that ends come in between.
    await table.until("the machine's answer", ({ view }) => view.ply === 4);
});
