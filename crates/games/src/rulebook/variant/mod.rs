//! How other programs write a game told in a file: its moves and positions as UCI's engines of many variants have them,
//! Fairy-Stockfish above all (<https://github.com/fairy-stockfish/Fairy-Stockfish/wiki/Usage>), and as USI has those of
//! shogi and its kin (<http://hgm.nubati.net/usi.html>).
//!
//! A move is `a4a5q`, or `a4a5+` where the piece is turned over as in shogi; `P@a3` is put from the hand, and `0000` is a
//! pass, or the move of a royal piece to where it stands (`e1e1`). In USI files are counted from the right and ranks have letters from the top: `2e2d+`, `P*5c`.

mod fen;

use super::Rulebook;
use super::board::Grid;
use super::compile::{Action, Tables};
use super::model::{KindId, Pass, Rules};
use super::position::MoveKind;
use std::collections::HashMap;
use wanqi_game::Notation;

/// A game told in a file as other programs write it.
#[derive(Clone, Debug)]
pub struct Variant {
    game: Rulebook,
    language: Language,
    /// What each kind is called.
    symbols: Vec<Symbol>,
    /// The kind that is put where moves do not tell which, there being one alone.
    placed: Option<KindId>,
    /// What each point is called.
    points: Vec<String>,
    /// The points by our own names.
    own_points: HashMap<String, usize>,
    /// Whether castling is written as a move onto the rook.
    onto_rook: bool,
}

/// The language that moves and positions are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Language {
    Uci,
    Usi,
}

/// What a kind of piece is called: a capital letter, and how that is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Symbol {
    letter: char,
    mark: Mark,
}

/// Whether a letter alone tells what a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    /// It does.
    Plain,
    /// `+R`: what the piece of this letter becomes, and is again once it is taken.
    TurnedOver,
    /// `Q~`: goes as the piece of this letter, and is another again once it is taken.
    Former,
}

impl Symbol {
    fn of(rules: &Rules, kind: KindId) -> Symbol {
        let what = &rules.kinds[usize::from(kind)];
        let plain = Symbol { letter: what.letter, mark: Mark::Plain };
        if what.captured_as == kind {
            return plain;
        }
        let front = &rules.kinds[usize::from(what.captured_as)];
        if front.promotes.as_ref().is_some_and(|promotion| promotion.to == [kind]) {
            return Symbol { letter: front.letter, mark: Mark::TurnedOver };
        }
        // Rules of moves are compared by what they say, all of it.
        let moves = |of: &super::model::Kind| format!("{:?}", of.moves);
        let mut others = (0..).zip(&rules.kinds).filter(|&(id, other)| other.captured_as == id);
        let twin = others.find(|(_, other)| moves(other) == moves(what));
        twin.map_or(plain, |(_, twin)| Symbol { letter: twin.letter, mark: Mark::Former })
    }

    /// As it stands on a board, a small letter for the second side.
    fn on_board(self, second: bool) -> String {
        let letter = if second { self.letter.to_ascii_lowercase() } else { self.letter };
        match self.mark {
            Mark::Plain => letter.into(),
            Mark::TurnedOver => format!("+{letter}"),
            Mark::Former => format!("{letter}~"),
        }
    }
}

/// A pass in our own notation.
const PASS: &str = "pass";

impl Variant {
    /// A game as UCI's engines write it.
    pub fn uci(game: &Rulebook) -> Variant {
        let board = &game.rules().board;
        let square = board.grid == Grid::Squares && board.columns <= 26;
        Variant::new(game, Language::Uci, |at| {
            let (column, row) = board.places[at];
            match square {
                true => format!("{}{}", char::from(b'a' + column), board.rows - row),
                false => board.names[at].clone(),
            }
        })
    }

    /// A game as USI writes it, if it is one of shogi's kin: of moves and drops on a board of squares, and with pieces that
    /// are turned over when they promote.
    pub fn usi(game: &Rulebook) -> Option<Variant> {
        let board = &game.rules().board;
        if !is_like_shogi(&game.tables) {
            return None;
        }
        Some(Variant::new(game, Language::Usi, |at| {
            let (column, row) = board.places[at];
            format!("{}{}", board.columns - column, char::from(b'a' + row))
        }))
    }

