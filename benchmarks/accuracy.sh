#!/bin/sh
# Prints the tables of the accuracy suite; docs/dev/benchmarks.md says what they measure.
#   benchmarks/accuracy.sh [--blocks programs,gate] [--intervals T,...] [--seed N]
#   benchmarks/accuracy.sh --picture          rewrites docs/images/counts-against-truth.svg
set -eu
cd "$(dirname "$0")/.."
package=dev.heapconv.benchmarks.accuracy
truth=testdata/heapprofd/truth_i4096
case "${1:-}" in
  --picture)
    exec benchmarks/run $package.CountsPicture \
      $truth.pftrace $truth.truth.json docs/images/counts-against-truth.svg ;;
  *) exec benchmarks/run $package.AccuracySuite "$@" ;;
esac
