//! Gomocup's protocol, which gomoku tournaments and boards speak (<https://plastovicka.github.io/protocl2en.htm>), with
//! what Yixin's board has added to it.
//!
//! `command` reads what a manager says, `board` is the game that it has told, `time` its limits, `settings` what it sets
//! by INFO, `thinking` asks the player, `swap2` negotiates an opening; here they are put together. Of Yixin's additions
//! (<https://github.com/accreator/Yixin-protocol>, and what its board says beside them) `realtime` has the marks on the board,
//! `balance` moves that leave neither side ahead, `hash` the transposition table.

mod balance;
mod board;
mod command;
mod defence;
mod hash;
mod realtime;
mod settings;
mod swap2;
mod thinking;
mod time;

pub(crate) use board::{read_move, write_move};
pub(crate) use command::Point;

use crate::engine::Engine;
use crate::options;
use crate::{MAX_LENGTH, Say, Session};
use board::GomocupBoard;
use command::{PointContent, PositionLine, Request};
use hash::HashCommand;
use settings::Settings;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use thinking::UnderWay;
use wanqi_play::{Error, Spec, quoted};

/// A conversation with a manager of gomoku tournaments, or with a board.
pub struct Gomocup {
    say: Say,
    /// Set when the manager has told us to leave: nothing is said after that.
    left: Arc<AtomicBool>,
    /// `None` before a game has been started.
    board: Option<GomocupBoard>,
    engine: Engine,
    /// The player asked for; `None` for the strongest of the game.
    player: Option<Spec>,
    settings: Settings,
    /// What the player was seated with last.
    seated: Option<options::Settings>,
    /// The lines of a position of which not all have been told.
    block: Option<Block>,
    /// The command that the next line names a file for.
    wants_file: Option<HashCommand>,
    under_way: Option<UnderWay>,
    /// What was answered last without being played: whoever says TURN next has played it.
    answered: Vec<Point>,
}

/// A position that is being told, line by line.
struct Block {
    /// The command that began it.
    name: &'static str,
    points: Vec<(Point, Option<PointContent>)>,
    /// The first of its lines that could not be read.
    wrong: Option<String>,
}

/// Commands that lines up to DONE follow.
const BLOCKS: [&str; 5] = ["BOARD", "YXBOARD", "SWAP2BOARD", "YXBLOCK", "YXBLOCKUNDO"];
/// The same of Yixin's board that are not known here: its database, blocked lines and the negotiations of Soosõrv.
const UNKNOWN_BLOCKS: [&str; 9] = [
    "YXBLOCKPATH",
    "YXBLOCKPATHUNDO",
    "YXQUERYDATABASEALL",
    "YXSETBESTMOVEDATABASE",
    "YXCLEARBESTMOVEDATABASE",
    "YXSOOSORVSTEP2",
    "YXSOOSORVSTEP3",
    "YXSOOSORVSTEP5",
    "YXSOOSORVSTEP6",
];
/// Commands that tell another position: what is thought of the one before is answered at once, with what there is.
const NEW_POSITIONS: [&str; 7] = ["START", "RECTSTART", "RESTART", "BEGIN", "BOARD", "YXBOARD", "SWAP2BOARD"];
/// More stones than this stand on no board.
const MAX_POINTS: usize = 400;

/// What is answered, or `None` if nothing is, or later; or why nothing could be done.
type Reply = Result<Option<String>, String>;

const OK: Reply = Ok(None);

fn said(text: impl Into<String>) -> Reply {
    Ok(Some(text.into()))
}

impl Gomocup {
    /// Sits down; the manager says at which board. `player` thinks, or if it is `None` the strongest of gomoku; its own
    /// limits hold beside the manager's.
    ///
    /// # Errors
    /// If there is no such player of gomoku.
    pub fn new(player: Option<Spec>, say: Say) -> Result<Gomocup, Error> {
        let left = Arc::new(AtomicBool::new(false));
        let gone = Arc::clone(&left);
        let say: Say = Arc::new(move |line| {
            if !gone.load(Ordering::Relaxed) {
                say(line);
            }
        });
        let gomocup = Gomocup {
            engine: Engine::new(Arc::clone(&say)),
            say,
            left,
            board: None,
            player,
            settings: Settings::default(),
            seated: None,
            block: None,
            wants_file: None,
            under_way: None,
            answered: Vec::new(),
        };
        // A player that does not exist is told at once.
        let table = GomocupBoard::usual()?.table()?;
        options::player(&*table, gomocup.player.as_ref(), &options::Settings::default())?;
        Ok(gomocup)
    }

    /// Does what is asked, and says the answer if it is not a search that will. What cannot be done changes nothing.
    fn respond(&mut self, act: impl FnOnce(&mut Gomocup) -> Reply) {
        let before = (self.board.clone(), self.answered.clone());
        match act(self) {
            Ok(None) => {}
            Ok(Some(text)) => (self.say)(text),
            Err(why) => {
                (self.board, self.answered) = before;
                (self.say)(format!("ERROR {why}"));
            }
        }
    }

