//! Rules in English.

mod grammar;

use super::Words;
use super::facts::{Fact, Far, Leaps, Limit, Qualifier, Toward, Who, Whose, leaps, qualifiers};
use super::named_regions::{Kinds, NamedDirections, NamedRegion, kinds, kinds_of, listed, place, ways};
use super::sowing;
use crate::rulebook::board::{Grid, Offset};
use crate::rulebook::model::{
    AdjacentTo, CapturedFate, Count, Kind, KindSet, LineResult, MoveRule, PlacedRow, Placement, Repetition,
    Rules, Shape, Step, Verdict,
};
use crate::rulebook::points::PointSet;
use grammar::{a, capital, list, list_of, plural};
use wanqi_game::Side;

pub(super) struct English<'r> {
    pub rules: &'r Rules,
}

impl Words for English<'_> {
    const TITLES: [&'static str; 5] = ["Board", "Pieces", "Turns", "Taking", "The end"];

    fn say(&self, fact: &Fact) -> String {
        let rules = self.rules;
        let ends = &rules.ends;
        let (wins, loses) = if ends.misere { ("loses", "wins") } else { ("wins", "loses") };
        let counted = if ends.count.is_some() { "it is counted" } else { "it is a draw" };
        match *fact {
            Fact::Board => {
                let [first, second] = Side::BOTH.map(|side| self.side(side));
                format!(
                    "A board of {}. {first} {}, {second} {}.",
                    self.size(),
                    self.agrees(Side::First, "begins"),
                    self.agrees(Side::Second, "answers")
                )
            }
            Fact::Sows(sows) => {
                rules.sow.as_ref().map_or_else(String::new, |sow| sowing::english(sows, sow, rules, wins))
            }
            Fact::Ground(ground, effects) => {
                let points = self.place(&listed(ground.points, rules), true);
                let mut line = format!("{}: {points}", capital(&ground.name));
                let [weak, safe, hostile] = effects;
                let on = |whose: Whose| match whose {
                    Whose::Own => "on their own side's",
                    Whose::Enemys => "on the enemy's",
                    Whose::Any => "there",
                };
                line += &weak.map_or(String::new(), |whose| format!(". Pieces {} have no strength", on(whose)));
                line += &safe.map_or(String::new(), |whose| format!(". Pieces {} cannot be taken", on(whose)));
                line += match hostile {
                    None => "",
                    Some(Whose::Any) => ". Empty, it is as an enemy to pieces beside it",
                    Some(Whose::Own) => ". Empty, it is as an enemy to pieces of its own side beside it",
                    Some(Whose::Enemys) => ". Empty, it is as an enemy to pieces of the other side beside it",
                };
                line + if ground.shore { ". Nothing is taken across its edge." } else { "." }
            }
            Fact::Begins(Who::Each, ref amounts) => {
                format!("Each side begins with {}.", self.amounts(amounts))
            }
            Fact::Begins(Who::One(side), ref amounts) => {
                let begins = self.agrees(side, "begins");
                format!("{} {begins} with {}.", self.side(side), self.amounts(amounts))
            }
            Fact::EmptyAtStart => "The board is empty at the start.".into(),
            Fact::Holds(Who::Each, ref amounts) => {
                format!("Each of the two sides holds {} in hand.", self.amounts(amounts))
            }
            Fact::Holds(Who::One(side), ref amounts) => {
                let holds = self.agrees(side, "holds");
                format!("{} {holds} {} in hand.", self.side(side), self.amounts(amounts))
            }
            Fact::HoldsNothing(side) => {
                format!("{} {} nothing in hand.", self.side(side), self.agrees(side, "holds"))
            }

            Fact::Piece(kind, ref limits) => {
                let moves: Vec<String> = kind.moves.iter().map(|rule| self.rule(rule, kind)).collect();
                let goes = match moves.len() {
                    0 if kind.neutral => "belongs to nobody and stays where it is".to_string(),
                    0 => "stays where it is".to_string(),
                    _ => format!("goes {}", moves.join("; or ")),
                };
                let limits: String = limits.iter().map(|limit| format!(" {}", self.limit(limit))).collect();
                format!("The {} ({}) {goes}.{limits}", kind.name, kind.letter)
            }

            Fact::Turn(steps) => format!("In its turn a side {}.", self.steps(steps)),
            Fact::Opening(turn, side, steps) => {
                format!("In turn {turn} of the game, {} {} instead.", self.side(side), self.steps(steps))
            }
            Fact::Placement(put) => format!("Where pieces are put: {}.", self.put(put)),
            Fact::PassIfStuck => "Who has no move passes.".into(),
            Fact::PassAlways => "One may always pass.".into(),
            Fact::Swap => {
                let [first, second] = Side::BOTH.map(|side| self.side(side));
                format!("Instead of its first turn {second} may take over the opening of {first} (pie rule).")
            }

            Fact::NoCheck => "No move may attack the royal piece of the opponent.".into(),

            Fact::TakesByMoving => "A piece that moves onto an enemy takes it.".into(),
            Fact::Flank(flank) => {
                let row = match Far::of(flank.fewest, flank.most) {
                    Far::One => "An enemy".to_string(),
                    Far::UpTo(most) => format!("Up to {most} enemies in a row"),
                    Far::Exactly(count) => format!("Exactly {count} enemies in a row"),
                    Far::AtLeast(least) => format!("{least} or more enemies in a row"),
                    Far::Between(least, most) => format!("{least} to {most} enemies in a row"),
                    Far::Any => "Enemies in a row".to_string(),
                };
                let fate = fate(flank.fate, flank.most == 1);
                format!("{row} between the piece played and another of its side {fate}.")
            }
            Fact::Touch(touch) => format!("Enemies next to the piece played {}.", fate(touch, false)),
            Fact::Surrounded => "A group of pieces without an empty neighbour is taken off.".into(),
            Fact::Suicide(true) => {
                "One may leave the own group without an empty neighbour, which is then taken off.".into()
            }
            Fact::Suicide(false) => "One may not leave the own group without an empty neighbour.".into(),
            Fact::Superko(true) => "No position may come again (superko).".into(),
            Fact::Superko(false) => "The position before the last may not come again at once (ko).".into(),
            Fact::MustTake { most: true } => "Who can take must, and as many as possible.".into(),
            Fact::MustTake { most: false } => "Who can take must.".into(),
            Fact::GoesOnTaking { must, straight } => {
                let straight = if straight { " in the same direction" } else { "" };
                match must {
                    true => format!("After taking, the same piece goes on taking{straight} if it can."),
                    false => format!("After taking, the same piece may go on taking{straight}."),
                }
            }
            Fact::RemovedAfter => {
                "What has been jumped over leaves the board when the piece goes on no more; until then it stands in the way, and \
                 none is jumped over twice."
                    .into()
            }
            Fact::PromotedGoesOn => "A piece that promotes by taking goes on as what it has become.".into(),
            Fact::PromotesAtTheEnd => {
                "A piece that can go on taking from where it would promote goes on as it is, and promotes where it stops if it \
                 may there."
                    .into()
            }
            Fact::GoesOnTurning => {
                "It goes on only in another direction than just before, and to no point where it has been in that turn."
                    .into()
            }
            Fact::TakenToHand => "What is taken goes to the hand of the taker.".into(),
            Fact::Row(row) => {
                let many = match row.exactly {
                    true => format!("exactly {}", row.length),
                    false => format!("{} or more", row.length),
                };
                let ways: Vec<Offset> =
                    row.dirs.iter().flat_map(|dir| [*dir, Offset::new(-dir.right, -dir.forward)]).collect();
                let ways = match ways_in_words(&ways, rules.board.grid).as_str() {
                    "in any direction" if rules.board.links.is_some() => " along a line".to_string(),
                    "in any direction" => String::new(),
                    ways => format!(" {ways}"),
                };
                let each = if row.each { ", one for each row" } else { "" };
                let safe = match row.rows_are_safe {
                    true => ", but none that stands in such a row while there are others",
                    false => "",
                };
                let does = match row.placed {
                    PlacedRow::Takes => "Who makes",
                    PlacedRow::Nothing | PlacedRow::Never => "Who moves into",
                };
                let never = match row.placed {
                    PlacedRow::Never => " No piece is put on the board into such a row.",
                    PlacedRow::Takes | PlacedRow::Nothing => "",
                };
                format!(
                    "{does} a row of {many} own pieces{ways} takes an enemy piece off the board{each}{safe}.{never}"
                )
            }
            Fact::More(1) => "Who takes takes another enemy piece at will off the board as well.".into(),
            Fact::More(more) => {
                format!("Who takes takes {more} more enemy pieces at will off the board as well.")
            }
            Fact::Blast(these) => {
                let what = kinds(these, rules).into_iter().map(|id| plural(self.name(id)));
                let what = list(&what.collect::<Vec<_>>(), "and");
                format!("A piece that takes leaves the board with what it takes, and all {what} next to it go too.")
            }
            Fact::NothingTaken => "Nothing is ever taken.".into(),

            Fact::Reach(side, these, on) => {
                let who =
                    these.map_or("a piece".into(), |these| list_of(&self.names(kinds(these, rules)), "or"));
                let wins = self.agrees(side, wins);
                format!("{} {wins} with {who} on {}.", self.side(side), self.points_named(on))
            }
            Fact::ReachSafe => "That counts only where the opponent cannot take the piece at once, or has not done so.".into(),
            Fact::EqualTurns => {
                let [first, second] = Side::BOTH.map(|side| self.side(side));
                format!("When {first} gets there, {second} has one more turn if it can get there too: then it is a draw.")
            }
            Fact::Checks(1) => format!("Who gives check {wins}."),
            Fact::Checks(checks) => format!("Who has given check with {checks} moves {wins}."),
            Fact::Captured(captured) => format!("Who has taken {captured} pieces or more {wins}."),
            Fact::Facing(verdict) => {
                let how = if verdict == Verdict::Count { "it is counted" } else { "it is a draw" };
                format!(
                    "Who is to move while the royal pieces face each other, straight and with nothing between them, must put \
                     an end to that, or pass: then the game is over, and {how}."
                )
            }
            Fact::Line(who, line, ref along) => {
                let who = match who {
                    Who::Each => "Who has".into(),
                    Who::One(side) => format!("{} with", self.side(side)),
                };
                let many = match line.exactly {
                    true => format!("exactly {}", line.length),
                    false => format!("{} or more", line.length),
                };
                let along = if along.is_empty() { String::new() } else { format!(" ({})", in_words(along)) };
                let what = match line.result {
                    LineResult::Win => wins,
                    LineResult::Loss => loses,
                    LineResult::Forbidden => "makes a forbidden move, which is not allowed",
                };
                format!("{who} {many} in a row{along} {what}.")
            }
            Fact::Fill(side, on) => {
                format!(
                    "{} {} with a piece on every point of {}.",
                    self.side(side),
                    self.agrees(side, wins),
                    self.points_named(on)
                )
            }
            Fact::Connect(side, goals) => {
                let [from, to] = goals.map(|goal| self.points_named(goal));
                let wins = self.agrees(side, wins);
                format!("{} {wins} with a chain of pieces from {from} to {to}.", self.side(side))
            }
            Fact::Join(join) => {
                let regions: Vec<String> =
                    join.regions.iter().map(|&region| self.points_named(region)).collect();
                let which = match usize::from(join.any) == regions.len() {
                    true => "all of these regions".to_string(),
                    false => format!("{} or more of these regions", join.any),
                };
                format!("Who has a chain of pieces that touches {which} {wins}: {}.", regions.join("; "))
            }
            Fact::Ring => format!("Who has a ring of pieces around a point, whatever stands on it, {wins}."),
            Fact::Figure(figure) => {
                format!("Who has pieces in this figure, however it is turned, {wins}: {}.", super::drawn(figure))
            }
            Fact::Gather => format!("Who has all pieces in one group {wins}."),
            Fact::TooFew(who, these, few) => {
                let who = match who {
                    Who::Each => "A side",
                    Who::One(side) => self.side(side),
                };
                let what = these.map_or("pieces".into(), |these| self.plurals(kinds(these, rules)));
                match few {
                    1 => format!("{who} {loses} when no {what} are left."),
                    few => format!("{who} {loses} when fewer than {few} {what} are left."),
                }
            }
            Fact::Count(count) => self.count(count, wins),
            Fact::Stuck(who, verdict, mated) => {
                let what = match verdict {
                    Verdict::Loss => loses,
                    Verdict::Win => wins,
                    Verdict::Draw => "it is a draw",
                    Verdict::Count => "the game is over, and it is counted",
                };
                let decided = matches!(verdict, Verdict::Loss | Verdict::Win);
                let mated = match mated {
                    true => format!("; if its royal piece is attacked, it {loses}"),
                    false => String::new(),
                };
                match who {
                    Who::Each if decided => format!("Who has no legal move {what}{mated}."),
                    Who::Each => format!("When a side has no legal move, {what}{mated}."),
                    Who::One(side) if decided => {
                        format!("{}, without a legal move, {}{mated}.", self.side(side), self.agrees(side, what))
                    }
                    Who::One(side) => {
                        let has = if self.is_plural(side) { "have" } else { "has" };
                        format!("When {} {has} no legal move, {what}{mated}.", self.side(side))
                    }
                }
            }
            Fact::Full => format!("When the board is full, {counted}."),
            Fact::Repetition(repetition) => self.repetition(repetition, wins, loses),
            Fact::QuietLimit(turns) => format!(
                "After {turns} turns of each side without progress (nothing taken, put or promoted, and no move of a piece \
                 that only goes forward) {counted}."
            ),
            Fact::MoveLimit(turns) => format!("After {turns} turns of each side {counted}."),
            Fact::TwoPasses => {
                let how = if ends.passes_count { "it is counted" } else { "it is a draw" };
                format!("Two passes one after the other end the game: {how}.")
            }
        }
    }
}

