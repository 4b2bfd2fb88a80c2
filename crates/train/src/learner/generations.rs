//! Generation after generation: games, a network, a match against the one in use.

use super::contest::{Contest, MakeSearch};
use super::fit::{FitOptions, FitProgress, fit, width_for};
use super::folder::{Beside, CANDIDATES, Folder, Generation, LearnError, champion_of};
use super::gathering::Enough;
use super::parts::{GameBounds, Hands, NetworkSource, PlayerSource};
use super::trials::PART_OF_TRIAL;
use crate::{Score, game_loop};
use std::time::Duration;
use wanqi_eval::learnt::{Contents, Learnt, Network};
use wanqi_game::{Game, random};
use wanqi_search::host::Instant;
use wanqi_search::{Evaluator, Search, Stop, Tactics};

/// How much to learn: until the first of these bounds, or the stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Time by the clock. What is learnt then depends on the machine.
    pub time: Option<Duration>,
    /// Games against itself; what they teach is tried afterwards.
    pub games: Option<u32>,
    /// Generations, those that are refused among them.
    pub generations: Option<u32>,
}

/// How to learn.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Nodes of a search in games to learn from.
    pub nodes: u64,
    /// Nodes of a search in matches between generations.
    pub match_nodes: u64,
    /// The most games of a match between generations.
    pub match_games: u32,
    /// Random plies at the beginning of games.
    pub opening: std::ops::RangeInclusive<u32>,
    /// A game longer than this is a draw.
    pub max_plies: usize,
    /// How many of a hundred positions have one from aside.
    pub aside: u32,
    /// Positions of the pool that the first generation is trained on, and by which part it then grows from one to the next.
    pub growth: (usize, f64),
    /// How networks are trained; its seed and threads are those below.
    pub fit: FitOptions,
    /// Whether networks are added to what is known without them (`true`) or stand for it (`false`); both are tried if it is
    /// not said. What stands for it is faster, and better with many positions; but where much is known that cannot be seen
    /// by what stands where, such as the areas of Amazons, it cannot be done without.
    pub corrects: Option<bool>,
    /// Whether neighbouring places are looked at together; both are tried if it is not said. It gains where what stands on
    /// a point says little without what is beside it, as stones that stay do, and learns by heart where pieces move.
    pub windows: Option<bool>,
    /// Whether it begins from the rules alone, even where a network comes with the program.
    pub from_rules: bool,
    /// Whether it begins with games of what the program knows of the game by heart, and uses nothing that is not better.
    pub taught: bool,
    /// The seed of all random choices.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            nodes: 100,
            match_nodes: 400,
            match_games: 400,
            opening: 1..=8,
            max_plies: 300,
            aside: 90,
            growth: (60_000, 0.6),
            fit: FitOptions::default(),
            corrects: None,
            windows: None,
            from_rules: false,
            taught: false,
            seed: 1,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

impl Settings {
    /// How games begin and end.
    pub(super) fn bounds(&self) -> GameBounds {
        GameBounds { opening: (*self.opening.start(), *self.opening.end()), max_plies: self.max_plies }
    }
}

/// What a learner is at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Stage {
    /// Games: positions of the pool so far, and those that it waits for.
    Games {
        /// Games of the pool.
        games: u32,
        /// Positions of the pool.
        positions: usize,
        /// Positions that the generation is trained on.
        of: usize,
    },
    /// The training of a network.
    Training(FitProgress),
    /// The match against the network in use.
    Match {
        /// The games so far.
        score: Score,
        /// The most that there will be.
        of: u32,
    },
}

/// How far a learner is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LearnProgress<'a> {
    /// The generation that is being made, from 1.
    pub generation: u32,
    /// What it is at.
    pub stage: Stage,
    /// The generations that are complete.
    pub history: &'a [Generation],
    /// Seconds of this run.
    pub seconds: f64,
}

/// The most of the time that is left which a generation's games may take, and the least of the whole time.
const PART_OF_TIME: (f64, f64) = (0.35, 0.15);
/// What training and match may take of the time as long as none has been timed.
const FIRST_RESERVE: f64 = 0.1;
/// A player that somebody learns from before there is a network: what the program knows of a game by heart. Its games say more
/// of positions than those of who knows nothing, which end by chance.
pub struct Teacher<'a, G> {
    /// Makes its searches.
    pub search: MakeSearch<'a, G>,
    /// The lead in its scores that multiplies the odds of winning by *e*.
    pub scale: f32,
}

impl<G> Clone for Teacher<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Teacher<'_, G> {}

