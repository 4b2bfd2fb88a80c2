//! Each feature of `docs/RULES.md` on a small board: which moves are legal, and how games end.

mod ending;
mod going;
mod playing;

use wanqi_game::{Game, Notation};
use wanqi_games::rulebook::read;
use wanqi_games::rulebook::{Position, Rulebook};

/// The game that a few lines tell; what every file needs is added. A board of which only the size is told starts
/// as the position that the game begins with.
fn game(lines: &str, begin: &str) -> Rulebook {
    let mut text = String::from("name = 'A game'\n");
    for line in lines.lines() {
        match line.strip_prefix("size=") {
            Some(_) if !begin.is_empty() => {
                let cells = begin.split(' ').next().unwrap().chars().map(|c| match c.to_digit(10) {
                    Some(empty) => ".".repeat(empty as usize),
                    None => c.to_string().replace('/', "\n"),
                });
                text += &format!("board = \"\"\"\n{}\"\"\"", cells.collect::<String>());
            }
            _ => text += line,
        }
        text.push('\n');
    }
    if !lines.contains("[win]") {
        text += "[win]\nno_moves = 'loss'\n";
    }
    let reading = read(&text);
    let rules = reading.rules.unwrap_or_else(|| panic!("{text}\n{:#?}", reading.diagnostics));
    Rulebook::new(rules).unwrap_or_else(|error| panic!("{text}\n{error:?}"))
}

fn position(game: &Rulebook, text: &str) -> Position {
    if text.is_empty() {
        game.start()
    } else {
        game.parse_position(text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }
}

fn moves(game: &Rulebook, position: &Position) -> String {
    let mut texts = Vec::new();
    if game.outcome(position).is_none() {
        game.each_move(position, |mv| texts.push(game.format_move(position, mv, 0)));
    }
    texts.sort();
    texts.join(" ")
}

/// The positions of a game from `begin` on.
fn line(game: &Rulebook, begin: &str, played: &str) -> Vec<Position> {
    let mut line = vec![position(game, begin)];
    for word in played.split_whitespace() {
        let mut next = line[line.len() - 1].clone();
        let mv = game.parse_move(&next, word);
        let mv =
            mv.unwrap_or_else(|e| panic!("{e} in {} ({})", game.format_position(&next), moves(game, &next)));
        assert!(!game.forbidden_by_history(&line, mv), "{word} is forbidden");
        game.play(&mut next, mv);
        line.push(next);
    }
    line
}

/// Compares all, and tells all that differ.
fn check<const N: usize>(cases: Vec<[String; N]>) {
    let wrong: Vec<_> = cases.iter().filter(|case| case[N - 2] != case[N - 1]).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
