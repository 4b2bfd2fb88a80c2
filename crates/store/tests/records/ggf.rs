//! GGF: what is read is written again.

use wanqi_store::text::{Format, ReadContext, read, write};

/// Reads a game and writes it.
fn again(text: &str) -> String {
    let reading = read(text, &ReadContext::default());
    assert!(reading.problems.is_empty(), "{text}: {:?}", reading.problems);
    write(&reading.games[0].record, Format::Ggf).expect("Othello").trim_end().to_owned()
}

#[test]
fn a_file_keeps_its_meaning() {
    const START: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";
    const SMALL: &str = "BO[6 --------------O*----*O-------------- *]";
    for (read, written) in [
        // Who has fewer discs wins; the board of six; both.
        (format!("PC[a]TY[8a]{START}B[F5]"), format!("PC[a]TY[8a]{START}B[F5]")),
        (format!("PC[a]TY[6]{SMALL}"), format!("PC[a]TY[6]{SMALL}")),
        (format!("PC[a]TY[6a]{SMALL}"), format!("PC[a]TY[6a]{SMALL}")),
        // What a server says beside the rules: twenty discs by chance, two games at once.
        (format!("PC[a]TY[s8r20]{START}B[f5]"), format!("PC[a]TY[s8r20]{START}B[F5]")),
        (format!("PC[a]TY[8w]{START}"), format!("PC[a]TY[8w]{START}")),
        // Clocks, of both and of each, ratings, and what we do not know.
        (
            format!("PC[GGS/os]DT[2003]PB[a]PW[b]RB[1800.1]RW[1900]TI[15:00//02:00]RE[+2.000:r]TY[8]{START}"),
            format!("PC[GGS/os]DT[2003]PB[a]PW[b]RB[1800.1]RW[1900]TI[15:00//02:00]RE[+2.000:r]TY[8]{START}"),
        ),
        (
            format!("PC[a]TB[5:00]TW[3:00]KB[2]TY[8]{START}"),
            format!("PC[a]TY[8]KB[2]TB[5:00]TW[3:00]{START}"),
        ),
        // What was thought of a move, and the time that it took.
        (
            format!("PC[a]TY[8]{START}B[d3//0.01]W[c5/-1.5/62.25]B[F6/2]"),
            format!("PC[a]TY[8]{START}B[D3//0.01]W[C5/-1.50/62.25]B[F6/2.00]"),
        ),
        (format!("PC[a]TY[8]{START}B[d3/nan/-1]W[c5/999/x]"), format!("PC[a]TY[8]{START}B[D3]W[C5]")),
    ] {
        let [read, written] = [read, written].map(|game| format!("(;GM[Othello]{game};)"));
        assert_eq!(again(&read), written, "{read}");
        assert_eq!(again(&written), written, "once more");
    }
}
