//! Jobs on many machines, with a real server: workers and the server are killed, messages forged, workers lie. Needs the feature
//! `cluster` and Debian's `nats-server`; `.ci/run` has both.
#![cfg(feature = "cluster")]

#[path = "cluster/access.rs"]
mod access;
#[path = "cluster/machines.rs"]
mod machines;

use machines::{Machines, Running, cut, disturbed, publish, wait_until};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;
use std::time::Duration;

fn machines(folder: &tempfile::TempDir) -> Machines {
    Machines::start(Path::new(env!("CARGO_BIN_EXE_wanqi")), folder.path())
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A match that takes some seconds, and comes out the same wherever it is played.
const MATCH: [&str; 9] = [
    "match",
    "connect4",
    "--a",
    "best:nodes=4000",
    "--b",
    "best:nodes=3000,selective=off",
    "--games",
    "120",
    "--json",
];

#[test]
fn ten_kills_and_two_restarts_change_nothing() {
    let folder = folder();
    let mut machines = machines(&folder);
    let alone = machines.answer("alone", &[&MATCH[..], &["--jobs", "2"]].concat());
    let units = [&MATCH[..], &["--unit", "1"]].concat();
    let (answer, said, killed) = disturbed(&mut machines, &units, [10, 2], Duration::ZERO);
    assert_eq!(killed, 10, "the match is long enough: {said}");
    assert_eq!(answer, alone, "{said}");
    let jobs: Value =
        serde_json::from_str(&machines.answer("coordinator", &["jobs", "--json"])).expect("JSON");
    let [state, done, units] = ["state", "done", "units"].map(|name| jobs["jobs"][0][name].clone());
    assert_eq!([state, done, units], [json!("done"), json!(60), json!(60)], "{jobs}");
}

#[test]
fn a_wire_that_is_cut_loses_nothing() {
    let folder = folder();
    let mut machines = machines(&folder);
    let alone = machines.answer("alone", &MATCH);
    let units = [&MATCH[..], &["--unit", "1"]].concat();
    let (answer, said) = cut(&mut machines, &units, Duration::from_secs(3));
    assert_eq!(answer, alone, "{said}");
    assert!(said.contains("is away"), "{said}");
}

#[test]
fn a_server_that_has_lost_all_is_given_the_units_again() {
    let folder = folder();
    let mut machines = machines(&folder);
    let alone = machines.answer("alone", &MATCH);
    let address = machines.address();
    let _workers = [machines.worker(&address, &[]), machines.worker(&address, &[])];
    let arguments = [&MATCH[..], &["--unit", "1", "--on", &address]].concat();
    let mut coordinator = machines.coordinator("lost", "coordinator", &arguments);
    coordinator.job();
    machines.wait_for_units("coordinator");
    assert!(!coordinator.running.has_ended(), "the match is long enough");
    machines.lose();
    let answer = coordinator.answer();
    let said = coordinator.running.said();
    assert_eq!(answer, alone, "{said}");
    assert!(said.contains("the server has lost the units of the job"), "{said}");
}

#[test]
fn a_worker_of_another_build_refuses() {
    let folder = folder();
    let mut machines = machines(&folder);
    let description = json!({ "build": "0123456789ab", "about": "a match", "bundle": "" }).to_string();
    let stream = json!({
        "name": "wanqi-0123456789ab-units", "subjects": ["wanqi.0123456789ab.unit.*"], "description": description,
        "retention": "workqueue", "storage": "file", "num_replicas": 1, "discard": "old",
        "max_consumers": -1, "max_msgs": -1, "max_bytes": -1, "max_age": 0,
    });
    let create = "$JS.API.STREAM.CREATE.wanqi-0123456789ab-units".to_owned();
    publish(machines.port(), &[(create, serde_json::to_vec(&stream).expect("JSON"))]);
    let worker = machines.worker(&machines.address(), &[]);
    wait_until("a refusal", || {
        worker.said().contains("job 0123456789ab is refused: it is of build \"0123456789ab\"")
    });
}

#[test]
fn a_worker_says_why_it_waits() {
    let folder = folder();
    let mut machines = machines(&folder);
    let mut worker = machines.worker("nats://127.0.0.1:1", &[]);
    wait_until("a reason", || worker.said().contains("nats://127.0.0.1:1: IO error: Connection refused"));
    worker.interrupt();
    assert!(worker.end(), "{}", worker.said());
}

/// What a worker says, as JSON.
fn told(unit: u32, worker: &str, build: &str, text: &str) -> Value {
    let sha256: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
    json!({ "unit": unit, "worker": worker, "build": build, "seconds": 0.1, "result": text, "sha256": sha256 })
}

/// The build that a worker says it is of.
fn build(worker: &Running) -> String {
    wait_until("a worker", || worker.said().contains("build "));
    let said = worker.said();
    let build = said.split_once("build ").and_then(|(_, rest)| rest.split_once(','));
    build.expect("it says so").0.to_owned()
}

#[test]
fn what_comes_from_outside_is_named_and_ignored() {
    let folder = folder();
    let mut machines = machines(&folder);
    let few = ["match", "tictactoe", "--a", "best:depth=2", "--b", "random", "--games", "20", "--json"];
    let alone = machines.answer("alone", &few);
    let address = machines.address();
    let build = build(&machines.worker("nats://127.0.0.1:1", &[]));
    let on = [&few[..], &["--unit", "2", "--on", &address]].concat();
    let mut coordinator = machines.coordinator("outside", "coordinator", &on);
    let job = coordinator.job();
    machines.wait_for_stream(&job);
    let result = |unit: u32, message: &Value| {
        (format!("wanqi.{job}.result.{unit}"), serde_json::to_vec(message).expect("JSON"))
    };
    let games: Value = serde_json::from_str(&alone).expect("JSON");
    let mut forged = games["games"].as_array().expect("games")[..4].to_vec();
    forged[0]["result"] = json!("X wins by magic");
    let forged = serde_json::to_string(&json!({ "match": forged })).expect("JSON");
    let mut truncated = told(1, "short", &build, &forged);
    truncated["result"] = json!(forged[..forged.len() / 2]);
    publish(
        machines.port(),
        &[
            (format!("wanqi.{job}.result.0"), b"hello".to_vec()),
            (format!("wanqi.{job}.result.hello"), vec![0xff; 1000]),
            (format!("wanqi.{job}.unit.0"), b"{\"number\":0}".to_vec()),
            (format!("wanqi.{job}.worker"), b"who?".to_vec()),
            result(0, &told(0, "magician", &build, &forged)),
            result(1, &truncated),
            result(2, &told(2, "old", "0123456789ab", &forged)),
            result(3, &told(4, "confused", &build, &forged)),
            result(77, &told(77, "far", &build, &forged)),
        ],
    );
    let worker = machines.worker(&address, &[]);
    let answer = coordinator.answer();
    assert_eq!(answer, alone, "{}", coordinator.running.said());
    let said = coordinator.running.said();
    for expected in [
        ".result.0: no result, or a part of one, of 5 bytes",
        "magician",
        "X wins by magic",
        "worker \"short\", unit 1: it is not whole",
        "worker \"old\", unit 2: its build is \"0123456789ab\"",
        "worker \"confused\", unit 4: it came on",
        "worker \"far\", unit 77: there is no such unit",
        ".worker: no worker says so",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    wait_until("the worker's word of it", || worker.said().contains("no unit"));
}

#[test]
fn a_worker_that_lies_is_left_out() {
    let folder = folder();
    let mut machines = machines(&folder);
    let many = ["playouts", "tictactoe", "--games", "300000", "--unit", "1", "--json"];
    let counts = |answer: &str| {
        let mut answer: Value = serde_json::from_str(answer).expect("JSON");
        // What takes time differs.
        for name in ["seconds", "games_per_second", "moves_per_second"] {
            answer[name] = Value::Null;
        }
        answer
    };
    let alone = machines.answer("alone", &[&many[..], &["--on", "here"]].concat());
    let address = machines.address();
    let build = build(&machines.worker("nats://127.0.0.1:1", &[]));
    let mut coordinator =
        machines.coordinator("lied", "coordinator", &[&many[..], &["--on", &address]].concat());
    let job = coordinator.job();
    machines.wait_for_stream(&job);
    let lie =
        r#"{"playouts":{"games":1000,"discarded":0,"wins":[999,1],"draws":0,"plies":7000,"margin":null}}"#;
    let lies: Vec<(String, Vec<u8>)> = (0..299)
        .map(|unit| {
            let message = serde_json::to_vec(&told(unit, "liar", &build, lie)).expect("JSON");
            (format!("wanqi.{job}.result.{unit}"), message)
        })
        .collect();
    publish(machines.port(), &lies);
    // The lies are there first, and count until they are found out.
    wait_until("lies that count", || machines.done("coordinator") == [299, 300]);
    let _honest = machines.worker(&address, &[]);
    let answer = coordinator.answer();
    let said = coordinator.running.said();
    assert!(said.contains("worker liar is left out"), "{said}");
    assert_eq!(counts(&answer), counts(&alone), "{said}");
}

#[test]
fn a_unit_that_always_fails_is_set_aside() {
    let folder = folder();
    let mut machines = machines(&folder);
    let address = machines.address();
    // The coordinator finds this player where it is, workers do not.
    let data = folder.path().join("engine");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_wanqi"), &data).expect("a link");
    let player = format!("external:protocol=gtp,cmd=\"{} gtp othello\",time=1s", data.display());
    let arguments = [
        "match", "othello", "--a", &player, "--b", "random", "--games", "2", "--unit", "1", "--on", &address,
    ];
    let mut coordinator = machines.coordinator("failing", "coordinator", &arguments);
    coordinator.job();
    fs::remove_file(&data).expect("removed");
    let careful = machines.worker(&address, &[]);
    wait_until("a refusal", || careful.said().contains("is refused: its players are other programs"));
    let _worker = machines.worker(&address, &["--programs"]);
    assert!(!coordinator.running.end(), "it says that something is missing");
    let said = coordinator.running.said();
    for expected in ["unit 0 has failed on", "is set aside: it has failed 3 times", "1 units are set aside"] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
}

#[test]
fn two_coordinators_do_not_mix_and_a_job_goes_on() {
    let folder = folder();
    let mut machines = machines(&folder);
    let address = machines.address();
    let arguments = ["1", "2"].map(|seed| [&MATCH[..], &["--seed", seed]].concat());
    let answers = arguments.clone().map(|arguments| machines.answer("alone", &arguments));
    let begin = |machines: &Machines, name: &str, arguments: &[&str]| {
        machines.coordinator(name, name, &[arguments, &["--unit", "1", "--on", &address]].concat())
    };
    let mut first = begin(&machines, "first", &arguments[0]);
    let mut second = begin(&machines, "second", &arguments[1]);
    let twin = begin(&machines, "twin", &arguments[0]);
    let job = first.job();
    assert_ne!(job, twin.job(), "the same match, but another ledger");
    let _workers = [machines.worker(&address, &[]), machines.worker(&address, &[])];
    machines.wait_for_units("first");
    // The second Ctrl-C is not needed: what is done is kept, and the command ends.
    first.running.interrupt();
    assert!(first.running.end(), "{}", first.running.said());
    assert!(first.running.said().contains(&format!("wanqi jobs resume {job}")), "{}", first.running.said());
    let resumed = machines.answer("first", &["jobs", "resume", &job]);
    assert_eq!([resumed, second.answer()], answers);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named_and_costs_nothing() {
    use std::process::Command;
    let folder = folder();
    let mut machines = machines(&folder);
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).expect("made");
    let address = machines.address();
    let alone = machines.answer("alone", &MATCH);
    // The disk is full before any unit is done, and until that is said.
    let script = "mount -t tmpfs -o size=1m none \"$2\"
        shift 2; export WANQI_DATA_DIR=\"$DISK\"
        \"$WANQI\" \"$@\" 2>\"$SAID\" & job=$!
        until grep -q connected \"$SAID\"; do sleep 0.1; done
        cat /dev/zero >\"$DISK/fill\" 2>/dev/null || true
        touch \"$SAID.full\"
        until grep -q 'trying again' \"$SAID\" || ! kill -0 $job 2>/dev/null; do sleep 0.1; done
        rm \"$DISK/fill\"
        wait $job";
    let said = folder.path().join("said");
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-ec", script, "sh"]).arg(env!("CARGO_BIN_EXE_wanqi")).arg(&disk);
    command.env("DISK", &disk).env("SAID", &said).env("WANQI", env!("CARGO_BIN_EXE_wanqi"));
    command.args(MATCH).args(["--unit", "1", "--on", &address]);
    let command = std::thread::spawn(move || command.output().expect("unshare is a part of util-linux"));
    wait_until("a full disk", || folder.path().join("said.full").exists());
    let _workers = [machines.worker(&address, &[]), machines.worker(&address, &[])];
    let output = command.join().expect("it has not failed");
    let said = fs::read_to_string(&said).expect("it has said something");
    assert!(output.status.success(), "{said}");
    assert!(said.contains("trying again, nothing is lost meanwhile"), "{said}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), alone, "{said}");
}

/// All that is kept of what was learnt but the clock's figures.
fn kept(folder: &Path, data: &str) -> Vec<(String, Vec<u8>)> {
    let mut games = fs::read_dir(folder.join(data).join("learnt")).expect("a folder");
    let game = games.next().expect("a game").expect("a folder").path();
    let files = fs::read_dir(game).expect("a folder");
    let named = files.map(|entry| entry.expect("a file").path()).map(|path| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read(&path).expect("a file"))
    });
    let mut files: Vec<_> = named.filter(|(name, _)| name != "history.jsonl").collect();
    files.sort();
    files
}

#[test]
fn learning_goes_on_after_kills_and_is_the_same() {
    let folder = folder();
    let mut machines = machines(&folder);
    let learn = ["learn", "breakthrough", "--positions", "3000", "--nodes", "400", "--width", "16"];
    let learn = [&learn[..], &["--generations", "1", "--seed", "5"]].concat();
    machines.answer("alone", &learn);
    let address = machines.address();
    let mut workers = [machines.worker(&address, &[]), machines.worker(&address, &[])];
    let on = [&learn[..], &["--unit", "1", "--on", &address]].concat();
    let mut killed = machines.coordinator("killed", "coordinator", &on);
    let job = killed.job();
    machines.wait_for_units("coordinator");
    killed.running.kill();
    workers[0].kill();
    workers[0] = machines.worker(&address, &[]);
    let jobs = machines.answer("coordinator", &["jobs"]);
    assert!(jobs.contains(&job) && jobs.contains("learn breakthrough, generation 1, games"), "{jobs}");
    let mut again = machines.coordinator("again", "coordinator", &on);
    again.answer();
    let same = kept(folder.path(), "coordinator") == kept(folder.path(), "alone");
    assert!(same, "games, moves and network: {} {}", killed.running.said(), again.running.said());
    assert_eq!(machines.answer("coordinator", &["jobs"]), "no jobs\n");
    assert!(again.running.said().contains("spot checks"), "{}", again.running.said());
}

/// A match of no time, and what it answers alone.
const BRIEF: [&str; 9] =
    ["match", "tictactoe", "--a", "best:depth=2", "--b", "random", "--games", "20", "--json"];

/// What docs/cluster.md says that a user's permissions must have.
const SUBJECTS: [&str; 5] = ["wanqi.>", "$JS.API.>", "$JS.ACK.>", "$O.>", "_INBOX.>"];

#[test]
fn credentials_with_narrow_permissions_are_enough() {
    let folder = folder();
    let (config, credentials) = access::accounts([&SUBJECTS, &["wanqi.>", "_INBOX.>"]]);
    let mut machines = Machines::start_with(Path::new(env!("CARGO_BIN_EXE_wanqi")), folder.path(), config);
    let address = machines.address();
    let [user, stranger] = [0, 1].map(|number: usize| {
        let file = folder.path().join(format!("{number}.creds"));
        fs::write(&file, &credentials[number]).expect("a file");
        file.to_str().expect("text").to_owned()
    });
    let alone = machines.answer("alone", &BRIEF);
    let _worker = machines.worker(&address, &["--creds", &user]);
    let on = [&BRIEF[..], &["--unit", "2", "--on", &address]].concat();
    let mut coordinator =
        machines.coordinator("let-in", "coordinator", &[&on[..], &["--creds", &user]].concat());
    assert_eq!(coordinator.answer(), alone, "{}", coordinator.running.said());
    for (name, options, expected) in [
        ("no-credentials", vec![], "authorization violation"),
        ("no-permission", vec!["--creds", stranger.as_str()], "has no JetStream"),
    ] {
        let mut refused = machines.coordinator(name, name, &[&on[..], &options].concat());
        assert!(!refused.running.end(), "{name}");
        let said = refused.running.said();
        assert!(said.to_lowercase().contains(&expected.to_lowercase()), "{name}: {said}");
    }
}

#[test]
fn certificates_of_both_sides_are_looked_at() {
    let folder = folder();
    let config = access::certificates(folder.path());
    let mut machines = Machines::start_with(Path::new(env!("CARGO_BIN_EXE_wanqi")), folder.path(), config);
    let address = machines.address().replace("nats://", "tls://");
    let [authority, certificate, key] = ["ca.pem", "client.pem", "client.key"]
        .map(|name| folder.path().join(name).to_str().expect("text").to_owned());
    let ours = ["--ca", &authority, "--cert", &certificate, "--key", &key];
    let alone = machines.answer("alone", &BRIEF);
    let _worker = machines.worker(&address, &ours);
    let on = [&BRIEF[..], &["--unit", "2", "--on", &address]].concat();
    let mut coordinator = machines.coordinator("let-in", "coordinator", &[&on[..], &ours].concat());
    assert_eq!(coordinator.answer(), alone, "{}", coordinator.running.said());
    for (name, options) in [("no-certificate", &ours[..2]), ("no-authority", &[][..])] {
        let mut refused = machines.coordinator(name, name, &[&on[..], options].concat());
        assert!(!refused.running.end(), "{name}");
        let said = refused.running.said();
        assert!(said.contains(&address), "{name}: {said}");
    }
}

/// Games between weak players, as a file.
fn games(machines: &Machines, folder: &Path) -> String {
    let file = folder.join("games.pgn").to_str().expect("text").to_owned();
    let weak =
        ["match", "connect4", "--a", "best:depth=1", "--b", "best:depth=2", "--games", "12", "--seed", "5"];
    machines.answer("alone", &[&weak[..], &["--pgn", &file]].concat());
    file
}

#[test]
fn games_are_looked_back_at_as_on_one_machine_whatever_is_killed() {
    let folder = folder();
    let mut machines = machines(&folder);
    let file = games(&machines, folder.path());
    let address = machines.address();
    for (name, command) in [("puzzles", &["puzzles", "mine"][..]), ("review", &["review"])] {
        let words = [command, &[&file, "--nodes", "50000", "--json"]].concat();
        let marked = |data: &str| folder.path().join(format!("{name}-{data}.pgn")).display().to_string();
        let alone = marked("alone");
        let answer = machines.answer("alone", &[&words[..], &["--output", &alone]].concat());
        let found = fs::read_to_string(alone).expect("written");
        assert!(!found.is_empty(), "{name}: something is found");
        for (place, on) in [("here", "here"), ("there", &*address)] {
            let (data, output) = (format!("{name}-{place}"), marked(place));
            let words = [&words[..], &["--output", &output, "--unit", "1", "--on", on]].concat();
            let mut worker = machines.worker(&address, &[]);
            let mut killed = machines.coordinator(&format!("{data}-killed"), &data, &words);
            let job = killed.job();
            machines.wait_for_units(&data);
            killed.running.kill();
            worker.kill();
            let _workers = [machines.worker(&address, &[]), machines.worker(&address, &[])];
            let mut again = machines.coordinator(&format!("{data}-again"), &data, &words);
            assert_eq!(again.job(), job, "{data} goes on");
            assert_eq!(again.answer(), answer, "{data}: {}", again.running.said());
            assert_eq!(fs::read_to_string(output).expect("written"), found, "{data}");
        }
    }
}
