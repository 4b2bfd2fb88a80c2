//! That games are played as long as somebody evaluates their positions.

use super::super::evaluations::POINTS;
use super::*;
use std::fs::OpenOptions;
use std::io::pipe;
use std::os::unix::fs::FileExt;

/// All of it but for the network: positions to learn from come of games, and the end of what evaluates them is the end.
#[test]
fn games_are_played_while_they_are_evaluated() {
    let folder = tempfile::tempdir().expect("a folder");
    let [evaluations, rows] = ["evaluations", "rows"].map(|name| folder.path().join(name));
    let options = Options { evaluations, rows, threads: 2, groups: 2, games: 3, size: Some(5), seed: 1 };
    let (mut asked, asks) = pipe().expect("a pipe");
    let (told, mut tells) = pipe().expect("a pipe");
    let shared = options.evaluations.clone();
    let network = std::thread::spawn(move || {
        let mut group = [0; 2];
        for _ in 0..40_000 {
            asked.read_exact(&mut group).expect("a group");
            let answer: Vec<u8> = (0..POINTS + 3)
                .map(|number| if number == POINTS + 1 { 0.5 } else { 0.0_f32 })
                .flat_map(f32::to_le_bytes)
                .collect();
            let begin = 12 * 4 * (POINTS + 4) + usize::from(group[0]) * 3 * answer.len();
            let file = OpenOptions::new().write(true).open(&shared).expect("the file");
            file.write_all_at(&answer.repeat(3), begin as u64).expect("written");
            tells.write_all(&group).expect("told");
        }
    });
    play(&options, told, asks).expect("games");
    network.join().expect("evaluated");
    let rows = std::fs::read(&options.rows).expect("rows");
    let inputs = row::inputs(&rows).expect("whole rows");
    assert!(inputs.len() > 20 && inputs.iter().all(|input| input.size == 5), "{} rows", inputs.len());
}

#[test]
fn what_cannot_be_played_is_told() {
    let options = |groups, size| Options {
        evaluations: "/no/such/folder/evaluations".into(),
        rows: "/no/such/folder/rows".into(),
        threads: 1,
        groups,
        games: 1,
        size,
        seed: 1,
    };
    for (options, message) in [
        (options(0, None), "one at least of each"),
        (options(70_000, None), "more than two bytes"),
        (options(1, None), "/no/such/folder/evaluations"),
    ] {
        let error = play(&options, std::io::empty(), std::io::sink()).expect_err(message);
        assert!(format!("{error:#}").contains(message), "{error:#}");
    }
    assert!(SelfPlay::new(Some(4), Pcg64Mcg::seed_from_u64(1)).is_err());
}
