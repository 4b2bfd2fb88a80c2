//! What follows about a game from its rules alone: an evaluation made up of what the rule file has, and tactics.
//!
//! [`Derived`] looks at a file once and takes a feature for whatever its rules name: what pieces are worth by their
//! moves in random games, where they stand, what they can take, how far they are from where they win, rows and
//! what they lack, connections, groups and area, how safe a royal piece is. Every feature has a weight that makes
//! sense before anything has been learned; the crate `train` finds better ones.

mod action;
mod connect;
mod contents;
mod distance;
mod endgame;
mod fill;
mod gather;
mod groups;
mod layout;
mod lives;
mod nearest;
mod pieces;
mod rows;
mod sowing;
mod symmetry;
mod tactics;
mod tally;

pub use contents::RulebookContents;
pub use tactics::DerivedTactics;

/// The lead that multiplies the odds by *e* before anything has been learnt.
pub const SCALE: f32 = 200.0;

use action::Action;
use connect::Connect;
use endgame::Endgame;
use fill::Fill;
use gather::Gather;
use groups::Groups;
use layout::Layout;
use lives::Lives;
use nearest::Nearest;
use pieces::Pieces;
use rows::Rows;
use sowing::Seeds;
use std::sync::Arc;
use tally::Tally;
use wanqi_game::{Game, Side};
use wanqi_games::rulebook::{Position, Rulebook};
use wanqi_search::linear::Group;
use wanqi_search::{Evaluator, Linear, ProvenScores, Score, Stateless};

/// An evaluation that follows from the rules of a game. Clones share what they know.
#[derive(Clone, Debug)]
pub struct Derived {
    features: Arc<Features>,
    weights: Arc<Weights>,
}

/// Which features there are, and where their weights lie.
#[derive(Debug)]
struct Features {
    layout: Layout,
    pieces: Pieces,
    action: Option<Action>,
    nearest: Vec<Nearest>,
    rows: Vec<Rows>,
    lives: Vec<Lives>,
    tallies: Vec<Tally>,
    connect: Option<Connect>,
    fill: Option<Fill>,
    gather: Option<Gather>,
    groups: Option<Groups>,
    seeds: Option<Seeds>,
    /// Legal puttings of each side, where not every empty point will do.
    puts: Option<usize>,
    endgame: Option<Endgame>,
    turn: usize,
    /// For the first side, whoever moves: where the sides are not alike, and where one of them gets points.
    first: usize,
}

#[derive(Debug)]
struct Weights {
    all: Vec<i32>,
    pieces: Vec<[Vec<i32>; 2]>,
}

impl Derived {
    /// Looks at the rules.
    pub fn new(game: &Rulebook) -> Derived {
        let mut features = Features::new(game);
        features.balance(game);
        let weights = Weights::new(&features, features.layout.prior.clone());
        Derived { features: Arc::new(features), weights: Arc::new(weights) }
    }
}

impl Features {
    fn new(game: &Rulebook) -> Features {
        let rules = game.rules();
        let mut layout = Layout::default();
        let pieces = Pieces::new(game, &mut layout);
        let action = Action::new(game, &pieces, &mut layout);
        let nearest = Nearest::all(game, &mut layout);
        let rows = Rows::all(game, &mut layout);
        let lives = Lives::all(game, &mut layout);
        let tallies = Tally::all(game, &mut layout);
        let connect = Connect::new(game, &mut layout);
        let fill = Fill::new(game, &mut layout);
        let gather = Gather::new(game, &mut layout);
        let groups = Groups::new(game, &mut layout);
        let puts = rules.place.must_take.then(|| layout.one("PUTS", "A point where a piece may be put.", 8));
        let seeds = Seeds::new(game, &mut layout);
        // Where pieces are put, the turn is about half of what one does.
        let worth = if connect.is_some() {
            60
        } else if groups.is_some() {
            40
        } else {
            5
        };
        let turn = layout.one("TURN", "The side to move.", if rules.ends.misere { -worth } else { worth });
        let komi = rules.ends.count.map_or(0.0, |count| count.komi);
        let first = layout.one("FIRST", "The first side, whoever moves.", (-50.0 * komi) as i32);
        let endgame = Endgame::new(rules);
        Features {
            layout,
            pieces,
            action,
            nearest,
            rows,
            lives,
            tallies,
            connect,
            fill,
            gather,
            groups,
            seeds,
            puts,
            endgame,
            turn,
            first,
        }
    }

