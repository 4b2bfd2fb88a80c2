//! The suite that every game must pass: what the searches, front-ends and tests take for granted.

use crate::{Depict, Game, Notation, Outcome, Piece, Step, random};
use rand_core::Rng;
use std::collections::HashMap;

/// What a run of the suite has covered, so that a test can say that it covered something.
#[derive(Clone, Copy, Default, Debug)]
pub struct Coverage {
    /// Games played to their end.
    pub finished: usize,
    /// Positions looked at.
    pub positions: usize,
    /// Positions that were reached again by another order of moves.
    pub transpositions: usize,
}

/// Plays `games` random games of at most `longest` plies and checks in every position that
/// - moves are distinct, as many as `move_count` says, and `random_move` gives one of them;
/// - every move's text in every notation is read back as that move, and no two moves share a text;
/// - a turn of several moves, written as one, is read back to the same position;
/// - a position's text is read back to a position of the same key, text and moves;
/// - equal keys mean equal texts up to what the past adds (`same_key_text` cuts that off), and the reverse;
/// - the layout's points lie on its grid, one on each place at most, and its strokes join points that it has;
/// - the same pieces put on the board by hand give the same board, and every piece is of one of the game's kinds;
/// - every move can be clicked in exactly one way, on points that the layout has, and no two kinds of pieces held
///   have one name;
/// - the outcome is final: a finished game has a result whatever the past;
/// - broken texts are errors, not panics.
///
/// # Panics
/// With the position and the moves that led to it, as tests do, where the game breaks a promise.
pub fn check<G: Notation + Depict>(
    game: &G,
    rng: &mut impl Rng,
    games: usize,
    longest: usize,
    same_key_text: impl Fn(&str) -> String,
) -> Coverage {
    check_layout(game);
    let mut covered = Coverage::default();
    let mut text_of_key: HashMap<u64, String> = HashMap::new();
    let mut key_of_text: HashMap<String, u64> = HashMap::new();
    for _ in 0..games {
        let mut line = vec![game.start()];
        let mut played: Vec<String> = Vec::new();
        let mut turn: Vec<G::Move> = Vec::new();
        loop {
            let position = line.last().expect("a line is never empty").clone();
            let text = game.format_position(&position);
            let context = || format!("in {text:?} after {played:?}");
            covered.positions += 1;

            let short = same_key_text(&text);
            let key = game.key(&position);
            if let Some(known) = text_of_key.insert(key, short.clone()) {
                assert_eq!(known, short, "one key for two positions {}", context());
                covered.transpositions += 1;
            }
            if let Some(known) = key_of_text.insert(short, key) {
                assert_eq!(known, key, "two keys for one position {}", context());
            }
            check_scene(game, &position, &context);
            check_set_up(game, &position, &text, &context);
            if game.outcome(&position).is_some() {
                assert_eq!(game.result(&line), game.outcome(&position), "an outcome is final {}", context());
                covered.finished += 1;
                break;
            }
            let moves = check_moves(game, &position, rng, &context);
            check_position_text(game, &position, &text, &moves, &context);
            check_broken_texts(game, &position, &text, rng);

            if let Some(outcome) = game.result(&line) {
                if moves.is_empty() {
                    assert_eq!(outcome, game.outcome_if_stuck(&position), "stuck {}", context());
                }
                covered.finished += 1;
                break;
            }
            if played.len() == longest {
                break;
            }
            let allowed: Vec<G::Move> =
                moves.into_iter().filter(|&mv| !game.forbidden_by_history(&line, mv)).collect();
            let mv = allowed[random::below(rng, allowed.len() as u32) as usize];
            played.push(game.format_move(&position, mv, game.notations().len() - 1));
            let mut next = position;
            let before = game.side_to_move(&next);
            if !game.amid_turn(&next) {
                turn.clear();
            }
            turn.push(mv);
            game.play(&mut next, mv);
            check_turn(game, &line[line.len() - turn.len()], &turn, &next, &format!("after {played:?}"));
            if G::ALTERNATES && game.outcome(&next).is_none() {
                assert_ne!(before, game.side_to_move(&next), "the side must change after {played:?}");
            }
            line.push(next);
        }
    }
    covered
}

