//! What a rule file says, once it has been read: names resolved, both sides' regions worked out, defaults filled
//! in. `docs/RULES.md` tells what each of these means; the names here are those of the file.

use super::board::{Board, Offset};
use super::points::PointSet;
use wanqi_game::Side;

/// A kind of piece, as an index into [`Rules::kinds`].
pub type KindId = u8;

/// The most kinds of piece: the letters of the alphabet.
pub const MAX_KINDS: usize = 26;

/// Kinds of piece, a bit each.
pub type KindSet = u32;

/// Points as each side sees them: its own region, and the same turned over.
pub type Region = [PointSet; 2];

/// A game as its file tells it.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The name in English.
    pub name: String,
    /// The name in Chinese.
    pub name_zh: String,
    /// A line or more for people.
    pub about: String,
    /// The sides, who moves first first.
    pub sides: [SideNames; 2],
    /// The points and how they lie.
    pub board: Board,
    /// The grounds that the drawing names.
    pub grounds: Vec<Ground>,
    /// The pieces.
    pub kinds: Vec<Kind>,
    /// What stands where at the start: kind, and whose; nobody's if it is neutral.
    pub start: Vec<(usize, KindId, Option<Side>)>,
    /// What the sides hold in hand at the start: counts by kind.
    pub hands: [Vec<u8>; 2],
    /// What a side does in a turn.
    pub turn: Turn,
    /// How pieces come onto the board.
    pub place: Placement,
    /// How pieces are taken.
    pub capture: Capture,
    /// How the game ends.
    pub ends: Ends,
    /// What is drawn on the ground, for people only.
    pub draw: Draw,
    /// How seeds are sown, where that is the game.
    pub sow: Option<Sowing>,
}

/// How seeds are sown from pit to pit, as in the games of mancala: the only moves of their game. The board has two rows; the
/// pits of the nearer one are each side's own. What sides have taken is in their stores, which count as their hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sowing {
    /// How many seeds are in each pit at the start.
    pub seeds: u8,
    /// Which way they are sown.
    pub clockwise: bool,
    /// A side's own store is sown into in passing.
    pub store: bool,
    /// Whose last seed falls into the own store moves again.
    pub again: bool,
    /// A last seed that falls into a pit with seeds is taken up with them, and sown on.
    pub laps: bool,
    /// The pit that is sown from is passed over.
    pub skips_origin: bool,
    /// A last seed takes what is in an enemy's pit if that is so many now, a bit for each number.
    pub takes: u32,
    /// And then, one after the other, the pits before it, for as long as they are the enemy's and hold such a number.
    pub takes_before: bool,
    /// A last seed in an empty pit of one's own takes what lies opposite, and itself.
    pub takes_opposite: bool,
    /// An enemy without seeds must be given some by whoever can.
    pub feeds: bool,
    /// What becomes of a move that would take all seeds of the enemy.
    pub slam: Slam,
    /// The game is over as soon as a side has no seeds in its pits, whoever is to move.
    pub ends_empty: bool,
}

/// What becomes of a move that would take all seeds of the enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slam {
    /// It takes them.
    Takes,
    /// It is made, and takes nothing.
    TakesNothing,
    /// It may not be made.
    Forbidden,
}

/// What is drawn on the ground beside what the board itself shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Draw {
    /// Strokes from point to point.
    pub lines: Vec<[u16; 2]>,
    /// Not the lines from each point to those next to it.
    pub no_grid: bool,
    /// Two rows (from the top) between which only the outermost of these lines are drawn.
    pub gap: Option<[u8; 2]>,
    /// Points with a mark.
    pub dots: PointSet,
    /// Texts, each half way between two points.
    pub texts: Vec<([u16; 2], String)>,
}

/// What a side is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideNames {
    /// In English.
    pub name: String,
    /// In Chinese.
    pub name_zh: String,
    /// The CSS colour of its pieces.
    pub colour: String,
}

