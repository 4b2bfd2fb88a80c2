//! Other engines as players: well-behaved ones, and all others.
#![cfg(unix)]

mod gomocup;

use std::time::Duration;
use wanqi_play::matches::{Plan, run};
use wanqi_play::{Limits, Player, Spec, Stop, Table};

/// An engine as a shell script: what it does when asked to `go`, beside what every engine does.
fn engine(go: &str) -> Spec {
    let mut spec = Spec::new("external");
    let script = format!(
        "while read line; do case $line in \
         uci) echo id name X; echo option name Hash type spin default 1; echo option name Clear type button; echo uciok;; \
         isready) echo readyok;; \
         go*) {go};; \
         quit) exit;; \
         esac; done"
    );
    spec.set("cmd", format!("sh -c '{script}'"));
    spec.set("margin", "200ms");
    spec.set("time", "50ms");
    spec
}

fn chess(moves: &[&str]) -> Box<dyn Table> {
    let mut table = wanqi_play::table(&Spec::new("chess")).expect("chess");
    moves.iter().for_each(|mv| table.play(mv).expect(mv));
    table
}

fn player(spec: &Spec) -> Box<dyn Player> {
    wanqi_protocol::player(&*chess(&[]), spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

#[test]
fn a_move_and_what_is_thought_of_it() {
    let go = "echo info depth 3 score cp 25 nodes 77 pv e7e5 g1f3 g1f3; echo info string hm; echo bestmove e7e5 ponder g1f3";
    let mut heard = Vec::new();
    let thought = player(&engine(go))
        .think(&*chess(&["e4"]), &Limits::default(), &mut |thought| heard.push(thought.clone()))
        .expect("a thought");
    assert_eq!((thought.best.as_deref(), thought.value.centipawns(), thought.depth), (Some("e5"), 25, 3));
    assert_eq!((thought.line.join(" "), thought.value.to_string()), ("e5 Nf3".into(), "+0.25".into()));
    assert_eq!((thought.work.interior, heard.len()), (77, 1));
    // What it is told: the shell gives it back as an info, of which a move can be made.
    let go = "echo info pv d7d5; echo info depth 1 score mate 1 pv c7c5; echo bestmove C7C5";
    let thought =
        player(&engine(go)).think(&*chess(&["e4"]), &Limits::default(), &mut |_| {}).expect("a thought");
    assert_eq!((thought.best.as_deref(), thought.value.decided()), (Some("c5"), Some(1)));
}

#[test]
fn those_that_fail_say_how() {
    for (go, error) in [
        ("exit 3", "sh has ended unasked; its last line was \"option name Clear type button\""),
        ("sleep 10", "sh lost on time: no move after 250ms of 50ms; its last line was"),
        ("echo bestmove e2e5", "sh plays \"e2e5\", which is no legal move here"),
        ("echo bestmove h2e2 ", "sh plays \"h2e2\", which is no legal move here"),
        ("echo bestmove", "sh gives no move: \"bestmove\""),
        ("echo bestmove 0000", "sh gives no move: \"bestmove 0000\""),
        ("echo bestmov e2e4; echo; echo -; kill -9 $$", "sh has ended unasked; its last line was \"-\""),
        ("yes", "sh lost on time: no move after 250ms of 50ms; its last line was \"y\""),
        ("head -c 3000000 /dev/zero; echo; exec sleep 9", "sh lost on time"),
    ] {
        let mut player = player(&engine(go));
        let wrong = player.think(&*chess(&[]), &Limits::default(), &mut |_| {}).expect_err(go).to_string();
        assert!(wrong.starts_with(&format!("the player has failed: {error}")), "{go}: {wrong}");
        // The next time it is started again, and fails again.
        assert!(player.think(&*chess(&[]), &Limits::default(), &mut |_| {}).is_err());
    }
}

#[test]
fn those_that_do_not_start_say_why() {
    for (spec, error) in [
        ("external", "external needs cmd="),
        ("external:cmd=no-such-program-anywhere", "cannot start \"no-such-program-anywhere\": "),
        (
            "external:cmd=true,timeout=100ms",
            "the player has failed: true has ended unasked; it has said nothing",
        ),
        (
            "external:cmd=\"sleep 9\",timeout=100ms",
            "the player has failed: sleep did not say uciok within 100ms",
        ),
        (
            "external:cmd=cat,protocol=xboard",
            "protocol is one of uci, ucci, gtp, gomocup, nboard, not \"xboard\"",
        ),
        ("external:cmd=cat,nodes=0", "nodes takes a number from 1 to 18446744073709551615, not \"0\""),
        ("external:cmd=cat,time=1", "time: a time is a number with"),
        ("external:cmd=cat,colour=red", "external has no option \"colour\"; it has protocol, cmd"),
        ("external:cmd=cat,protocol=ucci", "chess is not played in UCCI"),
        ("external:cmd=\"sh 'x\"", "a quotation mark is not closed"),
    ] {
        let spec: Spec = spec.parse().expect(spec);
        let Err(wrong) = wanqi_protocol::player(&*chess(&[]), &spec) else { panic!("{spec} starts") };
        assert!(wrong.to_string().starts_with(error), "{spec}: {wrong}");
    }
    let mut spec = engine("echo bestmove e2e4");
    spec.set("option.Hash", "2");
    spec.set("option.clear", "on");
    player(&spec);
    spec.set("option.Threads", "2");
    let Err(wrong) = wanqi_protocol::player(&*chess(&[]), &spec) else { panic!("{spec} has threads") };
    assert_eq!(wrong.to_string(), "sh has no option \"Threads\"; it has Hash, Clear");
    let table = wanqi_play::table(&Spec::new("othello")).expect("othello");
    let Err(wrong) = wanqi_protocol::player(&*table, &engine("")) else { panic!("it plays Othello") };
    assert_eq!(wrong.to_string(), "othello is not played in UCI");
}

/// Rule files' games are played as variants by engines that know them; moves are told in their way.
#[test]
fn rule_files_are_variants() {
    let variants = |go: &str| {
        let mut spec = engine(go);
        let script = spec.get("cmd").expect("a script").replace(
            "echo uciok",
            "echo option name UCI_Variant type combo default chess var chess var losalamos var minishogi var 3check var crazyhouse; echo uciok",
        );
        // What it is told of variant and position comes back as its move.
        let told = "*UCI_Variant*) variant=${line##* };; \
                    position*) told=$(echo ${line#position } | tr \" \" .);; isready)";
        spec.set("cmd", script.replacen("isready)", told, 1));
        spec
    };
    let table = |game: &str, moves: &[&str]| {
        let mut table = wanqi_play::table(&game.parse().expect("a game")).expect("a game");
        moves.iter().for_each(|mv| table.play(mv).expect(mv));
        table
    };
    let think = |table: &dyn Table, go: &str| {
        let mut player = wanqi_protocol::player(table, &variants(go))?;
        player.think(table, &Limits::default(), &mut |_| {})
    };
    let minishogi = table("minishogi", &["a2a3", "b5e2", "e1e2"]);
    let thought =
        think(&*minishogi, "echo info depth 2 pv e4e3 B@c3; echo bestmove e4e3").expect("a thought");
    assert_eq!((thought.best.as_deref(), thought.line.join(" ")), (Some("e4e3"), "e4e3 B@c3".into()));
    let told = think(&*minishogi, "echo bestmove $told").expect_err("no move").to_string();
    assert!(told.contains("\"startpos.moves.a2a3.b5e2.e1e2\""), "{told}");
    // Los Alamos chess and three-check are of them under other spellings, breakthrough is none.
    for (game, name) in [("los-alamos", "losalamos"), ("three-check", "3check"), ("crazyhouse", "crazyhouse")]
    {
        let told =
            think(&*table(game, &[]), "echo bestmove $variant.$told").expect_err("no move").to_string();
        assert!(told.contains(&format!("\"{name}.startpos\"")), "{told}");
    }
    let Err(wrong) = wanqi_protocol::player(&*table("breakthrough", &[]), &variants("")) else {
        panic!("it plays")
    };
    assert_eq!(wrong.to_string(), "sh does not play breakthrough: it offers no such UCI_Variant");
    // A beginning elsewhere is told as the engine writes it; pieces that were pawns are marked.
    for (game, own, fen, best, mv) in [
        ("minishogi", "4k/5/5/5/K4 b hand=R1", "4k/5/5/5/K4[R].w.-.-.0.1", "r@a2", "R@a2"),
        ("crazyhouse", "4k3/P7/8/8/8/8/8/4K2T w", "4k3/P7/8/8/8/8/8/4K2Q~[].w.-.-.0.1", "a7a8n", "a7a8=W"),
        (
            "three-check",
            "r3k3/8/8/8/8/8/8/4K3 b castles=a8 checks=2,0",
            "r3k3/8/8/8/8/8/8/4K3.b.q.-.1+3.0.1",
            "e8c8",
            "e8c8",
        ),
    ] {
        let mut elsewhere = table(game, &[]);
        elsewhere.set_position(own).expect("a position");
        let told = think(&*elsewhere, "echo bestmove $told").expect_err("no move").to_string();
        assert!(told.contains(&format!("\"fen.{fen}\"")), "{told}");
        let thought = think(&*elsewhere, &format!("echo bestmove {best}")).expect("a move");
        assert_eq!(thought.best.as_deref(), Some(mv), "{game}");
    }
}

#[test]
fn a_stop_is_passed_on() {
    let limits = Limits::default();
    let mut spec = engine("true");
    spec.options.retain(|(key, _)| key != "time");
    let script = spec.get("cmd").expect("a script").replace("quit)", "stop) echo bestmove a2a3;; quit)");
    spec.set("cmd", script);
    let mut player = player(&spec);
    let stop = limits.stop.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        stop.stop();
    });
    let thought = player.think(&*chess(&[]), &limits, &mut |_| {}).expect("a thought");
    assert_eq!(thought.best.as_deref(), Some("a3"));
}

