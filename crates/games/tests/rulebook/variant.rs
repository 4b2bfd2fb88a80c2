//! Games told in files as other programs write them: moves and positions of Fairy-Stockfish 11.1, random moves with
//! many drops and promotions, and whatever the shipped files come to.

use super::{rng, without_counters};
use rand_core::Rng;
use std::collections::HashSet;
use wanqi_game::{Game, Notation};
use wanqi_games::rulebook::{Position, Rulebook, Variant, shipped};

/// A shipped game.
fn load(name: &str) -> Rulebook {
    let (game, faults) = Rulebook::read(shipped::text(name).expect(name));
    game.unwrap_or_else(|| panic!("{name}: {faults:?}"))
}

/// The legal moves as we write them.
fn legal(game: &Rulebook, position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    game.each_move(position, |mv| moves.push(game.format_move(position, mv, 0)));
    moves
}

/// Plays moves as the other program writes them, and says what has become of them.
fn replay(game: &Rulebook, variant: &Variant, moves: &str) -> String {
    let mut position = game.start();
    for text in moves.split_whitespace() {
        let own = variant.read_move(text, &legal(game, &position));
        let own = own.unwrap_or_else(|| panic!("{text} in {}", game.format_position(&position)));
        assert_eq!(variant.write_move(&own), text);
        let mv = game.parse_move(&position, &own).expect("it is legal");
        game.play(&mut position, mv);
    }
    game.format_position(&position)
}

/// A FEN without its counters, which few files ask for, and with the hands in one order.
fn in_order(fen: &str) -> String {
    let fen = fen.rsplitn(3, ' ').last().unwrap_or_default();
    let Some((board, rest)) = fen.split_once('[') else { return fen.into() };
    let (hands, rest) = rest.split_once(']').expect("a closed bracket");
    let mut hands: Vec<char> = hands.chars().collect();
    hands.sort_unstable();
    format!("{board}[{}]{rest}", hands.into_iter().collect::<String>())
}

#[test]
fn games_of_fairy_stockfish() {
    for (name, moves, fen) in [
        (
            "minishogi",
            "d1c2 b5c4 e1e2 c4b3 e2e4 d5e4 P@d4 e4e3 d4d5+ e5d5 c1b2 P@b5 c2e4 d5d4 e4d5+ d4d3 b2b3 R@e4 B@c2 d3c3 \
             b1c1 e3e2 d5c5 a5a4 S@e5 a4a2 a1a2 P@d3 b3b4 e4b4 R@e3 S@d5 e5d4+ b4b1+ c2b1 d5d4 a2a3 S@b2 c1b2 c3d2 e3d3 \
             d2e1 R@c4 d4e3",
            "1p+B2/2R2/K2Rs/1G2g/1B2k[PS] w - - 3 23",
        ),
        (
            "crazyhouse",
            "h2h4 d7d5 e2e4 g8f6 a2a4 g7g5 g2g4 f6h5 e4e5 f8g7 a1a3 c8e6 a3g3 g7e5 g3g2 e5g3 f2g3 P@b6 B@d3 e6d7 d1f3 \
             c7c5 f3f2 c5c4 b2b4 d5d4 g4h5 b8c6 N@a1 c4d3 g2h2 B@c5 c2d3 c6b8 P@b5 e8f8 h4g5 f8e8 P@d5 h8g8 f1g2 d7h3 \
             f2f6 a7a5",
            "rn1qk1r1/1p2pp1p/1p3Q2/pPbP2PP/PP1p4/3P2Pb/3P2BR/NNB1K1NR[] w K a6 0 23",
        ),
        (
            "three-check",
            "h2h4 d7d5 e2e4 g8f6 a2a4 g7g5 g2g4 f6h5 e4e5 f8g7 a1a3 c8e6 a3g3 g7e5 g3g2 e5d4 f1b5 e6d7 b2b3 d4f6 a4a5 \
             h5g7 c1b2 e8g8 b5e2 d7c8 f2f4 c8f5 b2a3 d5d4 h1h2 d4d3 a3d6 a7a6 h4h5 a8a7 d1c1 d8e8 d6b4 e7e6 c1b2 e8a4 \
             b4c3 f8e8",
            "1n2r1k1/rpp2pnp/p3pb2/P4bpP/q4PP1/1PBp4/1QPPB1RR/1N2K1N1 w - - 2+3 4 23",
        ),
        (
            "horde",
            "e4e5 g8f6 e5e6 h7h5 a4a5 g7g6 c5c6 h8h6 a3a4 d7c6 a5a6 d8d7 e3e4 d7d6 d4d5 e8d8 a4a5 f6d7 d5c6 b7a6 f5f6 \
             d6d3 f6e7 d8e8 e7f8r d7f8 g4h5 f8e6 a2a4 d3d2 f4f5 e8e7 c1d2 c8d7 a1a2 a6b5 d2d3 h6h8 d1d2 d7c6 h5g6 e6c5 \
             c4b5 e7e8",
            "rn2k2r/p1p2p2/2b3P1/PPn2PP1/PP2P2P/1PPP1PPP/PPPPPPPP/1P2PPPP w - - 1 23",
        ),
        (
            "capablanca",
            "h1i3 c8b6 i3a3 a7a6 h2h3 d7d5 a3b3 b6e3 b3e3 e8a4 g2g3 a4h4 e3g2 h4j6 b1c3 j6j4 e2e4 a6a5 d1e2 i8j6 e2c4 \
             d5d4 e1e2 d4c3 b2b4 b8d7 g2h4 j4j5 e4e5 c3d2 c1d2 a5a4 a1b1 d7e5 e2d1 e5c4 i2i3 c4b2 d2c4 h7h5 j2j4 c7c6 \
             d1h5 j8i8",
            "r2b1kbcr1/1p2ppp1pp/2p6n/7Q1q/pPA4C1P/6PPP1/PnP2P4/1R3KB1NR w Kq - 1 23",
        ),
    ] {
        let game = load(name);
        let variant = Variant::uci(&game);
        let own = replay(&game, &variant, moves);
        let written = variant.write_position(&own).expect(name);
        assert_eq!(in_order(&written), in_order(fen), "{name}");
        let (read, notes) = variant.read_position(fen).expect(name);
        assert_eq!((without_counters(&read), notes.len()), (without_counters(&own), 0), "{name}");
    }
}

