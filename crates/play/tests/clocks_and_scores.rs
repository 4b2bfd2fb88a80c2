//! Clocks, and how matches are counted and ended early.

mod clock {
    use std::time::Duration;
    use wanqi_play::{Allotted, Clock};

    fn allotted(remaining: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> Allotted {
        let millis = Duration::from_millis;
        let clock = Clock { remaining: millis(remaining), increment: millis(increment), moves_to_go };
        clock.allot(millis(overhead), 40)
    }

    #[test]
    fn shares() {
        for (remaining, increment, moves_to_go, overhead, soft, hard) in [
            (100_000, 0, None, 0, 2_500, 10_000),
            (100_000, 1_000, None, 0, 3_000, 12_000),
            (100_010, 0, None, 10, 2_500, 10_000),
            (10_000, 0, Some(10), 0, 1_000, 4_000),
            (10_000, 0, Some(2), 0, 4_000, 4_000),
            (10_000, 0, Some(400), 0, 250, 1_000),
            (60, 10, None, 10, 3, 15),
            // An increment larger than what is left does not help: it comes after the move.
            (100, 10_000, None, 20, 32, 32),
            (10, 0, None, 20, 1, 1),
            (0, 0, None, 0, 1, 1),
        ] {
            let found = allotted(remaining, increment, moves_to_go, overhead);
            assert_eq!(
                (found.soft.map(|soft| soft.as_millis()), found.hard.as_millis()),
                (Some(soft), hard),
                "{remaining} {increment} {moves_to_go:?}"
            );
        }
    }

    #[test]
    fn the_last_move_before_time_is_added_has_nearly_all_of_it() {
        for (remaining, moves_to_go, overhead, hard) in
            [(10_000, 1, 0, 9_000), (10_000, 0, 0, 9_000), (1_030, 1, 30, 900), (10, 1, 20, 1)]
        {
            let all = Allotted::all_of(Duration::from_millis(hard));
            assert_eq!(allotted(remaining, 0, Some(moves_to_go), overhead), all, "{remaining} {moves_to_go}");
        }
    }

    #[test]
    fn never_more_than_is_left() {
        for remaining in [1, 5, 50, 500, 5_000_000, u64::MAX / 1_000] {
            for increment in [0, 10, 100_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    let Allotted { soft, hard } = allotted(remaining, increment, moves_to_go, 0);
                    let told = format!("{remaining} {increment} {moves_to_go:?}: {soft:?} {hard:?}");
                    assert!(
                        soft.is_none_or(|soft| soft <= hard) && hard.as_millis() <= u128::from(remaining),
                        "{told}"
                    );
                }
            }
        }
    }
}

mod clocks {
    use std::time::Duration;
    use wanqi_play::Side;
    use wanqi_play::matches::{Clocks, TimeControl};

