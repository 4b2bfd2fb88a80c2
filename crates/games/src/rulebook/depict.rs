//! How a game told in a file looks.

use super::Rulebook;
use super::board::Grid;
use super::causes::Cause;
use super::compile::Tables;
use super::model::{CapturedFate, GroundLook, LineResult};
use super::notation::cased;
use super::points::PointSet;
use super::position::{Content, Move, MoveKind, NOWHERE, Position};
use super::slots::SlotTest;
use crate::results::{a_draw_by, checkmate, repetition, wins_by};
use ::wanqi_game::depict::{BoardStyle, Colours, Edge, HandPiece, Inscription, Point, SideLook, Terrain};
use ::wanqi_game::{Depict, Game, Layout, Message, Outcome, Piece, Scene, Side, Step, message};

impl Depict for Rulebook {
    fn layout(&self) -> Layout {
        let tables = &*self.tables;
        let board = &tables.rules.board;
        let style = match (board.grid, board.on_points) {
            (Grid::Hexes, _) => BoardStyle::Hexes,
            (Grid::Squares, true) => BoardStyle::Points,
            (Grid::Squares, false) => BoardStyle::Cells,
        };
        let point = |at: usize| {
            let (column, row) = board.places[at];
            Point { column, row, terrain: tables.terrain(at) }
        };
        let sides = [0, 1].map(|side| {
            let words = &tables.rules.sides[side];
            SideLook::new(&words.name, &words.name_zh, &words.colour)
        });
        let points = (0..board.len()).map(point).collect();
        let mut layout = Layout::new(style, points, sides, tables.colours());
        (layout.columns, layout.rows) = (board.columns, board.rows);
        if style == BoardStyle::Points {
            layout.lines = tables.strokes();
        }
        let texts = &tables.rules.draw.texts;
        let inscription =
            |(between, text): &([u16; 2], String)| Inscription { between: *between, text: text.clone() };
        layout.inscriptions = texts.iter().map(inscription).collect();
        let part = |at: usize, digits: bool| -> String {
            board.names[at].chars().filter(|c| c.is_ascii_digit() == digits).collect()
        };
        let first = |test: &dyn Fn((u8, u8)) -> bool| (0..board.len()).find(|&at| test(board.places[at]));
        layout.row_names = (0..board.rows)
            .map(|row| first(&|place| place.1 == row).map_or(String::new(), |at| part(at, true)))
            .collect();
        layout.column_names = match style {
            BoardStyle::Hexes => {
                let files: Vec<usize> = layout.points.iter().map(|point| layout.hex_file(point)).collect();
                let count = files.iter().max().map_or(0, |last| last + 1);
                let of = |file| files.iter().position(|&other| other == file);
                (0..count).map(|file| of(file).map_or(String::new(), |at| part(at, false))).collect()
            }
            BoardStyle::Cells | BoardStyle::Points => (0..board.columns)
                .map(|column| first(&|place| place.0 == column).map_or(String::new(), |at| part(at, false)))
                .collect(),
        };
        let goals = tables.rules.ends.connect.iter().flatten().zip(Side::BOTH);
        layout.edges = goals
            .flat_map(|(groups, side)| groups.iter().map(move |group| (side, group)))
            .map(|(side, group)| Edge { side, points: group.iter().map(|at| at as u16).collect() })
            .collect();
        layout
    }

    fn scene(&self, position: &Position) -> Scene {
        let tables = &*self.tables;
        let standing = (0..tables.points).filter(|&at| position.cells[at] != 0);
        let pieces = match &tables.pits {
            Some(pits) => standing.map(|at| pits.heap(at, position.cells[at])).collect(),
            None => standing.map(|at| tables.piece(at, position.cells[at])).collect(),
        };
        let alarmed = Side::BOTH.into_iter().filter(|&side| tables.in_check(position, side));
        let alarmed = alarmed.map(|side| position.royals[side.index()]).collect();
        let note = match (tables.lead(position), tables.rules.ends.count) {
            (Some(_), Some(count)) if !count.area && tables.pits.is_none() => {
                let [first, second] = Side::BOTH.map(|side| tables.named(side));
                let [own, other] = tables.points(position, &count);
                message!("note.points", "{first} {own}, {second} {other}", first, own, second, other)
            }
            _ => Message::default(),
        };
        Scene { pieces, alarmed, note, hands: tables.held(position), ..Scene::default() }
    }

