//! Reading PGN: tag pairs, moves with numbers, comments, glyphs, variations in brackets. Lenient, as files are.
//! <https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>

use super::builder::{Builder, GameDraft, begun};
use super::moves::without_number;
use super::pdn::{Draughts, GAME_TYPE};
use super::{BYTE_ORDER_MARK, Game, ReadContext, variants};
use wanqi_play::record::{Ending, Evaluation, GameRecord, Headers, Mark, NodeId};
use wanqi_play::{Message, NULL_MOVE, Scale, Value, message};

/// How annotators write that a side is let move twice: a null move, or in games that have one a pass.
const NULL_MOVES: [&str; 5] = [NULL_MOVE, "Z0", "0000", "@@@@", "null"];
/// Tags that headers have fields of their own for, or that say what the game is.
const KNOWN_TAGS: [&str; 9] =
    ["Event", "Date", "Result", "FEN", "SetUp", "Variant", "Game", GAME_TYPE, RULE_FILE];
/// The tag that has the rule file which tells the game, where it is none that every Wanqi knows; lines end with `\n`, as in a
/// text of JSON. `Variant` is then what the game is called.
pub const RULE_FILE: &str = "RuleFile";
/// What stands behind an evaluation in discs that is known to the last one: `[%eval 6.00,solved]`.
pub const SOLVED: &str = "solved";
/// The signs that end a game, and the winner that they tell; `None` for one that has not ended.
const ENDS: [(&str, Option<Option<u8>>); 5] = [
    ("1-0", Some(Some(0))),
    ("0-1", Some(Some(1))),
    ("1/2-1/2", Some(None)),
    ("½-½", Some(None)),
    ("*", None),
];

/// Reads games that are `otherwise` where neither they nor the context say what they are.
pub fn read(text: &str, context: &ReadContext, otherwise: &str, each: &mut dyn FnMut(Game) -> bool) {
    let mut reader = Reader { rest: text, line: 1, length: text.len(), draughts: None };
    let mut number = 0;
    while reader.skip_spaces() {
        number += 1;
        let game = reader.game(number, context, otherwise);
        if !each(game) {
            return;
        }
    }
}

/// Whether a text ends with a result.
pub fn ends_as_one(text: &str) -> bool {
    text.split_whitespace().next_back().is_some_and(|word| ENDS.iter().any(|&(sign, _)| sign == word))
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    length: usize,
    /// The draughts of the game that is being read, where it says so as PDN does.
    draughts: Option<&'static Draughts>,
}

/// A line of moves that a variation leaves, to come back to.
struct SuspendedLine {
    at: NodeId,
    dead: bool,
}

/// Where the moves of a game are being put.
#[derive(Default)]
struct MoveCursor {
    left: Vec<SuspendedLine>,
    /// Whether a move of this line could not be played: what follows it cannot be either.
    dead: bool,
    /// A comment that stands before the first move of a variation.
    before: Option<String>,
    /// Whether a variation has just begun.
    fresh: bool,
}

