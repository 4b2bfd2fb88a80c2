//! Syzygy tablebases (<https://syzygy-tables.info>), read by `pyrrhic-rs`.
//!
//! That library keeps its tables in the process as a whole, so that only one set of folders can be open at a time.
//! Files are mapped into memory and trusted: name only folders with tables that are known to be whole.

use crate::Error;
use crate::knowledge::TableAnswer;
use pyrrhic_rs::{Color, DtzProbeValue, EngineAdapter, Piece, TableBases, WdlProbeResult};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use wanqi_game::{Side, quoted};
use wanqi_games::chess::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use wanqi_games::chess::{Kind, Move, Position};
use wanqi_search::Score;

/// Open tables.
pub(super) struct SyzygyTables {
    path: String,
    bases: TableBases<Attacks>,
    /// The most pieces, kings included, of a position that is in them.
    most: u32,
    /// Distances are looked up by one thread at a time: the library asks for it.
    distances: Mutex<()>,
    hits: AtomicU64,
}

/// The score of a position that tables know to be won, and when is another question: above what evaluations say.
const WON: i32 = 20_000;

impl SyzygyTables {
    /// The tables in folders with `:` between them, opened once however many players use them.
    pub fn of(path: &str) -> Result<Arc<SyzygyTables>, Error> {
        static OPEN: Mutex<Weak<SyzygyTables>> = Mutex::new(Weak::new());
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tables) = open.upgrade() {
            if tables.path != path {
                let (old, new) = (quoted(&tables.path), quoted(path));
                return Err(Error::Tablebases(format!(
                    "the tables of {old} are in use; those of {new} cannot be opened"
                )));
            }
            return Ok(tables);
        }
        // The library does not recover from a path without tables.
        if !path.split(':').any(|folder| has_tables(Path::new(folder))) {
            return Err(Error::Tablebases(format!("there are no Syzygy tables (.rtbw) in {}", quoted(path))));
        }
        let bases = TableBases::new(path).map_err(|error| {
            Error::Tablebases(format!("the tables of {} cannot be opened: {error:?}", quoted(path)))
        })?;
        let most = bases.max_pieces();
        let tables = SyzygyTables {
            path: path.into(),
            bases,
            most,
            distances: Mutex::new(()),
            hits: AtomicU64::new(0),
        };
        let tables = Arc::new(tables);
        *open = Arc::downgrade(&tables);
        Ok(tables)
    }

    /// How often a position was found.
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// What the tables say of a position for the side to move. Only asked where a pawn move or a capture has just been
    /// made: elsewhere the fifty moves may make another result of it. A win that takes more than them is a draw.
    #[inline]
    pub fn score(&self, position: &Position) -> Option<Score> {
        if position.occupied().count_ones() > self.most
            || position.quiet_plies() != 0
            || position.castling_rooks() != 0
        {
            return None;
        }
        self.probe(position)
    }

    fn probe(&self, position: &Position) -> Option<Score> {
        let of = |kind| position.of_kind(kind);
        let found = self.bases.probe_wdl(
            position.of_side(Side::First),
            position.of_side(Side::Second),
            of(Kind::King),
            of(Kind::Queen),
            of(Kind::Rook),
            of(Kind::Bishop),
            of(Kind::Knight),
            of(Kind::Pawn),
            position.en_passant().unwrap_or(0).into(),
            position.side_to_move() == Side::First,
        );
        let score = match found.ok()? {
            WdlProbeResult::Win => WON,
            WdlProbeResult::Loss => -WON,
            _ => 0,
        };
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(Score::heuristic(score))
    }

    /// The best result, and which of the legal moves keep it; of those that win the ones that lead soonest to the next pawn
    /// move or capture, so that the fifty moves are never reached.
    pub fn answer(&self, position: &Position, legal: &[Move]) -> Option<TableAnswer> {
        if position.occupied().count_ones() > self.most || position.castling_rooks() != 0 {
            return None;
        }
        let of = |kind| position.of_kind(kind);
        let guard = self.distances.lock().unwrap_or_else(PoisonError::into_inner);
        let found = self.bases.probe_root(
            position.of_side(Side::First),
            position.of_side(Side::Second),
            of(Kind::King),
            of(Kind::Queen),
            of(Kind::Rook),
            of(Kind::Bishop),
            of(Kind::Knight),
            of(Kind::Pawn),
            position.quiet_plies().into(),
            position.en_passant().unwrap_or(0).into(),
            position.side_to_move() == Side::First,
        );
        drop(guard);
        let found = found.ok()?;
        let answer = ranked(&found.moves[..found.num_moves], legal)?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(answer)
    }
}

