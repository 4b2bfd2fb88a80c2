//! Files of weights and of openings that come with the program: in it, or, in a browser, beside it and fetched when they are first
//! asked for. What comes from beside is checked, since a host may have an older file, or half of one.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use wanqi_game::{Message, message};

/// A file that comes with the program: see [`data_file!`](crate::data_file!).
#[derive(Debug)]
pub struct DataFile {
    /// Its name, which no other has.
    pub name: &'static str,
    place: Place,
    is_lost: AtomicBool,
}

/// Where a file is.
#[derive(Debug)]
enum Place {
    Within(&'static [u8]),
    Beside { length: usize, fingerprint: u64 },
}

/// Why a file that should have come with the program is not to be had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LostFile {
    /// Its name.
    pub name: &'static str,
    /// Why.
    pub why: Message,
}

/// Brings the files that are beside the program.
#[derive(Clone, Copy, Debug)]
pub struct Supply {
    /// The bytes of the file of this name and [`fingerprint`]; otherwise why there are none.
    pub fetch: fn(&str, u64) -> Result<Vec<u8>, String>,
    /// Hears of a file that is not to be had, once for each.
    pub lost: fn(&LostFile),
}

static SUPPLY: OnceLock<Supply> = OnceLock::new();

/// Says who brings files, before the first is asked for. Only the first call counts.
pub fn supply_by(supply: Supply) {
    let _ = SUPPLY.set(supply);
}

/// The [`DataFile`] of this name in the folder `data` of a crate. It is compiled in, but for browsers.
#[macro_export]
macro_rules! data_file {
    ($name:expr) => {{
        #[cfg(not(target_arch = "wasm32"))]
        let file = $crate::data_file::DataFile::within(
            $name,
            include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/", $name)),
        );
        #[cfg(target_arch = "wasm32")]
        let file = {
            // Read by the compiler alone: the bytes are no part of what it makes.
            const BYTES: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/", $name));
            const FINGERPRINT: u64 = $crate::data_file::fingerprint(BYTES);
            $crate::data_file::DataFile::beside($name, BYTES.len(), FINGERPRINT)
        };
        file
    }};
}

/// Tells files apart: FNV-1a of 128 bits (<http://www.isthe.com/chongo/tech/comp/fnv/>), sixteen bytes at a time so that the compiler
/// works it out in a moment, and the length with it.
pub const fn fingerprint(bytes: &[u8]) -> u64 {
    const PRIME: u128 = 0x0100_0000_0000_0000_0000_013B;
    let (words, rest) = bytes.as_chunks();
    let mut hash = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D_u128;
    let mut at = 0;
    while at < words.len() {
        hash = (hash ^ u128::from_le_bytes(words[at])).wrapping_mul(PRIME);
        at += 1;
    }
    at = 0;
    while at < rest.len() {
        hash = (hash ^ rest[at] as u128).wrapping_mul(PRIME);
        at += 1;
    }
    hash = (hash ^ bytes.len() as u128).wrapping_mul(PRIME);
    (hash >> 64) as u64 ^ hash as u64
}

impl DataFile {
    /// A file in the program.
    pub const fn within(name: &'static str, bytes: &'static [u8]) -> DataFile {
        DataFile { name, place: Place::Within(bytes), is_lost: AtomicBool::new(false) }
    }

    /// A file beside the program, of so many bytes.
    pub const fn beside(name: &'static str, length: usize, fingerprint: u64) -> DataFile {
        DataFile { name, place: Place::Beside { length, fingerprint }, is_lost: AtomicBool::new(false) }
    }

