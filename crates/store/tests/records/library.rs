//! The library: what is kept is found again, and files that are not ours to write stay as they are.

use rusqlite::Connection;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::tempdir;
use wanqi_play::record::{Ending, GameRecord, ROOT};
use wanqi_store::{Error, GameId, GameQuery, Library, ResultFilter, Saving};

fn game(game: &str, players: [&str; 2], date: &str, winner: Option<Option<u8>>) -> GameRecord {
    let mut record = GameRecord::new(game);
    record.headers.players = players.map(str::to_owned);
    record.headers.date = date.into();
    record.headers.result = winner.map(|winner| Ending { winner, text: String::new() });
    record
}

/// Keeps a game in its place.
fn save(library: &mut Library, id: GameId, record: &GameRecord) {
    let place = Some((id, library.load(id).expect("there").version));
    let written = library.write_all(&[Saving { place, record, state: None }]).expect("kept");
    assert_eq!(written[0].0, id);
}

#[test]
fn what_is_kept_is_there_after_opening_again() {
    let folder = tempdir().expect("a folder");
    let data = folder.path().join("deep/inside");
    let mut record = game("go:size=9", ["Anna", "Bruno"], "2026-11-21", None);
    let (id, other) = {
        let mut library = Library::open(&data).expect("a new library");
        let id = library.add(&record, Some("seats")).expect("kept");
        record.add_line(ROOT, &["E5", "C3"]).expect("room");
        save(&mut library, id, &record);
        (id, library.add(&GameRecord::new("chess"), None).expect("kept"))
    };
    let mut library = Library::open(&data).expect("the same library");
    let kept = library.load(id).expect("there");
    assert_eq!((&kept.record, kept.state), (&record, None));
    assert_eq!(library.delete(&[id, GameId(99)]).expect("deleted"), 1);
    assert!(matches!(library.load(id), Err(Error::NoGame(_))));
    let last = library.add(&record, None).expect("kept");
    assert!(last > other && last > id, "numbers are not given again");
}

#[test]
fn games_are_found_by_what_is_said_of_them() {
    let mut library = Library::ephemeral().expect("memory");
    let mut before = None;
    let mut cup = game("go:size=9", ["100%_sure", "Bruno"], "2026-11-21", Some(None));
    cup.headers.event = "The Cup of 2026".into();
    cup.add_line(ROOT, &["E5", "C3"]).expect("room");
    for record in [
        game("chess", ["Anna", "Bruno"], "2025-06-01", Some(Some(0))),
        game("chess", ["Carla", "ANNABEL"], "2026-01-31", Some(Some(1))),
        cup,
        game("go", ["", ""], "", None),
    ] {
        let GameId(id) = library.add(&record, None).expect("kept");
        before.get_or_insert(id - 1);
    }
    let before = before.expect("games were kept");
    let usual = GameQuery::default;
    for (what, search, wanted) in [
        ("all, the last first", usual(), vec![4, 3, 2, 1]),
        ("a game, whatever its options", GameQuery { game: "go".into(), ..usual() }, vec![4, 3]),
        ("no such game", GameQuery { game: "g".into(), ..usual() }, vec![]),
        ("either player, in any case", GameQuery { player: "anna".into(), ..usual() }, vec![2, 1]),
        ("the second player", GameQuery { player: "Bruno".into(), ..usual() }, vec![3, 1]),
        ("signs of patterns", GameQuery { player: "0%_s".into(), ..usual() }, vec![3]),
        ("signs of patterns alone", GameQuery { player: "%a%b".into(), ..usual() }, vec![]),
        ("a quotation mark", GameQuery { player: "'; --".into(), ..usual() }, vec![]),
        ("won by the first", GameQuery { won: Some(ResultFilter::First), ..usual() }, vec![1]),
        ("won by the second", GameQuery { won: Some(ResultFilter::Second), ..usual() }, vec![2]),
        ("drawn", GameQuery { won: Some(ResultFilter::Draw), ..usual() }, vec![3]),
        ("unfinished", GameQuery { won: Some(ResultFilter::Unfinished), ..usual() }, vec![4]),
        ("since", GameQuery { since: "2026".into(), ..usual() }, vec![3, 2]),
        ("until a year", GameQuery { until: "2025".into(), ..usual() }, vec![1]),
        ("until a month", GameQuery { until: "2026-01".into(), ..usual() }, vec![2, 1]),
        ("until a day", GameQuery { until: "2026-01-30".into(), ..usual() }, vec![1]),
        (
            "all at once",
            GameQuery { game: "chess".into(), player: "bruno".into(), since: "2020".into(), ..usual() },
            vec![1],
        ),
        ("an event", GameQuery { event: "CUP".into(), ..usual() }, vec![3]),
        ("so many plies", GameQuery { min_plies: 2, ..usual() }, vec![3]),
        ("fewer plies", GameQuery { min_plies: 1, event: "cup".into(), ..usual() }, vec![3]),
        ("a page", GameQuery { offset: 1, limit: 2, ..usual() }, vec![3, 2]),
    ] {
        let found = library.search(&search).expect(what);
        assert_eq!(found.games.iter().map(|game| game.id.0 - before).collect::<Vec<_>>(), wanted, "{what}");
        let all = library.ids(&search).expect(what).len();
        assert_eq!(found.total, all as u64, "{what}");
        assert!(all >= wanted.len());
    }
}

/// The bytes of every file in a folder, but for those that SQLite keeps while a database is open.
fn bytes(folder: &Path) -> Vec<u8> {
    fs::read(Library::file(folder)).expect("the file")
}

