//! The search for a proof under superko: depth first, deeper and deeper, with a table.
//!
//! A search looks for a proof of one side, so many plies deep. Where it finds none, the other side holds out, for so many plies
//! or for good (which is a proof of its own): to show that takes one move of the other side at each turn, and rests on the past
//! as a proof does. Both sides' searches take turns. At each position it is asked first what either side can
//! [force](super::forced) whatever came before: only where going in circles decides are moves and their past looked at.

use super::board::BLACK;
use super::forced::Forced;
use super::ordering::{History, Step};
use super::past::{Grounds, Past};
use super::position::{NO_MOVE, PASS, Position};
use super::proof::{FOR_GOOD, Proof, ProofEntry};
use super::question::Question;
use super::standing::stands;
use super::table::{Key, Table};
use super::{Progress, Task};

/// What a search has found of a position.
#[derive(Clone, Copy, Debug)]
struct SearchResult {
    /// The side that has its way.
    winner: usize,
    /// For how many plies: [`FOR_GOOD`] if that is proven.
    plies: u16,
    grounds: Grounds,
    /// The winner's move, if it is its turn; else the move that the loser should try again, if there is one.
    mv: u8,
}

/// How many plies deeper the search for one side's proof may be than that for the other's.
const MAX_AHEAD: u16 = 10;
/// How many plies deeper the search for what is forced looks.
const FORCED_AHEAD: u16 = 8;
/// So many positions a search may look at before it is left for another.
const MIN_WORK: u64 = 1 << 20;
/// The search for the whole board gets one of so many positions.
const WHOLE_SHARE: u64 = 4;
/// Places in [`Search::forced`].
const QUESTION: usize = 0;
const WHOLE: usize = 1;
/// No search looks deeper.
const MAX_DEPTH: u16 = 1000;

/// A search that keeps its tables from question to question.
pub(super) struct Search<'a> {
    pub question: Question,
    past: Past,
    table: Table<ProofEntry>,
    /// What is forced, for the question and for the whole board; none without tables.
    forced: Option<[Forced; 2]>,
    history: History,
    pub progress: Progress<'a>,
    /// The side whose proof is looked for.
    prover: usize,
    /// The search for what Black can force on the whole board.
    whole: Deepening,
}

/// An answer: whether Black leads by so much, and his first move if he does, it is known and no pass.
pub(super) struct LeadAnswer {
    pub lead: i32,
    pub winner: usize,
    pub first_move: Option<u32>,
}

/// A search that grows deeper by and by.
#[derive(Clone, Copy)]
struct Deepening {
    lead: i32,
    prover: usize,
    depth: u16,
    nodes: u64,
}

impl Deepening {
    fn new(lead: i32, prover: usize) -> Deepening {
        Deepening { lead, prover, depth: 0, nodes: 0 }
    }
}

impl<'a> Search<'a> {
    pub fn new(task: &Task, progress: Progress<'a>) -> Self {
        let bytes = (task.table_mb << 20) / 4;
        Search {
            question: Question::new(task.size, progress.solution.asked),
            past: Past::new(task.superko),
            table: Table::new(bytes),
            forced: (bytes > 0).then(|| [2 * bytes, bytes].map(Forced::new)),
            history: History::new(),
            progress,
            prover: BLACK,
            whole: Deepening::new(task.size.points() as i32, BLACK),
        }
    }

    /// Whether Black, who moves first on an empty board, can lead by so much; or that he owns the whole board, if that is found
    /// first. `None` if it was stopped.
    pub fn ask(&mut self, lead: i32) -> Option<LeadAnswer> {
        let mut deepenings = [BLACK, 1 - BLACK].map(|prover| Deepening::new(lead, prover));
        loop {
            // The side whose proof has taken less work so far goes on, but not far ahead.
            let cheaper = usize::from(deepenings[1].nodes < deepenings[0].nodes);
            let is_ahead = deepenings[cheaper].depth >= deepenings[1 - cheaper].depth + MAX_AHEAD;
            let next = if is_ahead { 1 - cheaper } else { cheaper };
            let is_unproven = self.forced.is_some() && self.progress.solution.upper == self.whole.lead;
            let of_whole = is_unproven
                && self.whole.depth < MAX_DEPTH
                && WHOLE_SHARE * self.whole.nodes <= self.progress.solution.nodes;
            let mut deepening = if of_whole { self.whole } else { deepenings[next] };
            deepening.depth += 1;
            if deepening.depth > MAX_DEPTH {
                return None;
            }
            let before = self.progress.solution.nodes;
            // One that takes much more work than the others is left for them, and begun again later, with what it has found.
            self.progress.pause = before + deepenings[1 - next].nodes.max(MIN_WORK);
            let found = self.search(deepening, of_whole);
            if self.progress.stopped {
                return None;
            }
            if self.progress.is_over() {
                deepening.depth -= 1;
            } else if let Some(SearchResult { winner, mv, .. }) =
                found.filter(|found| found.plies == FOR_GOOD)
            {
                let first_move = (mv < PASS).then_some(u32::from(mv));
                return Some(LeadAnswer { lead: deepening.lead, winner, first_move });
            }
            deepening.nodes += self.progress.solution.nodes - before;
            *(if of_whole { &mut self.whole } else { &mut deepenings[next] }) = deepening;
        }
    }

