/**
 * One game on one page, as a person sees it: reads what the page shows, clicks and types.
 *
 * It also listens to what the server tells the page, to know which moves are legal and to wait for states instead
 * of sleeping; everything that a test asserts about the page is read from the page.
 */

/**
 * @typedef {import("../../js/protocol.js").Event} GameEvent
 * @typedef {import("../../js/protocol.js").GameState} State
 * @typedef {import("../../js/protocol.js").Layout} Layout
 * @typedef {import("../../js/protocol.js").MoveView} Move
 * @typedef {import("../../js/protocol.js").Thinking} Thinking
 * @typedef {import("./policies.js").Policy} Policy
 */

/** How long anything may take that should be a matter of milliseconds: the machine may be very busy. */
export const PATIENCE_MS = 20_000;

export class Table {
    /** @type {State | null} */
    #state = null;
    /** @type {Layout | null} */
    #layout = null;
    /** @type {Set<() => void>} */
    #watchers = new Set();
    /** How many states have been heard. */
    heard = 0;
    /** @type {Thinking[]} */
    thoughts = [];
    /** Nodes whose positions the page knows for when the server is gone. @type {Set<number>} */
    taken = new Set();

    /** @param {import("playwright-core").Page} page */
    constructor(page) {
        this.page = page;
        page.setDefaultTimeout(PATIENCE_MS);
        page.on("websocket", (socket) => {
            socket.on("framereceived", ({ payload }) => this.#hear(JSON.parse(String(payload))));
        });
    }

    /** Hears what the app in a worker says, where there is no socket (`LINK`). Before the page is opened. */
    async hearWorker() {
        await this.page.exposeFunction("heardOfWorker", (/** @type {string} */ text) => {
            const event = JSON.parse(text);
            if (event.event) this.#hear(event);
        });
        await this.page.addInitScript(() => {
            const Plain = Worker;
            window.Worker = class extends Plain {
                /** @param {string | URL} url @param {WorkerOptions} [options] */
                constructor(url, options) {
                    super(url, options);
                    this.addEventListener("message", ({ data }) => {
                        // @ts-ignore: of the test.
                        if (typeof data === "string") window.heardOfWorker(data);
                    });
                }
            };
        });
    }

    /** @param {GameEvent} event */
    #hear(event) {
        switch (event.event) {
            case "table":
                this.#layout = event.layout;
                this.#state = null;
                this.taken.clear();
                break;
            case "state":
                this.#state = event;
                this.heard += 1;
                break;
            case "taken_along":
                event.positions.forEach(({ node }) => this.taken.add(node));
                break;
            case "thinking":
                this.thoughts.push(event);
        }
        this.#watchers.forEach((watcher) => watcher());
    }

