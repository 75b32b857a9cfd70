//! The model, checked and compiled: all that the value-major body reads.

use std::sync::Arc;

use crate::search::value_major::body::{Body, Compiled};
#[cfg(test)]
use crate::search::value_major::layout::Shape;
use crate::search::value_major::layout::{Layout, MAX_VARIABLES};
use crate::search::value_major::tables::{Model, Tables};
use crate::search::word_model::WordModel;

/// A model of regions, compiled. Immutable; share it between solvers.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The form of the boards.
    #[cfg(test)]
    pub(crate) shape: Shape,
    compiled: Arc<dyn Compiled>,
}

impl Plan {
    /// Compiles a model, if the boards have room for it.
    pub(crate) fn new(model: &WordModel) -> Option<Plan> {
        if model.domains.len() > MAX_VARIABLES {
            return None;
        }
        let model = Model::new(model);
        let layout = Layout::choose(model.domains.len(), model.values as usize, &model.permutations())?;
        Some(Plan::compile(&model, &layout))
    }

    /// As [`Plan::new`], with boards of the given shape; none if the model does not fit it. The shape changes speed and
    /// the order of solutions, never the set.
    #[cfg(test)]
    pub(crate) fn with_shape(model: &WordModel, shape: Shape) -> Option<Plan> {
        let model = Model::new(model);
        let permutations = model.permutations();
        let layout = Layout::with_shape(shape, model.domains.len(), model.values as usize, &permutations)?;
        Some(Plan::compile(&model, &layout))
    }

    /// What solves instances of this plan.
    pub(crate) fn body(&self) -> Box<dyn Body> {
        self.compiled.clone().body()
    }

    fn compile(model: &Model<'_>, layout: &Layout) -> Plan {
        Plan {
            #[cfg(test)]
            shape: layout.shape,
            compiled: compile(model, layout),
        }
    }
}

macro_rules! compile {
    ($(($words:literal, $chunks:literal, $lane_bits:literal, $values:literal, $region_words:literal))*) => {
        /// The tables, with the numbers of the shape known to the compiler.
        fn compile(model: &Model<'_>, layout: &Layout) -> Arc<dyn Compiled> {
            let shape = layout.shape;
            match (shape.words, shape.chunks, shape.lane_bits, shape.values, shape.region_words) {
                $(($words, $chunks, $lane_bits, $values, $region_words) => Arc::new(
                    Tables::<$words, $chunks, $lane_bits, $values, $region_words>::new(model, layout),
                ),)*
                _ => unreachable!("a layout has one of the shapes"),
            }
        }
    };
}
with_shapes!(compile);
