//! The page as a folder that any host serves: engine and session in WebAssembly, beside the same page that the app sends.

use crate::{root, run};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use wanqi_eval::data_file::fingerprint;

const TARGET: &str = "wasm32-unknown-unknown";

/// Folders of files that are compiled in elsewhere, and fetched when they are asked for here (`wanqi_eval::data_file`).
const DATA: [&str; 2] = ["crates/eval/data", "crates/play/data"];

/// Features of all browsers that have WebAssembly at all for years, and room for searches, which recurse once a ply.
const FLAGS: &str = "-Ctarget-feature=+simd128 -Clink-arg=-zstack-size=8388608";

/// What the module for several threads has beside: memory that is shared, of 64 MB to 2 GB, and what a worker needs to be a thread on
/// it. The figures are in `web/engine/worker.js` too.
const THREADED: &str = "-Ctarget-feature=+atomics,+bulk-memory,+mutable-globals -Clink-arg=--shared-memory \
                        -Clink-arg=--import-memory -Clink-arg=--initial-memory=67108864 \
                        -Clink-arg=--max-memory=2147483648 -Clink-arg=--export=__stack_pointer \
                        -Clink-arg=--export=__tls_size -Clink-arg=--export=__wasm_init_tls";

/// Build the page as a static folder, with the engine as a module for other pages in `engine/`
#[derive(clap::Args)]
pub struct Web {
    /// Where; not where Cargo puts what a profile builds
    #[arg(long, default_value = "target/link")]
    out: PathBuf,
    /// The profile of Cargo
    #[arg(long, default_value = "web")]
    profile: String,
    /// Build the standard library too, from the sources of the toolchain: for one that has none for WebAssembly
    #[arg(long)]
    build_std: bool,
    /// Build a second module, of several threads: with a standard library of its own (`rustup component add rust-src`)
    #[arg(long)]
    threads: bool,
    /// Another compiler than the toolchain's, with `wasm-ld` beside it
    #[arg(long, value_name = "PATH")]
    rustc: Option<PathBuf>,
}

impl Web {
    pub fn run(&self) -> Result<()> {
        let out = root().join(&self.out);
        for folder in ["js", "engine"] {
            // What an older page had is no part of this one.
            let _ = fs::remove_dir_all(out.join(folder));
        }
        for folder in ["js", "style", "text", "vendor", "icons"] {
            copy(&root().join("web").join(folder), &out.join(folder))?;
        }
        copy(&root().join("web/engine"), &out.join("engine"))?;
        for (from, to) in [
            ("web/style.css", "style.css"),
            ("web/icon.svg", "icon.svg"),
            ("docs/RULES.md", "rules.md"),
            ("web/link/transport.js", "js/transport.js"),
            ("web/link/outside.js", "js/outside.js"),
            ("web/link/records.js", "js/records.js"),
            ("LICENSE-MIT", "engine/LICENSE-MIT"),
            ("LICENSE-APACHE", "engine/LICENSE-APACHE"),
        ] {
            fs::copy(root().join(from), out.join(to)).with_context(|| from.to_owned())?;
        }
        // In a folder of a host, too: addresses are seen from the document.
        let here =
            |name: &str| fs::read_to_string(root().join("web").join(name)).with_context(|| name.to_owned());
        let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'self'; script-src 'self' \
                      'wasm-unsafe-eval'; img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; object-src 'none'\">";
        let document = here("index.html")?.replace("=\"/", "=\"./").replace("<!-- assets -->", policy);
        fs::write(out.join("index.html"), document)?;
        fs::write(
            out.join("manifest.webmanifest"),
            here("manifest.webmanifest")?.replace(": \"/", ": \"./"),
        )?;
        fs::write(out.join("engine/index.html"), "<!doctype html><title>Wanqi's engine</title>\n")?;
        fs::create_dir_all(out.join("engine/data"))?;
        let mut data = Vec::new();
        for folder in DATA {
            for file in fs::read_dir(root().join(folder)).context(folder)? {
                let file = file?;
                let (bytes, name) = (fs::read(file.path())?, file.file_name());
                // As the module asks for it.
                data.push(format!("\"./engine/data/{}?{:016x}\"", name.display(), fingerprint(&bytes)));
                fs::write(out.join("engine/data").join(name), bytes)?;
            }
        }
        data.sort_unstable();
        self.module("wanqi.wasm", &out, FLAGS, self.build_std)?;
        let threaded = if self.threads { "./engine/wanqi-threads.wasm" } else { "" };
        if self.threads {
            self.module("wanqi-threads.wasm", &out, &format!("{FLAGS} {THREADED}"), true)?;
            let worker = here("engine/worker.js")?;
            let told = worker.replace("const HAS_THREADED = false", "const HAS_THREADED = true");
            ensure!(
                told != worker,
                "engine/worker.js does not say whether there is a module for several threads"
            );
            fs::write(out.join("engine/worker.js"), told)?;
        }
        let mut files = Vec::new();
        list(&out, &out, &mut files)?;
        files.retain(|file| file != "worker.js" && !file.starts_with("engine/data/"));
        files.sort_unstable();
        let mut hash = DefaultHasher::new();
        for file in &files {
            fs::read(out.join(file))?.hash(&mut hash);
        }
        files.retain(|file| !file.ends_with(".wasm"));
        let named: Vec<String> = files.iter().map(|file| format!("\"./{file}\"")).collect();
        let worker = here("link/worker.js")?.replace("{version}", &format!("{:016x}", hash.finish()));
        let worker = worker.replace("{threaded}", threaded);
        let worker = worker.replace("\"{files}\"", &format!("\"./\", {}", named.join(", ")));
        fs::write(out.join("worker.js"), worker.replace("\"{data}\"", &data.join(", ")))?;
        println!("{}: {} files", out.display(), files.len() + data.len() + 2 + usize::from(self.threads));
        Ok(())
    }

    /// Compiles a module into the folder `engine`.
    fn module(&self, name: &str, out: &Path, flags: &str, build_std: bool) -> Result<()> {
        let built = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
        // What is built with other flags would take the place of the other module's parts.
        let built = if name == "wanqi.wasm" { built } else { built.join("threads") };
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.current_dir(root()).env("RUSTFLAGS", flags).env("CARGO_TARGET_DIR", &built);
        cargo.args(["build", "--package", "wanqi-web", "--target", TARGET, "--profile", &self.profile]);
        if let Some(rustc) = &self.rustc {
            // Those of distributions come without a linker of their own for WebAssembly.
            cargo.env("RUSTC", rustc).env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld");
        }
        let mut needed = format!("is the target there? rustup target add {TARGET}");
        if build_std {
            cargo.env("RUSTC_BOOTSTRAP", "1").args(["-Z", "build-std=std,panic_abort"]);
            needed = format!(
                "are the sources of the standard library there? rustup component add rust-src; and {needed}"
            );
        }
        run(&mut cargo).context(needed)?;
        let module = built.join(TARGET).join(&self.profile).join("wanqi_web.wasm");
        ensure!(module.is_file(), "{} has not been built", module.display());
        fs::copy(module, out.join("engine").join(name))?;
        Ok(())
    }
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

/// The paths of all files in a folder, as an address has them.
fn list(root: &Path, folder: &Path, files: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(root, &path, files)?;
        } else if let Ok(within) = path.strip_prefix(root) {
            files.push(within.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}
