//! The lessons teach what they say: whoever has taken the step finds a right move, whoever has not does not.

use wanqi_play::lessons::LESSONS;
use wanqi_play::{Limits, Table};

fn set_up(game: &str, position: &str) -> Box<dyn Table> {
    let mut table = wanqi_play::table(&game.parse().expect(game)).expect(game);
    table.set_position(position).expect(position);
    table
}

#[test]
fn the_step_finds_the_move_and_nobody_before_it_does() {
    for lesson in LESSONS {
        let table = set_up(lesson.game, lesson.position);
        let find = |player: &str| {
            let mut player = table.player(&player.parse().expect(player)).expect(player);
            let thought = player.think(&*table, &Limits::default(), &mut |_| {}).expect(lesson.name);
            thought.best.expect("a move")
        };
        let (before, after) = (find(lesson.before), find(lesson.after));
        assert!(lesson.right.contains(&after.as_str()), "{}: {} plays {after}", lesson.name, lesson.after);
        assert!(
            !lesson.right.contains(&before.as_str()),
            "{}: {} plays {before}",
            lesson.name,
            lesson.before
        );
    }
}

#[test]
fn right_moves_are_legal_and_every_lesson_has_its_way_to_be_shown() {
    for lesson in LESSONS {
        let table = set_up(lesson.game, lesson.position);
        assert_eq!(table.view().position, lesson.position, "{}: as the game itself writes it", lesson.name);
        let legal = table.legal_moves(0);
        for right in lesson.right {
            assert!(legal.iter().any(|mv| mv == right), "{}: {right} is not among {legal:?}", lesson.name);
        }
        assert!(["ladder", "tree", "heat"].contains(&lesson.shown_by), "{}", lesson.name);
        assert_eq!(lesson.tree.is_empty(), lesson.shown_by != "tree", "{}", lesson.name);
        if !lesson.tree.is_empty() {
            let spec = lesson.tree.parse().expect(lesson.tree);
            assert!(table.tree(&spec, 100, &Limits::nodes(1000)).is_ok(), "{}", lesson.name);
        }
    }
}

/// What there is to say of each lesson is in both languages of the page.
#[test]
fn every_lesson_has_its_words() {
    for (language, text) in
        [("en", include_str!("../../../web/text/en.json")), ("zh", include_str!("../../../web/text/zh.json"))]
    {
        for lesson in LESSONS {
            for part in ["title", "about", "told"] {
                let key = format!("\"lesson.{}.{part}\"", lesson.name);
                assert!(text.contains(&key), "{language}: {key}");
            }
        }
    }
}