    /// None where seeds are sown: a pit holds a number, which is no piece to put there.
    fn kinds(&self) -> Vec<Piece> {
        if self.tables.pits.is_some() {
            return Vec::new();
        }
        let contents = 1..self.tables.content_count();
        let mut kinds: Vec<Piece> =
            contents.map(|content| self.tables.piece(0, content as Content)).collect();
        kinds.sort_by_key(|piece| piece.side.index());
        kinds
    }

    fn steps(&self, position: &Position, mv: Move) -> Vec<Step> {
        let tables = &*self.tables;
        match mv.what {
            MoveKind::Pass if position.is_active() => {
                vec![choice("pass", message!("choice.stop-here", "Stop here"))]
            }
            MoveKind::Pass => vec![choice("pass", message!("choice.pass", "Pass"))],
            MoveKind::Swap => vec![choice("swap", message!("choice.swap-sides", "Swap sides"))],
            MoveKind::Place => {
                let mut steps = Vec::new();
                if tables.facts.places_kinds {
                    let letter = tables.letter(mv.becomes).to_string();
                    let name = &tables.rules.kinds[usize::from(tables.kind(mv.becomes))].name;
                    steps.push(choice(&letter, name.as_str()));
                }
                let mut points = vec![mv.to];
                if tables.places.iter().any(|place| place.rule.falls) {
                    // Any empty point of the file will do.
                    let file = tables.files[usize::from(mv.to)].iter();
                    points.extend(
                        file.filter(|&at| at != usize::from(mv.to) && position.cells[at] == 0)
                            .map(|at| at as u16),
                    );
                }
                steps.push(Step::Point(points));
                steps
            }
            MoveKind::Shoot | MoveKind::Remove | MoveKind::Sow => vec![Step::point(mv.to)],
            MoveKind::Castle => tables.castle_steps(position, mv),
            MoveKind::Go | MoveKind::Copy | MoveKind::Jump | MoveKind::CopyJump => {
                let mut steps = vec![Step::point(mv.from), Step::point(mv.to)];
                let from = usize::from(mv.from);
                let slots = tables.slots_of(position, from);
                let other = |slot: &super::slots::Slot| {
                    slot.to == mv.to
                        && slot.tells_apart()
                        && (slot.what(), slot.becomes()) != (mv.what, mv.becomes)
                };
                if slots.iter().any(other) {
                    let mut label = tables.rules.kinds[usize::from(tables.kind(mv.becomes))].name.clone();
                    match mv.what {
                        MoveKind::Jump | MoveKind::CopyJump => label += " (jump)",
                        MoveKind::Copy => label += " (new)",
                        _ => {}
                    }
                    let mut name = tables.suffix(position, mv);
                    if name.is_empty() {
                        name = "-".into();
                    }
                    steps.push(choice(&name, label));
                }
                steps
            }
        }
    }

    fn trace(&self, position: &Position, mv: Move) -> Vec<u16> {
        if mv.what == MoveKind::Sow {
            return vec![mv.from];
        }
        if let Some(path) = self.tables.chain_of(position, mv) {
            return path;
        }
        [mv.from, mv.to].into_iter().filter(|&at| at != NOWHERE).collect()
    }

    fn winning_points(&self, position: &Position) -> Vec<u16> {
        let tables = &*self.tables;
        let Some(Outcome::Win(_)) = position.outcome else { return Vec::new() };
        let side = position.side.opponent();
        let own = position.sets[side.index()];
        let in_line = |at: &usize| tables.in_line(position, side, *at);
        let rows: PointSet = own.iter().filter(in_line).collect();
        let there = || {
            let there =
                |&at: &usize| tables.is_there(position, side, at) || tables.is_filling(position, side, at);
            own.iter().filter(there).collect::<PointSet>()
        };
        let chain = || {
            let wins = |at: &usize| {
                tables.connects(position, side, *at)
                    || tables.facts.figures && tables.is_in_figure(position, side, *at)
            };
            own.iter().find(wins).map_or(PointSet::EMPTY, |at| tables.group(position, side, at, false))
        };
        let points = [rows].into_iter().chain(std::iter::once_with(there)).chain(std::iter::once_with(chain));
        let decided = points.into_iter().find(|points| !points.is_empty());
        decided.map_or(Vec::new(), |points| points.iter().map(|at| at as u16).collect())
    }

