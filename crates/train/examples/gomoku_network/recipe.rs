//! How the network that comes with the program was made.

/// What is done, one after the other: games of the evaluation of lines and a network from them, then games of that network
/// and one from all of them. Files are in the folder that is asked for.
pub const STEPS: &[&str] = &[
    "generate --out 1-freestyle.games --seed 1000 --games 100000",
    "generate --out 1-renju.games --rule renju --seed 1001 --games 70000",
    "generate --out 1-exact.games --rule exact --seed 1002 --games 50000",
    "generate --out 1-freestyle20.games --size 20 --seed 1003 --games 15000",
    "train 1-freestyle.games 1-renju.games 1-exact.games 1-freestyle20.games --out 1.nn",
    "generate --eval 1.nn --out 2-freestyle.games --seed 2000 --games 60000",
    "generate --eval 1.nn --out 2-renju.games --rule renju --seed 2001 --games 45000",
    "generate --eval 1.nn --out 2-exact.games --rule exact --seed 2002 --games 30000",
    "generate --eval 1.nn --out 2-freestyle20.games --size 20 --seed 2003 --games 10000",
    concat!(
        "train 1-freestyle.games 1-renju.games 1-exact.games 1-freestyle20.games ",
        "2-freestyle.games 2-renju.games 2-exact.games 2-freestyle20.games --out 2.nn"
    ),
];
