//! Works out which sources the program is made of, as one number: machines that work on one job must have the same.

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What decides how games are played: these crates, and the versions of all others.
const CRATES: [&str; 9] = ["game", "games", "search", "eval", "solve", "train", "play", "protocol", "jobs"];

fn main() {
    let own = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("Cargo says where the crate is"));
    let crates = own.parent().expect("a crate is in a folder");
    let mut digest = Sha256::new();
    digest.update(env::var("CARGO_PKG_VERSION").expect("Cargo says which version"));
    // As a package the crate is alone, and its version says what the others are.
    for folder in CRATES.iter().map(|name| crates.join(name).join("src")) {
        println!("cargo::rerun-if-changed={}", folder.display());
        add(&folder, &mut digest);
    }
    let hexadecimal: String = digest.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    println!("cargo::rustc-env=WANQI_SOURCES={hexadecimal}");
}

/// Adds all files below a folder, in the order of their names.
fn add(folder: &Path, digest: &mut Sha256) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            add(&path, digest);
        } else if let (Some(name), Ok(bytes)) = (path.file_name(), fs::read(&path)) {
            digest.update(name.as_encoded_bytes());
            // A checkout may have written line ends in its own way.
            digest.update(bytes.into_iter().filter(|&byte| byte != b'\r').collect::<Vec<u8>>());
        }
    }
}
