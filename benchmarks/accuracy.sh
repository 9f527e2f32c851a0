#!/bin/sh
# Prints the tables of the accuracy suite; benchmarks/README.md says what they measure.
#   benchmarks/accuracy.sh [--blocks NAME,...] [--stacks 200] [--intervals T,...] [--families REGEX]
#   benchmarks/accuracy.sh --picture          rewrites docs/images/counts-against-truth.svg
# The recordings come from testdata/heapprofd, or from ../shared/data/heapprofd where that has none.
set -eu
cd "$(dirname "$0")/.."
recordings=testdata/heapprofd
[ -e "$recordings/truth_i4096.pftrace" ] || recordings=../shared/data/heapprofd
main=AccuracySuite
case "${1:-}" in
  --picture) shift; main=CountsPicture; set -- docs/images/counts-against-truth.svg "$recordings" ;;
  *) set -- "--recordings=$recordings" "$@" ;;
esac
exec benchmarks/run "dev.heapconv.benchmarks.accuracy.$main" "$@"
