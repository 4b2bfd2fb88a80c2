//! Tables as front-ends use them.

use proptest::prelude::*;
use wanqi_play::learning::Subject;
use wanqi_play::{Error, Limits, OptionKind, PlayoutLimits, Side, Spec, Stop, Table, games, table};

fn new(text: &str) -> Box<dyn Table> {
    table(&text.parse().expect(text)).expect(text)
}

fn play(table: &mut dyn Table, moves: &str) {
    for mv in moves.split_whitespace() {
        table.play(mv).expect(mv);
    }
}

/// What a front-end would notice if an error had changed anything.
fn all_of(table: &dyn Table) -> String {
    format!("{:?} {}", table.view(), table.first_position())
}

#[test]
fn undo_and_redo_walk_the_record() {
    let mut table = new("tictactoe");
    assert!(!table.undo() && !table.redo());
    play(&mut *table, "b2 a1 c3");
    let end = table.view();
    assert!(table.undo() && table.undo());
    assert_eq!((table.view().ply, table.view().record.len()), (1, 3));
    assert_eq!(table.played(0), ["b2"]);
    assert!(table.redo() && table.redo() && !table.redo());
    assert_eq!(table.view(), end);
    assert!(table.undo());
    play(&mut *table, "c3");
    assert_eq!(table.view(), end, "the same move keeps what came after");
    assert!(table.undo() && table.undo());
    play(&mut *table, "a2");
    assert_eq!(table.view().record.len(), 2, "another move ends what came after");
}

#[test]
fn the_move_that_wins_ends_the_game() {
    let mut table = new("tictactoe");
    play(&mut *table, "a1 a2 b1 b2 c1");
    let view = table.view();
    let result = view.result.expect("a result");
    assert_eq!((result.winner, result.text.english(), result.points), (Some(0), "X wins", vec![6, 7, 8]));
    assert!(view.moves.is_empty());
    let over = Err(Error::Over(result.text));
    assert_eq!((table.play("c2"), table.resign(Side::First)), (over.clone(), over));
    assert!(
        table
            .player(&Spec::new("random"))
            .expect("a player")
            .think(&*table, &Limits::default(), &mut |_| {})
            .is_err()
    );
    assert!(table.undo());
    assert_eq!(table.view().result, None);
}

#[test]
fn resigning_can_be_taken_back() {
    let mut table = new("tictactoe");
    play(&mut *table, "a1");
    table.resign(Side::Second).expect("a game in progress");
    assert_eq!(table.result().expect("a result").text, "X wins by resignation");
    assert!(table.view().moves.is_empty() && table.legal_moves(0).is_empty());
    assert!(!table.redo());
    assert!(table.undo());
    assert_eq!((table.result(), table.view().ply), (None, 1));
}

#[test]
fn errors_change_nothing() {
    for info in games() {
        let mut table = new(&info.name);
        let first = table.legal_moves(0)[0].clone();
        table.play(&first).expect("a legal move");
        let before = all_of(&*table);
        for text in ["", "zz", "a99", "\0", "e2e9", "9999999999999999999999", "é棋🙂"] {
            assert!(matches!(table.play(text), Err(Error::Move(_))), "{} {text:?}", info.name);
            assert!(matches!(table.set_position(text), Err(Error::Position(_))), "{} {text:?}", info.name);
            assert!(table.player(&Spec::new(text)).is_err(), "{} {text:?}", info.name);
        }
        assert_eq!(all_of(&*table), before, "{}", info.name);
    }
}

#[test]
fn a_position_is_read_back() {
    for info in games() {
        let mut table = new(&info.name);
        for _ in 0..3 {
            let mv = table.legal_moves(0)[0].clone();
            table.play(&mv).expect("a legal move");
        }
        let mut other = new(&info.name);
        other.set_position(&table.view().position).expect("its own text");
        assert_eq!(other.legal_moves(0), table.legal_moves(0), "{}", info.name);
        assert_eq!(other.view().scene, table.view().scene, "{}", info.name);
    }
}

