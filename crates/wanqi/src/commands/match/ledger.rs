//! The games of a match in a file, as PGN: each is written when it is over, and a match that was broken off goes on
//! after the last of them.

use crate::Failure;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use wanqi_play::matches::{End, MoveThought, Played, Tally};
use wanqi_play::record::{Ending, GameRecord, ROOT};
use wanqi_play::{Spec, Table, files};
use wanqi_store::text::{Format, write};

/// The most bytes of a file of a match: a million games of chess.
const MAX_BYTES: u64 = 1 << 30;

/// A file of games.
pub struct Ledger {
    file: File,
    /// What the match is: players, openings, time, seed. Another one is not mixed with it.
    about: String,
    players: [String; 2],
    /// What the game is called and the rule file that tells it, where the program does not know it.
    rules: Option<(String, String)>,
    games: u32,
}

impl Ledger {
    /// Opens a file, or begins one, for the match that `about` describes between A and B, and counts the games that
    /// it holds. One that was not written to its end is cut off.
    pub fn open(
        path: &Path,
        game: &Spec,
        about: String,
        players: [String; 2],
    ) -> Result<(Ledger, Tally), Failure> {
        let wrong =
            |error: &dyn std::fmt::Display| Failure::asked(format!("--pgn, {}", path.display()), error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(|error| wrong(&error))?;
        let text = files::read_from(&mut file, MAX_BYTES).and_then(files::text);
        let text = text.map_err(|error| wrong(&error))?;
        let (games, end) = games(&text, &about).map_err(|error| wrong(&error))?;
        file.set_len(end as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut tally = Tally::default();
        for &(half_points, forfeit) in &games {
            tally.add(half_points, forfeit);
        }
        let rules = rule_file(game)?;
        Ok((Ledger { file, about, players, rules, games: games.len() as u32 }, tally))
    }

    /// Adds the next game.
    pub fn add(&mut self, table: &dyn Table, played: &Played) -> Result<(), Failure> {
        let text = self.pgn(table, played).map_err(|error| Failure::Failed(format!("--pgn: {error}")))?;
        // In one piece, so that a reader sees whole games.
        self.file.write_all(text.as_bytes())?;
        self.games += 1;
        Ok(())
    }

    fn pgn(&self, table: &dyn Table, played: &Played) -> Result<String, String> {
        let mut record = GameRecord::new(table.spec().to_string());
        if let Some((name, rules)) = &self.rules {
            record.game.clone_from(name);
            record.rules = Some(rules.clone());
        }
        record.first = (played.position != start(table)).then(|| played.position.clone());
        record.add_line(ROOT, &played.program_moves).map_err(|full| full.to_string())?;
        let line = record.main_line();
        let opening = line.len().saturating_sub(played.thoughts.len());
        for (&node, thought) in line[opening..].iter().zip(&played.thoughts) {
            if let Some(notes) = record.notes_mut(node) {
                notes.comment = comment(thought);
            }
        }
        let headers = &mut record.headers;
        headers.players = self.players.clone();
        let a = usize::from(!played.a_first);
        if a == 1 {
            headers.players.reverse();
        }
        let winner = [Some(1 - a), None, Some(a)][usize::from(played.half_points.min(2))];
        headers.result = Some(Ending { winner: winner.map(|side| side as u8), text: played.result.clone() });
        let termination = match played.end {
            End::Rules => "normal",
            End::Length | End::Agreement => "adjudication",
            End::Time => "time forfeit",
            End::Failure => "abandoned",
        };
        for (name, value) in [
            ("Round", (self.games + 1).to_string()),
            ("Match", self.about.clone()),
            ("Termination", termination.into()),
            ("PlyCount", line.len().to_string()),
        ] {
            headers.others.insert(name.into(), value);
        }
        write(&record, Format::Pgn).map_err(|error| error.to_string())
    }
}

/// The rule file that a game's name is the path of, after what the game is called; `None` for games that every Wanqi knows.
fn rule_file(game: &Spec) -> Result<Option<(String, String)>, wanqi_play::Error> {
    if wanqi_play::info(&game.name).is_ok() || wanqi_play::rules::find(&game.name).is_some() {
        return Ok(None);
    }
    let text = wanqi_play::rules::load(Path::new(&game.name))?;
    let title = wanqi_play::rules::table(&game.name, &text)?.info().title.to_string();
    Ok(Some((title, text)))
}

/// Where a game begins if nothing is said.
fn start(table: &dyn Table) -> String {
    wanqi_play::rules::open(table.spec()).map(|table| table.first_position()).unwrap_or_default()
}

/// `+0.31/12 0.052s`: what it is worth to who has moved, in pawns or discs, as a win probability or by the moves to
/// mate; the depth, the time.
fn comment(thought: &MoveThought) -> String {
    let value = thought.value;
    let score = match (value.mate(), value.pawns().or(value.discs()), value.win_probability()) {
        (Some(moves), _, _) if moves > 0 => format!("+M{moves}"),
        (Some(moves), _, _) => format!("-M{}", moves.unsigned_abs()),
        (None, Some(lead), _) => format!("{lead:+.2}"),
        (None, None, Some(probability)) => format!("{:.1}%", 100.0 * probability),
        (None, None, None) => "?".into(),
    };
    format!("{score}/{} {:.3}s", thought.depth, thought.took.as_secs_f64())
}

/// The games of a file: the half points of A, and whether they were forfeited; and where the last whole one ends.
fn games(text: &str, about: &str) -> Result<(Vec<(u8, bool)>, usize), String> {
    let (mut games, mut end, mut rest) = (Vec::new(), 0, text);
    // Tags and moves each end with an empty line, and hold none.
    while let Some((tags, after)) = rest.split_once("\n\n") {
        let Some((_, next)) = after.split_once("\n\n") else { break };
        let tag = |name: &str| {
            let value = tags.lines().find_map(|line| line.strip_prefix(&format!("[{name} \"")));
            value.and_then(|value| value.strip_suffix("\"]")).unwrap_or_default()
        };
        let number = games.len() + 1;
        if tag("Match") != quoted(about) {
            return Err(format!("game {number} is not one of this match, but of: {}", tag("Match")));
        }
        let a_first = number % 2 == 1;
        let half_points = match tag("Result") {
            "1-0" => 2 * u8::from(a_first),
            "0-1" => 2 * u8::from(!a_first),
            "1/2-1/2" => 1,
            other => return Err(format!("game {number} has the result {}", wanqi_play::quoted(other))),
        };
        games.push((half_points, matches!(tag("Termination"), "time forfeit" | "abandoned")));
        end = text.len() - next.len();
        rest = next;
    }
    Ok((games, end))
}

/// A text as the value of a tag holds it.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use wanqi_play::{Scale, Score, Value};

    #[test]
    fn a_match_goes_on_where_it_was_broken_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        let table = wanqi_play::table(&wanqi_play::Spec::new("chess")).expect("chess");
        let players = || ["best:eval=\"x\"".to_owned(), "random".into()];
        let open = |about: &str| Ledger::open(&path, table.spec(), about.into(), players());
        let (mut ledger, tally) = open("a \"match\"").expect("a new file");
        assert_eq!(tally, Tally::default());
        let thought = MoveThought {
            value: Value::new(Score::heuristic(-31), Scale::CHESS),
            depth: 5,
            took: Duration::from_millis(52),
        };
        let mate = MoveThought { value: Value::new(Score::win_in(1), Scale::CHESS), ..thought };
        let moves = ["f2f3", "e7e5", "g2g4", "d8h4"].map(String::from).to_vec();
        let played = Played {
            a_first: true,
            position: table.first_position(),
            program_moves: moves,
            thoughts: vec![thought, thought, mate],
            result: "Black wins by checkmate".into(),
            ..Played::default()
        };
        let failed = Played { a_first: false, half_points: 2, end: End::Failure, ..played.clone() };
        ledger.add(&*table, &played).expect("written");
        ledger.add(&*table, &failed).expect("written");
        let text = std::fs::read_to_string(&path).expect("the file");
        assert!(
            text.contains("1. f3 e5 {-0.31/5 0.052s} 2. g4 {-0.31/5 0.052s} 2... Qh4# {+M1/5 0.052s} 0-1"),
            "{text}"
        );
        assert!(text.contains("[White \"random\"]\n[Black \"best:eval=\\\"x\\\"\"]"), "{text}");
        // Killed in the middle of the third.
        let first: String = text.split_inclusive("\n\n").take(2).collect();
        for cut in [&first[..1], &first[..first.len() - 60], &first[..first.len() - 1]] {
            std::fs::write(&path, format!("{text}{cut}")).expect("written");
            let (_, tally) = open("a \"match\"").expect("the file");
            assert_eq!((tally.score.games(), tally.score.wins, tally.score.losses), (2, 1, 1));
            assert_eq!((tally.forfeits_a, tally.forfeits_b), (0, 1));
            assert_eq!(std::fs::read_to_string(&path).expect("the file"), text);
        }
        let Err(Failure::Asked(said)) = open("another") else { panic!("it is another match") };
        assert!(said.ends_with("game 1 is not one of this match, but of: a \\\"match\\\""), "{said}");
    }

