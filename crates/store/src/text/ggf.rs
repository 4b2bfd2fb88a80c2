//! GGF, the format of Othello servers. <https://skatgame.net/mburo/ggsa/ggf>

use super::brackets::{Token, Tokens, escaped};
use super::builder::{GameDraft, with_option};
use super::ratings::rating;
use super::{Game, Unwritable};
use std::fmt::Write;
use std::time::Duration;
use wanqi_play::record::{Ending, Evaluation, GameRecord, Notes};
use wanqi_play::{Clock, Side, Spec};

/// Moves by the letter of who makes them; Black is the first side.
const COLOURS: [&str; 2] = ["B", "W"];
/// Properties that are read into fields, or follow from them.
const KNOWN: [&str; 9] = ["GM", "PB", "PW", "DT", "EV", "RE", "BO", "TY", "SZ"];

pub fn read(text: &str, each: &mut dyn FnMut(Game) -> bool) {
    let mut tokens = Tokens::new(text);
    let mut number = 0;
    while let Some(token) = tokens.next() {
        if token != Token::Open {
            continue;
        }
        number += 1;
        if !each(game(&mut tokens, number)) {
            return;
        }
    }
}

fn game(tokens: &mut Tokens, number: usize) -> Game {
    let mut draft = GameDraft::new(number);
    let first_line = tokens.line;
    let mut headers: Vec<(String, String)> = Vec::new();
    let mut moves: Vec<(Side, String, usize)> = Vec::new();
    loop {
        match tokens.next() {
            Some(Token::Node) => {}
            Some(Token::Property(name, values)) => {
                let value = values.into_iter().next().unwrap_or_default();
                match COLOURS.iter().position(|colour| *colour == name) {
                    Some(side) => moves.push((Side::BOTH[side], value, tokens.line)),
                    None => headers.push((name, value)),
                }
            }
            Some(Token::Close) => break,
            Some(Token::Open) => draft.problem(tokens.line, "GGF has no variations"),
            Some(Token::Stray(c)) => draft.problem(tokens.line, format!("{c:?} has no place here")),
            None => {
                draft.problem(tokens.line, "the text ends within the game");
                break;
            }
        }
    }
    match record(headers) {
        Ok(record) => draft.lay(first_line, record),
        Err(what) => draft.problem(first_line, what),
    }
    if let Some(mut builder) = draft.builder.take() {
        for (side, text, line) in moves {
            // `D3/0.31/0.01`: the move, its evaluation in discs for who makes it, its time.
            let mut fields = text.split('/').map(str::trim);
            let text = fields.next().unwrap_or_default().to_ascii_lowercase();
            let (discs, time) = (fields.next().and_then(discs), fields.next().and_then(seconds));
            let text = if text.starts_with("pa") { "pass" } else { &text };
            let played = if builder.table().side_to_move() == side {
                builder.play(text)
            } else {
                Err("a move out of turn".into())
            };
            if let Err(what) = played {
                draft.problem(line, format!("{}: {what}", wanqi_play::quoted(text)));
                break;
            }
            let notes = builder.notes();
            notes.evaluation = discs.map(|discs| Evaluation {
                score: if side == Side::First { discs } else { -discs },
                decided: None,
                solved: false,
            });
            if let Some(time) = time {
                notes.comment = elapsed(time);
            }
        }
        draft.builder = Some(builder);
    }
    draft.finish(tokens.at)
}

fn record(properties: Vec<(String, String)>) -> Result<GameRecord, String> {
    let mut record = GameRecord::new("othello");
    let mut spec = Spec::new("othello");
    // What `BO` says of the size comes later, and counts.
    if let Some((_, kind)) = properties.iter().find(|(name, _)| name == "TY") {
        size(kind, &mut spec)?;
        // What it says beside the rules: the server's kind of game, so many discs put by chance.
        if kind.trim() != rules(&spec) {
            record.headers.others.insert("TY".into(), kind.trim().into());
        }
    }
    for (name, value) in properties {
        let headers = &mut record.headers;
        let value = value.trim().to_owned();
        match name.as_str() {
            "GM" if !value.eq_ignore_ascii_case("othello") => {
                return Err(format!("GGF is read for Othello, not {}", wanqi_play::quoted(&value)));
            }
            "PB" => headers.players[0] = value,
            "PW" => headers.players[1] = value,
            "DT" => headers.date = value,
            "EV" => headers.event = value,
            "RE" => headers.result = ending(&value),
            "BO" => record.first = board(&value, &mut spec)?,
            _ if KNOWN.contains(&name.as_str()) || value.is_empty() => {}
            _ => drop(headers.others.insert(name, value)),
        }
    }
    record.game = spec.to_string();
    Ok(record)
}

