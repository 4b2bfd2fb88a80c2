//! Matches: two players, many games, sides swapped, and what the score says of their strength.

use crate::{Error, Limits, Player, Spec, Table, registry::PLAYERS};
use game::{Side, random};
use rand_core::{Rng, SeedableRng};
use serde::Serialize;
use std::time::Duration;

/// How a match is played. Games come in pairs: one opening of random moves, each player moving first once.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Games to play.
    pub games: u32,
    /// Random plies before the players take over.
    pub opening: u32,
    /// A game longer than this counts as a draw.
    pub plies: usize,
    /// Time for a move of a player that names no limit of its own.
    pub time: Duration,
    /// Of the openings, and of the players that take a seed and name none.
    pub seed: u64,
}

/// A game of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Played {
    /// Whether the first player, A, moved first.
    pub a_first: bool,
    /// The moves in the notation for people, the random ones at the beginning included.
    pub moves: Vec<String>,
    /// How it ended.
    pub result: String,
    /// Half points of A: 2 for a win, 1 for a draw.
    pub half_points: u8,
}

/// The games of A, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Score {
    /// Won by A.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Won by B.
    pub losses: u32,
}

/// A difference in strength by the logistic model of Elo: 400 points are ten to one.
/// <https://en.wikipedia.org/wiki/Elo_rating_system>
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    /// Of A over B. Infinite where one has taken every point (`null` in JSON).
    pub difference: f64,
    /// The lower end of the interval that holds it with 95 % confidence.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Score {
    /// Games counted.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// A's share of the points, ½ before the first game.
    pub fn share(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games),
        }
    }

    /// What the score says of the players, every game taken as independent; `None` before the first.
    pub fn elo(&self) -> Option<Elo> {
        const NORMAL_95: f64 = 1.959_964;
        let (games, share) = (f64::from(self.games()), self.share());
        if games == 0.0 {
            return None;
        }
        let spread = f64::from(self.wins) * (1.0 - share).powi(2)
            + f64::from(self.draws) * (0.5 - share).powi(2)
            + f64::from(self.losses) * share.powi(2);
        let error = NORMAL_95 * spread.sqrt() / games;
        let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.0, 1.0) - 1.0).log10();
        Some(Elo { difference: elo(share), low: elo(share - error), high: elo(share + error) })
    }

    fn count(&mut self, half_points: u8) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }
}

/// Plays a match from the position of `table` and returns the score of `a`. `progress` hears of every game;
/// the stop flag ends the match after the games that are complete.
///
/// # Errors
/// If a player does not exist or fails.
pub fn run(
    table: &dyn Table,
    [a, b]: [&Spec; 2],
    plan: &Plan,
    stop: &crate::Stop,
    progress: &mut dyn FnMut(&Played, &Score),
) -> Result<Score, Error> {
    let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(plan.seed);
    let mut seats = [seat(table, a, plan, stop, &mut rng)?, seat(table, b, plan, stop, &mut rng)?];
    let mut score = Score::default();
    let mut opening = table.fork();
    for game in 0..plan.games {
        if game % 2 == 0 {
            opening = random_opening(table, plan.opening, &mut rng);
        }
        let a_first = game % 2 == 0;
        let Some(played) = play(&*opening, &mut seats, a_first, plan, stop)? else { break };
        score.count(played.half_points);
        progress(&played, &score);
    }
    Ok(score)
}

/// A player and what it may spend on a move.
type Seat = (Box<dyn Player>, Limits);

fn seat(
    table: &dyn Table,
    spec: &Spec,
    plan: &Plan,
    stop: &crate::Stop,
    rng: &mut impl Rng,
) -> Result<Seat, Error> {
    let mut spec = spec.clone();
    let takes_seed = PLAYERS
        .iter()
        .any(|info| info.name == spec.name && info.options.iter().any(|(key, _)| *key == "seed"));
    if takes_seed && spec.get("seed").is_none() {
        spec.set("seed", rng.next_u32().to_string());
    }
    let time = (!spec.is_bounded()).then_some(plan.time);
    Ok((table.player(&spec)?, Limits { time, stop: stop.clone(), ..Limits::default() }))
}

/// Random moves from the table's position; fewer plies, or none, where they would end the game.
fn random_opening(table: &dyn Table, plies: u32, rng: &mut impl Rng) -> Box<dyn Table> {
    const TRIES: u32 = 100;
    for _ in 0..TRIES {
        let mut opening = table.fork();
        for _ in 0..plies {
            let moves = opening.legal_moves(0);
            if moves.is_empty() {
                break;
            }
            let chosen = &moves[random::below(rng, moves.len() as u32) as usize];
            opening.play(chosen).expect("a legal move's own text is read back");
        }
        if opening.result().is_none() {
            return opening;
        }
    }
    table.fork()
}

