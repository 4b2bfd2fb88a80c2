//! What an engine tells while it thinks, as Leela Zero and KataGo write it for Sabaki, Lizzie and others:
//! <https://github.com/leela-zero/leela-zero> (`lz-analyze`),
//! <https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md> (`kata-analyze`).

use super::command::{Request, SYNTAX, colour};
use super::vertex::Letters;
use crate::kata::{self, Estimate};
use std::time::Duration;
use wanqi_play::{Side, Table, Thought, ThoughtMove};
use wanqi_search::host::Instant;

/// Whose words are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AnalysisDialect {
    /// Leela Zero's: chances in ten-thousandths.
    Leela,
    /// Sabaki's: the same, and the score.
    Sabaki,
    /// KataGo's: chances from 0 to 1, the score, and whatever else is asked for.
    Kata,
}

impl AnalysisDialect {
    /// That of a command: Sabaki's has no prefix.
    pub fn of(command: &str) -> AnalysisDialect {
        match command.split_once('-') {
            Some(("kata", _)) => AnalysisDialect::Kata,
            Some(_) => AnalysisDialect::Leela,
            None => AnalysisDialect::Sabaki,
        }
    }
}

/// What is to be told, and how often.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct AnalysisRequest {
    dialect: AnalysisDialect,
    letters: Letters,
    /// Whose move is asked for; `None` for the side to move.
    pub side: Option<Side>,
    interval: Duration,
    max_moves: usize,
    min_moves: usize,
    told: Told,
    /// The vertices that alone are looked at, and those that are not, for the side.
    allowed: Vec<(Side, String)>,
    avoided: Vec<(Side, String)>,
}

/// What is told beside the moves and their chances, if it is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Told {
    root: bool,
    ownership: bool,
    ownership_stdev: bool,
    moves_ownership: bool,
    moves_ownership_stdev: bool,
    no_result: bool,
    pv_visits: bool,
    pv_edge_visits: bool,
}

impl Told {
    /// The switch of a key.
    fn switch(&mut self, key: &str) -> Option<&mut bool> {
        Some(match key {
            "rootinfo" => &mut self.root,
            "ownership" => &mut self.ownership,
            "ownershipstdev" => &mut self.ownership_stdev,
            "movesownership" => &mut self.moves_ownership,
            "movesownershipstdev" => &mut self.moves_ownership_stdev,
            "noresultvalue" => &mut self.no_result,
            "pvvisits" => &mut self.pv_visits,
            "pvedgevisits" => &mut self.pv_edge_visits,
            _ => return None,
        })
    }
}

/// Between reports if nothing is said.
const INTERVAL: Duration = Duration::from_secs(1);

impl AnalysisRequest {
    /// `[colour] [interval] [key value]…`, the interval in hundredths of a second.
    pub fn read(
        dialect: AnalysisDialect,
        letters: Letters,
        request: &Request,
    ) -> Result<AnalysisRequest, &'static str> {
        let mut wanted = AnalysisRequest {
            dialect,
            letters,
            side: None,
            interval: INTERVAL,
            max_moves: usize::MAX,
            min_moves: 0,
            told: Told::default(),
            allowed: Vec::new(),
            avoided: Vec::new(),
        };
        let mut words = request.arguments.iter().map(String::as_str).peekable();
        wanted.side = words.next_if(|word| colour(word).is_some()).and_then(colour);
        if words.peek().is_some_and(|word| word.parse::<u32>().is_ok()) {
            wanted.interval = interval(words.next())?;
        }
        while let Some(key) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse().ok()).ok_or(SYNTAX);
            match key.to_ascii_lowercase().as_str() {
                "interval" => wanted.interval = interval(words.next())?,
                "minmoves" => wanted.min_moves = number()?,
                "maxmoves" => wanted.max_moves = number()?,
                restriction @ ("allow" | "avoid") => {
                    let side = words.next().and_then(colour).ok_or(SYNTAX)?;
                    let vertices = words.next().ok_or(SYNTAX)?.split(',');
                    let _until: u32 = words.next().and_then(|word| word.parse().ok()).ok_or(SYNTAX)?;
                    let list = if restriction == "allow" { &mut wanted.allowed } else { &mut wanted.avoided };
                    for word in vertices {
                        list.push((side, letters.read(word).ok_or(SYNTAX)?));
                    }
                }
                other => {
                    let switch = wanted.told.switch(other).ok_or(SYNTAX)?;
                    *switch = words.next().ok_or(SYNTAX)?.eq_ignore_ascii_case("true");
                }
            }
        }
        Ok(wanted)
    }

    /// The places among a table's legal moves that are to be looked at; `None` for all.
    pub fn places(&self, table: &dyn Table) -> Option<Vec<usize>> {
        let side = table.side_to_move();
        let own = |list: &[(Side, String)]| -> Vec<String> {
            list.iter().filter(|(whose, _)| *whose == side).map(|(_, vertex)| vertex.clone()).collect()
        };
        kata::places(table, &own(&self.allowed), &own(&self.avoided))
    }
}

