//! Whole games in the terminal, line by line.

use std::io::Cursor;
use wanqi::terminal::{Plain, Seat, Session};
use wanqi_play::{Spec, Table};

/// Plays the lines of `script` and returns all that the person sees.
fn session(game: &str, seats: [&str; 2], script: &str) -> String {
    let spec: Spec = game.parse().expect("a game");
    let table: Box<dyn Table> = wanqi_play::table(&spec).expect("a table");
    let seats = seats.map(|text| {
        Seat::named(&*table, &table.info(), text, wanqi_play::matches::of_table).expect("a player")
    });
    let mut out = Vec::new();
    Session::new(Plain(Cursor::new(script)), &mut out, table, seats).run().expect("a session");
    String::from_utf8(out).expect("text")
}

#[test]
fn a_game_that_the_machine_wins() {
    insta::assert_snapshot!(session(
        "tictactoe",
        ["human", "alphabeta:depth=9"],
        "b2\nb3\n#1\nmoves\na2\nundo\nquit\n"
    ));
}

#[test]
fn a_win_is_announced_at_the_move_that_makes_it() {
    let seen = session("tictactoe", ["human", "human"], "a1\na2\nb1\nb2\nc1\nc2\n");
    assert!(seen.contains("X has played c1. X wins.\nover> c2\nthe game is over: X wins\n"), "{seen}");
}

#[test]
fn a_draw_is_announced_at_the_move_that_makes_it() {
    let seen = session("tictactoe", ["human", "human"], "b2 \na1\na2\nc2\nb3\nb1\nc1\na3\nc3\n");
    assert!(seen.ends_with("X has played c3. A draw.\n"), "{seen}");
}

#[test]
fn the_machine_plays_itself_to_the_end_without_input() {
    let seen = session("tictactoe", ["alphabeta:depth=9", "alphabeta:depth=9"], "");
    assert!(seen.ends_with("A draw.\n"), "{seen}");
}

#[test]
fn undo_takes_back_a_whole_turn_and_redo_plays_it_again() {
    let seen = session(
        "tictactoe",
        ["human", "alphabeta:depth=9"],
        "b2\nundo\nposition\nredo\nposition\nundo\nundo\nredo\nredo\n",
    );
    let lines: Vec<&str> = seen.lines().collect();
    let after = |prompt: &str, which: usize| {
        let at: Vec<usize> = (0..lines.len()).filter(|&i| lines[i] == prompt).collect();
        lines[at[which] + 1]
    };
    assert_eq!(after("X> position", 0), ".../.../... X");
    assert_eq!(after("X> position", 1), "O../.X./... X");
    assert_eq!(after("X> undo", 2), "there is nothing to take back");
    assert_eq!(after("X> redo", 2), "there is nothing to play again");
}

#[test]
fn when_the_machine_began_there_is_nothing_of_ones_own_to_take_back() {
    let seen = session("tictactoe", ["alphabeta:depth=9", "human"], "undo\nposition\n");
    assert!(seen.contains("O> undo\nthere is nothing to take back\nO> position\nX../.../... O\n"), "{seen}");
}

#[test]
fn a_resignation_can_be_taken_back() {
    let seen = session("tictactoe", ["human", "human"], "a1\nresign\na2\nundo\na2\n");
    assert!(seen.contains("O> resign\n"), "{seen}");
    assert!(
        seen.contains("X wins by resignation.\nover> a2\nthe game is over: X wins by resignation\n"),
        "{seen}"
    );
    assert!(seen.ends_with("O has played a2. X to move.\n"), "{seen}");
}

#[test]
fn what_is_wrong_is_said_and_nothing_changes() {
    let long = "x".repeat(1 << 17);
    for (line, error) in [
        ("z9", "not a move here: a move is a cell from a1 to c3, not \"z9\" (`help` says what can be typed)"),
        ("a1", "not a move here: a1 is taken (`help` says what can be typed)"),
        ("#0", "there are 8 moves, no number 0; `moves` lists them"),
        ("#9", "there are 8 moves, no number 9; `moves` lists them"),
        ("undo 3", "undo takes nothing, not \"3\""),
        ("redo", "there is nothing to play again"),
        ("level 3", "the machine plays neither side"),
        ("position X", "not a position: "),
        ("\u{1F600}\0", "not a move here: "),
        (&long, "not a move here: "),
    ] {
        let seen = session("tictactoe", ["human", "human"], &format!("a1\n{line}\nposition\n"));
        let shown = &line[..line.len().min(1 << 16)];
        let wrong = seen.split_once(&format!("O> {shown}\n")).expect("the line is shown").1;
        assert!(wrong.starts_with(error), "{line:?} is answered by {wrong}");
        assert!(wrong.ends_with("\nO> position\n.../.../X.. O\n"), "{line:?} is answered by {wrong}");
    }
}

#[test]
fn every_game_is_played_to_its_end_against_the_machine() {
    for info in wanqi_play::games() {
        // The person takes the first move of the list, or passes where there is nothing else to type.
        let script = "#1\n".repeat(1000);
        let game = if info.name == "go" { "go:size=5" } else { &*info.name };
        let seen = session(game, ["human", "random:seed=1"], &script);
        let over = seen.find("\nover> ").unwrap_or_else(|| panic!("{game} goes on for ever"));
        let last = seen[..over].lines().last().unwrap_or_default();
        assert!(last.contains(" has played ") && last.ends_with('.'), "{game}: {last}");
        assert!(!last.contains("to move"), "{game}: {last}");
    }
}
