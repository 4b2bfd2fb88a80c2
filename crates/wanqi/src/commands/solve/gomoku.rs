//! `wanqi solve gomoku`: wins by threats, proven and verified.

mod positions;
mod replies;
mod verify;

use crate::Failure;
use crate::commands::limits::LimitArguments;
use crate::commands::write_json;
use crate::interrupt::Interrupt;
use crate::numbers::{grouped, seconds};
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wanqi_game::{Game, Notation};
use wanqi_games::gomoku::{Gomoku, Position, Rule as LineRule};
use wanqi_play::{Limits, Stop, files, quoted};
use wanqi_solve::gomoku::{
    self as proofs, Proof, Refusal, SavedProof, ThreatSearch, ThreatSearchResult, WinSearch, compose,
    prove_win,
};

/// Prove that the side to move wins: by threats (fours, open threes, what threatens to win by VCF), then by quiet moves
///
/// Threats have a quarter of the limits; then the player searches for a win with half of what is left, and quiet moves, by its
/// moves if it sees one, have the rest. What it sees and nothing proves is told as such. Every proof is checked by a verifier
/// that knows the rules alone. Where none is found the side to move may still win, by other means or with more time.
#[derive(Args, Debug)]
pub struct SolveGomoku {
    /// Columns, and rows where --rows does not tell those
    #[arg(long, value_name = "N", default_value_t = 15)]
    size: u8,
    /// Rows of a board that is not square
    #[arg(long, value_name = "N")]
    rows: Option<u8>,
    /// Which lines win
    #[arg(long, value_enum, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The position to begin with: rows from the top, then who is to move; the empty board if left out
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Moves to play from there: h8 i9 …, or 7,7 8,6 … counted from 0 at the upper left
    #[arg(long, value_name = "M", num_args = 1..)]
    moves: Vec<String>,
    /// Prove a file of positions instead: a JSON list of objects with `moves`, and perhaps `size`, `rows` and `rule`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "tree"])]
    positions: Option<PathBuf>,
    /// Compose a puzzle for Black instead, whose shortest win by VCF takes so many plies, and solve it
    #[arg(
        long,
        value_name = "PLIES",
        conflicts_with_all = ["position", "moves", "positions"],
        value_parser = clap::value_parser!(u16).range(1..),
    )]
    compose: Option<u16>,
    /// Which puzzle: the same number composes the same one
    #[arg(long, value_name = "N", default_value_t = 1, requires = "compose")]
    seed: u64,
    /// Try moves that threaten nothing from the start, which is slow
    #[arg(long, conflicts_with = "positions")]
    quiet: bool,
    /// Try threats alone, so that it is certain where there is no win by them
    #[arg(long, conflicts_with = "quiet")]
    threats: bool,
    /// Prove of every move of the side to move that it loses; the limits are for each of them
    #[arg(long, conflicts_with_all = ["positions", "compose", "tree"])]
    replies: bool,
    /// Write the proof to this file; with --replies, add to it, and leave out what it has
    #[arg(long, value_name = "FILE", conflicts_with = "positions")]
    save: Option<PathBuf>,
    /// Check the proofs of such a file instead, by the rules alone
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "positions", "compose", "save"])]
    verify: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArguments,
    /// Megabytes of table
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..))]
    table: u16,
    /// Show the proof: what is played after every reply
    #[arg(long)]
    tree: bool,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::commands) enum Rule {
    /// Five or more
    Freestyle,
    /// Just five
    #[serde(alias = "standard")]
    Exact,
    /// Five or more for White; just five for Black, who may not make longer lines, two fours or two open threes at once
    Renju,
}

/// The most bytes of a file of positions or proofs.
const MAX_BYTES: u64 = 1 << 30;
/// What a position may take, if no limit is given.
const TIMEOUT: Duration = Duration::from_secs(10);

/// What was found out about a position.
#[derive(Serialize)]
struct SolveOutput {
    position: String,
    /// Whether the side to move is proven to win.
    proven: bool,
    /// Whether every threat was looked at: without a proof there is then no win by threats.
    complete: bool,
    /// Plies to five in the longest line of the proof.
    plies: Option<usize>,
    /// Plies of a win that the player's search sees, or a proof whose check was broken off, where nothing is proven.
    seen: Option<usize>,
    /// Of the proof, or of what is seen.
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
    /// Positions that the verifier has looked at; none where it refuses.
    verified: Option<u64>,
    /// Why it does.
    flaw: Option<String>,
}