/// A kind of ground, and where it is.
#[derive(Clone, Debug)]
pub struct Ground {
    /// For regions and people.
    pub name: String,
    /// For people who read Chinese.
    pub name_zh: String,
    /// All its points, whosever they are.
    pub points: PointSet,
    /// The points that belong to each side; empty where ground has no owner.
    pub of_side: Region,
    /// Where a side's pieces have rank 0.
    pub weak: Region,
    /// Where a side's pieces cannot be taken.
    pub safe: Region,
    /// Where an empty point is as an enemy of a side's pieces, for what is taken between two.
    pub hostile: Region,
    /// Whether nothing is taken across its edge.
    pub shore: bool,
    /// How it is drawn.
    pub look: GroundLook,
}

/// How ground is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum GroundLook {
    Water,
    Trap,
    Den,
    Shade,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The capital letter.
    pub letter: char,
    /// What it is called in English.
    pub name: String,
    /// What it is called in Chinese.
    pub name_zh: String,
    /// The name of its drawing; empty for a disc with its label.
    pub look: String,
    /// What is written on its disc, for each side.
    pub label: [String; 2],
    /// How it goes.
    pub moves: Vec<MoveRule>,
    /// Where each side's may stand: `stays_in` without `never_on`.
    pub allowed: Region,
    /// Where each side's may stand if a move is not bound by `stays_in`: all but `never_on`.
    pub allowed_anywhere: Region,
    /// Strength where pieces take by rank.
    pub rank: Option<u8>,
    /// What it may take onto, its rank looked at already (grounds are not).
    pub takes: KindSet,
    /// What it may take onto if that stands where it is weak.
    pub takes_weak: KindSet,
    /// What it may take onto while it stands itself where it is weak.
    pub takes_when_weak: KindSet,
    /// May not be left under attack.
    pub royal: bool,
    /// What it becomes.
    pub promotes: Option<Promotion>,
    /// What it becomes in the taker's hand.
    pub captured_as: KindId,
    /// Where each side may put it from the hand.
    pub drop_on: Region,
    /// Whether only one of a side may be dropped on a file.
    pub one_a_file: bool,
    /// Belongs to no side.
    pub neutral: bool,
    /// Ways in which each side's goes together with another piece, while neither has moved.
    pub castles: [Vec<Castle>; 2],
    /// Whether a drop of it may give mate.
    pub drop_mates: bool,
    /// Where each side's is taken aside only if all its neighbours are enemies.
    pub enclosed: Region,
}

/// A move of two pieces at once: one goes as a king does in castling, another as its rook. Nothing may stand in the way of
/// either, and where a royal piece comes from, goes over and goes to may not be attacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castle {
    /// Where the piece stands.
    pub from: u16,
    /// Where it goes.
    pub to: u16,
    /// What the other piece is.
    pub partner: KindId,
    /// Where that stands.
    pub partner_from: u16,
    /// Where that goes.
    pub partner_to: u16,
}

/// When and into what a piece is promoted.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// Where, for each side.
    pub on: Region,
    /// Into one of these, at the player's choice.
    pub to: Vec<KindId>,
    /// Whether it may remain what it is.
    pub may: bool,
    /// Whether a move that begins there counts as well as one that ends there.
    pub from: bool,
    /// Where it may not remain what it is all the same.
    pub must: Region,
}

/// One of the ways in which a piece goes.
#[derive(Clone, Debug)]
pub struct MoveRule {
    /// From where to where, on an empty board.
    pub shape: Shape,
    /// Whether it may go to an empty point.
    pub moves: bool,
    /// Whether it may take what stands where it goes.
    pub captures: bool,
    /// Where it may begin, for each side.
    pub from: Region,
    /// Where it may end, for each side.
    pub to: Region,
    /// The only kinds that it may take; `None`: as the piece.
    pub takes: Option<KindSet>,
    /// Not bound by the piece's `stays_in`.
    pub anywhere: bool,
    /// The piece stays, and a new one appears.
    pub copies: bool,
    /// Only while the side has at most so many pieces, those in hand counted.
    pub at_most: Option<u16>,
    /// Until the opponent has moved the piece may also be taken on the point that it passed over, by moves that are
    /// [`passing`](MoveRule::passing).
    pub passes: bool,
    /// Goes also to a point that an enemy has just passed over, and takes that piece where it stands.
    pub passing: bool,
}

