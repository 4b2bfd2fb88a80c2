//! Go: conformance and perft; the other files of this folder hold the rest.

mod ko;
mod notation;
mod playouts;
mod scoring;
mod twin;

use crate::{check_conformance, check_perft, rng};
use wanqi_game::{Depict, Game, Notation, Side, conformance};
use wanqi_games::go::{Capacity, Go, KoRule, Position, Scoring, UpTo9, UpTo13, UpTo19};

const KO_RULES: [(&str, KoRule); 3] =
    [("simple", KoRule::Simple), ("positional", KoRule::Positional), ("situational", KoRule::Situational)];

fn go<C: Capacity>(size: u8) -> Go<C> {
    Go::new(size).expect("a size within the capacity")
}

/// The game that a position's text is of, by its number of rows.
fn go_of(text: &str) -> Go<UpTo9> {
    go(text.matches('/').count() as u8 + 1)
}

/// Plays moves by their texts, and gives all positions.
fn line<C: Capacity>(go: &Go<C>, position: &str, moves: &str) -> Vec<Position<C>> {
    let mut line = vec![go.parse_position(position).expect(position)];
    for text in moves.split_whitespace() {
        let mut position = *line.last().expect("a line is never empty");
        let mv = go.parse_move(&position, text).expect(text);
        assert!(!go.forbidden_by_history(&line, mv), "{text} after {moves} from {position:?}");
        go.play(&mut position, mv);
        line.push(position);
    }
    line
}

