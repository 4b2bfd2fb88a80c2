use crate::{check_state, each_random_line, fresh};
use wanqi_eval::chess::exchange::exchange;
use wanqi_eval::chess::{ChessTactics, Material, PieceSquare, Positional, mobility};
use wanqi_game::{Game, Notation, Side};
use wanqi_games::chess::{Chess, Move, Position};
use wanqi_search::tactics::{MoveOrder, Pruning, Quiescence};
use wanqi_search::{Limits, Linear, Minimax, Score, Search, Tactics, linear};

fn position(fen: &str) -> Position {
    Chess.parse_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The same position with the colours changed and the board upside down.
pub fn mirrored(position: &Position) -> Position {
    let fen = Chess.format_position(position);
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let swapped =
            |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        text.chars().map(swapped).collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let castling = swap(fields[2]);
    let castling: String = "KQkq".chars().filter(|&c| castling.contains(c)).collect();
    let castling = if castling.is_empty() { "-" } else { &castling };
    let passing = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let text = format!("{} {side} {castling} {passing} {} {}", ranks.join("/"), fields[4], fields[5]);
    Chess.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn material() {
    for (fen, value) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 1000),
        ("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", -1000),
        ("4k3/8/8/8/8/8/P7/RNB1K3 w - - 0 1", 1300),
        ("1nb1k3/p7/8/8/8/8/8/R3K3 w - - 0 1", -300),
    ] {
        assert_eq!(fresh(&Material::default(), &Chess, &position(fen)), value, "{fen}");
    }
}

#[test]
fn mobility_counts_moves() {
    for (fen, white, black) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20, 20),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 30, 20),
        // The pawn can step, step twice and capture either way.
        ("4k3/8/8/8/8/r1r5/1P6/4K3 w - - 0 1", 9, 5 + 8 + 13),
    ] {
        let position = position(fen);
        assert_eq!(
            (mobility(&position, Side::First), mobility(&position, Side::Second)),
            (white, black),
            "{fen}"
        );
        let both = fresh(&Material { mobility: true }, &Chess, &position)
            - fresh(&Material::default(), &Chess, &position);
        let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
        assert_eq!(both, sign * 2 * (white - black), "{fen}");
    }
}

/// Without checks, pins and castling, mobility is the number of legal moves.
#[test]
fn mobility_is_the_move_count_of_free_positions() {
    let mut compared = 0;
    each_random_line(&Chess, 1, 30, |line| {
        let position = &line[line.len() - 1];
        let free = position.checkers() | position.pinned() | position.castling_rooks() == 0;
        if free && position.en_passant().is_none() {
            let mut moves = 0;
            Chess.each_move(position, |mv| {
                moves += i32::from(mv.promotion().is_none_or(|kind| kind.letter() == 'Q'))
            });
            let pseudo = mobility(position, position.side_to_move());
            // Kings cannot step onto attacked squares.
            assert!((moves..=moves + 8).contains(&pseudo), "{position:?}: {moves} moves, mobility {pseudo}");
            compared += 1;
        }
    });
    assert!(compared > 1000, "{compared}");
}

#[test]
fn evaluations_see_both_sides_alike() {
    each_random_line(&Chess, 2, 10, |line| {
        let position = &line[line.len() - 1];
        let other = mirrored(position);
        for evaluation in [Material { mobility: false }, Material { mobility: true }] {
            assert_eq!(
                fresh(&evaluation, &Chess, position),
                fresh(&evaluation, &Chess, &other),
                "{position:?}"
            );
        }
        assert_eq!(
            fresh(&PieceSquare, &Chess, position),
            fresh(&PieceSquare, &Chess, &other),
            "{position:?}"
        );
        let positional = Positional::default();
        assert_eq!(fresh(&positional, &Chess, position), fresh(&positional, &Chess, &other), "{position:?}");
    });
}

#[test]
fn evaluations_follow_the_moves() {
    check_state(&Chess, &PieceSquare, 3, 50);
    check_state(&Chess, &Positional::default(), 7, 50);
}

#[test]
fn the_positional_evaluation_is_the_sum_of_its_features() {
    let positional = Positional::default();
    let groups = positional.groups().iter().map(|group| group.length).sum::<usize>();
    let weights: Vec<i32> = (0..groups as i32).map(|i| i * 37 % 101 - 50).collect();
    assert_eq!(positional.with_weights(&weights).weights(), weights);
    for evaluation in [positional.clone(), positional.with_weights(&weights)] {
        let mut different = 0;
        each_random_line(&Chess, 8, 20, |line| {
            let position = &line[line.len() - 1];
            let exact = linear::value(&evaluation, &Chess, position);
            let value = fresh(&evaluation, &Chess, position);
            assert!((f64::from(value) - exact).abs() < 1.0, "{position:?}: {value} for {exact}");
            different += u32::from(value != fresh(&PieceSquare, &Chess, position));
        });
        assert!(different > 1000, "{different}");
    }
}

