//! Chosen by hand, to begin with.

/// A pawn, advisor, elephant, horse, cannon, rook, king. In the middlegame.
#[rustfmt::skip]
pub const VALUE_MIDDLEGAME: [i32; 7] = [
     90, 180, 190, 420, 470, 980,   0,
];

/// A pawn by its point: the left half of the board, the enemy's first rank on top. In the middlegame.
#[rustfmt::skip]
pub const PAWN_MIDDLEGAME: [i32; 50] = [
    -5, 10, 20, 28, 30,
    55, 70, 80, 88, 90,
    60, 75, 85, 93, 95,
    45, 60, 70, 78, 80,
    25, 40, 50, 58, 60,
     4,  0, 14,  0, 14,
     0,  0,  6,  0, 10,
     0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,
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
      0,   0,   0, -12,   0,
      0,   0,   0,   0,   6,
      0,   0,   0,   0,   0,
];

/// An elephant by its point. In the middlegame.
#[rustfmt::skip]
pub const ELEPHANT_MIDDLEGAME: [i32; 50] = [
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,  -2,   0,   0,
      0,   0,   0,   0,   0,
    -14,   0,   0,   0,  12,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
];

/// A horse by its point. In the middlegame.
#[rustfmt::skip]
pub const HORSE_MIDDLEGAME: [i32; 50] = [
    -14,  -2,   4,   6,   2,
     -2,  10,  16,  18,  14,
      6,  18,  24,  26,  22,
      8,  20,  26,  28,  24,
      4,  16,  22,  24,  20,
      0,  12,  18,  20,  16,
     -6,   6,  12,  14,  10,
    -10,   2,   8,  10,   6,
    -20,  -8,  -2,   0,  -4,
    -36, -24, -18, -16, -20,
];

/// A cannon by its point. In the middlegame.
#[rustfmt::skip]
pub const CANNON_MIDDLEGAME: [i32; 50] = [
     8, 10,  8, 10, 16,
     0,  2,  0,  2,  8,
     2,  4,  2,  4, 10,
     0,  2,  0,  2,  8,
     2,  4,  2,  4, 10,
     2,  4,  2,  4, 10,
     2,  4,  2,  4, 10,
     4,  6,  4,  6, 12,
    -2,  0, -2,  0,  6,
    -2,  0, -2,  0,  6,
];

/// A rook by its point. In the middlegame.
#[rustfmt::skip]
pub const ROOK_MIDDLEGAME: [i32; 50] = [
      2,   8,   8,  14,  12,
      8,  14,  14,  20,  18,
      4,  10,  10,  16,  14,
      4,  10,  10,  16,  14,
      4,  10,  10,  16,  14,
      2,   8,   8,  14,  12,
     -2,   4,   4,  10,   8,
     -6,   0,   0,   6,   4,
     -4,   2,   2,   8,   6,
    -16, -10, -10,  -4,  -6,
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
     -6,  -6,  -6, -43, -35,
     -3,  -3,  -3, -28, -20,
      0,   0,   0,  -8,   0,
];

/// A horse by how many points it reaches. In the middlegame.
#[rustfmt::skip]
pub const HORSE_MOVES_MIDDLEGAME: [i32; 9] = [
    -40, -24, -12,  -4,   2,   6,  10,  12,  14,
];

/// A cannon by how many empty points it reaches. In the middlegame.
#[rustfmt::skip]
pub const CANNON_MOVES_MIDDLEGAME: [i32; 18] = [
    -20, -12,  -8,  -6,  -4,  -2,   0,   2,   4,
      5,   6,   7,   8,   9,  10,  10,  10,  10,
];

/// A rook by how many points it reaches. In the middlegame.
#[rustfmt::skip]
pub const ROOK_MOVES_MIDDLEGAME: [i32; 18] = [
    -40, -30, -22, -16, -10,  -6,  -2,   2,   5,
      8,  11,  14,  16,  18,  20,  22,  23,  24,
];

/// An attack by a pawn, horse, cannon or rook (rows) on each kind. In the middlegame.
#[rustfmt::skip]
pub const THREAT_MIDDLEGAME: [i32; 28] = [
     4, 20, 20, 35, 35, 45, 20,
     6,  6,  6,  0, 18, 35, 15,
     4,  6,  4, 14,  0, 35, 15,
     4,  6,  6, 12, 12,  0, 15,
];

/// An enemy piece of each kind that is attacked and not protected. In the middlegame.
#[rustfmt::skip]
pub const UNPROTECTED_MIDDLEGAME: [i32; 7] = [
    12, 14, 14, 26, 26, 34,  0,
];

