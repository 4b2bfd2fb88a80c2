//! Written by `cargo xtask tune chess --games 5000 --rounds 1 --nodes 300 --seed 1`.

/// A pawn, knight, bishop, rook, queen, king. In the middlegame.
#[rustfmt::skip]
pub const VALUE_MIDDLEGAME: [i32; 6] = [
     82, 315, 341, 446, 985,   0,
];

/// A pawn by its square: the left half of the board, the last rank on top. In the middlegame.
#[rustfmt::skip]
pub const PAWN_MIDDLEGAME: [i32; 32] = [
      0,   0,   0,   0,
     19,  19,  32,  54,
      6,   7,  12,  43,
    -11,  -2,   9,  27,
     -9,  -8,   7,  17,
     11,   3,   1,   8,
     -4,   6,  -3, -15,
      0,   0,   0,   0,
];

/// A knight by its square. In the middlegame.
#[rustfmt::skip]
pub const KNIGHT_MIDDLEGAME: [i32; 32] = [
    -39, -18, -10,  -2,
    -14,  -9,   2,  10,
     -5,   5,  10,  16,
     -1,   7,  18,  29,
      1,  15,  29,  25,
    -12,   5,  -3,  13,
    -11,  -3,   3,  -1,
    -35, -31, -18, -15,
];

/// A bishop by its square. In the middlegame.
#[rustfmt::skip]
pub const BISHOP_MIDDLEGAME: [i32; 32] = [
    -11,  -3,   0,   5,
     -5,  -4,   7,   8,
     -7,   5,   3,  15,
      3,  10,  15,  24,
     -4,  12,  10,  23,
     -2,   3,  12,   5,
      1,   2,   2,   9,
    -20, -17, -13,  -6,
];

/// A rook by its square. In the middlegame.
#[rustfmt::skip]
pub const ROOK_MIDDLEGAME: [i32; 32] = [
     -2,   3,   5,   9,
     19,  16,  25,  24,
     -2,   3,  10,  10,
     -1,  -3,   2,  12,
    -10,  -2,   0,   8,
    -10,  -1,   2,   2,
    -13,   0,   4,   0,
    -14,  -3,   3,   6,
];

/// A queen by its square. In the middlegame.
#[rustfmt::skip]
pub const QUEEN_MIDDLEGAME: [i32; 32] = [
     -2,  -2,   0,   2,
     -8,   4,   1,   3,
      2,   2,   6,   5,
     10,   3,   6,   5,
    -11,  -5,   0,  -2,
     -7,  -3,  -3,  -2,
     -5,   0,   1,   6,
     -3,  -2,  -3,   7,
];

/// A king by its square. In the middlegame.
#[rustfmt::skip]
pub const KING_MIDDLEGAME: [i32; 32] = [
     -78,  -74, -108, -121,
     -78,  -74, -108, -121,
     -78,  -74, -108, -121,
     -77,  -74, -108, -121,
     -55,  -50,  -85, -100,
     -30,  -23,  -58,  -76,
      -4,    4,  -33,  -52,
      13,   21,  -12,  -25,
];

/// A knight by how many squares it reaches that no enemy pawn attacks. In the middlegame.
#[rustfmt::skip]
pub const KNIGHT_MOVES_MIDDLEGAME: [i32; 9] = [
    -26, -20,  -8,  -7,   0,   4,   6,  15,  21,
];

/// A bishop by how many such squares it reaches. In the middlegame.
#[rustfmt::skip]
pub const BISHOP_MOVES_MIDDLEGAME: [i32; 14] = [
    -36, -29, -18, -14,  -9,  -1,   0,   6,  10,  16,  18,  26,  31,  35,
];

/// A rook by how many such squares it reaches. In the middlegame.
#[rustfmt::skip]
pub const ROOK_MOVES_MIDDLEGAME: [i32; 15] = [
    -32, -30, -21, -19, -12,  -8,  -7,   0,   8,  10,   9,  15,  18,  17,  19,
];

/// A queen by how many such squares it reaches. In the middlegame.
#[rustfmt::skip]
pub const QUEEN_MOVES_MIDDLEGAME: [i32; 28] = [
    -13, -12, -18, -11, -15, -10, -12, -11,  -9,  -1,  -1,  -4,  -3,   6,
      5,   8,   9,   7,  10,  10,  10,   9,  11,   7,  10,  10,  13,  13,
];

