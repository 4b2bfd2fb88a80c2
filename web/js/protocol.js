// The messages between page and game, as crates/server/src/protocol/ defines them, and the pictures of
// crates/game/src/depict.rs. Types only.

/** @typedef {0 | 1} Side The side that moves first is 0. */
/** @typedef {string | null} Seat A person, or the text of a player. */

/**
 * @typedef {{ name: string, help: string, default: string } & (
 *   { kind: "number", min: number, max: number, step: number } | { kind: "choice", values: string[] }
 * )} OptionInfo
 */
/** @typedef {{ title: string, title_zh: string, player: string }} Level */
/**
 * @typedef {{ name: string, title: string, title_zh: string, options: OptionInfo[], levels: Level[],
 *             score_unit: number, moves: number, lab_positions: string[] }} GameInfo
 */

/** @typedef {{ column: number, row: number, terrain: "plain" | "star" | "water" | "trap" | "den" | "shade" }} Point */
/** @typedef {{ name: string, name_zh: string, colour: string }} SideLook */
/**
 * @typedef {object} Layout
 * @property {"cells" | "points" | "hexes"} style
 * @property {number} columns
 * @property {number} rows
 * @property {Point[]} points
 * @property {[number, number][]} lines
 * @property {{ between: [number, number], text: string }[]} inscriptions
 * @property {{ side: Side, points: number[] }[]} edges
 * @property {string[]} column_names
 * @property {string[]} row_names
 * @property {[SideLook, SideLook]} sides
 * @property {"chequered" | "wood" | "cloth" | "frame" | "paper"} colours
 */

/** @typedef {{ point: number, side: Side, look: string, letter: string, label: string }} Piece */
/** @typedef {{ side: Side, name: string, count: number, look: string, letter: string, label: string }} Held */
/** @typedef {{ pieces: Piece[], hands: Held[], alarmed: number[], forbidden: number[], note: string }} Scene */
/** @typedef {{ point: number[] } | { choice: { name: string, label: string } }} Step */
/** @typedef {{ text: string, steps: Step[] }} MoveView */
/** @typedef {{ winner: Side | null, text: string, points: number[] }} ResultView */
/**
 * @typedef {object} View
 * @property {Scene} scene
 * @property {Side} side
 * @property {string} position
 * @property {MoveView[]} moves
 * @property {{ text: string, side: Side }[]} record
 * @property {number} ply
 * @property {number[]} trace
 * @property {ResultView | null} result
 */

/** `ponder`: the machine thinks while a person is to move. @typedef {{ hint: boolean, ponder: boolean, side: Side, player: string }} Purpose */
/** Times in milliseconds. @typedef {{ left: [number, number], increment: number, running: Side | null }} ClockState */
/**
 * An end of the game that the board does not show.
 * @typedef {{ kind: "resigned" | "out_of_time", side: Side } | { kind: "agreed" } | { kind: "counted", dead: number[] }} Verdict
 */
/** A finished game as it is counted. @typedef {{ dead: number[], areas: [number[], number[]], result: ResultView }} Count */
/**
 * @typedef {object} GameState
 * @property {View} view
 * @property {string} first
 * @property {number} node Where the board stands in the record.
 * @property {[Seat, Seat]} seats
 * @property {Purpose | null} searching
 * @property {boolean} paused
 * @property {Analyse | null} analysing The analysis that was asked for.
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {Verdict | null} verdict
 * @property {ClockState | null} clock
 * @property {{ side: Side, declined: boolean } | null} draw
 * @property {Count | null} count
 * @property {boolean} ponder
 * @property {string} notation
 */

/** What a search thinks of a position, for the first side. @typedef {{ score: number, decided: number | null }} Evaluation */
/**
 * A move of the record; 0 is the position before the first, which has no parent, text and side.
 * @typedef {{ id: number, parent: number | null, text: string, side: Side | null, comment?: string, marks?: number[],
 *             evaluation?: Evaluation, better?: string }} TreeNode
 */
/** What is new in the record. `whole`: these are all its nodes. @typedef {{ whole: boolean, nodes: TreeNode[] }} TreeNews */

/** An analysis without end. @typedef {{ on: boolean, lines: number, threat: boolean }} Analyse */
/**
 * A line that was found, seen by the first side. `points`: those of its first move.
 * @typedef {{ score: number, decided: number | null, visits: number, moves: string[], points: number[] }} Line
 */
