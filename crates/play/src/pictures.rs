//! Positions that show what a game looks like while it is played, of games whose board begins empty: for pictures of it.

/// A game and one of its positions. The games that the lab has such positions of are not here.
const PICTURES: [(&str, &str); 20] = [
    ("go", "19/3X15/5X3X3X5/3O11X3/19/2O13O2/19/19/19/19/19/19/19/16O2/19/3O11X3/5O13/19/19 X - 0 0 0"),
    ("go-9x9", "9/9/3s5/2S3S2/4SS3/2s2Ss2/4s1s2/9/9 b"),
    ("hex", "11/11/11/6S4/5s1s3/3s1Ss4/4S6/3S7/11/11/11 r"),
    ("connect6", "19/19/19/19/19/19/19/11S7/8ssS8/9Ss8/8S2s7/7S11/19/19/19/19/19/19/19 w"),
    ("rules/gomoku", "15/15/15/15/15/9s5/6ssS6/6SS7/6S1S6/5s9/15/15/15/15/15 w"),
    ("yavalath", "5/6/7/2S1s3/4S1S2/2S1ss2/3s3/6/5 w"),
    ("tic-tac-toe", "2x/1X1/X2 n"),
    ("connect-four", "7/7/3O3/3o3/2Ooo2/1oOOO2 r"),
    ("pente", "19/19/19/19/19/19/9s9/7s1S9/7sSSs8/6S1Ss9/8S1s8/19/19/19/19/19/19/19/19 w captured=2,0"),
    ("y", "13/12/4s6/3S1S4/3sS4/2S1s3/3S3/1s1S2/2s2/4/3/2/1 w"),
    ("havannah", "8/9/4s5/3S1s5/4SSs5/5s1S5/4S1sS6/6SsS6/4ss3S4/5S1s5/4s7/11/10/9/8 w"),
    ("teeko", "5/1M1m1/1mMm1/2MM1/1m3 b"),
    ("three-mens-morris", "M2/1m1/m1M w hand=M1m1"),
    ("six-mens-morris", "M1m/1M1/m1M1/m2/1m1 w quiet=0 hand=M3m2"),
    ("nine-mens-morris", "M1m/1M1/mMm/1m1MM1/3/1m1/M2 w quiet=0 hand=M3m4"),
    ("twelve-mens-morris", "M1m/1M1/mM1/1m1MM1/1m1/3/M1m w quiet=0 hand=M6m7"),
    ("morabaraba", "C1c/1C1/cC1/1c1CC1/1c1/3/C1c w quiet=0 hand=C6c7"),
    ("dara", "1sS3/2sS2/1S1sS1/2sS2/1s1s2 w quiet=0 hand=S7s6"),
    ("yote", "2s3/1S1s2/2S1s1/1s1S2/4S1 w quiet=0 hand=S7s7"),
    ("lanterns", "7/7/2LLL2/1L1L1l1/2l1l2/7/7 r"),
];

/// A position of the middle of a game, by the game's name; none where the start, or what the lab looks at, shows it.
pub fn picture_position(game: &str) -> Option<&'static str> {
    PICTURES.iter().find(|(name, _)| *name == game).map(|(_, position)| *position)
}
