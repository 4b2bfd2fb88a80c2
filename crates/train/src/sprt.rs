//! The sequential probability ratio test: a match that ends as soon as one of two hypotheses is likely enough.
//! Wald (1945), <https://doi.org/10.1214/aoms/1177731118>; for games as in
//! <https://www.chessprogramming.org/Sequential_Probability_Ratio_Test>, with pairs of games as the observations and
//! the likelihoods in the normal approximation (<https://hardy.uhasselt.be/Fishtest/GSPRT_approximation.pdf>).

use crate::Pairs;
use serde::Serialize;

/// Two hypotheses about how many points of Elo A is stronger than B.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The hypothesis to be rejected.
    pub elo0: f64,
    /// The hypothesis to be accepted; greater.
    pub elo1: f64,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A is `elo1` stronger rather than `elo0`.
    Accepted,
    /// A is `elo0` stronger rather than `elo1`.
    Rejected,
}

impl Sprt {
    /// The probability of either error.
    pub const ERROR: f64 = 0.05;

    /// Two numbers with a comma between them, the greater last.
    ///
    /// # Errors
    /// If the text is something else.
    pub fn read(text: &str) -> Result<Sprt, String> {
        let number = |text: &str| text.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 1000.0);
        let bounds = text.split_once(',').and_then(|(elo0, elo1)| Some((number(elo0)?, number(elo1)?)));
        match bounds {
            Some((elo0, elo1)) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
            _ => {
                Err(format!("expected two differences in Elo such as 0,10, not {}", wanqi_game::quoted(text)))
            }
        }
    }

    /// The logarithm at which the test accepts; it rejects at the same below zero.
    pub fn bound() -> f64 {
        ((1.0 - Self::ERROR) / Self::ERROR).ln()
    }

    /// The logarithm of the likelihood ratio of the hypotheses.
    pub fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        /// Added to every count, so that the first pairs, which may all be alike, do not seem to prove everything.
        const PRIOR: f64 = 0.5;
        let counts = pairs.0.map(|count| f64::from(count) + PRIOR);
        let games: f64 = counts.iter().sum();
        let shares = || counts.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
        let mean = shares().map(|(count, share)| count * share).sum::<f64>() / games;
        let variance = shares().map(|(count, share)| count * (share - mean).powi(2)).sum::<f64>() / games;
        let expected = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let (share0, share1) = (expected(self.elo0), expected(self.elo1));
        games * (share1 - share0) * (2.0 * mean - share0 - share1) / (2.0 * variance)
    }

    /// Whether it is decided.
    pub fn verdict(&self, pairs: &Pairs) -> Option<Verdict> {
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio >= Self::bound() {
            Some(Verdict::Accepted)
        } else {
            (ratio <= -Self::bound()).then_some(Verdict::Rejected)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        assert_eq!(Sprt::read("0,10"), Ok(Sprt { elo0: 0.0, elo1: 10.0 }));
        assert_eq!(Sprt::read(" -5 , 0.5 "), Ok(Sprt { elo0: -5.0, elo1: 0.5 }));
        for text in ["", "5", "10,0", "0,0", "0,x", "nan,1", "0,inf", "0,9999"] {
            assert!(Sprt::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn ratios() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0 };
        assert!((Sprt::bound() - 2.944).abs() < 0.001);
        // 1,000 pairs with a mean of 0.5145, about 10 Elo, and a variance of 0.0434: worked out in Python.
        let pairs = Pairs([30, 200, 480, 262, 28]);
        let ratio = sprt.log_likelihood_ratio(&pairs);
        let mean: f64 = (200.0 * 0.25 + 480.0 * 0.5 + 262.0 * 0.75 + 28.0) / 1000.0;
        assert!((mean - 0.5145).abs() < 1e-9);
        assert!((ratio - 2.4178).abs() < 0.001, "{ratio}");
        let mirrored = Sprt { elo0: -10.0, elo1: 0.0 };
        let turned = mirrored.log_likelihood_ratio(&Pairs([28, 262, 480, 200, 30]));
        assert!((ratio + turned).abs() < 1e-6);
    }

    #[test]
    fn verdicts() {
        let sprt = Sprt { elo0: 0.0, elo1: 50.0 };
        assert_eq!(sprt.verdict(&Pairs::default()), None);
        assert_eq!(sprt.verdict(&Pairs([0, 0, 1, 0, 0])), None, "one drawn pair proves nothing");
        assert_eq!(sprt.verdict(&Pairs([0, 10, 50, 60, 20])), Some(Verdict::Accepted));
        assert_eq!(sprt.verdict(&Pairs([20, 60, 50, 10, 0])), Some(Verdict::Rejected));
    }
}
