//! The pieces and how they go.

use super::{English, list, list_of, ways_in_words};
use crate::rulebook::board::{Grid, Offset};
use crate::rulebook::explain::places::{Place, leaps, owned, place};
use crate::rulebook::model::{Kind, MoveRule, Shape};

impl English<'_> {
    pub(super) fn pieces(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for kind in &self.rules.kinds {
            let mut line = format!("The {} ({})", kind.name, kind.letter);
            let moves: Vec<String> = kind.moves.iter().map(|rule| self.rule(rule, kind)).collect();
            line += &match moves.len() {
                0 if kind.neutral => " belongs to nobody and stays where it is".to_string(),
                0 => " stays where it is".to_string(),
                1 => format!(" goes {}", moves[0]),
                _ => format!(" goes {}", moves.join("; or ")),
            };
            line += ".";
            line += &self.limits(kind);
            lines.push(line);
        }
        lines
    }

    pub(super) fn limits(&self, kind: &Kind) -> String {
        let mut text = String::new();
        if kind.allowed[0] != self.rules.board.all() && !kind.moves.is_empty() {
            text += &match place(kind.allowed[0], self.rules) {
                Place::AllBut(without) => format!(" It never enters {}.", self.place(&without, true)),
                stays => format!(" It never leaves {}.", self.place(&stays, true)),
            };
        }
        if kind.royal {
            text += " It is royal: it may not be left under attack, and if it is attacked without a way out the game is lost.";
        }
        if let Some(promotion) = &kind.promotes {
            let to: Vec<String> = promotion.to.iter().map(|&to| self.name(to.into())).collect();
            let may = if promotion.may { "may become" } else { "becomes" };
            let from = if promotion.from { "by a move that begins or ends on" } else { "by a move to" };
            text += &format!(" It {may} {} {from} {}.", list_of(&to, "or"), self.points(promotion.on[0]));
        }
        if usize::from(kind.captured_as) < self.rules.kinds.len()
            && self.rules.capture.to_hand
            && self.rules.kinds[usize::from(kind.captured_as)].letter != kind.letter
        {
            text += &format!(" Taken, it comes to the hand as {}.", self.name(kind.captured_as.into()));
        }
        if kind.drop_on[0] != self.rules.board.all() {
            text += &format!(" It is put only on {}.", self.points(kind.drop_on[0]));
        }
        if kind.one_a_file {
            text += " It is not put on a file where its side has another.";
        }
        let owned = owned(self.rules);
        let captures = kind
            .moves
            .iter()
            .any(|rule| rule.captures || matches!(rule.shape, Shape::Jump { takes: true, .. }));
        if captures && kind.takes & owned != owned {
            text += &match kind.takes {
                0 => " It takes nothing.".to_string(),
                takes => format!(" It takes {}.", self.kinds(takes)),
            };
        }
        text
    }

    pub(super) fn rule(&self, rule: &MoveRule, kind: &Kind) -> String {
        let rules = self.rules;
        let grid = rules.board.grid;
        let ways = |dirs: &[Offset]| ways_in_words(dirs, grid);
        let mut text = match &rule.shape {
            Shape::Slide { dirs, least, most, screens } => {
                let over = match screens {
                    0 => String::new(),
                    1 => " over exactly one piece".to_string(),
                    n => format!(" over exactly {n} pieces"),
                };
                let far = match (*least, *most) {
                    (1, 1) => "one point ".to_string(),
                    (1, most) if most >= 20 => "any distance ".to_string(),
                    (1, most) => format!("up to {most} points "),
                    (least, most) if least == most => format!("exactly {least} points "),
                    (least, most) if most >= 20 => format!("{least} or more points "),
                    (least, most) => format!("{least} to {most} points "),
                };
                format!("{far}{}{over}", ways(dirs))
            }
            Shape::Leap { to, leg } if grid == Grid::Hexes => {
                format!(
                    "by a leap to one of {} cells{}",
                    to.len(),
                    if *leg { ", unless the way is blocked" } else { "" }
                )
            }
            Shape::Leap { to, leg } => {
                let leap = |(a, b, offsets, all): (u8, u8, Vec<Offset>, bool)| {
                    let leap = match (a, b) {
                        (1, 2) => "like a knight of chess (one point and two)".to_string(),
                        (0, b) => format!("by a leap of {b} points straight on"),
                        (a, b) if a == b => format!("by a leap of {a} points diagonally"),
                        (a, b) => format!("by a leap of {a} and {b} points"),
                    };
                    let forward = offsets.iter().all(|offset| offset.forward > 0);
                    let backward = offsets.iter().all(|offset| offset.forward < 0);
                    let some = match (all, forward, backward) {
                        (true, ..) => "",
                        (_, true, _) => ", forward only",
                        (_, _, true) => ", backward only",
                        _ => ", not everywhere",
                    };
                    leap + some
                };
                let words: Vec<String> = leaps(to).into_iter().map(leap).collect();
                list(&words, "or") + if *leg { ", unless a piece stands next to it on the way" } else { "" }
            }
            Shape::Jump { dirs, over, takes, flying, again } => {
                let whom = match over {
                    [false, _] => "an enemy",
                    [true, false] => "an own piece",
                    [true, true] => "a piece",
                };
                let how = if *flying {
                    "from any distance to any empty point behind"
                } else {
                    "to the empty point behind"
                };
                let taking = if *takes { ", taking it" } else { "" };
                let on =
                    if *again { ", and on from there in the same move, as often as it likes" } else { "" };
                format!("over {whom} {} {how}{taking}{on}", ways(dirs))
            }
            Shape::Cross { dirs, over } => {
                let ground = rules.grounds.get(usize::from(*over)).map_or("", |ground| ground.name.as_str());
                format!(
                    "{} across {ground} to the first point behind, if nothing stands in between",
                    ways(dirs)
                )
            }
            Shape::Line { dirs } => {
                format!(
                    "{} exactly as many points as there are pieces on that line, over own pieces but not over enemies",
                    ways(dirs)
                )
            }
        };
        let can_take = kind.takes != 0 || rule.takes.is_some();
        let jumps = matches!(rule.shape, Shape::Jump { .. });
        text += match (rule.moves, rule.captures && can_take) {
            _ if jumps => "",
            (true, true) => "",
            (true, false)
                if self.rules.kinds.iter().all(|kind| kind.moves.iter().all(|rule| !rule.captures)) =>
            {
                ""
            }
            (true, false) => ", without taking",
            (false, _) => ", only to take",
        };
        if let Some(takes) = rule.takes {
            text += &format!(" {}", self.kinds(takes));
        }
        if rule.copies {
            text += ", and stays where it was as well";
        }
        if rule.from[0] != rules.board.all() {
            text += &format!(" (from {})", self.points(rule.from[0]));
        }
        if rule.to[0] != rules.board.all() {
            text += &format!(" (to {})", self.points(rule.to[0]));
        }
        text
    }
}
