//! How pieces go.

use super::super::board::{Grid, Offset};
use super::super::model::{KindSet, MoveRule, Region, Shape};
use super::betza::{around, betza};
use super::drawing::MAX_LINES;
use super::keys::{Keys, Problems, Value};
use super::regions::{Names, directions};
use super::text::Text;
use wanqi_game::quoted;

/// What a move needs to know of the rest of the file.
pub(super) struct MovesContext<'n> {
    pub names: &'n Names,
    /// Where pieces of this kind stand at the start.
    pub start: Region,
    /// Whether pieces take by moving onto enemies.
    pub onto: bool,
    /// What the piece is called in messages.
    pub piece: String,
}

/// The most moves of one kind of piece.
const MAX_MOVES: usize = 32;

/// The most moves after those in Betza's notation have been taken apart.
const MAX_RULES: usize = 64;

const MAX: u16 = MAX_LINES as u16;

/// The verbs, and an example of each.
const VERBS: [(&str, &str); 11] = [
    ("step", "{ step = \"N\" }"),
    ("dir", "{ dir = \"N\" }"),
    ("slide", "{ slide = \"straight\" }"),
    ("leap", "{ leap = \"1,2\" }"),
    ("jump", "{ jump = \"diagonal\" }"),
    ("cross", "{ cross = \"straight\", over = \"water\" }"),
    ("line", "{ line = \"any\" }"),
    ("fly", "{ fly = \"all\" }"),
    ("approach", "{ approach = \"any\" }"),
    ("withdraw", "{ withdraw = \"any\" }"),
    ("betza", "{ betza = \"N\" }"),
];

/// Keys that go with one verb alone.
const OF_VERBS: [(&str, &str); 9] = [
    ("most", "slide"),
    ("least", "slide"),
    ("screens", "slide"),
    ("screen_kinds", "slide"),
    ("toward", "leap"),
    ("leg", "leap"),
    ("over", "jump` or `cross"),
    ("flying", "jump"),
    ("again", "jump"),
];

/// Reads the moves of a piece: a list of tables, or a text in Betza's notation.
pub(super) fn moves(value: &Value<'_>, context: &MovesContext<'_>, problems: &mut Problems) -> Vec<MoveRule> {
    if value.is_text() {
        return value.text(problems).map_or_else(Vec::new, |text| in_betza(&text, context, problems));
    }
    let mut rules = Vec::new();
    for entry in value.list(MAX_MOVES, problems) {
        if entry.is_text() {
            let text = entry.text(problems);
            rules.extend(text.map_or_else(Vec::new, |text| in_betza(&text, context, problems)));
        } else if let Some(keys) = entry.table(format!("a move of {}", context.piece), problems) {
            rules.extend(rule(keys, context, problems));
        }
    }
    if rules.len() > MAX_RULES {
        problems.error(
            format!("{} has more than {MAX_RULES} moves", context.piece),
            value.at.clone(),
            "leave some out",
        );
        rules.truncate(MAX_RULES);
    }
    rules
}

fn in_betza(text: &Text<'_>, context: &MovesContext<'_>, problems: &mut Problems) -> Vec<MoveRule> {
    if context.names.board.grid == Grid::Hexes {
        problems.error(
            "Betza's notation is for boards of squares",
            text.at.clone(),
            "write `{ step = \"any\" }` or another move",
        );
        return Vec::new();
    }
    let everywhere = [context.names.board.all(); 2];
    let rule = |atom: super::betza::Atom| MoveRule {
        shape: atom.shape,
        moves: atom.moves,
        captures: atom.captures && context.onto,
        from: if atom.first { context.start } else { everywhere },
        to: everywhere,
        takes: None,
        anywhere: false,
        copies: false,
        at_most: None,
        passes: false,
        passing: false,
    };
    let atoms = betza(text, problems).unwrap_or_default();
    atoms.into_iter().map(rule).filter(|rule| rule.moves || rule.captures).collect()
}

