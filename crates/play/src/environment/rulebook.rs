//! Games told in rule files, as learners see them.

use super::{Actions, Observed};
use wanqi_game::{Depict, Game, Side, Step};
use wanqi_games::rulebook::model::{Rules, Shape};
use wanqi_games::rulebook::{Move, Position, Rulebook};

/// Actions without a point: a pass, the taking over of the opening, and others.
const WORDS: usize = 3;
/// How a piece may go from one point to another beside just going: jumping, leaving a copy, both, taking one way or another.
const MODES: usize = 6;
/// Room behind the last for moves that nothing of this tells apart.
const SPARE: usize = 16;

/// How the numbers of a file's moves are laid out: words, pieces put on points, pieces that go.
struct Numbers {
    points: usize,
    /// Kinds that a piece put on a point may be told by, and none.
    put: usize,
    /// Whether pieces go.
    go: bool,
    /// What a piece may become, remaining what it is among it.
    promoted: usize,
    modes: usize,
}

impl Numbers {
    fn of(rules: &Rules) -> Numbers {
        let kinds = &rules.kinds;
        let moves = || kinds.iter().flat_map(|kind| &kind.moves);
        let promotions = kinds.iter().filter_map(|kind| Some(kind.promotes.as_ref()?.to.len()));
        let copies = moves().any(|rule| rule.copies);
        let takes_otherwise =
            moves().any(|rule| matches!(rule.shape, Shape::Jump { .. } | Shape::Approach { .. }));
        Numbers {
            points: rules.board.len(),
            put: if kinds.len() > 1 { 1 + kinds.len() } else { 1 },
            go: moves().next().is_some(),
            promoted: 1 + promotions.max().unwrap_or(0),
            modes: if copies || takes_otherwise { MODES } else { 1 },
        }
    }

    fn count(&self) -> usize {
        let going = if self.go { self.points * self.points * self.promoted * self.modes } else { 0 };
        WORDS + self.points * self.put + going + SPARE
    }
}

impl Actions for Rulebook {
    fn action_count(&self) -> usize {
        Numbers::of(self.rules()).count()
    }

    fn number(&self, position: &Position, mv: Move) -> usize {
        let rules = self.rules();
        let numbers = Numbers::of(rules);
        let steps = self.steps(position, mv);
        let (mut points, mut word) = (Vec::with_capacity(2), "");
        for step in &steps {
            match step {
                Step::Point(any) => points.push(usize::from(any[0])),
                Step::Choice { name, .. } => word = name,
            }
        }
        let kind =
            |letter: char| rules.kinds.iter().position(|kind| kind.letter.eq_ignore_ascii_case(&letter));
        match points[..] {
            [] => match word {
                "pass" => 0,
                "swap" => 1,
                _ => 2,
            },
            [to] => {
                let put = word.chars().next().and_then(kind).map_or(0, |kind| 1 + kind);
                WORDS + put.min(numbers.put - 1) * numbers.points + to
            }
            [from, to, ..] => {
                let (way, becomes) = word.split_once('=').unwrap_or((word, ""));
                let mover = self.piece_of(position.contents(numbers.points)[from]);
                let promoted = becomes.chars().next().and_then(kind).and_then(|kind| {
                    let into = &rules.kinds[usize::from(mover?.0)].promotes.as_ref()?.to;
                    into.iter().position(|&into| usize::from(into) == kind)
                });
                let mode = match way {
                    "" | "-" => 0,
                    "x" => 1,
                    "+" => 2,
                    "x+" => 3,
                    _ => 4,
                };
                let way =
                    promoted.map_or(0, |promoted| 1 + promoted) * numbers.modes + mode.min(numbers.modes - 1);
                let before = WORDS + numbers.points * numbers.put;
                before + (way * numbers.points + from) * numbers.points + to
            }
        }
    }

    fn tell_apart(&self, legal: &mut [(u32, Move)]) {
        let mut numbers: Vec<u32> = legal.iter().map(|&(number, _)| number).collect();
        numbers.sort_unstable();
        if numbers.windows(2).all(|pair| pair[0] != pair[1]) {
            return;
        }
        let last = self.action_count() as u32 - 1;
        let mut taken = std::collections::BTreeSet::new();
        for (number, _) in legal {
            // Those in the spare room at the end are the last to be taken, and a file would need 16 ways of one move to fill it.
            while !taken.insert(*number) {
                *number = if *number < last { *number + 1 } else { 0 };
            }
        }
    }
}

/// One plane a kind for either side and for nobody, hands, the step of a turn, and whose turn it is.
impl Observed for Rulebook {
    fn shape(&self) -> [usize; 3] {
        let rules = self.rules();
        let held = self.held_kinds().into_iter().filter(|&held| held).count();
        [3 * rules.kinds.len() + 2 * held + 2, rules.board.rows.into(), rules.board.columns.into()]
    }

    fn observe(&self, position: &Position, _: &mut Vec<u8>, out: &mut [f32]) {
        let rules = self.rules();
        let (kinds, columns) = (rules.kinds.len(), usize::from(rules.board.columns));
        let size = columns * usize::from(rules.board.rows);
        let side = self.side_to_move(position);
        out.fill(0.0);
        let contents = position.contents(rules.board.len());
        for (&(column, row), &content) in rules.board.places.iter().zip(contents) {
            if let Some((kind, owner)) = self.piece_of(content) {
                let owner = owner.map_or(2, |owner| usize::from(owner != side));
                // Of seeds the content of a pit is the number.
                let seen = if rules.sow.is_some() { content.into() } else { 1.0 };
                out[(owner * kinds + usize::from(kind)) * size
                    + usize::from(row) * columns
                    + usize::from(column)] = seen;
            }
        }
        let mut planes = out[3 * kinds * size..].chunks_exact_mut(size);
        let held = self.held_kinds();
        for whose in [side, side.opponent()] {
            for (kind, _) in held.iter().enumerate().filter(|&(_, &held)| held) {
                let plane = planes.next().expect("the shape has a plane for it");
                plane.fill(position.in_hand(whose, kind as u8).into());
            }
        }
        let step = position.step() + usize::from(position.goes_on());
        let first = f32::from(u8::from(side == Side::First));
        for (plane, value) in planes.zip([step as f32, first]) {
            plane.fill(value);
        }
    }
}
