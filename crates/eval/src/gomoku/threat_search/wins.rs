//! Proofs of wins by moves that need not threaten anything: proof-number search above threat search.
//!
//! What the defender has to answer such a move with is seen by letting it pass: the proof that the attacker then wins needs
//! some points, and every reply elsewhere leaves it standing. So did Allis, *Searching for Solutions in Games and
//! Artificial Intelligence* (1994), chapter 5, who solved the game by it.

use super::needs::Open;
use super::table::Numbers;
use super::{Found, Proof, Prover};
use crate::gomoku::Class;
use crate::gomoku::tactics::{answers, near, rank};
use games::gomoku::{Gomoku, Position};
use search::{Limits, Watch};
use std::collections::HashMap;
use std::sync::Arc;

/// Looks for wins by threats and quiet moves, in freestyle and exact five.
pub struct WinSearch {
    /// The most moves of the attacker at a position where no threat wins.
    pub candidates: usize,
    /// Positions that threat search looks at, at each such position.
    pub leaf_nodes: u64,
    /// Megabytes of its table.
    pub table_mb: usize,
}

impl Default for WinSearch {
    fn default() -> Self {
        WinSearch { candidates: 8, leaf_nodes: 20_000, table_mb: 64 }
    }
}

impl WinSearch {
    /// Looks for a proof that the side to move wins. Nodes are those of all threat searches together. What is not found
    /// may still be there: not all moves of the attacker are tried.
    pub fn prove(&self, game: &Gomoku, position: &Position, limits: &Limits) -> Found {
        let Some(open) = Open::new(game, position) else {
            return Found { proof: None, complete: false, nodes: 0 };
        };
        let mut searcher = Searcher {
            settings: self,
            prover: Prover::new(game, position, self.table_mb, &Limits::default()),
            open,
            places: HashMap::new(),
            proofs: HashMap::new(),
            watch: Watch::start(limits),
            stop: Limits { stop: limits.stop.clone(), ..Limits::default() },
        };
        searcher.attack(Numbers::NO_LIMIT);
        let proof = searcher.proofs.get(&searcher.key(true)).cloned();
        Found { proof, complete: false, nodes: searcher.prover.nodes }
    }
}

/// A search under way.
struct Searcher<'a> {
    settings: &'a WinSearch,
    /// Its board is the position here.
    prover: Prover<'a>,
    /// The same position, to see what proofs need.
    open: Open<'a>,
    places: HashMap<u64, Place>,
    /// Of positions with the attacker to move.
    proofs: HashMap<u64, Arc<Proof>>,
    watch: Watch,
    /// What ends a threat search beside its nodes.
    stop: Limits,
}

/// A position that was looked at.
struct Place {
    numbers: Numbers,
    /// The attacker's candidates, or the defender's replies; none are known while its pass is not proven to lose.
    moves: Option<Arc<[u16]>>,
    /// What wins after the defender's pass.
    pass: Option<Arc<Proof>>,
}

/// How many replies count one for the proof beside the hardest: most are lost at once.
const SHARE: u32 = 32;
/// How many of the best replies are looked at before the hardest of them is looked at further, and so on.
const AT_ONCE: u32 = 4;
/// Positions to look at for a win of the defender by fours.
const FOURS: u64 = 1000;

