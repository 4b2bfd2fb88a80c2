//! Vital points of eye spaces, held against playing all of it out.

use std::collections::{BTreeSet, HashMap};
use wanqi_eval::go::{eye_space, unconditional_life};
use wanqi_game::{Game, Notation, Side};
use wanqi_games::go::{Go, Move, Position, UpTo9};

pub(super) type Cell = (usize, usize);

/// The shapes of so many points, each once however it is turned, wider than high.
pub(super) fn shapes(count: usize) -> BTreeSet<Vec<Cell>> {
    if count == 1 {
        return BTreeSet::from([vec![(0, 0)]]);
    }
    let mut found = BTreeSet::new();
    for smaller in shapes(count - 1) {
        for &(column, row) in &smaller {
            for (across, down) in [(0, 1), (1, 0), (1, 2), (2, 1)] {
                let mut larger: Vec<Cell> =
                    smaller.iter().map(|&(column, row)| (column + 1, row + 1)).collect();
                if !larger.contains(&(column + across, row + down)) {
                    larger.push((column + across, row + down));
                    found.insert(turned(&larger));
                }
            }
        }
    }
    found
}

/// The first of the eight ways to see a shape that are wider than high.
fn turned(shape: &[Cell]) -> Vec<Cell> {
    let ways = (0..8).map(|way| {
        let mut seen: Vec<Cell> = shape
            .iter()
            .map(|&(column, row)| {
                let (column, row) = if way & 1 == 0 { (column, row) } else { (row, column) };
                (if way & 2 == 0 { column } else { 20 - column }, if way & 4 == 0 { row } else { 20 - row })
            })
            .collect();
        let least = |of: fn(&Cell) -> usize| seen.iter().map(of).min().unwrap_or(0);
        let (left, top) = (least(|cell| cell.0), least(|cell| cell.1));
        seen.iter_mut().for_each(|cell| *cell = (cell.0 - left, cell.1 - top));
        seen.sort_unstable();
        seen
    });
    let most = |seen: &[Cell], of: fn(&Cell) -> usize| seen.iter().map(of).max().unwrap_or(0);
    ways.filter(|seen| most(seen, |cell| cell.0) >= most(seen, |cell| cell.1)).min().unwrap_or_default()
}

/// A rectangle of black stones around a shape, without a liberty outside, and living white ones around that.
pub(super) fn walled(shape: &[Cell], side: char) -> String {
    let letter = |column: usize, row: usize| match (column, row) {
        _ if shape.contains(&(column.wrapping_sub(1), row.wrapping_sub(1))) => '.',
        _ if shape.iter().any(|cell| column <= cell.0 + 2) && shape.iter().any(|cell| row <= cell.1 + 2) => {
            'X'
        }
        (1 | 3, 7) => '.',
        _ => 'O',
    };
    let row = |row| (0..9).map(|column| letter(column, row)).collect::<String>();
    format!("{} {side} - 0 0 0", (0..9).map(row).collect::<Vec<_>>().join("/"))
}

/// Whether Black lives, by all that can be played in its eye space.
pub(super) struct Proof<'a> {
    pub go: Go<UpTo9>,
    pub wall: usize,
    pub space: &'a [usize],
    pub known: HashMap<u64, bool>,
}

impl Proof<'_> {
    pub fn lives(&mut self, position: &Position<UpTo9>) -> bool {
        if !position.has_stone(self.wall, Side::First) {
            return false;
        }
        if position.passes() >= 2 {
            return true;
        }
        let key = self.go.key(position);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if unconditional_life::alive(&self.go, position, Side::First).stones.contains(&self.wall) {
            return true;
        }
        // What comes again takes nothing.
        self.known.insert(key, true);
        let wanted = self.go.side_to_move(position) == Side::First;
        let places = self.space.iter().filter(|&&place| position.is_empty(place));
        let moves: Vec<Move> = places.map(|&place| position.move_at(place)).chain([Move::PASS]).collect();
        let reached = moves.into_iter().any(|mv| {
            self.go.may_play(position, mv) && {
                let mut after = *position;
                self.go.play(&mut after, mv);
                self.lives(&after) == wanted
            }
        });
        let lives = reached == wanted;
        self.known.insert(key, lives);
        lives
    }
}

#[test]
fn vital_points_decide() {
    let go = Go::<UpTo9>::new(9).expect("a size");
    let mut unsettled = [0; 7];
    for (index, unsettled) in unsettled.iter_mut().enumerate() {
        for shape in shapes(index + 1) {
            let space: Vec<usize> =
                shape.iter().map(|&(column, row)| go.place_at(column + 1, row + 1)).collect();
            let wall = go.place_at(0, 0);
            let mut proof = Proof { go, wall, space: &space, known: HashMap::new() };
            let [black, white] =
                ['X', 'O'].map(|side| go.parse_position(&walled(&shape, side)).expect("a position"));
            let settled = proof.lives(&black) == proof.lives(&white);
            let vital = eye_space::vital_points(&go, &black);
            assert_eq!(vital.is_empty(), settled, "{shape:?}");
            assert_eq!(vital, eye_space::vital_points(&go, &white));
            let Some(vital) = vital.first() else { continue };
            *unsettled += 1;
            for (position, lives) in [(black, true), (white, false)] {
                let mut after = position;
                go.play(&mut after, position.move_at(vital.place));
                assert_eq!(proof.lives(&after), lives, "{shape:?}");
            }
        }
    }
    assert_eq!(unsettled, [0, 0, 2, 1, 2, 1, 0]);
}