/// A point of the enemy's palace that a pawn, horse, cannon, rook attacks. In the middlegame.
#[rustfmt::skip]
pub const PALACE_MIDDLEGAME: [i32; 4] = [
    10,  6,  4,  5,
];

/// How many pieces attack the enemy's palace. In the middlegame.
#[rustfmt::skip]
pub const ATTACKERS_MIDDLEGAME: [i32; 8] = [
     0,  0, 12, 26, 44, 60, 70, 80,
];

/// A cannon on the enemy king's file (first row) or rank, with no, one, two or more pieces between. In the middlegame.
#[rustfmt::skip]
pub const CANNON_BEFORE_KING_MIDDLEGAME: [i32; 8] = [
    90, 25, 24,  6,
    50, 20, 20,  4,
];

/// A rook on the enemy king's file (first row) or rank, with no, one or more pieces between. In the middlegame.
#[rustfmt::skip]
pub const ROOK_BEFORE_KING_MIDDLEGAME: [i32; 6] = [
    10, 18,  4,
    10, 12,  2,
];

/// None, one or both advisors left against no, one, two (rows) rooks, then horses, then cannons. In the middlegame.
#[rustfmt::skip]
pub const ADVISORS_LEFT_MIDDLEGAME: [i32; 27] = [
      0,   0,   0,
    -28, -14,   0,
    -56, -28,   0,
      0,   0,   0,
    -20, -10,   0,
    -40, -20,   0,
      0,   0,   0,
    -10,  -5,   0,
    -20, -10,   0,
];

/// The same of elephants. In the middlegame.
#[rustfmt::skip]
pub const ELEPHANTS_LEFT_MIDDLEGAME: [i32; 27] = [
      0,   0,   0,
    -10,  -5,   0,
    -20, -10,   0,
      0,   0,   0,
     -6,  -3,   0,
    -12,  -6,   0,
      0,   0,   0,
    -28, -14,   0,
    -56, -28,   0,
];

/// A horse protected by a horse; a pawn beside another beyond the river. In the middlegame.
#[rustfmt::skip]
pub const PROTECTED_MIDDLEGAME: [i32; 2] = [
    10,  8,
];

/// The side to move. In the middlegame.
pub const TURN_MIDDLEGAME: i32 = 12;

/// A pawn, advisor, elephant, horse, cannon, rook, king. In the endgame.
#[rustfmt::skip]
pub const VALUE_ENDGAME: [i32; 7] = [
     110,  190,  190,  440,  420, 1000,    0,
];

/// A pawn by its point: the left half of the board, the enemy's first rank on top. In the endgame.
#[rustfmt::skip]
pub const PAWN_ENDGAME: [i32; 50] = [
      5,  20,  30,  38,  40,
     65,  80,  90,  98, 100,
     70,  85,  95, 103, 105,
     55,  70,  80,  88,  90,
     35,  50,  60,  68,  70,
      4,   0,  14,   0,  14,
      0,   0,   6,   0,  10,
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
      0,   0,   0, -12,   0,
      0,   0,   0,   0,   6,
      0,   0,   0,   0,   0,
];

/// An elephant by its point. In the endgame.
#[rustfmt::skip]
pub const ELEPHANT_ENDGAME: [i32; 50] = [
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
      0,   0,  -2,   0,   0,
      0,   0,   0,   0,   0,
    -14,   0,   0,   0,  12,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
];

/// A horse by its point. In the endgame.
#[rustfmt::skip]
pub const HORSE_ENDGAME: [i32; 50] = [
    -10,  -1,   3,   4,   1,
     -1,   7,  11,  13,  10,
      4,  13,  17,  18,  15,
      6,  14,  18,  20,  17,
      3,  11,  15,  17,  14,
      0,   8,  13,  14,  11,
     -4,   4,   8,  10,   7,
     -7,   1,   6,   7,   4,
    -14,  -6,  -1,   0,  -3,
    -25, -17, -13, -11, -14,
];

/// A cannon by its point. In the endgame.
#[rustfmt::skip]
pub const CANNON_ENDGAME: [i32; 50] = [
    0, 1, 0, 1, 5,
    0, 1, 0, 1, 5,
    0, 1, 0, 1, 5,
    0, 1, 0, 1, 5,
    0, 1, 0, 1, 5,
    0, 1, 0, 1, 5,
    0, 1, 0, 1, 5,
    4, 5, 4, 5, 8,
    4, 5, 4, 5, 8,
    4, 5, 4, 5, 8,
];