/// The best of the legal moves by what tables say of each; `None` if they do not tell of all of them.
fn ranked(found: &[DtzProbeValue], legal: &[Move]) -> Option<TableAnswer> {
    // Greater is better: the result, then a short way to win or a long one to lose.
    let mut ranks: Vec<(usize, (i32, i32))> = Vec::new();
    for value in found {
        let DtzProbeValue::DtzResult(told) = value else { return None };
        let place = legal.iter().position(|mv| {
            mv.from() == told.from_square
                && mv.to() == told.to_square
                && mv.promotion() == promotion(told.promotion)
        })?;
        let rank = match told.wdl {
            WdlProbeResult::Win => (2, -i32::from(told.dtz)),
            WdlProbeResult::CursedWin => (1, 0),
            WdlProbeResult::Draw => (0, 0),
            WdlProbeResult::BlessedLoss => (-1, 0),
            WdlProbeResult::Loss => (-2, i32::from(told.dtz)),
        };
        ranks.push((place, rank));
    }
    if ranks.len() != legal.len() {
        return None;
    }
    let best = ranks.iter().map(|&(_, rank)| rank).max()?;
    let moves = ranks.into_iter().filter(|&(_, rank)| rank == best).map(|(place, _)| place).collect();
    let (score, distance) = match best {
        (2, distance) => (WON, Some(distance.unsigned_abs())),
        (-2, distance) => (-WON, Some(distance.unsigned_abs())),
        // What takes more than fifty moves is a draw.
        _ => (0, None),
    };
    Some(TableAnswer { moves, score: Score::heuristic(score), distance })
}

fn has_tables(folder: &Path) -> bool {
    let Ok(files) = std::fs::read_dir(folder) else { return false };
    files.filter_map(Result::ok).any(|file| file.path().extension().is_some_and(|ending| ending == "rtbw"))
}

fn promotion(piece: Piece) -> Option<Kind> {
    match piece {
        Piece::Knight => Some(Kind::Knight),
        Piece::Bishop => Some(Kind::Bishop),
        Piece::Rook => Some(Kind::Rook),
        Piece::Queen => Some(Kind::Queen),
        Piece::Pawn | Piece::King => None,
    }
}

