//! What cannot be right although each part of it is: pieces that never move, ends that never come about.

mod ends;

use super::super::model::{Kind, KindId, KindSet, MultiCapture, Rules, Shape, Step};
use super::keys::Problems;
use super::reachable::{Reachable, targets};
use std::ops::Range;
use wanqi_game::Side;

/// Where the file tells of what.
#[derive(Default)]
pub(super) struct Marks {
    /// The letters of the pieces.
    pub pieces: Vec<Range<usize>>,
    /// The values of `promotes`, by kind.
    pub promotes: Vec<Option<Range<usize>>>,
    /// The values of `[win]`, one for each of the ends read from them.
    pub reach: Vec<Range<usize>>,
    pub lines: Vec<Range<usize>>,
    pub eliminate: Vec<Range<usize>>,
    pub fill: Option<Range<usize>>,
    pub hand: Option<Range<usize>>,
    /// Kinds that a capital letter by itself gives to both sides' hands.
    pub both_hold: Vec<(KindId, Range<usize>)>,
    pub turn: Option<Range<usize>>,
    pub place: Option<Range<usize>>,
    pub capture: Option<Range<usize>>,
    pub win: Option<Range<usize>>,
}

/// Tells what is wrong with rules as a whole. `has` are the kinds that each side ever has.
pub(super) fn check(rules: &Rules, has: [KindSet; 2], marks: &Marks, problems: &mut Problems) {
    let check = Check { rules, has, marks, reachable: Reachable::of(rules) };
    check.turns(problems);
    check.hands(problems);
    check.pieces(problems);
    check.royals(problems);
    check.capture(problems);
    check.reach(problems);
    check.lines(problems);
    check.eliminate(problems);
    check.fill(problems);
    check.whole(problems);
}

struct Check<'c> {
    rules: &'c Rules,
    has: [KindSet; 2],
    marks: &'c Marks,
    reachable: Reachable,
}