    fn answer(&mut self, request: &Request) -> Reply {
        if let Some(&name) = BLOCKS.iter().chain(&UNKNOWN_BLOCKS).find(|&&name| name == request.name) {
            self.block = Some(Block { name, points: Vec::new(), wrong: None });
            // Some say all of it in one line.
            for word in &request.arguments {
                self.in_block(word);
            }
            return OK;
        }
        match request.name.as_str() {
            "START" => {
                let extent = request.extent()?;
                self.start(extent)
            }
            "RECTSTART" => {
                let Point { x: width, y: height } = request.pair()?;
                self.start([width, height])
            }
            "RESTART" => {
                self.board()?.clear();
                self.begin();
                said("OK")
            }
            "BEGIN" => {
                self.board()?;
                self.think_of_move()
            }
            "TURN" => {
                let point = request.pair()?;
                self.turn(point)
            }
            "TAKEBACK" => {
                let point = request.pair()?;
                self.board()?.take_back(point)?;
                said("OK")
            }
            "PLAY" => {
                let point = request.pair()?;
                self.board()?.put(point)?;
                said(point.to_string())
            }
            "YXSHOWFORBID" => said(self.forbidden()?),
            "YXSHOWINFO" => {
                self.settings.meet_yixin();
                self.show_info()
            }
            "YXHASHCLEAR" => {
                self.engine.forget();
                OK
            }
            "YXSHOWHASHUSAGE" => self.hash_usage(),
            "YXHASHDUMP" => self.hash_file(HashCommand::Dump, &request.arguments.join(" ")),
            "YXHASHLOAD" => self.hash_file(HashCommand::Load, &request.arguments.join(" ")),
            "YXNBEST" => {
                let lines = request.number()?;
                self.board()?;
                self.think_of_lines(lines)
            }
            "YXSEARCHDEFEND" => {
                self.board()?;
                self.think_of_defences()
            }
            "YXBALANCEONE" => self.balance(1, request),
            "YXBALANCETWO" => self.balance(2, request),
            "YXSWAP2STEP1" => self.swap2_of_yixin(1),
            "YXSWAP2STEP2" => self.swap2_of_yixin(2),
            "YXSWAP2STEP3" => self.swap2_of_yixin(3),
            "YXBLOCKRESET" => {
                self.board()?.unblock_all();
                OK
            }
            name => said(unknown(name)),
        }
    }

    fn board(&mut self) -> Result<&mut GomocupBoard, String> {
        self.board.as_mut().ok_or_else(|| "no game has been started: START 15".into())
    }

    fn start(&mut self, extent: [u8; 2]) -> Reply {
        // A table takes no rows for as many as columns.
        if extent[1] == 0 {
            return Err("rows are from 5 to 20, not 0".into());
        }
        let mut board = GomocupBoard::new(extent, self.settings.rule()).map_err(|error| error.to_string())?;
        if let Some(before) = &self.board {
            board.keep_blocked(before);
            // What is known of a board is not of one of another shape.
            if before.extent() != board.extent() {
                self.engine.forget();
            }
        }
        self.board = Some(board);
        self.begin();
        self.seat()?;
        if let Some(table) = self.board.as_ref().and_then(|board| board.table().ok()) {
            self.engine.warm_up(&*table);
        }
        said("OK")
    }

    /// A new match; to Yixin's board, which tells every position so, the same one, and it says itself when all is to be
    /// forgotten.
    fn begin(&mut self) {
        if !self.settings.is_yixin() {
            self.engine.forget();
        }
        self.settings.times.begin();
    }

    /// The other side moves, and we answer.
    fn turn(&mut self, point: Point) -> Reply {
        let continuous = self.settings.is_continuous();
        let answered = std::mem::take(&mut self.answered);
        let board = self.board()?;
        answered.into_iter().chain([point]).try_for_each(|point| board.put(point))?;
        // In a continuous game the next one begins, and nobody asks who has won this one.
        if continuous && board.table().is_ok_and(|table| table.result().is_some()) {
            board.clear();
        }
        self.think_of_move()
    }

    /// A line of a position that is being told.
    fn in_block(&mut self, text: &str) {
        let Some(block) = &mut self.block else { return };
        match PositionLine::read(text) {
            Ok(PositionLine::Done) => {
                if let Some(block) = self.block.take() {
                    self.respond(|gomocup| gomocup.after_block(block));
                }
            }
            Ok(PositionLine::Point(point, field)) if block.points.len() < MAX_POINTS => {
                block.points.push((point, field));
            }
            Ok(PositionLine::Point(..)) => {
                block.wrong.get_or_insert_with(|| format!("more than {MAX_POINTS} points"));
            }
            Err(why) => {
                block.wrong.get_or_insert(why);
            }
        }
    }

