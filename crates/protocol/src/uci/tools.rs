//! What people ask of an engine beside games: the board, the static evaluation, move paths counted, a measure of speed.

use crate::Say;
use std::time::Duration;
use wanqi_play::{Limits, Player, Spec, Stop, Table};
use wanqi_search::host::Instant;

/// The board, the position's text and the legal moves, as `d` asks for them.
pub(super) fn display(table: &dyn Table, position: &str, moves: &[String]) -> Vec<String> {
    let (layout, view) = (table.layout(), table.view());
    let (columns, rows) = (usize::from(layout.columns), usize::from(layout.rows));
    // Places of the grid that are no points are empty.
    let mut squares = vec![" ".to_owned(); columns * rows];
    let place = |point: &wanqi_play::Point| usize::from(point.row) * columns + usize::from(point.column);
    layout.points.iter().for_each(|point| squares[place(point)] = ".".into());
    for piece in &view.scene.pieces {
        if let Some(point) = layout.points.get(usize::from(piece.point)) {
            squares[place(point)] = piece.letter.to_string();
        }
    }
    let mut lines: Vec<String> = squares.chunks(columns.max(1)).map(|row| row.join(" ")).collect();
    lines.push(format!("Fen: {position}"));
    lines.push(format!("Moves: {}", moves.join(" ")));
    lines.extend(view.result.map(|result| format!("Result: {}", result.text)));
    lines
}

/// What every evaluation, as the player has it, says of the position without looking ahead: the answer to `eval`.
pub(super) fn evaluation(table: &dyn Table, player: &Spec) -> Vec<String> {
    let values = table.static_values(player);
    if values.is_empty() {
        return vec!["info string the game is over".into()];
    }
    let text = |(name, value)| format!("{name} {value} for the side to move");
    values.into_iter().map(text).collect()
}

/// Counts move paths by first move.
pub(super) fn perft(table: &dyn Table, depth: u32, write: impl Fn(&str) -> String, stop: &Stop, say: &Say) {
    let began = Instant::now();
    let mut paths = 0;
    let whole = table.divide_until(depth, stop, &mut |mv, count: u64| {
        paths += count;
        say(format!("{}: {count}", write(&mv)));
    });
    if !whole {
        return say("info string stopped".into());
    }
    say(format!("Nodes searched: {paths}"));
    say(format!(
        "info depth {depth} nodes {paths}{} time {}",
        nps(paths, began.elapsed()),
        began.elapsed().as_millis()
    ));
}

/// Searches the game's known positions, or else its start, to a depth, or as long as the stop flag lets it: their nodes together tell
/// whether a change of the code has changed the search.
pub(super) fn bench(player: &mut dyn Player, table: &dyn Table, depth: u32, stop: &Stop, say: &Say) {
    if let Err(error) = player.keeps().check("the player", &Limits::depth(depth)) {
        return say(format!("info string {error}"));
    }
    let (mut nodes, mut time) = (0, Duration::ZERO);
    let known = table.info().lab_positions;
    let start = table.first_position();
    for position in known.iter().copied().chain(known.is_empty().then_some(start.as_str())) {
        let mut laid = table.fork();
        if laid.set_position(position).is_err() || stop.is_stopped() {
            continue;
        }
        player.forget();
        let limits = Limits { stop: stop.clone(), ..Limits::depth(depth) };
        let began = Instant::now();
        if let Ok(thought) = player.think(&*laid, &limits, &mut |_| {}) {
            nodes += thought.work.interior + thought.work.leaves;
        }
        time += began.elapsed();
    }
    player.forget();
    if stop.is_stopped() {
        return say("info string stopped".into());
    }
    say(format!("info depth {depth} nodes {nodes}{} time {}", nps(nodes, time), time.as_millis()));
    say(format!("Nodes searched: {nodes}"));
}

fn nps(nodes: u64, time: Duration) -> String {
    let rate = (u128::from(nodes) * 1000).checked_div(time.as_millis());
    rate.map_or(String::new(), |rate| format!(" nps {rate}"))
}
