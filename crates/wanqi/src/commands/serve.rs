//! `wanqi serve`: the app.

use crate::Failure;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use store::Library;

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
    /// Where games are kept [default: the system's folder for programs' data]
    #[arg(long, value_name = "FOLDER")]
    data_dir: Option<PathBuf>,
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
        server::use_chess_files(
            files.into_iter().filter_map(|(option, file)| Some((option, file?))).collect(),
        )?;
        let library = self.library()?;
        tracing_subscriber::fmt().with_max_level(tracing::Level::WARN).with_writer(std::io::stderr).init();
        tokio::runtime::Runtime::new()?.block_on(self.serve(library, out))
    }

    /// The library that games are kept in. Where there is no folder for data none is kept.
    fn library(&self) -> Result<Library, Failure> {
        let folder = if self.ephemeral { None } else { self.data_dir.clone().or_else(play::data_folder) };
        Ok(match folder {
            Some(folder) => Library::open(&folder)?,
            None => Library::ephemeral()?,
        })
    }

    async fn serve(self, library: Library, out: &mut impl Write) -> Result<(), Failure> {
        let Serve { host, port, no_open, .. } = self;
        let port_text = port.map_or_else(String::new, |port| format!(" port {port}"));
        let place = format!("cannot listen at {}{port_text}", play::quoted(&host));
        let bound = server::bind(&server::Config { host, port })
            .await
            .map_err(|error| Failure::asked(place, error))?
            .keeping(library)?;
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
        Ok(bound.run(server::interrupted()).await?)
    }
}
