//! A program that is talked to in lines.

use crate::{InputLine, Lines};
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use wanqi_play::{Error, quoted};
use wanqi_search::host::Instant;

/// A program that runs. Dropped, it ends: it is asked to, and killed if it does not.
pub(super) struct Process {
    /// What it is called in messages.
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<InputLine>,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReadFailure {
    /// It has said nothing for too long.
    Waiting,
    /// It has ended, or closed its output.
    Ended,
}

impl Process {
    /// What a program that is asked to leave may take for it.
    const PATIENCE: Duration = Duration::from_millis(500);

    /// Starts the program of a command line.
    ///
    /// # Errors
    /// If there is no such program.
    pub fn start(command: &str) -> Result<Process, Error> {
        let words = split(command)?;
        let (program, arguments) = words.split_first().ok_or_else(|| Error::spec("cmd is empty"))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C at the terminal is for us: the program is asked to stop, and is not ended in the middle of a game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let failed = |error| Error::spec(format!("cannot start {}: {error}", quoted(program)));
        let mut child = command.spawn().map_err(failed)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        // An engine that floods us waits until it is heard.
        let (send, lines) = mpsc::sync_channel(1000);
        let name = program.rsplit(['/', '\\']).next().unwrap_or(program).to_owned();
        let process = Process { name, child, input, output: lines };
        let output = output.ok_or_else(|| Error::spec(format!("{} has no output", quoted(program))))?;
        let read = move || {
            for line in Lines(BufReader::new(output)).map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new().name(process.name.clone()).spawn(read).map_err(failed)?;
        Ok(process)
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sends a line. Whether it has been read shows in what comes back.
    pub fn send(&mut self, line: &str) {
        if let Some(input) = &mut self.input
            && writeln!(input, "{line}").and_then(|()| input.flush()).is_err()
        {
            self.input = None;
        }
    }

    /// The next line, if one comes in time.
    pub fn line(&mut self, deadline: Instant) -> Result<InputLine, ReadFailure> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.output.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => ReadFailure::Waiting,
            RecvTimeoutError::Disconnected => ReadFailure::Ended,
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        self.input = None;
        let began = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) {
            if began.elapsed() > Self::PATIENCE {
                kill(&mut self.child);
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.wait();
    }
}

/// Kills a program that has not been waited for, and what it has started: engines come in scripts.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(group) = i32::try_from(child.id()) {
        use nix::sys::signal::{Signal, killpg};
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
    let _ = child.kill();
}

/// The words of a command line: apart by spaces, those in single quotation marks together.
fn split(command: &str) -> Result<Vec<String>, Error> {
    let mut words = Vec::new();
    let mut rest = command.trim_start();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('\'') {
            Some(quotation) => quotation.split_once('\'').ok_or_else(|| {
                Error::spec(format!("a quotation mark is not closed in {}", quoted(command)))
            })?,
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        for (command, words) in [
            ("", &[][..]),
            ("stockfish", &["stockfish"]),
            ("  a  b\tc ", &["a", "b", "c"]),
            ("'my engine' --level 'x y' ''", &["my engine", "--level", "x y", ""]),
        ] {
            assert_eq!(split(command).expect(command), words);
        }
        assert!(split("a 'b").is_err());
    }
}