#[test]
fn a_match_goes_on_and_leaves_no_process() {
    let play = |a: &Spec, games| {
        let plan =
            Plan { games, concurrency: 2, plies: 12, players: wanqi_protocol::player, ..Plan::default() };
        let mut results = Vec::new();
        let random = Spec::new("random");
        let tally = run(&*chess(&[]), [a, &random], &plan, &Stop::default(), &mut |played, _| {
            results.push(played.result.clone());
        });
        (tally.expect("a match"), results)
    };
    let (tally, results) = play(&engine("exit"), 4);
    assert_eq!((tally.score.losses, tally.forfeits_a), (4, 4), "{results:?}");
    assert!(results[0].starts_with("A forfeits: the player has failed: sh has ended unasked"), "{results:?}");
    // A program that does not leave when it is asked to is killed, with what it has started.
    let mut stubborn = engine("sleep 1000.25");
    stubborn
        .set("cmd", stubborn.get("cmd").expect("a script").replace("quit) exit;;", "quit) sleep 1000.25;;"));
    let (tally, _) = play(&stubborn, 2);
    assert_eq!(tally.forfeits_a, 2);
    let left = || {
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let mut lines = processes.map(|process| std::fs::read(process.path().join("cmdline")));
        lines.any(|line| line.is_ok_and(|line| line.starts_with(b"sleep\x001000.25")))
    };
    // Who is killed is gone soon after.
    for _ in 0..1000 {
        if !left() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("a process is left");
}

/// An engine that speaks GTP, as a shell script: what it does when asked for a move, and for anything else that it must do.
fn gtp(genmove: &str, rest: &str) -> Spec {
    let mut spec = Spec::new("external");
    spec.set("protocol", "gtp");
    let script = format!(
        "while read cmd args; do case $cmd in \
         protocol_version) echo hello; echo =1 2; echo;; \
         genmove) {genmove};; \
         quit) exit;; \
         *) {rest};; \
         esac; done"
    );
    spec.set("cmd", format!("sh -c '{script}'"));
    spec.set("timeout", "5s");
    spec
}

const YES: &str = "echo =; echo";

fn go(moves: &[&str]) -> Box<dyn Table> {
    let mut table = wanqi_play::table(&"go:size=9,komi=6.5".parse().expect("a spec")).expect("go");
    moves.iter().for_each(|mv| table.play(mv).expect(mv));
    table
}

fn gtp_thought(spec: &Spec, moves: &[&str]) -> Result<String, String> {
    let table = go(moves);
    let mut player = wanqi_protocol::player(&*table, spec).map_err(|error| error.to_string())?;
    let thought =
        player.think(&*table, &Limits::default(), &mut |_| {}).map_err(|error| error.to_string())?;
    Ok(thought.best.expect("a move"))
}

#[test]
fn gtp_engines_are_told_the_game() {
    // The script keeps what it hears, and answers with the last move that it was told, one point to the right.
    let folder = std::env::temp_dir().join(format!("wanqi-gtp-{}", std::process::id()));
    let heard = folder.display().to_string();
    let keep = format!("echo $cmd $args >> {heard}; echo =; echo");
    let mut spec = gtp("echo \"=7 c3 \"; echo", &keep);
    spec.set("option.level", "10");
    spec.set("time", "3s");
    let mut table = go(&["e5"]);
    let mut player = wanqi_protocol::player(&*table, &spec).expect("an engine");
    let mut think = |table: &dyn Table| {
        let thought = player.think(table, &Limits::default(), &mut |_| {}).expect("a thought");
        thought.best.expect("a move")
    };
    let best = think(&*table);
    assert_eq!(best, "C3");
    table.play(&best).expect("legal");
    table.play("G7").expect("legal");
    table.undo();
    table.play("pass").expect("legal");
    table.play("A1").expect("legal");
    table.undo();
    table.undo();
    table.play("D4").expect("legal");
    table.play("pass").expect("legal");
    table.play("E4").expect("legal");
    table.undo();
    table.undo();
    table.undo();
    table.undo();
    // Another line: it is told from the beginning.
    assert_eq!(think(&*table), "C3");
    drop(player);
    let said = std::fs::read_to_string(&folder).expect("what it has heard");
    std::fs::remove_file(&folder).expect("the file is ours");
    let lines: Vec<&str> = said.lines().collect();
    let begin = ["boardsize 9", "clear_board", "komi 6.5"];
    assert_eq!(lines[..5], ["level 10", begin[0], begin[1], begin[2], "play b E5"]);
    assert_eq!(lines[5], "time_settings 0 3 1");
    assert_eq!(lines[6..], [begin[0], begin[1], begin[2], "play b E5"]);
}

#[test]
fn gtp_engines_that_fail_say_how() {
    for (genmove, error) in [
        ("echo \"= E5\"; echo", "sh plays \"E5\", which is no legal move here"),
        ("echo \"= hello\"; echo", "sh plays \"hello\", which is no legal move here"),
        ("echo \"? cannot\"; echo", "sh answers genmove w with \"cannot\""),
        ("echo \"= resign\"; echo", "sh resigns"),
        ("exit 3", "has ended unasked"),
    ] {
        let found = gtp_thought(&gtp(genmove, YES), &["E5"]).expect_err(genmove);
        assert!(found.contains(error), "{genmove}: {found}");
    }
    let mut slow = gtp("sleep 10", YES);
    slow.set("timeout", "200ms");
    let found = gtp_thought(&slow, &[]).expect_err("it sleeps");
    assert!(found.contains("has not answered genmove b within 200ms"), "{found}");
    let found = gtp_thought(&gtp("", "echo \"? no\"; echo"), &[]).expect_err("it refuses");
    assert!(found.contains("sh answers boardsize 9 with \"no\""), "{found}");
    // GTP knows no limit but time: neither one of every move nor one of this is left unkept without a word.
    for (key, limits) in [
        ("depth", Limits { depth: Some(5), ..Limits::default() }),
        ("nodes", Limits { nodes: Some(5), ..Limits::default() }),
    ] {
        let mut bounded = gtp("", YES);
        bounded.set(key, "5");
        let own = gtp_thought(&bounded, &[]).expect_err(key);
        let mut player = wanqi_protocol::player(&*go(&[]), &gtp("", YES)).expect("an engine");
        let given = player.think(&*go(&[]), &limits, &mut |_| {}).expect_err(key).to_string();
        for found in [own, given] {
            let refused =
                format!("an engine in GTP keeps no limit of {key}, and would not end; it keeps time");
            assert!(found.contains(&refused), "{found}");
        }
    }
    // The time of a move is kept as that of every move is.
    let mut player = wanqi_protocol::player(&*go(&[]), &gtp("sleep 10", YES)).expect("an engine");
    let short = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    let late = player.think(&*go(&[]), &short, &mut |_| {}).expect_err("it sleeps").to_string();
    assert!(late.contains("has not answered genmove b within 1.1s"), "{late}");
    let chess = wanqi_protocol::player(&*chess(&[]), &gtp("", YES)).err().map(|error| error.to_string());
    assert_eq!(chess.as_deref(), Some("chess is not played in GTP"));
}

#[test]
fn a_match_against_a_gtp_engine_ends_when_it_resigns() {
    let spec = gtp("echo \"= resign\"; echo", YES);
    let plan = Plan { games: 2, players: wanqi_protocol::player, opening: 0, ..Plan::default() };
    let mut results = Vec::new();
    let random = Spec::new("random");
    run(&*go(&[]), [&random, &spec], &plan, &Stop::default(), &mut |played, _| {
        results.push((played.result.clone(), played.end.is_forfeit(), played.half_points));
    })
    .expect("a match");
    assert_eq!(results, [("sh resigns".into(), false, 2), ("sh resigns".into(), false, 2)]);
}

/// An engine that speaks NBoard's protocol: what it does when asked for a move.
fn nboard_engine(go: &str) -> Spec {
    let mut spec = Spec::new("external");
    let script = format!(
        "while read word rest; do case $word in \
         nboard) echo Welcome; echo set myname X;; \
         set) what=${{rest%% *}}; eval $what=\\\"\\${{rest#* }}\\\";; \
         ping) echo pong $rest;; \
         go) {go};; \
         quit) exit;; \
         esac; done"
    );
    spec.set("protocol", "nboard");
    spec.set("cmd", format!("sh -c '{script}'"));
    spec.set("depth", "7");
    spec.set("timeout", "5s");
    spec
}

fn othello(moves: &[&str]) -> Box<dyn Table> {
    let mut table = wanqi_play::table(&Spec::new("othello")).expect("othello");
    moves.iter().for_each(|mv| table.play(mv).expect(mv));
    table
}

#[test]
fn nboards_engines() {
    let think = |spec: &Spec, table: &dyn Table| {
        let mut heard = Vec::new();
        let mut player = wanqi_protocol::player(table, spec)?;
        let thought = player.think(table, &Limits::default(), &mut |thought| heard.push(thought.clone()))?;
        Ok::<_, wanqi_play::Error>((thought, heard))
    };
    let table = othello(&["f5", "d6"]);
    let go = "echo status hm; echo nodestats 77 0.5; echo search C3D3C4 +1.25 0 6; \
              echo search C4-D3-C5 -0.50 0 $depth x; echo === C4/-0.75/0.1";
    let (thought, heard) = think(&nboard_engine(go), &*table).expect("a thought");
    assert_eq!((thought.best.as_deref(), thought.line.join(" ")), (Some("c4"), "c4 d3 c5".into()));
    assert_eq!((thought.value.centipawns(), thought.depth, thought.work.interior), (-75, 7, 77));
    assert_eq!(heard.iter().map(|thought| thought.value.centipawns()).collect::<Vec<_>>(), [125, -50]);
    // Out of its book, after a line about another move.
    let (thought, _) =
        think(&nboard_engine("echo book D3 2.00 9 1; echo === c3 -1.00 0.0"), &*table).expect("a thought");
    assert_eq!(
        (thought.best.as_deref(), thought.line.len(), thought.value.centipawns()),
        (Some("c3"), 1, -100)
    );
    // What it is told: the game and, where there is a time, a clock with as much for each of its 29 moves.
    let told = |spec: &Spec| think(spec, &*table).expect_err("no move").to_string();
    let end = told(&nboard_engine("echo === $(echo $game | tail -c 19 | tr \" \" _)"));
    assert!(end.contains("plays \"---_*]B[F5]W[D6];)\", which is no legal move here"), "{end}");
    let begin = told(&nboard_engine("echo === $(echo $game | cut -c 1-30)"));
    assert!(begin.contains("plays \"(;GM[Othello]PC[Wanqi]TY[8]BO[\""), "{begin}");
    let mut timed = nboard_engine("echo === $(echo ${game#*TI} | cut -c 1-6)");
    timed.options.retain(|(key, _)| key != "depth");
    timed.set("time", "3s");
    assert!(told(&timed).contains("plays \"[1:27]\""), "{}", told(&timed));
    for (go, error) in [
        ("echo === A1", "sh plays \"A1\", which is no legal move here"),
        ("echo ===", "sh plays \"\", which is no legal move here"),
        ("exit", "sh has ended unasked; its last line was \"pong 2\""),
    ] {
        let wrong = told(&nboard_engine(go));
        assert_eq!(wrong, format!("the player has failed: {error}"));
    }
    let mut slow = nboard_engine("sleep 10");
    slow.set("timeout", "200ms");
    assert!(told(&slow).contains("sh has given no move within 200ms"), "{}", told(&slow));
    timed.options.retain(|(key, _)| key != "time");
    assert!(told(&timed).contains("needs depth=…, a time or a clock to end by"), "{}", told(&timed));
    timed.set("nodes", "5");
    assert!(
        told(&timed).contains("an engine in NBoard's protocol keeps no limit of nodes"),
        "{}",
        told(&timed)
    );
    // A pass is no question.
    let mut passing = othello(&[]);
    passing.set_position(&format!("XO{} O", ".".repeat(62))).expect("a position");
    let (thought, _) = think(&nboard_engine("exit"), &*passing).expect("a pass");
    assert_eq!(thought.best.as_deref(), Some("pass"));
    let chess = wanqi_protocol::player(&*chess(&[]), &nboard_engine("")).err().map(|error| error.to_string());
    assert_eq!(chess.as_deref(), Some("chess is not played in NBoard's protocol"));
}
