//! Searches written down, for front-ends that show how they went.

use crate::thought::thought;
use crate::{Scale, Thought, Value};
use serde::Serialize;
use wanqi_game::{Message, Notation};
use wanqi_search::record::{Leaf, NodeFate, RecordedNode};
use wanqi_search::{Record, Report, Score};

/// A search and every step that it has made.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SearchTree {
    /// Who has searched.
    pub player: String,
    /// What came of it.
    pub thought: Thought,
    /// The steps.
    #[serde(flatten)]
    pub steps: Steps,
}

/// The steps of a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "steps", rename_all = "snake_case")]
pub enum Steps {
    /// Those of minimax, negamax or alpha-beta.
    Nodes {
        /// The root first, then every node as it was entered: each before those below it.
        nodes: Vec<TreeNode>,
        /// How many more were looked at and found no room here.
        more: u64,
    },
    /// Those of a Monte-Carlo search.
    Simulations {
        /// The nodes that were visited, the root first, each before those below it.
        nodes: Vec<SimulatedNode>,
        /// What was done, in its order.
        simulations: Vec<Simulation>,
        /// The constant C of the formula.
        exploration: f32,
        /// Whether an evaluation guides it: then PUCT chooses, otherwise UCT.
        guided: bool,
    },
}

/// A node as alpha-beta has seen it. Scores are for the side to move in the node, in the evaluation's units; those
/// beyond [`Score::MAX_HEURISTIC`] are proven wins and losses, those of [`Score::INFINITE`] no bound at all.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TreeNode {
    /// The place of the node above.
    pub parent: Option<usize>,
    /// The move that leads here, in the notation for people; empty at the root.
    pub text: String,
    /// Who is to move, 0 or 1.
    pub side: usize,
    /// The window that it was entered with.
    pub window: Option<[i32; 2]>,
    /// What came of it; with a window perhaps only a bound.
    pub score: Option<i32>,
    /// What people read of it.
    pub score_text: Option<String>,
    /// The same for a page in another language, where there are words in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_words: Option<Message>,
    /// What became of it: `interior`, `finished`, `horizon`, `known` or `cut`.
    pub fate: &'static str,
}

/// A node of a Monte-Carlo search.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SimulatedNode {
    /// The place of the node above.
    pub parent: Option<usize>,
    /// The move that leads here, in the notation for people; empty at the root.
    pub text: String,
    /// Who made that move, 0 or 1: the side for which the node's value is told.
    pub mover: usize,
    /// Its prior probability.
    pub prior: f32,
    /// Moves to choose from here.
    pub moves: usize,
    /// After how many simulations it was proven, and what it is worth for `mover`, 0 to 1.
    pub proven: Option<(usize, f32)>,
}

/// A simulation: the node where it left the tree; its value for the side that moves first (`None` if a random game
/// was broken off); the node from which upward it counts as a draw, if there is one.
pub type Simulation = (usize, Option<f32>, Option<usize>);

/// A record as texts in the notation with this index. `line` ends with the position that was searched.
pub(crate) fn told<G: Notation>(
    game: &G,
    line: &[G::Position],
    notation: usize,
    player: String,
    report: &Report<G::Move>,
    record: Record<G::Move>,
    scale: Scale,
) -> SearchTree {
    let mut texts = Texts { game, notation, positions: line.last().cloned().into_iter().collect() };
    let steps = match record {
        Record::Tree(tree) => Steps::Nodes {
            nodes: tree
                .nodes
                .iter()
                .map(|node| tree_node(texts.of(node.parent, node.mv), node, scale))
                .collect(),
            more: tree.more,
        },
        Record::Simulations(record) => Steps::Simulations {
            nodes: record
                .nodes
                .iter()
                .map(|node| SimulatedNode {
                    parent: node.parent,
                    text: texts.of(node.parent, node.mv),
                    mover: node.mover.index(),
                    prior: node.prior,
                    moves: node.moves,
                    proven: node.proven,
                })
                .collect(),
            simulations: record
                .simulations
                .iter()
                .map(|done| (done.leaf, done.value, done.drawn_above))
                .collect(),
            exploration: record.exploration,
            guided: record.guided,
        },
    };
    SearchTree { player, thought: thought(game, line, report, notation, scale), steps }
}

/// The positions of the nodes told so far.
struct Texts<'a, G: Notation> {
    game: &'a G,
    notation: usize,
    positions: Vec<G::Position>,
}

impl<G: Notation> Texts<'_, G> {
    /// The text of the move that leads from `parent` to the next node.
    fn of(&mut self, parent: Option<usize>, mv: Option<G::Move>) -> String {
        let (Some(parent), Some(mv)) = (parent, mv) else { return String::new() };
        let mut position = self.positions[parent].clone();
        let text = self.game.format_move(&position, mv, self.notation);
        self.game.play(&mut position, mv);
        self.positions.push(position);
        text
    }
}

fn tree_node<M>(text: String, node: &RecordedNode<M>, scale: Scale) -> TreeNode {
    let score = node.score.map(|score| Value::new(score, scale).message());
    TreeNode {
        parent: node.parent,
        text,
        side: node.side.index(),
        window: node.window.map(|window| [window.alpha.value(), window.beta.value()]),
        score: node.score.map(Score::value),
        score_text: score.as_ref().map(Message::to_string),
        score_words: score.filter(Message::has_key),
        fate: match node.fate {
            NodeFate::Interior => "interior",
            NodeFate::Leaf(Leaf::Finished) => "finished",
            NodeFate::Leaf(Leaf::Horizon) => "horizon",
            NodeFate::Leaf(Leaf::Known) => "known",
            NodeFate::Cut => "cut",
        },
    }
}
