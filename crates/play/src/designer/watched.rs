//! Games of a search against itself, looked at move by move.

use super::uses::Uses;
use super::{GAMES, MAX_PLIES, OPENING, PieceUse, Results};
use crate::{Error, Limits, Player, Stop, Table};
use rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;
use wanqi_game::{Game, Notation};
use wanqi_games::rulebook::{Position, Rulebook};
use wanqi_search::host::Instant;

/// Games that are looked at move by move.
pub(super) struct Watched<'r> {
    rulebook: &'r Rulebook,
    wins: [u64; 2],
    draws: u64,
    unfinished: u64,
    pub lengths: Vec<usize>,
    pub endings: BTreeMap<String, u32>,
    pub pieces: Vec<PieceUse>,
    pub uses: Uses,
    /// The sum of the numbers of legal moves by ply, and how many games came there.
    choices: Vec<(u64, u64)>,
}

impl<'r> Watched<'r> {
    pub(super) fn new(rulebook: &'r Rulebook) -> Watched<'r> {
        let piece = |kind: &wanqi_games::rulebook::model::Kind| PieceUse {
            name: kind.name.clone(),
            letter: kind.letter,
            moves: 0,
            losses: 0,
        };
        Watched {
            rulebook,
            wins: [0; 2],
            draws: 0,
            unfinished: 0,
            lengths: Vec::new(),
            endings: BTreeMap::new(),
            pieces: rulebook.rules().kinds.iter().map(piece).collect(),
            uses: Uses::new(rulebook),
            choices: Vec::new(),
        }
    }

    /// Games of a player against itself, until there are enough or the time is over; how those ended.
    pub(super) fn play(
        &mut self,
        table: &dyn Table,
        spec: &str,
        seed: u64,
        deadline: Instant,
        stop: &Stop,
        progress: &mut dyn FnMut(String),
    ) -> Result<Results, Error> {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(seed);
        let before = self.results();
        for game in 0..GAMES {
            progress(format!("game {} of {GAMES} of {spec} against itself", game + 1));
            let mut player = table.player(&spec.parse()?)?;
            if !self.game(table.fork(), &mut *player, &mut rng, deadline, stop)? {
                break;
            }
        }
        Ok(self.results().without(&before))
    }

    /// Plays a game; false if there was no time to finish it.
    fn game(
        &mut self,
        mut table: Box<dyn Table>,
        player: &mut dyn Player,
        rng: &mut impl Rng,
        deadline: Instant,
        stop: &Stop,
    ) -> Result<bool, Error> {
        let limits = Limits::until(stop);
        let mut line = vec![self.rulebook.start()];
        let mut plies = 0;
        while table.result().is_none() && plies < MAX_PLIES {
            if stop.is_stopped() || Instant::now() > deadline {
                return Ok(false);
            }
            let moves = table.legal_moves(0);
            if self.choices.len() <= plies {
                self.choices.push((0, 0));
            }
            self.choices[plies].0 += moves.len() as u64;
            self.choices[plies].1 += 1;
            let text = if plies < OPENING as usize {
                moves[rng.next_u64() as usize % moves.len().max(1)].clone()
            } else {
                let thought = player.think(&*table, &limits, &mut |_| {})?;
                thought.best.ok_or_else(|| Error::Player("it has no move".into()))?
            };
            table.play(&text)?;
            let before = &line[line.len() - 1];
            if let Ok(mv) = self.rulebook.parse_move(before, &text) {
                self.uses.watch(self.rulebook, before, mv);
                let mut after = before.clone();
                self.rulebook.play(&mut after, mv);
                self.watch(before, &after);
                line.push(after);
            }
            plies += 1;
        }
        let Some(result) = table.result() else {
            self.unfinished += 1;
            return Ok(true);
        };
        match result.winner {
            Some(winner) => self.wins[usize::from(winner)] += 1,
            None => self.draws += 1,
        }
        self.uses.ended(self.rulebook.cause(&line).map(|(cause, _)| cause));
        self.lengths.push(plies);
        *self.endings.entry(result.text.to_string()).or_default() += 1;
        Ok(true)
    }

    /// Sees which pieces appeared where, and which enemies went away.
    fn watch(&mut self, before: &Position, after: &Position) {
        let mover = self.rulebook.side_to_move(before);
        for at in 0..self.rulebook.rules().board.len() {
            let (old, new) = (self.rulebook.piece_at(before, at), self.rulebook.piece_at(after, at));
            if old == new {
                continue;
            }
            if let Some((kind, side)) = new
                && side != Some(mover.opponent())
            {
                self.pieces[usize::from(kind)].moves += 1;
            }
            if let Some((kind, side)) = old
                && side == Some(mover.opponent())
            {
                self.pieces[usize::from(kind)].losses += 1;
            }
        }
    }

    pub(super) fn results(&self) -> Results {
        let games = self.lengths.len() as u64;
        Results {
            games,
            wins: self.wins,
            draws: self.draws,
            unfinished: self.unfinished,
            length: self.lengths.iter().sum::<usize>() as f64 / games.max(1) as f64,
        }
    }

    pub(super) fn branching(&self) -> f64 {
        let (sum, count) = self.choices.iter().fold((0, 0), |all, ply| (all.0 + ply.0, all.1 + ply.1));
        sum as f64 / count.max(1) as f64
    }

    pub(super) fn branching_by_ply(&self) -> Vec<f64> {
        let enough = self.choices.iter().take_while(|ply| ply.1 >= 3);
        enough.map(|ply| ply.0 as f64 / ply.1 as f64).collect()
    }
}
