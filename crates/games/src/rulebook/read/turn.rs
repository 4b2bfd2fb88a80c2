//! What a side does in a turn, and how pieces come onto the board.

use super::super::board::Grid;
use super::super::model::{AdjacentTo, Kind, KindSet, Pass, Placement, Shape, Step, Turn};
use super::drawing::MAX_LINES;
use super::keys::{Keys, Problems, Value};
use super::regions::{Names, directions};
use wanqi_game::quoted;

/// The most steps of a turn, and the most turns of an opening.
const MAX_STEPS: usize = 10;
const MAX_OPENING: usize = 20;

const BESIDE: [(&str, AdjacentTo); 4] = [
    ("own", AdjacentTo::Own),
    ("enemy", AdjacentTo::Enemy),
    ("any", AdjacentTo::AnyPiece),
    ("empty", AdjacentTo::Empty),
];

/// Reads `[place]`; `in_hand` are the kinds that may ever be in hand.
pub(super) fn place(
    keys: Option<Keys<'_>>,
    names: &Names,
    kinds: &[Kind],
    in_hand: KindSet,
    problems: &mut Problems,
) -> Placement {
    let everywhere = [names.board.all(); 2];
    let own = |(id, kind): (usize, &Kind)| if kind.neutral { 0 } else { 1 << id };
    let owned: KindSet = kinds.iter().enumerate().map(own).sum();
    let usual = if in_hand != 0 { in_hand } else { owned };
    let mut place = Placement {
        kinds: usual,
        on: everywhere,
        beside: AdjacentTo::Whatever,
        falls: false,
        must_take: false,
        from_hand: in_hand != 0,
    };
    let Some(mut keys) = keys else { return place };
    if let Some(kinds) = keys
        .take("piece")
        .and_then(|value| value.text(problems))
        .and_then(|text| names.kinds(&text, problems))
    {
        place.kinds = kinds;
    }
    if let Some(on) =
        keys.take("on").and_then(|value| value.text(problems)).and_then(|text| names.region(&text, problems))
    {
        place.on = on;
    }
    place.beside = beside(&mut keys, problems);
    place.must_take = keys.flag("must_take", false, problems);
    falls(&mut keys, names, &mut place, problems);
    if let Some(hand) = keys.take("hand") {
        place.from_hand = hand.boolean(problems).unwrap_or(place.from_hand);
        if place.from_hand && in_hand == 0 {
            problems.error(
                "nothing is ever in hand",
                hand.at,
                "say `hand = { S = 8 }`, or `to_hand = true` in `[capture]`",
            );
        }
    }
    keys.finish(problems);
    place
}

fn beside(keys: &mut Keys<'_>, problems: &mut Problems) -> AdjacentTo {
    keys.take("beside").and_then(|value| value.choice(&BESIDE, problems)).unwrap_or(AdjacentTo::Whatever)
}

fn falls(keys: &mut Keys<'_>, names: &Names, place: &mut Placement, problems: &mut Problems) {
    let Some(value) = keys.take("falls") else { return };
    place.falls = value.boolean(problems).unwrap_or(false);
    if place.falls && names.board.grid == Grid::Hexes {
        problems.error(
            "pieces do not fall on hexes",
            value.at,
            "there is no way straight down: leave out `falls`",
        );
    }
}

/// Reads `[turn]`.
pub(super) fn turn(
    keys: Option<Keys<'_>>,
    names: &Names,
    kinds: &[Kind],
    place: &Placement,
    problems: &mut Problems,
) -> Turn {
    let moves = kinds.iter().any(|kind| !kind.moves.is_empty());
    let usual = Step::Act { moves, places: !moves, places_first: false };
    let mut turn =
        Turn { steps: vec![usual], opening: Vec::new(), pass: Pass::Never, swap: false, no_check: false };
    let Some(mut keys) = keys else { return turn };
    let shot = keys.take("shoot").and_then(|value| shoot(&value, names, problems));
    let context = TurnContext { names, place, shot: shot.as_ref() };
    if let Some(does) = keys.take("does") {
        turn.steps = context.steps(&does, problems).unwrap_or(turn.steps);
    }
    let shoots = |step: &Step| matches!(step, Step::Shoot { .. });
    if shot.is_some() && !turn.steps.iter().any(shoots) {
        problems.warning("nothing ever shoots", keys.at.clone(), "`does = [\"move\", \"shoot\"]`");
    }
    if let Some(opening) = keys.take("opening") {
        for value in opening.list(MAX_OPENING, problems) {
            turn.opening.extend(context.steps(&value, problems));
        }
    }
    let passes = [("never", Pass::Never), ("stuck", Pass::Stuck), ("always", Pass::Always)];
    turn.pass = keys.take("pass").and_then(|value| value.choice(&passes, problems)).unwrap_or(Pass::Never);
    turn.swap = keys.flag("swap", false, problems);
    if let Some(value) = keys.take("give_check") {
        turn.no_check = value.boolean(problems) == Some(false);
        if turn.no_check && !kinds.iter().any(|kind| kind.royal) {
            problems.error(
                "no piece is royal, so there is no check",
                value.at,
                "leave this out, or say `royal = true`",
            );
        }
    }
    keys.finish(problems);
    turn
}

struct TurnContext<'n> {
    names: &'n Names,
    place: &'n Placement,
    shot: Option<&'n Step>,
}

