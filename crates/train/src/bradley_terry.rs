//! The strengths of features from choices among moves, a generalised Bradley–Terry fit by minorization–maximization.
//!
//! A choice is a competition of teams, each of one feature of each group; the probability that a team wins is the product of its
//! features' strengths over the sum of all teams' (the generalised Bradley–Terry model). Each step raises the likelihood of
//! what was chosen. Hunter, *MM Algorithms for Generalized Bradley–Terry Models* (2004),
//! <https://doi.org/10.1214/aos/1079120141>; Coulom, *Computing Elo Ratings of Move Patterns in the Game of Go* (2007),
//! <https://www.remi-coulom.fr/Amsterdam2007/>.

/// A competition: the features of each team, and which of the teams won.
#[derive(Clone, PartialEq, Debug)]
pub struct Competition<const N: usize> {
    /// One feature of each of the groups.
    pub teams: Vec<[u16; N]>,
    /// The index of the winner.
    pub winner: usize,
}

/// Finds strengths: those of each group, `groups` long. A feature is held to 1 as if it had won `prior` competitions against a
/// team of strength 1 and lost as many; the first of each group stays 1. `rounds` steps for each group.
#[must_use]
pub fn fit<const N: usize>(
    competitions: &[Competition<N>],
    groups: [usize; N],
    prior: f64,
    rounds: usize,
) -> [Vec<f64>; N] {
    let mut strengths = groups.map(|features| vec![1.0; features]);
    let mut wins = groups.map(|features| vec![0.0; features]);
    for competition in competitions {
        for (group, &feature) in competition.teams[competition.winner].iter().enumerate() {
            wins[group][usize::from(feature)] += 1.0;
        }
    }
    for _ in 0..rounds {
        for group in 0..N {
            // For each feature the strength that it would need to add the probability of one win.
            let mut shares = vec![0.0; groups[group]];
            for competition in competitions {
                let all: f64 = competition.teams.iter().map(|team| strength(team, &strengths)).sum();
                for team in &competition.teams {
                    let feature = usize::from(team[group]);
                    shares[feature] += strength(team, &strengths) / strengths[group][feature] / all;
                }
            }
            for feature in 1..groups[group] {
                let old = strengths[group][feature];
                let held = 2.0 * prior / (old + 1.0);
                strengths[group][feature] = (wins[group][feature] + prior) / (shares[feature] + held);
            }
        }
    }
    strengths
}

/// The mean logarithm of the probability that was given to the winners.
#[must_use]
pub fn log_likelihood<const N: usize>(competitions: &[Competition<N>], strengths: &[Vec<f64>; N]) -> f64 {
    let probability = |competition: &Competition<N>| {
        let all: f64 = competition.teams.iter().map(|team| strength(team, strengths)).sum();
        (strength(&competition.teams[competition.winner], strengths) / all).ln()
    };
    competitions.iter().map(probability).sum::<f64>() / competitions.len().max(1) as f64
}

fn strength<const N: usize>(team: &[u16; N], strengths: &[Vec<f64>; N]) -> f64 {
    team.iter().zip(strengths).map(|(&feature, strengths)| strengths[usize::from(feature)]).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was drawn by known strengths is found again.
    #[test]
    fn known_strengths_are_found() {
        let truth = [vec![1.0, 4.0, 0.25], vec![1.0, 2.0]];
        let mut competitions = Vec::new();
        // Every pair of different teams as often as its probability says.
        let teams: Vec<[u16; 2]> = (0..6).map(|team| [team % 3, team / 3]).collect();
        for (index, &one) in teams.iter().enumerate() {
            for &other in &teams[..index] {
                let probability =
                    strength(&one, &truth) / (strength(&one, &truth) + strength(&other, &truth));
                for game in 0..1000 {
                    let winner = usize::from(f64::from(game) >= 1000.0 * probability);
                    competitions.push(Competition { teams: vec![one, other], winner });
                }
            }
        }
        let found = fit(&competitions, [3, 2], 0.01, 100);
        for (found, truth) in found.iter().flatten().zip(truth.iter().flatten()) {
            assert!((found / truth - 1.0).abs() < 0.02, "{found} instead of {truth}");
        }
        let even = [vec![1.0; 3], vec![1.0; 2]];
        assert!(log_likelihood(&competitions, &found) > log_likelihood(&competitions, &even) + 0.1);
    }

    #[test]
    fn what_was_never_seen_stays_even() {
        let competitions = [Competition { teams: vec![[1], [0]], winner: 0 }];
        let [found] = fit(&competitions, [3], 1.0, 50);
        assert!(found[1] > 1.0 && found[1] < 3.0, "{found:?}");
        assert_eq!((found[0], found[2]), (1.0, 1.0));
    }
}
