//! What pieces are worth: by kind and by where they stand.

use super::layout::Layout;
use super::{kind_at, symmetry};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::{Game, Side};
use wanqi_games::rulebook::model::{KindId, Rules};
use wanqi_games::rulebook::{Position, Rulebook};

/// Where the weights of pieces lie.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    /// The value of each kind as it is known before anything has been learned.
    pub values: Vec<i32>,
    first_value: usize,
    first_hand: Option<usize>,
    /// Where the square weights of each kind begin.
    first_square: Vec<usize>,
    /// The class of each point, as each side sees it.
    classes: [Vec<u16>; 2],
}

impl Pieces {
    pub fn new(game: &Rulebook, layout: &mut Layout) -> Pieces {
        let rules = game.rules();
        let kinds = rules.kinds.len();
        let values = values(game);
        let (own, count) = symmetry::classes(rules);
        let turned = (0..own.len()).map(|point| own[rules.board.turned_over(point)]).collect();
        let classes = [own, turned];

        let first_value =
            layout.table("VALUES", "What a piece of each kind is worth on the board.", &values, 8);
        let holds = rules.capture.to_hand || rules.hands.iter().flatten().any(|&count| count > 0);
        let first_hand = holds.then(|| {
            let in_hand: Vec<i32> = values.iter().map(|value| value + value / 10).collect();
            layout.table("HANDS", "What a piece of each kind is worth in hand.", &in_hand, 8)
        });
        let mut first_square = Vec::with_capacity(kinds);
        for (kind, what) in rules.kinds.iter().enumerate() {
            let worth = square_value(game, kind as KindId, &values);
            // The prior of a class is the mean of its points.
            let (mut sums, mut sizes) = (vec![0.0; count], vec![0.0; count]);
            for (point, worth) in worth.into_iter().enumerate() {
                let class = usize::from(classes[0][point]);
                sums[class] += worth;
                sizes[class] += 1.0;
            }
            let prior: Vec<i32> = sums.iter().zip(&sizes).map(|(sum, size)| (sum / size) as i32).collect();
            let help = format!("What it is worth that a piece stands on a point: {}.", what.name);
            first_square.push(layout.table(&format!("SQUARES_{}", what.letter), &help, &prior, 10));
        }
        Pieces { values, first_value, first_hand, first_square, classes }
    }

    /// What stands on the board and is in hand, counted for the first side.
    pub fn count(&self, game: &Rulebook, position: &Position, add: &mut impl FnMut(usize, i32)) {
        for side in Side::BOTH {
            let sign = if side == Side::First { 1 } else { -1 };
            for point in position.pieces(side).iter() {
                let kind = kind_at(game, position, point);
                add(self.first_value + kind, sign);
                add(self.first_square[kind] + usize::from(self.classes[side.index()][point]), sign);
            }
            if let Some(first) = self.first_hand {
                for kind in 0..self.values.len() {
                    match position.in_hand(side, kind as KindId) {
                        0 => {}
                        count => add(first + kind, sign * i32::from(count)),
                    }
                }
            }
        }
    }

    /// The sum of value and square for each kind, side and point, by the weights.
    pub fn table(&self, weights: &[i32]) -> Vec<[Vec<i32>; 2]> {
        let of = |kind: usize, class: &u16| {
            weights[self.first_value + kind] + weights[self.first_square[kind] + usize::from(*class)]
        };
        let kinds = 0..self.values.len();
        kinds
            .map(|kind| [0, 1].map(|side| self.classes[side].iter().map(|class| of(kind, class)).collect()))
            .collect()
    }

    /// [`count`](Pieces::count) times the weights, by the table.
    pub fn sum(&self, game: &Rulebook, position: &Position, table: &[[Vec<i32>; 2]], weights: &[i32]) -> i32 {
        let mut sum = 0;
        for side in Side::BOTH {
            let mut own = 0;
            for point in position.pieces(side).iter() {
                own += table[kind_at(game, position, point)][side.index()][point];
            }
            if let Some(first) = self.first_hand {
                for kind in 0..self.values.len() {
                    own += weights[first + kind] * i32::from(position.in_hand(side, kind as KindId));
                }
            }
            sum += if side == Side::First { own } else { -own };
        }
        sum
    }
}

