//! A book that grows: always by the position that is the least unlikely to come up between two who play well.
//!
//! A line's cost is what its moves lose against the best, whoever makes them, and something for every ply; the book goes on
//! where the cheapest line leads out of it (drop-out expansion). Lincke, *Strategies for the Automatic Construction of
//! Opening Books* (2000), <https://doi.org/10.1007/3-540-45579-5_5>.

use super::{Book, BookPosition, Deviation, Key, Place, discs, key, laid, successors};
use crate::{Error, Limits, Player, Table, Value};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use wanqi_game::{Game, Notation};
use wanqi_games::othello::{Move, Othello, Position};

/// Makes a book grow.
pub struct BookMaker {
    book: Book,
    /// For each position those whose moves lead to it.
    parents: Vec<Vec<Place>>,
    /// For each position what the cheapest line from there out of the book costs, in hundredths of a disc; [`NO_WAY`] where
    /// none leads out.
    costs: Vec<i32>,
    /// The positions one move outside the book, and whose moves lead there.
    outside: HashMap<Key, Vec<Place>>,
    /// What a ply costs, in hundredths of a disc.
    ply: i32,
}

const NO_WAY: i32 = i32::MAX / 2;

/// What came of an attempt to grow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Grown {
    /// A position more.
    Position,
    /// Every line of the game is in the book.
    Complete,
    /// The search was stopped before it had an answer.
    Stopped,
}

/// Who searches, and how far: told the same for all positions of a book.
pub struct Searcher<'a> {
    /// A table of the game, to lay positions on.
    pub table: Box<dyn Table>,
    /// The player.
    pub player: &'a mut dyn Player,
    /// What a position may cost.
    pub limits: Limits,
}

impl BookMaker {
    /// Goes on with a book. `ply` is what a ply counts as, in hundredths of a disc: the less, the deeper the lines of best
    /// play.
    pub fn new(book: Book, ply: u16) -> BookMaker {
        let mut maker = BookMaker {
            parents: vec![Vec::new(); book.len()],
            costs: vec![NO_WAY; book.len()],
            outside: HashMap::new(),
            ply: ply.into(),
            book,
        };
        let mut all = BTreeSet::new();
        for place in 0..maker.book.len() as Place {
            maker.connect(place);
            all.insert(maker.turn_of(place));
        }
        maker.settle(all);
        maker
    }

    /// The book.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// Makes the book a position larger, or begins it.
    ///
    /// # Errors
    /// If the player fails.
    pub fn grow(&mut self, searcher: &mut Searcher) -> Result<Grown, Error> {
        if self.book.is_empty() {
            let start = self.book.game.start().canonical().0;
            return self.add(start, searcher);
        }
        match self.cheapest() {
            Some(next) => self.add(next, searcher),
            None => Ok(Grown::Complete),
        }
    }

    /// Takes the positions of a game into the book, from the start as far as they follow each other. How many are new;
    /// fewer than there could be if the search was stopped.
    ///
    /// # Errors
    /// If the table is not of the book's game or begins elsewhere, or the player fails.
    pub fn learn(&mut self, played: &dyn Table, searcher: &mut Searcher) -> Result<usize, Error> {
        let (game, line) = laid(played)
            .ok_or_else(|| Error::Book(format!("such books are of Othello, not of {}", played.spec())))?;
        if *game != self.book.game {
            let (book, played) = (self.book.rules(), played.spec());
            return Err(Error::Book(format!("the book is of {book}, not of {played}")));
        }
        if line.first() != Some(&game.start()) {
            return Err(Error::Book("the game does not begin with the usual start".into()));
        }
        let mut new = 0;
        for position in line {
            let position = position.canonical().0;
            if self.book.at(&position).is_none() {
                match self.add(position, searcher)? {
                    Grown::Position => new += 1,
                    Grown::Complete | Grown::Stopped => break,
                }
            }
        }
        Ok(new)
    }

    /// The position outside the book that the cheapest line leads to.
    fn cheapest(&self) -> Option<Position> {
        let mut place = 0;
        while self.costs.get(place).is_some_and(|&cost| cost < NO_WAY) {
            let here = &self.book.positions[place];
            if here.deviation.is_some() && self.cost_out(here) == self.costs[place] {
                let out = here.deviation?;
                let leads = successors(&self.book.game, &here.position).into_iter();
                return leads.into_iter().find(|(mv, _)| *mv == out.mv).map(|(_, next)| next);
            }
            let next =
                here.children.iter().find(|&&(_, child)| self.cost_by(here, child) == self.costs[place]);
            place = next?.1 as usize;
        }
        None
    }

    /// What it costs to leave the book at once.
    fn cost_out(&self, here: &BookPosition) -> i32 {
        here.deviation.map_or(NO_WAY, |out| i32::from(here.value) - i32::from(out.value))
    }

    /// What it costs to leave the book after a move to another position of it.
    fn cost_by(&self, here: &BookPosition, child: Place) -> i32 {
        let lost = i32::from(here.value) + i32::from(self.book.positions[child as usize].value);
        (self.costs[child as usize] + lost + self.ply).min(NO_WAY)
    }

