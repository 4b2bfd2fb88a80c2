//! What is the same for all games: recipes are commands, files of games survive a kill, and a network comes out.

use crate::game::{LayeredGame, NetworkGame};
use crate::{Arguments, chess, games_file, go, gomoku, othello, perform, xiangqi};
use clap::Parser;
use std::path::Path;
use wanqi_eval::network;
use wanqi_search::Stop;

#[test]
fn every_step_of_a_recipe_is_a_command() {
    fn check<G: NetworkGame>() {
        for step in G::STEPS {
            let read = Arguments::try_parse_from(["network", G::NAME].into_iter().chain(step.split(' ')));
            assert!(read.is_ok(), "{} {step}", G::NAME);
        }
    }
    check::<chess::Chess>();
    check::<go::Go>();
    check::<gomoku::Gomoku>();
    check::<othello::Othello>();
    check::<xiangqi::Xiangqi>();
}

/// Does what a command line says, in a folder.
fn run(folder: &Path, words: &[&str]) -> anyhow::Result<()> {
    let in_folder = |word: &&str| {
        if word.contains('.') { folder.join(word).into() } else { word.into() }
    };
    perform(&mut std::iter::once("network".into()).chain(words.iter().map(in_folder)), &Stop::default())
}

#[test]
fn games_go_on_after_a_kill_and_make_a_network() {
    let data = tempfile::tempdir().expect("a folder");
    fn check<G: NetworkGame>(data: &Path, evaluation: &str, playing: &[&str], training: &[&str]) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("1.games");
        let generate = |games: &str| {
            let words = [G::NAME, "generate", "--nodes=30", "--out", "1.games", "--games", games];
            run(folder.path(), &[&words, playing].concat())
        };
        generate("6").expect("games");
        let whole = std::fs::read(&file).expect("a file");
        let mut count = 0;
        let length = games_file::each(&file, G::NAME, |_: G::Record| {
            count += 1;
            Ok(())
        });
        assert_eq!((length.expect("games"), count), (whole.len(), 6), "{}", G::NAME);
        for cut in [0, 10, whole.len() / 2, whole.len() - 1] {
            std::fs::write(&file, &whole[..cut]).expect("a file");
            generate("6").expect("games");
            let again = std::fs::read(&file).expect("a file");
            assert!(again == whole, "{} cut at {cut}", G::NAME);
        }
        // In units with a ledger: the same file, from its beginning and from its middle.
        wanqi_play::use_data_folder(data.to_owned());
        for kept in [0, whole.len() / 2] {
            std::fs::write(folder.path().join("2.games"), &whole[..kept]).expect("a file");
            let words = [G::NAME, "generate", "--nodes=30", "--out", "2.games", "--games=6"];
            run(folder.path(), &[&words[..], playing, &["--on=here", "--unit=2"]].concat()).expect("games");
            let units = std::fs::read(folder.path().join("2.games")).expect("a file");
            assert!(units == whole, "{} in units from {kept}", G::NAME);
        }
        let train = |out: &str, epochs: &str| {
            let words = [G::NAME, "train", "1.games", "--out", out, "--epochs", epochs];
            run(folder.path(), &[&words, training].concat())
        };
        train("1.nn", "2").expect("a network");
        train("2.nn", "2").expect("a network");
        let [one, other] = ["1.nn", "2.nn"].map(|name| std::fs::read(folder.path().join(name)));
        assert!(one.expect("a file") == other.expect("a file"), "{}: one seed, one network", G::NAME);
        let network = folder.path().join("1.nn");
        let network = network.to_str().expect("the path is a text");
        run(folder.path(), &[G::NAME, "measure", network, evaluation, "--pairs=1", "--nodes=30"])
            .expect("a match");

        // What is no file of such games is left as it is.
        for (bytes, message) in [
            (b"other games\n".to_vec(), "it does not begin with"),
            ([&whole[..whole.len() - 5], &[0xFF; 5]].concat(), "game 5 of"),
        ] {
            std::fs::write(&file, &bytes).expect("a file");
            let error = generate("7").expect_err(message);
            assert!(format!("{error:#}").contains(message), "{}: {error:#}", G::NAME);
            assert!(std::fs::read(&file).expect("a file") == bytes, "{}: {message}", G::NAME);
        }
    }
    check::<chess::Chess>(data.path(), "material", &[], &["--batch=64"]);
    check::<go::Go>(data.path(), "playouts", &["--size=5"], &["--batch=64"]);
    check::<gomoku::Gomoku>(data.path(), "lines", &[], &["--batch=64"]);
    check::<othello::Othello>(data.path(), "squares", &[], &[]);
    check::<xiangqi::Xiangqi>(data.path(), "material", &[], &["--batch=64"]);
}

