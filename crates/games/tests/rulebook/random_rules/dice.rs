//! Small rule sets at random, in which all features meet.

use crate::build::*;
use crate::rng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::{Side, random};
use wanqi_games::rulebook::board::{Board, Facing, Offset};
use wanqi_games::rulebook::model::*;
use wanqi_games::rulebook::points::PointSet;

pub(super) struct Dice {
    rng: Pcg64Mcg,
    hexes: bool,
}

impl Dice {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        random::below(&mut self.rng, bound as u32) as usize
    }

    /// True once in so many times.
    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn dirs(&mut self) -> Vec<Offset> {
        let all = match self.below(3) {
            _ if self.hexes => SIX.to_vec(),
            0 => STRAIGHT.to_vec(),
            1 => DIAGONAL.to_vec(),
            _ => any(),
        };
        let some: Vec<Offset> = all.iter().copied().filter(|_| !self.one_in(3)).collect();
        if some.is_empty() { all } else { some }
    }

    fn region(&mut self, rules: &Rules, most: usize) -> Region {
        let board = &rules.board;
        let first: PointSet = (0..board.len()).filter(|_| self.below(10) < most).collect();
        [first, first.iter().map(|at| board.turned_over(at)).collect()]
    }

    fn kinds(&mut self, rules: &Rules) -> KindSet {
        1 + self.below((1 << rules.kinds.len()) - 1) as KindSet
    }

    fn shape(&mut self, rules: &Rules) -> Shape {
        match self.below(if rules.grounds.is_empty() { 9 } else { 11 }) {
            0..3 => slide(&self.dirs(), 1, 1, 0),
            3 => slide(&self.dirs(), 1 + self.below(2) as u8, 2 + self.below(5) as u8, 0),
            4 => slide(&self.dirs(), 1, 20, self.below(3) as u8),
            5 if self.hexes => {
                let to = |dice: &mut Dice| {
                    let (one, other) = (SIX[dice.below(6)], SIX[dice.below(6)]);
                    Offset::new(one.right + other.right, one.forward + other.forward)
                };
                let to: Vec<Offset> =
                    (0..3).map(|_| to(self)).filter(|to| (to.right, to.forward) != (0, 0)).collect();
                Shape::Leap { to, leg: self.one_in(3) }
            }
            5 => leap(1 + self.below(2) as i8, self.below(4) as i8, self.one_in(2)),
            6 | 7 => {
                let over = [[false, true], [true, false], [true, true]][self.below(3)];
                let takes = !self.one_in(3);
                let again = !takes && !self.one_in(3);
                Shape::Jump { dirs: self.dirs(), over, takes, flying: self.one_in(3), again }
            }
            8 => Shape::Line { dirs: self.dirs() },
            _ => Shape::Cross { dirs: self.dirs(), over: self.below(rules.grounds.len()) as u8 },
        }
    }

    pub(super) fn new(seed: u64) -> Dice {
        let mut dice = Dice { rng: rng(seed), hexes: false };
        dice.hexes = dice.one_in(5);
        dice
    }

    pub(super) fn rules(&mut self) -> Rules {
        let (columns, rows) = (3 + self.below(4), 3 + self.below(4));
        let count = 1 + self.below(3);
        let letters = &"PQR"[..count];
        let fill = self.below(7);
        let cell = |dice: &mut Dice| match dice.below(10) {
            0 if dice.one_in(3) => ' ',
            r if r < fill => {
                let letter = char::from(letters.as_bytes()[dice.below(count)]);
                if dice.one_in(2) { letter } else { letter.to_ascii_lowercase() }
            }
            _ => '.',
        };
        let lines: Vec<String> = (0..rows).map(|_| (0..columns).map(|_| cell(self)).collect()).collect();
        // One corner is always there, so that no column or row is without a point at its end.
        let drawing = format!(".{}", &lines.join("\n")[1..]);
        let facing = if self.one_in(2) { Facing::Turn } else { Facing::Mirror };
        let mut board = if self.hexes { hexes(&drawing, facing) } else { board(&drawing, facing) };
        if !self.hexes && self.one_in(5) {
            board.links = Some(self.links(&board));
        }
        let mut rules = rules_on(board, &drawing, letters);
        let placing = self.one_in(2);
        let moving = !placing || self.one_in(2);
        if self.one_in(3) {
            let points = self.region(&rules, 4);
            let none = [PointSet::EMPTY; 2];
            let weak = if self.one_in(2) { self.region(&rules, 3) } else { none };
            let safe = if self.one_in(3) { self.region(&rules, 3) } else { none };
            let hostile = if self.one_in(2) { self.region(&rules, 2) } else { none };
            rules.grounds.push(Ground {
                name: "g".into(),
                name_zh: "地".into(),
                points: points[0],
                of_side: none,
                weak,
                safe,
                hostile,
                shore: self.one_in(3),
                look: GroundLook::Shade,
            });
        }
        for kind in 0..count {
            self.kind(&mut rules, kind, moving);
        }
        self.captures(&mut rules);
        self.turns(&mut rules, moving, placing);
        self.ends(&mut rules);
        self.royals(&mut rules, placing);
        self.few(&mut rules);
        rules
    }

    /// Lines between most neighbours.
    fn links(&mut self, board: &Board) -> Vec<[Option<u16>; 8]> {
        let ways: Vec<Offset> =
            LINES.iter().flat_map(|way| [*way, Offset::new(-way.right, -way.forward)]).collect();
        let along = |way: &Offset| board.neighbours(true).iter().position(|other| other == way).unwrap();
        let mut links = vec![[None; 8]; board.len()];
        for from in 0..board.len() {
            for pair in ways.chunks(2) {
                if let (Some(to), false) = (board.beyond(from, pair[0], Side::First), self.one_in(4)) {
                    links[from][along(&pair[0])] = Some(to as u16);
                    links[to][along(&pair[1])] = Some(from as u16);
                }
            }
        }
        links
    }

    fn kind(&mut self, rules: &mut Rules, kind: usize, moving: bool) {
        let mut moves = Vec::new();
        for _ in 0..if moving { 1 + self.below(3) } else { 0 } {
            let shape = self.shape(rules);
            let (can_move, captures) = [(true, true), (true, false), (false, true)][self.below(3)];
            let mut rule = go(rules, shape, can_move, captures);
            if self.one_in(4) {
                rule.from = self.region(rules, 6);
            }
            if self.one_in(4) {
                rule.to = self.region(rules, 6);
            }
            if self.one_in(4) {
                rule.takes = Some(self.kinds(rules));
            }
            rule.anywhere = self.one_in(4);
            let chains = matches!(rule.shape, Shape::Jump { again: true, .. });
            rule.copies = self.one_in(6) && !chains;
            if let (Shape::Slide { screens: 1.., screen_kinds, .. }, true) = (&mut rule.shape, self.one_in(2))
            {
                *screen_kinds = Some(self.kinds(rules));
            }
            if self.one_in(8) {
                (rule.shape, rule.captures) =
                    (Shape::Approach { dirs: self.dirs(), away: self.one_in(2) }, false);
                rule.moves = true;
            }
            if self.one_in(12) {
                rule.shape = Shape::Fly;
            }
            if self.one_in(6) {
                rule.shape = slide(&self.dirs(), 2, 2, 0);
                (rule.passes, rule.copies) = (true, false);
            } else if matches!(rule.shape, Shape::Slide { least: 1, most: 1, .. }) {
                rule.passing = rule.captures && !rule.copies && self.one_in(2);
            }
            moves.push(rule);
        }
        let count = rules.kinds.len();
        let other = (kind + 1) % count;
        let region = self.region(rules, 3);
        let promotes = Promotion {
            on: region,
            to: if count == 3 && self.one_in(2) {
                vec![other as u8, (kind as u8 + 2) % 3]
            } else {
                vec![other as u8]
            },
            may: self.one_in(2),
            from: self.one_in(2),
            must: if self.one_in(3) { self.region(rules, 2) } else { [PointSet::EMPTY; 2] },
        };
        let promotes = (count > 1 && self.one_in(3)).then_some(promotes);
        let allowed = if self.one_in(3) { self.region(rules, 8) } else { rules.kinds[kind].allowed };
        let (takes, weak, when_weak) = (self.kinds(rules), self.kinds(rules), self.kinds(rules));
        let drop_on = if self.one_in(3) { self.region(rules, 7) } else { rules.kinds[kind].drop_on };
        let captured_as = self.below(count) as u8;
        let one_a_file = self.one_in(4);
        let drop_mates = !self.one_in(3);
        let what = &mut rules.kinds[kind];
        (what.moves, what.promotes, what.allowed, what.drop_on) = (moves, promotes, allowed, drop_on);
        (what.captured_as, what.one_a_file, what.drop_mates) = (captured_as, one_a_file, drop_mates);
        if !self.one_in(2) {
            (what.takes, what.takes_weak, what.takes_when_weak) = (takes, weak, when_weak);
        }
    }

    fn captures(&mut self, rules: &mut Rules) {
        let fate = |dice: &mut Dice| if dice.one_in(2) { CapturedFate::Flip } else { CapturedFate::Remove };
        let capture = &mut rules.capture;
        if self.one_in(4) {
            let most = [1, 2, 20][self.below(3)];
            let least = if most > 1 && self.one_in(3) { 2 } else { 1 };
            capture.flank = Some(Flank { fate: fate(self), fewest: least, most, dirs: self.dirs() });
        }
        if self.one_in(6) {
            capture.touch = Some(fate(self));
        }
        if self.one_in(5) {
            capture.surround = Some(Surround { suicide: self.one_in(2), superko: self.one_in(2) });
        }
        capture.forced = self.one_in(3);
        capture.longest = capture.forced && self.one_in(2);
        capture.again = [MultiCapture::Never, MultiCapture::May, MultiCapture::Must][self.below(3)];
        let again = capture.again != MultiCapture::Never;
        capture.again_straight = again && self.one_in(3);
        capture.again_turning = again && !capture.again_straight && self.one_in(3);
        if capture.again == MultiCapture::Must {
            let aside = capture.flank.is_some() || capture.touch.is_some() || capture.surround.is_some();
            capture.removed = if !aside && self.one_in(2) { Removal::After } else { Removal::AtOnce };
            let mut promotions = rules.kinds.iter().filter_map(|kind| kind.promotes.as_ref());
            if promotions.all(|what| !what.may && what.to.len() == 1) {
                capture.promotion =
                    [ChainPromotion::Stops, ChainPromotion::GoesOn, ChainPromotion::AtTheEnd][self.below(3)];
            }
        }
        capture.to_hand = self.one_in(4);
        if capture.again != MultiCapture::Never {
            rules.kinds.iter_mut().flat_map(|kind| &mut kind.moves).for_each(|rule| rule.passing = false);
        }
        if capture.again == MultiCapture::Never && capture.surround.is_none() && self.one_in(4) {
            capture.blast = Some(1 + self.below((1 << rules.kinds.len()) - 1) as KindSet);
        }
    }

    fn turns(&mut self, rules: &mut Rules, moving: bool, placing: bool) {
        let act =
            Step::Act { moves: moving, places: placing, places_first: moving && placing && self.one_in(2) };
        rules.turn.steps = vec![act.clone()];
        if self.one_in(4) {
            rules.turn.steps.push(act);
        }
        if moving && !placing && self.one_in(3) {
            let neutral = rules.kinds.len() - 1;
            let stands = rules.start.iter().any(|piece| usize::from(piece.1) == neutral);
            let becomes = rules.kinds.iter().filter_map(|kind| kind.promotes.as_ref());
            let becomes = becomes.flat_map(|what| &what.to).any(|&to| usize::from(to) == neutral);
            rules.kinds[neutral].neutral = self.one_in(2) && !stands && !becomes;
            rules.turn.steps.push(Step::Shoot {
                kind: neutral as u8,
                dirs: self.dirs(),
                most: 1 + self.below(3) as u8,
            });
        }
        for _ in 0..self.below(8).saturating_sub(5) {
            let on = self.region(rules, 8);
            let beside = self.beside();
            let step = if self.one_in(2) {
                let whose = [[true, false], [false, true], [true, true]][self.below(3)];
                Step::Remove { whose, on, beside }
            } else {
                Step::Place(Placement { on, beside, ..rules.place.clone() })
            };
            rules.turn.opening.push(vec![step]);
        }
        rules.turn.pass = [Pass::Never, Pass::Stuck, Pass::Always][self.below(3)];
        if self.one_in(3) {
            rules.place.on = self.region(rules, 7);
        }
        if self.one_in(3) {
            rules.place.beside = self.beside();
        }
        rules.place.falls = self.one_in(5) && !self.hexes;
        rules.place.must_take = self.one_in(5);
        if rules.capture.to_hand || self.one_in(4) {
            rules.place.from_hand = true;
            let kinds = rules.kinds.len();
            rules.hands = [0, 1].map(|_| (0..kinds).map(|_| self.below(4) as u8).collect());
        }
    }

    fn beside(&mut self) -> AdjacentTo {
        let all = [
            AdjacentTo::Whatever,
            AdjacentTo::Own,
            AdjacentTo::Enemy,
            AdjacentTo::AnyPiece,
            AdjacentTo::Empty,
        ];
        all[self.below(all.len())]
    }

    fn ends(&mut self, rules: &mut Rules) {
        if self.one_in(3) {
            let (kinds, on) = (self.kinds(rules), self.region(rules, 1));
            rules.ends.reach.push(Reach { kinds, on });
            let plain = rules.turn.steps.len() == 1 && rules.turn.opening.is_empty();
            let plain = plain && rules.capture.again == MultiCapture::Never;
            rules.ends.reach_safe = plain && self.one_in(3);
            rules.ends.equal_turns = plain && self.one_in(3);
        }
        for _ in 0..self.below(4).saturating_sub(1) {
            let length = 3 + self.below(2) as u8;
            let lines = if self.hexes { &SIX[..3] } else { &LINES[..] };
            let dirs = lines.iter().copied().filter(|_| !self.one_in(4)).collect();
            let result = [LineResult::Win, LineResult::Loss, LineResult::Forbidden][self.below(3)];
            let sides = [[true, true], [true, false], [false, true]][self.below(3)];
            rules.ends.lines.push(Line { length, exactly: self.one_in(3), dirs, sides, result });
        }
        if self.one_in(5) {
            let far = rules.board.rows;
            let edges = [ranks(rules, 1..=1), ranks(rules, far..=far)];
            rules.ends.connect = Some([0, 1].map(|side| [edges[0][side], edges[1][side]]));
        }
        if self.one_in(5) {
            let regions: Vec<Region> = (0..2 + self.below(3)).map(|_| self.region(rules, 3)).collect();
            let any = 2 + self.below(regions.len() - 1) as u8;
            let regions = regions.iter().map(|region| region[0]).collect();
            rules.ends.joins.push(Join { any, regions });
        }
        rules.ends.ring = self.hexes && self.one_in(4);
        if !self.hexes && self.one_in(5) {
            let figure = [(0, 0), (1, 0), (1, -1), (2, -1), (2, -2)]
                .map(|(right, forward)| Offset::new(right, forward));
            rules.ends.figures.push(figure[..2 + self.below(4)].to_vec());
        }
        rules.ends.gather = self.one_in(8);
        if self.one_in(3) {
            let rule = Eliminate {
                kinds: self.kinds(rules),
                fewer_than: 1 + self.below(2) as u16,
                sides: [true; 2],
            };
            rules.ends.eliminate.push(rule);
        }
        if self.one_in(2) {
            let area = self.one_in(2);
            let on = (!area && self.one_in(2)).then(|| self.region(rules, 5));
            rules.ends.count = Some(Count { area, on, komi: self.below(3) as f64 / 2.0 });
            rules.ends.passes_count = self.one_in(2);
        }
        let verdicts = [Verdict::Loss, Verdict::Win, Verdict::Draw, Verdict::Count];
        rules.ends.no_moves = [self.below(4), self.below(4)].map(|i| verdicts[i]);
        if self.one_in(4) {
            rules.ends.fill = Some(self.region(rules, 1));
        }
        rules.ends.full = self.one_in(3);
        rules.ends.misere = self.one_in(5);
        let repetitions = [
            Repetition::Nothing,
            Repetition::Draw,
            Repetition::Loss,
            Repetition::Win,
            Repetition::PerpetualCheckLoses,
            Repetition::PerpetualCheckElse(Side::Second),
            Repetition::LostBy(Side::First),
            Repetition::Forbidden,
        ];
        rules.ends.repetition = repetitions[self.below(repetitions.len())];
        rules.ends.times = 2 + self.below(2) as u8;
        rules.ends.quiet_limit = self.one_in(4).then(|| 1 + self.below(5) as u16);
        rules.ends.move_limit = self.one_in(4).then(|| 3 + self.below(8) as u16);
    }

    /// Moves for few pieces, and rows that take.
    fn few(&mut self, rules: &mut Rules) {
        let royal = rules.kinds.iter().any(|kind| kind.royal);
        // A chain that flies has no end that a twin could come to.
        if rules.capture.again != MultiCapture::Never {
            let flying = rules.kinds.iter_mut().flat_map(|kind| &mut kind.moves);
            for rule in flying.filter(|rule| matches!(rule.shape, Shape::Fly)) {
                rule.shape = slide(&[Offset::new(0, 1)], 1, 1, 0);
            }
        }
        for kind in &mut rules.kinds {
            let chains = kind.moves.iter().any(|rule| matches!(rule.shape, Shape::Jump { again: true, .. }));
            let most = 1 + self.below(6) as u16;
            if !royal && !chains && self.one_in(3) && !kind.moves.is_empty() {
                let which = self.below(kind.moves.len());
                kind.moves[which].at_most = Some(most);
            }
        }
        let plain = rules.turn.steps.len() == 1 && rules.turn.opening.is_empty();
        if plain && rules.capture.again == MultiCapture::Never && self.one_in(5) {
            rules.capture.more = 1 + self.below(2) as u8;
        }
        let delayed =
            rules.capture.removed == Removal::After || rules.capture.promotion == ChainPromotion::AtTheEnd;
        // The twin counts points that are empty after, which what has changed sides and died at once leaves too.
        let capture = &rules.capture;
        let fates = capture.flank.iter().map(|flank| flank.fate).chain(capture.touch);
        let flips = fates.clone().any(|fate| fate == CapturedFate::Flip) && capture.surround.is_some();
        rules.ends.captured = (!delayed && !flips && self.one_in(5)).then(|| 1 + self.below(5) as u8);
        for kind in 0..rules.kinds.len() {
            if self.one_in(4) {
                rules.kinds[kind].enclosed = self.region(rules, 2);
            }
        }
        if plain && rules.capture.again == MultiCapture::Never && self.one_in(3) {
            let lines = if self.hexes { &SIX[..3] } else { &LINES[..] };
            rules.capture.row = Some(RowCapture {
                length: 2 + self.below(2) as u8,
                exactly: self.one_in(3),
                dirs: lines.iter().copied().filter(|_| !self.one_in(4)).collect(),
                each: self.one_in(2),
                rows_are_safe: self.one_in(2),
                placed: [PlacedRow::Takes, PlacedRow::Nothing, PlacedRow::Never][self.below(3)],
            });
        }
    }

    /// Makes one kind royal where each side has just one of it and no other comes.
    fn royals(&mut self, rules: &mut Rules, placing: bool) {
        let kind = rules.kinds.len() - 1;
        let counts = Side::BOTH.map(|side| {
            rules.start.iter().filter(|piece| usize::from(piece.1) == kind && piece.2 == Some(side)).count()
        });
        let comes = rules
            .kinds
            .iter()
            .filter_map(|kind| kind.promotes.as_ref())
            .any(|what| what.to.contains(&(kind as u8)))
            || rules.kinds[kind].moves.iter().any(|rule| rule.copies)
            || rules.turn.steps.iter().any(|step| matches!(step, Step::Shoot { .. }))
            || rules.kinds[kind].neutral
            || rules.kinds[kind].promotes.is_some();
        let put = placing && kind == 0;
        if counts.iter().all(|&count| count <= 1) && !comes && !put && rules.turn.opening.is_empty() {
            rules.kinds[kind].royal = true;
            rules.place.kinds &= !(1 << kind);
            rules.hands.iter_mut().for_each(|hand| hand[kind] = 0);
            for (id, other) in rules.kinds.iter_mut().enumerate() {
                if usize::from(other.captured_as) == kind {
                    other.captured_as = if id == kind { 0 } else { id as u8 };
                }
            }
            if self.one_in(2) {
                self.castlings(rules, kind);
            }
            rules.turn.no_check = self.one_in(6);
            let plain = rules.turn.steps.len() == 1 && rules.capture.again == MultiCapture::Never;
            if plain && rules.capture.row.is_none() && rules.capture.more == 0 && self.one_in(3) {
                rules.ends.facing = Some(if self.one_in(2) { Verdict::Draw } else { Verdict::Count });
            }
            rules.ends.checks = self.one_in(4).then(|| 1 + self.below(3) as u8);
        }
    }

    /// Lets the only piece of a kind go together with one that stands at the start, both wherever it may be.
    fn castlings(&mut self, rules: &mut Rules, kind: usize) {
        for side in Side::BOTH {
            let own: Vec<_> = rules.start.iter().filter(|piece| piece.2 == Some(side)).copied().collect();
            let (king, others): (Vec<_>, Vec<_>) =
                own.into_iter().partition(|piece| usize::from(piece.1) == kind);
            let (&[king], false) = (king.as_slice(), others.is_empty()) else { continue };
            for _ in 0..2 {
                let partner = others[self.below(others.len())];
                let (to, partner_to) = (self.below(rules.board.len()), self.below(rules.board.len()));
                let castles = &mut rules.kinds[kind].castles[side.index()];
                let apart = |other: &Castle| {
                    usize::from(other.to) != to && usize::from(other.partner_from) != partner.0
                };
                if to != partner_to && castles.iter().all(apart) {
                    castles.push(Castle {
                        from: king.0 as u16,
                        to: to as u16,
                        partner: partner.1,
                        partner_from: partner.0 as u16,
                        partner_to: partner_to as u16,
                    });
                }
            }
        }
    }
}