/// What kinds are worth before anything has been learned: in proportion to how many moves they have in random games.
/// A knight has about three times the moves of a pawn, a rook five times, a queen nine: that is how chess players
/// count.
fn values(game: &Rulebook) -> Vec<i32> {
    const GAMES: u32 = 24;
    const PLIES: u32 = 160;
    let rules = game.rules();
    let kinds = rules.kinds.len();
    let mut moves = vec![0.0; kinds];
    let mut pieces = vec![0.0; kinds];
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    if kinds > 1 {
        for _ in 0..GAMES {
            let mut position = game.start();
            for ply in 0..PLIES {
                if game.outcome(&position).is_some() {
                    break;
                }
                if ply % 4 == 3 {
                    for side in Side::BOTH {
                        for point in position.pieces(side).iter() {
                            let kind = kind_at(game, &position, point);
                            pieces[kind] += 1.0;
                            game.each_going(&position, side, point, |_| moves[kind] += 1.0);
                        }
                    }
                }
                let Some(mv) = game.random_move(&position, &mut rng) else { break };
                game.play(&mut position, mv);
            }
        }
    }
    let mut worth: Vec<f64> = (0..kinds)
        .map(|kind| {
            // Half a move for being there; what was never seen is judged by its moves on an empty board.
            let mobility = if pieces[kind] > 0.0 {
                moves[kind] / pieces[kind]
            } else {
                0.5 * lone_mobility(game, kind as KindId)
            };
            (0.5 + mobility) * strength(rules, kind)
        })
        .collect();
    for (kind, what) in rules.kinds.iter().enumerate() {
        if let Some(promotion) = &what.promotes {
            // A part of what it may become.
            let best = promotion.to.iter().map(|&to| worth[usize::from(to)]).fold(0.0, f64::max);
            worth[kind] += 0.1 * (best - worth[kind]).max(0.0);
        }
    }
    let counts = |kind: usize| !rules.kinds[kind].royal && !rules.kinds[kind].neutral;
    let least = (0..kinds).filter(|&kind| counts(kind)).map(|kind| worth[kind]).fold(f64::INFINITY, f64::min);
    let unit = unit(rules);
    let value = |kind: usize| match counts(kind) {
        true => (unit * worth[kind] / least).clamp(0.0, 15.0 * unit) as i32,
        false => 0,
    };
    let sign = if rules.ends.misere { -1 } else { 1 };
    (0..kinds).map(|kind| sign * value(kind)).collect()
}

/// What the least piece is worth. Where every move takes, and where taken pieces change sides, many pieces in the
/// middle of a game are little by themselves; where all are to be gathered, few are as good.
fn unit(rules: &Rules) -> f64 {
    let flips = rules
        .capture
        .flank
        .as_ref()
        .is_some_and(|flank| flank.fate == wanqi_games::rulebook::model::CapturedFate::Flip);
    let takes = rules.kinds.iter().flat_map(|kind| &kind.moves);
    let always_takes =
        takes.clone().next().is_some() && takes.clone().all(|rule| !rule.moves || rule.shape.takes_aside());
    if rules.ends.gather {
        20.0
    } else if flips || always_takes {
        5.0
    } else {
        100.0
    }
}

/// How much of the other kinds a kind may take: 1 for all, as in most games.
fn strength(rules: &Rules, kind: usize) -> f64 {
    let others = rules.kinds.iter().enumerate().filter(|(_, other)| !other.neutral);
    let (mut all, mut taken) = (0.0, 0.0);
    for (other, _) in others {
        all += 1.0;
        taken += f64::from(u8::from(rules.kinds[kind].takes >> other & 1 != 0));
    }
    let ranked = rules.kinds[kind].rank.is_some();
    if ranked && all > 0.0 { 0.5 + 1.5 * taken / all } else { 1.0 }
}