    #[test]
    fn texts() {
        let millis = Duration::from_millis;
        for (text, base, increment, written) in
            [("1+0.01", 1000, 10, "1+0.01"), ("60", 60_000, 0, "60+0"), (" 0.5 + 0 ", 500, 0, "0.5+0")]
        {
            let control = TimeControl::read(text).expect(text);
            assert_eq!(control, TimeControl { base: millis(base), increment: millis(increment) });
            assert_eq!(control.to_string(), written);
        }
        for text in ["", "0", "-1", "1+", "1+x", "nan", "1e99", "1+-1"] {
            assert!(TimeControl::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn time_runs_out() {
        let millis = Duration::from_millis;
        let mut clocks = Clocks::new(TimeControl { base: millis(100), increment: millis(10) });
        assert_eq!(clocks.press(Side::First, millis(100)), None);
        assert_eq!(clocks.show().map(|clock| clock.remaining), [millis(10), millis(100)]);
        assert_eq!(clocks.press(Side::First, millis(13)), Some(millis(3)));
        assert_eq!(clocks.show()[0].remaining, millis(10));
    }
}

mod score {
    use wanqi_play::matches::{Pairs, Score, Tally};

    #[test]
    fn pairs_scatter_less_than_games() {
        // 200 games in 100 pairs: the same difference as of the games alone, a narrower interval.
        let elo = Pairs([0, 0, 20, 60, 20]).elo().expect("pairs");
        assert!((elo.difference - 190.85).abs() < 0.01, "{elo:?}");
        assert!((elo.low - 163.22).abs() < 0.1 && (elo.high - 220.87).abs() < 0.1, "{elo:?}");
        assert_eq!(Pairs::default().elo(), None);
    }

    /// Half points of A in games by turns, in small letters where the game was forfeited: `w`, `d`, `l`.
    fn check(games: &str, score: [u32; 3], pairs: [u32; 5], text: &str) {
        let mut tally = Tally::default();
        for game in games.chars() {
            let half_points = match game.to_ascii_uppercase() {
                'W' => 2,
                'D' => 1,
                _ => 0,
            };
            tally.add(half_points, game.is_ascii_lowercase());
        }
        let [wins, draws, losses] = score;
        assert_eq!((tally.score, tally.pairs), (Score { wins, draws, losses }, Pairs(pairs)), "{games}");
        assert_eq!(tally.to_string(), text);
    }

    #[test]
    fn forfeits_are_told_apart_from_strength() {
        check("", [0, 0, 0], [0; 5], "+0 =0 -0 of 0");
        check("WLWW", [3, 0, 1], [0, 0, 1, 0, 1], "+3 =0 -1 of 4, 75.0 %, Elo +191 (-68 to +inf with 95 %)");
        // Who stumbles is not weaker: the same Elo, with a pair of which one game says nothing.
        check(
            "WLWWwL",
            [4, 0, 2],
            [0, 0, 1, 0, 1],
            "+4 =0 -2 of 6, 66.7 %, Elo +70 (-275 to +inf with 95 %) without the forfeits: 0 by A, 1 by B",
        );
        check("lw", [1, 0, 1], [0; 5], "+1 =0 -1 of 2, 50.0 %, no Elo without the forfeits: 1 by A, 1 by B");
        check(
            "WWWWWWWWWWWWWWWWWWWW",
            [20, 0, 0],
            [0, 0, 0, 0, 10],
            "+20 =0 -0 of 20, 100.0 %, Elo > +317 with 95 %",
        );
    }
}

mod adjudication {
    use wanqi_play::Side;
    use wanqi_play::matches::{Adjudication, Agreed, Agreement};

    #[test]
    fn texts() {
        assert_eq!(Agreed::read("600,4"), Ok(Agreed { score: 600, moves: 4, from: 0 }));
        assert_eq!(Agreed::read("10, 8, 40"), Ok(Agreed { score: 10, moves: 8, from: 40 }));
        for text in ["", "600", "600,0", "-1,4", "1,2,3,4", "x,4", "99999999999,4"] {
            assert!(Agreed::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn both_must_agree() {
        let rules = Adjudication {
            resign: Some(Agreed { score: 600, moves: 2, from: 0 }),
            draw: Some(Agreed { score: 10, moves: 2, from: 3 }),
        };
        for (scores, reached) in [
            // Each score is for who has moved.
            (&[Some(700), Some(-650), Some(600), Some(-900)][..], Some(Some(Side::First))),
            (&[Some(-700), Some(650), Some(-600), Some(900)], Some(Some(Side::Second))),
            (&[Some(700), Some(-599), Some(600), Some(-900)], None),
            (&[Some(700), Some(650), Some(600), Some(900)], None),
            (&[Some(700), None, Some(600), Some(-900)], None),
            (&[Some(-650), Some(600), Some(-900)], None),
            (&[Some(0), Some(9), Some(-10), Some(5)], None),
            (&[Some(99), Some(0), Some(0), Some(9), Some(-10), Some(5)], Some(None)),
            (&[Some(0), Some(0), Some(0), Some(9), Some(-11), Some(5)], None),
        ] {
            let mut agreement = Agreement::default();
            for (&score, side) in scores.iter().zip(Side::BOTH.into_iter().cycle()) {
                agreement.hear(side, score);
            }
            assert_eq!(agreement.reached(&rules), reached, "{scores:?}");
            assert_eq!(agreement.reached(&Adjudication::default()), None);
        }
    }
}
