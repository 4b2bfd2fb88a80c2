//! Rules in English.

use super::super::board::Grid;
use super::super::model::{
    Again, Beside, Fate, Kind, KindSet, LineResult, MoveRule, Pass, Repetition, Rules, Shape, Step, Verdict,
};
use super::super::points::PointSet;
use super::Section;
use super::places::{Place, Way, counts, kinds, leaps, owned, place, ways};
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

    fn pieces(&self) -> Vec<String> {
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

    fn limits(&self, kind: &Kind) -> String {
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

    fn rule(&self, rule: &MoveRule, kind: &Kind) -> String {
        let rules = self.rules;
        let grid = rules.board.grid;
        let ways = |dirs: &[super::super::board::Offset]| ways_in_words(dirs, grid);
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
                let leap = |(a, b, offsets, all): (u8, u8, Vec<super::super::board::Offset>, bool)| {
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

    fn turns(&self) -> Vec<String> {
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

    fn steps(&self, steps: &[Step]) -> String {
        let words: Vec<String> = steps.iter().map(|step| self.step(step)).collect();
        words.join(", then ")
    }

    fn step(&self, step: &Step) -> String {
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

    fn put(&self, place: &super::super::model::Place) -> String {
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

    fn beside(&self, beside: Beside) -> String {
        match beside {
            Beside::Whatever => "",
            Beside::Own => " next to an own piece",
            Beside::Enemy => " next to an enemy",
            Beside::AnyPiece => " next to any piece",
            Beside::Empty => " next to an empty point",
        }
        .to_string()
    }

    fn taking(&self) -> Vec<String> {
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

    fn ends(&self) -> Vec<String> {
        let ends = &self.rules.ends;
        let (wins, loses) = if ends.misere { ("loses", "wins") } else { ("wins", "loses") };
        let mut lines = Vec::new();
        for reach in &ends.reach {
            for side in Side::BOTH {
                let on = reach.on[side.index()];
                if on.is_empty() {
                    continue;
                }
                let who = if reach.kinds == owned(self.rules) {
                    "a piece".to_string()
                } else {
                    list(
                        &kinds(reach.kinds, self.rules)
                            .into_iter()
                            .map(|id| a(&self.name(id)))
                            .collect::<Vec<_>>(),
                        "or",
                    )
                };
                lines.push(format!("{} {wins} with {who} on {}.", self.side(side), self.points_named(on)));
            }
        }
        for line in &ends.lines {
            let who = match line.sides {
                [true, true] => "Who has",
                [true, false] => &format!("{} with", self.side(Side::First)),
                [false, _] => &format!("{} with", self.side(Side::Second)),
            };
            let more = if line.exactly { "exactly " } else { "" };
            let or_more = if line.exactly { "" } else { " or more" };
            let what = match line.result {
                LineResult::Win => wins,
                LineResult::Loss => loses,
                LineResult::Forbidden => "makes a forbidden move, which is not allowed",
            };
            let group = ways(
                &line
                    .dirs
                    .iter()
                    .flat_map(|&dir| [dir, super::super::board::Offset::new(-dir.right, -dir.forward)])
                    .collect::<Vec<_>>(),
                self.rules.board.grid,
            );
            let along = if group == [Way::Any] {
                String::new()
            } else {
                format!(
                    " ({})",
                    list(&group.into_iter().map(way).map(String::from).collect::<Vec<_>>(), "or")
                )
            };
            lines.push(format!("{who} {more}{}{or_more} in a row{along} {what}.", line.length));
        }
        if let Some(fill) = &ends.fill {
            for side in Side::BOTH {
                lines.push(format!(
                    "{} {wins} with a piece on every point of {}.",
                    self.side(side),
                    self.points_named(fill[side.index()])
                ));
            }
        }
        if let Some(goals) = &ends.connect {
            for side in Side::BOTH {
                let [from, to] = goals[side.index()];
                lines.push(format!(
                    "{} {wins} with a chain of pieces from {} to {}.",
                    self.side(side),
                    self.points_named(from),
                    self.points_named(to)
                ));
            }
        }
        if ends.gather {
            lines.push(format!("Who has all pieces in one group {wins}."));
        }
        for rule in &ends.eliminate {
            let who = match rule.sides {
                [true, true] => "A side",
                [true, false] => self.side(Side::First),
                [false, _] => self.side(Side::Second),
            };
            let what = if rule.kinds == owned(self.rules) {
                "pieces".to_string()
            } else {
                list(
                    &kinds(rule.kinds, self.rules)
                        .into_iter()
                        .map(|id| plural(&self.name(id)))
                        .collect::<Vec<_>>(),
                    "and",
                )
            };
            lines.push(match rule.fewer_than {
                1 => format!("{who} {loses} when no {what} are left."),
                few => format!("{who} {loses} when fewer than {few} {what} are left."),
            });
        }
        if let Some(count) = ends.count {
            let what = if count.area {
                "points, pieces and the empty regions that only they touch together,"
            } else {
                "pieces"
            };
            let komi = if count.komi == 0.0 {
                String::new()
            } else {
                format!(", {} having {} points to begin with", self.side(Side::Second), count.komi)
            };
            let on = match count.on {
                None => String::new(),
                Some(on) => format!(
                    " there ({} on {}, {} on {})",
                    self.side(Side::First),
                    self.points_named(on[0]),
                    self.side(Side::Second),
                    self.points_named(on[1])
                ),
            };
            lines
                .push(format!("Where the game ends without a winner, who has more {what}{on} {wins}{komi}."));
        }
        let royal = self.rules.kinds.iter().any(|kind| kind.royal);
        let stuck = |verdict: Verdict| match verdict {
            Verdict::Loss => loses,
            Verdict::Win => wins,
            Verdict::Draw => "makes it a draw",
            Verdict::Count => "ends the game, and it is counted",
        };
        let mated = |verdict: Verdict| match royal && verdict != Verdict::Loss {
            true => format!("; if its royal piece is attacked, it {loses}"),
            false => String::new(),
        };
        let [first, second] = ends.no_moves;
        if first == second {
            lines.push(format!("Who has no legal move {}{}.", stuck(first), mated(first)));
        } else {
            for (side, verdict) in Side::BOTH.into_iter().zip(ends.no_moves) {
                let name = self.side(side);
                lines.push(format!("{name}, without a legal move, {}{}.", stuck(verdict), mated(verdict)));
            }
        }
        let counted = if ends.count.is_some() { "it is counted" } else { "it is a draw" };
        if ends.full {
            lines.push(format!("When the board is full, {counted}."));
        }
        let times = match ends.times {
            2 => "the second time".to_string(),
            3 => "the third time".to_string(),
            n => format!("the {n}th time"),
        };
        match ends.repetition {
            Repetition::Nothing => {}
            Repetition::Draw => lines.push(format!("A position that stands there for {times} is a draw.")),
            Repetition::Loss => lines.push(format!("Who brings a position about for {times} {loses}.")),
            Repetition::Win => lines.push(format!("Who brings a position about for {times} {wins}.")),
            Repetition::PerpetualCheckLoses => lines.push(format!("A position that stands there for {times} is a draw, unless one side gave check with every move: that side {loses}.")),
            Repetition::Forbidden => lines.push(format!("A position may not be brought about for {times}.")),
        }
        if let Some(limit) = ends.quiet_limit {
            lines.push(format!("After {limit} turns of each side without progress (nothing taken, put or promoted, and no move of a piece that only goes forward) {counted}."));
        }
        if let Some(limit) = ends.move_limit {
            lines.push(format!("After {limit} turns of each side {counted}."));
        }
        if self.rules.turn.pass != Pass::Never {
            let how = if ends.passes_count { "it is counted" } else { "it is a draw" };
            lines.push(format!("Two passes one after the other end the game: {how}."));
        }
        lines
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
