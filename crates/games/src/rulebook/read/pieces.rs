//! The kinds of piece.

use super::super::model::{Castle, Kind, KindSet, MAX_KINDS, Promotion, Region};
use super::super::points::PointSet;
use super::checks::Marks;
use super::keys::{Keys, Problems, Value};
use super::moves::{MovesContext, moves};
use super::regions::Names;
use wanqi_game::closest;
use wanqi_game::quoted;

/// Names of drawings of pieces.
pub(super) const LOOKS: [&str; 11] =
    ["pawn", "knight", "bishop", "rook", "queen", "king", "stone", "man", "crown", "block", "pentagon"];

/// How pieces are taken by moving onto them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CaptureOnto {
    Anything,
    Nothing,
    NoHigherRank,
}

/// A piece of the file, of which so far only the letter has been read.
pub(super) struct NamedPiece<'t> {
    pub letter: char,
    pub key: Value<'t>,
    keys: Keys<'t>,
}

/// The letters of the pieces, in the order of the file.
pub(super) fn letters<'t>(table: Option<Keys<'t>>, problems: &mut Problems) -> Vec<NamedPiece<'t>> {
    let mut named: Vec<NamedPiece<'t>> = Vec::new();
    let Some(mut table) = table else { return named };
    for value in table.take_all() {
        let mut chars = value.key.chars();
        let letter = chars.next().filter(|c| c.is_ascii_alphabetic() && chars.next().is_none());
        let Some(letter) = letter.map(|c| c.to_ascii_uppercase()) else {
            problems.error(
                format!("a piece is called {}", quoted(value.key)),
                value.key_at.clone(),
                "it is named by the letter that it has on the board: `[piece.P]`; its `name` is a key",
            );
            continue;
        };
        if named.iter().any(|other| other.letter == letter) {
            problems.error(
                format!("piece {letter} is told twice"),
                value.key_at.clone(),
                "a piece is told once for both sides: its moves are turned over for the second side",
            );
            continue;
        }
        if let Some(keys) = value.table(format!("[piece.{letter}]"), problems) {
            named.push(NamedPiece { letter, key: value, keys });
        }
    }
    named.truncate(MAX_KINDS);
    named
}

/// Reads what the file says about its pieces. `start` tells where each kind stands at the start.
pub(super) fn kinds(
    named: Vec<NamedPiece<'_>>,
    names: &Names,
    start: &[Region],
    onto: CaptureOnto,
    marks: &mut Marks,
    problems: &mut Problems,
) -> Vec<Kind> {
    let all: KindSet = (0..named.len()).map(|kind| 1 << kind).sum();
    let mut limits = Vec::new();
    let mut kinds = Vec::new();
    for (id, NamedPiece { letter, key: _, mut keys }) in named.into_iter().enumerate() {
        marks.promotes.push(keys.place_of("promotes"));
        let castles = keys.take("castles").map(|value| castles(&value, id, names, start, problems));
        let (mut kind, limit) = one(id, letter, &mut keys, (names, start[id], onto), problems);
        kind.castles = castles.unwrap_or_default();
        keys.finish(problems);
        kinds.push(kind);
        limits.push(limit);
    }
    let mortal = kinds.iter().enumerate().filter(|(_, kind)| !kind.neutral);
    let mortal: KindSet = mortal.map(|(id, _)| 1 << id).sum::<KindSet>() & all;
    for (id, limit) in limits.iter().enumerate() {
        let own = kinds[id].rank;
        if onto == CaptureOnto::NoHigherRank && own.is_none() && !kinds[id].neutral {
            problems.error(
                format!("piece {} has no rank", kinds[id].letter),
                marks.pieces[id].clone(),
                "pieces take by rank here (`onto = \"rank\"`): give it one, `rank = 1`",
            );
        }
        let weaker = kinds.iter().enumerate().filter(|(_, other)| other.rank <= own);
        let weaker: KindSet = match onto {
            CaptureOnto::NoHigherRank => weaker.map(|(id, _)| 1 << id).sum(),
            CaptureOnto::Anything | CaptureOnto::Nothing => all,
        };
        let only = limit.only.unwrap_or(all);
        let kind = &mut kinds[id];
        kind.takes = mortal & (only & weaker & !limit.never | limit.also);
        kind.takes_weak =
            mortal & if onto == CaptureOnto::NoHigherRank { only | limit.also } else { kind.takes };
        kind.takes_when_weak = kind.takes;
    }
    kinds
}

/// What a piece may take, before ranks are looked at.
struct Limits {
    only: Option<KindSet>,
    never: KindSet,
    also: KindSet,
}

