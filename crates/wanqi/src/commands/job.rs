//! What commands share whose work is cut into units: where the units are done, and what a person hears meanwhile.

use crate::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use clap::Args;
use std::path::PathBuf;
use wanqi_jobs::{Audience, Order, Outcome, Place, Status, UnitResult, Work};

/// Where the units of a job are done.
#[derive(Args, Debug)]
#[command(next_help_heading = "Jobs, which can be stopped and gone on with (wanqi jobs)")]
pub struct JobArguments {
    /// Do it in units with a ledger: `here`, on this machine's threads, or by the workers at a server, nats://HOST
    #[arg(long, value_name = "WHERE")]
    pub on: Option<String>,
    /// Pairs of games, thousands of random games, games to learn from or positions in a unit [default: what takes some 20
    /// seconds]
    #[arg(long, value_name = "N", requires = "on", value_parser = clap::value_parser!(u64).range(1..))]
    pub unit: Option<u64>,
    #[command(flatten)]
    access: Access,
}

/// How to be let in at a server.
#[derive(Args, Debug)]
#[command(next_help_heading = "Access to a server")]
pub struct Access {
    /// A file with a user's credentials, as nsc writes it
    #[arg(long, value_name = "FILE")]
    pub creds: Option<PathBuf>,
    /// A file with a token
    #[arg(long, value_name = "FILE")]
    pub token: Option<PathBuf>,
    /// The certificate of the authority that the server's is signed by; asks for TLS, as tls://HOST does
    #[arg(long, value_name = "FILE")]
    pub ca: Option<PathBuf>,
    /// This program's own certificate, where the server asks for one
    #[arg(long, value_name = "FILE", requires = "key")]
    pub cert: Option<PathBuf>,
    /// The key of that certificate
    #[arg(long, value_name = "FILE", requires = "cert")]
    pub key: Option<PathBuf>,
}

/// This build cannot reach other machines.
#[cfg(not(feature = "cluster"))]
pub fn no_clusters() -> Failure {
    Failure::Asked(
        "this build of the program knows no clusters: cargo install --path crates/wanqi --features cluster"
            .into(),
    )
}

impl Access {
    /// The way to a server.
    #[cfg(feature = "cluster")]
    pub fn connection(&self, address: &str) -> Result<wanqi_jobs::cluster::Connection, Failure> {
        let connection = wanqi_jobs::cluster::Connection {
            address: address.to_owned(),
            credentials: self.creds.clone(),
            token: self.token.clone(),
            authority: self.ca.clone(),
            certificate: self.cert.clone().zip(self.key.clone()),
        };
        connection.check()?;
        Ok(connection)
    }
}

impl JobArguments {
    /// Where units are done; `None` if that is not said.
    pub fn place(&self, threads: usize) -> Result<Option<Place>, Failure> {
        match self.on.as_deref() {
            None => Ok(None),
            Some("here") => Ok(Some(Place::Here { threads })),
            Some(address) if address.contains("://") => self.at(address).map(Some),
            Some(other) => Err(Failure::asked(
                "--on",
                format!("expected here or nats://HOST, not {}", wanqi_play::quoted(other)),
            )),
        }
    }

    #[cfg(feature = "cluster")]
    fn at(&self, address: &str) -> Result<Place, Failure> {
        Ok(Place::Cluster(self.access.connection(address)?))
    }

    #[cfg(not(feature = "cluster"))]
    fn at(&self, _: &str) -> Result<Place, Failure> {
        Err(no_clusters())
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
    wanqi_jobs::close(order, outcome)?;
    let job = &outcome.job;
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
    fn text(&self) -> String;
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

    fn text(&self) -> String {
        self.hears.text()
    }

    fn show(&mut self, status: &Status) {
        self.progress.text(status.to_string());
    }

    fn notice(&mut self, text: &str) {
        self.progress.say(text);
    }
}
