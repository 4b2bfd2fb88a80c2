//! What is asked beside moves: the score, what is dead, the board as people see it.

use super::board::GtpBoard;
use super::command::SYNTAX;
use wanqi_play::StoneStatus;

/// Who is ahead and by how much, as `final_score` has it: in Go with the dead stones taken off, by what a search makes
/// of them; in other games that count points when they are over.
pub(super) fn final_score(board: &GtpBoard, komi: f64) -> Result<String, &'static str> {
    let lead = if board.is_go() {
        board.counted().map(|count| count.lead - komi)
    } else {
        board.table().result().and_then(|_| board.table().margin())
    };
    let lead = lead.ok_or("cannot score")?;
    Ok(match lead {
        lead if lead > 0.0 => format!("B+{lead}"),
        lead if lead < 0.0 => format!("W+{}", -lead),
        _ => "0".into(),
    })
}

/// The strings of this status, one on every line.
pub(super) fn final_status_list(board: &GtpBoard, status: Option<&str>) -> Result<String, &'static str> {
    let wanted = match status {
        Some("alive") => StoneStatus::Alive,
        Some("dead") => StoneStatus::Dead,
        Some("seki") => StoneStatus::Seki,
        _ => return Err(SYNTAX),
    };
    let strings = board.statuses().into_iter().filter(|string| string.status == wanted);
    let line = |string: Vec<u16>| string.iter().map(|&point| board.name(point)).collect::<Vec<_>>().join(" ");
    Ok(strings.map(|string| line(string.points)).collect::<Vec<_>>().join("\n"))
}

/// The board as people see it.
pub(super) fn picture(board: &GtpBoard) -> String {
    let (mut layout, view) = (board.table().layout(), board.table().view());
    layout.column_names.iter_mut().for_each(|name| *name = board.letters().column(name));
    let side = &layout.sides[view.side.index()].name;
    format!("\n{}{side} to move. {}", wanqi_play::draw_text(&layout, &view.scene), view.scene.note)
}

/// What GoGui can show on its board, as far as the command is known: a type, a label and a command on each line.
/// <https://www.kayufu.com/gogui/analyze.html>
pub(super) fn analyze_commands(is_known: impl Fn(&str) -> bool) -> String {
    let all = [
        ("dboard", "Ownership", "wanqi-ownership"),
        ("plist", "Dead Stones", "final_status_list dead"),
        ("string", "Final Score", "final_score"),
        ("pspairs", "Chances", "wanqi-chances"),
        ("string", "Position", "wanqi-position"),
        ("string", "Rules", "wanqi-rules"),
    ];
    let known = all.iter().filter(|(.., command)| is_known(command.split(' ').next().unwrap_or_default()));
    known.map(|(kind, label, command)| format!("{kind}/{label}/{command}")).collect::<Vec<_>>().join("\n")
}

/// Whose each point will be by a search, row by row: 1 for Black, −1 for White.
pub(super) fn ownership(board: &GtpBoard) -> String {
    let points = board.ownership().map(|ownership| ownership.points).unwrap_or_default();
    let row = |row: &[f32]| row.iter().map(|value| format!("{value:.2}")).collect::<Vec<_>>().join(" ");
    let columns = usize::from(board.table().layout().columns);
    points.chunks(columns).map(row).collect::<Vec<_>>().join("\n")
}