/// The shape of a move. Offsets are the first side's; the second side's are turned over.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Along lines, over exactly `screens` pieces. A step is a slide of one.
    Slide {
        /// One for each line.
        dirs: Vec<Offset>,
        /// The fewest points to go.
        least: u8,
        /// The most points to go.
        most: u8,
        /// Pieces to pass over.
        screens: u8,
        /// Which kinds these may be; `None` for any.
        screen_kinds: Option<KindSet>,
    },
    /// To points at these offsets.
    Leap {
        /// Where to.
        to: Vec<Offset>,
        /// Blocked by a piece on the first point of the longer way, or in the middle of a diagonal leap.
        leg: bool,
    },
    /// Over a neighbour to the empty point behind.
    Jump {
        /// One for each line.
        dirs: Vec<Offset>,
        /// Whose pieces may be jumped over: own, enemy's (neutral ones never).
        over: [bool; 2],
        /// Whether the piece jumped over is taken.
        takes: bool,
        /// From and to any distance.
        flying: bool,
        /// Takes nothing and may go on with the next such jump, as often as it likes, in one move.
        again: bool,
    },
    /// Over a stretch of ground without pieces.
    Cross {
        /// One for each line.
        dirs: Vec<Offset>,
        /// An index into [`Rules::grounds`].
        over: u8,
    },
    /// As many points as there are pieces on the whole line, over own pieces only.
    Line {
        /// One for each line.
        dirs: Vec<Offset>,
    },
    /// To the next point, taking the row of enemies that it comes up to, or goes away from.
    Approach {
        /// Which way.
        dirs: Vec<Offset>,
        /// The row lies behind where the piece came from, not ahead of where it goes.
        away: bool,
    },
    /// To any point.
    Fly,
}

impl Shape {
    /// Whether it takes, and what it takes is not where it goes.
    pub fn takes_aside(&self) -> bool {
        matches!(self, Shape::Jump { takes: true, .. } | Shape::Approach { .. })
    }
}

/// What a side does in a turn.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The steps of a usual turn, a ply each; at least one.
    pub steps: Vec<Step>,
    /// The steps of the first turns of the game, the sides by turns; each has at least one.
    pub opening: Vec<Vec<Step>>,
    /// When a side may pass.
    pub pass: Pass,
    /// Whether the second side may take over the opening.
    pub swap: bool,
    /// No move may attack the opponent's royal piece.
    pub no_check: bool,
}

/// A part of a turn: one ply.
#[derive(Clone, Debug)]
pub enum Step {
    /// A piece on the board goes, or one is put.
    Act {
        /// Pieces may go.
        moves: bool,
        /// Pieces may be put.
        places: bool,
        /// Pieces go only once none can be put from the hand.
        places_first: bool,
    },
    /// A piece is put under conditions of its own, in an opening.
    Place(Placement),
    /// A piece is put where the piece just moved could go.
    Shoot {
        /// What is put.
        kind: KindId,
        /// One for each line.
        dirs: Vec<Offset>,
        /// The most points to go.
        most: u8,
    },
    /// A piece is taken off.
    Remove {
        /// Own, enemy's.
        whose: [bool; 2],
        /// Where.
        on: Region,
        /// Next to what.
        beside: AdjacentTo,
    },
}

/// When a side may pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// Never.
    Never,
    /// Only without any other move, and then it must.
    Stuck,
    /// Whenever it likes.
    Always,
}

/// What a point must have for a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AdjacentTo {
    Whatever,
    Own,
    Enemy,
    AnyPiece,
    Empty,
}