fn interval(word: Option<&str>) -> Result<Duration, &'static str> {
    let hundredths: u32 = word.and_then(|word| word.parse().ok()).ok_or(SYNTAX)?;
    Ok(Duration::from_millis(10) * hundredths)
}

/// Tells of a search, no more often than is wanted.
pub(super) struct AnalysisReporter {
    wanted: AnalysisRequest,
    table: Box<dyn Table>,
    told: Option<Instant>,
}

impl AnalysisReporter {
    /// Of a search of this position.
    pub fn new(wanted: AnalysisRequest, table: &dyn Table) -> AnalysisReporter {
        AnalysisReporter { wanted, table: table.fork(), told: None }
    }

    /// A line, if it is time for one: the first at once.
    pub fn line(&mut self, thought: &Thought) -> Option<String> {
        if self.told.is_some_and(|told| told.elapsed() < self.wanted.interval) {
            return None;
        }
        self.told = Some(Instant::now());
        self.last_line(thought)
    }

    /// A line, if there is something to tell.
    pub fn last_line(&self, thought: &Thought) -> Option<String> {
        let AnalysisRequest { dialect, letters, told, .. } = &self.wanted;
        let side = self.table.side_to_move();
        let shown = |(order, one): &(usize, &ThoughtMove)| {
            *order < self.wanted.max_moves && (one.visits > 0 || *order < self.wanted.min_moves)
        };
        let shown = thought.moves.iter().enumerate().filter(shown);
        let mut texts: Vec<String> =
            shown.map(|(order, _)| info(*dialect, *letters, told, side, thought, order)).collect();
        if texts.is_empty() {
            return None;
        }
        let is_kata = *dialect == AnalysisDialect::Kata;
        if told.ownership || told.ownership_stdev || (told.root && is_kata) {
            let played_out = kata::played_out(&*self.table, thought);
            if told.root && is_kata {
                let root = Estimate::of_root(side, thought, played_out.as_ref());
                let Estimate { visits, winrate, .. } = root;
                let utility = root.utility();
                let score = score(&root);
                texts.push(format!(
                    "rootInfo visits {visits} utility {utility:.6} winrate {winrate:.6}{score} weight {visits}"
                ));
            }
            if let Some(points) = kata::ownership(thought, played_out.as_ref()) {
                if told.ownership {
                    texts.push(format!("ownership {}", owned(side, points)));
                }
                if told.ownership_stdev {
                    texts.push(format!("ownershipStdev {}", deviations(points)));
                }
            }
        }
        Some(texts.join(" "))
    }
}

/// Whose points are, as this side sees it: 1 for its own.
fn owned(side: Side, points: &[f32]) -> String {
    let own = if side == Side::First { 1.0 } else { -1.0 };
    points.iter().map(|first| format!("{:.3}", own * first)).collect::<Vec<_>>().join(" ")
}

fn deviations(points: &[f32]) -> String {
    let texts = points.iter().map(|&owned| format!("{:.3}", kata::ownership_deviation(owned)));
    texts.collect::<Vec<_>>().join(" ")
}

