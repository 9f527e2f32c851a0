package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BatchFleetTest extends BatchFixture {

  private Path profile() {
    return folder.resolve("fleet.pb.gz");
  }

  private Path table() {
    return folder.resolve("fleet.csv");
  }

  private CommandRun fleet(String... options) {
    java.util.ArrayList<String> all =
        new java.util.ArrayList<>(
            List.of("--merge-into", profile().toString(), "--summary", table().toString()));
    all.addAll(List.of(options));
    return batch(all.toArray(new String[0]));
  }

  private Pprof read() {
    return Pprof.decode(TestData.bytes(profile()));
  }

  /** Live bytes by group. */
  private Map<String, Long> spaceByGroup() {
    Pprof pprof = read();
    Map<String, Long> groups = new TreeMap<>();
    for (Sample sample : pprof.profile.getSampleList()) {
      String group = String.join(",", pprof.labels(sample).values());
      groups.merge(group, sample.getValue(3), Long::sum);
    }
    return groups;
  }

  @Test
  void addsUpAllInputs() throws IOException {
    put("a.pftrace", BatchTraces.small(2));
    put("b.pftrace", BatchTraces.small(3));
    put("c.zip", Containers.zip("one", BatchTraces.small(1)));
    put("bad", new byte[] {1});
    assertThat(fleet().status()).isEqualTo(5);
    assertThat(spaceByGroup()).isEqualTo(Map.of("", 3000L + 6000 + 1000));
    assertThat(read().profile.getSampleCount()).isEqualTo(3);
    assertThat(Files.readAllLines(table()))
        .element(1)
        .asString()
        .startsWith("all,work2,/app.so,4,4,4,4000,");
    assertThat(Files.readString(table()))
        .contains(
            "all,main,/app.so,0,0,0,0,0,0,0,0,0,0,0,0,10,10,10,10000,10000,10000,10,10,10,10000,10000,10000")
        .contains("all,work1,/app.so,3,3,3,3000,3000,3000,3,3,3,3000,3000,3000,3,3,3,3000")
        .doesNotContain("malloc");
  }

  @Test
  void addsHalfWidthsInQuadrature() throws IOException {
    put("a.pftrace", BatchTraces.trace("x", 1, 1, 1, 4096));
    assertThat(fleet().status()).isZero();
    double[] one = spaceOfWork1();
    put("b.pftrace", BatchTraces.trace("x", 1, 1, 1, 4096));
    assertThat(fleet("--resume").err()).contains("1 converted, 1 done before");
    double[] two = spaceOfWork1();
    assertThat(two[0]).isEqualTo(2 * one[0]);
    assertThat(two[2] - two[0])
        .isCloseTo(Math.sqrt(2) * (one[2] - one[0]), org.assertj.core.data.Offset.offset(2.0));
  }

  private double[] spaceOfWork1() throws IOException {
    for (String line : Files.readAllLines(table())) {
      String[] cells = line.split(",");
      if (cells[1].equals("work1")) {
        return new double[] {
          Double.parseDouble(cells[12]),
          Double.parseDouble(cells[13]),
          Double.parseDouble(cells[14])
        };
      }
    }
    throw new AssertionError("no work1");
  }

  @Test
  void groupsByWhatTheTraceTells() throws IOException {
    put("a.pftrace", BatchTraces.trace("com.example.app", 5, 7, 1));
    // A process that only its uid ties to the package, under a second user of the device.
    put("b.pftrace", BatchTraces.trace("helper", 1_010_001, 8, 2));
    put("c.pftrace", BatchTraces.trace("com.example.app:remote", 5, 8, 3));
    put("d.pftrace", BatchTraces.trace("/system/bin/other", 5, 8, 4));
    fleet("--group-by", "package-version");
    assertThat(spaceByGroup())
        .isEqualTo(
            Map.of("com.example.app 7", 1000L, "com.example.app 8", 9000L, "unknown", 10_000L));
    // Groups are made when parts are added: another key needs nothing converted again.
    assertThat(fleet("--resume", "--group-by", "process").err())
        .contains("0 converted, 4 done before");
    assertThat(spaceByGroup()).hasSize(4).containsEntry("helper", 3000L);
    fleet("--resume", "--group-by", "build");
    assertThat(spaceByGroup()).isEqualTo(Map.of("maker/device:14/BUILD/1:user/keys", 20_000L));
    fleet("--resume", "--group-by", "heap");
    assertThat(spaceByGroup()).isEqualTo(Map.of("libc.malloc", 20_000L));
  }

  @Test
  void partsOfFinishedInputsAreNotLost() throws IOException {
    put("a.pftrace", BatchTraces.small(1));
    put("set.zip", Containers.zip("x", BatchTraces.small(2), "y", BatchTraces.small(3)));
    // The first run makes no parts: the second has to make them, and the third only adds them.
    assertThat(batch().status()).isZero();
    assertThat(fleet("--resume").err()).contains("3 converted");
    assertThat(fleet("--resume").err()).contains("0 converted, 2 done before");
    assertThat(spaceByGroup()).isEqualTo(Map.of("", 10_000L));
  }
}
