//! Networks that come with the program, for rule files that gain by them.

use super::rules;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use wanqi_eval::learnt::{Layout, Network};
use wanqi_games::rulebook::Rulebook;

/// The network of a rule file in `crates/play/networks`.
macro_rules! networks {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../../networks/", $name, ".net")))),*]
    };
}

/// Names of rule files and their networks. The command that has made one stands in its file; `wanqi learn export` wrote it.
#[rustfmt::skip]
const NETWORKS: &[(&str, &[u8])] = networks! {
    "english-draughts" "lines-of-action" "minishogi" "minixiangqi"
};

/// The same by the number of the rules.
static BY_RULES: LazyLock<BTreeMap<String, &[u8]>> = LazyLock::new(|| {
    let read = |&(_, bytes): &(&str, &'static [u8])| {
        let (header, _) =
            wanqi_eval::network::read(bytes).expect("a shipped network is whole: a test reads each");
        (header.rules, bytes)
    };
    NETWORKS.iter().map(read).collect()
});

/// Whether a network comes with the program for these rules.
pub(crate) fn comes_with_network(game: &Rulebook) -> bool {
    BY_RULES.contains_key(&rules(game))
}

/// That network.
pub(crate) fn shipped_network(game: &Rulebook, layout: &Layout) -> Option<Network> {
    let bytes = BY_RULES.get(&rules(game))?;
    Network::read(bytes, layout).ok().map(|(_, network)| network)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::Subject;
    use wanqi_eval::learnt::Contents;
    use wanqi_eval::rulebook::RulebookContents;

    #[test]
    fn shipped_networks_are_of_shipped_rules() {
        let mut size = 0;
        for (name, bytes) in NETWORKS {
            let (header, _) = wanqi_eval::network::read(bytes).expect(name);
            let subject = Subject::shipped(name).expect(name);
            assert_eq!(header.rules, subject.rules(), "{name}: rules that have changed are learnt again");
            assert!(header.made.starts_with(&format!("wanqi learn {name} ")), "{name}: {}", header.made);
            let contents = RulebookContents::new(&subject.game);
            assert!(shipped_network(&subject.game, contents.layout()).is_some(), "{name}");
            size += bytes.len();
        }
        assert_eq!(BY_RULES.len(), NETWORKS.len());
        assert!(size <= 6 << 20, "{size} bytes");
    }
}
