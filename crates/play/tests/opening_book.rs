//! Books of openings, made of games and looked over by a search.

use std::path::Path;
use wanqi_game::{Game, Notation};
use wanqi_games::chess::{Chess, Move};
use wanqi_play::chess::opening_book::{Book, BookMaker, code, key};
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

/// The keys that the description of the format gives as examples.
#[test]
fn keys() {
    for (fen, expected) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463B_9618_1691_FC9C),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823C_9B50_FD11_4196),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_B944_61C5_0FB0),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662F_AFB9_65DB_29D4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22A4_8B5A_8E47_FF78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652A_607C_A3F2_42C1),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00FD_D303_C946_BDD9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3C81_23EA_7B06_7637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5C3F_9B82_9B27_9560),
    ] {
        let position = Chess.parse_position(fen).expect(fen);
        assert_eq!(key(&position), expected, "{fen}");
    }
}

#[test]
fn moves_are_chosen_by_weight() {
    let start = Chess.start();
    let mut legal = Vec::new();
    Chess.each_move(&start, |mv| legal.push(mv));
    let entry = |mv: Move, weight: u16| {
        let mut bytes = key(&start).to_be_bytes().to_vec();
        bytes.extend([code(&start, mv).to_be_bytes(), weight.to_be_bytes(), [0; 2], [0; 2]].concat());
        bytes
    };
    let bytes = [entry(legal[0], 3), entry(legal[1], 1), entry(legal[2], 0)].concat();
    let book = Book::read(&bytes).expect("a book");
    let mut counts = [0; 3];
    for seed in 0..4000 {
        let chosen = book.choose(&start, seed).expect("a move");
        counts[legal.iter().position(|&mv| mv == chosen).expect("one of three")] += 1;
    }
    assert!((2800..3200).contains(&counts[0]) && counts[2] == 0, "{counts:?}");
    assert_eq!(Book::default().choose(&start, 0), None);
}

#[test]
fn castling_is_written_onto_the_rook() {
    let position = Chess.parse_position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("a position");
    let castling = Chess.parse_move(&position, "O-O").expect("a move");
    assert_eq!(code(&position, castling), 4 << 6 | 7);
    let promoting = Chess.parse_position("8/P3k3/8/8/8/8/8/4K3 w - - 0 1").expect("a position");
    let queen = Chess.parse_move(&promoting, "a8=Q").expect("a move");
    assert_eq!(code(&promoting, queen), 4 << 12 | 48 << 6 | 56);
}

#[test]
fn the_own_book_opens_a_game_and_all_its_moves_are_legal() {
    let book = Book::own().expect("it comes with the program");
    assert!(book.moves(&Chess.start()).len() >= 3, "games differ");
    // Every line of the book, as deep as it goes.
    let (mut seen, mut lines) = (std::collections::BTreeSet::new(), vec![Chess.start()]);
    let mut moves = 0;
    while let Some(position) = lines.pop() {
        if seen.insert(key(&position)) {
            for (mv, _) in book.moves(&position) {
                moves += 1;
                let mut next = position;
                Chess.play(&mut next, mv);
                lines.push(next);
            }
        }
    }
    assert!(moves >= 100, "{moves} moves");
}

#[test]
fn what_is_no_book_is_refused() {
    assert!(Book::read(&[0; 17]).is_err());
    assert!(Book::read(&[]).expect("an empty book").is_empty());
    assert!(Book::open(Path::new("/no/such/book.bin")).is_err());
}
