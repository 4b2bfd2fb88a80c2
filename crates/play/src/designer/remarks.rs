//! What a report means, in sentences: none that its figures do not bear out.

use super::{Bounds, FEW, MAX_PLIES, Report};

/// What a designer should know first.
pub(super) fn remarks(report: &Report) -> Vec<String> {
    let mut remarks = Vec::new();
    let [first, second] = &report.sides;
    let decided = report.start.decided.is_some();
    if let Some(plies) = report.start.decided {
        let winner = if plies > 0 { first } else { second };
        remarks.push(format!("{winner} can force a win from the start, in {} plies.", plies.abs()));
    }
    let skilled = &report.skilled;
    if skilled.games < FEW {
        remarks.push(format!(
            "There was time for {} games only, which say little: give it more.",
            skilled.games
        ));
    } else if !decided {
        remarks.extend(favoured(report));
    }
    let draws = skilled.draw_share();
    if skilled.games >= FEW && draws.low > 0.2 {
        let most = report.endings.iter().filter(|(ending, _)| ending.starts_with("A draw"));
        let most = most.max_by_key(|(_, count)| **count).map_or("", |(ending, _)| ending.as_str());
        let most = most.trim_start_matches("A draw");
        remarks.push(format!("{draws} of the games are draws, mostly{most}."));
    }
    let games = skilled.games + skilled.unfinished;
    if Bounds::of(skilled.unfinished as f64, games).low > 0.05 {
        remarks.push(format!(
            "{} of {games} games did not end in {MAX_PLIES} plies; think of `quiet_limit` or `move_limit`.",
            skilled.unfinished
        ));
    }
    if !decided {
        remarks.extend(skill(report));
    }
    if skilled.games >= FEW {
        remarks.extend(idle(report));
    }
    remarks
}

/// Who is favoured, as far as games tell: those of the best player that has played enough, and whether weaker ones agree.
fn favoured(report: &Report) -> Option<String> {
    let [first, second] = &report.sides;
    let enough: Vec<_> = report.searched.iter().filter(|games| games.results.games >= FEW).collect();
    let (best, weaker) = enough.split_last()?;
    let (share, games) = (best.first_share, best.results.games);
    let side = |share: Bounds| {
        if share.low > 0.5 {
            Some((first, share))
        } else {
            (share.high < 0.5).then(|| (second, share.rest()))
        }
    };
    let who = match side(share) {
        Some((who, share)) => format!(
            "{who} is favoured by how {} plays: {share} of the points of {games} games; think of `swap = true`.",
            best.player
        ),
        None => format!(
            "Neither side is shown to be favoured: {first} has {share} of the points of {games} games of {}.",
            best.player
        ),
    };
    let weaker = weaker.iter().rev().find_map(|weaker| Some((weaker, side(weaker.first_share)?)));
    Some(match weaker {
        Some((weaker, (winner, of_weaker))) if side(share).is_none_or(|(who, _)| who != winner) => format!(
            "{who} Weaker players ({}) do better as {winner}, {of_weaker}: that goes away with skill.",
            weaker.player
        ),
        _ => who,
    })
}

/// Whether looking deeper helps.
fn skill(report: &Report) -> Option<String> {
    let games: u64 = report.depths.iter().map(|depth| depth.games).sum();
    let points: f64 = report.depths.iter().map(|depth| depth.share.share * depth.games as f64).sum();
    let share = Bounds::of(points, games);
    Some(match share {
        _ if games == 0 => return None,
        share if share.low >= 0.6 => {
            format!("Skill matters: looking a ply deeper takes {share} of the points.")
        }
        share if share.low > 0.5 => {
            format!(
                "Skill matters, how much is not certain: looking a ply deeper takes {share} of the points."
            )
        }
        share if share.high < 0.6 => format!(
            "Looking deeper hardly helps, {share} of the points: chance or the first move decides, or games are draws."
        ),
        share => {
            format!("Whether looking deeper helps does not show yet: {share} of the points of {games} games.")
        }
    })
}

/// What never or hardly ever mattered: pieces, moves of pieces, ends.
fn idle(report: &Report) -> Vec<String> {
    let games = report.skilled.games;
    let mut remarks = Vec::new();
    for piece in report.pieces.iter().filter(|piece| piece.moves == 0) {
        remarks.push(format!("The {} ({}) never moved in {games} games.", piece.name, piece.letter));
    }
    let moved = |letter: char| report.pieces.iter().any(|piece| piece.letter == letter && piece.moves > 0);
    for what in report.moves.iter().filter(|what| moved(what.letter)) {
        let name = format!("The {} ({}) going {}", what.piece, what.letter, what.how);
        if what.offered == 0 {
            remarks.push(format!("{name} was never possible in {games} games."));
        } else if what.played == 0 {
            remarks.push(format!("{name} was possible in {} positions and never played.", what.offered));
        } else if what.is_rare() {
            remarks
                .push(format!("{name} hardly mattered: played {} of {} times.", what.played, what.offered));
        } else if !what.idle_ways.is_empty() {
            remarks.push(format!("{name} was never played {}.", what.idle_ways));
        }
    }
    for end in report.ends.iter().filter(|end| end.is_goal && end.is_rare(games)) {
        let most = 100.0 * Bounds::of(end.games as f64, games).high;
        let most = format!("with 95 % confidence at most {most:.0} % do");
        remarks.push(match end.games {
            0 => format!("No game of {games} ended by {}; {most}.", end.how),
            1 => format!("One game of {games} ended by {}; {most}.", end.how),
            few => format!("Only {few} games of {games} ended by {}; {most}.", end.how),
        });
    }
    remarks
}
