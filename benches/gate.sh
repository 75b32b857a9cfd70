#!/bin/sh
# A gate against slowing down: counts the instructions of three fixed workloads (peers/src/bin/workloads.rs) by callgrind.
#
#   benches/gate.sh record   on the state to compare with: writes the counts down
#   benches/gate.sh          on the change: fails if one of them is more than 3% above
#
# The counts depend on the compiler, so they are kept with what it builds, not with the sources. It needs valgrind, which
# knows AVX2 and not AVX-512.
set -eu
cd "$(dirname "$0")/peers"
target=${CARGO_TARGET_DIR:-target}
counts=$target/gate.txt
command -v valgrind >/dev/null || { echo "valgrind is not installed: nothing is compared" >&2; exit 2; }
cargo build --quiet --release --bin workloads
now=$(mktemp)
trap 'rm -f "$now"' EXIT
for work in single bulk general; do
    told=$(PENCILMARK_SIMD=avx2 valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$target/release/workloads" "$work" 2>&1) || { echo "$told" >&2; exit 2; }
    echo "$work $(echo "$told" | sed -n 's/.*Collected : *//p')" >>"$now"
done
if [ "${1:-}" = record ]; then
    cp "$now" "$counts"
    cat "$counts"
    exit
fi
[ -f "$counts" ] || { echo "nothing to compare with: first 'benches/gate.sh record' on the state before" >&2; exit 2; }
awk 'NR == FNR { before[$1] = $2; next }
    { change = 100 * ($2 / before[$1] - 1); printf "%-8s %13d to %13d instructions, %+.1f%%\n", $1, before[$1], $2, change }
    change > 3 { slower = 1 }
    END { exit slower }' "$counts" "$now" || { echo "more than 3% slower" >&2; exit 1; }
