//! What every fuzz target does with its bytes: shared by the targets, and by the tests that replay their corpora
//! and throw random texts at them on a stable toolchain (`crates/wanqi/tests/fuzz.rs`).
//!
//! None of them may panic, whatever the bytes; what a parser lets through must keep its promises.

use std::sync::{Arc, Mutex};
use std::time::Duration;
use wanqi_game::{Depict, Game, Notation};
use wanqi_games::rulebook::explain::{Language, explain, to_text};
use wanqi_games::rulebook::{Rulebook, read};
use wanqi_play::{Limits, Spec, Table};
use wanqi_protocol::{
    AnalysisEngine, AnalysisSettings, Gomocup, Gtp, InputLine, Json, JsonSettings, Lines, NBoard, Ucci, Uci,
};
use wanqi_server::searches::Searches;
use wanqi_server::session::Session;
use wanqi_solve::gomoku;
use wanqi_store::text::{Format, ReadContext, Reading, decode};

/// A target by its name, which is also that of its file and its corpus.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
#[allow(dead_code, reason = "each target is a program of its own and uses one")]
pub const TARGETS: &[Target] = &[
    ("position", position),
    ("moves", moves),
    ("spec", spec),
    ("messages", messages),
    ("terminal", terminal),
    ("sessions", sessions),
    ("gtp", gtp),
    ("gomocup", gomocup),
    ("nboard", nboard),
    ("analysis_engine", analysis_engine),
    ("json", json),
    ("rules", rules),
    ("records", records),
    ("wthor", wthor),
    ("books", books),
    ("networks", networks),
    ("proofs", proofs),
];

/// Boards larger than this make a run slow and find nothing new.
const MAX_SIZE: u16 = 15;

/// A game's spec on the first line, a position's text behind it.
pub fn position(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Some((mut table, text)) = table(&text) else { return };
    let before = table.view();
    if table.set_position(text).is_err() {
        assert_eq!(table.view(), before, "an error has changed the table");
        return;
    }
    // What is let through is a position to go on from, and its own text says the same.
    let view = table.view();
    let mut again = table.fork();
    again.set_position(&view.position).expect("a position's own text is read back");
    assert_eq!(again.view(), view, "a position's own text is read as another");
    for text in table.legal_moves(0) {
        let mut next = table.fork();
        next.play(&text).expect("a legal move's own text is read back");
        next.view();
    }
}

/// A game's spec on the first line, then a move on every line.
pub fn moves(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Some((mut table, text)) = table(&text) else { return };
    for line in text.lines().take(200) {
        let before = table.view();
        match table.play(line) {
            Ok(()) => assert_eq!(table.view().ply, before.ply + 1, "a move is one ply"),
            Err(_) => assert_eq!(table.view(), before, "an error has changed the table"),
        }
    }
    while table.undo() {}
    assert_eq!(table.view().ply, 0);
    table.view();
}

/// A game on the first line, a player on the second.
pub fn spec(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (game, player) = text.split_once('\n').unwrap_or((&text, ""));
    for text in [game, player] {
        if let Ok(spec) = text.parse::<Spec>() {
            assert_eq!(spec.to_string().parse::<Spec>().as_ref(), Ok(&spec), "a spec is read back");
        }
    }
    if let (Some((table, _)), Ok(player)) = (table(game), player.parse::<Spec>()) {
        // To be made is enough: some players may think for as long as they like.
        let _ = table.player(&player);
    }
}

/// A message of a page on every line, to one game.
pub fn messages(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    // Without a place no search ever begins.
    let mut session = Session::new(&Searches::at_most(0), Duration::ZERO, |_| {});
    for line in text.lines().take(50) {
        let events = session.request(line);
        assert!(!events.is_empty(), "a request is answered");
        for event in events {
            serde_json::to_string(&event).expect("an event is JSON");
        }
    }
}