fn rule(mut keys: Keys<'_>, context: &MovesContext<'_>, problems: &mut Problems) -> Vec<MoveRule> {
    let at = keys.at.clone();
    let verbs: Vec<(&'static str, Value<'_>)> =
        VERBS.iter().filter_map(|&(verb, _)| Some((verb, keys.take(verb)?))).collect();
    let [(verb, value)] = verbs.as_slice() else {
        match verbs.get(1) {
            Some((verb, value)) => problems.error(
                format!("a move cannot be both `{}` and `{verb}`", verbs[0].0),
                value.key_at.clone(),
                "write two moves: `moves = [{ … }, { … }]`",
            ),
            None => {
                let examples: Vec<&str> = VERBS.iter().map(|verb| verb.1).collect();
                let unknown = keys.take_all();
                let near = unknown.iter().find_map(|value| {
                    wanqi_game::closest(value.key, VERBS.iter().map(|verb| verb.0)).map(|near| (value, near))
                });
                match near {
                    Some((value, near)) => problems.error(
                        format!("unknown key {} in {}", quoted(value.key), keys.name),
                        value.key_at.clone(),
                        format!("did you mean `{near}`?"),
                    ),
                    None => problems.error(
                        format!("{} does not say how to go", keys.name),
                        at,
                        format!("one of {}", examples.join(", ")),
                    ),
                }
            }
        }
        return Vec::new();
    };
    let grid = context.names.board.grid;
    let text = value.text(problems);
    let mut takes_jumped = true;
    let mut letters = None;
    if let Some(takes) = keys.take("takes") {
        if takes.is_boolean() {
            takes_jumped = takes.boolean(problems).unwrap_or(true);
            if *verb != "jump" {
                problems.error(
                    "`takes = true` and `takes = false` are for `jump`",
                    takes.at.clone(),
                    "letters here: `takes = \"PR\"`; or `only = \"move\"`, `only = \"capture\"`",
                );
            }
        } else {
            letters = takes.text(problems).and_then(|text| context.names.kinds(&text, problems));
        }
    }
    let shapes = text.as_ref().and_then(|text| match *verb {
        "fly" => Some(vec![ShapePart::plain(Shape::Fly)]),
        "leap" => leap(text, &mut keys, grid, problems).map(|shape| vec![ShapePart::plain(shape)]),
        "betza" => {
            let rules = in_betza(text, context, problems);
            (!rules.is_empty()).then(|| rules.into_iter().map(ShapePart::of).collect())
        }
        _ => {
            let dirs = directions(text, grid, problems);
            let shape = match *verb {
                "approach" => dirs.map(|dirs| Shape::Approach { dirs, away: false }),
                "withdraw" => dirs.map(|dirs| Shape::Approach { dirs, away: true }),
                "slide" => slide(dirs, &mut keys, context, problems),
                "jump" => jump(dirs, takes_jumped, &mut keys, problems),
                "cross" => cross(dirs, &mut keys, context.names, problems),
                "line" => dirs.map(|dirs| Shape::Line { dirs }),
                _ => {
                    dirs.map(|dirs| Shape::Slide { dirs, least: 1, most: 1, screens: 0, screen_kinds: None })
                }
            };
            shape.map(|shape| vec![ShapePart::plain(shape)])
        }
    });
    let only_at = keys.take("only");
    let only = only_at
        .as_ref()
        .and_then(|value| value.choice(&[("move", (true, false)), ("capture", (false, true))], problems));
    let region = |key: &'static str, keys: &mut Keys<'_>, problems: &mut Problems| {
        let text = keys.take(key).and_then(|value| value.text(problems));
        let region = text.and_then(|text| context.names.region(&text, problems));
        region.unwrap_or([context.names.board.all(); 2])
    };
    let mut from = region("from", &mut keys, problems);
    let mut to = region("to", &mut keys, problems);
    let flies_to =
        text.as_ref().filter(|_| *verb == "fly").and_then(|text| context.names.region(text, problems));
    if let Some(region) = flies_to {
        to = std::array::from_fn(|side| to[side].and(region[side]));
    }
    let at_most = keys.take("at_most").and_then(|value| value.number(1..=400, problems));
    if keys.flag("first", false, problems) {
        from = std::array::from_fn(|side| from[side].and(context.start[side]));
    }
    let anywhere = keys.flag("anywhere", false, problems);
    let copies = keys.take("copies");
    let copies_at = copies.as_ref().map_or(at.clone(), |value| value.at.clone());
    let copies = copies.and_then(|value| value.boolean(problems)).unwrap_or(false);
    let passes = passing_key("passes", *verb == "slide", &mut keys, problems);
    let passing = passing_key("passing", *verb == "step" || *verb == "dir", &mut keys, problems);
    for (key, of) in OF_VERBS {
        if shapes.is_some() && keys.has(key) && *verb != key && !of.split("` or `").any(|of| of == *verb) {
            let value = keys.take(key).expect("the key is there");
            problems.error(
                format!("`{key}` does not go with `{verb}`"),
                value.key_at,
                format!("it belongs to `{of}`"),
            );
        }
    }
    if shapes.is_some() {
        keys.finish(problems);
    }
    let mut rules = Vec::new();
    for ShapePart { shape, moves, captures, from: starts } in shapes.unwrap_or_default() {
        let jumps = matches!(shape, Shape::Jump { .. } | Shape::Approach { .. });
        if copies && matches!(shape, Shape::Jump { again: true, .. }) {
            problems.error(
                "a piece that stays where it is cannot go on jumping",
                copies_at.clone(),
                "leave out `copies` or `again`",
            );
        }
        let (moves, captures) = match only {
            Some((only_moves, only_captures)) => (moves && only_moves, captures && only_captures),
            None => (moves, captures),
        };
        let captures = captures && context.onto && !copies && !jumps;
        if copies && !moves {
            problems.error(
                "a piece that copies itself cannot take by moving",
                copies_at.clone(),
                "say `only = \"move\"`, or leave out `copies`",
            );
        }
        let moves = moves || jumps;
        if !moves && !captures {
            let at = only_at.as_ref().map_or(at.clone(), |value| value.at.clone());
            let what = "this move can neither go to an empty point nor take";
            let help = if context.onto {
                "leave out `only`"
            } else {
                "`[capture]` says that nothing is taken by moving onto it"
            };
            problems.error(what, at, help);
        }
        let two = matches!(shape, Shape::Slide { least: 2, most: 2, screens: 0, .. });
        if let Some(at) = passes.as_ref().filter(|_| !two || copies) {
            problems.error(
                "this move passes over no point, or over several",
                at.clone(),
                "it goes two points: `least = 2, most = 2`",
            );
        }
        if let Some(at) = passing.as_ref().filter(|_| !captures) {
            problems.error(
                "this move takes nothing, so it takes nothing that has passed",
                at.clone(),
                "leave it out, or say `only = \"capture\"`",
            );
        }
        let (passes, passing) = (passes.is_some(), passing.is_some());
        let from = starts.map_or(from, |starts| std::array::from_fn(|side| from[side].and(starts[side])));
        let takes = letters;
        rules.push(MoveRule {
            shape,
            moves,
            captures,
            from,
            to,
            takes,
            anywhere,
            copies,
            at_most,
            passes,
            passing,
        });
    }
    rules
}

