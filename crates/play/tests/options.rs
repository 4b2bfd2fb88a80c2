//! What is written about games and players: specs, options, durations.

use std::time::Duration;
use wanqi_play::options::*;
use wanqi_play::{Spec, parse_duration};

#[test]
fn reads_what_it_writes() {
    for text in
        ["random", "alphabeta:depth=3", "go:size=9,komi=6.5", "external:protocol=uci,cmd=\"a b, c\",time=1s"]
    {
        assert_eq!(text.parse::<Spec>().expect(text).to_string(), text);
    }
    let short = "best:eval=a/b.net,depth=3".parse::<Spec>().expect("a file");
    assert_eq!(short.to_string(), "best:eval=trained,net=a/b.net,depth=3");
    assert_eq!(" go : size = 9 ".parse::<Spec>().expect("spaces").to_string(), "go:size=9");
}

#[test]
fn says_what_is_wrong() {
    for (text, error) in [
        ("", "a name is missing in \"\""),
        (":a=1", "a name is missing in \":a=1\""),
        ("go:size", "expected KEY=VALUE after the colon in \"go:size\""),
        ("go:size=", "expected KEY=VALUE after the colon in \"go:size=\""),
        ("go:=9", "expected KEY=VALUE after the colon in \"go:=9\""),
        ("go:size=9,size=13", "size is given twice in \"go:size=9,size=13\""),
        ("x:cmd=\"a", "a quotation mark is not closed in \"x:cmd=\\\"a\""),
        ("x:cmd=a\"b", "a quotation mark inside a value in \"x:cmd=a\\\"b\""),
        ("x:cmd=\"a\"b", "expected a comma after the quotation in \"x:cmd=\\\"a\\\"b\""),
    ] {
        assert_eq!(text.parse::<Spec>().expect_err(text).to_string(), error);
    }
}

const SIZE: Or<NumberOption<u8>> = NumberOption::new("size", "lines", 2..=19).or(19);
const KO: Or<ChoiceOption<i8>> =
    ChoiceOption::new("ko", "what must not be repeated", &[("positional", 1), ("simple", -1)]).or(1);
const OWN: Or<SwitchOption> = SwitchOption::new("suicide", "whether it is allowed").or(false);
const BOOK: FileOption = FileOption::new("book", "a book", &["own", "off"]);
const TIME: DurationOption = DurationOption::new("time", "for a move");
const NODES: NumberOption<u64> = NumberOption::new("nodes", "to visit", 1..=u64::MAX);

type Read = (u8, i8, bool, Option<FileValue>, Option<Duration>, Option<u64>);

fn read(text: &str) -> Result<Read, String> {
    let spec: Spec = text.parse().expect("a spec");
    let mut options = Options::of(&spec);
    let read = options.read(&(SIZE, KO, OWN, BOOK, TIME, NODES)).map_err(|error| error.to_string())?;
    options.finish().map_err(|error| error.to_string())?;
    Ok(read)
}

#[test]
fn what_is_declared_is_read() {
    assert_eq!(read("go"), Ok((19, 1, false, None, None, None)));
    let path = Some(FileValue::Path("a.bin".into()));
    let time = Some(Duration::from_secs(2));
    let all = read("go:size=9,ko=simple,suicide=on,book=a.bin,time=2s,nodes=7");
    assert_eq!(all, Ok((9, -1, true, path, time, Some(7))));
    assert_eq!(read("go:book=own").map(|read| read.3), Ok(Some(FileValue::Word("own"))));
}

#[test]
fn what_is_wrong_is_named() {
    let has = "it has size, ko, suicide, book, time, nodes";
    for (text, error) in [
        ("go:size=40", "size takes a number from 2 to 19, not \"40\"".to_owned()),
        ("go:size=x", "size takes a number from 2 to 19, not \"x\"".to_owned()),
        ("go:ko=simpel", "ko is one of positional, simple, not \"simpel\"; did you mean \"simple\"?".into()),
        ("go:suicide=yes", "suicide is on or off, not \"yes\"".into()),
        ("go:time=5", "time: a time is a number with ms, s, m or h, not \"5\"".into()),
        ("go:kos=7", format!("go has no option \"kos\"; {has}; did you mean \"ko\"?")),
        ("go:handicap=7", format!("go has no option \"handicap\"; {has}")),
        ("go:nodes=1,playouts=2", "nodes is given twice, the second time as playouts".into()),
    ] {
        assert_eq!(read(text).expect_err(text), error);
    }
    let spec = "chess:a=1".parse().expect("a spec");
    let none = Options::of(&spec).finish().expect_err("an option");
    assert_eq!(none.to_string(), "chess has no options, so not \"a\"");
}

#[test]
fn what_is_read_is_listed() {
    let listed = (SIZE, (KO, OWN), BOOK, TIME, NODES, SIZE).options();
    let names: Vec<_> =
        listed.iter().map(|info| (info.name, info.values(), info.default.as_deref())).collect();
    assert_eq!(
        names,
        [
            ("size", "2..19".into(), Some("19")),
            ("ko", "positional|simple".into(), Some("positional")),
            ("suicide", "on|off".into(), Some("off")),
            ("book", "PATH|own|off".into(), None),
            ("time", "TIME".into(), None),
            ("nodes", "1..".into(), None),
        ],
        "each once"
    );
}

#[test]
fn options_of_another_program_go_by_how_they_begin() {
    const OTHERS: PrefixedOptions =
        PrefixedOptions { prefix: "option.", name: "option.NAME", help: "of the engine" };
    let spec = "external:option.Hash=64,colour=red,option.Move Overhead=5".parse().expect("a spec");
    let mut options = Options::of(&spec);
    let pairs = options.read(&(OTHERS, TIME)).expect("texts").0;
    assert_eq!(pairs, [("Hash".into(), "64".into()), ("Move Overhead".into(), "5".into())]);
    let wrong = options.finish().expect_err("colour").to_string();
    assert_eq!(wrong, "external has no option \"colour\"; it has option.NAME, time");
}

#[test]
fn a_file_is_told_from_a_word() {
    let info = BOOK.info();
    for (text, is_file) in [("x", false), ("x:book=own", false), ("x:book=off", false), ("x:book=offf", true)]
    {
        assert_eq!(info.names_file(&text.parse().expect("a spec")), is_file, "{text}");
    }
}

#[test]
fn durations() {
    for (text, millis) in [("500ms", 500), ("1.5s", 1500), ("2m", 120_000), ("1h", 3_600_000), ("0s", 0)] {
        let time = Duration::from_millis(millis);
        assert_eq!(parse_duration(text), Ok(time));
        assert_eq!(parse_duration(&write_duration(time)), Ok(time));
    }
    for text in ["", "5", "s", "-1s", "1e999s", "1 parsec", "nans", "é"] {
        assert!(parse_duration(text).is_err(), "{text}");
    }
}