#[test]
fn every_level_and_lab_position_is_real() {
    for info in games() {
        let mut table = new(&info.name);
        assert!(!info.levels.is_empty(), "{}", info.name);
        let analyst = info.analyst().expect("a spec");
        assert!(table.player(&analyst).is_ok() && analyst.is_bounded(), "{} {analyst}", info.name);
        assert_eq!(analyst.get("book"), None, "{}: a book is no analysis", info.name);
        for level in info.levels {
            let spec: Spec = level.player.parse().expect(level.player);
            let mut player = table.player(&spec).expect(level.player);
            let limits = Limits { nodes: Some(50), ..Limits::default() };
            let thought = player.think(&*table, &limits, &mut |_| {}).expect(level.player);
            let best = thought.best.expect("a move");
            assert!(table.legal_moves(0).contains(&best), "{} {}", info.name, level.player);
        }
        for position in info.lab_positions {
            table.set_position(position).expect(position);
        }
        for option in &info.options {
            let mut spec = Spec::new(&*info.name);
            spec.set(option.name, option.default.clone().expect("an option of a game has a usual value"));
            wanqi_play::table(&spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
            if let OptionKind::Choice { values } = &option.kind {
                for value in values.iter() {
                    spec.set(option.name, *value);
                    let table = wanqi_play::table(&spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
                    for level in info.levels {
                        let player = table.player(&level.player.parse().expect(level.player));
                        assert!(player.is_ok(), "{spec}: {}: {:?}", level.title, player.err());
                    }
                }
            }
            spec.set(option.name, "nonsense");
            assert!(wanqi_play::table(&spec).is_err(), "{spec}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_spec_is_said() {
    let tictactoe = new("tictactoe");
    for (text, error) in [
        (
            "grandmaster",
            "there is no player \"grandmaster\"; there is random, greedy, minimax, negamax, alphabeta, best, mcts",
        ),
        (
            "allphabeta",
            "there is no player \"allphabeta\"; there is random, greedy, minimax, negamax, alphabeta, best, mcts; did you mean \"alphabeta\"?",
        ),
        ("minimax:depth=0", "depth takes a number from 1 to 1000, not \"0\""),
        ("minimax:time=5", "time: a time is a number with ms, s, m or h, not \"5\""),
        ("alphabeta:ordering=maybe", "ordering is on or off, not \"maybe\""),
        ("alphabeta:eval=psychic", "eval is one of"),
        ("alphabeta:eval=line", "eval is one of lines, none, trained, not \"line\"; did you mean \"lines\"?"),
        ("random:eval=none", "random has no option \"eval\""),
        (
            "best:tabel=1",
            "best has no option \"tabel\"; it has depth, nodes, time, table, threads, quiescence, ordering, ",
        ),
        ("mcts:depth=3", "mcts keeps no limit of depth, and would not end; it keeps nodes and time"),
        ("best:nodes=1,playouts=2", "nodes is given twice, the second time as playouts"),
    ] {
        let spec: Spec = text.parse().expect(text);
        let Err(wrong) = tictactoe.player(&spec) else { panic!("{text} is a player") };
        assert!(wrong.to_string().starts_with(error), "{wrong}");
    }
    let chess = new("chess");
    let wrong = |text: &str| chess.player(&text.parse().expect(text)).err().expect(text).to_string();
    let syzigy = wrong("best:syzigy=/tmp");
    assert_eq!(syzigy.matches("syzygy,").count(), 1, "each option once: {syzigy}");
    assert!(syzigy.ends_with("; did you mean \"syzygy\"?"), "{syzigy}");
    let elsewhere = wrong("best:eval=positional,net=a.nn");
    assert_eq!(elsewhere, "best has the option \"net\" only with other options, such as another evaluation");
    for (text, near) in [("ches", "chess"), ("gomuku", "gomoku"), ("hexapwan", "hexapawn")] {
        let wrong = table(&Spec::new(text)).err().expect(text).to_string();
        assert!(wrong.ends_with(&format!("; did you mean \"{near}\"?")), "{wrong}");
    }
    let Err(wrong) = table(&Spec::new("tiddlywinks")) else { panic!("tiddlywinks is a game") };
    assert!(wrong.to_string().starts_with("there is no game \"tiddlywinks\"; there is tictactoe"), "{wrong}");
}

/// Gomoku on boards that are not square: how they are told, and a whole game by the best player.
#[test]
fn gomoku_on_rectangles() {
    for (text, kept) in [
        ("gomoku:size=7,rows=12", "gomoku:size=7,rows=12"),
        ("gomoku:rows=10,rule=renju", "gomoku:rows=10,rule=renju"),
        ("gomoku:size=9,rows=9", "gomoku:size=9"),
        ("gomoku:rows=15", "gomoku"),
        ("gomoku:size=9,rows=0", "gomoku:size=9"),
    ] {
        assert_eq!(new(text).spec().to_string(), kept);
    }
    for (text, error) in [
        ("gomoku:rows=4", "there is no gomoku board of size 15x4"),
        ("gomoku:size=7,rows=21", "rows takes a number from 0 to 20, not \"21\""),
        ("gomoku:size=7,rows=x", "rows takes a number from 0 to 20, not \"x\""),
        ("gomoku:size=7,rows=12,opening=swap2", "openings by rule are of square boards alone"),
    ] {
        let wrong = table(&text.parse().expect(text)).err().expect(text).to_string();
        assert_eq!(wrong, error);
    }
    let mut table = new("gomoku:size=7,rows=12");
    assert_eq!((table.layout().columns, table.layout().rows), (7, 12));
    let mut best = table.player(&"best:nodes=1000".parse().expect("a spec")).expect("a player");
    while table.result().is_none() {
        let thought = best.think(&*table, &Limits::default(), &mut |_| {}).expect("a thought");
        table.play(&thought.best.expect("a move")).expect("a legal move");
    }
    let mut again = new("gomoku:size=7,rows=12");
    table.played(0).iter().for_each(|mv| again.play(mv).expect(mv));
    assert_eq!(again.view(), table.view());
    let environment = Subject::shipped("gomoku:size=7,rows=12").and_then(|subject| subject.environment());
    let environment = environment.expect("it can be learnt");
    assert_eq!(
        (environment.action_count(), environment.observation_shape()[1..].to_vec()),
        (85, vec![12, 7])
    );
    let mut games = environment.batch(0..4, 1, true);
    assert!(games.random_steps(400) > 0);
}

#[test]
fn what_is_listed_is_read() {
    let told = wanqi_play::rules::shipped().map(|shipped| shipped.info.name.as_ref()).take(2);
    for game in games().map(|info| info.name.as_ref()).chain(told) {
        let table = new(game);
        let evaluations = table.evaluations();
        for player in table.players() {
            let own = player.options.iter().map(|option| (option, None));
            let of_evaluations = evaluations
                .iter()
                .filter(|_| player.evaluates)
                .flat_map(|owner| owner.options.iter().map(move |option| (option, Some(owner.name))));
            for (option, owner) in own.chain(of_evaluations) {
                let mut spec = Spec::new(player.name);
                if let Some(owner) = owner {
                    spec.set("eval", owner);
                    if player.name == "mcts" {
                        spec.set("guide", "on");
                    }
                }
                let usual = option.default.as_deref().or(match &option.kind {
                    OptionKind::Number { .. } => Some("1"),
                    OptionKind::Duration => Some("1s"),
                    OptionKind::Switch => Some("on"),
                    OptionKind::File { words } => words.first().copied(),
                    OptionKind::Choice { .. } | OptionKind::Text => None,
                });
                // A file without a word in its place has no value that is sure to be there, nor has what was learnt.
                if let Some(usual) = usual.filter(|_| owner != Some("trained")) {
                    spec.set(option.name, usual);
                    assert!(table.player(&spec).is_ok(), "{game} {spec}: {:?}", table.player(&spec).err());
                }
                if !matches!(option.kind, OptionKind::Text) {
                    spec.set(option.name, "no/such thing");
                    let wrong = table.player(&spec).err().map(|error| error.to_string());
                    let named = wrong.as_ref().is_some_and(|wrong| !wrong.contains("has no option"));
                    assert!(named, "{game} {spec}: {wrong:?}");
                }
                let all = table.player_options(player.name);
                assert_eq!(
                    all.iter().filter(|listed| listed.name == option.name).count(),
                    1,
                    "{game} {spec}"
                );
            }
            let mut spec = Spec::new(player.name);
            spec.set("nonsense", "1");
            assert!(table.player(&spec).is_err(), "{game} {spec}");
        }
    }
}

#[test]
fn a_limit_that_is_not_kept_is_refused_by_name() {
    let table = new("tictactoe");
    for player in table.players() {
        let mut made = table.player(&Spec::new(player.name)).expect(player.name);
        assert_eq!(made.keeps(), player.keeps, "{}", player.name);
        let thought = made.think(&*table, &Limits { nodes: Some(100), ..Limits::depth(2) }, &mut |_| {});
        match player.keeps.depth {
            true => assert!(thought.is_ok(), "{}: {thought:?}", player.name),
            false => assert_eq!(
                thought.expect_err(player.name).to_string(),
                format!(
                    "{} keeps no limit of depth, and would not end; it keeps nodes and time",
                    player.name
                )
            ),
        }
    }
    let keeps =
        |name: &str| wanqi_play::players().into_iter().find(|player| player.name == name).expect(name).keeps;
    assert!(keeps("best").depth && !keeps("mcts").depth && keeps("mcts").nodes && keeps("mcts").time);
}

#[test]
fn a_player_of_another_game_refuses() {
    let (one, other) = (new("tictactoe"), new("connect4"));
    let mut player = one.player(&Spec::new("random")).expect("a player");
    let refused = player.think(&*other, &Limits::default(), &mut |_| {});
    assert!(matches!(refused, Err(Error::Player(_))));
}

#[test]
fn playouts_follow_from_the_seed() {
    let tictactoe = new("tictactoe");
    let run = |seed| {
        let limits =
            PlayoutLimits { games: Some(1000), time: None, plies: None, seed, stop: Stop::default() };
        let report = tictactoe.playouts(&limits, &mut |_| {});
        assert_eq!((report.games, report.discarded), (1000, 0));
        assert_eq!(report.wins[0] + report.wins[1] + report.draws, 1000);
        (report.wins, report.plies)
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
    let limits =
        PlayoutLimits { games: Some(10), time: None, plies: Some(4), seed: 1, stop: Stop::default() };
    assert_eq!(tictactoe.playouts(&limits, &mut |_| {}).discarded, 10, "no game ends within four plies");
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,60}", moves in proptest::collection::vec("[a-t0-9NBRQKOx+#=-]{0,6}", 0..4)) {
        if let Ok(spec) = text.parse::<Spec>() {
            let _ = table(&spec);
        }
        for info in games() {
            let mut table = new(&info.name);
            let _ = table.set_position(&text);
            for mv in &moves {
                let _ = table.play(mv);
            }
            let _ = table.view();
        }
    }
}

#[cfg(unix)]
#[test]
fn files_without_an_end_are_refused() {
    for (game, player, error) in [
        ("chess", "best:net=/dev/zero", "/dev/zero: it has more than 64 MB"),
        ("gomoku", "best:net=/dev/zero", "/dev/zero: it has more than 64 MB"),
        ("chess", "best:book=/dev/zero", "/dev/zero: it has more than 256 MB"),
    ] {
        let table = table(&Spec::new(game)).expect(game);
        let wrong = table.player(&player.parse().expect(player)).err().expect(player).to_string();
        assert!(wrong.ends_with(error), "{player}: {wrong}");
    }
    let wrong =
        wanqi_play::rules::load(std::path::Path::new("/dev/zero")).expect_err("it has no end").to_string();
    assert!(wrong.ends_with("a rule file has at most 65536 bytes"), "{wrong}");
}

#[test]
fn other_names_are_read_as_the_own_one() {
    let table = table(&Spec::new("tictactoe")).expect("a game");
    for (other, name) in wanqi_play::options::ALIASES {
        let mut owners = 0;
        for kind in wanqi_play::players() {
            let options = table.player_options(kind.name);
            let Some(option) = options.iter().find(|option| option.name == *name) else { continue };
            owners += 1;
            assert!(options.iter().all(|option| option.name != *other), "{} has both", kind.name);
            let mut spec = Spec::new(kind.name);
            spec.set(other, option.default.as_deref().unwrap_or("1"));
            assert!(table.player(&spec).is_ok(), "{spec}");
            assert_eq!(option.given(&spec), spec.get(other), "{spec}");
            option.give(&mut spec, "2");
            assert_eq!(spec.to_string(), format!("{}:{other}=2", kind.name), "not given twice");
        }
        assert!(owners > 0, "no player has the option {name}, which was also called {other}");
    }
}

#[test]
fn names_of_games_known_by_heart_are_theirs() {
    for shipped in wanqi_play::rules::shipped() {
        let name = &shipped.info.name;
        let bare = name.strip_prefix(wanqi_play::rules::PREFIX);
        let known = games().any(|info| info.name == bare.unwrap_or(name));
        assert_eq!(known, bare.is_some(), "{name}");
    }
}
