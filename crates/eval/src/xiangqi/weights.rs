//! Written by `cargo xtask tune xiangqi --games 1500 --rounds 1 --nodes 400 --seed 1`.

/// A pawn, advisor, elephant, horse, cannon, rook, king. In the middlegame.
#[rustfmt::skip]
pub const VALUE_MIDDLEGAME: [i32; 7] = [
      63,  205,  176,  410,  470, 1043,    0,
];

/// A pawn by its point: the left half of the board, the enemy's first rank on top. In the middlegame.
#[rustfmt::skip]
pub const PAWN_MIDDLEGAME: [i32; 50] = [
     -4,  12,  22,  28,  30,
     55,  71,  77,  94,  91,
     50,  79,  89,  93,  98,
     60,  46,  61,  81,  89,
     21,  41,  58,  86,  81,
    -24,   0,   6,   0,  21,
    -54,   0, -69,   0,  72,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
];

/// An advisor by its point. In the middlegame.
#[rustfmt::skip]
pub const ADVISOR_MIDDLEGAME: [i32; 50] = [
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0, -18,   0,
      0,   0,   0,   0,  65,
      0,   0,   0, -28,   0,
];

/// An elephant by its point. In the middlegame.
#[rustfmt::skip]
pub const ELEPHANT_MIDDLEGAME: [i32; 50] = [
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,  -7,   0,   0,
      0,   0,   0,   0,   0,
    -57,   0,   0,   0,  55,
      0,   0,   0,   0,   0,
      0,   0,  -9,   0,   0,
];

/// A horse by its point. In the middlegame.
#[rustfmt::skip]
pub const HORSE_MIDDLEGAME: [i32; 50] = [
    -10,  -1,   4,   6,   2,
     -3,  15,  19,  16,  14,
      7,  22,  15,  26,  28,
      7,  16,  16,  44,  23,
      7,  17,  31,  45,  23,
      0,   8,  36,  40,   8,
     -1,  -1,  28,  -2,  21,
    -13,  33,   8,   6,   6,
    -43, -15,   0, -33, -29,
    -39, -47, -25, -19, -17,
];

/// A cannon by its point. In the middlegame.
#[rustfmt::skip]
pub const CANNON_MIDDLEGAME: [i32; 50] = [
     26,   1,  -1,  17,  22,
     -1, -12, -27,   2,   8,
      3, -33, -29,  13,  12,
      8, -15,  -9, -11,   6,
     14,  -3,  -4,  20,  53,
    -16, -25,  -9,  -7,  55,
     -7, -19,   5,  -3,  12,
     50,  10,  16,   7,  44,
    -11,  21,  40, -11,  20,
     -3, -13, -20,  -3,   6,
];

/// A rook by its point. In the middlegame.
#[rustfmt::skip]
pub const ROOK_MIDDLEGAME: [i32; 50] = [
      9,  -1,  22,  14,  15,
     -7,   6,   0,  47,  22,
      9, -10,   4,  26,   6,
     13,   7,  40,  22,  11,
     11,  14,  18,   1,  15,
     13,  -2,   4,  12,  15,
      3,  30,  -1,  23,   3,
     -6,  -3,  15,   5,  18,
     23,   2, -18,  32,  -6,
    -46,   5, -41,  -4,  -6,
];

/// A king by its point. In the middlegame.
#[rustfmt::skip]
pub const KING_MIDDLEGAME: [i32; 50] = [
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
     -6,  -6,  -6, -52, -37,
     -3,  -3,  -3, -51, -36,
      0,   0,   0, -12,  54,
];

/// A horse by how many points it reaches. In the middlegame.
#[rustfmt::skip]
pub const HORSE_MOVES_MIDDLEGAME: [i32; 9] = [
    -45, -58, -34, -23,   8,  12,  28,  41,  25,
];

/// A cannon by how many empty points it reaches. In the middlegame.
#[rustfmt::skip]
pub const CANNON_MOVES_MIDDLEGAME: [i32; 18] = [
    -20,  -9, -22, -21,  -8,  35,   7,  19,  -2,
     14,  17,  -9,   9,  14,   0,  -1,   1,   7,
];

/// A rook by how many points it reaches. In the middlegame.
#[rustfmt::skip]
pub const ROOK_MOVES_MIDDLEGAME: [i32; 18] = [
    -38, -37, -34, -52, -18,  11,  16,  10,  12,
     18,  18,  16,  24,  23,  26,  29,  30,  46,
];

/// An attack by a pawn, horse, cannon or rook (rows) on each kind. In the middlegame.
#[rustfmt::skip]
pub const THREAT_MIDDLEGAME: [i32; 28] = [
    12, 31, 24, 43, 35, 42, 20,
    21,  4,  5,  8, 19, 34, 15,
    -5, 26, 33, 31,  0, 28, 15,
    15, 23, 13, 36, 46,  0, 15,
];

