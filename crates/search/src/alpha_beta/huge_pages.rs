//! Large tables in large pages.

use std::mem::MaybeUninit;

/// Asks the system to keep memory in pages of 2 MiB instead of 4 KiB once it is written: a table that is read all over then
/// seldom waits for the processor to find out where a page is, which is 2 to 7 % of a search of chess with 64 MiB
/// (`docs/experiments/search.md`). Where Linux does so only when it is asked, which is usual; elsewhere nothing is asked.
/// <https://docs.kernel.org/admin-guide/mm/transhuge.html>
#[cfg_attr(not(target_os = "linux"), allow(unused_variables))]
pub(super) fn prefer<T>(memory: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        /// No page is smaller, and where they are larger the system refuses, which harms nothing.
        const PAGE: usize = 4096;
        let bytes = size_of_val(memory);
        let start = memory.as_mut_ptr().cast::<u8>();
        let before = start.align_offset(PAGE);
        let whole = bytes.saturating_sub(before) / PAGE * PAGE;
        if whole > 0 {
            // SAFETY: the advice changes no content and no access, only how large the pages are; the range lies within memory
            // that is borrowed for writing.
            #[allow(unsafe_code)]
            unsafe {
                libc::madvise(start.add(before).cast(), whole, libc::MADV_HUGEPAGE);
            }
        }
    }
}
