//! A look through plain data for numbers that cannot be: units and leaders that do not exist,
//! distances and counts beyond all measure.
//!
//! It walks whatever can be serialised, so that it sees every kind of step, decision and fact,
//! those of tomorrow too.

use std::fmt::{self, Display};

use serde::Serialize;
use serde::ser::{
    Error, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// The largest count or distance there is anywhere in a battle, and then some.
const MOST: f64 = 10_000.0;

/// The most parts that any list in a battle has, and then some.
const MOST_PARTS: usize = 5_000;

/// What was found, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Strange {
    /// The place, as a path.
    pub at: String,
    /// What is wrong and what is allowed.
    pub what: String,
}

impl Display for Strange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.what)
    }
}

impl std::error::Error for Strange {}

impl Error for Strange {
    fn custom<T: Display>(what: T) -> Self {
        Self {
            at: String::new(),
            what: what.to_string(),
        }
    }
}

/// Looks through `data`, which stands at `at`, in a battle of so many units and leaders.
pub(super) fn look<T: Serialize>(
    at: &str,
    data: &T,
    units: usize,
    leaders: usize,
) -> Result<(), Strange> {
    let mut census = Census {
        units,
        leaders,
        path: vec![at.to_owned()],
        bound: None,
    };
    data.serialize(&mut census)
}

struct Census {
    units: usize,
    leaders: usize,
    path: Vec<String>,
    /// The next number is the number of one of so many of these.
    bound: Option<(&'static str, usize)>,
}

impl Census {
    fn strange(&self, what: String) -> Strange {
        Strange {
            at: self.path.concat(),
            what,
        }
    }

    fn number(&mut self, number: f64) -> Result<(), Strange> {
        match self.bound.take() {
            Some((what, count)) if number < 0.0 || number >= count as f64 => {
                Err(self.strange(format!("there is no {what} {number}; there are {count}")))
            }
            _ if !number.is_finite() || number.abs() > MOST => {
                let what = format!("{number} is beyond all measure; allowed: up to {MOST}");
                Err(self.strange(what))
            }
            _ => Ok(()),
        }
    }

    fn within<T: Serialize + ?Sized>(&mut self, place: String, value: &T) -> Result<(), Strange> {
        self.path.push(place);
        value.serialize(&mut *self)?;
        self.path.pop();
        Ok(())
    }
}

/// Anything with parts.
struct Parts<'a> {
    census: &'a mut Census,
    next: usize,
    /// How many names of its own are on the path.
    named: usize,
}

impl<'a> Parts<'a> {
    fn of(census: &'a mut Census, variant: Option<&'static str>) -> Self {
        let named = variant.iter().len();
        census
            .path
            .extend(variant.map(|variant| format!(".{variant}")));
        Self {
            census,
            next: 0,
            named,
        }
    }

    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Strange> {
        if self.next >= MOST_PARTS {
            let what = format!("is a longer list than any; allowed: up to {MOST_PARTS}");
            return Err(self.census.strange(what));
        }
        let place = format!("[{}]", self.next);
        self.next += 1;
        self.census.within(place, value)
    }

    fn close(self) -> Result<(), Strange> {
        let left = self.census.path.len() - self.named;
        self.census.path.truncate(left);
        Ok(())
    }
}

macro_rules! numbers {
    ($($method:ident: $type:ty,)+) => {
        $(fn $method(self, value: $type) -> Result<(), Strange> {
            self.number(value as f64)
        })+
    };
}

impl<'a> Serializer for &'a mut Census {
    type Ok = ();
    type Error = Strange;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_f32: f32, serialize_f64: f64,
    }

    fn serialize_bool(self, _: bool) -> Result<(), Strange> {
        Ok(())
    }

    fn serialize_char(self, _: char) -> Result<(), Strange> {
        Ok(())
    }

    fn serialize_str(self, _: &str) -> Result<(), Strange> {
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Strange> {
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Strange> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Strange> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Strange> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Strange> {
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
    ) -> Result<(), Strange> {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Strange> {
        self.bound = match name {
            "UnitId" => Some(("unit", self.units)),
            "LeaderId" => Some(("leader", self.leaders)),
            _ => None,
        };
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Strange> {
        self.within(format!(".{variant}"), value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>, Strange> {
        Ok(Parts::of(self, None))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>, Strange> {
        Ok(Parts::of(self, None))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, Strange> {
        Ok(Parts::of(self, None))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Strange> {
        Ok(Parts::of(self, Some(variant)))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>, Strange> {
        Ok(Parts::of(self, None))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, Strange> {
        Ok(Parts::of(self, None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Strange> {
        Ok(Parts::of(self, Some(variant)))
    }
}

macro_rules! lists {
    ($($trait:ident: $method:ident,)+) => {
        $(impl $trait for Parts<'_> {
            type Ok = ();
            type Error = Strange;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Strange> {
                self.part(value)
            }

            fn end(self) -> Result<(), Strange> {
                self.close()
            }
        })+
    };
}

lists! {
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field,
}

macro_rules! structs {
    ($($trait:ident,)+) => {
        $(impl $trait for Parts<'_> {
            type Ok = ();
            type Error = Strange;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Strange> {
                self.census.within(format!(".{name}"), value)
            }

            fn end(self) -> Result<(), Strange> {
                self.close()
            }
        })+
    };
}

structs! {
    SerializeStruct,
    SerializeStructVariant,
}

impl SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Strange;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Strange> {
        self.part(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Strange> {
        self.part(value)
    }

    fn end(self) -> Result<(), Strange> {
        self.close()
    }
}