    /// A position has been told.
    fn after_block(&mut self, block: Block) -> Reply {
        if let Some(why) = block.wrong {
            return Err(why);
        }
        let points = || block.points.iter().map(|&(point, _)| point);
        if UNKNOWN_BLOCKS.contains(&block.name) {
            return said(unknown(block.name));
        }
        match block.name {
            "BOARD" | "YXBOARD" => {
                let field = |&(point, field): &(Point, Option<PointContent>)| {
                    Ok((
                        point,
                        field.ok_or_else(|| format!("whose is the stone on {point}: {point},1 or 2"))?,
                    ))
                };
                let fields: Vec<_> = block.points.iter().map(field).collect::<Result<_, String>>()?;
                self.board()?.set(&fields)?;
                if block.name == "BOARD" {
                    return self.think_of_move();
                }
            }
            "SWAP2BOARD" => {
                let points: Vec<Point> = points().collect();
                self.swap2(&points)?;
            }
            name => {
                let board = self.board()?;
                let mut blocked = board.clone();
                points().try_for_each(|point| blocked.block(point, name == "YXBLOCK"))?;
                *board = blocked;
            }
        }
        OK
    }

    /// The points that renju forbids to Black, if Black is to move: two digits a number, x and y.
    fn forbidden(&mut self) -> Result<String, String> {
        let table = self.board()?.table().map_err(|error| error.to_string())?;
        let layout = table.layout();
        let point = |&point: &u16| {
            let point = &layout.points[usize::from(point)];
            format!("{:02}{:02}", point.column, point.row)
        };
        Ok(format!("FORBID {}.", table.view().scene.forbidden.iter().map(point).collect::<String>()))
    }

    fn info(&mut self, request: &Request) {
        let [key, value @ ..] = request.arguments.as_slice() else { return };
        if let Err(why) = self.settings.set(key, &value.join(" ")) {
            // A manager hears no answer to INFO.
            (self.say)(format!("MESSAGE {why}"));
            return;
        }
        if let Some(board) = &mut self.board {
            board.set_rule(self.settings.rule());
            // Room for what is learned is made before the clock runs.
            if !self.engine.is_thinking() && self.under_way.is_none() {
                let _told_when_a_move_is_asked_for = self.seat();
            }
        }
    }

    /// Seats the player with the settings, if they have changed.
    fn seat(&mut self) -> Result<(), String> {
        let settings = self.settings.of_player();
        if self.seated.as_ref() == Some(&settings) && self.engine.is_idle() {
            return Ok(());
        }
        let table = self.board()?.table().or_else(|_| GomocupBoard::usual()?.table());
        let table = table.map_err(|error| error.to_string())?;
        self.engine.unseat();
        let player = options::player(&*table, self.player.as_ref(), &settings);
        self.engine.seat(player.map_err(|error| error.to_string())?);
        self.seated = Some(settings);
        Ok(())
    }
}

impl Session for Gomocup {
    fn line(&mut self, line: &str) -> bool {
        let Some(request) = Request::read(line) else { return true };
        if let Some(command) = self.wants_file.take() {
            self.respond(|gomocup| gomocup.hash_file(command, line));
            return true;
        }
        // What is asked at any time, whatever goes on.
        match request.name.as_str() {
            "END" => {
                self.left.store(true, Ordering::Relaxed);
                return false;
            }
            "YXSTOP" => {
                self.engine.stop();
                return true;
            }
            _ => {}
        }
        if self.block.is_some() {
            // A line may hold several points, and a point spaces.
            let words: Vec<&str> = std::iter::once(request.name.as_str())
                .chain(request.arguments.iter().map(String::as_str))
                .collect();
            match words.iter().all(|word| PositionLine::read(word).is_ok()) {
                true => words.iter().for_each(|word| self.in_block(word)),
                false => self.in_block(&words.concat()),
            }
            return true;
        }
        match request.name.as_str() {
            "INFO" => self.info(&request),
            "ABOUT" => (self.say)(about()),
            name => {
                if NEW_POSITIONS.contains(&name) {
                    self.engine.stop();
                }
                self.settle();
                if NEW_POSITIONS.contains(&name) || ["PLAY", "TAKEBACK"].contains(&name) {
                    self.answered.clear();
                }
                self.respond(|gomocup| gomocup.answer(&request));
            }
        }
        true
    }

    fn line_meanwhile(&mut self, line: &str) -> bool {
        let name = Request::read(line).map(|request| request.name).unwrap_or_default();
        let is_at_any_time = matches!(name.as_str(), "YXSTOP" | "INFO" | "ABOUT");
        if is_at_any_time || self.block.is_some() || self.wants_file.is_some() {
            return self.line(line);
        }
        if NEW_POSITIONS.contains(&name.as_str()) || name == "END" {
            self.engine.stop();
        }
        false
    }

    fn too_long(&mut self) {
        match &mut self.block {
            Some(block) => {
                block.wrong.get_or_insert_with(|| format!("a line of more than {MAX_LENGTH} bytes"));
            }
            None => (self.say)(format!("ERROR a line of more than {MAX_LENGTH} bytes")),
        }
    }

    fn wait(&mut self) {
        self.engine.wait();
    }

    fn end(&mut self) {
        self.engine.end();
    }
}

fn unknown(name: &str) -> String {
    format!("UNKNOWN command {}", quoted(name))
}

fn about() -> String {
    format!(
        r#"name="Wanqi", version="{}", author="the Wanqi authors", country="""#,
        env!("CARGO_PKG_VERSION")
    )
}