/// The moves of a turn, which lead from `begin` to `end`.
fn check_turn<G: Notation>(
    game: &G,
    begin: &G::Position,
    turn: &[G::Move],
    end: &G::Position,
    context: &str,
) {
    let notations = if turn.len() > 1 { game.notations().len() } else { 0 };
    for notation in 0..notations {
        let text = game.format_turn(begin, turn, notation);
        match game.parse_turn(begin, &text) {
            Ok(back) => {
                let mut position = begin.clone();
                back.iter().for_each(|&mv| game.play(&mut position, mv));
                assert_eq!(game.key(&position), game.key(end), "{text:?} is read as another turn {context}");
            }
            Err(error) => panic!("{text:?} is not read back: {error} {context}"),
        }
    }
}

fn check_moves<G: Notation + Depict>(
    game: &G,
    position: &G::Position,
    rng: &mut impl Rng,
    context: &impl Fn() -> String,
) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.each_move(position, |mv| moves.push(mv));
    assert_eq!(moves.len(), game.move_count(position), "move_count {}", context());
    for (i, mv) in moves.iter().enumerate() {
        assert!(!moves[..i].contains(mv), "{mv:?} is generated twice {}", context());
    }
    match game.random_move(position, rng) {
        Some(mv) => assert!(moves.contains(&mv), "random move {mv:?} is not legal {}", context()),
        None => assert!(moves.is_empty(), "no random move {}", context()),
    }
    for notation in 0..game.notations().len() {
        let mut texts: Vec<String> = Vec::new();
        for &mv in &moves {
            let text = game.format_move(position, mv, notation);
            match game.parse_move(position, &text) {
                Ok(back) => assert_eq!(back, mv, "{text:?} is read as another move {}", context()),
                Err(error) => panic!("{text:?} is not read back: {error} {}", context()),
            }
            assert!(!texts.contains(&text), "{text:?} is two moves {}", context());
            texts.push(text);
        }
    }
    let mut clicks: Vec<Vec<Step>> = Vec::new();
    let points = game.layout().points.len();
    for &mv in &moves {
        let steps = game.steps(position, mv);
        assert!(!steps.is_empty(), "{mv:?} cannot be clicked {}", context());
        for step in &steps {
            if let Step::Point(any) = step {
                assert!(
                    !any.is_empty() && any.iter().all(|&p| (p as usize) < points),
                    "{mv:?} {}",
                    context()
                );
            }
        }
        assert!(
            !clicks.iter().any(|other| other.starts_with(&steps) || steps.starts_with(other)),
            "{steps:?} are the clicks of two moves {}",
            context()
        );
        clicks.push(steps);
    }
    moves
}

fn check_layout<G: Depict>(game: &G) {
    let layout = game.layout();
    let mut places: Vec<(u8, u8)> = layout.points.iter().map(|point| (point.row, point.column)).collect();
    for &(row, column) in &places {
        assert!(row < layout.rows && column < layout.columns, "row {row}, column {column} is off the board");
    }
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), layout.points.len(), "two points on one place");
    for edge in &layout.edges {
        let known = edge.points.iter().all(|&point| usize::from(point) < layout.points.len());
        assert!(known, "an edge of points that are not there: {edge:?}");
    }
    let inscribed = layout.inscriptions.iter().map(|inscription| &inscription.between);
    for ends in layout.lines.iter().chain(inscribed) {
        assert!(ends.iter().all(|&end| usize::from(end) < layout.points.len()), "no such points: {ends:?}");
    }
}

fn check_scene<G: Depict>(game: &G, position: &G::Position, context: &impl Fn() -> String) {
    let points = game.layout().points.len();
    let scene = game.scene(position);
    let mut taken = vec![false; points];
    for piece in scene.pieces {
        let point = piece.point as usize;
        assert!(point < points && !taken[point], "two pieces on point {point} {}", context());
        taken[point] = true;
    }
    for (i, held) in scene.hands.iter().enumerate() {
        let again = scene.hands[..i].iter().any(|other| (other.side, &other.name) == (held.side, &held.name));
        assert!(!again, "two kinds of pieces held are called {:?} {}", held.name, context());
    }
}

