#!/bin/sh
# Prints a table of accuracy; docs/dev/benchmarks.md says what it measures.
#   benchmarks/accuracy.sh programs|sums|chances|runs|code|probabilities|gate [-Dheapconv.intervals=T,...] [-Dheapconv.logs=FILE]
#   benchmarks/accuracy.sh fleets [the same] [-Dheapconv.programs=NAME,...] [-Dheapconv.devices=20]
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
  fleets) test=FleetFilesTest ;;
  *)
    sed -n 's/^# *//p' "$0" | sed 1d
    exit 2 ;;
esac
table=benchmarks/target/accuracy-$1.md
fleets=
if [ "$1" = fleets ]; then
  fleets=$PWD/benchmarks/target/fleets
  rm -rf "$fleets" "$table"
fi
shift
status=0
CI=true ./mvnw -B -ntp -q -DskipAnalysis -pl benchmarks -am test -Dtest=$test \
  -Dsurefire.failIfNoSpecifiedTests=false ${fleets:+"-Dheapconv.fleets=$fleets"} "$@" >&2 || status=$?
if [ -n "$fleets" ] && [ $status = 0 ]; then
  benchmarks/fleets.py "${HEAPCONV:-heapconv}" "$fleets" >"$table" || status=$?
fi
cat "$table"
exit $status
