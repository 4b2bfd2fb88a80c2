//! Written by `cargo xtask tune chess --games 9000 --rounds 1 --nodes 300 --seed 2 --opening 4 10 --plies 400 --positions 60 --prior 20 --scores 0.6` from the weights before.

/// A pawn, knight, bishop, rook, queen, king. In the middlegame.
#[rustfmt::skip]
pub const VALUE_MIDDLEGAME: [i32; 6] = [
     70, 304, 333, 418, 971,   0,
];

/// A pawn by its square: the left half of the board, the last rank on top. In the middlegame.
#[rustfmt::skip]
pub const PAWN_MIDDLEGAME: [i32; 32] = [
      0,   0,   0,   0,
     22,  17,  28,  54,
     12,  17,  15,  40,
     -8,   6,   8,  15,
    -11,  -9,   6,  10,
      4,   9,   1,   2,
    -10,  13,  -5, -21,
      0,   0,   0,   0,
];

/// A knight by its square. In the middlegame.
#[rustfmt::skip]
pub const KNIGHT_MIDDLEGAME: [i32; 32] = [
    -46, -19, -12,  -2,
    -19, -11,   1,  12,
     -4,   7,  10,  20,
      9,  10,  21,  29,
     -8,  22,  25,  26,
     -9,  -3,  -9,   9,
    -17,  -3,  -2,  -5,
    -37, -25, -13, -10,
];

/// A bishop by its square. In the middlegame.
#[rustfmt::skip]
pub const BISHOP_MIDDLEGAME: [i32; 32] = [
    -11,  -6,   0,   1,
     -4,  -2,   5,   7,
     -4,   8,   2,  17,
      5,   3,  17,  33,
     -5,   8,  10,  24,
     -2,   5,  11,  -2,
     10,   1,  14,  -4,
    -24, -15, -19,  -7,
];

/// A rook by its square. In the middlegame.
#[rustfmt::skip]
pub const ROOK_MIDDLEGAME: [i32; 32] = [
     -1,   4,   3,  10,
     16,  15,  23,  25,
      2,   3,  15,  17,
      6,   1,   3,  14,
    -11,  -4,   4,   2,
    -11,  -3,   2,   1,
    -16,  -6,  -8,   1,
    -18, -10,  -6,   1,
];

/// A queen by its square. In the middlegame.
#[rustfmt::skip]
pub const QUEEN_MIDDLEGAME: [i32; 32] = [
      8,  -5,   0,   1,
     -7,   1,   0,   5,
      5,   7,   9,  11,
     10,   0,   6,   2,
    -11,  -4,  -5,  -8,
     -3,  -4, -14,  -9,
     -5,   0,   7,   5,
     -8,  -8,  -3,   9,
];

/// A king by its square. In the middlegame.
#[rustfmt::skip]
pub const KING_MIDDLEGAME: [i32; 32] = [
     -78,  -74, -108, -121,
     -78,  -73, -107, -121,
     -78,  -73, -107, -121,
     -77,  -72, -107, -122,
     -57,  -52,  -84, -100,
     -29,  -18,  -60,  -69,
       0,   -5,  -31,  -50,
      10,   18,  -15,  -29,
];

/// A knight by how many squares it reaches that no enemy pawn attacks. In the middlegame.
#[rustfmt::skip]
pub const KNIGHT_MOVES_MIDDLEGAME: [i32; 9] = [
    -33, -23, -10,  -6,  -4,   4,   9,  18,  19,
];

/// A bishop by how many such squares it reaches. In the middlegame.
#[rustfmt::skip]
pub const BISHOP_MOVES_MIDDLEGAME: [i32; 14] = [
    -37, -32, -20, -16,  -6,   1,   0,   5,  10,  13,  14,  30,  31,  34,
];

/// A rook by how many such squares it reaches. In the middlegame.
#[rustfmt::skip]
pub const ROOK_MOVES_MIDDLEGAME: [i32; 15] = [
    -42, -34, -20, -16, -10, -10,  -7,  -2,   2,   6,   9,  15,  14,  15,  18,
];

/// A queen by how many such squares it reaches. In the middlegame.
#[rustfmt::skip]
pub const QUEEN_MOVES_MIDDLEGAME: [i32; 28] = [
    -13, -14, -19, -17, -16, -16, -13, -10,  -9,  -5,  -5,  -2,  -2,   2,
      9,   3,  12,  10,  11,  15,  11,  11,  11,   7,   9,   9,  13,  11,
];

