//! Transposition tables in files.

use std::fs;
use std::path::PathBuf;
use wanqi_play::{Limits, Player, Spec, hash_file};

fn player(game: &str) -> (Box<dyn wanqi_play::Table>, Box<dyn Player>) {
    let table = wanqi_play::table(&game.parse::<Spec>().expect("a spec")).expect("a game");
    let player = table.player(&"best:table=1".parse().expect("a spec")).expect("a player");
    (table, player)
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("wanqi-hash-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn entries(player: &mut dyn Player) -> Vec<[u64; 2]> {
    let mut entries = Vec::new();
    player.hash_table().expect("a table").each(&mut |entry| entries.push(entry));
    entries
}

#[test]
fn what_one_player_has_found_another_knows() {
    let folder = folder("round-trip");
    let path = folder.join("kept");
    let (table, mut player) = player("connect4");
    player.think(&*table, &Limits::nodes(20_000), &mut |_| {}).expect("a thought");
    let held = entries(&mut *player);
    let written = hash_file::write(&path, "connect4", player.hash_table().expect("a table"));
    assert_eq!(written.expect("a file"), held.len() as u64);
    assert!(held.len() > 1_000, "{}", held.len());
    let (_, mut other) = self::player("connect4");
    let read = hash_file::read(&path, "connect4", other.hash_table().expect("a table"));
    assert_eq!(read.expect("the file"), held.len() as u64);
    let key = table.position_key();
    let root = player.hash_table().expect("a table").get(key).expect("the root");
    assert_eq!(other.hash_table().expect("a table").get(key), Some(root));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "nothing unfinished is left");
    fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn a_damaged_file_is_refused_by_name_and_changes_nothing() {
    let folder = folder("damaged");
    let path = folder.join("kept");
    let (table, mut player) = player("tictactoe");
    player.think(&*table, &Limits::depth(3), &mut |_| {}).expect("a thought");
    hash_file::write(&path, "tictactoe", player.hash_table().expect("a table")).expect("a file");
    let whole = fs::read(&path).expect("the file");
    let (_, mut other) = self::player("tictactoe");
    let header =
        whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).expect("two lines").0 + 1;
    let mut altered = whole.clone();
    altered[header + 20] ^= 4;
    let mut many = whole.clone();
    many[header..header + 8].fill(0xff);
    let mut longer = whole.clone();
    longer.push(0);
    for (bytes, error) in [
        (&whole[..whole.len() - 1], "it was cut off"),
        (&whole[..header + 3], "it was cut off"),
        (&whole[..header], "it was cut off"),
        (&whole[..9], "it is no hash table of this program"),
        (&[], "it is no hash table of this program"),
        (&[0xff; 2000], "it is no hash table of this program"),
        (&altered, "its checksum is wrong"),
        (&many, "it was cut off"),
        (&longer, "something was added"),
    ] {
        fs::write(&path, bytes).expect("a file");
        let read = hash_file::read(&path, "tictactoe", other.hash_table().expect("a table"));
        let told = read.expect_err(error).to_string();
        assert!(told.contains(error), "{told} / {error}");
        assert_eq!(entries(&mut *other), Vec::<[u64; 2]>::new());
    }
    fs::write(&path, &whole).expect("a file");
    let read = hash_file::read(&path, "connect4", other.hash_table().expect("a table"));
    assert_eq!(read.expect_err("of another").to_string(), "it is of tictactoe, not of connect4");
    // What cannot be written leaves what was there.
    assert!(hash_file::write(&folder, "tictactoe", player.hash_table().expect("a table")).is_err());
    assert_eq!(fs::read(&path).expect("the file"), whole);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    fs::remove_dir_all(folder).expect("the folder");
}
