//! What an engine tells while it thinks, as Leela Zero and KataGo write it for Sabaki, Lizzie and others:
//! <https://github.com/leela-zero/leela-zero> (`lz-analyze`),
//! <https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md> (`kata-analyze`).

use super::board;
use super::command::{Request, SYNTAX, colour, vertex, write};
use std::time::{Duration, Instant};
use wanqi_play::{Side, Table, Thought, ThoughtMove};

/// Whose words are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AnalysisDialect {
    /// Chances in ten-thousandths.
    Leela,
    /// Chances from 0 to 1.
    Kata,
}

/// What is to be told, and how often.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct AnalysisRequest {
    dialect: AnalysisDialect,
    /// Whose move is asked for; `None` for the side to move.
    pub side: Option<Side>,
    interval: Duration,
    max_moves: usize,
    min_moves: usize,
    ownership: bool,
    /// Whether the position itself is to be told of.
    root: bool,
    /// The vertices that alone are looked at, and those that are not, for the side.
    allowed: Vec<(Side, String)>,
    avoided: Vec<(Side, String)>,
}

/// Random games behind each report of ownership.
const GAMES: u64 = 200;
/// Between reports if nothing is said.
const INTERVAL: Duration = Duration::from_secs(1);

impl AnalysisRequest {
    /// `[colour] [interval] [key value]…`, the interval in hundredths of a second.
    pub fn read(dialect: AnalysisDialect, request: &Request) -> Result<AnalysisRequest, &'static str> {
        let mut wanted = AnalysisRequest {
            dialect,
            side: None,
            interval: INTERVAL,
            max_moves: usize::MAX,
            min_moves: 0,
            ownership: false,
            root: false,
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
                "ownership" => wanted.ownership = words.next() == Some("true"),
                // What there is nothing to tell of, as KataGo documents it for engines that know less.
                "rootinfo" => wanted.root = words.next() == Some("true"),
                "movesownership" | "ownershipstdev" | "pvvisits" | "pvedgevisits" | "nores" => {
                    words.next().ok_or(SYNTAX)?;
                }
                restriction @ ("allow" | "avoid") => {
                    let side = words.next().and_then(colour).ok_or(SYNTAX)?;
                    let vertices = words.next().ok_or(SYNTAX)?.split(',');
                    let _until: u32 = words.next().and_then(|word| word.parse().ok()).ok_or(SYNTAX)?;
                    let list = if restriction == "allow" { &mut wanted.allowed } else { &mut wanted.avoided };
                    for word in vertices {
                        list.push((side, vertex(word).ok_or(SYNTAX)?));
                    }
                }
                _ => return Err(SYNTAX),
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
        let (allowed, avoided) = (own(&self.allowed), own(&self.avoided));
        if allowed.is_empty() && avoided.is_empty() {
            return None;
        }
        let wanted = |mv: &String| {
            let mv = mv.to_ascii_lowercase();
            (allowed.is_empty() || allowed.contains(&mv)) && !avoided.contains(&mv)
        };
        let legal = table.legal_moves(0);
        let places: Vec<usize> = (0..legal.len()).filter(|&place| wanted(&legal[place])).collect();
        (!places.is_empty()).then_some(places)
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
        let shown = |(order, one): &(usize, &ThoughtMove)| {
            *order < self.wanted.max_moves && (one.visits > 0 || *order < self.wanted.min_moves)
        };
        let prior = 1.0 / thought.moves.len().max(1) as f64;
        let mut texts: Vec<String> = thought
            .moves
            .iter()
            .enumerate()
            .filter(shown)
            .map(|(order, one)| info(self.wanted.dialect, order, one, prior))
            .collect();
        if texts.is_empty() {
            return None;
        }
        let told = self.wanted.ownership || self.wanted.root;
        if let Some(ownership) = told.then(|| board::ownership(&*self.table, GAMES)).flatten() {
            let own = if self.table.side_to_move() == Side::First { 1.0 } else { -1.0 };
            if self.wanted.root && self.wanted.dialect == AnalysisDialect::Kata {
                let lead = own * ownership.lead.unwrap_or(0.0);
                let visits: u64 = thought.moves.iter().map(|one| one.visits).sum();
                let chance = thought.moves.first().map_or(0.5, win_probability);
                texts.push(format!("rootInfo visits {visits} winrate {chance:.6} scoreLead {lead:.3}"));
            }
            if self.wanted.ownership {
                let points = ownership.points.iter().map(|first| format!("{:.3}", own * f64::from(*first)));
                texts.push(format!("ownership {}", points.collect::<Vec<_>>().join(" ")));
            }
        }
        Some(texts.join(" "))
    }
}

