//! What players say that positions are worth: the text and the win probability of one thought never disagree, and follow
//! from the game, the player and the position alone.

use wanqi_play::record::Evaluation;
use wanqi_play::{Limits, Source, Spec, Table, Thought, Value};

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
        ("connect4", None, "alphabeta:depth=2", "48.9 %", 0.489),
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
