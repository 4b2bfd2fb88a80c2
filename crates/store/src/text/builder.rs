//! Records that grow while they are played: what all readers put their moves into.

use super::{Game, Problem, ReadContext};
use std::collections::BTreeSet;
use wanqi_play::record::{GameRecord, Mark, NodeId, Notes, ROOT};
use wanqi_play::{Message, NULL_MOVE, Spec, Table, message};

/// A record that is being read, and the table that its moves are tried on.
pub struct Builder {
    table: Box<dyn Table>,
    program: usize,
    record: GameRecord,
    /// The node whose position is on the table.
    at: NodeId,
    /// What is worth knowing of the record, though nothing of it was lost.
    remarks: Vec<Message>,
    /// The ends that rules would have had and the game did not, each told once.
    declined: BTreeSet<String>,
}

impl Builder {
    /// A game without moves.
    pub fn new(mut record: GameRecord) -> Result<Builder, wanqi_play::Error> {
        let first = record.first.take();
        let mut table = record.table()?;
        let program = table.notations().len() - 1;
        let mut remarks = Vec::new();
        if let Some(first) = first {
            remarks = table.set_position_leniently(&first)?.into_iter().map(Message::plain).collect();
            record.first = Some(table.first_position());
        }
        Ok(Builder { table, program, record, at: ROOT, remarks, declined: BTreeSet::new() })
    }

    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    pub fn at(&self) -> NodeId {
        self.at
    }

    /// The node that the last turn began at; none before the first.
    pub fn before_turn(&self) -> Option<NodeId> {
        let mut table = self.table.fork();
        let mut before = self.record[self.at].parent()?;
        while table.undo() && table.amid_turn() {
            before = self.record[before].parent()?;
        }
        Some(before)
    }

    /// Plays a move where the table stands, or a turn of several that is written as one, by legality alone: games go on
    /// where nobody has claimed their end.
    pub fn play(&mut self, text: &str) -> Result<(), Message> {
        let refused = match self.play_move(text) {
            Err(wanqi_play::Error::Move(refused)) => refused,
            played => return played.map_err(|error| error.message()),
        };
        match self.table.read_turn(text).map_err(|error| error.message())? {
            moves if moves.len() > 1 => {
                moves.iter().try_for_each(|mv| self.play_move(mv).map_err(|error| error.message()))
            }
            _ => Err(wanqi_play::Error::Move(refused).message()),
        }
    }

    fn play_move(&mut self, text: &str) -> Result<(), wanqi_play::Error> {
        if let Err(refused) = self.table.play(text) {
            self.table.play_on(text)?;
            if text != NULL_MOVE && self.declined.insert(refused.to_string()) {
                self.remarks.push(message!(
                    "fault.went-on",
                    "ply {ply}, {move}: {why}; it went on",
                    ply = self.table.ply(),
                    move = text,
                    why = refused.message()
                ));
            }
        }
        let text = self.table.last_move(self.program).expect("a move was just played");
        match self.record.add(self.at, &text) {
            Ok(node) => self.at = node,
            Err(full) => {
                self.table.undo();
                return Err(wanqi_play::Error::Spec(full.message()));
            }
        }
        Ok(())
    }

    /// Goes to a node of the record.
    pub fn go(&mut self, node: NodeId) {
        let to = self.record.path(node);
        let from = self.record.path(self.at);
        let shared = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
        for _ in shared..from.len() {
            self.table.undo();
        }
        for &id in &to[shared..] {
            self.table.play_on(self.record[id].text()).expect("it was played before");
        }
        self.at = node;
    }

    /// What is said about the move just played.
    pub fn notes(&mut self) -> &mut Notes {
        self.record.notes_mut(self.at).expect("it stands on a node")
    }

    pub fn comment(&mut self, words: &str) {
        let comment = &mut self.notes().comment;
        if !comment.is_empty() && !words.is_empty() {
            comment.push('\n');
        }
        comment.push_str(words);
    }

    pub fn mark(&mut self, mark: Mark) {
        let marks = &mut self.notes().marks;
        if !marks.contains(&mark) {
            marks.push(mark);
        }
    }

    /// Notes a move that had been better than the last one, or than the first of the last turn where it could have been
    /// made; nothing if it could not.
    pub fn better(&mut self, text: &str) {
        let (mut table, mut node) = (self.table.fork(), self.at);
        while let Some(before) = self.record[node].parent()
            && table.undo()
        {
            let mut instead = table.fork();
            if instead.play_on(text).is_ok() {
                if let Some(notes) = self.record.notes_mut(node) {
                    notes.better = instead.last_move(self.program);
                }
                return;
            }
            if !table.amid_turn() {
                return;
            }
            node = before;
        }
    }

    pub fn record(&mut self) -> &mut GameRecord {
        &mut self.record
    }
}

/// Collects what comes of one game of a text.
pub struct GameDraft {
    pub number: usize,
    pub builder: Option<Builder>,
    problems: Vec<Problem>,
    /// Where the game begins.
    first_line: usize,
}

impl GameDraft {
    pub fn new(number: usize) -> GameDraft {
        GameDraft { number, builder: None, problems: Vec::new(), first_line: 1 }
    }

    /// Notes what could not be read.
    pub fn problem(&mut self, line: usize, what: impl Into<Message>) {
        self.problems.push(Problem { game: self.number, line, what: what.into() });
    }

    /// Lays the table; what is wrong with the game is a problem of this line.
    pub fn lay(&mut self, line: usize, record: GameRecord) {
        self.first_line = line;
        match Builder::new(record) {
            Ok(builder) => self.builder = Some(builder),
            Err(error) => self.problem(line, error.message()),
        }
    }

    pub fn finish(self, end: usize) -> Game {
        let (number, line) = (self.number, self.first_line);
        let (record, said) = self.builder.map(|builder| (builder.record, builder.remarks)).unzip();
        let remark = |what| Problem { game: number, line, what };
        let remarks = said.unwrap_or_default().into_iter().map(remark).collect();
        Game { number, record, problems: self.problems, remarks, end }
    }
}

/// The record that the context asks for, or one of the game named here.
pub fn begun(context: &ReadContext, otherwise: &str) -> GameRecord {
    let mut record = GameRecord::new(context.game.as_deref().unwrap_or(otherwise));
    record.rules.clone_from(&context.rules);
    record
}

/// A game's text with an option, which is left out where it is the usual one.
pub fn with_option(spec: &mut Spec, key: &str, value: &str) {
    let usual = wanqi_play::info(&spec.name).ok().and_then(|info| {
        let option = info.options.iter().find(|option| option.name == key)?;
        let usual = option.default.as_deref()?;
        match number(usual) {
            Some(usual) => Some(usual == number(value)?),
            None => Some(usual == value),
        }
    });
    // An option that the game does not have is no part of it, nor is a text where it has a number.
    if usual == Some(false) {
        spec.set(key, value);
    }
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok()
}

/// An option of a game, the usual value if it is not given.
pub fn option<'a>(spec: &'a Spec, key: &str) -> Option<&'a str> {
    let usual = || {
        let info = wanqi_play::info(&spec.name).ok()?;
        info.options.iter().find(|option| option.name == key)?.default.as_deref()
    };
    spec.get(key).or_else(usual)
}
