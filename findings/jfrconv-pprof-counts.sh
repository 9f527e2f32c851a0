#!/bin/bash
# A pprof profile that jfrconv makes of allocations says "allocations, count" over numbers of samples.
#
# Package: tools.profiler:jfr-converter 4.1 of Maven Central (jfrconv of async-profiler). Needs: JDK 17 or newer, Maven.
# Guess: --alloc -o pprof has what pprof profiles of heaps have, objects and bytes; a value of the type "allocations" and the unit
#   "count" is the number of allocations, here above 1,000,000.
# Seen: the value is the number of samples, some hundreds at most. The type is called "allocations" with --total, too, where the unit is
#   bytes; there is no profile with both, and period and period type are not set, so a reader cannot scale the one by the other.
# Why: pprof and what shows pprof files print "allocations" thousands of times too low, and differences of two recordings compare how
#   often JFR looked.
# Fails if that changes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# Fetches pinned files of Maven Central.
jars() {
  for jar in "$@"; do
    mvn -q -B -ntp -Dmaven.repo.local="$dir/m2" \
      org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact="$jar" -DoutputDirectory="$dir" >mvn.log || { cat mvn.log; return 1; }
  done
}
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

# Prints the sample types, the sums of the values and the period of a pprof file: its fields 1, 2 and 12.
cat >Read.java <<'JAVA'
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.io.ByteArrayInputStream;

public class Read {
  record Field(int number, long value, byte[] bytes) {}

  static long varint(InputStream in) throws Exception {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int b = in.read();
      value |= (long) (b & 0x7f) << shift;
      if (b < 0x80) return value;
    }
  }

  static List<Field> fields(byte[] message) throws Exception {
    List<Field> fields = new ArrayList<>();
    InputStream in = new ByteArrayInputStream(message);
    while (in.available() > 0) {
      int tag = (int) varint(in);
      long value = varint(in);
      fields.add((tag & 7) == 2 ? new Field(tag >>> 3, 0, in.readNBytes((int) value)) : new Field(tag >>> 3, value, null));
    }
    return fields;
  }

  public static void main(String[] arguments) throws Exception {
    byte[] file = Files.readAllBytes(Path.of(arguments[0]));
    if (file[0] == 0x1f) file = new GZIPInputStream(new ByteArrayInputStream(file)).readAllBytes();
    List<String> strings = new ArrayList<>();
    List<Field> profile = fields(file);
    long sum = 0;
    long period = 0;
    StringBuilder types = new StringBuilder();
    for (Field field : profile) if (field.number() == 6) strings.add(new String(field.bytes(), StandardCharsets.UTF_8));
    for (Field field : profile) {
      if (field.number() == 12) period = field.value();
      if (field.number() == 1) for (Field type : fields(field.bytes())) types.append(strings.get((int) type.value())).append(' ');
      if (field.number() != 2) continue;
      for (Field part : fields(field.bytes())) {
        if (part.number() == 2) sum += part.bytes() == null ? part.value() : varint(new ByteArrayInputStream(part.bytes()));
      }
    }
    System.out.println(types.toString() + sum + " period " + period);
  }
}
JAVA
java Read.java count.pb | tee count.out
java Read.java total.pb | tee total.out
echo "samples: $samples"
if [[ $(cat count.out) != "allocations count $samples period 0" ]] || ((samples > 100000)) ||
  ! grep -q '^allocations bytes .* period 0' total.out; then
  echo "changed"
  exit 1
fi
echo "still so: $samples allocations, of 1,000,000 and more"
