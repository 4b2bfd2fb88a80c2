//! What players say that positions are worth: the text and the win probability of one thought never disagree, and follow
//! from the game, the player and the position alone.

use wanqi_play::record::Evaluation;
use wanqi_play::{
    Limits, Scale, Score, ScoreUnit, Side, Source, Spec, Table, TableAnswer, Thought, Value, Wins,
};

fn table_at(game: &str, position: Option<&str>) -> Box<dyn Table> {
    let mut table = wanqi_play::table(&game.parse().expect(game)).expect(game);
    if let Some(position) = position {
        table.set_position(position).expect(position);
    }
    table
}

fn think(table: &dyn Table, player: &str) -> Thought {
    let mut player = table.player(&player.parse().expect(player)).expect(player);
    player.think(table, &Limits::default(), &mut |_| {}).expect("a thought")
}

/// Black has nearly the whole board of 2 by 2 alive: after White's pass a pass of Black's ends the game and wins.
const PASS_WINS: &str = "XX.XX/XXXXX/.XXX./XXXXX/XX.XX X - 1 0 0";

#[test]
fn texts_follow_from_game_player_and_position() {
    for (game, position, player, text, probability) in [
        // Chess and xiangqi count in pawns and to mate.
        ("chess", None, "alphabeta:depth=2,eval=material", "0.00", 0.5),
        ("chess", Some("4k1n1/8/8/8/8/8/P7/4K1N1 w - - 0 1"), "greedy:eval=material", "+1.00", 0.644),
        ("chess", Some("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), "best:depth=3", "#1", 1.0),
        ("chess", Some("7k/8/5K2/6Q1/8/8/8/8 b - - 0 1"), "best:depth=4", "#-1", 0.0),
        // A cannon takes a horse and is taken.
        ("xiangqi", None, "alphabeta:depth=2,eval=material", "-0.50", 0.462),
        // Nobody counts in the units of these.
        ("tictactoe", None, "best:depth=9,selective=off", "50.0 %", 0.5),
        ("tictactoe", Some("XX./OO./... X"), "alphabeta:depth=1", "win in 1", 1.0),
        ("connect4", None, "alphabeta:depth=2,eval=lines", "48.9 %", 0.489),
        ("breakthrough", None, "alphabeta:depth=1,eval=none", "50.0 %", 0.5),
        // A pass that wins is a win, and no mate.
        ("go:size=5,komi=0", Some(PASS_WINS), "mcts:playouts=200", "win", 1.0),
    ] {
        let table = table_at(game, position);
        let value = think(&*table, player).value;
        assert_eq!(value.to_string(), text, "{game} {player}");
        let told = value.win_probability().expect("told");
        assert!((told - probability).abs() < 0.0006, "{game} {player}: {told}");
    }
}

#[test]
fn random_games_say_one_figure() {
    for game in ["go:size=5", "connect4", "breakthrough"] {
        let table = table_at(game, None);
        let thought = think(
            &*table,
            "mcts:playouts=300,guide=off,knowledge=off"
                .replace(",knowledge=off", if game.starts_with("go") { ",knowledge=off" } else { "" })
                .as_str(),
        );
        let of_best =
            thought.moves.iter().find(|one| Some(&one.text) == thought.best.as_ref()).expect("the best");
        let probability = thought.value.win_probability().expect("told");
        assert_eq!(thought.value.to_string(), format!("{:.1} %", 100.0 * probability), "{game}");
        assert_eq!(of_best.value, thought.value, "{game}: the list and the whole say the same");
        let told = serde_json::to_value(&thought).expect("JSON");
        assert_eq!(told["score_text"], thought.value.to_string(), "{game}");
        assert!((told["win_probability"].as_f64().expect("told") - probability).abs() < 1e-6, "{game}");
        assert!(told.get("score").is_none(), "{game}: nobody is tempted to reckon");
    }
}

#[test]
fn every_game_says_what_its_scores_mean() {
    for info in wanqi_play::games().chain(wanqi_play::rules::shipped().map(|shipped| &*shipped.info)) {
        let table = table_at(&info.name, None);
        let values = table.static_values(&Spec::new("best"));
        // What was learnt comes first, and says nothing where nothing was.
        let names = table.evaluations();
        let silent = names[1..].iter().filter(|one| one.name == "trained").count();
        assert_eq!(values.len(), names.len() - silent, "{}", info.name);
        for (evaluation, value) in values {
            assert!(value.win_probability().is_some(), "{} {evaluation}", info.name);
        }
        let even = Value::new(wanqi_play::Score::DRAW, table.scale());
        assert_eq!(even.win_probability(), Some(0.5), "{}", info.name);
    }
}

#[test]
fn what_nobody_has_told_is_not_told() {
    let table = table_at("chess", None);
    for player in ["random", "best:depth=1,book=own"] {
        let thought = think(&*table, player);
        if player == "random" || thought.source == Source::Book {
            assert_eq!((thought.value.to_string().as_str(), thought.value.win_probability()), ("–", None));
        }
        assert_eq!(Evaluation::of(Value::UNKNOWN, table.scale()), None);
    }
}

#[test]
fn records_keep_what_was_said() {
    for (game, player) in [
        ("chess", "alphabeta:depth=2"),
        ("chess", "mcts:playouts=50"),
        ("gomoku", "alphabeta:depth=1"),
        ("go:size=5", "mcts:playouts=100"),
        ("othello", "best:depth=2"),
    ] {
        let table = table_at(game, None);
        let value = think(&*table, player).value;
        let again = Evaluation::of(value, table.scale()).expect("told").value(table.scale());
        let (before, after) =
            (value.win_probability().expect("told"), again.win_probability().expect("told"));
        assert!((before - after).abs() < 0.002, "{game} {player}: {before} {after}");
    }
}

const GOMOKU: Scale = Scale::of(ScoreUnit::Probability, 270.0);
const GO: Scale = Scale::MEAN.telling(Wins::Plain);
const MATES: Scale = Scale::CHESS.telling(Wins::Mate);
const DISCS: Scale = Scale::of(ScoreUnit::Centidiscs, 400.0).telling(Wins::Discs);

#[test]
fn texts_and_win_probabilities() {
    for (score, scale, text, probability) in [
        (Score::heuristic(31), MATES, "+0.31", Some(0.545)),
        (Score::heuristic(-120), MATES, "-1.20", Some(0.329)),
        (Score::DRAW, MATES, "0.00", Some(0.5)),
        (Score::win_in(5), MATES, "#3", Some(1.0)),
        (Score::loss_in(4), MATES, "#-2", Some(0.0)),
        (Score::loss_in(1), MATES, "#-1", Some(0.0)),
        (Score::win_in(5), GOMOKU, "win in 5", Some(1.0)),
        (Score::heuristic(254), GOMOKU, "71.9 %", Some(0.719)),
        (Score::heuristic(120), GO, "56.0 %", Some(0.56)),
        (Score::win_in(1), GO, "win", Some(1.0)),
        (Score::loss_in(2), GO, "loss", Some(0.0)),
        (Score::loss_in(0), MATES, "loss", Some(0.0)),
        (Score::heuristic(350), Scale::of(ScoreUnit::Centipoints, 900.0), "+3.5 points", Some(0.596)),
        (Score::heuristic(327), DISCS, "+3.27 discs", Some(0.694)),
        (Score::heuristic(-600), DISCS, "-6.00 discs", Some(0.182)),
        (Score::win_in(9), DISCS, "win", Some(1.0)),
        (Score::heuristic(600), Scale::SOLVED, "+6 discs", Some(1.0)),
        (Score::heuristic(0), Scale::SOLVED, "0 discs", Some(0.5)),
        (Score::heuristic(-6400), Scale::SOLVED, "-64 discs", Some(0.0)),
        (Score::heuristic(200), Scale::SOLVED_AT_LEAST, "≥ +2 discs", Some(1.0)),
        (Score::heuristic(-200), Scale::SOLVED_AT_LEAST, "≤ -2 discs", Some(0.0)),
        (Score::heuristic(77), Scale::UNTOLD, "–", None),
    ] {
        let value = Value::new(score, scale);
        assert_eq!(value.to_string(), text);
        let told = value.win_probability().map(|probability| (1000.0 * probability).round() / 1000.0);
        assert_eq!(told, probability, "{text}");
        let other = (-value).win_probability();
        assert_eq!(other.map(|other| (1000.0 - 1000.0 * other).round() / 1000.0), probability, "{text}");
    }
    assert_eq!((-Value::new(Score::win_in(5), GOMOKU)).to_string(), "loss in 5");
    assert_eq!(Value::of_probability(0.6).to_string(), "60.0 %");
    assert_eq!(Value::of_points(-3.5).to_string(), "-3.5 points");
}

#[test]
fn discs_are_counted_on_one_scale() {
    let heuristic = Value::new(Score::heuristic(327), DISCS);
    let solved = Value::new(Score::heuristic(600), Scale::SOLVED);
    let at_least = Value::new(Score::heuristic(200), Scale::SOLVED_AT_LEAST);
    let told = Value::of_discs(-1.5, GOMOKU);
    for (value, discs, is_solved, centipawns, text) in [
        (heuristic, Some(3.27), false, 327, "+3.27 discs"),
        (solved, Some(6.0), true, 600, "+6 discs"),
        (-solved, Some(-6.0), true, -600, "-6 discs"),
        (at_least, Some(2.0), false, 200, "≥ +2 discs"),
        (told, Some(-1.5), false, -150, "-1.50 discs"),
        (Value::new(Score::win_in(3), DISCS), None, false, 999_997, "win"),
        (Value::new(Score::heuristic(31), Scale::CHESS), None, false, 31, "+0.31"),
    ] {
        let found = (value.discs(), value.is_solved(), value.centipawns());
        assert_eq!(found, (discs, is_solved, centipawns), "{text}");
        assert_eq!(value.to_string(), text);
        let json = serde_json::to_value(value).expect("JSON");
        assert_eq!((json["discs"].as_f64(), json["solved"] == true), (discs, is_solved), "{text}");
    }
    assert_eq!(at_least.on(DISCS), Some(200));
    assert_eq!((told.win_probability(), Value::of_discs(3.27, DISCS)), (None, heuristic));
    assert_eq!(Value::of_solved(6.0), solved);
}

#[test]
fn a_finished_game_is_won_by_discs_where_they_are_counted() {
    for (winner, margin, scale, text) in [
        (Some(Side::First), Some(12.0), DISCS, "+12 discs"),
        (Some(Side::Second), Some(-64.0), GOMOKU.telling(Wins::Discs), "-64 discs"),
        (None, Some(0.0), DISCS, "0 discs"),
        (Some(Side::First), Some(3.5), GO, "win"),
        (Some(Side::Second), None, MATES, "loss"),
        (None, None, MATES, "0.00"),
    ] {
        assert_eq!(Value::of_result(winner, margin, scale).to_string(), text);
    }
}

#[test]
fn outcomes_are_together_one() {
    for scale in [Scale::CHESS, GOMOKU, GO] {
        for score in [-30_000, -1000, -146, -1, 0, 7, 146, 20_000] {
            let value = Value::new(Score::heuristic(score), scale);
            let [won, drawn, lost] = value.outcomes().expect("told");
            assert!((won + drawn + lost - 1.0).abs() < 1e-9 && drawn >= 0.0, "{score}");
            assert_eq!((-value).outcomes(), Some([lost, drawn, won]), "{score}");
        }
    }
    let half = Value::new(Score::heuristic(146), Scale::CHESS).outcomes().expect("told")[0];
    assert!((half - 0.5).abs() < 1e-9);
}

#[test]
fn a_score_goes_from_scale_to_scale_and_back() {
    for score in [-400, -31, 0, 5, 146, 500] {
        let value = Value::new(Score::heuristic(score), Scale::CHESS);
        let there = value.on(GOMOKU).expect("told");
        let back = Value::new(Score::heuristic(there), GOMOKU).on(Scale::CHESS).expect("told");
        assert!((back - score).abs() <= 1, "{score}: {there}, {back}");
        assert_eq!(value.on(Scale::CHESS), Some(score));
    }
    assert_eq!(Value::UNKNOWN.on(Scale::CHESS), None);
    assert_eq!(Value::new(Score::win_in(3), Scale::MEAN).on(Scale::CHESS), Some(999_997));
    assert_eq!(Value::new(Score::DRAW, Scale::MEAN).centipawns(), 0);
    assert_eq!(Value::new(Score::heuristic(31), Scale::CHESS).centipawns(), 31);
}

#[test]
fn a_guide_gets_the_odds_near_equality() {
    assert_eq!(GOMOKU.odds(), 270.0);
    assert!((Scale::CHESS.odds() - 172.0).abs() < 1.0, "{}", Scale::CHESS.odds());
}

#[test]
fn tables_correct_what_a_search_says() {
    let said = |score| TableAnswer { moves: vec![0], score, distance: None };
    let (won, lost) = (Score::heuristic(20_000), Score::heuristic(-20_000));
    for (told, searched, shown) in [
        (Score::DRAW, Score::heuristic(616), Score::DRAW),
        (won, Score::heuristic(450), won),
        (won, Score::win_in(9), Score::win_in(9)),
        (lost, Score::heuristic(-450), lost),
        (lost, Score::loss_in(8), Score::loss_in(8)),
    ] {
        assert_eq!(said(told).correct(searched), shown);
    }
}

/// What a chess ending is worth leads to the mate within fifty moves, for either side and with bishops of either colour. The first
/// position ran into them against the longest defence before the ending was solved (`docs/experiments/chess.md`).
#[test]
fn bishop_and_knight_mate() {
    for position in ["3K4/8/1B1k4/8/8/8/5N2/8 w - - 0 1", "8/8/4K3/8/8/1n6/8/2k2b2 b - - 0 1"] {
        let mut table = table_at("chess", Some(position));
        let mut players = ["best:nodes=20000", "best:nodes=2000"]
            .map(|player| table.player(&player.parse().expect(player)).expect(player));
        let stronger = table.side_to_move();
        while table.result().is_none() {
            let player = &mut players[usize::from(table.side_to_move() != stronger)];
            let thought = player.think(&*table, &Limits::default(), &mut |_| {}).expect("a thought");
            table.play(&thought.best.expect("a move")).expect("it is legal");
        }
        let winner = table.result().expect("the game is over").winner;
        assert_eq!(winner, Some(stronger.index() as u8), "{position}");
    }
}
