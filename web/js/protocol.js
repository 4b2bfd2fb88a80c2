// The messages between page and game, as crates/server/src/protocol/ defines them, and the pictures of
// crates/game/src/depict.rs. Types only.

/** @typedef {0 | 1} Side The side that moves first is 0. */
/** @typedef {string | null} Seat A person, or the text of a player. */
/** A game or a player in parts; the text is the server's. @typedef {{ text?: string, name: string, options: [string, string][] }} Spec */
/** A player as it may be asked for: as somebody has written it, or in parts. @typedef {string | Spec} Player */

/**
 * @typedef {{ name: string, help: string, help_zh: string, default: string | null } & (
 *   { kind: "number", min: number, max: number, step: number, unit: string | null } | { kind: "choice", values: string[] } |
 *   { kind: "switch" | "duration" | "text" } | { kind: "file", words: string[] }
 * )} OptionInfo
 */
/** A kind of player. `ends`: it comes to an end whatever its limits are. @typedef {{ name: string, options: OptionInfo[], ends: boolean }} PlayerInfo */
/** @typedef {{ title: string, title_zh: string, player: string, spec: Spec }} Level */
/**
 * @typedef {{ name: string, title: string, title_zh: string, options: OptionInfo[], levels: Level[],
 *             moves: number, lab_positions: string[] }} GameInfo
 */

/**
 * What is said: the key of a text, what is put into it, and its English; what has no key is its English alone.
 * @typedef {string | { key: string, values: Record<string, MessageValue>, english: string }} Message
 */
/** @typedef {Message | { side: Side, name: string }} MessageValue */

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
 * @property {[string[], string[]]} column_counts What each side calls the columns, to be written along its edge.
 * @property {[SideLook, SideLook]} sides
 * @property {"chequered" | "wood" | "cloth" | "frame" | "paper"} colours
 */

/** @typedef {{ point: number, side: Side, look: string, letter: string, label: string }} Piece */
/** @typedef {{ side: Side, name: string, count: number, look: string, letter: string, label: string }} Held */
/** @typedef {{ pieces: Piece[], hands: Held[], alarmed: number[], forbidden: number[], note: Message }} Scene */
/** @typedef {{ point: number[] } | { choice: { name: string, label: Message } }} Step */
/** @typedef {{ text: string, steps: Step[] }} MoveView */
/** @typedef {{ winner: Side | null, text: Message, points: number[] }} ResultView */
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
/**
 * Times in milliseconds; `base`: what each side had at the beginning.
 * @typedef {{ base: number, left: [number, number], increment: number, running: Side | null }} ClockState
 */
/**
 * An end of the game that the board does not show.
 * @typedef {{ kind: "resigned" | "out_of_time", side: Side } | { kind: "agreed" } | { kind: "counted", dead: number[] }} Verdict
 */
/**
 * A position of the record, as a change of the one before. `gone`: points whose pieces are gone; `put`: the pieces that
 * are new.
 * @typedef {{ node: number, gone: number[], put: Piece[], hands: Held[], alarmed: number[], forbidden: number[], note: Scene["note"],
 *             side: Side, position: string, trace: number[], result: ResultView | null }} Taken
 */
/** A game as it is counted. @typedef {{ dead: number[], areas: [number[], number[]], result: ResultView }} Count */
/** The name of a machine is its level's, in English; of a person who plays here it is empty. @typedef {{ name: string, rating: string }} PlayerHeader */
/**
 * What is known of a game beside its moves; empty texts are unknown. `result`: how it ended, wherever in it the board stands.
 * @typedef {{ players: [PlayerHeader, PlayerHeader], event: string, site: string, round: string, date: string,
 *             result: { winner: Side | null, text: Message } | null }} GameHeaders
 */
/**
 * @typedef {object} GameState
 * @property {View} view
 * @property {string} first
 * @property {number} node Where the board stands in the record.
 * @property {GameHeaders} headers
 * @property {boolean} live Whether it was begun here; otherwise it was played elsewhere.
 * @property {boolean} in_play Whether a move is a move of the game; otherwise it is over, or was played elsewhere, and a move is a variation.
 * @property {[Seat, Seat]} seats
 * @property {[Spec | null, Spec | null]} players The seats in parts.
 * @property {Purpose | null} searching
 * @property {boolean} paused
 * @property {Analyse | null} analysing The analysis that was asked for.
 * @property {boolean} watched Whether the server believes that somebody looks at it; otherwise it rests.
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {Verdict | null} verdict
 * @property {ClockState | null} clock
 * @property {{ side: Side, declined: boolean } | null} draw
 * @property {Count | null} count Without a verdict stones can be called dead; without a result that is to be agreed on.
 * @property {boolean} ponder
 * @property {string} notation
 */

