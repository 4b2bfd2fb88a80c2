//! `cargo xtask fuzz`: cargo-fuzz on the targets of `fuzz/`. CI replays their corpora on stable instead.

use anyhow::{Result, bail, ensure};
use clap::Args;
use std::process::{Command, Stdio};

#[derive(Args)]
pub struct Fuzz {
    /// The target; all of them, one after the other, if left out
    target: Option<String>,
    /// Seconds a target
    #[arg(long, default_value_t = 60)]
    seconds: u32,
}

impl Fuzz {
    pub fn run(self) -> Result<()> {
        for (program, arguments, missing) in [
            (
                "rustup",
                ["run", "nightly", "rustc", "--version"].as_slice(),
                "rustup toolchain install nightly",
            ),
            ("cargo", ["fuzz", "--version"].as_slice(), "cargo install cargo-fuzz --locked"),
        ] {
            let found = Command::new(program)
                .args(arguments)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success());
            if !found {
                bail!("fuzzing needs `{program} {}` to work: {missing}", arguments.join(" "));
            }
        }
        let known = targets()?;
        let targets = match self.target {
            Some(target) => {
                ensure!(
                    known.contains(&target),
                    "there is no target {target:?}; there is {}",
                    known.join(", ")
                );
                vec![target]
            }
            None => known,
        };
        for target in targets {
            println!("{target}");
            // What the fuzzer finds goes to the first corpus, and not among the chosen ones in the repository.
            let found = crate::root().join("target/fuzz-corpus").join(&target);
            std::fs::create_dir_all(&found)?;
            crate::run(
                Command::new("cargo")
                    .args(["+nightly", "fuzz", "run", &target])
                    .arg(found)
                    .arg(crate::root().join("fuzz/corpus").join(&target))
                    .arg("--")
                    .arg(format!("-max_total_time={}", self.seconds))
                    .arg("-rss_limit_mb=512")
                    // What the sanitizer keeps back of freed memory would count as ours.
                    .env("ASAN_OPTIONS", "quarantine_size_mb=16")
                    .current_dir(crate::root()),
            )?;
        }
        Ok(())
    }
}

/// The names of the targets: those of the files in `fuzz/fuzz_targets`.
fn targets() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(crate::root().join("fuzz/fuzz_targets"))? {
        let path = entry?.path();
        names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}
