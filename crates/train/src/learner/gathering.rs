//! The games of a generation: played here on threads, or by others, and put into the pool in their order. How many there are
//! depends on them alone, as long as nobody looks at a clock.

use super::folder::{Folder, LearnError};
use super::games::SelfPlay;
use super::generations::{Learner, Run, Stage};
use super::parts::{NetworkSource, Part, PartOrder, Piece, PlayedGame};
use crate::{GameSettings, parallel};
use wanqi_eval::learnt::{Contents, Learnt};
use wanqi_game::Game;
use wanqi_search::{Evaluator, Limits, Tactics};

/// When games for a generation are enough.
pub(super) struct Enough {
    /// Positions of the pool.
    pub target: usize,
    /// Games of the pool.
    pub last: Option<u32>,
    /// Seconds of the run.
    pub until: Option<f64>,
}

/// Games after which there must be positions.
const TRIAL: u32 = 400;
/// Positions of a game, as long as none has been played.
const USUAL_POSITIONS: f64 = 16.0;
/// So many more games are handed out than are likely to be needed.
const SPARE: f64 = 1.25;
const MIN_GAMES: u32 = 8;

/// How many games and positions the pool has.
#[derive(Clone, Copy)]
struct Filled {
    games: u32,
    positions: usize,
}

impl Filled {
    /// The first so many games of the pool.
    fn first(folder: &Folder, games: u32) -> Filled {
        let of = folder.pool.games.iter().take(games as usize);
        Filled { games, positions: of.map(|game| game.samples.len()).sum() }
    }

    fn all(folder: &Folder) -> Filled {
        Filled::first(folder, folder.pool.games.len() as u32)
    }

    /// Whether it is enough, and then whether these are all games that were asked for.
    fn is_enough(self, begun: Filled, enough: &Enough, seconds: f64) -> Result<Option<bool>, LearnError> {
        if enough.last.is_some_and(|last| self.games >= last) {
            return Ok(Some(true));
        }
        if self.positions >= enough.target || enough.until.is_some_and(|until| seconds >= until) {
            return Ok(Some(false));
        }
        let games = self.games.saturating_sub(begun.games);
        let positions = self.positions.saturating_sub(begun.positions);
        if games >= TRIAL && (positions as u32) < games {
            return Err(LearnError::NothingToLearn(games, positions));
        }
        Ok(None)
    }
}