    /// Lets the game begin even, where the sides have not the same: who is really ahead is not for the number of
    /// pieces to say.
    fn balance(&mut self, game: &Rulebook) {
        let start = game.start();
        let (turn, prior) = (self.turn, &self.layout.prior);
        let mut lead = 0;
        let mut add = |index: usize, count: i32| lead += if index == turn { 0 } else { prior[index] * count };
        self.pieces.count(game, &start, &mut add);
        self.count_others(game, &start, &mut add);
        let (pieces, others) = (start.pieces(Side::First).len(), start.pieces(Side::Second).len());
        if pieces != others {
            self.layout.prior[self.first] -= lead;
        }
    }

    /// Visits all features but those of the pieces on the board, counted for the first side.
    fn count_others(&self, game: &Rulebook, position: &Position, add: &mut impl FnMut(usize, i32)) {
        if let Some(action) = &self.action {
            action.count(game, position, add);
        }
        for nearest in &self.nearest {
            nearest.count(game, position, add);
        }
        for rows in &self.rows {
            rows.count(game, position, add);
        }
        for lives in &self.lives {
            lives.count(game, position, add);
        }
        for tally in &self.tallies {
            tally.count(position, add);
        }
        if let Some(connect) = &self.connect {
            connect.count(position, add);
        }
        if let Some(fill) = &self.fill {
            fill.count(game, position, add);
        }
        if let Some(gather) = &self.gather {
            gather.count(position, add);
        }
        if let Some(groups) = &self.groups {
            groups.count(game, position, add);
        }
        if let Some(seeds) = &self.seeds {
            seeds.count(position, add);
        }
        if let Some(puts) = self.puts {
            let of = |side| game.move_count(&position.with_turn(side)) as i32;
            add(puts, of(Side::First) - of(Side::Second));
        }
        add(self.turn, if game.side_to_move(position) == Side::First { 1 } else { -1 });
        add(self.first, 1);
    }
}

impl Weights {
    fn new(features: &Features, all: Vec<i32>) -> Weights {
        Weights { pieces: features.pieces.table(&all), all }
    }
}

impl Stateless for Derived {}

impl Evaluator<Rulebook> for Derived {
    fn evaluate(&self, game: &Rulebook, (): &mut (), position: &Position) -> i32 {
        let (features, weights) = (&*self.features, &*self.weights);
        let mut sum = features.pieces.sum(game, position, &weights.pieces, &weights.all);
        features.count_others(game, position, &mut |index, count| sum += weights.all[index] * count);
        if game.side_to_move(position) == Side::First { sum } else { -sum }
    }
}

impl ProvenScores<Rulebook> for Derived {
    #[inline]
    fn probe(&self, game: &Rulebook, position: &Position) -> Option<Score> {
        self.features.endgame?.solve(game, position)
    }

    #[inline]
    fn static_win(&self, _: &Rulebook, (): &mut (), _: &Position) -> Option<Score> {
        None
    }
}

impl Linear<Rulebook> for Derived {
    fn groups(&self) -> Vec<Group> {
        self.features.layout.groups.clone()
    }

    fn weights(&self) -> Vec<i32> {
        self.weights.all.clone()
    }

    fn with_weights(&self, weights: &[i32]) -> Derived {
        assert_eq!(weights.len(), self.weights.all.len(), "as many weights as there are features");
        let weights = Weights::new(&self.features, weights.to_vec());
        Derived { features: Arc::clone(&self.features), weights: Arc::new(weights) }
    }

    fn each_feature(&self, game: &Rulebook, position: &Position, mut visit: impl FnMut(usize, f64)) {
        let mut add = |index, count| visit(index, f64::from(count));
        self.features.pieces.count(game, position, &mut add);
        self.features.count_others(game, position, &mut add);
    }
}

/// The kind of the piece on a point where there is one.
#[inline]
fn kind_at(game: &Rulebook, position: &Position, point: usize) -> usize {
    game.piece_at(position, point).map_or(0, |(kind, _)| kind.into())
}
