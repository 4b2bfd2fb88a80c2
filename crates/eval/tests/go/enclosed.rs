//! What is shut in, read to the end.

use super::eye_spaces::{Proof, shapes, walled};
use std::collections::HashMap;
use wanqi_eval::go::enclosed;
use wanqi_game::{Notation, Side};
use wanqi_games::go::{Go, Position, UpTo9, UpTo19};

/// A position, and what is said to be settled: `x` for Black, `o` for White, `-` for nobody, and `.` where nothing is said.
fn check(name: &str, stones: &str, settled: &str) {
    let go = Go::<UpTo9>::new(stones.split('/').count() as u8).expect("a size");
    for side in ['X', 'O'] {
        let position = go.parse_position(&format!("{stones} {side} - 0 0 0")).expect(name);
        assert_eq!(drawn(&go, &position), settled.split_whitespace().collect::<Vec<_>>(), "{name}");
    }
}

fn drawn(go: &Go<UpTo9>, position: &Position<UpTo9>) -> Vec<String> {
    let size = go.size();
    let found = enclosed::settled(go, position, |_| true);
    let letter = |row: usize, column: usize| {
        let found = found.iter().find(|settled| settled.place == go.place_at(column, row));
        found.map_or('.', |settled| match settled.owner {
            Some(Side::First) => 'x',
            Some(Side::Second) => 'o',
            None => '-',
        })
    };
    (0..size).map(|row| (0..size).map(|column| letter(row, column)).collect()).collect()
}

const HALVES: &str = "3XO4/3XO4/3XO4/3XO4/3XO4";
const NOTHING: &str = "......... ......... ......... ......... .........";

#[test]
fn positions() {
    let corner = |rows: &str| format!("9/9/OOOOOOOOO/XXXXXXXXX/9/XXX6/{rows}");
    let dead_corner =
        "......... ......... ......... ......... ......... ......... xx....... xxxxx.... xxxxx....";
    check("bent four", &corner("OOXXXX3/1OOOOX3/XXX1OX3"), dead_corner);
    check(
        "bent four and a liberty outside",
        &corner("OOXXXX3/1OOOOXX2/XXX1O1X2"),
        &dead_corner.replace("xxxxx....", "xxxxxx...").replacen("xxxxxx...", "xxxxx....", 1),
    );
    let nothing = format!("{NOTHING} ......... ......... ......... .........");
    check("more stones there", &corner("OOXXXX3/1OOOOX3/XXX1O1O2"), &nothing);
    check(
        "seki without eyes",
        &format!("{HALVES}/1XXXOO3/1XOOXO3/1XO1XO3/1XO1XO3"),
        &format!("{NOTHING} ......... ..oox.... ..o-x.... ..o-x...."),
    );
    check(
        "an eye against none",
        &format!("{HALVES}/1XXXOO3/XXOOXO3/OOO1XO3/O1O1XO3"),
        &format!("{NOTHING} ......... ..ooo.... ooooo.... ooooo...."),
    );
}

/// Last positions of games, whose dead stones are those that GNU Go says where anything is said.
#[test]
fn finished_games() {
    check(
        "eight stones and seventeen, all dead",
        "1X1XOO1OO/XXXXXXOOO/X1XOOOXOX/XX1XOOXXX/X1XXOOOX1/1X1XOOX1X/XXXOO1XXX/O1XOOOXOX/OOXXOOX1O",
        "....xxxxx ......xxx ...xxxxxx ....xxxxx ....xxxxx ....xxxxx ...xxxxxx ...xxxxxx ....xxxxx",
    );
    check(
        "a stone on either side, worth as much",
        "1OOX1OXXO/1OXXXXXOO/XOOX1XOOO/OOOXXOOO1/XXOOOO2O/XOOOOO1O1/XXXOXXOOO/2XX1XXOX/4X1XXX",
        "oooxxxxxo ooxxxxxoo oooxxxooo oooxxoooo xxooooooo xoooooooo xxxoxxooo xxxxxxxox xxxxxxxxx",
    );
    // Black would answer if it were taken its liberty outside, and might get out there.
    check(
        "liberties outside",
        "3OXX1X1/2O1OXXOO/1O1OO1X1X/1O2O1OX1/OO2O1OO1/2O1O3O/OOXOOOOOX/XXXXXXXXX/9",
        &format!("{NOTHING} ......... ......... ......... ........."),
    );
}

/// Readings on a large board have little room in a browser.
#[test]
fn small_stack() {
    const BYTES: usize = 192 << 10;
    let read = || {
        let go = Go::<UpTo19>::new(19).expect("a size");
        let seki = ["1XXXOO", "1XOOXO", "1XO1XO", "1XO1XO"].map(|row| format!("{row}13"));
        let above = ["3XO14".to_owned()].into_iter().cycle().take(15);
        let rows = above.chain(seki).collect::<Vec<_>>().join("/");
        let position = go.parse_position(&format!("{rows} X - 0 0 0")).expect("a position");
        enclosed::settled(&go, &position, |_| true).len()
    };
    let found = std::thread::Builder::new().stack_size(BYTES).spawn(read).expect("a thread").join();
    assert_eq!(found.expect("it ends"), 9);
}

/// Nothing is said where what is around may itself be taken.
#[test]
fn walls_in_danger() {
    let go = Go::<UpTo9>::new(9).expect("a size");
    let rows = format!("{HALVES}/1XXXOO3/1XOOXO3/1XO1XO3/1XO1XO3");
    let position = go.parse_position(&format!("{rows} X - 0 0 0")).expect("a position");
    assert_eq!(enclosed::settled(&go, &position, |_| false), []);
    assert_ne!(enclosed::settled(&go, &position, |_| true), []);
}

/// Shapes of empty points, held against all that can be played in them.
#[test]
fn eye_spaces() {
    let go = Go::<UpTo9>::new(9).expect("a size");
    let mut seen = [0; 3];
    for shape in (1..=6).flat_map(shapes) {
        let space: Vec<usize> = shape.iter().map(|&(column, row)| go.place_at(column + 1, row + 1)).collect();
        let wall = go.place_at(0, 0);
        let mut proof = Proof { go, wall, space: &space, known: HashMap::new() };
        let [black, white] =
            ['X', 'O'].map(|side| go.parse_position(&walled(&shape, side)).expect("a position"));
        let lives = [&black, &white].map(|position| proof.lives(position));
        let expected = (lives[0] == lives[1]).then_some(if lives[0] { Side::First } else { Side::Second });
        let found = enclosed::settled(&go, &white, |_| true);
        let owner = found.iter().find(|settled| settled.place == wall).map(|settled| settled.owner);
        assert_eq!(owner, expected.map(Some), "{shape:?}");
        seen[expected.map_or(0, |side| 1 + side.index())] += 1;
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}
