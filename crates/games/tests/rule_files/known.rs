//! Files that have the name of a game which people know, and not all of its rules.

use crate::reading::shipped;
use wanqi_games::rulebook::{Diagnostic, Rulebook};

fn told(text: &str) -> Vec<Diagnostic> {
    let (rulebook, diagnostics) = Rulebook::read(text);
    assert!(rulebook.is_some(), "{diagnostics:?}");
    diagnostics
}

fn shipped_text(name: &str) -> String {
    let (_, text) = shipped().into_iter().find(|(known, _)| known.contains(name)).expect(name);
    text
}

#[test]
fn shipped_files_lack_nothing_of_their_names() {
    for (name, text) in shipped() {
        assert_eq!(told(&text), [], "{name}");
    }
}

#[test]
fn what_a_known_game_lacks_is_told() {
    let row = "size = \"3x3\"\n[piece.S]\n[place]\n[win]\nline = 3";
    let without = |file: &str, line: &str| {
        let text = shipped_text(file);
        let kept: Vec<&str> = text.lines().filter(|other| !other.starts_with(line)).collect();
        assert!(kept.len() < text.lines().count(), "{line}");
        kept.join("\n")
    };
    for (text, wanted) in [
        (without("international-draughts", "removed ="), &["stands until the move is over"][..]),
        (without("international-draughts", "promotion ="), &["is crowned only where its move ends"]),
        (without("russian-draughts", "promotion ="), &["goes on as a king"]),
        (
            shipped_text("simple-chess").replace("Chess without castling and en passant", "CHESS "),
            &["castle", "in passing"],
        ),
        (format!("name = \"Nine Men's Morris\"\n{row}"), &["a row takes a piece"]),
        (format!("name = \"t\"\nname_zh = \"九子棋\"\n{row}"), &["a row takes a piece"]),
        (format!("name = \"Hex\"\n{row}"), &["two edges are to be connected"]),
        (format!("name = \"My morris\"\n{row}"), &[]),
        (format!("name = \"Tic-tac-toe\"\n{row}"), &[]),
    ] {
        let told = told(&text);
        assert_eq!(told.len(), wanted.len(), "{told:?}");
        for (told, wanted) in told.iter().zip(wanted) {
            assert!(told.what.contains(wanted), "{wanted} in {told:?}");
            assert!(told.help.is_some(), "{told:?}");
            let chinese = told.clone().in_chinese();
            assert!(chinese.what.starts_with("此文件名为") && chinese.help != told.help, "{chinese:?}");
        }
    }
    let named = told(&format!("name = \"Hex\"\n{row}"));
    assert_eq!(named[0].at, Some(7..12), "the name");
}
