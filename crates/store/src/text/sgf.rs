//! SGF, file format 4: Go, gomoku and Othello. <https://www.red-bean.com/sgf/>

use super::brackets::{Token, Tokens, escaped};
use super::builder::{Builder, GameDraft, option, with_option};
use super::ratings::rating;
use super::{Game, ReadContext, Unwritable, sgf_handicap, sgf_points, sgf_rules};
use std::fmt::Write;
use wanqi_play::record::{Ending, GameRecord, Mark, NodeId, ROOT};
use wanqi_play::{Layout, Message, Side, Spec, Table, message};

/// The games that SGF has numbers for and that we have.
const GAMES: [(&str, &str); 3] = [("1", "go"), ("2", "othello"), ("4", "gomoku")];
/// The properties of colours, the first side's first: it is Black in all these games.
const COLOURS: [&str; 2] = ["B", "W"];
/// Marks by property and emphasis. `BM[2]` is a blunder.
const MARKS: [(&str, Mark, Mark); 4] = [
    ("TE", Mark::GOOD, Mark::BRILLIANT),
    ("BM", Mark::MISTAKE, Mark::BLUNDER),
    ("IT", Mark::INTERESTING, Mark::INTERESTING),
    ("DO", Mark::DUBIOUS, Mark::DUBIOUS),
];
/// Properties of the root that are read into fields, or say how the file is written. `RU` and `HA` are not among them:
/// they are kept as they stand where the game's options do not say all that they do.
const KNOWN: [&str; 21] = [
    "FF", "GM", "SZ", "CA", "AP", "ST", "PB", "PW", "DT", "EV", "RE", "KM", "AB", "AW", "AE", "PL", "B", "W",
    "C", "N", "OB",
];

/// The properties of a node with their values.
pub type Properties = Vec<(String, Vec<String>)>;

pub fn read(text: &str, context: &ReadContext, each: &mut dyn FnMut(Game) -> bool) {
    let mut tokens = Tokens::new(text);
    let mut number = 0;
    while let Some(token) = tokens.next() {
        // What stands between games is no one's.
        if token != Token::Open {
            continue;
        }
        number += 1;
        let game = game(&mut tokens, number, context);
        if !each(game) {
            return;
        }
    }
}

/// Where nodes are being put.
#[derive(Default)]
struct NodeCursor {
    /// What each open bracket comes back to, and whether its line was dead.
    left: Vec<(NodeId, bool)>,
    /// Whether a node of this line could not be read: what follows it cannot be either.
    dead: bool,
    /// The board, once something is marked on it.
    layout: Option<Layout>,
}

/// The rest of a game whose bracket has been opened.
fn game(tokens: &mut Tokens, number: usize, context: &ReadContext) -> Game {
    let mut draft = GameDraft::new(number);
    let mut place = NodeCursor::default();
    // The node that is being read, and the line where it begins.
    let mut node: Option<(Properties, usize)> = None;
    let mut begun = false;
    loop {
        let token = tokens.next();
        match token {
            Some(Token::Property(name, values)) => {
                node.get_or_insert_with(|| (Vec::new(), tokens.line)).0.push((name, values));
                continue;
            }
            Some(Token::Stray(c)) => {
                draft.problem(tokens.line, format!("{c:?} has no place here"));
                continue;
            }
            _ => {}
        }
        if let Some((properties, line)) = node.take() {
            if !begun {
                begin(&properties, line, context, &mut draft);
            }
            place.node(&properties, line, &mut draft);
            if !begun {
                begun = true;
                sgf_handicap::put_down(&properties, line, &mut draft);
            }
        }
        match token {
            Some(Token::Node) => node = Some((Vec::new(), tokens.line)),
            Some(Token::Open) => {
                let at = draft.builder.as_ref().map_or(ROOT, Builder::at);
                place.left.push((at, place.dead));
            }
            Some(Token::Close) => {
                let Some((at, dead)) = place.left.pop() else { break };
                place.dead = dead;
                if let Some(builder) = &mut draft.builder {
                    builder.go(at);
                }
            }
            _ => {
                draft.problem(tokens.line, "the text ends within the game");
                break;
            }
        }
    }
    draft.finish(tokens.at)
}

