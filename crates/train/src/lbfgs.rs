//! The minimum of a smooth function of many variables.

/// Finds the minimum of a convex function from `start` by L-BFGS: the inverse of the curvature is learned from the
/// last few steps. `value` fills in the gradient and returns the value. Ends when a step gains less than
/// `tolerance` of the value, after `most` steps, or when `go_on` says so; it hears the step and the value.
///
/// Nocedal, *Updating Quasi-Newton Matrices with Limited Storage* (1980),
/// <https://doi.org/10.1090/S0025-5718-1980-0572855-7>.
pub(crate) fn minimise(
    start: &[f64],
    mut value: impl FnMut(&[f64], &mut [f64]) -> f64,
    tolerance: f64,
    most: u32,
    mut go_on: impl FnMut(u32, f64) -> bool,
) -> Vec<f64> {
    const MEMORY: usize = 12;
    let mut x = start.to_vec();
    let mut gradient = vec![0.0; x.len()];
    let mut at = value(&x, &mut gradient);
    // Steps and the changes of the gradient along them, the oldest first.
    let mut past: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    for step in 1..=most {
        let direction = towards(&past, &gradient);
        let slope = dot(&direction, &gradient);
        if slope >= 0.0 || !slope.is_finite() {
            break;
        }
        // Backtracking until the value falls enough: Armijo (1966), https://doi.org/10.2140/pjm.1966.16.1.
        let mut length =
            if past.is_empty() { 1.0 / dot(&gradient, &gradient).sqrt().max(1e-300) } else { 1.0 };
        let (mut next, mut next_gradient) = (x.clone(), gradient.clone());
        let mut found = None;
        for _ in 0..40 {
            for i in 0..x.len() {
                next[i] = x[i] + length * direction[i];
            }
            let there = value(&next, &mut next_gradient);
            if there <= at + 1e-4 * length * slope {
                found = Some(there);
                break;
            }
            length /= 2.0;
        }
        let Some(there) = found else { break };
        let moved: Vec<f64> = next.iter().zip(&x).map(|(a, b)| a - b).collect();
        let turned: Vec<f64> = next_gradient.iter().zip(&gradient).map(|(a, b)| a - b).collect();
        if dot(&moved, &turned) > 1e-12 * dot(&turned, &turned) {
            if past.len() == MEMORY {
                past.remove(0);
            }
            past.push((moved, turned));
        }
        let gained = at - there;
        (x, gradient, at) = (next, next_gradient, there);
        if !go_on(step, at) || gained <= tolerance * at.abs() {
            break;
        }
    }
    x
}

/// The direction of the next step: the gradient, downhill, times the learned inverse curvature.
fn towards(past: &[(Vec<f64>, Vec<f64>)], gradient: &[f64]) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|g| -g).collect();
    let mut shares = Vec::with_capacity(past.len());
    for (moved, turned) in past.iter().rev() {
        let share = dot(moved, &direction) / dot(moved, turned);
        add(&mut direction, -share, turned);
        shares.push(share);
    }
    if let Some((moved, turned)) = past.last() {
        let scale = dot(moved, turned) / dot(turned, turned);
        direction.iter_mut().for_each(|d| *d *= scale);
    }
    for ((moved, turned), share) in past.iter().zip(shares.into_iter().rev()) {
        let other = dot(turned, &direction) / dot(moved, turned);
        add(&mut direction, share - other, moved);
    }
    direction
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], times: f64, what: &[f64]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += times * what);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_valley() {
        // A quadratic with curvatures from 1 to 10,000, its minimum at 1, 2, 3, …
        let value = |x: &[f64], gradient: &mut [f64]| {
            let mut sum = 0.0;
            for i in 0..x.len() {
                let (off, curvature) = (x[i] - (i + 1) as f64, 10_f64.powi(i as i32 % 5));
                gradient[i] = curvature * off;
                sum += curvature * off * off / 2.0;
            }
            sum
        };
        let mut last = f64::INFINITY;
        let found = minimise(&[0.0; 12], value, 0.0, 200, |_, at| {
            assert!(at <= last, "every step gains");
            last = at;
            true
        });
        for (i, x) in found.iter().enumerate() {
            assert!((x - (i + 1) as f64).abs() < 1e-5, "{found:?}");
        }
    }

    #[test]
    fn the_minimum_stays_where_it_is() {
        let value = |x: &[f64], gradient: &mut [f64]| {
            gradient[0] = 2.0 * x[0];
            x[0] * x[0]
        };
        assert_eq!(minimise(&[0.0], value, 1e-9, 50, |_, _| true), [0.0]);
    }
}
