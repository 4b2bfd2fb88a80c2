//! What is answered: the objects that the line protocol and the commands' `--json` have alike. `docs/json.md` tells every field,
//! and a test compares it with what is printed.

use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;
use wanqi_play::matches::{Elo, Played, Sprt, Tally, Verdict};
use wanqi_play::rules::{Diagnostic, Severity};
use wanqi_play::{
    Error, EvaluationInfo, GameInfo, Level, PlayerInfo, PlayoutReport, Spec, Table, Thought, rules,
};

/// The version of the format: it grows when a field goes or means something else, and not when one comes.
pub const FORMAT_VERSION: u32 = 1;

/// An answer as JSON, on one line.
pub(super) fn written(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("answers are of texts and numbers by names")
}

/// So many a second.
fn rate(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-9)
}

/// A game that comes with the program.
#[derive(Serialize)]
pub struct ListedGame {
    /// What is known of it before it is played.
    #[serde(flatten)]
    pub info: &'static GameInfo,
    /// The names of its notations, the one for people first, the one for programs last.
    pub notations: &'static [&'static str],
    /// Whether a rule file tells it.
    pub rule_file: bool,
}

impl ListedGame {
    /// All games: those known by heart, then those that rule files tell.
    ///
    /// # Errors
    /// If one cannot be played, which tests rule out.
    pub fn all() -> Result<Vec<ListedGame>, Error> {
        let known = wanqi_play::games().map(|info| (info, false));
        let told = rules::shipped().map(|shipped| (&*shipped.info, true));
        let listed = |(info, rule_file): (&'static GameInfo, bool)| {
            let notations = wanqi_play::table(&Spec::new(&*info.name))?.notations();
            Ok(ListedGame { info, notations, rule_file })
        };
        known.chain(told).map(listed).collect()
    }
}

/// Who plays a game.
#[derive(Serialize)]
pub struct GamePlayers {
    /// The game with its options.
    pub game: String,
    /// The kinds of player.
    pub players: Vec<PlayerInfo>,
    /// What they may evaluate positions by.
    pub evaluations: Vec<EvaluationInfo>,
    /// Levels of strength, the weakest first.
    pub levels: &'static [Level],
    /// Who analyses the game.
    pub analyst: &'static str,
}

impl GamePlayers {
    /// The players of a table's game.
    pub fn of(table: &dyn Table) -> GamePlayers {
        let info = table.info();
        GamePlayers {
            game: table.spec().to_string(),
            players: table.players(),
            evaluations: table.evaluations(),
            levels: info.levels,
            analyst: info.analyst,
        }
    }
}

/// What a player thinks of a position.
#[derive(Serialize)]
pub struct Analysis {
    /// The game with its options.
    pub game: String,
    /// The position's text.
    pub position: String,
    /// What the side to move is called.
    pub side: String,
    /// Who thinks.
    pub player: String,
    /// Whether the search was stopped from outside.
    pub stopped: bool,
    /// What it thinks.
    #[serde(flatten)]
    pub thought: Thought,
}

impl Analysis {
    /// What a player thinks of the position on a table.
    pub fn of(table: &dyn Table, player: &Spec, stopped: bool, thought: Thought) -> Analysis {
        Analysis {
            game: table.spec().to_string(),
            position: table.view().position,
            side: table.layout().sides[table.side_to_move().index()].name.clone(),
            player: player.to_string(),
            stopped,
            thought,
        }
    }
}

/// Move paths counted.
#[derive(Serialize)]
pub struct PerftCount {
    /// The game with its options.
    pub game: String,
    /// The position's text.
    pub position: String,
    /// Their length in plies or, with `turns`, in whole turns.
    pub depth: u32,
    /// Whether the length is in turns.
    pub turns: bool,
    /// Whether all were counted; not if it was stopped.
    pub complete: bool,
    /// How many there are.
    pub paths: u64,
    /// Time taken.
    pub seconds: f64,
    /// Speed.
    pub paths_per_second: f64,
    /// By first move or turn, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<BTreeMap<String, u64>>,
}

