//! What a game and its sides are called, the board, and what it is made of.

use super::super::board::{Facing, Grid};
use super::super::model::{Ground, GroundLook, Region, SideNames};
use super::super::points::PointSet;
use super::drawing::{Drawing, board, drawing, rectangle, size};
use super::keys::{Keys, LINE, Problems, Value};
use super::linked::linked;
use super::regions::{Names, like_a_place};
use super::text::{Text, Token};
use std::ops::Range;
use wanqi_game::closest;
use wanqi_game::quoted;

/// The most characters of `about`.
const ABOUT: usize = 2000;

/// English and Chinese name, and a line about the game.
pub(super) fn title(keys: &mut Keys<'_>, problems: &mut Problems) -> [String; 3] {
    let name = keys.take("name");
    if name.is_none() {
        problems.error("the game has no name", 0..0, "begin with `name = \"…\"`");
    }
    let name = name.and_then(|value| {
        let name = value.words(LINE, problems)?;
        if name.is_empty() {
            problems.error("the name is empty", value.at, "call the game something");
        }
        Some(name)
    });
    let name = name.unwrap_or_default();
    let name_zh = keys.take("name_zh").and_then(|value| value.words(LINE, problems));
    let about = keys.take("about").and_then(|value| value.words(ABOUT, problems));
    [name.clone(), name_zh.filter(|name| !name.is_empty()).unwrap_or(name), about.unwrap_or_default()]
}

/// What the sides are called and which colours their pieces have.
pub(super) fn sides(keys: &mut Keys<'_>, problems: &mut Problems) -> [SideNames; 2] {
    let mut pair = |key: &'static str, problems: &mut Problems| -> Option<([String; 2], Vec<Value<'_>>)> {
        let value = keys.take(key)?;
        let list = value.list(2, problems);
        let words: Vec<String> = list.iter().filter_map(|value| value.words(40, problems)).collect();
        let Ok(words) = <[String; 2]>::try_from(words) else {
            if list.len() != 2 {
                let help = "one for each side, who moves first first: `[\"White\", \"Black\"]`";
                problems.error(format!("`{key}` are two"), value.at, help);
            }
            return None;
        };
        Some((words, list))
    };
    let names = pair("sides", problems);
    if let Some(([first, second], list)) = &names
        && first == second
    {
        problems.error("both sides have one name", list[1].at.clone(), "call them differently");
    }
    let names = names.map_or(["White".to_string(), "Black".to_string()], |(names, _)| names);
    let names_zh = pair("sides_zh", problems).map(|(names, _)| names);
    let colours = pair("colours", problems);
    if let Some((words, list)) = &colours {
        for (word, value) in words.iter().zip(list) {
            if !COLOURS.contains(&word.as_str()) {
                let help = match closest(word, COLOURS) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => "a CSS colour name, such as \"white\", \"red\" or \"teal\"".to_string(),
                };
                problems.error(format!("{} is no colour", quoted(word)), value.at.clone(), help);
            }
        }
        if words[0] == words[1] {
            problems.warning(
                "both sides have one colour",
                list[1].at.clone(),
                "nobody could tell them apart",
            );
        }
    }
    let lower = names.clone().map(|name| name.to_lowercase());
    let colours = colours.map(|(words, _)| words).unwrap_or_else(|| {
        let told = lower.iter().all(|name| COLOURS.contains(&name.as_str()));
        if told { lower.clone() } else { ["white".to_string(), "black".to_string()] }
    });
    let word_zh =
        |name: &String| COLOURS_ZH.iter().find(|(word, _)| word == name).map(|word| word.1.to_string());
    std::array::from_fn(|side| SideNames {
        name: names[side].clone(),
        name_zh: match &names_zh {
            Some(names) => names[side].clone(),
            None => word_zh(&lower[side]).unwrap_or_else(|| names[side].clone()),
        },
        colour: colours[side].clone(),
    })
}

