//! What stands on the boards of the games that the program knows by heart, for what is learnt of them
//! ([`crate::learnt::BoardContents`]).

use crate::learnt::{Board, EMPTY, piece};
use wanqi_game::Side;
use wanqi_game::depict::Symmetry;
use wanqi_games::chess::{self, Chess};
use wanqi_games::connect_four::{self, ConnectFour};
use wanqi_games::go::{self, Capacity, Go};
use wanqi_games::gomoku::{self, Gomoku};
use wanqi_games::jungle::{self, Jungle, board};
use wanqi_games::othello::{self, Othello};
use wanqi_games::tic_tac_toe::{self, TicTacToe};
use wanqi_games::xiangqi::{self, Xiangqi};

/// Writes a side's pieces of a kind, whose points are the bits of a set, to where `at` says that they lie.
#[inline(always)]
fn put(points: &mut [u8], mut set: u128, content: u8, at: impl Fn(usize) -> usize) {
    while set != 0 {
        points[at(set.trailing_zeros() as usize)] = content;
        set &= set - 1;
    }
}

impl Board for TicTacToe {
    const KINDS: u8 = 1;
    const UPSIDE_DOWN: bool = false;
    const SYMMETRY: Symmetry = Symmetry::Square;

    fn extent(&self) -> (usize, usize) {
        (3, 3)
    }

    #[inline]
    fn read(&self, position: &tic_tac_toe::Position, points: &mut [u8]) {
        points.fill(EMPTY);
        for side in Side::BOTH {
            put(points, position.cells(side).into(), piece(0, side), |cell| cell);
        }
    }
}

impl Board for ConnectFour {
    const KINDS: u8 = 1;
    const UPSIDE_DOWN: bool = false;
    const SYMMETRY: Symmetry = Symmetry::Mirrored;

    fn extent(&self) -> (usize, usize) {
        (connect_four::COLUMNS.into(), connect_four::ROWS.into())
    }

    #[inline]
    fn read(&self, position: &connect_four::Position, points: &mut [u8]) {
        // Seven bits a column, the seventh always empty.
        const HEIGHT: usize = connect_four::ROWS as usize + 1;
        points.fill(EMPTY);
        for side in Side::BOTH {
            put(points, position.discs(side).into(), piece(0, side), |cell| {
                cell % HEIGHT * usize::from(connect_four::COLUMNS) + cell / HEIGHT
            });
        }
    }
}

impl Board for Othello {
    const KINDS: u8 = 1;
    const UPSIDE_DOWN: bool = false;
    const SYMMETRY: Symmetry = Symmetry::Square;

    fn extent(&self) -> (usize, usize) {
        (self.size().rows().into(), self.size().rows().into())
    }

    #[inline]
    fn read(&self, position: &othello::Position, points: &mut [u8]) {
        // A smaller board lies in the middle of the large one.
        let rows = usize::from(self.size().rows());
        let margin = (8 - rows) / 2;
        points.fill(EMPTY);
        for side in Side::BOTH {
            put(points, position.discs(side).into(), piece(0, side), |square| {
                (square / 8 - margin) * rows + square % 8 - margin
            });
        }
    }
}

impl Board for Gomoku {
    const KINDS: u8 = 1;
    const UPSIDE_DOWN: bool = false;
    const SYMMETRY: Symmetry = Symmetry::Square;

    fn extent(&self) -> (usize, usize) {
        (self.columns(), self.rows())
    }

    #[inline]
    fn read(&self, position: &gomoku::Position, points: &mut [u8]) {
        points.fill(EMPTY);
        for (row, points) in points.chunks_exact_mut(self.columns()).enumerate() {
            for side in Side::BOTH {
                put(points, position.row(side, row).into(), piece(0, side), |column| column);
            }
        }
    }
}

impl<C: Capacity> Board for Go<C> {
    const KINDS: u8 = 1;
    const UPSIDE_DOWN: bool = false;
    const SYMMETRY: Symmetry = Symmetry::Square;

    fn extent(&self) -> (usize, usize) {
        (self.size(), self.size())
    }

    #[inline]
    fn read(&self, position: &go::Position<C>, points: &mut [u8]) {
        for (point, content) in points.iter_mut().enumerate() {
            let place = self.place_at(point % self.size(), point / self.size());
            let stone = Side::BOTH.into_iter().find(|&side| position.has_stone(place, side));
            *content = stone.map_or(EMPTY, |side| piece(0, side));
        }
    }
}

