//! Values of options that are more than a word or a number.

use std::time::Duration;

pub(crate) fn parse<T: std::str::FromStr>(text: &str) -> Result<T, String>
where
    T::Err: std::fmt::Display,
{
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// A number of seconds, or a number with a unit.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let seconds = match unit.trim() {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("'{unit}' is no unit of time; there are ms, s, m and h")),
    };
    let number: f64 = number.parse().map_err(|_| "not a time such as 10s or 500ms".to_owned())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| "the time is too long".to_owned())
}

/// A number of bytes, or a number with a unit; each unit is 1024 of the one before.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let unit = unit.trim().to_ascii_lowercase();
    let shift = match unit.strip_suffix("ib").or(unit.strip_suffix('b')).unwrap_or(&unit) {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err(format!("'{unit}' is no unit of memory; there are K, M, G and T")),
    };
    if number.is_empty() {
        return Err("not a size such as 512M or 2G".to_owned());
    }
    let number: Option<u64> = number.parse().ok();
    number.and_then(|number| number.checked_mul(1 << shift)).ok_or_else(|| "the size is too large".to_owned())
}

/// Every `of`-th puzzle, beginning with the `first`-th, both counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shard {
    pub(crate) first: u64,
    pub(crate) of: u64,
}

impl Shard {
    /// Whether the puzzle with this number, counted from 0, is taken.
    pub(crate) fn takes(self, number: u64) -> bool {
        number % self.of == self.first - 1
    }
}

pub(crate) fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/').and_then(|(first, of)| Some((first.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((first, of)) if (1..=of).contains(&first) => Ok(Shard { first, of }),
        _ => Err("not a part such as 1/4: I of N, from 1/N to N/N".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use crate::program::option_values::{Shard, duration, shard, size};
    use std::time::Duration;

    #[test]
    fn times_have_units() {
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("2"), Ok(Duration::from_secs(2)));
        for wrong in ["", "s", "x", "10d", "1..2s", "-1s", "99999999999999999999h"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("512M"), Ok(512 << 20));
        assert_eq!(size("2G"), Ok(2 << 30));
        assert_eq!(size("2 GiB"), Ok(2 << 30));
        assert_eq!(size("64kb"), Ok(64 << 10));
        assert_eq!(size("100"), Ok(100));
        assert_eq!(size("0"), Ok(0));
        for wrong in ["", "M", "x", "1.5G", "-1", "1X", "99999999999999999999", "99999999999T"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_puzzle_is_in_one_shard() {
        let shards: Vec<Shard> = (1..=3).map(|first| shard(&format!("{first}/3")).unwrap()).collect();
        for number in 0..10 {
            assert_eq!(shards.iter().filter(|shard| shard.takes(number)).count(), 1);
        }
        assert!(shards[0].takes(0) && shards[2].takes(2));
        for wrong in ["", "1", "0/3", "4/3", "1/0", "0/0", "-1/3", "1/3/5", "a/b"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
