//! `wanqi jobs`: what is under way or has been stopped.

use super::{Arguments, data_folder, write_json};
use crate::Failure;
use crate::columns::{Columns, Edge};
use crate::numbers::grouped;
use crate::progress::Progress;
use clap::{Args, Parser, Subcommand};
use serde::Serialize;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;
use wanqi_jobs::{JobInfo, JobState, Ledger};

/// List jobs, watch one, stop it, go on with it
///
/// A match, random games, learning, an analysis of many positions or a review of many games that is begun with --on is a job:
/// what is done of it survives Ctrl-C and a kill. The app shows them too, at #/jobs.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Jobs {
    #[command(subcommand)]
    action: Option<Action>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Show how a job stands until it ends or is stopped
    Watch {
        /// The job, or the beginning of its id
        job: String,
    },
    /// Stop a job that another program is at; what is done of it is kept
    Stop {
        /// The job, or the beginning of its id
        job: String,
    },
    /// Go on with a job that was stopped, and answer as the command that began it
    Resume {
        /// The job, or the beginning of its id
        job: String,
    },
    /// Forget a job and all that was done of it
    Forget {
        /// The job, or the beginning of its id
        job: String,
    },
}

#[derive(Serialize)]
pub(super) struct JobsOutput {
    pub jobs: Vec<JobInfo>,
}

/// How often a job is looked at.
const LOOK: Duration = Duration::from_secs(1);

impl Jobs {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let data = data_folder()?;
        let none = !Ledger::file(&data).exists();
        match self.action {
            None if none && self.json => write_json(out, &JobsOutput { jobs: Vec::new() }),
            None if none => Ok(writeln!(out, "no jobs")?),
            None => list(out, &Ledger::open(&data)?, self.json),
            Some(Action::Watch { job }) => watch(out, &Ledger::open(&data)?, &job),
            Some(Action::Stop { job }) => {
                let id = stop(&data, &job)?;
                Ok(writeln!(out, "job {id} stops; wanqi jobs resume {id} goes on with it")?)
            }
            Some(Action::Resume { job }) => resume(out, &Ledger::open(&data)?.job(&job)?),
            Some(Action::Forget { job }) => {
                let mut ledger = Ledger::open(&data)?;
                let job = ledger.job(&job)?;
                ledger.forget(&job.id)?;
                Ok(writeln!(out, "job {} is forgotten", job.id)?)
            }
        }
    }
}

/// Asks whoever is at a job to stop; its id.
pub(super) fn stop(data: &Path, job: &str) -> Result<String, Failure> {
    let mut ledger = Ledger::open(data)?;
    let job = ledger.job(job)?;
    if job.state != JobState::Running {
        return Err(Failure::Asked(format!("no program is at job {}", job.id)));
    }
    ledger.ask_to_stop(&job.id)?;
    Ok(job.id)
}

fn state(job: &JobInfo) -> &'static str {
    match job.state {
        JobState::Running => "under way",
        JobState::Stopped => "stopped",
        JobState::Unread => "done, unread",
        JobState::Done => "done",
    }
}

fn list(out: &mut impl Write, ledger: &Ledger, json: bool) -> Result<(), Failure> {
    let jobs = ledger.jobs()?;
    if json {
        return write_json(out, &JobsOutput { jobs });
    }
    if jobs.is_empty() {
        return Ok(writeln!(out, "no jobs")?);
    }
    let mut columns = Columns::new(&[
        ("job", Edge::Left),
        ("state", Edge::Left),
        ("units", Edge::Right),
        ("done", Edge::Right),
        ("where", Edge::Left),
        ("what", Edge::Left),
    ]);
    for job in &jobs {
        let done = grouped(job.done);
        let done = if job.set_aside > 0 { format!("{done}, {} set aside", job.set_aside) } else { done };
        columns.push(vec![
            job.id.clone(),
            state(job).into(),
            grouped(job.units),
            done,
            job.place.clone(),
            job.about.clone(),
        ]);
    }
    Ok(write!(out, "{}", columns.text())?)
}

fn watch(out: &mut impl Write, ledger: &Ledger, job: &str) -> Result<(), Failure> {
    let mut job = ledger.job(job)?;
    writeln!(out, "{}, {}", job.about, job.place)?;
    out.flush()?;
    let progress = Progress::on_terminal();
    let mut said = String::new();
    while job.state == JobState::Running {
        if job.progress != said {
            said.clone_from(&job.progress);
            progress.text(said.clone());
            if !std::io::stderr().is_terminal() {
                writeln!(out, "{said}")?;
                out.flush()?;
            }
        }
        thread::sleep(LOOK);
        job = ledger.job(&job.id)?;
    }
    progress.clear();
    Ok(writeln!(out, "{}: {}", state(&job), job.progress)?)
}

/// Runs the command again that began the job, in the folder where it was begun.
fn resume(out: &mut impl Write, job: &JobInfo) -> Result<(), Failure> {
    match job.state {
        JobState::Running => return Err(wanqi_jobs::Error::Busy(job.id.clone()).into()),
        JobState::Done => return Err(Failure::Asked(format!("job {} is done", job.id))),
        JobState::Stopped | JobState::Unread => {}
    }
    std::env::set_current_dir(&job.begun_in)
        .map_err(|error| Failure::asked(job.begun_in.display(), error))?;
    let arguments = Arguments::try_parse_from(&job.arguments)
        .map_err(|error| Failure::asked(format!("the command of job {}", job.id), error))?;
    arguments.run(out)
}