/// How pieces come onto the board.
#[derive(Clone, Debug)]
pub struct Placement {
    /// What may be put.
    pub kinds: KindSet,
    /// Where, for each side.
    pub on: Region,
    /// Next to what.
    pub beside: AdjacentTo,
    /// To the lowest empty point of the file.
    pub falls: bool,
    /// Only where it takes or flips.
    pub must_take: bool,
    /// Only what is in hand.
    pub from_hand: bool,
}

/// How pieces are taken.
#[derive(Clone, Debug)]
pub struct Capture {
    /// Enemies in a row between the piece played and another own piece.
    pub flank: Option<Flank>,
    /// What happens to enemies next to the piece played.
    pub touch: Option<CapturedFate>,
    /// Groups without an empty neighbour are removed.
    pub surround: Option<Surround>,
    /// Who can take must.
    pub forced: bool,
    /// Who can take must take as many as possible.
    pub longest: bool,
    /// After taking, the same piece goes on.
    pub again: MultiCapture,
    /// Going on only in the same direction.
    pub again_straight: bool,
    /// Going on only in another direction than just before, and to no point where the piece has been in the turn.
    pub again_turning: bool,
    /// When pieces that were jumped over leave the board.
    pub removed: Removal,
    /// What becomes of a piece that promotes while it could go on.
    pub promotion: ChainPromotion,
    /// What is taken goes to the taker's hand.
    pub to_hand: bool,
    /// Who makes a row of own pieces takes an enemy piece off the board.
    pub row: Option<RowCapture>,
    /// So many more enemy pieces leave the board, at will, after a move that takes.
    pub more: u8,
    /// A piece that takes by going somewhere leaves the board with all pieces of these kinds next to it, whosever they are.
    pub blast: Option<KindSet>,
}

/// What happens to taken pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CapturedFate {
    /// They change sides.
    Flip,
    /// They leave the board.
    Remove,
}

/// Taking what stands between.
#[derive(Clone, Debug)]
pub struct Flank {
    /// What happens to them.
    pub fate: CapturedFate,
    /// The shortest row that is taken.
    pub fewest: u8,
    /// The longest row that is taken.
    pub most: u8,
    /// One for each line, both ways.
    pub dirs: Vec<Offset>,
}

/// Taking by making a row, as in the games of mills.
#[derive(Clone, Debug)]
pub struct RowCapture {
    /// How many in a row.
    pub length: u8,
    /// Not more.
    pub exactly: bool,
    /// One for each line, one way.
    pub dirs: Vec<Offset>,
    /// One piece for each row that a move makes, not one for all of them together.
    pub each: bool,
    /// Pieces that stand in such a row are not taken while the enemy has others.
    pub rows_are_safe: bool,
    /// What a piece does that is put on the board into such a row.
    pub placed: PlacedRow,
}

/// What is done about rows that pieces make which are put on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlacedRow {
    /// They take as those do that moves make.
    Takes,
    /// They take nothing.
    Nothing,
    /// No piece may be put so.
    Never,
}

/// Taking what has no empty neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Surround {
    /// Whether one's own group may be left without an empty neighbour (and is then removed).
    pub suicide: bool,
    /// Whether no position may come again at all, instead of the last but one alone.
    pub superko: bool,
}

/// When pieces that were jumped over leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// At once: what stood behind them may be gone to next.
    AtOnce,
    /// When the piece goes on no more: until then they are in the way, and none may be jumped over twice.
    After,
}

/// What becomes of a piece that gets where it promotes by taking, and could take more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainPromotion {
    /// It promotes, and stops.
    Stops,
    /// It promotes, and goes on as what it has become.
    GoesOn,
    /// It goes on as what it was; it promotes where it stops.
    AtTheEnd,
}

/// Whether a piece goes on taking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum MultiCapture {
    Never,
    May,
    Must,
}