impl SolveOutput {
    /// What a search has found, and what the verifier says of its proof.
    fn new(
        game: &Gomoku,
        position: &Position,
        found: &ThreatSearchResult,
        took: Duration,
        checked: Option<Result<u64, Refusal>>,
    ) -> SolveOutput {
        let plies = found.proof.as_ref().map(|proof| proof.plies());
        let seen = found.seen.as_ref();
        let line = found.proof.as_ref().map(|proof| proof.line());
        let line = line.or_else(|| seen.map(|seen| seen.line.clone())).unwrap_or_default();
        let seen = match checked {
            Some(Err(Refusal::BrokenOff(_))) => plies,
            _ => seen.and_then(|seen| seen.plies.try_into().ok()),
        };
        SolveOutput {
            position: game.format_position(position),
            proven: matches!(checked, Some(Ok(_))),
            complete: found.complete,
            plies,
            seen,
            line: line.iter().map(|&mv| game.format_move(position, mv, 0)).collect(),
            nodes: found.nodes,
            seconds: took.as_secs_f64(),
            verified: checked.as_ref().and_then(|checked| checked.as_ref().ok().copied()),
            flaw: checked.and_then(Result::err).map(|flaw| flaw.to_string()),
        }
    }
}

impl SolveGomoku {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let interrupt = Interrupt::listen();
        let stop = interrupt.stop();
        if let Some(file) = &self.positions {
            return self.solve_positions(out, file, &stop);
        }
        if let Some(file) = &self.verify {
            return verify::verify(out, file, &self.limits.limits(stop), self.json);
        }
        let game = game(self.size, self.rows, self.rule)?;
        let mut position = match (&self.position, self.compose) {
            (None, None) => game.start(),
            (None, Some(plies)) => compose(&game, plies.into(), self.seed, &stop).ok_or_else(|| {
                Failure::asked(
                    "--compose",
                    "no such puzzle was found; plies are odd, and another --seed may do",
                )
            })?,
            (Some(text), _) => {
                game.parse_position(text).map_err(|error| Failure::asked("--position", error))?
            }
        };
        // People paste lists of moves as one argument as well as many.
        let moves = self.moves.iter().flat_map(|moves| moves.split_whitespace());
        play_moves(&game, &mut position, moves).map_err(|error| Failure::asked("--moves", error))?;
        if self.replies {
            return self.solve_replies(out, &game, &position, TIMEOUT, &stop);
        }
        let (answer, proof) = self.solve(&game, &position, TIMEOUT, &stop);
        if let (Some(file), Some(proof)) = (&self.save, &proof) {
            let saved = SavedProof { game, position: position.clone(), proof: Arc::clone(proof) };
            files::write_whole(file, proofs::write(&saved).as_bytes())
                .map_err(|error| Failure::asked(format!("--save {}", file.display()), error))?;
        }
        if self.json {
            return write_json(out, &answer);
        }
        writeln!(out, "{}", answer.position)?;
        writeln!(out, "{}", said(&answer))?;
        if !answer.line.is_empty() {
            writeln!(out, "line    {}", answer.line.join(" "))?;
        }
        if let (true, Some(proof)) = (self.tree, &proof) {
            writeln!(out)?;
            write_tree(out, &game, &position, proof)?;
        }
        Ok(())
    }

    fn solve(
        &self,
        game: &Gomoku,
        position: &Position,
        default_time: Duration,
        stop: &Stop,
    ) -> (SolveOutput, Option<Arc<Proof>>) {
        let mut limits = self.limits.limits(stop.clone());
        if !self.limits.is_bounded() {
            limits = Limits { time: Some(default_time), ..limits };
        }
        let began = Instant::now();
        let table_mb = self.table.into();
        let found = if self.quiet {
            WinSearch { table_mb, ..WinSearch::default() }.prove(game, position, &limits)
        } else if self.threats {
            ThreatSearch { table_mb }.prove(game, position, &limits)
        } else {
            prove_win(game, position, table_mb, &limits)
        };
        let took = began.elapsed();
        let checked = found.proof.as_ref().map(|proof| proof.check(game, position, &limits.without_nodes()));
        (SolveOutput::new(game, position, &found, took, checked), found.proof)
    }
}

/// The rules on a board of some size, square where its rows are not told.
pub(in crate::commands) fn game(size: u8, rows: Option<u8>, rule: Rule) -> Result<Gomoku, Failure> {
    let rule = match rule {
        Rule::Freestyle => LineRule::Freestyle,
        Rule::Exact => LineRule::ExactFive,
        Rule::Renju => LineRule::Renju,
    };
    let rows = rows.unwrap_or(size);
    Gomoku::rectangular(size, rows, rule).ok_or_else(|| {
        let board =
            if size == rows { format!("size {size}") } else { format!("{size} columns and {rows} rows") };
        Failure::asked("size", format!("there is no board of {board}"))
    })
}

