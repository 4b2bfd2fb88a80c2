//! `cargo xtask epd`: how many positions of a suite an engine solves. A suite has a position a line, with the moves that
//! are best (`bm`) or to be avoided (`am`): <https://www.chessprogramming.org/Extended_Position_Description>.

use crate::wanqi::Wanqi;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use wanqi_game::{Game, Notation};
use wanqi_games::chess::{Chess, Move, Position};

#[derive(Args)]
pub struct Epd {
    /// The suite
    file: PathBuf,
    /// Milliseconds for a position, if nodes do not bound it
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    movetime: u32,
    /// Nodes for a position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// A UCI engine, with its arguments [default: the release build of wanqi]
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// Megabytes of the engine's hash table
    #[arg(long, value_name = "MB", default_value_t = 64)]
    hash: u32,
}

impl Epd {
    pub fn run(self) -> Result<()> {
        let text = fs::read_to_string(&self.file).with_context(|| self.file.display().to_string())?;
        let tasks = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let tasks: Vec<Task> = tasks
            .map(|(at, line)| Task::read(line).with_context(|| format!("{}:{}", self.file.display(), at + 1)))
            .collect::<Result<_>>()?;
        let command = match &self.engine {
            Some(command) => command.clone(),
            None => format!("{} uci", Wanqi::build()?.path().display()),
        };
        let mut engine = Engine::start(&command, self.hash)?;
        let go = match self.nodes {
            Some(nodes) => format!("go nodes {nodes}"),
            None => format!("go movetime {}", self.movetime),
        };
        let mut solved = 0;
        for task in &tasks {
            let answer = engine.best_move(&task.fen, &go)?;
            let is_solved = task.is_solved_by(&answer)?;
            solved += u32::from(is_solved);
            if !is_solved {
                println!("{}: {answer}, {}", task.name, task.wanted);
            }
        }
        println!("{solved} of {}", tasks.len());
        Ok(())
    }
}

/// A position and what is to be found there.
#[derive(Debug)]
struct Task {
    fen: String,
    name: String,
    /// The operations that say what is wanted, for people.
    wanted: String,
    best: Vec<Move>,
    avoided: Vec<Move>,
}

impl Task {
    /// Reads a line: four fields of a FEN, perhaps its two counters, and operations that end with a semicolon.
    fn read(line: &str) -> Result<Task> {
        let words: Vec<&str> = line.split_whitespace().collect();
        ensure!(words.len() >= 4, "expected a position");
        let fen = format!("{} 0 1", words[..4].join(" "));
        let position = Chess.parse_position(&fen).map_err(|error| anyhow::anyhow!("{error}"))?;
        let rest = words[4..].iter().skip_while(|word| word.parse::<u32>().is_ok());
        let rest = rest.copied().collect::<Vec<_>>().join(" ");
        let mut task =
            Task { fen, name: words[..4].join(" "), wanted: String::new(), best: vec![], avoided: vec![] };
        for operation in rest.split(';').map(str::trim) {
            let (name, value) = operation.split_once(' ').unwrap_or((operation, ""));
            let moves = match name {
                "id" => {
                    task.name = value.trim_matches('"').to_owned();
                    continue;
                }
                "bm" => &mut task.best,
                "am" => &mut task.avoided,
                _ => continue,
            };
            for word in value.split_whitespace().filter(|word| !matches!(*word, "+" | "#" | "!" | "?")) {
                moves.extend(meant(&position, word)?);
            }
            task.wanted = format!("{} {operation}", task.wanted).trim().to_owned();
        }
        ensure!(!task.best.is_empty() || !task.avoided.is_empty(), "expected bm or am");
        Ok(task)
    }

    /// Whether a move, as UCI writes it, is what is wanted.
    fn is_solved_by(&self, text: &str) -> Result<bool> {
        let position = Chess.parse_position(&self.fen).map_err(|error| anyhow::anyhow!("{error}"))?;
        let mv = Chess.parse_move(&position, text).map_err(|error| anyhow::anyhow!("{text}: {error}"))?;
        Ok((self.best.is_empty() || self.best.contains(&mv)) && !self.avoided.contains(&mv))
    }
}