/**
 * What a position is worth to a side: what people read, how likely it wins (0 to 1; null where nobody has told), and in
 * how many plies it wins, or loses if negative, if that is proven. `discs`: by how many it leads at the end, where they are
 * counted; `solved`: that is known to the last one.
 * @typedef {{ score_text: string, score_words?: Message, win_probability: number | null, decided: number | null, discs?: number,
 *             solved?: boolean }} Value
 */
/**
 * A move of the record; 0 is the position before the first, which has no parent, text and side. `whole`: the turn up to it
 * as one move, where it is not the first of its turn.
 * @typedef {{ id: number, parent: number | null, text: string, whole?: string, side: Side | null, comment?: string, marks?: number[],
 *             evaluation?: Value & { score: number }, better?: string }} TreeNode
 */
/** What is new in the record. `whole`: these are all its nodes. @typedef {{ whole: boolean, nodes: TreeNode[] }} TreeNews */

/** An analysis without end. @typedef {{ on: boolean, lines: number, threat: boolean }} Analyse */
/**
 * A line that was found, seen by the first side. `own`: what it is worth to whose move it is, in games where people read
 * that; `points`: those of its first move.
 * @typedef {Value & { own?: Message, visits: number, moves: string[], points: number[] }} Line
 */
/**
 * What is laid over the board: visits by points; the discs that a move to a point leads by at the end, for whose move it is, where
 * that is known for certain; whose each point will be, from -100 to 100; where nobody may play.
 * @typedef {{ visits?: [number, number][], solved?: [number, number][], ownership?: number[], forbidden?: number[] }} Overlay
 */
/**
 * @typedef {{ node: number, threat: boolean, side: Side, player: string, finished: boolean, depth: number, work: Work,
 *             lines: Line[], lead: Message | null, overlay: Overlay }} Analysis
 */
/** How far the search for mistakes has come. @typedef {{ done: number, of: number, finished: boolean }} Review */

/**
 * What a move is worth that was tried: what it loses of the probability to win, and in discs where they are counted, whether the
 * search would have made it, and whether it is as good as the best.
 * @typedef {{ node: number, lost: number, discs?: number, best: boolean, as_good: boolean }} Retried
 */
/**
 * A move that games of the library went on with: how many, and how they ended; `book`: its share of the opening book in
 * per cent, if that has it; `value`: what the book says that it is worth to who makes it.
 * @typedef {{ text: string, points: number[], games: number, first: number, draws: number, second: number, book: number | null,
 *             value: Message | null }} ExploredMove
 */
/**
 * `name`: what the opening is called; `pending`: games that have not been looked at yet.
 * @typedef {{ id: number | null, node: number, name: string | null, moves: ExploredMove[], pending: number }} Explored
 */
/**
 * A position to be solved: `line` has the solver's moves at even places and the replies between; `origin`: the game of
 * the library that it is from; `level`: its box, 0 as long as it has not been tried.
 * @typedef {{ id: number, game: string, position: string, line: string[], origin: number | null, level: number, tries: number,
 *             solved: number }} Puzzle
 */
/**
 * The puzzles of today: how many have come to their day, how many are new, how many there are, and in how many days the next comes.
 * @typedef {{ id: number | null, puzzles: Puzzle[], due: number, fresh: number, total: number, next: number | null }} Training
 */

/** @typedef {{ interior: number, leaves: number, cutoffs: number, playouts: number, millis: number }} Work */
/**
 * @typedef {object} Thought
 * @property {string | null} best
 * @property {string} score_text
 * @property {Message} [score_words] The same where there are words in it.
 * @property {number | null} win_probability
 * @property {number | null} decided
 * @property {string[]} line
 * @property {number} depth
 * @property {"search" | "book" | "tables"} source Where the move comes from.
 * @property {Work} work
 */

/** @typedef {{ what: Message, at: [number, number] | null }} Fault */
/**
 * A new game; `rules`: the text that tells it, where it is no game that the app knows.
 * @typedef {{ game: string, spec: Spec, info: GameInfo, rules: string | null, layout: Layout, kinds: Piece[],
 *             notations: string[] }} Table
 */
/** A rule file that comes with the app. @typedef {{ name: string, title: string, title_zh: string }} RuleFile */
/**
 * What is wrong with a rule file. Lines and columns are counted from 1, the characters `at` from 0.
 * @typedef {{ severity: "error" | "warning", what: string, help: string | null, line: number | null,
 *             column: number | null, at: [number, number] | null }} Diagnostic
 */
/**
 * A rule file looked at; `explanation`: what it says, in words, and `picture`: its board as games begin, if it can be played.
 * @typedef {{ id: number | null, diagnostics: Diagnostic[],
 *             explanation: { title: string, lines: string[] }[] | null,
 *             picture: { layout: Layout, scene: Scene } | null }} RulesChecked
 */
