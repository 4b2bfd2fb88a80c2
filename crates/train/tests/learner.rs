//! Learning from nothing but the rules: pools, networks, generations.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use wanqi_eval::connect_four::ConnectFourTactics;
use wanqi_eval::learnt::{BoardContents, Contents, Learnt, Network};
use wanqi_eval::network::Header;
use wanqi_eval::rulebook::{Derived, DerivedTactics, RulebookContents};
use wanqi_game::Game;
use wanqi_games::connect_four::ConnectFour;
use wanqi_games::rulebook::{Rulebook, shipped};
use wanqi_play as _; // has compiled these searches: without it they are compiled here again, in ten times the time
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_search::{Evaluator, Incremental, NoEvaluation, Search, Stop};
use wanqi_train::learner::fit::{FitOptions, fit, width_for};
use wanqi_train::learner::parts::{GameBounds, NetworkSource, Part, Piece};
use wanqi_train::learner::{Budget, Folder, Learner, Settings, Stage, Teacher, network_path};

fn game(name: &str) -> Rulebook {
    Rulebook::read(shipped::text(name).expect("a shipped game")).0.expect("a right file")
}

fn settings() -> Settings {
    let fit = FitOptions { width: Some(16), ..FitOptions::default() };
    Settings {
        nodes: 30,
        match_nodes: 30,
        match_games: 32,
        growth: (2000, 0.5),
        threads: 1,
        fit,
        ..Settings::default()
    }
}

fn learner(
    game: &Rulebook,
    settings: Settings,
) -> Learner<'_, Rulebook, RulebookContents, Derived, DerivedTactics> {
    let derived = Derived::new(game);
    let tactics = DerivedTactics::new(game, &derived);
    let untrained = Learnt::untrained(Arc::new(RulebookContents::new(game)), derived);
    Learner {
        game,
        untrained,
        tactics,
        begins_with: None,
        blind: false,
        known: None,
        teacher: None,
        settings,
    }
}

fn open(path: &Path, learner: &Learner<'_, Rulebook, RulebookContents, Derived, DerivedTactics>) -> Folder {
    let header = Header { game: "a game".into(), rules: "1".into(), ..Header::default() };
    Folder::open(path, header, learner.untrained.contents().layout().places()).expect("a folder")
}

/// A network is as wide as there are positions, unless a width is said.
#[test]
fn the_width_follows_from_the_positions() {
    for (positions, width) in [(0, 32), (1_999_999, 32), (2_000_000, 64), (7_999_999, 64), (90_000_000, 128)]
    {
        assert_eq!(width_for(positions), width, "{positions}");
    }
}

/// What a network learns from a game's own positions predicts them, in whole numbers too.
#[test]
fn networks_say_what_was_learnt() {
    for name in ["breakthrough", "minishogi", "hex", "amazons", "fox-and-geese"] {
        let game = game(name);
        let learner = learner(&game, Settings { growth: (1500, 0.5), ..settings() });
        let folder = tempfile::tempdir().expect("a folder");
        let mut kept = open(folder.path(), &learner);
        let budget = Budget { games: Some(40), ..Budget::default() };
        learner.run(&mut kept, budget, &Stop::default(), &mut |_| {}).expect("it learns");
        let layout = learner.untrained.contents().layout();
        let windows: &[bool] = if layout.windows.is_empty() { &[false] } else { &[false, true] };
        for &windows in windows {
            let options = FitOptions { width: Some(16), windows, ..FitOptions::default() };
            let (network, loss) =
                fit(&kept.pool, layout, &options, &Stop::default(), &mut |_| {}).expect("positions");
            assert_eq!(network.has_windows(layout), windows, "{name}");
            let learnt = learner.untrained.clone().with_network::<Rulebook>(network).expect("it fits");
            follows_moves(name, &game, &learnt);
            let (error, spread) = unexplained(&kept, &learnt);
            assert!(error < 0.8 * spread, "{name}: {error} of {spread}, loss {loss:.4}, windows {windows}");
        }
    }
}

