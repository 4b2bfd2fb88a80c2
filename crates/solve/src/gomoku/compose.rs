//! Puzzles of long VCFs, composed backwards.
//!
//! From a position that is won in so many fours, a stone that wins it is taken away, and a line is laid through its place
//! where it makes a four with one reply: the win has become longer by that four. What else the new stones allow is found by
//! looking for a shorter win; where there is one, another line is tried.

use super::VctProver;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::HashMap;
use wanqi_eval::gomoku::Class;
use wanqi_game::{Game, Notation, Side, random};
use wanqi_games::gomoku::{Gomoku, Position};
use wanqi_search::{Limits, Stop};

/// Composes a position, Black to move, whose shortest VCF takes just so many plies: an odd number. The same seed
/// gives the same position. `None` if there is none to be found on such a board, or if it was stopped.
pub fn compose(game: &Gomoku, plies: usize, seed: u64, stop: &Stop) -> Option<Position> {
    if plies.is_multiple_of(2) {
        return None;
    }
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut drafts = vec![PuzzleDraft::five(game, &mut rng)];
    for _ in 0..LINES {
        if stop.is_stopped() {
            return None;
        }
        let Some(draft) = drafts.last() else { break };
        if draft.plies == plies {
            if let Some(position) = draft.balanced(&mut rng) {
                return Some(position);
            }
        } else if let Some(longer) = (0..TRIES).find_map(|_| draft.lengthened(&mut rng)) {
            drafts.push(longer);
            continue;
        }
        // No way on: some fours back, and another way.
        drafts.truncate(drafts.len().saturating_sub(BACK).max(1));
    }
    None
}

/// How many lines are looked for in all, those included that are given up again.
const LINES: u32 = 2000;
/// How many lines are tried for one more four.
const TRIES: u32 = 100;
/// How many fours are given up where none can be put before them.
const BACK: usize = 3;
/// How many places are tried for a stone that changes nothing.
const PLACES: u32 = 400;
/// Positions to look at for a shorter win.
const NODES: u64 = 3000;

/// Whether the side to move has a VCF of at most so many plies. `None` if more than `nodes` positions would have to
/// be looked at.
pub fn vcf_within(game: &Gomoku, position: &Position, plies: usize, mut nodes: u64) -> Option<bool> {
    if game.outcome(position).is_some() {
        return Some(false);
    }
    let mut prover = VctProver::new(game, position, 0, &Limits::default());
    prover.wins_within(plies.div_ceil(2), &mut nodes, &mut HashMap::new())
}

impl VctProver<'_> {
    /// Whether the attacker, to move, makes five with so many moves, all others of which are fours. `vcf_failures` are the
    /// moves that were not enough, by key.
    fn wins_within(
        &mut self,
        moves: usize,
        left: &mut u64,
        vcf_failures: &mut HashMap<u64, usize>,
    ) -> Option<bool> {
        let (us, them) = (self.attacker, self.attacker.opponent());
        if !self.board.points(us, Class::Five).is_empty() {
            return Some(moves > 0);
        }
        let key = self.board.key();
        if moves < 2 || vcf_failures.get(&key).is_some_and(|&failed| failed >= moves) {
            return Some(false);
        }
        *left = left.checked_sub(1)?;
        let block = *self.board.points(them, Class::Five);
        for class in [Class::Fours, Class::FourThree, Class::Four, Class::Doubtful] {
            let mut fours = *self.board.points(us, class);
            if !block.is_empty() {
                fours = fours.both(&block);
            }
            for four in fours.iter() {
                if !self.is_legal(us, four) {
                    continue;
                }
                self.board.put(us, four);
                let won = self.wins_within_after(moves - 1, left, vcf_failures);
                self.board.take_back();
                if won? {
                    return Some(true);
                }
            }
        }
        vcf_failures.insert(key, moves);
        Some(false)
    }

    /// The same after the attacker's move, which may have made a four.
    fn wins_within_after(
        &mut self,
        moves: usize,
        left: &mut u64,
        vcf_failures: &mut HashMap<u64, usize>,
    ) -> Option<bool> {
        let (us, them) = (self.attacker, self.attacker.opponent());
        let fives = *self.board.points(us, Class::Five);
        let (Some(reply), true) = (fives.first(), self.board.points(them, Class::Five).is_empty()) else {
            return Some(false);
        };
        if fives.len() > 1 || !self.is_legal(them, reply) {
            return Some(true);
        }
        self.board.put(them, reply);
        let won = self.wins_within(moves, left, vcf_failures);
        self.board.take_back();
        won
    }
}

/// The stones of a puzzle, by point.
type Stones = Vec<Option<Side>>;

/// A puzzle in the making.
struct PuzzleDraft<'a> {
    game: &'a Gomoku,
    stones: Stones,
    /// Of the shortest VCF.
    plies: usize,
}