impl<G, C, B, T> Learner<'_, G, C, B, T>
where
    G: Game + 'static,
    C: Contents<G> + 'static,
    B: Evaluator<G> + Clone + 'static,
    T: Tactics<G, Learnt<C, B>> + Clone + 'static,
{
    /// Games until there are enough; whether they are all that were asked for.
    pub(super) fn gather(
        &self,
        folder: &mut Folder,
        in_use: &Learnt<C, B>,
        [number, accepted]: [u32; 2],
        enough: &Enough,
        run: &mut Run<'_>,
    ) -> Result<bool, LearnError> {
        if run.hands.is_some() {
            let network = self.in_use(folder);
            return self.gather_by_hands(folder, network, [number, accepted], enough, run);
        }
        let stop = run.stop;
        let settings = &self.settings;
        let limits = Limits { stop: stop.part(), ..Limits::nodes(settings.nodes) };
        let plan = SelfPlay {
            settings: GameSettings {
                opening: settings.opening.clone(),
                limits,
                max_plies: settings.max_plies,
            },
            aside: settings.aside,
            seed: settings.seed,
        };
        let teacher = self.teacher.filter(|_| in_use.network().is_none());
        let mut filled = Filled::all(folder);
        let begun = filled;
        loop {
            if let Some(done) = filled.is_enough(begun, enough, run.seconds())? {
                return Ok(done);
            }
            // As many as there are threads at a time, and kept in their order.
            let games = filled.games;
            let count = (settings.threads as u32).min(enough.last.map_or(u32::MAX, |last| last - games));
            let job = |index| {
                let game = self.game(in_use, teacher, &plan, games + index, accepted)?;
                Some((index, game))
            };
            let played = parallel::in_order(count, settings.threads, job, |_, _| {});
            for (expected, (index, game)) in (0..).zip(played) {
                // One before it was stopped, or the one before was enough: it will be played when it is its turn.
                if index != expected || filled.is_enough(begun, enough, 0.0)?.is_some() {
                    break;
                }
                filled.positions += game.record.samples.len();
                filled.games += 1;
                folder.add(game)?;
            }
            if stop.is_stopped() {
                return Ok(false);
            }
            let Filled { games, positions } = filled;
            run.tell(number, Stage::Games { games, positions, of: enough.target }, &folder.history);
        }
    }

    /// The same by others. What they are asked for follows from the generation, however far its games are: whoever goes on
    /// asks for the same.
    fn gather_by_hands(
        &self,
        folder: &mut Folder,
        network: NetworkSource,
        [number, accepted]: [u32; 2],
        enough: &Enough,
        run: &mut Run<'_>,
    ) -> Result<bool, LearnError> {
        let Some(hands) = run.hands.take() else { return Ok(false) };
        let settings = &self.settings;
        let part = Part::Games {
            network,
            accepted,
            nodes: settings.nodes,
            bounds: settings.bounds(),
            aside: settings.aside,
            seed: settings.seed,
        };
        let (began, begun) = (run.began, Filled::all(folder));
        let late = || enough.until.is_some_and(|until| began.elapsed().as_secs_f64() >= until);
        let mut first = folder.history.last().map_or(0, |last| last.games).min(begun.games);
        let done = loop {
            let filled = Filled::all(folder);
            if let Some(done) = filled.is_enough(begun, enough, run.seconds())? {
                break done;
            }
            let count = expected(Filled::first(folder, first), enough.target);
            let Some(known) = filled.games.checked_sub(first).filter(|&known| known < count) else {
                first += count;
                continue;
            };
            let order =
                PartOrder { part: part.clone(), generation: number, first, count, known, late: &late };
            let mut heard = filled;
            hands.work(&order, run.stop, &mut |index, piece| {
                let Piece::Game(game) = piece else { return Err(LearnError::Missing(index)) };
                if index != heard.games {
                    // Told again from the beginning.
                    heard = Filled::first(folder, index.min(heard.games));
                }
                if !keep(folder, index, game)? {
                    return Err(LearnError::Missing(index));
                }
                heard.games = index + 1;
                heard.positions += folder.pool.games[index as usize].samples.len();
                let Filled { games, positions } = heard;
                run.tell(number, Stage::Games { games, positions, of: enough.target }, &folder.history);
                Ok(heard.is_enough(begun, enough, began.elapsed().as_secs_f64())?.is_some())
            })?;
            if run.stop.is_stopped() {
                break false;
            }
            if Filled::all(folder).games == filled.games && !late() {
                return Err(LearnError::Missing(filled.games));
            }
        };
        run.hands = Some(hands);
        Ok(done)
    }
}

/// How many games are likely to be enough, from what the first ones of the pool have.
fn expected(before: Filled, target: usize) -> u32 {
    let mean = match before.games {
        0 => USUAL_POSITIONS,
        games => before.positions as f64 / f64::from(games),
    };
    let missing = target.saturating_sub(before.positions) as f64;
    ((SPARE * missing / mean.max(1.0)) as u32).max(MIN_GAMES)
}

/// Puts a game into its place of the pool, if all before it are there. What was there otherwise was told untruly, and
/// everything after it.
fn keep(folder: &mut Folder, index: u32, game: PlayedGame) -> Result<bool, LearnError> {
    let at = index as usize;
    if folder.pool.games.get(at).is_some_and(|kept| *kept == game.record) {
        return Ok(true);
    }
    if at > folder.pool.games.len() {
        return Ok(false);
    }
    folder.cut(at)?;
    folder.add(game).map(|()| true)
}
