//! Monte-Carlo search with a guide that plays games out: visits beforehand, moves left out, playouts of its own.

use crate::search;
use rand_pcg::Pcg64Mcg;
use wanqi_eval::go::GoGuide;
use wanqi_game::playout::Playout;
use wanqi_game::{Game, Notation, Outcome, Side};
use wanqi_games::go::{Go, Move, Position, UpTo9};
use wanqi_search::mcts::{AmafMoves, Mcts, Options, PlayoutGuide, Prior, Widening};
use wanqi_search::{Endings, Limits, Report, Search, legal_moves};

type Go9 = Go<UpTo9>;

/// Tells nothing; or of one point that it is as good as won, by so many visits; or leaves out all other points.
#[derive(Clone, Copy)]
struct Teacher {
    point: Option<u16>,
    visits: f32,
    alone: bool,
    /// The outcome of every game that it plays out, `None` for random games.
    outcome: Option<Outcome>,
}

const SILENT: Teacher = Teacher { point: None, visits: 0.0, alone: false, outcome: None };

impl PlayoutGuide<Go9> for Teacher {
    fn priors(&self, go: &Go9, line: &[Position<UpTo9>], visit: &mut dyn FnMut(Move, Prior)) {
        for mv in legal_moves(go, line) {
            let known = self.point.is_some() && go.point(mv) == self.point;
            if known {
                visit(mv, Prior { probability: 1.0, value: 1.0, visits: self.visits });
            } else if !self.alone || mv.is_pass() {
                visit(mv, Prior::NONE);
            }
        }
    }

    fn is_complete(&self) -> bool {
        !self.alone
    }

    fn playout(
        &self,
        go: &Go9,
        position: &mut Position<UpTo9>,
        rng: &mut Pcg64Mcg,
        bound: u32,
        amaf_moves: &mut AmafMoves,
    ) -> Playout {
        let playout = go.playout_seen(position, rng, bound, |side, place| amaf_moves.note(side, place));
        Playout { outcome: self.outcome.or(playout.outcome), ..playout }
    }

    fn idle_move(&self, _: &Go9) -> Option<Move> {
        None
    }

    fn count(&self, _: &Go9, _: &Position<UpTo9>, _: &mut Vec<i32>) -> Option<f64> {
        None
    }
}

/// Black can take White's two stones in atari at point 49.
const NET: &str = "9/9/4X4/3XOX3/3XOX3/9/9/9/9 X - 0 0 0";

fn report(options: Options, teacher: Option<Teacher>, playouts: u64) -> Report<Move> {
    let go = Go9::new(9).expect("a size");
    let position = go.parse_position(NET).expect("a position");
    let mut mcts = match teacher {
        None => Mcts::new(options),
        Some(teacher) => Mcts::informed(options, teacher),
    };
    search(&mut mcts, &go, &position, &Limits::nodes(playouts))
}

#[test]
fn a_silent_guide_changes_nothing() {
    for rave in [Options::default().rave, None] {
        let options = Options { rave, ..Options::default() };
        let (with, without) = (report(options.clone(), Some(SILENT), 500), report(options, None, 500));
        assert_eq!(with.moves, without.moves);
        assert_eq!(with.counts, without.counts);
    }
}

#[test]
fn priors_are_visits_beforehand() {
    let visits_of = |options: Options, visits: f32| {
        let taught = report(options, Some(Teacher { point: Some(0), visits, ..SILENT }), 200);
        let go = Go9::new(9).expect("a size");
        let known = taught.moves.iter().find(|root| go.point(root.mv) == Some(0)).map(|root| root.visits);
        known.expect("the corner is a move")
    };
    for rave in [Options::default().rave, None] {
        let options = Options { rave, exploration: 0.3, first_play_urgency: 0.9, ..Options::default() };
        let untold = visits_of(options.clone(), 0.0);
        let told = visits_of(options.clone(), 100.0);
        assert!(told > untold + 30, "{untold} visits of the corner become {told}");
        let biased = visits_of(Options { bias: 10.0, ..options.clone() }, 0.0);
        assert!(biased > 10, "the bias makes {untold} visits {biased}");
        let narrow = Widening { first: 1, visits: 1e6, growth: 2.0 };
        let alone = visits_of(Options { widening: Some(narrow), ..options }, 0.0);
        assert!(alone >= 195, "but for the pass the most promising move alone is looked at: {alone}");
    }
}

#[test]
fn what_a_guide_leaves_out_is_not_looked_at() {
    let taught = report(Options::default(), Some(Teacher { point: Some(49), alone: true, ..SILENT }), 200);
    assert_eq!(taught.moves.len(), 2, "the centre and the pass");
}

#[test]
fn a_guide_plays_games_of_its_own() {
    for winner in Side::BOTH {
        let outcome = Some(Outcome::Win(winner));
        let taught = report(Options::default(), Some(Teacher { outcome, ..SILENT }), 200);
        let value = if winner == Side::First { taught.score.value() } else { -taught.score.value() };
        assert!(value > 500, "{winner:?} wins every game but those that end in the tree: {value}");
        assert_eq!(taught.counts.playouts + taught.counts.leaves, 200);
    }
}

/// Whose points are and who leads by how much: of every game that was played out, move by move, also with several threads
/// and where the tree is full time and again; and counting changes nothing of the search.
#[test]
fn a_guide_counts_how_games_end() {
    let go = Go9::new(9).expect("a size");
    // Black has the left half, White the right one.
    let position = go.parse_position(&format!("{} X - 0 0 0", ["4XO3"; 9].join("/"))).expect("a position");
    for (threads, memory_mb) in [(1, 256), (3, 256), (1, 1)] {
        let options = Options { threads, memory_mb, ..Options::default() };
        let mut mcts = Mcts::informed(options.clone(), GoGuide::default());
        let told = search(&mut mcts, &go, &position, &Limits::nodes(6000));
        let all = told.endings.as_ref().expect("areas are counted");
        assert_eq!(all.playouts, told.counts.playouts, "{options:?}");
        let of_moves: Vec<&Endings> = told.moves.iter().filter_map(|root| root.endings.as_ref()).collect();
        assert_eq!(of_moves.iter().map(|endings| endings.playouts).sum::<u64>(), all.playouts);
        for endings in of_moves.into_iter().chain([all]) {
            let lead = endings.ownership.iter().map(|&share| f64::from(share)).sum::<f64>() - go.komi();
            assert!((lead - endings.lead).abs() < 1e-3, "{lead} is not {}", endings.lead);
            assert!(endings.ownership.iter().all(|share| share.abs() <= 1.0));
        }
        assert!((0.0..40.0).contains(&all.deviation), "{}", all.deviation);
        for row in all.ownership.chunks(9) {
            assert!(row[..5].iter().all(|&share| share > 0.5), "{row:?}");
            assert!(row[5..].iter().all(|&share| share < -0.5), "{row:?}");
        }
        if threads == 1 {
            mcts.forget();
            let again = search(&mut mcts, &go, &position, &Limits::nodes(6000));
            assert_eq!(again.endings, told.endings);
        }
    }
}