/// Somebody who learns one game.
pub struct Learner<'a, G: Game, C, B, T> {
    /// The game.
    pub game: &'a G,
    /// What is known before anything has been learnt.
    pub untrained: Learnt<C, B>,
    /// What is known of the moves.
    pub tactics: T,
    /// A network that is in use as long as none in the folder is and there is no teacher.
    pub begins_with: Option<Network>,
    /// Whether what is known before is nothing: then the first games are played at random, and only their results are
    /// learnt from, unless there is a teacher.
    pub blind: bool,
    /// What the program knows of the game otherwise, which a network must beat to be used unasked.
    pub known: Option<MakeSearch<'a, G>>,
    /// Who plays the games as long as no network is in use, and has to be beaten for one to be.
    pub teacher: Option<Teacher<'a, G>>,
    /// How to learn.
    pub settings: Settings,
}

impl<G, C, B, T> Learner<'_, G, C, B, T>
where
    G: Game + 'static,
    C: Contents<G> + 'static,
    B: Evaluator<G> + Clone + 'static,
    T: Tactics<G, Learnt<C, B>> + Clone + 'static,
{
    /// Learns within the budget, and goes on where the folder's last learner has left it. All that was played and every
    /// network are kept.
    ///
    /// # Errors
    /// If something cannot be read or written, or there is nothing to learn.
    pub fn run(
        &self,
        folder: &mut Folder,
        budget: Budget,
        stop: &Stop,
        progress: &mut dyn FnMut(LearnProgress<'_>),
    ) -> Result<(), LearnError> {
        self.run_by(None, folder, budget, stop, progress)
    }

    /// The same with hands that play all games; networks are trained here.
    ///
    /// # Errors
    /// The same, and what hands have met.
    pub fn run_by<'h>(
        &self,
        hands: Option<&'h mut (dyn Hands + 'h)>,
        folder: &mut Folder,
        budget: Budget,
        stop: &Stop,
        progress: &mut dyn FnMut(LearnProgress<'_>),
    ) -> Result<(), LearnError> {
        let hands = hands.map(|hands| hands as &mut dyn Hands);
        let mut run = Run { began: Instant::now(), time: budget.time, stop, progress, hands };
        let earlier = folder.history.last().map_or(0.0, |generation| generation.seconds);
        let layout = self.untrained.contents().layout();
        let (first_game, first_generation) = (folder.pool.games.len() as u32, folder.history.len() as u32);
        let begins_with = self.begins_with.as_ref().filter(|_| self.teacher.is_none());
        let mut champion = folder.champion(layout)?.or_else(|| begins_with.cloned());
        let mut reserve = None;
        loop {
            let number = folder.history.len() as u32 + 1;
            if budget.generations.is_some_and(|most| number > first_generation + most) || stop.is_stopped() {
                return Ok(());
            }
            let in_use = self.evaluation(champion.clone());
            let teacher = self.teacher.filter(|_| champion.is_none());
            let accepted = folder.history.iter().filter(|generation| generation.accepted).count() as u32;
            let enough = Enough {
                target: self.target(number),
                last: budget.games.map(|games| first_game.saturating_add(games)),
                until: run.end_of_games(reserve),
            };
            let played_out = self.gather(folder, &in_use, [number, accepted], &enough, &mut run)?;
            if stop.is_stopped() {
                return Ok(());
            }
            // What little came in the last moments is for another day.
            let learnt = folder.history.last().map_or(0, |last| last.positions);
            if folder.pool.positions() - learnt.min(folder.pool.positions()) < (learnt / 8).max(1) {
                // A large pool on a slow machine: as long as there is time for more games they go on.
                let more = run.end_of_games(reserve).is_some_and(|until| until > run.seconds());
                let is_short = folder.pool.positions() < self.target(number);
                if more && is_short && !played_out {
                    continue;
                }
                return Ok(());
            }

            let began = Instant::now();
            let options = FitOptions {
                random_games: self.blind,
                seed: random::word(self.settings.seed, number.into()),
                threads: self.settings.threads,
                ..self.settings.fit.clone()
            };
            // Positions are dear and networks are cheap: where one kind is refused the other one is tried.
            let mut tried: Option<Tried> = None;
            for Kind { corrects, windows } in self.kinds(champion.as_ref(), number, &folder.history) {
                if tried.is_some() && run.is_over() {
                    break;
                }
                let options = FitOptions { corrects, windows, ..options.clone() };
                let fitted = fit(&folder.pool, layout, &options, stop, &mut |fitting| {
                    run.tell(number, Stage::Training(fitting), &folder.history);
                });
                let Some((network, loss)) = fitted else { return Ok(()) };
                let network =
                    Network { margin: champion.as_ref().map_or(0, |champion| champion.margin), ..network };
                let new = self.evaluation(Some(network.clone()));
                // Whoever learns by the clock plays by it: a network that is half as fast must be worth it.
                let (new, untaught) = (self.player(&new), self.player(&in_use));
                let old = teacher.map_or(&untaught as MakeSearch<'_, G>, |teacher| teacher.search);
                let contest = Contest { game: self.game, settings: &self.settings, number };
                // Who looks at nothing is fast, and no measure; its games teach little, so that the first network is taken.
                let is_first = self.blind && champion.is_none() && teacher.is_none();
                let by_clock = run.time.is_some() && !is_first;
                let speed = if by_clock { contest.speed([&new, old]) } else { 1.0 };
                let sources = match &run.hands {
                    Some(_) => {
                        let new = PlayerSource::Best(folder.candidate(CANDIDATES[0], &network)?);
                        Some([new, self.in_use(folder).player()])
                    }
                    None => None,
                };
                let (score, better) = contest.play([&new, old], sources, speed, &mut run, &folder.history)?;
                let accepted = better || is_first;
                if stop.is_stopped() {
                    return Ok(());
                }
                if tried.as_ref().is_none_or(|tried| accepted || score.share() > tried.score.share()) {
                    tried = Some(Tried { network, loss, score, accepted });
                }
                if accepted {
                    break;
                }
            }
            let Some(Tried { network, loss, score, accepted }) = tried else { return Ok(()) };
            let beside = match self.known.filter(|_| accepted) {
                None => None,
                // It has just been beaten.
                Some(_) if teacher.is_some() => Some(Beside { score, is_better: true }),
                Some(known) => {
                    let new = self.player(&self.evaluation(Some(network.clone())));
                    let contest = Contest { game: self.game, settings: &self.settings, number: !number };
                    let speed = if run.time.is_some() { contest.speed([&new, known]) } else { 1.0 };
                    let sources = match &run.hands {
                        Some(_) => {
                            let new = folder.candidate(CANDIDATES[0], &network)?;
                            Some([PlayerSource::Best(new), PlayerSource::Known])
                        }
                        None => None,
                    };
                    let (score, is_better) =
                        contest.play([&new, known], sources, speed, &mut run, &folder.history)?;
                    if stop.is_stopped() {
                        return Ok(());
                    }
                    Some(Beside { score, is_better })
                }
            };
            let network = match accepted && !run.is_over() {
                true => self.with_margin(network, folder, number, &mut run.part(PART_OF_TRIAL))?,
                false => network,
            };
            if stop.is_stopped() {
                return Ok(());
            }
            let (network, policy) = if !accepted {
                (network, None)
            } else if run.is_over() {
                // What is known of moves is no part of what the network knows of positions: the one before knew it as well.
                (Network { policy: champion.take().and_then(|champion| champion.policy), ..network }, None)
            } else {
                self.with_policy(network, folder, number, &mut run.part(PART_OF_TRIAL))?
            };
            if stop.is_stopped() {
                return Ok(());
            }
            let strength = folder.history.iter().rev().find(|one| one.accepted).map_or(0.0, |one| one.elo);
            let gained = score.elo().map_or(0.0, |elo| elo.difference.clamp(-800.0, 800.0));
            let generation = Generation {
                number,
                games: folder.pool.games.len() as u32,
                positions: folder.pool.positions(),
                loss,
                score,
                accepted,
                corrects: network.corrects,
                windows: network.has_windows(layout),
                from_rules: self.settings.from_rules,
                beside,
                policy,
                elo: strength + gained,
                seconds: earlier + run.seconds(),
            };
            folder.keep(generation, &network)?;
            if accepted {
                champion = Some(network);
            }
            let positions = folder.pool.positions();
            // A wider network takes so much longer.
            let widths = [self.target(number + 1).max(positions), positions].map(width_for);
            reserve = Some(began.elapsed() * widths[0] as u32 / widths[1] as u32);
            let stage = Stage::Games { games: folder.pool.games.len() as u32, positions, of: positions };
            run.tell(number, stage, &folder.history);
            if played_out || run.is_over() {
                return Ok(());
            }
        }
    }

    /// Where the network in use is.
    pub(super) fn in_use(&self, folder: &Folder) -> NetworkSource {
        match (champion_of(&folder.history), &self.begins_with) {
            (Some(number), _) => {
                NetworkSource::File(folder.network_path(number).to_string_lossy().into_owned())
            }
            (None, _) if self.teacher.is_some() => NetworkSource::Known,
            (None, Some(_)) => NetworkSource::Shipped,
            (None, None) => NetworkSource::None,
        }
    }

    pub(super) fn evaluation(&self, network: Option<Network>) -> Learnt<C, B> {
        match network {
            None => self.untrained.clone(),
            Some(network) => {
                let learnt = self.untrained.clone().with_network::<G>(network);
                learnt.expect("what was trained or read for this layout fits it")
            }
        }
    }

    /// Makes searches that play by an evaluation.
    pub(super) fn player(
        &self,
        learnt: &Learnt<C, B>,
    ) -> impl Fn() -> Box<dyn Search<G>> + Sync + use<G, C, B, T> {
        let (learnt, tactics) = (learnt.clone(), self.tactics.clone());
        move || Box::new(game_loop::player(learnt.clone(), tactics.clone()))
    }

    /// The kinds of network to try in a generation: that of the one in use, or as long as there is none that which came nearest,
    /// and one of the others, each in its turn.
    fn kinds(&self, champion: Option<&Network>, number: u32, history: &[Generation]) -> Vec<Kind> {
        let layout = self.untrained.contents().layout();
        let has_windows = !layout.windows.is_empty();
        let Settings { corrects: only_corrects, windows: only_windows, .. } = self.settings;
        let all = [false, true].map(|corrects| [false, true].map(|windows| Kind { corrects, windows }));
        let mut kinds: Vec<Kind> = all.into_iter().flatten().collect();
        kinds.retain(|kind| {
            only_corrects.is_none_or(|corrects| kind.corrects == corrects)
                && only_windows.is_none_or(|windows| kind.windows == windows || !has_windows)
                && (has_windows || !kind.windows)
                // There is nothing to correct.
                && !(self.blind && kind.corrects)
        });
        let of =
            |champion: &Network| Kind { corrects: champion.corrects, windows: champion.has_windows(layout) };
        let share = |generation: &&Generation| generation.score.share();
        let nearest = history.iter().max_by(|a, b| share(a).total_cmp(&share(b)));
        let nearest = nearest.map(|&Generation { corrects, windows, .. }| Kind { corrects, windows });
        let best = champion.map(of).or(nearest);
        let first = kinds.iter().position(|&kind| Some(kind) == best).unwrap_or(0);
        let mut tried = vec![kinds.remove(first)];
        if !kinds.is_empty() {
            tried.push(kinds[(number as usize - 1) % kinds.len()]);
        }
        tried
    }

    /// Positions that a generation is trained on.
    fn target(&self, number: u32) -> usize {
        let (first, part) = self.settings.growth;
        (first as f64 * (1.0 + part).powi(number as i32 - 1)) as usize
    }
}

/// What a network is: whether it corrects what is known without it, and whether it looks at places together.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Kind {
    corrects: bool,
    windows: bool,
}

