use crate::{check_ladder, check_order, each_random_line, fresh, rng};
use wanqi_eval::jungle::tablebase::{Material, Tablebases};
use wanqi_eval::jungle::{JungleTactics, Squares};
use wanqi_game::{Depict, Game, Notation, Side, random};
use wanqi_games::jungle::board::{COLUMNS, DENS, ROWS, WATER, bit, seen_by};
use wanqi_games::jungle::{Jungle, Kind, Position};
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_search::retrograde::{Ending, Value, verify};
use wanqi_search::tactics::{MoveOrder, Quiescence};
use wanqi_search::{
    Limits, Linear, Negamax, NoEvaluation, NoTactics, ProvenScores, Score, Search, Stop, linear,
};

/// A position of some kinds on squares drawn by chance, that a game may go on from.
fn random_position(kinds: &[(Side, Kind)], rng: &mut rand_pcg::Pcg64Mcg) -> Position {
    let mut placed: Vec<(Side, Kind, u8)> = Vec::new();
    for &(side, kind) in kinds {
        let square = loop {
            let square = random::below(rng, u32::from(COLUMNS * ROWS)) as u8;
            let wet = bit(square) & WATER != 0 && kind != Kind::Rat;
            let taken = placed.iter().any(|&(_, _, other)| other == square);
            if !wet && !taken && !DENS.contains(&square) {
                break square;
            }
        };
        placed.push((side, kind, square));
    }
    Position::of(placed, Side::BOTH[random::below(rng, 2) as usize])
}

fn random_kind(rng: &mut rand_pcg::Pcg64Mcg) -> Kind {
    Kind::ALL[random::below(rng, 8) as usize]
}

/// The default, then each rule by which the endings differ alone, then all of them.
fn rules() -> impl Iterator<Item = Jungle> {
    [0, 1, 2, 4, 8, 15].into_iter().map(|knobs| Jungle {
        elephant_takes_rat: knobs & 1 != 0,
        shore_captures: knobs & 2 != 0,
        dog_over_wolf: knobs & 4 != 0,
        stuck_is_draw: knobs & 8 != 0,
        repetition_loses: false,
    })
}

#[test]
fn materials() {
    assert_eq!(Material::all(2).len(), 36, "pairs of eight kinds");
    assert_eq!(Material::all(3).len(), 28 * 8, "two kinds against one");
    let names: Vec<String> = Material::all(2).into_iter().take(3).map(Material::name).collect();
    assert_eq!(names, ["R-R", "C-R", "C-C"]);
}

#[test]
fn every_ending_of_two_pieces_follows_from_the_rules() {
    for rules in rules() {
        let endgames = Tablebases::new(rules);
        for material in Material::all(2) {
            let values = endgames.solve(material, &Stop::default()).expect("not stopped");
            let ending = endgames.ending(material);
            assert_eq!(verify(&ending, &values), Ok(()), "{} by {rules:?}", material.name());
            for index in (0..values.len()).step_by(7) {
                let Some(position) = ending.position(index) else { continue };
                assert_eq!(endgames.value(&position), Some(values.get(index)), "{position:?}");
            }
        }
    }
}

#[test]
fn an_ending_of_three_pieces_follows_from_the_rules() {
    let mut endgames = Tablebases::new(Jungle::default());
    let material =
        Material::all(3).into_iter().find(|material| material.name() == "ER-L").expect("a material");
    let values = endgames.solve(material, &Stop::default()).expect("not stopped");
    assert_eq!(verify(&endgames.ending(material), &values), Ok(()));
    let position = random_position(
        &[(Side::Second, Kind::Rat), (Side::Second, Kind::Elephant), (Side::First, Kind::Lion)],
        &mut rng(1),
    );
    assert_eq!(endgames.value(&position), None, "not yet there");
    endgames.add(material, values);
    assert!(endgames.value(&position).is_some());
}

#[test]
fn a_board_turned_round_or_in_a_mirror_has_the_same_value() {
    let (game, mut rng) = (Jungle::default(), rng(2));
    let endgames = Tablebases::shared(game);
    for _ in 0..2000 {
        let kinds = [random_kind(&mut rng), random_kind(&mut rng)];
        let position = random_position(&[(Side::First, kinds[0]), (Side::Second, kinds[1])], &mut rng);
        let pieces = |side| position.pieces(side).map(move |(kind, square)| (side, kind, square));
        let all = || Side::BOTH.into_iter().flat_map(pieces);
        let turned = all().map(|(side, kind, square)| (side.opponent(), kind, seen_by(Side::Second, square)));
        let turned = Position::of(turned, position.side_to_move().opponent());
        let mirrored = all().map(|(side, kind, square)| {
            (side, kind, square / COLUMNS * COLUMNS + COLUMNS - 1 - square % COLUMNS)
        });
        let mirrored = Position::of(mirrored, position.side_to_move());
        let value = endgames.value(&position);
        assert!(value.is_some());
        assert_eq!(value, endgames.value(&turned));
        assert_eq!(value, endgames.value(&mirrored));
    }
}

