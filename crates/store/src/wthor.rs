//! WTHOR, the French federation's database of Othello: files of games (`WTH_2001.wtb`), each a fixed number of bytes, and
//! beside them one of players (`WTHOR.JOU`) and one of tournaments (`WTHOR.TRN`), which the games number.
//! <https://www.ffothello.org/informatique/la-base-wthor/>; the layout in Japanese:
//! <http://hp.vector.co.jp/authors/VA015468/platina/algo/append_a.html>

use crate::text::{BYTE_ORDER_MARK, Game, GameDraft};
use encoding_rs::WINDOWS_1252;
use std::fmt;
use wanqi_play::record::{Ending, GameRecord};

/// Bytes before the first entry of every file.
const HEADER: usize = 16;
/// Bytes of an entry.
const PLAYER: usize = 20;
const TOURNAMENT: usize = 26;
const GAME: usize = 68;
/// Where the moves of a game begin.
const MOVES: usize = 8;

/// The names of players or tournaments, in the order of their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names(Vec<String>);

/// What games are numbered by.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Index {
    /// Who played.
    pub players: Names,
    /// Where.
    pub tournaments: Names,
}

/// Why a file is none of WTHOR's, and at which byte that shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The byte, counted from 0.
    pub offset: usize,
    /// Why.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.what)
    }
}

impl std::error::Error for Fault {}

impl Names {
    /// Reads a file of players, `WTHOR.JOU`.
    ///
    /// # Errors
    /// If it is none, or has another length than it says.
    pub fn players(bytes: &[u8]) -> Result<Names, Fault> {
        Names::read(bytes, PLAYER)
    }

    /// Reads a file of tournaments, `WTHOR.TRN`.
    ///
    /// # Errors
    /// If it is none, or has another length than it says.
    pub fn tournaments(bytes: &[u8]) -> Result<Names, Fault> {
        Names::read(bytes, TOURNAMENT)
    }

    fn read(bytes: &[u8], size: usize) -> Result<Names, Fault> {
        let header = Header::read(bytes)?;
        let entries = entries(bytes, header.names.into(), size)?;
        Ok(Names(entries.map(name).collect()))
    }

    /// The name with a number, or the number where it is not known.
    fn of(&self, number: u16) -> String {
        self.0.get(usize::from(number)).cloned().unwrap_or_else(|| format!("#{number}"))
    }
}

/// What stands before the entries of a file.
struct Header {
    /// Games of the file.
    games: u32,
    /// Players or tournaments of the file.
    names: u16,
    /// When the games were played.
    year: u16,
    /// Rows and columns; 0 for 8.
    size: u8,
    /// 1 for a file of endings to solve, which is laid out otherwise.
    kind: u8,
    /// Empty squares when the theoretical score was found.
    depth: u8,
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Header, Fault> {
        let Some(&[century, _, month, day, a, b, c, d, e, f, g, h, size, kind, depth, _]) =
            bytes.first_chunk::<HEADER>()
        else {
            let offset = bytes.len();
            let what = format!("a header of {HEADER} bytes is expected, the file ends after {offset}");
            return Err(Fault { offset, what });
        };
        // When the file was made is all that tells one of WTHOR's from others.
        let wrong = [century >= 100, month > 12, day > 31].iter().position(|&wrong| wrong);
        if let Some(at) = wrong {
            let what = "not a file of WTHOR: it does not begin with a date".into();
            return Err(Fault { offset: [0, 2, 3][at], what });
        }
        Ok(Header {
            games: u32::from_le_bytes([a, b, c, d]),
            names: u16::from_le_bytes([e, f]),
            year: u16::from_le_bytes([g, h]),
            size,
            kind,
            depth,
        })
    }
}

