#!/bin/bash
# The first sample of a thread in a JFR recording weighs what the thread allocated before the recording began.
#
# Package: openjdk-17-jre-headless 17.0.21.1+2-1~deb12u1 of Debian 12. Needs: a javac of JDK 17 or newer, x86-64.
# Guess: the weights of jdk.ObjectAllocationSample add up to what was allocated while the recording ran: 8 MB of long[].
# Seen: over 500 MB of long[]. A method that ran before the recording was started made 500 MiB of byte[]; the next sample of its
#   thread, of a long[], has all of it as its weight. No sample of the thread is of byte[].
# Why: a weight is what the thread allocated since its last sample, also one that no recording took. A short recording of a service that
#   has run for days charges gigabytes to whatever each thread happens to allocate first. Leave the first sample of each thread out, or
#   take off what jdk.ThreadAllocationStatistics says of the start.
# Fails if that changes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# Unpacks pinned packages of Debian 12 here; nothing is installed.
debs() {
  local apt=(apt-get -qq -o Dir::State::lists="$dir/lists" -o Dir::Cache="$dir/cache" -o APT::Sandbox::User=root)
  mkdir -p lists/partial
  "${apt[@]}" update
  "${apt[@]}" download "$@"
  for deb in *.deb; do dpkg-deb -x "$deb" .; done
}
debs openjdk-17-jre-headless=17.0.21.1+2-1~deb12u1
java=$dir/usr/lib/jvm/java-17-openjdk-amd64
# Its configuration is named by absolute path.
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
if ((longs < 500000000)) || grep -qF '[B' weights.txt; then
  echo "changed: $longs bytes of long[]"
  exit 1
fi
echo "still so: $longs bytes of long[], of 8016000"