    fn describe_result(&self, line: &[Position]) -> Message {
        let tables = &*self.tables;
        let (Some(outcome), Some(position)) = (self.result(line), line.last()) else {
            return "The game goes on".into();
        };
        match (outcome, self.cause(line)) {
            (Outcome::Win(side), Some(cause)) => {
                wins_by(tables.named(side), tables.reason(position, cause, outcome))
            }
            (Outcome::Draw, Some(cause)) => a_draw_by(tables.reason(position, cause, outcome)),
            (Outcome::Win(side), None) => {
                message!("result.wins", "{winner} wins", winner = tables.named(side))
            }
            (Outcome::Draw, None) => message!("result.draw", "A draw"),
        }
    }
}

fn choice(name: &str, label: impl Into<Message>) -> Step {
    Step::Choice { name: name.into(), label: label.into() }
}

impl Tables {
    /// A side and what the file calls it.
    pub(super) fn named(&self, side: Side) -> (Side, &str) {
        (side, &self.rules.sides[side.index()].name)
    }

    /// The points touched by a move that is possible only as a chain of jumps.
    fn chain_of(&self, position: &Position, mv: Move) -> Option<Vec<u16>> {
        let from = usize::from(mv.from);
        let slots = self.slots((*position.cells.get(from)?).into(), from);
        let ground = self.ground(position);
        let mut makes = (0..slots.len()).filter(|&i| ground.test(slots, i, from) == Some(mv));
        let chain = makes.next().is_some_and(|i| slots[i].test == SlotTest::Chain);
        chain.then(|| self.chains.path(&position.cells, from, mv.to.into()))
    }

    /// The lines through points; none for the full grid of a whole board.
    fn strokes(&self) -> Vec<[u16; 2]> {
        let (board, draw) = (&self.rules.board, &self.rules.draw);
        let whole = board.len() == usize::from(board.columns) * usize::from(board.rows);
        if whole && board.links.is_none() && draw.lines.is_empty() && draw.gap.is_none() && !draw.no_grid {
            return Vec::new();
        }
        let place = |at: usize| (i32::from(board.places[at].0), i32::from(board.places[at].1));
        let inside = |at: usize| {
            let (column, row) = place(at);
            board.at(column - 1, row).is_some() && board.at(column + 1, row).is_some()
        };
        let in_gap = |one: usize, other: usize| {
            let rows = [board.places[one].1, board.places[other].1];
            draw.gap.is_some_and(|gap| rows == gap || rows == [gap[1], gap[0]])
                && inside(one)
                && inside(other)
        };
        let mut strokes = Vec::new();
        for at in (0..board.len()).filter(|_| !draw.no_grid) {
            let later = self.close[at].iter().filter(|&other| other > at && !in_gap(at, other));
            strokes.extend(later.map(|other| [at as u16, other as u16]));
        }
        strokes.extend(&draw.lines);
        strokes
    }

    /// The ground of a point; where several meet, the one named last.
    fn terrain(&self, at: usize) -> Terrain {
        if self.rules.draw.dots.has(at) {
            return Terrain::Star;
        }
        let ground = self.rules.grounds.iter().rev().find(|ground| ground.points.has(at));
        ground.map_or(Terrain::Plain, |ground| match ground.look {
            GroundLook::Water => Terrain::Water,
            GroundLook::Trap => Terrain::Trap,
            GroundLook::Den => Terrain::Den,
            GroundLook::Shade => Terrain::Shade,
        })
    }

    fn colours(&self) -> Colours {
        let rules = &self.rules;
        let flips = rules.capture.flank.as_ref().is_some_and(|flank| flank.fate == CapturedFate::Flip);
        let has_water = rules.grounds.iter().any(|ground| ground.look == GroundLook::Water);
        if rules.place.falls {
            Colours::Frame
        } else if self.pits.is_some() {
            Colours::Wood
        } else if flips || has_water && !rules.board.on_points {
            Colours::Cloth
        } else if rules.board.on_points {
            Colours::Wood
        } else if rules.board.grid == Grid::Hexes || self.points <= 9 || !rules.grounds.is_empty() {
            Colours::Paper
        } else {
            Colours::Chequered
        }
    }

