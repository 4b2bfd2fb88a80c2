//! Rook and bishop attacks by multiplication: the pieces that may stand in the way, times a factor found for the
//! square, give the index of the answer in a table. <https://www.chessprogramming.org/Magic_Bitboards>
//!
//! The factors were found by trying random words of few bits. The table is filled at compile time, and filling
//! it proves that they work: two different answers in one place would not compile.

use super::attacks::{attacks_along, lines_through};
use super::bitboard::{Bitboard, END_RANKS, FILE_A, FILE_H, Square, bit, file, rank};

/// The squares that a rook attacks.
#[inline(always)]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&ROOKS[usize::from(square & 63)], occupied)
}

/// The squares that a bishop attacks.
#[inline(always)]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&BISHOPS[usize::from(square & 63)], occupied)
}

#[inline(always)]
fn look_up(magic: &Magic, occupied: Bitboard) -> Bitboard {
    ATTACKS[magic.index(occupied)]
}

/// How to find a square's answers in the table.
#[derive(Clone, Copy)]
struct Magic {
    /// The squares whose pieces change the answer. A piece on the edge ends a ray that ends there anyway.
    relevant: Bitboard,
    factor: u64,
    shift: u32,
    /// Where the square's answers begin.
    offset: u32,
}

impl Magic {
    #[inline(always)]
    const fn index(&self, occupied: Bitboard) -> usize {
        let hash = (occupied & self.relevant).wrapping_mul(self.factor) >> self.shift;
        self.offset as usize + hash as usize
    }
}

/// Answers of all squares: 2^12 at most for a rook, 2^9 for a bishop.
const SIZE: usize = 102_400 + 5_248;

/// Which two of the lines through a square a piece moves on.
const ROOK: usize = 0;
const BISHOP: usize = 2;

static ROOKS: [Magic; 64] = magics(&ROOK_FACTORS, ROOK, 0);
static BISHOPS: [Magic; 64] = magics(&BISHOP_FACTORS, BISHOP, 102_400);
#[allow(long_running_const_eval, reason = "about a second, and cheaper than filling it at every start")]
static ATTACKS: [Bitboard; SIZE] = attack_table();

