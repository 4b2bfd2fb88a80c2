//! What there is to say of games in which seeds are sown, and its words in both languages.

use super::super::model::{Rules, Slam, Sowing};
use super::facts::Fact;

/// A sentence about sowing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sows {
    Pits,
    Goes,
    Store,
    Again,
    Laps,
    SkipsOrigin,
    Feeds,
    Takes,
    TakesBefore,
    TakesOpposite,
    Slam,
    Majority,
    Over,
}

/// The facts of each section, with those that hold in other games too.
pub(super) fn facts<'r>(rules: &Rules, sow: &Sowing, ends: Vec<Fact<'r>>) -> [Vec<Fact<'r>>; 5] {
    let told = |facts: &[(bool, Sows)]| -> Vec<Fact<'r>> {
        facts.iter().filter(|(holds, _)| *holds).map(|&(_, sows)| Fact::Sows(sows)).collect()
    };
    let turns = [
        (true, Sows::Goes),
        (sow.store, Sows::Store),
        (sow.again, Sows::Again),
        (sow.laps, Sows::Laps),
        (sow.skips_origin, Sows::SkipsOrigin),
        (sow.feeds, Sows::Feeds),
    ];
    let taking = [
        (sow.takes != 0, Sows::Takes),
        (sow.takes_before, Sows::TakesBefore),
        (sow.takes_opposite, Sows::TakesOpposite),
        (sow.slam != Slam::Takes, Sows::Slam),
    ];
    let mut over = told(&[(!rules.ends.misere, Sows::Majority), (true, Sows::Over)]);
    let also =
        |fact: &Fact<'r>| matches!(fact, Fact::Repetition(_) | Fact::QuietLimit(_) | Fact::MoveLimit(_));
    over.extend(ends.into_iter().filter(also));
    let board = std::iter::once(Fact::Board).chain(told(&[(true, Sows::Pits)])).collect();
    [board, Vec::new(), told(&turns), told(&taking), over]
}

/// The numbers that a set has a bit for, with a word before the last: `2 or 3`.
fn numbers(set: u32, between: &str, last: &str) -> String {
    let numbers: Vec<String> =
        (0..u32::BITS).filter(|bit| set >> bit & 1 != 0).map(|bit| bit.to_string()).collect();
    match numbers.split_last() {
        Some((end, rest)) if !rest.is_empty() => format!("{}{last}{end}", rest.join(between)),
        _ => numbers.concat(),
    }
}

/// In English; `wins` and `loses` are what it means to have more and fewer seeds.
pub(super) fn english(sows: Sows, sow: &Sowing, rules: &Rules, wins: &str) -> String {
    let first = &rules.sides[0].name;
    match sows {
        Sows::Pits => format!(
            "Each side has the pits of the row nearer to it ({first}'s is the lower one), and a store for what it takes. Each pit begins with {} seed{}.",
            sow.seeds,
            if sow.seeds == 1 { "" } else { "s" }
        ),
        Sows::Goes => {
            let way = if sow.clockwise { "clockwise" } else { "counterclockwise" };
            format!("In its turn a side takes up all seeds of one of its pits and sows them one by one into the pits that follow, {way}, the enemy's too.")
        }
        Sows::Store => "In passing it sows into its own store as well, never into the enemy's.".into(),
        Sows::Again => "Who sows the last seed into the own store moves again.".into(),
        Sows::Laps => "If the last seed falls into a pit with seeds, all of that pit are taken up and sown on from there.".into(),
        Sows::SkipsOrigin => "The pit that the seeds come from is passed over.".into(),
        Sows::Feeds => "If the enemy has no seeds, a side must make a move that gives it some, where there is one.".into(),
        Sows::Takes => format!(
            "If the last seed falls into an enemy's pit and makes it hold {}, these are taken.",
            numbers(sow.takes, ", ", " or ")
        ),
        Sows::TakesBefore => "So are those of the pit before it, if that is the enemy's and holds such a number, and so on back.".into(),
        Sows::TakesOpposite => "If the last seed falls into an empty pit of one's own and there are seeds in the pit opposite, both are taken.".into(),
        Sows::Slam => match sow.slam {
            Slam::Takes => String::new(),
            Slam::TakesNothing => "A move that would take all seeds of the enemy takes none.".into(),
            Slam::Forbidden => "A move that would take all seeds of the enemy may not be made.".into(),
        },
        Sows::Majority => format!("Who has taken more than half of the seeds {wins}."),
        Sows::Over => {
            let when = match sow.ends_empty {
                true => "As soon as a side has no seeds in its pits, or cannot move",
                false => "When the side to move cannot",
            };
            format!("{when}, each takes what is in its own pits, and who has more seeds {wins}.")
        }
    }
}

/// In Chinese.
pub(super) fn chinese(sows: Sows, sow: &Sowing, rules: &Rules, wins: &str) -> String {
    let first = &rules.sides[0].name_zh;
    match sows {
        Sows::Pits => {
            format!(
                "靠近自己的一排是自己的穴（{first}为下排），各有一仓存放所得。开局每穴 {} 粒种子。",
                sow.seeds
            )
        }
        Sows::Goes => {
            let way = if sow.clockwise { "顺时针" } else { "逆时针" };
            format!("轮到一方时，取出己方一穴的全部种子，沿{way}方向逐穴各播一粒，也播入对方的穴。")
        }
        Sows::Store => "途经己方之仓也播一粒，对方之仓则跳过。".into(),
        Sows::Again => "最后一粒落入己方之仓者再走一次。".into(),
        Sows::Laps => "最后一粒落入有种子的穴时，取出该穴全部种子接着播。".into(),
        Sows::SkipsOrigin => "取出种子的那一穴跳过不播。".into(),
        Sows::Feeds => "对方没有种子时，若有能给对方种子的走法，必须选择这样的走法。".into(),
        Sows::Takes => {
            format!(
                "最后一粒落入对方的穴，使其恰为 {} 粒时，取走这些种子。",
                numbers(sow.takes, "、", " 或 ")
            )
        }
        Sows::TakesBefore => "其前一穴若也是对方的且恰为此数，同样取走，依次向前。".into(),
        Sows::TakesOpposite => "最后一粒落入己方空穴且对面的穴有种子时，两穴的种子都取走。".into(),
        Sows::Slam => match sow.slam {
            Slam::Takes => String::new(),
            Slam::TakesNothing => "会取走对方全部种子的一步，什么也不取。".into(),
            Slam::Forbidden => "不得走会取走对方全部种子的一步。".into(),
        },
        Sows::Majority => format!("取得半数以上种子者{wins}。"),
        Sows::Over => {
            let when = match sow.ends_empty {
                true => "一方的穴全空，或轮走的一方无法走",
                false => "轮走的一方无法走",
            };
            format!("{when}时，各自收取自己穴中的种子，种子多者{wins}。")
        }
    }
}