fn check_set_up<G: Notation + Depict>(
    game: &G,
    position: &G::Position,
    text: &str,
    context: &impl Fn() -> String,
) {
    let board = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
    let kinds = game.kinds();
    if kinds.is_empty() {
        return;
    }
    let scene = game.scene(position);
    // What is none of the kinds is a mark and no piece: a stone that is offered.
    let is_piece = |piece: &&Piece| kinds.contains(&Piece { point: 0, ..(*piece).clone() });
    let standing: Vec<Piece> = scene.pieces.iter().filter(is_piece).cloned().collect();
    let pieces: Vec<(u16, char)> = standing.iter().map(|piece| (piece.point, piece.letter)).collect();
    for side in crate::Side::BOTH {
        let put = crate::set_up(game, &pieces, side);
        assert_eq!(board(&put), board(text), "{put:?} was put together by hand {}", context());
        if let Ok((read, _)) = game.parse_position_leniently(&put) {
            assert_eq!(game.scene(&read).pieces, standing, "{put:?} {}", context());
            if game.outcome(&read).is_none() {
                assert_eq!(game.side_to_move(&read), side, "{put:?} {}", context());
            }
        }
    }
}

fn check_position_text<G: Notation>(
    game: &G,
    position: &G::Position,
    text: &str,
    moves: &[G::Move],
    context: &impl Fn() -> String,
) {
    let back = match game.parse_position(text) {
        Ok(back) => back,
        Err(error) => panic!("the position is not read back: {error} {}", context()),
    };
    assert_eq!(game.format_position(&back), text, "position text {}", context());
    assert_eq!(game.key(&back), game.key(position), "key of the position read back {}", context());
    assert_eq!(game.side_to_move(&back), game.side_to_move(position), "{}", context());
    let mut again = Vec::new();
    game.each_move(&back, |mv| again.push(mv));
    assert_eq!(again.len(), moves.len(), "moves of the position read back {}", context());
    assert!(again.iter().all(|mv| moves.contains(mv)), "moves of the position read back {}", context());
}

/// Cuts, doubles and replaces characters; whatever comes of it, the parsers must return.
fn check_broken_texts<G: Notation>(game: &G, position: &G::Position, text: &str, rng: &mut impl Rng) {
    const STRANGE: [char; 12] = ['\0', ' ', '/', '9', '-', 'é', '棋', '\u{1F600}', 'K', '+', '\n', '.'];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..3 {
        let at = random::below(rng, chars.len() as u32 + 1) as usize;
        let strange = STRANGE[random::below(rng, STRANGE.len() as u32) as usize];
        match random::below(rng, 4) {
            0 => chars.truncate(at),
            1 => chars.insert(at, strange),
            2 if at < chars.len() => drop(chars.remove(at)),
            _ if at < chars.len() => chars[at] = strange,
            _ => {}
        }
        let broken: String = chars.iter().collect();
        if let Ok(read) = game.parse_position(&broken) {
            // What the parser lets through must be a position to play on from.
            let _ = game.result(std::slice::from_ref(&read));
            if game.outcome(&read).is_none() {
                game.each_move(&read, |mv| {
                    let mut next = read.clone();
                    game.play(&mut next, mv);
                });
            }
        }
        let _ = game.parse_move(position, &broken);
        let _ = game.parse_turn(position, &broken);
        let _ = game.parse_position_leniently(&broken);
    }
}

/// Checks that the sum of a game's outcomes over random playouts is plausible: some end, and within `bound`.
///
/// # Panics
/// If fewer than nine in ten playouts end.
pub fn check_playouts<G: Game>(game: &G, rng: &mut impl Rng, playouts: usize, bound: u32) {
    let mut ended = 0;
    for _ in 0..playouts {
        let mut position = game.start();
        if let Some(Outcome::Win(_) | Outcome::Draw) =
            crate::playout::playout(game, &mut position, rng, bound).outcome
        {
            ended += 1;
        }
    }
    assert!(ended * 10 >= playouts * 9, "only {ended} of {playouts} playouts ended within {bound} plies");
}
