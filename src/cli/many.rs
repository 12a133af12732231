//! Many battles over all cores: what `simulate` and `tournament` share.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::say::complain;

/// What a command that was stopped by Ctrl-C ends with, as everywhere.
pub const STOPPED: u8 = 130;

/// Becomes true when the player wants no more. What has been fought is told all the same; a second
/// Ctrl-C ends the program at once.
pub fn stop_on_ctrl_c() -> Arc<AtomicBool> {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stopped);
    // Without it, Ctrl-C ends the program as it does any other.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(STOPPED));
        }
    });
    stopped
}

/// Does something so many times, so many at once, under a bar that counts `what`. The results are in
/// order whatever the number of jobs, and as many as were done before it was stopped.
pub fn do_all<T: Send>(
    (many, what): (usize, &str),
    jobs: Option<usize>,
    stopped: &AtomicBool,
    work: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>, String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = jobs.unwrap_or(cores).clamp(1, 64);
    let bar = ProgressBar::new(many as u64);
    let template = format!("{{bar:40}} {{pos}} of {{len}} {what}, {{eta}} left");
    bar.set_style(ProgressStyle::with_template(&template).unwrap_or(ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(250));
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut own = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= many || stopped.load(Ordering::Relaxed) {
                return own;
            }
            own.push((number, work(number)));
            bar.inc(1);
        }
    };
    let mut numbered = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(worker)).collect();
        let mut all = Vec::new();
        for worker in workers {
            all.extend(worker.join().map_err(|_| "a battle broke off".to_owned())?);
        }
        Ok::<_, String>(all)
    })?;
    bar.finish_and_clear();
    numbered.sort_by_key(|(number, _)| *number);
    Ok(numbered.into_iter().map(|(_, result)| result).collect())
}

/// Tells of seats that could not go on, and how the command ends.
pub fn end(stopped: bool, failures: &[String]) -> ExitCode {
    for failure in failures {
        complain!("deadly-field: {failure}");
    }
    match (stopped, failures.is_empty()) {
        (true, _) => ExitCode::from(STOPPED),
        (false, true) => ExitCode::SUCCESS,
        (false, false) => ExitCode::from(3),
    }
}