/**
 * What is laid over the board: visits by points; whose each point will be, from -100 to 100; where nobody may play.
 * @typedef {{ visits?: [number, number][], ownership?: number[], forbidden?: number[] }} Overlay
 */
/**
 * @typedef {{ node: number, threat: boolean, side: Side, player: string, finished: boolean, depth: number, work: Work,
 *             lines: Line[], overlay: Overlay }} Analysis
 */
/** How far the search for mistakes has come. @typedef {{ done: number, of: number, finished: boolean }} Review */

/** @typedef {{ interior: number, leaves: number, cutoffs: number, playouts: number, millis: number }} Work */
/**
 * @typedef {object} Thought
 * @property {string | null} best
 * @property {number} score
 * @property {string} score_text
 * @property {string[]} line
 * @property {number} depth
 * @property {"search" | "book" | "tables"} source Where the move comes from.
 * @property {Work} work
 */

/** @typedef {{ what: string, at: [number, number] | null }} Fault */
/**
 * A new game; `rules`: the text that tells it, where it is no game that the app knows.
 * @typedef {{ game: string, info: GameInfo, rules: string | null, layout: Layout, notations: string[] }} Table
 */
/** A rule file that comes with the app. @typedef {{ name: string, title: string, title_zh: string }} RuleFile */
/**
 * What is wrong with a rule file. Lines and columns are counted from 1, the characters `at` from 0.
 * @typedef {{ severity: "error" | "warning", what: string, help: string | null, line: number | null,
 *             column: number | null, at: [number, number] | null }} Diagnostic
 */
/**
 * A rule file looked at; `explanation`: what it says, in words, if it can be played.
 * @typedef {{ id: number | null, diagnostics: Diagnostic[],
 *             explanation: { title: string, lines: string[] }[] | null }} RulesChecked
 */
/** @typedef {Purpose & { finished: boolean, thought: Thought }} Thinking */
/** @typedef {"first" | "second" | "draw" | "unfinished"} Won */
/**
 * What games of the library are searched for. Empty texts ask for nothing; dates are `2026-11-21`.
 * @typedef {{ game: string, player: string, won: Won | null, since: string, until: string, offset: number,
 *             limit: number }} Search
 */
/**
 * A game in a list; `changed` in seconds since 1970.
 * @typedef {{ id: number, game: string, players: [string, string], date: string, event: string, won: Won | null,
 *             result: string, plies: number, changed: number }} Summary
 */
/** @typedef {{ id: number | null, games: Summary[], total: number }} Library */

/** Where the lab looks, if not at the position on the table. @typedef {{ game: string, position?: string }} LabPlace */
/**
 * @typedef {(
 *   { ladder: { players: string[], millis: number } } |
 *   { look: { moves: string[] } } |
 *   { tree: { player: string, nodes: number } } |
 *   { heat: { millis: number, seed: number } } |
 *   "lessons" | "stop"
 * )} LabAsk
 */
/**
 * A position on which a step of the ladder matters; `tree`: whose steps to show, where the tree shows it.
 * @typedef {{ name: string, game: string, position: string, before: string, after: string, right: string[],
 *             shown_by: "ladder" | "tree" | "heat", tree: string }} Lesson
 */
/** @typedef {{ branching: number, worst: number, best: number, leaves: number, least: number }} Theory */
/** @typedef {{ id: number | null, layout: Layout, view: View, evaluations: [string, string][] }} Look */
/**
 * A node as alpha-beta has seen it; scores are those of the side to move in it.
 * @typedef {object} SearchNode
 * @property {number | null} parent
 * @property {string} text The move that leads here.
 * @property {Side} side Who is to move.
 * @property {[number, number] | null} window
 * @property {number | null} score
 * @property {string | null} score_text
 * @property {"interior" | "finished" | "horizon" | "known" | "cut"} fate
 */
/**
 * A node of a Monte-Carlo search; values are those of the side that made the move that leads here.
 * @typedef {object} SimulatedNode
 * @property {number | null} parent
 * @property {string} text
 * @property {Side} mover
 * @property {number} prior
 * @property {number} moves How many there are to choose from here.
 * @property {[number, number] | null} proven After how many simulations, and as worth how much.
 */