/// Our attacks, for the library.
#[derive(Clone)]
struct Attacks;

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: Color, square: u64) -> u64 {
        let side = if color == Color::White { Side::First } else { Side::Second };
        pawn_attacks(side, square as u8)
    }

    fn knight_attacks(square: u64) -> u64 {
        knight_attacks(square as u8)
    }

    fn bishop_attacks(square: u64, occupied: u64) -> u64 {
        bishop_attacks(square as u8, occupied)
    }

    fn rook_attacks(square: u64, occupied: u64) -> u64 {
        rook_attacks(square as u8, occupied)
    }

    fn queen_attacks(square: u64, occupied: u64) -> u64 {
        queen_attacks(square as u8, occupied)
    }

    fn king_attacks(square: u64) -> u64 {
        king_attacks(square as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pyrrhic_rs::DtzResult;
    use wanqi_game::{Game, Notation};
    use wanqi_games::chess::Chess;

    /// A king with three moves and a pawn that can be promoted in four ways.
    const POSITION: &str = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    const MOVES: [&str; 7] = ["a1a2", "a1b1", "a1b2", "a7a8q", "a7a8r", "a7a8b", "a7a8n"];

    /// What tables are said to tell of [`MOVES`]: a result and plies to the next capture or pawn move.
    type Told = [(WdlProbeResult, u16); MOVES.len()];

    fn legal() -> Vec<Move> {
        let position = Chess.parse_position(POSITION).unwrap();
        let mut moves = Vec::new();
        Chess.each_move(&position, |mv| moves.push(mv));
        moves
    }

    /// As [`ranked`] is told of a move that is written as UCI does.
    fn value(text: &str, (wdl, dtz): (WdlProbeResult, u16)) -> DtzProbeValue {
        let square = |at: usize| {
            let bytes = text.as_bytes();
            (bytes[at] - b'a') + 8 * (bytes[at + 1] - b'1')
        };
        let promotion = match text.as_bytes().get(4) {
            Some(b'q') => Piece::Queen,
            Some(b'r') => Piece::Rook,
            Some(b'b') => Piece::Bishop,
            Some(b'n') => Piece::Knight,
            _ => Piece::Pawn,
        };
        DtzProbeValue::DtzResult(DtzResult {
            wdl,
            from_square: square(0),
            to_square: square(2),
            promotion,
            ep: false,
            dtz,
        })
    }

    #[test]
    fn what_keeps_the_result_and_leads_soonest_to_the_next_pawn_move_or_capture_is_played() {
        use WdlProbeResult::{BlessedLoss, CursedWin, Draw, Loss, Win};
        let table: [(Told, i32, Option<u32>, &[&str]); 5] = [
            (
                [(Win, 3), (Win, 5), (Draw, 0), (Win, 1), (Win, 1), (Draw, 0), (Loss, 2)],
                WON,
                Some(1),
                &["a7a8q", "a7a8r"],
            ),
            (
                [(Win, 99), (CursedWin, 1), (CursedWin, 102), (Draw, 0), (Draw, 0), (Loss, 9), (Loss, 4)],
                WON,
                Some(99),
                &["a1a2"],
            ),
            (
                [(Loss, 9), (CursedWin, 110), (CursedWin, 102), (Draw, 0), (Loss, 8), (Loss, 9), (Loss, 4)],
                0,
                None,
                &["a1b1", "a1b2"],
            ),
            (
                [
                    (Loss, 9),
                    (BlessedLoss, 110),
                    (Loss, 2),
                    (BlessedLoss, 101),
                    (Loss, 8),
                    (Loss, 9),
                    (Loss, 4),
                ],
                0,
                None,
                &["a1b1", "a7a8q"],
            ),
            (
                [(Loss, 9), (Loss, 12), (Loss, 2), (Loss, 12), (Loss, 8), (Loss, 9), (Loss, 4)],
                -WON,
                Some(12),
                &["a1b1", "a7a8q"],
            ),
        ];
        let legal = legal();
        for (told, score, distance, best) in table {
            let found: Vec<_> = MOVES.iter().zip(told).map(|(text, told)| value(text, told)).collect();
            let answer = ranked(&found, &legal).unwrap();
            assert_eq!((answer.score.value(), answer.distance), (score, distance), "{told:?}");
            let position = Chess.parse_position(POSITION).unwrap();
            let mut texts: Vec<_> =
                answer.moves.iter().map(|&place| Chess.format_move(&position, legal[place], 1)).collect();
            texts.sort();
            assert_eq!(texts, best, "{told:?}");
        }
    }

    #[test]
    fn tables_that_do_not_tell_of_every_legal_move_are_not_believed() {
        let legal = legal();
        let mut found: Vec<_> = MOVES.iter().map(|text| value(text, (WdlProbeResult::Win, 1))).collect();
        assert!(ranked(&found, &legal).is_some());
        let last = found.pop();
        assert!(ranked(&found, &legal).is_none(), "one is missing");
        found.push(DtzProbeValue::Failed);
        assert!(ranked(&found, &legal).is_none(), "one is not known");
        found.pop();
        found.extend(last);
        found[0] = value("a1a3", (WdlProbeResult::Win, 1));
        assert!(ranked(&found, &legal).is_none(), "one is no legal move");
    }
}
