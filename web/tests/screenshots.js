/** Plays well-known games on the real page and takes the pictures of the documents; `screenshots` calls it. */

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startApp } from "./support/app.js";
import { sitDown, startBrowser } from "./support/suite.js";

const DOCS = fileURLToPath(new URL("../../docs", import.meta.url));

/** Morphy against the Duke of Brunswick and Count Isouard, Paris 1858, to Black's twelfth move. */
const OPERA = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8";

/** Shusaku (Black) against Inoue Gennan Inseki, Osaka 1846, to the move that made an ear turn red; as SGF has them. */
const EAR_REDDENING = `qd dc pq oc cp cf ep qo pe np po pp op qp oq oo pn qq nq on pm om pl mp mq ol pk lq lr kr
    lp kq qr rr rs mr nr pr ps qs no mo qr rm rl qs lo mn qr qm or ql qj rj ri rk ln mm qi rq jn ls ns gq go ck kc ic
    pc nj ke og oh pb qb ng mi mj nd ph qg pg hq hr ir iq hp jr fc lc ld mc lb mb md qf pf qh rg rh sh rf sg pj pi oi
    oj ni qk ok qe kb jb ka jc ob ja la db cc fe cn gr is fq io ji`.split(/\s+/);

/** A point of SGF as our Go writes it on 19 lines. @param {string} sgf */
function goPoint(sgf) {
    const [column, row] = [...sgf].map((letter) => letter.charCodeAt(0) - 97);
    return `${"ABCDEFGHJKLMNOPQRST"[column]}${19 - row}`;
}

/**
 * @type {{ file: string, game: string, moves: string, level?: string, browser?: import("playwright-core").BrowserContextOptions }[]}
 *   `level`: the whole page is wanted, with a machine of this level at the other side and its hint; otherwise the
 *   board alone.
 */
const PICTURES = [
    { file: "page", game: "chess", moves: OPERA, level: "Medium", browser: { viewport: { width: 1360, height: 860 } } },
    { file: "games/tictactoe", game: "tictactoe", moves: "b2 a1 c1 a3 a2 c2" },
    { file: "games/connect4", game: "connect4", moves: "4 4 4 4 3 5 5 3 2 6 5 5 2 3 3 6 6 2" },
    { file: "games/othello", game: "othello", moves: "f5 d6 c3 d3 c4 f4 c5 b3 c2 b4 e3 e6 c6 f6 e7 b5" },
    { file: "games/gomoku", game: "gomoku", moves: "h8 h9 j8 i8 j9 j7 i10 h11 i7 h6 k9 i9 k8 k10 l8" },
    { file: "games/go", game: "go", moves: EAR_REDDENING.map(goPoint).join(" ") },
    { file: "games/chess", game: "chess", moves: OPERA },
    { file: "games/xiangqi", game: "xiangqi", moves: "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7" },
    { file: "games/jungle", game: "jungle", moves: "" },
];

const wanted = process.argv.slice(2);
const [app, browser] = [await startApp(), await startBrowser()];
mkdirSync(`${DOCS}/games`, { recursive: true });
try {
    for (const { file, game, moves, level, browser: options } of PICTURES) {
        if (wanted.length > 0 && !wanted.includes(file.replace("games/", ""))) continue;
        const context = await browser.newContext({
            viewport: { width: 1100, height: 860 }, reducedMotion: "reduce", colorScheme: "light", ...options,
        });
        const table = await sitDown(await context.newPage(), app.url, { game, side: "both" });
        for (const move of moves.trim().split(/\s+/)) await enter(table, move);
        if (level) {
            await table.page.locator("#side").selectOption("first");
            const option = table.page.locator("#level option", { hasText: level });
            await table.page.locator("#level").selectOption((await option.getAttribute("value")) ?? "");
            await table.page.locator("#hint").click();
            await table.page.locator("#hint-move").waitFor();
        }
        await table.page.mouse.move(0, 0);
        await table.page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
        const path = `${DOCS}/${file}.png`;
        if (level) await table.page.screenshot({ path });
        else await table.page.locator("#board").screenshot({ path });
        console.log(path);
        await context.close();
    }
} finally {
    await browser.close();
    await app.stop();
}

/**
 * Types a move; the pictures need many, and typing is faster than clicking.
 * @param {import("./support/table.js").Table} table
 * @param {string} move
 */
async function enter(table, move) {
    const { ply } = table.view;
    await table.type(move);
    await Promise.race([
        table.until(`${move} on the board`, ({ view }) => view.ply > ply),
        table.shows("#move-error", /\S/).then(async () => {
            throw new Error(`${move}, move ${ply + 1}: ${await table.page.locator("#move-error").textContent()}`);
        }),
    ]);
}
