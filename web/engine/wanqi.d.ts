/** How an engine is opened. */
export interface EngineOptions {
  /** Hears every line that the engine says. */
  heard?: (line: string) => void;
  /** Hears why the engine has ended; without it the console does. */
  failed?: (why: string) => void;
  /** Hears of a file or a thread that cannot be had, without which the engine goes on; without it the console does. */
  warned?: (what: string) => void;
  /** Where `wanqi.wasm` is, beside which `wanqi-threads.wasm` is looked for in an isolated page, or the module compiled already, to be shared by several engines. */
  module?: string | URL | WebAssembly.Module;
  /** Where `worker.js` is. */
  worker?: string | URL;
  /** The folder of networks and opening books, with a slash at its end; without it `data/` beside `worker.js`. */
  data?: string | URL;
}

/** An engine in a worker of its own, spoken to in lines of text. */
export class Engine {
  /** @param open A protocol (`uci`, `usi`, `ucci`, `gtp`, `gomocup`), a game where it has several, a player: `gtp go:size=9`. */
  constructor(open?: string, options?: EngineOptions);
  /** Kept once the engine can be spoken to; lines said before wait. `takesTurns`: whether `stop` is heard while it searches.
   * `threads`: how many a search may have, more than one only in an isolated page. */
  readonly ready: Promise<{ takesTurns: boolean; threads: number }>;
  /** Says a line, or several. */
  say(line: string): void;
  /** Says a line and waits for one that begins with `last`, which it gives with all that came before it. */
  ask(line: string, last: string): Promise<string[]>;
  /** Ends it at once. */
  close(): void;
}