impl<'a> Reader<'a> {
    /// Takes so many bytes.
    fn take(&mut self, count: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(count);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    /// Passes over spaces and lines that begin with `%`; false at the end of the text.
    fn skip_spaces(&mut self) -> bool {
        loop {
            let is_space = |c: char| c.is_whitespace() || c == BYTE_ORDER_MARK;
            let spaces = self.rest.len() - self.rest.trim_start_matches(is_space).len();
            let begins = self.rest.len() == self.length;
            let passed = self.take(spaces);
            let begins_line =
                passed.ends_with('\n') || begins && passed.chars().all(|c| c == BYTE_ORDER_MARK);
            if !(begins_line && self.rest.starts_with('%')) {
                return !self.rest.is_empty();
            }
            self.take(self.line_length());
        }
    }

    /// The bytes to the end of the line.
    fn line_length(&self) -> usize {
        self.rest.find('\n').unwrap_or(self.rest.len())
    }

    fn game(&mut self, number: usize, context: &ReadContext, otherwise: &str) -> Game {
        let mut draft = GameDraft::new(number);
        let first_line = self.line;
        let tags = self.tags(&mut draft);
        self.draughts = None;
        match record_of(&tags, context, otherwise) {
            Ok(record) => {
                let is_pdn = tags.iter().any(|(name, _)| name == GAME_TYPE) || otherwise != "chess";
                self.draughts = Draughts::named(&record.game).filter(|_| is_pdn && record.rules.is_none());
                draft.lay(first_line, self.with_first(record));
            }
            Err(what) => draft.problem(first_line, what),
        }
        if let Some(builder) = &mut draft.builder {
            let headers = headers_of(tags, builder, self.draughts);
            builder.record().headers = headers;
        }
        self.moves(&mut draft);
        draft.finish(self.length - self.rest.len())
    }

    /// The record with its first position as the table takes it.
    fn with_first(&self, mut record: GameRecord) -> GameRecord {
        if let (Some(draughts), Some(first)) = (self.draughts, &record.first)
            && let Ok(table) = GameRecord::new(&*record.game).table()
            && let Some(read) = draughts.read_position(first, &*table)
        {
            record.first = Some(read);
        }
        record
    }

    fn tags(&mut self, draft: &mut GameDraft) -> Vec<(String, String)> {
        let mut tags = Vec::new();
        while self.skip_spaces() && self.rest.starts_with('[') {
            let line = self.line;
            let text = self.take(self.line_length());
            match tag(text) {
                Some(tag) => tags.push(tag),
                None => draft.problem(line, format!("not a tag: {}", wanqi_play::quoted(text.trim()))),
            }
        }
        tags
    }

    /// Everything up to the sign that ends the game, the tags of the next one, or the end of the text.
    fn moves(&mut self, draft: &mut GameDraft) {
        let mut place = MoveCursor::default();
        let digits = draft.builder.as_ref().is_some_and(moves_are_digits);
        while self.skip_spaces() {
            let line = self.line;
            match self.rest.as_bytes()[0] {
                b'{' => {
                    let length = self.rest.find('}').unwrap_or(self.rest.len());
                    if length == self.rest.len() {
                        draft.problem(line, "a comment is not closed");
                    }
                    let comment = self.take(length)[1..].to_owned();
                    self.take(usize::from(!self.rest.is_empty()));
                    place.comment(&comment, draft);
                }
                b';' => {
                    let comment = self.take(self.line_length())[1..].to_owned();
                    place.comment(&comment, draft);
                }
                b'(' => {
                    self.take(1);
                    place.enter(line, draft);
                }
                b')' => {
                    self.take(1);
                    place.leave(line, draft);
                }
                b'[' => break,
                _ => {
                    let length = self.rest.find(|c: char| c.is_whitespace() || "{}();".contains(c));
                    let first = self.rest.chars().next().map_or(0, char::len_utf8);
                    let word = self.take(length.unwrap_or(self.rest.len()).max(first));
                    if let Some(ending) = ending_of(word, self.draughts)
                        && place.left.is_empty()
                    {
                        if let (Some(builder), Some(winner)) = (&mut draft.builder, ending) {
                            let known = &mut builder.record().headers.result;
                            known.get_or_insert(Ending { winner, text: String::new() });
                        }
                        return;
                    }
                    place.word(word, digits, line, draft);
                }
            }
        }
        if !place.left.is_empty() {
            draft.problem(self.line, "a variation is not closed");
        }
    }
}

impl MoveCursor {
    fn comment(&mut self, text: &str, draft: &mut GameDraft) {
        let Some(builder) = draft.builder.as_mut().filter(|_| !self.dead) else { return };
        // Some programs write it like a comment.
        if text.trim() == "null" && play(builder, NULL_MOVE).is_ok() {
            self.fresh = false;
            return;
        }
        let (words, commands) = commands(text);
        if self.fresh {
            self.before.get_or_insert_default().push_str(&words);
        } else {
            builder.comment(&words);
        }
        for (name, value) in commands {
            match name {
                "eval" => builder.notes().evaluation = evaluation(value, builder.table().scale()),
                _ => builder.better(value),
            }
        }
    }

    fn enter(&mut self, line: usize, draft: &mut GameDraft) {
        let Some(builder) = &mut draft.builder else { return };
        self.left.push(SuspendedLine { at: builder.at(), dead: self.dead });
        if self.dead {
            return;
        }
        match builder.before_turn() {
            Some(before) => {
                builder.go(before);
                (self.fresh, self.before) = (true, None);
            }
            None => {
                self.dead = true;
                draft.problem(line, "a variation without a move that it is instead of");
            }
        }
    }