/// A game on the first line, then what two people type at a terminal.
pub fn terminal(data: &[u8]) {
    use wanqi::terminal::{Plain, Seat, Session};
    let first = data.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let rest = data.get(first.len() + 1..).unwrap_or_default();
    let Some((table, _)) = table(&String::from_utf8_lossy(first)) else { return };
    // A hint is thought about for seconds: another target's business.
    let lines =
        rest.split_inclusive(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().starts_with(b"hint"));
    let input: Vec<u8> = lines.take(100).flatten().copied().collect();
    let mut out = Vec::new();
    let session = Session::new(Plain(&input[..]), &mut out, table, [Seat::Human, Seat::Human]);
    session.run().expect("nothing that people type ends a session with an error");
}

/// What a graphical interface says, in UCCI if that is its first line, else in UCI.
pub fn sessions(data: &[u8]) {
    use wanqi_protocol::Session;
    let said = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&said);
    let say = Arc::new(move |line: String| hears.lock().expect("nobody panics").push(line));
    // It answers at once, whatever it is asked for.
    let player = Some(Spec::new("random"));
    let mut session: Box<dyn Session> = match data.split(|&byte| byte == b'\n').next() {
        Some(b"ucci") => Box::new(Ucci::new("xiangqi", player, say).expect("xiangqi is played in UCCI")),
        Some(b"usi") => Box::new(Uci::usi("minishogi", player, say).expect("minishogi is played in USI")),
        _ => Box::new(Uci::new("chess", player, say).expect("chess is played in UCI")),
    };
    for line in Lines(data).take(50) {
        let InputLine::Text(line) = line.expect("bytes are read") else { continue };
        if !session.line(&line) {
            break;
        }
        let answered = || said.lock().expect("nobody panics").iter().any(|line| line == "readyok");
        assert!(line.trim() != "isready" || answered(), "isready is answered at once");
    }
    session.end();
    let said = said.lock().expect("nobody panics");
    for line in said.iter() {
        let word = line.split(' ').next().unwrap_or_default();
        let begin = ["id", "option", "uciok", "usiok", "ucciok", "readyok"];
        let known = ["info", "bestmove", "nobestmove", "checkmate", "bye"];
        // The board, counts and the like are said as people read them, to who asks for them.
        let aside = String::from_utf8_lossy(data)
            .split_whitespace()
            .any(|word| ["d", "eval", "bench", "perft"].contains(&word));
        assert!(
            (aside || begin.contains(&word) || known.contains(&word)) && !line.contains('\n'),
            "an interface hears {line:?}"
        );
    }
}

/// A game on the first line, then what a controller says in GTP.
pub fn gtp(data: &[u8]) {
    use wanqi_protocol::Session;
    let said = Arc::new(Mutex::new(String::new()));
    let hears = Arc::clone(&said);
    let say = Arc::new(move |line: String| {
        let mut said = hears.lock().expect("nobody panics");
        *said += &line;
        said.push('\n');
    });
    let text = String::from_utf8_lossy(data);
    let Some((table, rest)) = table(&text) else { return };
    let load = Box::new(|_: &str| Err("there are no files here".to_owned()));
    // It answers at once, whatever it is asked for.
    let player = Some(Spec::new("random"));
    let Ok(mut session) = Gtp::new(&table.spec().to_string(), player, load, say) else { return };
    for line in Lines(rest.as_bytes()).take(30) {
        let InputLine::Text(line) = line.expect("bytes are read") else { continue };
        let goes_on = session.line(&line);
        session.wait();
        let said = std::mem::take(&mut *said.lock().expect("nobody panics"));
        let answers = said.split_terminator("\n\n").count();
        let whole = said.ends_with("\n\n") && said.starts_with(['=', '?']);
        assert!(answers == 0 || (answers == 1 && whole), "{line:?} is answered {said:?}");
        if !goes_on {
            break;
        }
    }
}

