//! With which window an iteration begins.

use crate::{Score, Window};

/// The window that an iteration begins with: narrow around the last scores, since the next are seldom far from them.
/// Where they are, the window is widened on that side and the iteration begins anew.
/// <https://www.chessprogramming.org/Aspiration_Windows>
pub(super) struct Aspiration {
    pub window: Window,
    width: i32,
}

impl Aspiration {
    const MIN_DEPTH: u32 = 5;
    /// The first width on either side as a part of the margin, and the width that is given up after.
    const PART: i32 = 8;
    const MAX: i32 = 10;

    /// A window around the scores of the best move and of the last of those that are to be told apart.
    pub fn around(best: Score, last: Score, depth: u32, margin: i32) -> Aspiration {
        let width = (margin / Self::PART).max(1);
        let mut window = Window::FULL;
        if margin > 0 && depth >= Self::MIN_DEPTH {
            if best.decided().is_none() {
                window.beta = best.plus(width);
            }
            if last.decided().is_none() {
                window.alpha = last.plus(-width);
            }
        }
        Aspiration { window, width }
    }

    /// Makes room for a score that was not inside.
    pub fn widen(&mut self, score: Score, margin: i32) {
        self.width *= 2;
        let far = self.width > Self::MAX * margin || score.decided().is_some();
        if score >= self.window.beta {
            self.window.beta = if far { Score::INFINITE } else { score.plus(self.width) };
        } else {
            self.window.alpha = if far { -Score::INFINITE } else { score.plus(-self.width) };
        }
    }
}