/// Along a game it is the same followed and made anew, with and without SIMD.
fn follows_moves(name: &str, game: &Rulebook, learnt: &Learnt<RulebookContents, Derived>) {
    let portable = learnt.clone().portable();
    let mut position = game.start();
    let mut state = learnt.state(game, &position);
    let mut rng = <rand_pcg::Pcg64Mcg as rand_core::SeedableRng>::seed_from_u64(1);
    for _ in 0..30 {
        let Some(mv) = game.random_move(&position, &mut rng) else { break };
        let before = position.clone();
        game.play(&mut position, mv);
        if game.outcome(&position).is_some() {
            break;
        }
        learnt.push(game, &mut state, &before, mv, &position);
        let followed = learnt.evaluate(game, &mut state, &position);
        let anew = learnt.evaluate(game, &mut learnt.state(game, &position), &position);
        let without_simd = portable.evaluate(game, &mut portable.state(game, &position), &position);
        assert_eq!([followed; 2], [anew, without_simd], "{name}");
    }
}

/// How much of the search scores of a pool a network leaves unexplained, and their spread.
fn unexplained(kept: &Folder, learnt: &Learnt<RulebookContents, Derived>) -> (f64, f64) {
    let scale = f64::from(learnt.network().expect("a network").scale);
    let (mut error, mut spread) = (0.0, 0.0);
    for sample in kept.pool.games.iter().flat_map(|game| &game.samples).filter(|sample| sample.quiet) {
        let said = learnt.said_of::<Rulebook>(&sample.contents, sample.first_to_move, sample.phase.into());
        let said = said.expect("a network");
        let probability = |logit: f64| 1.0 / (1.0 + (-logit).exp());
        let target = probability((f64::from(sample.score) / scale).clamp(-6.0, 6.0));
        error += (probability(f64::from(said) / scale) - target).powi(2);
        spread += (target - 0.5).powi(2);
    }
    (error, spread)
}

/// Everything that is kept but the clock's figures.
fn kept_bytes(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    let mut files: Vec<(String, Vec<u8>)> = files
        .filter(|path| name(path) != "history.jsonl")
        .map(|path| (name(&path), std::fs::read(&path).expect("a file")))
        .collect();
    files.sort();
    files
}

#[test]
fn a_seed_gives_the_same_twice_and_a_kill_changes_nothing() {
    let game = game("breakthrough");
    let learner = learner(&game, settings());
    let budget = Budget { generations: Some(2), ..Budget::default() };
    let [whole, again, killed] = [(); 3].map(|()| tempfile::tempdir().expect("a folder"));
    for folder in [&whole, &again] {
        learner
            .run(&mut open(folder.path(), &learner), budget, &Stop::default(), &mut |_| {})
            .expect("it learns");
    }
    assert_eq!(kept_bytes(whole.path()), kept_bytes(again.path()));

    // Stopped at every stage, and gone on with.
    let mut stops = 0;
    loop {
        let mut kept = open(killed.path(), &learner);
        let missing = 2 - kept.history.len() as u32;
        if missing == 0 {
            break;
        }
        let (stop, mut heard) = (Stop::default(), 0);
        let games = kept.pool.games.len();
        let budget = Budget { generations: Some(missing), ..Budget::default() };
        let mut tell = |progress: wanqi_train::learner::LearnProgress<'_>| {
            heard += 1;
            // Whole stages pass, or it would never end.
            let stage = match progress.stage {
                Stage::Games { games: now, .. } => now as usize > games + 8,
                Stage::Training(fit) => stops % 3 == 1 && fit.epoch > 1,
                Stage::Match { .. } => stops % 3 == 2,
            };
            if stage && heard > 1 && stops < 12 {
                stop.stop();
            }
        };
        learner.run(&mut kept, budget, &stop, &mut tell).expect("it learns");
        stops += 1;
    }
    assert!(stops > 3, "{stops}");
    for (whole, killed) in kept_bytes(whole.path()).iter().zip(&kept_bytes(killed.path())) {
        assert!(whole == killed, "{} {}, {} {}", whole.0, whole.1.len(), killed.0, killed.1.len());
    }
}

