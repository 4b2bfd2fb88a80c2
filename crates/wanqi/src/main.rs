//! See `wanqi help`, and the library of this crate.

use clap::Parser;
use std::io::Write;
use std::process::ExitCode;
use wanqi::Arguments;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = std::io::stdout().lock();
    let done = arguments.run(&mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
