//! What `ARCHITECTURE.md` says of the crates at the bottom, kept by looking at their sources.

use std::fs;
use std::path::{Path, PathBuf};

/// What knows a clock, a thread or a file.
const FORBIDDEN: [&str; 8] =
    ["std::time", "std::thread", "std::fs", "std::io", "std::net", "std::env", "std::process", "Watch"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn rules_and_evaluations_know_no_clock_thread_or_file() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for name in ["game", "games", "eval"] {
        sources(&crates.join(name).join("src"), &mut files);
    }
    assert!(files.len() > 100, "{} files", files.len());
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        for (number, line) in (1..).zip(text.lines()) {
            let code = line.split("//").next().unwrap_or_default();
            let found = FORBIDDEN.into_iter().find(|word| code.contains(word));
            assert_eq!(found, None, "{}:{number}: {line}", file.display());
        }
    }
}
