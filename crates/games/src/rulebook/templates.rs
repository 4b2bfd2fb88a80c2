//! Rule files to begin one's own game with, each a game that can be played as it is.

/// A file to begin with.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// What it is asked for by.
    pub name: &'static str,
    /// For which games.
    pub about: &'static str,
    /// The same in Chinese.
    pub about_zh: &'static str,
    /// The file, with comments.
    pub text: &'static str,
}

/// The templates of the main families of games.
pub const TEMPLATES: [Template; 6] = [
    Template {
        name: "row",
        about: "placing stones in a row, as in gomoku",
        about_zh: "连珠类：落子连成一线",
        text: include_str!("../../templates/row.toml"),
    },
    Template {
        name: "moving",
        about: "pieces that move and take, as in breakthrough",
        about_zh: "走子类：走子、吃子、到达对岸",
        text: include_str!("../../templates/moving.toml"),
    },
    Template {
        name: "chesslike",
        about: "a royal piece, check and mate, as in chess and xiangqi",
        about_zh: "将棋类：有王，将军与将死",
        text: include_str!("../../templates/chesslike.toml"),
    },
    Template {
        name: "connection",
        about: "connecting sides of a board of hexagons, as in Hex",
        about_zh: "连接类：在六角棋盘上连通两边",
        text: include_str!("../../templates/connection.toml"),
    },
    Template {
        name: "most",
        about: "who has more at the end, as in Othello and Ataxx",
        about_zh: "数子类：终局子多者胜",
        text: include_str!("../../templates/most.toml"),
    },
    Template {
        name: "jumping",
        about: "jumping over pieces, as in draughts",
        about_zh: "跳吃类：跳过敌子吃掉它",
        text: include_str!("../../templates/jumping.toml"),
    },
];
