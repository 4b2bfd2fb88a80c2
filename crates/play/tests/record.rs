//! Records as trees: what is added, moved, deleted, written and played again.

use proptest::prelude::*;
use wanqi_play::record::{Ending, Evaluation, Full, GameRecord, MAX_PLIES, Mark, NodeId, ROOT};

/// A tree from lines of moves: `a b c` is a line from the root, in the order of first mention.
fn tree(lines: &[&str]) -> GameRecord {
    let mut record = GameRecord::new("chess");
    for line in lines {
        record.add_line(ROOT, &line.split_whitespace().collect::<Vec<_>>()).expect("room");
    }
    record
}

/// The node at the end of a line.
fn at(record: &GameRecord, line: &str) -> NodeId {
    line.split_whitespace().fold(ROOT, |node, text| {
        let known = record[node].children().iter().find(|&&child| record[child].text() == text);
        *known.unwrap_or_else(|| panic!("there is no {text} in {line}"))
    })
}

/// The whole tree in a line, variations in brackets after the move that they are instead of.
fn shown(record: &GameRecord) -> String {
    fn line(record: &GameRecord, node: NodeId, out: &mut Vec<String>) {
        let Some((&first, others)) = record[node].children().split_first() else { return };
        out.push(record[first].text().into());
        for &other in others {
            let mut variation = vec![record[other].text().into()];
            line(record, other, &mut variation);
            out.push(format!("({})", variation.join(" ")));
        }
        line(record, first, out);
    }
    let mut out = Vec::new();
    line(record, ROOT, &mut out);
    out.join(" ")
}

const LINES: [&str; 5] = ["a b c d", "a e f", "a b g", "x y", "a e h"];

#[test]
fn lines_grow_into_a_tree() {
    let record = tree(&LINES);
    assert_eq!(shown(&record), "a (x y) b (e f (h)) c (g) d");
    assert_eq!(record.len(), 10);
    let main: Vec<&str> = record.main_line().into_iter().map(|id| record[id].text()).collect();
    assert_eq!(main, ["a", "b", "c", "d"]);
    assert_eq!(record.moves_to(at(&record, "a e h")), ["a", "e", "h"]);
    assert_eq!(record.moves_to(NodeId(99)), [""; 0]);
}

#[test]
fn a_move_that_is_there_is_not_added_again() {
    let mut record = tree(&LINES);
    let before = record.clone();
    let known = at(&record, "a e");
    assert_eq!(record.add(at(&record, "a"), "e"), Ok(known));
    assert_eq!(record, before);
}

#[test]
fn variations_are_promoted() {
    for (what, line, step, main) in [
        ("the main line", "a b c", "a (x y) b (e f (h)) c (g) d", "a (x y) b (e f (h)) c (g) d"),
        ("a variation", "a e", "a (x y) e (b c (g) d) f (h)", "a (x y) e (b c (g) d) f (h)"),
        ("a variation's variation", "a e h", "a (x y) b (e h (f)) c (g) d", "a (x y) e (b c (g) d) h (f)"),
        ("its own first line", "a e f", "a (x y) e (b c (g) d) f (h)", "a (x y) e (b c (g) d) f (h)"),
        ("another beginning", "x y", "x (a b (e f (h)) c (g) d) y", "x (a b (e f (h)) c (g) d) y"),
    ] {
        let mut promoted = tree(&LINES);
        let node = at(&promoted, line);
        let before = shown(&promoted);
        assert_eq!(promoted.promote(node), before != step, "{what}");
        assert_eq!(shown(&promoted), step, "{what}, by one");
        let mut made = tree(&LINES);
        assert_eq!(made.make_main(node), before != main, "{what}");
        assert_eq!(shown(&made), main, "{what}, at once");
        while promoted.promote(node) {}
        assert_eq!(shown(&promoted), main, "{what}, step by step");
    }
}

#[test]
fn a_node_is_deleted_with_what_follows() {
    for (line, left, len) in [
        ("a e", "a (x y) b c (g) d", 7),
        ("a b", "a (x y) e f (h)", 6),
        ("a", "x y", 2),
        ("a b c d", "a (x y) b (e f (h)) c (g)", 9),
    ] {
        let mut record = tree(&LINES);
        let node = at(&record, line);
        let parent = record[node].parent();
        assert_eq!(record.delete(node), parent, "{line}");
        assert_eq!((shown(&record).as_str(), record.len()), (left, len), "{line}");
        assert_eq!(record.delete(node), None, "it is gone");
        let new = record.add(ROOT, "new").expect("room");
        assert_eq!(new, NodeId(11), "numbers are not given again");
    }
    let mut record = tree(&LINES);
    assert_eq!(record.delete(ROOT), None);
    assert_eq!(record.len(), 10);
}

