//! What is drawn on the ground.

use super::super::model::Draw;
use super::drawing::MAX_LINES;
use super::keys::{Keys, Problems, Value};
use super::regions::Names;
use super::text::{Text, Token};
use wanqi_game::quoted;

/// The most texts on a board, and the most characters of one.
const MAX_TEXTS: usize = 20;
const TEXT: usize = 20;
/// The most strokes that a file tells.
const MAX_STROKES: usize = 400;

/// Reads `[draw]`.
pub(super) fn draw(keys: Option<Keys<'_>>, names: &Names, problems: &mut Problems) -> Draw {
    let mut draw = Draw::default();
    let Some(mut keys) = keys else { return draw };
    let lines = keys.take("lines");
    let grid = keys.take("grid");
    let gap = keys.take("gap");
    if let (false, Some(value)) = (names.board.on_points, lines.as_ref().or(grid.as_ref()).or(gap.as_ref())) {
        problems.error(
            format!("`{}` is about lines through points, and here pieces stand in cells", value.key),
            value.key_at.clone(),
            "say `on = \"points\"` at the top of the file",
        );
    }
    draw.lines = lines.map_or(Vec::new(), |value| strokes(&value, names, problems));
    draw.no_grid = grid.is_some_and(|value| value.boolean(problems) == Some(false));
    draw.gap = gap.and_then(|value| river(&value.text(problems)?, names, problems));
    if let Some(area) =
        keys.take("dots").and_then(|value| value.text(problems)).and_then(|text| names.area(&text, problems))
    {
        draw.dots = area.region[0].or(area.region[1]);
    }
    if let Some(mut table) = keys.take("texts").and_then(|value| value.table("`texts`", problems)) {
        let entries = table.take_all();
        if let Some(value) = entries.get(MAX_TEXTS) {
            problems.error("very many texts", value.key_at.clone(), format!("at most {MAX_TEXTS}"));
        }
        for value in entries.iter().take(MAX_TEXTS) {
            draw.texts.extend(inscription(value, names, problems));
        }
    }
    keys.finish(problems);
    draw
}

/// Strokes from point to point, and the same turned over.
fn strokes(value: &Value<'_>, names: &Names, problems: &mut Problems) -> Vec<[u16; 2]> {
    let mut strokes: Vec<[u16; 2]> = Vec::new();
    let Some(text) = value.text(problems) else { return strokes };
    for word in text.words() {
        let Some([from, to]) = two_points(&word, names, problems) else { continue };
        let turned = [from, to].map(|at| names.board.turned_over(at));
        for [from, to] in [[from, to], turned] {
            let stroke = [from.min(to) as u16, from.max(to) as u16];
            if !strokes.contains(&stroke) {
                strokes.push(stroke);
            }
        }
    }
    if strokes.len() > MAX_STROKES {
        problems.error("very many lines", value.at.clone(), format!("at most {MAX_STROKES}"));
    }
    strokes
}

/// `d1-f3`: two different points.
fn two_points(word: &Token<'_>, names: &Names, problems: &mut Problems) -> Option<[usize; 2]> {
    let point = |name: &str| names.board.names.iter().position(|known| known == name);
    let points = word.value.split_once('-').and_then(|(from, to)| Some([point(from)?, point(to)?]));
    let points = points.filter(|[from, to]| from != to);
    if points.is_none() {
        problems.error(
            format!("{} does not name two points", quoted(word.value)),
            word.at.clone(),
            "from one point of the board to another: `d1-f3`",
        );
    }
    points
}

/// `5-6`: two ranks next to one another, as rows of the drawing.
fn river(text: &Text<'_>, names: &Names, problems: &mut Problems) -> Option<[u8; 2]> {
    let ranks = text.value.trim().split_once('-');
    let number = |part: &str| part.parse::<u8>().ok().filter(|n| (1..=MAX_LINES as u8).contains(n));
    let ranks = ranks.and_then(|(one, other)| Some((number(one)?, number(other)?)));
    let row = |rank: u8| {
        let at = names.coordinates.iter().position(|place| place.1 == rank - 1)?;
        Some(names.board.places[at].1)
    };
    let rows = ranks.filter(|(one, other)| one.abs_diff(*other) == 1);
    let rows = rows.and_then(|(one, other)| Some([row(one)?, row(other)?]));
    if rows.is_none() {
        problems.error(
            format!("{} are not two ranks next to one another", quoted(text.value)),
            text.at.clone(),
            "the ranks on both sides of the gap: `gap = \"5-6\"`",
        );
    }
    rows
}

/// `"楚河" = "b5-c6"`: a text in the middle between two points.
fn inscription(value: &Value<'_>, names: &Names, problems: &mut Problems) -> Option<([u16; 2], String)> {
    let bad = |c: char| c.is_control();
    if value.key.is_empty() || value.key.chars().count() > TEXT || value.key.chars().any(bad) {
        problems.error(
            "this text cannot be drawn",
            value.key_at.clone(),
            format!("one to {TEXT} characters: `texts = {{ \"RIVER\" = \"b5-c6\" }}`"),
        );
        return None;
    }
    let text = value.text(problems)?;
    let words = text.words();
    let [word] = words.as_slice() else {
        problems.error("where?", value.at.clone(), "in the middle between two points: `\"b5-c6\"`");
        return None;
    };
    let [from, to] = two_points(word, names, problems)?;
    Some(([from as u16, to as u16], value.key.to_string()))
}
