//! Rules in English.

mod ends;
mod pieces;
mod turns;

use super::Section;
use super::places::{Place, Way, counts, kinds, owned, place, ways};
use crate::rulebook::board::Grid;
use crate::rulebook::model::{Fate, Kind, KindSet, MoveRule, Rules};
use crate::rulebook::points::PointSet;
use game::Side;

pub(super) fn sections(rules: &Rules) -> Vec<Section> {
    let words = English { rules };
    vec![
        Section { title: "Board", lines: words.board() },
        Section { title: "Pieces", lines: words.pieces() },
        Section { title: "Turns", lines: words.turns() },
        Section { title: "Taking", lines: words.taking() },
        Section { title: "The end", lines: words.ends() },
    ]
}

pub(super) fn move_in_words(rules: &Rules, kind: &Kind, rule: &MoveRule) -> String {
    English { rules }.rule(rule, kind)
}

pub(super) fn ways_in_words(dirs: &[super::super::board::Offset], grid: Grid) -> String {
    list(&ways(dirs, grid).into_iter().map(way).map(String::from).collect::<Vec<_>>(), "or")
}

struct English<'r> {
    rules: &'r Rules,
}

impl English<'_> {
    fn side(&self, side: Side) -> &str {
        &self.rules.sides[side.index()].name
    }

    fn board(&self) -> Vec<String> {
        let rules = self.rules;
        let board = &rules.board;
        let (columns, rows) = (usize::from(board.columns), usize::from(board.rows));
        let whole = board.len() == columns * rows;
        let what = match (board.grid, board.on_points) {
            (Grid::Hexes, _) => "hexagons",
            (Grid::Squares, true) => "points",
            (Grid::Squares, false) => "squares",
        };
        let size = match board.grid {
            Grid::Squares if whole => format!("{columns} x {rows} {what}"),
            _ => format!("{} {what}", board.len()),
        };
        let mut lines = vec![format!(
            "A board of {size}. {} begins, {} answers.",
            self.side(Side::First),
            self.side(Side::Second)
        )];
        for ground in &rules.grounds {
            let mut line = format!("{}: {}", capital(&ground.name), self.names(ground.points));
            for (set, word) in [
                (ground.weak, "Pieces are worth nothing there"),
                (ground.safe, "Pieces cannot be taken there"),
            ] {
                let sides: Vec<&str> = Side::BOTH
                    .into_iter()
                    .filter(|side| !set[side.index()].is_empty())
                    .map(|side| self.side(side))
                    .collect();
                if sides.is_empty() {
                    continue;
                }
                let own = set[0] == ground.of_side[0] && !set[0].is_empty();
                let enemy = set[0] == ground.of_side[1] && !set[0].is_empty();
                let whose = if own {
                    ", on their own side's"
                } else if enemy {
                    ", on the enemy's"
                } else {
                    ""
                };
                line += &format!(". {word}{whose}");
            }
            if ground.shore {
                line += ". Nothing is taken across its edge";
            }
            lines.push(line + ".");
        }
        let starts = Side::BOTH.map(|side| self.amounts(&counts(rules, side)));
        match &starts {
            [Some(first), Some(second)] if first == second => {
                lines.push(format!("Each side begins with {first}."))
            }
            _ => {
                for side in Side::BOTH {
                    if let Some(start) = &starts[side.index()] {
                        lines.push(format!("{} begins with {start}.", self.side(side)));
                    }
                }
                if starts == [None, None] && rules.start.is_empty() {
                    lines.push("The board is empty at the start.".into());
                }
            }
        }
        let hands = Side::BOTH.map(|side| {
            self.amounts(&rules.hands[side.index()].iter().map(|&count| count.into()).collect::<Vec<_>>())
        });
        match &hands {
            [Some(first), Some(second)] if first == second => {
                lines.push(format!("Each of the two sides holds {first} in hand."))
            }
            _ => {
                for side in Side::BOTH {
                    match (&hands[side.index()], &hands[side.opponent().index()]) {
                        (Some(hand), _) => lines.push(format!("{} holds {hand} in hand.", self.side(side))),
                        (None, Some(_)) => lines.push(format!("{} holds nothing in hand.", self.side(side))),
                        (None, None) => {}
                    }
                }
            }
        }
        lines
    }

    fn amounts(&self, counts: &[usize]) -> Option<String> {
        let kinds = counts.iter().zip(&self.rules.kinds).filter(|(count, _)| **count > 0);
        let words: Vec<String> = kinds
            .map(|(&count, kind)| match count {
                1 => a(&kind.name),
                _ => format!("{count} {}", plural(&kind.name)),
            })
            .collect();
        (!words.is_empty()).then(|| list(&words, "and"))
    }

    fn name(&self, id: usize) -> String {
        self.rules.kinds[id].name.clone()
    }

    fn kinds(&self, set: KindSet) -> String {
        let owned = owned(self.rules);
        if set & owned == owned {
            return "any piece".into();
        }
        let names = |set| {
            list(
                &kinds(set, self.rules).into_iter().map(|id| plural(&self.name(id))).collect::<Vec<_>>(),
                "and",
            )
        };
        let without = owned & !set;
        if without.count_ones() < set.count_ones() / 2 {
            return format!("all but {}", names(without));
        }
        names(set)
    }

    fn names(&self, set: PointSet) -> String {
        match set.len() {
            few if few <= 24 => {
                set.iter().map(|at| self.rules.board.names[at].as_str()).collect::<Vec<_>>().join(" ")
            }
            many => format!("{many} points"),
        }
    }

    /// A region as the first side has it.
    fn points(&self, set: PointSet) -> String {
        self.place(&place(set, self.rules), true)
    }

    /// A region by the names of those whose it is.
    fn points_named(&self, set: PointSet) -> String {
        self.place(&place(set, self.rules), false)
    }

    fn place(&self, place: &Place, own: bool) -> String {
        match place {
            Place::Everywhere => "any point".into(),
            Place::Nowhere => "no point".into(),
            Place::Ground(i) => format!("the {}", self.rules.grounds[*i].name),
            Place::GroundOf(i, side) => {
                let name = &self.rules.grounds[*i].name;
                match (own, side) {
                    (false, side) => format!("the {name} of {}", self.side(*side)),
                    (true, Side::First) => format!("its own {name}"),
                    (true, Side::Second) => format!("the enemy's {name}"),
                }
            }
            Place::Ranks(from, to) if from == to => format!("rank {from}"),
            Place::Ranks(from, to) => format!("ranks {from} to {to}"),
            Place::Files(from, to) if from == to => format!("file {from}"),
            Place::Files(from, to) => format!("files {from} to {to}"),
            Place::Rectangle(from, to) => format!("{from} to {to}"),
            Place::Edge => "the edge".into(),
            Place::Points(names) => names.join(" "),
            Place::Many(count) => format!("{count} points"),
            Place::AllBut(without) => format!("any point but {}", self.place(without, own)),
            Place::Both(one, other) => format!("{} and {}", self.place(one, own), self.place(other, own)),
        }
    }
}

