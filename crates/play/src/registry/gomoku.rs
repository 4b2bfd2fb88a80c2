//! Gomoku and its players.

use super::{Entry, Evaluation, GameInfo, Level, network_of_file, read};
use crate::typed_table::TypedTable;
use crate::{Error, OptionInfo, OptionKind, Options};
use eval::gomoku::{GomokuTactics, Network, Patterns, ThreatTactics};
use eval::opening::ByPlayers;
use games::gomoku::opening::{Opening, Openings};
use games::gomoku::{Gomoku, Rule, SIZES};
use std::borrow::Cow;

const RULES: [&str; 3] = ["freestyle", "exact", "renju"];
const FORBIDDEN: [&str; 2] = ["illegal", "loses"];
const OPENINGS: [&str; 5] = ["none", "swap2", "rif", "soosorv8", "taraguchi10"];

pub(super) const ENTRY: Entry = Entry {
    info: GameInfo {
        name: Cow::Borrowed("gomoku"),
        title: Cow::Borrowed("Gomoku"),
        title_zh: Cow::Borrowed("五子棋"),
        options: &[
            OptionInfo {
                name: "size",
                help: "rows and columns",
                kind: OptionKind::Number { min: *SIZES.start() as f64, max: *SIZES.end() as f64, step: 1.0 },
                default: "15",
            },
            OptionInfo {
                name: "rule",
                help: "freestyle: five or more win; exact: just five; renju: points are forbidden to Black",
                kind: OptionKind::Choice { values: &RULES },
                default: RULES[0],
            },
            OptionInfo {
                name: "forbidden",
                help: "renju's forbidden points: no moves, or moves that lose",
                kind: OptionKind::Choice { values: &FORBIDDEN },
                default: FORBIDDEN[0],
            },
            OptionInfo {
                name: "opening",
                help: "how the first stones are put and the colours chosen",
                kind: OptionKind::Choice { values: &OPENINGS },
                default: OPENINGS[0],
            },
        ],
        levels: &[
            Level { title: "Random", title_zh: "随机", player: "random" },
            Level {
                title: "Beginner",
                title_zh: "初学",
                player: "alphabeta:depth=1,overlook=50,eval=patterns",
            },
            Level {
                title: "Novice",
                title_zh: "入门",
                player: "alphabeta:depth=2,overlook=45,eval=patterns",
            },
            Level {
                title: "Easy", title_zh: "简单", player: "alphabeta:depth=2,overlook=10,eval=patterns"
            },
            Level { title: "Medium", title_zh: "中等", player: "best:depth=4" },
            Level { title: "Hard", title_zh: "困难", player: "best:time=1s" },
            Level { title: "Strongest", title_zh: "最强", player: "best:time=5s" },
        ],
        score_unit: 1,
        moves: 28,
        lab_positions: &[
            START,
            concat!(
                ".............../.............../.............../.............../.............../",
                "......O......../......XX......./.......XO....../.......OX....../.............../",
                ".............../.............../.............../.............../............... O"
            ),
        ],
    },
    table: |spec| {
        let (size, rule, forbidden, opening) = read(&spec, |options| {
            let size = options.number("size", 15, SIZES)?;
            let rule = options.choice("rule", &RULES)?;
            let forbidden = options.choice("forbidden", &FORBIDDEN)?;
            Ok((size, rule, forbidden, options.choice("opening", &OPENINGS)?))
        })?;
        let game = Gomoku::new(size, [Rule::Freestyle, Rule::ExactFive, Rule::Renju][rule])
            .ok_or_else(|| Error::Spec(format!("there is no gomoku board of size {size}")))?;
        let game = if forbidden == 1 { game.forbidden_loses() } else { game };
        let rules = [Openings::Swap2, Openings::Rif, Openings::Soosorv8, Openings::Taraguchi10];
        const NETWORK: (&str, &str) = (
            "network",
            "the lines, corrected by a small network that looks at every point; net= names another file",
        );
        const LINES: (&str, &str) = ("lines", "what stones would make of every line, by threats");
        const PATTERNS: (&str, &str) = ("patterns", "runs of stones, by length and open ends");
        if let Some(&rule) = opening.checked_sub(1).and_then(|index| rules.get(index)) {
            let evaluations = vec![
                Evaluation::new(NETWORK.0, NETWORK.1, |options| Ok(by_players(network(options)?))),
                Evaluation::new(LINES.0, LINES.1, |options| Ok(by_players(lines(options)?))),
                Evaluation::new(PATTERNS.0, PATTERNS.1, |options| Ok(by_players(patterns(options)?))),
            ];
            return Ok(Box::new(TypedTable::new(spec, Opening::new(game, rule), evaluations)));
        }
        let evaluations = vec![
            Evaluation::new(NETWORK.0, NETWORK.1, network),
            Evaluation::new(LINES.0, LINES.1, lines),
            Evaluation::new(PATTERNS.0, PATTERNS.1, patterns),
        ];
        Ok(Box::new(TypedTable::new(spec, game, evaluations)))
    },
};

fn network(options: &mut Options) -> Result<(Network, ThreatTactics), Error> {
    let network = network_of_file(options, Network::read)?;
    Ok((network.unwrap_or_else(Network::shipped), threats(options)?))
}

fn lines(options: &mut Options) -> Result<(Network, ThreatTactics), Error> {
    Ok((Network::none(), threats(options)?))
}

fn threats(options: &mut Options) -> Result<ThreatTactics, Error> {
    let candidates = options.number("candidates", ThreatTactics::default().candidates, 0..=400)?;
    Ok(ThreatTactics { candidates })
}

fn patterns(options: &mut Options) -> Result<(Patterns, GomokuTactics), Error> {
    let candidates = options.number("candidates", GomokuTactics::default().candidates, 0..=400)?;
    Ok((Patterns, GomokuTactics { candidates }))
}

/// The same for a game with an opening rule.
fn by_players<E, T>((evaluator, tactics): (E, T)) -> (ByPlayers<E>, ByPlayers<T>) {
    (ByPlayers(evaluator), ByPlayers(tactics))
}

const START: &str = concat!(
    ".............../.............../.............../.............../.............../",
    ".............../.............../.............../.............../.............../",
    ".............../.............../.............../.............../............... X"
);
