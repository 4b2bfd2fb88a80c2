//! Which game and which position a command is about.

use crate::Failure;
use clap::Args;
use wanqi_play::{Spec, Table, quoted};

/// A game, and a position of it.
#[derive(Args, Debug)]
pub struct PositionArguments {
    /// The game, with options after a colon: chess, go:size=9,komi=7 (see `wanqi games`), or a rule file by its path: my.toml, - for one from
    /// standard input
    pub game: String,
    /// Size of the board, in games that have sizes
    #[arg(long, value_name = "N")]
    pub size: Option<String>,
    /// An option of the game; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// The position to begin with (FEN for chess, each game's own text elsewhere); the game's start if left out
    #[arg(long, value_name = "P")]
    pub position: Option<String>,
    /// Moves to play from there, in any notation of the game
    #[arg(long, value_name = "M", num_args = 1..)]
    pub moves: Vec<String>,
}

impl PositionArguments {
    /// The game as `play` takes it.
    pub fn spec(&self) -> Result<Spec, Failure> {
        let mut spec: Spec = self.game.parse()?;
        if let Some(size) = &self.size {
            set(&mut spec, "size", size, "--size")?;
        }
        for option in &self.options {
            let Some((key, value)) = option.split_once('=') else {
                return Err(Failure::asked(
                    "--option",
                    format!("expected KEY=VALUE, not {}", quoted(option)),
                ));
            };
            set(&mut spec, key.trim(), value.trim(), "--option")?;
        }
        Ok(spec)
    }

    /// The table, laid as asked.
    pub fn table(&self) -> Result<Box<dyn Table>, Failure> {
        self.table_of(&self.spec()?)
    }

    /// The table of a spec that began as [`spec`](Self::spec).
    pub fn table_of(&self, spec: &Spec) -> Result<Box<dyn Table>, Failure> {
        let mut table = wanqi_play::rules::open(spec)?;
        if let Some(position) = &self.position {
            table.set_position(position).map_err(|error| Failure::asked("--position", error))?;
        }
        // People paste lists of moves as one argument as well as many.
        for text in self.moves.iter().flat_map(|moves| moves.split_whitespace()) {
            table
                .play_turn(text)
                .map_err(|error| Failure::asked(format!("--moves, {}", quoted(text)), error))?;
        }
        Ok(table)
    }
}

fn set(spec: &mut Spec, key: &str, value: &str, argument: &str) -> Result<(), Failure> {
    if spec.get(key).is_some() {
        return Err(Failure::asked(argument, format!("{key} is given twice")));
    }
    spec.set(key, value);
    Ok(())
}
