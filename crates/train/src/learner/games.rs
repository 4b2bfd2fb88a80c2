//! Games of the machine against itself, and the positions that are kept of them.
//!
//! Nearly every position of a game is searched, and kept with what the search says and how the game ended. At nearly each of
//! them one random move is tried as well, and where it leads is searched and kept too, with the score alone: *positions from
//! aside*. They show what a good player never lets come about, and are worth far more than as many from the games
//! themselves (`docs/experiments/learning.md`).

use super::choices::GameMoves;
use super::generations::Teacher;
use super::pool::{GameRecord, Sample};
use crate::game_loop::{self, GameSettings, step};
use rand_core::Rng;
use wanqi_eval::learnt::{Contents, Learnt, Network};
use wanqi_game::{Game, Outcome, Side, random};
use wanqi_search::{
    Evaluator, Incremental, Limits, ProvenScores, Report, Score, Search, Tactics, legal_moves,
};

/// How games are played to learn from.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// How they begin and end, and what a search may spend.
    pub settings: GameSettings,
    /// How many of a hundred positions have one from aside.
    pub aside: u32,
    /// The seed of all random choices.
    pub seed: u64,
}

/// A side that has been ahead by so many times the scale, for so many plies, has won.
const DECIDED: (f32, u32) = (5.0, 6);
/// Plies after a random move in which pieces may be taken before what is left is kept.
const MAX_PLIES_ASIDE: usize = 6;

/// Who plays, and what is kept of its positions.
pub(super) struct Player<'a, G: Game, C, B, T> {
    /// The evaluation in use, and the contents.
    pub evaluation: &'a Learnt<C, B>,
    /// What is known of moves.
    pub tactics: &'a T,
    /// Who plays in its stead.
    pub teacher: Option<Teacher<'a, G>>,
}

/// The `index`-th game of a learner, with its moves; `None` if it was stopped.
pub(super) fn play<G, C, B, T>(
    game: &G,
    player: &Player<'_, G, C, B, T>,
    plan: &SelfPlay,
    index: u32,
    generation: u32,
) -> Option<(GameRecord, GameMoves)>
where
    G: Game,
    C: Contents<G>,
    B: Evaluator<G> + Clone,
    T: Tactics<G, Learnt<C, B>> + Clone,
{
    let mut rng = game_loop::generator(plan.seed, index);
    let mut line = game_loop::opening(game, &plan.settings, &mut rng);
    let by_chance = line.len() - 1;
    let &Player { evaluation, tactics, teacher } = player;
    let mut search: Box<dyn Search<G>> = match teacher {
        Some(teacher) => (teacher.search)(),
        None => Box::new(game_loop::player(evaluation.clone(), tactics.clone())),
    };
    let limits = &plan.settings.limits;
    let scale_of = |network: &Network| network.scale as f32;
    let scale = teacher.map_or_else(|| evaluation.network().map_or(0.0, scale_of), |teacher| teacher.scale);
    let mut samples = Vec::new();
    let mut ahead = (Side::First, 0);
    let outcome = loop {
        if let Some(outcome) = game.result(&line) {
            break outcome;
        }
        if line.len() > plan.settings.max_plies {
            break Outcome::Draw;
        }
        let side = game.side_to_move(&line[line.len() - 1]);
        let report = search.search(game, &line, limits, &mut |_| {});
        if limits.stop.is_stopped() {
            return None;
        }
        if let Some(plies) = report.score.decided() {
            break Outcome::Win(if plies > 0 { side } else { side.opponent() });
        }
        samples.extend(sample(game, player, &line, &report, false));
        if random::below(&mut rng, 100) < plan.aside {
            samples.extend(aside(game, player, &mut *search, &mut line, limits, &mut rng));
            if limits.stop.is_stopped() {
                return None;
            }
        }
        if let Some(winner) = decided(&mut ahead, side, report.score, scale) {
            break Outcome::Win(winner);
        }
        step(game, &mut line, report.best.expect("a search finds a move in an unfinished game"));
    };
    let half_points = (2.0 * outcome.value_for(Side::First)) as u8;
    let moves = GameMoves::of(game, &line, by_chance);
    Some((GameRecord { generation, half_points, scale, samples }, moves))
}

/// Positions that are kept of a random game: more would be alike.
const MAX_OF_RANDOM_GAME: usize = 30;

