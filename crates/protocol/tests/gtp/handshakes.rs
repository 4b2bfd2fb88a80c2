//! What interfaces say from their start to their first analysis, as far as their documentation and sources tell. Whatever is
//! answered with an error may become a box on somebody's screen.

use super::Talk;
use wanqi_protocol::Session;

struct Handshake {
    interface: &'static str,
    /// What it starts only if it is called so.
    name: Option<&'static str>,
    lines: &'static [&'static str],
    /// What it analyses by, if it does.
    analysis: Option<&'static str>,
}

const HANDSHAKES: &[Handshake] = &[
    // <https://github.com/featurecat/lizzie>: who is not KataGo has to be of version 0.15 or later.
    Handshake {
        interface: "Lizzie",
        name: Some("KataGo"),
        lines: &[
            "name",
            "version",
            "boardsize 19",
            "komi 7.5",
            "time_settings 0 2 1",
            "clear_board",
            "play B D4",
        ],
        analysis: Some("kata-analyze 10 ownership true"),
    },
    Handshake {
        interface: "Lizzie",
        name: Some("Leela Zero"),
        lines: &[
            "name",
            "version",
            "boardsize 19",
            "komi 0",
            "time_settings 0 2 1",
            "fixed_handicap 2",
            "clear_board",
        ],
        analysis: Some("lz-analyze 10 avoid b q16 30 avoid w q16 30"),
    },
    // <https://github.com/yzyray/lizzieyzy>
    Handshake {
        interface: "LizzieYzy",
        name: Some("KataGo"),
        lines: &[
            "name",
            "version",
            "list_commands",
            "komi 7.5",
            "kata-set-rules {\"scoring\":\"AREA\",\"ko\":\"POSITIONAL\",\"suicide\":true,\"tax\":\"NONE\",\"hasButton\":false,\"whiteHandicapBonus\":\"0\",\"friendlyPassOk\":true}",
            "kata-set-param numSearchThreads 2",
            "kata-get-param playoutDoublingAdvantage",
            "kata-get-param analysisWideRootNoise",
            "kata-get-rules",
            "boardsize 19",
            "clear_board",
            "stop",
            "play B Q16",
            "time_left b 0 0",
        ],
        analysis: Some("kata-analyze 10 ownership true pvVisits true movesOwnership true"),
    },
    // <https://github.com/SabakiHQ/Sabaki/blob/master/docs/guides/engine-analysis-integration.md>
    Handshake {
        interface: "Sabaki",
        name: None,
        lines: &[
            "name",
            "version",
            "protocol_version",
            "list_commands",
            "boardsize 19",
            "komi 6.5",
            "clear_board",
            "set_free_handicap D4 Q16",
            "play W C3",
        ],
        analysis: Some("analyze B 10"),
    },
    // <https://www.kayufu.com/gogui/compatibility.html>
    Handshake {
        interface: "GoGui",
        name: None,
        lines: &[
            "protocol_version",
            "name",
            "version",
            "list_commands",
            "gogui-analyze_commands",
            "boardsize 19",
            "clear_board",
            "komi 6.5",
            "time_settings 1800 60 1",
            "gogui-play_sequence B D4 W Q16",
            "gg-undo 2",
            "gogui-interrupt",
        ],
        analysis: None,
    },
    // <https://github.com/bernds/q5Go>
    Handshake {
        interface: "q5Go",
        name: None,
        lines: &[
            "1 protocol_version",
            "2 boardsize 19",
            "3 clear_board",
            "4 komi 6.5",
            "5 known_command lz-analyze",
            "6 known_command kata-analyze",
            "7 known_command kata-set-rules",
            "8 known_command known_command",
            "9 kata-set-rules chinese",
            "10 time_settings 60 10 5",
            "11 play black D4",
            "12 known_command final_score",
        ],
        analysis: Some("13 kata-analyze white 100"),
    },
];

#[test]
fn interfaces_start_without_an_error() {
    for Handshake { interface, name, lines, analysis } in HANDSHAKES {
        let mut talk = Talk::new("go", "mcts:seed=1");
        if let Some(name) = name {
            talk = talk.with_name(name);
        }
        for line in *lines {
            let said = talk.ask(line);
            assert!(said.starts_with('=') && said.ends_with("\n\n"), "{interface}: {line}: {said}");
        }
        let Some(analysis) = analysis else { continue };
        talk.session.line(analysis);
        let heard = talk.hear("info move ");
        assert!(heard.starts_with('='), "{interface}: {heard}");
        // A line ends it, and is answered itself.
        let said = talk.ask("name");
        assert!(said.ends_with(&format!("\n\n= {}\n\n", name.unwrap_or("Wanqi"))), "{interface}: {said}");
    }
}

/// Lizzie reads the second number of the version and asks for 15 or more of who is not KataGo; LizzieYzy asks KataGo for
/// whose stones move by move from 1.11 on.
#[test]
fn versions_go_with_names() {
    let own = env!("CARGO_PKG_VERSION");
    for (name, version) in [
        ("Wanqi", own),
        ("KataGo", "1.16.0"),
        ("KataGo of my own", "1.16.0"),
        ("leela zero", "0.17"),
        ("Leela", own),
    ] {
        let mut talk = Talk::new("go:size=9", "random").with_name(name);
        talk.check(&[("name", &format!("= {name}")), ("version", &format!("= {version}"))]);
    }
}