fn one(
    id: usize,
    letter: char,
    keys: &mut Keys<'_>,
    (names, start, onto): (&Names, Region, CaptureOnto),
    problems: &mut Problems,
) -> (Kind, Limits) {
    let everywhere = [names.board.all(); 2];
    let name = keys.take("name").and_then(|value| value.words(40, problems));
    let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| letter.to_string());
    let name_zh = keys.take("name_zh").and_then(|value| value.words(40, problems));
    let look = look(keys, &name, problems);
    let label = label(keys, letter, problems);
    let piece = if name.chars().count() > 1 { name.clone() } else { format!("piece {letter}") };
    let context = MovesContext { names, start, onto: onto != CaptureOnto::Nothing, piece };
    let moves = keys.take("moves").map_or_else(Vec::new, |value| moves(&value, &context, problems));
    let region = |key: &'static str, keys: &mut Keys<'_>, problems: &mut Problems| {
        let text = keys.take(key).and_then(|value| value.text(problems))?;
        names.region(&text, problems)
    };
    let stays_in = region("stays_in", keys, problems).unwrap_or(everywhere);
    let never_on = region("never_on", keys, problems);
    let drop_on = region("drop_on", keys, problems).unwrap_or(everywhere);
    let enclosed = region("enclosed", keys, problems).unwrap_or([PointSet::EMPTY; 2]);
    let without = |region: Region| match never_on {
        Some(never) => std::array::from_fn(|side| region[side].except(never[side])),
        None => region,
    };
    let (allowed, allowed_anywhere) = (without(stays_in), without(everywhere));
    let rank = keys.take("rank").and_then(|value| value.number(0..=255, problems)).map(|rank| rank as u8);
    let mut letters = |key: &'static str, problems: &mut Problems| {
        let text = keys.take(key).and_then(|value| value.text(problems))?;
        Some((names.kinds(&text, problems)?, text.at))
    };
    let only = letters("takes", problems);
    let never = letters("never_takes", problems);
    let also = letters("also_takes", problems);
    if let (Some((never, _)), Some((also, at))) = (&never, &also)
        && never & also != 0
    {
        problems.error("it takes always what it never takes", at.clone(), "name a piece in one of the two");
    }
    let neutral = keys.flag("neutral", false, problems);
    let royal = keys.take("royal");
    let royal_at = royal.as_ref().map(|value| value.key_at.clone());
    let royal = royal.and_then(|value| value.boolean(problems)).unwrap_or(false);
    if let (true, true, Some(at)) = (royal, neutral, royal_at) {
        problems.error("a piece of nobody cannot be royal", at, "leave out `royal` or `neutral`");
    }
    let promotes = keys.take("promotes").and_then(|value| promotion(&value, id, letter, names, problems));
    let captured_as = keys.take("captured_as").and_then(|value| {
        let text = value.text(problems)?;
        let kind = names.kind(text.value.trim());
        if kind.is_none() {
            problems.error(
                format!("there is no piece {}", quoted(text.value)),
                text.at,
                format!("pieces of this game: {}", names.list_of_kinds()),
            );
        }
        kind
    });
    let kind = Kind {
        letter,
        name_zh: name_zh.filter(|name| !name.is_empty()).unwrap_or_else(|| name.clone()),
        name,
        look,
        label,
        moves,
        allowed,
        allowed_anywhere,
        rank,
        takes: 0,
        takes_weak: 0,
        takes_when_weak: 0,
        royal,
        promotes,
        captured_as: captured_as.unwrap_or(id as u8),
        drop_on,
        one_a_file: keys.flag("one_a_file", false, problems),
        neutral,
        castles: Default::default(),
        drop_mates: keys.flag("drop_mates", true, problems),
        enclosed,
    };
    let set = |letters: Option<(KindSet, _)>| letters.map(|(set, _)| set);
    (kind, Limits { only: set(only), never: set(never).unwrap_or(0), also: set(also).unwrap_or(0) })
}

/// The most castlings of a kind of piece.
const MAX_CASTLES: usize = 8;

