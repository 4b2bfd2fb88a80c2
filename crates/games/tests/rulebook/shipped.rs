//! The games that come as files.

use crate::twin::{State, Twin};
use crate::{rng, without_counters};
use std::path::Path;
use wanqi_game::perft::perft_turns;
use wanqi_game::{Game, conformance};
use wanqi_games::rulebook::{Rulebook, read};

/// The game of a shipped file.
pub fn shipped(name: &str) -> Rulebook {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulebooks");
    let text = std::fs::read_to_string(folder.join(name).with_extension("toml")).expect(name);
    let reading = read(&text);
    let rules = reading.rules.unwrap_or_else(|| panic!("{name}: {:#?}", reading.diagnostics));
    Rulebook::new(rules).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

#[test]
fn conformance_of_shipped_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulebooks");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_string())
        .collect();
    names.sort();
    assert!(names.len() >= 24);
    for name in &names {
        println!("{name}");
        conformance::check(&shipped(name), &mut rng(1), 2, 250, without_counters);
    }
}

/// Counts of whole turns, and where they are from.
///
/// Published: chess, English draughts, Othello, xiangqi. Given by other programs: Amazons, breakthrough, connect four
/// and Lines of Action by OpenSpiel; international and Russian draughts by pydraughts, as far as depth 4; minixiangqi, minishogi, Los Alamos chess and the variants of chess by pyffish, but as far as depth 3
/// only. This program's own, which keep what was once counted: depth 4 and 5 of those, hexapawn, tic-tac-toe,
/// Ataxx, Jungle (as its native game), Halma. The twin confirms the first turns of all ([`TWIN`]).
const TURNS: &[(&str, &[u64])] = &[
    ("amazons", &[2176]),
    ("breakthrough", &[22, 484, 11132, 256036]),
    ("english-draughts", &[7, 49, 302, 1469, 7361, 36768, 179740]),
    ("international-draughts", &[9, 81, 658, 4265, 27117]),
    ("russian-draughts", &[7, 49, 302, 1469, 7482]),
    ("halma", &[24, 576, 20050, 700034]),
    ("hexapawn", &[3, 10, 28]),
    ("jungle", &[24, 576, 12240, 260099]),
    ("los-alamos", &[10, 100, 1212, 14332, 191846]),
    ("minixiangqi", &[19, 331, 6664, 127164]),
    ("minishogi", &[14, 181, 2512, 35401]),
    ("othello", &[4, 12, 56, 244, 1396, 8200, 55092]),
    ("simple-chess", &[20, 400, 8902, 197281]),
    ("chess", &[20, 400, 8902, 197281]),
    ("king-of-the-hill", &[20, 400, 8902]),
    ("three-check", &[20, 400, 8902]),
    ("antichess", &[20, 400, 8067, 153299]),
    ("atomic", &[20, 400, 8902, 197326]),
    ("horde", &[8, 128, 1274, 23310]),
    ("racing-kings", &[21, 421, 11264, 296242]),
    ("crazyhouse", &[20, 400, 8902, 197281]),
    ("capablanca", &[28, 784, 25228]),
    ("shogi", &[30, 900, 25470, 719731]),
    ("makruk", &[23, 529, 12012]),
    ("tic-tac-toe", &[9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
    ("xiangqi", &[44, 1920, 79666]),
    ("ataxx", &[16, 256, 6460]),
    ("connect-four", &[7, 49, 343, 2401, 16807, 117649, 823536]),
    ("lines-of-action", &[36, 1244, 44952]),
    ("oware", &[6, 36, 190, 1014, 5219]),
    ("kalah", &[10, 116, 1022, 9682]),
];

#[test]
fn turns_of_shipped_files() {
    let mut wrong = Vec::new();
    for &(name, expected) in TURNS {
        let game = shipped(name);
        let counts: Vec<u64> =
            (1..=expected.len() as u32).map(|turns| perft_turns(&game, &game.start(), turns)).collect();
        if counts != expected {
            wrong.push(format!("{name}: {counts:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// How many whole turns of shipped files the twin makes out as well; the others are too large for it.
const TWIN: &[(&str, u32)] = &[
    ("amazons", 1),
    ("ataxx", 2),
    ("breakthrough", 2),
    ("clobber", 1),
    ("connect-four", 4),
    ("english-draughts", 4),
    ("international-draughts", 3),
    ("russian-draughts", 4),
    ("fox-and-geese", 3),
    ("halma", 2),
    ("hexapawn", 5),
    ("jungle", 2),
    ("konane", 3),
    ("lanterns", 1),
    ("lines-of-action", 2),
    ("los-alamos", 2),
    ("minishogi", 2),
    ("dobutsu", 3),
    ("janggi", 1),
    ("makruk", 1),
    ("shogi", 1),
    ("minixiangqi", 2),
    ("othello", 4),
    ("river-crossing", 2),
    ("simple-chess", 2),
    ("chess", 2),
    ("king-of-the-hill", 1),
    ("three-check", 1),
    ("antichess", 2),
    ("atomic", 2),
    ("horde", 2),
    ("racing-kings", 2),
    ("crazyhouse", 2),
    ("capablanca", 1),
    ("alquerque", 5),
    ("bagh-chal", 2),
    ("three-mens-morris", 4),
    ("six-mens-morris", 2),
    ("nine-mens-morris", 2),
    ("morabaraba", 2),
    ("twelve-mens-morris", 2),
    ("dara", 2),
    ("tablut", 1),
    ("brandub", 2),
    ("hnefatafl", 1),
    ("pente", 2),
    ("y", 2),
    ("havannah", 2),
    ("teeko", 3),
    ("yote", 2),
    ("fanorona", 2),
    ("tic-tac-toe", 4),
    ("two-cannons", 2),
    ("xiangqi", 1),
    ("yavalath", 1),
];

#[test]
fn the_twin_counts_the_same() {
    for &(name, turns) in TWIN {
        let game = shipped(name);
        let twin = Twin(game.rules());
        let counted = perft_turns(&game, &game.start(), turns);
        assert_eq!(twin_turns(&twin, &twin.start(), turns), counted, "{name}");
    }
}

/// Whole turns from a position on, as the twin sees it.
fn twin_turns(twin: &Twin<'_>, state: &State, turns: u32) -> u64 {
    if turns == 0 {
        return 1;
    }
    if state.outcome.is_some() {
        return 0;
    }
    let after = |next: &State| {
        let ended = next.side != state.side || next.outcome.is_some();
        twin_turns(twin, next, if ended { turns - 1 } else { turns })
    };
    twin.moves(state).iter().map(|(_, next)| after(next)).sum()
}