const fn magics(factors: &[u64; 64], lines: usize, mut offset: u32) -> [Magic; 64] {
    let mut table = [Magic { relevant: 0, factor: 0, shift: 0, offset: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let edges =
            (END_RANKS & !(0xFF << (8 * rank(square)))) | ((FILE_A | FILE_H) & !(FILE_A << file(square)));
        let through = lines_through(square);
        let relevant = (through[lines] | through[lines + 1]) & !edges & !bit(square);
        let bits = relevant.count_ones();
        table[square as usize] =
            Magic { relevant, factor: factors[square as usize], shift: 64 - bits, offset };
        offset += 1 << bits;
        square += 1;
    }
    table
}

const fn attack_table() -> [Bitboard; SIZE] {
    let mut table = [0; SIZE];
    fill(&mut table, &magics(&ROOK_FACTORS, ROOK, 0), ROOK);
    fill(&mut table, &magics(&BISHOP_FACTORS, BISHOP, 102_400), BISHOP);
    table
}

const fn fill(table: &mut [Bitboard; SIZE], magics: &[Magic; 64], lines: usize) {
    let mut square = 0;
    while square < 64 {
        let magic = magics[square as usize];
        let through = lines_through(square);
        // Every subset of the relevant squares, the empty one first and last.
        // https://www.chessprogramming.org/Traversing_Subsets_of_a_Set
        let mut occupied: Bitboard = 0;
        loop {
            let attacks = attacks_along(through[lines], square, occupied)
                | attacks_along(through[lines + 1], square, occupied);
            let index = magic.index(occupied);
            // No answer is empty, so 0 is a place not yet filled.
            assert!(table[index] == 0 || table[index] == attacks, "the factor does not work");
            table[index] = attacks;
            occupied = occupied.wrapping_sub(magic.relevant) & magic.relevant;
            if occupied == 0 {
                break;
            }
        }
        square += 1;
    }
}

#[rustfmt::skip]
const ROOK_FACTORS: [u64; 64] = [
    0x8480_0024_8440_0014, 0x0140_2000_C000_1001, 0x8200_2008_4012_0081, 0x0580_0C82_0800_1000,
    0x8980_0204_0008_0080, 0x0080_0400_0200_8001, 0x4200_2088_1401_4200, 0x8200_0040_802C_0102,
    0x2C01_0021_0040_8000, 0x0E01_4010_0042_2000, 0x0401_0041_0020_0014, 0xA940_8008_0080_1000,
    0x0020_8004_0083_0800, 0x0502_0002_0008_1004, 0xA041_00C4_0100_0200, 0x0824_8000_8000_4900,
    0x9820_2080_0080_4003, 0x0151_0100_4000_2C80, 0x8080_8080_2000_1004, 0x0000_2100_1000_0900,
    0x0024_0080_0408_0080, 0x1001_0100_0208_0400, 0x000C_8080_0100_0200, 0x2088_0200_1041_0084,
    0x0880_0042_4000_2003, 0x1082_0082_0021_0041, 0x0000_1041_0020_0100, 0x0041_1001_8008_0080,
    0x0040_0800_8004_0080, 0x0011_0009_0044_0002, 0x8010_1604_0005_7008, 0x1080_0082_0000_413C,
    0x0180_0020_0040_0040, 0x1B09_0042_0200_2480, 0x2410_2008_8080_1004, 0x0400_0800_8080_1000,
    0x2008_0800_8080_0400, 0x0400_0200_8080_0400, 0x2000_2810_1C00_8201, 0x2082_0040_A200_0104,
    0x0100_4001_8001_8020, 0x0030_0060_00C0_C008, 0x1410_0800_2400_2000, 0x2009_20C2_1202_0008,
    0xD044_0080_0800_8004, 0x8181_0004_0009_0022, 0x0010_0201_2804_00B0, 0x0008_0041_8402_001D,
    0x4082_0100_4080_2A00, 0x0000_2010_0040_0140, 0x5041_1180_2042_0600, 0x0024_1000_0821_0100,
    0x0A25_0004_1208_0100, 0x0404_0400_8002_0080, 0x0680_6208_1001_0400, 0x0402_2040_8104_0200,
    0x0148_2041_0208_1082, 0x8200_201A_0040_8102, 0x0A42_0040_A014_8882, 0x0005_2100_9000_0409,
    0x4402_0104_2088_5002, 0x88F5_0008_0284_0001, 0x0000_0218_1000_C104, 0x0000_0C00_4021_1082,
];

#[rustfmt::skip]
const BISHOP_FACTORS: [u64; 64] = [
    0x0010_5000_8084_0040, 0x0002_4208_1105_0281, 0x4088_0204_2020_0008, 0x0802_2082_0400_8000,
    0x0401_1040_0400_8818, 0x0001_1008_0404_2249, 0x0306_080A_1210_0000, 0x0004_2201_0088_4000,
    0x0000_4108_0104_0088, 0x3840_2811_4844_8100, 0x1000_082A_0C01_2400, 0x0210_0404_0888_2011,
    0x4009_4202_1006_0301, 0x1000_4110_0804_0000, 0x0226_440E_4802_0800, 0x0020_0080_8801_5101,
    0x0110_4004_2008_9101, 0xB018_0010_1099_8090, 0x0801_0008_0045_0200, 0x4008_0004_0424_0800,
    0xC004_0414_80A0_0220, 0x6402_0000_8890_2802, 0x08A2_0001_0842_4210, 0x0100_8481_0088_0101,
    0x4030_0A00_0420_2C00, 0x8202_0810_A0B8_4080, 0x1001_0440_1002_4A00, 0x3000_8081_0802_0002,
    0x0401_0100_3C10_4000, 0x0011_0100_1A00_4104, 0x0100_8402_4101_0800, 0x0088_4048_0084_0430,
    0x0048_4928_2404_6002, 0x3001_0120_0810_4410, 0x0102_0211_0202_0800, 0x0034_A008_0111_0810,
    0x0201_1104_0002_0020, 0x0002_0046_0045_0086, 0x2002_2441_0204_0081, 0x1008_0091_0000_8040,
    0x0042_1120_0800_6008, 0x0000_4C10_0800_1500, 0x0001_0041_1000_2A44, 0x2008_0042_0084_0803,
    0x0004_0110_2082_0400, 0xB481_1001_0600_9240, 0x1020_0104_0104_C084, 0x20C1_110A_0080_0A01,
    0x4200_4208_2088_0004, 0x4020_4104_5002_8000, 0x0120_1040_5410_3032, 0x8000_8400_4202_2000,
    0x4022_2020_2244_0304, 0x00A0_A002_0282_0400, 0x0809_0204_0404_0054, 0x1409_3004_0040_4400,
    0x0004_1582_1010_0400, 0x4803_00C2_08B0_1802, 0x0030_6808_208C_1048, 0x0040_8208_A020_8804,
    0x0088_0000_4005_0100, 0x00B0_0041_0204_6100, 0xC205_6822_384E_0400, 0x0040_0802_0048_4902,
];
