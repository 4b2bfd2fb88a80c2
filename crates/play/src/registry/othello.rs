//! Othello and its players.

use super::{Declaration, GameEntry, GameInfo, Laid, Level, lay_learnable, rules_of};
use crate::evaluation::{Evaluation, KnowledgeSource};
use crate::learnable::{Known, LearnableBoard, best_by};
use crate::options::{ChoiceOption, Or};
use crate::othello::knowledge;
use crate::{Scale, ScoreUnit, Spec, Wins};
use std::borrow::Cow;
use std::sync::Arc;
use wanqi_eval::othello::{OthelloTactics, Patterns, SHIPPED, SquaresAndMobility};
use wanqi_games::othello::{Goal, Othello, Size};
use wanqi_search::alpha_beta::{self, Selectivity};
use wanqi_solve::othello::{Confidence, DiscSearch, EndgameProver, SearchOptions};

const SIZE: Or<ChoiceOption<Size>> =
    ChoiceOption::new("size", "rows and columns", &[("8", Size::Eight), ("6", Size::Six)])
        .zh("行数与列数")
        .or(Size::Eight);

const GOAL: Or<ChoiceOption<Goal>> = ChoiceOption::new(
    "goal",
    "who wins: with the most discs, or with the fewest",
    &[("most", Goal::Most), ("fewest", Goal::Fewest)],
)
.zh("胜者：棋子多者或少者")
.or(Goal::Most);

const CONFIDENCE: Or<ChoiceOption<Confidence>> = ChoiceOption::new(
    "confidence",
    "how sure a search is of what it gives up, in percent",
    &[
        ("73", Confidence::ALL[0]),
        ("87", Confidence::ALL[1]),
        ("95", Confidence::ALL[2]),
        ("98", Confidence::ALL[3]),
        ("99", Confidence::ALL[4]),
        ("100", Confidence::ALL[5]),
    ],
)
.zh("剪枝的可信度（%）")
.or(Confidence::LEAST);

/// Of squares and mobility.
const SCALE: Scale = Scale::of(ScoreUnit::Probability, 70.0);

pub(super) fn entry() -> GameEntry {
    let info = GameInfo {
        name: Cow::Borrowed("othello"),
        title: Cow::Borrowed("Othello"),
        title_zh: Cow::Borrowed("黑白棋"),
        options: Vec::new(),
        levels: &[
            Level { title: "Random", title_zh: "随机", player: "random" },
            Level {
                title: "Beginner",
                title_zh: "初学",
                player: "alphabeta:eval=squares,depth=1,overlook=50",
            },
            Level {
                title: "Novice", title_zh: "入门", player: "alphabeta:eval=squares,depth=2,overlook=45"
            },
            Level { title: "Easy", title_zh: "简单", player: "alphabeta:eval=squares,depth=2,overlook=10" },
            Level { title: "Medium", title_zh: "中等", player: "best:depth=3" },
            Level { title: "Hard", title_zh: "困难", player: "best:depth=8" },
            Level { title: "Strongest", title_zh: "最强", player: "best:time=5s,book=own" },
        ],
        analyst: "best:time=5s",
        wins: Wins::Discs,
        moves: 28,
        lab_positions: &[
            "......../......../......../...OX.../...XO.../......../......../........ X",
            "......../..O...../..XOX.../..OXX.../..OXXX../...O..../......../........ O",
        ],
    };
    let table = |spec, (size, goal)| -> Laid {
        let game = Othello::new(size).with_goal(goal);
        let books = knowledge::source(game);
        let squares = Declaration::new("squares", "worth of squares, and mobility", SCALE, (), |()| {
            Ok((SquaresAndMobility::default(), OthelloTactics))
        })
        .with_prover(EndgameProver::default)
        .knowing(&books)
        .boxed();
        let learnable = learnable(&spec, game);
        let mut evaluations = vec![squares];
        if has_patterns(&game) {
            evaluations.insert(0, patterns(&books));
        }
        Ok(Box::new(lay_learnable(spec, game, learnable, evaluations)))
    };
    GameEntry::new(info, (SIZE, GOAL), table, |spec, (size, goal)| {
        Ok(Arc::new(learnable(&spec, Othello::new(size).with_goal(goal))))
    })
}

/// Whether the patterns are those of this board and goal.
fn has_patterns(game: &Othello) -> bool {
    game.size() == Size::Eight && game.goal() == Goal::Most
}

/// What Othello's own search plays by on 8×8.
fn patterns(books: &KnowledgeSource<Othello>) -> Box<dyn Evaluation<Othello>> {
    let help = "worth of patterns of squares, in hundredths of a disc; best looks to the end of the game";
    // As games of 1,500 nodes a move ended from 16 to 55 empty squares (docs/experiments/othello.md).
    let scale = Scale::of(ScoreUnit::Centidiscs, 650.0);
    Declaration::new("patterns", help, scale, CONFIDENCE, |_| Ok((Patterns::try_shipped()?, OthelloTactics)))
        .made_of(Some(&SHIPPED.file))
        .searching_by(|confidence, options| {
            let guesses = options.selectivity != Selectivity::NONE;
            Ok(Box::new(DiscSearch::new(
                Patterns::try_shipped()?,
                SearchOptions {
                    table_mb: options.table_mb,
                    threads: options.threads,
                    depth: (options.depth < alpha_beta::Options::MAX_DEPTH).then_some(options.depth),
                    confidence: if guesses { confidence } else { Confidence::CERTAIN },
                },
            )))
        })
        .knowing(books)
        .boxed()
}

fn learnable(spec: &Spec, game: Othello) -> LearnableBoard<Othello, OthelloTactics> {
    let known = match has_patterns(&game) {
        // Its scores are discs at the end, which say nothing of who is likely to win.
        true => Known {
            make: Box::new(|| {
                let options = SearchOptions { table_mb: 1, ..SearchOptions::default() };
                Box::new(DiscSearch::new(Patterns::shipped(), options))
            }),
            scale: None,
        },
        false => best_by(SquaresAndMobility::default, OthelloTactics, SCALE),
    };
    LearnableBoard::by_heart(rules_of(spec), game, OthelloTactics, known)
}