    /// Its bytes; those of a file beside the program are fetched each time.
    ///
    /// # Errors
    /// If they cannot be fetched, or are others than when the program was built.
    pub fn read(&self) -> Result<Cow<'static, [u8]>, LostFile> {
        let (length, expected) = match self.place {
            Place::Within(bytes) => return Ok(Cow::Borrowed(bytes)),
            Place::Beside { length, fingerprint } => (length, fingerprint),
        };
        let supply = SUPPLY.get();
        let fetched = supply
            .map_or_else(|| Err("nobody brings it".into()), |supply| (supply.fetch)(self.name, expected));
        let why = match fetched {
            Err(why) => message!("fault.file-not-fetched", "it cannot be fetched: {why}", why),
            Ok(bytes) if bytes.len() != length => {
                let found = bytes.len();
                message!("fault.file-cut-off", "it has {found} bytes instead of {length}", found, length)
            }
            Ok(bytes) if fingerprint(&bytes) != expected => {
                message!("fault.file-changed", "it is another file than this page was built with")
            }
            Ok(bytes) => {
                self.is_lost.store(false, Ordering::Relaxed);
                return Ok(Cow::Owned(bytes));
            }
        };
        let lost = LostFile { name: self.name, why };
        if !self.is_lost.swap(true, Ordering::Relaxed)
            && let Some(supply) = supply
        {
            (supply.lost)(&lost);
        }
        Err(lost)
    }

    /// Whether it was last asked for in vain.
    pub fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Relaxed)
    }
}

impl LostFile {
    /// What is wrong.
    pub fn message(&self) -> Message {
        message!(
            "fault.file-lost",
            "the file {name} is missing: {why}",
            name = self.name,
            why = self.why.clone()
        )
    }
}

/// In English.
impl fmt::Display for LostFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for LostFile {}

/// What a file says, read once.
pub struct Shipped<T> {
    /// The file.
    pub file: DataFile,
    read: fn(&[u8]) -> T,
    value: OnceLock<T>,
}

impl<T> Shipped<T> {
    /// What `read` makes of a file, which is as it was when the program was built.
    pub const fn new(file: DataFile, read: fn(&[u8]) -> T) -> Shipped<T> {
        Shipped { file, read, value: OnceLock::new() }
    }

    /// What the file says.
    ///
    /// # Errors
    /// If the file is not to be had.
    pub fn get(&self) -> Result<&T, LostFile> {
        match self.value.get() {
            Some(value) => Ok(value),
            None => {
                let bytes = self.file.read()?;
                Ok(self.value.get_or_init(|| (self.read)(&bytes)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());

    #[test]
    fn what_is_beside_the_program_is_fetched_and_checked() {
        supply_by(Supply {
            fetch: |name, _| match name {
                "whole" => Ok(b"wanqi".to_vec()),
                "short" => Ok(b"wan".to_vec()),
                "other" => Ok(b"wanqo".to_vec()),
                _ => Err("404 Not Found".into()),
            },
            lost: |lost| TOLD.lock().expect("no panic").push(lost.to_string()),
        });
        let beside = |name| DataFile::beside(name, 5, fingerprint(b"wanqi"));
        assert_eq!(beside("whole").read().as_deref(), Ok(&b"wanqi"[..]));
        for (name, why) in [
            ("short", "it has 3 bytes instead of 5"),
            ("other", "it is another file than this page was built with"),
            ("gone", "it cannot be fetched: 404 Not Found"),
        ] {
            let file = beside(name);
            assert!(!file.is_lost());
            assert_eq!(file.read().expect_err(name).why.english(), why);
            assert!(file.is_lost() && file.read().is_err());
            let told = std::mem::take(&mut *TOLD.lock().expect("no panic"));
            assert_eq!(told, [format!("the file {name} is missing: {why}")], "told once");
        }
        let all = [&b""[..], b"\0", b"\0\0", &[0; 16], &[0; 17], &[1; 16]].map(fingerprint);
        assert!(all.iter().enumerate().all(|(at, one)| !all[..at].contains(one)), "{all:x?}");
        let shipped = Shipped::new(beside("whole"), <[u8]>::len);
        assert_eq!((shipped.get(), shipped.get()), (Ok(&5), Ok(&5)));
        let within = DataFile::within("within", b"here");
        assert_eq!(within.read(), Ok(Cow::Borrowed(&b"here"[..])));
    }
}