/// The entries of a file, of which there must be as many as it says.
fn entries(bytes: &[u8], count: usize, size: usize) -> Result<std::slice::ChunksExact<'_, u8>, Fault> {
    let rest = bytes.get(HEADER..).unwrap_or_default();
    let expected = count.saturating_mul(size).saturating_add(HEADER);
    if bytes.len() == expected {
        return Ok(rest.chunks_exact(size));
    }
    let found = bytes.len();
    let what = format!("with {count} entries the file has {expected} bytes, and not {found}");
    Err(Fault { offset: found.min(expected), what })
}

/// A name, up to the first byte that is 0.
fn name(entry: &[u8]) -> String {
    let bytes = entry.split(|&byte| byte == 0).next().unwrap_or_default();
    WINDOWS_1252.decode_without_bom_handling(bytes).0.trim().replace(BYTE_ORDER_MARK, "")
}

/// Reads one game after the other, and hands each on as soon as it is read, until told by `false` that it is enough.
/// A game's problems are of line 1 and say the byte.
///
/// # Errors
/// If it is no file of games on 8×8, or has another length than it says: nothing is read then.
pub fn read_each(bytes: &[u8], index: &Index, each: &mut dyn FnMut(Game) -> bool) -> Result<(), Fault> {
    let header = Header::read(bytes)?;
    if !matches!(header.size, 0 | 8) {
        let what = format!("a board of {} rows is not played", header.size);
        return Err(Fault { offset: 12, what });
    }
    if header.kind != 0 {
        let what = "endings to solve (solitaires) and no games".into();
        return Err(Fault { offset: 13, what });
    }
    let games = entries(bytes, header.games.try_into().unwrap_or(usize::MAX), GAME)?;
    for (place, entry) in games.enumerate() {
        if !each(game(entry, place, &header, index)) {
            break;
        }
    }
    Ok(())
}

fn game(entry: &[u8], place: usize, header: &Header, index: &Index) -> Game {
    let begin = HEADER + place * GAME;
    let mut draft = GameDraft::new(place + 1);
    draft.lay(1, record(entry, header, index));
    if let Some(mut builder) = draft.builder.take() {
        for (at, &code) in entry[MOVES..].iter().enumerate().take_while(|&(_, &code)| code != 0) {
            let place = format!("byte {}, move {}", begin + MOVES + at, at + 1);
            let (row, column) = (code / 10, code % 10);
            if !(1..=8).contains(&row) || !(1..=8).contains(&column) {
                draft.problem(1, format!("{place}: {code} is no square"));
                break;
            }
            let square = format!("{}{row}", char::from(b'a' + column - 1));
            // Passes are not written.
            let played = builder.play(&square).or_else(|what| match builder.play("pass") {
                Ok(()) => builder.play(&square),
                Err(_) => Err(what),
            });
            if let Err(what) = played {
                draft.problem(1, format!("{place}: {what}"));
                break;
            }
        }
        draft.builder = Some(builder);
    }
    draft.finish(begin + GAME)
}

/// What a game says of itself before its moves: the numbers of tournament, Black and White, Black's discs, and those
/// with perfect play from where that was found.
fn record(entry: &[u8], header: &Header, index: &Index) -> GameRecord {
    let number = |at: usize| u16::from_le_bytes([entry[at], entry[at + 1]]);
    let mut record = GameRecord::new("othello");
    let headers = &mut record.headers;
    headers.event = index.tournaments.of(number(0));
    headers.players = [index.players.of(number(2)), index.players.of(number(4))];
    if header.year > 0 {
        headers.date = header.year.to_string();
    }
    let (black, theoretical) = (entry[6].min(64), entry[7].min(64));
    let white = 64 - black;
    let (winner, text) = match black.cmp(&white) {
        std::cmp::Ordering::Greater => (Some(0), format!("Black wins {black} to {white}")),
        std::cmp::Ordering::Less => (Some(1), format!("White wins {white} to {black}")),
        std::cmp::Ordering::Equal => (None, format!("A draw, {black} to {white}")),
    };
    headers.result = Some(Ending { winner, text });
    if header.depth > 0 {
        let found = format!("{theoretical} with {} empty", header.depth);
        headers.others.insert("TheoreticalScore".into(), found);
    }
    record
}
