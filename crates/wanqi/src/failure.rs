//! How a command may fail, and what the shell hears of it.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::process::ExitCode;
use wanqi_protocol::json::RequestError;
use wanqi_protocol::json::answers::FORMAT_VERSION;

/// Why a command has not done what was asked.
#[derive(Debug)]
pub enum Failure {
    /// What was asked cannot be: a game, player, option, position or move that does not exist. Exit code 2, as
    /// for wrong arguments.
    Asked(String),
    /// It could be, but something went wrong. Exit code 1.
    Failed(String),
    /// What has been answered in JSON already, so that it is not told there again.
    Answered(Box<Failure>),
    /// Whoever read our output has heard enough (`wanqi … | head`). No failure.
    Unheard,
}

impl Failure {
    /// Something asked for that cannot be, with the words that name it: `--position: not a position: …`.
    pub fn asked(what: impl Display, error: impl Display) -> Failure {
        Failure::Asked(format!("{what}: {error}"))
    }

    /// The same of a command that has told in its answer what was wrong, if it was asked for JSON.
    #[must_use]
    pub fn answered(self, json: bool) -> Failure {
        if json { Failure::Answered(Box::new(self)) } else { self }
    }

    /// What a program is told on standard output that has asked for JSON, where that is not told yet.
    pub fn to_json(&self) -> Option<String> {
        let (code, text) = match self {
            Failure::Asked(text) => ("asked", text),
            Failure::Failed(text) => ("failed", text),
            Failure::Answered(_) | Failure::Unheard => return None,
        };
        Some(error_json(code, text))
    }

    /// Tells the person on standard error, the shell by the exit code.
    pub fn report(&self) -> ExitCode {
        match self {
            Failure::Answered(failure) => failure.report(),
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

/// An error as an answer; the argument that its text begins with is where it is.
pub(crate) fn error_json(code: &'static str, text: &str) -> String {
    let argument = text.starts_with("--").then(|| text.split([' ', ',', ':']).next()).flatten();
    let error = RequestError { code, message: text.to_owned(), place: argument.map(str::to_owned) };
    format!("{{\"version\":{FORMAT_VERSION},\"error\":{}}}", serde_json::json!(error))
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Asked(text) | Failure::Failed(text) => f.write_str(text),
            Failure::Answered(failure) => failure.fmt(f),
            Failure::Unheard => f.write_str("nobody reads the answer"),
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