pub(super) fn value<'a>(properties: &'a Properties, name: &str) -> Option<&'a str> {
    let found = properties.iter().find(|(known, _)| known == name);
    found.and_then(|(_, values)| values.first()).map(|value| value.trim()).filter(|value| !value.is_empty())
}

/// Lays the table from the properties of the root.
fn begin(properties: &Properties, line: usize, context: &ReadContext, draft: &mut GameDraft) {
    let spec = match spec(properties, context) {
        Ok(spec) => spec,
        Err(what) => return draft.problem(line, what),
    };
    let mut record = GameRecord::new(spec.to_string());
    let text = |name| value(properties, name).unwrap_or_default().to_owned();
    let headers = &mut record.headers;
    headers.players = [text("PB"), text("PW")];
    (headers.date, headers.event) = (text("DT"), text("EV"));
    headers.result = value(properties, "RE").and_then(ending);
    let spoken = sgf_rules::own(&spec);
    for (name, values) in properties {
        let of_node =
            MARKS.iter().any(|(mark, ..)| mark == name) || sgf_points::NAMES.contains(&name.as_str());
        if !KNOWN.contains(&name.as_str()) && !of_node && !values.concat().trim().is_empty() {
            headers.others.insert(name.clone(), values.join("\n"));
        }
    }
    if headers.others.get("RU") == spoken.as_ref() {
        headers.others.remove("RU");
    }
    let setup = COLOURS.map(|colour| format!("A{colour}"));
    if properties.iter().any(|(name, _)| setup.contains(name)) {
        match record.table() {
            Ok(table) => match first_position(properties, &*table) {
                Ok(first) => match sgf_handicap::of_stones(properties, &spec, &*table, &first) {
                    Some(given) => {
                        record.game = given.to_string();
                        record.headers.others.remove("HA");
                    }
                    None => record.first = Some(first),
                },
                Err(what) => return draft.problem(line, what),
            },
            Err(error) => return draft.problem(line, error.message()),
        }
    } else if value(properties, "PL").is_some_and(|side| side.starts_with(['B', 'b', '1']))
        && let Some(given) = sgf_handicap::with_handicap(properties, &spec, true)
        && wanqi_play::table(&given).is_ok()
    {
        // Black is about to put a handicap down, move by move.
        record.game = given.to_string();
        record.headers.others.remove("HA");
    }
    draft.lay(line, record);
}

/// The game, its size, its komi and its rules.
fn spec(properties: &Properties, context: &ReadContext) -> Result<Spec, String> {
    let game = match value(properties, "GM") {
        Some(number) => {
            let known = GAMES.iter().find(|(known, _)| *known == number);
            known
                .ok_or_else(|| {
                    format!("game {} of SGF is none that can be played here", wanqi_play::quoted(number))
                })?
                .1
        }
        None => {
            let asked = context.game.as_deref().and_then(|game| game.split(':').next());
            asked.filter(|asked| GAMES.iter().any(|(_, game)| game == asked)).unwrap_or("go")
        }
    };
    let mut spec = Spec::new(game);
    if let Some(size) = value(properties, "SZ") {
        let (columns, rows) = size.split_once(':').unwrap_or((size, size));
        let (columns, rows) = (columns.trim(), rows.trim());
        with_option(&mut spec, "size", columns);
        if columns != rows {
            let has_rows =
                wanqi_play::info(game).is_ok_and(|info| info.options.iter().any(|o| o.name == "rows"));
            if !has_rows {
                return Err(format!("the board {} is not square", wanqi_play::quoted(size)));
            }
            // A spec tells by 0 that there are as many as columns.
            if rows.parse() == Ok(0) {
                return Err(format!("there is no board of the size {}", wanqi_play::quoted(size)));
            }
            spec.set("rows", rows);
        }
    }
    if let Some(komi) = value(properties, "KM") {
        let plain = spec.clone();
        with_option(&mut spec, "komi", plain_number(komi));
        // Komi written in other units (stones, hundredths) is not guessed at.
        if wanqi_play::table(&spec).is_err() {
            spec = plain;
        }
    }
    sgf_rules::read(&mut spec, value(properties, "RU").unwrap_or_default());
    Ok(spec)
}

