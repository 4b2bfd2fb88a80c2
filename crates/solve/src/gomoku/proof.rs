//! A proof that a side wins by threats, and who checks it.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use wanqi_game::{Game, Notation, Outcome};
use wanqi_games::gomoku::{Gomoku, Move, Position};
use wanqi_search::{Limits, Watch};

/// A proof that the side to move wins: its move, and what it does about every reply.
#[derive(Clone, PartialEq, Debug)]
pub struct Proof {
    /// What the attacker plays.
    pub mv: Move,
    /// What wins after replies that have to be looked at one by one.
    pub answers: Vec<(Move, Arc<Proof>)>,
    /// What wins after any other reply; none where `mv` wins at once or no other reply is legal.
    pub otherwise: Option<Arc<Proof>>,
}

/// Why a proof does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The moves that lead there, as text.
    pub moves: Vec<String>,
    /// What is wrong after them.
    pub what: &'static str,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.moves[..] {
            [] => write!(f, "{}", self.what),
            _ => write!(f, "after {}: {}", self.moves.join(" "), self.what),
        }
    }
}

/// Why a proof is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It does not hold.
    Flaw(Flaw),
    /// The limits of the check were reached: after how many positions.
    BrokenOff(u64),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Flaw(flaw) => flaw.fmt(f),
            Refusal::BrokenOff(positions) => {
                write!(f, "the check was broken off after {positions} positions")
            }
        }
    }
}

impl std::error::Error for Refusal {}

/// Parts of a proof that a check remembers to hold, so that it looks at them once: more than the largest proofs have had
/// (3.2 million positions), and as many as a hash map of four million places holds, which is 1.2 GB of relevance zones. What is
/// not remembered is looked at again.
pub(super) const MAX_REMEMBERED: usize = (1 << 22) / 8 * 7;

impl Proof {
    /// Plies to five, if the defender plays what is looked at and holds out as long as it can.
    pub fn plies(&self) -> usize {
        self.measured(&mut std::collections::HashMap::new())
    }

    fn measured(&self, known: &mut std::collections::HashMap<*const Proof, usize>) -> usize {
        let nexts = self.answers.iter().map(|(_, next)| next).chain(&self.otherwise);
        let mut longest = 0;
        for next in nexts {
            let place = Arc::as_ptr(next);
            let plies = match known.get(&place) {
                Some(&plies) => plies,
                None => next.measured(known),
            };
            known.insert(place, plies);
            longest = longest.max(1 + plies);
        }
        1 + longest
    }

    /// The moves of a longest line.
    pub fn line(&self) -> Vec<Move> {
        let mut known = std::collections::HashMap::new();
        let (mut proof, mut line) = (self, vec![self.mv]);
        while let Some((reply, next)) = proof.answers.iter().max_by_key(|(_, next)| next.measured(&mut known))
        {
            line.extend([*reply, next.mv]);
            proof = next;
        }
        line
    }

    /// Checks the proof by the rules alone: that each move of the attacker is legal, that every legal reply is answered,
    /// and that the attacker has won where no answer is told. The limits are of positions to look at, of time, and a stop. Says
    /// how many positions were looked at.
    ///
    /// # Errors
    /// The first flaw that is found, or that a limit was reached.
    pub fn verify(&self, game: &Gomoku, position: &Position, limits: &Limits) -> Result<u64, Refusal> {
        let (moves, verified, watch) = (Vec::new(), HashSet::new(), Watch::start(limits));
        let mut verifier = Verifier { game, moves, verified, positions: 0, watch };
        verifier.verify(self, position)?;
        Ok(verifier.positions)
    }
}

/// Knows the rules, and nothing of patterns.
struct Verifier<'a> {
    game: &'a Gomoku,
    /// The moves so far, each with the position before it.
    moves: Vec<(Position, Move)>,
    /// Proofs that hold, by the position that they begin in.
    verified: HashSet<(u64, *const Proof)>,
    positions: u64,
    watch: Watch,
}

impl Verifier<'_> {
    fn verify(&mut self, proof: &Proof, position: &Position) -> Result<(), Refusal> {
        let game = self.game;
        let attacker = game.side_to_move(position);
        let mut legal = false;
        if game.outcome(position).is_none() {
            legal = game.move_at(position, proof.mv.row(), proof.mv.column()) == Some(proof.mv);
        }
        self.moves.push((position.clone(), proof.mv));
        if !legal {
            return Err(self.flaw("an illegal move"));
        }
        let mut after = position.clone();
        game.play(&mut after, proof.mv);
        self.positions += 1;
        match game.outcome(&after) {
            Some(Outcome::Win(winner)) if winner == attacker => {
                self.moves.pop();
                return Ok(());
            }
            Some(_) => return Err(self.flaw("a game that is not won")),
            None => {}
        }
        let mut replies = Vec::new();
        game.each_move(&after, |reply| replies.push(reply));
        if replies.is_empty() {
            return Err(self.flaw("no legal reply, and no five"));
        }
        for reply in replies {
            let mut next = after.clone();
            game.play(&mut next, reply);
            self.positions += 1;
            if self.watch.is_over(self.positions) {
                return Err(Refusal::BrokenOff(self.positions));
            }
            // In renju a reply may lose by being forbidden.
            if game.outcome(&next) == Some(Outcome::Win(attacker)) {
                continue;
            }
            let answer = proof.answers.iter().find(|(to, _)| *to == reply).map(|(_, answer)| answer);
            self.moves.push((after.clone(), reply));
            let Some(answer) = answer.or(proof.otherwise.as_ref()) else {
                return Err(self.flaw("a reply without an answer"));
            };
            let part = (game.key(&next), Arc::as_ptr(answer));
            if !self.verified.contains(&part) {
                self.verify(answer, &next)?;
                if self.verified.len() < MAX_REMEMBERED {
                    self.verified.insert(part);
                }
            }
            self.moves.pop();
        }
        self.moves.pop();
        Ok(())
    }

    #[cold]
    fn flaw(&self, what: &'static str) -> Refusal {
        let text = |(position, mv): &(Position, Move)| self.game.format_move(position, *mv, 0);
        Refusal::Flaw(Flaw { moves: self.moves.iter().map(text).collect(), what })
    }
}