/// A policy is in the files of the generations whose match says that it plays better, and in no other.
#[test]
fn a_policy_that_wins_is_kept() {
    let game = ConnectFour;
    let contents = Arc::new(BoardContents::new(&game));
    let mut tried = 0;
    // Which generations are accepted, and so have a policy tried, is chance with so few games.
    for seed in 1..=8 {
        let learner = Learner {
            game: &game,
            untrained: Learnt::untrained(Arc::clone(&contents), NoEvaluation),
            tactics: ConnectFourTactics,
            begins_with: None,
            blind: true,
            known: None,
            teacher: None,
            settings: Settings { seed, ..settings() },
        };
        let folder = tempfile::tempdir().expect("a folder");
        let header = Header { game: "a game".into(), rules: "1".into(), ..Header::default() };
        let layout = Contents::<ConnectFour>::layout(&*contents);
        let mut kept = Folder::open(folder.path(), header, layout.places()).expect("a folder");
        let budget = Budget { generations: Some(3), ..Budget::default() };
        learner.run(&mut kept, budget, &Stop::default(), &mut |_| {}).expect("it learns");
        assert!(kept.history[0].accepted, "who knows nothing is no measure");
        assert_eq!(kept.history[0].policy, None, "nothing is learnt of random moves");
        for generation in &kept.history {
            let bytes = std::fs::read(network_path(folder.path(), generation.number)).expect("a network");
            let (_, network) = Network::read(&bytes, layout).expect("it was kept");
            let is_better = generation.policy.is_some_and(|beside| beside.is_better);
            assert_eq!(network.policy.is_some(), is_better, "{generation:?}");
            tried += usize::from(generation.policy.is_some());
        }
    }
    assert!(tried > 0);
}

/// Where every move turns pieces over no network has a margin; elsewhere one that has it hands it on.
#[test]
fn a_margin_is_kept_where_a_match_is_won_by_it() {
    for (name, may_gain) in [("breakthrough", true), ("ataxx", false)] {
        let game = game(name);
        // The first network of who knows nothing is taken in any case.
        let learner = Learner { blind: true, ..learner(&game, settings()) };
        let folder = tempfile::tempdir().expect("a folder");
        let mut kept = open(folder.path(), &learner);
        let budget = Budget { generations: Some(3), ..Budget::default() };
        learner.run(&mut kept, budget, &Stop::default(), &mut |_| {}).expect("it learns");
        let layout = learner.untrained.contents().layout();
        let accepted = kept.history.iter().filter(|generation| generation.accepted);
        let margins = accepted.map(|generation| {
            let bytes = std::fs::read(network_path(folder.path(), generation.number)).expect("a network");
            Network::read(&bytes, layout).expect("it was kept").1.margin
        });
        let margins: Vec<i32> = margins.collect();
        assert!(!margins.is_empty(), "{name}: {:?}", kept.history);
        assert!(margins.is_sorted() && margins.iter().all(|margin| [0, 60].contains(margin)), "{margins:?}");
        assert!(may_gain || margins.iter().all(|&margin| margin == 0), "{name}: {margins:?}");
    }
}

/// A teacher plays the games, here and elsewhere alike, until a network is better; what is worse is not used.
#[test]
fn who_is_taught_begins_with_games_of_the_teacher() {
    let game = ConnectFour;
    let contents = Arc::new(BoardContents::new(&game));
    let layout = Contents::<ConnectFour>::layout(&*contents);
    let options = || Options { table_mb: 1, ..Options::default() };
    let by_heart = || -> Box<dyn Search<ConnectFour>> {
        Box::new(Best::new(wanqi_eval::connect_four::Lines, ConnectFourTactics, options()))
    };
    let teacher = Teacher { search: &by_heart, scale: 69.0 };
    let learner = Learner {
        game: &game,
        untrained: Learnt::untrained(Arc::clone(&contents), NoEvaluation),
        tactics: ConnectFourTactics,
        begins_with: None,
        blind: true,
        known: Some(&by_heart),
        teacher: Some(teacher),
        settings: settings(),
    };
    let folder = tempfile::tempdir().expect("a folder");
    let header = Header { game: "a game".into(), rules: "1".into(), ..Header::default() };
    let mut kept = Folder::open(folder.path(), header, layout.places()).expect("a folder");
    let budget = Budget { generations: Some(2), ..Budget::default() };
    learner.run(&mut kept, budget, &Stop::default(), &mut |_| {}).expect("it learns");
    let in_use = kept.history.iter().position(|generation| generation.accepted);
    for generation in &kept.history {
        assert!(generation.beside.is_none_or(|beside| !generation.accepted || beside.score.games() > 0));
    }
    let taught = kept.history[in_use.unwrap_or(1)].games as usize;
    let records = &kept.pool.games[..taught];
    assert!(records.iter().all(|record| (record.generation, record.scale) == (0, 69.0)));
    let mut samples = records.iter().flat_map(|record| &record.samples);
    assert!(samples.any(|sample| sample.score != 0), "a search has said something");
    // Somebody else plays the same games.
    let Settings { nodes, aside, seed, opening, max_plies, .. } = settings();
    let bounds = GameBounds { opening: (*opening.start(), *opening.end()), max_plies };
    let part = Part::Games { network: NetworkSource::Known, accepted: 0, nodes, bounds, aside, seed };
    let evaluations = learner.evaluations(&part, &HashMap::new()).expect("the program knows the game");
    let piece = learner.piece(&part, &evaluations, 3, &Stop::default()).expect("nobody stops it");
    learner.check(&part, &piece).expect("it can be so");
    let Piece::Game(played) = piece else { panic!("another kind of piece") };
    assert_eq!(played.record, kept.pool.games[3]);
    let untaught = Learner { teacher: None, ..learner };
    let error = untaught.evaluations(&part, &HashMap::new()).expect_err("nobody teaches");
    assert!(error.contains("knows no more"), "{error}");
}

