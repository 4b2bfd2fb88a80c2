//! Engines that speak Gomocup's protocol.

use wanqi_play::{Limits, Spec, Table};

/// An engine that speaks Gomocup's protocol: what it does when asked for a move, `n` being how often it has been.
fn gomocup_engine(answer: &str) -> Spec {
    let mut spec = Spec::new("external");
    let script = format!(
        "n=0; while read line; do case $line in \
         START*|RESTART) echo MESSAGE hello; echo OK;; \
         BEGIN|DONE|TURN*|PLAY*) n=$((n+1)); {answer};; \
         INFO*|BOARD|*,*) ;; \
         END) exit;; \
         *) echo UNKNOWN $line;; \
         esac; done"
    );
    spec.set("protocol", "gomocup");
    spec.set("cmd", format!("sh -c '{script}'"));
    spec.set("time", "50ms");
    spec.set("margin", "2s");
    spec
}

#[test]
fn gomocups_engines() {
    let gomoku = |spec: &str| wanqi_play::table(&spec.parse().expect(spec)).expect(spec);
    let mut table = gomoku("gomoku:rule=renju");
    let spec = gomocup_engine("echo DEBUG $line; echo $n,0");
    let mut player = wanqi_protocol::player(&*table, &spec).expect("it starts");
    let mut best = |table: &dyn Table| {
        player.think(table, &Limits::default(), &mut |_| {}).map(|thought| thought.best.expect("a move"))
    };
    // BEGIN, then TURN, then BOARD, for moves that it does not know.
    for (moves, expected) in [(&[][..], "b15"), (&["b15", "h8"], "c15"), (&["c15", "h7", "h6", "h5"], "d15")]
    {
        moves.iter().for_each(|mv| table.play(mv).expect(mv));
        assert_eq!(best(&*table).expect("a move"), expected);
    }
    table.set_position(&table.first_position()).expect("the start");
    assert_eq!(best(&*table).expect("a move"), "e15", "a new game");
    for (answer, error) in [
        // It may be what it says to a line of INFO, so that it is waited for a move; the message shows it all the same.
        ("echo ERROR no", "sh has given no move within 2.05s; its last line was \"ERROR no\""),
        ("echo UNKNOWN", "sh has given no move within 2.05s; its last line was \"UNKNOWN\""),
        ("echo 15,0", "sh plays 15,0, which is no legal move here"),
        ("exit", "sh has ended unasked; its last line was \"OK\""),
    ] {
        let table = gomoku("gomoku");
        let mut player = wanqi_protocol::player(&*table, &gomocup_engine(answer)).expect("it starts");
        let wrong = player.think(&*table, &Limits::default(), &mut |_| {}).expect_err(answer).to_string();
        assert_eq!(wrong, format!("the player has failed: {error}"));
    }
    // A rectangle is told by RECTSTART, and by nothing else.
    let on_7_by_12 = gomocup_engine("echo 6,11");
    let command = on_7_by_12.get("cmd").expect("a command").replace("START*|", "RECTSTART?7,12|");
    let mut spec = on_7_by_12.clone();
    spec.set("cmd", command);
    let mut table = gomoku("gomoku:size=7,rows=12");
    let mut player = wanqi_protocol::player(&*table, &spec).expect("it starts");
    let mut best = |table: &dyn Table| player.think(table, &Limits::default(), &mut |_| {});
    assert_eq!(best(&*table).expect("a move").best.as_deref(), Some("g1"));
    table.play("d6").expect("a move");
    assert_eq!(best(&*table).expect("a move").best.as_deref(), Some("g1"));
    spec.set("cmd", spec.get("cmd").expect("a command").replace("6,11", "11,6"));
    let mut player = wanqi_protocol::player(&*table, &spec).expect("it starts");
    let wrong = player.think(&*table, &Limits::default(), &mut |_| {}).expect_err("beyond the short side");
    assert!(wrong.to_string().ends_with("sh plays 11,6, which is no legal move here"), "{wrong}");
    // What it says to the lines of INFO is no answer, and its other errors still are.
    for (answer, error) in [("echo $n,0", None), ("echo ERROR no", Some("sh answers \"ERROR no\""))] {
        let mut spec = gomocup_engine(answer);
        let cmd = spec
            .get("cmd")
            .expect("a command")
            .replace("INFO*|BOARD", "INFO*) echo ERROR unsupported;; BOARD");
        spec.set("cmd", cmd);
        spec.set("time", "200ms");
        let table = gomoku("gomoku");
        let mut player = wanqi_protocol::player(&*table, &spec).expect("it starts");
        let thought = player.think(&*table, &Limits::default(), &mut |_| {});
        let wrong = thought.as_ref().err().map(ToString::to_string);
        assert_eq!(wrong, error.map(|error| format!("the player has failed: {error}")));
        assert_eq!(thought.is_ok_and(|thought| thought.best.as_deref() == Some("b15")), error.is_none());
    }
    // Nor are its complaints of each of their words.
    let mut spec = gomocup_engine("echo $n,0");
    let told = "INFO*) for word in $line; do echo ERROR Unknown command: $word; done;; BOARD";
    spec.set("cmd", spec.get("cmd").expect("a command").replace("INFO*|BOARD", told));
    spec.set("time", "200ms");
    let mut player = wanqi_protocol::player(&*gomoku("gomoku"), &spec).expect("it starts");
    let thought = player.think(&*gomoku("gomoku"), &Limits::default(), &mut |_| {}).expect("a move");
    assert_eq!(thought.best.as_deref(), Some("b15"));
    // Of a turn that it was not ready for it hears once more, and not twice.
    for (times, error) in [(2, None), (3, Some("sh answers \"ERROR Unknown command: 7,7\""))] {
        let not_ready = format!("ge 2 -a $n -le {times}");
        let spec = gomocup_engine(&format!(
            "if [ $n -{not_ready} ]; then echo ERROR Unknown command: ${{line#TURN }}; else echo $n,0; fi"
        ));
        let mut table = gomoku("gomoku");
        let mut player = wanqi_protocol::player(&*table, &spec).expect("it starts");
        let mut best = |table: &dyn Table| player.think(table, &Limits::default(), &mut |_| {});
        assert_eq!(best(&*table).expect("a move").best.as_deref(), Some("b15"));
        ["b15", "h8"].into_iter().for_each(|mv| table.play(mv).expect(mv));
        let thought = best(&*table);
        let wrong = thought.as_ref().err().map(ToString::to_string);
        assert_eq!(wrong, error.map(|error| format!("the player has failed: {error}")));
        assert_eq!(thought.is_ok_and(|thought| thought.best.as_deref() == Some("d15")), error.is_none());
    }
    // It proposes, we agree.
    let spec = gomocup_engine("case $n in 1) echo SUGGEST 3,3;; *) echo ${line#PLAY };; esac");
    let mut player = wanqi_protocol::player(&*gomoku("gomoku"), &spec).expect("it starts");
    let thought = player.think(&*gomoku("gomoku"), &Limits::default(), &mut |_| {}).expect("a move");
    assert_eq!(thought.best.as_deref(), Some("d12"));
    let Err(wrong) = wanqi_protocol::player(&*gomoku("othello"), &spec) else { panic!("it plays Othello") };
    assert_eq!(wrong.to_string(), "othello is not played in Gomocup's protocol");
}
