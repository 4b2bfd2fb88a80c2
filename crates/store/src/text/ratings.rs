//! How strong the players of a record are, Elo or rank: each format has names of its own for it.

use wanqi_play::record::Headers;

/// The rating of a side's player, as the record has it; `side` is what the game calls the side, `index` 0 or 1.
pub fn rating<'a>(headers: &'a Headers, side: &str, index: usize) -> Option<&'a str> {
    names(side, index).iter().find_map(|name| headers.others.get(name)).map(String::as_str)
}

/// What formats call it: `WhiteElo` in PGN, `WR` in SGF, `RW` in GGF. PGN of games whose sides are not White and Black may
/// name them so all the same.
pub fn names(side: &str, index: usize) -> Vec<String> {
    let mut names = vec![format!("{side}Elo")];
    // SGF and GGF know no other sides; `RO`, for one, is SGF's round.
    if let ("White" | "Black", Some(initial)) = (side, side.chars().next()) {
        names.extend([format!("{initial}R"), format!("R{initial}")]);
    }
    let [usual, other] = if index == 0 { ["White", "Black"] } else { ["Black", "White"] };
    names.extend((side != other).then(|| format!("{usual}Elo")));
    names
}
