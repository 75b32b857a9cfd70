//! Pictures in dots.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{FontResolver, Options, Tree};
use thiserror::Error;

use crate::puzzle::definition::Definition;
use crate::puzzle::filling::Filling;
use crate::puzzle::variant::VariantError;

/// Dots on a side of each unit of the picture: a cell has 60 units.
const SCALE: f32 = 2.0;
/// No picture has more dots, 128 MiB: that of a large board is drawn smaller.
const MOST_DOTS: f32 = 33_554_432.0;

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PngError {
    /// The board has no shape that can be.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The picture cannot be turned into dots.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
}

impl Definition {
    /// The picture of [`to_svg`](Definition::to_svg) as a PNG file. The font, DejaVu Sans, comes with the library, so the
    /// picture is the same everywhere; only letters of a title that it lacks are taken from the fonts of the machine.
    ///
    /// ```
    /// use pencilmark::Definition;
    ///
    /// let definition = Definition::from_toml("boxes = '2x2'\ngivens = ['1...', '....', '....', '...2']")?;
    /// assert!(definition.to_png(None)?.starts_with(b"\x89PNG"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PngError`] if the board has no shape that can be.
    pub fn to_png(&self, filling: Option<&Filling>) -> Result<Vec<u8>, PngError> {
        let failed = |what: &dyn std::fmt::Display| PngError::Drawing(what.to_string());
        let picture = self.to_svg(filling)?;
        let tree = Tree::from_str(&picture, &options()).map_err(|error| failed(&error))?;
        let (width, height) = (tree.size().width(), tree.size().height());
        let scale = SCALE.min((MOST_DOTS / (width * height)).sqrt());
        let dots = |length: f32| (length * scale).round().max(1.0) as u32;
        let mut pixmap = Pixmap::new(dots(width), dots(height)).ok_or_else(|| failed(&"it is too large"))?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        pixmap.encode_png().map_err(|error| failed(&error))
    }
}

/// All text in the font of the library, and what it lacks in fonts of the machine.
fn options() -> Options<'static> {
    let mut fonts = Database::new();
    let own = fonts.load_font_source(Source::Binary(Arc::new(dejavu::sans::regular()))).first().copied();
    let other = FontResolver::default_fallback_selector();
    let font_resolver = FontResolver {
        select_font: Box::new(move |_, _| own),
        select_fallback: Box::new(move |letter, used, fonts| {
            if fonts.len() <= 1 {
                Arc::make_mut(fonts).load_system_fonts();
            }
            other(letter, used, fonts)
        }),
    };
    Options { font_resolver, fontdb: Arc::new(fonts), ..Options::default() }
}