impl English<'_> {
    /// Whether a side is called by a word for several.
    fn is_plural(&self, side: Side) -> bool {
        let name = self.side(side).to_lowercase();
        name.ends_with('s') && !name.ends_with("ss")
            || ["geese", "men", "mice"].iter().any(|end| name.ends_with(end))
    }

    /// A verb of the third person as it goes with a side's name.
    fn agrees<'w>(&self, side: Side, verb: &'w str) -> &'w str {
        if self.is_plural(side) { verb.strip_suffix('s').unwrap_or(verb) } else { verb }
    }

    fn side(&self, side: Side) -> &str {
        &self.rules.sides[side.index()].name
    }

    fn size(&self) -> String {
        let board = &self.rules.board;
        let what = match (board.grid, board.on_points) {
            (Grid::Hexes, _) => "hexagons",
            (Grid::Squares, true) => "points",
            (Grid::Squares, false) => "squares",
        };
        let joined = if board.links.is_some() { ", joined by the lines that are drawn" } else { "" };
        match super::rectangle(board) {
            Some((columns, rows)) => format!("{columns} x {rows} {what}{joined}"),
            None => format!("{} {what}{joined}", board.len()),
        }
    }

    fn amounts(&self, amounts: &[(usize, usize)]) -> String {
        let words = amounts.iter().map(|&(count, id)| match count {
            1 => a(self.name(id)),
            _ => format!("{count} {}", plural(self.name(id))),
        });
        list(&words.collect::<Vec<_>>(), "and")
    }

    fn limit(&self, limit: &Limit) -> String {
        match *limit {
            Limit::NeverEnters(ref place) => format!("It never enters {}.", self.place(place, true)),
            Limit::NeverLeaves(ref place) => format!("It never leaves {}.", self.place(place, true)),
            Limit::Royal => {
                "It is royal: it may not be left under attack, and if it is attacked without a way out the \
                             game is lost."
                    .into()
            }
            Limit::Promotes(promotion) => {
                let to = self.names(promotion.to.iter().map(|&to| to.into()).collect());
                let may = if promotion.may { "may become" } else { "becomes" };
                let from = if promotion.from { "by a move that begins or ends on" } else { "by a move to" };
                let must = match promotion.must[0].is_empty() {
                    true => String::new(),
                    false => format!("; on {} it must", self.points(promotion.must[0])),
                };
                format!("It {may} {} {from} {}{must}.", list_of(&to, "or"), self.points(promotion.on[0]))
            }
            Limit::ComesToHandAs(id) => format!("Taken, it comes to the hand as {}.", self.name(id)),
            Limit::PutOnlyOn(on) => format!("It is put only on {}.", self.points(on)),
            Limit::OneAFile => "It is not put on a file where its side has another.".into(),
            Limit::DropGivesNoMate => "Put on the board it may not give mate.".into(),
            Limit::Enclosed(on) if on == self.rules.board.all() => {
                "It is taken aside only by enemies on all of its sides.".into()
            }
            Limit::Enclosed(on) => {
                format!("On {} it is taken aside only by enemies on all of its sides.", self.points(on))
            }
            Limit::Castles(side, castles, both) => {
                let name = |at: u16| &*self.rules.board.names[usize::from(at)];
                let ways = castles.iter().map(|castle| {
                    let partner = self.name(castle.partner.into());
                    let (from, to) = (name(castle.partner_from), name(castle.partner_to));
                    format!("to {} while the {partner} of {from} goes to {to}", name(castle.to))
                });
                let ways = list(&ways.collect::<Vec<_>>(), "or");
                format!(
                    "While neither has moved, that of {} may go {ways} (castling), if nothing stands in the way of either and it \
                     neither leaves, passes nor comes to an attacked point.{}",
                    self.side(side),
                    if both {
                        format!(" That of {} does likewise.", self.side(side.opponent()))
                    } else {
                        String::new()
                    }
                )
            }
            Limit::TakesNothing => "It takes nothing.".into(),
            Limit::Takes(these) => format!("It takes {}.", self.kinds(these)),
        }
    }

    /// How a piece goes by one of its moves.
    pub(super) fn rule(&self, rule: &MoveRule, kind: &Kind) -> String {
        let grid = self.rules.board.grid;
        let go = |dirs: &[Offset]| ways_in_words(dirs, grid);
        let mut text = match &rule.shape {
            Shape::Slide { dirs, least, most, screens, screen_kinds } => {
                let kinds = screen_kinds.map(|these| {
                    let names = kinds(these, self.rules).into_iter().map(|id| self.name(id).to_string());
                    format!(" ({})", list(&names.collect::<Vec<_>>(), "or"))
                });
                let over = match screens {
                    0 => String::new(),
                    1 => " over exactly one piece".to_string() + &kinds.unwrap_or_default(),
                    n => format!(" over exactly {n} pieces{}", kinds.unwrap_or_default()),
                };
                format!("{} {}{over}", far(&Far::of(*least, *most)), go(dirs))
            }
            Shape::Leap { to, leg } => self.leaps(&leaps(to, grid), *leg),
            Shape::Jump { dirs, over, takes, flying, again } => {
                let whom = match over {
                    [false, _] => "an enemy",
                    [true, false] => "an own piece",
                    [true, true] => "a piece",
                };
                let how = match flying {
                    true => "from any distance to any empty point behind",
                    false => "to the empty point behind",
                };
                let taking = if *takes { ", taking it" } else { "" };
                let on = match again {
                    true => ", and on from there in the same move, as often as it likes",
                    false => "",
                };
                format!("over {whom} {} {how}{taking}{on}", go(dirs))
            }
            Shape::Cross { dirs, over } => {
                let ground =
                    self.rules.grounds.get(usize::from(*over)).map_or("", |ground| ground.name.as_str());
                format!(
                    "{} across {ground} to the first point behind, if nothing stands in between",
                    go(dirs)
                )
            }
            Shape::Approach { dirs, away } => format!(
                "one point {}, taking the enemies in a row {}",
                go(dirs),
                if *away { "that it goes away from, behind it" } else { "that it comes up to, ahead of it" }
            ),
            Shape::Fly => "to any empty point".to_string(),
            Shape::Line { dirs } => format!(
                "{} exactly as many points as there are pieces on that line, over own pieces but not over enemies",
                go(dirs)
            ),
        };
        for qualifier in qualifiers(self.rules, rule, kind) {
            text += &match qualifier {
                Qualifier::WithoutTaking => ", without taking".to_string(),
                Qualifier::OnlyToTake => ", only to take".to_string(),
                Qualifier::Takes(these) => format!(" {}", self.kinds(these)),
                Qualifier::Copies => ", and stays where it was as well".to_string(),
                Qualifier::From(from) => format!(" (from {})", self.points(from)),
                Qualifier::To(to) => format!(" (to {})", self.points(to)),
                Qualifier::AtMost(most) => format!(", while its side has at most {most} pieces"),
                Qualifier::Passes => ", and may be taken in the next move where it passed".to_string(),
                Qualifier::Passing => ", also what has just passed over that point".to_string(),
            };
        }
        text
    }

    fn leaps(&self, leaps: &Leaps, leg: bool) -> String {
        match leaps {
            Leaps::Hexagons(count) => {
                let blocked = if leg { ", unless the way is blocked" } else { "" };
                format!("by a leap to one of {count} cells{blocked}")
            }
            Leaps::Squares(leaps) => {
                let words = leaps.iter().map(|leap| {
                    let by = match leap.by {
                        (1, 2) => "like a knight of chess (one point and two)".to_string(),
                        (0, b) => format!("by a leap of {b} points straight on"),
                        (a, b) if a == b => format!("by a leap of {a} points diagonally"),
                        (a, b) => format!("by a leap of {a} and {b} points"),
                    };
                    by + match leap.toward {
                        Toward::All => "",
                        Toward::Forward => ", forward only",
                        Toward::Backward => ", backward only",
                        Toward::Some => ", not everywhere",
                    }
                });
                let blocked = if leg { ", unless a piece stands on the way" } else { "" };
                list(&words.collect::<Vec<_>>(), "or") + blocked
            }
        }
    }

    fn steps(&self, steps: &[Step]) -> String {
        let mut told: Vec<String> = steps.iter().map(|step| self.step(step)).collect();
        for i in 1..told.len() {
            if matches!(steps[i - 1..=i], [Step::Act { moves: false, .. }, Step::Act { moves: false, .. }]) {
                told[i] = "puts another".into();
            }
        }
        told.join(", then ")
    }

    fn step(&self, step: &Step) -> String {
        match step {
            Step::Act { moves: true, places: false, .. } => "moves a piece".into(),
            Step::Act { moves: false, .. } => "puts a piece on the board".into(),
            Step::Act { places_first: true, .. } => {
                "puts a piece on the board as long as it holds any, and moves one afterwards".into()
            }
            Step::Act { .. } => "moves a piece or puts one on the board".into(),
            Step::Place(put) => format!("puts {}", self.put(put)),
            Step::Shoot { kind, dirs, most } => {
                let (what, far) = (a(self.name((*kind).into())), far(&Far::of(1, *most)));
                let ways = ways_in_words(dirs, self.rules.board.grid);
                format!("shoots with that piece: puts {what} {far} from it {ways}")
            }
            Step::Remove { whose, on, beside } => {
                let whose = match whose {
                    [true, false] => "one of its own pieces",
                    [false, _] => "an enemy piece",
                    [true, true] => "any piece",
                };
                let on = match on[0] == self.rules.board.all() {
                    true => String::new(),
                    false => format!(" from {}", self.points(on[0])),
                };
                format!("takes {whose} off the board{on}{}", next_to(*beside))
            }
        }
    }

    fn put(&self, put: &Placement) -> String {
        let mut text = list_of(&self.names(kinds(put.kinds, self.rules)), "or");
        if put.from_hand {
            text += " from the hand";
        }
        text += &match put.on[0] == self.rules.board.all() {
            true => " on any empty point".to_string(),
            false => format!(" on an empty point of {}", self.points(put.on[0])),
        };
        text += next_to(put.beside);
        if put.falls {
            text += ", from where it falls to the lowest empty point of its column";
        }
        if put.must_take {
            text += ", only where it takes or flips something";
        }
        text
    }

    fn count(&self, count: Count, wins: &str) -> String {
        let [first, second] = Side::BOTH.map(|side| self.side(side));
        let what = match count.area {
            true => "points, pieces and the empty regions that only they touch together,",
            false => "pieces",
        };
        let komi = match count.komi == 0.0 {
            true => String::new(),
            false => format!(", {second} having {} points to begin with", count.komi),
        };
        let on = count.on.map_or_else(String::new, |on| {
            let [own, other] = on.map(|on| self.points_named(on));
            format!(" there ({first} on {own}, {second} on {other})")
        });
        format!("Where the game ends without a winner, who has more {what}{on} {wins}{komi}.")
    }

    fn repetition(&self, repetition: Repetition, wins: &str, loses: &str) -> String {
        let times = match self.rules.ends.times {
            2 => "the second time".to_string(),
            3 => "the third time".to_string(),
            n => format!("the {n}th time"),
        };
        match repetition {
            Repetition::Nothing => String::new(),
            Repetition::Count => format!("When a position stands there for {times}, it is counted."),
            Repetition::Draw => format!("A position that stands there for {times} is a draw."),
            Repetition::Loss => format!("Who brings a position about for {times} {loses}."),
            Repetition::Win => format!("Who brings a position about for {times} {wins}."),
            Repetition::PerpetualCheckLoses => format!(
                "A position that stands there for {times} is a draw, unless one side gave check with every move: that side \
                 {loses}."
            ),
            Repetition::PerpetualCheckElse(side) => format!(
                "When a position stands there for {times}, a side that gave check with every move {loses}; otherwise {} does.",
                self.side(side)
            ),
            Repetition::LostBy(side) => {
                let loses = self.agrees(side, loses);
                format!("When a position stands there for {times}, {} {loses}.", self.side(side))
            }
            Repetition::Forbidden => format!("A position may not be brought about for {times}."),
        }
    }

    fn name(&self, id: usize) -> &str {
        &self.rules.kinds[id].name
    }

    fn names(&self, ids: Vec<usize>) -> Vec<String> {
        ids.into_iter().map(|id| self.name(id).to_string()).collect()
    }

    fn plurals(&self, ids: Vec<usize>) -> String {
        list(&ids.into_iter().map(|id| plural(self.name(id))).collect::<Vec<_>>(), "and")
    }

    fn kinds(&self, set: KindSet) -> String {
        match kinds_of(set, self.rules) {
            Kinds::Any => "any piece".into(),
            Kinds::AllBut(ids) => format!("all but {}", self.plurals(ids)),
            Kinds::These(ids) => self.plurals(ids),
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

    fn place(&self, place: &NamedRegion, own: bool) -> String {
        match place {
            NamedRegion::Everywhere => "any point".into(),
            NamedRegion::Nowhere => "no point".into(),
            NamedRegion::Ground(i) => format!("the {}", self.rules.grounds[*i].name),
            NamedRegion::GroundOf(i, side) => {
                let name = &self.rules.grounds[*i].name;
                match (own, side) {
                    (false, side) => format!("the {name} of {}", self.side(*side)),
                    (true, Side::First) => format!("its own {name}"),
                    (true, Side::Second) => format!("the enemy's {name}"),
                }
            }
            NamedRegion::Ranks(from, to) if from == to => format!("rank {from}"),
            NamedRegion::Ranks(from, to) => format!("ranks {from} to {to}"),
            NamedRegion::Files(from, to) if from == to => format!("file {from}"),
            NamedRegion::Files(from, to) => format!("files {from} to {to}"),
            NamedRegion::Rectangle(from, to) => format!("{from} to {to}"),
            NamedRegion::Edge => "the edge".into(),
            NamedRegion::Points(names) => names.join(" "),
            NamedRegion::Many(count) => format!("{count} points"),
            NamedRegion::AllBut(without) => format!("any point but {}", self.place(without, own)),
            NamedRegion::Both(one, other) => {
                format!("{} and {}", self.place(one, own), self.place(other, own))
            }
        }
    }
}

fn far(far: &Far) -> String {
    match far {
        Far::One => "one point".into(),
        Far::Any => "any distance".into(),
        Far::UpTo(most) => format!("up to {most} points"),
        Far::Exactly(points) => format!("exactly {points} points"),
        Far::AtLeast(least) => format!("{least} or more points"),
        Far::Between(least, most) => format!("{least} to {most} points"),
    }
}

fn next_to(beside: AdjacentTo) -> &'static str {
    match beside {
        AdjacentTo::Whatever => "",
        AdjacentTo::Own => " next to an own piece",
        AdjacentTo::Enemy => " next to an enemy",
        AdjacentTo::AnyPiece => " next to any piece",
        AdjacentTo::Empty => " next to an empty point",
    }
}