/// Where a flag of a move is set that goes with one verb alone.
fn passing_key(
    key: &'static str,
    fits: bool,
    keys: &mut Keys<'_>,
    problems: &mut Problems,
) -> Option<std::ops::Range<usize>> {
    let value = keys.take(key)?;
    let set = value.boolean(problems)?;
    if set && !fits {
        let help = match key {
            "passes" => "it belongs to `slide`, over exactly two points",
            _ => "it belongs to `step`",
        };
        problems.error(format!("`{key}` does not go with this move"), value.key_at.clone(), help);
        return None;
    }
    set.then_some(value.key_at)
}

/// A shape, and what its notation says about it.
struct ShapePart {
    shape: Shape,
    moves: bool,
    captures: bool,
    from: Option<Region>,
}

impl ShapePart {
    fn plain(shape: Shape) -> ShapePart {
        ShapePart { shape, moves: true, captures: true, from: None }
    }

    fn of(rule: MoveRule) -> ShapePart {
        ShapePart { shape: rule.shape, moves: rule.moves, captures: rule.captures, from: Some(rule.from) }
    }
}

fn slide(
    dirs: Option<Vec<Offset>>,
    keys: &mut Keys<'_>,
    context: &MovesContext<'_>,
    problems: &mut Problems,
) -> Option<Shape> {
    let mut number = |key: &'static str, range, problems: &mut Problems| {
        let value = keys.take(key)?;
        value.number(range, problems).map(|number| (number as u8, value.at))
    };
    let most = number("most", 1..=MAX, problems);
    let least = number("least", 1..=MAX, problems);
    let screens = number("screens", 0..=MAX, problems).map_or(0, |(screens, _)| screens);
    let (most, max_at) = most.map_or((MAX as u8, None), |(most, at)| (most, Some(at)));
    let (least, min_at) = least.map_or((1, None), |(least, at)| (least, Some(at)));
    if least > most {
        let at = min_at.or(max_at).unwrap_or(keys.at.clone());
        problems.error(
            format!("at least {least} points and at most {most}"),
            at,
            "`least` may not be more than `most`",
        );
    }
    let kinds = keys.take("screen_kinds").and_then(|value| {
        if screens == 0 {
            problems.error("`screen_kinds` without `screens`", value.key_at.clone(), "add `screens = 1`");
        }
        let text = value.text(problems)?;
        context.names.kinds(&text, problems)
    });
    Some(Shape::Slide { dirs: dirs?, least, most, screens, screen_kinds: kinds })
}