#[test]
fn values_are_those_of_a_search_without_tables() {
    let mut rng = rng(3);
    let (mut decided, mut open) = (0, 0);
    for rules in rules() {
        let endgames = Tablebases::shared(rules);
        for _ in 0..120 {
            let kinds = [random_kind(&mut rng), random_kind(&mut rng)];
            let position = random_position(&[(Side::First, kinds[0]), (Side::Second, kinds[1])], &mut rng);
            let mut search = Negamax::new(NoEvaluation, NoTactics, 6);
            let mut stuck = true;
            rules.each_move(&position, |_| stuck = false);
            if stuck {
                continue;
            }
            let found = search.search(&rules, &[position], &Limits::default(), &mut |_| {}).score.decided();
            let expected = match endgames.value(&position).expect("two pieces") {
                Value::Win(plies) if plies <= 6 => Some(i32::from(plies)),
                Value::Loss(plies) if plies <= 6 => Some(-i32::from(plies)),
                _ => None,
            };
            assert_eq!(found, expected, "{position:?} by {rules:?}");
            decided += usize::from(found.is_some());
            open += usize::from(found.is_none());
        }
    }
    assert!(decided > 60 && open > 60, "{decided} decided, {open} open");
}

/// The board turned round with the sides swapped is the same position for the side to move, and in a mirror too.
#[test]
fn both_sides_are_judged_alike() {
    let (game, squares) = (Jungle::default(), Squares::default());
    each_random_line(&game, 1, 5, |line| {
        let position = &line[line.len() - 1];
        let swapped = game.format_position(position);
        let (placement, turn) = swapped.split_once(' ').expect("a side");
        let swap = |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        let rows: Vec<String> =
            placement.split('/').rev().map(|row| row.chars().map(swap).collect()).collect();
        let swapped = format!("{} {}", rows.join("/"), if turn == "w" { "b" } else { "w" });
        let mirrored: Vec<String> = placement.split('/').map(|row| row.chars().rev().collect()).collect();
        let mirrored = format!("{} {turn}", mirrored.join("/"));
        for text in [swapped, mirrored] {
            let other = game.parse_position(&text).expect(&text);
            assert_eq!(fresh(&squares, &game, position), fresh(&squares, &game, &other), "{text}");
        }
    });
}

#[test]
fn the_evaluation_is_the_sum_of_its_features() {
    let squares = Squares::default();
    // Weights that tell every feature from every other.
    let mut rng = rng(4);
    let weights: Vec<i32> = squares.weights().iter().map(|_| random::below(&mut rng, 1000) as i32).collect();
    let squares = squares.with_weights(&weights);
    assert_eq!(squares.weights(), weights);
    let lengths: usize = squares.groups().iter().map(|group| group.length).sum();
    assert_eq!(lengths, weights.len());
    let game = Jungle::default();
    each_random_line(&game, 2, 5, |line| {
        let position = &line[line.len() - 1];
        let value = linear::value(&squares, &game, position);
        assert_eq!(f64::from(fresh(&squares, &game, position)), value, "{position:?}");
    });
}

#[test]
fn tactical_moves_are_captures_and_steps_into_the_den() {
    let game = Jungle::default();
    let den = |point: u16| point == 3 || point == 59;
    each_random_line(&game, 3, 20, |line| {
        let position = &line[line.len() - 1];
        let taken: Vec<u16> = game.scene(position).pieces.iter().map(|piece| piece.point).collect();
        let (mut tactical, mut expected) = (Vec::new(), Vec::new());
        Quiescence::<Jungle, Squares>::each_tactical(&JungleTactics, &game, &mut (), position, |mv| {
            tactical.push(mv)
        });
        game.each_move(position, |mv| {
            let to = game.trace(position, mv)[1];
            if taken.contains(&to) || den(to) {
                expected.push(mv);
            }
        });
        assert_eq!(tactical, expected, "{position:?}");
    });
}

/// One line a move: position, move, and whether it promises something (1), nothing (0) or a loss (-1).
#[test]
fn move_scores() {
    let game = Jungle::default();
    for (text, mv, sign) in [
        ("7/3L3/7/7/7/7/7/7/c6 w", "d8d9", 1),
        ("7/7/7/7/7/7/3Lc2/7/l6 w", "d3e3", 1),
        ("7/7/7/7/7/7/3Lc2/4e2/7 w", "d3e3", -1),
        ("7/7/7/7/7/7/3Lc2/4d2/7 w", "d3e3", 1),
        ("7/7/7/7/7/7/3Ll2/7/7 w", "d3d4", 0),
    ] {
        let position = game.parse_position(text).expect(text);
        let mv = game.parse_move(&position, mv).expect(mv);
        let move_score =
            MoveOrder::<Jungle, Squares>::move_score(&JungleTactics, &game, &mut (), &position, mv);
        assert_eq!(move_score.signum(), sign, "{text}");
    }
}

