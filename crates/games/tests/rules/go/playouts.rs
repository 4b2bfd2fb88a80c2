use super::{go, without_prisoners};
use crate::go::twin::Twin;
use crate::rng;
use std::collections::HashMap;
use wanqi_game::playout::by_moves;
use wanqi_game::{Game, Notation, Side};
use wanqi_games::go::{Capacity, Go, UpTo9, UpTo13, UpTo19};
use wanqi_games::gomoku::Gomoku;

/// Mean length and mean area lead of Black without komi, which must be near what light playouts are known to give;
/// and what must hold at the end of each.
fn check<C: Capacity>(size: u8, games: u32, length: f64, lead: std::ops::Range<f64>) {
    let (go, mut rng) = (go::<C>(size), rng(5));
    let bound = 3 * u32::from(size).pow(2);
    let (mut plies, mut points) = (0, 0);
    for _ in 0..games {
        let mut position = go.start();
        let playout = go.playout(&mut position, &mut rng, bound);
        assert_eq!(playout.outcome, go.outcome(&position), "discarded games are rare: none here");
        assert!(playout.outcome.is_some());
        plies += playout.plies;
        points += go.area_lead(&position);

        let text = go.format_position(&position);
        let twin = Twin::of_text(size.into(), &text);
        let [black, white] = twin.area();
        assert_eq!(go.area_lead(&position), black as i32 - white as i32, "{text}");
        assert_eq!(go.key(&position), go.key(&go.parse_position(&text).expect("its own text")), "{text}");
        assert_eq!(go.random_move(&position, &mut rng).and_then(|mv| go.point(mv)), None, "{text}");
        let put = twin.stones.iter().flatten().count() as u32
            + position.prisoners(Side::First)
            + position.prisoners(Side::Second);
        assert!(
            put + 2 <= playout.plies && playout.plies < put + put / 4 + 4,
            "{put} stones in {playout:?}: {text}"
        );
    }
    let mean = |sum: f64| sum / f64::from(games);
    let (plies, points) = (mean(plies.into()), mean(points.into()));
    assert!((plies / length - 1.0).abs() < 0.01, "{plies} plies");
    assert!(lead.contains(&points), "{points} points");
}

#[test]
fn lengths_and_leads() {
    check::<UpTo9>(9, 6000, 111.0, 1.0..3.5);
    check::<UpTo13>(13, 1500, 219.3, 0.5..4.0);
    // Four standard errors of so few games.
    check::<UpTo19>(19, 300, 455.3, -14.0..18.0);
}

/// Playouts from the middle of a game, and cut short, leave behind what playing move by move would.
#[test]
fn playouts_agree_with_moves() {
    let (go, mut rng) = (go::<UpTo9>(7), rng(8));
    let mut sums = [[0.0; 2]; 2];
    for plies in (0..40).cycle().take(4000) {
        let mut start = go.start();
        let cut = go.playout(&mut start, &mut rng, plies);
        assert_eq!((cut.outcome, cut.plies), (None, plies));
        assert_eq!(go.side_to_move(&start), Side::BOTH[plies as usize % 2]);
        for (way, sum) in sums.iter_mut().enumerate() {
            let mut position = start;
            let playout = match way {
                0 => go.playout(&mut position, &mut rng, 500),
                _ => by_moves(&go, &mut position, &mut rng, 500),
            };
            assert!(playout.outcome.is_some());
            sum[0] += f64::from(playout.plies) / 4000.0;
            sum[1] += f64::from(go.area_lead(&position)) / 4000.0;
        }
    }
    let [playouts, moves] = sums;
    assert!((playouts[0] - moves[0]).abs() < 1.0, "{sums:?}");
    assert!((playouts[1] - moves[1]).abs() < 1.0, "{sums:?}");
}

