//! What programs for Go start, as a shell runs it: KataGo's analysis engine, and GTP under another name.

mod program;

use program::wanqi;
use serde_json::{Value, json};

/// A query of two turns, and what is asked beside it.
const QUERIES: &str = concat!(
    "{\"id\":\"a\",\"moves\":[[\"B\",\"C3\"]],\"rules\":\"chinese\",\"boardXSize\":5,\"boardYSize\":5,",
    "\"analyzeTurns\":[0,1],\"maxVisits\":20}\n{\"id\":\"v\",\"action\":\"query_version\"}\nnonsense\n",
);

#[test]
fn what_is_asked_is_answered_before_it_leaves() {
    for arguments in [
        &["analysis-engine", "--threads", "2"][..],
        &["analysis-engine", "--player", "mcts:playouts=10", "--threads", "1"],
        // As clients of KataGo start it.
        &["analysis", "-model", "any.bin.gz", "-config", "any.cfg", "-override-config", "homeDataDir=/tmp"],
        &["analysis", "--config", "any.cfg", "-analysis-threads", "2"],
    ] {
        let output = wanqi(arguments, QUERIES);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        let error = String::from_utf8(output.stderr).expect("text");
        assert!(error.contains("ready to begin handling requests"), "{error}");
        let said = String::from_utf8(output.stdout).expect("text");
        let mut said: Vec<Value> =
            said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(said.len(), 4, "{arguments:?}: {said:?}");
        said.sort_by_key(|one| (one["id"] != json!("a"), one["turnNumber"].as_u64()));
        for (turn, one) in said[..2].iter().enumerate() {
            assert_eq!(one["turnNumber"], json!(turn), "{arguments:?}: {one}");
            assert!(one["rootInfo"]["visits"].as_u64() > Some(5), "{arguments:?}: {one}");
        }
    }
}

#[test]
fn it_leaves_at_once_where_it_is_asked_to() {
    let long = QUERIES.replace("\"maxVisits\":20", "\"maxVisits\":1000000000");
    for arguments in [["analysis-engine", "--quit-without-waiting"], ["analysis", "-quit-without-waiting"]] {
        let output = wanqi(&arguments, &long);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }
}

#[test]
fn arguments_are_refused_by_name() {
    for (arguments, error) in [
        (&["analysis-engine", "--threads", "0"][..], "0 is not in 1..=256"),
        (&["analysis-engine", "--visits", "0"], "0 is not in 1.."),
        (&["analysis-engine", "--player", "best:speed=3"], "speed"),
        (&["analysis-engine", "-config"], "-config has no value"),
        (&["analysis-engine", "-tune"], "there is no argument \"-tune\" of analysis-engine"),
        (&["analysis-engine", "-analysis-threads", "many"], "takes a number from 1 to 256, not \"many\""),
        (&["gtp", "--name", " "], "--name: \" \" is no name"),
        (&["gtp", "--resign=60"], "--resign takes a number from 0 to 50, not 60"),
    ] {
        let output = wanqi(arguments, "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.contains(error), "{arguments:?}: {said}");
    }
}

#[test]
fn gtp_goes_by_another_name() {
    let output = wanqi(
        &["gtp", "--name", "Leela Zero", "--resign"],
        "name\nversion\nkata-get-param allowResignation\nquit\n",
    );
    let said = String::from_utf8(output.stdout).expect("text");
    assert_eq!(said, "= Leela Zero\n\n= 0.17\n\n= true\n\n=\n\n");
}
