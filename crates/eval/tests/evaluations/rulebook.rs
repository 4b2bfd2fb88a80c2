use crate::{each_random_line, fresh};
use std::path::Path;
use wanqi_eval::rulebook::{Derived, DerivedTactics};
use wanqi_game::{Game, Notation};
use wanqi_games::rulebook::Rulebook;
use wanqi_search::tactics::{Candidates, Quiescence};
use wanqi_search::{Limits, Linear, NoEvaluation, NoTactics, ProvenScores, Search, Textbook, linear};

fn read(text: &str) -> Rulebook {
    let reading = wanqi_games::rulebook::read(text);
    let rules = reading.rules.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
    Rulebook::new(rules).expect("rules that can be compiled")
}

fn each_shipped(mut visit: impl FnMut(&str, &Rulebook)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/rulebooks");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 24);
    for path in files {
        visit(&path.display().to_string(), &read(&std::fs::read_to_string(&path).unwrap()));
    }
}

#[test]
fn sums_are_those_of_the_features_in_every_shipped_game() {
    each_shipped(|name, game| {
        let derived = Derived::new(game);
        let groups = derived.groups();
        assert_eq!(groups.iter().map(|group| group.length).sum::<usize>(), derived.weights().len(), "{name}");
        // Weights that are all different show a feature that is counted in the wrong place.
        let odd: Vec<i32> = (0..derived.weights().len() as i32).map(|i| 7 * i % 101 - 50).collect();
        for evaluation in [derived.clone(), derived.with_weights(&odd)] {
            let mut positions = 0;
            each_random_line(game, 1, 2, |line| {
                let position = &line[line.len() - 1];
                if positions % 5 == 0 {
                    let value = fresh(&evaluation, game, position);
                    let text = game.format_position(position);
                    assert_eq!(linear::value(&evaluation, game, position), f64::from(value), "{name} {text}");
                }
                positions += 1;
            });
        }
    });
}

#[test]
fn candidates_are_legal_in_every_shipped_game() {
    each_shipped(|name, game| {
        let tactics = DerivedTactics::new(game, &Derived::new(game));
        let mut seen = 0;
        each_random_line(game, 2, 1, |line| {
            seen += 1;
            if seen > 60 {
                return;
            }
            let position = &line[line.len() - 1];
            let (mut legal, mut candidates, mut tactical) = (Vec::new(), Vec::new(), Vec::new());
            game.each_move(position, |mv| legal.push(mv));
            Candidates::<Rulebook, Derived>::each_candidate(&tactics, game, &mut (), position, |mv| {
                candidates.push(mv)
            });
            Quiescence::<Rulebook, Derived>::each_tactical(&tactics, game, &mut (), position, |mv| {
                tactical.push(mv)
            });
            assert_eq!(legal.is_empty(), candidates.is_empty(), "{name}");
            assert!(candidates.iter().chain(&tactical).all(|mv| legal.contains(mv)), "{name}");
            for (i, mv) in candidates.iter().enumerate() {
                assert!(!candidates[..i].contains(mv), "{name}: {mv:?} twice");
            }
        });
    });
}

/// The value of a group's weights by its name, before anything has been learned.
fn prior(derived: &Derived, group: &str) -> Vec<i32> {
    let mut first = 0;
    for known in derived.groups() {
        if known.name == group {
            return derived.weights()[first..first + known.length].to_vec();
        }
        first += known.length;
    }
    panic!("no group {group}");
}

#[test]
fn pieces_of_chess_are_worth_what_their_moves_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/rulebooks/simple-chess.toml");
    let game = read(&std::fs::read_to_string(folder).unwrap());
    let values = prior(&Derived::new(&game), "VALUES");
    let of = |letter| values[game.rules().kinds.iter().position(|kind| kind.letter == letter).unwrap()];
    assert_eq!(of('K'), 0, "a king is never lost");
    assert!(of('P') < of('N') && of('N') < of('R') && of('R') < of('Q'), "{values:?}");
    assert!(of('B') < of('Q') && of('B') > of('P'), "{values:?}");
}

/// Moves and their mirror images lead to a position that both sides see alike: no feature is left over but those that
/// are about whose turn it is.
#[test]
fn what_is_alike_for_both_sides_cancels_out() {
    for (file, moves) in [
        ("breakthrough", "a2a3 a7a6 b2b3 b7b6 a3a4 a6a5"),
        ("simple-chess", "e2e4 e7e5 g1f3 g8f6 b1c3 b8c6"),
        ("jungle", "a3a4 g7g6 g3g4 a7a6"),
        ("minixiangqi", "c2c3 c6c5"),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../games/rulebooks/{file}.toml"));
        let game = read(&std::fs::read_to_string(path).unwrap());
        let derived = Derived::new(&game);
        let mut position = game.start();
        for text in moves.split(' ') {
            let mv =
                game.parse_move(&position, text).unwrap_or_else(|error| panic!("{file} {text}: {error}"));
            game.play(&mut position, mv);
        }
        let mut counts = vec![0.0; derived.weights().len()];
        derived.each_feature(&game, &position, |index, count| counts[index] += count);
        let mut first = 0;
        for group in derived.groups() {
            let own = &counts[first..first + group.length];
            first += group.length;
            if !["TURN", "FIRST", "TAKES"].contains(&group.name.as_str()) {
                assert!(own.iter().all(|&count| count == 0.0), "{file} {}: {own:?}", group.name);
            }
        }
    }
}

/// What is known of an ending is what trying every move to the end shows.
#[test]
fn endings_with_few_moves_left_are_known() {
    each_shipped(|name, game| {
        let derived = Derived::new(game);
        let mut known = 0;
        each_random_line(game, 3, 2, |line| {
            let position = &line[line.len() - 1];
            let Some(score) = derived.probe(game, position) else { return };
            known += 1;
            if known % 3 == 0 {
                let mut to_the_end = Textbook::new(NoEvaluation, NoTactics, 40);
                let found = to_the_end.search(game, line, &Limits::default(), &mut |_| {}).score;
                let text = game.format_position(position);
                assert_eq!(score.value().signum(), found.value().signum(), "{name} {text}");
            }
        });
        let file = Path::new(name).file_stem().unwrap().to_str().unwrap();
        if ["clobber", "konane", "othello", "amazons"].contains(&file) {
            assert!(known > 0, "{name}: no ending was known");
        }
        if ["xiangqi", "go-9x9", "breakthrough", "ataxx", "tablut"].contains(&file) {
            assert_eq!(known, 0, "{name}: the past counts there");
        }
    });
}
