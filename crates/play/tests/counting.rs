//! Finished games of Go: what is dead, by as many games of a search as one does not wait for.

use wanqi_play::{PlayoutLimits, Stop, dead_stones};

/// Games for each position; on 19 lines they take some 0.2 s (`docs/experiments/go.md`).
const PLAYOUTS: u64 = 1000;

/// Games that our own weak levels and GNU Go have played until both passed, each a row with its last position and what GNU Go
/// takes to be dead when it plays on.
#[test]
fn finished_games() {
    let table = include_str!("../../../testdata/go/finished.txt");
    let limits =
        PlayoutLimits { games: Some(PLAYOUTS), time: None, plies: None, seed: 1, stop: Stop::default() };
    let mut rows = 0;
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let (position, dead) = row.split_once("; ").expect("a position and the dead stones");
        let size = position.split('/').count();
        let mut table =
            wanqi_play::table(&format!("go:size={size}").parse().expect("a spec")).expect("a table");
        table.set_position(position).expect(position);
        let layout = table.layout();
        let name = |point: u16| {
            let point = &layout.points[usize::from(point)];
            let column = &layout.column_names[usize::from(point.column)];
            format!("{column}{}", layout.row_names[usize::from(point.row)])
        };
        let mut found: Vec<String> = dead_stones(&*table, &limits).into_iter().map(name).collect();
        found.sort_unstable();
        let mut expected: Vec<&str> = dead.split(' ').filter(|&point| point != "-").collect();
        expected.sort_unstable();
        assert_eq!(found, expected, "{position}");
        rows += 1;
    }
    assert!(rows >= 20, "{rows} games");
}