/// A rook by its point. In the endgame.
#[rustfmt::skip]
pub const ROOK_ENDGAME: [i32; 50] = [
     1,  4,  4,  7,  6,
     4,  7,  7, 10,  9,
     2,  5,  5,  8,  7,
     2,  5,  5,  8,  7,
     2,  5,  5,  8,  7,
     1,  4,  4,  7,  6,
    -1,  2,  2,  5,  4,
    -3,  0,  0,  3,  2,
    -2,  1,  1,  4,  3,
    -8, -5, -5, -2, -3,
];

/// A king by its point. In the endgame.
#[rustfmt::skip]
pub const KING_ENDGAME: [i32; 50] = [
     0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,
    -6, -6, -6, -6, -6,
    -3, -3, -3, -3, -3,
     0,  0,  0,  0,  0,
];

/// A horse by how many points it reaches. In the endgame.
#[rustfmt::skip]
pub const HORSE_MOVES_ENDGAME: [i32; 9] = [
    -40, -24, -12,  -4,   2,   6,  10,  12,  14,
];

/// A cannon by how many empty points it reaches. In the endgame.
#[rustfmt::skip]
pub const CANNON_MOVES_ENDGAME: [i32; 18] = [
    -20, -12,  -8,  -6,  -4,  -2,   0,   2,   4,
      5,   6,   7,   8,   9,  10,  10,  10,  10,
];

/// A rook by how many points it reaches. In the endgame.
#[rustfmt::skip]
pub const ROOK_MOVES_ENDGAME: [i32; 18] = [
    -40, -30, -22, -16, -10,  -6,  -2,   2,   5,
      8,  11,  14,  16,  18,  20,  22,  23,  24,
];

/// An attack by a pawn, horse, cannon or rook (rows) on each kind. In the endgame.
#[rustfmt::skip]
pub const THREAT_ENDGAME: [i32; 28] = [
     4, 20, 20, 35, 35, 45, 20,
     6,  6,  6,  0, 18, 35, 15,
     4,  6,  4, 14,  0, 35, 15,
     4,  6,  6, 12, 12,  0, 15,
];

/// An enemy piece of each kind that is attacked and not protected. In the endgame.
#[rustfmt::skip]
pub const UNPROTECTED_ENDGAME: [i32; 7] = [
    12, 14, 14, 26, 26, 34,  0,
];

/// A point of the enemy's palace that a pawn, horse, cannon, rook attacks. In the endgame.
#[rustfmt::skip]
pub const PALACE_ENDGAME: [i32; 4] = [
    14,  6,  3,  4,
];

/// How many pieces attack the enemy's palace. In the endgame.
#[rustfmt::skip]
pub const ATTACKERS_ENDGAME: [i32; 8] = [
     0,  0,  8, 16, 26, 36, 44, 50,
];

/// A cannon on the enemy king's file (first row) or rank, with no, one, two or more pieces between. In the endgame.
#[rustfmt::skip]
pub const CANNON_BEFORE_KING_ENDGAME: [i32; 8] = [
    40, 15,  8,  2,
    20, 10,  6,  2,
];

/// A rook on the enemy king's file (first row) or rank, with no, one or more pieces between. In the endgame.
#[rustfmt::skip]
pub const ROOK_BEFORE_KING_ENDGAME: [i32; 6] = [
     8, 10,  2,
     8,  8,  0,
];

/// None, one or both advisors left against no, one, two (rows) rooks, then horses, then cannons. In the endgame.
#[rustfmt::skip]
pub const ADVISORS_LEFT_ENDGAME: [i32; 27] = [
      0,   0,   0,
    -28, -14,   0,
    -56, -28,   0,
      0,   0,   0,
    -20, -10,   0,
    -40, -20,   0,
      0,   0,   0,
    -10,  -5,   0,
    -20, -10,   0,
];

/// The same of elephants. In the endgame.
#[rustfmt::skip]
pub const ELEPHANTS_LEFT_ENDGAME: [i32; 27] = [
      0,   0,   0,
    -10,  -5,   0,
    -20, -10,   0,
      0,   0,   0,
     -6,  -3,   0,
    -12,  -6,   0,
      0,   0,   0,
    -28, -14,   0,
    -56, -28,   0,
];

/// A horse protected by a horse; a pawn beside another beyond the river. In the endgame.
#[rustfmt::skip]
pub const PROTECTED_ENDGAME: [i32; 2] = [
     6, 18,
];

/// The side to move. In the endgame.
pub const TURN_ENDGAME: i32 = 8;