#[test]
fn piece_square_knows_good_squares() {
    let kings = "4k3/pppppppp/8/8/8/8/PPPPPPPP";
    for (better, worse) in [
        (format!("{kings}/3NK3 w - - 0 1"), format!("{kings}/N3K3 w - - 0 1")),
        ("r2qk3/8/8/8/8/8/8/R2Q2K1 w - - 0 1".into(), "r2qk3/8/8/8/8/8/8/R2QK3 w - - 0 1".into()),
        ("8/8/8/4k3/8/4K3/P7/8 w - - 0 1".into(), "8/8/8/4k3/8/8/P7/K7 w - - 0 1".into()),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1".into(), "4k3/8/8/8/8/8/P7/4K3 w - - 0 1".into()),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1".into(),
            "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR w - - 0 1".into(),
        ),
    ] {
        let value = |fen: &str| fresh(&PieceSquare, &Chess, &position(fen));
        assert!(value(&better) > value(&worse), "{better} {} {worse} {}", value(&better), value(&worse));
    }
}

#[test]
fn exchanges() {
    for (fen, mv, wins) in [
        // Nothing takes back; a pawn does; a queen behind the rook joins in.
        ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100),
        ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500),
        ("3qk3/3r4/8/3p4/8/3R4/3R4/3QK3 w - - 0 1", "d3d5", 100),
        ("3qk3/3r4/3r4/3p4/8/3R4/3R4/3QK3 w - - 0 1", "d3d5", 100 - 500),
        // The least attacker takes back, and stops where going on loses.
        ("4k3/8/2n1p3/3p4/5N2/8/8/4K3 w - - 0 1", "f4d5", 100 - 300),
        ("4k3/8/4p3/3n4/4P3/8/8/3RK3 w - - 0 1", "e4d5", 300),
        ("3rk3/8/8/3n4/8/2N5/8/3RK3 w - - 0 1", "c3d5", 300),
        // Bishop, pawn in front of it.
        ("4k3/8/8/3p4/2P5/1B6/8/4K3 w - - 0 1", "c4d5", 100),
        ("4k3/2p5/3p4/4n3/3P4/8/8/4R1K1 w - - 0 1", "d4e5", 300),
        // A king takes what is not protected only.
        ("8/8/8/3k4/3r4/3P4/3RK3/8 b - - 0 1", "d4d3", 100 - 500),
        ("8/8/3k4/3p4/3R4/8/8/3QK3 w - - 0 1", "d4d5", 100),
        ("8/8/3k4/3p4/3R4/8/8/4K3 w - - 0 1", "d4d5", 100 - 500),
        // En passant, promotion, capture with promotion, quiet moves, castling.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
        ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 800),
        ("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        ("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 1300),
        ("4k3/8/2p5/8/8/8/8/3RK3 w - - 0 1", "d1d5", -500),
        ("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d5", 0),
        ("4k2r/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
    ] {
        let position = position(fen);
        let mv = Chess.parse_move(&position, mv).unwrap_or_else(|error| panic!("{fen} {mv}: {error}"));
        assert_eq!(exchange(&position, mv), wins, "{fen} {mv:?}");
    }
}

/// Static exchange evaluation is what a search of the captures on one square finds, where nothing is pinned
/// and no king stands in check.
#[test]
fn exchanges_agree_with_a_search_of_captures_on_the_square() {
    fn best_recapture(position: &Position, square: u8) -> i32 {
        let mut best = 0;
        Chess.each_move(position, |mv| {
            if mv.to() == square && position.is_capture(mv) && !mv.is_en_passant() {
                best = best.max(gain(position, mv));
            }
        });
        best
    }
    fn gain(position: &Position, mv: Move) -> i32 {
        use wanqi_eval::chess::exchange::EXCHANGE_VALUES;
        let value = |kind: wanqi_games::chess::Kind| EXCHANGE_VALUES[kind.index()];
        let mut next = *position;
        Chess.play(&mut next, mv);
        value(position.kind_on(mv.to())) - best_recapture(&next, mv.to())
    }
    let (mut compared, mut equal) = (0, 0);
    each_random_line(&Chess, 4, 40, |line| {
        let position = &line[line.len() - 1];
        Chess.each_move(position, |mv| {
            if position.is_capture(mv) && !mv.is_en_passant() && (8..56).contains(&mv.to()) {
                compared += 1;
                equal += i32::from(exchange(position, mv) == gain(position, mv));
            }
        });
    });
    // Pins, checks and orders of capture that the least piece does not show make the rest.
    assert!(compared > 10_000 && equal * 100 > compared * 95, "{equal} of {compared}");
}

