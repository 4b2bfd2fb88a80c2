//! Positions of chess as the file of chess tells them, for the tests and for `cargo xtask perft`.

use wanqi_game::Notation;
use wanqi_games::rulebook::{Rulebook, shipped};

/// A game told in the file of chess, begun from a position of chess; castlings of kings and rooks where they stand.
pub fn chess_from(fen: &str) -> (Rulebook, String) {
    let native = wanqi_games::chess::Chess;
    let position = native.parse_position(fen).expect(fen);
    let words: Vec<&str> = fen.split(' ').collect();
    let drawn: Vec<String> = words[0]
        .split('/')
        .map(|line| {
            let point = |c: char| match c.to_digit(10) {
                Some(empty) => ".".repeat(empty as usize),
                None => c.to_string(),
            };
            line.chars().map(point).collect()
        })
        .collect();
    let file = |row: usize, letter: char| -> Vec<usize> {
        drawn[row].chars().enumerate().filter(|&(_, c)| c == letter).map(|(file, _)| file).collect()
    };
    let name = |file: usize| char::from(b'a' + file as u8);
    // Each right, with the rook that it is about.
    let (mut castles, mut partners) = (Vec::new(), Vec::new());
    for right in words[2].chars().filter(|&c| c != '-') {
        let (row, king, rook, rank) = if right.is_uppercase() { (7, 'K', 'R', 1) } else { (0, 'k', 'r', 8) };
        let [king] = file(row, king)[..] else { panic!("{fen}") };
        let rooks = file(row, rook);
        let at = match right.to_ascii_uppercase() {
            'K' => *rooks.last().expect(fen),
            'Q' => rooks[0],
            letter => usize::from(letter as u8 - b'A'),
        };
        let (to, with_to) = if at > king { ("g1", "f1") } else { ("c1", "d1") };
        let line = format!("{{ to = \"{to}\", with = \"{}1\", with_to = \"{with_to}\" }}", name(at));
        if !castles.contains(&line) {
            castles.push(line);
        }
        partners.push((8 - rank, at, format!("{}{rank}", name(at))));
    }
    partners.sort();
    let text = shipped::text("chess").expect("the file of chess");
    let (start, end) = (text.find("board = ").expect("a board"), text.find("[piece.K]").expect("a king"));
    let board = format!("board = \"\"\"\n{}\"\"\"\n\n", drawn.join("\n"));
    let mut told = format!("{}{board}{}", &text[..start], &text[end..]);
    let (start, end) = (told.find("castles = ").expect("castles"), told.find("[piece.Q]").expect("a queen"));
    let castles = match castles.is_empty() {
        true => String::new(),
        false => format!("castles = [{}]\n\n", castles.join(", ")),
    };
    told.replace_range(start..end, &castles);
    let (game, faults) = Rulebook::read(&told);
    let game = game.unwrap_or_else(|| panic!("{fen}: {faults:?}\n{told}"));
    let mut here = format!("{} {} quiet=0", words[0], words[1]);
    if !partners.is_empty() {
        let names: Vec<&str> = partners.iter().map(|partner| &*partner.2).collect();
        here += &format!(" castles={}", names.join(","));
    }
    if let Some(square) = position.en_passant() {
        here += &format!(" passed={}{}", name(usize::from(square) % 8), usize::from(square) / 8 + 1);
    }
    (game, here)
}