/// A pawn behind another of its side. In the middlegame.
pub const DOUBLED_MIDDLEGAME: i32 = 1;

/// A pawn without pawns of its side on the files beside it: with an enemy pawn on its file, without. In the middlegame.
#[rustfmt::skip]
pub const ISOLATED_MIDDLEGAME: [i32; 2] = [
     2, -5,
];

/// A pawn that no other can protect and an enemy pawn keeps from advancing: with an enemy pawn on its file, without. In the middlegame.
#[rustfmt::skip]
pub const BACKWARD_MIDDLEGAME: [i32; 2] = [
     -2, -12,
];

/// A pawn that another protects, by rank. In the middlegame.
#[rustfmt::skip]
pub const SUPPORTED_MIDDLEGAME: [i32; 8] = [
     0,  0,  3,  4,  9, 12,  0,  0,
];

/// A pawn beside another, by rank. In the middlegame.
#[rustfmt::skip]
pub const PHALANX_MIDDLEGAME: [i32; 8] = [
     0,  2,  1,  7, 15,  1,  3,  0,
];

/// A passed pawn by rank. In the middlegame.
#[rustfmt::skip]
pub const PASSED_MIDDLEGAME: [i32; 8] = [
     0,  0,  3,  8, 19, 29, 50,  0,
];

/// The king's own file (first row) and those beside it by the rank of the first own pawn before him, 0 without. In the middlegame.
#[rustfmt::skip]
pub const SHELTER_MIDDLEGAME: [i32; 16] = [
    -26,  13,   6,   3,  11,  -5,  -1,   0,
    -13,  16,   4,   7,  -4,  -8,  -3,   0,
];

/// The same files by the rank of the first enemy pawn before him, 0 without; where an own pawn blocks it, in the last two rows. In the middlegame.
#[rustfmt::skip]
pub const STORM_MIDDLEGAME: [i32; 32] = [
    -18,   5,   6, -10,   3,   3, -10,   0,
      0,   7,  -4,  -8,   2,   6,  -2,   0,
      0,   0,  -4,  19,  -1,   5,   1,   0,
      0,   0,  -5,   7,   0,   3,  -4,   0,
];

/// A passed pawn by rank: nothing before it; no enemy attack before it, either. In the middlegame.
#[rustfmt::skip]
pub const PASSED_FREE_MIDDLEGAME: [i32; 16] = [
     0, -6, -8, -9,  0, 12, 12,  0,
     0,  2, -1, -3,  1,  4, 11,  0,
];

/// A passed pawn from the fourth rank on (rows): the steps from the own king to the square before it. In the middlegame.
#[rustfmt::skip]
pub const PASSED_KING_MIDDLEGAME: [i32; 32] = [
     1,  1,  1,  1, -2, -2, -1,  3,
     0,  1,  2,  2,  2, -4,  1, -1,
     0,  0,  0,  1,  0,  0, -3,  0,
     0,  0,  1,  0,  0,  3,  4, -7,
];

/// The same for the enemy king. In the middlegame.
#[rustfmt::skip]
pub const PASSED_ENEMY_MIDDLEGAME: [i32; 32] = [
     0,  0,  3, 10, -2, -1, -4, -2,
    -2, -6, 10,  1,  4,  1, -2, -2,
    -6, -3,  2,  3,  1, -1,  1,  1,
    -5, -4, -1,  2,  4,  3,  3, -1,
];

/// A rook behind a passed pawn of its own side, of the other. In the middlegame.
#[rustfmt::skip]
pub const ROOK_BEHIND_MIDDLEGAME: [i32; 2] = [
     3, -3,
];

/// The units of attack on the enemy king, with a queen (first four rows) and without. In the middlegame.
#[rustfmt::skip]
pub const DANGER_MIDDLEGAME: [i32; 64] = [
      0,   0,  -7, -18, -10,  -4,  -1,   8,
     15,  21,  32,  33,  48,  59,  66,  73,
     81,  91,  93, 104, 111, 117, 125, 136,
    149, 159, 172, 184, 195, 211, 225, 242,
      0,   0,   0,   0,  -1,   3,   2,   5,
      4,   4,   7,   7,  13,  14,  17,  19,
     23,  25,  28,  32,  34,  39,  43,  45,
     49,  53,  56,  60,  65,  70,  75,  80,
];