#[test]
fn what_cannot_be_used_is_refused_by_name_and_stays() {
    let game = game("breakthrough");
    let learner = learner(&game, settings());
    let folder = tempfile::tempdir().expect("a folder");
    let budget = Budget { generations: Some(1), ..Budget::default() };
    let mut kept = open(folder.path(), &learner);

    // Two learners do not mix.
    let places = learner.untrained.contents().layout().places();
    let header = |rules: &str| Header { game: "a game".into(), rules: rules.into(), ..Header::default() };
    let busy = Folder::open(folder.path(), header("1"), places).expect_err("it is in use").to_string();
    assert!(busy.ends_with("another learner is at work here"), "{busy}");
    assert!(Folder::is_busy(folder.path()).expect("a folder"));
    learner.run(&mut kept, budget, &Stop::default(), &mut |_| {}).expect("it learns");
    drop(kept);
    assert!(!Folder::is_busy(folder.path()).expect("a folder"));
    let before = kept_bytes(folder.path());

    let other = Folder::open(folder.path(), header("2"), places).expect_err("another game").to_string();
    assert!(other.ends_with("holds positions of a game (1), not of a game (2)"), "{other}");
    // A network that cannot be written: a folder is in its place, as a full disk would be.
    let taken = network_path(folder.path(), 2);
    std::fs::create_dir(&taken).expect("room");
    std::fs::write(taken.join("file"), "").expect("room");
    let mut kept = open(folder.path(), &learner);
    let failed =
        learner.run(&mut kept, budget, &Stop::default(), &mut |_| {}).expect_err("no room").to_string();
    assert!(failed.contains("generation-002.net"), "{failed}");
    drop(kept);
    std::fs::remove_dir_all(&taken).expect("it is there");
    let kept = open(folder.path(), &learner);
    assert_eq!(kept.history.len(), 1, "those before stay");
    let network =
        |files: &[(String, Vec<u8>)]| files.iter().find(|(name, _)| name.ends_with(".net")).cloned();
    assert_eq!(network(&kept_bytes(folder.path())), network(&before));
    drop(kept);

    // What was in use and was changed, cut off, or is of another game.
    let path = network_path(folder.path(), 1);
    let whole = std::fs::read(&path).expect("a network");
    let history = std::fs::read_to_string(folder.path().join("history.jsonl")).expect("a history");
    std::fs::write(
        folder.path().join("history.jsonl"),
        history.replace("\"accepted\":false", "\"accepted\":true"),
    )
    .expect("room");
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    for bytes in [&changed[..], &whole[..whole.len() - 1], b"something else"] {
        std::fs::write(&path, bytes).expect("room");
        let refused = open(folder.path(), &learner).champion(learner.untrained.contents().layout());
        let refused = refused.expect_err("no network").to_string();
        assert!(refused.starts_with(&path.display().to_string()), "{refused}");
    }
}
