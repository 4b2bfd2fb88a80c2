//! `wanqi worker`: does units of others' jobs.

use super::job::Access;
use crate::Failure;
use clap::Args;
use std::io::Write;

/// Do the units of jobs at a server (wanqi match --on nats://HOST …), until Ctrl-C
///
/// The first Ctrl-C ends what is under way and takes nothing new, the second ends the program: what it was at is then done
/// by another worker. docs/cluster.md says how machines are brought together.
#[derive(Args, Debug)]
pub struct Worker {
    /// The server: nats://HOST, tls://HOST, several with commas between them
    address: String,
    /// Units at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
    /// How far this program stands back for others on its machine: 0 not at all, 19 for all of them
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(i32).range(0..=19))]
    nice: i32,
    /// Also take jobs whose players are other programs, whatever commands they name: only where all who may use the server are
    /// trusted
    #[arg(long)]
    programs: bool,
    #[command(flatten)]
    access: Access,
}

impl Worker {
    #[cfg(not(feature = "cluster"))]
    pub fn run(self, _: &mut impl Write) -> Result<(), Failure> {
        Err(super::job::no_clusters())
    }

    #[cfg(feature = "cluster")]
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        use crate::interrupt::Interrupt;
        use std::thread::available_parallelism;
        stand_back(self.nice)?;
        let cores = || available_parallelism().map_or(1, usize::from);
        let settings = wanqi_jobs::cluster::WorkerSettings {
            threads: self.threads.map_or_else(cores, |threads| threads as usize),
            programs: self.programs,
            // What was learnt on this machine is not for others' jobs: they bring what they need.
            folder: super::data_folder()?.join("worker"),
        };
        wanqi_play::use_data_folder(settings.folder.clone());
        let connection = self.access.connection(&self.address)?;
        let interrupt = Interrupt::listen();
        let say = |text: &str| {
            let written = writeln!(out, "{text}").and_then(|()| out.flush());
            // A worker works on if nobody reads what it says.
            drop(written);
        };
        Ok(wanqi_jobs::cluster::work(&connection, &settings, &interrupt.stop(), say)?)
    }
}

/// Lets other programs of the machine go first.
#[cfg(all(feature = "cluster", unix))]
fn stand_back(nice: i32) -> Result<(), Failure> {
    if nice == 0 {
        return Ok(());
    }
    rustix::process::nice(nice).map(drop).map_err(|error| Failure::asked("--nice", error))
}

#[cfg(all(feature = "cluster", not(unix)))]
fn stand_back(nice: i32) -> Result<(), Failure> {
    match nice {
        0 => Ok(()),
        _ => Err(Failure::Asked("--nice: this system has no such number".into())),
    }
}
