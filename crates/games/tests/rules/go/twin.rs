//! A slow second implementation that floods strings anew for every question, and runs of both side by side.

use super::{each_rule, go};
use crate::rng;
use std::collections::HashSet;
use wanqi_game::{Game, Notation, random};
use wanqi_games::go::scoring::area;
use wanqi_games::go::{Capacity, Go, KoRule, Move, UpTo9, UpTo13, UpTo19};

/// A position of Go with its whole past.
#[derive(Clone)]
pub struct Twin {
    size: usize,
    pub stones: Vec<Option<usize>>,
    side: usize,
    ko: Option<usize>,
    passes: usize,
    prisoners: [u32; 2],
    positions: HashSet<Vec<Option<usize>>>,
    situations: HashSet<(Vec<Option<usize>>, usize)>,
}

impl Twin {
    fn new(size: usize) -> Twin {
        let mut twin = Twin {
            size,
            stones: vec![None; size * size],
            side: 0,
            ko: None,
            passes: 0,
            prisoners: [0; 2],
            positions: HashSet::new(),
            situations: HashSet::new(),
        };
        twin.remember();
        twin
    }

    /// Reads stones, side and ko of a text that the formatter wrote.
    pub fn of_text(size: usize, text: &str) -> Twin {
        let mut twin = Twin::new(size);
        let fields: Vec<&str> = text.split(' ').collect();
        let mut point = 0;
        for row in fields[0].split('/') {
            let mut number = 0;
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    number = 10 * number + digit as usize;
                    continue;
                }
                point += number + 1;
                number = 0;
                twin.stones[point - 1] = Some(usize::from(c == 'O'));
            }
            point += number;
        }
        assert_eq!(point, size * size, "{text}");
        twin.side = usize::from(fields[1] == "O");
        twin.ko = (fields[2] != "-").then(|| {
            let column = "ABCDEFGHJKLMNOPQRST".find(&fields[2][..1]).expect("a column");
            (size - fields[2][1..].parse::<usize>().expect("a row")) * size + column
        });
        twin
    }

    fn remember(&mut self) {
        self.positions.insert(self.stones.clone());
        self.situations.insert((self.stones.clone(), self.side));
    }

    fn beside(&self, point: usize, steps: [(isize, isize); 4]) -> Vec<usize> {
        let (column, row) = ((point % self.size) as isize, (point / self.size) as isize);
        let on_board = 0..self.size as isize;
        steps
            .into_iter()
            .map(|(right, down)| (column + right, row + down))
            .filter(|(column, row)| on_board.contains(column) && on_board.contains(row))
            .map(|(column, row)| row as usize * self.size + column as usize)
            .collect()
    }

    fn neighbours(&self, point: usize) -> Vec<usize> {
        self.beside(point, [(0, -1), (-1, 0), (1, 0), (0, 1)])
    }

    /// The points connected with this one by points of the same content, and the contents next to them.
    fn flood(&self, point: usize) -> (Vec<usize>, HashSet<Option<usize>>) {
        let (mut region, mut around, mut next) = (vec![point], HashSet::new(), 0);
        while next < region.len() {
            for neighbour in self.neighbours(region[next]) {
                if self.stones[neighbour] != self.stones[point] {
                    around.insert(self.stones[neighbour]);
                } else if !region.contains(&neighbour) {
                    region.push(neighbour);
                }
            }
            next += 1;
        }
        (region, around)
    }

    /// The stones after a stone of the side to move, the stones taken from the other side and from its own.
    fn after(&self, point: usize) -> (Vec<Option<usize>>, Vec<usize>, usize) {
        // Without the past, whose copy would take the most time.
        let (positions, situations) = (HashSet::new(), HashSet::new());
        let mut next = Twin { stones: self.stones.clone(), positions, situations, ..*self };
        next.stones[point] = Some(self.side);
        let mut taken = Vec::new();
        for neighbour in self.neighbours(point) {
            if next.stones[neighbour] == Some(1 - self.side) {
                let (string, around) = next.flood(neighbour);
                if !around.contains(&None) {
                    string.iter().for_each(|&stone| next.stones[stone] = None);
                    taken.extend(string);
                }
            }
        }
        let (string, around) = next.flood(point);
        let mut lost = 0;
        if !around.contains(&None) {
            string.iter().for_each(|&stone| next.stones[stone] = None);
            lost = string.len();
        }
        (next.stones, taken, lost)
    }

    fn is_legal(&self, point: usize, suicide: bool) -> bool {
        self.stones[point].is_none() && self.ko != Some(point) && (suicide || self.after(point).2 == 0)
    }

    fn is_forbidden(&self, point: usize, rule: KoRule) -> bool {
        let after = self.after(point).0;
        match rule {
            KoRule::Simple => false,
            KoRule::Positional => self.positions.contains(&after),
            KoRule::Situational => self.situations.contains(&(after, 1 - self.side)),
        }
    }

    /// What a light playout may play: legal, no suicide, no own true eye.
    pub fn is_sensible(&self, point: usize) -> bool {
        if !self.is_legal(point, false) {
            return false;
        }
        let own = |&beside: &usize| self.stones[beside] == Some(self.side);
        if !self.neighbours(point).iter().all(own) {
            return true;
        }
        let diagonals = self.beside(point, [(-1, -1), (1, -1), (-1, 1), (1, 1)]);
        let hostile = diagonals.iter().filter(|&&beside| self.stones[beside] == Some(1 - self.side)).count();
        hostile >= if diagonals.len() == 4 { 2 } else { 1 }
    }

    fn play(&mut self, point: Option<usize>) {
        self.ko = None;
        match point {
            None => self.passes += 1,
            Some(point) => {
                let (stones, taken, lost) = self.after(point);
                self.stones = stones;
                self.prisoners[self.side] += taken.len() as u32;
                self.prisoners[1 - self.side] += lost as u32;
                self.passes = 0;
                // A ko: one stone has taken one, and stands alone with that one liberty.
                if let [single] = taken[..] {
                    let (string, _) = self.flood(point);
                    let liberties = self.neighbours(point);
                    let liberties = liberties.iter().filter(|&&beside| self.stones[beside].is_none()).count();
                    self.ko = (string.len() == 1 && liberties == 1).then_some(single);
                }
            }
        }
        self.side = 1 - self.side;
        self.remember();
    }

    pub fn area(&self) -> [u32; 2] {
        let mut area = [0; 2];
        for point in 0..self.stones.len() {
            match self.stones[point] {
                Some(colour) => area[colour] += 1,
                None => {
                    let around = self.flood(point).1;
                    if around.len() == 1 {
                        area[around.into_iter().next().flatten().expect("a colour")] += 1;
                    }
                }
            }
        }
        area
    }
}

