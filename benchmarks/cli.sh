#!/bin/sh
# Times whole processes: the installed program against a bare start of the Java virtual machine.
#   benchmarks/cli.sh [RECORDING]
# HEAPCONV names the program (default: heapconv on PATH), RUNS how often each is run (default 20). Prints the least and
# the median wall time and, what other load disturbs less, the median of the processor time; and the ratio to the bare
# start. Runs of all commands take turns, so that a busy moment hits all alike.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
heapconv=${HEAPCONV-heapconv}
recording=${1-$root/testdata/heapprofd/truth_i4096.pftrace}
java=java
[ -z "${JAVA_HOME-}" ] || java=$JAVA_HOME/bin/java
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/Hello.java" <<'TEXT'
public class Hello {
  public static void main(String[] args) {
    System.out.println("hello");
  }
}
TEXT
"$java"c -d "$work" "$work/Hello.java"

# Appends "wall cpu" in seconds to a file.
measure() {
  name=$1
  shift
  TIMEFORMAT='%R %U %S' bash -c 'time "$@" >/dev/null 2>&1' measure "$@" 2>>"$work/$name.times"
}

run=0
while [ "$run" -lt "${RUNS-20}" ]; do
  measure 1 "$java" -Xshare:auto -cp "$work" Hello
  measure 2 "$heapconv" --version
  measure 3 "$heapconv" -q "$recording" -o "$work/out.pb.gz"
  measure 4 "$heapconv" -q "$recording" --unskew none -o "$work/out.pb.gz"
  measure 5 "$heapconv" info "$recording"
  run=$((run + 1))
done

# The value in the middle of the numbers on standard input.
median() {
  sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}

printf '%-32s %10s %10s %10s %8s\n' 'command' 'least' 'median' 'cpu' 'ratio'
base=$(awk '{ print $1 }' "$work/1.times" | sort -n | head -n 1)
number=0
for label in 'bare JVM (Hello)' '--version' 'convert' 'convert --unskew none' 'info'; do
  number=$((number + 1))
  least=$(awk '{ print $1 }' "$work/$number.times" | sort -n | head -n 1)
  wall=$(awk '{ print $1 }' "$work/$number.times" | median)
  cpu=$(awk '{ print $2 + $3 }' "$work/$number.times" | median)
  printf '%-32s %8.0fms %8.0fms %8.0fms %8s\n' "$label" \
    "$(awk "BEGIN { print $least * 1000 }")" "$(awk "BEGIN { print $wall * 1000 }")" \
    "$(awk "BEGIN { print $cpu * 1000 }")" "$(awk "BEGIN { printf \"%.2f\", $least / $base }")"
done