/// An attack by a pawn, minor piece, rook (rows) on each kind, a protected pawn left out. In the middlegame.
#[rustfmt::skip]
pub const THREAT_MIDDLEGAME: [i32; 18] = [
     0, 51, 54, 16, 32,  0,
     1, 14, 31, 34, 57,  0,
    -6, 13, 23,  0, 38,  0,
];

/// An enemy piece of each kind that is attacked and not protected. In the middlegame.
#[rustfmt::skip]
pub const UNPROTECTED_MIDDLEGAME: [i32; 6] = [
     9, 29, 22, 20, 22,  0,
];

/// An enemy piece that a pawn's safe step would attack. In the middlegame.
pub const PUSH_MIDDLEGAME: i32 = 26;

/// Bishops of both colours. In the middlegame.
pub const BISHOP_PAIR_MIDDLEGAME: i32 = 37;

/// A bishop, for each own pawn on its colour. In the middlegame.
pub const BISHOP_PAWNS_MIDDLEGAME: i32 = -11;

/// A knight by the number of own pawns. In the middlegame.
#[rustfmt::skip]
pub const KNIGHT_PAWNS_MIDDLEGAME: [i32; 9] = [
     -5,  -4,  -4,   5,  -2,   1,  -1,  -4, -11,
];

/// A rook by the number of own pawns. In the middlegame.
#[rustfmt::skip]
pub const ROOK_PAWNS_MIDDLEGAME: [i32; 9] = [
      2,  -4,  -4,  -7,  -9, -13, -13, -10,  -5,
];

/// A knight, a bishop that a pawn protects and no enemy pawn can drive away. In the middlegame.
#[rustfmt::skip]
pub const OUTPOST_MIDDLEGAME: [i32; 2] = [
    16, 27,
];

/// A knight or bishop right behind a pawn. In the middlegame.
pub const SHIELDED_MIDDLEGAME: i32 = 3;

/// A rook on a file without own pawns: with enemy pawns, without. In the middlegame.
#[rustfmt::skip]
pub const ROOK_FILE_MIDDLEGAME: [i32; 2] = [
     7, 27,
];

/// A square of the four middle files and own half behind the pawns that no enemy pawn attacks. In the middlegame.
pub const SPACE_MIDDLEGAME: i32 = 0;

/// The side to move. In the middlegame.
pub const TURN_MIDDLEGAME: i32 = 33;

/// A pawn, knight, bishop, rook, queen, king. In the endgame.
#[rustfmt::skip]
pub const VALUE_ENDGAME: [i32; 6] = [
    131, 302, 324, 570, 993,   0,
];

/// A pawn by its square: the left half of the board, the last rank on top. In the endgame.
#[rustfmt::skip]
pub const PAWN_ENDGAME: [i32; 32] = [
      0,   0,   0,   0,
     89,  98,  93,  95,
     58,  63,  54,  52,
     27,  23,  25,  13,
      1,   6,  10,   2,
     -4, -10,   3,   1,
     -1,   1,  10,  -3,
      0,   0,   0,   0,
];

/// A knight by its square. In the endgame.
#[rustfmt::skip]
pub const KNIGHT_ENDGAME: [i32; 32] = [
    -24, -11,  -8,  -2,
    -11,  -7,   3,   9,
     -5,  -2,   9,  15,
     -1,  11,  15,  23,
      3,   7,  18,  22,
     -2,  -9,  11,  15,
    -19,  -8,  -5,   7,
    -20, -18,  -8,  -4,
];

/// A bishop by its square. In the endgame.
#[rustfmt::skip]
pub const BISHOP_ENDGAME: [i32; 32] = [
     -9,  -5,  -2,  -4,
     -6,  -1,  -1,   2,
     -5,   4,   5,   9,
     -1,   2,   6,  13,
     -4,  11,   3,  12,
      5,  -5,   2,  15,
     -3,  -9,   3,  -6,
    -11,  -6,  -4,  -4,
];

/// A rook by its square. In the endgame.
#[rustfmt::skip]
pub const ROOK_ENDGAME: [i32; 32] = [
      7,   6,   3,   4,
     13,   9,  11,   8,
      8,   1,   7,   6,
      7,   3,   1,   3,
      4,  -1,   5,  -1,
     -2,   4,  -3,  -7,
    -11,  -8,  -2,  -2,
     -2,   1,   5,   2,
];