/// An enemy piece of each kind that is attacked and not protected. In the middlegame.
#[rustfmt::skip]
pub const UNPROTECTED_MIDDLEGAME: [i32; 7] = [
    11, -1, 17, 17, 46, 21,  0,
];

/// A point of the enemy's palace that a pawn, horse, cannon, rook attacks. In the middlegame.
#[rustfmt::skip]
pub const PALACE_MIDDLEGAME: [i32; 4] = [
    48, 34, -9, 10,
];

/// How many pieces attack the enemy's palace. In the middlegame.
#[rustfmt::skip]
pub const ATTACKERS_MIDDLEGAME: [i32; 8] = [
     -9, -13,  -1,  58,  47,  61,  70,  80,
];

/// A cannon on the enemy king's file (first row) or rank, with no, one, two or more pieces between. In the middlegame.
#[rustfmt::skip]
pub const CANNON_BEFORE_KING_MIDDLEGAME: [i32; 8] = [
    130,  25,  74,  26,
     45,  20,  42,   7,
];

/// A rook on the enemy king's file (first row) or rank, with no, one or more pieces between. In the middlegame.
#[rustfmt::skip]
pub const ROOK_BEFORE_KING_MIDDLEGAME: [i32; 6] = [
    10, 26,  0,
    10, 23,  2,
];

/// None, one or both advisors left against no, one, two (rows) rooks, then horses, then cannons. In the middlegame.
#[rustfmt::skip]
pub const ADVISORS_LEFT_MIDDLEGAME: [i32; 27] = [
      8,  10,  11,
    -20, -25,   8,
    -68, -59,  10,
      4, -17,   7,
    -22, -27,  22,
    -39, -18,   0,
    -25, -19,  53,
     -2, -11, -18,
      1, -17,  -6,
];

/// The same of elephants. In the middlegame.
#[rustfmt::skip]
pub const ELEPHANTS_LEFT_MIDDLEGAME: [i32; 27] = [
      9,   8,  12,
     -9,  -1,   0,
    -15, -37, -11,
     16, -12, -10,
    -14,   8,   0,
     -5, -20,  10,
     -8,  -2,  19,
    -14, -34, -11,
    -47, -21,  -7,
];

/// A horse protected by a horse; a pawn beside another beyond the river. In the middlegame.
#[rustfmt::skip]
pub const PROTECTED_MIDDLEGAME: [i32; 2] = [
    16, 15,
];

/// The side to move. In the middlegame.
pub const TURN_MIDDLEGAME: i32 = 13;

/// A pawn, advisor, elephant, horse, cannon, rook, king. In the endgame.
#[rustfmt::skip]
pub const VALUE_ENDGAME: [i32; 7] = [
     134,  136,  124,  451,  367, 1072,    0,
];

/// A pawn by its point: the left half of the board, the enemy's first rank on top. In the endgame.
#[rustfmt::skip]
pub const PAWN_ENDGAME: [i32; 50] = [
      5,  20,  30,  36,  36,
     66,  86,  84,  93,  99,
     62,  83, 104, 109, 109,
     56,  57,  90,  86,  98,
     36,  46,  68,  74,  82,
    -14,   0,  28,   0,  27,
    -11,   0,  -5,   0,  20,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
];

/// An advisor by its point. In the endgame.
#[rustfmt::skip]
pub const ADVISOR_ENDGAME: [i32; 50] = [
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0, -36,
      0,   0,   0, -23,   0,
];

/// An elephant by its point. In the endgame.
#[rustfmt::skip]
pub const ELEPHANT_ENDGAME: [i32; 50] = [
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0, -15,   0,   0,
      0,   0,   0,   0,   0,
     -8,   0,   0,   0, -16,
      0,   0,   0,   0,   0,
      0,   0, -31,   0,   0,
];

/// A horse by its point. In the endgame.
#[rustfmt::skip]
pub const HORSE_ENDGAME: [i32; 50] = [
     -8,   1,   3,   3,   1,
     -1,   9,  13,  14,   9,
      2,  11,   2,  17,  16,
      4,  13,  17,  33,  14,
      7,  14,  20,  25,  19,
     -1,   3,  24,  20,  10,
     -2,   6,  15,   5,   5,
     -7,  11,  24,  10,   1,
    -20,  -6,   4, -29,  -9,
    -27, -25, -19, -10, -12,
];

/// A cannon by its point. In the endgame.
#[rustfmt::skip]
pub const CANNON_ENDGAME: [i32; 50] = [
      3, -14,  -7,   2,   7,
     -6,  -6, -11,  -1,   4,
      1,  -9, -11,   6,   9,
     -1, -11,  -8,  -3,   3,
      1,  -2,  -1,  -1,  23,
     -6,  -3,   2,  -3,  13,
      1,  -5,   4,   5,   9,
      2,   7,   7,  17,  19,
      6,  10,  10,  -4,  12,
      1,  -3,  -1,   2,   7,
];

