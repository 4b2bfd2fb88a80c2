//! Puzzles: kept once, and brought again after as many days as they are known well. Those that are shipped can be solved.

use std::collections::HashSet;
use wanqi_play::{Side, Spec};
use wanqi_store::{GameId, Library, Puzzle, shipped_puzzles};

fn puzzle(position: &str, origin: Option<GameId>) -> Puzzle {
    Puzzle { game: "chess".into(), position: position.into(), line: vec!["e2e4".into()], origin }
}

#[test]
fn a_puzzle_comes_again_the_later_the_better_it_is_known() {
    let mut library = Library::ephemeral().expect("memory");
    let new = [puzzle("composed", None), puzzle("own", Some(GameId(3))), puzzle("composed", None)];
    assert_eq!(library.add_puzzles(new).expect("kept"), 2, "a position is kept once");
    let training = library.training("", 100).expect("read");
    let order: Vec<_> = training.puzzles.iter().map(|puzzle| &*puzzle.puzzle.position).collect();
    assert_eq!((order, training.fresh, training.next), (vec!["own", "composed"], 2, None));
    let id = training.puzzles[0].id;
    let mut today = 100;
    for (solved, days) in
        [(true, 1), (true, 2), (true, 4), (true, 8), (false, 1), (true, 2), (false, 1), (false, 1)]
    {
        assert_eq!(library.puzzle_tried(id, solved, today).expect("kept"), Some(days));
        let waiting = library.training("chess", today + days - 1).expect("read");
        assert!(waiting.puzzles.iter().all(|puzzle| puzzle.id != id), "its day has not come");
        assert_eq!((waiting.due, waiting.next), (0, Some(1)));
        today += days;
        let training = library.training("chess", today).expect("read");
        assert_eq!((training.puzzles[0].id, training.due, training.total), (id, 1, 2));
    }
    let known = &library.training("", today).expect("read").puzzles[0];
    assert_eq!((known.level, known.tries, known.solved), (1, 8, 5));
    for _ in 0..20 {
        library.puzzle_tried(id, true, today).expect("kept");
    }
    assert_eq!(library.puzzle_tried(id, true, today).expect("kept"), Some(64), "it is never forgotten");
    assert_eq!(library.training("go", today).expect("read").total, 0);
    assert_eq!(library.puzzle_tried(wanqi_store::PuzzleId(99), true, today).expect("no harm"), None);
}

#[test]
fn every_shipped_puzzle_can_be_solved() {
    let (mut games, mut positions) = (HashSet::new(), HashSet::new());
    for Puzzle { game, position, line, .. } in shipped_puzzles() {
        let spec: Spec = game.parse().expect("a game");
        let mut table = wanqi_play::table(&spec).expect("a game");
        table.set_position(&position).expect("a position");
        assert!(positions.insert((game, table.view().position)), "twice: {position}");
        let solver = table.side_to_move();
        assert_eq!(line.len() % 2, 1, "the solver has the last move: {position}");
        for text in &line {
            table.play(text).expect("a legal move");
        }
        if let Some(result) = table.result() {
            assert_eq!(result.winner.map(|side| Side::BOTH[usize::from(side)]), Some(solver), "{position}");
        }
        games.insert(spec.name);
    }
    assert!(games.len() >= 4 && positions.len() >= 15, "{games:?}, {} puzzles", positions.len());
}
