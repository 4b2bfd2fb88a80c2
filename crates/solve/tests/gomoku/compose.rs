use crate::game;
use wanqi_game::{Game, Notation, Side};
use wanqi_games::gomoku::Rule;
use wanqi_search::{Limits, Stop};
use wanqi_solve::gomoku::{ThreatSearch, compose, vcf_within};

/// Size, rule, plies of the shortest win by VCF; by `compose` with seeds 1 and 2.
const PUZZLES: &[(u8, Rule, usize, &str)] = &[
    (
        15,
        Rule::Freestyle,
        9,
        ".............../.............../O......O......./.X.....XO....../..X....X......./.......X......./....X..O......./........X....../.X...XOO......./..X............/.............../..X..O........O/.O...X........./......O......../......OO....... X",
    ),
    (
        15,
        Rule::Freestyle,
        25,
        "..OOO.X.......X/..O..O.X.OX.X.X/..........O..../.OX........X.../..X............/..X.OX.X...O.../.O.X...O..O..../..O...X.X.....O/....O..XO....O./.........X.O.XO/.............../........X.OX.X./.........O...X./.O.....XX..O.../......X.O....OX X",
    ),
    (
        20,
        Rule::Freestyle,
        35,
        "O......O............/X.......X.........../X.......O.........../.....O..XX.O..O...../XX.........X.X....../..XO.X....O........./..........XX.O....../.OXX......X........./..O..O....X........./.......XO.O........./.........X......O.../.........OO...O...../......O......X....../.....X.X...XO..OOO../..OO.X.X.O..XOXX..../...X.....X......O.../.........O.....X..../.X............OOX.../O.........X.O......./.........O........XO X",
    ),
    (
        15,
        Rule::ExactFive,
        35,
        "..O.O....OX...O/..O.O..O.X..XO./.............../..O...O......X./.......XOX....X/......X.......O/.O..XOX..O..O../.X.O...XX.....X/....X..O.O.XXX./XX....O..O....X/....O...X....../.X.......O.O..O/.O.X...O.XX..OO/......XXOO.X.../....XO...O..XXX X",
    ),
    (
        15,
        Rule::Renju,
        15,
        ".............../........OO...../.........X...../......O..X...../.............../......X.O....../..O.X.X..X...../...X.O.XXO....O/.............../...X..O..OO..../..X.O...X....../.X.......O...../........O....../.....X........O/....X.......... X",
    ),
    (
        15,
        Rule::Renju,
        25,
        ".............../......O..O....O/.............O./......O.....X../.............../......X..XX..../....XOX..X...../..O..O.X......./OX.....O..O.O../..X...O.O....../.XX.OX....O..../X.......XOX.O../..X....OX..X.../.O.X.O......X../..X.....X..OO.. X",
    ),
];

#[test]
fn composed_puzzles_are_as_long_as_they_say_and_solved() {
    for &(size, rule, plies, text) in PUZZLES {
        let game = game(size, rule);
        let position = game.parse_position(text).expect(text);
        let within = |plies| vcf_within(&game, &position, plies, 100_000);
        assert_eq!((within(plies - 2), within(plies)), (Some(false), Some(true)), "{rule:?} {plies}: {text}");
        let found = ThreatSearch { table_mb: 1 }.prove(&game, &position, &Limits::nodes(20_000));
        let proof = found.proof.unwrap_or_else(|| panic!("{rule:?} {plies}: no proof"));
        assert!(proof.plies() >= plies);
        proof
            .verify(&game, &position, &Limits::default())
            .unwrap_or_else(|flaw| panic!("{rule:?} {plies}: {flaw}"));
    }
}

#[test]
fn a_puzzle_follows_from_its_seed() {
    let game = game(15, Rule::Freestyle);
    for plies in [1, 3, 9] {
        let position = compose(&game, plies, 2, &Stop::default()).expect("a puzzle");
        assert_eq!(Some(&position), compose(&game, plies, 2, &Stop::default()).as_ref());
        assert_eq!(vcf_within(&game, &position, plies, 1000), Some(true));
        assert_eq!(game.side_to_move(&position), Side::First);
    }
    assert_eq!(compose(&game, 8, 2, &Stop::default()), None, "a VCF takes an odd number of plies");
    let stopped = Stop::default();
    stopped.stop();
    assert_eq!(compose(&game, 9, 2, &stopped), None);
}

#[test]
fn a_look_that_is_cut_short_says_so() {
    let (size, rule, plies, text) = PUZZLES[1];
    let game = game(size, rule);
    let position = game.parse_position(text).expect(text);
    assert_eq!(vcf_within(&game, &position, plies, 3), None);
}