/// The moves that a suite may mean by a word: more than one where it does not say which of two pieces is to move.
fn meant(position: &Position, word: &str) -> Result<Vec<Move>> {
    let error = match Chess.parse_move(position, word) {
        Ok(mv) => return Ok(vec![mv]),
        Err(error) => error,
    };
    let bare = |text: &str| text.replace(['x', '+', '#', '!', '?'], "");
    let said = bare(word);
    let fits = |mv: &Move| {
        let text = bare(&Chess.format_move(position, *mv, 0));
        // The same piece and target, and of the square where it comes from what is said.
        let mut letters = text.chars();
        said.get(..1) == text.get(..1)
            && said.len() > 2
            && said.get(said.len() - 2..) == text.get(text.len() - 2..)
            && said.chars().all(|letter| letters.any(|other| other == letter))
    };
    let mut moves = Vec::new();
    Chess.each_move(position, |mv| moves.push(mv));
    moves.retain(fits);
    ensure!(!moves.is_empty(), "{word}: {error}");
    Ok(moves)
}

/// A UCI engine that answers one question after another.
struct Engine {
    process: Child,
    ask: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Engine {
    fn start(command: &str, hash: u32) -> Result<Engine> {
        let mut words = command.split_whitespace();
        let mut process = Command::new(words.next().context("--engine names no program")?)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run {command}"))?;
        let ask = process.stdin.take().context("its input is piped")?;
        let answers = BufReader::new(process.stdout.take().context("its output is piped")?);
        let mut engine = Engine { process, ask, answers };
        engine.say("uci")?;
        engine.wait_for("uciok")?;
        engine.say(&format!("setoption name Hash value {hash}"))?;
        Ok(engine)
    }

    fn best_move(&mut self, fen: &str, go: &str) -> Result<String> {
        self.say("ucinewgame")?;
        self.say("isready")?;
        self.wait_for("readyok")?;
        self.say(&format!("position fen {fen}"))?;
        self.say(go)?;
        let answer = self.wait_for("bestmove")?;
        Ok(answer.split_whitespace().nth(1).unwrap_or_default().to_owned())
    }

    fn say(&mut self, line: &str) -> Result<()> {
        writeln!(self.ask, "{line}")?;
        Ok(self.ask.flush()?)
    }

    /// The next line that begins with a word.
    fn wait_for(&mut self, word: &str) -> Result<String> {
        for line in self.answers.by_ref().lines() {
            let line = line?;
            if line.split_whitespace().next() == Some(word) {
                return Ok(line);
            }
        }
        bail!("the engine has ended before it said {word}")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.say("quit");
        let _ = self.process.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted() {
        for (line, name, solutions, others) in [
            (
                "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id \"WAC.002\";",
                "WAC.002",
                vec!["b3b2"],
                vec!["b3a3", "c4c3"],
            ),
            (
                "r1bqk2r/ppp2ppp/2n5/4P3/2Bp2n1/5N1P/PP1N1PP1/R2Q1RK1 b kq - 1 10 ; bm Nh6; am Ngxe5 ",
                "r1bqk2r/ppp2ppp/2n5/4P3/2Bp2n1/5N1P/PP1N1PP1/R2Q1RK1 b kq -",
                vec!["g4h6"],
                vec!["g4e5", "g4e3"],
            ),
            (
                "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - ; bm Qd1 + ; id BK.01",
                "BK.01",
                vec!["d6d1"],
                vec!["d6d2"],
            ),
            (
                "4k3/8/8/8/8/8/8/4K2R w K - am Rh8 Kf1;",
                "4k3/8/8/8/8/8/8/4K2R w K -",
                vec!["e1g1"],
                vec!["e1f1"],
            ),
            (
                "4k3/8/8/8/6N1/3N4/8/4K3 w - - am Ne5; id \"either knight\";",
                "either knight",
                vec!["e1e2", "d3c5"],
                vec!["d3e5", "g4e5"],
            ),
        ] {
            let task = Task::read(line).expect(line);
            assert_eq!(task.name, name);
            for mv in solutions {
                assert!(task.is_solved_by(mv).expect(mv), "{line}: {mv}");
            }
            for mv in others {
                assert!(!task.is_solved_by(mv).expect(mv), "{line}: {mv}");
            }
        }
    }

    #[test]
    fn what_is_wrong() {
        for (line, said) in [
            ("8/8", "expected a position"),
            ("4k3/8/8/8/8/8/8/4K3 w - -", "expected bm or am"),
            ("4k3/8/8/8/8/8/8/4K3 w - - bm Qh5;", "Qh5"),
            ("4k3/8/8/8/8/8/8/8 w - - bm Kd8;", "king"),
            ("4k3/8/8/8/6N1/3N4/8/4K3 w - - am Nd5;", "no knight"),
        ] {
            let error = Task::read(line).expect_err(line).to_string();
            assert!(error.contains(said), "{line}: {error}");
        }
    }
}