/// A queen by its square. In the endgame.
#[rustfmt::skip]
pub const QUEEN_ENDGAME: [i32; 32] = [
    -10,  -7,  -3,   3,
     -8,  -1,   5,   9,
      0,   6,   8,   5,
      4,   7,  11,   7,
     -1,   9,  11,  10,
     -5,  -1,   9,  10,
    -10,  -8,  -7,  -2,
    -17, -14, -10, -17,
];

/// A king by its square. In the endgame.
#[rustfmt::skip]
pub const KING_ENDGAME: [i32; 32] = [
    -30, -19, -10,   0,
    -19,  -8,   2,  12,
     -9,   4,  13,  23,
      3,  11,  22,  21,
     -2,  10,  14,  14,
     -5,   6,  10,  15,
    -10,   2,   4,   9,
    -34, -21, -17, -11,
];

/// A knight by how many squares it reaches that no enemy pawn attacks. In the endgame.
#[rustfmt::skip]
pub const KNIGHT_MOVES_ENDGAME: [i32; 9] = [
    -22, -32, -21,  -2,   9,  18,  20,  20,  11,
];

/// A bishop by how many such squares it reaches. In the endgame.
#[rustfmt::skip]
pub const BISHOP_MOVES_ENDGAME: [i32; 14] = [
    -44, -28, -21, -12,  -2,  -3,   4,   8,  18,  20,  20,  25,  27,  27,
];

/// A rook by how many such squares it reaches. In the endgame.
#[rustfmt::skip]
pub const ROOK_MOVES_ENDGAME: [i32; 15] = [
    -45, -46, -30, -26, -17,  -3,   6,  15,  15,  19,  22,  23,  31,  34,  32,
];

/// A queen by how many such squares it reaches. In the endgame.
#[rustfmt::skip]
pub const QUEEN_MOVES_ENDGAME: [i32; 28] = [
    -26, -24, -23, -23, -23, -22, -17, -17, -15,  -5,  -2,   0,   6,   8,
     12,  10,  18,  19,  18,  22,  19,  12,  15,   3,  14,   6,  26,  14,
];

/// A pawn behind another of its side. In the endgame.
pub const DOUBLED_ENDGAME: i32 = -13;

/// A pawn without pawns of its side on the files beside it: with an enemy pawn on its file, without. In the endgame.
#[rustfmt::skip]
pub const ISOLATED_ENDGAME: [i32; 2] = [
     0, -7,
];

/// A pawn that no other can protect and an enemy pawn keeps from advancing: with an enemy pawn on its file, without. In the endgame.
#[rustfmt::skip]
pub const BACKWARD_ENDGAME: [i32; 2] = [
    -6,  0,
];

/// A pawn that another protects, by rank. In the endgame.
#[rustfmt::skip]
pub const SUPPORTED_ENDGAME: [i32; 8] = [
     0,  0,  4,  1, -5,  2,  1,  0,
];

/// A pawn beside another, by rank. In the endgame.
#[rustfmt::skip]
pub const PHALANX_ENDGAME: [i32; 8] = [
     0, -4,  1, -1,  5,  6,  9,  0,
];

/// A passed pawn by rank. In the endgame.
#[rustfmt::skip]
pub const PASSED_ENDGAME: [i32; 8] = [
     0, 11, 11, 30, 49, 73, 97,  0,
];

/// The king's own file (first row) and those beside it by the rank of the first own pawn before him, 0 without. In the endgame.
#[rustfmt::skip]
pub const SHELTER_ENDGAME: [i32; 16] = [
      8,   3,  -7,  -4,  -2,  -1,   3,   0,
     10,  -3, -10,  -7,   5,   2,   4,   0,
];

/// The same files by the rank of the first enemy pawn before him, 0 without; where an own pawn blocks it, in the last two rows. In the endgame.
#[rustfmt::skip]
pub const STORM_ENDGAME: [i32; 32] = [
    -13,  15,  17,  17,   2, -10, -11,   0,
     -1,  12,   7,   3,   6,  -8,   0,   0,
      0,   0,  -4,   1, -10,  -2,  -1,   0,
      0,   0,  -6,   5,  -9,  -7,  -2,   0,
];