fn jump(
    dirs: Option<Vec<Offset>>,
    takes: bool,
    keys: &mut Keys<'_>,
    problems: &mut Problems,
) -> Option<Shape> {
    let over = keys.take("over").and_then(|value| {
        value.choice(&[("enemy", [false, true]), ("own", [true, false]), ("any", [true, true])], problems)
    });
    let flying = keys.flag("flying", false, problems);
    let again = again(takes, keys, problems);
    Some(Shape::Jump { dirs: dirs?, over: over.unwrap_or([false, true]), takes, flying, again })
}

/// Whether a jump that takes nothing may go on.
fn again(takes: bool, keys: &mut Keys<'_>, problems: &mut Problems) -> bool {
    let Some(value) = keys.take("again") else { return false };
    if takes {
        problems.error(
            "this jump takes what it jumps over",
            value.key_at,
            "how takes go on is told once for all: `again = \"must\"` or `\"may\"` in `[capture]`; or say `takes = false` here",
        );
        return false;
    }
    if value.is_text() {
        problems.error(
            "`again` is true or false here",
            value.at,
            "write `again = true`: a chain may always stop where it likes",
        );
        return false;
    }
    value.boolean(problems).unwrap_or(false)
}

fn cross(
    dirs: Option<Vec<Offset>>,
    keys: &mut Keys<'_>,
    names: &Names,
    problems: &mut Problems,
) -> Option<Shape> {
    let list = || names.grounds.iter().map(|ground| ground.name.as_str()).collect::<Vec<_>>().join(", ");
    let Some(over) = keys.take("over") else {
        problems.error("over which ground?", keys.at.clone(), format!("`over = \"…\"`, one of: {}", list()));
        return None;
    };
    let text = over.text(problems)?;
    let Some(over) = names.grounds.iter().position(|ground| ground.name == text.value.trim()) else {
        let help =
            match wanqi_game::closest(text.value, names.grounds.iter().map(|ground| ground.name.as_str())) {
                Some(near) => format!("did you mean `{near}`?"),
                None if names.grounds.is_empty() => {
                    "draw it: `ground = \"\"\"…\"\"\"`, and name it in `[ground.w]`".into()
                }
                None => format!("grounds of this game: {}", list()),
            };
        problems.error(format!("{} is no ground", quoted(text.value)), text.at, help);
        return None;
    };
    Some(Shape::Cross { dirs: dirs?, over: over as u8 })
}

