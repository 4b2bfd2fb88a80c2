/** A hand on the board: presses, drags and lets go, with a mouse or a finger. */

/**
 * The middle of something on the page.
 * @param {import("playwright-core").Locator} what
 */
export async function middle(what) {
    await what.scrollIntoViewIfNeeded();
    const box = await what.boundingBox();
    if (!box) throw new Error("it is not shown");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Takes something with the mouse and carries it to another place, without letting go.
 * @param {import("playwright-core").Page} page
 * @param {import("playwright-core").Locator} from
 * @param {import("playwright-core").Locator | { x: number, y: number }} to
 * @param {"left" | "right"} [button]
 */
export async function carry(page, from, to, button = "left") {
    const [a, b] = [await middle(from), "x" in to ? to : await middle(to)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down({ button });
    await page.mouse.move(b.x, b.y, { steps: 4 });
}

/**
 * Carries something with the mouse and lets it go.
 * @param {import("playwright-core").Page} page
 * @param {import("playwright-core").Locator} from
 * @param {import("playwright-core").Locator | { x: number, y: number }} to
 * @param {"left" | "right"} [button]
 */
export async function drag(page, from, to, button = "left") {
    await carry(page, from, to, button);
    await page.mouse.up({ button });
}

/**
 * A finger: where it touches, where it moves, and up.
 * @param {import("playwright-core").Page} page
 */
export async function finger(page) {
    const touch = await page.context().newCDPSession(page);
    return (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {{ x: number, y: number }[]} */ ...touchPoints) =>
        touch.send("Input.dispatchTouchEvent", { type, touchPoints });
}
