//! What a person may type beside a move.

/// A line of input, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A move, in any of the game's notations.
    Move(String),
    /// A move by its number in the list that `moves` shows, counted from 1.
    Choose(usize),
    /// Take back the last turn.
    Undo,
    /// Play the turn last taken back.
    Redo,
    /// Ask the strongest level.
    Hint,
    /// Give up.
    Resign,
    /// Show the levels, or take another.
    Level(Option<String>),
    /// Show the position's text, or begin from another.
    Position(Option<String>),
    /// List the legal moves.
    Moves,
    /// Turn the board round.
    Flip,
    /// Draw the board again.
    Board,
    /// Begin anew.
    New,
    /// Say what can be typed.
    Help,
    /// Leave.
    Quit,
    /// An empty line.
    Nothing,
    /// A command with something behind it that it does not take.
    Unexpected(String),
}

/// What `help` says.
pub const HELP: &str = "\
Type a move, or #N for the Nth move of the list that `moves` shows.
  moves              list the legal moves
  hint               ask the strongest level for a move
  undo, redo         take back the last turn, or play it again
  position [TEXT]    show the position's text, or begin from another
  level [NAME]       show the machine's levels, or take another
  board, flip        draw the board again, or turn it round
  resign, new, quit  give up, begin anew, leave
";

impl Command {
    /// Reads a line.
    pub fn read(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = (!rest.trim().is_empty()).then(|| rest.trim().to_owned());
        let command = match word {
            "" => return Command::Nothing,
            "level" => return Command::Level(rest),
            "position" => return Command::Position(rest),
            "undo" => Command::Undo,
            "redo" => Command::Redo,
            "hint" => Command::Hint,
            "resign" => Command::Resign,
            "moves" => Command::Moves,
            "flip" => Command::Flip,
            "board" => Command::Board,
            "new" => Command::New,
            "help" | "?" => Command::Help,
            "quit" | "exit" => Command::Quit,
            _ => {
                let number = line.strip_prefix('#').and_then(|number| number.trim().parse().ok());
                return number.map_or_else(|| Command::Move(line.to_owned()), Command::Choose);
            }
        };
        match rest {
            None => command,
            Some(rest) => {
                Command::Unexpected(format!("{word} takes nothing, not {}", wanqi_play::quoted(&rest)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        for (line, command) in [
            ("", Command::Nothing),
            ("  \t", Command::Nothing),
            (" e4 ", Command::Move("e4".into())),
            ("e2 e4", Command::Move("e2 e4".into())),
            ("#3", Command::Choose(3)),
            ("# 3", Command::Choose(3)),
            ("#", Command::Move("#".into())),
            ("#99999999999999999999", Command::Move("#99999999999999999999".into())),
            ("undo", Command::Undo),
            ("undo 3", Command::Unexpected("undo takes nothing, not \"3\"".into())),
            ("level", Command::Level(None)),
            ("level  Perfect play ", Command::Level(Some("Perfect play".into()))),
            ("position  X../... O", Command::Position(Some("X../... O".into()))),
            ("?", Command::Help),
        ] {
            assert_eq!(Command::read(line), command, "{line:?}");
        }
    }
}
