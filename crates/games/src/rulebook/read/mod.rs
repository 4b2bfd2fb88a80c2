//! Reads a rule file: what it says, or everything that is wrong with it. `docs/RULES.md` is the reference.

mod betza;
mod capture;
mod checks;
mod draw;
mod drawing;
mod ends;
mod figures;
mod header;
mod keys;
mod linked;
mod moves;
mod pieces;
mod reachable;
mod regions;
mod sow;
mod text;
mod turn;

use super::Diagnostic;
use super::model::{Kind, KindId, KindSet, Placement, Region, Rules, Step, Turn};
use super::points::PointSet;
use checks::Marks;
use keys::{Keys, Problems, Value};
use regions::Names;
use text::Token;
use toml::de::DeTable;
use wanqi_game::{Side, quoted};

/// What reading a file has come to.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What the file says; `None` if it has errors.
    pub rules: Option<Rules>,
    /// What is wrong with it, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// The most bytes of a file.
pub const MAX_BYTES: usize = 64 * 1024;

/// Reads a rule file. Never panics, whatever the text is, and tells all that is wrong with it at once.
pub fn read(text: &str) -> Reading {
    let mut problems = Problems::default();
    let rules = if text.len() > MAX_BYTES {
        problems.error(format!("the file has more than {} kB", MAX_BYTES / 1024), 0..0, "shorten it");
        None
    } else {
        parsed(text, &mut problems)
    };
    let rules = rules.filter(|_| !problems.fatal);
    let mut diagnostics = problems.list;
    for diagnostic in &mut diagnostics {
        diagnostic.at = diagnostic.at.take().filter(|at| !at.is_empty() && text.get(at.clone()).is_some());
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.at.as_ref().map_or(0, |at| at.start));
    Reading { rules, diagnostics }
}

fn parsed(text: &str, problems: &mut Problems) -> Option<Rules> {
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let at = error.span().unwrap_or(0..0);
        let what = error.message().lines().next().unwrap_or("this is not TOML").to_string();
        let help = match text.get(at.clone()) {
            Some("ground") => "the drawing of the ground is called `terrain`",
            _ => "see https://toml.io for how such files are written",
        };
        problems.error(what, at, help);
    }
    if !errors.is_empty() {
        return None;
    }
    let mut keys = Keys::new("the file", 0..0, table.get_ref(), text);
    let [name, name_zh, about] = header::title(&mut keys, problems);
    let sides = header::sides(&mut keys, problems);
    let named = header::names(&mut keys, problems);
    let piece = keys.take("piece").and_then(|value| value.table("[piece]", problems));
    let pieces_at = piece.as_ref().map(|keys| keys.at.clone());
    let pieces = pieces::letters(piece, problems);
    let mut marks =
        Marks { pieces: pieces.iter().map(|piece| piece.key.key_at.clone()).collect(), ..Marks::default() };
    let mut section = |key: &'static str, problems: &mut Problems| {
        keys.take(key).and_then(|value| value.table(format!("[{key}]"), problems))
    };
    let (turn, place, win) =
        (section("turn", problems), section("place", problems), section("win", problems));
    let (mut capture, draw) = (section("capture", problems), section("draw", problems));
    let sow = section("sow", problems);
    let hand = keys.take("hand");
    let at = |keys: &Option<Keys<'_>>| keys.as_ref().map(|keys| keys.at.clone());
    (marks.turn, marks.place, marks.capture, marks.win) = (at(&turn), at(&place), at(&capture), at(&win));
    marks.hand = hand.as_ref().map(|value| value.key_at.clone());
    let Some((mut names, drawn)) = named else {
        // Nothing can be said about places without a board, but unknown keys can.
        keys.take("region");
        keys.take("ground");
        keys.finish(problems);
        return None;
    };
    header::regions(&mut keys, &mut names, problems);
    keys.finish(problems);

    for (id, piece) in pieces.iter().enumerate() {
        names.letters[usize::from(piece.letter as u8 - b'A')] = Some(id as u8);
    }
    let sows = sow.is_some();
    if sows {
        let hand_at = hand.as_ref().map(|value| value.key_at.clone());
        let sections = [
            ("[piece]", pieces_at),
            ("[turn]", at(&turn)),
            ("[place]", at(&place)),
            ("[capture]", at(&capture)),
            ("hand", hand_at),
        ];
        sow::refuse_pieces(&sections, win.as_ref(), problems);
    }
    let sow = sow.and_then(|keys| sow::sowing(keys, &names.board, problems));
    let repetition_told = win.as_ref().is_some_and(|keys| keys.has("repetition"));
    let count = pieces.len();
    if count == 0 && !sows {
        problems.error("the game has no pieces", 0..0, "`[piece.P]` tells of the piece with the letter P");
    }
    let placed = placed(&drawn, &names, problems);
    let mut starts = vec![[PointSet::EMPTY; 2]; count.max(usize::from(sows))];
    for &(at, kind, side) in &placed {
        starts[usize::from(kind)][side.index()].insert(at);
    }
    let onto = capture::onto(capture.as_mut(), problems);
    let mut kinds = pieces::kinds(pieces, &names, &starts, onto, &mut marks, problems);
    if sows {
        kinds = vec![sow::seed(&names.board)];
    }
    let count = kinds.len();
    let capture = capture::capture(capture, &names, &kinds, problems);
    let hands = hands(hand, &names, count, &mut marks, problems);
    let in_hand = in_hand(&hands, &kinds, capture.to_hand);
    let place = turn::place(place, &names, &kinds, in_hand, problems);
    let mut turn = turn::turn(turn, &names, &kinds, &place, problems);
    if sows {
        turn.steps = vec![Step::Act { moves: true, places: false, places_first: false }];
    }
    let has = ever(&starts, &hands, &kinds, &turn, &place, capture.to_hand);
    let context = ends::EndsContext {
        names: &names,
        sides: [&sides[0].name, &sides[1].name],
        kinds: &kinds,
        turn: &turn,
        capture: &capture,
        has,
    };
    let mut ends = ends::ends(win, &context, &mut marks, problems);
    if sows {
        sow::ends(&mut ends, repetition_told);
    }
    let neutral = |kind: KindId| kinds.get(usize::from(kind)).is_some_and(|kind: &Kind| kind.neutral);
    let start = placed.iter().map(|&(at, kind, side)| (at, kind, (!neutral(kind)).then_some(side))).collect();
    let draw = draw::draw(draw, &names, problems);
    let Names { board, grounds, .. } = names;
    let rules = Rules {
        name,
        name_zh,
        about,
        sides,
        board,
        grounds,
        kinds,
        start,
        hands,
        turn,
        place,
        capture,
        ends,
        draw,
        sow,
    };
    if !problems.fatal && !sows {
        checks::check(&rules, has, &marks, problems);
    }
    Some(rules)
}

