//! What a side can force whatever came before: the search that needs no past.
//!
//! It looks for a way of the *prover* to have his way so many plies deep, in a game with the simple ko rule alone, where either
//! side may bring earlier positions back. Going in circles only uses up plies, so that the answer depends on nothing but the
//! position and the depth, and one table serves all pasts. The other side may do more in it than superko allows, so what is
//! forced here is forced under superko as well, provided that the prover's own stones bring nothing back, which
//! [`standing`](super::standing) looks into.
//!
//! Not all that a side has a way to under superko is forced: a fight may go in circles that superko breaks. So this search proves
//! and does not refute. That wins of one side may be kept without their past where going in circles is a loss for it is
//! the first case of Kishimoto and Müller, *A General Solution to the Graph History Interaction Problem* (AAAI 2004),
//! <https://webdocs.cs.ualberta.ca/~mmueller/ps/ghi-aaai.pdf>.

use super::Progress;
use super::board::BLACK;
use super::ordering::{History, Step};
use super::past::Grounds;
use super::position::{NO_MOVE, Position};
use super::question::Question;
use super::table::{Key, Table};

/// A win that is forced.
#[derive(Clone, Copy, Debug)]
pub(super) struct Win {
    /// The most plies until a position shows it, as far as was known when it was found.
    pub plies: u16,
    /// The winner's move, if it is his turn, and the position does not show the win.
    pub mv: u8,
    /// The points on which the winner puts stones in it, and those on which he loses stones.
    pub grounds: Grounds,
    pub check: Check,
}

/// What is known of the winner's plan in a forced win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Check {
    /// It has not been looked into.
    Unchecked,
    /// There is one on these grounds that brings back nothing that it comes through itself.
    BringsNothingBack,
    /// It brings back something that it comes through itself, or could not be followed.
    BringsBack,
}

impl Win {
    /// Of a position that shows it.
    const STATIC: Win = Win { plies: 0, mv: NO_MOVE, grounds: Grounds::NONE, check: Check::Unchecked };
}

/// What is known of a position.
#[derive(Clone, Copy, Default)]
struct ForcedEntry {
    /// That Black leads by at least, and by at most so much.
    wins: [Option<ProvenWin>; 2],
    failed: [FailedProof; 2],
}

#[derive(Clone, Copy)]
struct ProvenWin {
    bound: i8,
    mv: u8,
    plies: u16,
    check: Check,
    played: u32,
    lost: u32,
}

/// That a side's proof of a bound was not found so many plies deep, 0 for one that was not looked for.
#[derive(Clone, Copy)]
struct FailedProof {
    depth: u8,
    bound: i8,
    /// The move to try again.
    mv: u8,
}

impl Default for FailedProof {
    fn default() -> FailedProof {
        FailedProof { depth: 0, bound: 0, mv: NO_MOVE }
    }
}

/// No search looks deeper.
const MAX_DEPTH: u8 = 250;
/// The least depth at which the table is asked about every move before one is looked at.
const ASK_TABLE_FIRST: u8 = 2;

/// The search, which keeps its table from call to call.
pub(super) struct Forced {
    table: Table<ForcedEntry>,
    history: History,
}

impl Forced {
    pub fn new(bytes: usize) -> Forced {
        Forced { table: Table::new(bytes), history: History::new() }
    }

    /// Lets what was learned of moves fade.
    pub fn fade(&mut self) {
        self.history.fade();
    }

    /// A win of `prover` that he can force, if one was found so many plies deep.
    pub fn win(
        &mut self,
        question: &Question,
        progress: &mut Progress,
        position: Position,
        prover: usize,
        depth: u16,
    ) -> Option<Win> {
        let depth = depth.min(u16::from(MAX_DEPTH)) as u8;
        ForcedSearch { forced: self, question, progress, prover }.look(position, depth)
    }

    /// What is known of a win, without a search.
    pub fn known(&self, question: &Question, position: Position, prover: usize) -> Option<Win> {
        let (key, way) = Key::shared(position, &question.symmetries);
        let proven = self.table.get(key)?.wins[prover]?;
        question
            .follows_from(proven.bound, prover)
            .then(|| proven.turned(question, question.symmetries.back(way)))
    }

    /// Notes whether a win that is known can be had by a plan that brings nothing back by itself, and on which grounds.
    pub fn check(
        &mut self,
        question: &Question,
        position: Position,
        prover: usize,
        grounds: Option<Grounds>,
    ) {
        let (key, way) = Key::shared(position, &question.symmetries);
        let entry = self.table.get_mut(key);
        let Some(win) = entry.and_then(|entry| entry.wins[prover].as_mut()) else { return };
        // The plan is one for what is asked now, which may be less than what the win was found for.
        win.bound = question.bound(prover);
        win.check = Check::BringsBack;
        if let Some(grounds) = grounds {
            let Grounds { played, lost, .. } = question.turned(grounds, way);
            (win.played, win.lost, win.check) = (played, lost, Check::BringsNothingBack);
        }
    }
}

