//! What positions of a rule file consist of, for what is learnt of them.

use crate::learnt::{Contents, Layout, Surroundings, WindowBoard};
use wanqi_game::{Game, Side};
use wanqi_games::rulebook::{Position, Rulebook};

/// Pieces of a kind in hand that are told apart; more count as so many.
const MAX_IN_HAND: u8 = 9;
/// Seeds in a pit that are told apart; more count as so many.
const MAX_IN_PIT: u8 = 15;
/// One: with an output for each phase by the number of pieces, those that self-play seldom reaches are not learnt, and lose
/// games (breakthrough: every one of 32).
const PHASES: usize = 1;

/// What stands on each point and, where little may stand there, on neighbouring points together; what is in each hand; and
/// which step of its turn a side makes.
#[derive(Clone, Debug)]
pub struct RulebookContents {
    layout: Layout,
    points: usize,
    /// Kinds that may be in hand.
    held: Vec<u8>,
    /// How many of a kind in hand are told apart.
    in_hand: u8,
    /// Whether a turn has several steps.
    steps: bool,
}

impl RulebookContents {
    /// Works out from the rules what there is to see.
    pub fn new(game: &Rulebook) -> RulebookContents {
        let rules = game.rules();
        let points = rules.board.len();
        // Where seeds are sown, each number of them in a pit is a piece of its own, and a store may hold half of all.
        let (kinds, in_hand) = match &rules.sow {
            Some(_) => (usize::from(MAX_IN_PIT), (game.content_count() / 2).min(254) as u8),
            None => (rules.kinds.len(), MAX_IN_HAND),
        };
        let held: Vec<u8> =
            (0..).zip(game.held_kinds()).filter_map(|(kind, held)| held.then_some(kind)).collect();
        let steps = has_steps(game);
        let mut counts = vec![game.content_count().min(255) as u8; points];
        counts.extend(std::iter::repeat_n(in_hand + 1, 2 * held.len()));
        if steps {
            counts.push(2 * STEPS);
        }

        // Where the second side sees what the first sees on a point; without such a turning of the board each side has
        // rows of its own.
        let swaps = game.swaps();
        let seen: Option<Vec<u16>> = swaps.first().map(|swap| inverse(swap));
        let of_pieces = 3 * kinds * points;
        let of_hands = 2 * held.len() * usize::from(in_hand);
        let of_steps = if steps { 2 * usize::from(STEPS) } else { 0 };
        let of_view = of_pieces + of_hands + of_steps;
        let layout = Layout::new(counts, PHASES, |side, place, content| {
            let owner = |owner: usize| owner ^ side;
            let row = if place < points {
                let (kind, owner_side) = game.piece_of(content)?;
                let kind = if rules.sow.is_some() { content.min(MAX_IN_PIT) - 1 } else { kind };
                let owner = owner_side.map_or(2, |side| owner(side.index()));
                let point = match &seen {
                    Some(seen) if side == 1 => seen[place].into(),
                    _ => place,
                };
                (owner * kinds + usize::from(kind)) * points + point
            } else if let Some(hand) = Some(place - points).filter(|&hand| hand < 2 * held.len()) {
                let count = usize::from(content).checked_sub(1)?;
                let (whose, kind) = (owner(hand / held.len()), hand % held.len());
                of_pieces + (whose * held.len() + kind) * usize::from(in_hand) + count
            } else {
                let (step, whose) = (usize::from(content / 2), owner(usize::from(content % 2)));
                if step == 0 {
                    return None;
                }
                of_pieces + of_hands + 2 * step + whose
            };
            Some((row + if seen.is_none() { side * of_view } else { 0 }) as u32)
        });
        let places = layout.places();
        let turnings = turnings(&swaps)
            .into_iter()
            .map(|turning| turning.into_iter().chain(points as u16..places as u16).collect());
        let layout = layout.with_turnings(turnings.collect());
        let first_row = layout.row_count as u32;
        let board = &rules.board;
        let board = WindowBoard {
            grid: board.grid,
            points: &board.places,
            seen: seen.as_deref(),
            digits: [0, 1].map(|side| digits(game, side)),
        };
        let owner = |content| game.piece_of(content).map(|(_, owner)| owner);
        let layout = layout.with_surroundings(Surroundings::new(&board, owner));
        let layout = layout.with_windows(board.windows(first_row, places));
        RulebookContents { layout, points, held, in_hand, steps }
    }
}

/// The contents of a point as a side sees them: what is the other's counts as what is its own would for that one.
fn digits(game: &Rulebook, side: usize) -> Vec<u8> {
    let contents = 0..game.content_count() as u8;
    let swapped = |content: u8| {
        let (kind, owner) = game.piece_of(content)?;
        let other = Some((kind, Some(owner?.opponent())));
        contents.clone().find(|&there| game.piece_of(there) == other)
    };
    let seen = |content: u8| if side == 1 { swapped(content).unwrap_or(content) } else { content };
    contents.clone().map(seen).collect()
}