/// What a manager says in Gomocup's protocol.
pub fn gomocup(data: &[u8]) {
    use wanqi_protocol::Session;
    let said = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&said);
    let say = Arc::new(move |line: String| hears.lock().expect("nobody panics").push(line));
    // It answers at once, whatever it is asked for.
    let player = Some(Spec::new("random"));
    let mut session = Gomocup::new(player, say).expect("gomoku is played at random");
    for line in Lines(data).take(60) {
        let InputLine::Text(line) = line.expect("bytes are read") else { continue };
        if !session.line(&line) {
            break;
        }
    }
    session.end();
    let is_point = |text: &str| {
        text.split_once(',').is_some_and(|(x, y)| x.parse::<u8>().is_ok() && y.parse::<u8>().is_ok())
    };
    for line in said.lock().expect("nobody panics").iter() {
        let word = line.split(' ').next().unwrap_or_default();
        let known = ["OK", "ERROR", "UNKNOWN", "MESSAGE", "DEBUG", "FORBID", "SWAP"].contains(&word)
            || word.starts_with("name=")
            || line.split(' ').all(is_point);
        assert!(known && !line.contains(['\n', '\r']), "a manager hears {line:?}");
    }
}

/// What programs ask of the analysis engine, a query a line.
pub fn analysis_engine(data: &[u8]) {
    use wanqi_protocol::Session;
    let said = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&said);
    let say = Arc::new(move |line: String| hears.lock().expect("nobody panics").push(line));
    // It answers at once, whatever it is asked for.
    let settings = AnalysisSettings { threads: 1, player: Some(Spec::new("random")), max_visits: 1 };
    let mut engine = AnalysisEngine::new(&settings, say).expect("Go is played at random");
    for line in Lines(data).take(20) {
        let InputLine::Text(line) = line.expect("bytes are read") else { continue };
        assert!(engine.line(&line), "nothing ends it but the end of what it hears");
        engine.wait();
        let said = std::mem::take(&mut *said.lock().expect("nobody panics"));
        assert!(!said.is_empty() || line.trim().is_empty(), "{line:?} is answered");
        for answer in said {
            let answer: serde_json::Value = serde_json::from_str(&answer).expect("an answer is JSON");
            let failed = ["error", "warning", "action"].iter().any(|key| answer.get(key).is_some());
            let answered = answer.get("isDuringSearch") == Some(&false.into());
            assert!(failed || answered, "{line:?} is answered {answer}");
            let text = answer["error"].as_str().unwrap_or_default();
            assert!(text != "the search has failed", "{line:?} makes a search panic");
        }
    }
    engine.end();
}

/// What programs ask in JSON lines: each is answered once, whatever it is, and nothing of it ends the process.
pub fn json(data: &[u8]) {
    use wanqi_protocol::Session;
    let said = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&said);
    let say = Arc::new(move |line: String| hears.lock().expect("nobody panics").push(line));
    // Players that are other programs are not started.
    let settings = JsonSettings { jobs: 1, players: wanqi_play::matches::of_table };
    let mut json = Json::new(&settings, say);
    let mut asked = 0;
    for line in Lines(data).take(20) {
        let InputLine::Text(line) = line.expect("bytes are read") else { continue };
        asked += usize::from(!line.trim().is_empty());
        if !json.line(&line) {
            break;
        }
    }
    json.end();
    let said = said.lock().expect("nobody panics");
    let mut answered = 0;
    for line in said.iter() {
        let line: serde_json::Value = serde_json::from_str(line).expect("an answer is JSON");
        answered += usize::from(line.get("progress").is_none());
        assert_ne!(line["error"]["code"], "failed", "{line}");
    }
    assert_eq!(answered, asked, "every request is answered once: {said:?}");
}

/// What NBoard says.
pub fn nboard(data: &[u8]) {
    use wanqi_protocol::Session;
    let said = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&said);
    let say = Arc::new(move |line: String| hears.lock().expect("nobody panics").push(line));
    // It answers at once, whatever it is asked for.
    let player = Some(Spec::new("random"));
    let mut session = NBoard::new(player, say).expect("Othello is played at random");
    for line in Lines(data).take(60) {
        let InputLine::Text(line) = line.expect("bytes are read") else { continue };
        if !session.line(&line) {
            break;
        }
    }
    session.end();
    for line in said.lock().expect("nobody panics").iter() {
        let word = line.split(' ').next().unwrap_or_default();
        let known = ["set", "pong", "status", "search", "nodestats", "===", "learned", "analysis"];
        assert!(known.contains(&word) && !line.contains(['\n', '\r']), "NBoard hears {line:?}");
    }
}

