//! From a score to probabilities: the option `UCI_ShowWDL`.

/// The lead, in hundredths of a pawn, at which half the games are won, and how fast that changes: fitted by
/// `xtask/peers/fit_wdl.py` to games against an engine of about our strength (`docs/experiments/chess.md`).
const HALF: f64 = 146.0;
const SPREAD: f64 = 124.0;

/// Thousandths of games that are won, drawn and lost after such a score; together 1,000.
/// <https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo>
pub(super) fn wdl(score: i32, decided: Option<i32>) -> [u32; 3] {
    match decided {
        Some(plies) if plies > 0 => return [1000, 0, 0],
        Some(_) => return [0, 0, 1000],
        None => {}
    }
    let probability = |score: f64| (1000.0 / (1.0 + ((HALF - score) / SPREAD).exp())).round() as u32;
    let (won, lost) = (probability(score.into()), probability(-f64::from(score)));
    [won, 1000 - (won + lost).min(1000), lost]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities() {
        assert_eq!(wdl(5, Some(3)), [1000, 0, 0]);
        assert_eq!(wdl(5, Some(-4)), [0, 0, 1000]);
        for score in [-30_000, -300, -1, 0, 7, 150, 20_000] {
            let [won, drawn, lost] = wdl(score, None);
            assert_eq!(won + drawn + lost, 1000, "{score}");
            assert_eq!(wdl(-score, None), [lost, drawn, won]);
            assert_eq!(won > lost, score > 0 && won > 0);
        }
        assert_eq!(wdl(HALF as i32, None)[0], 500);
    }
}
