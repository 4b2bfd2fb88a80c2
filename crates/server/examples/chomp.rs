//! A game of one's own in Rust: Chomp. Whoever bites a square of the chocolate takes all that is above and to the
//! right of it; the lower left square is poisoned. `cargo run -p wanqi-server --example chomp`, and play it in the page.

use wanqi_game::depict::{BoardStyle, Colours, SideLook};
use wanqi_game::{Depict, Game, Layout, Notation, Outcome, Piece, Scene, Side, Step, TextError, quoted};

const COLUMNS: usize = 7;
const ROWS: u8 = 5;

/// The rules have no knobs.
#[derive(Clone, Copy)]
struct Chomp;

/// How high each column still is, and whose turn it is.
#[derive(Clone, Copy, PartialEq)]
struct Position([u8; COLUMNS], Side);

/// The square that is bitten: column and row, from the lower left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Move(u8, u8);

impl Game for Chomp {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position([ROWS; COLUMNS], Side::First)
    }

    fn side_to_move(&self, position: &Position) -> Side {
        position.1
    }

    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        for (column, &height) in (0..).zip(&position.0) {
            (0..height).for_each(|row| visit(Move(column, row)));
        }
    }

    fn play(&self, position: &mut Position, mv: Move) {
        position.0[usize::from(mv.0)..].iter_mut().for_each(|height| *height = mv.1.min(*height));
        position.1 = position.1.opponent();
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        // Who has had to eat the poisoned square has lost.
        (position.0[0] == 0).then_some(Outcome::Win(position.1))
    }

    fn outcome_if_stuck(&self, position: &Position) -> Outcome {
        Outcome::Win(position.1)
    }

    fn key(&self, position: &Position) -> u64 {
        position.0.iter().fold(position.1.index() as u64, |key, &height| 8 * key + u64::from(height))
    }
}

impl Notation for Chomp {
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let wrong =
            || TextError::new(format!("expected heights and side as in 5554310 1, not {}", quoted(text)));
        let (heights, side) = text.split_once(' ').ok_or_else(wrong)?;
        let heights = heights.bytes().map(|byte| byte.wrapping_sub(b'0')).collect::<Vec<_>>();
        let heights: [u8; COLUMNS] = heights.try_into().map_err(|_| wrong())?;
        let side = if side == "1" { Side::First } else { Side::Second };
        let falls = heights.is_sorted_by(|left, right| left >= right) && heights[0] <= ROWS;
        Some(Position(heights, side))
            .filter(|read| falls && self.format_position(read) == text)
            .ok_or_else(wrong)
    }

    fn format_position(&self, position: &Position) -> String {
        let heights = position.0.map(|height| height.to_string()).concat();
        format!("{heights} {}", position.1.index() + 1)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, TextError> {
        let mut found = None;
        self.each_move(position, |mv| {
            found = found.or((self.format_move(position, mv, 0) == text).then_some(mv))
        });
        found.ok_or_else(|| TextError::new(format!("{} is no square that is left", quoted(text))))
    }

    fn format_move(&self, _: &Position, mv: Move, _: usize) -> String {
        format!("{}{}", char::from(b'a' + mv.0), mv.1 + 1)
    }
}

fn point(mv: Move) -> u16 {
    u16::from(ROWS - 1 - mv.1) * COLUMNS as u16 + u16::from(mv.0)
}

impl Depict for Chomp {
    fn layout(&self) -> Layout {
        let sides = [SideLook::new("Left", "左方", "brown"), SideLook::new("Right", "右方", "brown")];
        Layout::grid(BoardStyle::Cells, COLUMNS as u8, ROWS, sides, Colours::Paper).named(false, true)
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut scene = Scene::default();
        self.each_move(position, |mv| scene.pieces.push(Piece::new(point(mv), Side::First, "block", '#')));
        scene
    }

    fn steps(&self, _: &Position, mv: Move) -> Vec<Step> {
        vec![Step::point(point(mv))]
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    wanqi_play::register("chomp", "Chomp", Chomp)?; // the one line that brings it into page, searches and tools
    let bound = wanqi_server::bind(&wanqi_server::Config::default()).await?;
    println!("{}#chomp", bound.url());
    Ok(bound.run(wanqi_server::interrupted()).await?)
}
