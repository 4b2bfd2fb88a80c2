//! Openings of Othello: books that the program works out, and names.

use std::collections::BTreeSet;
use std::path::Path;
use wanqi_game::{Game, Notation};
use wanqi_games::othello::Othello;
use wanqi_play::othello::named_openings;
use wanqi_play::othello::opening_book::{Book, BookMaker, Grown, Searcher};
use wanqi_play::{BookMove, Limits, Source, Spec, Table, opening_name};

fn table(game: &str, moves: &str) -> Box<dyn Table> {
    let mut table = wanqi_play::table(&game.parse().expect(game)).expect(game);
    moves.split_whitespace().for_each(|mv| table.play(mv).expect(mv));
    table
}

/// Lets a book grow to so many positions.
fn grown(book: Book, game: &str, positions: usize) -> Book {
    let table = table(game, "");
    let mut player = table.player(&"best:table=1".parse().expect("a spec")).expect("a player");
    let mut maker = BookMaker::new(book, 40);
    let mut searcher = Searcher { table, player: &mut *player, limits: Limits::nodes(300) };
    while maker.book().len() < positions {
        match maker.grow(&mut searcher).expect("a search") {
            Grown::Position => {}
            Grown::Complete => break,
            Grown::Stopped => panic!("nobody stops it"),
        }
    }
    maker.book().clone()
}

fn book(game: &str, positions: usize) -> Book {
    grown(Book::new(&*table(game, ""), "a test").expect("Othello"), game, positions)
}

fn score(known: &BookMove) -> i32 {
    known.value.expect("books of Othello tell values").score().value()
}

#[test]
fn values_go_up_and_the_book_is_written_and_read() {
    for (game, positions) in [("othello", 60), ("othello:size=6", 40), ("othello:goal=fewest", 30)] {
        let book = book(game, positions);
        assert_eq!((book.len(), book.rules().as_str()), (positions, game));
        assert_eq!(Book::read(&book.write()).expect("a book").write(), book.write(), "{game}");
        // Every position of the book is worth what its best move is, and that is what the position after it is worth.
        let mut waiting = vec![table(game, "")];
        let mut seen = 0;
        while let Some(mut table) = waiting.pop() {
            seen += 1;
            let known = book.moves_at(&*table);
            let best = known.first().map(score);
            if table.played(0).is_empty() {
                assert_eq!(best, Some(book.value().into()), "{game}");
            }
            assert!(known.is_sorted_by(|one, other| score(one) >= score(other)), "{game}");
            for known in &known {
                table.play(&known.text).expect("a legal move");
                if let Some(after) = book.moves_at(&*table).first() {
                    assert_eq!(score(known), -score(after), "{game} {:?}", table.played(0));
                    waiting.push(table.fork());
                }
                table.undo();
            }
        }
        assert!(seen >= positions - 1, "{game}: {seen} positions are reached");
    }
}

#[test]
fn a_book_goes_on_as_if_it_had_never_stopped() {
    let whole = book("othello", 40);
    let half = Book::read(&book("othello", 17).write()).expect("a book");
    assert_eq!(grown(half, "othello", 40).write(), whole.write());
}

#[test]
fn a_board_turned_has_the_same_moves() {
    let book = book("othello", 30);
    for lines in [["f5", "e6", "d3", "c4"], ["f5 f6", "e6 f6", "d3 c3", "c4 c3"]] {
        let scores =
            lines.map(|line| book.moves_at(&*table("othello", line)).iter().map(score).collect::<Vec<_>>());
        assert!(!scores[0].is_empty() && scores.iter().all(|one| *one == scores[0]), "{scores:?}");
    }
    assert_eq!(book.moves_at(&*table("othello", "")).len(), 4, "moves that come to the same are all told");
    assert!(
        book.moves_at(&*table("othello:size=6", "")).is_empty()
            && book.moves_at(&*table("chess", "")).is_empty()
    );
}

#[test]
fn what_is_no_book_or_changed_is_refused() {
    let bytes = book("othello", 12).write();
    for length in 0..bytes.len() {
        assert!(Book::read(&bytes[..length]).is_err(), "{length} bytes");
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(Book::read(&changed).is_err(), "bit {} of byte {at}", at % 8);
    }
    let longer = [&bytes[..], &[0]].concat();
    for (bytes, message) in [
        (&b"polyglot"[..], "this is no opening book of Othello made by wanqi"),
        (b"wanqibook\x07\0\0\0", "a book of version 7 cannot be read, only one of version 1"),
        (&bytes[..60], "the book is cut off after 60 bytes"),
        (&longer, "1 bytes stand behind the end of the book"),
    ] {
        assert_eq!(Book::read(bytes).err().as_deref(), Some(message));
    }
    let missing = Book::open(Path::new("/no/such.book")).err().map(|error| error.to_string());
    assert!(missing.is_some_and(|error| error.starts_with("book: /no/such.book: ")));
    assert!(Book::new(&*table("chess", ""), "").is_err());
}