    /// Takes a position in that is one move outside the book, or the first.
    fn add(&mut self, position: Position, searcher: &mut Searcher) -> Result<Grown, Error> {
        let new = key(&position, &self.book.game);
        let parents = self.outside.get(&new).cloned().unwrap_or_default();
        let Some(deviation) = self.search(&position, new, searcher)? else { return Ok(Grown::Stopped) };
        // Those whose best move out of the book has led here need another.
        let mut others = Vec::new();
        for &parent in &parents {
            let here = &self.book.positions[parent as usize];
            let leads_here = here.deviation.is_some_and(|out| {
                let mut next = here.position;
                self.book.game.play(&mut next, out.mv);
                key(&next.canonical().0, &self.book.game) == new
            });
            if leads_here {
                let Some(other) = self.search(&here.position.clone(), new, searcher)? else {
                    return Ok(Grown::Stopped);
                };
                others.push((parent, other));
            }
        }
        let place = self.book.len() as Place;
        self.book.positions.push(BookPosition { position, deviation, children: Vec::new(), value: 0 });
        self.book.places.insert(new, place);
        self.outside.remove(&new);
        self.parents.push(Vec::new());
        self.costs.push(NO_WAY);
        for (parent, other) in others {
            self.book.positions[parent as usize].deviation = other;
        }
        self.book.positions[place as usize].children = self.book.children(&position);
        self.connect(place);
        for &parent in &parents {
            let children = self.book.children(&self.book.positions[parent as usize].position);
            self.book.positions[parent as usize].children = children;
        }
        self.parents[place as usize] = parents.clone();
        let changed = parents.into_iter().chain([place]).map(|place| self.turn_of(place)).collect();
        self.settle(changed);
        Ok(Grown::Position)
    }

    /// Notes where the moves of a position lead.
    fn connect(&mut self, place: Place) {
        let position = self.book.positions[place as usize].position;
        for (_, next) in successors(&self.book.game, &position) {
            let next = key(&next, &self.book.game);
            match self.book.places.get(&next) {
                Some(&child) => self.parents[child as usize].push(place),
                None => self.outside.entry(next).or_default().push(place),
            }
        }
    }

    /// When a position is looked at by [`settle`](BookMaker::settle): those with the most discs come first.
    fn turn_of(&self, place: Place) -> (Reverse<u32>, Place) {
        (Reverse(discs(&self.book.positions[place as usize].position)), place)
    }

    /// Works out value and cost of positions anew, and of all before them as far as something changes.
    fn settle(&mut self, mut waiting: BTreeSet<(Reverse<u32>, Place)>) {
        while let Some((_, place)) = waiting.pop_first() {
            let at = place as usize;
            let value = self.book.value_of(&self.book.positions[at]);
            let changed = std::mem::replace(&mut self.book.positions[at].value, value) != value;
            let here = &self.book.positions[at];
            let by_children = here.children.iter().map(|&(_, child)| self.cost_by(here, child));
            let cost = by_children.chain([self.cost_out(here)]).min().unwrap_or(NO_WAY);
            if std::mem::replace(&mut self.costs[at], cost) != cost || changed {
                waiting.extend(self.parents[at].iter().map(|&parent| self.turn_of(parent)));
            }
        }
    }

    /// The best move of a position that leads neither into the book nor to the position `new`; `None` if the search was
    /// stopped.
    fn search(
        &self,
        position: &Position,
        new: Key,
        searcher: &mut Searcher,
    ) -> Result<Option<Option<Deviation>>, Error> {
        let game = self.book.game;
        let all = successors(&game, position);
        let leads_out = |next: &Position| {
            let next = key(next, &game);
            next != new && !self.book.places.contains_key(&next)
        };
        let out: Vec<_> = all.iter().filter(|(_, next)| leads_out(next)).map(|&(mv, _)| mv).collect();
        if out.is_empty() {
            return Ok(Some(None));
        }
        let mut places = Vec::new();
        let mut place = 0;
        game.each_move(position, |mv| {
            if out.contains(&mv) {
                places.push(place);
            }
            place += 1;
        });
        // Asked about all moves, the search may solve the ending.
        let root_moves = Some(places).filter(|_| out.len() < all.len());
        let Searcher { table, player, limits } = searcher;
        table.set_position(&game.format_position(position))?;
        // What the search has learnt before would make the answer depend on it.
        player.forget();
        let thought = player.think(&**table, &Limits { root_moves, ..limits.clone() }, &mut |_| {})?;
        if limits.stop.is_stopped() {
            return Ok(None);
        }
        let best = thought.best.ok_or_else(|| Error::Player("it has no move".into()))?;
        let mv = game.parse_move(position, &best).map_err(Error::Move)?;
        // Of moves that come to the same one is in the book's order.
        let mv = if out.contains(&mv) { mv } else { alike(&game, position, mv, &out).unwrap_or(out[0]) };
        Ok(Some(Some(Deviation { mv, value: hundredths(thought.value, &game) })))
    }
}

/// The move among some that leads to the same position as another, but for turning the board.
fn alike(game: &Othello, position: &Position, mv: Move, among: &[Move]) -> Option<Move> {
    let after = |mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        key(&next.canonical().0, game)
    };
    among.iter().copied().find(|&one| after(one) == after(mv))
}

/// A value in hundredths of a disc. What is won by nobody knows how much counts as the whole board, so that nobody who can
/// win does anything else.
fn hundredths(value: Value, game: &Othello) -> i16 {
    let most = 100 * game.board().count_ones() as i32;
    let hundredths = match value.decided() {
        Some(_) if value.score().value() > 0 => most,
        Some(_) => -most,
        None => value.centipawns().clamp(-most, most),
    };
    hundredths as i16
}
