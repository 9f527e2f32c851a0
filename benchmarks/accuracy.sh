#!/bin/sh
# Prints the table of the accuracy suite: recordings with truth, then simulated heaps under all schemes.
#   benchmarks/accuracy.sh [stacks=400] [scheme=weighted] [seed=N] [confidence=0.95] [recordings=DIR]
#   benchmarks/accuracy.sh --speed [T [realistic|distinct [STACKS]]]
#   benchmarks/accuracy.sh --picture          rewrites docs/images/counts-against-truth.svg
# The recordings come from testdata/heapprofd, or from ../shared/data/heapprofd where that has none.
set -eu
cd "$(dirname "$0")/.."
./mvnw -B -ntp -q -pl benchmarks -am package -DskipTests
recordings=testdata/heapprofd
[ -e "$recordings/truth_i4096.pftrace" ] || recordings=../shared/data/heapprofd
main=AccuracySuite
case "${1:-}" in
  --speed) shift; main=EstimationSpeed ;;
  --picture) shift; main=CountsPicture; set -- docs/images/counts-against-truth.svg "$recordings" ;;
  *) set -- "recordings=$recordings" "$@" ;;
esac
exec java -cp "benchmarks/target/classes:$(cat benchmarks/target/class-path)" \
  "dev.heapconv.benchmarks.accuracy.$main" "$@"