/// One game; `None` if it was stopped.
fn play(
    opening: &dyn Table,
    seats: &mut [Seat; 2],
    a_first: bool,
    plan: &Plan,
    stop: &crate::Stop,
) -> Result<Option<Played>, Error> {
    let mut table = opening.fork();
    seats.iter_mut().for_each(|(player, _)| player.forget());
    let half_points = loop {
        let moved = table.played(0);
        if let Some(result) = table.result() {
            let a = if a_first { Side::First } else { Side::Second };
            let half_points = match result.winner {
                None => 1,
                Some(winner) if usize::from(winner) == a.index() => 2,
                Some(_) => 0,
            };
            break (half_points, result.text);
        }
        if moved.len() >= plan.plies {
            break (1, format!("A draw after {} plies", plan.plies));
        }
        let to_move = table.side_to_move();
        let (player, limits) = &mut seats[usize::from((to_move == Side::First) != a_first)];
        let thought = player.think(&*table, limits, &mut |_| {})?;
        if stop.is_stopped() {
            return Ok(None);
        }
        let best = thought.best.ok_or_else(|| Error::Player("it has no move".into()))?;
        table.play(&best)?;
    };
    let (half_points, result) = half_points;
    Ok(Some(Played { a_first, moves: table.played(0), result, half_points }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stop;

    fn plan(games: u32) -> Plan {
        Plan { games, opening: 2, plies: 100, time: Duration::from_millis(10), seed: 7 }
    }

    fn played(a: &str, b: &str, games: u32) -> (Score, Vec<Played>) {
        let table = crate::table(&Spec::new("tictactoe")).expect("a table");
        let (a, b) = (a.parse().expect("a player"), b.parse().expect("a player"));
        let mut all = Vec::new();
        let score =
            run(&*table, [&a, &b], &plan(games), &Stop::default(), &mut |one, _| all.push(one.clone()))
                .expect("a match");
        (score, all)
    }

    #[test]
    fn openings_come_in_pairs_and_sides_swap() {
        let (score, all) = played("random", "random", 20);
        assert_eq!(score.games(), 20);
        for pair in all.chunks(2) {
            assert_eq!(pair[0].moves[..2], pair[1].moves[..2]);
            assert!(pair[0].a_first && !pair[1].a_first);
        }
        let openings: Vec<&[String]> = all.iter().step_by(2).map(|one| &one.moves[..2]).collect();
        assert!(openings.iter().any(|&opening| opening != openings[0]), "openings differ");
        assert_eq!(played("random", "random", 20).1, all, "one seed, one match");
    }

    #[test]
    fn the_better_player_takes_the_points() {
        let (score, _) = played("alphabeta:depth=9", "random", 20);
        assert!(score.share() > 0.75, "{score:?}");
        let (turned, _) = played("random", "alphabeta:depth=9", 20);
        assert!(turned.share() < 0.25, "{turned:?}");
    }

    #[test]
    fn a_stopped_match_keeps_the_games_that_are_complete() {
        let table = crate::table(&Spec::new("tictactoe")).expect("a table");
        let (random, stop) = (Spec::new("random"), Stop::default());
        let score = run(&*table, [&random, &random], &plan(1000), &stop, &mut |_, score| {
            if score.games() == 3 {
                stop.stop();
            }
        });
        assert_eq!(score.expect("a match").games(), 3);
    }

    #[test]
    fn elo() {
        // 75 % of the points are 191 Elo; the interval is that of a mean of 100 games.
        let elo = Score { wins: 60, draws: 30, losses: 10 }.elo().expect("games");
        assert!((elo.difference - 190.85).abs() < 0.01, "{elo:?}");
        assert!((elo.low - 134.36).abs() < 0.1 && (elo.high - 258.45).abs() < 0.1, "{elo:?}");
        let even = Score { wins: 5, draws: 90, losses: 5 }.elo().expect("games");
        assert!(even.difference.abs() < 1e-9 && (even.low + even.high).abs() < 1e-9);
        assert_eq!(Score { wins: 3, draws: 0, losses: 0 }.elo().expect("games").difference, f64::INFINITY);
        assert_eq!(Score::default().elo(), None);
    }
}
