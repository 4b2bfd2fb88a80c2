//! What a report means, in sentences.

use super::{DepthMatch, FEW, MAX_PLIES, Report};

/// What a designer should know first.
pub(super) fn remarks(report: &Report) -> Vec<String> {
    let mut remarks = Vec::new();
    let [first, second] = &report.sides;
    if let Some(plies) = report.start.decided {
        let winner = if plies > 0 { first } else { second };
        remarks.push(format!("{winner} can force a win from the start, in {} plies.", plies.abs()));
    }
    let skilled = &report.skilled;
    let decided = report.start.decided.is_some();
    if skilled.games < FEW {
        remarks.push(format!(
            "There was time for {} games only, which say little: give it more.",
            skilled.games
        ));
    } else if !decided {
        let share = skilled.first_share();
        // Two standard errors of a share of about a half.
        let error = 1.0 / (skilled.games as f64).sqrt();
        if (share - 0.5).abs() > error.max(0.1) {
            let (who, share) = if share > 0.5 { (first, share) } else { (second, 1.0 - share) };
            remarks.push(format!(
                "{who} is favoured: {:.0} % of the points; think of `swap = true`.",
                100.0 * share
            ));
        } else {
            let few = if (share - 0.5).abs() > 0.1 { ", which so few games may do by chance" } else { "" };
            remarks.push(format!(
                "Neither side is clearly favoured: {first} has {:.0} % of the points of {} games{few}.",
                100.0 * share,
                skilled.games
            ));
        }
    }
    if skilled.games >= FEW && skilled.draw_share() > 0.3 {
        let draws = report.endings.iter().filter(|(ending, _)| ending.starts_with("A draw"));
        let most = draws.max_by_key(|(_, count)| **count).map_or("", |(ending, _)| ending.as_str());
        let most = most.trim_start_matches("A draw");
        remarks.push(format!("{:.0} % of the games are draws, mostly{most}.", 100.0 * skilled.draw_share()));
    }
    let games = skilled.games + skilled.unfinished;
    if skilled.unfinished * 10 > games {
        remarks.push(format!(
            "{} of {games} games did not end in {MAX_PLIES} plies; think of `quiet_limit` or `move_limit`.",
            skilled.unfinished
        ));
    }
    let mean =
        |depths: &[DepthMatch]| depths.iter().map(|depth| depth.share).sum::<f64>() / depths.len() as f64;
    if !report.depths.is_empty() && !decided {
        let share = 100.0 * mean(&report.depths);
        remarks.push(match share {
            share if share >= 65.0 => format!("Skill matters: looking a ply deeper scores {share:.0} % on average."),
            share if share >= 55.0 => format!("Skill matters a little: looking a ply deeper scores {share:.0} % on average."),
            share => format!("Looking deeper hardly helps ({share:.0} %): chance or the first move decides, or games are draws."),
        });
    }
    if skilled.games >= FEW {
        remarks.extend(idle(report));
    }
    remarks
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
        remarks.push(match end.games {
            0 => format!("No game of {games} ended by {}.", end.how),
            1 => format!("One game of {games} ended by {}.", end.how),
            few => format!("Only {few} games of {games} ended by {}.", end.how),
        });
    }
    remarks
}