#[test]
fn games_of_usi() {
    let game = load("minishogi");
    let variant = Variant::usi(&game).expect("one of shogi's kin");
    let own = replay(
        &game,
        &variant,
        "5d5c 4a3b 5c5b 1b1c 5b5a+ 1a1b R*4d 3b2c 4d4a+ 2c4e+ 5e4e G*2c B*4b 2c2d 2e3d 1b2b 3e2d 3a3b 2d2c 3b2c G*1b 2b1b 4a2a 1b2a 4b5c S*3a G*1a 2a3b 5c4d R*4a 5a5b 3a4b 4e5e G*3c 5b5a 1c1d 4d3c 1d1e+ G*4c 3b3a 3c1e",
    );
    assert_eq!(variant.read_position("+Prk1G/1s3/1G1s1/2B2/K3B w Pr 42").expect("a position").0, own);
    let sfen = variant.write_position(&own).expect("a position");
    assert_eq!(
        sfen.rsplit_once(' ').expect("a number").0,
        "+Prk1G/1s3/1G1s1/2B2/K3B w Pr 42".rsplit_once(' ').expect("a number").0
    );
    for other in ["chess", "crazyhouse", "gomoku", "international-draughts", "hex"] {
        assert!(Variant::usi(&load(other)).is_none(), "{other}");
    }
}

/// Whatever is written is read back, and no two moves are written alike.
#[test]
fn shipped_games_are_read_as_they_are_written() {
    let mut rng = rng(3);
    for (name, _) in shipped::FILES {
        let game = load(name);
        let variants = [Some(Variant::uci(&game)), Variant::usi(&game)];
        let (mut position, mut left) = (game.start(), 60);
        while game.outcome(&position).is_none() && left > 0 {
            left -= 1;
            let (own, moves) = (game.format_position(&position), legal(&game, &position));
            for variant in variants.iter().flatten() {
                let written: HashSet<String> = moves.iter().map(|mv| variant.write_move(mv)).collect();
                assert_eq!(written.len(), moves.len(), "{name}: {own}");
                // Some of them: reading one writes all.
                for mv in moves.iter().step_by(moves.len() / 8 + 1) {
                    let read = variant.read_move(&variant.write_move(mv), &moves);
                    assert_eq!(read.as_ref(), Some(mv), "{name}: {own}");
                }
                // FEN knows nothing of turns that are half over, of kos and of passes.
                let told = ["hand", "stores", "castles", "passed", "checks", "quiet", "turns"];
                let mut keys = own.split(' ').skip(2).filter_map(|word| word.split('=').next());
                if keys.all(|key| told.contains(&key)) {
                    let written = variant.write_position(&own).expect(name);
                    let (read, notes) = variant.read_position(&written).expect(&written);
                    assert_eq!(without_counters(&read), without_counters(&own), "{name}: {written}");
                    assert_eq!(notes, [""; 0], "{name}: {written}");
                }
            }
            if moves.is_empty() {
                break;
            }
            let mv = &moves[rng.next_u32() as usize % moves.len()];
            let mv = game.parse_move(&position, mv).expect("it is legal");
            game.play(&mut position, mv);
        }
    }
}

