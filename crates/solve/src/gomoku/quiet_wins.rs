//! Proofs of wins by moves that need not threaten anything: proof-number search above threat search.
//!
//! What the defender has to answer such a move with is seen by letting it pass: the proof that the attacker then wins needs
//! some points, and every reply elsewhere leaves it standing. So did Allis, *Searching for Solutions in Games and
//! Artificial Intelligence* (1994), chapter 5, who solved the game by it. A proof that is found after one reply serves in the
//! same way for all others that it does not need, and for the same position with another stone on it.
//!
//! Where threats do not win, the strong alpha-beta search says which quiet move to try first, and how hard it will be.

use super::guided::search_until_win;
use super::proof_simulation::Simulated;
use super::proof_table::ProofNumbers;
use super::relevance_zone::ZoneFinder;
use super::{Proof, RootProver, ThreatSearchResult, VctProver};
use std::collections::HashMap;
use std::sync::Arc;
use wanqi_eval::gomoku::tactics::{answers, near, rank};
use wanqi_eval::gomoku::{Class, Lines, ThreatTactics};
use wanqi_game::Game;
use wanqi_games::gomoku::{Gomoku, Position};
use wanqi_search::alpha_beta::{Best, Options, SearchParameters};
use wanqi_search::{Limits, Search, Watch};

/// Looks for wins by threats and quiet moves.
pub struct WinSearch {
    /// The most moves of the attacker at a position where no threat wins.
    pub candidates: usize,
    /// Positions that threat search looks at, at each such position.
    pub leaf_nodes: u64,
    /// Nodes of the alpha-beta search that says where to begin, at each where none does.
    pub guide_nodes: u64,
    /// Megabytes of table of either search.
    pub table_mb: usize,
}

impl Default for WinSearch {
    fn default() -> Self {
        WinSearch { candidates: 8, leaf_nodes: 20_000, guide_nodes: 45_000, table_mb: 64 }
    }
}

impl WinSearch {
    /// Looks for a proof that the side to move wins. Nodes are those of all searches together. What is not found may still
    /// be there: not all moves of the attacker are tried.
    pub fn prove(&self, game: &Gomoku, position: &Position, limits: &Limits) -> ThreatSearchResult {
        // By chess's numbers more is proven than by those that win gomoku's games.
        let parameters = Some(SearchParameters::USUAL);
        let options = Options { table_mb: self.table_mb, parameters, ..Options::default() };
        let (tactics, prover) = (ThreatTactics::default(), RootProver::default());
        let mut guide = Best::with_prover(Lines::default(), tactics, prover, options);
        self.prove_by(&mut guide, game, position, limits)
    }

    /// The same by another guide, which may know the position.
    pub(super) fn prove_by(
        &self,
        guide: &mut dyn Search<Gomoku>,
        game: &Gomoku,
        position: &Position,
        limits: &Limits,
    ) -> ThreatSearchResult {
        let Some(zones) = ZoneFinder::new(game, position, &Limits::until(&limits.stop)) else {
            return ThreatSearchResult { proof: None, seen: None, complete: false, nodes: 0 };
        };
        let mut searcher = Searcher {
            settings: self,
            prover: VctProver::new(game, position, self.table_mb, &Limits::default()),
            zones,
            guide,
            guided: 0,
            places: HashMap::new(),
            proofs: HashMap::new(),
            watch: Watch::start(limits),
            limits,
        };
        searcher.attack(ProofNumbers::NO_LIMIT, None);
        let proof = searcher.proofs.get(&searcher.key(true)).cloned();
        ThreatSearchResult { proof, seen: None, complete: false, nodes: searcher.nodes() }
    }
}

/// A search under way.
struct Searcher<'a> {
    settings: &'a WinSearch,
    /// Its board is the position here.
    prover: VctProver<'a>,
    /// The same position, to see what proofs need.
    zones: ZoneFinder<'a>,
    guide: &'a mut dyn Search<Gomoku>,
    /// Nodes of the guide.
    guided: u64,
    places: HashMap<u64, SearchedPosition>,
    /// Of positions with the attacker to move.
    proofs: HashMap<u64, Arc<Proof>>,
    watch: Watch,
    limits: &'a Limits,
}

