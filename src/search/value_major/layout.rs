//! Which bit of the boards each variable gets, and how wide the lanes are.
//!
//! A board is cut into *chunks* of as many bits as a lane has. Folding a region into one lane is the *or* of its
//! chunks, and loses nothing if no two variables of the region stand at the same place of their chunks. That is a
//! colouring: places are colours, a chunk holds each colour once, and two variables of one (permutation) region
//! never share a colour. Narrow lanes hold more regions a register, so the narrowest width that can be coloured
//! is taken; with 64-bit lanes no colouring is needed, because there the fold keeps a carry.

/// The most variables that a shape has room for.
pub(crate) const MAX_VARIABLES: usize = 640;

/// The form of the boards, and what they have room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    /// 64-bit words a board.
    pub(crate) words: usize,
    /// Chunks a board that can hold variables.
    pub(crate) chunks: usize,
    /// Bits a chunk and a lane: 16, 32, or 64.
    pub(crate) lane_bits: u32,
    /// The most values.
    pub(crate) values: usize,
    /// The most permutation regions, in words of 64.
    pub(crate) region_words: usize,
}

/// Hands the shapes that exist in code to the macro `$then`, in order of preference: words, chunks, bits a lane,
/// values, words of regions.
macro_rules! with_shapes {
    ($then:ident) => {
        $then! {
            (1, 4, 16, 16, 1)
            (2, 6, 16, 16, 1)
            (2, 8, 16, 16, 1)
            (4, 16, 16, 16, 1)
            (4, 8, 32, 32, 1)
            (10, 20, 32, 32, 2)
            (1, 1, 64, 64, 1)
            (2, 2, 64, 64, 2)
            (4, 4, 64, 64, 4)
            (10, 10, 64, 64, 16)
        }
    };
}

macro_rules! list {
    ($(($words:literal, $chunks:literal, $lane_bits:literal, $values:literal, $region_words:literal))*) => {
        /// The shapes that exist in code, in order of preference.
        pub(crate) const SHAPES: &[Shape] = &[$(Shape {
            words: $words,
            chunks: $chunks,
            lane_bits: $lane_bits,
            values: $values,
            region_words: $region_words,
        }),*];
    };
}
with_shapes!(list);

/// A shape, and the bit of every variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The form of the boards.
    pub(crate) shape: Shape,
    /// The bit of each variable, below `64 * shape.words`.
    pub(crate) bit_of: Vec<u32>,
}

impl Layout {
    /// The first shape that has room for the variables and values, and whose lanes can hold every one of `regions`
    /// (the permutation regions) without a clash. `None` if no shape has the room.
    #[must_use]
    pub(crate) fn choose(variables: usize, values: usize, regions: &[Vec<u32>]) -> Option<Layout> {
        SHAPES.iter().find_map(|&shape| Layout::with_shape(shape, variables, values, regions))
    }

    /// The layout of one shape, if it holds the variables and a greedy colouring is found.
    #[must_use]
    pub(crate) fn with_shape(
        shape: Shape,
        variables: usize,
        values: usize,
        regions: &[Vec<u32>],
    ) -> Option<Layout> {
        let room = variables <= shape.chunks * shape.lane_bits as usize
            && values <= shape.values
            && regions.len() <= 64 * shape.region_words;
        if !room {
            return None;
        }
        if shape.lane_bits == 64 {
            return Some(Layout { shape, bit_of: (0..variables as u32).collect() });
        }
        let bit_of = colour(shape, variables, regions)?;
        Some(Layout { shape, bit_of })
    }
}

/// Greedy colouring, the variable with the fewest places left first (Brelaz 1979), the emptiest place first.
fn colour(shape: Shape, variables: usize, regions: &[Vec<u32>]) -> Option<Vec<u32>> {
    let places = shape.lane_bits;
    let mut regions_of = vec![Vec::new(); variables];
    for (r, region) in regions.iter().enumerate() {
        for &x in region {
            regions_of[x as usize].push(r);
        }
    }
    let mut taken = vec![0u64; regions.len()];
    let mut filled = vec![0usize; places as usize];
    let mut bit_of = vec![u32::MAX; variables];
    for _ in 0..variables {
        let full = (0..places).filter(|&p| filled[p as usize] == shape.chunks).fold(0u64, |m, p| m | 1 << p);
        let all = (1u64 << places) - 1;
        let free = |x: usize| all & !regions_of[x].iter().fold(full, |m, &r| m | taken[r]);
        let next = (0..variables)
            .filter(|&x| bit_of[x] == u32::MAX)
            .min_by_key(|&x| (free(x).count_ones(), usize::MAX - regions_of[x].len(), x))?;
        let open = free(next);
        let place = (0..places).filter(|&p| open >> p & 1 == 1).min_by_key(|&p| (filled[p as usize], p))?;
        bit_of[next] = filled[place as usize] as u32 * places + place;
        filled[place as usize] += 1;
        for &r in &regions_of[next] {
            taken[r] |= 1 << place;
        }
    }
    Some(bit_of)
}