#[test]
fn moves_that_are_told_otherwise() {
    let read = |name: &str, text: &str, legal: &[&str]| {
        let legal: Vec<String> = legal.iter().map(|&mv| mv.into()).collect();
        Variant::uci(&load(name)).read_move(text, &legal)
    };
    for (name, text, legal, own) in [
        ("minishogi", "a4a5", &["a4a5=Z", "a1a2"][..], Some("a4a5=Z")),
        ("minishogi", "p@a3", &["P@a3"], Some("P@a3")),
        ("crazyhouse", "b7b8N", &["b7b8=T", "b7b8=W"], Some("b7b8=W")),
        ("crazyhouse", "b7b8", &["b7b8=T", "b7b8=W"], None),
        ("crazyhouse", "e1h1", &["e1g1", "e1f1"], Some("e1g1")),
        ("crazyhouse", "e1h1", &["e1f1"], None),
        ("gomoku", "S@h8", &["h8", "h9"], Some("h8")),
        ("go-9x9", "0000", &["a1", "pass"], Some("pass")),
        ("minishogi", "", &["a4a5=Z"], None),
        ("minishogi", "a4a5=é", &["a4a5=Z"], None),
        ("minishogi", "@", &["P@a3"], None),
    ] {
        assert_eq!(read(name, text, legal).as_deref(), own, "{name}: {text}");
    }
    // Texts that are no moves at all stay what they are.
    for text in ["swap", "xe4", "", "@", "P@", "e4e", "é", "e2e4=é", "99", "e9e9"] {
        assert_eq!(Variant::uci(&load("crazyhouse")).write_move(text), text);
    }
}

#[test]
fn positions_that_are_told_otherwise() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (name, text, own) in [
        ("crazyhouse", format!("{start} w KQkq - 0 1"), format!("{start} w castles=a8,h8,a1,h1")),
        ("crazyhouse", format!("{start}/ w HAha - 0 1"), format!("{start} w castles=a8,h8,a1,h1")),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K2Q~/PPn w - -".into(), "4k3/8/8/8/8/8/8/4K2T w hand=P2n1".into()),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[-] b - -".into(), "4k3/8/8/8/8/8/8/4K3 b".into()),
        (
            "three-check",
            "4k3/8/8/8/8/8/8/4K3 w - - +1+2 7 9".into(),
            "4k3/8/8/8/8/8/8/4K3 w quiet=7 checks=1,2".into(),
        ),
        (
            "three-check",
            "4k3/8/8/8/8/8/8/4K3 w - - 3+1 99999999999 1".into(),
            "4k3/8/8/8/8/8/8/4K3 w quiet=1000000 checks=0,2".into(),
        ),
        // A queen is a queen where nobody asks what it has been.
        ("chess", "4k3/8/8/8/8/8/8/4K2Q~ w - - 0 1".into(), "4k3/8/8/8/8/8/8/4K2Q w quiet=0".into()),
    ] {
        let read = Variant::uci(&load(name)).read_position(&text);
        assert_eq!(read, Ok((own, Vec::new())), "{text}");
    }
    for (text, own, note) in [
        (
            "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w quiet=0 castles=h1",
            "castling \"Q\": what castles so does not stand there",
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/4P3/8/8/4K3 b quiet=0",
            "nothing can be taken in passing on e3",
        ),
    ] {
        let read = Variant::uci(&load("chess")).read_position(text);
        assert_eq!(read, Ok((own.into(), vec![note.into()])), "{text}");
    }
    for (name, text, error) in [
        ("chess", "", "a position begins with the board"),
        ("chess", "8/8", "who is to move is missing, w or b"),
        ("chess", "8/8/8/8/8/8/8/8 x", "who is to move is w or b, not \"x\""),
        ("chess", "8/8/8/8/8/8/8/8 w", "White has no royal piece"),
        ("chess", "4k3/8/8/8/8/8/8/4K3/8 w", "the board has 8 lines, not more"),
        ("chess", "4k3/8/8/8/8/8/8/4K3[Q] w", "nothing is ever in hand in this game"),
        ("chess", "4k3/8/8/8/8/8/8/4K2Z w", "there is no piece \"Z\""),
        ("chess", "4k3/8/8/8/8/8/8/4K2+R w", "there is no piece \"+R\""),
        ("chess", "4k3/8/8/8/8/8/8/4K2é w", "there is no piece \"é\""),
        ("chess", "4k3/8/8/8/8/8/8/4K2+ w", "there is no piece \"++\""),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 1+1", "checks are not counted in this game"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w KQ e3 kq", "\"kq\" means nothing there"),
        ("three-check", "4k3/8/8/8/8/8/8/4K3 w - - 4+1", "checks are two numbers up to 3, 3+3, not \"4+1\""),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P w", "the hands are not closed by ]"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[K] w", "a royal piece is never in hand"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P3] w", "what 3 are of in hand is missing"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[99999999999P] w", "nobody has 99999999999 of a piece in hand"),
    ] {
        let read = Variant::uci(&load(name)).read_position(text);
        assert!(read.as_ref().is_err_and(|wrong| wrong.contains(error)), "{text}: {read:?}");
    }
}
