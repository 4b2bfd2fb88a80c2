//! The rules of Go by the names that players, records and programs have for them.

use crate::Spec;

/// Rules with a name, as the options of the game that they ask for.
#[derive(Clone, Copy, Debug)]
pub struct NamedGoRules {
    /// The name, in small letters.
    pub name: &'static str,
    /// Options of the game and their values: `ko`, `suicide` and `scoring`.
    pub options: [(&'static str, &'static str); 3],
    /// What White gets for moving second, if nobody says.
    pub komi: &'static str,
}

const fn rules(
    name: &'static str,
    [ko, suicide, scoring]: [&'static str; 3],
    komi: &'static str,
) -> NamedGoRules {
    NamedGoRules { name, options: [("ko", ko), ("suicide", suicide), ("scoring", scoring)], komi }
}

/// All that have one. <https://lightvector.github.io/KataGo/rules.html>, <https://senseis.xmp.net/?RulesOfGo>
pub const GO_RULES: [NamedGoRules; 6] = [
    rules("chinese", ["positional", "off", "area"], "7.5"),
    rules("japanese", ["simple", "off", "territory"], "6.5"),
    rules("korean", ["simple", "off", "territory"], "6.5"),
    rules("aga", ["situational", "off", "area"], "7.5"),
    rules("new-zealand", ["situational", "on", "area"], "7"),
    rules("tromp-taylor", ["positional", "on", "area"], "7.5"),
];

impl NamedGoRules {
    /// Writes out in a spec what the name stands for, but for what it says otherwise.
    pub(crate) fn write_out(&self, spec: &mut Spec) {
        spec.options.retain(|(key, _)| key != "rules");
        let komi =
            Some(("komi", self.komi)).filter(|_| spec.get("handicap").is_none_or(|stones| stones == "0"));
        for (key, value) in self.options.into_iter().chain(komi) {
            if spec.get(key).is_none() {
                spec.set(key, value);
            }
        }
    }
}
