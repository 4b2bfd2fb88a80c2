//! What gomoku's lines are worth: chosen by hand.

pub const PATTERNS_TO_MOVE: [i32; 14] = [0, 0, 8, 24, 48, 112, 144, 160, 360, 440, 400, 0, 1200, 2400];
pub const PATTERNS_NOT_TO_MOVE: [i32; 14] = [0, 0, 8, 24, 48, 112, 144, 160, 360, 440, 400, 0, 1200, 2400];
pub const CLASSES_TO_MOVE: [i32; 8] = [0, 0, 40, 0, 75, 0, 0, 0];
pub const CLASSES_NOT_TO_MOVE: [i32; 8] = [0, 0, 20, 0, 30, 0, 0, 0];
pub const TURN: i32 = 10;
