//! Seeds that are sown: where a file tells of them, they are all that moves.

use super::super::board::{Board, Grid};
use super::super::model::{Ends, Kind, Repetition, Slam, Sowing, Verdict};
use super::keys::{Keys, Problems, Value};
use std::ops::Range;

/// The longest row of pits.
const MAX_PITS: u8 = 12;
/// The most seeds of a game, as a store holds at most 255.
const MAX_SEEDS: usize = 250;
/// Keys of `[win]` that ask about pieces.
const OF_PIECES: [&str; 18] = [
    "reach",
    "reach_safe",
    "equal_turns",
    "captured",
    "checks",
    "facing",
    "line",
    "fill",
    "connect",
    "gather",
    "join",
    "ring",
    "figure",
    "eliminate",
    "count",
    "no_moves",
    "full",
    "passes",
];

/// Tells of sections and keys that mean nothing beside `[sow]`.
pub(super) fn refuse_pieces(
    sections: &[(&str, Option<Range<usize>>)],
    win: Option<&Keys<'_>>,
    problems: &mut Problems,
) {
    let mut refuse = |what: String, at: Range<usize>| {
        problems.error(format!("{what} where seeds are sown"), at, "leave it out: `[sow]` tells all moves");
    };
    for (key, at) in sections {
        if let Some(at) = at {
            refuse(format!("`{key}`"), at.clone());
        }
    }
    for key in OF_PIECES {
        if let Some(at) = win.and_then(|keys| keys.place_of(key)) {
            refuse(format!("`{key}`"), at);
        }
    }
}

/// Reads `[sow]`.
pub(super) fn sowing(mut keys: Keys<'_>, board: &Board, problems: &mut Problems) -> Option<Sowing> {
    let at = keys.at.clone();
    let rectangle = board.grid == Grid::Squares
        && board.rows == 2
        && board.len() == 2 * usize::from(board.columns)
        && board.columns <= MAX_PITS
        && board.links.is_none();
    if !rectangle {
        problems.error(
            "seeds are sown on two rows of pits",
            at.clone(),
            format!("`size = \"6x2\"`, at most {MAX_PITS} pits in a row"),
        );
    }
    let seeds = keys.take("seeds");
    let seeds = match &seeds {
        Some(value) => value.number(1..=100, problems).unwrap_or(1),
        None => {
            problems.error("how many seeds are in a pit at the start?", at, "`seeds = 4`");
            1
        }
    };
    if usize::from(seeds) * board.len() > MAX_SEEDS {
        problems.error(
            format!("there are {} seeds", usize::from(seeds) * board.len()),
            keys.at.clone(),
            format!("at most {MAX_SEEDS} in all"),
        );
    }
    let dir = keys.take("dir");
    let clockwise =
        dir.and_then(|value| value.choice(&[("counterclockwise", false), ("clockwise", true)], problems));
    let store = keys.flag("store", false, problems);
    let again = keys.take("again");
    if let (false, Some(value)) = (store, &again) {
        problems.error("`again` without `store`", value.key_at.clone(), "add `store = true`");
    }
    let again = again.and_then(|value| value.boolean(problems)).unwrap_or(false);
    let laps = keys.flag("laps", false, problems);
    let skips_origin = keys.flag("skip_origin", false, problems);
    let counts = keys.take("takes");
    let takes = counts.as_ref().map_or(0, |value| numbers(value, problems));
    let before = keys.take("takes_before");
    if let (None, Some(value)) = (&counts, &before) {
        problems.error("`takes_before` without `takes`", value.key_at.clone(), "add `takes = [2, 3]`");
    }
    let takes_before = before.and_then(|value| value.boolean(problems)).unwrap_or(false);
    let takes_opposite = keys.flag("takes_opposite", false, problems);
    let feeds = keys.flag("feed", false, problems);
    let slam = keys.take("slam");
    if let (0, false, Some(value)) = (takes, takes_opposite, &slam) {
        problems.error(
            "`slam` where nothing is taken",
            value.key_at.clone(),
            "add `takes` or `takes_opposite`, or leave it out",
        );
    }
    let slams = [("takes", Slam::Takes), ("nothing", Slam::TakesNothing), ("forbidden", Slam::Forbidden)];
    let slam = slam.and_then(|value| value.choice(&slams, problems)).unwrap_or(Slam::Takes);
    let ends =
        keys.take("ends").and_then(|value| value.choice(&[("stuck", false), ("empty", true)], problems));
    let ends_empty = ends.unwrap_or(false);
    if !store && takes == 0 && !takes_opposite {
        problems.error(
            "no seed ever comes into a store",
            keys.at.clone(),
            "add `takes = [2, 3]`, `takes_opposite = true` or `store = true`",
        );
    }
    keys.finish(problems);
    let seeds = seeds as u8;
    Some(Sowing {
        seeds,
        clockwise: clockwise.unwrap_or(false),
        store,
        again,
        laps,
        skips_origin,
        takes,
        takes_before,
        takes_opposite,
        feeds,
        slam,
        ends_empty,
    })
}

/// A number of seeds, or a list of such.
fn numbers(value: &Value<'_>, problems: &mut Problems) -> u32 {
    let numbers = value.list(31, problems);
    numbers.iter().filter_map(|value| value.number(1..=31, problems)).fold(0, |set, seeds| set | 1 << seeds)
}

/// What lies in the pits.
pub(super) fn seed(board: &Board) -> Kind {
    Kind {
        letter: 'S',
        name: "seed".into(),
        name_zh: "种子".into(),
        look: String::new(),
        label: Default::default(),
        moves: Vec::new(),
        allowed: [board.all(); 2],
        allowed_anywhere: [board.all(); 2],
        rank: None,
        takes: 0,
        takes_weak: 0,
        takes_when_weak: 0,
        royal: false,
        promotes: None,
        captured_as: 0,
        drop_on: [board.all(); 2],
        one_a_file: false,
        neutral: true,
        castles: Default::default(),
        drop_mates: true,
        enclosed: Default::default(),
    }
}

/// Ends of a game of sowing: who has more seeds has won, and what would go on for ever is counted.
pub(super) fn ends(ends: &mut Ends, repetition_told: bool) {
    ends.no_moves = [Verdict::Count; 2];
    ends.count = Some(super::super::model::Count { area: false, on: None, komi: 0.0 });
    if !repetition_told {
        ends.repetition = Repetition::Count;
    }
}
