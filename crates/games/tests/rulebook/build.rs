//! Rules put together by hand, without a reader.

use wanqi_game::Side;
use wanqi_games::rulebook::board::{Board, Facing, Grid, Offset};
use wanqi_games::rulebook::model::*;
use wanqi_games::rulebook::points::PointSet;

pub const N: Offset = Offset::new(0, 1);
pub const E: Offset = Offset::new(1, 0);
pub const STRAIGHT: [Offset; 4] = [N, E, Offset::new(0, -1), Offset::new(-1, 0)];
pub const DIAGONAL: [Offset; 4] =
    [Offset::new(1, 1), Offset::new(1, -1), Offset::new(-1, -1), Offset::new(-1, 1)];
pub const LINES: [Offset; 4] = [N, E, Offset::new(1, 1), Offset::new(1, -1)];

/// The six ways of hexes.
pub const SIX: [Offset; 6] = [
    Offset::new(2, 0),
    Offset::new(1, 1),
    Offset::new(-1, 1),
    Offset::new(-2, 0),
    Offset::new(-1, -1),
    Offset::new(1, -1),
];

pub fn any() -> Vec<Offset> {
    STRAIGHT.into_iter().chain(DIAGONAL).collect()
}

/// A board of squares as drawn: rank 1 at the bottom, a space is no point.
pub fn board(drawing: &str, facing: Facing) -> Board {
    let lines: Vec<&str> = drawing.lines().collect();
    let rows = lines.len();
    let columns = lines.iter().map(|line| line.len()).max().unwrap();
    let mut board = Board {
        grid: Grid::Squares,
        on_points: false,
        facing,
        columns: columns as u8,
        rows: rows as u8,
        places: Vec::new(),
        names: Vec::new(),
        points: vec![None; columns * rows],
        links: None,
    };
    for (row, line) in lines.iter().enumerate() {
        for (column, _) in line.chars().enumerate().filter(|&(_, c)| c != ' ') {
            board.points[row * columns + column] = Some(board.places.len() as u16);
            board.places.push((column as u8, row as u8));
            board.names.push(format!("{}{}", char::from(b'a' + column as u8), rows - row));
        }
    }
    board
}

/// A board of hexes in lines of so many, each shifted by half a cell against the next.
pub fn hexes(drawing: &str, facing: Facing) -> Board {
    let lines: Vec<&str> = drawing.lines().collect();
    let rows = lines.len();
    let columns = 2 * lines.iter().map(|line| line.len()).max().unwrap();
    let mut board = Board {
        grid: Grid::Hexes,
        on_points: false,
        facing,
        columns: columns as u8,
        rows: rows as u8,
        places: Vec::new(),
        names: Vec::new(),
        points: vec![None; columns * rows],
        links: None,
    };
    for (row, line) in lines.iter().enumerate() {
        for (i, _) in line.chars().enumerate().filter(|&(_, c)| c != ' ') {
            let column = 2 * i + row % 2;
            board.points[row * columns + column] = Some(board.places.len() as u16);
            board.places.push((column as u8, row as u8));
            board.names.push(format!("{}{}", char::from(b'a' + i as u8), rows - row));
        }
    }
    board
}

