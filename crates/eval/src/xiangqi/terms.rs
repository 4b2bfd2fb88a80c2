//! What the positional evaluation counts: tables of terms, each with a weight for the middlegame and one for the
//! endgame. The weights themselves are in `weights.rs`, which the tuner writes.

use super::weights as w;
use wanqi_games::xiangqi::Kind;
use wanqi_games::xiangqi::points::{FILES, Point, RANKS, file, rank};

/// Terms that belong together.
pub(super) struct TermTable {
    /// The name of the constants, before `_MIDDLEGAME` and `_ENDGAME`.
    pub name: &'static str,
    /// What is counted.
    pub help: &'static str,
    /// How many a reader wants to see on a line.
    pub columns: usize,
    /// The weights in middlegame and endgame.
    pub weights: [&'static [i32]; 2],
}

macro_rules! table {
    ($middlegame:ident $endgame:ident $columns:expr, $name:literal, $help:literal) => {
        TermTable { name: $name, help: $help, columns: $columns, weights: [&w::$middlegame, &w::$endgame] }
    };
}

/// All tables, in the order of the terms.
pub(super) const TABLES: [TermTable; 21] = [
    table!(VALUE_MIDDLEGAME VALUE_ENDGAME 7, "VALUE", "A pawn, advisor, elephant, horse, cannon, rook, king."),
    table!(PAWN_MIDDLEGAME PAWN_ENDGAME 5, "PAWN", "A pawn by its point: the left half of the board, the enemy's first rank on top."),
    table!(ADVISOR_MIDDLEGAME ADVISOR_ENDGAME 5, "ADVISOR", "An advisor by its point."),
    table!(ELEPHANT_MIDDLEGAME ELEPHANT_ENDGAME 5, "ELEPHANT", "An elephant by its point."),
    table!(HORSE_MIDDLEGAME HORSE_ENDGAME 5, "HORSE", "A horse by its point."),
    table!(CANNON_MIDDLEGAME CANNON_ENDGAME 5, "CANNON", "A cannon by its point."),
    table!(ROOK_MIDDLEGAME ROOK_ENDGAME 5, "ROOK", "A rook by its point."),
    table!(KING_MIDDLEGAME KING_ENDGAME 5, "KING", "A king by its point."),
    table!(HORSE_MOVES_MIDDLEGAME HORSE_MOVES_ENDGAME 9, "HORSE_MOVES", "A horse by how many points it reaches."),
    table!(CANNON_MOVES_MIDDLEGAME CANNON_MOVES_ENDGAME 9, "CANNON_MOVES", "A cannon by how many empty points it reaches."),
    table!(ROOK_MOVES_MIDDLEGAME ROOK_MOVES_ENDGAME 9, "ROOK_MOVES", "A rook by how many points it reaches."),
    table!(THREAT_MIDDLEGAME THREAT_ENDGAME 7, "THREAT", "An attack by a pawn, horse, cannon or rook (rows) on each kind."),
    table!(UNPROTECTED_MIDDLEGAME UNPROTECTED_ENDGAME 7, "UNPROTECTED", "An enemy piece of each kind that is attacked and not protected."),
    table!(PALACE_MIDDLEGAME PALACE_ENDGAME 4, "PALACE", "A point of the enemy's palace that a pawn, horse, cannon, rook attacks."),
    table!(ATTACKERS_MIDDLEGAME ATTACKERS_ENDGAME 8, "ATTACKERS", "How many pieces attack the enemy's palace."),
    table!(CANNON_BEFORE_KING_MIDDLEGAME CANNON_BEFORE_KING_ENDGAME 4, "CANNON_BEFORE_KING", "A cannon on the enemy king's file (first row) or rank, with no, one, two or more pieces between."),
    table!(ROOK_BEFORE_KING_MIDDLEGAME ROOK_BEFORE_KING_ENDGAME 3, "ROOK_BEFORE_KING", "A rook on the enemy king's file (first row) or rank, with no, one or more pieces between."),
    table!(ADVISORS_LEFT_MIDDLEGAME ADVISORS_LEFT_ENDGAME 3, "ADVISORS_LEFT", "None, one or both advisors left against no, one, two (rows) rooks, then horses, then cannons."),
    table!(ELEPHANTS_LEFT_MIDDLEGAME ELEPHANTS_LEFT_ENDGAME 3, "ELEPHANTS_LEFT", "The same of elephants."),
    table!(PROTECTED_MIDDLEGAME PROTECTED_ENDGAME 2, "PROTECTED", "A horse protected by a horse; a pawn beside another beyond the river."),
    TermTable {
        name: "TURN",
        help: "The side to move.",
        columns: 1,
        weights: [&[w::TURN_MIDDLEGAME], &[w::TURN_ENDGAME]],
    },
];

/// Where each table begins.
const STARTS: [usize; TABLES.len() + 1] = {
    let mut starts = [0; TABLES.len() + 1];
    let mut i = 0;
    while i < TABLES.len() {
        assert!(
            TABLES[i].weights[0].len() == TABLES[i].weights[1].len(),
            "a weight for each end of the game"
        );
        starts[i + 1] = starts[i] + TABLES[i].weights[0].len();
        i += 1;
    }
    starts
};

/// All terms.
pub(super) const TERMS: usize = STARTS[TABLES.len()];

pub(super) const VALUE: usize = STARTS[0];
const PLACE: usize = STARTS[1];
pub(super) const HORSE_MOVES: usize = STARTS[8];
pub(super) const CANNON_MOVES: usize = STARTS[9];
pub(super) const ROOK_MOVES: usize = STARTS[10];
pub(super) const THREAT: usize = STARTS[11];
pub(super) const UNPROTECTED: usize = STARTS[12];
pub(super) const PALACE: usize = STARTS[13];
pub(super) const ATTACKERS: usize = STARTS[14];
pub(super) const CANNON_BEFORE_KING: usize = STARTS[15];
pub(super) const ROOK_BEFORE_KING: usize = STARTS[16];
pub(super) const ADVISORS_LEFT: usize = STARTS[17];
pub(super) const ELEPHANTS_LEFT: usize = STARTS[18];
pub(super) const PROTECTED: usize = STARTS[19];
pub(super) const TURN: usize = STARTS[20];

/// Half a board.
const PLACES: usize = 50;

/// The term of a kind's point, as Red sees it: left and right are the same.
pub(super) const fn place(kind: Kind, point: Point) -> usize {
    let file = if file(point) > 4 { FILES - 1 - file(point) } else { file(point) };
    let row = RANKS - 1 - rank(point);
    PLACE + kind.index() * PLACES + row as usize * 5 + file as usize
}
