//! Which changes of the numbers win games, found for many of them in the same games.
//!
//! In each pair of games each change is one side's, by chance and apart from all others. So each halves the pairs anew, and what
//! the other changes do falls on both sides alike: as many games tell of thirty changes as of one. Plackett and Burman, *The
//! Design of Optimum Multifactorial Experiments* (1946), <https://doi.org/10.1093/biomet/33.4.305>.

use crate::state::read_state;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use wanqi_game::random;
use wanqi_search::alpha_beta::SearchParameters;
use wanqi_train::Pairs;
use wanqi_train::learner::write_whole;

/// Changes, and what games have told of them so far.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Screen {
    pub game: String,
    /// Nodes that a move is searched, unless a time is told.
    pub nodes: u64,
    /// Milliseconds for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    /// Random plies at the beginning of a game: least and most, unless positions are told.
    pub opening: Vec<u32>,
    /// The file of positions that games begin with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<PathBuf>,
    pub seed: u64,
    /// Pairs that are played.
    pub done: u32,
    pub changes: Vec<Change>,
}

/// A number that is another.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Change {
    pub name: String,
    pub value: i32,
    /// The pairs by what the side took in them that had the change, from none of four half points to all.
    pub pairs: [u32; 5],
}

impl Change {
    /// `NAME=VALUE`.
    ///
    /// # Errors
    /// If the search has no such number, or it may not be that.
    pub fn read(text: &str) -> Result<Change> {
        let (name, value) = text.split_once('=').with_context(|| format!("{text:?} is no NAME=VALUE"))?;
        let tunable = SearchParameters::tunable();
        let known = tunable.iter().find(|known| known.name == name);
        let known = known.with_context(|| {
            let names: Vec<_> = tunable.iter().map(|known| known.name).collect();
            format!("the search has no number {name:?}; it has {}", names.join(", "))
        })?;
        let (least, most) = (known.range.start(), known.range.end());
        let value: i32 = value.parse().with_context(|| format!("{value:?} is no whole number"))?;
        ensure!(known.range.contains(&value), "{name} is {value}, which is not within {least} to {most}");
        Ok(Change { name: name.into(), value, pairs: [0; 5] })
    }

    fn make(&self, parameters: SearchParameters) -> SearchParameters {
        let mut values = parameters.values();
        for (value, known) in values.iter_mut().zip(SearchParameters::tunable()) {
            if known.name == self.name {
                *value = self.value;
            }
        }
        parameters.with_values(&values)
    }
}

/// All of these changes at once.
pub fn changed(usual: SearchParameters, changes: &[Change]) -> SearchParameters {
    changes.iter().fold(usual, |parameters, change| change.make(parameters))
}

impl Screen {
    /// What a file says.
    ///
    /// # Errors
    /// If it cannot be read, is of another game, or of other changes.
    pub fn read(path: &Path, game: &str, wanted: &[Change]) -> Result<Screen> {
        let name = path.display();
        let text = read_state(path)?;
        let screen: Screen =
            serde_json::from_str(&text).with_context(|| format!("{name} screens nothing"))?;
        ensure!(screen.game == game, "{name} is of {}, not of {game}", screen.game);
        let same = |(one, other): (&Change, &Change)| one.name == other.name && one.value == other.value;
        ensure!(
            screen.changes.len() == wanted.len() && screen.changes.iter().zip(wanted).all(same),
            "{name} is of other changes"
        );
        ensure!(
            screen.opening.len() == 2 && screen.opening.is_sorted(),
            "{name} has no least and most plies"
        );
        let told = |change: &Change| change.pairs.iter().map(|&count| u64::from(count)).sum::<u64>();
        ensure!(
            screen.changes.iter().all(|change| told(change) == u64::from(screen.done)),
            "{name} counts other than {} pairs",
            screen.done
        );
        Ok(screen)
    }

    /// Writes the file, or leaves the one that is there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        write_whole(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Whether the first side has a change in a pair of games; the second has it otherwise.
    fn is_first(&self, change: usize, number: u32) -> bool {
        random::word(random::word(self.seed, u64::from(number)), change as u64) >> 63 == 1
    }

    /// The numbers of both sides in a pair of games.
    pub fn sides(&self, usual: SearchParameters, number: u32) -> [SearchParameters; 2] {
        [true, false].map(|first| {
            let changes = self.changes.iter().enumerate();
            let own = changes.filter(|&(index, _)| self.is_first(index, number) == first);
            own.fold(usual, |parameters, (_, change)| change.make(parameters))
        })
    }

    /// Takes in that the first side took so many half points of four in the next pair.
    pub fn learn(&mut self, half_points: usize) {
        for index in 0..self.changes.len() {
            let own = if self.is_first(index, self.done) { half_points } else { 4 - half_points };
            self.changes[index].pairs[own] += 1;
        }
        self.done += 1;
    }
}

