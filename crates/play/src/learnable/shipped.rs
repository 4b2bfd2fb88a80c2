//! Networks that come with the program, for games that gain by them.

use wanqi_eval::data_file;
use wanqi_eval::data_file::DataFile;

/// The networks in `crates/play/data`, and the number of their rules: of games that the program knows by heart, their specs.
macro_rules! networks {
    ($($name:literal $rules:literal)*) => {
        [$(($rules, data_file!(concat!($name, ".net")))),*]
    };
}

/// Networks by the number of their rules. The command that has made one stands in its file; `wanqi learn export` wrote it.
static NETWORKS: [(&str, DataFile); 13] = networks! {
    "amazons" "02c25e40c1c6890d"
    "ataxx" "81b0ae48ad54e538"
    "breakthrough" "81e42818e944c7b5"
    "clobber" "5cab403546a3764d"
    "connect-four" "8ee17aa4a7ea36dd"
    "connect4" "connect4"
    "english-draughts" "e7dcd1ade6e35222"
    "fox-and-geese" "b32c9d8fc24eef97"
    "halma" "f5ea0a7d255940d0"
    "lines-of-action" "97b80f882814e0e7"
    "los-alamos" "1148865638c2c86a"
    "minishogi" "04cd8b05be05eae8"
    "minixiangqi" "fd858c7ee94b557b"
};

/// The networks that come with the program and were learnt from rules, by the number of these.
pub fn shipped_networks() -> impl Iterator<Item = (&'static str, &'static DataFile)> {
    NETWORKS.iter().map(|(rules, file)| (*rules, file))
}

/// That of these rules.
pub(super) fn network_of(rules: &str) -> Option<&'static DataFile> {
    NETWORKS.iter().find_map(|(of, file)| (*of == rules).then_some(file))
}
