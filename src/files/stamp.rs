//! Days and hours, for the names of files.

use std::time::{SystemTime, UNIX_EPOCH};

/// Year, month, day, hour, minute and second of a moment, in universal time.
fn civil(at: SystemTime) -> [i64; 6] {
    let seconds = at
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs() as i64);
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Counted from 1 March of the year 0, so that the odd day of a leap year comes last.
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day = days.rem_euclid(146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let in_year = day - (365 * year + year / 4 - year / 100);
    let from_march = (5 * in_year + 2) / 153;
    let of_month = in_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year + era * 400 + i64::from(month <= 2);
    [
        year,
        month,
        of_month,
        rest / 3_600,
        rest / 60 % 60,
        rest % 60,
    ]
}

/// A moment as the name of a file has it: `2026-11-17-194830`.
pub fn stamp(at: SystemTime) -> String {
    let [year, month, day, hour, minute, second] = civil(at);
    format!("{year:04}-{month:02}-{day:02}-{hour:02}{minute:02}{second:02}")
}

/// A day for people: `2026-11-17`.
pub fn day(at: SystemTime) -> String {
    let [year, month, day, ..] = civil(at);
    format!("{year:04}-{month:02}-{day:02}")
}

/// How long ago something was, for people.
pub fn ago(then: SystemTime, now: SystemTime) -> String {
    let seconds = now.duration_since(then).map_or(0, |since| since.as_secs());
    let so_many = |count: u64, what: &str| {
        let many = if count == 1 { "" } else { "s" };
        format!("{count} {what}{many} ago")
    };
    match seconds {
        0..60 => "just now".to_owned(),
        60..3_600 => so_many(seconds / 60, "minute"),
        3_600..86_400 => so_many(seconds / 3_600, "hour"),
        86_400..1_209_600 => so_many(seconds / 86_400, "day"),
        _ => day(then),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn days_are_counted_right() {
        let at = |seconds: u64| UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(stamp(at(0)), "1970-01-01-000000");
        assert_eq!(stamp(at(951_782_399)), "2000-02-28-235959");
        assert_eq!(stamp(at(951_782_400)), "2000-02-29-000000");
        assert_eq!(stamp(at(951_868_800)), "2000-03-01-000000");
        assert_eq!(stamp(at(1_794_944_910)), "2026-11-17-194830");
        assert_eq!(stamp(at(4_102_444_800)), "2100-01-01-000000");
    }

    #[test]
    fn ages_read_well() {
        let now = UNIX_EPOCH + Duration::from_secs(1_794_944_910);
        let before = |seconds: u64| ago(now - Duration::from_secs(seconds), now);
        assert_eq!(before(5), "just now");
        assert_eq!(before(60), "1 minute ago");
        assert_eq!(before(7_300), "2 hours ago");
        assert_eq!(before(3 * 86_400), "3 days ago");
        assert_eq!(before(40 * 86_400), "2026-10-08");
        assert_eq!(ago(now + Duration::from_secs(9), now), "just now");
    }
}