/// Steps of a turn that are told apart.
const STEPS: u8 = 4;

fn has_steps(game: &Rulebook) -> bool {
    use wanqi_games::rulebook::model::MultiCapture;
    let rules = game.rules();
    rules.turn.steps.len() > 1
        || rules.turn.opening.iter().any(|turn| turn.len() > 1)
        || rules.capture.again != MultiCapture::Never
}

/// The turnings of the board that change nothing, without doing nothing: one swap undone after another.
fn turnings(swaps: &[Vec<u16>]) -> Vec<Vec<u16>> {
    let Some(back) = swaps.first().map(|swap| inverse(swap)) else { return Vec::new() };
    swaps[1..].iter().map(|swap| swap.iter().map(|&at| back[usize::from(at)]).collect()).collect()
}

fn inverse(turned: &[u16]) -> Vec<u16> {
    let mut back = vec![0; turned.len()];
    turned.iter().enumerate().for_each(|(from, &to)| back[usize::from(to)] = from as u16);
    back
}

impl Contents<Rulebook> for RulebookContents {
    #[inline(always)]
    fn layout(&self) -> &Layout {
        &self.layout
    }

    #[inline]
    fn read(&self, game: &Rulebook, position: &Position, contents: &mut [u8]) {
        let (board, rest) = contents.split_at_mut(self.points);
        board.copy_from_slice(position.contents(self.points));
        if !self.held.is_empty() {
            for (hands, side) in rest.chunks_exact_mut(self.held.len()).zip(Side::BOTH) {
                for (count, &kind) in hands.iter_mut().zip(&self.held) {
                    *count = position.in_hand(side, kind).min(self.in_hand);
                }
            }
        }
        if self.steps {
            let step = (position.step() + usize::from(position.goes_on())).min(usize::from(STEPS) - 1) as u8;
            rest[2 * self.held.len()] = 2 * step + game.side_to_move(position).index() as u8;
        }
    }

    #[inline]
    fn phase(&self, _: &Rulebook, _: &Position) -> usize {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learnt::Windows;
    use rand_core::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use wanqi_games::rulebook::shipped;

    /// What places hold when the first side has what the second had.
    fn swapped(game: &Rulebook, contents: &RulebookContents, places: &[u8], swap: &[u16]) -> Vec<u8> {
        let mut swapped = places.to_vec();
        for (to, &from) in swap.iter().enumerate() {
            let content = places[usize::from(from)];
            let other = game.piece_of(content).and_then(|(kind, owner)| {
                let other = Some((kind, Some(owner?.opponent())));
                (0..game.content_count() as u8).find(|&there| game.piece_of(there) == other)
            });
            swapped[to] = other.unwrap_or(content);
        }
        let held = contents.held.len();
        swapped[contents.points..][..2 * held].rotate_left(held);
        if contents.steps {
            swapped[contents.points + 2 * held] ^= 1;
        }
        swapped
    }

    /// What a side has is seen by it as the other side would see it: the second side has the rows that the first has once
    /// they have been swapped. Places switch on a row each, and no two the same one.
    #[test]
    fn every_shipped_game_is_seen() {
        let mut with_windows = 0;
        for (name, text) in shipped::FILES {
            let (game, _) = Rulebook::read(text);
            let game = game.expect("a right file");
            let contents = RulebookContents::new(&game);
            let layout = contents.layout();
            let places_alone = layout.clone().with_windows(Windows::default());
            with_windows += usize::from(!layout.windows.is_empty());
            let swaps = game.swaps();
            let mut rng = Pcg64Mcg::seed_from_u64(3);
            let mut position = game.start();
            for _ in 0..60 {
                let mut places = vec![0; layout.places()];
                contents.read(&game, &position, &mut places);
                assert!(contents.phase(&game, &position) < layout.phases, "{name}");
                let rows = |layout: &Layout, side, places: &[u8]| {
                    let mut rows = Vec::new();
                    layout.each_row(side, places, |row| rows.push(row));
                    rows.sort_unstable();
                    rows
                };
                for side in [0, 1] {
                    let mut rows = rows(&places_alone, side, &places);
                    assert!(rows.len() >= position.occupied_count(), "{name}");
                    let count = rows.len();
                    rows.dedup();
                    assert_eq!(rows.len(), count, "{name}: a row for everything");
                }
                if let Some(swap) = swaps.first() {
                    let swapped = swapped(&game, &contents, &places, swap);
                    assert_eq!(rows(layout, 1, &places), rows(layout, 0, &swapped), "{name}");
                }
                for (&content, &most) in places.iter().zip(&layout.contents) {
                    assert!(content < most, "{name}");
                }
                let Some(mv) = game.random_move(&position, &mut rng) else { break };
                game.play(&mut position, mv);
                if game.outcome(&position).is_some() {
                    break;
                }
            }
        }
        assert!(with_windows > 10, "{with_windows}");
    }
}
