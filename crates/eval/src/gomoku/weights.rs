//! Written by `cargo xtask tune gomoku --games 2500 --rounds 1 --nodes 400 --seed 1 --opening 2 8 --plies 400 --positions 32 --prior 10 --scores 0` from the weights before.

/// What is made of a line on an empty point: nothing, an overline, a closed one, an open one, a closed two, an open two, a wide two, a closed three, an open three, a wide three, a four, broken fours, a straight four, five. By the side to move.
#[rustfmt::skip]
pub const PATTERNS_TO_MOVE: [i32; 14] = [
       0,    0,    3,  -33,  -47,   59,  198,  255,  514,  544,  432,    0, 1200, 2400,
];

/// What is made of a line on an empty point: nothing, an overline, a closed one, an open one, a closed two, an open two, a wide two, a closed three, an open three, a wide three, a four, broken fours, a straight four, five. By the other side.
#[rustfmt::skip]
pub const PATTERNS_NOT_TO_MOVE: [i32; 14] = [
       0,    0,    2,  -35,  -49,   47,  171,  246,  543,  562,  461,    0, 1208, 2400,
];

/// Whether there is a point that is quiet, an open three, several, a four, a four and a three, fours, doubtful, five. For the side to move.
#[rustfmt::skip]
pub const CLASSES_TO_MOVE: [i32; 8] = [
     -1,  98,  54, 113,  81,   0,   0,   0,
];

/// Whether there is a point that is quiet, an open three, several, a four, a four and a three, fours, doubtful, five. For the other side.
#[rustfmt::skip]
pub const CLASSES_NOT_TO_MOVE: [i32; 8] = [
     1, 77, 78, 97, 61, 61,  0,  0,
];

/// Being to move.
pub const TURN: i32 = 9;
