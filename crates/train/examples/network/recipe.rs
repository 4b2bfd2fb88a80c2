//! How the network that comes with the program was made.

/// What is done, one after the other: games of the hand-made evaluation and a network from them, then twice games of the
/// last network and one from all games so far. Files are in the folder that is asked for.
pub const STEPS: &[&str] = &[
    "generate --out 1.bin --eval positional --seed 4000 --games 237054",
    "train 1.bin --out 1.nn",
    "generate --out 2.bin --eval 1.nn --seed 5000 --games 202752",
    "train 1.bin 2.bin --out 2.nn",
    "generate --out 3.bin --eval 2.nn --seed 6000 --games 211584",
    "train 1.bin 2.bin 3.bin --out 3.nn",
];