fn fate(fate: CapturedFate, one: bool) -> &'static str {
    match (fate, one) {
        (CapturedFate::Flip, true) => "changes sides",
        (CapturedFate::Flip, false) => "change sides",
        (CapturedFate::Remove, true) => "is taken off",
        (CapturedFate::Remove, false) => "are taken off",
    }
}

/// Which ways these are: "sideways".
pub(super) fn ways_in_words(dirs: &[Offset], grid: Grid) -> String {
    in_words(&ways(dirs, grid))
}

fn in_words(ways: &[NamedDirections]) -> String {
    list(&ways.iter().map(|&one| way(one).to_string()).collect::<Vec<_>>(), "or")
}

fn way(way: NamedDirections) -> &'static str {
    match way {
        NamedDirections::Any => "in any direction",
        NamedDirections::Straight => "along ranks and files",
        NamedDirections::Diagonal => "diagonally",
        NamedDirections::DiagonalForward => "diagonally forward",
        NamedDirections::DiagonalBackward => "diagonally backward",
        NamedDirections::Sideways => "sideways",
        NamedDirections::Forward => "straight forward",
        NamedDirections::Backward => "straight backward",
        NamedDirections::Right => "to the right",
        NamedDirections::Left => "to the left",
        NamedDirections::ForwardRight => "forward to the right",
        NamedDirections::ForwardLeft => "forward to the left",
        NamedDirections::BackwardRight => "backward to the right",
        NamedDirections::BackwardLeft => "backward to the left",
    }
}
