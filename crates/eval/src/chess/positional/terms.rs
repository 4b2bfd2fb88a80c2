//! What the positional evaluation counts: tables of terms, each with a weight for the middlegame and one for the
//! endgame. The weights themselves are in `weights.rs`, which the tuner writes.

use super::weights::*;
use wanqi_games::chess::Kind;
use wanqi_games::chess::bitboard::{Square, file, rank};

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

/// All tables in the order of the terms, and under the name of each its first term.
macro_rules! tables {
    ($($name:ident, $middlegame:expr, $endgame:expr, $columns:literal, $help:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum TermIndex { $($name),*, Count }

        pub(super) const TABLES: [TermTable; TermIndex::Count as usize] = [$(TermTable {
            name: stringify!($name),
            help: $help,
            columns: $columns,
            weights: [&$middlegame, &$endgame],
        }),*];

        $(pub(super) const $name: usize = STARTS[TermIndex::$name as usize];)*
    };
}

tables! {
    VALUE, VALUE_MIDDLEGAME, VALUE_ENDGAME, 6, "A pawn, knight, bishop, rook, queen, king.";
    PAWN, PAWN_MIDDLEGAME, PAWN_ENDGAME, 4, "A pawn by its square: the left half of the board, the last rank on top.";
    KNIGHT, KNIGHT_MIDDLEGAME, KNIGHT_ENDGAME, 4, "A knight by its square.";
    BISHOP, BISHOP_MIDDLEGAME, BISHOP_ENDGAME, 4, "A bishop by its square.";
    ROOK, ROOK_MIDDLEGAME, ROOK_ENDGAME, 4, "A rook by its square.";
    QUEEN, QUEEN_MIDDLEGAME, QUEEN_ENDGAME, 4, "A queen by its square.";
    KING, KING_MIDDLEGAME, KING_ENDGAME, 4, "A king by its square.";
    KNIGHT_MOVES, KNIGHT_MOVES_MIDDLEGAME, KNIGHT_MOVES_ENDGAME, 9, "A knight by how many squares it reaches that no enemy pawn attacks.";
    BISHOP_MOVES, BISHOP_MOVES_MIDDLEGAME, BISHOP_MOVES_ENDGAME, 14, "A bishop by how many such squares it reaches.";
    ROOK_MOVES, ROOK_MOVES_MIDDLEGAME, ROOK_MOVES_ENDGAME, 15, "A rook by how many such squares it reaches.";
    QUEEN_MOVES, QUEEN_MOVES_MIDDLEGAME, QUEEN_MOVES_ENDGAME, 14, "A queen by how many such squares it reaches.";
    DOUBLED, [DOUBLED_MIDDLEGAME], [DOUBLED_ENDGAME], 1, "A pawn behind another of its side.";
    ISOLATED, ISOLATED_MIDDLEGAME, ISOLATED_ENDGAME, 2, "A pawn without pawns of its side on the files beside it: with an enemy pawn on its file, without.";
    BACKWARD, BACKWARD_MIDDLEGAME, BACKWARD_ENDGAME, 2, "A pawn that no other can protect and an enemy pawn keeps from advancing: with an enemy pawn on its file, without.";
    SUPPORTED, SUPPORTED_MIDDLEGAME, SUPPORTED_ENDGAME, 8, "A pawn that another protects, by rank.";
    PHALANX, PHALANX_MIDDLEGAME, PHALANX_ENDGAME, 8, "A pawn beside another, by rank.";
    PASSED, PASSED_MIDDLEGAME, PASSED_ENDGAME, 8, "A passed pawn by rank.";
    SHELTER, SHELTER_MIDDLEGAME, SHELTER_ENDGAME, 8, "The king's own file (first row) and those beside it by the rank of the first own pawn before him, 0 without.";
    STORM, STORM_MIDDLEGAME, STORM_ENDGAME, 8, "The same files by the rank of the first enemy pawn before him, 0 without; where an own pawn blocks it, in the last two rows.";
    PASSED_FREE, PASSED_FREE_MIDDLEGAME, PASSED_FREE_ENDGAME, 8, "A passed pawn by rank: nothing before it; no enemy attack before it, either.";
    PASSED_KING, PASSED_KING_MIDDLEGAME, PASSED_KING_ENDGAME, 8, "A passed pawn from the fourth rank on (rows): the steps from the own king to the square before it.";
    PASSED_ENEMY, PASSED_ENEMY_MIDDLEGAME, PASSED_ENEMY_ENDGAME, 8, "The same for the enemy king.";
    ROOK_BEHIND, ROOK_BEHIND_MIDDLEGAME, ROOK_BEHIND_ENDGAME, 2, "A rook behind a passed pawn of its own side, of the other.";
    DANGER, DANGER_MIDDLEGAME, DANGER_ENDGAME, 8, "The units of attack on the enemy king, with a queen (first four rows) and without.";
    THREAT, THREAT_MIDDLEGAME, THREAT_ENDGAME, 6, "An attack by a pawn, minor piece, rook (rows) on each kind, a protected pawn left out.";
    UNPROTECTED, UNPROTECTED_MIDDLEGAME, UNPROTECTED_ENDGAME, 6, "An enemy piece of each kind that is attacked and not protected.";
    PUSH, [PUSH_MIDDLEGAME], [PUSH_ENDGAME], 1, "An enemy piece that a pawn's safe step would attack.";
    BISHOP_PAIR, [BISHOP_PAIR_MIDDLEGAME], [BISHOP_PAIR_ENDGAME], 1, "Bishops of both colours.";
    BISHOP_PAWNS, [BISHOP_PAWNS_MIDDLEGAME], [BISHOP_PAWNS_ENDGAME], 1, "A bishop, for each own pawn on its colour.";
    KNIGHT_PAWNS, KNIGHT_PAWNS_MIDDLEGAME, KNIGHT_PAWNS_ENDGAME, 9, "A knight by the number of own pawns.";
    ROOK_PAWNS, ROOK_PAWNS_MIDDLEGAME, ROOK_PAWNS_ENDGAME, 9, "A rook by the number of own pawns.";
    OUTPOST, OUTPOST_MIDDLEGAME, OUTPOST_ENDGAME, 2, "A knight, a bishop that a pawn protects and no enemy pawn can drive away.";
    SHIELDED, [SHIELDED_MIDDLEGAME], [SHIELDED_ENDGAME], 1, "A knight or bishop right behind a pawn.";
    ROOK_FILE, ROOK_FILE_MIDDLEGAME, ROOK_FILE_ENDGAME, 2, "A rook on a file without own pawns: with enemy pawns, without.";
    SPACE, [SPACE_MIDDLEGAME], [SPACE_ENDGAME], 1, "A square of the four middle files and own half behind the pawns that no enemy pawn attacks.";
    TURN, [TURN_MIDDLEGAME], [TURN_ENDGAME], 1, "The side to move.";
}

/// Where each table begins, and after the last the number of terms.
const STARTS: [usize; TABLES.len() + 1] = {
    let mut starts = [0; TABLES.len() + 1];
    let mut i = 0;
    while i < TABLES.len() {
        let [middlegame, endgame] = TABLES[i].weights;
        assert!(middlegame.len() == endgame.len(), "a weight for each end of the game");
        starts[i + 1] = starts[i] + middlegame.len();
        i += 1;
    }
    starts
};

/// All terms.
pub(super) const TERMS: usize = STARTS[TABLES.len()];

/// The term of a white piece's square: left and right are the same.
pub(super) const fn place(kind: Kind, square: Square) -> usize {
    let file = if file(square) > 3 { 7 - file(square) } else { file(square) };
    [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING][kind.index()] + (7 - rank(square)) as usize * 4 + file as usize
}
