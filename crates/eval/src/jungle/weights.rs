//! Written by `cargo xtask tune jungle --games 8000 --rounds 1 --nodes 1000 --seed 2 --opening 2 16 --plies 300 --positions 32 --prior 20 --scores 0.7` from the weights before.

/// A piece, by kind from the rat to the elephant.
#[rustfmt::skip]
pub const VALUE: [i32; 8] = [
    542, 226, 322, 334, 273, 693, 963, 968,
];

/// A step of a piece towards the enemy's den, by kind.
#[rustfmt::skip]
pub const STEP: [i32; 8] = [
    -13,  -3,  15, -19,  -2,  35,  22,  48,
];

/// A piece within three steps of the own den, by kind.
#[rustfmt::skip]
pub const GUARD: [i32; 8] = [
      7,  31, -15,  40, -11, -28,  26,  35,
];

/// A piece that no enemy left can take, by kind.
#[rustfmt::skip]
pub const SAFE: [i32; 8] = [
      0,   0,   0,   0,   0,   2,  -5, -62,
];

/// A rat in water.
pub const SWIM: i32 = -40;

/// A move, whoever's turn it is.
pub const MOVE: i32 = 8;

/// A move that captures, on top of it.
pub const CAPTURE: i32 = 29;

/// To be on turn.
pub const TURN: i32 = -4;
