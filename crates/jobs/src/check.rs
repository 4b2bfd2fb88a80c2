//! Whether what another machine tells of a unit can be so: games are played again by the rules, numbers add up.

use crate::result::{Counts, UnitResult};
use crate::{
    Aim, Error, Found, GamesTask, LearnTask, Learnt, LookedAt, NetworkRecords, PlayoutsTask, Task, Unit, Work,
};
use wanqi_play::learning::Subject;
use wanqi_play::matches::{End, Games, Played};
use wanqi_play::{Table, review};
use wanqi_train::network_games::PlayGames;

/// What results of a work are held against.
pub(crate) struct Checker {
    games: Option<Games>,
    subject: Option<Subject>,
    network_games: Option<Box<dyn PlayGames>>,
}

impl Checker {
    /// Makes ready.
    pub fn new(work: &Work) -> Result<Checker, Error> {
        Ok(Checker {
            games: crate::perform::games(work)?,
            subject: work.subject()?,
            network_games: work.network_games()?,
        })
    }

    /// Whether a result can have come of a unit: as many games as it has, from where they begin, by the rules.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self, work: &Work, result: &UnitResult, unit: &Unit) -> Result<(), String> {
        match (result, &work.task, &self.games) {
            (UnitResult::Match(played), Task::Match(_), Some(games)) => {
                let numbers = work.games_of(unit);
                if played.len() != numbers.len() {
                    return Err(format!("{} games instead of {}", played.len(), numbers.len()));
                }
                let external = work.starts_programs();
                numbers.zip(played).try_for_each(|(number, played)| {
                    check_game(games, number, played, external)
                        .map_err(|error| format!("game {}: {error}", number + 1))
                })
            }
            (UnitResult::Playouts(counts), Task::Playouts(task), _) => check_counts(task, unit, counts),
            (UnitResult::Analysis(analysed), Task::Analysis(task), _) => {
                let positions = &task.positions[unit.pieces.start as usize..unit.pieces.end as usize];
                let same = analysed.iter().map(|one| &one.position).eq(positions);
                if same { Ok(()) } else { Err("other positions than those that were asked for".into()) }
            }
            (UnitResult::Games(looked_at), Task::Games(task), _) => check_looked_at(task, unit, looked_at),
            (UnitResult::Network(played), Task::Network(_), _) => self.check_records(unit, played),
            (UnitResult::Learn(learnt), Task::Learn(task), _) => self.check_learnt(task, unit, learnt),
            _ => Err("it is of another kind of work".into()),
        }
    }

    fn check_records(&self, unit: &Unit, played: &NetworkRecords) -> Result<(), String> {
        let games = self.network_games.as_ref().ok_or("there are no games of a network")?;
        let records = played.records()?;
        if !records.iter().map(|(number, _)| u64::from(*number)).eq(unit.pieces.clone()) {
            return Err("other games than those that were asked for".into());
        }
        records.iter().try_for_each(|(number, record)| {
            games.positions(record).map(drop).map_err(|error| format!("game {number}: {error}"))
        })
    }

    fn check_learnt(&self, task: &LearnTask, unit: &Unit, learnt: &Learnt) -> Result<(), String> {
        let subject = self.subject.as_ref().ok_or("there is no game to learn")?;
        let pieces = learnt.pieces(subject.places())?;
        let wanted = unit.pieces.clone().map(|piece| task.number(piece));
        if !pieces.iter().map(|(number, _)| *number).eq(wanted) {
            return Err("other pieces than those that were asked for".into());
        }
        pieces.iter().try_for_each(|(number, piece)| {
            subject.check(&task.part, piece).map_err(|error| format!("game {number}: {error}"))
        })
    }
}

fn check_looked_at(task: &GamesTask, unit: &Unit, looked_at: &[LookedAt]) -> Result<(), String> {
    if !looked_at.iter().map(|one| one.game as u64).eq(unit.pieces.clone()) {
        return Err("other games than those that were asked for".into());
    }
    looked_at.iter().try_for_each(|one| {
        let checked = match (&one.found, &task.aim) {
            (Ok(Found::Review(seen)), Aim::Review { .. }) => review::check_seen(&task.games[one.game], seen),
            (Ok(Found::Puzzles(mined)), Aim::Puzzles(_)) => review::check_mined(&task.games[one.game], mined),
            (Ok(_), _) => Err("it is of another kind of work".into()),
            (Err(_), _) => Ok(()),
        };
        checked.map_err(|error| format!("game {}: {error}", one.game + 1))
    })
}

fn check_counts(task: &PlayoutsTask, unit: &Unit, counts: &Counts) -> Result<(), String> {
    let wanted: u64 = unit.pieces.clone().map(|piece| task.games_of(piece)).sum();
    let Counts { games, discarded, wins: [first, second], draws, .. } = *counts;
    let ended = first.checked_add(second).and_then(|wins| wins.checked_add(draws));
    if games.checked_add(discarded) != Some(wanted) || ended != Some(games) {
        return Err(format!(
            "{games} games and {discarded} discarded of {wanted}, which end {:?}",
            counts.wins
        ));
    }
    Ok(())
}

/// A game that is told must be played as it can be.
fn check_game(games: &Games, number: u32, played: &Played, external: bool) -> Result<(), String> {
    let mut table = games.opening(number / 2);
    let notation = table.notations().len() - 1;
    let opening = table.played(notation);
    if played.a_first != number.is_multiple_of(2) || played.position != table.first_position() {
        return Err("it begins otherwise".into());
    }
    let rest = played.program_moves.strip_prefix(&*opening).ok_or("it begins with other moves")?;
    for mv in rest {
        table.play(mv).map_err(|error| format!("{mv}: {error}"))?;
    }
    if table.turns(0) != played.moves {
        return Err("its moves are told in two ways that differ".into());
    }
    check_end(&*table, played, external)
}

fn check_end(table: &dyn Table, played: &Played, external: bool) -> Result<(), String> {
    match (table.result(), played.end) {
        (Some(result), End::Rules) => {
            let a = u8::from(!played.a_first);
            let half_points = result.winner.map_or(1, |winner| 2 * u8::from(winner == a));
            let same = result.text.to_string() == played.result && half_points == played.half_points;
            if same { Ok(()) } else { Err(format!("it ends with {}, not {}", result.text, played.result)) }
        }
        (Some(result), _) => Err(format!("it ends with {}, not {}", result.text, played.result)),
        (None, End::Rules) if !external => Err("it has not ended".into()),
        (None, _) if played.half_points > 2 => Err("more points than a win has".into()),
        (None, _) => Ok(()),
    }
}
