//! The principal variation, collected while a search finds its way back.

/// A triangular table: for every ply of the line being searched, the best line known from there on.
/// <https://www.chessprogramming.org/Triangular_PV-Table>
#[derive(Clone, Debug)]
pub struct PvTable<M> {
    lines: Vec<Vec<M>>,
}

impl<M> Default for PvTable<M> {
    fn default() -> Self {
        PvTable { lines: Vec::new() }
    }
}

impl<M: Copy> PvTable<M> {
    /// A node at `ply` is entered: nothing is known from there on.
    #[inline]
    pub fn enter(&mut self, ply: usize) {
        while self.lines.len() < ply + 2 {
            self.lines.push(Vec::new());
        }
        self.lines[ply].clear();
        self.lines[ply + 1].clear();
    }

    /// The best move so far at `ply`: it is followed by what is known from the next ply on.
    #[inline]
    pub fn found(&mut self, ply: usize, mv: M) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        above[ply].extend_from_slice(&below[0]);
    }

    /// The best line known from `ply` on.
    pub fn from(&self, ply: usize) -> &[M] {
        self.lines.get(ply).map_or(&[], Vec::as_slice)
    }
}
