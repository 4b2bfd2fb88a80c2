//! Solves bishop and knight against king, and writes the table that `wanqi_eval::chess::kbnk` looks up.

fn main() -> std::io::Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/chess/kbnk.bin");
    std::fs::write(path, wanqi_eval::chess::kbnk::make())
}