impl Check<'_> {
    fn steps(&self) -> impl Iterator<Item = &Step> {
        self.rules.turn.steps.iter().chain(self.rules.turn.opening.iter().flatten())
    }

    fn moves(&self) -> bool {
        self.steps().any(|step| matches!(step, Step::Act { moves: true, .. }))
    }

    fn places(&self) -> bool {
        self.steps().any(|step| matches!(step, Step::Act { places: true, .. } | Step::Place(_)))
    }

    /// Whether anything can ever leave the board or change sides.
    fn takes(&self) -> bool {
        let capture = &self.rules.capture;
        let jumps = Shape::takes_aside;
        let by_moving = |kind: &Kind| {
            let takes = |rule: &super::super::model::MoveRule| {
                rule.captures && (kind.takes | kind.takes_weak) != 0 || jumps(&rule.shape)
            };
            kind.moves.iter().any(takes)
        };
        let side_captures = capture.flank.is_some() || capture.touch.is_some() || capture.surround.is_some();
        let removes = capture.row.is_some() || self.steps().any(|step| matches!(step, Step::Remove { .. }));
        side_captures || removes || self.rules.kinds.iter().any(by_moving)
    }

    fn turns(&self, problems: &mut Problems) {
        let rules = self.rules;
        let at = || self.marks.turn.clone().unwrap_or(0..0);
        let any_moves = rules.kinds.iter().any(|kind| !kind.moves.is_empty());
        if self.moves() && !any_moves {
            problems.error(
                "a side moves, but no piece has moves",
                at(),
                "tell how one goes: `moves = [{ step = \"any\" }]`",
            );
        }
        if any_moves && !self.moves() {
            problems.warning(
                "pieces have moves, but a turn is only placing",
                at(),
                "`does = \"move\"` or `\"move or place\"`",
            );
        }
        let held = rules.hands.iter().flatten().any(|&count| count > 0);
        if self.places() {
            if rules.place.kinds == 0 {
                problems.error(
                    "nothing can be put on the board",
                    at(),
                    "name a piece in `[place]`: `piece = \"S\"`",
                );
            }
        } else {
            if let (true, Some(at)) = (held, &self.marks.hand) {
                problems.error(
                    "what is in hand never comes onto the board",
                    at.clone(),
                    "in `[turn]`: `does = \"move or place\"` or `\"place then move\"`",
                );
            }
            if let Some(at) = &self.marks.place {
                problems.warning(
                    "`[place]` in a game without placing",
                    at.clone(),
                    "in `[turn]`: `does = \"place\"` or `\"move or place\"`",
                );
            }
            if rules.capture.to_hand {
                let at = self.marks.capture.clone().unwrap_or(0..0);
                problems.warning(
                    "what is taken to the hand never comes back",
                    at,
                    "in `[turn]`: `does = \"move or place\"`",
                );
            }
        }
        let capture = &rules.capture;
        let by_placing = capture.flank.is_some() || capture.touch.is_some() || capture.surround.is_some();
        if rules.place.must_take && !by_placing {
            let at = self.marks.place.clone().unwrap_or(0..0);
            problems.error(
                "nothing is ever taken by putting a piece",
                at,
                "`[capture]` needs `flank`, `touch` or `surround` for `must_take`",
            );
        }
    }

    /// Who gives a side's pieces to both hands, where the sides have different pieces, may have meant only one.
    fn hands(&self, problems: &mut Problems) {
        let rules = self.rules;
        let standing = Side::BOTH.map(|side| {
            let own = rules.start.iter().filter(|start| start.2 == Some(side));
            own.fold(0, |set: KindSet, start| set | 1 << start.1)
        });
        if standing[0] == standing[1] {
            return;
        }
        for &(kind, ref at) in &self.marks.both_hold {
            let stands = standing.map(|set| set >> kind & 1 != 0);
            if stands == [true; 2] {
                continue;
            }
            let what = &rules.kinds[usize::from(kind)];
            let [first, second] = [0, 1].map(|side| rules.sides[side].name.as_str());
            let count = rules.hands[0][usize::from(kind)];
            let (capital, small) = (what.letter, what.letter.to_ascii_lowercase());
            let help = match stands {
                [false, true] => format!("`{{ {small} = {count} }}` gives them to {second} alone"),
                _ => format!("`{{ {capital} = {count}, {small} = 0 }}` gives them to {first} alone"),
            };
            let help =
                format!("{help}; `{{ {capital} = {count}, {small} = {count} }}` says that both are meant");
            problems.warning(
                format!(
                    "{first} and {second} each hold {count} of {}: a capital letter alone is for both sides",
                    what.name
                ),
                at.clone(),
                help,
            );
        }
    }

    fn pieces(&self, problems: &mut Problems) {
        let rules = self.rules;
        for (id, kind) in rules.kinds.iter().enumerate() {
            let at = self.marks.pieces.get(id).cloned().unwrap_or(0..0);
            let [first, second] = self.reachable.points[id];
            let appears = !first.or(second).is_empty() || (self.has[0] | self.has[1]) >> id & 1 != 0;
            if !appears {
                problems.warning(
                    format!("the {} never appears", kind.name),
                    at,
                    "draw it on the board, let it be put or promoted to, or leave it out",
                );
                continue;
            }
            let misplaced = rules.start.iter().find(|&&(point, other, side)| {
                usize::from(other) == id
                    && side.is_some_and(|side| !kind.allowed_anywhere[side.index()].has(point))
            });
            if let Some(&(point, _, _)) = misplaced {
                problems.warning(
                    format!("a {} starts on {}, where it may not stand", kind.name, rules.board.names[point]),
                    at.clone(),
                    "look at `never_on`",
                );
            }
            let goes = |side: Side| {
                let from = self.reachable.points[id][side.index()];
                from.iter().any(|at| {
                    kind.moves.iter().any(|rule| !targets(id as u8, side, at, rule, rules).is_empty())
                })
            };
            if self.moves() && !kind.moves.is_empty() && !kind.neutral && !Side::BOTH.into_iter().any(goes) {
                problems.warning(
                    format!("the {} can never move", kind.name),
                    at.clone(),
                    "none of its moves stays on the board and where it may stand",
                );
            }
            if let (Some(promotion), Some(at)) =
                (&kind.promotes, self.marks.promotes.get(id).cloned().flatten())
            {
                let comes = |side: Side| {
                    let from = self.reachable.points[id][side.index()];
                    let to = |at| {
                        kind.moves.iter().any(|rule| {
                            let to = targets(id as u8, side, at, rule, rules);
                            let on = promotion.on[side.index()];
                            !to.and(on).is_empty() || promotion.from && on.has(at) && !to.is_empty()
                        })
                    };
                    from.iter().any(to)
                };
                if !Side::BOTH.into_iter().any(comes) {
                    problems.warning(
                        format!("no {} ever comes to where it is promoted", kind.name),
                        at.clone(),
                        "look at its moves and at `on`",
                    );
                }
                if promotion.to.iter().any(|&to| rules.kinds[usize::from(to)].royal) {
                    problems.error(
                        "a piece cannot become royal",
                        at.clone(),
                        "leave the royal piece out of `to`",
                    );
                }
                if promotion.to.iter().any(|&to| rules.kinds[usize::from(to)].neutral != kind.neutral) {
                    problems.error(
                        "a piece cannot become nobody's",
                        at,
                        "leave the neutral piece out of `to`",
                    );
                }
            }
        }
    }

    fn royals(&self, problems: &mut Problems) {
        let rules = self.rules;
        for (id, kind) in rules.kinds.iter().enumerate() {
            let mut few = kind.moves.iter().filter_map(|rule| rule.at_most);
            let Some(first) = few.next() else { continue };
            let at = self.marks.pieces.get(id).cloned().unwrap_or(0..0);
            if few.any(|other| other != first) {
                problems.error("`at_most` of a piece is one number", at, "use the same for all of its moves");
            } else if rules.kinds.iter().any(|kind| kind.royal) {
                problems.error(
                    "`at_most` in a game with a royal piece",
                    at,
                    "leave out `royal`, and say `eliminate` under `[win]`",
                );
            }
        }
        let turn = &rules.turn;
        let several = turn.steps.len() > 1 || !turn.opening.is_empty();
        let key = if rules.capture.row.is_some() { "row" } else { "more" };
        let at_will = rules.capture.row.is_some() || rules.capture.more > 0;
        if let (true, Some(at)) = (at_will && several, self.marks.turn.clone()) {
            problems.error(
                format!("`{key}` in a game whose turns have several steps"),
                at,
                "a piece is taken off in the same turn: leave out the other steps",
            );
        }
        let royal = |id: usize| rules.kinds[id].royal;
        let first_royal = (0..rules.kinds.len()).find(|&id| royal(id));
        let Some(id) = first_royal else { return };
        let at = self.marks.pieces.get(id).cloned().unwrap_or(0..0);
        let on_board = |side: Side| {
            rules
                .start
                .iter()
                .filter(|&&(_, kind, whose)| royal(usize::from(kind)) && whose == Some(side))
                .count()
        };
        let counts = Side::BOTH.map(on_board);
        for side in Side::BOTH {
            if counts[side.index()] > 1 {
                problems.error(
                    format!("{} has {} royal pieces", rules.sides[side.index()].name, counts[side.index()]),
                    at.clone(),
                    "a side has at most one; for several, leave out `royal` and say `eliminate` in `[win]`",
                );
            }
        }
        let held =
            rules.hands.iter().any(|hand| hand.iter().enumerate().any(|(id, &count)| count > 0 && royal(id)));
        let placed = self.places()
            && rules.place.kinds
                & (0..rules.kinds.len()).filter(|&id| royal(id)).fold(0, |set, id| set | 1 << id)
                != 0;
        if held || placed {
            problems.error(
                "a royal piece cannot be put on the board",
                at,
                "it is drawn on the board from the start; leave it out of `hand` and `piece`",
            );
        } else if counts == [0, 0] {
            problems.error("the royal piece is not on the board", at, "draw it on the board");
        } else if let Some(side) = counts.iter().position(|&count| count == 0)
            && !rules.ends.eliminate.iter().any(|rule| rule.sides[side])
        {
            problems.warning(
                format!("{} has no royal piece", rules.sides[side].name),
                at,
                "it cannot be mated",
            );
        }
    }

    fn capture(&self, problems: &mut Problems) {
        let capture = &self.rules.capture;
        let Some(at) = self.marks.capture.clone() else { return };
        let passing = self.rules.kinds.iter().flat_map(|kind| &kind.moves).any(|rule| rule.passing);
        if passing && capture.again != MultiCapture::Never {
            problems.error(
                "`again` in a game in which pieces are taken where they passed",
                at.clone(),
                "leave out `again`, or `passing` in the moves",
            );
        }
        if (capture.forced || capture.again != MultiCapture::Never) && !self.takes() {
            let mut shapes = self.rules.kinds.iter().flat_map(|kind| &kind.moves).map(|rule| &rule.shape);
            let help = match shapes.any(|shape| matches!(shape, Shape::Jump { .. })) {
                true => "jumps that take nothing go on with `again = true` in the move itself",
                false => "no piece takes: look at `only`, `takes` and `onto`",
            };
            problems.warning("nothing is ever taken", at, help);
        }
    }
}
