//! What an engine thinks, as UCI and USI have it.

use super::language::Language;
use crate::board::Writer;
use wanqi_play::{Bound, Error, Thought, Value};

/// What is told of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Telling {
    /// How many of the best lines.
    pub lines: usize,
    /// Whether the chances to win, draw and lose.
    pub wdl: bool,
    /// In which language.
    pub language: Language,
}

/// What is thought: a line of text, or one for each of the best lines if there are to be several; or in long searches
/// the move that is being looked at.
pub(super) fn infos(thought: &Thought, telling: Telling, writer: &Writer) -> Vec<String> {
    let Telling { lines, .. } = telling;
    if let Some((mv, before)) = &thought.current {
        let mv = writer.moves(std::slice::from_ref(mv)).concat();
        // The last depth that has been done, and one more.
        return vec![format!("info depth {} currmove {mv} currmovenumber {}", thought.depth + 1, before + 1)];
    }
    let tables = thought.table_distance.map(|plies| {
        let result = if thought.value.centipawns() > 0 { "won" } else { "lost" };
        format!("info string tables: {result}, {plies} plies to a capture or a pawn's move")
    });
    let best: Vec<_> = if lines > 1 { thought.lines(lines).collect() } else { Vec::new() };
    if best.is_empty() {
        let line = info(thought, &InfoLine::of(thought), telling, &writer.line(thought));
        return tables.into_iter().chain([line]).collect();
    }
    let number = |(at, one): (usize, &&wanqi_play::ThoughtMove)| {
        let (depth, seldepth) = (one.depth, one.seldepth);
        let (value, bound) = (one.value, one.bound);
        let line = InfoLine { number: Some(at + 1), depth, seldepth, value, bound };
        info(thought, &line, telling, &writer.moves(&one.line))
    };
    tables.into_iter().chain(best.iter().enumerate().map(number)).collect()
}

/// One of the lines that are told.
struct InfoLine {
    /// Its place among them, the best being the first, if there are to be several.
    number: Option<usize>,
    depth: u32,
    seldepth: u32,
    value: Value,
    bound: Option<Bound>,
}

impl InfoLine {
    /// The best.
    fn of(thought: &Thought) -> InfoLine {
        let &Thought { depth, seldepth, value, .. } = thought;
        // What it is worth may have been seen at a depth that is not done yet.
        let (depth, bound) = thought.moves.first().map_or((depth, None), |best| (best.depth, best.bound));
        InfoLine { number: None, depth, seldepth, value, bound }
    }
}

/// `info depth 5 seldepth 9 score cp 31 nodes 12345 nps 1000000 hashfull 3 time 12 pv e2e4 e7e5`; `moves` are the
/// line's as the interface writes them.
fn info(thought: &Thought, line: &InfoLine, telling: Telling, moves: &[String]) -> String {
    let work = thought.work;
    let nodes = if work.playouts > 0 { work.playouts } else { work.interior + work.leaves };
    let mut text = format!("info depth {}", line.depth);
    if line.seldepth > 0 {
        text += &format!(" seldepth {}", line.seldepth);
    }
    if let Some(number) = line.number {
        text += &format!(" multipv {number}");
    }
    text += &format!(" score {}", score(line, telling.language));
    if let Some([won, drawn, lost]) = line.value.outcomes().filter(|_| telling.wdl).map(thousandths) {
        text += &format!(" wdl {won} {drawn} {lost}");
    }
    text += &format!(" nodes {nodes}");
    if work.millis > 0 {
        text += &format!(" nps {}", u128::from(nodes) * 1000 / u128::from(work.millis));
    }
    if let Some(thousandths) = thought.hashfull {
        text += &format!(" hashfull {thousandths}");
    }
    if thought.table_hits > 0 {
        text += &format!(" tbhits {}", thought.table_hits);
    }
    text += &format!(" time {}", work.millis);
    if !moves.is_empty() {
        text += &format!(" pv {}", moves.join(" "));
    }
    text
}

/// Thousandths of games that are won, drawn and lost, together 1,000.
fn thousandths([won, _, lost]: [f64; 3]) -> [u32; 3] {
    let [won, lost] = [won, lost].map(|share| (1000.0 * share).round() as u32);
    [won, 1000 - (won + lost).min(1000), lost]
}

/// `cp 31`, or `cp 31 lowerbound` if it is at least that; `mate 3` for a win by the third move of the side to move,
/// `mate -2` for a loss by the second of the other. USI counts plies.
fn score(line: &InfoLine, language: Language) -> String {
    let mate = match language {
        Language::Uci => line.value.mate(),
        Language::Usi => line.value.decided(),
    };
    let score = match mate {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", line.value.centipawns()),
    };
    match line.bound {
        Some(Bound::Lower) => score + " lowerbound",
        Some(Bound::Upper) => score + " upperbound",
        Some(Bound::Exact) | None => score,
    }
}