#[test]
fn players_open_from_a_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("own.book");
    let book = book("othello", 50);
    book.save(&path).expect("written");
    let player =
        |more: &str| format!("best:depth=1,book={}{more}", path.display()).parse::<Spec>().expect("a spec");
    let start = table("othello", "f5");
    let mut thinks = start.player(&player("")).expect("a player");
    let thought = thinks.think(&*start, &Limits::default(), &mut |_| {}).expect("a move");
    let known = book.moves_at(&*start);
    // Of moves that are worth the same any may come up.
    let chosen = known.iter().find(|known| Some(&known.text) == thought.best.as_ref()).expect("a move of it");
    assert_eq!((thought.source, Some(thought.value)), (Source::Book, known[0].value));
    assert_eq!(chosen.value, known[0].value);
    assert_eq!(thinks.book_moves(&*start), known);
    // Where others are nearly as good, they come up too; beyond the book the search plays.
    let chosen = |seed: u32| {
        let mut player =
            start.player(&player(&format!(",book-margin=6400,book-seed={seed}"))).expect("a player");
        player.think(&*start, &Limits::default(), &mut |_| {}).expect("a move").best.expect("a move")
    };
    let all: std::collections::BTreeSet<String> = (0..30).map(chosen).collect();
    assert!(all.len() > 1 && chosen(3) == chosen(3), "{all:?}");
    let far = table("othello", "f5 f6 c4 f4 g6 g5");
    let thought = far.player(&player("")).expect("a player").think(&*far, &Limits::default(), &mut |_| {});
    assert_eq!(thought.expect("a move").source, Source::Search);
    let small = table("othello:size=6", "").player(&player("")).err().map(|error| error.to_string());
    assert_eq!(small.as_deref(), Some("book: it is of othello, another game than this"));
}

#[test]
fn a_game_is_learned() {
    let table = || table("othello:size=6", "");
    let mut game = table();
    let mut random = game.player(&"random:seed=5".parse().expect("a spec")).expect("a player");
    while game.result().is_none() {
        let mv = random.think(&*game, &Limits::default(), &mut |_| {}).expect("a move").best.expect("a move");
        game.play(&mv).expect("a move");
    }
    let mut player = game.player(&"best:table=1".parse().expect("a spec")).expect("a player");
    let mut maker = BookMaker::new(Book::new(&*game, "a test").expect("Othello"), 40);
    let mut searcher = Searcher { table: table(), player: &mut *player, limits: Limits::nodes(200) };
    let new = maker.learn(&*game, &mut searcher).expect("learned");
    assert_eq!((new, maker.book().depth()), (maker.book().len(), maker.book().depth()));
    assert_eq!(new, game.ply() + 1, "all its positions, the last too");
    assert_eq!(maker.learn(&*game, &mut searcher).expect("learned"), 0, "nothing new");
    // Its last move leads to the end, which is known to the disc.
    let margin = game.margin().expect("discs") as i32;
    let last = game.played(0).pop().expect("a move");
    game.undo();
    let mover = if game.side_to_move() == wanqi_play::Side::First { margin } else { -margin };
    let known = maker.book().moves_at(&*game);
    assert_eq!(known.iter().find(|known| known.text == last).map(score), Some(100 * mover));
    let read = Book::read(&maker.book().write()).expect("a book");
    assert_eq!(read.write(), maker.book().write());
    let large = wanqi_play::table(&Spec::new("othello")).expect("Othello");
    let wrong = maker.learn(&*large, &mut searcher).expect_err("another board").to_string();
    assert_eq!(wrong, "book: the book is of othello:size=6, not of othello");
}

#[test]
fn openings_have_names() {
    for (moves, name) in [
        ("", None),
        ("f5", None),
        ("f5 d6", Some("Perpendicular (Tatedori)")),
        ("c4 e3", Some("Perpendicular (Tatedori)")),
        ("e6 f6", Some("Diagonal (Nanamedori)")),
        ("d3 e3", Some("Parallel (Heikodori)")),
        ("d3 c5 f6 f5 e6", Some("Tiger (Tora)")),
        ("e6 f4 c3 c4 d3 d6 f6 e7", Some("No-Kung (Nokan)")),
        ("f5 d6 c5 f4 e3 c6 d3 f6 e6 d7", Some("Rose")),
        ("f5 d6 c5 f4 e3 c6 d3 f6 e6 d7 g4 c4 g5", Some("Rotating Flat")),
        ("f5 f6 e6 d6 c3", Some("Buffalo, Kenichi (Buffalo)")),
        ("c4 c3 d3 e3 d2", Some("Heath (Tobidashi)")),
    ] {
        assert_eq!(opening_name(&*table("othello", moves)).as_deref(), name, "{moves}");
    }
    assert_eq!(opening_name(&*table("othello:goal=fewest", "f5 d6")), None);
    assert_eq!(opening_name(&*table("chess", "e4 c5")), None);
}

#[test]
fn every_named_line_can_be_played_and_none_comes_to_the_same() {
    let (game, mut known) = (Othello::default(), BTreeSet::new());
    for (moves, name) in named_openings() {
        let (mut position, mut spaced) = (game.start(), String::new());
        for at in (0..moves.len()).step_by(2) {
            let mv = game
                .parse_move(&position, &moves[at..at + 2])
                .unwrap_or_else(|error| panic!("{moves}: {error}"));
            game.play(&mut position, mv);
            spaced += &format!("{} ", &moves[at..at + 2]);
        }
        assert!(known.insert(game.key(&position.canonical().0)), "{moves} {name}");
        let told = opening_name(&*table("othello", &spaced)).expect(moves);
        assert_eq!(told.to_string(), name.to_string(), "{moves}");
    }
    assert!(known.len() >= 100, "{} lines", known.len());
}
