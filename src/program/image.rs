//! Pictures: in which form, and where they may go.

use std::fmt;
#[cfg(feature = "png")]
use std::io::{IsTerminal, stdout};
use std::path::Path;

use crate::program::args::Streaming;
use crate::program::status::Abort;
use crate::puzzle::definition::Definition;
use crate::puzzle::filling::Filling;

/// A form of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Image {
    Svg,
    #[cfg(feature = "png")]
    Png,
}

impl Image {
    /// The form with this name, if it is one of pictures; an error if the program was built without it.
    pub(crate) fn named(name: &str) -> Option<Result<Image, String>> {
        match name {
            "svg" => Some(Ok(Image::Svg)),
            #[cfg(feature = "png")]
            "png" => Some(Ok(Image::Png)),
            #[cfg(not(feature = "png"))]
            "png" => Some(Err("this program was built without the feature 'png' \
                (cargo build --release --features png); svg is there"
                .to_owned())),
            _ => None,
        }
    }

    /// Whether a picture may go there.
    ///
    /// # Errors
    /// It is no text, and standard output is a terminal.
    pub(crate) fn check(self, to: Destination) -> Result<(), Abort> {
        #[cfg(feature = "png")]
        if (self, to) == (Image::Png, Destination::Stdout) && stdout().is_terminal() {
            let what = "a PNG picture is no text for a terminal: redirect it to a file";
            return Err(Abort::Usage(what.to_owned()));
        }
        let _ = to;
        Ok(())
    }

    /// The picture of a puzzle with what was found, as the bytes of a file.
    ///
    /// # Errors
    /// It cannot be drawn.
    pub(crate) fn draw(self, definition: &Definition, found: Option<&Filling>) -> Result<Vec<u8>, Abort> {
        let failed = |error: &dyn fmt::Display| Abort::Usage(error.to_string());
        match self {
            Image::Svg => {
                let text = definition.to_svg(found).map_err(|error| failed(&error))?;
                Ok(format!("{}\n", text.trim_end()).into_bytes())
            }
            #[cfg(feature = "png")]
            Image::Png => definition.to_png(found).map_err(|error| failed(&error)),
        }
    }
}

impl fmt::Display for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Image::Svg => "svg",
            #[cfg(feature = "png")]
            Image::Png => "png",
        })
    }
}

/// Where answers go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Destination {
    Stdout,
    File,
}

impl Destination {
    /// Where the answers of a run go.
    pub(crate) fn of(streaming: &Streaming) -> Destination {
        match streaming.out.as_deref() {
            Some(path) if path != Path::new("-") => Destination::File,
            _ => Destination::Stdout,
        }
    }
}
