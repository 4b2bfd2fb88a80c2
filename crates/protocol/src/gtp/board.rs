//! The game that a controller has told: rules, the position it begins with, the moves from there.

use super::vertex::{self, Letters, MAX_SIZE};
use wanqi_play::record::GameRecord;
use wanqi_play::{Count, Error, Ownership, PlayoutLimits, Side, Spec, StoneStatus, StoneString, Stop, Table};

/// A game in progress as GTP has it: a side may move twice in a row, and two passes are no end.
pub(crate) struct GtpBoard {
    game: Spec,
    /// The game as it began, at its start: it may be told in a file.
    start: Box<dyn Table>,
    letters: Letters,
    table: Box<dyn Table>,
    /// The text of the first position; `None` for the start of the game.
    first: Option<String>,
    /// The moves from there, those of handicaps left out.
    moves: Vec<(Side, String)>,
}

/// Games of a search by which it is told what is dead.
const GAMES: u64 = 2000;

impl GtpBoard {
    /// The start of a game in which Black moves first; never one of a file that is named.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn new(game: &str) -> Result<GtpBoard, Error> {
        GtpBoard::of(wanqi_play::table(&game.parse()?)?)
    }

    /// The game of a table from its start, where the table is.
    ///
    /// # Errors
    /// If GTP cannot tell its moves.
    pub fn of(start: Box<dyn Table>) -> Result<GtpBoard, Error> {
        let layout = start.layout();
        let is_told = wanqi_play::rules::uci_variant(&*start).is_some();
        let fits = match is_told {
            true => wanqi_play::rules::is_of_placing(&*start) && vertex::size(&layout) <= MAX_SIZE,
            false => {
                let named = layout.sides[0].name == "Black" && !layout.column_names.is_empty();
                named && layout.columns == layout.rows
            }
        };
        if !fits {
            return Err(Error::spec(format!(
                "GTP is for games of Black and White on a square board, such as go, othello and gomoku, and for rule files in \
                 which every move puts a piece of one kind on one of at most {MAX_SIZE} columns and rows, not for {}",
                start.spec()
            )));
        }
        let game = start.spec().clone();
        let first = game.get("handicap").map(|_| start.first_position());
        let letters = Letters::of(&*start);
        Ok(GtpBoard { game, letters, table: start.fork(), start, first, moves: Vec::new() })
    }

    /// The same game from its start.
    ///
    /// # Errors
    /// If there are no such rules.
    pub fn anew(&self) -> Result<GtpBoard, Error> {
        GtpBoard::of(self.lay()?)
    }

    /// How the columns are called.
    pub fn letters(&self) -> Letters {
        self.letters
    }

    /// How many columns and rows the board has.
    pub fn size(&self) -> usize {
        vertex::size(&self.table.layout())
    }

    /// The start of the game by the rules as they are now.
    ///
    /// # Errors
    /// If there are no such rules.
    fn lay(&self) -> Result<Box<dyn Table>, Error> {
        if self.game == *self.start.spec() { Ok(self.start.fork()) } else { wanqi_play::table(&self.game) }
    }

    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// Whether it is Go: the standard's commands that other games know nothing of make sense.
    pub fn is_go(&self) -> bool {
        self.game.name == "go"
    }

    pub fn is_empty(&self) -> bool {
        self.table.view().scene.pieces.is_empty()
    }

    /// Begins anew.
    pub fn clear(&mut self) {
        (self.first, self.moves) = (None, Vec::new());
        without_handicap(&mut self.game);
        if let Ok(table) = self.lay() {
            self.table = table;
        }
    }

    /// Begins anew on a board of another size.
    ///
    /// # Errors
    /// If the game has no such board; nothing has changed then.
    pub fn resize(&mut self, size: &str) -> Result<(), Error> {
        if size == self.size().to_string() {
            self.clear();
            return Ok(());
        }
        let mut game = self.game.clone();
        without_handicap(&mut game);
        game.set("size", size);
        self.table = wanqi_play::table(&game)?;
        (self.game, self.first, self.moves) = (game, None, Vec::new());
        Ok(())
    }

    /// The same game by other rules.
    ///
    /// # Errors
    /// If there are no such rules, or the moves cannot be made by them; nothing has changed then.
    pub fn set_rules(&mut self, options: &[(&str, String)]) -> Result<(), Error> {
        let before = self.game.clone();
        options.iter().for_each(|(key, value)| self.game.set(key, value.clone()));
        let replayed = self.replayed(&self.moves);
        self.table = replayed.inspect_err(|_| self.game = before)?;
        Ok(())
    }

    /// The game of a spec, from a position on or from its start, after these moves.
    ///
    /// # Errors
    /// If there is no such game or position, or a move is not legal.
    pub fn replay(game: &str, first: Option<&str>, moves: &[(Side, String)]) -> Result<GtpBoard, Error> {
        let mut board = GtpBoard::new(game)?;
        board.first = first.map(str::to_owned).or(board.first);
        board.table = board.replayed(moves)?;
        board.moves = moves.to_vec();
        Ok(board)
    }

    fn replayed(&self, moves: &[(Side, String)]) -> Result<Box<dyn Table>, Error> {
        let mut table = self.lay()?;
        if let Some(first) = &self.first {
            table.set_position(first)?;
        }
        for (side, mv) in moves {
            if table.side_to_move() == *side && table.result().is_none() {
                table.play(mv)?;
            } else {
                table = after(&*table, *side, mv)?;
            }
        }
        Ok(table)
    }

    /// The game as it is when this side is to move, be it that the other has passed.
    ///
    /// # Errors
    /// If that cannot be, or the game is over.
    pub fn facing(&self, side: Side) -> Result<Box<dyn Table>, Error> {
        facing(&*self.table, side)
    }

    /// Plays a side's move.
    ///
    /// # Errors
    /// If it is not legal; nothing has changed then.
    pub fn play(&mut self, side: Side, mv: &str) -> Result<(), Error> {
        // Nearly always; copying a table costs as much as its game is long.
        if self.table.side_to_move() == side && self.table.result().is_none() {
            self.table.play(mv)?;
        } else {
            self.table = after(&*self.table, side, mv)?;
        }
        self.moves.push((side, mv.to_owned()));
        Ok(())
    }

    /// Takes so many moves back; false, and nothing has changed, if there are fewer.
    pub fn undo(&mut self, moves: usize) -> bool {
        let Some(left) = self.moves.len().checked_sub(moves) else { return false };
        let Ok(table) = self.replayed(&self.moves[..left]) else { return false };
        self.table = table;
        self.moves.truncate(left);
        true
    }

    /// Puts Black's handicap on the standard points, and names them.
    ///
    /// # Errors
    /// If there are none for so many stones.
    pub fn fixed_handicap(&mut self, stones: usize) -> Result<Vec<String>, Error> {
        let mut game = self.game.clone();
        without_handicap(&mut game);
        game.set("handicap", stones.to_string());
        let table = wanqi_play::table(&game)?;
        self.begin(table.first_position())?;
        let pieces = self.table.view().scene.pieces;
        Ok(pieces.iter().map(|piece| self.name(piece.point)).collect())
    }

    /// Puts these stones on the board, in a position without a past and with this side to move.
    ///
    /// # Errors
    /// If there are no such points, one is named twice, or stones have no liberty; nothing has changed then.
    pub fn set_stones(&mut self, stones: &[(Side, String)], to_move: Side) -> Result<(), Error> {
        let size = usize::from(self.table.layout().columns);
        let mut rows = vec![vec!['.'; size]; size];
        for (side, vertex) in stones {
            let point = (0..size * size).find(|&point| self.name(point as u16).eq_ignore_ascii_case(vertex));
            let point = point.ok_or_else(|| Error::spec(format!("there is no point {vertex}")))?;
            let stone = &mut rows[point / size][point % size];
            if *stone != '.' {
                return Err(Error::spec(format!("{vertex} is named twice")));
            }
            *stone = ['X', 'O'][side.index()];
        }
        let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        self.begin(format!("{} {} - 0 0 0", rows.join("/"), ['X', 'O'][to_move.index()]))
    }

    fn begin(&mut self, first: String) -> Result<(), Error> {
        let mut table = self.lay()?;
        table.set_position(&first)?;
        (self.table, self.first, self.moves) = (table, Some(first), Vec::new());
        Ok(())
    }

    /// Takes a recorded game over, up to the position before the move with this number.
    ///
    /// # Errors
    /// If it is another game's record, or cannot be played.
    pub fn load(&mut self, record: &GameRecord, before: Option<usize>) -> Result<(), Error> {
        let mut game: Spec = record.game.parse()?;
        if game.name != self.game.name || record.rules.is_some() {
            return Err(Error::spec(format!("a game of {} and not of {}", record.game, self.game.name)));
        }
        for (key, value) in &self.game.options {
            if matches!(key.as_str(), "ko" | "suicide" | "scoring" | "rule") && game.get(key).is_none() {
                game.set(key, value.clone());
            }
        }
        let texts = record.texts(self.table.notations().len() - 1)?;
        let line = record.main_line();
        let moves: Vec<(Side, String)> = line
            .iter()
            .take(before.map_or(usize::MAX, |number| number.saturating_sub(1)))
            .filter_map(|id| texts.get(id).map(|mv| (mv.side, mv.text.clone())))
            .collect();
        let table = if game == *self.start.spec() { self.start.fork() } else { wanqi_play::table(&game)? };
        let first = record.first.clone();
        let start = self.start.fork();
        let mut board = GtpBoard { game, start, letters: self.letters, table, first, moves: Vec::new() };
        (board.table, board.moves) = (board.replayed(&moves)?, moves);
        *self = board;
        Ok(())
    }

    /// The vertex of a point of the layout.
    pub fn name(&self, point: u16) -> String {
        let layout = self.table.layout();
        let point = &layout.points[usize::from(point)];
        let column = &layout.column_names[usize::from(point.column)];
        let row = &layout.row_names[usize::from(point.row)];
        self.letters.write(&format!("{column}{row}"))
    }

    /// Whose each point will be, by a search; `None` in games without areas.
    pub fn ownership(&self) -> Option<Ownership> {
        ownership(&*self.table, GAMES)
    }

    /// The strings of stones with what is taken to become of each, by a search.
    pub fn statuses(&self) -> Vec<StoneString> {
        // After two passes there would be nothing to play.
        going_on(&*self.table).map_or(Vec::new(), |table| wanqi_play::stone_statuses(&*table, &limits(GAMES)))
    }

    /// The points of strings that are taken to be dead.
    pub fn dead(&self) -> Vec<u16> {
        let strings = self.statuses().into_iter();
        strings.filter(|string| string.status == StoneStatus::Dead).flat_map(|string| string.points).collect()
    }

    /// The game counted with dead stones taken off; `None` in games without areas.
    pub fn counted(&self) -> Option<Count> {
        let dead = self.dead();
        let mut table = self.table.fork();
        while table.result().is_none() {
            table.play("pass").ok()?;
        }
        table.counted(&dead)
    }
}

