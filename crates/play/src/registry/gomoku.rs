//! Gomoku and its players.

use super::{Declaration, GameEntry, GameInfo, Laid, Level, lay, lay_learnable, network_of_file, rules_of};
use crate::learnable::{LearnableBoard, NET, best_by};
use crate::options::{ChoiceOption, FileValue, NumberOption, Or};
use crate::{Error, Scale, ScoreUnit, Spec, Wins};
use std::borrow::Cow;
use std::sync::Arc;
use wanqi_eval::gomoku::network::SHIPPED;
use wanqi_eval::gomoku::{GomokuTactics, Network, Patterns, ThreatTactics};
use wanqi_eval::learnt::PlacementTactics;
use wanqi_eval::opening::ByPlayers;
use wanqi_game::message;
use wanqi_games::gomoku::opening::{Opening, Openings};
use wanqi_games::gomoku::{Gomoku, Rule, SIZES};
use wanqi_solve::gomoku::{AfterOpening, RootProver};

const SIZE: Or<NumberOption<u8>> =
    NumberOption::new("size", "columns, and rows too unless these are told", SIZES)
        .zh("列数；未给行数时也是行数")
        .or(15);
const ROWS: Or<NumberOption<u8>> = NumberOption::new(
    "rows",
    "rows of a board that is not square; 0 for as many as columns",
    0..=*SIZES.end(),
)
.zh("行数（非正方形棋盘）；0 表示与列数相同")
.or(0);
const RULE: Or<ChoiceOption<Rule>> = ChoiceOption::new(
    "rule",
    "freestyle: five or more win; exact: just five; renju: points are forbidden to Black",
    &[("freestyle", Rule::Freestyle), ("exact", Rule::ExactFive), ("renju", Rule::Renju)],
)
.zh("自由：五子或更多即胜；恰五：必须恰好五子；连珠：黑方有禁手")
.or(Rule::Freestyle);
const FORBIDDEN_LOSES: Or<ChoiceOption<bool>> = ChoiceOption::new(
    "forbidden",
    "renju's forbidden points: no moves, or moves that lose",
    &[("illegal", false), ("loses", true)],
)
.zh("连珠的禁手点：不可落子，或落子即负")
.or(false);
const OPENING: Or<ChoiceOption<Option<Openings>>> = ChoiceOption::new(
    "opening",
    "how the first stones are put and the colours chosen",
    &[
        ("none", None),
        ("swap2", Some(Openings::Swap2)),
        ("rif", Some(Openings::Rif)),
        ("soosorv8", Some(Openings::Soosorv8)),
        ("taraguchi10", Some(Openings::Taraguchi10)),
    ],
)
.zh("开局如何落子、如何选择黑白")
.or(None);
const CANDIDATES: NumberOption<usize> =
    NumberOption::new("candidates", "points to look at in a position, 0 for all", 0..=400);

/// What the network was trained with, and the lines that it corrects; of patterns nothing better is known.
const SCALE: Scale = Scale::of(ScoreUnit::Probability, 270.0);

