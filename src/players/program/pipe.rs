//! A program's standard input and output, without ever waiting for it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that is read.
const MOST: u64 = 1 << 20;

/// How many lines are taken from it before the first of them is listened to.
const AHEAD: usize = 8;

/// How many lines it may leave unread.
const UNREAD: usize = 1_000;

/// How long a program may take to end when the battle is over.
const FAREWELL: Duration = Duration::from_secs(2);

/// How long what it still has to tell a person is waited for when it has ended: somebody whom it has
/// started may go on for ever.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// What comes from a program.
pub enum Heard {
    /// A line.
    Line(String),
    /// A line that is not ended within all measure.
    TooLong,
    /// It does not read what it is told.
    Deaf,
    /// It writes no more.
    End,
    /// Nothing yet.
    Nothing,
}

/// A running program.
pub struct Pipe {
    child: Child,
    lines: Receiver<Heard>,
    /// Dropped to close its standard input.
    write: Option<SyncSender<String>>,
    /// It does not read what it is told.
    deaf: bool,
    /// The shell and all that it has started are a group of their own.
    group: bool,
    /// Closed when its standard error has ended.
    told: Receiver<()>,
}

impl Pipe {
    /// Starts a command through the shell. Its standard error goes to ours, but is not ours: whoever
    /// waits for the end of ours need not wait for those that a program leaves behind.
    pub fn start(command: &str) -> io::Result<Self> {
        let (shell, flag) = if cfg!(windows) {
            ("cmd", "/C")
        } else {
            ("sh", "-c")
        };
        let mut start = Command::new(shell);
        start.stdin(Stdio::piped()).stdout(Stdio::piped());
        start.stderr(Stdio::piped());
        let simple = cfg!(unix) && is_simple(command);
        if simple {
            start.args([flag, &format!("exec {command}")]);
        } else {
            start.args([flag, command]);
        }
        #[cfg(unix)]
        if !simple {
            std::os::unix::process::CommandExt::process_group(&mut start, 0);
        }
        let mut child = start.spawn()?;
        let missing = || io::Error::other("no pipe");
        let mut input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let aside = child.stderr.take().ok_or_else(missing)?;
        let (tell, told) = sync_channel(0);
        thread::spawn(move || {
            pass_on(aside);
            drop(tell);
        });
        let (hear, lines) = sync_channel(AHEAD);
        thread::spawn(move || listen(output, &hear));
        let (write, written) = sync_channel::<String>(UNREAD);
        // A program that does not read stops only this thread.
        thread::spawn(move || {
            for line in written {
                let told = writeln!(input, "{line}").and_then(|()| input.flush());
                if told.is_err() {
                    return;
                }
            }
        });
        Ok(Self {
            child,
            lines,
            write: Some(write),
            deaf: false,
            group: cfg!(unix) && !simple,
            told,
        })
    }

    /// Writes a line some time.
    pub fn write(&mut self, line: String) {
        if let Some(write) = &self.write {
            // Whoever has ended is found out when he is listened to.
            self.deaf |= matches!(write.try_send(line), Err(TrySendError::Full(_)));
        }
    }

    /// The next line, if it comes within that time.
    pub fn hear(&self, within: Duration) -> Heard {
        if self.deaf {
            return Heard::Deaf;
        }
        match self.lines.recv_timeout(within) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// Lets the program end by itself.
    pub fn end(mut self) {
        self.write = None;
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // It may have ended by itself; nothing is owed to it any more.
        if self.group {
            let all = format!("kill -s KILL -- -{}", self.child.id());
            let mut end = Command::new("sh");
            end.args(["-c", &all]).stderr(Stdio::null());
            let _ = end.status();
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = self.told.recv_timeout(LAST_WORDS);
    }
}

/// Passes on what a program tells a person.
fn pass_on(mut aside: impl Read) {
    let mut bytes = [0; 4096];
    loop {
        match aside.read(&mut bytes) {
            Ok(0) => return,
            // Where nobody hears it, it is still taken from the program.
            Ok(read) => drop(io::stderr().write_all(&bytes[..read])),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// Whether a command is one program with its arguments. It takes the place of the shell, so that it ends
/// when it is ended, and not only the shell.
fn is_simple(command: &str) -> bool {
    let sets = |word: &str| word.contains('=');
    let first = command.split_whitespace().next();
    !command.contains([';', '&', '|', '(', ')', '{', '}', '\n']) && !first.is_some_and(sets)
}

fn listen(output: impl Read, hear: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(MOST).read_until(b'\n', &mut line);
        let heard = match read {
            Ok(0) | Err(_) => Heard::End,
            Ok(read) if read as u64 == MOST && !line.ends_with(b"\n") => Heard::TooLong,
            Ok(_) => Heard::Line(String::from_utf8_lossy(&line).trim_end().to_owned()),
        };
        let last = !matches!(heard, Heard::Line(_));
        // An empty line says nothing.
        let empty = matches!(&heard, Heard::Line(line) if line.is_empty());
        if !empty && hear.send(heard).is_err() || last {
            return;
        }
    }
}
