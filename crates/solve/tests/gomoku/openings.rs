use crate::{RULES, game};
use std::collections::HashSet;
use wanqi_game::{Game, Notation, Side};
use wanqi_search::{Limits, Stop};
use wanqi_solve::gomoku::BalancedOpenings;
use wanqi_solve::gomoku::ThreatSearch;

#[test]
fn openings_are_small_balanced_and_told_apart() {
    let finder = BalancedOpenings { nodes: 500, within: 60 };
    for (seed, rule) in (1..).zip(RULES) {
        let game = game(15, rule);
        let found: Vec<_> =
            (0..120).filter_map(|number| finder.position(&game, seed, number, &Stop::default())).collect();
        assert!((3..100).contains(&found.len()), "{rule:?}: {}", found.len());
        let mut texts = HashSet::new();
        for (position, value) in &found {
            let text = game.format_position(position);
            let black = text.matches('X').count() - usize::from(text.ends_with('X'));
            let white = text.matches('O').count() - usize::from(text.ends_with('O'));
            assert!((3..=5).contains(&(black + white)) && (0..=1).contains(&(black - white)), "{text}");
            assert_eq!(game.side_to_move(position) == Side::First, black == white, "{text}");
            assert!(value.abs() <= finder.within, "{value}");
            let threats = ThreatSearch { table_mb: 1 }.prove(&game, position, &Limits::nodes(1000));
            assert_eq!(threats.proof, None, "{text}");
            // Of positions that are the same by symmetry one is told: its text comes first.
            let rows: Vec<&str> = text.split(['/', ' ']).take(15).collect();
            let upside_down: Vec<&str> = rows.iter().rev().copied().collect();
            assert!(rows <= upside_down, "{text}");
            texts.insert(text);
        }
        assert!(texts.len() > 2);
        let again = finder.position(&game, seed, 0, &Stop::default());
        assert_eq!(again, finder.position(&game, seed, 0, &Stop::default()));
    }
}

#[test]
fn shipped_openings_are_positions() {
    for (rule, size, text) in [
        (RULES[0], 15, include_str!("../../../../testdata/openings/gomoku-freestyle15.txt")),
        (RULES[0], 20, include_str!("../../../../testdata/openings/gomoku-freestyle20.txt")),
        (RULES[1], 15, include_str!("../../../../testdata/openings/gomoku-exact15.txt")),
        (RULES[1], 20, include_str!("../../../../testdata/openings/gomoku-exact20.txt")),
        (RULES[2], 15, include_str!("../../../../testdata/openings/gomoku-renju15.txt")),
        (RULES[2], 20, include_str!("../../../../testdata/openings/gomoku-renju20.txt")),
    ] {
        let game = game(size, rule);
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.len(), 20);
        assert!(lines.iter().all(|line| game.parse_position(line).is_ok()), "{rule:?} {size}");
    }
}