pub(super) fn entry() -> GameEntry {
    let info = GameInfo {
        name: Cow::Borrowed("gomoku"),
        title: Cow::Borrowed("Gomoku"),
        title_zh: Cow::Borrowed("五子棋"),
        options: Vec::new(),
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
        analyst: "best:time=5s",
        wins: Wins::Distance,
        moves: 28,
        lab_positions: &[
            START,
            concat!(
                ".............../.............../.............../.............../.............../",
                "......O......../......XX......./.......XO....../.......OX....../.............../",
                ".............../.............../.............../.............../............... O"
            ),
        ],
    };
    let table = |spec: Spec, (size, rows, rule, forbidden_loses, opening)| -> Laid {
        let game = game(size, rows, rule, forbidden_loses)?;
        let spec = without_needless_rows(spec, &game);
        const NETWORK: (&str, &str) =
            ("network", "the lines, corrected by a small network that looks at every point");
        const LINES: (&str, &str) = ("lines", "what stones would make of every line, by threats");
        const PATTERNS: (&str, &str) = ("patterns", "runs of stones, by length and open ends");
        if let Some(rule) = opening {
            let opening = Opening::new(game, rule).ok_or_else(|| {
                Error::spec(message!("fault.opening-square", "openings by rule are of square boards alone"))
            })?;
            let by_prover = || AfterOpening(RootProver::default());
            let network = |given| Ok(by_players(network(given)?));
            let lines = |given| Ok(by_players(lines(given)));
            let patterns = |given| Ok(by_players(patterns(given)));
            let evaluations = vec![
                Declaration::new(NETWORK.0, NETWORK.1, SCALE, (NET, CANDIDATES), network)
                    .made_of(Some(&SHIPPED.file))
                    .with_prover(by_prover)
                    .boxed(),
                Declaration::new(LINES.0, LINES.1, SCALE, CANDIDATES, lines).with_prover(by_prover).boxed(),
                Declaration::new(PATTERNS.0, PATTERNS.1, SCALE, CANDIDATES, patterns).boxed(),
            ];
            return Ok(Box::new(lay(spec, opening, evaluations)));
        }
        let lines = |given| Ok(lines(given));
        let patterns = |given| Ok(patterns(given));
        let evaluations = vec![
            Declaration::new(NETWORK.0, NETWORK.1, SCALE, (NET, CANDIDATES), network)
                .made_of(Some(&SHIPPED.file))
                .with_prover(RootProver::default)
                .boxed(),
            Declaration::new(LINES.0, LINES.1, SCALE, CANDIDATES, lines)
                .with_prover(RootProver::default)
                .boxed(),
            Declaration::new(PATTERNS.0, PATTERNS.1, SCALE, CANDIDATES, patterns).boxed(),
        ];
        let learnable = learnable(&spec, game);
        Ok(Box::new(lay_learnable(spec, game, learnable, evaluations)))
    };
    GameEntry::new(
        info,
        (SIZE, ROWS, RULE, FORBIDDEN_LOSES, OPENING),
        table,
        |spec, (size, rows, rule, loses, opening)| {
            if opening.is_some() {
                return Err(Error::spec(message!(
                    "fault.opening-not-learnt",
                    "gomoku is learnt without an opening rule"
                )));
            }
            let game = game(size, rows, rule, loses)?;
            Ok(Arc::new(learnable(&without_needless_rows(spec, &game), game)))
        },
    )
}

/// The spec that is the same game's whether it tells the rows of a square board or not: files are kept by it.
fn without_needless_rows(mut spec: Spec, game: &Gomoku) -> Spec {
    spec.options.retain(|(name, _)| name != "rows" || !game.is_square());
    spec
}

fn game(size: u8, rows: u8, rule: Rule, forbidden_loses: bool) -> Result<Gomoku, Error> {
    let (rows, told) = match rows {
        0 => (size, size.to_string()),
        rows => (rows, format!("{size}x{rows}")),
    };
    let game = Gomoku::rectangular(size, rows, rule).ok_or_else(|| {
        Error::Spec(message!("fault.no-board", "there is no gomoku board of size {size}", size = told))
    })?;
    Ok(if forbidden_loses { game.forbidden_loses() } else { game })
}

fn learnable(spec: &Spec, game: Gomoku) -> LearnableBoard<Gomoku, PlacementTactics> {
    let known = best_by(Network::shipped, ThreatTactics::default(), SCALE);
    LearnableBoard::by_heart(rules_of(spec), game, PlacementTactics, known)
}

fn network(
    (file, candidates): (Option<FileValue>, Option<usize>),
) -> Result<(Network, ThreatTactics), Error> {
    let network = network_of_file(file, Network::read)?;
    Ok((network.map_or_else(Network::try_shipped, Ok)?, threats(candidates)))
}

fn lines(candidates: Option<usize>) -> (Network, ThreatTactics) {
    (Network::none(), threats(candidates))
}

fn threats(candidates: Option<usize>) -> ThreatTactics {
    ThreatTactics { candidates: candidates.unwrap_or(ThreatTactics::default().candidates) }
}

fn patterns(candidates: Option<usize>) -> (Patterns, GomokuTactics) {
    (Patterns, GomokuTactics { candidates: candidates.unwrap_or(GomokuTactics::default().candidates) })
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
