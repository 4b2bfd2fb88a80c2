/** Moves of every kind, clicked and typed. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { prepare } from "./support/suite.js";

const { open } = prepare();

/** @type {{ name: string, position: string, moves: string, after: string }[]} */
const SPECIAL = [
    { name: "castling, short and long", position: "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
        moves: "O-O O-O-O", after: "2kr3r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w - - 2 2" },
    { name: "castling, long and short", position: "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
        moves: "O-O-O O-O", after: "r4rk1/pppppppp/8/8/8/8/PPPPPPPP/2KR3R w - - 2 2" },
    { name: "en passant", position: "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
        moves: "e4 dxe3", after: "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2" },
    { name: "promotion to a queen", position: "8/P6k/8/8/8/8/8/K7 w - - 0 1",
        moves: "a8=Q", after: "Q7/7k/8/8/8/8/8/K7 b - - 0 1" },
    { name: "promotion to a knight, with a capture", position: "1r6/P6k/8/8/8/8/8/K7 w - - 0 1",
        moves: "axb8=N", after: "1N6/7k/8/8/8/8/8/K7 b - - 0 1" },
];

for (const { name, position, moves, after } of SPECIAL) {
    test(`${name}, by clicks`, async (t) => {
        const table = await open(t, { game: "chess", side: "both" });
        await table.setPosition(position);
        await table.playAll(moves);
        await table.shows("#position", after);
    });
}

test("what to promote to is asked, and can be given up", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    await table.setPosition("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    const [from, to] = [table.pointNamed("a7"), table.pointNamed("a8")];
    await table.open(from).click();
    await table.open(to).click();
    await table.page.locator('[data-choice="q"]').waitFor();
    assert.equal(await table.page.locator("[data-choice]").count(), 4);
    await table.cell(to).press("Escape");
    await table.page.locator("[data-choice]").first().waitFor({ state: "detached" });
    assert.equal(table.view.ply, 0);
    await table.play("Ka2");
});

test("a piece that is picked up shows where it can go, and another click changes the choice", async (t) => {
    const table = await open(t, { game: "chess", side: "both" });
    const [e2, g1, f3] = ["e2", "g1", "f3"].map((name) => table.pointNamed(name));
    await table.open(e2).click();
    await table.picked(e2).waitFor();
    assert.equal(await table.page.locator(".targets .dot").count(), 2);
    await table.cell(g1).click();
    await table.picked(g1).waitFor();
    await table.open(f3).click();
    await table.until("the knight's move", ({ view }) => view.ply === 1);
    assert.equal(table.view.record[0].text, "Nf3");
});

test("a piece stays picked up while a window is open over the board", async (t) => {
    const table = await open(t, { game: "chess", player: "alphabeta:depth=1" });
    const [e2, e4] = ["e2", "e4"].map((name) => table.pointNamed(name));
    await table.open(e2).click();
    await table.picked(e2).waitFor();
    await table.page.locator("#new-game").click();
    await table.page.locator("#setup .close").click();
    await table.open(e4).click();
    await table.until("the pawn's move", ({ view }) => view.ply >= 1);
    assert.equal(table.view.record[0].text, "e4");
});

test("a disc falls from wherever its column is clicked", async (t) => {
    const table = await open(t, { game: "connect4", side: "both" });
    await table.open(3).click();
    await table.until("the first disc", ({ view }) => view.ply === 1);
    await table.open(38).click();
    await table.until("the second disc", ({ view }) => view.ply === 2);
    assert.deepEqual(table.view.record.map(({ text }) => text), ["4", "4"]);
    await table.showsPieces(`${".".repeat(28)}...R......Y...`);
});

test("the board is played with the keyboard alone", async (t) => {
    const table = await open(t, { game: "tictactoe", side: "both" });
    await table.cell(0).focus();
    for (const key of ["ArrowRight", "ArrowDown", "Enter"]) await table.page.keyboard.press(key);
    await table.until("a move by keys", ({ view }) => view.ply === 1);
    await table.showsPieces("....X....");
});

/** @type {{ game: string, good: string, bad: string, fault: RegExp }[]} */
const TYPED = [
    { game: "tictactoe", good: "b2", bad: "b2", fault: /b2 is taken/ },
    { game: "connect4", good: "4", bad: "9", fault: /\S/ },
    { game: "othello", good: "d3", bad: "a1", fault: /a1 turns no disc/ },
    { game: "gomoku", good: "h8", bad: "h8", fault: /h8 is taken/ },
    { game: "go:size=9", good: "E5", bad: "I5", fault: /I/ },
    { game: "chess", good: "e2e4", bad: "e2e4", fault: /\S/ },
    { game: "chess", good: "Nf3", bad: "<img src=x>", fault: /\S/ },
    { game: "kalah", good: "c1", bad: "c1", fault: /"c1" is no legal move/ },
];

for (const { game, good, bad, fault } of TYPED) {
    test(`${game}: ${good} typed, then ${bad}, which is wrong`, async (t) => {
        const table = await open(t, { game, side: "both" });
        await table.type(good);
        await table.until(`${good} on the board`, ({ view }) => view.ply === 1);
        await table.shows("#move", "");
        const { position } = table.view;
        await table.type(bad);
        await table.shows("#move-error", fault);
        assert.equal(await table.page.locator("#move").getAttribute("aria-invalid"), "true");
        assert.equal(await table.page.locator("#move").inputValue(), bad, "what was typed can be corrected");
        assert.equal(table.view.position, position);
        await table.page.locator("#move").fill("x");
        await table.shows("#move-error", "");
    });
}

test("what is being typed stays while the machine moves", async (t) => {
    const table = await open(t, { game: "chess", player: "best:depth=90" });
    await table.play("e4");
    await table.until("the machine thinks", ({ searching }) => searching !== null);
    await table.page.locator("#move").fill("d4");
    await table.press("stop");
    await table.turn();
    await table.shows("#status", /Your turn/);
    assert.equal(await table.page.locator("#move").inputValue(), "d4");
    await table.page.locator("#move").press("Enter");
    await table.until("the move typed ahead", ({ view }) => view.ply >= 3);
    await table.shows("#move", "");
});