    fn leave(&mut self, line: usize, draft: &mut GameDraft) {
        let Some(builder) = &mut draft.builder else { return };
        self.fresh = false;
        match self.left.pop() {
            Some(SuspendedLine { at, dead }) => {
                self.dead = dead;
                builder.go(at);
            }
            None => draft.problem(line, "a bracket that closes nothing"),
        }
    }

    fn word(&mut self, word: &str, digits: bool, line: usize, draft: &mut GameDraft) {
        let Some(builder) = draft.builder.as_mut().filter(|_| !self.dead) else { return };
        if let Some(number) = word.strip_prefix('$') {
            match number.parse() {
                Ok(number) => builder.mark(Mark(number)),
                Err(_) => draft.problem(line, format!("no number of a glyph: {}", wanqi_play::quoted(word))),
            }
            return;
        }
        let word = without_number(word);
        let all_digits = word.bytes().all(|byte| byte.is_ascii_digit());
        // Some games have such moves at times: how many fifth stones are offered.
        let is_null = NULL_MOVES.contains(&word);
        let is_number = all_digits && !is_null && !digits && !moves_are_digits(builder);
        if word.is_empty() || is_number || word == "e.p." {
            return;
        }
        if let Some(mark) = Mark::of_symbol(word).filter(|_| !word.starts_with(char::is_alphanumeric)) {
            builder.mark(mark);
            return;
        }
        // PDN marks forced moves by a star.
        let text = word.trim_end_matches(['!', '?', '*']);
        match play(builder, text) {
            Ok(()) => {
                if let Some(mark) = Mark::of_symbol(&word[text.len()..]) {
                    builder.mark(mark);
                }
                if let Some(before) = self.before.take() {
                    builder.comment(&before);
                }
                self.fresh = false;
            }
            Err(what) => {
                self.dead = true;
                let text = wanqi_play::quoted(word);
                draft.problem(line, message!("fault.at", "{text}: {why}", text, why = what));
            }
        }
    }
}

/// Plays a move, or leaves one out.
fn play(builder: &mut Builder, text: &str) -> Result<(), Message> {
    if !NULL_MOVES.contains(&text) {
        return builder.play(text);
    }
    builder.play(NULL_MOVE).or_else(|what| builder.play("pass").map_err(|_| what))
}

/// Whether a move may be nothing but digits where the game stands: a column of Connect Four.
fn moves_are_digits(builder: &Builder) -> bool {
    let legal = builder.table().legal_moves(0);
    legal.first().is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `[Name "value"]`
fn tag(text: &str) -> Option<(String, String)> {
    let inside = text.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, value) = inside.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut plain = String::new();
    let mut characters = value.chars();
    while let Some(c) = characters.next() {
        plain.push(if c == '\\' { characters.next()? } else { c });
    }
    Some((name.to_owned(), plain))
}

/// The game that the tags tell, and its first position.
fn record_of(
    tags: &[(String, String)],
    context: &ReadContext,
    otherwise: &str,
) -> Result<GameRecord, String> {
    let get = |name: &str| tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let mut record = begun(context, otherwise);
    if let Some(rules) = get(RULE_FILE) {
        let rules = serde_json::from_str(&format!("\"{rules}\""));
        record.rules = Some(rules.map_err(|error| format!("the tag {RULE_FILE}: {error}"))?);
        record.game = get("Variant").unwrap_or("rules").to_owned();
    } else if let Some(tag) = get(GAME_TYPE).filter(|_| context.rules.is_none()) {
        let draughts = Draughts::of_type(tag);
        let none = || format!("no draughts that is known here: {GAME_TYPE} {}", wanqi_play::quoted(tag));
        record.game = draughts.ok_or_else(none)?.game.to_owned();
    } else if let Some(named) = get("Variant").or_else(|| get("Game")).filter(|_| context.rules.is_none()) {
        match variants::game(named) {
            Some(spec) => record.game = spec.to_string(),
            None => return Err(format!("there is no game {}", wanqi_play::quoted(named))),
        }
    }
    record.first = get("FEN").map(str::to_owned);
    Ok(record)
}

/// The winner that a sign tells, `None` in it where the game has not ended; `None` if it is no such sign.
fn ending_of(sign: &str, draughts: Option<&Draughts>) -> Option<Option<Option<u8>>> {
    let known = ENDS.iter().find(|&&(known, _)| known == sign).map(|&(_, ending)| ending);
    match draughts {
        None => known,
        Some(draughts) => {
            let ending = known.or_else(|| Draughts::result(sign).map(Some))?;
            Some(ending.map(|winner| draughts.turned(winner)))
        }
    }
}

fn headers_of(tags: Vec<(String, String)>, builder: &Builder, draughts: Option<&Draughts>) -> Headers {
    let sides = side_tags(builder.table());
    let named = tags.iter().any(|(name, _)| sides.contains(name));
    let sides = if named { sides } else { ["White".into(), "Black".into()] };
    let mut headers = Headers::default();
    for (name, value) in tags {
        let value = if value.trim().trim_matches('?').is_empty() { String::new() } else { value };
        if let Some(side) = sides.iter().position(|known| *known == name) {
            headers.players[side] = value;
        } else if name == "Event" {
            headers.event = value;
        } else if name == "Date" {
            headers.date = date(&value);
        } else if name == "Result" {
            headers.result =
                ending_of(&value, draughts).flatten().map(|winner| Ending { winner, text: String::new() });
        } else if !KNOWN_TAGS.contains(&name.as_str()) && !value.is_empty() {
            headers.others.insert(name, value);
        }
    }
    if let (Some(ending), Some(text)) = (&mut headers.result, headers.others.remove("ResultText")) {
        ending.text = text;
    }
    headers
}

/// The tags that name the players: what the game calls its sides.
pub fn side_tags(table: &dyn wanqi_play::Table) -> [String; 2] {
    let names = table.layout().sides.map(|side| side.name);
    let plain = |name: &String| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if names.iter().all(plain) && names[0] != names[1] { names } else { ["First".into(), "Second".into()] }
}

/// `2026.11.??` as `2026-11`, the year alone as `2026`.
fn date(text: &str) -> String {
    let known: Vec<&str> = text.split(['.', '-', '/']).take_while(|part| !part.contains('?')).collect();
    known.join("-")
}

/// The words of a comment, and the commands in it that are ours to understand: `[%eval 0.35]`, `[%better e2e4]`.
fn commands(text: &str) -> (String, Vec<(&str, &str)>) {
    let mut words = String::new();
    let mut commands = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("[%") {
        let Some(length) = rest[start..].find(']') else { break };
        let inside = &rest[start + 2..start + length];
        words.push_str(&rest[..start]);
        match inside.split_once(' ') {
            Some((name @ ("eval" | "better"), value)) => commands.push((name, value.trim())),
            _ => words.push_str(&rest[start..=start + length]),
        }
        rest = &rest[start + length + 1..];
    }
    words.push_str(rest);
    // Lines are broken wherever the writer's were full.
    (words.split_whitespace().collect::<Vec<_>>().join(" "), commands)
}

/// `0.35` in pawns or discs (elsewhere in hundreds of the scale's units), `6.00,solved` in discs for certain, `56.0%` as a
/// win probability, `#3` as a win of the first side in three of its moves.
fn evaluation(text: &str, scale: Scale) -> Option<Evaluation> {
    let (text, rest) = text.split_once(',').unwrap_or((text, ""));
    if let Some(moves) = text.strip_prefix('#') {
        let moves: i32 = moves.parse().ok().filter(|moves: &i32| moves.unsigned_abs() <= 4000)?;
        let plies = if moves > 0 { 2 * moves - 1 } else { 2 * moves };
        let score = if plies > 0 { 1_000_000 - plies } else { -1_000_000 - plies };
        return Some(Evaluation { score, decided: Some(plies), solved: false });
    }
    if let Some(percent) = text.strip_suffix('%') {
        let percent: f64 = percent.trim().parse().ok().filter(|percent| (0.0..=100.0).contains(percent))?;
        return Evaluation::of(Value::of_probability(percent / 100.0), scale);
    }
    let solved = rest.trim() == SOLVED && scale.counts_discs();
    let units: f64 = text.parse().ok().filter(|units: &f64| units.abs() <= 10_000.0)?;
    Some(Evaluation { score: (units * 100.0).round() as i32, decided: None, solved })
}
