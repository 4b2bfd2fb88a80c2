//! What searches have preferred: the moves of all games, on disk, and the policy that they teach.
//!
//! A file of lines, beside the [pool](super::pool): the first says of which rules, every other one is a game: how many moves
//! by chance it began with, and the place of each move among the legal ones. So a position costs a number, and what a move
//! changes is seen again by playing the game once more. A line that was cut off by a kill is written over by the next one.

use super::folder::LearnError;
use crate::policy::{Choices, fit_while};
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use wanqi_eval::learnt::{Contents, MoveFeatures, POLICY_ROWS, Policy};
use wanqi_game::Game;
use wanqi_search::host::Instant;
use wanqi_search::{Stop, legal_moves};

/// The moves of a game, each by its place among the legal ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameMoves {
    /// How many were made by chance, before the first search.
    pub by_chance: usize,
    /// The moves.
    pub moves: Vec<u16>,
}

impl GameMoves {
    /// Those of a line from the start of the game.
    pub(super) fn of<G: Game>(game: &G, line: &[G::Position], by_chance: usize) -> GameMoves {
        let place = |length: usize| {
            let (position, after) = (&line[length - 1], game.key(&line[length]));
            let leads_there = |&mv: &G::Move| {
                let mut next = position.clone();
                game.play(&mut next, mv);
                game.key(&next) == after
            };
            legal_moves(game, &line[..length]).iter().position(leads_there).unwrap_or(0) as u16
        };
        GameMoves { by_chance, moves: (1..line.len()).map(place).collect() }
    }

    pub(super) fn line(&self) -> String {
        let mut line = self.by_chance.to_string();
        self.moves.iter().for_each(|mv| write!(line, " {mv}").expect("a text has room"));
        line + "\n"
    }

    pub(super) fn read(line: &str) -> Option<GameMoves> {
        let (by_chance, moves) = line.split_once(' ').unwrap_or((line, ""));
        let moves: Result<_, _> = moves.split_terminator(' ').map(str::parse).collect();
        Some(GameMoves { by_chance: by_chance.parse().ok()?, moves: moves.ok()? })
    }
}

/// The moves of all games of a folder, open to be added to.
#[derive(Debug)]
pub struct MoveRecords {
    path: PathBuf,
    file: File,
    /// The games, oldest first.
    pub games: Vec<GameMoves>,
}

/// The most choices that are learnt from, and the most features of moves in them, which take 80 megabytes.
const MAX_CHOICES: usize = 60_000;
const MAX_ROWS: usize = 20_000_000;
/// The part of the time that seeing the choices again may take.
const READING: f64 = 0.3;
/// The weights are good enough when a step gains less than this part of the loss.
const TOLERANCE: f64 = 1e-5;
/// How strongly weights are held to nothing.
const PRIOR: f64 = 1.0;
/// With fewer choices nothing is learnt of moves.
const MIN_CHOICES: usize = 500;

impl MoveRecords {
    /// Opens the file of a game's moves, or begins it.
    ///
    /// # Errors
    /// If it cannot be read or written, or is something else.
    pub fn open(path: &Path, rules: &str) -> Result<MoveRecords, LearnError> {
        let wrong = |error| LearnError::File(path.to_owned(), error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(wrong)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(wrong)?;
        let begin = format!("wanqi moves {rules}\n");
        let mut games = Vec::new();
        let mut end = begin.len();
        if begin.as_bytes().starts_with(&bytes) {
            // New, or killed before anything was in it.
            file.set_len(0)
                .and_then(|()| file.rewind())
                .and_then(|()| file.write_all(begin.as_bytes()))
                .map_err(wrong)?;
        } else {
            let rest = bytes.strip_prefix(begin.as_bytes());
            let rest = rest.ok_or_else(|| LearnError::OtherMoves(path.to_owned(), rules.to_owned()))?;
            for line in rest.split_inclusive(|&byte| byte == b'\n') {
                let text = line.strip_suffix(b"\n").and_then(|line| str::from_utf8(line).ok());
                let Some(game) = text.and_then(GameMoves::read) else { break };
                games.push(game);
                end += line.len();
            }
            file.set_len(end as u64).and_then(|()| file.seek(SeekFrom::Start(end as u64))).map_err(wrong)?;
        }
        Ok(MoveRecords { path: path.to_owned(), file, games })
    }

    /// Adds a game, on disk first.
    ///
    /// # Errors
    /// If it cannot be written; what was written of it is dropped by the next who opens the file.
    pub fn add(&mut self, game: GameMoves) -> Result<(), LearnError> {
        let written = self.file.write_all(game.line().as_bytes());
        written.map_err(|error| LearnError::File(self.path.clone(), error))?;
        self.games.push(game);
        Ok(())
    }

    /// Drops all games but the first so many.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn cut(&mut self, games: usize) -> Result<(), LearnError> {
        let dropped: usize = self.games.iter().skip(games).map(|game| game.line().len()).sum();
        let wrong = |error| LearnError::File(self.path.clone(), error);
        let end = self.file.stream_position().map_err(wrong)?.saturating_sub(dropped as u64);
        self.file.set_len(end).and_then(|()| self.file.seek(SeekFrom::Start(end))).map_err(wrong)?;
        self.games.truncate(games);
        Ok(())
    }

