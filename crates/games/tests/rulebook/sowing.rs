//! Games of sowing: rule sets at random, each played beside a second implementation that moves single seeds around a list.

use crate::rng;
use rand_core::Rng;
use wanqi_game::{Game, Notation, Outcome, Side, conformance, random};
use wanqi_games::rulebook::Rulebook;

/// What a file of these games says.
#[derive(Clone, Debug)]
struct Dice {
    pits: usize,
    seeds: u8,
    clockwise: bool,
    store: bool,
    again: bool,
    laps: bool,
    skip_origin: bool,
    takes: Vec<u8>,
    takes_before: bool,
    takes_opposite: bool,
    feed: bool,
    slam: &'static str,
    empty: bool,
}

impl Dice {
    fn roll(rng: &mut impl Rng) -> Dice {
        let mut coin = || random::below(rng, 2) == 1;
        let [clockwise, store, again, laps, skip_origin, takes_before, takes_opposite, feed, empty] =
            std::array::from_fn(|_| coin());
        let takes: Vec<u8> = (1..=4).filter(|_| coin()).collect();
        // Without a store laps may go around for ever; something must come into the stores.
        let laps = laps && store;
        let takes_opposite = takes_opposite || !store && takes.is_empty();
        let slam = ["takes", "nothing", "forbidden"][random::below(rng, 3) as usize];
        Dice {
            pits: 2 + random::below(rng, 5) as usize,
            seeds: 1 + random::below(rng, 5) as u8,
            clockwise,
            store,
            again: again && store,
            laps,
            skip_origin,
            takes_before: takes_before && !takes.is_empty(),
            slam: if takes.is_empty() && !takes_opposite { "takes" } else { slam },
            takes,
            takes_opposite,
            feed,
            empty,
        }
    }

    fn text(&self) -> String {
        let mut text =
            format!("name = \"Sown\"\nsize = \"{}x2\"\n[sow]\nseeds = {}\n", self.pits, self.seeds);
        let flags = [
            ("store", self.store),
            ("again", self.again),
            ("laps", self.laps),
            ("skip_origin", self.skip_origin),
            ("takes_before", self.takes_before),
            ("takes_opposite", self.takes_opposite),
            ("feed", self.feed),
        ];
        for (key, _) in flags.iter().filter(|(_, holds)| *holds) {
            text += &format!("{key} = true\n");
        }
        if self.clockwise {
            text += "dir = \"clockwise\"\n";
        }
        if !self.takes.is_empty() {
            text += &format!("takes = {:?}\n", self.takes);
        }
        if self.slam != "takes" {
            text += &format!("slam = \"{}\"\n", self.slam);
        }
        if self.empty {
            text += "ends = \"empty\"\n";
        }
        text
    }
}

/// A place for seeds: a pit of a side, numbered from its left as the first side sees the board, or its store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Pit(usize, usize),
    Store(usize),
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    pits: [Vec<u8>; 2],
    stores: [u8; 2],
    side: usize,
}

impl State {
    fn start(dice: &Dice) -> State {
        State { pits: [vec![dice.seeds; dice.pits], vec![dice.seeds; dice.pits]], stores: [0; 2], side: 0 }
    }

    fn at(&mut self, place: Place) -> &mut u8 {
        match place {
            Place::Pit(side, pit) => &mut self.pits[side][pit],
            Place::Store(side) => &mut self.stores[side],
        }
    }

    fn left(&self, side: usize) -> u8 {
        self.pits[side].iter().sum()
    }

    /// The place after another.
    fn next(&self, dice: &Dice, place: Place) -> Place {
        let most = dice.pits - 1;
        // Against the clock the lower row is gone along to the right, the upper one to the left.
        let rises = |side: usize| (side == 0) != dice.clockwise;
        let enter = |side: usize| Place::Pit(side, if rises(side) { 0 } else { most });
        match place {
            Place::Store(side) => enter(1 - side),
            Place::Pit(side, pit) if pit == if rises(side) { most } else { 0 } => {
                match dice.store && side == self.side {
                    true => Place::Store(side),
                    false => enter(1 - side),
                }
            }
            Place::Pit(side, pit) => Place::Pit(side, if rises(side) { pit + 1 } else { pit - 1 }),
        }
    }

