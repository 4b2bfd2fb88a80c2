//! A server, workers and coordinators as programs of their own, to be killed and restarted: for the tests, and at full length for
//! `cargo xtask cluster`.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The longest that anything is waited for.
const LONG: Duration = Duration::from_secs(60);
/// The longest that a command takes.
const LONGEST: Duration = Duration::from_secs(3600);

/// A port that nobody listens at.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("it has an address").port()
}

/// Waits until something is so.
pub fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < LONG, "waited in vain for {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A program that is killed when it is no longer needed.
pub struct Running {
    child: Child,
    /// What it says on standard error and output, in a file.
    said: PathBuf,
}

impl Running {
    /// Starts a command that writes into a file.
    pub fn start(command: &mut Command, said: PathBuf) -> Running {
        let file = File::create(&said).expect("a file");
        let both = file.try_clone().expect("a file");
        let child = command.stdin(Stdio::null()).stdout(both).stderr(file).spawn();
        Running { child: child.unwrap_or_else(|error| panic!("{command:?}: {error}")), said }
    }

    /// Ends it at once, as a crash or a loss of power does.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Processor time that it has used so far, in seconds, where the system says so: fields 14 and 15 of
    /// <https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html>, in hundredths.
    #[allow(dead_code, reason = "the tests measure nothing")]
    pub fn processor_time(&self) -> Option<f64> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let times = stat.rsplit_once(')')?.1.split_whitespace().skip(11).take(2);
        times.map(|ticks| ticks.parse::<f64>().ok()).sum::<Option<f64>>().map(|ticks| ticks / 100.0)
    }

    /// Ctrl-C.
    pub fn interrupt(&self) {
        let status = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(status.expect("kill is there").success());
    }

    /// Whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("it can be asked").is_some()
    }

    /// Waits for its end; whether it was a success.
    pub fn end(&mut self) -> bool {
        let began = Instant::now();
        while !self.has_ended() {
            assert!(began.elapsed() < LONGEST, "it does not end: {}", self.said());
            thread::sleep(Duration::from_millis(20));
        }
        self.child.wait().expect("it has ended").success()
    }

    /// All that it has said.
    pub fn said(&self) -> String {
        fs::read_to_string(&self.said).unwrap_or_default()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A server and the folder in which everything is.
pub struct Machines {
    wanqi: PathBuf,
    folder: PathBuf,
    port: u16,
    server: Option<Running>,
    started: usize,
    /// More of what the server is told: who may use it, and how.
    config: String,
}

impl Machines {
    /// Starts a server for programs of a build.
    pub fn start(wanqi: &Path, folder: &Path) -> Machines {
        Machines::start_with(wanqi, folder, String::new())
    }

    /// The same with a server that is told more.
    pub fn start_with(wanqi: &Path, folder: &Path, config: String) -> Machines {
        let (wanqi, folder) = (wanqi.to_owned(), folder.to_owned());
        let mut machines = Machines { wanqi, folder, port: free_port(), server: None, started: 0, config };
        machines.restart();
        machines
    }

    /// Kills the server, and starts it again where it was.
    pub fn restart(&mut self) {
        self.server = None;
        let config = self.folder.join("server.conf");
        fs::write(&config, &self.config).expect("a file");
        let mut command = Command::new("nats-server");
        command.args(["-js", "-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"]);
        command.arg(self.folder.join("jetstream")).arg("-c").arg(config);
        self.started += 1;
        let log = self.folder.join(format!("server-{}.txt", self.started));
        self.server = Some(Running::start(&mut command, log));
        let port = self.port;
        wait_until("the server", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    }

    /// Kills the server with all that it has kept, and starts another.
    pub fn lose(&mut self) {
        self.server = None;
        fs::remove_dir_all(self.folder.join("jetstream")).expect("it was there");
        self.restart();
    }

    /// The port of the server.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address of the server.
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// A worker with a thread.
    pub fn worker(&mut self, address: &str, options: &[&str]) -> Running {
        self.started += 1;
        let mut command = self.wanqi("worker-data");
        command.args(["worker", address, "--threads", "1"]).args(options);
        Running::start(&mut command, self.folder.join(format!("worker-{}.txt", self.started)))
    }

    /// The program with a data folder of this name.
    pub fn wanqi(&self, data: &str) -> Command {
        let mut command = Command::new(&self.wanqi);
        command.env("WANQI_DATA_DIR", self.folder.join(data));
        command
    }

    /// A command whose answer goes to a file of this name, `.out`, and its remarks to another.
    pub fn coordinator(&self, name: &str, data: &str, arguments: &[&str]) -> Coordinator {
        let (out, said) = (self.folder.join(format!("{name}.out")), self.folder.join(format!("{name}.txt")));
        let mut command = self.wanqi(data);
        let answer = File::create(&out).expect("a file");
        let remarks = File::create(&said).expect("a file");
        let child = command.args(arguments).stdin(Stdio::null()).stdout(answer).stderr(remarks).spawn();
        Coordinator { running: Running { child: child.expect("the program starts"), said }, out }
    }

    /// What a command answers.
    pub fn answer(&self, data: &str, arguments: &[&str]) -> String {
        let Output { status, stdout, stderr } = self.wanqi(data).args(arguments).output().expect("it starts");
        assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).expect("text")
    }

    /// Waits until something of a coordinator's newest job is done.
    pub fn wait_for_units(&self, data: &str) {
        wait_until("some units", || self.done(data)[0] > 0);
    }

    /// Units done of a coordinator's newest job, and all of them.
    pub fn done(&self, data: &str) -> [u64; 2] {
        let jobs = self.answer(data, &["jobs", "--json"]);
        let jobs: serde_json::Value = serde_json::from_str(&jobs).expect("JSON");
        ["done", "units"].map(|field| jobs["jobs"][0][field].as_u64().unwrap_or_default())
    }

    /// Waits until a job has put units into its stream, which is the last thing that it makes.
    pub fn wait_for_stream(&self, job: &str) {
        let subject = format!("$JS.API.STREAM.INFO.wanqi-{job}-units");
        wait_until("the job's units", || {
            let said = converse(self.port, &[(subject.clone(), Vec::new())], true);
            said.split_once("\"messages\":").is_some_and(|(_, rest)| !rest.starts_with('0'))
        });
    }
}

/// A command that hands out units.
pub struct Coordinator {
    pub running: Running,
    out: PathBuf,
}

impl Coordinator {
    /// The id of its job, once it is known.
    pub fn job(&self) -> String {
        let id = || self.running.said().strip_prefix("job ")?.split_once(':').map(|(id, _)| id.to_owned());
        wait_until("a job", || id().is_some());
        id().expect("it is there")
    }

    /// Its answer, when it has ended.
    pub fn answer(&mut self) -> String {
        let success = self.running.end();
        assert!(success, "{}", self.running.said());
        fs::read_to_string(&self.out).expect("an answer")
    }
}

/// Says something to the server that no program of ours says: `PUB` of NATS's protocol,
/// <https://docs.nats.io/reference/reference-protocols/nats-protocol>.
pub fn publish(port: u16, messages: &[(String, Vec<u8>)]) {
    converse(port, messages, false);
}

/// The same; with `answered` each message asks for an answer, which is a part of what is returned.
fn converse(port: u16, messages: &[(String, Vec<u8>)], answered: bool) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the server");
    stream.write_all(b"CONNECT {\"verbose\":false}\r\n").expect("written");
    let inbox = if answered { "answers " } else { "" };
    stream.write_all(b"SUB answers 1\r\n").expect("written");
    for (subject, payload) in messages {
        write!(stream, "PUB {subject} {inbox}{}\r\n", payload.len()).expect("written");
        stream.write_all(payload).expect("written");
        stream.write_all(b"\r\n").expect("written");
    }
    stream.write_all(b"PING\r\n").expect("written");
    let mut said = String::new();
    // An answer ends with a brace and a line end; it may come before the other one.
    let is_answered =
        |said: &str| said.split_once("MSG answers").is_some_and(|(_, answer)| answer.contains("}\r\n"));
    while !said.contains("PONG") || answered && !is_answered(&said) {
        let mut some = [0; 4096];
        let count = stream.read(&mut some).expect("read");
        assert!(count > 0, "the server has said {said}");
        said += &String::from_utf8_lossy(&some[..count]);
    }
    said
}

