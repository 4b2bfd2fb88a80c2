//! The networks that come with the program.

use wanqi_play::learning::{Subject, import, shipped_networks};

#[test]
fn shipped_networks_are_of_shipped_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut size = 0;
    for (rules, file) in shipped_networks() {
        let (name, bytes) = (file.name.trim_end_matches(".net"), &file.read().expect(file.name));
        let (header, _) = wanqi_eval::network::read(bytes).expect(name);
        assert_eq!(header.rules, rules, "{name}: its rules stand beside it");
        // A game that the program knows by heart has its spec for a number.
        let of = if rules == name { name.to_owned() } else { format!("rules/{name}") };
        let shipped = Subject::shipped(&of).expect(name);
        assert_eq!(header.rules, shipped.rules(), "{name}: rules that have changed are learnt again");
        assert!(header.made.starts_with(&format!("wanqi learn {name} ")), "{name}: {}", header.made);
        let path = folder.path().join(file.name);
        std::fs::write(&path, bytes).expect("written");
        assert_eq!(import(&shipped, folder.path(), &path), Ok(1), "{name}");
        size += bytes.len();
    }
    assert!(size <= 6 << 20, "{size} bytes");
}