/// A line a change, the best first.
impl fmt::Display for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} pairs of games", self.done)?;
        let known = self.changes.iter().filter_map(|change| Some((change, Pairs(change.pairs).elo()?)));
        let mut known: Vec<_> = known.collect();
        known.sort_by(|(_, one), (_, other)| other.difference.total_cmp(&one.difference));
        for (Change { name, value, .. }, elo) in known {
            writeln!(f, "{:24} {elo}", format!("{name}={value}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(changes: &[&str]) -> Screen {
        let changes = changes.iter().map(|text| Change::read(text).unwrap()).collect();
        Screen {
            game: "chess".into(),
            nodes: 100,
            time: None,
            opening: vec![2, 4],
            openings: None,
            seed: 7,
            done: 0,
            changes,
        }
    }

    #[test]
    fn what_wins_is_found_among_others() {
        let mut screen = screen(&["futile_base=60", "null_base=380", "reverse_depth=9"]);
        for number in 0..2000 {
            // The second change wins a game of each pair that it is in, and another by chance; the others nothing.
            let lead = if screen.is_first(1, number) { 1 } else { -1 };
            let chance = (random::word(99, number.into()) % 3) as i32 - 1;
            screen.learn((2 + lead + chance).clamp(0, 4) as usize);
        }
        let elo = |index: usize| Pairs(screen.changes[index].pairs).elo().unwrap();
        assert!((elo(1).difference - 191.0).abs() < 25.0, "{screen}");
        assert!([0, 2].into_iter().all(|index| elo(index).low < 0.0 && elo(index).high > 0.0), "{screen}");
        assert!(screen.to_string().lines().nth(1).unwrap().starts_with("null_base=380 "), "{screen}");
    }

    #[test]
    fn each_change_is_on_one_side_and_half_of_the_time_on_the_first() {
        let screen = screen(&["futile_base=61", "null_base=381"]);
        let usual = SearchParameters::USUAL;
        let mut firsts = [0; 2];
        for number in 0..400 {
            let [one, other] = screen.sides(usual, number);
            assert_eq!([one.futile_base, other.futile_base].iter().filter(|&&value| value == 61).count(), 1);
            assert_eq!([one.null_base, other.null_base].iter().filter(|&&value| value == 381).count(), 1);
            firsts[0] += i32::from(one.futile_base == 61);
            firsts[1] += i32::from((one.futile_base == 61) == (one.null_base == 381));
        }
        assert!(firsts.iter().all(|first| (160..=240).contains(first)), "{firsts:?}");
        let all = changed(usual, &screen.changes);
        assert_eq!((all.futile_base, all.null_base, all.reverse_depth), (61, 381, usual.reverse_depth));
    }

    #[test]
    fn what_is_written_is_read_back_and_what_cannot_be_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("screen.json");
        let mut written = screen(&["futile_base=60"]);
        written.learn(3);
        written.write(&path).unwrap();
        let wanted = [Change::read("futile_base=60").unwrap()];
        assert_eq!(Screen::read(&path, "chess", &wanted).unwrap(), written);
        let (time, openings) = (Some(20), Some(PathBuf::from("some.epd")));
        let timed = Screen { time, openings, ..screen(&["futile_base=60"]) };
        timed.write(&path).unwrap();
        assert_eq!(Screen::read(&path, "chess", &wanted).unwrap(), timed);
        written.write(&path).unwrap();
        let refused = |game, change: &str| {
            let error = Screen::read(&path, game, &[Change::read(change).unwrap()]).unwrap_err();
            error.to_string().split_once("screen.json ").unwrap().1.to_owned()
        };
        assert_eq!(refused("xiangqi", "futile_base=60"), "is of chess, not of xiangqi");
        assert_eq!(refused("chess", "futile_base=61"), "is of other changes");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("\"done\": 1", "\"done\": 2")).unwrap();
        assert_eq!(refused("chess", "futile_base=60"), "counts other than 2 pairs");
        std::fs::write(&path, &text[..text.len() / 2]).unwrap();
        assert_eq!(refused("chess", "futile_base=60"), "screens nothing");
        for (text, why) in [
            ("futile_base", "\"futile_base\" is no NAME=VALUE"),
            ("futile_base=x", "\"x\" is no whole number"),
            ("futile_base=9000", "futile_base is 9000, which is not within 0 to 600"),
        ] {
            assert_eq!(Change::read(text).unwrap_err().to_string(), why);
        }
        assert!(
            Change::read("futile=1")
                .unwrap_err()
                .to_string()
                .starts_with("the search has no number \"futile\"; ")
        );
    }
}