    /// Sows; `None` if the move may not be made for what it would take.
    fn sown(&self, dice: &Dice, pit: usize) -> Option<State> {
        let mut state = self.clone();
        let me = self.side;
        let mut way = vec![Place::Pit(me, pit)];
        loop {
            let origin = *way.last().expect("a place");
            let mut seeds = std::mem::take(state.at(origin));
            while seeds > 0 {
                let next = self.next(dice, *way.last().expect("a place"));
                way.push(next);
                if next == origin && dice.skip_origin {
                    continue;
                }
                *state.at(next) += 1;
                seeds -= 1;
            }
            let last = *way.last().expect("a place");
            if !(dice.laps && matches!(last, Place::Pit(..)) && *state.at(last) > 1) {
                break;
            }
        }
        let last = *way.last().expect("a place");
        let mut taken = Vec::new();
        match last {
            Place::Store(_) => {}
            Place::Pit(side, pit) if side == me => {
                let opposite = Place::Pit(1 - me, pit);
                if dice.takes_opposite && *state.at(last) == 1 && *state.at(opposite) > 0 {
                    taken.extend([last, opposite]);
                }
            }
            Place::Pit(..) => {
                // The places around, each once, backwards from the last.
                let mut around = vec![last];
                loop {
                    let next = self.next(dice, *around.last().expect("a place"));
                    if next == last {
                        break;
                    }
                    around.push(next);
                }
                around[1..].reverse();
                let takes = |place: &Place, state: &mut State| {
                    matches!(place, Place::Pit(side, _) if *side != me)
                        && dice.takes.contains(state.at(*place))
                };
                let many = if dice.takes_before { around.len() } else { 1 };
                for place in around.into_iter().take(many) {
                    if !takes(&place, &mut state) {
                        break;
                    }
                    taken.push(place);
                }
            }
        }
        let of_enemy: u8 = taken
            .iter()
            .map(
                |&place| {
                    if matches!(place, Place::Pit(side, _) if side != me) { *state.at(place) } else { 0 }
                },
            )
            .sum();
        let slam = !taken.is_empty() && of_enemy == state.left(1 - me);
        if slam && dice.slam == "forbidden" {
            return None;
        }
        if !(slam && dice.slam == "nothing") {
            for place in taken {
                state.stores[me] += std::mem::take(state.at(place));
            }
        }
        if !(dice.again && last == Place::Store(me)) {
            state.side = 1 - me;
        }
        Some(state)
    }

    fn moves(&self, dice: &Dice) -> Vec<(usize, State)> {
        let hungry = dice.feed && self.left(1 - self.side) == 0;
        let sown = |pit: usize| Some((pit, self.sown(dice, pit)?));
        (0..dice.pits)
            .filter(|&pit| self.pits[self.side][pit] > 0)
            .filter_map(sown)
            .filter(|(_, next)| !hungry || next.left(1 - self.side) > 0)
            .collect()
    }

