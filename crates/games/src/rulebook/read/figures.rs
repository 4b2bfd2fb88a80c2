//! Chains and figures that win.

use super::super::board::{Grid, Offset};
use super::super::model::Join;
use super::drawing::MAX_LINES;
use super::ends::EndsContext;
use super::keys::{Problems, Value};
use super::text::Token;

/// The largest figure, in lines.
const MAX_FIGURE: usize = 8;

impl EndsContext<'_> {
    /// Reads `{ any = 3, of = "a1 | c1 | b2" }`, or a list of such.
    pub(super) fn joins(&self, value: &Value<'_>, problems: &mut Problems) -> Vec<Join> {
        let one = |value: &Value<'_>, problems: &mut Problems| {
            let mut keys = value.table("`join`", problems)?;
            let of = keys.take("of");
            let any = keys.take("any");
            let at = keys.at.clone();
            keys.finish(problems);
            let Some(of) = of else {
                problems.error("which regions?", at, "`{ any = 3, of = \"a1-a9 | a9-i9 | i1-i9\" }`");
                return None;
            };
            let text = of.text(problems)?;
            let words = text.words();
            let mut regions = Vec::new();
            for part in words.split(|word: &Token<'_>| word.value == "|") {
                let area = self.names.area_of(part, &text, problems)?;
                if area.region[0].is_empty() {
                    problems.error("one of the regions has no points", text.at.clone(), "name some");
                    return None;
                }
                regions.push(area.region[0]);
            }
            let most = regions.len() as u16;
            if most < 2 {
                problems.error("a chain joins two regions or more", text.at, "write them with ` | ` between");
                return None;
            }
            let any = match any {
                Some(any) => any.number(2..=most, problems)?,
                None => most,
            };
            Some(Join { any: any as u8, regions })
        };
        value.list(MAX_LINES, problems).iter().filter_map(|value| one(value, problems)).collect()
    }

    /// Reads whether rings win.
    pub(super) fn ring(&self, value: &Value<'_>, problems: &mut Problems) -> bool {
        let ring = value.boolean(problems).unwrap_or(false);
        if ring && self.names.board.grid != Grid::Hexes {
            problems.error(
                "`ring` on a board of squares",
                value.key_at.clone(),
                "leave it out: on squares a diagonal would be open and closed at once",
            );
        }
        ring
    }

    /// Reads drawn figures: `"XX/XX"`, lines with / or a new line between, or a list of such.
    pub(super) fn figures(&self, value: &Value<'_>, problems: &mut Problems) -> Vec<Vec<Offset>> {
        let one = |value: &Value<'_>, problems: &mut Problems| {
            let text = value.text(problems)?;
            let lines: Vec<&str> = text.value.trim().split(['/', '\n']).collect();
            let fits = |line: &&str| line.chars().all(|c| matches!(c, 'X' | '.'));
            let large = lines.len() > MAX_FIGURE || lines.iter().any(|line| line.len() > MAX_FIGURE);
            let mut offsets = Vec::new();
            for (down, line) in lines.iter().enumerate() {
                let points = line.chars().enumerate().filter(|&(_, c)| c == 'X');
                offsets.extend(points.map(|(right, _)| Offset::new(right as i8, -(down as i8))));
            }
            if !lines.iter().all(fits) || large || offsets.len() < 2 {
                problems.error(
                    format!("{} is no figure", wanqi_game::quoted(text.value)),
                    text.at,
                    format!("`X` for its pieces, `.` for what does not matter, lines with / between, at most {MAX_FIGURE}: `\"XX/XX\"`"),
                );
                return None;
            }
            Some(offsets)
        };
        if self.names.board.grid != Grid::Squares {
            problems.error("`figure` is for boards of squares", value.key_at.clone(), "leave it out");
            return Vec::new();
        }
        value.list(MAX_LINES, problems).iter().filter_map(|value| one(value, problems)).collect()
    }
}
