//! Boards that others made; their folder is named by `PENCILMARK_CORPUS`.

use std::fs;
use std::path::{Path, PathBuf};

use pencilmark::Board;

use crate::{auto, entries};

fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("PENCILMARK_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: PENCILMARK_CORPUS is not set");
    }
    folder
}

fn contents(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_board_of_the_corpus_is_read() {
    let Some(folder) = folder() else { return };
    let mut count = 0;
    for (name, expected) in [("17clue.txt", 10_000), ("hardest11.txt", 10_000), ("top1465.txt", 1465)] {
        let found = entries(contents(&folder.join("nine").join(name)), &auto());
        assert_eq!(found.len(), expected, "{name}");
        assert!(
            found.iter().all(|entry| entry.board.as_ref().is_ok_and(|board| board.geometry().side() == 9))
        );
        count += expected;
    }
    let rated = entries(contents(&folder.join("nine/rated.tsv")), &auto());
    assert_eq!(rated.iter().filter(|entry| entry.board.is_ok()).count(), 7042);
    assert_eq!(rated.len(), 7043, "and the line of titles");
    count += 7042;
    for sub in ["large", "latin"] {
        let manifest = String::from_utf8(contents(&folder.join(sub).join("MANIFEST.tsv"))).unwrap();
        let mut all = Vec::new();
        let mut sides = Vec::new();
        for row in manifest.lines().skip(1) {
            let fields: Vec<&str> = row.split('\t').collect();
            let bytes = contents(&folder.join(sub).join(fields[0]));
            let mut found = entries(&bytes, &auto());
            assert_eq!(found.len(), 1, "{}", fields[0]);
            let board = found.remove(0).board.unwrap_or_else(|error| panic!("{}: {error}", fields[0]));
            assert_eq!(board.geometry().side().to_string(), fields[1], "{}", fields[0]);
            sides.push(board.geometry());
            all.extend(bytes);
            count += 1;
        }
        // All files one below the other are all boards in that order.
        let together = entries(&all, &auto());
        assert_eq!(
            together
                .iter()
                .map(|entry| entry.board.as_ref().map(Board::geometry))
                .collect::<Result<Vec<_>, _>>(),
            Ok(sides)
        );
    }
    println!("{count} boards of the corpus read");
}
