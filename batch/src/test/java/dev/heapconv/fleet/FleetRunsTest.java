package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.Format;
import dev.heapconv.fleet.FleetOptions.FleetTable;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import dev.heapconv.transform.RecordedSizes;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("slow")
class FleetRunsTest {

  private static final List<Path> PARTS = new ArrayList<>();

  @TempDir private Path folder;

  @BeforeAll
  static void makeParts(@TempDir Path shared) throws IOException {
    for (int i = 0; i < 130; i++) {
      PARTS.add(part(shared, i, 300, 2000));
    }
  }

  static List<GroupBy> groupings() {
    return Effort.of(2, List.of(GroupBy.FUNCTION, GroupBy.PROCESS, GroupBy.STACK, GroupBy.FILE));
  }

  @ParameterizedTest
  @MethodSource("groupings")
  void totalsAreTheSameBytesHoweverManyThreadsAndHoweverLittleMemoryThereIs(GroupBy by)
      throws IOException {
    AggregateOptions rows = AggregateOptions.DEFAULT.withBy(by);
    FleetTotals inMemory = totals(PARTS, rows, 1_000_000, 1, "expected");
    // So little that each part makes several runs, together more than are merged at a time.
    FleetTotals inRuns = totals(PARTS, rows, 50, 1, "runs");
    FleetTotals threads = totals(PARTS, rows, 1_000_000, 4, "threads");
    FleetTotals threadsInRuns = totals(PARTS, rows, 5_000, 4, "both");
    assertThat(inMemory.runsWritten()).isZero();
    assertThat(inRuns.runsWritten()).isGreaterThan(130);
    assertThat(threads.runsWritten()).isZero();
    assertThat(threadsInRuns.runsWritten()).isBetween(4, 130);
    List<Path> backwards = new ArrayList<>(PARTS);
    Collections.reverse(backwards);
    totals(backwards, rows, 10_000, 2, "backwards");
    for (String other : List.of("runs", "threads", "both", "backwards")) {
      assertThat(folder.resolve(other + ".csv"))
          .hasSameBinaryContentAs(folder.resolve("expected.csv"));
      assertThat(TestData.bytes(folder.resolve(other + ".pb")))
          .isEqualTo(TestData.bytes(folder.resolve("expected.pb")));
    }
    try (var left = Files.list(folder.resolve("tmp"))) {
      assertThat(left).isEmpty();
    }
  }

  static List<String> orders() {
    return Effort.of(1, List.of("objects_low", "space", "name"));
  }

  @ParameterizedTest
  @MethodSource("orders")
  void stacksThatWereForgottenWouldNotHaveBeenShown(String sort) throws IOException {
    AggregateOptions rows =
        AggregateOptions.DEFAULT
            .withBy(GroupBy.STACK)
            .withSort(sort)
            .withFilter(Pattern.compile("f1"));
    totals(PARTS, rows.withLimit(0), 1_000_000, 1, "all");
    totals(PARTS, rows.withLimit(40), 1_000_000, 1, "some");
    List<String> expected = new ArrayList<>();
    Map<String, Integer> ofProcess = new HashMap<>();
    for (String line : Files.readAllLines(folder.resolve("all.csv"))) {
      String[] cells = line.split(",");
      if (ofProcess.merge(cells[cells.length - 2], 1, Integer::sum) <= 40) {
        expected.add(line);
      }
    }
    assertThat(ofProcess).hasSize(4).containsEntry("group", 1);
    assertThat(Files.readAllLines(folder.resolve("some.csv"))).isEqualTo(expected);
  }

  @Test
  void aRunThatCannotBeWrittenIsNoDamageOfAPart() throws IOException {
    FleetOptions options =
        new FleetOptions(
            FleetGrouping.NONE, FleetDevices.EACH_INPUT, folder.resolve("x.pb"), null, null, 50);
    FleetTotals totals = new FleetTotals(options, 2, folder.resolve("missing"));
    Path part = part(folder, 1, 100, 100);
    assertThatThrownBy(() -> totals.addAll(List.of(new FleetTotals.Part("input", part))))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("missing");
    assertThat(part).exists();
  }