#[test]
fn tactical_moves_are_legal_and_promise_something() {
    let move_score = |position: &Position, mv| {
        MoveOrder::<Chess, Material>::move_score(&ChessTactics, &Chess, &mut (), position, mv)
    };
    each_random_line(&Chess, 5, 20, |line| {
        let position = &line[line.len() - 1];
        let mut legal = Vec::new();
        Chess.each_move(position, |mv| legal.push(mv));
        let mut tactical = Vec::new();
        let visit = |mv| tactical.push(mv);
        Quiescence::<Chess, Material>::each_tactical(&ChessTactics, &Chess, &mut (), position, visit);
        for &mv in &legal {
            let is_tactical = tactical.contains(&mv);
            assert_eq!(
                is_tactical,
                position.is_capture(mv) || mv.promotion().is_some(),
                "{position:?} {mv:?}"
            );
            assert_eq!(move_score(position, mv) != 0, is_tactical, "{position:?} {mv:?}");
            let slot = MoveOrder::<Chess, Material>::history_slot(&ChessTactics, &Chess, position, mv);
            assert!(slot < <ChessTactics as Tactics<Chess, Material>>::PARAMETERS.history_slots);
        }
        assert!(tactical.iter().all(|mv| legal.contains(mv)), "{position:?}");
        let forced = Quiescence::<Chess, Material>::is_forced(&ChessTactics, &Chess, &mut (), position);
        assert_eq!(forced, position.checkers() != 0);
    });
}

#[test]
fn promising_moves_first() {
    // Queen by pawn, queen by queen, rook by rook, pawn; then what loses.
    let position = position("k7/8/8/2q1r3/3P4/8/p1Q1R3/4K3 w - - 0 1");
    let move_score = |text: &str| {
        let mv = Chess.parse_move(&position, text).expect(text);
        MoveOrder::<Chess, Material>::move_score(&ChessTactics, &Chess, &mut (), &position, mv)
    };
    let order = ["dxc5", "Qxc5", "dxe5", "Rxe5", "Qxa2", "d5"];
    let promises: Vec<i32> = order.iter().map(|text| move_score(text)).collect();
    assert!(promises.is_sorted_by(|a, b| a > b), "{promises:?}");
}

#[test]
fn minimax_counts_the_tree_of_the_start() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
    ] {
        let mut search = Minimax::new(Material::default(), ChessTactics, 4);
        let report = search.search(&Chess, &[position(fen)], &Limits::default(), &mut |_| {});
        assert_eq!((report.counts.interior, report.counts.leaves), (9_323, 197_281));
    }
}

#[test]
fn best_finds_mates() {
    for (fen, depth, mv, plies) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 2, "Ra8#", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 12, "Ra6", 3),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 6, "Ra6+", 5),
    ] {
        let position = position(fen);
        let mut search = wanqi_search::Best::new(PieceSquare, ChessTactics, Default::default());
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let report = search.search(&Chess, &[position], &limits, &mut |_| {});
        assert_eq!(report.score, Score::win_in(plies), "{fen}");
        assert_eq!(report.best, Chess.parse_move(&position, mv).ok(), "{fen}");
    }
}

#[test]
fn a_pass_turns_the_board_over_except_where_it_may_be_the_best_move() {
    for (fen, passed) in [
        ("4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 9", Some("4k3/8/8/3pP3/8/8/8/R3K3 b Q - 0 9")),
        ("4k3/8/8/8/8/8/r7/4K2R b - - 5 9", Some("4k3/8/8/8/8/8/r7/4K2R w - - 0 9")),
        // Check; kings and pawns; a single minor piece.
        ("4k3/8/8/8/8/8/4r3/4K2R w - - 5 9", None),
        ("4k3/8/8/8/8/8/P7/4K2R b - - 0 1", None),
        ("4k1b1/p7/8/8/8/8/P7/4K2R b - - 0 1", None),
        ("4knb1/p7/8/8/8/8/P7/4K2R b - - 0 1", Some("4knb1/p7/8/8/8/8/P7/4K2R w - - 0 1")),
    ] {
        let given = Pruning::<Chess>::pass(&ChessTactics, &Chess, &position(fen));
        assert_eq!(given, passed.map(position), "{fen}");
    }
}

#[test]
fn threats_are_checks() {
    let threatens = |position: &Position, mv| {
        Quiescence::<Chess, Material>::threatens(&ChessTactics, &Chess, &mut (), position, mv)
    };
    let mut checks = 0;
    each_random_line(&Chess, 6, 60, |line| {
        let position = &line[line.len() - 1];
        Chess.each_move(position, |mv| {
            let mut next = *position;
            Chess.play(&mut next, mv);
            assert_eq!(threatens(position, mv), next.checkers() != 0, "{position:?} {mv:?}");
            checks += u32::from(next.checkers() != 0);
        });
    });
    assert!(checks > 1000, "{checks}");
    for (fen, mv) in [
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"),
        ("8/8/8/1k1pP2R/8/8/8/4K3 w - d6 0 1", "exd6"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q"),
    ] {
        let position = position(fen);
        assert!(threatens(&position, Chess.parse_move(&position, mv).expect(mv)), "{fen}");
    }
}

#[test]
fn a_capture_that_leaves_no_move_is_seen_as_a_draw() {
    let position = position("7k/5p2/7K/8/8/8/5Q2/8 w - - 0 1");
    let mut search = wanqi_search::Best::new(Material::default(), ChessTactics, Default::default());
    let report = search.search(&Chess, &[position], &Limits::depth(1), &mut |_| {});
    assert_eq!(report.score, Score::heuristic(900));
}
