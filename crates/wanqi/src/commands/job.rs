//! What commands share whose work is cut into units: where the units are done, and what a person hears meanwhile.

use crate::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use clap::Args;
use wanqi_jobs::{Access, Audience, Order, Outcome, Place, Status, UnitResult, Work};
use wanqi_play::Message;

/// Where the units of a job are done.
#[derive(Args, Debug)]
#[command(next_help_heading = "Jobs, which can be stopped and gone on with (wanqi jobs)")]
pub struct JobArguments {
    /// Do it in units with a ledger: `here`, on this machine's threads, or by the workers at a server, nats://HOST
    #[arg(long, value_name = "WHERE")]
    pub on: Option<String>,
    /// Pairs of games, thousands of random games, games to learn from or to look back at, or positions in a unit [default: what
    /// takes some 20 seconds]
    #[arg(long, value_name = "N", requires = "on", value_parser = clap::value_parser!(u64).range(1..))]
    pub unit: Option<u64>,
    #[command(flatten)]
    access: Access,
}

impl JobArguments {
    /// Where units are done; `None` if that is not said.
    pub fn place(&self, threads: usize) -> Result<Option<Place>, Failure> {
        Ok(self.on.as_deref().map(|on| self.access.place(on, threads)).transpose()?)
    }

    /// Does the work, and tells what comes of it.
    pub fn run(&self, work: Work, place: Place, hears: &mut dyn Hears) -> Result<(Order, Outcome), Failure> {
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let order = self.order(work, place)?;
        let outcome = wanqi_jobs::run(&order, &mut Telling { progress: &progress, hears }, &interrupt.stop());
        progress.clear();
        interrupt.done();
        Ok((order, outcome?))
    }

    /// The work as something to be done.
    pub fn order(&self, work: Work, place: Place) -> Result<Order, Failure> {
        Ok(Order {
            work,
            place,
            unit: self.unit,
            known: 0,
            data: super::data_folder()?,
            arguments: std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(),
        })
    }
}

/// Closes a job whose answer has been written, or says how it can be gone on with.
pub fn close((order, outcome): &(Order, Outcome)) -> Result<(), Failure> {
    let job = &outcome.job;
    if let Err(error) = wanqi_jobs::close(order, outcome) {
        // What was answered is whole, so this is no failure, as on a full disk.
        eprintln!("{error}; the answer is whole, but job {job} stays in the list: wanqi jobs forget {job}");
    }
    if outcome.stopped {
        eprintln!("job {job} is stopped: the same command, or wanqi jobs resume {job}, goes on");
        return Ok(());
    }
    match outcome.set_aside.as_slice() {
        [] => Ok(()),
        all => {
            let units: Vec<String> =
                all.iter().map(|(unit, error)| format!("unit {unit}: {error}")).collect();
            Err(Failure::Failed(format!(
                "{} units are set aside, and what was answered lacks them; wanqi jobs resume {job} tries them again\n{}",
                all.len(),
                units.join("\n")
            )))
        }
    }
}

/// A command that hears what comes of its units.
pub trait Hears {
    /// What came of the next unit; whether that is enough.
    fn hear(&mut self, result: UnitResult) -> bool;

    /// What was heard before was not true.
    fn begin_again(&mut self);

    /// What it has come to.
    fn text(&self) -> Message;
}

/// Says on standard error how far it is.
pub struct Telling<'a> {
    pub progress: &'a Progress,
    pub hears: &'a mut dyn Hears,
}

impl Audience for Telling<'_> {
    fn hear(&mut self, result: UnitResult) -> bool {
        self.hears.hear(result)
    }

    fn begin_again(&mut self) {
        self.hears.begin_again();
    }

    fn text(&self) -> Message {
        self.hears.text()
    }

    fn show(&mut self, status: &Status) {
        self.progress.text(status.to_string());
    }

    fn notice(&mut self, text: &str) {
        self.progress.say(text);
    }
}