/// A pawn behind another of its side. In the middlegame.
pub const DOUBLED_MIDDLEGAME: i32 = 4;

/// A pawn without pawns of its side on the files beside it: with an enemy pawn on its file, without. In the middlegame.
#[rustfmt::skip]
pub const ISOLATED_MIDDLEGAME: [i32; 2] = [
    -3,  1,
];

/// A pawn that no other can protect and an enemy pawn keeps from advancing: with an enemy pawn on its file, without. In the middlegame.
#[rustfmt::skip]
pub const BACKWARD_MIDDLEGAME: [i32; 2] = [
    -2, -6,
];

/// A pawn that another protects, by rank. In the middlegame.
#[rustfmt::skip]
pub const SUPPORTED_MIDDLEGAME: [i32; 8] = [
     0,  0,  5,  2,  4, 12,  2,  0,
];

/// A pawn beside another, by rank. In the middlegame.
#[rustfmt::skip]
pub const PHALANX_MIDDLEGAME: [i32; 8] = [
     0, -1,  1,  7,  7,  2,  2,  0,
];

/// A passed pawn by rank. In the middlegame.
#[rustfmt::skip]
pub const PASSED_MIDDLEGAME: [i32; 8] = [
     0,  4,  0,  6,  8, 32, 53,  0,
];

/// The king's own file (first row) and those beside it by the rank of the first own pawn before him, 0 without. In the middlegame.
#[rustfmt::skip]
pub const SHELTER_MIDDLEGAME: [i32; 16] = [
    -15,   6,   3,   1,   9,  -4,   0,   0,
     -9,   5,   2,   9,  -1,  -6,   0,   0,
];

/// The same files by the rank of the first enemy pawn before him, 0 without; where an own pawn blocks it, in the last two rows. In the middlegame.
#[rustfmt::skip]
pub const STORM_MIDDLEGAME: [i32; 32] = [
    -11,   0,   4,  -9,   2,   8,  -6,   0,
     -1,   4,   2,   4,   4,   1,  -3,   0,
      0,   0,  -2,   6,   6,   5,  -3,   0,
      0,   0,   3,   1,  -4,  -3,  -6,   0,
];

/// A passed pawn by rank: nothing before it; no enemy attack before it, either. In the middlegame.
#[rustfmt::skip]
pub const PASSED_FREE_MIDDLEGAME: [i32; 16] = [
     0,  1,  0, -3, -3,  9,  4,  0,
     0,  1,  0, -1,  1,  3,  4,  0,
];

/// A passed pawn from the fourth rank on (rows): the steps from the own king to the square before it. In the middlegame.
#[rustfmt::skip]
pub const PASSED_KING_MIDDLEGAME: [i32; 32] = [
     0,  0,  0,  1, -5, -2,  5,  0,
     0,  0,  1,  1, -2, -7,  1, -1,
     0,  0,  0,  1,  0,  2,  0, -1,
     0,  0,  0,  0,  0,  2,  3, -2,
];

/// The same for the enemy king. In the middlegame.
#[rustfmt::skip]
pub const PASSED_ENEMY_MIDDLEGAME: [i32; 32] = [
     0, -1,  2,  0, -1,  1, -1,  1,
    -1, -1,  7, -7, -4,  1, -2, -1,
    -3, -3,  6,  4,  1, -1, -2,  0,
     0, -2,  0,  3,  1,  2, -1,  0,
];

/// A rook behind a passed pawn of its own side, of the other. In the middlegame.
#[rustfmt::skip]
pub const ROOK_BEHIND_MIDDLEGAME: [i32; 2] = [
     6, -2,
];

/// The units of attack on the enemy king, with a queen (first four rows) and without. In the middlegame.
#[rustfmt::skip]
pub const DANGER_MIDDLEGAME: [i32; 64] = [
      0,   0,   2, -11,  -3,   3,   4,   9,
     16,  25,  34,  31,  45,  49,  61,  65,
     71,  82,  87,  95, 105, 112, 122, 134,
    147, 157, 170, 183, 195, 210, 225, 241,
      0,   0,   0,   0,   2,   1,   1,   4,
      7,   5,   8,   8,  13,  14,  16,  19,
     21,  25,  27,  31,  34,  37,  41,  45,
     48,  52,  56,  60,  65,  70,  75,  80,
];

