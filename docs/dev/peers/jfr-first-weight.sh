#!/bin/bash
# The first sample of a thread in a JFR recording weighs all that the thread allocated before the recording began.
#
# Version: openjdk-17-jre-headless 17.0.21.1+2-1~deb12u1 of Debian 12. Needs: a javac of JDK 17 or newer, x86-64.
# Expected: the weights of jdk.ObjectAllocationSample add up to what was allocated during the recording: 8 MB of long[].
# Observed: over 500 MB of long[]. Before the recording started, the program made 500 MiB of byte[]. The next sample of the
#   thread, a long[], carries all of it as its weight. No sample of the thread is a byte[].
# Consequence: a weight is what the thread allocated since its last sample, even one that no recording took. A short recording of a
#   service that has run for days charges gigabytes to whatever each thread allocates first. Leave out the first sample of each
#   thread, or subtract what jdk.ThreadAllocationStatistics states for the start.
. "$(dirname "$0")/lib.sh"
debs openjdk-17-jre-headless=17.0.21.1+2-1~deb12u1
java=$dir/usr/lib/jvm/java-17-openjdk-amd64
# It finds its configuration by absolute paths.
find "$java" -lname '/etc/*' | while read -r link; do ln -sfn "$dir$(readlink "$link")" "$link"; done

cat >Weights.java <<'JAVA'
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

public class Weights {
  static volatile Object last;

  static void before() {
    for (int i = 0; i < 500; i++) last = new byte[1 << 20];
  }

  static void during() {
    for (int i = 0; i < 1000; i++) last = new long[1000];
  }

  public static void main(String[] arguments) throws Exception {
    before();
    Path file = Path.of("weights.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ObjectAllocationSample").with("throttle", "1000/s");
      recording.start();
      during();
      recording.stop();
      recording.dump(file);
    }
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getThread("eventThread").getJavaName().equals("main")) {
        System.out.println(event.getClass("objectClass").getName() + " " + event.getLong("weight"));
      }
    }
  }
}
JAVA
javac --release 17 Weights.java
"$java/bin/java" -Xmx256m -XX:+UseSerialGC -cp . Weights >weights.txt
sort weights.txt | uniq -c
longs=$(awk '$1 == "[J" { sum += $2 } END { printf "%d", sum }' weights.txt)
still "samples of long[] weigh $longs bytes, of 8,016,000" between 500000000 "$longs" 600000000
still "no sample is a byte[]" lacks '^\[B' weights.txt
