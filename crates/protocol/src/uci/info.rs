//! What an engine thinks, as UCI has it.

use play::{Error, Thought};

/// `info depth 5 score cp 31 nodes 12345 nps 1000000 time 12 pv e2e4 e7e5`; `line` is the thought's as the
/// interface writes it.
pub(super) fn info(thought: &Thought, line: &[String]) -> String {
    let work = thought.work;
    let nodes = if work.playouts > 0 { work.playouts } else { work.interior + work.leaves };
    let mut text = format!("info depth {} score {} nodes {nodes}", thought.depth, score(thought));
    if work.millis > 0 {
        text += &format!(" nps {}", u128::from(nodes) * 1000 / u128::from(work.millis));
    }
    text += &format!(" time {}", work.millis);
    if !line.is_empty() {
        text += &format!(" pv {}", line.join(" "));
    }
    text
}

/// `cp 31`; `mate 3` for a win by the third move of the side to move, `mate -2` for a loss by the second of the other.
fn score(thought: &Thought) -> String {
    match thought.decided {
        Some(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate {}", plies / 2),
        None => format!("cp {}", thought.score),
    }
}

/// The last words on a position: what was thought, and `bestmove`, with the reply that is expected.
pub(super) fn answer(thought: &Thought, line: &[String]) -> Vec<String> {
    let best = match line {
        [] => "bestmove (none)".into(),
        [best] => format!("bestmove {best}"),
        [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
    };
    vec![info(thought, line), best]
}

/// The answer where there is no move, the side to move having lost or not.
pub(super) fn no_move(lost: bool) -> Vec<String> {
    let score = if lost { "mate 0" } else { "cp 0" };
    vec![format!("info depth 0 score {score}"), "bestmove (none)".into()]
}

/// The answer of a player that has failed without any: a legal move.
pub(super) fn failed(error: &Error, any: Option<&String>) -> Vec<String> {
    let best = any.map_or("(none)", String::as_str);
    vec![format!("info string {error}"), format!("bestmove {best}")]
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::Work;

    fn thought(decided: Option<i32>, work: Work) -> Thought {
        Thought {
            best: None,
            score: -31,
            decided,
            score_text: String::new(),
            line: Vec::new(),
            depth: 7,
            work,
            moves: Vec::new(),
        }
    }

    #[test]
    fn infos() {
        let work = Work { interior: 3_000, leaves: 2_000, millis: 4, ..Work::default() };
        let line = ["e7e5".to_owned(), "g1f3".to_owned()];
        let said = "info depth 7 score cp -31 nodes 5000 nps 1250000 time 4 pv e7e5 g1f3";
        assert_eq!(info(&thought(None, work), &line), said);
        let work = Work { playouts: 9, ..work };
        assert_eq!(
            info(&thought(None, Work { millis: 0, ..work }), &[]),
            "info depth 7 score cp -31 nodes 9 time 0"
        );
    }

    #[test]
    fn mates_are_counted_in_moves() {
        for (plies, moves) in [(1, 1), (2, 1), (3, 2), (5, 3), (0, 0), (-1, 0), (-2, -1), (-4, -2)] {
            assert_eq!(score(&thought(Some(plies), Work::default())), format!("mate {moves}"));
        }
    }
}
