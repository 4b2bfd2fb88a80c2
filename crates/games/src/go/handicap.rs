//! Stones that the first side begins with.

/// Where handicap stones are put on a board of `size` lines: the points that GTP's `fixed_handicap` names, as columns and
/// rows from the top left (<https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html#sec:fixed-handicap-placement>).
/// `None` where there are no such points: fewer than two stones, more than nine, or more than the board has corners
/// and sides for.
pub fn stones(size: usize, count: usize) -> Option<Vec<(usize, usize)>> {
    let most = match size {
        ..7 => 0,
        7 => 4,
        size if size % 2 == 0 => 4,
        _ => 9,
    };
    if !(2..=most).contains(&count) {
        return None;
    }
    let near = if size < 13 { 2 } else { 3 };
    let (far, middle) = (size - 1 - near, size / 2);
    let corners = [(near, far), (far, near), (far, far), (near, near)];
    let sides = [(near, middle), (far, middle), (middle, far), (middle, near)];
    let centre = count % 2 == 1 && count >= 5;
    let mut stones = corners[..count.min(4)].to_vec();
    stones.extend(&sides[..count.saturating_sub(4 + usize::from(centre))]);
    stones.extend(centre.then_some((middle, middle)));
    Some(stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The points as GTP writes them.
    fn named(size: usize, count: usize) -> String {
        let stones = stones(size, count).expect("there are such points");
        let name = |&(column, row): &(usize, usize)| {
            format!("{}{}", b"ABCDEFGHJKLMNOPQRST"[column] as char, size - row)
        };
        stones.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn standard_points() {
        for (size, count, points) in [
            (19, 2, "D4 Q16"),
            (19, 3, "D4 Q16 Q4"),
            (19, 4, "D4 Q16 Q4 D16"),
            (19, 5, "D4 Q16 Q4 D16 K10"),
            (19, 6, "D4 Q16 Q4 D16 D10 Q10"),
            (19, 7, "D4 Q16 Q4 D16 D10 Q10 K10"),
            (19, 8, "D4 Q16 Q4 D16 D10 Q10 K4 K16"),
            (19, 9, "D4 Q16 Q4 D16 D10 Q10 K4 K16 K10"),
            (13, 4, "D4 K10 K4 D10"),
            (9, 5, "C3 G7 G3 C7 E5"),
            (8, 4, "C3 F6 F3 C6"),
        ] {
            assert_eq!(named(size, count), points);
        }
        for (size, count) in [(19, 0), (19, 1), (19, 10), (7, 5), (8, 5), (6, 2)] {
            assert_eq!(stones(size, count), None, "{size} {count}");
        }
    }
}
