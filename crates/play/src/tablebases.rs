//! Tablebases: solved endings kept in files, built once, on demand, in pieces that an interruption does not lose.
//!
//! A data folder holds `endgames/RULES/ENDING.values` for every ending of a rule set. A file is a line that says
//! what it is, a checksum, and the [`Tablebase`].

use crate::{Error, Stop, files};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use wanqi_search::retrograde::{Tablebase, Value};

/// The endings of one rule set that can be solved in any order.
pub trait EndingSet: Sync {
    /// The rules, as the name of a folder.
    fn rules(&self) -> String;

    /// The names of the endings, which are those of their files.
    fn names(&self) -> Vec<String>;

    /// The number of values of an ending, by its index among the names.
    fn size(&self, ending: usize) -> usize;

    /// Solves an ending; `None` if it was stopped.
    fn solve(&self, ending: usize, stop: &Stop) -> Option<Tablebase>;
}

/// How far a [`build`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Built {
    /// Endings in the folder.
    pub endings: usize,
    /// Of these, the ones that were there before.
    pub found: usize,
    /// All that there are.
    pub of: usize,
    /// Values in the folder.
    pub values: u64,
    /// The longest win, in plies.
    pub longest: u16,
}

/// Solves the endings that a data folder has not yet got, on all cores, and tells of each one. A stopped build
/// keeps what it has; the next goes on from there.
///
/// # Errors
/// If the folder cannot be read or written, or if a file in it is damaged.
pub fn build(
    set: &dyn EndingSet,
    data: &Path,
    stop: &Stop,
    progress: &mut dyn FnMut(&Built),
) -> Result<Built, Error> {
    let folder = Folder::new(set, data);
    fs::create_dir_all(&folder.path).map_err(|error| failed("cannot make", &folder.path, &error))?;
    let mut built = Built { of: folder.names.len(), ..Built::default() };
    let mut missing = Vec::new();
    for ending in 0..built.of {
        match folder.read(ending)? {
            Some(values) => {
                built.count(&values);
                built.found += 1;
            }
            None => missing.push(ending),
        }
    }
    progress(&built);
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(missing.len());
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, missing, folder) = (&next, &missing, &folder);
            scope.spawn(move || {
                while let Some(&ending) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(values) = set.solve(ending, stop) else { break };
                    let written = folder.write(ending, &values).map(|()| values);
                    let failed = written.is_err();
                    // Nobody listens any more once something has failed.
                    if sender.send(written).is_err() || failed {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for written in receiver {
            built.count(&written?);
            progress(&built);
        }
        Ok(built)
    })
}

impl Built {
    fn count(&mut self, values: &Tablebase) {
        self.endings += 1;
        self.values += values.len() as u64;
        let won = |value| if let Value::Win(plies) = value { plies } else { 0 };
        let longest = (0..values.len()).map(|index| won(values.get(index))).max();
        self.longest = self.longest.max(longest.unwrap_or(0));
    }
}

/// What a data folder has of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Loaded {
    /// Every ending, in the order of its names.
    All(Vec<Tablebase>),
    /// So many are missing.
    Missing(usize),
}

/// Reads the endings of a set from a data folder.
///
/// # Errors
/// If a file cannot be read, or is damaged.
pub fn load(set: &dyn EndingSet, data: &Path) -> Result<Loaded, Error> {
    let folder = Folder::new(set, data);
    let mut all = Vec::new();
    let mut missing = 0;
    for ending in 0..folder.names.len() {
        match folder.read(ending)? {
            Some(values) => all.push(values),
            None => missing += 1,
        }
    }
    Ok(if missing == 0 { Loaded::All(all) } else { Loaded::Missing(missing) })
}

/// The files of a set.
struct Folder {
    path: PathBuf,
    names: Vec<String>,
    sizes: Vec<usize>,
}

/// How every file begins, and the bytes of the checksum after it.
const HEAD: &[u8] = b"wanqi endgame 1\n";
const SUM: usize = size_of::<u64>();

impl Folder {
    fn new(set: &dyn EndingSet, data: &Path) -> Folder {
        let names = set.names();
        let sizes = (0..names.len()).map(|ending| set.size(ending)).collect();
        Folder { path: data.join("endgames").join(set.rules()), names, sizes }
    }

    fn file(&self, ending: usize) -> PathBuf {
        self.path.join(format!("{}.values", self.names[ending]))
    }

    /// An ending's values, `None` if there is no such file.
    fn read(&self, ending: usize) -> Result<Option<Tablebase>, Error> {
        let file = self.file(ending);
        let damaged = |what: &str| {
            let file = file.display();
            Error::Tablebases(format!(
                "{file} is damaged: {what}; delete it, and `wanqi endgames` makes it anew"
            ))
        };
        let not_as_long = || damaged("it is not as long as its ending is");
        let length = HEAD.len() + SUM + self.sizes[ending] * Tablebase::BYTES;
        let bytes = match files::read(&file, length as u64) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() == ErrorKind::FileTooLarge => return Err(not_as_long()),
            Err(error) => return Err(failed("cannot read", &file, &error)),
        };
        let rest =
            bytes.strip_prefix(HEAD).ok_or_else(|| damaged("it does not begin as such a file does"))?;
        let (sum, values) = rest.split_first_chunk::<SUM>().ok_or_else(|| damaged("it ends too early"))?;
        if values.len() != self.sizes[ending] * Tablebase::BYTES {
            return Err(not_as_long());
        }
        if u64::from_le_bytes(*sum) != self.checksum(ending, values) {
            return Err(damaged("its checksum does not fit"));
        }
        Tablebase::from_bytes(values).map(Some).ok_or_else(|| damaged("it has values that cannot be"))
    }

    /// Writes an ending's file, whole or not at all.
    fn write(&self, ending: usize, values: &Tablebase) -> Result<(), Error> {
        let file = self.file(ending);
        let values = values.to_bytes();
        let sum = self.checksum(ending, &values).to_le_bytes();
        let unfinished = file.with_extension(format!("unfinished-{}", std::process::id()));
        fs::write(&unfinished, [HEAD, &sum, &values].concat())
            .and_then(|()| fs::rename(&unfinished, &file))
            .map_err(|error| failed("cannot write", &file, &error))
    }

    /// A checksum of values and of which they are, so that a file under another's name is found out.
    /// FNV-1a, <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>.
    fn checksum(&self, ending: usize, values: &[u8]) -> u64 {
        let rules = self.path.file_name().unwrap_or_default().to_string_lossy();
        let name = [rules.as_bytes(), b"/", self.names[ending].as_bytes(), b"\n"].concat();
        let bytes = name.iter().chain(values);
        bytes.fold(0xCBF2_9CE4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
    }
}

fn failed(what: &str, path: &Path, error: &std::io::Error) -> Error {
    Error::Tablebases(format!("{what} {}: {error}", path.display()))
}