/// `6.50` as 6.5.
pub(super) fn plain_number(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// `B+3.5`, `W+Resign`, `Draw`, `0`.
fn ending(text: &str) -> Option<Ending> {
    let winner = match text.as_bytes() {
        [b'B' | b'b', b'+', ..] => Some(0),
        [b'W' | b'w', b'+', ..] => Some(1),
        b"0" | b"Draw" | b"draw" | b"Jigo" => None,
        _ => return None,
    };
    Some(Ending { winner, text: text.to_owned() })
}

/// The text of a position with the stones of `AB` and `AW`.
fn first_position(properties: &Properties, table: &dyn Table) -> Result<String, String> {
    let layout = table.layout();
    let (columns, rows) = (usize::from(layout.columns), usize::from(layout.rows));
    let mut letters = vec![vec!['.'; columns]; rows];
    for (side, letter) in ["AB", "AW"].into_iter().zip(['X', 'O']) {
        for (_, values) in properties.iter().filter(|(name, _)| name == side) {
            for value in values {
                for (column, row) in points(value, columns, rows)? {
                    letters[row][column] = letter;
                }
            }
        }
    }
    let rows: Vec<String> = letters.into_iter().map(|row| row.into_iter().collect()).collect();
    let count = |letter: char| rows.iter().flat_map(|row| row.chars()).filter(|&c| c == letter).count();
    // Go's text says more: the ko, passes and prisoners.
    let more = if table.spec().name == "go" { " - 0 0 0" } else { "" };
    let text = |side: char| format!("{} {side}{more}", rows.join("/"));
    let sides = match value(properties, "PL") {
        Some(side) => return Ok(text(if side.starts_with(['W', 'w', '2']) { 'O' } else { 'X' })),
        // Stones of Black alone are a handicap: White moves.
        None if properties.iter().all(|(name, _)| name != "AW") => ['O', 'X'],
        // In gomoku the number of stones says whose turn it is.
        None if table.spec().name == "gomoku" && count('X') > count('O') => ['O', 'X'],
        None => ['X', 'O'],
    };
    let right = sides.into_iter().map(text).find(|text| table.fork().set_position(text).is_ok());
    Ok(right.unwrap_or_else(|| text(sides[0])))
}

/// The points of `dd`, or of the rectangle `dd:ff`.
pub(super) fn points(text: &str, columns: usize, rows: usize) -> Result<Vec<(usize, usize)>, String> {
    let wrong = || format!("no point of the board: {}", wanqi_play::quoted(text));
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    let [(left, top), (right, bottom)] = [point(first).ok_or_else(wrong)?, point(last).ok_or_else(wrong)?];
    if right >= columns || bottom >= rows {
        return Err(wrong());
    }
    Ok((top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row))).collect())
}

/// Column and row of two letters, from the upper left.
pub fn point(text: &str) -> Option<(usize, usize)> {
    let index = |letter: u8| match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    };
    match text.trim().as_bytes() {
        &[column, row] => Some((index(column)?, index(row)?)),
        _ => None,
    }
}

impl NodeCursor {
    fn node(&mut self, properties: &Properties, line: usize, draft: &mut GameDraft) {
        let Some(builder) = draft.builder.as_mut().filter(|_| !self.dead) else { return };
        let root = builder.at() == ROOT;
        let mut fault = None;
        for (name, values) in properties {
            let first = values.first().map_or("", String::as_str);
            if let Some(side) = COLOURS.iter().position(|colour| colour == name) {
                fault = play(builder, Side::BOTH[side], first).err();
            } else if matches!(name.as_str(), "AB" | "AW" | "AE") && !root {
                fault = Some("stones that are put onto the board during the game cannot be kept".into());
            }
            if fault.is_some() {
                break;
            }
        }
        if fault.is_none() && properties.iter().any(|(name, _)| sgf_points::NAMES.contains(&name.as_str())) {
            let layout = self.layout.get_or_insert_with(|| builder.table().layout());
            builder.comment(&sgf_points::read(properties, layout));
        }
        for (name, values) in properties.iter().filter(|_| fault.is_none()) {
            let first = values.first().map_or("", String::as_str);
            if matches!(name.as_str(), "C" | "N") {
                builder.comment(first.trim());
            } else if let Some(&(_, mark, emphatic)) = MARKS.iter().find(|(known, ..)| known == name) {
                builder.mark(if first.trim() == "2" { emphatic } else { mark });
            }
        }
        if let Some(what) = fault {
            self.dead = true;
            draft.problem(line, what);
        }
    }
}