/// The board and everything that regions may be named by, and the letters that are drawn on the board.
pub(super) fn names<'t>(
    keys: &mut Keys<'t>,
    problems: &mut Problems,
) -> Option<(Names, Vec<(usize, Token<'t>)>)> {
    let choice = keys.take("shape");
    let shapes = [
        ("squares", (Grid::Squares, false)),
        ("hexes", (Grid::Hexes, false)),
        ("lines", (Grid::Squares, true)),
    ];
    let (grid, has_lines) =
        choice.and_then(|value| value.choice(&shapes, problems)).unwrap_or((Grid::Squares, false));
    let on_points = keys.take("on");
    let on_points = on_points
        .and_then(|value| match value.begins("hex") {
            true => {
                problems.error(
                    "`on` tells cells from points",
                    value.at.clone(),
                    "hexagons are `shape = \"hexes\"`",
                );
                None
            }
            false => value.choice(&[("cells", false), ("points", true)], problems),
        })
        .unwrap_or(has_lines);
    let facing = keys.take("facing");
    let facing = facing
        .and_then(|value| value.choice(&[("mirror", Facing::Mirror), ("turn", Facing::Turn)], problems))
        .unwrap_or(Facing::Mirror);
    let top_is_1 = keys.take("rank_1");
    let top_is_1 = top_is_1
        .and_then(|value| value.choice(&[("bottom", false), ("top", true)], problems))
        .unwrap_or(false);
    let drawn = keys.take("board");
    let sized = keys.take("size");
    let terrain = keys.take("terrain");
    let (mut letters, mut places, mut links) = (Vec::new(), Vec::new(), None);
    if let (true, Some(sized)) = (has_lines, &sized) {
        problems.error(
            "the lines of a board are drawn",
            sized.key_at.clone(),
            "`board = \"\"\"` and points joined by - | / and \\",
        );
    }
    match (&drawn, &sized) {
        (Some(_), Some(sized)) => {
            problems.error("the board has a drawing and a size", sized.key_at.clone(), "leave out `size`");
        }
        (None, None) => {
            problems.error(
                "the game has no board",
                0..0,
                "draw one, `board = \"\"\"…\"\"\"`, or say `size = \"8x8\"`",
            );
            return None;
        }
        _ => {}
    }
    if let Some(drawn) = &drawn {
        let text = drawn.text(problems)?;
        let cells = match has_lines {
            true => {
                let drawing = linked(&text, problems)?;
                links = Some(drawing.links);
                drawing.cells
            }
            false => drawing(&text, grid, problems)?.cells,
        };
        for (column, row, word) in cells {
            match word.value.chars().next() {
                Some('.') => {}
                Some(c) if c.is_ascii_alphabetic() => letters.push((places.len(), word)),
                _ => problems.error(
                    format!("{} is nothing that can stand on a board", quoted(word.value)),
                    word.at,
                    "a letter is a piece, `.` an empty point, a space no point at all",
                ),
            }
            places.push((column, row));
        }
    } else if let Some(sized) = &sized {
        let (columns, rows) = size(&sized.text(problems)?, problems)?;
        places = rectangle(columns, rows, grid);
    }
    let at = drawn.or(sized).map_or(0..0, |value| value.at);
    let along = |&(column, row): &(u8, u8)| i32::from(column) - i32::from(row);
    let files = places.iter().map(along).max().unwrap_or(0) - places.iter().map(along).min().unwrap_or(0);
    if grid == Grid::Hexes && files / 2 >= 26 {
        problems.error(
            "the board has more than 26 files",
            at,
            "there are no letters for them: make it smaller",
        );
        return None;
    }
    if places.len() < 2 {
        problems.error("the board has a single point", at, "nothing could ever happen there");
        return None;
    }
    let (mut board, coordinates) = board(places, grid, on_points, facing, top_is_1);
    board.links = links;
    let mut names =
        Names { board, coordinates, grounds: Vec::new(), regions: Vec::new(), letters: [None; 26] };
    grounds(terrain, keys, &mut names, problems);
    Some((names, letters))
}

/// Reads the drawing of the ground and what its letters mean.
fn grounds(drawn: Option<Value<'_>>, keys: &mut Keys<'_>, names: &mut Names, problems: &mut Problems) {
    let points = names.board.len();
    let mut letters: Vec<Option<(char, Token<'_>)>> = vec![None; points];
    let drawn = drawn.and_then(|value| value.text(problems));
    if let Some(text) = &drawn {
        read_terrain(text, names, &mut letters, problems);
    }
    let mut told: Vec<char> = Vec::new();
    let tables = keys.take("ground").and_then(|value| {
        if value.is_text() {
            let help = "call the drawing `terrain`; `[ground.w]` tells what its letter w is";
            problems.error("`ground` is a drawing", value.key_at, help);
            return None;
        }
        value.table("[ground]", problems)
    });
    for value in tables.map(|mut keys| keys.take_all()).unwrap_or_default() {
        let mut chars = value.key.chars();
        let letter = chars.next().filter(|c| c.is_ascii_alphabetic() && chars.next().is_none());
        let Some(letter) = letter.map(|c| c.to_ascii_lowercase()) else {
            let what = format!("a ground is called {}", quoted(value.key));
            let help = "it is named by its letter in the drawing: `[ground.w]`; its `name` is a key";
            problems.error(what, value.key_at, help);
            continue;
        };
        if told.contains(&letter) {
            problems.error(format!("ground {letter} is told twice"), value.key_at, "join the two");
            continue;
        }
        told.push(letter);
        let Some(keys) = value.table(format!("[ground.{letter}]"), problems) else { continue };
        let of = |side: usize| {
            let capital = |c: char| c.is_ascii_uppercase() == (side == 0);
            let own = |at: &usize| {
                letters[*at].as_ref().is_some_and(|(c, _)| c.eq_ignore_ascii_case(&letter) && capital(*c))
            };
            (0..points).filter(own).collect::<PointSet>()
        };
        let drawn = [of(0), of(1)];
        if drawn[0].or(drawn[1]).is_empty() {
            problems.warning(
                format!("ground {letter} is nowhere in the drawing"),
                value.key_at.clone(),
                "draw it in `terrain`, or leave this out",
            );
        }
        let ground = ground(letter, drawn, keys, problems);
        if names.grounds.iter().any(|other| other.name == ground.name) {
            problems.error(
                format!("two grounds are called {}", quoted(&ground.name)),
                value.key_at,
                "call them differently",
            );
        }
        names.grounds.push(ground);
    }
    let untold = letters.iter().flatten().find(|(c, _)| !told.contains(&c.to_ascii_lowercase()));
    if let Some((c, word)) = untold {
        problems.error(
            format!("nothing says what ground {c} is"),
            word.at.clone(),
            format!("add `[ground.{}]`", c.to_ascii_lowercase()),
        );
    }
}

/// Finds which letter the drawing of the terrain has on each point.
fn read_terrain<'t>(
    text: &Text<'t>,
    names: &Names,
    letters: &mut [Option<(char, Token<'t>)>],
    problems: &mut Problems,
) {
    let board = &names.board;
    let Some(Drawing { cells, columns, rows }) = drawing(text, board.grid, problems) else { return };
    if (columns, rows) != (board.columns.into(), board.rows.into()) {
        problems.error(
            format!(
                "the terrain has {columns} columns and {rows} lines, the board {} and {}",
                board.columns, board.rows
            ),
            text.at.clone(),
            "draw it as large as the board, `.` for plain ground",
        );
        return;
    }
    for (column, row, word) in cells {
        let c = word.value.chars().next().unwrap_or('.');
        if c == '.' {
            continue;
        }
        match board.at(column.into(), row.into()) {
            Some(at) if c.is_ascii_alphabetic() => letters[at] = Some((c, word)),
            Some(_) => problems.error(
                format!("{} is no letter", quoted(word.value)),
                word.at,
                "a letter is a ground that `[ground.…]` tells of, `.` plain ground",
            ),
            None => problems.error("there is no point of the board here", word.at, "leave a space"),
        }
    }
}

fn ground(letter: char, drawn: Region, mut keys: Keys<'_>, problems: &mut Problems) -> Ground {
    let name = keys.take("name").and_then(|value| {
        let name = value.words(40, problems)?;
        good_name(&name, value.at.clone(), problems).then_some(name)
    });
    let name = name.unwrap_or_else(|| letter.to_string());
    let name_zh = keys.take("name_zh").and_then(|value| value.words(40, problems));
    let owned = keys.flag("owned", false, problems);
    let points = drawn[0].or(drawn[1]);
    let of_side = if owned { drawn } else { [PointSet::EMPTY; 2] };
    let enemy = [of_side[1], of_side[0]];
    let whose = |key: &'static str,
                 word: &'static str,
                 region: Region,
                 keys: &mut Keys<'_>,
                 problems: &mut Problems| {
        let Some(value) = keys.take(key) else { return [PointSet::EMPTY; 2] };
        match value.choice(&[("all", true), (word, false)], problems) {
            Some(true) => [points; 2],
            Some(false) if !owned => {
                problems.error(
                    "this ground belongs to nobody",
                    value.at,
                    "add `owned = true`, or say \"all\"",
                );
                [PointSet::EMPTY; 2]
            }
            Some(false) => region,
            None => [PointSet::EMPTY; 2],
        }
    };
    let weak = whose("weak", "enemy", enemy, &mut keys, problems);
    let safe = whose("safe", "own", of_side, &mut keys, problems);
    let hostile = whose("hostile", "enemy", enemy, &mut keys, problems);
    let shore = keys.flag("shore", false, problems);
    let look = keys.take("look").and_then(|value| {
        let looks = [
            ("water", GroundLook::Water),
            ("trap", GroundLook::Trap),
            ("den", GroundLook::Den),
            ("shade", GroundLook::Shade),
        ];
        value.choice(&looks, problems)
    });
    keys.finish(problems);
    Ground {
        name_zh: name_zh.filter(|name| !name.is_empty()).unwrap_or_else(|| format!(" {name} ")),
        name,
        points,
        of_side,
        weak,
        safe,
        hostile,
        shore,
        look: look.unwrap_or(GroundLook::Shade),
    }
}

/// Reads `[region]`: each may use those before it.
pub(super) fn regions(keys: &mut Keys<'_>, names: &mut Names, problems: &mut Problems) {
    let table = keys.take("region").and_then(|value| value.table("[region]", problems));
    let mut entries = table.map(|mut keys| keys.take_all()).unwrap_or_default();
    if let Some(value) = entries.get(MAX_REGIONS) {
        problems.error("very many regions", value.key_at.clone(), format!("at most {MAX_REGIONS}"));
        entries.truncate(MAX_REGIONS);
    }
    for value in entries {
        let good = good_name(value.key, value.key_at.clone(), problems);
        if good && names.grounds.iter().any(|ground| ground.name == value.key) {
            problems.error(
                "a ground has this name already",
                value.key_at.clone(),
                "call the region otherwise",
            );
        }
        if let Some(area) = value.text(problems).and_then(|text| names.area(&text, problems))
            && good
        {
            names.regions.push((value.key.to_string(), area));
        }
    }
}

const MAX_REGIONS: usize = 50;

/// Tells if a name could not be used in a region.
fn good_name(name: &str, at: Range<usize>, problems: &mut Problems) -> bool {
    let separates = |c: char| c.is_whitespace() || c == ',' || c == '|';
    if name.is_empty() || name.chars().any(separates) || name.contains('-') {
        let what = format!("{} cannot be used in a region", quoted(name));
        problems.error(what, at, "a name is one word: letters, digits and `_`");
    } else if like_a_place(name) {
        let what = format!("{} means a place of the board already", quoted(name));
        problems.error(what, at, "a name is a longer word");
    } else {
        return true;
    }
    false
}

/// CSS colour names: <https://www.w3.org/TR/css-color-4/#named-colors>.
pub(super) const COLOURS: [&str; 60] = [
    "aqua",
    "aquamarine",
    "beige",
    "black",
    "blue",
    "brown",
    "chocolate",
    "coral",
    "cornflowerblue",
    "crimson",
    "cyan",
    "darkblue",
    "darkgreen",
    "darkorange",
    "darkred",
    "deepskyblue",
    "firebrick",
    "forestgreen",
    "fuchsia",
    "gold",
    "gray",
    "green",
    "grey",
    "hotpink",
    "indigo",
    "ivory",
    "khaki",
    "lavender",
    "lime",
    "limegreen",
    "magenta",
    "maroon",
    "midnightblue",
    "navy",
    "olive",
    "orange",
    "orangered",
    "orchid",
    "peru",
    "pink",
    "plum",
    "purple",
    "red",
    "royalblue",
    "salmon",
    "seagreen",
    "sienna",
    "silver",
    "skyblue",
    "slategray",
    "snow",
    "steelblue",
    "tan",
    "teal",
    "tomato",
    "turquoise",
    "violet",
    "wheat",
    "white",
    "yellow",
];

const COLOURS_ZH: [(&str, &str); 13] = [
    ("black", "黑方"),
    ("blue", "蓝方"),
    ("brown", "棕方"),
    ("gold", "金方"),
    ("gray", "灰方"),
    ("green", "绿方"),
    ("grey", "灰方"),
    ("orange", "橙方"),
    ("pink", "粉方"),
    ("purple", "紫方"),
    ("red", "红方"),
    ("white", "白方"),
    ("yellow", "黄方"),
];