impl PerftCount {
    /// A count from the position on a table.
    pub fn of(table: &dyn Table, [depth, paths]: [u64; 2], turns: bool, time: Duration) -> PerftCount {
        PerftCount {
            game: table.spec().to_string(),
            position: table.view().position,
            depth: depth.try_into().unwrap_or(u32::MAX),
            turns,
            complete: true,
            paths,
            seconds: time.as_secs_f64(),
            paths_per_second: rate(paths, time),
            divide: None,
        }
    }
}

/// Random games counted.
#[derive(Serialize)]
pub struct RandomGames {
    /// The game with its options.
    pub game: String,
    /// The position's text.
    pub position: String,
    /// Seed of the random choices.
    pub seed: u64,
    /// Speed in games.
    pub games_per_second: f64,
    /// Speed in plies.
    pub moves_per_second: f64,
    /// Plies of a game; `None` if there was no game.
    pub mean_plies: Option<f64>,
    /// What came of them.
    #[serde(flatten)]
    pub report: PlayoutReport,
}

impl RandomGames {
    /// Games from the position on a table.
    pub fn of(table: &dyn Table, seed: u64, report: PlayoutReport) -> RandomGames {
        let time = Duration::from_secs_f64(report.seconds);
        RandomGames {
            game: table.spec().to_string(),
            position: table.view().position,
            seed,
            games_per_second: rate(report.games, time),
            moves_per_second: rate(report.plies, time),
            mean_plies: (report.games > 0).then(|| report.plies as f64 / report.games as f64),
            report,
        }
    }
}

/// What came of a match.
#[derive(Serialize)]
pub struct MatchReport {
    /// The game with its options.
    pub game: String,
    /// The position that it began with where openings say nothing else.
    pub position: String,
    /// The player that is measured.
    pub a: String,
    /// The one that it is measured against.
    pub b: String,
    /// Of openings and players.
    pub seed: u64,
    /// The score.
    #[serde(flatten)]
    pub tally: Tally,
    /// How much stronger A is, where the games say.
    pub elo: Option<Elo>,
    /// What the test says, if there is one.
    pub sprt: Option<SprtReport>,
    /// Every game.
    pub games: Vec<Played>,
}

/// What a test says of its two hypotheses.
#[derive(Serialize)]
pub struct SprtReport {
    /// The hypotheses.
    #[serde(flatten)]
    pub hypotheses: Sprt,
    /// How much likelier the second one is, as a logarithm.
    pub log_likelihood_ratio: f64,
    /// Where that is decided.
    pub bound: f64,
    /// Which one it is, if it is decided.
    pub verdict: Option<Verdict>,
}

impl SprtReport {
    /// After so many pairs of games.
    pub fn of(hypotheses: Sprt, tally: &Tally) -> SprtReport {
        SprtReport {
            hypotheses,
            log_likelihood_ratio: hypotheses.log_likelihood_ratio(&tally.pairs),
            bound: Sprt::bound(),
            verdict: hypotheses.verdict(&tally.pairs),
        }
    }
}

/// Something wrong with a rule file.
#[derive(Serialize)]
pub struct RulesProblem {
    /// `error` or `warning`; a file with warnings can be played.
    pub severity: &'static str,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Counted from 1.
    pub line: Option<usize>,
    /// Counted from 1, in characters.
    pub column: Option<usize>,
    /// The bytes of the file that it is about: the first of them
    pub from: Option<usize>,
    /// and the one behind the last.
    pub to: Option<usize>,
}

impl RulesProblem {
    /// What a reader of the file has found.
    pub fn of(diagnostic: &Diagnostic, text: &str) -> RulesProblem {
        let place = diagnostic.place(text);
        RulesProblem {
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            what: diagnostic.what.clone(),
            help: diagnostic.help.clone(),
            line: place.map(|place| place.0),
            column: place.map(|place| place.1),
            from: diagnostic.at.as_ref().map(|at| at.start),
            to: diagnostic.at.as_ref().map(|at| at.end),
        }
    }
}