    fn piece(&self, at: usize, content: Content) -> Piece {
        let (look, letter, label) = self.look(content);
        let side = Side::BOTH.get(self.owner(content)).copied().unwrap_or(Side::First);
        Piece::new(at as u16, side, look, letter).labelled(label)
    }

    /// The drawing of a piece, its letter and its label.
    fn look(&self, content: Content) -> (&str, char, &str) {
        let kind = &self.rules.kinds[usize::from(self.kind(content))];
        let look = if kind.look.is_empty() { "disc" } else { &kind.look };
        (look, self.letter(content), &kind.label[self.owner(content).min(1)])
    }

    fn held(&self, position: &Position) -> Vec<HandPiece> {
        let placed = self
            .places
            .iter()
            .fold(0, |all, place| all | if place.rule.from_hand { place.rule.kinds } else { 0 });
        let mut held = Vec::new();
        for side in Side::BOTH {
            for kind in 0..self.rules.kinds.len() as u8 {
                let count = position.in_hand(side, kind);
                if placed >> kind & 1 == 0 && count == 0 && self.pits.is_none() {
                    continue;
                }
                let (look, letter, label) = match self.pits {
                    Some(_) => ("disc", cased('S', side.index()), ""),
                    None => self.look(self.content(kind, side)),
                };
                let (look, label) = (look.into(), label.into());
                held.push(HandPiece {
                    side,
                    name: letter.to_string(),
                    count: count.into(),
                    look,
                    letter,
                    label,
                });
            }
        }
        held
    }

    fn in_line(&self, position: &Position, side: Side, at: usize) -> bool {
        let through = |result| self.line_through(&position.cells, side, at, result);
        through(LineResult::Win) || through(LineResult::Loss)
    }

    fn is_filling(&self, position: &Position, side: Side, at: usize) -> bool {
        self.has_filled(position, side) && self.rules.ends.fill.is_some_and(|fill| fill[side.index()].has(at))
    }

    fn is_there(&self, position: &Position, side: Side, at: usize) -> bool {
        let kind = self.kind(position.cells[at]);
        let there =
            |reach: &super::model::Reach| reach.kinds >> kind & 1 != 0 && reach.on[side.index()].has(at);
        self.rules.ends.reach.iter().any(there)
    }

    /// Why a game ended so.
    fn reason(&self, position: &Position, (cause, side): (Cause, Side), outcome: Outcome) -> Message {
        let won = outcome == Outcome::Win(side);
        match cause {
            Cause::Checkmate => checkmate(),
            Cause::NoMoves => {
                message!("reason.cannot-move", "as {side} cannot move", side = self.named(side))
            }
            Cause::QuietLimit | Cause::MoveLimit => message!("reason.move-limit", "by the limit of moves"),
            Cause::Repetition => repetition(),
            Cause::Passes => message!("reason.both-passed", "as both passed"),
            Cause::Line(_) if won => message!("reason.row", "with a row"),
            Cause::Line(_) => message!("reason.other-row", "as the other made a row"),
            Cause::Reach(_) => {
                let own = position.sets[side.index()];
                let at = own.iter().find(|&at| self.is_there(position, side, at));
                match at.map(|at| &self.rules.board.names[at]) {
                    Some(point) => message!("reason.reached", "by reaching {point}", point),
                    None => message!("reason.reached-goal", "by reaching its goal"),
                }
            }
            Cause::Fill => message!("reason.filled-goal", "by filling its goal"),
            Cause::Connect => message!("reason.chain", "with a chain"),
            Cause::Figure => message!("reason.figure", "with a chain or figure"),
            Cause::Gather => message!("reason.gathered", "with all pieces together"),
            Cause::RoyalTaken => message!("reason.royal-taken", "by taking the royal piece"),
            Cause::Checks => message!("reason.checks", "by giving check"),
            Cause::Captured => message!("reason.captured", "by taking so many pieces"),
            Cause::Facing => message!("reason.facing", "as the royal pieces faced each other"),
            Cause::Eliminate(_) => {
                message!("reason.too-few", "as {side} has too few pieces left", side = self.named(side))
            }
            Cause::Full if outcome == Outcome::Draw => message!("reason.full-board", "on a full board"),
            Cause::Full => message!("reason.count", "by count"),
        }
    }
}