/// Rules without an end, of the kinds named on a board as drawn (capital letters first).
pub fn rules_on(board: Board, drawing: &str, letters: &str) -> Rules {
    let all = [board.all(); 2];
    let kinds: Vec<Kind> = letters.chars().map(|letter| kind(letter, all)).collect();
    let mut start = Vec::new();
    let drawn = drawing.lines().flat_map(str::chars).filter(|&c| c != ' ');
    for (point, c) in drawn.enumerate().filter(|&(_, c)| c != '.') {
        let kind = letters.find(c.to_ascii_uppercase()).unwrap();
        let side = if c.is_ascii_uppercase() { Side::First } else { Side::Second };
        start.push((point, kind as KindId, Some(side)));
    }
    let side = |name: &str, colour: &str| SideNames {
        name: name.into(),
        name_zh: name.into(),
        colour: colour.into(),
    };
    let place = Placement {
        kinds: (1 << kinds.len()) - 1,
        on: all,
        beside: AdjacentTo::Whatever,
        falls: false,
        must_take: false,
        from_hand: false,
    };
    Rules {
        name: "A game".into(),
        name_zh: "".into(),
        about: "".into(),
        sides: [side("White", "white"), side("Black", "black")],
        board,
        grounds: Vec::new(),
        hands: [vec![0; kinds.len()], vec![0; kinds.len()]],
        kinds,
        start,
        turn: Turn {
            steps: vec![Step::Act { moves: true, places: false, places_first: false }],
            opening: Vec::new(),
            pass: Pass::Never,
            swap: false,
            no_check: false,
        },
        place,
        capture: Capture {
            flank: None,
            touch: None,
            surround: None,
            forced: false,
            longest: false,
            again: MultiCapture::Never,
            again_straight: false,
            again_turning: false,
            removed: Removal::AtOnce,
            promotion: ChainPromotion::Stops,
            to_hand: false,
            row: None,
            more: 0,
            blast: None,
        },
        ends: Ends {
            reach: Vec::new(),
            lines: Vec::new(),
            fill: None,
            connect: None,
            joins: Vec::new(),
            ring: false,
            figures: Vec::new(),
            gather: false,
            eliminate: Vec::new(),
            count: None,
            no_moves: [Verdict::Loss; 2],
            full: false,
            repetition: Repetition::Nothing,
            times: 3,
            quiet_limit: None,
            move_limit: None,
            passes_count: false,
            misere: false,
            reach_safe: false,
            equal_turns: false,
            checks: None,
            captured: None,
            facing: None,
        },
        draw: Draw::default(),
        sow: None,
    }
}

pub fn kind(letter: char, all: Region) -> Kind {
    Kind {
        letter,
        name: letter.to_string(),
        name_zh: letter.to_string(),
        look: String::new(),
        label: [letter.to_string(), letter.to_string()],
        moves: Vec::new(),
        allowed: all,
        allowed_anywhere: all,
        rank: None,
        takes: KindSet::MAX,
        takes_weak: KindSet::MAX,
        takes_when_weak: KindSet::MAX,
        royal: false,
        promotes: None,
        captured_as: 0,
        drop_on: all,
        one_a_file: false,
        neutral: false,
        castles: Default::default(),
        drop_mates: true,
        enclosed: [PointSet::EMPTY; 2],
    }
}

pub fn go(rules: &Rules, shape: Shape, moves: bool, captures: bool) -> MoveRule {
    let all = [rules.board.all(); 2];
    MoveRule {
        shape,
        moves,
        captures,
        from: all,
        to: all,
        takes: None,
        anywhere: false,
        copies: false,
        at_most: None,
        passes: false,
        passing: false,
    }
}

pub fn slide(dirs: &[Offset], least: u8, most: u8, screens: u8) -> Shape {
    Shape::Slide { dirs: dirs.to_vec(), least, most, screens, screen_kinds: None }
}

pub fn leap(right: i8, forward: i8, leg: bool) -> Shape {
    let mut to = Vec::new();
    for (a, b) in [(right, forward), (forward, right)] {
        for (x, y) in [(1, 1), (1, -1), (-1, -1), (-1, 1)] {
            let offset = Offset::new(a * x, b * y);
            if !to.contains(&offset) {
                to.push(offset);
            }
        }
    }
    Shape::Leap { to, leg }
}

/// The points with these ranks, for the first side, and the same turned over.
pub fn ranks(rules: &Rules, ranks: std::ops::RangeInclusive<u8>) -> Region {
    let board = &rules.board;
    let of = |at: usize| ranks.contains(&(board.rows - board.places[at].1));
    let first: PointSet = (0..board.len()).filter(|&at| of(at)).collect();
    [first, first.iter().map(|at| board.turned_over(at)).collect()]
}
