//! `wanqi review`: games looked back at, their mistakes marked, as the app does it with one.

use super::chosen_games::{Chosen, ChosenGames, Looking, check_new};
use super::job::close;
use super::library::games;
use super::limits::LimitArguments;
use super::write_json;
use crate::Failure;
use crate::columns::{Columns, Edge};
use clap::Args;
use serde::Serialize;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use wanqi_jobs::{Aim, Found};
use wanqi_play::record::{GameRecord, ROOT};
use wanqi_play::review::{GameSummary, Seen, annotate, summary};
use wanqi_play::{Spec, Stop};
use wanqi_store::files::export;
use wanqi_store::text::Format;
use wanqi_store::{GameId, Library, Saving};

/// Look back at games: mark mistakes and what would have been better, and say how exactly both sides played
///
/// Games of the library are written back and shown with their marks in the app; those of files go to --output. Games that were
/// reviewed before are left out. It is a job: what is done of it survives Ctrl-C, and --on has other machines do it.
#[derive(Args, Debug)]
pub struct Review {
    #[command(flatten)]
    chosen: ChosenGames,
    #[command(flatten)]
    limits: LimitArguments,
    /// Also those that were reviewed before
    #[arg(long)]
    again: bool,
    /// The file to write all games to, those that were not reviewed now too; it must not be there yet
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    looking: Looking,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ReviewOutput<'a> {
    player: Option<&'a str>,
    games: Vec<ReviewedGame>,
}

#[derive(Serialize)]
struct ReviewedGame {
    id: i64,
    game: String,
    players: [String; 2],
    date: String,
    #[serde(flatten)]
    summary: GameSummary,
}

/// Nodes that a position is searched, and random games of players that play them, if nothing is said.
const NODES: u64 = 90_000;
const PLAYOUTS: u64 = 2000;

/// What a position is searched, if nothing is said.
pub(super) fn usual_nodes(spec: &Spec) -> u64 {
    if spec.name == "mcts" { PLAYOUTS } else { NODES }
}

/// Games that are written at once.
const BATCH: usize = 200;

impl Review {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        check_new(self.output.as_deref())?;
        let (mut library, format) = self.chosen.open()?;
        let all = self.chosen.read(&library)?;
        let ids: Vec<GameId> = all.iter().map(|one| one.id).collect();
        let wanted: Vec<Chosen> =
            all.into_iter().filter(|one| self.again || !is_reviewed(&one.record)).collect();
        if wanted.is_empty() && !ids.is_empty() {
            return self.nothing_new(ids.len(), out);
        }
        let given = self.limits.limits(Stop::default());
        let task = self.looking.work(&wanted, |spec| {
            let nodes = (!self.limits.is_bounded() && !spec.is_bounded()).then(|| usual_nodes(spec));
            Aim::Review { depth: given.depth, nodes: given.nodes.or(nodes), time: given.time }
        })?;
        let player = task.player.clone();
        let (found, ended) = self.looking.run(task)?;
        if ended.1.stopped {
            return close(&ended);
        }
        let mut reviewed = Vec::new();
        for some in wanted.chunks(BATCH) {
            reviewed.extend(write_back(&mut library, some, &found)?);
        }
        if let Some(path) = &self.output {
            write_file(&library, &ids, path, format)?;
        }
        if self.json {
            write_json(out, &ReviewOutput { player: Some(&player), games: reviewed })?;
        } else {
            write!(out, "{}", columns(&reviewed).text())?;
            let place = match &self.output {
                Some(path) => format!(", all are in {}", path.display()),
                None if self.chosen.are_of_files() => String::new(),
                None => ", kept in the library".into(),
            };
            writeln!(out, "{} reviewed by {}{place}", games(reviewed.len()), player)?;
        }
        close(&ended)
    }
}

impl Review {
    /// There is nothing to be done, as on a day without games.
    fn nothing_new(&self, count: usize, out: &mut impl Write) -> Result<(), Failure> {
        if self.json {
            return write_json(out, &ReviewOutput { player: None, games: Vec::new() });
        }
        Ok(writeln!(out, "{} reviewed before; --again does it once more", games(count))?)
    }
}

/// Whether every position of its main line has been looked at.
fn is_reviewed(record: &GameRecord) -> bool {
    let seen = |id| record[id].notes.evaluation.is_some();
    seen(ROOT) && record.main_line().into_iter().all(seen)
}

/// Writes into games what was found, as they are now: one that was changed meanwhile is left as it is, and named.
fn write_back(
    library: &mut Library,
    games: &[Chosen],
    found: &HashMap<i64, Found>,
) -> Result<Vec<ReviewedGame>, Failure> {
    let mut changed = Vec::new();
    let mut reviewed = Vec::new();
    for Chosen { number, id, .. } in games {
        let Some(Found::Review(seen)) = found.get(number) else { continue };
        let kept = library.load(*id).map_err(Failure::from);
        let marked = kept.and_then(|mut kept| {
            annotate(&mut kept.record, seen)?;
            Ok((told(*number, &kept.record, seen)?, kept))
        });
        match marked {
            Ok((told, kept)) => {
                reviewed.push(told);
                changed.push((*id, kept));
            }
            Err(Failure::Asked(error) | Failure::Failed(error)) => eprintln!("game {number}: {error}"),
            Err(failure) => return Err(failure),
        }
    }
    let saving = changed.iter().map(|(id, kept)| Saving {
        place: Some((*id, kept.version)),
        record: &kept.record,
        state: kept.state.as_deref(),
    });
    library.write_all(&saving.collect::<Vec<_>>())?;
    Ok(reviewed)
}

fn told(id: i64, record: &GameRecord, seen: &[Seen]) -> Result<ReviewedGame, Failure> {
    Ok(ReviewedGame {
        id,
        game: record.game.clone(),
        players: record.headers.players.clone(),
        date: record.headers.date.clone(),
        summary: summary(record, seen, record.table()?.scale()),
    })
}

fn write_file(library: &Library, ids: &[GameId], path: &Path, format: Option<Format>) -> Result<(), Failure> {
    let cannot = |error: io::Error| Failure::asked(path.display(), error);
    let named = path.extension().and_then(|ending| ending.to_str()).and_then(Format::of_ending);
    let format = named.or(format).unwrap_or(Format::Pgn);
    let mut file = BufWriter::new(File::create_new(path).map_err(cannot)?);
    let load = &mut |id| library.load(id).map(|kept| kept.record);
    let exported = export(ids, load, format, &mut file).map_err(cannot)?;
    file.flush().map_err(cannot)?;
    for (id, what) in &exported.problems {
        eprintln!("game {}: {what}", id.0);
    }
    Ok(())
}

fn columns(reviewed: &[ReviewedGame]) -> Columns {
    let mut columns = Columns::new(&[
        ("number", Edge::Right),
        ("player", Edge::Left),
        ("accuracy", Edge::Right),
        ("??", Edge::Right),
        ("?", Edge::Right),
        ("?!", Edge::Right),
    ]);
    for ReviewedGame { id, players, summary, .. } in reviewed {
        for side in [0, 1] {
            let accuracy = summary.accuracy[side].map_or("–".into(), |exact| format!("{exact:.0} %"));
            let GameSummary { blunders, mistakes, dubious, .. } = summary;
            let mut row = vec![if side == 0 { id.to_string() } else { String::new() }];
            row.push(players[side].replace(char::is_control, " "));
            row.push(accuracy);
            row.extend([blunders, mistakes, dubious].map(|count| count[side].to_string()));
            columns.push(row);
        }
    }
    columns
}