/// A wire to a server that can be cut.
pub struct Wire {
    pub port: u16,
    cut: Arc<AtomicBool>,
}

impl Wire {
    /// A wire to the server at a port.
    pub fn to(port: u16) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let own = listener.local_addr().expect("it has an address").port();
        let cut = Arc::new(AtomicBool::new(false));
        let wire = Wire { port: own, cut: cut.clone() };
        thread::spawn(move || {
            for near in listener.incoming().flatten() {
                let far = TcpStream::connect(("127.0.0.1", port));
                if let Ok(far) = far
                    && !cut.load(Ordering::Relaxed)
                {
                    pass(&near, &far, &cut);
                    pass(&far, &near, &cut);
                }
            }
        });
        wire
    }

    /// Nothing passes any more, and nobody is told: what is sent is lost.
    pub fn cut(&self) {
        self.cut.store(true, Ordering::Relaxed);
    }

    /// New connections pass; old ones are gone.
    pub fn mend(&self) {
        self.cut.store(false, Ordering::Relaxed);
    }
}

/// Passes on what comes; what comes while the wire is cut is lost, and the connection with it.
fn pass(from: &TcpStream, to: &TcpStream, cut: &Arc<AtomicBool>) {
    let (Ok(mut from), Ok(mut to)) = (from.try_clone(), to.try_clone()) else { return };
    let cut = cut.clone();
    thread::spawn(move || {
        let _ = from.set_read_timeout(Some(Duration::from_millis(100)));
        let (mut some, mut lost) = ([0; 65536], false);
        loop {
            let was_cut = cut.load(Ordering::Relaxed);
            if lost && !was_cut {
                break;
            }
            lost |= was_cut;
            match from.read(&mut some) {
                Ok(0) => break,
                Ok(_) if was_cut => {}
                Ok(count) if to.write_all(&some[..count]).is_ok() => {}
                Ok(_) => break,
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                }
                Err(_) => break,
            }
        }
        let _ = from.shutdown(std::net::Shutdown::Both);
        let _ = to.shutdown(std::net::Shutdown::Both);
    });
}