/// Plays a side's move. A side that has to pass before it is not always told to.
fn play(builder: &mut Builder, side: Side, text: &str) -> Result<(), Message> {
    let table = builder.table();
    let layout = table.layout();
    let (columns, rows) = (usize::from(layout.columns), usize::from(layout.rows));
    let passes = text.trim().is_empty() || (text == "tt" && columns <= 19);
    let name = if passes {
        "pass".to_owned()
    } else {
        let on_board = point(text).filter(|&(column, row)| column < columns && row < rows);
        let (column, row) =
            on_board.ok_or_else(|| format!("no point of the board: {}", wanqi_play::quoted(text)))?;
        format!("{}{}", layout.column_names[column], layout.row_names[row])
    };
    if table.side_to_move() != side {
        builder.play("pass").map_err(|_| Message::plain(format!("{name} is a move out of turn")))?;
    }
    builder.play(&name).map_err(|why| message!("fault.at", "{text}: {why}", text = name, why))
}

pub fn write(record: &GameRecord) -> Result<String, Unwritable> {
    let spec = record.game.parse::<Spec>()?;
    let other = || Unwritable::Game { format: "SGF", game: record.game.clone() };
    let known = GAMES.iter().find(|(_, game)| *game == spec.name && record.rules.is_none());
    let &(number, _) = known.ok_or_else(other)?;
    // Its moves have colours, and no words for taking one.
    if option(&spec, "opening").is_some_and(|rule| rule != "none") {
        return Err(other());
    }
    let table = record.table()?;
    let layout = table.layout();
    let texts = record.texts(table.notations().len() - 1)?;

    let size = match layout.columns == layout.rows {
        true => layout.columns.to_string(),
        false => format!("{}:{}", layout.columns, layout.rows),
    };
    let mut out = format!("(;FF[4]GM[{number}]CA[UTF-8]AP[Wanqi]SZ[{size}]");
    let headers = &record.headers;
    let rules = sgf_rules::written(&spec, headers.others.get("RU").map(String::as_str)).unwrap_or_default();
    let handicap = spec.get("handicap").filter(|&stones| stones != "0").unwrap_or_default().to_owned();
    let komi = if handicap.is_empty() {
        option(&spec, "komi")
    } else {
        spec.get("komi").or(Some(sgf_handicap::KOMI))
    };
    if let Some(komi) = komi {
        let _ = write!(out, "KM[{komi}]");
    }
    let ratings =
        [0, 1].map(|side| rating(headers, &layout.sides[side].name, side).unwrap_or_default().to_owned());
    let fields = [
        ("PB", &headers.players[0]),
        ("PW", &headers.players[1]),
        ("BR", &ratings[0]),
        ("WR", &ratings[1]),
        ("DT", &headers.date),
        ("EV", &headers.event),
        ("RE", &headers.result.as_ref().map(result).unwrap_or_default()),
        ("RU", &rules),
        ("HA", &handicap),
    ];
    let plain = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
    let told = |name: &str| {
        KNOWN.contains(&name)
            || sgf_points::NAMES.contains(&name)
            || ["RU", "BR", "WR", "RB", "RW"].contains(&name)
            || (name == "HA" && !handicap.is_empty())
    };
    let others = headers.others.iter().filter(|(name, _)| plain(name) && !told(name));
    for (name, text) in fields.into_iter().chain(others.map(|(name, text)| (name.as_str(), text))) {
        if !text.is_empty() {
            let _ = write!(out, "{name}[{}]", escaped(text));
        }
    }
    let mut begins_at = ROOT;
    if table.spec().get("placement") == Some("free") && record.first.is_none() && !handicap.is_empty() {
        if let Some(stones) =
            handicap.parse().ok().and_then(|count| sgf_handicap::put_down_at_first(record, count))
        {
            out.push_str("AB");
            for id in &stones {
                let _ = write!(out, "[{}]", letters(&layout, &texts[id].text).unwrap_or_default());
                begins_at = *id;
            }
            out.push_str("PL[W]");
        } else {
            out.push_str("PL[B]");
        }
    } else if record.first.is_some() || !handicap.is_empty() {
        setup(&*table, &layout, &mut out);
    }
    notes(record, ROOT, &layout, &mut out);

    // A node that several moves follow opens a bracket for each.
    enum Task {
        After(NodeId),
        Move(NodeId),
        Text(char),
    }
    let mut tasks = vec![Task::Text(')'), Task::After(begins_at)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Text(c) => out.push(c),
            Task::Move(id) => {
                let text = &texts[&id];
                let point = letters(&layout, &text.text).unwrap_or_default();
                let _ = write!(out, "\n;{}[{point}]", COLOURS[text.side.index()]);
                notes(record, id, &layout, &mut out);
            }
            Task::After(id) => match record[id].children() {
                [] => {}
                &[only] => tasks.extend([Task::After(only), Task::Move(only)]),
                several => {
                    for &child in several.iter().rev() {
                        let text = [Task::Text(')'), Task::After(child), Task::Move(child), Task::Text('(')];
                        tasks.extend(text);
                    }
                }
            },
        }
    }
    out.push('\n');
    Ok(out)
}

