use super::go_of;
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::{Depict, Game, Notation, Side};
use wanqi_games::go::scoring::{area, territory};
use wanqi_games::go::{Go, Scoring, UpTo13};

#[test]
fn table() {
    let table = include_str!("../../../../../testdata/go/scoring.txt");
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split(';').map(str::trim).collect();
        let [position, dead, by_area, by_territory] = fields[..] else { panic!("four fields: {row}") };
        let go = go_of(position);
        let dead: Vec<u16> = dead
            .split(' ')
            .filter(|&point| point != "-")
            .map(|point| {
                let mv = go.parse_move(&go.start(), point).expect(point);
                go.point(mv).expect("a point")
            })
            .collect();
        let position = go.parse_position(position).expect(position);
        let counts = |text: &str| -> Vec<u32> {
            text.split(' ').map(|count| count.parse().expect("a count")).collect()
        };
        assert_eq!(area(&go, &position, &dead)[..], counts(by_area), "{row}");
        assert_eq!(territory(&go, &position, &dead)[..], counts(by_territory), "{row}");
        if dead.is_empty() {
            let lead = f64::from(go.area_lead(&position));
            assert_eq!(lead, f64::from(counts(by_area)[0]) - f64::from(counts(by_area)[1]), "{row}");
            assert_eq!(go.margin(&position), Some(lead - 7.5), "{row}");
        }
    }
}

/// Where games have been played by chance, to their end or not, points are counted one by one as they are listed.
#[test]
fn points_of_random_games() {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    for size in [2, 5, 9, 13] {
        let go = Go::<UpTo13>::new(size).expect("a size");
        for plies in (0..).step_by(7).take(40).chain([2000; 20]) {
            let mut position = go.start();
            go.playout(&mut position, &mut rng, plies);
            let mut owned = vec![0; go.layout().points.len()];
            let lead = go.count_area(&position, &mut owned);
            let [black, white] = area(&go, &position, &[]);
            assert_eq!((lead, go.area_lead(&position)), (black as i32 - white as i32, lead), "{position:?}");
            let Some(counted) = go.counted(&position, &[]) else { continue };
            for (sign, area) in [1, -1].into_iter().zip(counted.areas) {
                area.into_iter().for_each(|point| owned[usize::from(point)] -= sign);
            }
            assert!(owned.iter().all(|&left| left == 0), "{owned:?} are left of {position:?}");
        }
    }
}

/// Territory leads by as much as area, less the moves that a side made more, seki aside; and in a playout, whose passes hand stones
/// over, by what it would have led if both had made equally many.
#[test]
fn territory_is_area_less_the_moves_made() {
    let go = Go::<UpTo13>::new(7).expect("a size").with_scoring(Scoring::Territory);
    let (mut rng, mut seen) = (Pcg64Mcg::seed_from_u64(9), 0);
    for _ in 0..300 {
        let (mut position, mut made) = (go.start(), [0; 2]);
        while go.outcome(&position).is_none() {
            let mv = go.random_move(&position, &mut rng).expect("a pass at least");
            made[go.side_to_move(&position).index()] += i32::from(!mv.is_pass());
            go.play(&mut position, mv);
        }
        let counted = go.counted(&position, &[]).expect("the game is over");
        let mut played_out = go.start();
        let playout = go.playout(&mut played_out, &mut rng, 1000);
        let [black, white] = Side::BOTH.map(|side| played_out.prisoners(side) as i32);
        let lead = go.played_out_lead(&played_out, go.area_lead(&played_out));
        let counted_too = go.counted(&played_out, &[]).expect("the game is over");
        if counted.seki.is_empty() && counted_too.seki.is_empty() {
            let by_moves = go.area_lead(&position) - (made[0] - made[1]);
            assert_eq!(counted.lead, f64::from(by_moves), "{position:?}");
            assert_eq!((counted_too.lead, playout.outcome), (f64::from(lead), go.outcome(&played_out)));
            // Both have made or handed over equally many, but for the last one.
            let difference = go.area_lead(&played_out) - lead;
            assert!((0..=1).contains(&difference), "{difference} with {black} and {white} prisoners");
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen} games without a seki");
}