    /// Searches as deep as this says; for the whole board only what is forced.
    fn search(&mut self, deepening: Deepening, of_whole: bool) -> Option<SearchResult> {
        let Deepening { lead, prover, depth, .. } = deepening;
        (self.prover, self.question.lead) = (prover, lead);
        (self.progress.solution.asked, self.progress.solution.depth) = (lead, u32::from(depth));
        if let Some(forced) = &mut self.forced {
            forced[if of_whole { WHOLE } else { QUESTION }].fade();
        }
        if of_whole {
            self.forced(WHOLE, Position::START, [prover], depth)
        } else {
            Some(self.look(Position::START, depth))
        }
    }

    /// Looks so many plies ahead.
    fn look(&mut self, position: Position, depth: u16) -> SearchResult {
        let unproven =
            SearchResult { winner: 1 - self.prover, plies: depth, grounds: Grounds::NONE, mv: NO_MOVE };
        let before = self.progress.solution.nodes;
        if !self.progress.visit() {
            return unproven;
        }
        if let Some((winner, grounds)) = self.static_win(position) {
            return SearchResult { winner, plies: FOR_GOOD, grounds, mv: PASS };
        }
        let (key, way) = Key::shared(position, &self.question.symmetries);
        let past = Key::new(position).hash() ^ self.past.signature();
        let mut first = NO_MOVE;
        if let Some(entry) = self.table.get(key) {
            let back = self.question.symmetries.back(way);
            for (winner, proof) in entry.of(1 - self.prover) {
                let mv = self.question.symmetries.mv(back, proof.mv);
                let answers = self.question.follows_from(proof.bound, winner);
                if first == NO_MOVE || answers && mv != NO_MOVE {
                    // It is tried at least: its move goes first.
                    first = mv;
                }
                if !answers || proof.plies < depth {
                    continue;
                }
                let grounds = self.question.turned(proof.grounds(), back);
                // It stands whatever came before, or has the same past; but by which of its positions a move was left out is not
                // kept, only that it was.
                let stands = grounds.since == Grounds::NO_PAST && grounds.stand(self.past.taken()[winner]);
                if stands || proof.past == past {
                    return SearchResult { winner, plies: proof.plies, grounds, mv };
                }
            }
        }
        let mut found =
            match self.forced(QUESTION, position, [self.prover, 1 - self.prover], depth + FORCED_AHEAD) {
                Some(found) => found,
                None if depth == 0 => return unproven,
                None => self.look_at_moves(position, depth, first),
            };
        if self.progress.is_over() {
            return unproven;
        }
        // Of what stood here or later every past will say the same.
        if found.grounds.since >= self.past.plies() {
            found.grounds.since = Grounds::NO_PAST;
        }
        let bound = self.question.bound(found.winner);
        let mv = self.question.symmetries.mv(way, found.mv);
        let proof = Proof::new(bound, found.plies, mv, self.question.turned(found.grounds, way), past);
        if let Some(entry) = self.table.entry(key, self.progress.solution.nodes - before) {
            entry.keep(found.winner, proof);
        }
        found
    }

    /// What the moves lead to, so many plies deep.
    fn look_at_moves(&mut self, position: Position, depth: u16, first: u8) -> SearchResult {
        let side = position.side;
        // What the proof rests on if no move is what this side wants.
        let mut grounds = Grounds::NONE;
        let past = &self.past;
        let (steps, count) = self.history.steps(&self.question, position, first, |mv, after| {
            let brought_back = past.brought_back(after.board, side, u32::from(mv));
            grounds.since = grounds.since.min(brought_back.unwrap_or(Grounds::NO_PAST));
            brought_back.is_some()
        });
        let mut found = SearchResult { winner: 1 - side, plies: FOR_GOOD, grounds, mv: NO_MOVE };
        for step in &steps[..count] {
            let &Step { mv, after, taken, .. } = step;
            self.past.push(after.board, side, taken);
            let why = self.look(after, depth - 1);
            self.past.pop();
            let plies = if why.plies == FOR_GOOD { FOR_GOOD } else { why.plies + 1 };
            if why.winner == side {
                let played = why.grounds.played | step.stone();
                self.history.reward(side, mv, depth);
                return SearchResult { winner: side, plies, grounds: Grounds { played, ..why.grounds }, mv };
            }
            if plies < found.plies || found.mv == NO_MOVE {
                found.mv = mv;
            }
            found.plies = found.plies.min(plies);
            found.grounds = found.grounds.and(Grounds { lost: why.grounds.lost | taken, ..why.grounds });
        }
        found
    }

    /// The side that has its way if the position shows it, and what that rests on.
    fn static_win(&self, position: Position) -> Option<(usize, Grounds)> {
        let static_win = self.question.static_win(position)?;
        let (winner, lost) = (static_win.winner, self.past.taken()[static_win.winner]);
        let stands = static_win
            .fill
            .is_none_or(|fill| !self.past.any(|board| fill.may_bring_back(board.0[winner], lost)));
        stands.then_some((winner, Question::grounds(static_win)))
    }

    /// What one of these sides can force, so many plies deep, under this past.
    fn forced<const N: usize>(
        &mut self,
        place: usize,
        position: Position,
        winners: [usize; N],
        depth: u16,
    ) -> Option<SearchResult> {
        let forced = &mut self.forced.as_mut()?[place];
        winners.into_iter().find_map(|winner| {
            let win = forced.win(&self.question, &mut self.progress, position, winner, depth)?;
            let at = (&self.past, position);
            let stands = stands(forced, &self.question, &mut self.progress, at, (winner, win));
            stands.then_some(SearchResult { winner, plies: FOR_GOOD, grounds: win.grounds, mv: win.mv })
        })
    }
}