/// An attack by a pawn, minor piece, rook (rows) on each kind, a protected pawn left out. In the middlegame.
#[rustfmt::skip]
pub const THREAT_MIDDLEGAME: [i32; 18] = [
     0, 30, 29,  7, 17,  0,
     5, 12, 18, 17, 35,  0,
     1,  2, 12,  0, 16,  0,
];

/// An enemy piece of each kind that is attacked and not protected. In the middlegame.
#[rustfmt::skip]
pub const UNPROTECTED_MIDDLEGAME: [i32; 6] = [
     5, 16, 15, 12, 14,  0,
];

/// An enemy piece that a pawn's safe step would attack. In the middlegame.
pub const PUSH_MIDDLEGAME: i32 = 21;

/// Bishops of both colours. In the middlegame.
pub const BISHOP_PAIR_MIDDLEGAME: i32 = 30;

/// A bishop, for each own pawn on its colour. In the middlegame.
pub const BISHOP_PAWNS_MIDDLEGAME: i32 = -8;

/// A knight by the number of own pawns. In the middlegame.
#[rustfmt::skip]
pub const KNIGHT_PAWNS_MIDDLEGAME: [i32; 9] = [
     -2,  -1,   0,   5,  -3,   0,  -2,  -2, -10,
];

/// A rook by the number of own pawns. In the middlegame.
#[rustfmt::skip]
pub const ROOK_PAWNS_MIDDLEGAME: [i32; 9] = [
      0,  -3,   1,   1,  -4,  -9,  -5, -11,  -5,
];

/// A knight, a bishop that a pawn protects and no enemy pawn can drive away. In the middlegame.
#[rustfmt::skip]
pub const OUTPOST_MIDDLEGAME: [i32; 2] = [
    11, 12,
];

/// A knight or bishop right behind a pawn. In the middlegame.
pub const SHIELDED_MIDDLEGAME: i32 = 5;

/// A rook on a file without own pawns: with enemy pawns, without. In the middlegame.
#[rustfmt::skip]
pub const ROOK_FILE_MIDDLEGAME: [i32; 2] = [
     1, 12,
];

/// A square of the four middle files and own half behind the pawns that no enemy pawn attacks. In the middlegame.
pub const SPACE_MIDDLEGAME: i32 = -2;

/// The side to move. In the middlegame.
pub const TURN_MIDDLEGAME: i32 = 28;

/// A pawn, knight, bishop, rook, queen, king. In the endgame.
#[rustfmt::skip]
pub const VALUE_ENDGAME: [i32; 6] = [
    122, 304, 326, 552, 992,   0,
];

/// A pawn by its square: the left half of the board, the last rank on top. In the endgame.
#[rustfmt::skip]
pub const PAWN_ENDGAME: [i32; 32] = [
      0,   0,   0,   0,
     88,  94,  93,  95,
     60,  55,  50,  58,
     35,  24,  25,  23,
      1,   5,   4,   8,
     -8, -10,   7,   3,
     -7,  -4,   7,  -8,
      0,   0,   0,   0,
];

/// A knight by its square. In the endgame.
#[rustfmt::skip]
pub const KNIGHT_ENDGAME: [i32; 32] = [
    -24, -11,  -6,  -3,
    -11,  -6,   3,   7,
     -5,  -3,   8,  12,
      0,  10,  13,  17,
     -3,   6,  15,  21,
     -3,   2,   4,  16,
    -13,  -5,   2,   9,
    -19, -16,  -8,  -3,
];

/// A bishop by its square. In the endgame.
#[rustfmt::skip]
pub const BISHOP_ENDGAME: [i32; 32] = [
     -9,  -5,  -2,   0,
     -6,  -4,   0,   4,
     -6,   0,   3,   9,
      2,   6,   8,  12,
     -4,   6,   3,  10,
      2,  -3,   2,   8,
     -5,  -3,   0,  -1,
    -10,  -7,  -2,   0,
];

/// A rook by its square. In the endgame.
#[rustfmt::skip]
pub const ROOK_ENDGAME: [i32; 32] = [
     4,  3,  3,  2,
    17,  9, 12, 10,
     4,  2,  5,  3,
     6,  0, -1,  2,
     4, -1,  2,  0,
    -5,  5,  1, -7,
    -8, -4, -2,  0,
    -2, -1, -2,  0,
];

