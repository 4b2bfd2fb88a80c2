//! What KataGo has added to GTP: <https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>.

use super::{PLAYER, Talk};
use wanqi_protocol::Session;

#[test]
fn parameters() {
    let mut talk = Talk::new("go:size=9", PLAYER);
    talk.check(&[
        ("kata-get-param maxVisits", "= 1125899906842624"),
        ("kata-set-param maxVisits 40", "="),
        ("kata-get-param maxVisits", "= 40"),
        ("kata-get-param maxTime", "= 1e+20"),
        ("kata-set-param maxTime 0.5", "="),
        ("kata-get-param maxTime", "= 0.5"),
        ("kata-get-param numSearchThreads", "= 1"),
        ("kata-set-param numSearchThreads 2", "="),
        ("kata-get-param numSearchThreads", "= 2"),
        ("kata-set-param numSearchThreads 1", "="),
        ("kata-get-param playoutDoublingAdvantage", "= 0"),
        ("kata-set-param playoutDoublingAdvantage 0.0", "="),
        (
            "kata-set-param playoutDoublingAdvantage 1.5",
            "? playoutDoublingAdvantage takes 0 alone, not \"1.5\"",
        ),
        ("kata-get-param allowResignation", "= false"),
        ("kata-set-param allowResignation true", "="),
        ("kata-set-param resignThreshold -2", "? resignThreshold takes a number from -1 to 1, not \"-2\""),
        ("kata-set-param maxVisits none", "? maxVisits takes a number from 1, not \"none\""),
        ("kata-set-param maxTime -1", "? maxTime takes seconds, not \"-1\""),
        ("kata-get-param komi", "? there is no parameter \"komi\""),
        ("kata-set-param komi 3", "? there is no parameter \"komi\""),
        ("kata-get-param", "? syntax error"),
        ("kata-set-param maxVisits", "? syntax error"),
        ("kata-set-params {\"maxVisits\": 70, \"maxPlayouts\": 30}", "="),
        // All or nothing.
        ("kata-set-params {\"maxVisits\": 90, \"nonsense\": 1}", "? there is no parameter \"nonsense\""),
        ("kata-get-param maxVisits", "= 70"),
        ("kata-set-params 3", "? syntax error"),
        (
            "kata-list-params",
            concat!(
                "= allowResignation analysisIgnorePreRootHistory analysisWideRootNoise antiMirror genmoveAntiMirror ",
                "maxPlayouts maxTime maxVisits numSearchThreads playoutDoublingAdvantage ponderingEnabled resignThreshold"
            ),
        ),
        ("kata-get-models", "= []"),
        ("kata-raw-nn 0", "? the network is asked by searches alone"),
        ("clear_cache", "="),
        ("stop", "="),
    ]);
    let all = talk.ask("kata-get-params");
    assert!(all.contains("\"maxPlayouts\":30") && all.contains("\"antiMirror\":false"), "{all}");
    // Of a search for a move, whoever thinks: the player has 200.
    let said = talk.ask("kata-search_analyze b 1 rootInfo true");
    let last = said.lines().rev().find(|line| line.contains("rootInfo visits ")).expect("the root");
    let visits = last.split("rootInfo visits ").nth(1).and_then(|rest| rest.split(' ').next());
    let visits: u32 = visits.and_then(|visits| visits.parse().ok()).expect("a number");
    assert!((20..=31).contains(&visits), "{last}");
}

#[test]
fn searches_that_play_nothing() {
    let mut talk = Talk::new("go:size=9", PLAYER);
    let before = talk.ask("wanqi-position");
    for command in ["kata-search b", "kata-search w", "kata-search_cancellable b"] {
        let said = talk.ask(command);
        assert!(said.starts_with("= ") && said.len() <= 8, "{command}: {said}");
    }
    for command in ["kata-search_analyze b 1", "kata-search_analyze_cancellable 1"] {
        let said = talk.ask(command);
        let (infos, play) = said.trim_end().rsplit_once('\n').expect("lines");
        assert!(infos.starts_with("=\ninfo move ") && play.starts_with("play "), "{command}: {said}");
    }
    assert_eq!(talk.ask("wanqi-position"), before);
    assert_eq!(talk.ask("kata-search"), "? syntax error\n\n");
    // The next line ends what may be cancelled, be it empty.
    let mut talk = Talk::new("go:size=9", "mcts");
    talk.session.line("1 kata-search_cancellable b");
    talk.session.line("");
    assert_eq!(talk.said(), "=1 cancelled\n\n");
    talk.session.line("2 kata-search_analyze_cancellable b 1");
    let heard = talk.hear("info move ");
    talk.session.line("3 name");
    let said = heard + &talk.said();
    assert!(said.starts_with("=2\ninfo ") && said.ends_with("\nplay cancelled\n\n=3 Wanqi\n\n"), "{said}");
    let spent: f64 = talk.ask("cputime").trim_start_matches("= ").trim().parse().expect("seconds");
    assert!(spent > 0.0 && talk.ask("gomill-cpu_time").starts_with("= "));
}

