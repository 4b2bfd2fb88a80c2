/** Plays well-known games on the real page and takes the pictures of the documents; `screenshots` calls it. */

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startApp } from "./support/app.js";
import { readFromDisk, sitDown, startBrowser } from "./support/suite.js";

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

/** Scholars' games for the library. */
const GAMES = `[Event "Paris Opera"]
[White "Paul Morphy"]
[Black "Duke of Brunswick and Count Isouard"]
[Date "1858.11.02"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0

[Event "London"]
[White "Adolf Anderssen"]
[Black "Lionel Kieseritzky"]
[Date "1851.06.21"]
[Result "1-0"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5
12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6
21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0
`;

/** A game that nobody knows yet, with a fault in it. */
const PINCERS = `name = "Pincers"
sides = ["Red", "Blue"]
board = """
rrrrrr
......
......
......
......
RRRRRR"""

[piece.R]
name = "man"
moves = [{ slide = "straight", only = "moove" }]
`;

const DESK = { viewport: { width: 1360, height: 860 } };

/**
 * What is photographed: the board alone after these moves, or, with `whole`, the page once that has been done.
 * @typedef {object} Picture
 * @property {string} file
 * @property {string} game
 * @property {string} [moves]
 * @property {(table: import("./support/table.js").Table) => Promise<unknown>} [whole]
 * @property {import("playwright-core").BrowserContextOptions} [browser]
 */

/**
 * Goes to a part of the lab.
 * @param {import("./support/table.js").Table} table
 * @param {string} part
 */
async function lab({ page }, part) {
    await page.locator('nav a[href="#/lab"]').click();
    await page.locator(`[data-section="${part}"]`).click();
    await page.locator(`#${part}-title`).waitFor();
}

/** A machine of this level at the other side, and its hint. @param {string} name */
function against(name) {
    return async (/** @type {import("./support/table.js").Table} */ table) => {
        const { page } = table;
        await page.locator("#new-game").click();
        await page.locator("#side").selectOption("first");
        await page.locator("#level").selectOption({ label: name });
        await page.locator("#keep-on").click();
        await page.locator("#setup").waitFor({ state: "detached" });
        await page.locator("#hint").click();
        await page.locator("#hint-move").waitFor();
    };
}

/** Three lines of an analysis that has reached some depth. @param {import("./support/table.js").Table} table */
async function analysed({ page }) {
    await page.locator("#tab-analysis").click();
    await page.locator("#analyse").click();
    await page.locator("#lines-wanted").selectOption("3");
    await page.waitForFunction(() => Number(/[0-9]+/.exec(document.querySelector("#analysis")?.textContent ?? "")?.[0]) >= 9);
    await page.locator('#lines [data-line="2"] [data-along="3"]').waitFor();
}

/** The gallery, the whole of what is seen at once. @param {import("./support/table.js").Table} table */
async function gallery({ page }) {
    await page.locator("h1 a").click();
    await page.locator("#gallery svg").nth(7).waitFor();
}