fn fate(fate: Fate, one: bool) -> &'static str {
    match (fate, one) {
        (Fate::Flip, true) => "changes sides",
        (Fate::Flip, false) => "change sides",
        (Fate::Remove, true) => "is taken off",
        (Fate::Remove, false) => "are taken off",
    }
}

fn way(way: Way) -> &'static str {
    match way {
        Way::Any => "in any direction",
        Way::Straight => "along ranks and files",
        Way::Diagonal => "diagonally",
        Way::DiagonalForward => "diagonally forward",
        Way::DiagonalBackward => "diagonally backward",
        Way::Sideways => "sideways",
        Way::Forward => "straight forward",
        Way::Backward => "straight backward",
        Way::Right => "to the right",
        Way::Left => "to the left",
        Way::ForwardRight => "forward to the right",
        Way::ForwardLeft => "forward to the left",
        Way::BackwardRight => "backward to the right",
        Way::BackwardLeft => "backward to the left",
    }
}

fn list(words: &[String], and: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} {and} {last}", start.join(", ")),
    }
}

fn list_of(names: &[String], or: &str) -> String {
    list(&names.iter().map(|name| a(name)).collect::<Vec<_>>(), or)
}

fn a(name: &str) -> String {
    let vowel = name.starts_with(|c: char| "aeiouAEIOU".contains(c));
    format!("{} {name}", if vowel { "an" } else { "a" })
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn plural(name: &str) -> String {
    if let Some(start) = name.strip_suffix("man") {
        return format!("{start}men");
    }
    match name {
        "goose" => "geese".into(),
        "wolf" => "wolves".into(),
        _ if ["s", "x", "ch", "sh"].iter().any(|end| name.ends_with(end)) => format!("{name}es"),
        _ => format!("{name}s"),
    }
}
