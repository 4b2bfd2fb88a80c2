//! A game whose tree is drawn by hand: `(3 (5 -2) ((1 0) W))`.

use wanqi_game::{Game, Outcome, Side};
use wanqi_search::{Evaluator, Incremental, NothingProven};

/// What a node is.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// Moves to other nodes, and the static value.
    Fork(Vec<usize>, i32),
    /// A static value that no move changes: both sides can only wait.
    Value(i32),
    /// A finished game, as the position shows.
    End(Outcome),
    /// A finished game, as the lack of moves shows.
    Stuck(Outcome),
}

/// A tree, or a graph without cycles, as a game. Values are those of the first side.
///
/// Text: `(…)` is a fork; `[…]` a fork where the side that has moved there moves again; a number directly before
/// a bracket is the static value at that fork (else 0); a number alone is a leaf; `W`, `L`, `D` are games that
/// the first side has won, lost, drawn; `w`, `l`, `d` the same for want of moves.
#[derive(Clone, Debug)]
pub struct TextTree<const ALTERNATES: bool = true> {
    pub nodes: Vec<Kind>,
    /// Whether the side that moves to the node moves again there.
    pub again: Vec<bool>,
}

/// A node and whose turn it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreePosition {
    pub node: usize,
    pub side: Side,
}

impl<const ALTERNATES: bool> TextTree<ALTERNATES> {
    /// # Panics
    /// If the text is no tree.
    pub fn new(text: &str) -> Self {
        let mut tree = TextTree { nodes: vec![], again: vec![] };
        let mut rest = text.as_bytes();
        tree.read(&mut rest);
        assert!(rest.is_empty(), "text after the tree: {}", String::from_utf8_lossy(rest));
        tree
    }

    fn read(&mut self, rest: &mut &[u8]) -> usize {
        let node = self.nodes.len();
        self.nodes.push(Kind::Value(0));
        self.again.push(false);
        let digits = rest.iter().take_while(|c| **c == b'-' || c.is_ascii_digit()).count();
        let (number, after) = rest.split_at(digits);
        let number: Option<i32> = std::str::from_utf8(number).unwrap().parse().ok();
        *rest = after;
        self.nodes[node] = match rest.first() {
            Some(open @ (b'(' | b'[')) => {
                self.again[node] = *open == b'[';
                let close = if *open == b'[' { b']' } else { b')' };
                let mut children = vec![];
                *rest = &rest[1..];
                while rest[0] != close {
                    children.push(self.read(rest));
                    while rest[0] == b' ' {
                        *rest = &rest[1..];
                    }
                }
                *rest = &rest[1..];
                Kind::Fork(children, number.unwrap_or(0))
            }
            Some(letter @ (b'W' | b'L' | b'D' | b'w' | b'l' | b'd')) if number.is_none() => {
                *rest = &rest[1..];
                let outcome = match letter.to_ascii_uppercase() {
                    b'W' => Outcome::Win(Side::First),
                    b'L' => Outcome::Win(Side::Second),
                    _ => Outcome::Draw,
                };
                if letter.is_ascii_uppercase() { Kind::End(outcome) } else { Kind::Stuck(outcome) }
            }
            _ => Kind::Value(number.expect("a node")),
        };
        node
    }
}

impl<const ALTERNATES: bool> Game for TextTree<ALTERNATES> {
    type Position = TreePosition;
    /// The node that the move leads to.
    type Move = usize;
    const ALTERNATES: bool = ALTERNATES;

    fn start(&self) -> TreePosition {
        TreePosition { node: 0, side: Side::First }
    }

    fn side_to_move(&self, position: &TreePosition) -> Side {
        position.side
    }

    fn each_move(&self, position: &TreePosition, visit: impl FnMut(usize)) {
        match &self.nodes[position.node] {
            Kind::Fork(children, _) => children.iter().copied().for_each(visit),
            Kind::Value(_) => std::iter::once(position.node).for_each(visit),
            Kind::Stuck(_) => {}
            Kind::End(_) => panic!("a finished game is asked for moves"),
        }
    }

    fn play(&self, position: &mut TreePosition, mv: usize) {
        let again = !ALTERNATES && self.again[mv];
        let side = if again { position.side } else { position.side.opponent() };
        *position = TreePosition { node: mv, side };
    }

    fn outcome(&self, position: &TreePosition) -> Option<Outcome> {
        match self.nodes[position.node] {
            Kind::End(outcome) => Some(outcome),
            _ => None,
        }
    }

    fn outcome_if_stuck(&self, position: &TreePosition) -> Outcome {
        match self.nodes[position.node] {
            Kind::Stuck(outcome) => outcome,
            _ => panic!("there are moves"),
        }
    }

    fn key(&self, position: &TreePosition) -> u64 {
        wanqi_game::random::word(17, 2 * position.node as u64 + position.side.index() as u64)
    }
}

/// The values written in the tree.
#[derive(Clone, Copy, Debug)]
pub struct Written;

impl NothingProven for Written {}

impl<const ALTERNATES: bool> Incremental<TextTree<ALTERNATES>> for Written {
    /// How many moves have been pushed and not popped.
    type State = usize;

    fn state(&self, _: &TextTree<ALTERNATES>, _: &TreePosition) -> usize {
        0
    }

    fn push(
        &self,
        _: &TextTree<ALTERNATES>,
        state: &mut usize,
        _: &TreePosition,
        mv: usize,
        after: &TreePosition,
    ) {
        assert_eq!(mv, after.node);
        *state += 1;
    }

    fn pop(&self, _: &TextTree<ALTERNATES>, state: &mut usize) {
        *state -= 1;
    }
}

impl<const ALTERNATES: bool> Evaluator<TextTree<ALTERNATES>> for Written {
    fn evaluate(&self, game: &TextTree<ALTERNATES>, _: &mut usize, position: &TreePosition) -> i32 {
        let value = match game.nodes[position.node] {
            Kind::Fork(_, value) | Kind::Value(value) => value,
            _ => panic!("a finished game is evaluated"),
        };
        if position.side == Side::First { value } else { -value }
    }
}
