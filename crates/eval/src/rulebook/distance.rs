//! How far pieces have to go.

use wanqi_game::Side;
use wanqi_games::rulebook::Rulebook;
use wanqi_games::rulebook::model::KindId;
use wanqi_games::rulebook::points::PointSet;

/// For each point in how many moves a piece of a side, alone on the board, comes from there to a goal; `None` where
/// it never does.
pub(super) fn to_goal(game: &Rulebook, side: Side, kind: KindId, goal: PointSet) -> Vec<Option<u8>> {
    let points = game.rules().board.len();
    let mut back: Vec<Vec<u16>> = vec![Vec::new(); points];
    for from in 0..points {
        game.each_lone(side, kind, from, |to| back[to].push(from as u16));
    }
    let mut steps: Vec<Option<u8>> = vec![None; points];
    let mut open: Vec<usize> = goal.iter().filter(|&point| point < points).collect();
    open.iter().for_each(|&point| steps[point] = Some(0));
    let mut distance = 0_u8;
    while !open.is_empty() && distance < u8::MAX {
        distance += 1;
        let mut next = Vec::new();
        for to in open {
            for &from in &back[to] {
                if steps[usize::from(from)].is_none() {
                    steps[usize::from(from)] = Some(distance);
                    next.push(usize::from(from));
                }
            }
        }
        open = next;
    }
    steps
}
