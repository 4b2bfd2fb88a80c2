//! `wanqi serve`: the app.

use super::jobs::JobsOutput;
use crate::Failure;
use clap::Args;
use std::fs::{File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wanqi_jobs::Ledger;
use wanqi_store::Library;

/// Serve the app to the browser; what `wanqi` alone does
#[derive(Args, Debug)]
pub struct Serve {
    /// The address or name of this machine to listen at
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
    /// The port; 0 for any free one [default: 8270, or any free one if that is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// A book of openings (Polyglot) that strong players of chess use
    #[arg(long, value_name = "FILE")]
    book: Option<String>,
    /// Folders of Syzygy tables, with : between them, that strong players of chess use
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<String>,
    /// Keep no game beyond the end of the program
    #[arg(long, conflicts_with = "data_dir")]
    ephemeral: bool,
}

impl Serve {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let files = [("book", self.book.clone()), ("syzygy", self.syzygy.clone())];
        wanqi_server::use_chess_files(
            files.into_iter().filter_map(|(option, file)| Some((option, file?))).collect(),
        )?;
        let folder = if self.ephemeral { None } else { wanqi_play::data_folder() };
        let library = library(folder.as_deref())?;
        // Held as long as the app runs.
        let _share = folder.as_deref().map(|folder| share(folder, &library));
        tracing_subscriber::fmt().with_max_level(tracing::Level::WARN).with_writer(std::io::stderr).init();
        tokio::runtime::Runtime::new()?.block_on(self.serve(library, folder, out))
    }

    async fn serve(
        self,
        library: Library,
        folder: Option<PathBuf>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let Serve { host, port, no_open, .. } = self;
        let port_text = port.map_or_else(String::new, |port| format!(" port {port}"));
        let place = format!("cannot listen at {}{port_text}", wanqi_play::quoted(&host));
        let bound = wanqi_server::bind(&wanqi_server::Config { host, port })
            .await
            .map_err(|error| Failure::asked(place, error))?
            .keeping(library)?;
        let bound = match folder {
            Some(folder) => bound.showing(Arc::new(LedgerJobs(folder.clone()))).learning_in(folder),
            None => bound,
        };
        let url = bound.url();
        writeln!(out, "Wanqi is at {url} (Ctrl-C ends it)")?;
        if let Some(token) = bound.token() {
            writeln!(
                out,
                "Other machines reach it by this machine's address, and are asked for the token {token}"
            )?;
        }
        out.flush()?;
        if !no_open && open::that_detached(&url).is_err() {
            writeln!(out, "Open this address in a browser.")?;
            out.flush()?;
        }
        Ok(bound.run(wanqi_server::interrupted()).await?)
    }
}

/// The library that games are kept in. Where there is no folder for data none is kept.
fn library(folder: Option<&Path>) -> Result<Library, Failure> {
    Ok(match folder {
        Some(folder) => Library::open(folder)?,
        None => Library::ephemeral()?,
    })
}

/// Tells what is unusual about a folder: that it cannot be written, or that another app keeps its games there too, which is
/// known by the lock that is given.
fn share(folder: &Path, library: &Library) -> Option<File> {
    if library.is_read_only() {
        eprintln!("The games in {} can only be read; what is played now is not kept.", folder.display());
    }
    let lock = File::options().create(true).append(true).open(folder.join("library.lock")).ok()?;
    if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) {
        eprintln!(
            "There is another Wanqi that keeps its games in {}: both find all of them, and a game that is played on in both is \
             kept under a number for each.",
            folder.display()
        );
    }
    Some(lock)
}

/// The jobs of a data folder.
#[derive(Debug)]
struct LedgerJobs(PathBuf);

impl wanqi_server::JobSource for LedgerJobs {
    fn list(&self) -> Result<String, String> {
        let jobs = match Ledger::file(&self.0).exists() {
            true => {
                Ledger::open(&self.0).and_then(|ledger| ledger.jobs()).map_err(|error| error.to_string())?
            }
            false => Vec::new(),
        };
        serde_json::to_string(&JobsOutput { jobs }).map_err(|error| error.to_string())
    }

    fn stop(&self, job: &str) -> Result<(), String> {
        super::jobs::stop(&self.0, job).map(drop).map_err(|failure| failure.to_string())
    }
}