/** @typedef {Purpose & { finished: boolean, thought: Thought }} Thinking */
/** @typedef {"first" | "second" | "draw" | "unfinished"} Won */
/** @typedef {"changed" | "game" | "players" | "date" | "result" | "plies"} SortKey */
/**
 * What games of the library are searched for. Empty texts ask for nothing; dates are `2026-11-21`.
 * `hide_abandoned` leaves out what was begun here and given up after two moves at most.
 * @typedef {{ game: string, player: string, won: Won | null, since: string, until: string, event: string, min_plies: number, hide_abandoned: boolean,
 *             sort: SortKey, reverse: boolean, offset: number, limit: number }} Search
 */
/**
 * A game in a list; `changed` in seconds since 1970.
 * @typedef {{ id: number, game: string, players: [string, string], date: string, event: string, won: Won | null,
 *             result: string, plies: number, unread: string, changed: number }} Summary
 *   `unread`: why it could not be read to its end from the file that it came from.
 */
/** `abandoned`: how many are left out. @typedef {{ id: number | null, games: Summary[], total: number, abandoned: number }} Library */
/** The last positions of games; `layout`: which of the boards; `result`: how it ended, if its record says that in words. @typedef {{ id: number | null, layouts: Layout[], boards: { id: number, layout: number, scene: Scene, trace: number[], result: Message | null }[] }} Thumbnails */
/**
 * What is told of a tournament. `games`: who plays the first and the second side, by place among the players.
 * @typedef {(
 *   { report: "begun", game: string, layout: Layout, players: string[], games: [number, number][] } |
 *   { report: "moved", game: number, ply: number, text: string, scene: Scene, trace: number[] } |
 *   { report: "played", game: number, scene: Scene, trace: number[], plies: number, result: ResultView, kept: number | null } |
 *   { report: "done", fault: Message | null }
 * )} TournamentReport
 */

/** How a match stands for the new network. @typedef {{ wins: number, draws: number, losses: number }} MatchScore */
/**
 * A generation of what was learnt; `corrects`: it is added to what the rules say, instead of standing for it; `windows`: it looks
 * at neighbouring points together; `from_rules`: learning began without the network that comes with the program; `beside`: its
 * match against what the program knows of the game otherwise; `elo`: how much stronger it is than what learning began with;
 * `loss`: what it does not explain.
 * @typedef {{ number: number, games: number, positions: number, loss: number | null, score: MatchScore, accepted: boolean,
 *             corrects: boolean, windows: boolean, from_rules: boolean, beside?: { score: MatchScore, is_better: boolean },
 *             elo: number, seconds: number }} LearnGeneration
 */
/**
 * What a learner is at. `here`: whether its game is the one that is looked at; `generation`: the one that is being made.
 * @typedef {object} LearningView
 * @property {string} game
 * @property {string} title
 * @property {string} title_zh
 * @property {boolean} here
 * @property {number} generation
 * @property {{ name: "opening" } | { name: "games", games: number, positions: number, of: number } |
 *            { name: "training", epoch: number, of: number, loss: number | null } | { name: "match", score: MatchScore, of: number }} stage
 * @property {number} seconds
 * @property {number} left
 */
/**
 * What was learnt of a game; `game`: its name, if it comes with the app.
 * @typedef {{ game: string | null, title: string, rules: string, in_use: number | null, generations: number, elo: number,
 *             positions: number }} LearntRow
 */
/** A game to be learnt; `rules`: the text that tells it, where it is no game that the app knows. @typedef {{ game: string, rules?: string }} LearnSubject */
/**
 * What is told of learning. `running` in a list: the rules that are being learnt; `comes_with_network`: what it begins with is no
 * more the rules alone.
 * @typedef {(
 *   { report: "list", learnt: LearntRow[], running: string | null, fault: Message | null } |
 *   { report: "watched", game: string, title: string, title_zh: string, layout: Layout, comes_with_network: boolean, untrained: string, fault: Message | null } |
 *   { report: "status", running: LearningView | null, fault: Message | null } |
 *   { report: "history", generations: LearnGeneration[], in_use: number | null, fault: Message | null } |
 *   { report: "moved", generation: number | null, ply: number, text: string, scene: Scene, trace: number[], result: ResultView | null }
 * )} LearnReport
 */