fn said_by(failure: Failure) -> String {
    match failure {
        Failure::Asked(text) | Failure::Failed(text) => text,
        Failure::Answered(failure) => said_by(*failure),
        Failure::Unheard => String::new(),
    }
}

/// Plays moves, each as the game writes it or as column and row from 0 at the upper left.
fn play_moves<'a>(
    game: &Gomoku,
    position: &mut Position,
    moves: impl Iterator<Item = &'a str>,
) -> Result<(), String> {
    for text in moves {
        let mv = match text.split_once(',') {
            None => game.parse_move(position, text).map_err(|error| error.to_string()),
            Some(_) if game.outcome(position).is_some() => Err("the game is over".into()),
            Some((column, row)) => column
                .parse()
                .ok()
                .zip(row.parse().ok())
                .and_then(|(column, row)| game.move_at(position, row, column))
                .ok_or_else(|| "no empty point of the board".into()),
        };
        game.play(position, mv.map_err(|error| format!("{}: {error}", quoted(text)))?);
    }
    Ok(())
}

/// What was found out, in a line.
fn said(answer: &SolveOutput) -> String {
    let work =
        format!("{} nodes, {}", grouped(answer.nodes), seconds(Duration::from_secs_f64(answer.seconds)));
    match (answer.plies, answer.verified, &answer.flaw, answer.seen) {
        (Some(plies), Some(positions), ..) => {
            format!("proven  win in at most {plies} plies, {work}, {} positions verified", grouped(positions))
        }
        (_, _, Some(flaw), None) => format!("refused {flaw}"),
        (_, _, Some(flaw), Some(plies)) => format!("seen    win in {plies} plies, not proven: {flaw}"),
        (.., Some(plies)) => format!("seen    win in {plies} plies, not proven, {work}"),
        _ if answer.complete => format!("open    no win by threats, {work}"),
        _ => format!("open    no proof found, {work}"),
    }
}

/// The proof, each reply and what is played after it a step further in.
fn write_tree(
    out: &mut impl Write,
    game: &Gomoku,
    position: &Position,
    proof: &Proof,
) -> Result<(), Failure> {
    writeln!(out, "{}", game.format_move(position, proof.mv, 0))?;
    let mut shown = HashSet::new();
    let mut open: Vec<(usize, String, &Arc<Proof>)> = Vec::new();
    push(&mut open, game, position, 1, proof);
    while let Some((depth, reply, next)) = open.pop() {
        let mv = game.format_move(position, next.mv, 0);
        let indent = "  ".repeat(depth);
        let again = !shown.insert(Arc::as_ptr(next)) && !next.answers.is_empty();
        writeln!(out, "{indent}{reply}: {mv}{}", if again { ", as above" } else { "" })?;
        if !again {
            push(&mut open, game, position, depth + 1, next);
        }
    }
    Ok(())
}

