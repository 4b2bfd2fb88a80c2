//! Where the program keeps what outlives it.

use std::path::PathBuf;
use std::sync::OnceLock;

static SAID: OnceLock<PathBuf> = OnceLock::new();

/// Says where, for the whole program, before anything asks; the first word counts.
pub fn use_data_folder(folder: PathBuf) {
    SAID.get_or_init(|| folder);
}

/// The folder of games, solved endings and what was learnt: the one that was said ([`use_data_folder`]),
/// `$WANQI_DATA_DIR`, or `wanqi` in the folder that the system has for programs' data. `None` where it has none.
pub fn data_folder() -> Option<PathBuf> {
    if let Some(folder) = SAID.get() {
        return Some(folder.clone());
    }
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || folder("HOME");
    folder("WANQI_DATA_DIR").or_else(|| {
        let data = match std::env::consts::OS {
            "windows" => folder("LOCALAPPDATA"),
            "macos" => home().map(|home| home.join("Library/Application Support")),
            _ => folder("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share"))),
        };
        data.map(|data| data.join("wanqi"))
    })
}
