//! `cargo xtask perft`: tables of counts, compared to their full depth.

#[path = "../../crates/games/tests/told/chess.rs"]
mod told;

use crate::wanqi::Wanqi;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;
use wanqi_game::Notation;

#[derive(Args)]
pub struct Perft {
    /// A suite of positions, one a line, as FEN ;D1 20 ;D2 400 … or as FEN and the counts of depths 1, 2, … with
    /// tabs between; the tables of testdata/perft if left out
    #[arg(long)]
    suite: Option<PathBuf>,
    /// The game of the suite; `rules/chess` plays positions of chess by its rule file
    #[arg(long, default_value = "chess")]
    game: String,
    /// The deepest counts to compare
    #[arg(long, default_value_t = u32::MAX, hide_default_value = true)]
    depth: u32,
}

/// The game of chess as its rule file tells it.
const TOLD: &str = "rules/chess";

/// A position and its counts.
struct Row {
    position: String,
    counts: Vec<(u32, u64)>,
}

impl Perft {
    pub fn run(self) -> Result<()> {
        if self.game == TOLD {
            return self.run_told();
        }
        let wanqi = Wanqi::build()?;
        let began = Instant::now();
        let (mut compared, mut paths) = (0_u64, 0_u64);
        for (game, rows) in self.tables()? {
            let mut positions = 0;
            for row in rows {
                for &(depth, expected) in row.counts.iter().filter(|(depth, _)| *depth <= self.depth) {
                    let counted = wanqi.perft(&game, &row.position, depth)?;
                    ensure!(
                        counted == expected,
                        "{game} {} depth {depth}: {counted} paths, {expected} are right",
                        row.position
                    );
                    (compared, paths) = (compared + 1, paths + counted);
                }
                positions += 1;
            }
            println!("{game}: {positions} positions agree");
        }
        let seconds = began.elapsed().as_secs_f64();
        println!("{compared} counts agree, {paths} paths in {seconds:.1} s");
        Ok(())
    }

    /// Plays positions of chess by its rule file.
    fn run_told(&self) -> Result<()> {
        let began = Instant::now();
        let (mut compared, mut paths) = (0_u64, 0_u64);
        let tables = self.tables()?;
        let rows: Vec<&Row> = tables
            .iter()
            .filter(|(game, _)| matches!(game.as_str(), "chess" | TOLD))
            .flat_map(|(_, rows)| rows)
            .collect();
        for (i, row) in rows.iter().enumerate() {
            let (game, text) = told::chess_from(&row.position);
            let position = game
                .parse_position(&text)
                .with_context(|| format!("{} as the rule file has it: {text}", row.position))?;
            for &(depth, expected) in row.counts.iter().filter(|(depth, _)| *depth <= self.depth) {
                let counted = wanqi_game::perft::perft(&game, &position, depth);
                ensure!(
                    counted == expected,
                    "{TOLD} {} depth {depth}: {counted} paths, {expected} are right",
                    row.position
                );
                (compared, paths) = (compared + 1, paths + counted);
            }
            println!("{} of {} positions agree", i + 1, rows.len());
        }
        let seconds = began.elapsed().as_secs_f64();
        let speed = paths as f64 / seconds / 1e6;
        println!("{compared} counts agree, {paths} paths in {seconds:.1} s, {speed:.2} M a second");
        Ok(())
    }

    fn tables(&self) -> Result<Vec<(String, Vec<Row>)>> {
        if let Some(suite) = &self.suite {
            let text =
                fs::read_to_string(suite).with_context(|| format!("cannot read {}", suite.display()))?;
            return Ok(vec![(self.game.clone(), read_suite(&text)?)]);
        }
        let mut paths: Vec<PathBuf> = fs::read_dir(crate::root().join("testdata/perft"))?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        paths.sort();
        let table = |path: &PathBuf| {
            let text = fs::read_to_string(path)?;
            read_table(&text).with_context(|| format!("in {}", path.display()))
        };
        paths.iter().map(table).collect()
    }
}

/// A table of `testdata/perft`: `# game: SPEC`, then one line a position, its text and then the counts of depths
/// 1, 2, …, separated by `;`.
fn read_table(text: &str) -> Result<(String, Vec<Row>)> {
    let game =
        text.lines().find_map(|line| line.strip_prefix("# game: ")).context("no line `# game: SPEC`")?;
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (position, counts) = line.split_once(';').context("a line without counts")?;
        rows.push(Row { position: position.trim().into(), counts: read_counts(counts.split(';'))? });
    }
    ensure!(!rows.is_empty(), "no position");
    Ok((game.trim().into(), rows))
}

/// The counts of depths 1, 2, ….
fn read_counts<'a>(counts: impl Iterator<Item = &'a str>) -> Result<Vec<(u32, u64)>> {
    let read = |text: &str| text.trim().parse().with_context(|| format!("expected a count, found {text:?}"));
    (1..).zip(counts).map(|(depth, count)| Ok((depth, read(count)?))).collect()
}

fn read_suite(text: &str) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((position, counts)) = line.split_once('\t') {
            rows.push(Row { position: position.into(), counts: read_counts(counts.split('\t'))? });
            continue;
        }
        let mut fields = line.split(';').map(str::trim);
        let position = fields.next().unwrap_or_default();
        let mut counts = Vec::new();
        for field in fields.filter(|field| !field.is_empty()) {
            let read = field.strip_prefix('D').and_then(|field| {
                let (depth, count) = field.split_once(' ')?;
                Some((depth.parse().ok()?, count.trim().parse().ok()?))
            });
            let Some(read) = read else { bail!("expected ;DEPTH COUNT such as ;D1 20, found {field:?}") };
            counts.push(read);
        }
        rows.push(Row { position: position.into(), counts });
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read() {
        let (game, rows) = read_table("# game: go:size=2\n# A comment.\nx/y B; 5; 20\n").expect("a table");
        assert_eq!((game.as_str(), rows[0].position.as_str()), ("go:size=2", "x/y B"));
        assert_eq!(rows[0].counts, [(1, 5), (2, 20)]);
        for text in ["x; 1", "# game: go\n", "# game: go\nx", "# game: go\nx; one"] {
            assert!(read_table(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn suites_are_read() {
        let rows = read_suite("8/8 w - - 0 1 ;D1 20 ;D3 8902\n\n").expect("a suite");
        assert_eq!((rows.len(), rows[0].position.as_str()), (1, "8/8 w - - 0 1"));
        assert_eq!(rows[0].counts, [(1, 20), (3, 8902)]);
        let rows = read_suite("9/9 w\t44\t1920\n").expect("a suite");
        assert_eq!(
            (rows[0].position.as_str(), rows[0].counts.as_slice()),
            ("9/9 w", [(1, 44), (2, 1920)].as_slice())
        );
        for text in ["8/8 ;X1 20", "8/8 ;D1", "8/8 ;D1 x", "9/9\tx"] {
            assert!(read_suite(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn every_table_of_the_project_names_its_game() {
        let all = Perft { suite: None, game: String::new(), depth: 1 }.tables().expect("tables");
        assert!(!all.is_empty());
    }
}
