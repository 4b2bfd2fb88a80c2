//! What the machine has learned of games told in rule files, from games against itself: kept in a data folder by
//! what the file says, so that another file of the same name has its own.

use crate::{Error, files, rule_files};
use std::path::{Path, PathBuf};
use std::{fs, io};
pub use wanqi_eval::rulebook::SCALE;
use wanqi_eval::rulebook::{Derived, DerivedTactics, TrainedWeights};
use wanqi_games::rulebook::Rulebook;
use wanqi_search::Stop;
use wanqi_train::training_run;
pub use wanqi_train::training_run::{Budget, TrainingProgress};

/// The most bytes of what is kept of a training run.
const MAX_BYTES: u64 = 16 << 20;

/// What has come of games against itself.
pub type TrainingRun = training_run::TrainingRun<Derived>;

/// Learns about the game of a name or of a rule file's path, and keeps the weights in the folder if it makes the machine
/// play better; with it where it is kept.
///
/// # Errors
/// If there is no such rule file, it is wrong, or the folder cannot be written.
pub fn learn_file(
    name: &str,
    folder: &Path,
    budget: Budget,
    seed: u64,
    stop: &Stop,
    progress: &mut dyn FnMut(TrainingProgress),
) -> Result<(TrainingRun, Option<PathBuf>), Error> {
    let (rulebook, text) = rule_files::rulebook(name)?;
    let run = learn(&rulebook, budget, seed, stop, progress);
    let kept = run.better.then(|| store(folder, &rulebook, &text, &run)).transpose();
    let kept = kept.map_err(|error| Error::spec(format!("{}: {error}", folder.display())))?;
    Ok((run, kept))
}

/// Plays a game against itself, and finds the weights that predict the results best. A stop ends it early
/// with what it has.
pub fn learn(
    game: &Rulebook,
    budget: Budget,
    seed: u64,
    stop: &Stop,
    progress: &mut dyn FnMut(TrainingProgress),
) -> TrainingRun {
    let old = Derived::new(game);
    let tactics = DerivedTactics::new(game, &old);
    training_run::run(game, &old, &tactics, SCALE, budget, seed, stop, progress)
}

/// Keeps the weights for the rule file of this text, and says where.
///
/// # Errors
/// If the folder or the file cannot be written.
pub fn store(folder: &Path, game: &Rulebook, text: &str, run: &TrainingRun) -> io::Result<PathBuf> {
    let trained = TrainedWeights::of(game, &run.evaluation, run.scale, run.games);
    let path = path(folder, text);
    fs::create_dir_all(path.parent().unwrap_or(folder))?;
    // Written beside and renamed, so that no reader meets half a file.
    let unfinished = path.with_extension("part");
    fs::write(&unfinished, trained.text())?;
    fs::rename(&unfinished, &path)?;
    Ok(path)
}

/// The evaluation of a game, with the lead that multiplies the odds by *e*: as it was learned, if the folder has weights
/// for the file of this text or one comes with the program, else as it follows from the rules. Weights that do not
/// fit is not used.
pub fn evaluation(folder: Option<&Path>, game: &Rulebook, text: &str) -> (Derived, f32) {
    let derived = Derived::new(game);
    let own = folder.and_then(|folder| files::read_text(path(folder, text), MAX_BYTES).ok());
    let own = own.and_then(|own| TrainedWeights::read(&own)?.teach(&derived));
    let trained = own.or_else(|| TrainedWeights::shipped(text)?.teach(&derived));
    trained.unwrap_or((derived, SCALE))
}

/// Where the weights for a file are kept.
fn path(folder: &Path, text: &str) -> PathBuf {
    folder.join("weights").join(format!("{:016x}.json", hash(text)))
}

/// FNV-1a: Fowler, Noll and Vo, <http://www.isthe.com/chongo/tech/comp/fnv/>. The ends of lines and what follows in
/// them do not count.
fn hash(text: &str) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for line in text.lines() {
        for byte in line.trim_end().bytes().chain([b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use wanqi_search::Linear;

    fn hexapawn() -> (Rulebook, String) {
        rule_files::rulebook("hexapawn").expect("a shipped game")
    }

    #[test]
    fn weights_are_kept_by_what_the_file_says() {
        let (game, text) = hexapawn();
        let folder = std::env::temp_dir().join(format!("wanqi-lessons-{}", std::process::id()));
        let derived = Derived::new(&game);
        let weights: Vec<i32> = (1..).take(derived.weights().len()).collect();
        let run = TrainingRun {
            evaluation: derived.with_weights(&weights),
            scale: 150.0,
            games: 1,
            loss: [0.5; 2],
            share: [0.5; 2],
            better: true,
        };
        let path = store(&folder, &game, &text, &run).expect("a folder to write to");
        let known = |text: &str| evaluation(Some(&folder), &game, text);
        assert_eq!((known(&text).0.weights(), known(&text).1), (weights, 150.0));
        assert_eq!(known(&text.replace('\n', "  \r\n")).1, 150.0, "ends of lines do not count");
        assert_eq!(known(&(text.clone() + "# more")).1, SCALE, "another file has its own");
        for broken in ["", "{}", "[1]", &fs::read_to_string(&path).unwrap().replace("VALUES", "OTHERS")] {
            fs::write(&path, broken).unwrap();
            assert_eq!(known(&text).0.weights(), derived.weights(), "weights that do not fit: {broken:?}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn training_is_over_in_time_and_does_no_harm() {
        let (game, _) = hexapawn();
        let mut told = 0;
        let budget = Budget::time(Duration::from_millis(300));
        let run = learn(&game, budget, 1, &Stop::default(), &mut |_| told += 1);
        assert!(run.games > 0 && told > 0);
        assert!(run.better || run.evaluation.weights() == Derived::new(&game).weights());
        let stop = Stop::default();
        stop.stop();
        let budget = Budget::time(Duration::from_secs(3600));
        assert!(learn(&game, budget, 1, &stop, &mut |_| {}).games < 50);
    }

    #[test]
    fn one_seed_teaches_the_same_twice() {
        let (game, _) = hexapawn();
        let of = |seed| {
            let run = learn(&game, Budget::games(60), seed, &Stop::default(), &mut |_| {});
            (run.evaluation.weights(), run.games, run.loss, run.share)
        };
        let (weights, games, loss, share) = of(1);
        assert_eq!(games, 60);
        assert_eq!(of(1), (weights, games, loss, share));
    }
}
