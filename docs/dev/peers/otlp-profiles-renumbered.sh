#!/bin/bash
# OpenTelemetry's classes of 1.10 read a profile of 1.9 without an error, and take other fields for its values.
#
# Version: io.opentelemetry.proto:opentelemetry-proto 1.9.0-alpha and 1.10.0-alpha with com.google.protobuf:protobuf-java 4.34.0,
#   of Maven Central. Needs: JDK 17 or newer, Maven.
# Expected: both versions call the package opentelemetry.proto.profiles.v1development and the message Sample. So a sample of 4,096
#   and 8,192 bytes is read as that, or is an error.
# Observed: the values are [2], which was the index of the link, and 4096 and 8192 are indices of attributes. The attribute is among
#   the unknown fields. In the other direction, 1.9 reads the attribute of a 1.10 sample as its value.
# Consequence: the fields of Sample were renumbered: values from 2 to 4, attributes from 3 to 2, the link from 4 to 3. Heaps that one
#   version writes and the other reads are small plausible numbers, and the message does not state its version.
. "$(dirname "$0")/lib.sh"
jars io.opentelemetry.proto:opentelemetry-proto:1.9.0-alpha io.opentelemetry.proto:opentelemetry-proto:1.10.0-alpha \
  com.google.protobuf:protobuf-java:4.34.0

cat >Otlp.java <<'JAVA'
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.Sample;
import java.nio.file.Files;
import java.nio.file.Path;

public class Otlp {
  public static void main(String[] arguments) throws Exception {
    Path file = Path.of(arguments[1]);
    if (arguments[0].equals("write")) {
      Sample.Builder sample = Sample.newBuilder().setStackIndex(1).addValues(4096).addValues(8192).addAttributeIndices(3).setLinkIndex(2);
      Files.write(file, Profile.newBuilder().addSamples(sample).build().toByteArray());
    } else {
      Sample sample = Profile.parseFrom(Files.readAllBytes(file)).getSamples(0);
      System.out.println("values " + sample.getValuesList() + " attributes " + sample.getAttributeIndicesList());
    }
  }
}
JAVA
otlp() { java -cp "classes$1:opentelemetry-proto-1.$1.0-alpha.jar:protobuf-java-4.34.0.jar" Otlp "$2" "$3"; }
for version in 9 10; do
  javac -d classes$version -cp "opentelemetry-proto-1.$version.0-alpha.jar:protobuf-java-4.34.0.jar" Otlp.java
  otlp $version write $version.pb
done
for writer in 9 10; do
  for reader in 9 10; do
    echo "written by 1.$writer, read by 1.$reader: $(otlp $reader read $writer.pb)"
  done
done | tee read.txt
cat >expected.txt <<'TXT'
written by 1.9, read by 1.9: values [4096, 8192] attributes [3]
written by 1.9, read by 1.10: values [2] attributes [4096, 8192]
written by 1.10, read by 1.9: values [3] attributes [2]
written by 1.10, read by 1.10: values [4096, 8192] attributes [3]
TXT
still "12,288 bytes are read as 2" diff expected.txt read.txt