/// The score by all its names: here they are one. Empty where nobody counts.
fn score(estimate: &Estimate) -> String {
    let text = |score: kata::Score| {
        let kata::Score { lead, deviation } = score;
        format!(" scoreMean {lead:.3} scoreStdev {deviation:.3} scoreLead {lead:.3} scoreSelfplay {lead:.3}")
    };
    estimate.score.map_or(String::new(), text)
}

/// `info move D4 visits 120 winrate 5321 prior 123 lcb 4801 order 0 pv D4 Q16`.
fn info(
    dialect: AnalysisDialect,
    letters: Letters,
    told: &Told,
    side: Side,
    thought: &Thought,
    order: usize,
) -> String {
    let one = &thought.moves[order];
    let (estimate, prior) = (Estimate::of_move(side, thought, one), kata::prior(thought, one));
    let Estimate { visits, winrate, lcb, .. } = estimate;
    let mv = letters.write(&one.text);
    let line: Vec<String> = one.line.iter().map(|mv| letters.write(mv)).collect();
    let line = line.join(" ");
    if dialect != AnalysisDialect::Kata {
        let [winrate, prior, lcb] = [winrate, prior, lcb].map(|value| format!("{:.0}", 10_000.0 * value));
        let lead = match estimate.score {
            Some(score) if dialect == AnalysisDialect::Sabaki => format!(" scoreLead {:.3}", score.lead),
            _ => String::new(),
        };
        return format!(
            "info move {mv} visits {visits} winrate {winrate}{lead} prior {prior} lcb {lcb} order {order} pv {line}"
        );
    }
    let (utility, utility_lcb, score) = (estimate.utility(), estimate.utility_lcb(), score(&estimate));
    let no_result = if told.no_result { " noResultValue 0.0" } else { "" };
    let mut text = format!(
        "info move {mv} visits {visits} edgeVisits {visits} utility {utility:.6} winrate {winrate:.6}{score} \
         prior {prior:.6}{no_result} lcb {lcb:.6} utilityLcb {utility_lcb:.6} weight {visits} order {order} pv {line}"
    );
    let mut add = |wanted: bool, key: &str, value: Option<String>| {
        if let Some(value) = value.filter(|_| wanted) {
            text += &format!(" {key} {value}");
        }
    };
    let visits: Vec<String> = one.line_visits.iter().map(u64::to_string).collect();
    let visits = Some(visits.join(" ")).filter(|visits| !visits.is_empty());
    add(told.pv_visits, "pvVisits", visits.clone());
    add(told.pv_edge_visits, "pvEdgeVisits", visits);
    let points = kata::move_ownership(one);
    add(told.moves_ownership, "movesOwnership", points.map(|points| owned(side, points)));
    add(told.moves_ownership_stdev, "movesOwnershipStdev", points.map(deviations));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use wanqi_play::{Endings, Scale, Value};
    use wanqi_search::Score;

    fn read(text: &str) -> Result<AnalysisRequest, &'static str> {
        AnalysisRequest::read(
            AnalysisDialect::Leela,
            Letters::AsNamed,
            &Request::read(&format!("lz-analyze {text}")).expect("a command"),
        )
    }

    #[test]
    fn what_is_wanted() {
        let plain = read("").expect("nothing");
        assert_eq!((plain.side, plain.interval), (None, INTERVAL));
        for text in ["b 50", "B interval 50", "black 50 pvVisits true", "b 50 rootInfo true"] {
            let wanted = read(text).expect(text);
            assert_eq!((wanted.side, wanted.interval.as_millis()), (Some(Side::First), 500), "{text}");
        }
        let wanted = read("w 10 minmoves 2 maxmoves 5 ownership true avoid w q16,pass 1 allow b D4 3");
        let wanted = wanted.expect("all keys");
        let told = Told { ownership: true, ..Told::default() };
        assert_eq!((wanted.min_moves, wanted.max_moves, wanted.told), (2, 5, told));
        let all = "rootInfo true ownership TRUE ownershipStdev true movesOwnership true movesOwnershipStdev true \
                   noResultValue true pvVisits true pvEdgeVisits true";
        let Told {
            root,
            ownership,
            ownership_stdev,
            moves_ownership,
            moves_ownership_stdev,
            no_result,
            pv_visits,
            pv_edge_visits,
        } = read(all).expect(all).told;
        assert!(root && ownership && ownership_stdev && moves_ownership && moves_ownership_stdev);
        assert!(no_result && pv_visits && pv_edge_visits);
        assert_eq!(read("ownership false pvVisits no").expect("switches").told, Told::default());
        assert_eq!(wanted.avoided, [(Side::Second, "q16".into()), (Side::Second, "pass".into())]);
        assert_eq!(wanted.allowed, [(Side::First, "d4".into())]);
        for text in [
            "x",
            "b x",
            "interval",
            "ownership",
            "maxmoves -1",
            "avoid w",
            "avoid w d4",
            "avoid red d4 1",
            "allow b 44 1",
        ] {
            assert_eq!(read(text), Err(SYNTAX), "{text}");
        }
    }

    #[test]
    fn infos() {
        let one = ThoughtMove {
            text: "D4".into(),
            value: Value::new(Score::heuristic(200), Scale::MEAN),
            bound: None,
            visits: 96,
            depth: 2,
            seldepth: 2,
            line: vec!["d4".into(), "Pass".into()],
            line_visits: vec![96, 40],
            prior: 0.25,
            endings: None,
        };
        let other = ThoughtMove { text: "E5".into(), prior: 0.75, ..one.clone() };
        let told = |dialect, told: &Told, one: &ThoughtMove| {
            let thought = Thought {
                best: None,
                value: one.value,
                line: Vec::new(),
                depth: 2,
                seldepth: 2,
                hashfull: None,
                table_hits: 0,
                table_distance: None,
                source: wanqi_play::Source::Search,
                work: wanqi_play::Work::default(),
                moves: vec![other.clone(), one.clone()],
                endings: None,
                current: None,
            };
            info(dialect, Letters::AsNamed, told, Side::First, &thought, 1)
        };
        let plain = Told::default();
        assert_eq!(
            told(AnalysisDialect::Leela, &plain, &one),
            "info move D4 visits 96 winrate 6000 prior 2500 lcb 5020 order 1 pv D4 pass"
        );
        assert_eq!(
            told(AnalysisDialect::Kata, &Told { no_result: true, ..Told::default() }, &one),
            "info move D4 visits 96 edgeVisits 96 utility 0.200000 winrate 0.600000 prior 0.250000 \
             noResultValue 0.0 lcb 0.502000 utilityLcb 0.004000 weight 96 order 1 pv D4 pass"
        );
        let searched = ThoughtMove {
            endings: Some(Endings { ownership: vec![1.0, -0.6], lead: 2.5, deviation: 4.0, playouts: 96 }),
            ..one.clone()
        };
        let all =
            Told { moves_ownership: true, moves_ownership_stdev: true, pv_visits: true, ..plain.clone() };
        let said = told(AnalysisDialect::Kata, &all, &searched);
        assert!(
            said.contains(" scoreMean 2.500 scoreStdev 4.000 scoreLead 2.500 scoreSelfplay 2.500 "),
            "{said}"
        );
        let ends = " pv D4 pass pvVisits 96 40 movesOwnership 1.000 -0.600 movesOwnershipStdev 0.000 0.800";
        assert!(said.ends_with(ends), "{said}");
        let lost = ThoughtMove { value: Value::new(Score::loss_in(3), Scale::MEAN), ..one };
        assert!(
            told(AnalysisDialect::Kata, &plain, &lost).contains(" winrate 0.000000 prior 0.250000 lcb 0.0")
        );
        let solved = ThoughtMove { value: Value::of_solved(-6.0), ..lost };
        assert!(told(AnalysisDialect::Kata, &plain, &solved).contains(
            " winrate 0.000000 scoreMean -6.000 scoreStdev 0.000 scoreLead -6.000 scoreSelfplay -6.000 prior 0.25"
        ));
        assert!(
            told(AnalysisDialect::Sabaki, &plain, &solved)
                .contains(" winrate 0 scoreLead -6.000 prior 2500 ")
        );
    }
}