/// A rook by its point. In the endgame.
#[rustfmt::skip]
pub const ROOK_ENDGAME: [i32; 50] = [
     -2,  -3,  13,   6,   7,
     -7,   5,   7,  23,  13,
     -2,   2,  -3,   7,   4,
      5,   6,   8,  17,   8,
      7,   9,  13,   4,  12,
      5,   6,   6,  13,   9,
      5,  10,   0,   1,   5,
      6,  -5,   7,   7,   2,
      1,   2,   0,  11,   4,
     -3,  -8, -11,   1,  -3,
];

/// A king by its point. In the endgame.
#[rustfmt::skip]
pub const KING_ENDGAME: [i32; 50] = [
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
     -6,  -6,  -6, -15, -12,
     -3,  -3,  -3,   3,  -1,
      0,   0,   0,  10,  -3,
];

/// A horse by how many points it reaches. In the endgame.
#[rustfmt::skip]
pub const HORSE_MOVES_ENDGAME: [i32; 9] = [
    -40, -32, -28,  -9,  18,  16,  18,  17,  15,
];

/// A cannon by how many empty points it reaches. In the endgame.
#[rustfmt::skip]
pub const CANNON_MOVES_ENDGAME: [i32; 18] = [
    -23, -13,  -9, -11,  -8,   2, -10,  11,   6,
      1,   5,  -2,  -6,  10,  10,   7,   4,   3,
];

/// A rook by how many points it reaches. In the endgame.
#[rustfmt::skip]
pub const ROOK_MOVES_ENDGAME: [i32; 18] = [
    -39, -35, -17, -10, -15,  -3,  -4,   7,  12,
     18,  17,  14,  21,  36,  25,  20,  32,  29,
];

/// An attack by a pawn, horse, cannon or rook (rows) on each kind. In the endgame.
#[rustfmt::skip]
pub const THREAT_ENDGAME: [i32; 28] = [
     4, 10, 20, 37, 36, 44, 20,
    18, -2,  3,  3, 17, 33, 15,
     4, 25,  9, 16,  0, 32, 15,
    19, 33, -9, 36, 34,  0, 15,
];

/// An enemy piece of each kind that is attacked and not protected. In the endgame.
#[rustfmt::skip]
pub const UNPROTECTED_ENDGAME: [i32; 7] = [
    20, 10, 10, 30, 40, 24,  0,
];

/// A point of the enemy's palace that a pawn, horse, cannon, rook attacks. In the endgame.
#[rustfmt::skip]
pub const PALACE_ENDGAME: [i32; 4] = [
    25,  3, -8, 21,
];

/// How many pieces attack the enemy's palace. In the endgame.
#[rustfmt::skip]
pub const ATTACKERS_ENDGAME: [i32; 8] = [
     19, -33,   1,  36,  27,  36,  44,  50,
];

/// A cannon on the enemy king's file (first row) or rank, with no, one, two or more pieces between. In the endgame.
#[rustfmt::skip]
pub const CANNON_BEFORE_KING_ENDGAME: [i32; 8] = [
    40, 15, 36,  6,
     2, 10,  8,  2,
];

/// A rook on the enemy king's file (first row) or rank, with no, one or more pieces between. In the endgame.
#[rustfmt::skip]
pub const ROOK_BEFORE_KING_ENDGAME: [i32; 6] = [
     8, 16, -1,
     8, 19, -4,
];

/// None, one or both advisors left against no, one, two (rows) rooks, then horses, then cannons. In the endgame.
#[rustfmt::skip]
pub const ADVISORS_LEFT_ENDGAME: [i32; 27] = [
     31,  23, -10,
    -21, -14, -25,
    -69, -48,   6,
     18,  -3, -20,
    -18,   1,   8,
    -35, -25, -17,
     -8, -19, -24,
     13,  16,   6,
    -10,  -9, -10,
];

/// The same of elephants. In the endgame.
#[rustfmt::skip]
pub const ELEPHANTS_LEFT_ENDGAME: [i32; 27] = [
     37,  31, -23,
    -20,  -6,  -7,
    -21, -25, -11,
     22,   4, -32,
     -4,  14,   2,
    -11, -13, -10,
    -10,   5, -46,
      2,  -5,  11,
    -50, -27,  -5,
];

/// A horse protected by a horse; a pawn beside another beyond the river. In the endgame.
#[rustfmt::skip]
pub const PROTECTED_ENDGAME: [i32; 2] = [
    10, 13,
];

/// The side to move. In the endgame.
pub const TURN_ENDGAME: i32 = 3;
