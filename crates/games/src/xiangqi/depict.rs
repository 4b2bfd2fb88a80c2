//! How xiangqi looks.

use super::history::{End, end};
use super::piece::side_name;
use super::points::{FILES, Point, RANKS, file, point, points, rank};
use super::{Move, Position, Xiangqi, move_count};
use crate::results::{checkmate, draw_by, no_moves, threefold, wins_because, wins_by};
use wanqi_game::depict::{BoardStyle, Colours, Inscription, SideLook, Terrain};
use wanqi_game::{Depict, Layout, Message, Piece, Scene, Side, Step, message};

/// The number of a point in the layout: points are counted from the upper left.
fn place(point: Point) -> u16 {
    u16::from((RANKS - 1 - rank(point)) * FILES + file(point))
}

/// The lines of the board: files that stop at the river, but for the outer two, and the diagonals of the palaces.
fn strokes() -> Vec<[u16; 2]> {
    let stroke = |from: (u8, u8), to: (u8, u8)| [place(point(from.0, from.1)), place(point(to.0, to.1))];
    let (right, top) = (FILES - 1, RANKS - 1);
    let mut strokes: Vec<_> = (0..RANKS).map(|rank| stroke((0, rank), (right, rank))).collect();
    strokes.extend([0, right].map(|file| stroke((file, 0), (file, top))));
    for file in 1..right {
        strokes.extend([stroke((file, 0), (file, 4)), stroke((file, 5), (file, top))]);
    }
    for rank in [0, 7] {
        strokes.extend([stroke((3, rank), (5, rank + 2)), stroke((5, rank), (3, rank + 2))]);
    }
    strokes
}

/// What is written in the river to the right of a file.
fn river(file: u8, text: &str) -> Inscription {
    Inscription { between: [place(point(file, 4)), place(point(file + 1, 5))], text: text.into() }
}

impl Depict for Xiangqi {
    fn layout(&self) -> Layout {
        let sides = [SideLook::new("Red", "红方", "red"), SideLook::new("Black", "黑方", "black")];
        let mut layout =
            Layout::grid(BoardStyle::Points, FILES, RANKS, sides, Colours::Wood).named(false, true);
        layout.row_names = (0..RANKS).rev().map(|rank| rank.to_string()).collect();
        // Either side counts from its right.
        layout.column_counts = [
            "九八七六五四三二一".chars().map(String::from).collect(),
            (1..=FILES).map(|file| file.to_string()).collect(),
        ];
        layout.lines = strokes();
        layout.inscriptions = vec![river(1, "楚河"), river(6, "漢界")];
        // Where cannons and soldiers begin.
        let starts = [1, 7].map(|file| (file, 2)).into_iter().chain([0, 2, 4, 6, 8].map(|file| (file, 3)));
        for (file, rank) in starts.flat_map(|(file, rank)| [(file, rank), (file, RANKS - 1 - rank)]) {
            layout.points[usize::from(place(point(file, rank)))].terrain = Terrain::Star;
        }
        layout
    }

    fn scene(&self, position: &Position) -> Scene {
        let of = |side: Side| {
            points(position.of_side(side)).map(move |point| {
                let kind = position.kind_on(point);
                Piece::new(place(point), side, "disc", kind.letter_of(side))
                    .labelled(&kind.inscription(side).to_string())
            })
        };
        let king = position.king(position.side_to_move());
        Scene {
            pieces: Side::BOTH.into_iter().flat_map(of).collect(),
            alarmed: if position.in_check() { vec![place(king)] } else { Vec::new() },
            ..Scene::default()
        }
    }

    fn steps(&self, _: &Position, mv: Move) -> Vec<Step> {
        vec![Step::point(place(mv.from())), Step::point(place(mv.to()))]
    }

    fn describe_result(&self, line: &[Position]) -> Message {
        let Some(position) = line.last() else { return Message::default() };
        let named = |side| (side, side_name(side));
        let side = position.side_to_move();
        if move_count(position) == 0 {
            return if position.in_check() {
                wins_by(named(side.opponent()), checkmate())
            } else {
                wins_because(named(side.opponent()), no_moves(named(side)))
            };
        }
        match end(self.repetition, line, line.len() - 1) {
            Some(End::PerpetualCheck(by)) => {
                let reason =
                    message!("reason.perpetual-check", "{side} gave check for ever", side = named(by));
                wins_because(named(by.opponent()), reason)
            }
            Some(End::PerpetualChase(by)) => {
                let reason =
                    message!("reason.perpetual-chase", "{side} chased a piece for ever", side = named(by));
                wins_because(named(by.opponent()), reason)
            }
            Some(End::Repetition) => draw_by(threefold()),
            Some(End::SixtyMoves) => {
                draw_by(message!("reason.sixty-moves", "by sixty moves without a capture"))
            }
            None => "The game goes on".into(),
        }
    }
}