/// A file of WTHOR, be it of games or of names: what is read can be played and lies within the file.
pub fn wthor(data: &[u8]) {
    use wanqi_store::wthor::{Index, Names, read_each};
    let index = Index {
        players: Names::players(data).unwrap_or_default(),
        tournaments: Names::tournaments(data).unwrap_or_default(),
    };
    let mut games = 0;
    let read = read_each(data, &index, &mut |game| {
        games += 1;
        assert_eq!((game.number, game.end), (games, 16 + 68 * games));
        let record = game.record.expect("a game of Othello");
        assert_eq!(record.checked().expect("its moves can be played"), record);
        games < 20
    });
    if let Err(fault) = read {
        assert!(games == 0 && fault.offset <= data.len().max(16), "{fault}");
    }
}

/// A network's file, as it is; and as the weights of a whole one of Go, over and over: what can be used plays.
pub fn networks(data: &[u8]) {
    use wanqi_eval::go::network::{Network, SHAPE, Weights};
    use wanqi_eval::network::{Header, write};
    use wanqi_games::go::{Go, UpTo9};
    let _ = wanqi_eval::chess::Network::read(data);
    let _ = wanqi_eval::gomoku::Network::read(data);
    let _ = wanqi_eval::othello::Patterns::read(data);
    let _ = wanqi_eval::xiangqi::Network::read(data);
    if let Ok(weights) = Weights::read(data) {
        assert_eq!(Weights::read(&weights.to_bytes()).as_ref(), Ok(&weights));
    }
    if data.is_empty() {
        return;
    }
    let layers = SHAPE.layers.map(|(what, count)| (what.to_owned(), count)).to_vec();
    let header = Header { game: SHAPE.game.into(), layers, ..Header::default() };
    let weights: Vec<u8> = data.iter().copied().cycle().take(SHAPE.weights).collect();
    if let Ok(network) = Network::read(&write(&header, &weights)) {
        let go = Go::<UpTo9>::new(5).expect("a size");
        let said = network.look(&go, &[go.start()]);
        let numbers = said.policy.iter().chain(&said.ownership).chain([&said.value, &said.lead]);
        numbers.for_each(|number| assert!(number.is_finite(), "{said:?}"));
    }
}

/// A book of chess or Othello: what is read is written back, and its moves at the start are legal.
pub fn books(data: &[u8]) {
    if data.starts_with(wanqi_play::othello::opening_book::Book::MARK) {
        return books_of_othello(data);
    }
    let Ok(book) = wanqi_play::chess::opening_book::Book::read(data) else { return };
    let again =
        wanqi_play::chess::opening_book::Book::read(&book.write()).expect("a book's own bytes are read back");
    assert_eq!(again, book);
    let mut table = wanqi_play::table(&Spec::new("chess")).expect("chess");
    for (mv, _) in book.moves_at(&*table) {
        table.play(&mv).expect("a book's moves are legal");
        table.undo();
    }
}

/// The same of Othello. The checksum is put right, behind which nothing else would ever be read.
fn books_of_othello(data: &[u8]) {
    use wanqi_play::othello::opening_book::Book;
    let body = &data[..data.len().saturating_sub(8)];
    // FNV-1a, as the format has it.
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    let sum = body.iter().fold(0xCBF2_9CE4_8422_2325, step).to_le_bytes();
    let Ok(book) = Book::read(&[body, &sum].concat()) else { return };
    let again = Book::read(&book.write()).expect("a book's own bytes are read back");
    assert_eq!((again.len(), again.write()), (book.len(), book.write()));
    let mut table = wanqi_play::table(&book.rules().parse().expect("a spec")).expect("a game");
    for known in book.moves_at(&*table) {
        table.play(&known.text).expect("a book's moves are legal");
        table.undo();
    }
}

