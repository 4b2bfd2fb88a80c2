//! The searches on trees drawn by hand, on thousands drawn by chance, and on real games.

mod bounds;
mod guides;
mod ladder;
mod limits;
mod monte_carlo;
mod monte_carlo_graph;
mod monte_carlo_threads;
mod overlooking;
mod proven;
mod real_games;
mod record;
mod retrograde;
mod text_tree;
mod theory;
mod threads;
mod trees;

use wanqi_game::Game;
use wanqi_search::{Evaluator, Limits, NoTactics, Report, Score, Search, Walk};

/// Searches from `position` alone.
fn search<G: Game>(
    search: &mut impl Search<G>,
    game: &G,
    position: &G::Position,
    limits: &Limits,
) -> Report<G::Move> {
    search.search(game, std::slice::from_ref(position), limits, &mut |_| {})
}

/// Checks that the principal variation ends where the score says: it is played out, and the position at its end
/// (a finished game, or one `depth` plies on) is worth the score.
fn check_line<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    line: &[G::Position],
    report: &Report<G::Move>,
) {
    assert_eq!(report.best, report.line.first().copied(), "the line begins with the best move");
    let mut walk = Walk::begin(game, evaluator, &NoTactics, line, &Limits::default());
    let mut turned = false;
    for &mv in &report.line {
        assert!(walk.moves().contains(&mv), "{mv:?} of {:?} is not legal", report.line);
        assert!(!game.forbidden_by_history(&walk.line, mv), "{mv:?} of {:?} is forbidden", report.line);
        walk.play(mv);
        turned ^= walk.turns();
    }
    let score = walk.finished().unwrap_or_else(|| walk.horizon());
    let score = if turned { -score } else { score };
    assert_eq!(score, report.score, "the end of {:?}", report.line);
    if score.decided().is_none() && score != Score::DRAW {
        assert_eq!(report.line.len(), report.depth as usize, "the line is full");
    }
}
