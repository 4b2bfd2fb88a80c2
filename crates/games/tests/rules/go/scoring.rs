use super::go_of;
use wanqi_game::{Game, Notation};
use wanqi_games::go::scoring::{area, territory};

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