/// As the search has them, for each move that it tells.
#[test]
fn moves_have_scores_and_points() {
    let mut talk = Talk::new("go:size=9", PLAYER);
    let said =
        talk.ask("kata-search_analyze b 1 rootInfo true ownership true movesOwnership true pvVisits true");
    let last = said.lines().rev().find(|line| line.starts_with("info ")).expect("infos");
    let count = |key: &str| last.split(' ').filter(|word| *word == key).count();
    let moves = count("info");
    assert!(moves > 3, "{last}");
    for key in [
        "move",
        "scoreMean",
        "scoreStdev",
        "scoreLead",
        "utility",
        "utilityLcb",
        "pvVisits",
        "movesOwnership",
    ] {
        let of_root = ["scoreMean", "scoreStdev", "scoreLead", "utility"].contains(&key);
        assert_eq!(count(key), moves + usize::from(of_root), "{key}: {last}");
    }
    assert_eq!((count("rootInfo"), count("ownership")), (1, 1));
    let points: Vec<f64> = last
        .split(" ownership ")
        .nth(1)
        .expect("points")
        .split(' ')
        .map(|word| word.parse().expect("a number"))
        .collect();
    assert!(points.len() == 81 && points.iter().all(|point| (-1.0..=1.0).contains(point)), "{points:?}");
    // Sabaki's own analysis tells the lead in its own way.
    let said = Talk::new("go:size=9", PLAYER).ask("genmove_analyze b 1");
    assert!(said.contains(" scoreLead ") && !said.contains(" scoreMean "), "{said}");
}

#[test]
fn positions_without_a_past() {
    Talk::new("go:size=5", PLAYER).check(&[
        ("play b a1", "="),
        ("set_position B C3 W b2 black D4", "="),
        ("wanqi-position", "= 5/3X1/2X2/1O3/5 X - 0 0 0"),
        ("undo", "? cannot undo"),
        ("set_position B C3 W C3", "? c3 is named twice"),
        ("set_position B F9", "? there is no point f9"),
        ("set_position B", "? syntax error"),
        ("set_position C3 B", "? syntax error"),
        ("set_position red C3", "? syntax error"),
        ("wanqi-position", "= 5/3X1/2X2/1O3/5 X - 0 0 0"),
        ("play b a1", "="),
        ("set_position", "="),
        ("wanqi-position", "= 5/5/5/5/5 X - 0 0 0"),
        ("rectangular_boardsize 7 7", "="),
        ("rectangular_boardsize 7 9", "? unacceptable size"),
        ("boardsize 7 9", "? unacceptable size"),
        ("boardsize 9 9", "="),
    ]);
    let taken = Talk::new("go:size=5", PLAYER).ask("set_position B A1 W A2 W B1");
    assert!(taken.starts_with("? "), "a stone without a liberty: {taken}");
}

#[test]
fn times_of_other_systems() {
    let mut talk = Talk::new("go:size=5", PLAYER);
    talk.check(&[
        ("kata-list_time_settings", "= none absolute byoyomi canadian fischer fischer-capped"),
        ("kata-time_settings fischer 10 0.5", "="),
        ("kata-time_settings fischer-capped 10 0.5 -1 0.2", "="),
        ("kata-time_settings fischer 10", "? syntax error"),
        ("kata-time_settings sudden", "? syntax error"),
        ("kata-time_settings byoyomi 60 10 5", "="),
        ("kata-time_settings none", "="),
    ]);
    for text in ["0", "10000001", "many", ""] {
        assert!(talk.ask(&format!("kata-benchmark {text}")).starts_with("? "), "{text}");
    }
    let said = talk.ask("kata-benchmark 50");
    assert!(said.starts_with("= 50 visits in ") && said.ends_with(" visits/s\n\n"), "{said}");
}
