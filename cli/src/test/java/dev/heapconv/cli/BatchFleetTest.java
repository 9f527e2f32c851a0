package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.testing.Containers;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BatchFleetTest extends BatchFixture {

  private Path profile() {
    return folder.resolve("fleet.pb.gz");
  }

  private CommandRun fleet(String... options) {
    List<String> all = new ArrayList<>(List.of("--merge-into", profile().toString()));
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
      Map<String, String> labels = new TreeMap<>(pprof.labels(sample));
      labels.remove("heap", "heap");
      // It tells the heaps of groups apart.
      labels.remove("recording");
      String group = String.join(",", labels.values());
      groups.merge(group, sample.getValue(3), Long::sum);
    }
    return groups;
  }

  @Test
  void aDamagedArchiveCountsWithItsMembersWhenResumed() throws IOException {
    byte[] zip = Containers.zip("one", BatchTraces.small(1), "two", BatchTraces.small(3000));
    put("cut.zip", Arrays.copyOf(zip, zip.length * 2 / 3));
    assertThat(fleet().status()).isEqualTo(5);
    Map<String, Long> first = spaceByGroup();
    assertThat(first).isNotEmpty();

    assertThat(fleet("--resume").status()).isEqualTo(5);
    assertThat(spaceByGroup()).isEqualTo(first);
  }

  @Test
  void addsUpAllInputs() throws IOException {
    put("a.pftrace", BatchTraces.small(2));
    put("b.pftrace", BatchTraces.small(3));
    put("c.zip", Containers.zip("one", BatchTraces.small(1)));
    put("bad.pftrace", new byte[] {1});
    assertThat(fleet().status()).isEqualTo(5);
    assertThat(spaceByGroup()).isEqualTo(Map.of("", 3000L + 6000 + 1000));
    assertThat(read().profile.getSampleCount()).isEqualTo(3);
    String top = CommandRun.of(profile().toString(), "-f", "csv").isOk().out();
    assertThat(top).contains("work2", "app.so").doesNotContain("malloc");
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
    // Another key needs nothing converted again.
    assertThat(fleet("--resume", "--group-by", "process").err())
        .contains("0 converted, 4 already done");
    assertThat(spaceByGroup()).hasSize(4).containsEntry("helper", 3000L);
    fleet("--resume", "--group-by", "build");
    assertThat(spaceByGroup()).isEqualTo(Map.of("maker/device:14/BUILD/1:user/keys", 20_000L));
    fleet("--resume", "--group-by", "heap");
    assertThat(spaceByGroup()).isEqualTo(Map.of("libc.malloc", 20_000L));
  }

  @Test
  void finishedInputsAreAddedUpToo() throws IOException {
    put("a.pftrace", BatchTraces.small(1));
    put("set.zip", Containers.zip("x", BatchTraces.small(2), "y", BatchTraces.small(3)));
    assertThat(batch().status()).isZero();
    for (int i = 0; i < 2; i++) {
      assertThat(fleet("--resume").err()).contains("0 converted, 2 already done");
      assertThat(spaceByGroup()).isEqualTo(Map.of("", 10_000L));
    }
  }

  /** That everything was freed is a result. */
  @Test
  void viewsThatAreZeroAreKept() throws IOException {
    String header = "{\"heapconv\":1,\"frees\":true,\"scheme\":\"exact\",\"interval\":1}\n";
    String alloc = "{\"alloc\":1,\"size\":10,\"frames\":[\"main\"]}\n";
    put("freed", (header + alloc + "{\"free\":1}\n").getBytes(StandardCharsets.UTF_8));
    String table = folder.resolve("table").toString();
    assertThat(fleet("--table", table).status()).isZero();
    assertThat(Pprof.decode(Files.readAllBytes(profile())).sampleTypes())
        .isEqualTo(Pprof.decode(Files.readAllBytes(out().resolve("freed.pb.gz"))).sampleTypes())
        .contains("objects", "space");
    assertThat(CommandRun.of("fleet", table, "--view", "alloc_space", "-f", "csv").out())
        .contains("main,1,1,");
  }

  @Test
  void totalsInTheOutputFolderTakeNoOutputsPlace() throws IOException {
    put("fleet", BatchTraces.small(1));
    String totals = out().resolve("fleet.pb.gz").toString();
    assertThat(batch("--merge-into", totals).status()).isZero();
    assertThat(outputs()).hasSize(2).contains("fleet.pb.gz");
  }

  @Test
  void totalsReplaceNoInput() throws IOException {
    byte[] trace = BatchTraces.small(1);
    Path input = put("in.pb", trace);
    Path link = Files.createSymbolicLink(folder.resolve("link.pb"), input);
    Path hard = Files.createLink(folder.resolve("hard.pb"), input);
    Path folderLink = Files.createSymbolicLink(folder.resolve("folder"), in());
    for (Path file : List.of(input, link, hard, folderLink.resolve("in.pb"))) {
      CommandRun refused = batch("--merge-into", file.toString());
      refused.isOneLine(ExitStatus.OUTPUT, file + ": is also an input");
      assertThat(input).hasBinaryContent(trace);
      assertThat(file).exists();
      assertThat(out().resolve("manifest.jsonl")).doesNotExist();
    }
  }

  @Test
  void totalsReplaceNoOtherFileOfTheBatch() throws IOException {
    put("a", BatchTraces.small(1));
    assertThat(batch().status()).isZero();
    Path manifest = out().resolve("manifest.jsonl");
    Path link = Files.createSymbolicLink(folder.resolve("link.pb"), manifest);
    batch("--resume", "--merge-into", link.toString())
        .isOneLine(ExitStatus.OUTPUT, "is the place of two outputs");
    assertThat(lines()).isEqualTo(1);
    Path labels = Files.writeString(folder.resolve("w.pb"), "input,a\nb,1\n");
    String table = folder.resolve("table").toString();
    batch("--resume", "--table", table, "--labels", labels.toString(), "--merge-into", labels + "")
        .isOneLine(ExitStatus.OUTPUT, "is also an input");
    assertThat(labels).content().startsWith("input");
  }

  @Test
  void aSumOfNothingIsNotWritten() throws IOException {
    put("a.pftrace", "no trace".getBytes(StandardCharsets.UTF_8));
    CommandRun run = fleet();

    assertThat(run.status()).isEqualTo(5);
    assertThat(run.err()).contains("not written, because no input has a profile to add up");
    assertThat(profile()).doesNotExist();
  }

  @Test
  void aDayBeforeAnyRecordingIsRefused() {
    batch("--table", folder.resolve("table").toString(), "--date", "0000-01-01")
        .isUsageError("--date 0000-01-01 is not a day since 1970-01-01");
  }
}
