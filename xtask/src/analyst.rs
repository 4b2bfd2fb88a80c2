//! `cargo xtask analyst`: whether who analyses a game is the strongest player that it has, by the clock. The tests ask
//! the same by counted nodes.

use crate::wanqi::Wanqi;
use anyhow::{Context, Result, ensure};
use clap::Args;

#[derive(Args)]
pub struct Analyst {
    /// The games; all that rule files tell if left out
    games: Vec<String>,
    /// Games against each level, half of them with sides swapped
    #[arg(long, default_value_t = 20)]
    count: u32,
    /// Games to play at once
    #[arg(long, default_value_t = 1)]
    jobs: u32,
    /// Only levels whose player begins so, such as mcts
    #[arg(long, default_value = "")]
    level: String,
}

impl Analyst {
    pub fn run(self) -> Result<()> {
        let wanqi = Wanqi::build()?;
        let games = if self.games.is_empty() { told_by_rule_files(&wanqi)? } else { self.games };
        let (count, jobs) = (self.count.to_string(), self.jobs.to_string());
        let mut weaker = Vec::new();
        for game in &games {
            let players = wanqi.json(&["players", game])?;
            let analyst = players["analyst"].as_str().context("a game has an analyst")?;
            let levels = players["levels"].as_array().context("a game has levels")?;
            for level in levels.iter().filter_map(|level| level["player"].as_str()) {
                if level == analyst || !level.starts_with(&self.level) {
                    continue;
                }
                let played = wanqi.json(&[
                    "match", game, "--a", analyst, "--b", level, "--games", &count, "--jobs", &jobs,
                ])?;
                let score = |what: &str| played[what].as_u64().unwrap_or_default();
                let (wins, draws, losses) = (score("wins"), score("draws"), score("losses"));
                println!("{game}: {analyst} against {level}: +{wins} ={draws} -{losses}");
                if wins < losses {
                    weaker.push(format!("{game} against {level}"));
                }
            }
        }
        ensure!(weaker.is_empty(), "the analyst is weaker in {}", weaker.join(", "));
        Ok(())
    }
}

fn told_by_rule_files(wanqi: &Wanqi) -> Result<Vec<String>> {
    let games = wanqi.json(&["games"])?["games"].take();
    let told = games.as_array().context("games are a list")?.iter();
    let told = told.filter(|game| game["rule_file"] == true).filter_map(|game| game["name"].as_str());
    Ok(told.map(str::to_owned).collect())
}
