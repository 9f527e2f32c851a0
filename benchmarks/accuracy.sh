#!/bin/sh
# Prints the table of a nightly test of accuracy; docs/dev/benchmarks.md says what it measures.
#   benchmarks/accuracy.sh programs|sums|chances|runs|code|probabilities|gate [-Dheapconv.intervals=T,...] [-Dheapconv.logs=FILE]
set -eu
cd "$(dirname "$0")/.."
case "${1:-}" in
  programs) test=ProgramsAccuracyTest ;;
  sums) test=SumsAccuracyTest ;;
  chances) test=ChancesAccuracyTest ;;
  runs) test=RunsAccuracyTest ;;
  code) test=CodeSizesAccuracyTest ;;
  probabilities) test=ProbabilitiesAccuracyTest ;;
  gate) test=GateAccuracyTest ;;
  *)
    sed -n 's/^# *//p' "$0" | sed 1d
    exit 2 ;;
esac
table=benchmarks/target/accuracy-$1.md
shift
status=0
CI=true ./mvnw -B -ntp -q -DskipAnalysis -pl benchmarks -am test -Dtest=$test \
  -Dsurefire.failIfNoSpecifiedTests=false "$@" >&2 || status=$?
cat "$table"
exit $status