/**
 * A simulation: its last node, what it was worth for the first side, and from which node upward it counts as a draw.
 * @typedef {[number, number | null, number | null]} Simulation
 */
/**
 * @typedef {{ player: string, thought: Thought } & (
 *   { steps: "nodes", nodes: SearchNode[], more: number } |
 *   { steps: "simulations", nodes: SimulatedNode[], simulations: Simulation[], exploration: number, guided: boolean }
 * )} SearchTree
 */
/**
 * @typedef {object} Heat
 * @property {{ text: string, games: number, wins: number, draws: number }[]} moves
 * @property {number} games
 * @property {number} discarded
 * @property {number} millis
 * @property {{ scene: Scene, trace: number[], plies: number, over: boolean, winner: Side | null } | null} shown
 */
/**
 * @typedef {(
 *   { report: "row", row: number, thought: Thought, finished: boolean } |
 *   { report: "theory", theory: Theory | null } |
 *   { report: "look" } & Look |
 *   { report: "tree" } & SearchTree |
 *   { report: "heat", finished: boolean } & Heat |
 *   { report: "lessons", lessons: Lesson[] } |
 *   { report: "done" }
 * )} LabReport
 */

/**
 * @typedef {(
 *   { event: "games", games: GameInfo[], rules: GameInfo[], templates: RuleFile[] } |
 *   { event: "rules_checked" } & RulesChecked |
 *   { event: "rule_text", id: number | null, name: string, text: string } |
 *   { event: "table" } & Table |
 *   { event: "state" } & GameState |
 *   { event: "tree" } & TreeNews |
 *   { event: "analysis" } & Analysis |
 *   { event: "review" } & Review |
 *   { event: "record_read", id: number | null, problems: string[] } |
 *   { event: "record_written", id: number | null, text: string } |
 *   { event: "looked", id: number | null, scene: Scene, trace: number[] } |
 *   { event: "thinking" } & Thinking |
 *   { event: "checked", id: number | null, fault: Fault | null } |
 *   { event: "lab", id: number | null } & LabReport |
 *   { event: "kept", game: number | null } |
 *   { event: "library" } & Library |
 *   { event: "deleted", id: number | null, count: number } |
 *   { event: "error", id: number | null, fault: Fault }
 * )} Event
 */

/** How records are written. @typedef {"pgn" | "sgf" | "ggf" | "moves" | "json"} RecordFormat */
/**
 * The record with its variations, to be taken up again: each node after its parent, siblings in their order.
 * @typedef {{ game: string, notes: object, nodes: object[] }} WholeRecord
 */
/**
 * @typedef {{ tree?: WholeRecord, first?: string, moves: string[], ply?: number, verdict?: Verdict | null, paused?: boolean }} Played
 */
/**
 * @typedef {(
 *   { request: "games" | "stop" | "undo" | "redo" | "resign" | "hint" | "step" | "offer_draw" } |
 *   { request: "new", game: string, rules?: string, seats: [Seat, Seat], record?: Played,
 *     clock?: { base: number, increment?: number, left?: [number, number] }, seed?: number } |
 *   { request: "check_rules", text: string, language: string } |
 *   { request: "rule_text", name: string } |
 *   { request: "move" | "position" | "check", text: string } |
 *   { request: "goto", ply: number } |
 *   { request: "seats", seats: [Seat, Seat] } |
 *   { request: "pause" | "ponder", on: boolean } |
 *   { request: "answer_draw", accept: boolean } |
 *   { request: "dead", point: number } |
 *   { request: "notation", name: string } |
 *   { request: "visit" | "delete", node: number } |
 *   { request: "promote", node: number, main?: boolean } |
 *   { request: "annotate", node: number, comment?: string, marks?: number[] } |
 *   { request: "analyse" } & Analyse |
 *   { request: "review", on: boolean, millis?: number } |
 *   { request: "line", moves: string[] } |
 *   { request: "look", moves: string[], threat?: boolean } |
 *   { request: "read_record", text: string } |
 *   { request: "write_record", format: RecordFormat } |
 *   { request: "lab", at: LabPlace | null, ask: LabAsk } |
 *   { request: "library", search: Search } |
 *   { request: "resume", game: number, otherwise?: object } |
 *   { request: "delete_games", games: number[] }
 * )} Request
 */

export {};