/// What the clocks show at the end of the first game of a text, Black's first: what `TI`, or `TB` and `TW`, gives
/// (`15:00/0:05`: the time, and what each move adds), less what the moves took. `None` of a game without clocks.
pub fn clocks(text: &str) -> Option<[Clock; 2]> {
    let mut given: [Option<(Duration, Duration)>; 2] = [None; 2];
    let (mut took, mut moves) = ([Duration::ZERO; 2], [0_u32; 2]);
    let game = Tokens::new(text).skip_while(|token| *token != Token::Open).skip(1);
    for token in game.take_while(|token| !matches!(token, Token::Close | Token::Open)) {
        let Token::Property(name, values) = token else { continue };
        let value = values.first().map_or("", |value| value.trim());
        if let Some(side) = COLOURS.iter().position(|colour| *colour == name) {
            let time = value.split('/').nth(2).and_then(seconds).unwrap_or_default();
            (took[side], moves[side]) = (took[side].saturating_add(time), moves[side] + 1);
        }
        let mut fields = value.split('/').map(seconds);
        let clock = fields.next().flatten().map(|time| (time, fields.next().flatten().unwrap_or_default()));
        match name.as_str() {
            "TI" => given = given.map(|own| own.or(clock)),
            "TB" => given[0] = clock,
            "TW" => given[1] = clock,
            _ => {}
        }
    }
    let show = |side: usize| {
        let (time, increment) = given[side]?;
        let remaining = time.saturating_add(increment.saturating_mul(moves[side])).saturating_sub(took[side]);
        Some(Clock { remaining, increment, moves_to_go: None })
    };
    Some([show(0)?, show(1)?])
}

