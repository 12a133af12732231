//! Enums that are spelled the same way in files, requests, answers and messages.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Index;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

/// A closed set of values, each with the one name by which files and people call it.
pub trait Named: Copy + Eq + 'static {
    /// What a value of the set is called in a message, e.g. "infantry weapon".
    const WHAT: &'static str;
    /// All values, in the order of the book's charts.
    const ALL: &'static [Self];

    /// The name in files and answers.
    fn name(self) -> &'static str;

    /// The position in [`Named::ALL`].
    fn index(self) -> usize;

    /// The value of that name.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.name() == name)
    }

    /// All names, for messages that say what is allowed.
    fn allowed() -> String {
        let names: Vec<_> = Self::ALL.iter().map(|value| value.name()).collect();
        names.join(", ")
    }
}

/// Declares a [`Named`] enum with its spelling, and (de)serialises it by name.
macro_rules! named {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident: $what:literal {
            $($(#[$variant_meta:meta])* $variant:ident = $text:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $name {
            $($(#[$variant_meta])* $variant,)+
        }

        impl $crate::rules::Named for $name {
            const WHAT: &'static str = $what;
            const ALL: &'static [Self] = &[$(Self::$variant,)+];

            fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            fn index(self) -> usize {
                self as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::rules::Named::name(*self))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($crate::rules::Named::name(*self))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::rules::named::deserialize_name(deserializer)
            }
        }
    };
}
pub(crate) use named;

/// Reads a name, or says which ones are allowed.
pub(crate) fn deserialize_name<'de, K: Named, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<K, D::Error> {
    struct NameVisitor<K>(PhantomData<K>);

    impl<K: Named> Visitor<'_> for NameVisitor<K> {
        type Value = K;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "the name of {} ({})", one::<K>(), K::allowed())
        }

        fn visit_str<E: Error>(self, name: &str) -> Result<K, E> {
            K::from_name(name).ok_or_else(|| E::custom(unknown::<K>(name)))
        }
    }

    deserializer.deserialize_str(NameVisitor(PhantomData))
}

/// The message for a name that the set does not have.
pub(crate) fn unknown<K: Named>(name: &str) -> String {
    format!("`{name}` is not {}; allowed: {}", one::<K>(), K::allowed())
}

/// What one of the set is called, with its article.
fn one<K: Named>() -> String {
    let article = if K::WHAT.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {}", K::WHAT)
}

/// A name as a file has it: known, or kept as it stands so that a check can report every unknown
/// name at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word<K> {
    /// A value of the set.
    Known(K),
    /// No value of the set.
    Unknown(String),
}

impl<K: Named> Word<K> {
    /// The value, if it is one.
    pub fn known(&self) -> Option<K> {
        match self {
            Self::Known(value) => Some(*value),
            Self::Unknown(_) => None,
        }
    }

    /// What is wrong with it, if anything.
    pub fn fault(&self) -> Option<String> {
        match self {
            Self::Known(_) => None,
            Self::Unknown(name) => Some(unknown::<K>(name)),
        }
    }
}

impl<'de, K: Named> Deserialize<'de> for Word<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Ok(K::from_name(&name).map_or_else(|| Self::Unknown(name), Self::Known))
    }
}

/// A chart with exactly one row for every value of a [`Named`] set: a missing row is an error
/// when the file is read, so that looking one up cannot fail.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart<K, V> {
    rows: Vec<V>,
    keys: PhantomData<K>,
}

impl<K: Named, V> Chart<K, V> {
    /// All rows with their keys, in the order of the set.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        K::ALL.iter().copied().zip(&self.rows)
    }
}

impl<K: Named, V> Index<K> for Chart<K, V> {
    type Output = V;

    fn index(&self, key: K) -> &V {
        &self.rows[key.index()]
    }
}

impl<'de, K, V> Deserialize<'de> for Chart<K, V>
where
    K: Named + Deserialize<'de>,
    V: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ChartVisitor<K, V>(PhantomData<(K, V)>);

        impl<'de, K, V> Visitor<'de> for ChartVisitor<K, V>
        where
            K: Named + Deserialize<'de>,
            V: Deserialize<'de>,
        {
            type Value = Chart<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a row for every {}", K::WHAT)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut rows: BTreeMap<usize, V> = BTreeMap::new();
                while let Some((key, row)) = map.next_entry::<K, V>()? {
                    if rows.insert(key.index(), row).is_some() {
                        return Err(A::Error::custom(format!("two rows for `{}`", key.name())));
                    }
                }
                if let Some(missing) = K::ALL.iter().find(|key| !rows.contains_key(&key.index())) {
                    return Err(A::Error::custom(format!(
                        "no row for the {} `{}`",
                        K::WHAT,
                        missing.name()
                    )));
                }
                Ok(Chart {
                    rows: rows.into_values().collect(),
                    keys: PhantomData,
                })
            }
        }

        deserializer.deserialize_map(ChartVisitor(PhantomData))
    }
}
