//! Networks that come with the program, for games that gain by them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The network of a rule file in `crates/play/networks`.
macro_rules! networks {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../../networks/", $name, ".net")))),*]
    };
}

/// Names of rule files and their networks. The command that has made one stands in its file; `wanqi learn export` wrote it.
#[rustfmt::skip]
const NETWORKS: &[(&str, &[u8])] = networks! {
    "amazons" "ataxx" "breakthrough" "clobber" "connect-four" "english-draughts" "fox-and-geese" "halma"
    "lines-of-action" "los-alamos" "minishogi" "minixiangqi"
};

/// The same by the number of the rules.
static BY_RULES: LazyLock<BTreeMap<String, &'static [u8]>> = LazyLock::new(|| {
    let read = |&(_, bytes): &(&str, &'static [u8])| {
        let (header, _) =
            wanqi_eval::network::read(bytes).expect("a shipped network is whole: a test reads each");
        (header.rules, bytes)
    };
    NETWORKS.iter().map(read).collect()
});

/// That of these rules.
pub(super) fn network_of(rules: &str) -> Option<&'static [u8]> {
    BY_RULES.get(rules).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule_files;

    #[test]
    fn shipped_networks_are_of_shipped_rules() {
        let mut size = 0;
        for (name, bytes) in NETWORKS {
            let (header, _) = wanqi_eval::network::read(bytes).expect(name);
            let shipped = rule_files::find(name).expect(name);
            assert_eq!(header.rules, shipped.rules, "{name}: rules that have changed are learnt again");
            assert!(header.made.starts_with(&format!("wanqi learn {name} ")), "{name}: {}", header.made);
            let game = rule_files::read(name, shipped.text).expect(name);
            let learnable = crate::registry::rulebook::learnable(game);
            assert!(learnable.read(bytes).is_ok(), "{name}");
            size += bytes.len();
        }
        assert_eq!(BY_RULES.len(), NETWORKS.len());
        assert!(size <= 6 << 20, "{size} bytes");
    }
}
