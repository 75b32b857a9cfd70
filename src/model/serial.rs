//! Domains and models as data. What is read goes through the builder, so it is checked like everything else.

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::model::builder::ModelBuilder;
use crate::model::domain::Domain;
use crate::model::ids::{Region, Var};
use crate::model::plan::Model;

/// A list of runs of consecutive values, each as its lowest and its highest.
impl Serialize for Domain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.runs().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Domain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Domain, D::Error> {
        let runs = Vec::<(i32, i32)>::deserialize(deserializer)?;
        match runs.iter().find(|(low, high)| low > high) {
            Some((low, high)) => Err(D::Error::custom(format!("a run from {low} down to {high}"))),
            None => Ok(Domain::from_runs(runs)),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    /// One for each variable.
    domains: Vec<Domain>,
    regions: Vec<Vec<Var>>,
}

/// The domains and the regions. A model with constraints, which are code, cannot be written.
impl Serialize for Model {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(constraint) = self.constraints().first() {
            let name = constraint.name();
            return Err(S::Error::custom(format!(
                "constraint 0 ({name}) is code and cannot be written as data"
            )));
        }
        let domains = self.vars().map(|var| self.domain(var).clone()).collect();
        let regions = (0..self.regions() as u32).map(|region| self.region(Region(region)).to_vec()).collect();
        Data { domains, regions }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Model {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Model, D::Error> {
        let data = Data::deserialize(deserializer)?;
        let mut builder = ModelBuilder::new();
        for domain in data.domains {
            builder.variable(domain);
        }
        for region in data.regions {
            builder.region(region);
        }
        builder.build().map_err(D::Error::custom)
    }
}
