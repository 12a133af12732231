//! Hashes as they are written: sixteen hexadecimal digits.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex(pub u64);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = String::deserialize(deserializer)?;
        let good = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = u64::from_str_radix(&digits, 16).ok().filter(|_| good);
        number.map(Self).ok_or_else(|| {
            serde::de::Error::custom(format!(
                "`{digits}` is no hash; allowed: 16 hexadecimal digits"
            ))
        })
    }
}
