//! That the search makes the moves that are worth most, keeps what it knows, and leaves out what superko forbids.

use super::*;

/// All moves alike.
fn seen(size: usize, value: f32) -> Seen {
    Seen { logits: vec![0.0; size * size + 1], value }
}

/// A board after stones of Black and White in turn.
fn board(go: &Rules, points: &[u16]) -> (Board, Vec<u64>) {
    let mut position = go.start();
    let mut keys = vec![go.superko_key(&position).expect("superko")];
    for &point in points {
        go.play(&mut position, go.stone(point).expect("a point"));
        keys.push(go.superko_key(&position).expect("superko"));
    }
    (position, keys)
}

fn search(
    tree: &mut Tree,
    go: &Rules,
    position: &Board,
    keys: &mut Vec<u64>,
    visits: u32,
    value: &dyn Fn(&Board) -> f32,
) {
    while tree.root().is_none_or(|root| root.visits < visits) {
        if tree.descend(go, position, keys) {
            let value = value(tree.leaf().expect("a position to evaluate"));
            tree.expand(go, &seen(go.size(), value), false);
        }
    }
}

/// A stone in the middle wins for Black: it is found, what is below it is kept, and visits that noise asked for are not told of.
#[test]
fn what_wins_is_made() {
    let go = Rules::new(5).expect("a board");
    let (position, mut keys) = board(&go, &[]);
    let middle = go.place_at(2, 2);
    let value = |board: &Board| match (board.is_empty(middle), go.side_to_move(board)) {
        (true, _) => 0.5,
        (false, side) => {
            if board.has_stone(middle, side) {
                0.95
            } else {
                0.05
            }
        }
    };
    let mut tree = Tree::default();
    search(&mut tree, &go, &position, &mut keys, 1, &value);
    tree.root_edges_mut().iter_mut().find(|edge| edge.point == 0).expect("the corner").tried = 0.5;
    search(&mut tree, &go, &position, &mut keys, 300, &value);
    let root = tree.root().expect("a root");
    let best = root.best();
    assert_eq!((best.point, root.edges.iter().map(|edge| edge.visits).sum::<u32>()), (12, 299));
    assert!(root.expected() > 0.8, "{}", root.expected());
    let visits =
        |point: u16| root.edges.iter().find(|edge| edge.point == point).map_or(0, |edge| edge.visits);
    let told = root.pruned_visits();
    assert!(visits(0) > 5 && !told.iter().any(|&(point, visits)| point == 0 && visits > 1), "{told:?}");
    assert!(told.contains(&(12, best.visits as u16)), "{told:?}");
    let (mv, visits, known) = (best.mv, best.visits, keys.len());
    tree.advance(mv);
    assert_eq!(tree.root().map(|root| root.visits), Some(visits));
    let mut next = position;
    go.play(&mut next, mv);
    search(&mut tree, &go, &next, &mut keys, visits + 100, &value);
    assert_eq!((keys.len(), tree.root().map(|root| root.best().point == 12)), (known, Some(false)));
}

/// A stone that takes another, and would bring back a position that there was, is not tried.
#[test]
fn superko_forbids() {
    let go = Rules::new(5).expect("a board");
    // White's stone in the corner has been taken; the stone beside it can be taken there.
    let (position, mut keys) = board(&go, &[1, 0, 5, 2, 24, 6, 23]);
    let takes = go.stone(0).expect("a point");
    let is_tried = |keys: &mut Vec<u64>| {
        let mut tree = Tree::default();
        search(&mut tree, &go, &position, keys, 200, &|_| 0.5);
        let root = tree.root().expect("a root");
        root.edges.iter().any(|edge| edge.mv == takes && edge.visits > 0)
    };
    assert!(is_tried(&mut keys), "nothing forbids it");
    keys.push(go.superko_key_after(&position, takes).expect("it takes a stone"));
    assert!(!is_tried(&mut keys), "it would come again");
}
