//! What a side does in a turn, and how pieces are taken.

use super::{English, a, fate, list, way};
use crate::rulebook::explain::places::{kinds, ways};
use crate::rulebook::model::{Again, Beside, Pass, Place, Shape, Step};
use game::Side;

impl English<'_> {
    pub(super) fn turns(&self) -> Vec<String> {
        let turn = &self.rules.turn;
        let mut lines = vec![format!("In its turn a side {}.", self.steps(&turn.steps))];
        for (i, steps) in turn.opening.iter().enumerate() {
            lines.push(format!(
                "In turn {} of the game, {} {} instead.",
                i + 1,
                self.side(if i % 2 == 0 { Side::First } else { Side::Second }),
                self.steps(steps)
            ));
        }
        if turn.steps.iter().any(|step| matches!(step, Step::Act { places: true, .. })) {
            lines.push(format!("Where pieces are put: {}.", self.put(&self.rules.place)));
        }
        match turn.pass {
            Pass::Never => {}
            Pass::Stuck => lines.push("Who has no move passes.".to_string()),
            Pass::Always => lines.push("One may always pass.".to_string()),
        }
        if turn.swap {
            let [first, second] = Side::BOTH.map(|side| self.side(side));
            lines.push(format!(
                "Instead of its first turn {second} may take over the opening of {first} (pie rule)."
            ));
        }
        lines
    }

    pub(super) fn steps(&self, steps: &[Step]) -> String {
        let words: Vec<String> = steps.iter().map(|step| self.step(step)).collect();
        words.join(", then ")
    }

    pub(super) fn step(&self, step: &Step) -> String {
        match step {
            Step::Act { moves: true, places: false, .. } => "moves a piece".into(),
            Step::Act { moves: false, .. } => "puts a piece on the board".into(),
            Step::Act { places_first: true, .. } => {
                "puts a piece on the board as long as it holds any, and moves one afterwards".into()
            }
            Step::Act { .. } => "moves a piece or puts one on the board".into(),
            Step::Place(place) => format!("puts {}", self.put(place)),
            Step::Shoot { kind, dirs, most } => {
                let ways = ways(dirs, self.rules.board.grid).into_iter().map(way).map(String::from);
                let far =
                    if *most >= 20 { "any distance".to_string() } else { format!("up to {most} points") };
                format!(
                    "shoots with that piece: puts {} {far} from it {}",
                    a(&self.name((*kind).into())),
                    list(&ways.collect::<Vec<_>>(), "or")
                )
            }
            Step::Remove { whose, on, beside } => {
                let whose = match whose {
                    [true, false] => "one of its own pieces",
                    [false, _] => "an enemy piece",
                    [true, true] => "any piece",
                };
                let on = if on[0] == self.rules.board.all() {
                    String::new()
                } else {
                    format!(" from {}", self.points(on[0]))
                };
                format!("takes {whose} off the board{on}{}", self.beside(*beside))
            }
        }
    }

    pub(super) fn put(&self, place: &Place) -> String {
        let names: Vec<String> =
            kinds(place.kinds, self.rules).into_iter().map(|id| a(&self.name(id))).collect();
        let mut text = list(&names, "or");
        if place.from_hand {
            text += " from the hand";
        }
        text += &match place.on[0] == self.rules.board.all() {
            true => " on any empty point".to_string(),
            false => format!(" on an empty point of {}", self.points(place.on[0])),
        };
        text += &self.beside(place.beside);
        if place.falls {
            text += ", from where it falls to the lowest empty point of its column";
        }
        if place.must_take {
            text += ", only where it takes or flips something";
        }
        text
    }

    pub(super) fn beside(&self, beside: Beside) -> String {
        match beside {
            Beside::Whatever => "",
            Beside::Own => " next to an own piece",
            Beside::Enemy => " next to an enemy",
            Beside::AnyPiece => " next to any piece",
            Beside::Empty => " next to an empty point",
        }
        .to_string()
    }

    pub(super) fn taking(&self) -> Vec<String> {
        let capture = &self.rules.capture;
        let rules = || self.rules.kinds.iter().flat_map(|kind| &kind.moves);
        let mut lines = Vec::new();
        if rules().any(|rule| rule.captures) {
            lines.push("A piece that moves onto an enemy takes it.".to_string());
        }
        if let Some(flank) = &capture.flank {
            let row = match flank.most {
                1 => "An enemy".to_string(),
                most if most >= 20 => "Enemies in a row".to_string(),
                most => format!("Up to {most} enemies in a row"),
            };
            let fate = fate(flank.fate, flank.most == 1);
            lines.push(format!("{row} between the piece played and another of its side {fate}."));
        }
        if let Some(touch) = capture.touch {
            lines.push(format!("Enemies next to the piece played {}.", fate(touch, false)));
        }
        if let Some(surround) = capture.surround {
            lines.push("A group of pieces without an empty neighbour is taken off.".into());
            lines.push(match surround.suicide {
                true => {
                    "One may leave the own group without an empty neighbour, which is then taken off.".into()
                }
                false => "One may not leave the own group without an empty neighbour.".into(),
            });
            lines.push(match surround.superko {
                true => "No position may come again (superko).".into(),
                false => "The position before the last may not come again at once (ko).".into(),
            });
        }
        if capture.forced {
            lines.push(match capture.longest {
                true => "Who can take must, and as many as possible.".into(),
                false => "Who can take must.".into(),
            });
        }
        let straight = if capture.again_straight { " in the same direction" } else { "" };
        match capture.again {
            Again::Never => {}
            Again::May => lines.push(format!("After taking, the same piece may go on taking{straight}.")),
            Again::Must => {
                lines.push(format!("After taking, the same piece goes on taking{straight} if it can."))
            }
        }
        if capture.to_hand {
            lines.push("What is taken goes to the hand of the taker.".into());
        }
        if lines.is_empty() && !rules().any(|rule| matches!(rule.shape, Shape::Jump { takes: true, .. })) {
            lines.push("Nothing is ever taken.".into());
        }
        lines
    }
}