/// The `index`-th game of a learner who knows nothing yet: played at random, since a search without an evaluation would move
/// anywhere and sees little more. Only how it ended says something of its positions. `None` if it was stopped.
pub(super) fn random<G: Game, C: Contents<G>>(
    game: &G,
    contents: &C,
    plan: &SelfPlay,
    index: u32,
) -> Option<GameRecord> {
    let mut rng = game_loop::generator(plan.seed, index);
    let mut line = vec![game.start()];
    let outcome = loop {
        if plan.settings.limits.stop.is_stopped() {
            return None;
        }
        if let Some(outcome) = game.result(&line) {
            break outcome;
        }
        if line.len() > plan.settings.max_plies {
            break Outcome::Draw;
        }
        let moves = legal_moves(game, &line);
        step(game, &mut line, moves[random::below(&mut rng, moves.len() as u32) as usize]);
    };
    // The last position is the end itself, which nobody evaluates.
    line.pop();
    let mut samples = Vec::new();
    for position in line.iter().step_by(line.len().div_ceil(MAX_OF_RANDOM_GAME).max(1)) {
        let mut places = vec![0; contents.layout().places()];
        contents.read(game, position, &mut places);
        samples.push(Sample {
            contents: places,
            first_to_move: game.side_to_move(position) == Side::First,
            aside: false,
            quiet: true,
            phase: contents.phase(game, position) as u8,
            score: 0,
            base: 0,
        });
    }
    let half_points = (2.0 * outcome.value_for(Side::First)) as u8;
    Some(GameRecord { generation: 0, half_points, scale: 0.0, samples })
}

/// Who has been so far ahead for so long that the rest need not be played.
fn decided((leader, plies): &mut (Side, u32), side: Side, score: Score, scale: f32) -> Option<Side> {
    let (lead, most) = DECIDED;
    if scale == 0.0 || (score.value() as f32).abs() < lead * scale {
        *plies = 0;
        return None;
    }
    let ahead = if score.value() > 0 { side } else { side.opponent() };
    *plies = if *leader == ahead { *plies + 1 } else { 1 };
    *leader = ahead;
    (*plies >= most).then_some(ahead)
}

/// One random move, and what a search says of where it leads once nothing is to be taken any more: what a mistake costs is
/// seen when it has been punished.
fn aside<G, C, B, T>(
    game: &G,
    player: &Player<'_, G, C, B, T>,
    search: &mut dyn Search<G>,
    line: &mut Vec<G::Position>,
    limits: &Limits,
    rng: &mut impl Rng,
) -> Option<Sample>
where
    G: Game,
    C: Contents<G>,
    B: Evaluator<G>,
    T: Tactics<G, Learnt<C, B>>,
{
    let length = line.len();
    let moves = legal_moves(game, line);
    step(game, line, moves[random::below(rng, moves.len() as u32) as usize]);
    let mut kept = None;
    while game.result(line).is_none() && line.len() - length <= MAX_PLIES_ASIDE {
        let report = search.search(game, line, limits, &mut |_| {});
        if limits.stop.is_stopped() {
            break;
        }
        kept = sample(game, player, line, &report, true);
        let goes_on = kept.as_ref().is_some_and(|sample| !sample.quiet) && report.score.decided().is_none();
        let Some(mv) = report.best.filter(|_| goes_on) else { break };
        step(game, line, mv);
    }
    line.truncate(length);
    kept
}

/// The last position of a line with what a search says of it; nothing where an answer to a threat is due, since a static
/// evaluation is never asked there.
fn sample<G, C, B, T>(
    game: &G,
    &Player { evaluation, tactics, .. }: &Player<'_, G, C, B, T>,
    line: &[G::Position],
    report: &Report<G::Move>,
    aside: bool,
) -> Option<Sample>
where
    G: Game,
    C: Contents<G>,
    B: Evaluator<G>,
    T: Tactics<G, Learnt<C, B>>,
{
    let position = line.last()?;
    let mut state = evaluation.state(game, position);
    if tactics.is_forced(game, &mut state, position) || evaluation.probe(game, position).is_some() {
        return None;
    }
    let quiet = tactics.move_score(game, &mut state, position, report.best?) <= 0;
    let places = evaluation.contents().layout().places();
    let mut contents = vec![0; places];
    evaluation.contents().read(game, position, &mut contents);
    let narrow = |value: i32| value.clamp(i32::from(1 - Sample::WON), i32::from(Sample::WON - 1)) as i16;
    let score = match report.score.decided() {
        Some(plies) if plies > 0 => Sample::WON,
        Some(_) => -Sample::WON,
        None => narrow(report.score.value()),
    };
    let base = &evaluation.base;
    let base = narrow(base.evaluate(game, &mut base.state(game, position), position));
    let first_to_move = game.side_to_move(position) == Side::First;
    let phase = evaluation.contents().phase(game, position) as u8;
    Some(Sample { contents, first_to_move, aside, quiet, phase, score, base })
}
