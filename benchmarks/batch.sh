#!/bin/sh
# Measures `heapconv batch` over 1,000 small traces against one process per trace, on one core.
#
#   benchmarks/batch.sh [TRACES [PROCESSES]]
#
# Environment: JAVA (default: java).
# Both sides run on one core (taskset where there is one). CPU seconds are reported beside wall-clock seconds, because
# they tell the truth on a machine that is busy with other things too. One process per trace has every advantage that
# an installed heapconv has: an archive of its classes, the quick compiler and the serial collector.
set -eu

cd "$(dirname "$0")/.."
traces=${1:-1000}
processes=${2:-60}
java=${JAVA:-java}
jar=$(ls cli/target/heapconv-cli-*-program.jar)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
core=
command -v taskset >/dev/null && core="taskset -c 0"

mkdir "$work/in"
set -- truth_i4096 truth_i512 truth_i32768 phases_i512 names sqlite_i4096 late_attach java_i4096
for name in "$@"; do
  python3 benchmarks/vary.py "testdata/heapprofd/$name.pftrace" $((traces / $#)) "$work/in" "$name"
done
count=$(ls "$work/in" | wc -l)

quick="-XX:SharedArchiveFile=$work/classes.jsa -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData"
first=$(ls "$work/in" | head -1)
$java -XX:ArchiveClassesAtExit="$work/classes.jsa" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC \
  -jar "$jar" "$work/in/$first" -o "$work/warm.pb.gz" -q >/dev/null 2>&1

# Prints wall-clock and CPU seconds of a command.
measure() {
  python3 - "$@" <<'PY'
import resource, subprocess, sys, time
start = time.monotonic()
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(time.monotonic() - start, used.ru_utime + used.ru_stime)
PY
}

cat > "$work/each.sh" <<EOF
i=0
for file in \$(ls "$work/in" | shuf -n $processes --random-source="$jar"); do
  $java $quick -jar "$jar" "$work/in/\$file" -o "$work/each.pb.gz" -q
done
EOF
each=$(measure $core sh "$work/each.sh")
batch=$(measure $core $java -jar "$jar" batch "$work/in" -o "$work/out" -j 1 -q)
test "$(grep -c '"status":"ok"' "$work/out/manifest.jsonl")" -eq "$count"

echo "$each $batch $processes $count" | awk '{
  printf "one process per trace: %8.2f ms wall, %8.2f ms CPU a trace (%d traces)\n", 1000*$1/$5, 1000*$2/$5, $5
  printf "batch -j 1:            %8.2f ms wall, %8.2f ms CPU a trace (%d traces)\n", 1000*$3/$6, 1000*$4/$6, $6
  printf "ratio:                 %8.1f wall,    %8.1f CPU\n", ($1/$5)/($3/$6), ($2/$5)/($4/$6)
}'