#[test]
fn a_threat_is_what_forces_the_other() {
    let game = Jungle::default();
    each_random_line(&game, 8, 5, |line| {
        let position = &line[line.len() - 1];
        game.each_move(position, |mv| {
            let mut next = *position;
            game.play(&mut next, mv);
            let forced = Quiescence::<Jungle, Squares>::is_forced(&JungleTactics, &game, &mut (), &next);
            let threatens =
                Quiescence::<Jungle, Squares>::threatens(&JungleTactics, &game, &mut (), position, mv);
            assert_eq!(threatens, forced, "{mv:?} in {position:?}");
        });
    });
}

#[test]
fn an_enemy_beside_the_den_forces() {
    let game = Jungle::default();
    for (text, forced) in [
        ("7/7/7/7/7/7/7/3c3/L6 w", true),
        ("7/7/7/7/7/7/7/7/L1c4 w", true),
        ("7/7/7/7/7/7/3c3/7/L6 w", false),
        ("7/3L3/7/7/7/7/7/7/c6 w", false),
        ("7/3L3/7/7/7/7/7/7/c6 b", true),
    ] {
        let position = game.parse_position(text).expect(text);
        assert_eq!(
            Quiescence::<Jungle, Squares>::is_forced(&JungleTactics, &game, &mut (), &position),
            forced,
            "{text}"
        );
    }
}

#[test]
fn searches_agree() {
    let game = Jungle::default();
    let mut rng = rng(5);
    let (mut seen, mut few) = (0, 0);
    each_random_line(&game, 4, 20, |line| {
        let pieces = game.scene(&line[line.len() - 1]).pieces.len();
        if random::below(&mut rng, 200) == 0 || (pieces == 3 && random::below(&mut rng, 4) == 0) {
            check_ladder(&game, line, Squares::default(), JungleTactics, 3);
            check_order(&game, &line[line.len() - 1], &Squares::default(), &JungleTactics);
            (seen, few) = (seen + 1, few + usize::from(pieces == 3));
        }
    });
    assert!(seen > 10 && few > 3, "{seen} positions, {few} of three pieces");
}

/// With a table the shortest win is played, one ply of search at a time.
#[test]
fn a_won_ending_is_won_in_as_many_plies_as_the_table_says() {
    let (game, squares) = (Jungle::default(), Squares::default());
    let mut rng = rng(6);
    let mut played = 0;
    while played < 30 {
        let kinds = [random_kind(&mut rng), random_kind(&mut rng)];
        let position = random_position(&[(Side::First, kinds[0]), (Side::Second, kinds[1])], &mut rng);
        let Some(score) = squares.probe(&game, &position) else { panic!("two pieces") };
        let Some(plies @ 4..) = score.decided() else { continue };
        let mut line = vec![position];
        while game.result(&line).is_none() {
            let mut search =
                Best::new(squares.clone(), JungleTactics, Options { table_mb: 0, ..Options::default() });
            let report = search.search(&game, &line, &Limits::depth(1), &mut |_| {});
            let mut next = line[line.len() - 1];
            game.play(&mut next, report.best.expect("a move"));
            line.push(next);
        }
        assert_eq!(line.len() as i32 - 1, plies, "{position:?}");
        played += 1;
    }
}

/// Where repetition loses, nobody holds a draw by going round in circles.
#[test]
fn draws_are_not_known_where_repetition_loses() {
    let loses = Jungle { repetition_loses: true, ..Jungle::default() };
    let squares = Squares::new(loses, Tablebases::shared(loses));
    let mut rng = rng(7);
    let (mut draws, mut wins) = (0, 0);
    for _ in 0..300 {
        let kinds = [random_kind(&mut rng), random_kind(&mut rng)];
        let position = random_position(&[(Side::First, kinds[0]), (Side::Second, kinds[1])], &mut rng);
        let known = squares.probe(&loses, &position);
        match Tablebases::shared(loses).value(&position).expect("two pieces") {
            Value::Draw => {
                assert_eq!(known, None);
                draws += 1;
            }
            value => {
                assert_eq!(known, Some(value.score()));
                wins += 1;
            }
        }
        assert_ne!(known, Some(Score::DRAW));
    }
    assert!(draws > 10 && wins > 10, "{draws} draws, {wins} decided");
}