    #[test]
    fn games_of_a_rule_file_come_with_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let rules = "name = \"Three \\\"in\\\" a row\"\nsize = \"3x3\"\n[piece.X]\nname = \"mark\"\n[win]\nline = 3\n";
        let file = folder.path().join("three.toml");
        std::fs::write(&file, rules).expect("written");
        let spec = Spec::new(file.to_str().expect("a text"));
        let table = wanqi_play::rules::open(&spec).expect("it can be played");
        let path = folder.path().join("games.pgn");
        let players = || ["random".to_owned(), "random".into()];
        let open = || Ledger::open(&path, table.spec(), "three".into(), players()).expect("a file");
        let played = Played {
            a_first: true,
            position: table.first_position(),
            program_moves: ["a1", "b1", "a2", "b2", "a3"].map(String::from).to_vec(),
            result: "First wins".into(),
            half_points: 2,
            ..Played::default()
        };
        let mut ledger = open().0;
        ledger.add(&*table, &played).expect("written");
        assert_eq!(open().1.score.wins, 1, "the match goes on");
        let text = std::fs::read_to_string(&path).expect("the file");
        let reading = wanqi_store::text::read(&text, &wanqi_store::text::ReadContext::default());
        assert_eq!(reading.problems, [], "{text}");
        let record = &reading.games[0].record;
        let title = "Three \"in\" a row";
        assert_eq!((record.game.as_str(), record.rules.as_deref()), (title, Some(rules)));
        assert_eq!(record.moves_to(record.main_line()[4]), played.program_moves);
        assert_eq!(write(record, Format::Pgn).expect("written"), text);
    }
}
