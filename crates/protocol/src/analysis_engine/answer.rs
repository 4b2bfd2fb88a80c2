//! What was found, as JSON. All figures are told as the query asks: as Black sees them, White, or the side to move.

use super::query::Report;
use crate::fields::FieldError;
use crate::gtp::write_vertex;
use crate::kata::{self, Estimate};
use serde_json::{Map, Value, json};
use wanqi_play::{Side, Table, Thought, ThoughtMove};

/// `{"error":…,"field":…,"id":…}`.
pub(super) fn error(id: &str, error: &FieldError) -> String {
    json!({ "error": error.text, "field": error.field, "id": id }).to_string()
}

/// The same of what is not obeyed.
pub(super) fn warning(id: &str, warning: &FieldError) -> String {
    json!({ "warning": warning.text, "field": warning.field, "id": id }).to_string()
}

/// An error that is of no field; `id` as far as there is one.
pub(super) fn failure(id: Option<&str>, text: &str) -> String {
    let mut answer = json!({ "error": text });
    if let Some(id) = id {
        answer["id"] = id.into();
    }
    answer.to_string()
}

/// Of a position that was not searched.
pub(super) fn nothing(id: &str, turn: usize) -> String {
    json!({ "id": id, "isDuringSearch": false, "noResults": true, "turnNumber": turn }).to_string()
}

/// What is told of a position.
pub(super) struct Answer<'a> {
    pub id: &'a str,
    pub turn: usize,
    pub report: &'a Report,
    pub table: &'a dyn Table,
    pub thought: &'a Thought,
    pub during_search: bool,
}

impl Answer<'_> {
    pub fn text(&self) -> String {
        let Answer { report, table, thought, .. } = self;
        let played_out = kata::played_out(*table, thought);
        let moves = thought.moves.iter().enumerate().filter(|(_, one)| one.visits > 0);
        let mut answer = json!({
            "id": self.id,
            "turnNumber": self.turn,
            "isDuringSearch": self.during_search,
            "moveInfos": moves.map(|(order, one)| self.move_info(order, one)).collect::<Vec<_>>(),
            "rootInfo": self.root_info(&Estimate::of_root(self.side(), thought, played_out.as_ref())),
        });
        if let Some(points) = kata::ownership(thought, played_out.as_ref()) {
            if report.ownership {
                answer["ownership"] = self.owned(points);
            }
            if report.ownership_stdev {
                answer["ownershipStdev"] = deviations(points);
            }
        }
        if report.policy {
            answer["policy"] = self.policy();
        }
        answer.to_string()
    }

    fn side(&self) -> Side {
        self.table.side_to_move()
    }

    /// The figures of an estimate, by the side to move, that a move and the root have alike.
    fn figures(&self, estimate: &Estimate) -> Map<String, Value> {
        let is_own = self.report.seen_by.is_none_or(|side| side == self.side());
        let estimate = if is_own { *estimate } else { estimate.seen_by_other() };
        let mut figures = Map::from_iter([
            ("visits".into(), json!(estimate.visits)),
            ("weight".into(), json!(estimate.visits as f64)),
            ("winrate".into(), rounded(estimate.winrate)),
            ("lcb".into(), rounded(estimate.lcb)),
            ("utility".into(), rounded(estimate.utility())),
        ]);
        if let Some(score) = estimate.score {
            for name in ["scoreLead", "scoreMean", "scoreSelfplay"] {
                figures.insert(name.into(), rounded(score.lead));
            }
            figures.insert("scoreStdev".into(), rounded(score.deviation));
        }
        figures
    }

    fn root_info(&self, estimate: &Estimate) -> Value {
        let mut figures = self.figures(estimate);
        figures.insert("currentPlayer".into(), json!(["B", "W"][self.side().index()]));
        figures.insert("thisHash".into(), json!(format!("{:016X}", self.table.position_key())));
        Value::Object(figures)
    }

    fn move_info(&self, order: usize, one: &ThoughtMove) -> Value {
        let report = self.report;
        let estimate = Estimate::of_move(self.side(), self.thought, one);
        let mut info = self.figures(&estimate);
        let is_own = self.report.seen_by.is_none_or(|side| side == self.side());
        let utility_lcb = if is_own { estimate.utility_lcb() } else { -estimate.utility_lcb() };
        let length = report.pv_length.saturating_add(1);
        let line: Vec<String> = one.line.iter().take(length).map(|mv| write_vertex(mv)).collect();
        info.extend([
            ("move".into(), json!(write_vertex(&one.text))),
            ("order".into(), json!(order)),
            ("prior".into(), rounded(kata::prior(self.thought, one))),
            ("utilityLcb".into(), rounded(utility_lcb)),
            ("edgeVisits".into(), json!(one.visits)),
            ("edgeWeight".into(), json!(one.visits as f64)),
            ("playSelectionValue".into(), json!(one.visits as f64)),
            ("pv".into(), json!(line)),
        ]);
        if report.no_result {
            info.insert("noResultValue".into(), json!(0.0));
        }
        if report.pv_visits && !one.line_visits.is_empty() {
            let visits: Vec<u64> = one.line_visits.iter().copied().take(length).collect();
            info.insert("pvVisits".into(), json!(visits));
            info.insert("pvEdgeVisits".into(), json!(visits));
        }
        if let Some(points) = kata::move_ownership(one) {
            if report.moves_ownership {
                info.insert("ownership".into(), self.owned(points));
            }
            if report.moves_ownership_stdev {
                info.insert("ownershipStdev".into(), deviations(points));
            }
        }
        Value::Object(info)
    }

    /// Whose points are: 1 for those of the side as whom values are told.
    fn owned(&self, points: &[f32]) -> Value {
        let own = if self.report.seen_by.unwrap_or(self.side()) == Side::First { 1.0 } else { -1.0 };
        points.iter().map(|&first| rounded_shortly(own * first)).collect()
    }

    /// How likely each point is played, −1 where it cannot be and 0 where the search does not look, and the pass at the end.
    fn policy(&self) -> Value {
        let layout = self.table.layout();
        let legal = self.table.legal_moves(0);
        let of = |mv: &str| {
            let is = |other: &str| other.eq_ignore_ascii_case(mv);
            match self.thought.moves.iter().find(|one| is(&one.text)) {
                Some(one) => rounded(kata::prior(self.thought, one)),
                None if legal.iter().any(|other| is(other)) => json!(0.0),
                None => json!(-1.0),
            }
        };
        let name = |point: &wanqi_play::Point| {
            let column = &layout.column_names[usize::from(point.column)];
            format!("{column}{}", layout.row_names[usize::from(point.row)])
        };
        layout.points.iter().map(|point| of(&name(point))).chain([of("pass")]).collect()
    }
}

fn deviations(points: &[f32]) -> Value {
    points.iter().map(|&owned| rounded_shortly(kata::ownership_deviation(owned))).collect()
}

fn rounded(value: f64) -> Value {
    json!((value * 1e6).round() / 1e6)
}

/// There are hundreds of them.
fn rounded_shortly(value: f32) -> Value {
    json!((f64::from(value) * 1e4).round() / 1e4)
}