impl<'a> PuzzleDraft<'a> {
    /// Four stones of Black's in the middle of the board, and the point that makes five.
    fn five(game: &'a Gomoku, rng: &mut impl Rng) -> PuzzleDraft<'a> {
        let (columns, rows) = (game.columns(), game.rows());
        let mut draft = PuzzleDraft { game, stones: vec![None; columns * rows], plies: 1 };
        let (centre, gap) = (rows / 2 * columns + columns / 2, random::below(rng, 5) as usize);
        for (i, point) in draft.line(centre, 0, 2).into_iter().flatten().enumerate() {
            draft.stones[point] = (i != gap).then_some(Side::First);
        }
        draft
    }

    /// The five points of a line in a direction, `before` of them before a point, if all are on the board.
    fn line(&self, point: usize, direction: usize, before: i32) -> Option<[usize; 5]> {
        let mut line = [0; 5];
        for (place, steps) in line.iter_mut().zip(-before..) {
            *place = self.step(point, direction, steps)?;
        }
        Some(line)
    }

    /// The point so many steps away.
    fn step(&self, point: usize, direction: usize, steps: i32) -> Option<usize> {
        let (columns, rows) = (self.game.columns() as i32, self.game.rows() as i32);
        let (down, right) = [(0, 1), (1, 0), (1, 1), (1, -1)][direction];
        let (row, column) = (point as i32 / columns + steps * down, point as i32 % columns + steps * right);
        let on_board = (0..rows).contains(&row) && (0..columns).contains(&column);
        on_board.then_some((row * columns + column) as usize)
    }

    /// The same with one more four before the win, by a line tried at random; `None` if it does not fit.
    fn lengthened(&self, rng: &mut impl Rng) -> Option<PuzzleDraft<'a>> {
        let black: Vec<usize> = self.stones_of(Side::First).collect();
        let stone = black[random::below(rng, black.len() as u32) as usize];
        let (direction, before) = (random::below(rng, 4) as usize, random::below(rng, 5) as i32);
        let line = self.line(stone, direction, before)?;
        let reply = line[random::below(rng, 5) as usize];
        if self.stones[reply].is_some() || line.iter().any(|&point| self.stones[point] == Some(Side::Second))
        {
            return None;
        }
        let mut stones = self.stones.clone();
        for point in line {
            stones[point] = Some(Side::First);
        }
        (stones[stone], stones[reply]) = (None, None);
        // White's stones behind the line leave the four one reply.
        for steps in [-before - 1, 5 - before] {
            if let Some(end) = self.step(stone, direction, steps)
                && stones[end].is_none()
                && random::below(rng, 4) > 0
            {
                stones[end] = Some(Side::Second);
            }
        }
        self.with(stones, self.plies + 2)
    }

    /// Other stones, if their shortest VCF takes so many plies.
    fn with(&self, stones: Stones, plies: usize) -> Option<PuzzleDraft<'a>> {
        let draft = PuzzleDraft { stones, plies, ..*self };
        let position = draft.position()?;
        let wins_within = |plies| vcf_within(self.game, &position, plies, NODES);
        (wins_within(plies.saturating_sub(2)) == Some(false) && wins_within(plies) == Some(true))
            .then_some(draft)
    }

    /// The position with stones added that change nothing, so that both sides have as many.
    fn balanced(&self, rng: &mut impl Rng) -> Option<Position> {
        let mut draft = PuzzleDraft { stones: self.stones.clone(), ..*self };
        for _ in 0..PLACES {
            let [black, white] = Side::BOTH.map(|side| draft.stones_of(side).count());
            if black == white {
                return draft.position();
            }
            let point = random::below(rng, draft.stones.len() as u32) as usize;
            if draft.stones[point].is_none() {
                let mut stones = draft.stones.clone();
                stones[point] = Some(if black < white { Side::First } else { Side::Second });
                draft = draft.with(stones, self.plies).unwrap_or(draft);
            }
        }
        None
    }

    /// The points where a side's stones stand.
    fn stones_of(&self, side: Side) -> impl Iterator<Item = usize> {
        (0..self.stones.len()).filter(move |&point| self.stones[point] == Some(side))
    }

    /// The position, Black to move; `None` if the stones make no position that is to be played on.
    fn position(&self) -> Option<Position> {
        let letter = |stone: &Option<Side>| match stone {
            None => '.',
            Some(Side::First) => 'X',
            Some(Side::Second) => 'O',
        };
        let rows = self.stones.chunks(self.game.columns());
        let rows: Vec<String> = rows.map(|row| row.iter().map(letter).collect()).collect();
        let position = self.game.parse_position(&(rows.join("/") + " X")).ok()?;
        self.game.outcome(&position).is_none().then_some(position)
    }
}
