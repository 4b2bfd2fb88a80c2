//! Proofs from what a search has found.

use super::proof_table::ProofNumbers;
use super::relevance_zone::ZoneFinder;
use super::{Proof, VctProver};
use std::sync::Arc;
use wanqi_eval::gomoku::{Class, PointSet};
use wanqi_game::{Game, Side};
use wanqi_games::gomoku::Rule;
use wanqi_search::Limits;

impl VctProver<'_> {
    /// A proof of a position that is won, the attacker to move. `None` if what was found has been lost and cannot be found
    /// again in time.
    pub(super) fn build_attack(&mut self) -> Option<Arc<Proof>> {
        let key = self.board.key();
        if let Some(built) = self.built.get(&key) {
            return Some(Arc::clone(built));
        }
        let proof = self.build_vcf().or_else(|| self.build_by_table())?;
        self.built.insert(key, Arc::clone(&proof));
        Some(proof)
    }

    /// A proof by VCF.
    fn build_vcf(&mut self) -> Option<Arc<Proof>> {
        let mut line = Vec::new();
        (self.vcf(&mut self.again.clone(), &mut line) == Some(true)).then(|| self.build_line(&line))?
    }

    fn build_by_table(&mut self) -> Option<Arc<Proof>> {
        if self.search(true, ProofNumbers::NO_LIMIT).proof != 0 {
            return None;
        }
        let base = self.moves.len();
        let mut proof = None;
        if self.attacks().is_none() {
            let moves = self.moves.split_off(base);
            let proven = moves.iter().map(|&point| usize::from(point)).find(|&point| self.is_proven(point));
            if let Some(point) = proven {
                self.board.put(self.attacker, point);
                proof = self.build_defence(point);
                self.board.take_back();
            }
        }
        self.moves.truncate(base);
        proof
    }

    /// Whether the table says that a move of the attacker wins.
    fn is_proven(&mut self, point: usize) -> bool {
        self.board.put(self.attacker, point);
        let proven = self.knows_proven();
        self.board.take_back();
        proven
    }

    /// A proof of the position after the attacker's move.
    fn build_defence(&mut self, point: usize) -> Option<Arc<Proof>> {
        let (us, them) = (self.attacker, self.attacker.opponent());
        // What wins if the defender does nothing.
        let mut threat = Vec::new();
        if self.vcf(&mut self.again.clone(), &mut threat) != Some(true) {
            return None;
        }
        let otherwise = self.build_line(&threat)?;
        let mut replies = if self.board.points(us, Class::Five).is_empty() {
            self.needed_by(&threat)
        } else {
            PointSet::default().either(self.board.points(us, Class::Five))
        };
        let base = self.moves.len();
        if self.defences().is_none() {
            for &point in &self.moves[base..] {
                replies = replies.with(point.into());
            }
        }
        self.moves.truncate(base);
        if self.to_be_checked {
            replies = replies.either(&self.may_allow(&otherwise));
        }
        let mut answers = Vec::new();
        for reply in replies.iter().filter(|&reply| self.is_legal(them, reply)).collect::<Vec<_>>() {
            self.board.put(them, reply);
            let answer = self.build_attack();
            self.board.take_back();
            answers.push((self.move_to(reply), answer?));
        }
        Some(Arc::new(Proof { mv: self.move_to(point), answers, otherwise: Some(otherwise) }))
    }

    /// Where Black as the defender may allow itself what renju forbids and a proof counts on, the proof being of what wins
    /// after a pass. In the search these replies are left out, as they seldom help.
    fn may_allow(&self, proof: &Proof) -> PointSet {
        if self.game.rule() != Rule::Renju || self.attacker == Side::First {
            return PointSet::default();
        }
        let mut position = self.board.position(self.game, self.root);
        if self.game.side_to_move(&position) != self.attacker {
            position = self.game.turned(&position);
        }
        let finder = ZoneFinder::new(self.game, &position, &Limits::default());
        let zone = finder.and_then(|mut finder| finder.zone(proof, 1).ok());
        zone.map_or_else(PointSet::default, |zone| *zone.points())
    }

    /// A proof from the attacker's moves of a VCF.
    pub(super) fn build_line(&mut self, line: &[usize]) -> Option<Arc<Proof>> {
        let (us, them) = (self.attacker, self.attacker.opponent());
        let (&mv, rest) = line.split_first()?;
        if self.board.class(us, mv) == Class::Five {
            return Some(Arc::new(self.at_once(mv)));
        }
        self.board.put(us, mv);
        let fives: Vec<usize> = self.board.points(us, Class::Five).iter().collect();
        let proof = self.build_after_four(mv, &fives, them, rest);
        self.board.take_back();
        proof
    }

    fn build_after_four(
        &mut self,
        mv: usize,
        fives: &[usize],
        them: wanqi_game::Side,
        rest: &[usize],
    ) -> Option<Arc<Proof>> {
        let &five = fives.first()?;
        let mut answers = Vec::new();
        if let Some(&second) = fives.get(1) {
            answers.push((self.move_to(five), Arc::new(self.at_once(second))));
        } else if self.is_legal(them, five) {
            self.board.put(them, five);
            let answer = self.build_line(rest);
            self.board.take_back();
            answers.push((self.move_to(five), answer?));
        }
        Some(Arc::new(Proof { mv: self.move_to(mv), answers, otherwise: Some(Arc::new(self.at_once(five))) }))
    }

    /// Five at once.
    fn at_once(&self, five: usize) -> Proof {
        Proof { mv: self.move_to(five), answers: Vec::new(), otherwise: None }
    }
}
