// The worker: the module in WebAssembly and its thread. Texts come in and go out as messages. Where the page is isolated from others
// (https://developer.mozilla.org/docs/Web/API/Window/crossOriginIsolated) the module shares its memory with more workers of this
// file, which help searches.
//
// The module lets messages in while it searches where the browser can put its stack aside (JSPI,
// https://github.com/WebAssembly/js-promise-integration). Elsewhere what is asked waits for the end of the search.

/** Whether `wanqi-threads.wasm` is beside `wanqi.wasm`: `cargo xtask web --threads` says so here. */
const HAS_THREADED = false;
/** As that is linked (xtask/src/web.rs), in pages of 64 kB. */
const SHARED = { initial: 1024, maximum: 32768, shared: true };
/** Threads of a search: each takes 8 MB for its stack alone. */
const MAX_THREADS = 32;

const takesTurns = "Suspending" in WebAssembly && "promising" in WebAssembly;

/** @type {any} */
let exports;
/** What the module is made of, for other threads. @type {WebAssembly.Module} */
let compiled;
/** The memory, if it is shared. @type {WebAssembly.Memory | undefined} */
let shared;
/** The first thread's clock is so many milliseconds behind this one's. */
let behind = 0;
/** Texts that came before the module was ready. @type {string[] | null} */
let early = [];
/** Called when a text comes, if the module waits for one. @type {(() => void) | null} */
let wake = null;
let running = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** Keeps what the app wants to be kept. @type {((key: string, text: string | null) => void) | undefined} */
let keep;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @param {number} at @param {number} length */
// What is shared cannot be decoded.
const read = (at, length) => decoder.decode(new Uint8Array(exports.memory.buffer, at, length).slice());