/// Reads how a piece goes together with another: for both sides, turned over for the second, as far as both have such
/// pieces where they begin.
fn castles(
    value: &Value<'_>,
    id: usize,
    names: &Names,
    start: &[Region],
    problems: &mut Problems,
) -> [Vec<Castle>; 2] {
    let mut castles = [Vec::new(), Vec::new()];
    for value in value.list(MAX_CASTLES, problems) {
        let Some(mut keys) = value.table("a castling", problems) else { continue };
        let at = keys.at.clone();
        let point = |key: &'static str, keys: &mut Keys<'_>, problems: &mut Problems| {
            let Some(value) = keys.take(key) else {
                let help = "`{ to = \"g1\", with = \"h1\", with_to = \"f1\" }`";
                problems.error(format!("a castling without `{key}`"), at.clone(), help);
                return None;
            };
            let text = value.text(problems)?;
            let region = names.region(&text, problems)?;
            if region[0].len() != 1 {
                problems.error(format!("`{key}` is one point"), text.at, "such as \"g1\"");
                return None;
            }
            Some(region.map(|set| set.iter().next()))
        };
        let to = point("to", &mut keys, problems);
        let with = point("with", &mut keys, problems);
        let with_to = point("with_to", &mut keys, problems);
        keys.finish(problems);
        let (Some(to), Some(with), Some(with_to)) = (to, with, with_to) else { continue };
        let mut any = false;
        for side in 0..2 {
            let own: Vec<usize> = start[id][side].iter().collect();
            let (Some(to), Some(with), Some(with_to)) = (to[side], with[side], with_to[side]) else {
                continue;
            };
            let partner = (0..start.len()).find(|&kind| kind != id && start[kind][side].has(with));
            let (&[from], Some(partner)) = (own.as_slice(), partner) else { continue };
            any = true;
            if to == with_to {
                problems.error(
                    "both pieces come to one point",
                    value.at.clone(),
                    "look at `to` and `with_to`",
                );
            }
            let castle = Castle {
                from: from as u16,
                to: to as u16,
                partner: partner as u8,
                partner_from: with as u16,
                partner_to: with_to as u16,
            };
            if castles[side].iter().any(|other: &Castle| other.to == castle.to) {
                problems.error("two castlings to one point", value.at.clone(), "leave one of them out");
                continue;
            }
            if castles[side].iter().any(|other| other.partner_from == castle.partner_from) {
                problems.error("two castlings with one piece", value.at.clone(), "leave one of them out");
                continue;
            }
            castles[side].push(castle);
        }
        if !any {
            problems.error(
                "no side begins with one such piece and another to go with it",
                value.at.clone(),
                "`with` is where the other piece stands at the start",
            );
        }
    }
    castles
}

fn look(keys: &mut Keys<'_>, name: &str, problems: &mut Problems) -> String {
    let Some(text) = keys.take("look").and_then(|value| value.text(problems)) else {
        return if LOOKS.contains(&name) { name.to_string() } else { String::new() };
    };
    let look = text.value.trim();
    if !look.is_empty() && !LOOKS.contains(&look) {
        let help = match closest(look, LOOKS) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("one of {}; without, a disc with its `label`", LOOKS.join(", ")),
        };
        problems.error(format!("there is no drawing {}", quoted(look)), text.at, help);
    }
    look.to_string()
}

fn label(keys: &mut Keys<'_>, letter: char, problems: &mut Problems) -> [String; 2] {
    let usual = letter.to_string();
    let Some(value) = keys.take("label") else { return [usual.clone(), usual] };
    let list = value.list(2, problems);
    let mut labels = list.iter().map(|value| value.words(2, problems).unwrap_or_else(|| usual.clone()));
    let first = labels.next().unwrap_or_else(|| usual.clone());
    let second = labels.next().unwrap_or_else(|| first.clone());
    [first, second]
}

fn promotion(
    value: &Value<'_>,
    id: usize,
    letter: char,
    names: &Names,
    problems: &mut Problems,
) -> Option<Promotion> {
    let mut keys = value.table(format!("`promotes` of piece {letter}"), problems)?;
    let on = keys.take("on");
    let to = keys.take("to");
    let may = keys.flag("may", false, problems);
    let from = keys.flag("from", false, problems);
    let must = keys.take("must");
    if let (Some(value), false) = (&must, may) {
        problems.error(
            "it must promote everywhere as it is",
            value.key_at.clone(),
            "leave `must` out, or say `may = true`",
        );
    }
    let at = keys.at.clone();
    keys.finish(problems);
    let (Some(on), Some(to)) = (on, to) else {
        problems.error("where, and to what?", at, "`promotes = { on = \"8\", to = \"Q\" }`");
        return None;
    };
    let on = on.text(problems).and_then(|text| names.region(&text, problems));
    let text = to.text(problems)?;
    let set = names.kinds(&text, problems)?;
    // In the order in which the file names them.
    let mut to: Vec<u8> = Vec::new();
    for kind in text.chars().iter().filter_map(|letter| names.kind(letter.value)) {
        if !to.contains(&kind) {
            to.push(kind);
        }
    }
    if set == 0 {
        problems.error("it becomes nothing", text.at, "name pieces: `to = \"QR\"`");
        return None;
    }
    if set >> id & 1 != 0 {
        problems.error(
            "it becomes what it is",
            text.at,
            "leave that letter out; `may = true` lets the player leave it as it is",
        );
        return None;
    }
    let must = must.and_then(|value| value.text(problems)).and_then(|text| names.region(&text, problems));
    Some(Promotion { on: on?, to, may, from, must: must.unwrap_or([PointSet::EMPTY; 2]) })
}
