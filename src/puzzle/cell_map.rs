//! Something for each of some lists of cells, as it stands in a file: `{ "r1c1": 5, "r2c1-3": 7 }`.

use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::puzzle::cells::Cells;

/// Something for each of some lists of cells, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellMap<T>(pub Vec<(Cells, T)>);

impl<T> CellMap<T> {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> Default for CellMap<T> {
    fn default() -> CellMap<T> {
        CellMap(Vec::new())
    }
}

impl<T> FromIterator<(Cells, T)> for CellMap<T> {
    fn from_iter<I: IntoIterator<Item = (Cells, T)>>(pairs: I) -> CellMap<T> {
        CellMap(pairs.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for CellMap<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(cells, value)| (cells.to_string(), value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for CellMap<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CellMap<T>, D::Error> {
        struct Pairs<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Pairs<T> {
            type Value = CellMap<T>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("cells with something for each")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<CellMap<T>, A::Error> {
                let mut pairs = Vec::new();
                while let Some((cells, value)) = map.next_entry::<String, T>()? {
                    pairs.push((cells.parse().map_err(serde::de::Error::custom)?, value));
                }
                Ok(CellMap(pairs))
            }
        }
        deserializer.deserialize_map(Pairs(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for CellMap<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("CellMap_of_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<T>();
        json_schema!({
            "type": "object",
            "propertyNames": generator.subschema_for::<Cells>(),
            "additionalProperties": value
        })
    }
}
