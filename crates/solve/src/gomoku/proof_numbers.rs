//! Depth-first proof-number search: always looks where the least is left to be shown.
//!
//! Nagai, *Df-pn Algorithm for Searching AND/OR Trees and Its Applications* (2002). Where several positions have to be
//! decided, the hardest counts and one for each other, since they share much of their trees: Ueda, Hashimoto, Hashimoto and
//! Iida, *Weak Proof-Number Search* (2008), <https://doi.org/10.1007/978-3-540-87608-3_15>.

use super::VctProver;
use super::proof_table::ProofNumbers;
use wanqi_eval::gomoku::Class;

/// Positions to look at for a VCF where the attacker is to move for the first time.
const VCF_POSITIONS: u64 = 40;

impl ProofNumbers {
    /// Those of a position from those of the ones after its moves: `own` is what the side to move wants to show. The moves
    /// beside the hardest count one for each `share`.
    pub(super) fn of_moves(moves: impl Iterator<Item = (u32, u32)>, share: u32) -> MostProving {
        let mut chosen = MostProving {
            place: 0,
            own: ProofNumbers::NEVER,
            second: ProofNumbers::NEVER,
            other: 0,
            rest: 0,
        };
        let mut unproven = 0;
        for (place, (own, other)) in moves.enumerate() {
            if own < chosen.own {
                (chosen.second, chosen.own, chosen.place) = (chosen.own, own, place);
            } else if own < chosen.second {
                chosen.second = own;
            }
            chosen.other = chosen.other.max(other);
            unproven += u32::from(other > 0);
        }
        chosen.rest = unproven.saturating_sub(1) / share;
        if chosen.own > 0 {
            chosen.other = (chosen.other + chosen.rest).min(ProofNumbers::NEVER);
        } else {
            chosen.other = ProofNumbers::NEVER;
        }
        chosen
    }
}

/// The move to look at, and what follows for the position.
pub(super) struct MostProving {
    pub place: usize,
    /// What the side to move wants to show: the least of all moves.
    pub own: u32,
    /// The next best move's.
    second: u32,
    /// What the other side wants to show.
    pub other: u32,
    /// What the other moves add to it.
    rest: u32,
}

impl MostProving {
    /// How far to look at the chosen move: its own number until another move is better by a good deal, and the other.
    pub fn limits(&self, (own, other): (u32, u32)) -> (u32, u32) {
        (own.min(self.second.saturating_add(1 + self.second / 4)), other - self.rest)
    }
}

impl VctProver<'_> {
    /// The key of the position here, which tells searches apart that try different moves.
    fn table_key(&self, key: u64) -> u64 {
        if self.quiet { key ^ 0x9E37_79B9_7F4A_7C15 } else { key }
    }

    /// Whether the position here, the defender to move, is known to be lost.
    pub(super) fn knows_proven(&mut self) -> bool {
        let known = self.table.get(self.table_key(self.board.key()));
        known.is_some_and(|numbers| numbers.proof == 0)
    }

    /// Looks at a position until one of its numbers reaches the limit, or until time is over.
    pub(super) fn search(&mut self, attacks: bool, limit: ProofNumbers) -> ProofNumbers {
        let key = self.table_key(self.board.key());
        let began = self.nodes;
        self.nodes += 1;
        if self.is_over() {
            return ProofNumbers::UNKNOWN;
        }
        let base = self.moves.len();
        let mut decided = None;
        if attacks && self.table.get(key).is_none() {
            let mut left = VCF_POSITIONS;
            decided = self.vcf(&mut left, &mut Vec::new()).filter(|&won| won);
        }
        if decided.is_none() {
            decided = if attacks { self.attacks() } else { self.defences() };
        }
        let numbers = match decided {
            Some(true) => ProofNumbers::PROVEN,
            Some(false) => ProofNumbers::DISPROVEN,
            None => self.look_at_moves(attacks, base, limit),
        };
        self.moves.truncate(base);
        if !self.is_over() {
            self.table.put(key, numbers, self.nodes - began);
        }
        numbers
    }

    fn look_at_moves(&mut self, attacks: bool, base: usize, limit: ProofNumbers) -> ProofNumbers {
        let side = if attacks { self.attacker } else { self.attacker.opponent() };
        let seen = |numbers: ProofNumbers| {
            if attacks { (numbers.proof, numbers.disproof) } else { (numbers.disproof, numbers.proof) }
        };
        let mut after: Vec<(u64, ProofNumbers)> = Vec::with_capacity(self.moves.len() - base);
        for &point in &self.moves[base..] {
            let key = self.table_key(self.board.key_with(side, point.into()));
            let proof = match self.board.class(side, point.into()) {
                _ if !attacks => 1,
                Class::Quiet => 4,
                Class::Three | Class::Threes => 2,
                _ => 1,
            };
            after.push((key, ProofNumbers { proof, disproof: 1 }));
        }
        loop {
            for (key, numbers) in &mut after {
                *numbers = self.table.get(*key).unwrap_or(*numbers);
            }
            let chosen = ProofNumbers::of_moves(after.iter().map(|&(_, numbers)| seen(numbers)), 1);
            let (own_limit, other_limit) = seen(limit);
            if chosen.own >= own_limit || chosen.other >= other_limit {
                let (own, other) = (chosen.own, chosen.other);
                return if attacks {
                    ProofNumbers { proof: own, disproof: other }
                } else {
                    ProofNumbers { proof: other, disproof: own }
                };
            }
            let (own, other) = chosen.limits((own_limit, other_limit));
            let next = if attacks {
                ProofNumbers { proof: own, disproof: other }
            } else {
                ProofNumbers { proof: other, disproof: own }
            };
            let point = self.moves[base + chosen.place].into();
            self.board.put(side, point);
            after[chosen.place].1 = self.search(!attacks, next);
            self.board.take_back();
            if self.is_over() {
                return ProofNumbers::UNKNOWN;
            }
        }
    }
}
