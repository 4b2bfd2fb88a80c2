//! A game in the terminal, from its first board to its last.

use super::board::{DrawStyle, draw};
use super::command::{Command, HELP};
use super::input::Input;
use super::seat::{Seat, TIMEOUT};
use crate::Failure;
use crate::interrupt::Interrupt;
use crate::progress::{Progress, summary};
use std::io::Write;
use std::sync::Arc;
use wanqi_play::matches::{MakePlayer, of_table};
use wanqi_play::{GameInfo, Layout, Limits, Side, Table, Thought};

/// A game being played in the terminal.
pub struct Session<'a, I, O> {
    input: I,
    out: &'a mut O,
    info: Arc<GameInfo>,
    table: Box<dyn Table>,
    /// The table as it was laid.
    beginning: Box<dyn Table>,
    layout: Layout,
    seats: [Seat; 2],
    players: MakePlayer,
    style: DrawStyle,
    flipped: bool,
    progress: Progress,
    interrupt: Interrupt,
}

/// Whether the game goes on.
#[derive(PartialEq, Eq)]
enum Then {
    GoOn,
    Leave,
}

impl<'a, I: Input, O: Write> Session<'a, I, O> {
    /// Sits down at a table.
    pub fn new(input: I, out: &'a mut O, table: Box<dyn Table>, seats: [Seat; 2]) -> Self {
        let (info, beginning, layout) = (table.info(), table.fork(), table.layout());
        Session {
            input,
            out,
            info,
            table,
            beginning,
            layout,
            seats,
            players: of_table,
            style: DrawStyle::Plain,
            flipped: false,
            progress: Progress::hidden(),
            interrupt: Interrupt::default(),
        }
    }

    /// Draws in another style than plain letters.
    #[must_use]
    pub fn style(mut self, style: DrawStyle) -> Self {
        self.style = style;
        self
    }

    /// Takes players from elsewhere than the game.
    #[must_use]
    pub fn players(mut self, players: MakePlayer) -> Self {
        self.players = players;
        self
    }

    /// Shows on standard error what the machine thinks, and lets Ctrl-C stop it.
    #[must_use]
    pub(crate) fn watched(mut self, progress: Progress, interrupt: Interrupt) -> Self {
        (self.progress, self.interrupt) = (progress, interrupt);
        self
    }

    /// Plays until the input ends, the person leaves, or the machine has finished a game against itself.
    ///
    /// # Errors
    /// If a player fails, or reading or writing does.
    pub fn run(mut self) -> Result<(), Failure> {
        self.show()?;
        loop {
            let over = self.table.result().is_some();
            if over && !self.has_human() {
                return Ok(());
            }
            if !over && matches!(self.seat(), Seat::Machine { .. }) {
                self.machine_move()?;
                continue;
            }
            let prompt = if over {
                "over> ".to_owned()
            } else {
                format!("{}> ", self.name(self.table.side_to_move()))
            };
            let Some(line) = self.input.line(&prompt, self.out)? else { return Ok(()) };
            match self.obey(Command::read(&line)) {
                Ok(Then::GoOn) => {}
                Ok(Then::Leave) => return Ok(()),
                // What was typed cannot be: say so, and go on.
                Err(Failure::Asked(error)) => writeln!(self.out, "{error}")?,
                Err(failure) => return Err(failure),
            }
        }
    }

    fn obey(&mut self, command: Command) -> Result<Then, Failure> {
        match command {
            Command::Nothing => {}
            Command::Quit => return Ok(Then::Leave),
            Command::Help => write!(self.out, "{HELP}")?,
            Command::Unexpected(what) => return Err(Failure::Asked(what)),
            Command::Move(text) => {
                self.table.play_turn(&text).map_err(|error| match error {
                    wanqi_play::Error::Move(_) => {
                        Failure::Asked(format!("{error} (`help` says what can be typed)"))
                    }
                    other => other.into(),
                })?;
                self.show()?;
            }
            Command::Choose(number) => self.choose(number)?,
            Command::Moves => self.list_moves()?,
            Command::Board => self.show()?,
            Command::Flip => {
                self.flipped = !self.flipped;
                self.show()?;
            }
            Command::New => {
                self.table = self.beginning.fork();
                self.forget();
                self.show()?;
            }
            Command::Undo => self.undo()?,
            Command::Redo => self.redo()?,
            Command::Resign => {
                let side = self.table.side_to_move();
                self.table.resign(side)?;
                self.show()?;
            }
            Command::Hint => self.hint()?,
            Command::Position(None) => writeln!(self.out, "{}", self.table.view().position)?,
            Command::Position(Some(text)) => {
                self.table.set_position(&text)?;
                self.forget();
                self.show()?;
            }
            Command::Level(None) => self.list_levels()?,
            Command::Level(Some(text)) => self.set_level(&text)?,
        }
        Ok(Then::GoOn)
    }