/** Gives the module bytes. @param {Uint8Array} bytes */
function put(bytes) {
  // Room may make the memory grow, which leaves another buffer.
  const at = exports.wanqi_room(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
}

/** @param {string} text */
const write = (text) => put(encoder.encode(text));

/** Lets the browser hand over what waits: a macrotask of its own, without the pause of a timer. */
const channel = new MessageChannel();
const turn = () => new Promise((done) => {
  channel.port1.onmessage = done;
  channel.port2.postMessage(null);
});

/** @param {number} most */
async function hear(most) {
  if (most === 0) return void await turn();
  await new Promise((done) => {
    const late = setTimeout(done, most);
    wake = () => {
      clearTimeout(late);
      done(undefined);
    };
  });
  wake = null;
}

/** Where files of weights and openings are: beside this one unless it is told otherwise. */
let data = new URL("./data/", import.meta.url).href;

/** Milliseconds that a file may take. */
const PATIENCE = 20_000;
/** When a file was last waited for in vain. @type {number | undefined} */
let unanswered;

/**
 * Fetches a file into the module, which stands still meanwhile: it may be deep in whatever needs the file.
 * @param {number} at
 * @param {number} length
 */
function bring(at, length) {
  const request = new XMLHttpRequest();
  try {
    if (unanswered && performance.now() - unanswered < PATIENCE) throw new Error("the host does not answer");
    request.open("GET", new URL(read(at, length), data), false);
    request.responseType = "arraybuffer";
    request.timeout = PATIENCE;
    request.send();
    if (request.status !== 200) throw new Error(`${request.status} ${request.statusText}`);
    put(new Uint8Array(request.response));
    return 1;
  } catch (error) {
    const { name, message } = /** @type {Error} */ (error);
    if (name === "TimeoutError") unanswered = performance.now();
    put(encoder.encode(message));
    return 0;
  }
}

/** How many threads a search may have; 0 if the page is not isolated, -1 if there is no module for more. */
function countThreads() {
  if (crossOriginIsolated && shared) return Math.min(navigator.hardwareConcurrency, MAX_THREADS);
  return HAS_THREADED && !crossOriginIsolated ? 0 : -1;
}

/** Says why there are fewer threads than there might be. @param {unknown} why */
const tellUnthreaded = (why) => postMessage({ unthreaded: String(why) });

/**
 * Begins threads: they come to be once this one lets messages in.
 * @param {number} count
 */
function beginThreads(count) {
  for (let i = 0; i < count; i += 1) {
    const block = exports.wanqi_block(exports.__tls_size.value) >>> 0;
    if (block === 0) return tellUnthreaded("no more memory");
    try {
      const helper = new Worker(import.meta.url, { type: "module" });
      helper.onmessage = ({ data }) => postMessage(data);
      helper.onerror = (event) => {
        event.preventDefault();
        tellUnthreaded(event.message || "a worker cannot be loaded");
      };
      helper.postMessage({ helps: compiled, memory: shared, block, origin: performance.timeOrigin, data });
    } catch (error) {
      return tellUnthreaded(error);
    }
  }
}

/**
 * Is a thread, for ever.
 * @param {{ helps: WebAssembly.Module, memory: WebAssembly.Memory, block: number, origin: number, data: string }} ask
 *   `block`: where its stack ends and its own variables begin.
 */
function help({ helps, memory, block, origin, data: elsewhere }) {
  data = elsewhere;
  shared = memory;
  behind = performance.timeOrigin - origin;
  try {
    const instance = new WebAssembly.Instance(helps, imported());
    exports = { ...instance.exports, memory };
    exports.__stack_pointer.value = block;
    exports.__wasm_init_tls(block);
  } catch (error) {
    return tellUnthreaded(error);
  }
  try {
    exports.wanqi_help();
  } catch (error) {
    exports.wanqi_help_failed();
    postMessage({ failed: String(error) });
  }
}

/** What the tables of endings in files ask of a C library: there are no such files here, so that nobody calls it. */
const none = () => {
  throw new Error("there are no files in a browser");
};

const imported = () => ({
  env: { free: none, malloc: none, strcpy: none, exit: none, ...shared && { memory: shared } },
  page: {
    now: () => performance.now() + behind,
    since_1970: () => Date.now(),
    takes_turns: () => Number(takesTurns),
    // @ts-ignore: newer than the types.
    hear: takesTurns ? new WebAssembly.Suspending(hear) : () => {},
    /** @param {number} at @param {number} length */
    say: (at, length) => postMessage(read(at, length)),
    fetch: bring,
    /** @param {number} at @param {number} length */
    warn: (at, length) => postMessage({ warned: JSON.parse(read(at, length)) }),
    /** @param {number} at @param {number} length */
    fail: (at, length) => postMessage({ failed: read(at, length) }),
    /** @param {number} at @param {number} length @param {number} text @param {number} textLength */
    keep: (at, length, text, textLength) => keep?.(read(at, length), textLength < 0 ? null : read(text, textLength)),
    threads: countThreads,
    begin_threads: beginThreads,
  },
});

/** Does what waits, then sleeps until something is due. */
async function run() {
  if (running) return;
  running = true;
  clearTimeout(timer);
  try {
    while (exports.wanqi_is_waiting()) await exports.run();
  } catch (error) {
    postMessage({ failed: String(error) });
    throw error;
  } finally {
    running = false;
  }
  const due = exports.wanqi_due();
  if (due >= 0) {
    timer = setTimeout(() => {
      exports.wanqi_tick();
      run();
    }, due);
  }
}

/** @param {string} text */
function told(text) {
  if (early) return void early.push(text);
  write(text);
  exports.wanqi_hear();
  wake?.();
  run();
}

/**
 * Takes in a file.
 * @param {{ about: string, bytes: ArrayBuffer }} file
 */
function toldFile({ about, bytes }) {
  const line = encoder.encode(`${about}\n`);
  const at = exports.wanqi_room(line.length + bytes.byteLength);
  const room = new Uint8Array(exports.memory.buffer, at, line.length + bytes.byteLength);
  room.set(line);
  room.set(new Uint8Array(bytes), line.length);
  exports.wanqi_hear_file();
  wake?.();
  run();
}

/**
 * Compiles a module while it comes, or once it is there from a host that does not say what it is.
 * @param {string} address
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${answer.statusText}`);
  const isNamed = answer.headers.get("content-type")?.startsWith("application/wasm");
  return isNamed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

/**
 * Makes an instance of a module, or of the one for several threads beside it where the page may have them.
 * @param {string | WebAssembly.Module} module
 */
async function load(module) {
  if (HAS_THREADED && crossOriginIsolated && typeof module === "string" && module.endsWith("/wanqi.wasm")) {
    try {
      return await instantiate(await compile(module.replace(/wanqi\.wasm$/, "wanqi-threads.wasm")));
    } catch (error) {
      shared = undefined;
      tellUnthreaded(error);
    }
  }
  return instantiate(typeof module === "string" ? await compile(module) : module);
}

/** @param {WebAssembly.Module} module */
async function instantiate(module) {
  compiled = module;
  if (WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory")) shared = new WebAssembly.Memory(SHARED);
  return WebAssembly.instantiate(module, imported());
}

/**
 * Opens the module: `what` is a protocol (`uci`, `gtp go:size=9`) or `app`.
 * @param {{ module: string | WebAssembly.Module, open: string, keeps?: string, data?: string }} ask  `keeps`: a module with a store.
 */
async function begin({ module, open, keeps, data: elsewhere }) {
  try {
    data = elsewhere ?? data;
    const store = keeps && (await import(keeps)).open((/** @type {object} */ lost) => postMessage({ lost }));
    const [opened, instance] = await Promise.all([store, load(module)]);
    keep = opened?.keep;
    exports = { ...instance.exports, ...shared && { memory: shared } };
    // @ts-ignore: newer than the types.
    exports.run = takesTurns ? WebAssembly.promising(exports.wanqi_run) : exports.wanqi_run;
    for (const [key, text] of opened?.kept ?? []) {
      write(`${key}\n${text}`);
      exports.wanqi_kept();
    }
    write(open);
    if (!exports.wanqi_open()) return postMessage({ failed: `cannot open ${open}` });
    postMessage({ ready: true, takesTurns, threads: Math.max(countThreads(), 1) });
    const waiting = early ?? [];
    early = null;
    waiting.forEach(told);
  } catch (error) {
    postMessage({ failed: String(error) });
  }
}

onmessage = ({ data }) => {
  if (typeof data === "string") told(data);
  else if (data.ping) postMessage({ pong: true });
  else if (data.bytes) toldFile(data);
  else if (data.helps) help(data);
  else begin(data);
};