impl Searcher<'_> {
    /// The key of the position here, with the attacker or the defender to move.
    fn key(&self, attacks: bool) -> u64 {
        key_of(self.prover.board.key(), attacks)
    }

    fn is_over(&mut self) -> bool {
        self.watch.is_over(self.prover.nodes)
    }

    fn put(&mut self, side: game::Side, point: usize) {
        self.prover.board.put(side, point);
        self.open.put(side, point);
    }

    fn take_back(&mut self, side: game::Side, point: usize) {
        self.prover.board.take_back();
        self.open.take_back(side, point);
    }

    /// Looks at a position with the attacker to move, until one of its numbers reaches the limit.
    fn attack(&mut self, limit: Numbers) -> Numbers {
        let key = self.key(true);
        if !self.places.contains_key(&key) {
            self.begin_attack(key, None);
        }
        let us = self.prover.attacker;
        let moves = self.places[&key].moves.clone();
        let Some(moves) = moves else { return self.places[&key].numbers };
        loop {
            let over = self.is_over();
            let after = |&point: &u16| key_of(self.prover.board.key_with(us, point.into()), false);
            let numbers = moves.iter().map(|point| {
                let numbers = self.places.get(&after(point)).map_or(Numbers::UNKNOWN, |place| place.numbers);
                (numbers.proof, numbers.disproof)
            });
            let chosen = Numbers::of_moves(numbers, 1);
            let found = Numbers { proof: chosen.own, disproof: chosen.other };
            if chosen.own >= limit.proof || chosen.other >= limit.disproof || over {
                if chosen.own == 0 {
                    let point = moves[chosen.place];
                    let proof = self.proof_of(point.into(), after(&point));
                    self.proofs.insert(key, proof);
                }
                self.set(key, found);
                return found;
            }
            let (proof, disproof) = chosen.limits((limit.proof, limit.disproof));
            let point = moves[chosen.place].into();
            self.put(us, point);
            self.defend(Numbers { proof, disproof });
            self.take_back(us, point);
        }
    }

    /// Looks at a position for the first time: whether threats win, and else what to try, `first` before all.
    fn begin_attack(&mut self, key: u64, first: Option<usize>) {
        let prover = &mut self.prover;
        let nodes = Some(prover.nodes + self.settings.leaf_nodes);
        prover.watch = Watch::start(&Limits { nodes, ..self.stop.clone() });
        let proof = prover.prove_here().0;
        let place = match proof {
            Some(proof) => {
                self.proofs.insert(key, proof);
                Place { numbers: Numbers::PROVEN, moves: None, pass: None }
            }
            None => Place { numbers: Numbers::UNKNOWN, moves: Some(self.candidates(first)), pass: None },
        };
        self.places.insert(key, place);
    }

    /// The attacker's best moves; those that answer the defender's threats if there are any.
    fn candidates(&mut self, first: Option<usize>) -> Arc<[u16]> {
        let board = &mut self.prover.board;
        let (us, them) = (self.prover.attacker, self.prover.attacker.opponent());
        let fives = *board.points(them, Class::Five);
        let fours = [Class::Four, Class::FourThree].map(|class| *board.points(us, class));
        let points = if !fives.is_empty() {
            fives
        } else if !board.points(them, Class::Fours).is_empty() {
            fours.iter().fold(answers(board, us), |all, fours| all.either(fours))
        } else {
            near(board)
        };
        let order = |point| (Some(point) != first, -rank(board, us, point), point as u16);
        let mut ranked: Vec<_> = points.iter().map(order).collect();
        ranked.sort_unstable();
        ranked.iter().take(self.settings.candidates).map(|&(_, _, point)| point).collect()
    }

    /// Looks at a position with the defender to move, until one of its numbers reaches the limit.
    fn defend(&mut self, limit: Numbers) -> Numbers {
        let key = self.key(false);
        let them = self.prover.attacker.opponent();
        if !self.places.contains_key(&key) {
            let numbers = if self.defender_wins() { Numbers::DISPROVEN } else { Numbers::UNKNOWN };
            self.places.insert(key, Place { numbers, moves: None, pass: None });
        }
        if self.places[&key].numbers == Numbers::DISPROVEN {
            return Numbers::DISPROVEN;
        }
        if self.places[&key].moves.is_none() {
            let numbers = self.attack(limit);
            if numbers.proof > 0 {
                self.set(key, numbers);
                return numbers;
            }
            self.begin_defence(key);
        }
        let Some(moves) = self.places[&key].moves.clone() else { return Numbers::DISPROVEN };
        loop {
            let over = self.is_over();
            let after = |&point: &u16| key_of(self.prover.board.key_with(them, point.into()), true);
            let numbers = moves.iter().enumerate().map(|(i, point)| {
                let unseen = Numbers { proof: 1, disproof: 1 + i as u32 / AT_ONCE };
                let numbers = self.places.get(&after(point)).map_or(unseen, |place| place.numbers);
                (numbers.disproof, numbers.proof)
            });
            let chosen = Numbers::of_moves(numbers, SHARE);
            let found = Numbers { proof: chosen.other, disproof: chosen.own };
            if chosen.own >= limit.disproof || chosen.other >= limit.proof || over {
                self.set(key, found);
                return found;
            }
            let (disproof, proof) = chosen.limits((limit.disproof, limit.proof));
            let point = moves[chosen.place].into();
            self.put(them, point);
            let after = self.key(true);
            if !self.places.contains_key(&after) {
                let wins = self.places[&key].pass.as_ref();
                let wins = wins.map(|pass| pass.mv.row() * self.prover.game.size() + pass.mv.column());
                self.begin_attack(after, wins);
            }
            self.attack(Numbers { proof, disproof });
            self.take_back(them, point);
        }
    }

    /// Whether the defender, to move, has won or wins by fours.
    fn defender_wins(&mut self) -> bool {
        let them = self.prover.attacker.opponent();
        let board = &mut self.prover.board;
        if !board.points(self.prover.attacker, Class::Five).is_empty() {
            return !board.points(them, Class::Five).is_empty();
        }
        board.wins_by_fours(them, false, &mut FOURS.clone(), &mut Vec::new(), &|_, _, _| true) == Some(true)
    }

    /// The pass is proven to lose: finds the replies that disturb what wins then.
    fn begin_defence(&mut self, key: u64) {
        let them = self.prover.attacker.opponent();
        let pass = Arc::clone(&self.proofs[&self.key(true)]);
        let needs = self.open.needs(&pass, 1);
        let points = match &needs {
            Ok(needs) => *needs.points(),
            // Where the defender makes five at once no proof is looked for.
            Err(_) => return self.set(key, Numbers::DISPROVEN),
        };
        let board = &self.prover.board;
        let mut ranked: Vec<_> =
            points.iter().map(|point| (-rank(board, them, point), point as u16)).collect();
        ranked.sort_unstable();
        let moves = ranked.iter().map(|&(_, point)| point).collect();
        let place = Place { numbers: Numbers::UNKNOWN, moves: Some(moves), pass: Some(pass) };
        self.places.insert(key, place);
    }

    fn set(&mut self, key: u64, numbers: Numbers) {
        if let Some(place) = self.places.get_mut(&key) {
            place.numbers = numbers;
        }
    }

    /// The proof by a move of the attacker after which the position is proven.
    fn proof_of(&self, point: usize, after: u64) -> Arc<Proof> {
        let them = self.prover.attacker.opponent();
        let place = &self.places[&after];
        let us = self.prover.attacker;
        let key = self.prover.board.key_with(us, point);
        let answer = |&reply: &u16| {
            let proof = &self.proofs[&key_of(
                key ^ self.prover.board.key_with(them, reply.into()) ^ self.prover.board.key(),
                true,
            )];
            (self.prover.move_to(reply.into()), Arc::clone(proof))
        };
        let answers = place.moves.iter().flat_map(|moves| moves.iter()).map(answer).collect();
        Arc::new(Proof { mv: self.prover.move_to(point), answers, otherwise: place.pass.clone() })
    }
}

/// A position's key, with the attacker or the defender to move.
fn key_of(stones: u64, attacks: bool) -> u64 {
    if attacks { stones } else { stones ^ 0x9E37_79B9_7F4A_7C15 }
}
