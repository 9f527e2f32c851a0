#!/bin/bash
# A pprof profile that jfrconv makes of allocations calls numbers of samples "allocations, count".
#
# Version: tools.profiler:jfr-converter 4.1 of Maven Central (jfrconv of async-profiler). Needs: JDK 17 or newer, Maven, Python 3.
# Expected: --alloc -o pprof has objects and bytes, as other heap profiles in pprof do; a value of the type "allocations" with the
#   unit "count" is the number of allocations, here above 1,000,000.
# Observed: the value is the number of samples, some hundreds at most. With --total the type is "allocations" too, and the unit
#   bytes. No profile has both, and period and period type are not set, so a reader cannot scale the one by the other.
# Consequence: pprof, and whatever shows pprof files, prints "allocations" thousands of times too low, and the difference of two
#   recordings compares how often JFR sampled.
. "$(dirname "$0")/lib.sh"
jars tools.profiler:jfr-converter:4.1

cat >Many.java <<'JAVA'
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

public class Many {
  static volatile Object last;

  public static void main(String[] arguments) throws Exception {
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ObjectAllocationSample").with("throttle", "150/s");
      recording.start();
      for (int i = 0; i < 1000000; i++) last = new long[100];
      recording.stop();
      recording.dump(Path.of("many.jfr"));
      System.out.println(RecordingFile.readAllEvents(Path.of("many.jfr")).size());
    }
  }
}
JAVA
javac Many.java
samples=$(java -Xmx256m -cp . Many)
java -jar jfr-converter-4.1.jar --alloc -o pprof many.jfr count.pb >convert.log
java -jar jfr-converter-4.1.jar --alloc --total -o pprof many.jfr total.pb >>convert.log

# Prints the sample types, the sum of all values and the period of a pprof file: its fields 1, 2 and 12; strings are field 6.
cat >read.py <<'PY'
import gzip, sys

def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if data[at - 1] < 128:
            return value, at

def fields(data):
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        value, at = varint(data, at)
        if tag & 7 == 2:
            value, at = data[at:at + value], at + value
        yield tag >> 3, value

data = open(sys.argv[1], "rb").read()
profile = list(fields(gzip.decompress(data) if data[0] == 0x1F else data))
of = lambda number: [value for field, value in profile if field == number]
types = [of(6)[index].decode() for value_type in of(1) for _, index in fields(value_type)]
values = [v if isinstance(v, int) else varint(v, 0)[0] for sample in of(2) for field, v in fields(sample) if field == 2]
print(*types, sum(values), "period", *(of(12) or [0]))
PY
python3 read.py count.pb | tee count.txt
python3 read.py total.pb | tee total.txt
still "JFR took $samples samples of 1,000,000 allocations" between 1 "$samples" 100000
still "their number is called allocations, and there is no period" has "^allocations count $samples period 0\$" count.txt
still "with --total, allocations are bytes" has '^allocations bytes [0-9]+ period 0$' total.txt
