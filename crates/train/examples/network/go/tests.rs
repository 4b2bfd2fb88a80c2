//! That positions are what games say of them, however they are turned.

use super::training::{Data, TURNINGS};
use crate::game::{Data as _, Target};
use wanqi_search::Stop;
use wanqi_train::network_games::go::{Playing, Record};
use wanqi_train::network_games::{NetworkGames, Played, Record as _};
use wanqi_train::residual_network::Tower;
use wanqi_train::trainer::Trainer;

fn game(size: Option<u8>, index: u32) -> Record {
    let games = NetworkGames {
        played: Played::Go { size, playing: Playing { searched: 50 } },
        evaluation: "playouts".into(),
        nodes: 4,
        opening: (0, 0),
        seed: 5,
    };
    let player = games.player(&[]).expect("a player");
    Record::from_bytes(&player.play(index, &Stop::default()).expect("a game")).expect("a record")
}

/// What a network without knowledge has learnt after some steps on a few games is less far from them, on every size of board;
/// and a position seen in eight ways is eight examples that teach alike.
#[test]
fn losses_fall() {
    let mut data = Data::new(Target { scores: 0.3, scale: 1.0 });
    let mut examples = Vec::new();
    for (size, number) in [(5, 0), (6, 1), (7, 2)] {
        let record = game(Some(size), number);
        let begin = examples.len() as u32;
        examples.extend(begin..begin + TURNINGS * record.positions() as u32);
        data.add(&record).expect("a game");
    }
    let mut trainer = Trainer::new(Tower::default(), 1);
    let before = trainer.loss(&data, &examples, 1);
    for step in 0..12 {
        let batch: Vec<u32> = examples[step..].iter().copied().step_by(31).collect();
        trainer.step(&data, &batch, 0.003, 2);
    }
    let after = trainer.loss(&data, &examples, 1);
    assert!(after < 0.9 * before, "{after} after {before}");
    assert!(data.some().all(|position| {
        let all: f32 = position.policy.iter().sum();
        (all - 1.0).abs() < 1e-4 && position.points.len() == position.size * position.size
    }));
}

/// Games on boards of several sizes, the same again by the same number.
#[test]
fn games_are_on_boards_of_several_sizes() {
    let sizes: Vec<u8> = (0..4).map(|index| game(None, index).size).collect();
    assert!(sizes.contains(&13) && sizes.contains(&9), "{sizes:?}");
    let record = game(Some(7), 3);
    assert_eq!(record, game(Some(7), 3));
    assert!(record.moves.len() > 20 && record.ownership.iter().any(|&owned| owned != 0));
    let bytes = record.to_bytes();
    for (bytes, message) in [
        (bytes[..bytes.len() - 1].to_vec(), "it ends in the middle"),
        ([&bytes[..], &[0]].concat(), "there is more than its moves"),
        ([&[1], &bytes[1..]].concat(), ""),
    ] {
        let error = Record::from_bytes(&bytes).expect_err(message);
        assert!(error.contains(message), "{error}");
    }
}
