//! Solves king and pawn against king, and writes the table that `wanqi_eval::chess::kpk` looks up.

fn main() -> std::io::Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/chess/kpk.bin");
    std::fs::write(path, wanqi_eval::chess::kpk::make())
}
