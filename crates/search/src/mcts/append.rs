//! A list that grows at its end while others read it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A list to which several threads add at once. What is in it stays where it is, so that it can be read without a lock: it lies
/// in chunks, each twice as long as the one before, which are made when they are needed.
#[derive(Debug)]
pub(super) struct AppendList<T> {
    chunks: [OnceLock<Box<[OnceLock<T>]>>; CHUNKS],
    length: AtomicU32,
}

const CHUNKS: usize = 27;
/// The length of the first chunk, as a power of two.
const FIRST: u32 = 5;

impl<T> Default for AppendList<T> {
    fn default() -> Self {
        AppendList { chunks: [const { OnceLock::new() }; CHUNKS], length: AtomicU32::new(0) }
    }
}

impl<T> AppendList<T> {
    /// The chunk of an index and the place in it.
    #[inline]
    fn locate(index: u32) -> (usize, usize) {
        let beyond = u64::from(index) + (1 << FIRST);
        let chunk = beyond.ilog2();
        ((chunk - FIRST) as usize, (beyond - (1 << chunk)) as usize)
    }

    /// Adds something and tells its index.
    pub fn push(&self, item: T) -> u32 {
        let index = self.length.fetch_add(1, Ordering::Relaxed);
        let (chunk, place) = Self::locate(index);
        let make = || (0..1_usize << (chunk as u32 + FIRST)).map(|_| OnceLock::new()).collect();
        let unused = self.chunks[chunk].get_or_init(make)[place].set(item);
        debug_assert!(unused.is_ok(), "an index is given once");
        index
    }

    /// What has been added under an index, if its adding is done.
    #[inline]
    pub fn get(&self, index: u32) -> Option<&T> {
        let (chunk, place) = Self::locate(index);
        self.chunks[chunk].get()?[place].get()
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, index: u32) -> Option<&mut T> {
        let (chunk, place) = Self::locate(index);
        self.chunks[chunk].get_mut()?[place].get_mut()
    }

    /// How many there are.
    pub fn len(&self) -> u32 {
        self.length.load(Ordering::Relaxed)
    }

    /// All that there is, in its order.
    pub fn into_iter(self) -> impl Iterator<Item = T> {
        let length = self.len() as usize;
        let chunks = self.chunks.into_iter().filter_map(OnceLock::into_inner);
        chunks.flat_map(Vec::from).take(length).filter_map(OnceLock::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn what_several_add_stays_where_it_is() {
        let list = AppendList::default();
        let add =
            |thread: u32| (0..1000).map(|i| (list.push(1000 * thread + i), 1000 * thread + i)).collect();
        let added: Vec<Vec<(u32, u32)>> = std::thread::scope(|scope| {
            let threads = [0, 1, 2].map(|thread| scope.spawn(move || add(thread)));
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        for (index, item) in added.concat() {
            assert_eq!(list.get(index), Some(&item));
        }
        assert_eq!((list.len(), list.get(3000)), (3000, None));
        let items: BTreeSet<u32> = list.into_iter().collect();
        assert_eq!(items.len(), 3000);
    }
}
