//! How a command may fail, and what the shell hears of it.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

/// Why a command has not done what was asked.
#[derive(Debug)]
pub enum Failure {
    /// What was asked cannot be: a game, player, option, position or move that does not exist. Exit code 2, as
    /// for wrong arguments.
    Asked(String),
    /// It could be, but something went wrong. Exit code 1.
    Failed(String),
    /// Whoever read our output has heard enough (`wanqi … | head`). No failure.
    Unheard,
}

impl Failure {
    /// Something asked for that cannot be, with the words that name it: `--position: not a position: …`.
    pub fn asked(what: impl Display, error: impl Display) -> Failure {
        Failure::Asked(format!("{what}: {error}"))
    }

    /// Tells the person on standard error, the shell by the exit code.
    pub fn report(&self) -> ExitCode {
        match self {
            Failure::Asked(text) => {
                eprintln!("error: {text}");
                ExitCode::from(2)
            }
            Failure::Failed(text) => {
                eprintln!("error: {text}");
                ExitCode::from(1)
            }
            Failure::Unheard => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        written(error.kind(), &error)
    }
}

impl From<wanqi_play::Error> for Failure {
    fn from(error: wanqi_play::Error) -> Failure {
        match error {
            wanqi_play::Error::Player(_) | wanqi_play::Error::Tablebases(_) => {
                Failure::Failed(error.to_string())
            }
            _ => Failure::Asked(error.to_string()),
        }
    }
}

impl From<wanqi_store::Error> for Failure {
    fn from(error: wanqi_store::Error) -> Failure {
        match error {
            wanqi_store::Error::NoGame(_) => Failure::Asked(error.to_string()),
            _ => Failure::Failed(error.to_string()),
        }
    }
}

impl From<wanqi_jobs::Error> for Failure {
    fn from(error: wanqi_jobs::Error) -> Failure {
        match error {
            wanqi_jobs::Error::Play(error) => error.into(),
            wanqi_jobs::Error::Asked(_) | wanqi_jobs::Error::NoJob(_) | wanqi_jobs::Error::Busy(_) => {
                Failure::Asked(error.to_string())
            }
            wanqi_jobs::Error::Ledger { .. } | wanqi_jobs::Error::Cluster(_) => {
                Failure::Failed(error.to_string())
            }
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        match error.io_error_kind() {
            Some(kind) => written(kind, &error),
            None => Failure::Failed(error.to_string()),
        }
    }
}

/// A failure to write.
fn written(kind: ErrorKind, error: &impl Display) -> Failure {
    match kind {
        ErrorKind::BrokenPipe => Failure::Unheard,
        _ => Failure::Failed(error.to_string()),
    }
}