    /** The game as the server has told it last. */
    get state() {
        if (!this.#state) throw new Error("no game has begun");
        return this.#state;
    }

    get view() {
        return this.state.view;
    }

    get layout() {
        if (!this.#layout) throw new Error("no game has begun");
        return this.#layout;
    }

    /** Whether a person may move. */
    get isPersonToMove() {
        return this.view.result === null && !this.isCounting && this.state.seats[this.view.side] === null;
    }

    /** Whether it is to be agreed on what is dead. */
    get isCounting() {
        return this.state.count !== null && this.view.result === null;
    }

    /**
     * Waits until something is so; looked at after every event of the server.
     * @param {string} what  For the message if it never comes.
     * @param {(state: State) => boolean} isSo
     */
    async until(what, isSo) {
        const holds = () => this.#state !== null && isSo(this.#state);
        /** @type {() => void} */
        let watcher = () => {};
        let timer;
        const happened = new Promise((resolve, reject) => {
            watcher = () => holds() && resolve(null);
            timer = setTimeout(() => reject(new Error(`never came: ${what}; ${this.summary()}`)), PATIENCE_MS);
        });
        this.#watchers.add(watcher);
        watcher();
        try {
            await happened;
        } finally {
            clearTimeout(timer);
            this.#watchers.delete(watcher);
        }
    }

    /** The last state in a line, for messages. */
    summary() {
        if (!this.#state) return "no state was heard";
        const { view, seats, searching, paused } = this.#state;
        return JSON.stringify({ position: view.position, ply: view.ply, result: view.result, seats, searching, paused });
    }

    /** Waits until a person may move, or the game is over or counted. */
    async turn() {
        await this.until("a person's turn or the end", () => this.isPersonToMove || this.isCounting || this.view.result !== null);
    }

    /**
     * Makes a move on the board as a person does: clicks its points and choices one after the other.
     * @param {Move | string} move  A legal move or its text.
     */
    async play(move) {
        const found = typeof move === "string" ? this.view.moves.find(({ text }) => text === move) : move;
        if (!found) {
            const texts = this.view.moves.map(({ text }) => text);
            throw new Error(`${move} is not among the moves ${texts.join(" ")}; ${this.summary()}`);
        }
        const { ply } = this.view;
        for (const step of found.steps) await ("point" in step ? this.open(step.point[0]) : this.choice(step)).click();
        // Other states, of a new game or of a search that ends, may come before.
        await this.until(`the state after ${found.text}`, ({ view }) => view.ply > ply);
    }

    /**
     * Makes several moves on the board, waiting for the machine between them if there is one.
     * @param {string} moves  Texts with spaces between.
     */
    async playAll(moves) {
        for (const move of moves.split(" ")) {
            await this.turn();
            await this.play(move);
        }
    }

    /**
     * Plays as a policy says until the game is over.
     * @param {Policy} policy
     * @param {number} longest  Plies that must be enough.
     */
    async playOut(policy, longest) {
        for (;;) {
            await this.turn();
            if (this.isCounting) await this.press("count-accept");
            if (this.view.result) return;
            if (this.view.ply > longest) throw new Error(`still no end; ${this.summary()}`);
            await this.play(policy(this.state, this.layout));
        }
    }

    /** A point of the board. @param {number} point */
    cell(point) {
        return this.page.locator(`[data-point="${point}"]`);
    }

    /** A point of the board that the next click may be on. @param {number} point */
    open(point) {
        return this.page.locator(`.open[data-point="${point}"]`);
    }

    /** A point of the board that has been picked up. @param {number} point */
    picked(point) {
        return this.page.locator(`[data-point="${point}"][aria-selected="true"]`);
    }

    /** The button of a choice. @param {{ choice: { name: string } }} step */
    choice({ choice }) {
        return this.page.locator(`[data-choice="${choice.name}"]`);
    }

    /** The number of the point with this name, `e4`. @param {string} name */
    pointNamed(name) {
        const { column_names, row_names, columns } = this.layout;
        const column = column_names.indexOf(name.slice(0, 1));
        const row = row_names.indexOf(name.slice(1));
        if (column < 0 || row < 0) throw new Error(`there is no point ${name}`);
        return row * columns + column;
    }

    /**
     * Presses a button that changes the game, and waits for the change.
     * @param {"undo" | "redo" | "resign" | "pause" | "stop" | "new" | "apply" | "step" | "draw" | "draw-accept" | "draw-decline" | "count-accept" | "count-resume" | "confirm" | "rematch" | "play-here"} button
     */
    async press(button) {
        const before = this.heard;
        await this.page.locator(`#${button}`).click();
        // It asks once.
        if (button === "resign") await this.page.locator("#resign-yes").click();
        await this.until(`the state after pressing ${button}`, () => this.heard > before);
    }

    /**
     * Begins a game in the sheet for new games.
     * @param {{ game?: string, side?: "first" | "second" | "both" | "none", level?: string, player?: string, options?: Record<string, string>, clock?: string | [number, number] }} wanted
     *   `clock`: one of the usual, or minutes and seconds.
     */
    async begin({ game, side, level, player, options = {}, clock }) {
        const { page } = this;
        await page.locator("#new-game").click();
        if (game) await page.locator("#game").selectOption(game);
        if (side) await page.locator("#side").selectOption(side);
        if (level) await page.locator("#level").selectOption(level);
        if (player && side !== "both") {
            const ids = side === "none" ? ["level", "level-second"] : ["level"];
            for (const id of ids) {
                await page.locator(`#${id}`).selectOption({ label: "Another player…" });
                await page.locator(`#${id.replace("level", "player")}`).fill(player);
            }
        }
        if (clock) await page.locator("#clock").selectOption(typeof clock === "string" ? clock : "own");
        if (Array.isArray(clock)) {
            for (const [i, name] of ["minutes", "seconds"].entries()) await page.locator(`#clock-${name}`).fill(String(clock[i]));
            await page.locator("#clock-seconds").press("Tab");
        }
        if (Object.keys(options).length > 0) {
            await page.locator("#setup .rare").first().evaluate((details) => details.setAttribute("open", ""));
            for (const [name, value] of Object.entries(options)) {
                const field = page.locator(`[data-option="${name}"]`);
                if (await field.evaluate((found) => found.tagName === "SELECT")) await field.selectOption(value);
                else await field.fill(value);
            }
        }
        await this.press("new");
        await page.locator("#setup").waitFor({ state: "detached" });
    }

    /**
     * Others play on in the same game.
     * @param {{ side?: "first" | "second" | "both" | "none", level?: string, player?: string }} wanted
     */
    async seat({ side, level, player }) {
        const { page } = this;
        await page.locator("#new-game").click();
        if (side) await page.locator("#side").selectOption(side);
        if (level) await page.locator("#level").selectOption(level);
        if (player) {
            await page.locator("#level").selectOption({ label: "Another player…" });
            await page.locator("#player").fill(player);
            // What is written is read when the field is left.
            await page.locator("#player").press("Tab");
        }
        await page.locator("#keep-on").click();
        await page.locator("#setup").waitFor({ state: "detached" });
    }

    /** Shows a part of the panel. @param {"moves" | "analysis" | "openings" | "share" | "rules"} name */
    async tab(name) {
        await this.page.locator(`#tab-${name}`).click();
    }

    /** Types a move and presses Enter. @param {string} text */
    async type(text) {
        await this.tab("moves");
        await this.page.locator("#move").fill(text);
        await this.page.locator("#move").press("Enter");
    }

    /** Writes into the position box. @param {string} text */
    async writePosition(text) {
        await this.tab("share");
        await this.page.locator("#position").fill(text);
    }

    /** Sets up a position through the box. @param {string} text */
    async setPosition(text) {
        await this.writePosition(text);
        await this.press("apply");
        await this.tab("moves");
    }

    /**
     * Waits until the page shows these pieces.
     * @param {string} letters  One for each point in order, a dot for an empty one.
     * @param {string} [why]
     */
    async showsPieces(letters, why = "the pieces on the board") {
        await this.#eventually(letters, why, () =>
            this.page.locator("[data-point]").evaluateAll((cells) => {
                const point = (/** @type {Element} */ cell) => Number(cell.getAttribute("data-point"));
                return cells.sort((a, b) => point(a) - point(b)).map((cell) => cell.getAttribute("data-piece") ?? ".").join("");
            }),
        );
    }

    /**
     * Waits until an element shows a text.
     * @param {string} selector
     * @param {string | RegExp} text  All of it, or what it must match.
     */
    async shows(selector, text) {
        await this.#eventually(text, selector, () =>
            this.page.locator(selector).evaluate((found) => {
                const isField = found instanceof HTMLTextAreaElement || found instanceof HTMLInputElement;
                return (isField ? found.value : found.textContent ?? "").trim();
            }),
        );
    }

    /**
     * Looks once a frame until what is seen is what is wanted.
     * @param {string | RegExp} wanted
     * @param {string} where
     * @param {() => Promise<string>} look
     */
    async #eventually(wanted, where, look) {
        const deadline = Date.now() + PATIENCE_MS;
        for (;;) {
            const seen = await look();
            if (typeof wanted === "string" ? seen === wanted : wanted.test(seen)) return;
            if (Date.now() > deadline) throw new Error(`${where}: "${seen}", not ${wanted}; ${this.summary()}`);
            await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
        }
    }
}