/** @type {Picture[]} */
const PICTURES = [
    { file: "app/home", game: "chess", whole: gallery, browser: DESK },
    { file: "page", game: "chess", moves: OPERA, whole: against("Medium"), browser: DESK },
    { file: "app/analysis", game: "chess", moves: OPERA, whole: analysed, browser: DESK },
    {
        file: "app/ladder", game: "connect4", moves: "4 4 4 4 3 5", browser: DESK,
        whole: async (table) => {
            await lab(table, "ladder");
            await table.page.locator("#ladder-run").click();
            await table.page.locator('section[data-done]:not([data-done=""])').waitFor();
        },
    },
    {
        file: "app/tree", game: "tictactoe", moves: "b2 a1 c1 a3", browser: DESK,
        whole: async (table) => {
            await lab(table, "tree");
            await table.page.locator("#tree-depth").fill("3");
            await table.page.locator("#tree-run").click();
            await table.page.locator('section[data-done]:not([data-done=""])').waitFor();
        },
    },
    {
        file: "app/heat", game: "othello", moves: "f5 d6 c3 d3 c4", browser: DESK,
        whole: async (table) => {
            await lab(table, "heat");
            await table.page.locator("#heat-run").click();
            await table.page.locator('section[data-done]:not([data-done=""])').waitFor();
        },
    },
    {
        file: "app/library", game: "chess", moves: "", browser: DESK,
        whole: async ({ page }) => {
            await page.locator('nav a[href="#/library"]').click();
            const file = { name: "games.pgn", mimeType: "text/plain", buffer: Buffer.from(GAMES) };
            await page.locator("#import").setInputFiles(file);
            await page.locator("#games tr").nth(1).waitFor();
        },
    },
    {
        file: "app/rules", game: "tictactoe", moves: "", browser: DESK,
        whole: async ({ page }) => {
            await page.locator("#new-game").click();
            await page.locator("#setup .rare", { has: page.locator("#rules-open") }).evaluate((details) => details.setAttribute("open", ""));
            await page.locator("#rules-open").click();
            await page.locator("#rules-text").fill(PINCERS);
            await page.locator("#rules-found .error").first().waitFor();
        },
    },
    {
        file: "app/phone", game: "xiangqi", moves: "炮二平五 马８进７ 马二进三 车９平８ 车一平二", whole: async () => {},
        browser: { viewport: { width: 390, height: 844 }, locale: "zh-CN", colorScheme: "dark", hasTouch: true },
    },
    { file: "games/tictactoe", game: "tictactoe", moves: "b2 a1 c1 a3 a2 c2" },
    { file: "games/connect4", game: "connect4", moves: "4 4 4 4 3 5 5 3 2 6 5 5 2 3 3 6 6 2" },
    { file: "games/othello", game: "othello", moves: "f5 d6 c3 d3 c4 f4 c5 b3 c2 b4 e3 e6 c6 f6 e7 b5" },
    { file: "games/gomoku", game: "gomoku", moves: "h8 h9 j8 i8 j9 j7 i10 h11 i7 h6 k9 i9 k8 k10 l8" },
    { file: "games/go", game: "go", moves: EAR_REDDENING.map(goPoint).join(" ") },
    { file: "games/chess", game: "chess", moves: OPERA },
    { file: "games/xiangqi", game: "xiangqi", moves: "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7" },
    { file: "games/jungle", game: "jungle" },
];

const wanted = process.argv.slice(2);
const [app, browser] = [await startApp(), await startBrowser()];
for (const folder of ["games", "app"]) mkdirSync(`${DOCS}/${folder}`, { recursive: true });
try {
    for (const { file, game, moves = "", whole, browser: options } of PICTURES) {
        if (wanted.length > 0 && !wanted.includes(file.replace(/^.*\//, ""))) continue;
        const context = await browser.newContext({
            viewport: { width: 1100, height: 860 }, reducedMotion: "reduce", colorScheme: "light", serviceWorkers: "block", ...options,
        });
        await readFromDisk(context);
        const table = await sitDown(await context.newPage(), app.url, { game, side: "both" });
        for (const move of moves.split(/\s+/).filter(Boolean)) await enter(table, move);
        await whole?.(table);
        await table.page.mouse.move(0, 0);
        await table.page.evaluate(() => scrollTo(0, 0));
        await table.page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
        const path = `${DOCS}/${file}.png`;
        if (whole) await table.page.screenshot({ path });
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
    // A telephone has no field to type a move in.
    if (await table.page.evaluate(() => matchMedia("(pointer: coarse)").matches)) {
        await table.play(move);
        return;
    }
    await table.type(move);
    await Promise.race([
        table.until(`${move} on the board`, ({ view }) => view.ply > ply),
        table.shows("#move-error", /\S/).then(async () => {
            throw new Error(`${move}, move ${ply + 1}: ${await table.page.locator("#move-error").textContent()}`);
        }),
    ]);
}
