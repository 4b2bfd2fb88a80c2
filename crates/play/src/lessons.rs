//! Lessons: positions on which one step of the ladder matters.
//!
//! Each shows two players on one position, the one before the step and the one after it. The tests hold that the
//! second finds a right move and the first does not. What is said of them is in the page's languages, `web/text`,
//! under `lesson.NAME`.

use serde::Serialize;

/// A position, and the step of the ladder that it shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Lesson {
    /// Its name, by which its words are found.
    pub name: &'static str,
    /// The game and its options.
    pub game: &'static str,
    /// The position in the game's own text.
    pub position: &'static str,
    /// The player before the step.
    pub before: &'static str,
    /// The player after it.
    pub after: &'static str,
    /// The right moves, in the notation for people.
    pub right: &'static [&'static str],
    /// Which part of the lab shows it best: `ladder`, `tree` or `heat`.
    pub shown_by: &'static str,
    /// The player whose steps the tree shows, where it is the tree.
    pub tree: &'static str,
}

/// The lessons, in the order of the ladder.
pub const LESSONS: &[Lesson] = &[
    // A queen stands where a knight takes it.
    Lesson {
        name: "greedy",
        game: "chess",
        position: "rnb1kbnr/pppp1ppp/8/4p1q1/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
        before: "random",
        after: "greedy",
        right: &["Nxg5"],
        shown_by: "ladder",
        tree: "",
    },
    // The corners look good and lose to two threats at once; a threat of one's own comes first.
    Lesson {
        name: "minimax",
        game: "tictactoe",
        position: "X../.O./..X O",
        before: "greedy",
        after: "minimax:depth=9",
        right: &["a2", "b1", "b3", "c2"],
        shown_by: "tree",
        tree: "minimax:depth=9",
    },
    // Two chariots: the mate is three plies away.
    Lesson {
        name: "mate",
        game: "xiangqi",
        position: "4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1",
        before: "greedy",
        after: "minimax:depth=3",
        right: &["车八平五"],
        shown_by: "ladder",
        tree: "",
    },
    // Morphy's problem: one move mates in two. 500 nodes are enough for alpha-beta alone.
    Lesson {
        name: "alphabeta",
        game: "chess",
        position: "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
        before: "minimax:depth=3,nodes=500,eval=material",
        after: "alphabeta:depth=3,nodes=500,eval=material",
        right: &["Ra6"],
        shown_by: "tree",
        tree: "alphabeta:depth=3,eval=material",
    },
    // A search that is told a depth too great for its time has looked at a part of the moves; one that deepens has
    // looked at all of them.
    Lesson {
        name: "deepening",
        game: "connect4",
        position: "......./......./......./...Y.../.R.RYR./YR.YYR. Y",
        before: "alphabeta:depth=12,nodes=3000",
        after: "best:nodes=3000,table=0",
        right: &["5"],
        shown_by: "ladder",
        tree: "",
    },
    // The rook is protected and the bishop is not, which a search that stops in the middle does not see.
    Lesson {
        name: "quiescence",
        game: "chess",
        position: "4k3/pp1r1ppp/8/4b3/Q7/5N1P/PPP2PP1/6K1 w - - 0 1",
        before: "best:depth=1,quiescence=off,selective=off,eval=material",
        after: "best:depth=1,selective=off,eval=material",
        right: &["Nxe5"],
        shown_by: "ladder",
        tree: "",
    },
    // Who begins does best in the middle, and random games say so.
    Lesson {
        name: "playouts",
        game: "tictactoe",
        position: ".../.../... X",
        before: "random",
        after: "mcts:playouts=900,exploration=100,solver=off",
        right: &["b2"],
        shown_by: "heat",
        tree: "",
    },
    // The corner that wins most random games loses to one answer; a tree finds the answer.
    Lesson {
        name: "uct",
        game: "tictactoe",
        position: ".X./X.O/... O",
        before: "mcts:playouts=900,exploration=100,solver=off",
        after: "mcts:playouts=900",
        right: &["a1", "a3"],
        shown_by: "tree",
        tree: "mcts:playouts=900",
    },
    // The answer to the first stone is next to it, as every opening book has it.
    Lesson {
        name: "opening",
        game: "gomoku",
        position: ".............../.............../.............../.............../.............../.............../\
                   .............../.......X......./.............../.............../.............../.............../\
                   .............../.............../............... O",
        before: "greedy:eval=patterns",
        after: "best:nodes=3000,eval=patterns",
        right: &["g7", "g8", "g9", "h7", "h9", "i7", "i8", "i9"],
        shown_by: "ladder",
        tree: "",
    },
    // Elephant against elephant: the step forward loses, the step back wins in 31 plies, which the table of solved
    // endings knows. A search of eight plies sees no difference.
    Lesson {
        name: "endgame",
        game: "jungle",
        position: "7/7/7/7/6e/E6/7/7/7 w",
        before: "alphabeta:depth=8,endgames=off",
        after: "alphabeta:depth=8",
        right: &["a4a3"],
        shown_by: "ladder",
        tree: "",
    },
];
