//! Moves and turns as players of some families of games write them.

use crate::shipped::shipped;
use wanqi_game::{Game, Notation};
use wanqi_games::rulebook::{Position, Rulebook};

/// The position after turns, each read from its text.
fn after(game: &Rulebook, first: Option<&str>, turns: &str) -> Position {
    let mut position = first.map_or_else(|| game.start(), |text| game.parse_position(text).expect(text));
    for text in turns.split_whitespace() {
        for mv in game.parse_turn(&position, text).unwrap_or_else(|error| panic!("{text}: {error}")) {
            game.play(&mut position, mv);
        }
    }
    position
}

#[test]
fn notations_follow_from_the_rules() {
    for (name, wanted) in [
        ("english-draughts", &["coordinates", "numbers", "coordinates"][..]),
        ("international-draughts", &["coordinates", "numbers", "coordinates"]),
        ("minishogi", &["coordinates", "usi", "coordinates"]),
        ("crazyhouse", &["coordinates"]),
        ("konane", &["coordinates"]),
        ("breakthrough", &["coordinates"]),
    ] {
        assert_eq!(shipped(name).notations(), wanted, "{name}");
    }
}

/// A move in several texts, which all mean the same, the first as it is written.
#[test]
fn moves_are_written_as_players_do() {
    for (name, before, texts) in [
        ("english-draughts", "", "11-15 11x15 11:15 c3d4 c3-d4"),
        ("english-draughts", "11-15 23-19 8-11 22-17 11-16 24-20", "15x24 15-24 15:24 d4b6 d4xb6"),
        ("international-draughts", "", "32-28 32x28 d4e5 d4-e5"),
        ("russian-draughts", "", "22-18 c3d4 c3-d4 C3:D4"),
        ("minishogi", "", "5d5c a2a3 5D5C"),
    ] {
        let game = shipped(name);
        let position = after(&game, None, before);
        let mut meant = texts.split(' ').map(|text| game.parse_move(&position, text));
        let first = meant.next().expect("a text").unwrap_or_else(|error| panic!("{name} {texts}: {error}"));
        let written = game.format_move(&position, first, 1);
        assert_eq!(Some(&*written), texts.split(' ').next(), "{name}");
        for (mv, text) in meant.zip(texts.split(' ').skip(1)) {
            assert_eq!(mv.expect(text), first, "{name} {text}");
        }
    }
}

/// A turn in several texts, which all lead to the same position; the first is as it is written.
#[test]
fn a_turn_is_one_text() {
    for (name, first, notation, texts) in [
        (
            "english-draughts",
            "8/8/5m2/8/3m4/2M5/8/8 b quiet=0",
            1,
            "11x18x25 11x25 11:25 11x18 c3e5g7 c3xe5xg7 c3:g7 c3e5/e5g7",
        ),
        ("english-draughts", "8/8/5m2/8/3m4/2M5/8/8 b quiet=0", 0, "c3e5g7 11x18x25"),
        ("amazons", "", 0, "d1d7/g7 d1d7g7 d1d7-g7 D1D7/G7"),
        ("connect6", "j10", 0, "a1/a11 a1a11 a1,a11"),
    ] {
        let game = shipped(name);
        let begin = match first.contains('/') {
            true => after(&game, Some(first), ""),
            false => after(&game, None, first),
        };
        let texts: Vec<&str> = texts.split(' ').collect();
        let moves = game.parse_turn(&begin, texts[0]).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(game.format_turn(&begin, &moves, notation), texts[0], "{name}");
        let end = after(&game, Some(&game.format_position(&begin)), texts[0]);
        assert_eq!(moves.len() > 1, !game.amid_turn(&end));
        for text in &texts[1..] {
            let read = game.parse_turn(&begin, text).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
            // A turn may also be told in part.
            assert!(moves.starts_with(&read), "{name} {text}: {read:?} for {moves:?}");
        }
    }
}

/// Games of other programs: the position that moves in short algebraic notation lead to from a FEN.
#[test]
fn games_of_chess_kinds_are_read_as_others_write_them() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq";
    for (name, fen, moves, wanted) in [
        (
            "three-check",
            &*format!("{start} - 0 1 +0+0"),
            "e4 e5 Bc4 Nc6 Bxf7+ Kxf7 Nf3 Nf6 O-O",
            "r1bq1b1r/pppp1kpp/2n2n2/4p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b quiet=3 checks=1,0",
        ),
        (
            "three-check",
            "4k3/8/8/8/8/8/8/4K2R b K - 2+3 0 1",
            "Kd7 Rh7+",
            "8/3k3R/8/8/8/8/8/4K3 b quiet=2 checks=2,0",
        ),
        ("crazyhouse", "rnbqkb1r/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQ~KBNR[Nn] w KQkq - 0 4", "N@e6 fxe6", ""),
        ("racing-kings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", "Kh3 Ka3", ""),
        ("atomic", &*format!("{start} - 0 1"), "Nf3 f6 Ng5 e5 Nxh7", ""),
    ] {
        let game = shipped(name);
        let (first, _) = game.parse_position_leniently(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let end = after(&game, Some(&game.format_position(&first)), moves);
        if !wanted.is_empty() {
            assert_eq!(game.format_position(&end), wanted, "{name} {moves}");
        }
    }
    let chess = shipped("chess");
    let rooks = chess.parse_position("4k3/8/8/8/8/8/3K4/R6R w").expect("two rooks");
    for (text, wanted) in [
        ("Re1", ""),
        ("Rae1", "a1e1"),
        ("Rhe1", "h1e1"),
        ("Ra8#", "a1a8"),
        ("Kd3", "d2d3"),
        ("R", ""),
        ("=Q", ""),
        ("棋4", ""),
        ("O-O", ""),
    ] {
        let read = chess.parse_move(&rooks, text).map(|mv| chess.format_move(&rooks, mv, 0));
        assert_eq!(read.unwrap_or_default(), wanted, "{text}");
    }
}

#[test]
fn what_is_no_turn_or_several_is_told() {
    let diamond = "8/8/3m1m2/8/3m1m2/4M3/8/8 b quiet=0";
    for (name, first, text, wanted) in [
        ("english-draughts", diamond, "e3xe7", "\"e3xe7\" may be several moves here: e3g5e7, e3c5e7"),
        ("english-draughts", diamond, "10x26", "may be several moves here: e3g5e7, e3c5e7"),
        ("english-draughts", diamond, "e3c5d6", "is no legal move here"),
        ("english-draughts", diamond, "10x19x2", "is no legal move here"),
        ("english-draughts", diamond, "x", "is no legal move here"),
        ("english-draughts", diamond, "", "is no legal move here"),
        ("english-draughts", diamond, "é:棋", "is no legal move here"),
        ("breakthrough", "", "a2a3b3", "is no legal move here"),
    ] {
        let game = shipped(name);
        let begin = after(&game, (!first.is_empty()).then_some(first), "");
        let told = game.parse_turn(&begin, text).expect_err(text).to_string();
        assert!(told.contains(wanted), "{text}: {told}");
    }
}
