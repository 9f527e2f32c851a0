#!/bin/sh
# Fuzzes the readers, the reading of binaries and the command line with Jazzer, guided by coverage.
#   benchmarks/fuzz.sh [SECONDS [TARGET ...]]
# SECONDS per target (default 20). A TARGET is a folder of testdata/fuzz (default: each in turn), whose files the fuzzer
# starts from. Prints executions, rate and coverage, and ends with status 1 if anything was found: the input is then in
# benchmarks/target/fuzz/TARGET. Once its cause is fixed, it belongs into testdata/fuzz/TARGET, which each test run
# replays. Inputs that reach new code are kept in benchmarks/target/fuzz/TARGET/corpus for the next run.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
seconds=${1-20}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- $(ls "$root/testdata/fuzz")
java=java
[ -z "${JAVA_HOME-}" ] || java=$JAVA_HOME/bin/java
(cd "$root" && ./mvnw -B -ntp -q -Pfuzz -DskipAnalysis -pl cli -am test-compile dependency:build-classpath \
  -Dmdep.outputFile=target/class-path >&2)
class_path=$root/cli/target/test-classes:$root/cli/target/classes:$root/converters/target/test-classes:$root/unskew/target/test-classes
class_path=$class_path:$root/names/target/test-classes:$(cat "$root/cli/target/class-path")
# What checks OTLP files, which only the tests of converters use.
class_path=$class_path:$(cat "$root/converters/target/class-path")

status=0
printf '%-12s %12s %8s %10s %10s  %s\n' target executions rate edges features result
for target; do
  work=$root/benchmarks/target/fuzz/$target
  mkdir -p "$work/corpus" "$work/cwd"
  case $target in
    cli) class=dev.heapconv.cli.CommandLineFuzz ;;
    pairs) class=dev.heapconv.fuzz.PairFuzz ;;
    elf) class=dev.heapconv.symbols.SymbolFuzz ;;
    *) class=dev.heapconv.fuzz.ReaderFuzz ;;
  esac
  result=ok
  # -timeout is for one execution and in seconds; -rss_limit_mb for the whole process.
  (cd "$work/cwd" && "$java" -Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$class_path" \
    com.code_intelligence.jazzer.Jazzer --target_class="$class" \
    --instrumentation_includes='dev.heapconv.**' \
    --instrumentation_excludes='dev.heapconv.fuzz.**:dev.heapconv.testing.**:dev.heapconv.proto.**' \
    --custom_hook_includes='dev.heapconv.**' --reproducer_path="$work" \
    -max_total_time="$seconds" -max_len=8192 -timeout=60 -rss_limit_mb=3000 -print_final_stats=1 \
    -artifact_prefix="$work/" "$work/corpus" "$root/testdata/fuzz/$target") >"$work/log" 2>&1 ||
    result="FOUND, see benchmarks/target/fuzz/$target/log"
  [ "$result" = ok ] || status=1
  awk -v target="$target" -v result="$result" '
    / cov: / {
      for (i = 1; i < NF; i++) {
        if ($i == "cov:") edges = $(i + 1)
        if ($i == "ft:") features = $(i + 1)
      }
    }
    /stat::number_of_executed_units/ { executions = $2 }
    /stat::average_exec_per_sec/ { rate = $2 }
    END { printf "%-12s %12s %8s %10s %10s  %s\n", target, executions, rate, edges, features, result }' "$work/log"
done
exit "$status"
