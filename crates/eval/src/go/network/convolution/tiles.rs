//! The loops in tiles of AMX, which servers have since 2023. Rust has no stable names for these instructions, so they are written
//! in assembly: Intel, *Architecture Instruction Set Extensions Programming Reference*, chapter 3,
//! <https://www.intel.com/content/www/us/en/content-details/843860/>.
//!
//! A tile is sixteen rows of 64 bytes. Cells lie side by side in memory, so that a row of 64 bytes is a cell and the one to the
//! right of it, and the next row begins with the next cell: two of the three points of a row of the convolution are done by
//! one instruction for sixteen points of the board, the third by half of one. What is worked out for the cells between one line of
//! the board and the next is not used.

use super::{Cell, Sums};
use crate::go::network::CHANNELS;
use std::arch::asm;
use std::arch::x86_64::__cpuid_count;
use std::sync::LazyLock;

/// Whether the processor has them, and the system lets this program use them: it has to be asked once.
pub fn are_there() -> bool {
    /// Bits of CPUID's leaf 7: tiles, and products of bytes in them.
    const BITS: u32 = 1 << 24 | 1 << 25;
    /// `arch_prctl` with `ARCH_REQ_XCOMP_PERM` and the number of tiles' data
    /// (<https://docs.kernel.org/arch/x86/xstate.html>).
    const CALL: i64 = 158;
    const ASK: i64 = 0x1023;
    const TILE_DATA: i64 = 18;
    static THERE: LazyLock<bool> = LazyLock::new(|| {
        let answer: i64;
        __cpuid_count(7, 0).edx & BITS == BITS && {
            // SAFETY: the call changes nothing but what the program may do.
            unsafe {
                asm!("syscall", inlateout("rax") CALL => answer, in("rdi") ASK, in("rsi") TILE_DATA,
                    out("rcx") _, out("r11") _, options(nostack));
            }
            answer == 0
        }
    });
    *THERE
}

/// The shapes of the eight tiles, as `ldtilecfg` reads them: four of sums, one of cells two by two, one of single cells, and
/// the same of weights.
#[repr(C, align(64))]
struct Shapes {
    palette: u8,
    start: u8,
    zero: [u8; 14],
    bytes: [u16; 16],
    rows: [u8; 16],
}

static SHAPES: Shapes = Shapes {
    palette: 1,
    start: 0,
    zero: [0; 14],
    bytes: [64, 64, 64, 64, 64, 32, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0],
    rows: [16, 16, 16, 16, 16, 16, 16, 8, 0, 0, 0, 0, 0, 0, 0, 0],
};

/// All sums of a board, and what is beside it.
///
/// # Safety
/// Only where [they are there](are_there), with cells and sums for the board and [so many](super::PADDING) beyond, and with rows
/// for nine points of all channels.
pub unsafe fn convolve(size: usize, cells: &[Cell], rows: &[[[i8; 4]; CHANNELS]], sums: &mut [Sums]) {
    let width = size + 2;
    // SAFETY: they are shapes of tiles.
    unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const SHAPES, options(nostack)) };
    // From the first point to the last, in steps of thirty-two.
    for first in (0..size * width - 2).step_by(32) {
        // SAFETY: the first of three rows of cells begins at the cell above and left of the first point; the last one ends 33 cells
        // beyond the one below and left of it, which is within what there is beyond the board.
        unsafe {
            asm!(
                "tilezero tmm0", "tilezero tmm1", "tilezero tmm2", "tilezero tmm3",
                "mov {left:e}, 3",
                "2:",
                // The left and the middle one of three points: sixteen cells and the next sixteen, for half of the outputs
                // and the other half.
                "tileloadd tmm4, [{cells} + {cell}]",
                "tileloadd tmm6, [{rows} + {row}]",
                "tdpbusd tmm0, tmm4, tmm6",
                "tileloadd tmm6, [{rows} + {row} + 64]",
                "tdpbusd tmm1, tmm4, tmm6",
                "tileloadd tmm4, [{cells} + {cell} + 512]",
                "tdpbusd tmm3, tmm4, tmm6",
                "tileloadd tmm6, [{rows} + {row}]",
                "tdpbusd tmm2, tmm4, tmm6",
                // The right one.
                "tileloadd tmm5, [{cells} + {cell} + 64]",
                "tileloadd tmm7, [{rows} + {row} + 2048]",
                "tdpbusd tmm0, tmm5, tmm7",
                "tileloadd tmm7, [{rows} + {row} + 2112]",
                "tdpbusd tmm1, tmm5, tmm7",
                "tileloadd tmm5, [{cells} + {cell} + 576]",
                "tdpbusd tmm3, tmm5, tmm7",
                "tileloadd tmm7, [{rows} + {row} + 2048]",
                "tdpbusd tmm2, tmm5, tmm7",
                "add {cells}, {line}",
                "add {rows}, 3072",
                "dec {left:e}",
                "jnz 2b",
                "tilestored [{sums} + {row}], tmm0",
                "tilestored [{sums} + {row} + 64], tmm1",
                "tilestored [{sums} + {row} + 2048], tmm2",
                "tilestored [{sums} + {row} + 2112], tmm3",
                cells = inout(reg) cells.as_ptr().add(first) => _,
                rows = inout(reg) rows.as_ptr() => _,
                sums = in(reg) sums.as_mut_ptr().add(first),
                left = out(reg) _,
                line = in(reg) width * size_of::<Cell>(),
                cell = in(reg) size_of::<Cell>(),
                row = in(reg) size_of::<Sums>(),
                out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                options(nostack),
            );
        }
    }
    // What is left in them is saved whenever the system turns to another program.
    // SAFETY: nobody else uses tiles.
    unsafe { asm!("tilerelease", options(nostack)) };
}
