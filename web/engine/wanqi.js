// Wanqi's engine for any page: a worker that speaks UCI, USI, UCCI, GTP or Gomocup's protocol, line by line.
//
//   import { Engine } from "./wanqi.js";
//   const engine = new Engine("uci", { heard: console.log });
//   engine.say("position startpos moves e2e4");
//   engine.say("go movetime 1000");

/** An engine in a worker of its own. */
export class Engine {
  #worker;
  #heard;
  #failed;

  /**
   * @param {string} [open]  A protocol, a game and a player: `uci`, `gtp go:size=9`, `uci xiangqi best:table=32`.
   * @param {import("./wanqi.d.ts").EngineOptions} [options]
   */
  constructor(open = "uci", { heard = () => {}, failed = console.error, warned = console.warn, module, worker, data } = {}) {
    this.#heard = heard;
    this.#failed = failed;
    if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly");
    this.#worker = new Worker(worker ?? new URL("./worker.js", import.meta.url), { type: "module" });
    /** Kept once the engine can be spoken to; broken, with why, if it never can. @type {Promise<{ takesTurns: boolean, threads: number }>} */
    this.ready = new Promise((done, broken) => {
      this.#worker.onmessage = ({ data }) => {
        if (typeof data === "string") return this.#heard(data);
        if (data.ready) return done({ takesTurns: data.takesTurns, threads: data.threads });
        if (data.unthreaded) return warned(`fewer threads: ${data.unthreaded}`);
        if (data.warned) return warned(data.warned.english ?? data.warned);
        broken(new Error(data.failed));
        this.#failed(data.failed);
      };
      this.#worker.onerror = (event) => {
        broken(new Error(event.message));
        this.#failed(event.message || "the worker cannot be loaded");
      };
    });
    this.ready.catch(() => {});
    const wasm = module instanceof WebAssembly.Module ? module : String(module ?? new URL("./wanqi.wasm", import.meta.url));
    this.#worker.postMessage({ module: wasm, open, data: data && new URL(data, location.href).href });
  }

  /** Says a line, or several. @param {string} line */
  say(line) {
    this.#worker.postMessage(line);
  }

  /**
   * Says a line and waits for one that begins so, which it gives with all that came before it.
   * @param {string} line
   * @param {string} last
   * @returns {Promise<string[]>}
   */
  ask(line, last) {
    return new Promise((done) => {
      /** @type {string[]} */
      const lines = [];
      const before = this.#heard;
      this.#heard = (heard) => {
        before(heard);
        lines.push(heard);
        if (!heard.startsWith(last)) return;
        this.#heard = before;
        done(lines);
      };
      this.say(line);
    });
  }

  /** Ends it at once. */
  close() {
    this.#worker.terminate();
  }
}