impl TurnContext<'_> {
    /// The steps of a turn: one, or a list of them.
    fn steps(&self, value: &Value<'_>, problems: &mut Problems) -> Option<Vec<Step>> {
        let list = value.list(MAX_STEPS, problems);
        if list.is_empty() {
            problems.error("a turn without a step", value.at.clone(), "such as `\"move\"` or `\"place\"`");
            return None;
        }
        let mut steps: Vec<Step> = Vec::new();
        for value in list {
            let step = self.step(&value, problems)?;
            if matches!(step, Step::Shoot { .. })
                && !matches!(steps.last(), Some(Step::Act { moves: true, places: false, .. }))
            {
                problems.error(
                    "who shoots? No piece has just moved",
                    value.at.clone(),
                    "the step before it is `\"move\"`: `[\"move\", \"shoot\"]`",
                );
            }
            steps.push(step);
        }
        Some(steps)
    }

    fn step(&self, value: &Value<'_>, problems: &mut Problems) -> Option<Step> {
        if value.is_table() {
            return self.table(value, problems);
        }
        let act = |moves, places, places_first| Some(Step::Act { moves, places, places_first });
        let choices = [
            ("move", act(true, false, false)),
            ("place", act(false, true, false)),
            ("move or place", act(true, true, false)),
            ("place or move", act(true, true, false)),
            ("place then move", act(true, true, true)),
            ("shoot", None),
        ];
        let words: Vec<(&'static str, usize)> =
            choices.iter().enumerate().map(|(i, choice)| (choice.0, i)).collect();
        let chosen = value.choice(&words, problems)?;
        let step = choices[chosen].1.clone().or_else(|| self.shot.cloned());
        if step.is_none() {
            problems.error(
                "shoots what?",
                value.at.clone(),
                "`shoot = { piece = \"X\", slide = \"any\" }` in `[turn]`",
            );
        }
        step
    }

    fn table(&self, value: &Value<'_>, problems: &mut Problems) -> Option<Step> {
        let mut keys = value.table("a step of a turn", problems)?;
        let names = self.names;
        let placed = keys.take("place");
        let removed = keys.take("remove");
        let on = keys
            .take("on")
            .and_then(|value| value.text(problems))
            .and_then(|text| names.region(&text, problems));
        let on = on.unwrap_or([names.board.all(); 2]);
        let beside = beside(&mut keys, problems);
        let step = match (placed, removed) {
            (Some(placed), None) => {
                let kinds = placed.text(problems).and_then(|text| names.kinds(&text, problems));
                let mut place = Placement {
                    kinds: kinds.unwrap_or(0),
                    on,
                    beside,
                    must_take: false,
                    ..self.place.clone()
                };
                place.falls = false;
                falls(&mut keys, names, &mut place, problems);
                if place.kinds == 0 && kinds.is_some() {
                    problems.error("place what?", placed.at, "name a piece: `place = \"S\"`");
                }
                Some(Step::Place(place))
            }
            (None, Some(removed)) => {
                let whose = removed.choice(
                    &[("own", [true, false]), ("enemy", [false, true]), ("any", [true, true])],
                    problems,
                );
                whose.map(|whose| Step::Remove { whose, on, beside })
            }
            (Some(_), Some(removed)) => {
                problems.error("one step cannot do both", removed.key_at, "write two steps in a list");
                None
            }
            (None, None) => {
                problems.error(
                    "this step does nothing",
                    value.at.clone(),
                    "`{ place = \"S\" }` or `{ remove = \"own\" }`",
                );
                None
            }
        };
        keys.finish(problems);
        step
    }
}

fn shoot(value: &Value<'_>, names: &Names, problems: &mut Problems) -> Option<Step> {
    let mut keys = value.table("`shoot`", problems)?;
    let at = keys.at.clone();
    let piece = keys.take("piece");
    let slide = keys.take("slide");
    let step = keys.take("step");
    let most = keys.take("most").and_then(|value| value.number(1..=MAX_LINES as u16, problems));
    let usual = if step.is_some() { 1 } else { MAX_LINES as u16 };
    keys.finish(problems);
    let (Some(piece), Some(dirs)) = (piece, slide.or(step)) else {
        problems.error(
            "which piece, and how does it fly?",
            at,
            "`shoot = { piece = \"X\", slide = \"any\" }`",
        );
        return None;
    };
    let letter = piece.text(problems)?;
    let Some(kind) = names.kind(letter.value.trim()) else {
        problems.error(
            format!("there is no piece {}", quoted(letter.value)),
            letter.at,
            format!("pieces of this game: {}", names.list_of_kinds()),
        );
        return None;
    };
    let dirs = directions(&dirs.text(problems)?, names.board.grid, problems)?;
    Some(Step::Shoot { kind, dirs, most: most.unwrap_or(usual) as u8 })
}

/// Whether every move of every piece goes forward, takes or copies, so that no position comes again.
pub(super) fn never_goes_back(kinds: &[Kind]) -> bool {
    let forward = |shape: &Shape| {
        let offsets = match shape {
            Shape::Slide { dirs, .. }
            | Shape::Jump { dirs, .. }
            | Shape::Approach { dirs, .. }
            | Shape::Cross { dirs, .. }
            | Shape::Line { dirs } => dirs,
            Shape::Leap { to, .. } => to,
            Shape::Fly => return false,
        };
        offsets.iter().all(|offset| offset.forward > 0)
    };
    let mut rules = kinds.iter().flat_map(|kind| &kind.moves);
    rules.all(|rule| {
        let takes = rule.shape.takes_aside();
        !rule.moves || rule.copies || takes || forward(&rule.shape)
    })
}
