//! Handicaps of Go in SGF: `HA` with the stones in `AB`, on the standard points or where Black has put them, or with moves of
//! Black's after `PL[B]`. <https://www.red-bean.com/sgf/go.html#HA>

use super::builder::{Builder, GameDraft, with_option};
use super::sgf::{Properties, plain_number, points, value};
use wanqi_play::record::{GameRecord, NodeId, ROOT};
use wanqi_play::{Message, Side, Spec, Table};

/// Go's komi where a handicap is given and nothing else is said.
pub(super) const KOMI: &str = "0.5";

/// The game whose option `handicap` puts the stones of this first position, or has Black put them as its first moves.
pub(super) fn of_stones(
    properties: &Properties,
    spec: &Spec,
    table: &dyn Table,
    first: &str,
) -> Option<Spec> {
    let mut set_up = table.fork();
    set_up.set_position(first).ok()?;
    let standard = with_handicap(properties, spec, false)?;
    if wanqi_play::table(&standard).is_ok_and(|table| table.first_position() == set_up.first_position()) {
        return Some(standard);
    }
    let free = with_handicap(properties, spec, true)?;
    let pieces = set_up.view().scene.pieces;
    let is_all = free.get("handicap") == Some(&*pieces.len().to_string())
        && pieces.iter().all(|piece| piece.side == Side::First)
        && set_up.side_to_move() == Side::Second;
    (is_all && wanqi_play::table(&free).is_ok()).then_some(free)
}

/// The game with the handicap of `HA` and the komi that belongs to it; `None` without one.
pub(super) fn with_handicap(properties: &Properties, spec: &Spec, is_free: bool) -> Option<Spec> {
    let mut given = spec.clone();
    given.options.retain(|(key, _)| key != "komi");
    with_option(&mut given, "handicap", value(properties, "HA")?);
    // What is usual with a handicap is another komi.
    let komi = value(properties, "KM").map(plain_number);
    if let Some(komi) = komi.filter(|&komi| komi != KOMI) {
        given.set("komi", komi);
    }
    given.get("handicap")?;
    if is_free {
        given.set("placement", "free");
    }
    Some(given)
}

/// Plays the stones of the root where they are a handicap that Black puts where it likes: its first moves.
pub(super) fn put_down(properties: &Properties, line: usize, draft: &mut GameDraft) {
    let Some(builder) = &mut draft.builder else { return };
    if builder.table().spec().get("placement") != Some("free") {
        return;
    }
    let mut stones = properties.iter().filter(|(name, _)| name == "AB").flat_map(|(_, values)| values);
    if let Err(what) = stones.try_for_each(|value| play_all(builder, value)) {
        draft.problem(line, what);
    }
}

/// Plays the stones that a value of `AB` puts onto the board.
fn play_all(builder: &mut Builder, value: &str) -> Result<(), Message> {
    let layout = builder.table().layout();
    for (column, row) in points(value, layout.columns.into(), layout.rows.into())? {
        builder.play(&format!("{}{}", layout.column_names[column], layout.row_names[row]))?;
    }
    Ok(())
}

/// The moves that put a handicap down, where the root of a file can tell of them: all are made, nothing is said of one, and
/// there is none instead of one. Others are told as moves.
pub(super) fn put_down_at_first(record: &GameRecord, count: usize) -> Option<Vec<NodeId>> {
    let mut stones = Vec::new();
    let mut at = ROOT;
    for _ in 0..count {
        let &[only] = record[at].children() else { return None };
        let node = &record[only];
        let is_plain = node.notes.comment.is_empty() && node.notes.marks.is_empty();
        if !is_plain || node.text().eq_ignore_ascii_case("pass") {
            return None;
        }
        stones.push(only);
        at = only;
    }
    Some(stones)
}