impl ProvenWin {
    fn turned(&self, question: &Question, way: usize) -> Win {
        let grounds = Grounds { played: self.played, lost: self.lost, ..Grounds::NONE };
        Win {
            plies: self.plies,
            mv: question.symmetries.mv(way, self.mv),
            grounds: question.turned(grounds, way),
            check: self.check,
        }
    }
}

/// One search.
struct ForcedSearch<'a, 'b> {
    forced: &'a mut Forced,
    question: &'a Question,
    progress: &'a mut Progress<'b>,
    prover: usize,
}

impl ForcedSearch<'_, '_> {
    fn look(&mut self, position: Position, depth: u8) -> Option<Win> {
        if !self.progress.visit() {
            return None;
        }
        if let Some(static_win) = self.question.static_win(position) {
            let win = Win { grounds: Question::grounds(static_win), ..Win::STATIC };
            return (static_win.winner == self.prover).then_some(win);
        }
        if depth == 0 {
            return None;
        }
        let (key, way) = Key::shared(position, &self.question.symmetries);
        let mut first = NO_MOVE;
        if let Some(entry) = self.forced.table.get(key) {
            let back = self.question.symmetries.back(way);
            if let Some(win) = self.proven(entry, self.prover) {
                return Some(win.turned(self.question, back));
            }
            if self.proven(entry, 1 - self.prover).is_some() || self.failed(entry, depth) {
                return None;
            }
            first = self.question.symmetries.mv(back, entry.failed[self.prover].mv);
        }
        let before = self.progress.solution.nodes;
        let (steps, count) = self.forced.history.steps(self.question, position, first, |_, _| false);
        let (win, mv) = self.best(position.side, &steps[..count], depth);
        if self.progress.is_over() {
            return None;
        }
        let question = self.question;
        let mv_there = question.symmetries.mv(way, mv);
        let work = self.progress.solution.nodes - before;
        if let Some(entry) = self.forced.table.entry(key, work) {
            let bound = question.bound(self.prover);
            match win {
                Some(Win { plies, grounds, .. }) => {
                    let Grounds { played, lost, .. } = question.turned(grounds, way);
                    entry.wins[self.prover] =
                        Some(ProvenWin { bound, mv: mv_there, plies, check: Check::Unchecked, played, lost });
                }
                None => entry.failed[self.prover] = FailedProof { depth, bound, mv: mv_there },
            }
        }
        win
    }

    /// The win by the best of these moves, and the move with which the side to move has what it wants.
    fn best(&mut self, side: usize, steps: &[Step], depth: u8) -> (Option<Win>, u8) {
        if depth >= ASK_TABLE_FIRST
            && let Some(found) = self.in_table(side, steps, depth - 1)
        {
            return found;
        }
        let mut all = Win::STATIC;
        for step in steps {
            match self.look(step.after, depth - 1) {
                Some(win) if side == self.prover => {
                    self.forced.history.reward(side, step.mv, u16::from(depth));
                    return (Some(by(step, win)), step.mv);
                }
                Some(win) => {
                    let lost = win.grounds.lost | step.taken;
                    all.plies = all.plies.max(win.plies.saturating_add(1));
                    all.grounds = all.grounds.and(Grounds { lost, ..win.grounds });
                }
                None if side == self.prover => {}
                None => {
                    self.forced.history.reward(side, step.mv, u16::from(depth));
                    return (None, step.mv);
                }
            }
        }
        ((side != self.prover).then_some(all), NO_MOVE)
    }

    /// The same if the table knows it of one of the moves (*enhanced transposition cutoffs*: Plaat, Schaeffer, Pijls and de
    /// Bruin, 1996, <https://arxiv.org/abs/1404.1511>).
    fn in_table(&self, side: usize, steps: &[Step], depth: u8) -> Option<(Option<Win>, u8)> {
        steps.iter().find_map(|step| {
            let (key, way) = Key::shared(step.after, &self.question.symmetries);
            let entry = self.forced.table.get(key)?;
            if side == self.prover {
                let win = self.proven(entry, side)?;
                let win = win.turned(self.question, self.question.symmetries.back(way));
                return Some((Some(by(step, win)), step.mv));
            }
            let failed = self.failed(entry, depth) || self.proven(entry, side).is_some();
            failed.then_some((None, step.mv))
        })
    }

    /// What is proven of the question for a side.
    fn proven<'e>(&self, entry: &'e ForcedEntry, side: usize) -> Option<&'e ProvenWin> {
        entry.wins[side].as_ref().filter(|win| self.question.follows_from(win.bound, side))
    }

    /// Whether the prover's win was looked for so many plies deep, of this bound or of one easier to reach.
    fn failed(&self, entry: &ForcedEntry, depth: u8) -> bool {
        let FailedProof { depth: looked, bound, .. } = entry.failed[self.prover];
        let asked = self.question.bound(self.prover);
        looked >= depth && if self.prover == BLACK { asked >= bound } else { asked <= bound }
    }
}

/// A win of the side that takes this step.
fn by(step: &Step, win: Win) -> Win {
    let grounds = Grounds { played: win.grounds.played | step.stone(), ..win.grounds };
    Win { plies: win.plies.saturating_add(1), mv: step.mv, grounds, check: Check::Unchecked }
}
