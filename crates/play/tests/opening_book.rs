//! Books of openings, made of games and looked over by a search.

use wanqi_play::chess::opening_book::{Book, BookMaker};
use wanqi_play::{Side, Spec, Table};

fn chess() -> Box<dyn Table> {
    wanqi_play::table(&Spec::new("chess")).expect("chess")
}

#[test]
fn a_book_is_made_of_games() {
    let mut maker = BookMaker::default();
    for (moves, winner) in [
        (["e4", "e5", "Nf3"], Some(Side::First)),
        (["e4", "c5", "Nf3"], None),
        (["d4", "d5", "c4"], Some(Side::Second)),
        (["e4", "e5", "f4"], Some(Side::First)),
    ] {
        maker.add(&*chess(), &moves, winner, 2).expect("legal moves");
    }
    let book = maker.finish(1, 0);
    assert_eq!(Book::read(&book.write()).expect("a book"), book);
    let mut table = chess();
    assert_eq!(book.moves_at(&*table), [("e4".to_owned(), 5)], "what only loses is left out");
    table.play("e4").expect("a move");
    assert_eq!(book.moves_at(&*table), [("c5".to_owned(), 1)]);
    table.play("e5").expect("a move");
    assert_eq!(book.moves_at(&*table), []);
    assert_eq!(maker.finish(3, 0).len(), 1);
    assert_eq!(maker.finish(1, 60).moves_at(&*chess()), [("e4".to_owned(), 5)]);
    assert_eq!(maker.finish(1, 90).len(), 1, "d5 alone brought all of its points");
    assert!(maker.add(&*chess(), &["e5"], None, 9).is_err());
}

#[test]
fn a_search_looks_a_book_over() {
    let mut maker = BookMaker::default();
    for moves in [["e4", "e5", "Nf3", "Nc6"], ["e4", "e5", "Qh5", "g6"], ["e4", "e5", "Nf3", "Qg5"]] {
        maker.add(&*chess(), &moves, None, 4).expect("legal moves");
    }
    let mut table = chess();
    let mut player =
        table.player(&"best:depth=6,eval=positional".parse().expect("a spec")).expect("a player");
    let book = maker.finish(1, 0).sifted(&mut *table, &mut *player, 100).expect("a book");
    let texts = |table: &dyn Table| -> Vec<String> {
        book.moves_at(table).into_iter().map(|(text, _)| text).collect()
    };
    assert_eq!(texts(&*table), ["e4"], "the table is as it was");
    table.play("e4").and_then(|()| table.play("e5")).expect("moves");
    assert!(texts(&*table).contains(&"Nf3".to_owned()));
    table.play("Nf3").expect("a move");
    assert_eq!(texts(&*table), ["Nc6"], "what loses the queen is left out");
}

#[test]
fn games_that_are_not_chess_make_no_book() {
    let go = wanqi_play::table(&Spec::new("go")).expect("go");
    assert!(BookMaker::default().add(&*go, &[], None, 1).is_err());
}