/// `info move D4 visits 120 winrate 5321 prior 123 lcb 4801 order 0 pv D4 Q16`. Light random games prefer no move, so
/// that every prior is the same. KataGo's readers are told the lead in discs too, where they are counted.
fn info(dialect: AnalysisDialect, order: usize, one: &ThoughtMove, prior: f64) -> String {
    let chance = win_probability(one);
    // The lower end of a 95 % interval.
    let error = 1.96 * (chance * (1.0 - chance) / one.visits.max(1) as f64).sqrt();
    let [chance, lcb, prior] = [chance, (chance - error).max(0.0), prior].map(|value| match dialect {
        AnalysisDialect::Leela => format!("{:.0}", 10_000.0 * value),
        AnalysisDialect::Kata => format!("{value:.6}"),
    });
    let lead = match (dialect, one.value.discs()) {
        (AnalysisDialect::Kata, Some(discs)) => format!(" scoreLead {discs:.3}"),
        _ => String::new(),
    };
    let line: Vec<String> = one.line.iter().map(|mv| write(mv)).collect();
    format!(
        "info move {} visits {} winrate {chance}{lead} prior {prior} lcb {lcb} order {order} pv {}",
        write(&one.text),
        one.visits,
        line.join(" ")
    )
}

/// How likely a move wins, a draw being half a win; even where nobody has told.
pub(super) fn win_probability(one: &ThoughtMove) -> f64 {
    one.value.win_probability().unwrap_or(0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wanqi_play::{Scale, Value};
    use wanqi_search::Score;

    fn read(text: &str) -> Result<AnalysisRequest, &'static str> {
        AnalysisRequest::read(
            AnalysisDialect::Leela,
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
        assert_eq!((wanted.min_moves, wanted.max_moves, wanted.ownership), (2, 5, true));
        assert_eq!(wanted.avoided, [(Side::Second, "q16".into()), (Side::Second, "pass".into())]);
        assert_eq!(wanted.allowed, [(Side::First, "d4".into())]);
        for text in
            ["x", "b x", "interval", "maxmoves -1", "avoid w", "avoid w d4", "avoid red d4 1", "allow b 44 1"]
        {
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
            endings: None,
        };
        assert_eq!(
            info(AnalysisDialect::Leela, 0, &one, 0.25),
            "info move D4 visits 96 winrate 6000 prior 2500 lcb 5020 order 0 pv D4 pass"
        );
        assert_eq!(
            info(AnalysisDialect::Kata, 3, &one, 0.25),
            "info move D4 visits 96 winrate 0.600000 prior 0.250000 lcb 0.502000 order 3 pv D4 pass"
        );
        let lost = ThoughtMove { value: Value::new(Score::loss_in(3), Scale::MEAN), ..one };
        assert!(
            info(AnalysisDialect::Kata, 0, &lost, 0.25)
                .contains(" winrate 0.000000 prior 0.250000 lcb 0.000000 ")
        );
        let solved = ThoughtMove { value: Value::of_solved(-6.0), ..lost };
        assert!(
            info(AnalysisDialect::Kata, 0, &solved, 0.25)
                .contains(" winrate 0.000000 scoreLead -6.000 prior 0.250000 ")
        );
    }
}
