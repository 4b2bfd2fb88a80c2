use crate::{check_ladder, each_random_line, fresh};
use wanqi_eval::go::PlayoutMean;
use wanqi_game::{Game, Notation};
use wanqi_games::go::{Go, UpTo9, UpTo19};
use wanqi_search::NoTactics;

fn go(size: u8) -> Go<UpTo9> {
    Go::new(size).expect("a size")
}

/// A position has one value, by whatever moves it came about.
#[test]
fn one_value_a_position() {
    let go = go(7);
    each_random_line(&go, 1, 5, |line| {
        let position = &line[line.len() - 1];
        let read = go.parse_position(&go.format_position(position)).expect("its own text");
        let evaluation = PlayoutMean { samples: 3 };
        let value = fresh(&evaluation, &go, position);
        assert_eq!(value, fresh(&evaluation, &go, &read), "{}", go.format_position(position));
        assert_eq!(value, fresh(&evaluation, &go, position));
    });
}

/// Where nothing can change any more the value is the score, for either side to move.
#[test]
fn settled_positions() {
    let settled = "1X1X1XO1O/XXXXXXOOO/XXXXXXOOO/XXXXXXOOO/XXXXXXOOO/XXXXXXOOO/XXXXXXOOO/XXXXXXOO1/XXXXXXOOO";
    for (komi, value) in [(7.5, 1950), (0.0, 2700), (-3.0, 3000), (40.5, -1350)] {
        let go = go(9).with_komi(komi).expect("a komi");
        for (side, sign) in [("X", 1), ("O", -1)] {
            let position = go.parse_position(&format!("{settled} {side} - 0 0 0")).expect(settled);
            for samples in [0, 1, 16] {
                assert_eq!(
                    fresh(&PlayoutMean { samples }, &go, &position),
                    sign * value,
                    "komi {komi}, {side}"
                );
            }
        }
    }
}

/// The empty board is worth what playouts are known to give, and the mean gets there with their number.
#[test]
fn the_empty_board() {
    let small = go(9).with_komi(0.0).expect("a komi");
    let value = fresh(&PlayoutMean { samples: 4000 }, &small, &small.start());
    assert!((100..350).contains(&value), "{value}");
    let large = Go::<UpTo19>::new(19).expect("a size");
    let value = fresh(&PlayoutMean::default(), &large, &large.start());
    assert!((-5000..5000).contains(&value), "{value}");
}

#[test]
fn searches_agree() {
    let go = go(3);
    each_random_line(&go, 2, 2, |line| {
        if line.len() % 4 == 1 {
            check_ladder(&go, line, PlayoutMean { samples: 2 }, NoTactics, 3);
        }
    });
}
