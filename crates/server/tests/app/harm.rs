//! What goes wrong in one game stays in it.

use crate::page::{Page, app};
use crate::table::english;
use serde_json::json;
use wanqi_game::depict::{BoardStyle, Colours, Point, SideLook, Terrain};
use wanqi_game::{Depict, Game, Layout, Notation, Outcome, Scene, Side, Step, TextError};

/// A game that fails: whoever plays the second point breaks it.
#[derive(Clone, Copy)]
struct Fragile;

/// How many moves were made.
type Position = u8;

impl Game for Fragile {
    type Position = Position;
    type Move = u8;

    fn start(&self) -> Position {
        0
    }

    fn side_to_move(&self, &position: &Position) -> Side {
        Side::BOTH[usize::from(position % 2)]
    }

    fn each_move(&self, _: &Position, mut visit: impl FnMut(u8)) {
        (0..3).for_each(&mut visit);
    }

    fn play(&self, position: &mut Position, mv: u8) {
        assert_ne!(mv, 1, "this is where the game breaks");
        *position += 1;
    }

    fn outcome(&self, &position: &Position) -> Option<Outcome> {
        (position == 20).then_some(Outcome::Draw)
    }

    fn outcome_if_stuck(&self, _: &Position) -> Outcome {
        Outcome::Draw
    }

    fn key(&self, &position: &Position) -> u64 {
        position.into()
    }
}

impl Notation for Fragile {
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        text.parse().map_err(|_| TextError::new("no number"))
    }

    fn format_position(&self, position: &Position) -> String {
        position.to_string()
    }

    fn parse_move(&self, _: &Position, text: &str) -> Result<u8, TextError> {
        text.parse().ok().filter(|&mv| mv < 3).ok_or_else(|| TextError::new("no point"))
    }

    fn format_move(&self, _: &Position, mv: u8, _: usize) -> String {
        mv.to_string()
    }
}

impl Depict for Fragile {
    fn layout(&self) -> Layout {
        let point = |column| Point { column, row: 0, terrain: Terrain::Plain };
        let sides = [SideLook::new("Black", "黑", "black"), SideLook::new("White", "白", "white")];
        Layout::new(BoardStyle::Cells, (0..3).map(point).collect(), sides, Colours::Paper)
    }

    fn scene(&self, _: &Position) -> Scene {
        Scene::default()
    }

    fn steps(&self, _: &Position, mv: u8) -> Vec<Step> {
        vec![Step::Point(vec![mv.into()])]
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_ends_its_own_game_and_no_other() {
    wanqi_play::register("fragile", "Fragile", Fragile).expect("a new name");
    let address = app().await;
    let mut other = Page::new_game(address, "tictactoe", json!([null, null])).await;
    let mut thinking = Page::new_game(address, "gomoku", json!(["best:depth=100", null])).await;
    thinking.receive("thinking").await;

    let mut page = Page::new_game(address, "fragile", json!([null, null])).await;
    page.ask(json!({"request": "move", "text": "0"})).await;
    let number = page.receive("kept").await["game"].take();
    page.receive("state").await;
    page.ask(json!({"request": "move", "text": "1"})).await;
    assert_eq!(page.receive("error").await["fault"]["what"], "the game has failed; it is taken up again");
    assert!(page.is_closed().await, "the page is to connect again");

    let mut again = Page::open(address).await;
    again.ask(json!({"request": "resume", "game": number})).await;
    assert_eq!(again.receive("state").await["view"]["ply"], 1, "up to the move that broke it");
    // A search that fails is given up, and the game goes on.
    again.ask(json!({"request": "seats", "seats": [null, "minimax:depth=2"]})).await;
    assert!(english(&again.receive("error").await["fault"]["what"]).contains("breaks"));
    again.ask(json!({"request": "seats", "seats": [null, null]})).await;
    again.ask(json!({"request": "move", "text": "2"})).await;

    other.ask(json!({"request": "move", "text": "b2"})).await;
    assert_eq!(other.receive("state").await["view"]["ply"], 1);
    thinking.ask(json!({"request": "stop"})).await;
    while thinking.receive("state").await["view"]["ply"] != 1 {}
}