/// A training may begin with what another has come to: it is another network then. Nothing begins after what is no such file.
#[test]
fn a_training_begins_after_another() {
    fn check<G: LayeredGame>(playing: &[&str], goes_on_from_a_network: bool) {
        let folder = tempfile::tempdir().expect("a folder");
        let generate = [G::NAME, "generate", "--nodes=30", "--out", "1.games", "--games=3"];
        run(folder.path(), &[&generate, playing].concat()).expect("games");
        let train = |out: &str, after: &[&str]| {
            let words = [G::NAME, "train", "1.games", "--out", out, "--epochs=1", "--batch=64"];
            run(folder.path(), &[&words, after].concat())
        };
        train("1.nn", &[]).expect("a network");
        train("2.nn", &["--after", "1.training"]).expect("a network");
        train("4.nn", &["--after", "1.training", "--part=5e-1"]).expect("a network");
        let [one, other, half] =
            ["1.nn", "2.nn", "4.nn"].map(|name| std::fs::read(folder.path().join(name)).expect("a file"));
        assert!(one != other, "{}: it has learnt on", G::NAME);
        assert!(half != one && half != other, "{}: by half as many positions", G::NAME);
        let error = train("3.nn", &["--part=2"]).expect_err("more than all");
        assert!(error.to_string().contains("1 at most"), "{error:#}");
        for (file, message) in [("none.training", "cannot read"), ("1.games", "is not of this network")] {
            let error = train("3.nn", &["--after", file]).expect_err(message);
            assert!(format!("{error:#}").contains(message), "{}: {error:#}", G::NAME);
            assert!(!folder.path().join("3.nn").exists());
        }
        let after_network = train("5.nn", &["--after", "1.nn"]);
        if goes_on_from_a_network {
            after_network.expect("a network");
            let fifth = std::fs::read(folder.path().join("5.nn")).expect("a file");
            assert!(fifth != one && fifth != other, "{}: steps begin anew, weights do not", G::NAME);
            let of_hex = network::Header { game: "hex".into(), ..Default::default() };
            let cut_off = one[..one.len() - 9].to_vec();
            for (bytes, message) in [
                (b"wanqi".to_vec(), "6.nn: this is no network"),
                (cut_off, "6.nn: the network is damaged"),
                (network::write(&of_hex, &[1]), "6.nn: the network is of hex, not of "),
            ] {
                std::fs::write(folder.path().join("6.nn"), bytes).expect("a file");
                let error = train("7.nn", &["--after", "6.nn"]).expect_err(message);
                assert!(format!("{error:#}").contains(message), "{}: {error:#}", G::NAME);
            }
        } else {
            let error = after_network.expect_err("it needs what a training keeps");
            assert!(error.to_string().contains("1.training"), "{error:#}");
        }
    }
    check::<chess::Chess>(&[], true);
    check::<go::Go>(&["--size=5"], false);
    check::<gomoku::Gomoku>(&[], true);
    check::<xiangqi::Xiangqi>(&[], true);
}

#[test]
fn weights_that_go_astray_are_not_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let generate = ["othello", "generate", "--nodes=30", "--out", "1.games", "--games=20"];
    run(folder.path(), &generate).expect("games");
    let rates = ["--rate", "9", "9", "--scores=0"];
    let train = ["othello", "train", "1.games", "--out", "1.nn"];
    let error = run(folder.path(), &[&train[..], &rates].concat()).expect_err("steps are too large");
    assert!(error.to_string().contains("has gone astray: --rate 9 is too large"), "{error:#}");
    assert!(!folder.path().join("1.nn").exists());
}