    fn new(game: &Rulebook, language: Language, point: impl Fn(usize) -> String) -> Variant {
        let rules = game.rules();
        let own_points = rules.board.names.iter().cloned().zip(0..).collect();
        let placed = placed(&game.tables);
        let mut kinds = (0..).zip(&rules.kinds).map(|(kind, _)| kind).filter(|kind| placed >> kind & 1 != 0);
        Variant {
            language,
            symbols: (0..rules.kinds.len()).map(|kind| Symbol::of(rules, kind as KindId)).collect(),
            placed: kinds.next().filter(|_| kinds.next().is_none()),
            points: (0..rules.board.len()).map(point).collect(),
            own_points,
            onto_rook: false,
            game: game.clone(),
        }
    }

    /// Whether pieces are turned over as in shogi, so that `+` alone tells a promotion.
    pub fn is_like_shogi(&self) -> bool {
        is_like_shogi(&self.game.tables)
    }

    /// A move of our own notation as the other program writes it.
    pub fn write_move(&self, own: &str) -> String {
        self.rewritten(own).unwrap_or_else(|| own.into())
    }

    /// A move of our own notation in a position of our own. Where the side has a royal piece a pass is that this stays where
    /// it is (`e1e1`), and castling may be asked for as a move onto the rook.
    pub fn write_move_in(&self, own: &str, position: &str) -> String {
        let special = || {
            let position = self.game.parse_position(position).ok()?;
            let mv = self.game.parse_move(&position, own).ok()?;
            let (from, to) = match mv.what {
                MoveKind::Pass => [position.royals[position.side.index()]; 2].into(),
                MoveKind::Castle if self.onto_rook => (mv.from, self.game.tables.castle_of(mv)?.partner_from),
                _ => return None,
            };
            let name = |at: u16| self.points.get(usize::from(at));
            Some(format!("{}{}", name(from)?, name(to)?))
        };
        let special = self.depends_on_position(own).then(special).flatten();
        special.unwrap_or_else(|| self.write_move(own))
    }

    /// Whether how a move of our own notation is written may depend on the position.
    pub fn depends_on_position(&self, own: &str) -> bool {
        let name = |at: u16| &*self.game.rules().board.names[usize::from(at)];
        let castles = self.game.tables.castles.iter();
        own == PASS
            || self.onto_rook
                && castles.into_iter().any(|castle| own == [name(castle.from), name(castle.to)].concat())
    }

    /// Writes castling as the move of the one piece onto the other, or as its move.
    pub fn castling_onto_rook(self, onto_rook: bool) -> Variant {
        Variant { onto_rook, ..self }
    }

    fn rewritten(&self, own: &str) -> Option<String> {
        if own == PASS {
            return (self.language == Language::Uci).then(|| "0000".into());
        }
        if let Some((letter, to)) = own.split_once('@') {
            let kind = self.game.rules().kinds.iter().position(|kind| letter == kind.letter.to_string())?;
            return Some(self.drop(kind, *self.own_points.get(to)?));
        }
        let (from, rest) = self.point(own)?;
        if rest.is_empty() {
            return Some(self.drop(self.placed?.into(), from));
        }
        let (to, rest) = self.point(rest)?;
        let (way, promotion) = match rest.split_once('=') {
            Some((way, letter)) => {
                let kinds = &self.game.rules().kinds;
                let kind = kinds.iter().position(|kind| letter == kind.letter.to_string())?;
                let Symbol { letter, mark } = self.symbols[kind];
                (way, if mark == Mark::TurnedOver { '+' } else { letter.to_ascii_lowercase() }.to_string())
            }
            None => (rest, String::new()),
        };
        Some(format!("{}{}{way}{promotion}", self.points[from], self.points[to]))
    }