/// A passed pawn by rank: nothing before it; no enemy attack before it, either. In the endgame.
#[rustfmt::skip]
pub const PASSED_FREE_ENDGAME: [i32; 16] = [
     0,  2,  1,  1, 12, 30, 31,  0,
     0,  6,  4,  6, 17, 31, 33,  0,
];

/// A passed pawn from the fourth rank on (rows): the steps from the own king to the square before it. In the endgame.
#[rustfmt::skip]
pub const PASSED_KING_ENDGAME: [i32; 32] = [
      3,   7,   7,  -1,  -9,  -2,   1,   4,
      1,   7,   8,   4,  -3, -10,   3,   0,
      0,   3,   1,   3,   4,   4,  -4,   1,
      0,   1,   4,   2,   1,   4,   0,  -5,
];

/// The same for the enemy king. In the endgame.
#[rustfmt::skip]
pub const PASSED_ENEMY_ENDGAME: [i32; 32] = [
      0,  -2,  -1,   2,   4,   4,   3,   0,
     -9, -11,   0,   5,  12,   8,   3,   1,
    -12, -14,   1,   6,  14,   8,   8,   2,
    -15, -11,  -3,   7,   9,  13,   6,   1,
];

/// A rook behind a passed pawn of its own side, of the other. In the endgame.
#[rustfmt::skip]
pub const ROOK_BEHIND_ENDGAME: [i32; 2] = [
      3, -17,
];

/// The units of attack on the enemy king, with a queen (first four rows) and without. In the endgame.
#[rustfmt::skip]
pub const DANGER_ENDGAME: [i32; 64] = [
      0,   0,  -3,  -3,  -3,  -3,   0,   6,
      6,   1,   7,   7,   6,  -2,   9,   9,
      1,  11,   7, -11,   5,   4, -18,   3,
      2,   2,   2,   1,  -1,   0,   0,   2,
      0,   0,   0,   0,  -3,   0,  -2,  -2,
     -5,  -2,  -5,  -3,  -1,  -1,   2,   3,
      0,   1,   1,   2,   1,   4,   3,   2,
      1,   2,   0,   1,   0,   0,   0,   0,
];

/// An attack by a pawn, minor piece, rook (rows) on each kind, a protected pawn left out. In the endgame.
#[rustfmt::skip]
pub const THREAT_ENDGAME: [i32; 18] = [
     0,  4, 10,  8,  3,  0,
     2, 19, 14, 14,  9,  0,
     9, 16, 16,  0,  6,  0,
];

/// An enemy piece of each kind that is attacked and not protected. In the endgame.
#[rustfmt::skip]
pub const UNPROTECTED_ENDGAME: [i32; 6] = [
    38, 17, 12, 12, -1,  0,
];

/// An enemy piece that a pawn's safe step would attack. In the endgame.
pub const PUSH_ENDGAME: i32 = 9;

/// Bishops of both colours. In the endgame.
pub const BISHOP_PAIR_ENDGAME: i32 = 54;

/// A bishop, for each own pawn on its colour. In the endgame.
pub const BISHOP_PAWNS_ENDGAME: i32 = 7;

/// A knight by the number of own pawns. In the endgame.
#[rustfmt::skip]
pub const KNIGHT_PAWNS_ENDGAME: [i32; 9] = [
    -17, -11,   0,   8,   4,   4,   4,   9,   2,
];

/// A rook by the number of own pawns. In the endgame.
#[rustfmt::skip]
pub const ROOK_PAWNS_ENDGAME: [i32; 9] = [
     4, -7,  9,  9, 11,  6,  2, -7,  2,
];

/// A knight, a bishop that a pawn protects and no enemy pawn can drive away. In the endgame.
#[rustfmt::skip]
pub const OUTPOST_ENDGAME: [i32; 2] = [
    7, 9,
];

/// A knight or bishop right behind a pawn. In the endgame.
pub const SHIELDED_ENDGAME: i32 = 8;

/// A rook on a file without own pawns: with enemy pawns, without. In the endgame.
#[rustfmt::skip]
pub const ROOK_FILE_ENDGAME: [i32; 2] = [
    20, 12,
];

/// A square of the four middle files and own half behind the pawns that no enemy pawn attacks. In the endgame.
pub const SPACE_ENDGAME: i32 = -1;

/// The side to move. In the endgame.
pub const TURN_ENDGAME: i32 = 13;