/** Where the lab looks, if not at the position on the table. @typedef {{ game: string, position?: string }} LabPlace */
/**
 * @typedef {(
 *   { ladder: { players: Player[], millis: number } } |
 *   { look: { moves: string[] } } |
 *   { tree: { player: Player, nodes: number } } |
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
/** A position put together by hand, and what is wrong with it. @typedef {{ id: number | null, text: string, fault: Fault | null }} SetUp */
/** @typedef {{ id: number | null, layout: Layout, view: View, evaluations: { name: string, help: string }[] }} Look */
/**
 * A node as alpha-beta has seen it; scores are those of the side to move in it.
 * @typedef {object} SearchNode
 * @property {number | null} parent
 * @property {string} text The move that leads here.
 * @property {Side} side Who is to move.
 * @property {[number, number] | null} window
 * @property {number | null} score
 * @property {string | null} score_text
 * @property {Message} [score_words] The same where there are words in it.
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
 *   { report: "players", players: string[] } |
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
 *   { event: "games", games: GameInfo[], rules: GameInfo[], templates: RuleFile[], players: PlayerInfo[] } |
 *   { event: "rules_checked" } & RulesChecked |
 *   { event: "rule_text", id: number | null, name: string, text: string } |
 *   { event: "table" } & Table |
 *   { event: "state" } & GameState |
 *   { event: "tree" } & TreeNews |
 *   { event: "analysis" } & Analysis |
 *   { event: "review" } & Review |
 *   { event: "retried" } & Retried |
 *   { event: "explored" } & Explored |
 *   { event: "puzzles" } & Training |
 *   { event: "puzzle_tried", id: number | null, puzzle: number, days: number | null } |
 *   { event: "puzzle_found", puzzle: { game: string, position: string, line: string[] } } |
 *   { event: "record_read", id: number | null, problems: Message[] } |
 *   { event: "record_written", id: number | null, text: string } |
 *   { event: "looked", id: number | null, scene: Scene, trace: number[] } |
 *   { event: "taken_along", positions: Taken[], texts: [RecordFormat, string][] } |
 *   { event: "thinking" } & Thinking |
 *   { event: "checked", id: number | null, fault: Fault | null } |
 *   { event: "set_up" } & SetUp |
 *   { event: "lab", id: number | null } & LabReport |
 *   { event: "kept", game: number | null } |
 *   { event: "keepsake", text: string | null } |
 *   { event: "library" } & Library |
 *   { event: "thumbnails" } & Thumbnails |
 *   { event: "tournament", id: number | null } & TournamentReport |
 *   { event: "learn", id: number | null } & LearnReport |
 *   { event: "deleted", id: number | null, count: number } |
 *   { event: "error", id: number | null, fault: Fault }
 * )} Event
 */

/** How records are written. @typedef {"pgn" | "pdn" | "sgf" | "ggf" | "moves" | "json"} RecordFormat */
/**
 * @typedef {{ first?: string, moves: string[], ply?: number, verdict?: Verdict | null, paused?: boolean }} Played
 */
/**
 * @typedef {(
 *   { request: "games" | "stop" | "undo" | "redo" | "resign" | "hint" | "step" | "offer_draw" | "accept_count" | "explore" } |
 *   { request: "new", game: string | Spec, rules?: string, seats: [Player | null, Player | null], record?: Played,
 *     clock?: { base: number, increment?: number, left?: [number, number] }, seed?: number } |
 *   { request: "rematch", seed?: number } |
 *   { request: "play_from_here", seats: [Player | null, Player | null], seed?: number,
 *     clock?: { base: number, increment?: number } } |
 *   { request: "check_rules", text: string, language: string } |
 *   { request: "rule_text", name: string } |
 *   { request: "move" | "retry" | "position" | "check", text: string } |
 *   { request: "set_up", pieces: (string | number)[][], side: Side } |
 *   { request: "goto", ply: number } |
 *   { request: "seats", seats: [Player | null, Player | null] } |
 *   { request: "pause" | "ponder" | "watch", on: boolean } |
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
 *   { request: "take_along", nodes: number[] } |
 *   { request: "read_record", text: string } |
 *   { request: "write_record", format: RecordFormat } |
 *   { request: "lab", at: LabPlace | null, ask: LabAsk } |
 *   { request: "library", search: Search } |
 *   { request: "resume", game: number | null, keepsake?: string | null } |
 *   { request: "thumbnails", games: number[] } |
 *   { request: "tournament", ask: "stop" | { begin: { game: string | Spec, players: Player[], rounds: number, millis: number, seed: number } } } |
 *   { request: "learn", ask: "list" | "leave" | "stop" | { watch: LearnSubject } | { forget: LearnSubject } |
 *     { start: { subject: LearnSubject, seconds: number } } } |
 *   { request: "puzzles", game: string } |
 *   { request: "puzzle_tried", puzzle: number, solved: boolean } |
 *   { request: "delete_games", games: number[] }
 * )} Request
 */

export {};