fn leap(text: &Text<'_>, keys: &mut Keys<'_>, grid: Grid, problems: &mut Problems) -> Option<Shape> {
    let mut to: Vec<Offset> = Vec::new();
    let mut good = true;
    for word in text.spaced() {
        let number = |part: &str| part.parse::<i8>().ok().filter(|n| (0..MAX_LINES as i8).contains(n));
        let parts = word.value.split_once(',').and_then(|(a, b)| Some((number(a)?, number(b)?)));
        match parts {
            Some((a, b)) if (a, b) != (0, 0) => to.extend(match grid {
                Grid::Squares => around(a, b),
                Grid::Hexes => around_on_hexes(a, b),
            }),
            _ => {
                good = false;
                problems.error(
                    format!("{} is no leap", quoted(word.value)),
                    word.at,
                    "how far in one direction and how far in the other: `1,2`",
                );
            }
        }
    }
    if good && to.is_empty() {
        problems.error(
            "a leap to nowhere",
            text.at.clone(),
            "how far in one direction and how far in the other: `1,2`",
        );
        good = false;
    }
    let toward = keys.take("toward").and_then(|value| value.text(problems));
    if let Some(toward) = toward.and_then(|text| directions(&text, grid, problems)) {
        to.retain(|&offset| toward.iter().any(|&way| goes_toward(offset, way, grid)));
    }
    let leg = keys.flag("leg", false, problems);
    let mut once: Vec<Offset> = Vec::new();
    for offset in to {
        if !once.contains(&offset) {
            once.push(offset);
        }
    }
    if good && once.is_empty() {
        problems.error("no such leap goes that way", text.at.clone(), "change `toward`, or leave it out");
        return None;
    }
    good.then_some(Shape::Leap { to: once, leg })
}

/// The hexagons `a` steps away in one direction and `b` more in the next.
fn around_on_hexes(a: i8, b: i8) -> Vec<Offset> {
    let ways = super::regions::all_directions(Grid::Hexes);
    let around = [0, 1, 2, 5, 4, 3].map(|i| ways[i]);
    let mut offsets: Vec<Offset> = Vec::new();
    for i in 0..6 {
        let (one, next) = (around[i], around[(i + 1) % 6]);
        for (a, b) in [(a, b), (b, a)] {
            let offset = Offset::new(a * one.right + b * next.right, a * one.forward + b * next.forward);
            if !offsets.contains(&offset) {
                offsets.push(offset);
            }
        }
    }
    offsets
}

/// Whether an offset lies within an eighth of a turn of a direction: at the limit for straight ones only, so that
/// every offset goes toward something.
fn goes_toward(offset: Offset, way: Offset, grid: Grid) -> bool {
    let plane = |offset: Offset| match grid {
        Grid::Squares => (f64::from(offset.right), f64::from(offset.forward)),
        Grid::Hexes => (f64::from(offset.right) / 2.0, f64::from(offset.forward) * 0.75f64.sqrt()),
    };
    let ((x, y), (u, v)) = (plane(offset), plane(way));
    let cosine = (x * u + y * v) / (x.hypot(y) * u.hypot(v));
    let eighth = 0.5f64.sqrt();
    let straight = way.right == 0 || way.forward == 0;
    if straight { cosine > eighth - 1e-9 } else { cosine > eighth + 1e-9 }
}

impl Names {
    /// Reads letters of pieces, either case.
    pub fn kinds(&self, text: &Text<'_>, problems: &mut Problems) -> Option<KindSet> {
        let mut set = 0;
        let mut good = true;
        for letter in text.chars() {
            if letter.value.trim().is_empty() || letter.value == "," {
                continue;
            }
            match self.kind(letter.value) {
                Some(kind) => set |= 1 << kind,
                None => {
                    good = false;
                    problems.error(
                        format!("there is no piece {}", quoted(letter.value)),
                        letter.at,
                        format!("pieces of this game: {}", self.list_of_kinds()),
                    );
                }
            }
        }
        good.then_some(set)
    }

    /// The kind of a letter, either case.
    pub fn kind(&self, letter: &str) -> Option<u8> {
        let mut chars = letter.chars();
        let letter = chars.next().filter(char::is_ascii_alphabetic)?;
        if chars.next().is_some() {
            return None;
        }
        self.letters[usize::from(letter.to_ascii_uppercase() as u8 - b'A')]
    }

    /// All letters, for messages.
    pub fn list_of_kinds(&self) -> String {
        let letters = (b'A'..=b'Z').zip(self.letters).filter(|(_, kind)| kind.is_some());
        let list: Vec<String> = letters.map(|(letter, _)| char::from(letter).to_string()).collect();
        if list.is_empty() { "none".to_string() } else { list.join(" ") }
    }
}