  @Test
  void aPartThatIsNotWholeIsNoticed() throws IOException {
    Path part = part(folder, 1, 100, 100);
    byte[] bytes = Files.readAllBytes(part);
    for (int cut : new int[] {1, 5, bytes.length / 2, bytes.length}) {
      Files.write(part, Arrays.copyOf(bytes, bytes.length - cut));
      assertDamaged(part);
    }
    bytes[bytes.length / 2] ^= 0x10;
    Files.write(part, bytes);
    assertDamaged(part);
  }

  private void assertDamaged(Path part) throws IOException {
    FleetOptions options =
        new FleetOptions(
            FleetGrouping.NONE, FleetDevices.EACH_INPUT, folder.resolve("x.pb"), null, null, 100);
    FleetTotals totals = new FleetTotals(options, 1, folder);
    FleetTotals.Part damaged = new FleetTotals.Part("input", part);
    assertThatThrownBy(() -> totals.addAll(List.of(damaged))).hasMessageContaining("damaged");
    assertThat(part).doesNotExist();
  }

  private FleetTotals totals(
      List<Path> parts, AggregateOptions rows, int maxRows, int threads, String name)
      throws IOException {
    FleetOptions options =
        new FleetOptions(
            FleetGrouping.PROCESS,
            new FleetDevices(Pattern.compile("part-(\\d)"), null),
            folder.resolve(name + ".pb"),
            new FleetTable(folder.resolve(name + ".csv"), Format.CSV, rows),
            null,
            maxRows);
    FleetTotals totals =
        new FleetTotals(options, threads, Files.createDirectories(folder.resolve("tmp")));
    totals.addAll(parts.stream().map(part -> new FleetTotals.Part(part.toString(), part)).toList());
    totals.write(0.95, "test", AtomicFile.Guard.NONE);
    return totals;
  }

  private static Path part(Path folder, int seed, int rows, int functions) throws IOException {
    Random random = new Random(seed);
    StackTable stacks = new StackTable();
    int[] ids = new int[rows];
    for (int row = 0; row < rows; row++) {
      int stack = StackTable.ROOT;
      for (int depth = 1 + random.nextInt(6); depth > 0; depth--) {
        SourceLine line = new SourceLine("f" + random.nextInt(functions), "", 0);
        stack = stacks.addStack(stack, stacks.addFrame(StackTable.NO_MAPPING, 0, line));
      }
      ids[row] = stack;
    }
    int[] distinct = Arrays.stream(ids).distinct().toArray();
    List<Column> columns = new ArrayList<>();
    for (int view = 0; view < View.ALL.size(); view++) {
      double[] values = random.doubles(distinct.length, 1, 1000).toArray();
      double[] highs = Arrays.stream(values).map(value -> value + 8).toArray();
      columns.add(new Column(values, values, highs));
    }
    HeapInfo info = new HeapInfo(1, "p" + seed % 3, "h", 1, 1, 0, 0, Scheme.WEIGHTED, 64, 64);
    EstimatedHeap heap =
        new EstimatedHeap(
            info,
            View.ALL,
            distinct,
            columns,
            new long[distinct.length],
            new long[distinct.length],
            List.of());
    EstimatedProfile profile =
        new EstimatedProfile(
            new CaptureInfo("x", "x", "", ""), stacks, List.of(heap), List.of(), 0.95, List.of());
    Path part = folder.resolve("part-" + seed);
    try (OutputStream out = Files.newOutputStream(part)) {
      new FleetPart(profile, profile.heaps(), RecordedSizes.NONE).write(out);
    }
    return part;
  }

  @Test
  void whatIsRandomInPathsOfAppsIsLeftOut() {
    String installed =
        "/data/app/~~Q2n0-Rk1SXaE8vB3mZpJ2g==/com.example.app-9bJk3Kx0TtW_aL5mZpJ2gA==/base.apk";
    assertThat(FleetFrames.stablePath(installed)).isEqualTo("/data/app/com.example.app/base.apk");
    assertThat(FleetFrames.stablePath("/data/app/com.example.app-1/lib/arm64/libx.so"))
        .isEqualTo("/data/app/com.example.app/lib/arm64/libx.so");
    assertThat(FleetFrames.stablePath("/system/lib64/libc.so")).isEqualTo("/system/lib64/libc.so");
  }
}