/// The moves of a piece alone on the board, on the mean of the points where it may stand.
fn lone_mobility(game: &Rulebook, kind: KindId) -> f64 {
    let allowed = game.rules().kinds[usize::from(kind)].allowed[0];
    let (mut points, mut moves) = (0.0, 0.0);
    for point in allowed.iter().filter(|&point| point < game.rules().board.len()) {
        points += 1.0;
        game.each_lone(Side::First, kind, point, |_| moves += 1.0);
    }
    if points > 0.0 { moves / points } else { 0.0 }
}

/// How much better or worse each point is than others for a piece of the first side, before anything has been
/// learned: by its moves there, its way to where it promotes or wins, and by how few lines it can be flanked on.
fn square_value(game: &Rulebook, kind: KindId, values: &[i32]) -> Vec<f64> {
    let rules = game.rules();
    let what = &rules.kinds[usize::from(kind)];
    let points = rules.board.len();
    let mut worth = vec![0.0; points];
    if what.neutral {
        return worth;
    }
    let mut moves = vec![0.0; points];
    for (point, moves) in moves.iter_mut().enumerate().filter(|(point, _)| what.allowed[0].has(*point)) {
        game.each_lone(Side::First, kind, point, |_| *moves += 1.0);
    }
    let mean = moves.iter().sum::<f64>() / (what.allowed[0].len().max(1) as f64);
    if mean > 0.0 && !what.royal {
        let value = f64::from(values[usize::from(kind)]).abs().min(500.0);
        for (worth, moves) in worth.iter_mut().zip(&moves) {
            *worth += 0.15 * value * (moves / mean - 1.0);
        }
    }
    let sign = if rules.ends.misere { -1.0 } else { 1.0 };
    let mut toward = |goal: wanqi_games::rulebook::points::PointSet, gain: f64, nearer: f64| {
        for (point, steps) in super::distance::to_goal(game, Side::First, kind, goal).into_iter().enumerate()
        {
            if let Some(steps) = steps {
                worth[point] += gain * nearer.powi(i32::from(steps));
            }
        }
    };
    for reach in rules.ends.reach.iter().filter(|reach| reach.kinds >> kind & 1 != 0) {
        toward(reach.on[0], 250.0 * sign, 0.6);
    }
    if let Some(promotion) = &what.promotes {
        let best = promotion.to.iter().map(|&to| values[usize::from(to)]).max().unwrap_or(0);
        let gain = f64::from(best - values[usize::from(kind)]).clamp(0.0, 1000.0);
        toward(promotion.on[0], 0.5 * gain, 0.55);
    }
    if let Some(flank) = &rules.capture.flank {
        // A piece is taken on a line that goes on both ways.
        let ends = |point: usize| {
            let open = |dir: wanqi_games::rulebook::board::Offset| {
                rules.board.beyond(point, dir, Side::First).is_some()
            };
            let back = |dir: wanqi_games::rulebook::board::Offset| {
                wanqi_games::rulebook::board::Offset::new(-dir.right, -dir.forward)
            };
            flank.dirs.iter().filter(|&&dir| open(dir) && open(back(dir))).count() as f64
                / flank.dirs.len().max(1) as f64
        };
        for (point, worth) in worth.iter_mut().enumerate() {
            *worth += 60.0 * (1.0 - ends(point)).powi(2);
        }
    }
    if !rules.ends.lines.is_empty() && mean == 0.0 {
        // More lines run through the middle.
        let through = |point: usize| {
            let line = &rules.ends.lines[0];
            let room = |dir: wanqi_games::rulebook::board::Offset| {
                rules.board.ray(point, dir, Side::First).take(usize::from(line.length) - 1).count() as f64
            };
            line.dirs.iter().map(|&dir| room(dir)).sum::<f64>()
        };
        for (point, worth) in worth.iter_mut().enumerate() {
            *worth += 0.5 * through(point);
        }
    }
    worth
}