/// How a game ends.
#[derive(Clone, Debug)]
pub struct Ends {
    /// Pieces on regions.
    pub reach: Vec<Reach>,
    /// Rows.
    pub lines: Vec<Line>,
    /// Own pieces on every one of these points.
    pub fill: Option<Region>,
    /// For each side, the two groups of points to be connected.
    pub connect: Option<[[PointSet; 2]; 2]>,
    /// Chains of own pieces that touch so many regions.
    pub joins: Vec<Join>,
    /// Own pieces around a point.
    pub ring: bool,
    /// Own pieces on all points of such a figure, however it is turned: the offsets of its points.
    pub figures: Vec<Vec<Offset>>,
    /// All own pieces in one group.
    pub gather: bool,
    /// Too few of these left.
    pub eliminate: Vec<Eliminate>,
    /// Who has more.
    pub count: Option<Count>,
    /// What becomes of each side without a legal move, not in check.
    pub no_moves: [Verdict; 2],
    /// A full board ends the game.
    pub full: bool,
    /// Positions that come again.
    pub repetition: Repetition,
    /// How often a position must have stood there.
    pub times: u8,
    /// Turns of each side without progress.
    pub quiet_limit: Option<u16>,
    /// Turns of each side.
    pub move_limit: Option<u16>,
    /// Two passes one after the other are counted; otherwise they are a draw.
    pub passes_count: bool,
    /// All wins are losses.
    pub misere: bool,
    /// A piece wins by reaching a region only where the opponent cannot take it at once.
    pub reach_safe: bool,
    /// When the first side wins by reaching, the second has one more turn: if it gets there too, it is a draw.
    pub equal_turns: bool,
    /// A side wins that has given check with so many moves.
    pub checks: Option<u8>,
    /// Who has taken so many pieces wins.
    pub captured: Option<u8>,
    /// Who is to move while the royal pieces face each other along a line must end that, or pass: then the game ends, as a
    /// draw or by count.
    pub facing: Option<Verdict>,
}

impl Ends {
    /// Whether chains or figures win, other than two regions connected.
    pub fn has_figures(&self) -> bool {
        !self.joins.is_empty() || self.ring || !self.figures.is_empty()
    }
}

/// A chain of own pieces that touches several regions.
#[derive(Clone, Debug)]
pub struct Join {
    /// How many of them.
    pub any: u8,
    /// The regions, the same for both sides.
    pub regions: Vec<PointSet>,
}

/// A side wins that has such a piece there.
#[derive(Clone, Debug)]
pub struct Reach {
    /// Which pieces.
    pub kinds: KindSet,
    /// Where, for each side; empty for a side that cannot win so.
    pub on: Region,
}

/// A row of own pieces.
#[derive(Clone, Debug)]
pub struct Line {
    /// How many.
    pub length: u8,
    /// Not more.
    pub exactly: bool,
    /// One for each line, one way.
    pub dirs: Vec<Offset>,
    /// For whom it counts.
    pub sides: [bool; 2],
    /// What it means for who makes it.
    pub result: LineResult,
}

/// What a row means for who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum LineResult {
    Win,
    Loss,
    Forbidden,
}

/// A side loses that has fewer than so many of these.
#[derive(Clone, Debug)]
pub struct Eliminate {
    /// Which pieces, on the board and in hand.
    pub kinds: KindSet,
    /// How many are too few.
    pub fewer_than: u16,
    /// Whose; both unless the file says so.
    pub sides: [bool; 2],
}

/// How points are counted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Count {
    /// Empty regions that only one side touches count for it.
    pub area: bool,
    /// Only here, if not everywhere.
    pub on: Option<Region>,
    /// Points for the second side.
    pub komi: f64,
}

/// What becomes of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Verdict {
    Loss,
    Win,
    Draw,
    Count,
}

/// What becomes of a position that comes again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// Nothing.
    Nothing,
    /// A draw.
    Draw,
    /// What is counted decides.
    Count,
    /// Who brought it about loses.
    Loss,
    /// Who brought it about wins.
    Win,
    /// A side loses that gave check with every move since; if both did or neither, a draw.
    PerpetualCheckLoses,
    /// The same; but if both did or neither, this side loses.
    PerpetualCheckElse(Side),
    /// This side loses.
    LostBy(Side),
    /// It may not be brought about.
    Forbidden,
}