/// A file of proofs of gomoku: what is read is written back, and is looked through for flaws.
pub fn proofs(data: &[u8]) {
    // Lines may share what follows, so that a few of them can tell of very many positions.
    const MAX_LINES: usize = 12;
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(all) = gomoku::read(text) else { return };
    for saved in all {
        let text = gomoku::write(&saved);
        let again = gomoku::read(&text).expect("our own text of a proof is read back");
        assert_eq!(again.iter().map(gomoku::write).collect::<String>(), text);
        assert!(saved.proof.line().len() <= saved.proof.plies());
        if text.lines().count() <= MAX_LINES {
            let limits = Limits::default();
            let large = saved.proof.verify_large(&saved.game, &saved.position, &limits).is_ok();
            let small = saved.proof.verify(&saved.game, &saved.position, &limits).is_ok();
            assert!(small || !large, "what the large way to check lets through, the small one does: {text}");
        }
    }
}

/// The game that the first line names, and the rest; `None` if there is no such game, or its board is so large
/// that it only takes time.
fn table(text: &str) -> Option<(Box<dyn Table>, &str)> {
    let (game, rest) = text.split_once('\n').unwrap_or((text, ""));
    let table = wanqi_play::table(&game.parse().ok()?).ok()?;
    let layout = table.layout();
    (u16::from(layout.columns) <= MAX_SIZE && u16::from(layout.rows) <= MAX_SIZE).then_some((table, rest))
}

/// A rule file: read, explained, compiled, and played by for a while.
pub fn rules(data: &[u8]) {
    const PLIES: usize = 50;
    let text = String::from_utf8_lossy(data);
    let reading = read(&text);
    for diagnostic in &reading.diagnostics {
        let inside = |at: &std::ops::Range<usize>| text.get(at.clone()).is_some();
        assert!(diagnostic.at.as_ref().is_none_or(inside), "{diagnostic:?} is not about the file");
    }
    let Some(rules) = reading.rules else {
        assert!(!reading.diagnostics.is_empty(), "a file is refused without a reason");
        return;
    };
    for language in [Language::English, Language::Chinese] {
        to_text(&explain(&rules, language));
    }
    let Ok(game) = Rulebook::new(rules) else { return };
    game.layout();
    let mut position = game.start();
    let mut line = vec![position.clone()];
    let mut random =
        data.iter().fold(1u64, |random, &byte| random.wrapping_mul(31).wrapping_add(byte.into()));
    for _ in 0..PLIES {
        if game.outcome(&position).is_some() {
            break;
        }
        let mut moves = Vec::new();
        game.each_move(&position, |mv| moves.push(mv));
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(&mv) = moves.get((random >> 33) as usize % moves.len().max(1)) else { break };
        game.format_move(&position, mv, 0);
        game.steps(&position, mv);
        game.trace(&position, mv);
        game.each_way(&position, mv, |_, _| {});
        game.play(&mut position, mv);
        game.scene(&position);
        line.push(position.clone());
    }
    game.cause(&line);
}

/// A file of games in whichever format it looks like: what is read can be played, and our own text loses nothing of it.
pub fn records(data: &[u8]) {
    let text = decode(data);
    let Reading { games, .. } = wanqi_store::text::read(&text, &ReadContext::default());
    for game in games {
        // Checked, nodes have numbers in the order of the lines, however they were read.
        let checked = game.record.checked().expect("what is read can be played");
        for (format, _) in Format::ALL {
            let Ok(text) = wanqi_store::text::write(&game.record, format) else { continue };
            let again = wanqi_store::text::read(
                &text,
                &ReadContext { game: Some(game.record.game.clone()), rules: None },
            );
            if format == Format::Json {
                let again = again.games[0].record.checked();
                assert_eq!(again.as_ref(), Ok(&checked), "our own text is read back");
            }
        }
    }
}