/// Everything of a position's text but the prisoners, which no key holds.
fn without_prisoners(text: &str) -> String {
    text.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// All rules of ko and suicide.
fn each_rule<C: Capacity>(size: u8, check: impl Fn(Go<C>)) {
    for (_, ko) in KO_RULES {
        for suicide in [false, true] {
            check(go::<C>(size).with_ko(ko).with_suicide(suicide));
        }
    }
}

#[test]
fn conformance_on_small_boards() {
    each_rule::<UpTo9>(2, |go| {
        let covered = check_conformance(&go, 300, without_prisoners);
        assert!(covered.transpositions > 100, "{covered:?}");
    });
    each_rule::<UpTo9>(3, |go| assert!(check_conformance(&go, 1000, without_prisoners).transpositions > 100));
    let by_territory = go::<UpTo9>(3).with_scoring(Scoring::Territory);
    let by_lead_in_prisoners = |text: &str| {
        let counts: Vec<i32> =
            text.split(' ').skip(4).map(|count| count.parse().expect("prisoners")).collect();
        format!("{} {}", without_prisoners(text), counts[0] - counts[1])
    };
    assert!(check_conformance(&by_territory, 1000, by_lead_in_prisoners).positions > 300);
    each_rule::<UpTo13>(5, |go| assert!(check_conformance(&go, 4000, without_prisoners).positions > 1000));
}

#[test]
fn conformance_on_large_boards() {
    fn check<C: Capacity>(size: u8, games: usize, longest: usize) {
        each_rule::<C>(size, |go| {
            let covered = conformance::check(&go, &mut rng(1), games, longest, without_prisoners);
            assert!(covered.positions >= 100, "{covered:?}");
            conformance::check_playouts(&go, &mut rng(2), 100, 3 * u32::from(size).pow(2));
        });
    }
    check::<UpTo9>(9, 3, 300);
    check::<UpTo13>(13, 1, 300);
    check::<UpTo19>(19, 1, 100);
}

/// Black puts its handicap where it likes, then the turns alternate.
#[test]
fn a_handicap_put_down_freely() {
    let plain = go::<UpTo9>(5);
    let go = plain.with_handicap(3).expect("there is room");
    let start = go.start();
    assert_eq!(go.format_position(&start), "5/5/5/5/5 X - 0 0 0 2");
    let sides = |moves: &str| -> Vec<Side> {
        line(&go, "5/5/5/5/5 X - 0 0 0 2", moves).iter().map(|position| go.side_to_move(position)).collect()
    };
    use Side::{First as Black, Second as White};
    assert_eq!(sides("A1 C3 E5 B2 B1"), [Black, Black, Black, White, Black, White]);
    // Whoever passes does without the rest.
    assert_eq!(sides("A1 pass B2 B1"), [Black, Black, White, Black, White]);

    let four_fields = |text: &str| {
        let further: String = text.split(' ').skip(6).collect();
        format!("{} {further}", without_prisoners(text))
    };
    assert!(check_conformance(&go, 2000, four_fields).transpositions > 100);
    conformance::check_playouts(&go, &mut rng(4), 300, 75);
    // Three stones and no White stone among them, then one of White's.
    for plies in 0..5 {
        let mut position = start;
        assert_eq!(go.playout(&mut position, &mut rng(u64::from(plies)), plies).plies, plies);
        let pieces = go.scene(&position).pieces;
        assert_eq!(pieces.iter().filter(|piece| piece.side == White).count(), usize::from(plies == 4));
        assert_eq!(go.side_to_move(&position), if plies == 3 { White } else { Black });
    }

    for stones in [0, 10, 13] {
        assert!(plain.with_handicap(stones).is_err(), "{stones}");
    }
    assert_eq!(
        Go::<UpTo9>::new(4).expect("a size").with_handicap(8).expect_err("half of it").to_string(),
        "a board of 4 lines has no room for 8 stones of a handicap"
    );
    for (text, error) in [
        ("5/5/5/5/5 X - 0 0 0 0", "expected how many more stones are put down at once, 1 to 8, found \"0\""),
        ("5/5/5/5/5 X - 0 0 0 9", "expected how many more stones are put down at once, 1 to 8, found \"9\""),
    ] {
        assert!(plain.parse_position(text).expect_err(text).to_string().contains(error), "{text}");
    }
    assert!(plain.parse_position("5/5/5/5/5 X - 0 0 0 1 1").is_err());
}

#[test]
fn perft() {
    let tables = [
        (go(2), include_str!("../../../../../testdata/perft/go_2.txt")),
        (go(2).with_suicide(true), include_str!("../../../../../testdata/perft/go_2_suicide.txt")),
        (go(3), include_str!("../../../../../testdata/perft/go_3.txt")),
        (go(3).with_suicide(true), include_str!("../../../../../testdata/perft/go_3_suicide.txt")),
        (go(4), include_str!("../../../../../testdata/perft/go_4.txt")),
        (go(5), include_str!("../../../../../testdata/perft/go_5.txt")),
        (go(9), include_str!("../../../../../testdata/perft/go_9.txt")),
    ];
    for (go, table) in tables {
        check_perft::<Go<UpTo9>>(&go, table, 2_000_000);
    }
    check_perft(&go::<UpTo19>(19), include_str!("../../../../../testdata/perft/go_19.txt"), 2_000_000);
}

#[test]
fn sizes_and_komi() {
    for (size, good) in [(0, false), (1, false), (2, true), (9, true), (10, false), (255, false)] {
        assert_eq!(Go::<UpTo9>::new(size).is_ok(), good, "{size}");
    }
    let error = Go::<UpTo13>::new(14).expect_err("too large").to_string();
    assert_eq!(error, "the size of the board is 2 to 13, not 14");
    for (komi, good) in
        [(0.0, true), (-7.5, true), (7.0, true), (7.25, false), (f64::NAN, false), (1e9, false)]
    {
        assert_eq!(go::<UpTo9>(9).with_komi(komi).is_ok(), good, "{komi}");
    }
}

#[test]
fn looks() {
    let go = go::<UpTo9>(5).with_komi(0.5).expect("a komi");
    for (position, note, result) in [
        ("5/5/2X2/5/5 X - 2 3 1", "Prisoners: Black 3, White 1", "Black wins by 24.5 points"),
        ("5/5/2O2/5/5 X - 2 0 0", "Prisoners: Black 0, White 0", "White wins by 25.5 points"),
        ("5/5/5/5/5 X - 2 0 0", "Prisoners: Black 0, White 0", "White wins by 0.5 points"),
        ("5/5/5/5/5 X - 1 0 0", "Prisoners: Black 0, White 0", "The game goes on"),
    ] {
        let position = go.parse_position(position).expect(position);
        assert_eq!(go.scene(&position).note, note);
        assert_eq!(go.describe_result(&[position]), result);
    }
    let even = go.with_komi(0.0).expect("a komi");
    for (komi, result) in [(0.0, "A draw"), (1.0, "White wins by 1 point"), (-2.0, "Black wins by 2 points")]
    {
        let even = even.with_komi(komi).expect("a komi");
        let position = even.parse_position("5/5/5/5/5 X - 2 0 0").expect("a position");
        assert_eq!(even.describe_result(&[position]), result);
        assert_eq!(even.margin(&position), Some(-komi));
    }
    for (size, stars) in [(2, 0), (5, 1), (7, 5), (8, 4), (9, 5), (13, 5), (17, 9), (18, 4), (19, 9)] {
        let layout = Go::<UpTo19>::new(size).expect("a size").layout();
        assert!(
            layout.column_names.iter().all(|name| "ABCDEFGHJKLMNOPQRST".contains(name)),
            "as moves are written"
        );
        let plain =
            layout.points.iter().filter(|point| point.terrain == wanqi_game::depict::Terrain::Plain).count();
        assert_eq!(layout.points.len() - plain, stars, "stars of size {size}");
    }
}