    /// The board, what has just happened, and who is next or how it ended.
    fn show(&mut self) -> Result<(), Failure> {
        let view = self.table.view();
        write!(self.out, "\n{}", draw(&self.layout, &view, self.style, self.flipped))?;
        if !view.scene.note.is_empty() {
            writeln!(self.out, "{}", view.scene.note)?;
        }
        if let Some(last) = view.ply.checked_sub(1).map(|last| &view.record[last]) {
            write!(self.out, "{} has played {}. ", self.name(last.side), last.text)?;
        }
        match view.result {
            Some(result) => writeln!(self.out, "{}.", result.text)?,
            None => writeln!(self.out, "{} to move.", self.name(view.side))?,
        }
        Ok(())
    }

    fn machine_move(&mut self) -> Result<(), Failure> {
        let side = self.table.side_to_move();
        let who = self.name(side);
        let Seat::Machine { name, player, limits } = &mut self.seats[side.index()] else { return Ok(()) };
        let limits = Limits { stop: self.interrupt.stop(), ..limits.clone() };
        let thought = player.think(&*self.table, &limits, &mut |thought| self.progress.show(thought));
        self.interrupt.done();
        self.progress.clear();
        let thought = thought?;
        let best = thought.best.as_ref().ok_or_else(|| Failure::Failed(format!("{name} has no move")))?;
        self.table.play(best)?;
        writeln!(self.out, "{who} ({name}) plays {best}: {}", summary(&thought))?;
        self.show()
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let mut player = self.table.player(&self.info.analyst()?)?;
        let limits = Limits { stop: self.interrupt.stop(), ..Limits::time(TIMEOUT) };
        let thought: Thought =
            player.think(&*self.table, &limits, &mut |thought| self.progress.show(thought))?;
        self.interrupt.done();
        self.progress.clear();
        writeln!(self.out, "{}: {}", thought.best.as_deref().unwrap_or("no move"), summary(&thought))?;
        Ok(())
    }

    fn choose(&mut self, number: usize) -> Result<(), Failure> {
        let moves = self.table.legal_moves(0);
        let chosen = number.checked_sub(1).and_then(|index| moves.get(index));
        let chosen = chosen.ok_or_else(|| {
            Failure::Asked(format!("there are {} moves, no number {number}; `moves` lists them", moves.len()))
        })?;
        self.table.play(chosen)?;
        self.show()
    }

    fn list_moves(&mut self) -> Result<(), Failure> {
        const WIDTH: usize = 78;
        let moves = self.table.legal_moves(0);
        let entries: Vec<String> =
            moves.iter().enumerate().map(|(i, text)| format!("#{} {text}", i + 1)).collect();
        let Some(widest) = entries.iter().map(|entry| entry.chars().count()).max() else {
            return Ok(writeln!(self.out, "There are no moves.")?);
        };
        for row in entries.chunks((WIDTH / (widest + 2)).max(1)) {
            let row: Vec<String> = row.iter().map(|entry| format!("{entry:<widest$}")).collect();
            writeln!(self.out, "{}", row.join("  ").trim_end())?;
        }
        Ok(())
    }

    /// Takes back to the last position in which a person was to move.
    fn undo(&mut self) -> Result<(), Failure> {
        let mut taken = 0;
        while self.table.undo() {
            taken += 1;
            if matches!(self.seat(), Seat::Human) {
                return self.show();
            }
        }
        for _ in 0..taken {
            self.table.redo();
        }
        Err(Failure::Asked("there is nothing to take back".into()))
    }

    /// Plays again what was taken back, to the next position in which a person is to move.
    fn redo(&mut self) -> Result<(), Failure> {
        if !self.table.redo() {
            return Err(Failure::Asked("there is nothing to play again".into()));
        }
        while matches!(self.seat(), Seat::Machine { .. }) && self.table.redo() {}
        self.show()
    }

    fn list_levels(&mut self) -> Result<(), Failure> {
        for (i, level) in self.info.levels.iter().enumerate() {
            let now = self
                .seats
                .iter()
                .any(|seat| matches!(seat, Seat::Machine { name, .. } if name == level.player));
            let mark = if now { '*' } else { ' ' };
            writeln!(self.out, "{mark} {} {} ({})", i + 1, level.title, level.player)?;
        }
        Ok(())
    }

    fn set_level(&mut self, text: &str) -> Result<(), Failure> {
        let text = self.info.level(text).unwrap_or(text);
        let mut changed = false;
        for side in Side::BOTH {
            if matches!(self.seats[side.index()], Seat::Machine { .. }) {
                let seat = Seat::named(&*self.table, &self.info, text, self.players)?;
                if matches!(seat, Seat::Human) {
                    return Err(Failure::Asked("human is no level".into()));
                }
                self.seats[side.index()] = seat;
                changed = true;
            }
        }
        match changed {
            true => Ok(writeln!(self.out, "The machine now plays as {text}.")?),
            false => Err(Failure::Asked("the machine plays neither side".into())),
        }
    }

    fn forget(&mut self) {
        for seat in &mut self.seats {
            if let Seat::Machine { player, .. } = seat {
                player.forget();
            }
        }
    }

    fn seat(&self) -> &Seat {
        &self.seats[self.table.side_to_move().index()]
    }

    fn has_human(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Seat::Human))
    }

    fn name(&self, side: Side) -> String {
        self.layout.sides[side.index()].name.clone()
    }
}