    /// The policy that the newest games teach, as many as the bounds allow; `None` if they are too few, or it was stopped.
    /// Told the same, it is the same on any number of threads, unless `time` is over before.
    pub fn policy<G: Game, C: Contents<G>>(
        &self,
        game: &G,
        contents: &C,
        threads: usize,
        time: Option<Duration>,
        stop: &Stop,
    ) -> Option<Policy> {
        let began = Instant::now();
        let is_over = |part: f64| time.is_some_and(|time| began.elapsed() >= time.mul_f64(part));
        let mut choices = Choices::default();
        for moves in self.games.iter().rev() {
            if choices.len() >= MAX_CHOICES || choices.row_count() >= MAX_ROWS || is_over(READING) {
                break;
            }
            if stop.is_stopped() {
                return None;
            }
            add_choices(game, contents, moves, &mut choices);
        }
        if choices.len() < MIN_CHOICES {
            return None;
        }
        let go_on = || !is_over(1.0) && !stop.is_stopped();
        let weights = fit_while(&choices, POLICY_ROWS, PRIOR, threads, TOLERANCE, go_on);
        Policy::of_weights(&weights).filter(|_| !stop.is_stopped())
    }
}

/// Plays a game once more and adds what was chosen in it, as far as its moves are legal.
fn add_choices<G: Game, C: Contents<G>>(game: &G, contents: &C, moves: &GameMoves, choices: &mut Choices) {
    let mut line = vec![game.start()];
    for (ply, &place) in moves.moves.iter().enumerate() {
        if game.result(&line).is_some() {
            return;
        }
        let legal = legal_moves(game, &line);
        let Some(&chosen) = legal.get(usize::from(place)) else { return };
        if ply >= moves.by_chance && legal.len() > 1 {
            let mut features = MoveFeatures::new(contents, game, &line);
            for &mv in &legal {
                let mut next = line[line.len() - 1].clone();
                game.play(&mut next, mv);
                let mut rows = Vec::new();
                features.each_row(game, &next, |row| rows.push(row));
                choices.add_move(rows);
            }
            choices.end(usize::from(place));
        }
        let mut next = line[line.len() - 1].clone();
        game.play(&mut next, chosen);
        line.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wanqi_games::tic_tac_toe::TicTacToe;

    fn games() -> Vec<GameMoves> {
        let game = |by_chance, moves: &[u16]| GameMoves { by_chance, moves: moves.to_vec() };
        vec![game(2, &[0, 8, 3, 119]), game(0, &[]), game(3, &[1, 2, 0])]
    }

    #[test]
    fn what_is_written_is_read_and_what_is_cut_off_is_dropped() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("moves");
        let mut records = MoveRecords::open(&path, "7").expect("a new file");
        games().into_iter().for_each(|game| records.add(game).expect("room"));
        let whole = std::fs::read(&path).expect("a file");
        assert_eq!(whole, b"wanqi moves 7\n2 0 8 3 119\n0\n3 1 2 0\n");
        assert_eq!(MoveRecords::open(&path, "7").expect("the same").games, games());
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).expect("room");
            let mut records = MoveRecords::open(&path, "7").expect("what is left");
            let kept = records.games.len();
            assert_eq!(records.games, games()[..kept], "{length}");
            games().into_iter().skip(kept).for_each(|game| records.add(game).expect("room"));
            assert_eq!(std::fs::read(&path).expect("a file"), whole, "{length}");
        }
    }

    #[test]
    fn other_files_are_refused_and_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("moves");
        for other in ["wanqi moves 8\n2 0 1 2\n", "something else"] {
            std::fs::write(&path, other).expect("room");
            let refused = MoveRecords::open(&path, "7").expect_err("not these rules").to_string();
            assert!(refused.ends_with("holds no moves of the rules 7"), "{refused}");
            assert_eq!(std::fs::read(&path).expect("a file"), other.as_bytes());
        }
    }

    #[test]
    fn moves_of_a_line_lead_along_it() {
        let game = TicTacToe;
        let mut line = vec![game.start()];
        for place in [4, 0, 1, 5, 2] {
            let mut next = line[line.len() - 1];
            let mv = legal_moves(&game, &line)[place];
            game.play(&mut next, mv);
            line.push(next);
        }
        assert_eq!(GameMoves::of(&game, &line, 2), GameMoves { by_chance: 2, moves: vec![4, 0, 1, 5, 2] });
    }
}