fn result(ending: &Ending) -> String {
    // A text that says it in SGF's own words stays; others are for people.
    if self::ending(&ending.text).is_some_and(|said| said.winner == ending.winner) {
        return ending.text.clone();
    }
    ending.winner.map_or("0", |winner| if winner == 0 { "B+" } else { "W+" }).to_owned()
}

/// The stones of the first position, and whose turn it is.
fn setup(table: &dyn Table, layout: &Layout, out: &mut String) {
    let pieces = table.view().scene.pieces;
    for side in Side::BOTH {
        let mut own = pieces.iter().filter(|piece| piece.side == side).peekable();
        if own.peek().is_some() {
            out.push('A');
            out.push_str(COLOURS[side.index()]);
        }
        for piece in own {
            let point = &layout.points[usize::from(piece.point)];
            let _ = write!(out, "[{}{}]", letter(point.column.into()), letter(point.row.into()));
        }
    }
    let _ = write!(out, "PL[{}]", COLOURS[table.side_to_move().index()]);
}

fn notes(record: &GameRecord, id: NodeId, layout: &Layout, out: &mut String) {
    let notes = &record[id].notes;
    for mark in &notes.marks {
        let known = MARKS.iter().find(|(_, plain, emphatic)| mark == plain || mark == emphatic);
        let _ = match known {
            Some((name @ ("IT" | "DO"), ..)) => write!(out, "{name}[]"),
            Some((name, plain, _)) => write!(out, "{name}[{}]", if mark == plain { 1 } else { 2 }),
            None => Ok(()),
        };
    }
    let (points, words) = sgf_points::write(&notes.comment, layout);
    out.push_str(&points);
    if !words.is_empty() {
        let _ = write!(out, "C[{}]", escaped(&words));
    }
}

/// The two letters of the point that a move names; `None` for a pass.
pub fn letters(layout: &Layout, text: &str) -> Option<String> {
    let split = text.find(|c: char| c.is_ascii_digit())?;
    let (column, row) = text.split_at(split);
    let column = layout.column_names.iter().position(|name| name.eq_ignore_ascii_case(column))?;
    let row = layout.row_names.iter().position(|name| name == row)?;
    Some(format!("{}{}", letter(column), letter(row)))
}

fn letter(index: usize) -> char {
    char::from(b'a' + u8::try_from(index).expect("boards have at most 26 lines"))
}