/// Kills workers and restarts the server in the middle of a match, one after the other as it goes on, at least so long one after
/// the other, and begins other workers in the place of those that were killed. Returns what the match has answered, what its coordinator has said, and how many kills there were.
pub fn disturbed(
    machines: &mut Machines,
    arguments: &[&str],
    [kills, restarts]: [usize; 2],
    between: Duration,
) -> (String, String, usize) {
    let address = machines.address();
    let mut workers: Vec<Running> = (0..2).map(|_| machines.worker(&address, &[])).collect();
    let on = [arguments, &["--on", &address]].concat();
    let mut coordinator = machines.coordinator("disturbed", "coordinator", &on);
    coordinator.job();
    let mut killed = 0;
    for kill in 1..=kills {
        thread::sleep(between);
        // Half of the match is left after the last kill: what is done is asked of a command, which is slow where all else is busy.
        let is_due = |[done, units]: [u64; 2]| done * kills as u64 * 2 >= units * kill as u64 && units > 0;
        let began = Instant::now();
        while !coordinator.running.has_ended() && !is_due(machines.done("coordinator")) {
            assert!(began.elapsed() < LONG, "the match stands still: {}", coordinator.running.said());
            thread::sleep(Duration::from_millis(50));
        }
        if coordinator.running.has_ended() {
            break;
        }
        let at = kill % workers.len();
        workers[at].kill();
        workers[at] = machines.worker(&address, &[]);
        killed += 1;
        if restarts > 0 && kill % (kills / restarts) == 0 {
            machines.restart();
        }
    }
    let answer = coordinator.answer();
    (answer, coordinator.running.said(), killed)
}

/// Cuts the only wire to the server in the middle of a match, for the coordinator and both workers. Returns what the match has
/// answered, and what its coordinator has said.
pub fn cut(machines: &mut Machines, arguments: &[&str], time: Duration) -> (String, String) {
    let wire = Wire::to(machines.port());
    let address = format!("nats://127.0.0.1:{}", wire.port);
    let _workers = [machines.worker(&address, &[]), machines.worker(&address, &[])];
    let mut coordinator = machines.coordinator("cut", "cut", &[arguments, &["--on", &address]].concat());
    coordinator.job();
    machines.wait_for_units("cut");
    assert!(!coordinator.running.has_ended(), "the match is long enough");
    wire.cut();
    thread::sleep(time);
    wire.mend();
    let answer = coordinator.answer();
    (answer, coordinator.running.said())
}