    fn drop(&self, kind: usize, to: usize) -> String {
        let sign = if self.language == Language::Usi { '*' } else { '@' };
        format!("{}{sign}{}", self.symbols[kind].on_board(false), self.points[to])
    }

    /// The point that our own text begins with, and what follows it.
    fn point<'t>(&self, text: &'t str) -> Option<(usize, &'t str)> {
        let letters = text.find(|c: char| !c.is_ascii_lowercase())?;
        let digits = text[letters..].find(|c: char| !c.is_ascii_digit());
        let (name, rest) = text.split_at(digits.map_or(text.len(), |digits| letters + digits));
        Some((*self.own_points.get(name)?, rest))
    }

    /// The legal move, of those of our own notation, that the other program means; `None` if it is none. A promotion that
    /// must be need not be told, and castling may be the king's move onto its rook.
    pub fn read_move(&self, text: &str, legal: &[String]) -> Option<String> {
        let said = |own: &&String| self.write_move(own).eq_ignore_ascii_case(text);
        let untold = |own: &&String| {
            let way = own.split_once('=').map(|(way, _)| self.write_move(way));
            way.is_some_and(|way| way.eq_ignore_ascii_case(text))
        };
        let mut ways = legal.iter().filter(untold);
        let found = legal.iter().find(said).or_else(|| ways.next().filter(|_| ways.next().is_none()));
        let stays = || {
            // A royal piece that goes from where it stands to where it stands passes.
            let half = text.split_at_checked(text.len() / 2);
            let stays = half.is_some_and(|(from, to)| from == to && self.points.iter().any(|at| at == from));
            legal.iter().find(|mv| stays && *mv == PASS)
        };
        found.or_else(|| self.onto_rook(text, legal)).or_else(stays).cloned()
    }

    fn onto_rook<'l>(&self, text: &str, legal: &'l [String]) -> Option<&'l String> {
        let name = |at: u16| &*self.points[usize::from(at)];
        let castles = &self.game.tables.castles;
        let castle =
            castles.iter().find(|castle| text == [name(castle.from), name(castle.partner_from)].concat())?;
        let own = |at: u16| &*self.game.rules().board.names[usize::from(at)];
        let usual = [own(castle.from), own(castle.to)].concat();
        legal.iter().find(|mv| **mv == usual)
    }
}

/// The kinds that are put in some step of a turn, if nothing else is done at a point alone.
fn placed(tables: &Tables) -> u32 {
    let mut placed = 0;
    for action in tables.every_step() {
        match action {
            Action::Act { places, .. } => {
                placed |= places.map_or(0, |place| tables.places[place].rule.kinds);
            }
            Action::Shoot { .. } | Action::Remove { .. } => return 0,
        }
    }
    placed
}

fn is_like_shogi(tables: &Tables) -> bool {
    let rules = &tables.rules;
    let turned_over = |kind: &super::model::Kind| {
        kind.promotes.as_ref().is_none_or(|promotion| {
            let to = |&to: &KindId| {
                Symbol::of(rules, to) == Symbol { letter: kind.letter, mark: Mark::TurnedOver }
            };
            promotion.to.iter().all(to)
        })
    };
    let alternates = matches!(tables.usual(), [Action::Act { moves: true, places: Some(_), .. }]);
    alternates
        && rules.capture.to_hand
        && rules.board.grid == Grid::Squares
        && rules.board.rows <= 26
        && rules.turn.opening.is_empty()
        && rules.turn.pass == Pass::Never
        && !rules.turn.swap
        && tables.castles.is_empty()
        && rules.kinds.iter().all(turned_over)
}

impl Rulebook {
    /// Whether every move is a piece put on a point, always of one kind, a pass or the taking over of the opening: as in
    /// gomoku, Hex and Othello.
    pub fn is_of_placing(&self) -> bool {
        let tables = &self.tables;
        let puts = |action: &Action| matches!(action, Action::Act { moves: false, places: Some(_), .. });
        tables.every_step().all(puts) && placed(tables).count_ones() == 1
    }
}