/// Whose each point will be, by so many games of a search.
pub(crate) fn ownership(table: &dyn Table, games: u64) -> Option<Ownership> {
    going_on(table).ok()?.ownership(&limits(games))
}

/// So many games, always the same ones.
/// Leaves out of a game's spec what Black begins with.
fn without_handicap(game: &mut Spec) {
    game.options.retain(|(key, _)| key != "handicap" && key != "placement");
}

fn limits(games: u64) -> PlayoutLimits {
    PlayoutLimits { games: Some(games), time: None, plies: None, seed: 0, stop: Stop::default() }
}

/// A table's game after a side's move. A game that is over may be passed on in: referees ask until both sides have.
fn after(table: &dyn Table, side: Side, mv: &str) -> Result<Box<dyn Table>, Error> {
    let mut table = match facing(table, side) {
        Err(Error::Over(_)) if mv == "pass" => return Ok(table.fork()),
        table => table?,
    };
    table.play(mv)?;
    Ok(table)
}

/// A table's game as it is when this side is to move. Where it is the other's turn in Go, that has not passed, so that a
/// pass now would end the game: it just did not move.
fn facing(table: &dyn Table, side: Side) -> Result<Box<dyn Table>, Error> {
    let mut table = going_on(table)?;
    if table.side_to_move() != side {
        if table.spec().name == "go" {
            begin_from_here(&mut *table, side)?;
        } else {
            table.play("pass")?;
        }
    }
    Ok(table)
}

/// A table's game as if its passes had not ended it: controllers go on where they do not agree on what is dead.
fn going_on(table: &dyn Table) -> Result<Box<dyn Table>, Error> {
    let mut table = table.fork();
    if let Some(result) = table.result() {
        if table.spec().name != "go" {
            return Err(Error::Over(result.text));
        }
        let side = table.side_to_move();
        begin_from_here(&mut *table, side)?;
    }
    Ok(table)
}

/// Begins a game of Go anew from its position, with this side to move and no pass before. What superko knew of the past is
/// lost.
fn begin_from_here(table: &mut dyn Table, side: Side) -> Result<(), Error> {
    let position = table.view().position;
    let mut fields: Vec<&str> = position.split(' ').collect();
    if let [_, turn, ko, passes, ..] = &mut fields[..] {
        (*turn, *ko, *passes) = (["X", "O"][side.index()], "-", "0");
    }
    table.set_position(&fields.join(" "))
}