/// A queen by its square. In the endgame.
#[rustfmt::skip]
pub const QUEEN_ENDGAME: [i32; 32] = [
    -13,  -9,  -4,   2,
    -10,  -3,   2,   5,
     -3,   2,   7,   2,
      4,   7,   9,   4,
     -1,   7,  14,  16,
     -6,  -2,   7,   8,
    -10,  -6,  -3,   5,
    -15, -11,  -6,  -6,
];

/// A king by its square. In the endgame.
#[rustfmt::skip]
pub const KING_ENDGAME: [i32; 32] = [
    -30, -20, -10,   0,
    -20, -10,   0,  10,
     -9,   1,  10,  21,
      3,   8,  21,  30,
     -2,  12,  15,  12,
     -7,   4,  17,  10,
    -16,   0,   4,   8,
    -27, -17, -15,  -3,
];

/// A knight by how many squares it reaches that no enemy pawn attacks. In the endgame.
#[rustfmt::skip]
pub const KNIGHT_MOVES_ENDGAME: [i32; 9] = [
    -21, -24, -13,  -6,   3,  15,  14,  17,  19,
];

/// A bishop by how many such squares it reaches. In the endgame.
#[rustfmt::skip]
pub const BISHOP_MOVES_ENDGAME: [i32; 14] = [
    -37, -24, -23, -15,  -4,  -4,   5,   7,  14,  13,  18,  27,  29,  34,
];

/// A rook by how many such squares it reaches. In the endgame.
#[rustfmt::skip]
pub const ROOK_MOVES_ENDGAME: [i32; 15] = [
    -41, -38, -27, -25, -16, -11,   3,   6,   8,  16,  19,  24,  29,  30,  35,
];

/// A queen by how many such squares it reaches. In the endgame.
#[rustfmt::skip]
pub const QUEEN_MOVES_ENDGAME: [i32; 28] = [
    -26, -24, -22, -21, -20, -19, -13, -14, -13,  -7,  -3,  -2,   2,   4,
      7,   8,  11,  12,  14,  16,  18,  12,  18,   6,  18,  12,  26,  22,
];

/// A pawn behind another of its side. In the endgame.
pub const DOUBLED_ENDGAME: i32 = -8;

/// A pawn without pawns of its side on the files beside it: with an enemy pawn on its file, without. In the endgame.
#[rustfmt::skip]
pub const ISOLATED_ENDGAME: [i32; 2] = [
     1, -8,
];

/// A pawn that no other can protect and an enemy pawn keeps from advancing: with an enemy pawn on its file, without. In the endgame.
#[rustfmt::skip]
pub const BACKWARD_ENDGAME: [i32; 2] = [
    -1,  5,
];

/// A pawn that another protects, by rank. In the endgame.
#[rustfmt::skip]
pub const SUPPORTED_ENDGAME: [i32; 8] = [
     0,  0,  4,  3, -5,  0,  1,  0,
];

/// A pawn beside another, by rank. In the endgame.
#[rustfmt::skip]
pub const PHALANX_ENDGAME: [i32; 8] = [
     0,  0, -8,  2, -1,  3,  4,  0,
];

/// A passed pawn by rank. In the endgame.
#[rustfmt::skip]
pub const PASSED_ENDGAME: [i32; 8] = [
     0, 11, 10, 24, 45, 69, 92,  0,
];

/// The king's own file (first row) and those beside it by the rank of the first own pawn before him, 0 without. In the endgame.
#[rustfmt::skip]
pub const SHELTER_ENDGAME: [i32; 16] = [
     2,  0,  2, -4,  0, -2,  2,  0,
     6,  0, -5, -5,  3,  0,  1,  0,
];

/// The same files by the rank of the first enemy pawn before him, 0 without; where an own pawn blocks it, in the last two rows. In the endgame.
#[rustfmt::skip]
pub const STORM_ENDGAME: [i32; 32] = [
    -9,  6, 10, 10,  2, -8, -5,  0,
     1,  4,  4,  7,  1, -5,  5,  0,
     0,  0, -2,  0,  0,  1, -4,  0,
     0,  0, -3, -4, -6, -2, -2,  0,
];

