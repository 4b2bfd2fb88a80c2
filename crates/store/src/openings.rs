//! How games of the library begin: by position, the moves that were played from there, and how the games ended.
//!
//! Positions are found by a key, so that other orders of moves lead to the same. The index is brought up when it is asked
//! for: whatever was kept since, by this program or another, read in from a file or by a program that knew no index, is
//! looked at then.

#[cfg(not(target_arch = "wasm32"))]
mod sql;

use wanqi_play::Table;
use wanqi_play::record::GameRecord;

/// The plies of a game's main line that are its opening.
pub const OPENING_PLIES: usize = 30;

/// A position of a game, as openings are found by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpeningKey(pub(crate) i64);

impl OpeningKey {
    /// The position on a table; `rules` tell its game, where it is none that the program knows.
    ///
    /// What is made of it here is kept: a change of it, or of a game's own keys, is a step of the schema that empties
    /// the index.
    pub fn of(table: &dyn Table, rules: Option<&str>) -> OpeningKey {
        OpeningKey::of_position(table, rules, table.position_key())
    }

    /// A position of the game on a table, by the game's own key for it.
    pub fn of_position(table: &dyn Table, rules: Option<&str>, key: u64) -> OpeningKey {
        let spec = rules.is_none().then(|| table.spec().to_string());
        OpeningKey(fnv(rules.or(spec.as_deref()).unwrap_or_default(), key).cast_signed())
    }
}

/// The bytes of a text and a number as one number: FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>.
fn fnv(text: &str, number: u64) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().chain(number.to_le_bytes()).fold(0xcbf2_9ce4_8422_2325, step)
}

/// A move that games of the library went on with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningMove {
    /// The move, in the notation for programs.
    pub text: String,
    /// Games in which it was played, those included that have not ended.
    pub games: u64,
    /// How many of them the first side has won.
    pub first: u64,
    /// How many the second side has won.
    pub second: u64,
    /// How many were draws.
    pub draws: u64,
}

/// The positions at the beginning of a game and what was played in each, as far as it can be played.
pub(crate) fn opening(record: &GameRecord) -> Vec<(OpeningKey, String)> {
    let Ok(mut table) = record.table() else { return Vec::new() };
    let program = table.notations().len() - 1;
    let mut moves = Vec::new();
    for id in record.main_line().into_iter().take(OPENING_PLIES) {
        let key = OpeningKey::of(&*table, record.rules.as_deref());
        if table.play_on(record[id].text()).is_err() {
            break;
        }
        moves.extend(table.last_move(program).map(|text| (key, text)));
    }
    moves
}