    fn result(&self, dice: &Dice) -> Option<Outcome> {
        let all = 2 * dice.pits * usize::from(dice.seeds);
        for side in Side::BOTH {
            if 2 * usize::from(self.stores[side.index()]) > all {
                return Some(Outcome::Win(side));
            }
        }
        let over = dice.empty && (self.left(0) == 0 || self.left(1) == 0) || self.moves(dice).is_empty();
        let [first, second] = [0, 1].map(|side| self.left(side) + self.stores[side]);
        over.then(|| match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::First),
            std::cmp::Ordering::Less => Outcome::Win(Side::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn text(&self) -> String {
        let row = |side: usize| self.pits[side].iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let stores = match self.stores {
            [0, 0] => String::new(),
            [first, second] => format!(" stores={first},{second}"),
        };
        format!("{}/{} {}{stores}", row(1), row(0), ["w", "b"][self.side])
    }
}

#[test]
fn random_rules_of_sowing_are_played_as_by_hand() {
    let mut rng = rng(11);
    let mut finished = 0;
    for _ in 0..300 {
        let dice = Dice::roll(&mut rng);
        let (game, problems) = Rulebook::read(&dice.text());
        let Some(game) = game else { panic!("{dice:?}: {problems:#?}") };
        let (mut state, mut position) = (State::start(&dice), game.start());
        for _ in 0..80 {
            let outcome = game.outcome(&position);
            assert_eq!(outcome, state.result(&dice), "{dice:?} {}", state.text());
            if outcome.is_some() {
                finished += 1;
                break;
            }
            assert_eq!(game.format_position(&position), state.text(), "{dice:?}");
            let mut texts = Vec::new();
            game.each_move(&position, |mv| texts.push(game.format_move(&position, mv, 0)));
            texts.sort();
            let moves = state.moves(&dice);
            let name = |pit: usize| format!("{}{}", char::from(b'a' + pit as u8), state.side + 1);
            let named: Vec<String> = moves.iter().map(|(pit, _)| name(*pit)).collect();
            assert_eq!(texts, named, "{dice:?} {}", state.text());
            let (pit, next) = moves[random::below(&mut rng, moves.len() as u32) as usize].clone();
            let mv = game.parse_move(&position, &name(pit)).expect("a legal move");
            game.play(&mut position, mv);
            state = next;
        }
    }
    assert!(finished > 100, "{finished}");
}

#[test]
fn random_rules_of_sowing_conform() {
    let mut rng = rng(12);
    for _ in 0..60 {
        let dice = Dice::roll(&mut rng);
        let game = Rulebook::read(&dice.text()).0.expect("a right file");
        conformance::check(&game, &mut crate::rng(1), 1, 60, crate::without_counters);
    }
}

/// What cannot be sown is refused where it stands.
#[test]
fn wrong_sowing_is_told() {
    const GOOD: &str = "name = \"Sown\"\nsize = \"6x2\"\n[sow]\nseeds = 4\ntakes = [2, 3]\n";
    assert!(Rulebook::read(GOOD).0.is_some());
    for (from, to, what) in [
        ("6x2", "6x3", "two rows of pits"),
        ("6x2", "13x2", "two rows of pits"),
        ("size = \"6x2\"", "shape = \"hexes\"\nsize = \"6x2\"", "two rows of pits"),
        ("seeds = 4", "seeds = 0", "whole number from 1"),
        ("seeds = 4", "seeds = 25", "300 seeds"),
        ("seeds = 4\n", "", "how many seeds"),
        ("takes = [2, 3]\n", "", "no seed ever comes into a store"),
        ("takes = [2, 3]", "takes = [40]", "whole number from 1 to 31"),
        ("takes = [2, 3]", "takes = \"two\"", "takes"),
        ("takes = [2, 3]", "takes_opposite = true\ntakes_before = true", "`takes_before` without `takes`"),
        ("takes = [2, 3]", "takes = 2\nagain = true", "`again` without `store`"),
        ("takes = [2, 3]", "store = true\nslam = \"nothing\"", "`slam` where nothing is taken"),
        ("takes = [2, 3]", "takes = 2\nslam = \"never\"", "cannot be"),
        ("takes = [2, 3]", "takes = 2\ndir = \"widdershins\"", "cannot be"),
        ("takes = [2, 3]", "takes = 2\nsow = 1", "unknown key"),
        ("[sow]", "[piece.S]\nname = \"seed\"\n[sow]", "`[piece]` where seeds are sown"),
        ("[sow]", "[turn]\npass = \"always\"\n[sow]", "`[turn]` where seeds are sown"),
        ("[sow]", "[win]\nline = 3\n[sow]", "`line` where seeds are sown"),
        ("[sow]", "hand = { S = 3 }\n[sow]", "`hand` where seeds are sown"),
    ] {
        let text = GOOD.replacen(from, to, 1);
        let (game, problems) = Rulebook::read(&text);
        let told: Vec<&str> = problems.iter().map(|problem| problem.what.as_str()).collect();
        assert!(game.is_none() && told.iter().any(|told| told.contains(what)), "{text}{told:?}");
    }
}

/// Texts of positions that are none, and one that is.
#[test]
fn positions_of_sowing_are_read() {
    let game = crate::shipped::shipped("oware");
    let whole = "0,1,0,0,0,0/0,5,0,1,1,1 g stores=12,27";
    let position = game.parse_position(whole).expect(whole);
    assert_eq!(game.format_position(&position), whole);
    assert_eq!(game.outcome(&position), Some(Outcome::Win(Side::Second)));
    for wrong in [
        "4,4,4,4,4,4/4,4,4,4,4,4",
        "4,4,4,4,4/4,4,4,4,4,4 g",
        "4,4,4,4,4,4 g",
        "4,4,4,4,4,4/4,4,4,4,4,4/ g",
        "4,4,4,4,4,4/4,4,4,4,4,5 g",
        "4,4,4,4,4,4/4,4,4,4,04,4 g",
        "4,4,4,4,4,4/4,4,4,4,-4,12 g",
        "4,4,4,4,4,4/4,4,4,4,4,4 g stores=0,0",
        "4,4,4,4,4,4/4,4,4,4,4,3 g stores=1",
        "4,4,4,4,4,4/4,4,4,4,4,3 g stores=1,999",
        "4,4,4,4,4,4/4,4,4,4,4,3 g hand=S1",
        "6/6 g",
    ] {
        assert!(game.parse_position(wrong).is_err(), "{wrong}");
    }
}