impl Board for Chess {
    const KINDS: u8 = 6;
    const UPSIDE_DOWN: bool = true;
    const SYMMETRY: Symmetry = Symmetry::None;

    fn extent(&self) -> (usize, usize) {
        (8, 8)
    }

    #[inline]
    fn read(&self, position: &chess::Position, points: &mut [u8]) {
        points.fill(EMPTY);
        for (kind, number) in chess::Kind::ALL.into_iter().zip(0..) {
            for side in Side::BOTH {
                put(points, position.pieces(side, kind).into(), piece(number, side), |square| square);
            }
        }
    }
}

impl Board for Xiangqi {
    const KINDS: u8 = 7;
    const UPSIDE_DOWN: bool = true;
    const SYMMETRY: Symmetry = Symmetry::Mirrored;

    fn extent(&self) -> (usize, usize) {
        (xiangqi::points::FILES.into(), xiangqi::points::RANKS.into())
    }

    #[inline]
    fn read(&self, position: &xiangqi::Position, points: &mut [u8]) {
        points.fill(EMPTY);
        for (kind, number) in xiangqi::Kind::ALL.into_iter().zip(0..) {
            for side in Side::BOTH {
                put(points, position.pieces(side, kind), piece(number, side), |point| point);
            }
        }
    }
}

impl Board for Jungle {
    const KINDS: u8 = 8;
    const UPSIDE_DOWN: bool = true;
    const SYMMETRY: Symmetry = Symmetry::Mirrored;

    fn extent(&self) -> (usize, usize) {
        (board::COLUMNS.into(), board::ROWS.into())
    }

    #[inline]
    fn read(&self, position: &jungle::Position, points: &mut [u8]) {
        points.fill(EMPTY);
        for side in Side::BOTH {
            for (kind, square) in position.pieces(side) {
                points[usize::from(square)] = piece(kind.index() as u8, side);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learnt::{BoardContents, Contents};
    use rand_core::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use wanqi_game::Depict;
    use wanqi_game::depict::Scene;
    use wanqi_games::go::UpTo9;
    use wanqi_games::gomoku::Rule;
    use wanqi_games::othello::Size;

    /// In random games every point holds what is drawn there, and the second side sees in its pieces what the first side
    /// sees in its own once the board is turned to it and the colours are exchanged.
    fn check<G: Board + Depict>(game: &G) {
        let contents = BoardContents::new(game);
        let layout = contents.layout();
        let (columns, rows) = game.extent();
        let mut rng = Pcg64Mcg::seed_from_u64(7);
        for _ in 0..4 {
            let mut position = game.start();
            for _ in 0..80 {
                let mut points = vec![0; layout.places()];
                contents.read(game, &position, &mut points);
                let Scene { pieces, .. } = game.scene(&position);
                assert_eq!(points.iter().filter(|&&point| point != EMPTY).count(), pieces.len());
                let mut other = points.clone();
                for (point, &content) in points.iter().enumerate() {
                    let (column, row) = (point % columns, point / columns);
                    let row = if G::UPSIDE_DOWN { rows - 1 - row } else { row };
                    other[row * columns + column] =
                        if content == EMPTY { EMPTY } else { 1 + ((content - 1) ^ 1) };
                }
                let seen = |side, points: &[u8]| {
                    let mut rows = Vec::new();
                    layout.each_row(side, points, |row| rows.push(row));
                    rows.sort_unstable();
                    rows
                };
                assert_eq!(seen(1, &points), seen(0, &other));
                for turning in &layout.turnings {
                    let mut turned = vec![0; points.len()];
                    points.iter().zip(turning).for_each(|(&content, &to)| turned[usize::from(to)] = content);
                    assert_eq!(turned.iter().filter(|&&point| point != EMPTY).count(), pieces.len());
                }
                let mv = if game.outcome(&position).is_some() {
                    None
                } else {
                    game.random_move(&position, &mut rng)
                };
                let Some(mv) = mv else { break };
                game.play(&mut position, mv);
            }
        }
    }

    #[test]
    fn every_board_is_read() {
        check(&TicTacToe);
        check(&ConnectFour);
        check(&Othello::new(Size::Six));
        check(&Othello::new(Size::Eight));
        check(&Gomoku::new(9, Rule::Freestyle).expect("a size"));
        check(&Gomoku::rectangular(7, 12, Rule::Freestyle).expect("a size"));
        check(&Go::<UpTo9>::new(7).expect("a size"));
        check(&Chess);
        check(&Xiangqi::new());
        check(&Jungle::default());
    }
}
