//! Written by `cargo xtask tune jungle --games 5000 --rounds 1 --nodes 1000 --plies 300 --seed 1`.

/// The rat on the squares of the left half of the board, the enemy's den above.
#[rustfmt::skip]
pub const RAT: [i32; 36] = [
    503, 293, 588,   0,
    389, 549, 614, 588,
    447, 671, 596, 562,
    301, 360, 346, 476,
    399, 171, 248, 289,
    262, 205, 643, 557,
    232, 305, 598, 592,
    694, 588, 350, 378,
    580, 556, 588,   0,
];

/// The cat on the squares of the left half of the board, the enemy's den above.
#[rustfmt::skip]
pub const CAT: [i32; 36] = [
    252, 318, 288,   0,
    297, 287, 280, 288,
    210, 253, 272, 280,
    240,   0,   0, 278,
    329,   0,   0, 394,
    221,   0,   0, 200,
    271, 185,  84, 265,
     29, 296, 420, 131,
    229, 580, 426,   0,
];

/// The dog on the squares of the left half of the board, the enemy's den above.
#[rustfmt::skip]
pub const DOG: [i32; 36] = [
    389, 365, 388,   0,
    388, 347, 380, 388,
    337, 299, 374, 380,
    452,   0,   0, 331,
    278,   0,   0, 325,
    329,   0,   0, 723,
    497,  29, 392, 592,
    342, 376, 423, 323,
    311, 450, 300,   0,
];

/// The wolf on the squares of the left half of the board, the enemy's den above.
#[rustfmt::skip]
pub const WOLF: [i32; 36] = [
    454, 502, 488,   0,
    456, 490, 473, 488,
    446, 471, 450, 438,
    442,   0,   0, 367,
    487,   0,   0, 266,
    362,   0,   0, 171,
    210, 369, 136, 243,
    436, 467, 587, 397,
    385, 451, 373,   0,
];

/// The leopard on the squares of the left half of the board, the enemy's den above.
#[rustfmt::skip]
pub const LEOPARD: [i32; 36] = [
    581, 555, 588,   0,
    581, 583, 564, 588,
    571, 568, 536, 517,
    568,   0,   0, 405,
    501,   0,   0, 335,
    677,   0,   0, 202,
    555, 174, 338, 342,
    406,  68, 583, 505,
    520, 484, 785,   0,
];

/// The tiger on the squares of the left half of the board, the enemy's den above.
#[rustfmt::skip]
pub const TIGER: [i32; 36] = [
     975, 1136,  888,    0,
    1129, 1253,  966,  888,
    1122, 1529, 1108,  727,
    1005,    0,    0,  709,
     783,    0,    0,  633,
     428,    0,    0,  499,
     510,  966,  823,  864,
     441,  854,  887,  937,
     419,  825,  808,    0,
];

/// The lion on the squares of the left half of the board, the enemy's den above.
#[rustfmt::skip]
pub const LION: [i32; 36] = [
     899, 1068,  988,    0,
     877, 1361, 1204,  988,
     872, 1906, 1309,  992,
     557,    0,    0,   79,
     320,    0,    0, -110,
     461,    0,    0,  512,
     728, 1787, 1671,  928,
     689, 1574, 1538, 1174,
     217, 1179, 1146,    0,
];

/// The elephant on the squares of the left half of the board, the enemy's den above.
#[rustfmt::skip]
pub const ELEPHANT: [i32; 36] = [
    1056, 1328, 1088,    0,
    1227, 1470, 1460, 1088,
    1719, 1700, 1655, 1554,
    1517,    0,    0, 1020,
    1045,    0,    0,  840,
     520,    0,    0,  505,
     775, 1182, 1160, 1184,
     731, 1117, 1362, 1671,
     725, 1192, 1055,    0,
];

/// A piece that no enemy left can take, by kind.
#[rustfmt::skip]
pub const SAFE: [i32; 8] = [
     0,  0,  0,  0,  0, 24, 84, 37,
];

/// A move, whoever's turn it is.
pub const MOVE: i32 = 14;

/// A move that captures, on top of it.
pub const CAPTURE: i32 = 163;

/// To be on turn.
pub const TURN: i32 = 32;