/// Plays random games on both and compares all that they can tell after every ply.
fn compare<C: Capacity>(go: &Go<C>, suicide: bool, games: u64, longest: usize) {
    let size = go.size();
    for seed in 0..games {
        let mut rng = rng(seed);
        let (mut line, mut twin) = (vec![go.start()], Twin::new(size));
        for ply in 0..longest {
            let mut position = *line.last().expect("a line is never empty");
            let text = go.format_position(&position);
            let context = format!("ply {ply} of game {seed} under {go:?}: {text}");
            let read = Twin::of_text(size, &text);
            assert_eq!((&read.stones, read.side, read.ko), (&twin.stones, twin.side, twin.ko), "{context}");
            assert!(
                text.ends_with(&format!(" {} {} {}", twin.passes, twin.prisoners[0], twin.prisoners[1])),
                "{context}"
            );
            assert_eq!(area(go, &position, &[]), twin.area(), "{context}");
            let [black, white] = twin.area().map(|points| points as i32);
            assert_eq!(go.area_lead(&position), black - white, "{context}");
            assert_eq!(go.outcome(&position).is_some(), twin.passes == 2, "{context}");
            if twin.passes == 2 {
                break;
            }

            let mut moves: Vec<Move> = Vec::new();
            go.each_move(&position, |mv| moves.push(mv));
            let points: Vec<Option<u16>> = moves.iter().map(|&mv| go.point(mv)).collect();
            let expected = (0..size * size).filter(|&point| twin.is_legal(point, suicide));
            let expected: Vec<Option<u16>> = expected.map(|p| Some(p as u16)).chain([None]).collect();
            assert_eq!(points, expected, "{context}");
            let mut allowed = Vec::new();
            for (&mv, point) in moves.iter().zip(points) {
                let forbidden = point.is_some_and(|point| twin.is_forbidden(point.into(), go.ko()));
                assert_eq!(go.forbidden_by_history(&line, mv), forbidden, "{mv:?} {context}");
                if !forbidden {
                    allowed.push(mv);
                }
            }

            // Half of the moves as in playouts, so that strings live; the others any, so that they also die.
            let playout = go.random_move(&position, &mut rng).expect("a pass at least");
            let sensible = match go.point(playout) {
                Some(point) => twin.is_sensible(point.into()),
                None => (0..size * size).all(|point| !twin.is_sensible(point)),
            };
            assert!(sensible, "{playout:?} {context}");
            let any = allowed[random::below(&mut rng, allowed.len() as u32) as usize];
            let mv =
                if random::below(&mut rng, 2) == 0 && allowed.contains(&playout) { playout } else { any };
            go.play(&mut position, mv);
            twin.play(go.point(mv).map(usize::from));
            line.push(position);
        }
    }
}

#[test]
fn twins() {
    for suicide in [false, true] {
        for (_, ko) in super::KO_RULES {
            compare(&go::<UpTo9>(2).with_ko(ko).with_suicide(suicide), suicide, 200, 100);
            compare(&go::<UpTo9>(3).with_ko(ko).with_suicide(suicide), suicide, 60, 200);
            compare(&go::<UpTo13>(5).with_ko(ko).with_suicide(suicide), suicide, 10, 300);
            compare(&go::<UpTo9>(9).with_ko(ko).with_suicide(suicide), suicide, 2, 300);
        }
        compare(&go::<UpTo13>(13).with_suicide(suicide), suicide, 1, 300);
    }
    compare(&go::<UpTo19>(19), false, 1, 300);
}

/// Perft of the twin, by which the tables of `testdata/perft` were made.
fn twin_perft(twin: &Twin, suicide: bool, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if twin.passes == 2 {
        return 0;
    }
    let moves = (0..twin.stones.len()).filter(|&point| twin.is_legal(point, suicide)).map(Some).chain([None]);
    moves
        .map(|mv| {
            let mut next = twin.clone();
            next.play(mv);
            twin_perft(&next, suicide, depth - 1)
        })
        .sum()
}

#[test]
fn perft_of_twins() {
    for (size, depth) in [(2, 6), (3, 4), (4, 3), (5, 3)] {
        each_rule::<UpTo9>(size, |go| {
            let suicide = go == go.with_suicide(true);
            let ours = wanqi_game::perft::perft(&go, &go.start(), depth);
            assert_eq!(ours, twin_perft(&Twin::new(size.into()), suicide, depth), "{go:?} at depth {depth}");
        });
    }
}