#[test]
fn a_damaged_newer_or_foreign_file_is_left_as_it_is() {
    type Spoil = fn(&Path);
    let spoilt: [(&str, &str, Spoil); 5] = [
        ("no database", "is damaged", |file| fs::write(file, "games of 2026, by hand").expect("written")),
        ("a broken page", "is damaged", |file| {
            let mut bytes = fs::read(file).expect("the file");
            let middle = bytes.len() / 2;
            bytes[middle..].fill(0x5a);
            fs::write(file, bytes).expect("written");
        }),
        ("cut off", "is damaged", |file| {
            let bytes = fs::read(file).expect("the file");
            fs::write(file, &bytes[..bytes.len() - 5000]).expect("written");
        }),
        ("a newer version", "newer version of Wanqi (its version is 999", |file| {
            Connection::open(file).and_then(|db| db.pragma_update(None, "user_version", 999)).expect("set");
        }),
        ("another program's", "a database of another program", |file| {
            Connection::open(file).and_then(|db| db.pragma_update(None, "application_id", 5)).expect("set");
        }),
    ];
    for (what, message, spoil) in spoilt {
        let folder = tempdir().expect("a folder");
        let mut library = Library::open(folder.path()).expect("a new library");
        for _ in 0..100 {
            library.add(&game("chess", ["Anna", &"x".repeat(200)], "", None), None).expect("kept");
        }
        drop(library);
        spoil(&Library::file(folder.path()));
        let before = bytes(folder.path());
        let error = Library::open(folder.path()).expect_err(what).to_string();
        assert!(error.contains(message), "{what}: {error}");
        assert!(error.contains("--data-dir"), "{what}: {error}");
        assert!(error.contains("library.sqlite"), "{what}: {error}");
        assert_eq!(bytes(folder.path()), before, "{what}");
    }
}

#[test]
fn an_unusable_folder_is_told() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("a file");
    fs::write(&file, "").expect("written");
    let error = Library::open(&file).expect_err("no folder").to_string();
    assert!(error.contains("a file"), "{error}");
}

#[test]
fn two_programs_may_have_it_open() {
    let folder = tempdir().expect("a folder");
    let mut one = Library::open(folder.path()).expect("a new library");
    let mut other = Library::open(folder.path()).expect("the same");
    let id = one.add(&GameRecord::new("chess"), None).expect("kept");
    let last = other.add(&GameRecord::new("go"), None).expect("kept");
    assert_eq!(other.load(id).expect("seen").record.game, "chess");
    assert_eq!(one.load(last).expect("seen").record.game, "go");
}

#[test]
fn a_game_that_another_program_has_changed_is_not_written_over() {
    let folder = tempdir().expect("a folder");
    let mut one = Library::open(folder.path()).expect("a new library");
    let mut other = Library::open(folder.path()).expect("the same");
    let mut record = GameRecord::new("chess");
    let place = one.write_all(&[Saving { place: None, record: &record, state: None }]).expect("kept")[0];
    record.add(ROOT, "e2e4").expect("room");
    let theirs =
        other.write_all(&[Saving { place: Some(place), record: &record, state: None }]).expect("kept")[0];
    assert_eq!(theirs.0, place.0);
    assert_ne!(theirs.1, place.1);
    let mine = GameRecord::new("go");
    let ours = one.write_all(&[Saving { place: Some(place), record: &mine, state: None }]).expect("kept")[0];
    assert_ne!(ours.0, place.0, "a number of its own");
    assert_eq!(one.load(place.0).expect("there").record, record);
    assert_eq!(other.load(ours.0).expect("there").record, mine);
    // Deleted games stay deleted.
    other.delete(&[ours.0]).expect("deleted");
    let again = one.write_all(&[Saving { place: Some(ours), record: &mine, state: None }]).expect("kept")[0];
    assert_ne!(again.0, ours.0);
}

/// Names a folder to a copy of this test, which then writes until it is killed.
const WRITER: &str = "STORE_TEST_WRITER";

#[test]
fn a_killed_writer_loses_nothing_that_it_has_said_is_kept() {
    if let Some(folder) = std::env::var_os(WRITER) {
        let mut library = Library::open(folder.as_ref()).expect("the library");
        let mut record = GameRecord::new("go");
        let id = library.add(&record, None).expect("kept");
        let mut last = ROOT;
        for ply in 1.. {
            last = record.add(last, if ply % 2 == 0 { "A1" } else { "B1" }).expect("room");
            save(&mut library, id, &record);
            fs::write(Path::new(&folder).join("said.part"), format!("{} {ply}", id.0)).expect("said");
            fs::rename(Path::new(&folder).join("said.part"), Path::new(&folder).join("said")).expect("said");
        }
    }
    let folder = tempdir().expect("a folder");
    let said = folder.path().join("said");
    for _ in 0..5 {
        let _ = fs::remove_file(&said);
        let mut child = Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", "library::a_killed_writer_loses_nothing_that_it_has_said_is_kept"])
            .env(WRITER, folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a second process");
        let read = || fs::read_to_string(&said).ok().filter(|text| text.ends_with(['3', '7']));
        while read().is_none() {
            assert!(child.try_wait().expect("a state").is_none(), "the writer has ended by itself");
            std::thread::yield_now();
        }
        child.kill().expect("killed");
        child.wait().expect("ended");
        let text = fs::read_to_string(&said).expect("what was said last");
        let (id, plies) = text.split_once(' ').expect("two numbers");
        let library = Library::open(folder.path()).expect("the library, whole");
        let kept = library.load(GameId(id.parse().expect("a number"))).expect("the game").record;
        let plies: usize = plies.parse().expect("a number");
        assert!(
            (plies..=plies + 1).contains(&kept.len()),
            "{plies} moves were said, {} are kept",
            kept.len()
        );
    }
}