/// Puts what follows a move on a stack, the first reply on top.
fn push<'a>(
    open: &mut Vec<(usize, String, &'a Arc<Proof>)>,
    game: &Gomoku,
    position: &Position,
    depth: usize,
    proof: &'a Proof,
) {
    open.extend(proof.otherwise.iter().map(|next| (depth, "else".to_owned(), next)));
    let answers = proof.answers.iter().rev();
    open.extend(answers.map(|(reply, next)| (depth, game.format_move(position, *reply, 0), next)));
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    fn output(arguments: &str) -> Result<String, String> {
        let command = crate::commands::Arguments::try_parse_from(
            ["wanqi", "solve", "gomoku"].into_iter().chain(arguments.split(' ')),
        )
        .map_err(|error| error.to_string())?;
        let mut out = Vec::new();
        command.run(&mut out).map_err(|failure| format!("{failure:?}"))?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    }

    #[test]
    fn a_win_is_proven_shown_and_verified() {
        let text = output("--moves h8,a1 --nodes 10").expect_err("h8,a1 is no point");
        assert!(text.contains("no empty point"), "{text}");
        let text = output("--moves h8 a1 h9 a3 h10 a5 --nodes 100000 --tree").expect("an answer");
        assert!(text.contains("proven  win in at most 3 plies"), "{text}");
        assert!(text.contains("\nh11\n  h12: h7\n  else: h12\n") || text.contains("\nh7\n"), "{text}");
        let text = output("--moves 7,7 0,0 7,6 0,2 7,5 --nodes 100000 --json").expect("an answer");
        assert!(text.contains("\"proven\": false"), "{text}");
    }

    #[test]
    fn a_puzzle_is_composed_and_solved() {
        let text = output("--compose 9 --seed 2 --nodes 100000").expect("a puzzle");
        assert!(text.contains("proven  win in at most"), "{text}");
        let again = output("--compose 9 --seed 2 --nodes 100000").expect("the same");
        assert_eq!(text.lines().next(), again.lines().next());
        assert!(output("--compose 8").expect_err("an even number").contains("plies are odd"));
        assert!(output("--compose 9 --position X").is_err());
    }

    #[test]
    fn a_proof_is_saved_and_checked() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("proof");
        let moves = "--moves h8 a1 j10 o1 g10 a15 --nodes 300000 --quiet";
        let said = output(&format!("{moves} --save {}", file.display())).expect("an answer");
        assert!(said.contains("proven  win in"), "{said}");
        let verified = output(&format!("--verify {}", file.display())).expect("an answer");
        assert!(verified.contains("\nproven  by "), "{verified}");
        let error =
            output(&format!("--verify {} --nodes 3", file.display())).expect_err("more is to be checked");
        assert!(error.contains("1 proofs were not checked to the end"), "{error}");
        let text = std::fs::read_to_string(&file).expect("the proof");
        let last = text.lines().rev().nth(1).expect("several lines");
        std::fs::write(&file, text.replace(last, last.split(' ').next().expect("a move"))).expect("a file");
        let error = output(&format!("--verify {}", file.display())).expect_err("a proof without answers");
        assert!(error.contains("1 proofs do not hold"), "{error}");
    }

    #[test]
    fn replies_are_proven_to_lose_and_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("proofs");
        // A straight four: whatever White does, Black makes five.
        let asked =
            format!("--size 6 --moves c2 a1 c3 a3 c4 f6 c5 --replies --table 1 --save {}", file.display());
        let said = output(&asked).expect("an answer");
        assert!(said.contains("29 of 29 replies proven to lose, 29 looked at"), "{said}");
        let again = output(&asked).expect("an answer");
        assert_eq!(again.matches("from the file").count(), 29, "{again}");
        assert_eq!(again.matches("win in at most 1 plies").count(), 29, "{again}");
        // The last proof is lost.
        let text = std::fs::read_to_string(&file).expect("the proofs");
        let last = text.rfind("proof ").expect("a proof");
        // All of it or what was to follow when the program was killed.
        for length in [last, last + 10, text.len() - 2] {
            std::fs::write(&file, &text[..length]).expect("a file");
            let again = output(&asked).expect("an answer");
            assert_eq!(again.matches("from the file").count(), 28, "{again}");
            assert_eq!(std::fs::read_to_string(&file).expect("the proofs"), text);
        }
        std::fs::write(&file, text.replace("\nc6", "\na6").replace("\nc1", "\na6")).expect("a file");
        assert!(
            output(&asked).expect_err("no five").contains("the proof of a6 in the file: an illegal move")
        );
        for other in ["no proof".to_string(), text.replace("end\n", "")] {
            std::fs::write(&file, &other).expect("a file");
            assert!(output(&asked).expect_err("another file").contains("--save"));
            assert_eq!(std::fs::read_to_string(&file).expect("the file"), other, "nothing is lost");
        }
    }

    #[test]
    fn where_threats_end_quiet_moves_are_tried() {
        let moves = "--moves h8 a1 j10 o1 --nodes 400000";
        let threats = output(&format!("{moves} --threats")).expect("an answer");
        assert!(threats.contains("open    no win by threats"), "{threats}");
        let said = output(moves).expect("an answer");
        assert!(said.contains("proven  win in at most"), "{said}");
        assert!(output("--threats --quiet").is_err());
    }

    #[test]
    fn replies_that_are_the_same_by_symmetry_count_once() {
        let said = output("--size 5 --replies --nodes 10 --table 1").expect("an answer");
        assert!(said.contains("\n0 of 6 replies proven to lose, 6 looked at"), "{said}");
        let said = output("--size 6 --rows 5 --replies --nodes 10 --table 1").expect("an answer");
        assert!(said.contains("\n0 of 9 replies proven to lose, 9 looked at"), "{said}");
        let error = output("--rows 21").expect_err("no such board");
        assert!(error.contains("there is no board of 15 columns and 21 rows"), "{error}");
    }

    #[test]
    fn a_file_of_positions_is_counted() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("positions.json");
        let text = r#"[{"moves": ["7,7", "0,0", "7,6", "0,2", "7,5", "0,4"]}, {"size": 9, "rule": "exact", "moves": []}]"#;
        std::fs::write(&file, text).expect("a file");
        let said = output(&format!("--nodes 1000 --positions {}", file.display())).expect("an answer");
        assert!(said.contains("1 of 2 proven (50.0 %), 0 proofs refused"), "{said}");
        std::fs::write(&file, r#"[{"moves": ["7,7", "7,7"]}]"#).expect("a file");
        let error = output(&format!("--positions {}", file.display())).expect_err("a stone on a stone");
        assert!(error.contains("position 0 of the file"), "{error}");
    }
}
