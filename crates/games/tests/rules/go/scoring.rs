use super::go_of;
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::{Depict, Game, Notation};
use wanqi_games::go::scoring::{area, territory};
use wanqi_games::go::{Go, UpTo13};

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
