//! See `wanqi help`, and the library of this crate.

use std::io::Write;
use std::process::ExitCode;
use wanqi::{Arguments, Failure};

/// Searches recurse once a ply, and a person may ask for many; the system gives a main thread far less.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let arguments = Arguments::read();
    let json = Arguments::ask_for_json();
    let report = |failure: Failure| {
        if let Some(answer) = failure.to_json().filter(|_| json) {
            println!("{answer}");
        }
        failure.report()
    };
    let work = std::thread::Builder::new().stack_size(STACK).spawn(|| run(arguments));
    match work.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        Ok(Ok(Err(failure))) => report(failure),
        // The panic has told what it was.
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => report(Failure::Failed(error.to_string())),
    }
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    arguments.run(&mut out)?;
    Ok(out.flush()?)
}