/// The last words on a position: what was thought, and `bestmove`, with the reply that is expected.
pub(super) fn answer(thought: &Thought, telling: Telling, writer: &Writer) -> Vec<String> {
    let best = match writer.line(thought).as_slice() {
        [] => format!("bestmove {}", telling.language.no_move(false)),
        [best] => format!("bestmove {best}"),
        [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
    };
    infos(thought, telling, writer).into_iter().chain([best]).collect()
}

/// The answer where there is no move, the side to move having won, lost or neither.
pub(super) fn no_move(won: Option<bool>, language: Language) -> Vec<String> {
    let score = if won.is_some() { "mate 0" } else { "cp 0" };
    let best = language.no_move(won == Some(true));
    vec![format!("info depth 0 score {score}"), format!("bestmove {best}")]
}

/// The answer of a player that has failed without any: a legal move.
pub(super) fn failed(error: &Error, any: Option<&String>, language: Language) -> Vec<String> {
    let best = any.map_or(language.no_move(false), String::as_str);
    vec![format!("info string {error}"), format!("bestmove {best}")]
}

#[cfg(test)]
mod tests {
    use super::*;
    use wanqi_play::{Scale, Work};
    use wanqi_search::Score;

    const TELLING: Telling = Telling { lines: 1, wdl: false, language: Language::Uci };

    fn thought(decided: Option<i32>, work: Work) -> Thought {
        let score = match decided {
            Some(plies) if plies > 0 => Score::win_in(plies.unsigned_abs()),
            Some(plies) => Score::loss_in(plies.unsigned_abs()),
            None => Score::heuristic(-31),
        };
        Thought {
            best: None,
            value: Value::new(score, Scale::CHESS),
            line: Vec::new(),
            depth: 7,
            seldepth: 9,
            hashfull: Some(12),
            table_hits: 0,
            table_distance: None,
            source: wanqi_play::Source::Search,
            work,
            moves: Vec::new(),
            endings: None,
            current: None,
        }
    }

    #[test]
    fn infos() {
        let work = Work { interior: 3_000, leaves: 2_000, millis: 4, ..Work::default() };
        let line = ["e7e5".to_owned(), "g1f3".to_owned()];
        let told = thought(None, work);
        let rest = "score cp -31 nodes 5000 nps 1250000 hashfull 12 time 4 pv e7e5 g1f3";
        let best = InfoLine::of(&told);
        assert_eq!(info(&told, &best, TELLING, &line), format!("info depth 7 seldepth 9 {rest}"));
        let told_wdl = info(&told, &best, Telling { wdl: true, ..TELLING }, &line);
        assert!(
            told_wdl.contains(" score cp -31 wdl 194 523 283 ") && told_wdl.contains(" nodes 5000 "),
            "{told_wdl}"
        );
        let second = InfoLine { number: Some(2), depth: 6, ..best };
        assert_eq!(info(&told, &second, TELLING, &line), format!("info depth 6 seldepth 9 multipv 2 {rest}"));
        let bounded = |bound| score(&InfoLine { bound: Some(bound), ..InfoLine::of(&told) }, Language::Uci);
        assert_eq!(bounded(Bound::Lower), "cp -31 lowerbound");
        assert_eq!(bounded(Bound::Upper), "cp -31 upperbound");
        assert_eq!(bounded(Bound::Exact), "cp -31");
        let told =
            Thought { seldepth: 0, hashfull: None, ..thought(None, Work { playouts: 9, millis: 0, ..work }) };
        assert_eq!(
            info(&told, &InfoLine::of(&told), TELLING, &[]),
            "info depth 7 score cp -31 nodes 9 time 0"
        );
    }

    #[test]
    fn long_searches_tell_the_move_that_they_look_at() {
        let start = wanqi_play::table(&"chess".parse().expect("a spec")).expect("chess");
        let writing = crate::writing::Writing::uci(&*start).expect("chess");
        let board = crate::board::InterfaceBoard::new(start, writing);
        let told = Thought { current: Some(("Nf3".into(), 4)), ..thought(None, Work::default()) };
        let lines = super::infos(&told, TELLING, &board.writer(board.table()));
        assert_eq!(lines, ["info depth 8 currmove g1f3 currmovenumber 5"]);
    }

    #[test]
    fn mates_are_counted_in_moves() {
        for (plies, moves) in [(1, 1), (2, 1), (3, 2), (5, 3), (0, 0), (-2, -1), (-4, -2)] {
            let line = InfoLine::of(&thought(Some(plies), Work::default()));
            assert_eq!(score(&line, Language::Uci), format!("mate {moves}"));
            assert_eq!(score(&line, Language::Usi), format!("mate {plies}"));
        }
    }
}
