//! The program itself, as it ships.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The release build of `wanqi`.
pub struct Wanqi(PathBuf);

impl Wanqi {
    /// Builds it.
    pub fn build() -> Result<Wanqi> {
        Wanqi::build_with(&[])
    }

    /// Builds it with options of Cargo.
    pub fn build_with(options: &[&str]) -> Result<Wanqi> {
        crate::run(
            Command::new(env!("CARGO"))
                .args(["build", "--quiet", "--release", "--package", "wanqi"])
                .args(options)
                .current_dir(crate::root()),
        )?;
        let own = std::env::current_exe()?;
        let profiles = own.ancestors().nth(2).context("xtask lies in target/PROFILE")?;
        Ok(Wanqi(profiles.join("release").join("wanqi").with_extension(std::env::consts::EXE_EXTENSION)))
    }

    /// Another build of it.
    pub fn at(path: PathBuf) -> Wanqi {
        Wanqi(path)
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// What a command answers in JSON.
    pub fn json(&self, arguments: &[&str]) -> Result<serde_json::Value> {
        let output = Command::new(&self.0).args(arguments).arg("--json").output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "wanqi {}: {}", arguments.join(" "), said.trim());
        Ok(serde_json::from_slice(&output.stdout)?)
    }

    /// The number of move paths.
    pub fn perft(&self, game: &str, position: &str, depth: u32) -> Result<u64> {
        let answer = self.json(&["perft", game, &depth.to_string(), "--position", position])?;
        answer["paths"].as_u64().context("wanqi perft answers with a count")
    }
}