/// A passed pawn by rank: nothing before it; no enemy attack before it, either. In the endgame.
#[rustfmt::skip]
pub const PASSED_FREE_ENDGAME: [i32; 16] = [
     0,  2,  2, -1,  7, 17, 11,  0,
     0,  2,  2,  3, 11, 16, 10,  0,
];

/// A passed pawn from the fourth rank on (rows): the steps from the own king to the square before it. In the endgame.
#[rustfmt::skip]
pub const PASSED_KING_ENDGAME: [i32; 32] = [
     1,  2,  2, -1, -4, -1,  4,  1,
     0,  2,  4,  2, -1, -4,  2,  0,
     0,  1,  1,  3,  1,  1,  3,  0,
     0,  0,  1,  1,  2,  2, -1, -3,
];

/// The same for the enemy king. In the endgame.
#[rustfmt::skip]
pub const PASSED_ENEMY_ENDGAME: [i32; 32] = [
     0, -2, -1,  3,  0,  2,  2,  1,
    -4, -5,  2,  4,  4,  4,  0,  1,
    -6, -8,  2,  7,  8,  3,  2,  1,
    -6, -4,  0,  4,  3,  5,  0,  0,
];

/// A rook behind a passed pawn of its own side, of the other. In the endgame.
#[rustfmt::skip]
pub const ROOK_BEHIND_ENDGAME: [i32; 2] = [
      1, -10,
];

/// The units of attack on the enemy king, with a queen (first four rows) and without. In the endgame.
#[rustfmt::skip]
pub const DANGER_ENDGAME: [i32; 64] = [
      0,   0,   1,  -3,  -2,   0,   0,   3,
      2,   2,   3,   3,   4,  -4,   6,   5,
     -4,   5,   3,  -7,   2,   2, -12,   1,
      1,   1,   1,   0,  -1,   0,   0,   1,
      0,   0,   0,   0,   0,  -1,  -2,  -1,
      1,   0,   0,  -2,   2,   0,   1,   2,
     -1,   1,   0,   1,   2,   2,   1,   2,
      0,   1,   0,   0,   0,   0,   0,   0,
];

/// An attack by a pawn, minor piece, rook (rows) on each kind, a protected pawn left out. In the endgame.
#[rustfmt::skip]
pub const THREAT_ENDGAME: [i32; 18] = [
     0,  3,  4,  3,  2,  0,
     1, 10,  5,  8,  5,  0,
     8,  8,  9,  0,  3,  0,
];

/// An enemy piece of each kind that is attacked and not protected. In the endgame.
#[rustfmt::skip]
pub const UNPROTECTED_ENDGAME: [i32; 6] = [
    22,  9,  7,  7,  0,  0,
];

/// An enemy piece that a pawn's safe step would attack. In the endgame.
pub const PUSH_ENDGAME: i32 = 9;

/// Bishops of both colours. In the endgame.
pub const BISHOP_PAIR_ENDGAME: i32 = 51;

/// A bishop, for each own pawn on its colour. In the endgame.
pub const BISHOP_PAWNS_ENDGAME: i32 = 3;

/// A knight by the number of own pawns. In the endgame.
#[rustfmt::skip]
pub const KNIGHT_PAWNS_ENDGAME: [i32; 9] = [
    -4, -4,  4,  5, -2,  7, -1,  2, -2,
];

/// A rook by the number of own pawns. In the endgame.
#[rustfmt::skip]
pub const ROOK_PAWNS_ENDGAME: [i32; 9] = [
     2, -4,  6,  5,  6,  4, -4, -5,  1,
];

/// A knight, a bishop that a pawn protects and no enemy pawn can drive away. In the endgame.
#[rustfmt::skip]
pub const OUTPOST_ENDGAME: [i32; 2] = [
    -2,  5,
];

/// A knight or bishop right behind a pawn. In the endgame.
pub const SHIELDED_ENDGAME: i32 = 6;

/// A rook on a file without own pawns: with enemy pawns, without. In the endgame.
#[rustfmt::skip]
pub const ROOK_FILE_ENDGAME: [i32; 2] = [
    11,  6,
];

/// A square of the four middle files and own half behind the pawns that no enemy pawn attacks. In the endgame.
pub const SPACE_ENDGAME: i32 = 3;

/// The side to move. In the endgame.
pub const TURN_ENDGAME: i32 = 7;