/// A position that was looked at.
struct SearchedPosition {
    numbers: ProofNumbers,
    /// The attacker's candidates, or the defender's replies; none are known while its pass is not proven to lose.
    moves: Option<Arc<[u16]>>,
    /// The proof number of the attacker's first candidate before it is looked at.
    effort: u32,
    /// What wins after the defender's pass.
    pass: Option<Arc<Proof>>,
    /// What wins in a similar position; with the defender to move, by the attacker's last move.
    simulated: Option<Simulated>,
}

/// How many replies count one for the proof beside the hardest: most are lost at once.
const SHARE: u32 = 32;
/// What each candidate takes more than the one before it, while neither is looked at.
const LATER: u32 = 6;
/// The most that a candidate may take at first, and the score that takes the least: 270 units multiply the odds by *e*.
const MAX_EFFORT: u32 = 60;
const EASY: i32 = 600;
/// Units of the score that take one more.
const UNITS: i32 = 20;
/// How many of the best replies are looked at before the hardest of them is looked at further, and so on.
const AT_ONCE: u32 = 4;
/// Positions to look at for a win of the defender by VCF.
const VCF_POSITIONS: u64 = 1000;

impl Searcher<'_> {
    /// The key of the position here, with the attacker or the defender to move.
    fn key(&self, attacks: bool) -> u64 {
        key_of(self.prover.board.key(), attacks)
    }

    fn is_over(&mut self) -> bool {
        let nodes = self.nodes();
        self.watch.is_over(nodes)
    }

    fn nodes(&self) -> u64 {
        self.prover.nodes + self.guided
    }

    /// So many nodes of what is left.
    fn part(&self, nodes: u64) -> Limits {
        let left = self.limits.nodes.map_or(nodes, |all| all.saturating_sub(self.nodes()));
        let time = self.limits.time.map(|time| time.saturating_sub(self.watch.elapsed()));
        Limits { nodes: Some(nodes.min(left)), time, ..self.limits.clone() }
    }

    fn put(&mut self, side: wanqi_game::Side, point: usize) {
        self.prover.board.put(side, point);
        self.zones.put(side, point);
    }

    fn take_back(&mut self, side: wanqi_game::Side, point: usize) {
        self.prover.board.take_back();
        self.zones.take_back(side, point);
    }

    /// Looks at a position with the attacker to move, until one of its numbers reaches the limit.
    fn attack(&mut self, limit: ProofNumbers, simulated: Option<Simulated>) -> ProofNumbers {
        let key = self.key(true);
        if !self.places.contains_key(&key) {
            self.begin_attack(key, simulated);
        }
        let us = self.prover.attacker;
        let SearchedPosition { moves, effort, numbers, simulated, .. } = &self.places[&key];
        let (effort, simulated) = (*effort, simulated.clone());
        let Some(moves) = moves.clone() else { return *numbers };
        loop {
            let over = self.is_over();
            let after = |&point: &u16| key_of(self.prover.board.key_with(us, point.into()), false);
            let numbers = moves.iter().enumerate().map(|(i, point)| {
                let unseen = ProofNumbers { proof: effort + LATER * i as u32, disproof: 1 };
                let numbers = self.places.get(&after(point)).map_or(unseen, |place| place.numbers);
                (numbers.proof, numbers.disproof)
            });
            let chosen = ProofNumbers::of_moves(numbers, 1);
            let found = ProofNumbers { proof: chosen.own, disproof: chosen.other };
            if chosen.own >= limit.proof || chosen.other >= limit.disproof || over {
                // One that is known stays: by its address its relevance zone is known too.
                if chosen.own == 0 && !self.proofs.contains_key(&key) {
                    let point = moves[chosen.place];
                    let proof = self.proof_of(point.into(), after(&point));
                    self.proofs.insert(key, proof);
                }
                self.set(key, found);
                return found;
            }
            let (proof, disproof) = chosen.limits((limit.proof, limit.disproof));
            let point = moves[chosen.place].into();
            let mv = self.prover.move_to(point);
            let simulated = simulated.clone().filter(|simulated| simulated.proof.mv == mv);
            self.put(us, point);
            self.defend(ProofNumbers { proof, disproof }, simulated);
            self.take_back(us, point);
        }
    }

    /// Looks at a position for the first time: whether what wins in a similar one wins here, or threats do; and else what to
    /// try.
    fn begin_attack(&mut self, key: u64, simulated: Option<Simulated>) {
        let them = self.prover.attacker.opponent();
        if let Some(simulated) = simulated.as_ref().filter(|simulated| simulated.holds(&mut self.zones, them))
        {
            self.proofs.insert(key, Arc::clone(&simulated.proof));
            self.places.insert(key, SearchedPosition::new(ProofNumbers::PROVEN));
            return;
        }
        let mut limits = self.part(self.settings.leaf_nodes);
        limits.nodes = limits.nodes.map(|nodes| self.prover.nodes + nodes);
        self.prover.watch = Watch::start(&limits);
        let proof = self.prover.prove_here().0;
        let place = match proof {
            Some(proof) => {
                self.proofs.insert(key, proof);
                SearchedPosition::new(ProofNumbers::PROVEN)
            }
            None => {
                let (best, effort) = self.ask_guide();
                let first = simulated.as_ref().map(|simulated| self.prover.point_of(simulated.proof.mv));
                let moves = Some(self.candidates(first, best));
                SearchedPosition {
                    moves,
                    effort,
                    simulated,
                    ..SearchedPosition::new(ProofNumbers { proof: effort, disproof: 1 })
                }
            }
        };
        self.places.insert(key, place);
    }

    /// What the guide says of a position with the attacker to move: the best move, and how hard it will be to prove.
    fn ask_guide(&mut self) -> (Option<usize>, u32) {
        let game = self.prover.game;
        let mut position = self.prover.board.position(game, self.prover.root);
        if game.side_to_move(&position) != self.prover.attacker {
            position = game.passed(&position).unwrap_or(position);
        }
        let limits = self.part(self.settings.guide_nodes);
        let report = search_until_win(self.guide, game, &position, &limits);
        self.guided += report.counts.nodes();
        let effort = match report.score.decided() {
            Some(plies) if plies > 0 => 1,
            Some(_) => MAX_EFFORT,
            None => ((EASY - report.score.value()) / UNITS).clamp(1, MAX_EFFORT as i32) as u32,
        };
        (report.best.map(|mv| self.prover.point_of(mv)), effort)
    }

    /// The attacker's best moves; those that answer the defender's threats if there are any. `first` and `second` come
    /// before all others.
    fn candidates(&mut self, first: Option<usize>, second: Option<usize>) -> Arc<[u16]> {
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
        let order =
            |point| (Some(point) != first, Some(point) != second, -rank(board, us, point), point as u16);
        let mut ranked: Vec<_> = points.iter().map(order).collect();
        ranked.retain(|&(_, _, _, point)| self.prover.is_legal(us, point.into()));
        ranked.sort_unstable();
        ranked.iter().take(self.settings.candidates).map(|&(_, _, _, point)| point).collect()
    }

    /// Looks at a position with the defender to move, until one of its numbers reaches the limit.
    fn defend(&mut self, limit: ProofNumbers, simulated: Option<Simulated>) -> ProofNumbers {
        let key = self.key(false);
        let them = self.prover.attacker.opponent();
        if !self.places.contains_key(&key) {
            let numbers = if self.defender_wins() { ProofNumbers::DISPROVEN } else { ProofNumbers::UNKNOWN };
            self.places.insert(key, SearchedPosition { simulated, ..SearchedPosition::new(numbers) });
        }
        if self.places[&key].numbers == ProofNumbers::DISPROVEN {
            return ProofNumbers::DISPROVEN;
        }
        if self.places[&key].moves.is_none() {
            let simulated = self.places[&key].simulated.as_ref().and_then(Simulated::after_pass);
            let numbers = self.attack(limit, simulated);
            if numbers.proof > 0 {
                self.set(key, numbers);
                return numbers;
            }
            self.begin_defence(key);
        }
        let Some(moves) = self.places[&key].moves.clone() else { return ProofNumbers::DISPROVEN };
        loop {
            let over = self.is_over();
            let after = |&point: &u16| key_of(self.prover.board.key_with(them, point.into()), true);
            let numbers = moves.iter().enumerate().map(|(i, point)| {
                let unseen = ProofNumbers { proof: 1, disproof: 1 + i as u32 / AT_ONCE };
                let numbers = self.places.get(&after(point)).map_or(unseen, |place| place.numbers);
                (numbers.disproof, numbers.proof)
            });
            let chosen = ProofNumbers::of_moves(numbers, SHARE);
            let found = ProofNumbers { proof: chosen.other, disproof: chosen.own };
            if chosen.own >= limit.disproof || chosen.other >= limit.proof || over {
                self.set(key, found);
                return found;
            }
            let (disproof, proof) = chosen.limits((limit.disproof, limit.proof));
            let reply = moves[chosen.place];
            let simulated = self.simulated_after(&self.places[&key], reply);
            self.put(them, reply.into());
            let after = self.key(true);
            let found = self.attack(ProofNumbers { proof, disproof }, simulated);
            self.take_back(them, reply.into());
            if found.proof == 0 {
                self.spread(after, &moves);
            }
        }
    }

    /// What wins in a position similar to that after a reply: in one without an earlier stone of the defender's, or without
    /// the reply.
    fn simulated_after(&self, place: &SearchedPosition, reply: u16) -> Option<Simulated> {
        let mv = self.prover.move_to(reply.into());
        let earlier = place.simulated.as_ref().and_then(|simulated| simulated.after_reply(mv));
        earlier.or_else(|| Some(Simulated { proof: Arc::clone(place.pass.as_ref()?), stone: reply }))
    }

    /// Whether the defender, to move, has won or has a VCF.
    fn defender_wins(&mut self) -> bool {
        let them = self.prover.attacker.opponent();
        let board = &mut self.prover.board;
        if !board.points(self.prover.attacker, Class::Five).is_empty() {
            return !board.points(them, Class::Five).is_empty();
        }
        board.vcf(them, false, &mut VCF_POSITIONS.clone(), &mut Vec::new(), &|_, _, _| true) == Some(true)
    }

    /// The pass is proven to lose: finds the replies that disturb what wins then.
    fn begin_defence(&mut self, key: u64) {
        let them = self.prover.attacker.opponent();
        let pass = Arc::clone(&self.proofs[&self.key(true)]);
        let zone = self.zones.zone(&pass, 1);
        let points = match &zone {
            Ok(zone) => *zone.points(),
            // Where the defender makes five at once no proof is looked for.
            Err(_) => return self.set(key, ProofNumbers::DISPROVEN),
        };
        let board = &self.prover.board;
        let mut ranked: Vec<_> =
            points.iter().map(|point| (-rank(board, them, point), point as u16)).collect();
        ranked.sort_unstable();
        let legal = ranked.iter().filter(|&&(_, point)| self.prover.is_legal(them, point.into()));
        let moves = legal.map(|&(_, point)| point).collect();
        if let Some(place) = self.places.get_mut(&key) {
            (place.moves, place.pass) = (Some(moves), Some(pass));
        }
    }

    /// What wins after one of the defender's replies wins after every other that takes nothing that it needs.
    fn spread(&mut self, after: u64, replies: &[u16]) {
        let them = self.prover.attacker.opponent();
        let proof = Arc::clone(&self.proofs[&after]);
        // A proof that answers the reply itself does not hold without it.
        let Ok(zone) = self.zones.zone(&proof, 1) else { return };
        for &reply in replies {
            let after = key_of(self.prover.board.key_with(them, reply.into()), true);
            if !zone.points().contains(reply.into()) && !self.proofs.contains_key(&after) {
                self.proofs.insert(after, Arc::clone(&proof));
                self.places.insert(after, SearchedPosition::new(ProofNumbers::PROVEN));
            }
        }
    }

    fn set(&mut self, key: u64, numbers: ProofNumbers) {
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

impl SearchedPosition {
    /// Nothing but its numbers.
    fn new(numbers: ProofNumbers) -> SearchedPosition {
        SearchedPosition { numbers, moves: None, effort: 1, pass: None, simulated: None }
    }
}

/// A position's key, with the attacker or the defender to move.
fn key_of(stones: u64, attacks: bool) -> u64 {
    if attacks { stones } else { stones ^ 0x9E37_79B9_7F4A_7C15 }
}
