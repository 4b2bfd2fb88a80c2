//! What the machine has learnt of games told in rule files, from games against itself: kept in a data folder by
//! what the file says, so that another file of the same name has its own.

use crate::Error;
pub use eval::rulebook::SCALE;
use eval::rulebook::{Derived, DerivedTactics, Learnt};
use games::rulebook::Rulebook;
use search::Stop;
use std::path::{Path, PathBuf};
use std::{fs, io};
use train::lesson;
pub use train::lesson::{Effort, LessonProgress};

/// What has come of games against itself.
pub type Lesson = lesson::Lesson<Derived>;

/// Learns about the game of a name or of a rule file's path, and keeps the lesson in the folder if it makes the machine
/// play better; with it where it is kept.
///
/// # Errors
/// If there is no such rule file, it is wrong, or the folder cannot be written.
pub fn learn_file(
    name: &str,
    folder: &Path,
    effort: Effort,
    seed: u64,
    stop: &Stop,
    progress: &mut dyn FnMut(LessonProgress),
) -> Result<(Lesson, Option<PathBuf>), Error> {
    let (rulebook, text) = crate::rules::rulebook(name)?;
    let lesson = learn(&rulebook, effort, seed, stop, progress);
    let kept = lesson.better.then(|| store(folder, &rulebook, &text, &lesson)).transpose();
    let kept = kept.map_err(|error| Error::Spec(format!("{}: {error}", folder.display())))?;
    Ok((lesson, kept))
}

/// Plays a game against itself, and finds the weights that predict the results best. A stop ends it early
/// with what it has.
pub fn learn(
    game: &Rulebook,
    effort: Effort,
    seed: u64,
    stop: &Stop,
    progress: &mut dyn FnMut(LessonProgress),
) -> Lesson {
    let old = Derived::new(game);
    let tactics = DerivedTactics::new(game, &old);
    lesson::learn(game, &old, &tactics, SCALE, effort, seed, stop, progress)
}

/// Keeps a lesson about the rule file of this text, and says where.
///
/// # Errors
/// If the folder or the file cannot be written.
pub fn store(folder: &Path, game: &Rulebook, text: &str, lesson: &Lesson) -> io::Result<PathBuf> {
    let learnt = Learnt::of(game, &lesson.evaluation, lesson.scale, lesson.games);
    let path = path(folder, text);
    fs::create_dir_all(path.parent().unwrap_or(folder))?;
    // Written beside and renamed, so that no reader meets half a file.
    let unfinished = path.with_extension("part");
    fs::write(&unfinished, learnt.text())?;
    fs::rename(&unfinished, &path)?;
    Ok(path)
}

/// The evaluation of a game, with the lead that multiplies the odds by *e*: as it was learnt, if the folder has a lesson
/// about the file of this text or one comes with the program, else as it follows from the rules. A lesson that does not
/// fit is not used.
pub fn evaluation(folder: Option<&Path>, game: &Rulebook, text: &str) -> (Derived, f32) {
    let derived = Derived::new(game);
    let own = folder.and_then(|folder| fs::read_to_string(path(folder, text)).ok());
    let own = own.and_then(|own| Learnt::read(&own)?.teach(&derived));
    let learnt = own.or_else(|| Learnt::shipped(text)?.teach(&derived));
    learnt.unwrap_or((derived, SCALE))
}

/// Where a lesson about a file is kept.
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
    use search::Linear;
    use std::time::Duration;

    fn hexapawn() -> (Rulebook, String) {
        crate::rules::rulebook("hexapawn").expect("a shipped game")
    }

    #[test]
    fn a_lesson_is_kept_by_what_the_file_says() {
        let (game, text) = hexapawn();
        let folder = std::env::temp_dir().join(format!("wanqi-lessons-{}", std::process::id()));
        let derived = Derived::new(&game);
        let weights: Vec<i32> = (1..).take(derived.weights().len()).collect();
        let lesson = Lesson {
            evaluation: derived.with_weights(&weights),
            scale: 150.0,
            games: 1,
            loss: [0.5; 2],
            share: [0.5; 2],
            better: true,
        };
        let path = store(&folder, &game, &text, &lesson).expect("a folder to write to");
        let known = |text: &str| evaluation(Some(&folder), &game, text);
        assert_eq!((known(&text).0.weights(), known(&text).1), (weights, 150.0));
        assert_eq!(known(&text.replace('\n', "  \r\n")).1, 150.0, "ends of lines do not count");
        assert_eq!(known(&(text.clone() + "# more")).1, SCALE, "another file has its own");
        for broken in ["", "{}", "[1]", &fs::read_to_string(&path).unwrap().replace("VALUES", "OTHERS")] {
            fs::write(&path, broken).unwrap();
            assert_eq!(known(&text).0.weights(), derived.weights(), "a lesson that does not fit: {broken:?}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_lesson_is_over_in_time_and_does_no_harm() {
        let (game, _) = hexapawn();
        let mut told = 0;
        let effort = Effort::time(Duration::from_millis(300));
        let lesson = learn(&game, effort, 1, &Stop::default(), &mut |_| told += 1);
        assert!(lesson.games > 0 && told > 0);
        assert!(lesson.better || lesson.evaluation.weights() == Derived::new(&game).weights());
        let stop = Stop::default();
        stop.stop();
        let effort = Effort::time(Duration::from_secs(3600));
        assert!(learn(&game, effort, 1, &stop, &mut |_| {}).games < 50);
    }

    #[test]
    fn one_seed_teaches_the_same_twice() {
        let (game, _) = hexapawn();
        let of = |seed| {
            let lesson = learn(&game, Effort::games(60), seed, &Stop::default(), &mut |_| {});
            (lesson.evaluation.weights(), lesson.games, lesson.loss, lesson.share)
        };
        let (weights, games, loss, share) = of(1);
        assert_eq!(games, 60);
        assert_eq!(of(1), (weights, games, loss, share));
    }
}