/// What the letters of the board mean.
fn placed(
    drawn: &[(usize, Token<'_>)],
    names: &Names,
    problems: &mut Problems,
) -> Vec<(usize, KindId, Side)> {
    let mut placed = Vec::new();
    let mut untold: Vec<String> = Vec::new();
    for (at, word) in drawn {
        let capital = word.value.to_ascii_uppercase();
        match names.kind(word.value) {
            Some(kind) => {
                let side = if word.value == capital { Side::First } else { Side::Second };
                placed.push((*at, kind, side));
            }
            None if !untold.contains(&capital) => {
                problems.error(
                    format!("nothing says what piece {} is", quoted(word.value)),
                    word.at.clone(),
                    format!("add `[piece.{capital}]`"),
                );
                untold.push(capital);
            }
            None => {}
        }
    }
    placed
}

/// Reads `hand`: a capital letter counts for both sides, unless a small one tells of the second.
fn hands(
    value: Option<Value<'_>>,
    names: &Names,
    kinds: usize,
    marks: &mut Marks,
    problems: &mut Problems,
) -> [Vec<u8>; 2] {
    let mut hands = [vec![0; kinds], vec![0; kinds]];
    let Some(mut table) = value.and_then(|value| value.table("`hand`", problems)) else { return hands };
    let entries = table.take_all();
    let small = entries.iter().any(|value| value.key.starts_with(|c: char| c.is_ascii_lowercase()));
    for value in entries {
        let Some(kind) = names.kind(value.key) else {
            problems.error(
                format!("there is no piece {}", quoted(value.key)),
                value.key_at.clone(),
                format!("pieces of this game: {}", names.list_of_kinds()),
            );
            continue;
        };
        let Some(count) = value.number(0..=200, problems) else { continue };
        let first = value.key.starts_with(|c: char| c.is_ascii_uppercase());
        if first {
            hands[0][usize::from(kind)] = count as u8;
        }
        if !first || !small {
            hands[1][usize::from(kind)] = count as u8;
        }
        if !small && count > 0 {
            marks.both_hold.push((kind, value.key_at));
        }
    }
    hands
}

/// The kinds that may ever be in a hand.
fn in_hand(hands: &[Vec<u8>; 2], kinds: &[Kind], to_hand: bool) -> KindSet {
    let held = |id: usize| hands.iter().any(|hand| hand[id] > 0);
    let taken = kinds.iter().filter(|kind| to_hand && !kind.neutral && !kind.royal);
    let taken: KindSet = taken.fold(0, |set, kind| set | 1 << kind.captured_as);
    (0..kinds.len()).filter(|&id| held(id)).fold(taken, |set, id| set | 1 << id)
}

/// The kinds that each side ever has: from the start, from its hand, placed or promoted.
fn ever(
    starts: &[Region],
    hands: &[Vec<u8>; 2],
    kinds: &[Kind],
    turn: &Turn,
    place: &Placement,
    to_hand: bool,
) -> [KindSet; 2] {
    let steps = turn.steps.iter().chain(turn.opening.iter().flatten());
    // What comes from a hand, comes to whose hand it is.
    let from_anywhere = |place: &Placement| if place.from_hand { 0 } else { place.kinds };
    let put = |step: &Step| match step {
        Step::Act { places: true, .. } => from_anywhere(place),
        Step::Place(place) => from_anywhere(place),
        _ => 0,
    };
    let placed = steps.map(put).fold(0, |set, kinds| set | kinds);
    let mut has = [0, 1].map(|side| {
        let held = |id: &usize| !starts[*id][side].is_empty() || hands[side][*id] > 0;
        (0..kinds.len()).filter(held).fold(placed, |set, id| set | 1 << id)
    });
    // What promotes, and what is taken, brings more kinds.
    for _ in 0..kinds.len() {
        let before = has;
        for side in 0..2 {
            for (id, kind) in kinds.iter().enumerate() {
                if before[side] >> id & 1 != 0 {
                    has[side] |= kind
                        .promotes
                        .iter()
                        .flat_map(|promotion| &promotion.to)
                        .fold(0, |set, &to| set | 1 << to);
                    if to_hand && !kind.neutral {
                        has[1 - side] |= 1 << kind.captured_as;
                    }
                }
            }
        }
    }
    has
}
