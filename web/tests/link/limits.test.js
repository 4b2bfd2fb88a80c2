/** What a page without the program cannot do: it says so where one meets it. */

import { test } from "node:test";
import { prepare } from "../support/suite.js";
import { hasThreads, withoutServer } from "../support/transports.js";

const { open, app } = prepare();

for (const [locale, files, threads, learning] of /** @type {const} */ ([
    ["en", /^book: a page without the program reads no files/, hasThreads ? /^threads: .*at most 1: .*once it is loaded again/ : /^threads: .*at most 1: .*built for one thread/, /nothing can be learnt here/],
    ["zh-CN", /^book：没有程序的页面不能按名称读取文件/, hasThreads ? /^threads：.*1：.*重新加载/ : /^threads：.*1：.*一个线程/, /此处不能学习/],
])) {
    test(`files by their names, several threads, learning, ${locale}`, withoutServer, async (t) => {
        const table = await open(t, { game: "chess", browser: { locale } });
        const { page } = table;
        await page.locator("#new-game").click();
        for (const [player, fault] of /** @type {const} */ ([["best:book=/tmp/book.bin", files], ["best:threads=2", threads]])) {
            await page.locator("#level").selectOption("?");
            await page.locator("#player").fill(player);
            await page.locator("#player").press("Tab");
            await page.locator("#new").click();
            await table.shows("#setup-error", fault);
        }
        await page.goto(`${app().url}#/learn/breakthrough`);
        await table.shows("#learn-error", learning);
    });
}

test("a tournament of machines is played, one game after another", withoutServer, async (t) => {
    const table = await open(t, { game: "" });
    const { page } = table;
    await page.goto(`${app().url}#/tournament`);
    await page.locator("#tournament-game").selectOption("tictactoe");
    await page.locator("#tournament-begin").click();
    await page.locator("#cross").waitFor();
    await page.locator("#tournament-begin").waitFor();
});