/// What a playout tells of its moves can be played, and leads where the playout without telling ends.
#[test]
fn playouts_tell_their_moves() {
    fn check<G: Notation>(game: &G, seed: u64, plies: u32) {
        let mut start = game.start();
        game.playout(&mut start, &mut rng(seed), plies);
        let (mut ends, mut told) = ([start.clone(), start.clone()], Vec::new());
        let silent = game.playout(&mut ends[0], &mut rng(seed), 400);
        let seen =
            game.playout_seen(&mut ends[1], &mut rng(seed), 400, |side, place| told.push((side, place)));
        assert_eq!(silent, seen);
        let mut position = start;
        for (side, place) in told {
            assert!(place < G::AMAF_INDICES, "{place}");
            // A pass has no place.
            let turns = game.side_to_move(&position) != side;
            for place in turns.then_some(None).into_iter().chain([Some(place)]) {
                let mut found = None;
                game.each_move(&position, |mv| {
                    found = found.or((game.amaf_index(mv) == place).then_some(mv))
                });
                game.play(&mut position, found.expect("a playout's moves are legal"));
            }
        }
        let stones =
            |position: &G::Position| game.format_position(position).split(' ').next().map(String::from);
        assert_eq!(stones(&position), stones(&ends[0]));
        assert_eq!(stones(&position), stones(&ends[1]));
    }
    for seed in 0..20 {
        check(&go::<UpTo9>(9), seed, 0);
        check(&go::<UpTo19>(19), seed, 31);
        check(&Gomoku::default(), seed, 4);
    }
}

/// A finished game plays out to itself.
#[test]
fn playout_of_a_finished_game() {
    let go: Go<UpTo9> = go(5);
    let mut position = go.parse_position("5/5/2X2/5/5 O - 2 4 0").expect("a position");
    let before = position;
    let playout = go.playout(&mut position, &mut rng(1), 10);
    assert_eq!((playout.plies, playout.outcome), (0, go.outcome(&before)));
    assert_eq!(position, before);
}

/// Every point that the twin calls sensible is drawn equally often, and no other: chi-square in positions of all
/// stages of a game, with a ko among them.
#[test]
fn selection_is_uniform() {
    const DRAWS: usize = 20_000;
    let (go, mut rng) = (go::<UpTo9>(9), rng(11));
    let mut positions: Vec<_> = (0..=100)
        .step_by(10)
        .map(|plies| {
            let mut position = go.start();
            go.playout(&mut position, &mut rng, plies);
            position
        })
        .collect();
    let ko = "9/9/9/3XO4/2X1XO3/3XO4/9/9/9 O D5 0 1 0";
    positions.push(go.parse_position(ko).expect(ko));
    for start in positions {
        let text = go.format_position(&start);
        let twin = Twin::of_text(9, &text);
        let sensible: Vec<u16> = (0..81).filter(|&point| twin.is_sensible(point)).map(|p| p as u16).collect();
        // By single moves, and by playouts of one ply.
        for one_ply in [false, true] {
            let mut counts: HashMap<Option<u16>, usize> = HashMap::new();
            for _ in 0..DRAWS {
                let drawn = if one_ply {
                    let mut next = start;
                    go.playout(&mut next, &mut rng, 1);
                    let after = Twin::of_text(9, &without_prisoners(&go.format_position(&next)));
                    (0..81).find(|&p| twin.stones[p].is_none() && after.stones[p].is_some()).map(|p| p as u16)
                } else {
                    go.random_move(&start, &mut rng).and_then(|mv| go.point(mv))
                };
                *counts.entry(drawn).or_default() += 1;
            }
            if sensible.is_empty() {
                assert_eq!(counts.keys().collect::<Vec<_>>(), [&None], "{text}");
                continue;
            }
            let expected = DRAWS as f64 / sensible.len() as f64;
            let mut chi_square = 0.0;
            for &point in &sensible {
                let count = counts.remove(&Some(point)).unwrap_or(0) as f64;
                chi_square += (count - expected).powi(2) / expected;
            }
            assert!(counts.is_empty(), "{counts:?} are not sensible in {text}");
            // Mean and standard deviation of chi-square are n and √2n: five deviations never happen by chance.
            let freedom = sensible.len() as f64 - 1.0;
            assert!(chi_square < freedom + 5.0 * (2.0 * freedom).sqrt() + 5.0, "{chi_square} in {text}");
        }
    }
}
