//! Standard input, of which the beginning may be looked at before somebody reads it.

use std::io::{ErrorKind, Read, stdin};
use std::sync::{Mutex, PoisonError};

use crate::program::sniff::{Kind, LOOK, Rest, Sought};
use crate::program::wait;

/// What was looked at and not yet read.
static LOOKED_AT: Mutex<Looked> = Mutex::new(Looked { bytes: Vec::new(), taken: 0, ended: false });

struct Looked {
    bytes: Vec<u8>,
    /// How many of them have been read since.
    taken: usize,
    /// Whether the end follows: it is not waited for twice.
    ended: bool,
}

/// All of standard input, also what was looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stdin;

impl Read for Stdin {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let mut looked = LOOKED_AT.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = looked.taken;
        let left = looked.bytes.get(taken..).unwrap_or_default();
        if !left.is_empty() {
            let count = left.len().min(out.len());
            out[..count].copy_from_slice(&left[..count]);
            looked.taken += count;
            return Ok(count);
        }
        (looked.bytes, looked.taken) = (Vec::new(), 0);
        if std::mem::take(&mut looked.ended) {
            return Ok(0);
        }
        drop(looked);
        stdin().lock().read(out)
    }
}

/// What standard input holds. Whoever reads it finds all of it there.
pub(crate) fn look(sought: Sought) -> Kind {
    let mut bytes: Vec<u8> = Vec::new();
    let (kind, ended) = look_at(&mut Stdin, sought, &mut bytes);
    let mut looked = LOOKED_AT.lock().unwrap_or_else(PoisonError::into_inner);
    // What is left of an earlier look comes after what was taken of it.
    let taken = std::mem::take(&mut looked.taken);
    bytes.extend(looked.bytes.drain(..).skip(taken));
    looked.bytes = bytes;
    looked.ended |= ended;
    kind
}

/// Reads no more than is needed to tell what an input holds, and whether it has ended.
pub(crate) fn look_at(input: &mut impl Read, sought: Sought, bytes: &mut Vec<u8>) -> (Kind, bool) {
    let mut chunk = vec![0; LOOK];
    loop {
        let room = LOOK - bytes.len();
        let read = match wait::during(|| input.read(&mut chunk[..room])) {
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // Whoever reads on is told.
            Err(_) => return (Kind::Boards, false),
        };
        bytes.extend_from_slice(&chunk[..read]);
        let (ended, full) = (read == 0, bytes.len() >= LOOK);
        // Only the end of a line can tell more than was known before.
        let line = chunk[..read].iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        let rest = if ended { Rest::Nothing } else { Rest::Unknown };
        if (ended || full || line)
            && let Some(kind) = sought.kind(bytes, rest)
        {
            return (kind, ended);
        }
        if ended || full {
            return (Kind::Boards, ended);
        }
    }
}