/// A time as GGF writes it: `90`, `15:00`, `1:00:00`; what follows a comma says how it is counted.
fn seconds(text: &str) -> Option<Duration> {
    /// Three years: what is more is a slip of the pen.
    const MAX: f64 = 1e8;
    let parts = text.split(',').next()?.trim().split(':');
    let numbers = parts.map(|part| part.parse::<f64>().ok()).collect::<Option<Vec<f64>>>()?;
    let seconds = numbers.into_iter().fold(0.0, |sum, part| 60.0 * sum + part);
    (0.0..=MAX).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// `8`, `10w`, `s8r20`: the size of the board, and how the game came about. In `8a` whoever has fewer discs wins.
fn size(kind: &str, spec: &mut Spec) -> Result<(), String> {
    let kind = kind.trim();
    let rest = kind.trim_start_matches(|c: char| !c.is_ascii_digit());
    let digits = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
    if rest[digits.len()..].contains('a') {
        with_option(spec, "goal", "fewest");
    }
    if !digits.is_empty() {
        with_option(spec, "size", digits);
    }
    Ok(())
}

/// The rules of a spec as [`size`] reads them.
fn rules(spec: &Spec) -> String {
    let goal = if spec.get("goal") == Some("fewest") { "a" } else { "" };
    format!("{}{goal}", spec.get("size").unwrap_or("8"))
}

/// An evaluation, in hundredths of a disc.
fn discs(text: &str) -> Option<i32> {
    const MAX: f64 = 64.0;
    text.parse().ok().filter(|discs: &f64| discs.abs() <= MAX).map(|discs| (100.0 * discs).round() as i32)
}

/// The time of a move as a comment of PGN tells it: `[%emt 0:01:02.5]`.
fn elapsed(time: Duration) -> String {
    let hundredths = (100.0 * time.as_secs_f64()).round() as u64;
    let (minutes, rest) = (hundredths / 6000, hundredths % 6000);
    let (whole, part) = (rest / 100, rest % 100);
    let seconds = if part == 0 { format!("{whole:02}") } else { format!("{whole:02}.{part:02}") };
    format!("[%emt {}:{:02}:{seconds}]", minutes / 60, minutes % 60)
}

/// What is said of a move beside what it is: `/0.31/1.5`.
fn said(notes: &Notes, side: Side) -> String {
    let score = notes.evaluation.filter(|evaluation| evaluation.decided.is_none());
    let discs = score.map(|evaluation| {
        let score = if side == Side::First { evaluation.score } else { -evaluation.score };
        format!("{:.2}", f64::from(score) / 100.0)
    });
    let time = notes.comment.split("[%emt ").nth(1).and_then(|rest| rest.split(']').next());
    match (discs, time.and_then(seconds)) {
        (None, None) => String::new(),
        (discs, time) => {
            let time = time.map(|time| format!("/{:.2}", time.as_secs_f64())).unwrap_or_default();
            format!("/{}{time}", discs.unwrap_or_default())
        }
    }
}

/// `+4.000`: how many discs Black has more; `:r`, `:t` and `:s` after it say how that came.
fn ending(text: &str) -> Option<Ending> {
    let number: f64 = text.split(':').next()?.parse().ok()?;
    let winner = if number > 0.0 {
        Some(0)
    } else if number < 0.0 {
        Some(1)
    } else {
        None
    };
    Some(Ending { winner, text: text.to_owned() })
}

/// `8 ---…*O…--- *`: the size, the squares from the upper left, whose turn it is. `None` for the usual start.
fn board(text: &str, spec: &mut Spec) -> Result<Option<String>, String> {
    let wrong = || format!("not a board of Othello: {}", wanqi_play::quoted(text));
    let (size, rest) = text.split_once(char::is_whitespace).ok_or_else(wrong)?;
    with_option(spec, "size", size);
    let size: usize = size.parse().ok().filter(|size| (4..=14).contains(size)).ok_or_else(wrong)?;
    let squares: Vec<char> = rest.chars().filter(|c| !c.is_whitespace()).collect();
    if squares.len() != size * size + 1 {
        return Err(wrong());
    }
    let letter = |&c: &char| match c {
        '*' => Ok('X'),
        'O' | 'o' => Ok('O'),
        '-' | '.' => Ok('.'),
        _ => Err(wrong()),
    };
    let letters = squares.iter().map(letter).collect::<Result<Vec<char>, String>>()?;
    let rows: Vec<String> = letters[..size * size].chunks(size).map(|row| row.iter().collect()).collect();
    let first = format!("{} {}", rows.join("/"), letters[size * size]);
    let start = wanqi_play::table(spec).map_err(|error| error.to_string())?.first_position();
    Ok((first != start).then_some(first))
}

/// The main line.
pub fn write(record: &GameRecord) -> Result<String, Unwritable> {
    let spec = record.game.parse::<Spec>()?;
    if spec.name != "othello" || record.rules.is_some() {
        return Err(Unwritable::Game { format: "GGF", game: record.game.clone() });
    }
    let table = record.table()?;
    let texts = record.texts(table.notations().len() - 1)?;
    let headers = &record.headers;
    let size = table.layout().columns;
    // What a record says of its kind counts as long as it says the same rules.
    let kind = headers.others.get("TY").filter(|kind| {
        let mut read = Spec::new("othello");
        self::size(kind, &mut read).is_ok() && rules(&read) == rules(&spec)
    });
    let mut out = String::from("(;GM[Othello]");
    let result = headers.result.as_ref().map(|ending| {
        let said = self::ending(&ending.text).is_some_and(|said| said.winner == ending.winner);
        // How many discs it was by is not known: the sign alone says who has won.
        let sign = ending.winner.map_or("0", |winner| if winner == 0 { "+1" } else { "-1" });
        if said { ending.text.clone() } else { sign.to_owned() }
    });
    let sides = table.layout().sides;
    let rating_of = |side: usize| rating(headers, &sides[side].name, side).unwrap_or_default().to_owned();
    let fields = [
        ("PC", headers.others.get("PC").cloned().unwrap_or_else(|| "Wanqi".into())),
        ("DT", headers.date.clone()),
        ("EV", headers.event.clone()),
        ("PB", headers.players[0].clone()),
        ("PW", headers.players[1].clone()),
        ("RB", rating_of(0)),
        ("RW", rating_of(1)),
        ("TI", headers.others.get("TI").cloned().unwrap_or_default()),
        ("RE", result.unwrap_or_default()),
        ("TY", kind.cloned().unwrap_or_else(|| rules(&spec))),
    ];
    for (name, text) in fields.iter().filter(|(_, text)| !text.is_empty()) {
        let _ = write!(out, "{name}[{}]", escaped(text));
    }
    let is_other = |name: &str| {
        let is_name =
            !name.is_empty() && name.len() <= 2 && name.bytes().all(|byte| byte.is_ascii_uppercase());
        is_name
            && !KNOWN.contains(&name)
            && !COLOURS.contains(&name)
            && fields.iter().all(|(known, _)| *known != name)
    };
    for (name, text) in headers.others.iter().filter(|(name, text)| is_other(name) && !text.is_empty()) {
        let _ = write!(out, "{name}[{}]", escaped(text));
    }
    let first = table.first_position();
    let squares = first.replace('/', "").replace('X', "*").replace('.', "-");
    let _ = write!(out, "BO[{size} {squares}]");
    for id in record.main_line() {
        let text = &texts[&id];
        let square = if text.text == "pass" { "PA".to_owned() } else { text.text.to_uppercase() };
        let said = said(&record[id].notes, text.side);
        let _ = write!(out, "{}[{square}{said}]", COLOURS[text.side.index()]);
    }
    out.push_str(";)\n");
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_what_is_left() {
        for (text, shown) in [
            ("(;GM[Othello]TI[15:00]B[F5//2.5]W[F6/0.3/60];)", Some([(897.5, 0.0), (840.0, 0.0)])),
            ("(;GM[Othello]TI[1:00:00/0:10/2:00]B[F5];)", Some([(3610.0, 10.0), (3600.0, 10.0)])),
            ("(;GM[Othello]TB[5:00,0]TW[90]B[F5//400];)(;TI[1])", Some([(0.0, 0.0), (90.0, 0.0)])),
            ("(;GM[Othello]TB[5:00];)", None),
            ("(;GM[Othello]B[F5];)", None),
            ("2 (;TI[9]B[F5//-1]B[F5//1e99]W[F5//nan];)(;TI[8];)", Some([(9.0, 0.0); 2])),
            ("(;TI[soon]TB[9e9]TW[1];)", None),
            ("", None),
            ("((", None),
        ] {
            let seconds = |clock: Clock| (clock.remaining.as_secs_f64(), clock.increment.as_secs_f64());
            assert_eq!(clocks(text).map(|clocks| clocks.map(seconds)), shown, "{text}");
        }
    }
}