#[test]
fn what_is_said_survives_json() {
    let mut record = tree(&LINES);
    record.promote(at(&record, "a e h"));
    record.delete(at(&record, "a b c"));
    record.headers.players = ["Anna".into(), "Bruno".into()];
    record.headers.result = Some(Ending { winner: Some(1), text: "Black wins".into() });
    record.headers.others.insert("Round".into(), "3".into());
    record.notes_mut(ROOT).expect("the root").comment = "a lively game".into();
    let notes = record.notes_mut(NodeId(5)).expect("a node");
    notes.marks = vec![Mark::DUBIOUS, Mark(16)];
    notes.evaluation = Some(Evaluation { score: -35, decided: None, solved: false });
    notes.better = Some("g".into());
    let text = serde_json::to_string(&record).expect("JSON");
    let again: GameRecord = serde_json::from_str(&text).expect("its own JSON");
    assert_eq!(shown(&again), shown(&record));
    assert_eq!(serde_json::to_string(&again).expect("JSON"), text);
    assert_eq!(again[NodeId(5)].notes, record[NodeId(5)].notes);
    assert_eq!(again.headers, record.headers);
}

#[test]
fn a_list_that_is_no_tree_is_refused() {
    for (nodes, fault) in [
        (r#"[{"id": 2, "parent": 1, "move": "a"}]"#, "node 2 follows node 1, which is not before it"),
        (r#"[{"id": 2, "parent": 2, "move": "a"}]"#, "node 2 follows node 2, which is not before it"),
        (r#"[{"id": 0, "move": "a"}]"#, "node 0 is there twice or cannot be"),
        (r#"[{"id": 1, "move": "a"}, {"id": 1, "move": "b"}]"#, "node 1 is there twice or cannot be"),
        (r#"[{"id": 4294967295, "move": "a"}]"#, "node 4294967295 is there twice or cannot be"),
    ] {
        let text = format!(r#"{{"game": "chess", "nodes": {nodes}}}"#);
        let error = serde_json::from_str::<GameRecord>(&text).expect_err(nodes).to_string();
        assert!(error.starts_with(fault), "{error}");
    }
}

#[test]
fn a_long_line_neither_overflows_nor_passes_the_bound() {
    let mut record = GameRecord::new("go");
    let last = record.add_line(ROOT, &["pass"; MAX_PLIES]).expect("room");
    assert_eq!(record[last].ply(), MAX_PLIES);
    assert_eq!(record.add(last, "pass"), Err(Full::Plies));
    assert_eq!(record.add(NodeId(u32::MAX), "pass"), Err(Full::NoNode(NodeId(u32::MAX))));
    let text = serde_json::to_string(&record).expect("JSON");
    assert_eq!(serde_json::from_str::<GameRecord>(&text).expect("its own JSON"), record);
    let text = text.replace("]}", r#",{"id":20000,"parent":10000,"move":"pass"}]}"#);
    let error = serde_json::from_str::<GameRecord>(&text).expect_err("too long").to_string();
    assert!(error.starts_with("a line of a record has at most 10000 moves"), "{error}");
}

#[test]
fn records_are_played_and_put_into_the_programs_notation() {
    let mut record = tree(&["e4 e5 Nf3 Nc6", "e4 c5 Nf3", "e4 e7e5 Bc4", "d4"]);
    record.notes_mut(at(&record, "e4 c5")).expect("a node").better = Some("e5".into());
    let checked = record.checked().expect("a legal tree");
    assert_eq!(shown(&checked), "e2e4 (d2d4) e7e5 (c7c5 g1f3) g1f3 (f1c4) b8c6");
    assert_eq!(checked[at(&checked, "e2e4 c7c5")].notes.better.as_deref(), Some("e7e5"));
    let mut table = record.table().expect("chess");
    record.replay(&mut *table, at(&record, "e4 c5 Nf3")).expect("a legal line");
    assert_eq!(table.played(0), ["e4", "c5", "Nf3"]);
    record.replay(&mut *table, at(&record, "d4")).expect("from the first position again");
    assert_eq!(table.played(0), ["d4"]);
}

#[test]
fn illegal_moves_are_named() {
    let record = tree(&["e4 e5 Nf3", "e4 e5 Ke3"]);
    let fault = record.checked().expect_err("no such move").to_string();
    assert!(fault.starts_with(r#"move 3 of the record, "Ke3": not a move here: "#), "{fault}");
    let mut table = record.table().expect("chess");
    let again = record.replay(&mut *table, at(&record, "e4 e5 Ke3")).expect_err("no such move");
    assert_eq!(again.to_string(), fault);
    record.replay(&mut *table, at(&record, "e4 e5 Nf3")).expect("the other line is legal");

    let mut record = tree(&["e4"]);
    record.notes_mut(at(&record, "e4")).expect("a node").better = Some("e5".into());
    let fault = record.checked().expect_err("no such move").to_string();
    assert!(fault.starts_with(r#"move 1 of the record, "e5": "#), "{fault}");
}

#[test]
fn a_record_begins_with_its_own_position() {
    let mut record = GameRecord::new("chess");
    record.first = Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".into());
    let last = record.add_line(ROOT, &["e4", "Kd7", "e5"]).expect("room");
    let mut table = record.table().expect("a position");
    record.replay(&mut *table, last).expect("legal");
    assert_eq!(table.view().position, "8/3k4/8/4P3/8/8/8/4K3 b - - 0 2");
    record.first = Some("4k3".into());
    let fault = record.table().err().expect("no position").to_string();
    assert!(fault.starts_with("not a position: "), "{fault}");
}

#[test]
fn a_game_told_by_a_text() {
    let mut record = GameRecord::new("mine");
    record.rules = Some(wanqi_play::rules::find("breakthrough").expect("a shipped file").text.into());
    let table = record.table().expect("rules");
    let first = table.legal_moves(0).swap_remove(0);
    record.add(ROOT, &first).expect("room");
    assert_eq!(record.checked().expect("legal").len(), 1);
}

#[test]
fn symbols_are_read_back() {
    for number in 0..=255 {
        let symbol = Mark(number).symbol();
        assert!(symbol.is_none_or(|symbol| Mark::of_symbol(symbol) == Some(Mark(number))), "{number}");
    }
    assert_eq!(Mark::of_symbol("!?"), Some(Mark::INTERESTING));
    assert_eq!(Mark::of_symbol("?!?"), None);
}

/// What is done to a tree: add after, promote, make main, delete, with a number that chooses the node.
fn deeds() -> impl Strategy<Value = Vec<(u8, usize, u8)>> {
    prop::collection::vec((0u8..8, any::<usize>(), 0u8..4), 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_is_done_it_stays_a_tree(deeds in deeds()) {
        let mut record = GameRecord::new("chess");
        for (deed, which, text) in deeds {
            let ids: Vec<NodeId> = std::iter::once(ROOT).chain(record.nodes().map(|(id, _)| id)).collect();
            let id = ids[which % ids.len()];
            match deed {
                0 => drop(record.promote(id)),
                1 => {
                    record.make_main(id);
                    prop_assert!(id == ROOT || record.main_line().contains(&id));
                }
                2 => drop(record.delete(id)),
                _ => drop(record.add(id, &text.to_string())),
            }
            let nodes: Vec<NodeId> = record.nodes().map(|(id, _)| id).collect();
            prop_assert_eq!(nodes.len(), record.len());
            for id in nodes {
                let parent = record[id].parent().expect("only the root has none");
                prop_assert!(parent < id);
                prop_assert_eq!(record[parent].children().iter().filter(|&&child| child == id).count(), 1);
                let path = record.path(id);
                prop_assert_eq!((path.len(), path.last()), (record[id].ply(), Some(&id)));
            }
            let text = serde_json::to_string(&record).expect("JSON");
            let again: GameRecord = serde_json::from_str(&text).expect("its own JSON");
            prop_assert_eq!(serde_json::to_string(&again).expect("JSON"), text);
        }
    }
}

#[test]
fn an_ending_kept_in_english_is_said_in_any_language() {
    let mut table = wanqi_play::table(&wanqi_play::Spec::new("tictactoe")).expect("a game");
    let told = |table: &dyn wanqi_play::Table, winner, text: &str| {
        let message = Ending { winner, text: text.into() }.message(table);
        assert_eq!(message, text);
        message.has_key()
    };
    for (winner, text, known) in [
        (Some(0), "X wins by resignation", true),
        (Some(1), "O wins on time", true),
        (None, "Draw by agreement", true),
        (Some(1), "X wins by resignation", false),
        (Some(0), "X wins", false),
        (Some(0), "B+R", false),
        (None, "", false),
    ] {
        assert_eq!(told(&*table, winner, text), known, "{text}");
    }
    for text in ["a1", "a2", "b1", "b2", "c1"] {
        table.play(text).expect("a move");
    }
    assert!(told(&*table, Some(0), "X wins"), "the board shows it");
}