/// A network that has been tried.
struct Tried {
    network: Network,
    loss: f64,
    score: Score,
    accepted: bool,
}

/// A run: its time, who may stop it, and who hears of it.
pub(super) struct Run<'r> {
    pub(super) began: Instant,
    pub(super) time: Option<Duration>,
    pub(super) stop: &'r Stop,
    progress: &'r mut dyn FnMut(LearnProgress<'_>),
    /// Who plays the games, if not this program's threads.
    pub(super) hands: Option<&'r mut dyn Hands>,
}

impl Run<'_> {
    pub(super) fn tell(&mut self, generation: u32, stage: Stage, history: &[Generation]) {
        let seconds = self.seconds();
        (self.progress)(LearnProgress { generation, stage, history, seconds });
    }

    /// The same with this part of the time that is left.
    pub(super) fn part(&mut self, part: f64) -> Run<'_> {
        let seconds = |left: f64| self.seconds() + part * left.max(0.0);
        let time = self.left().map(|left| Duration::from_secs_f64(seconds(left)));
        #[expect(
            clippy::manual_map,
            reason = "a closure would not shorten the life of what is in the reference"
        )]
        let hands = match &mut self.hands {
            Some(hands) => Some(&mut **hands as _),
            None => None,
        };
        Run { began: self.began, time, stop: self.stop, progress: &mut *self.progress, hands }
    }

    pub(super) fn seconds(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    pub(super) fn left(&self) -> Option<f64> {
        self.time.map(|time| time.as_secs_f64() - self.seconds())
    }

    pub(super) fn is_over(&self) -> bool {
        self.left().is_some_and(|left| left <= 0.0)
    }

    /// When games must end so that there is time to learn from them; `reserve` is what that took the last time.
    fn end_of_games(&self, reserve: Option<Duration>) -> Option<f64> {
        let (whole, left) = (self.time?.as_secs_f64(), self.left()?);
        let reserve = reserve.map_or(FIRST_RESERVE * whole, |reserve| 1.2 * reserve.as_secs_f64());
        let (of_left, of_whole) = PART_OF_TIME;
        let part = (of_left * left).max(of_whole * whole);
        Some(self.seconds() + part.min(left - reserve).max(0.0))
    }
}
