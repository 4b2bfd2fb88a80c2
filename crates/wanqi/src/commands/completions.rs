//! `wanqi completions`: what a shell needs to complete this program's commands and options.

use super::Arguments;
use crate::Failure;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::Write;

/// Print what a shell needs to complete commands and options
///
/// For bash, in ~/.bashrc: source <(wanqi completions bash). For zsh, into a folder of $fpath: wanqi completions zsh >
/// ~/.zfunc/_wanqi. For fish: wanqi completions fish > ~/.config/fish/completions/wanqi.fish.
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let mut command = Arguments::command();
        let name = command.get_name().to_owned();
        // Written to memory first: the generator takes a pipe that nobody reads any more for a fault of its own.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, name, &mut script);
        out.write_all(&script)?;
        Ok(())
    }
}
