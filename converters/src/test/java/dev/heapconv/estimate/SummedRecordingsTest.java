package dev.heapconv.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.query.Comparison;
import dev.heapconv.query.Comparison.Compared;
import dev.heapconv.query.GroupBy;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import dev.heapconv.testing.TraceBuilder;
import dev.heapconv.unskew.Estimate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of a program that heapprofd recorded, one by one and as parts of a sum. */
class SummedRecordingsTest {

  /** Of the block that call sites allocate, and how many of them. */
  private static final int[] SIZES = {24, 64, 200, 700};

  private static final int[] COUNTS = {4_000, 2_000, 600, 270};

  private final SplittableRandom random = new SplittableRandom(11);
  private int pid = 100;

  /** A program with these call sites, and where its library is in a run. */
  private static final class Program {
    private final String name;
    private int interval = 4099;
    private int[] sizes = SIZES;
    private int[] counts = COUNTS;
    private byte[] buildId = {1, 2, 3};
    private long start = 0x10000;

    Program(String name) {
      this.name = name;
    }

    Program at(int bytes) {
      interval = bytes;
      return this;
    }

    Program with(int[] others, int... numbers) {
      sizes = others;
      counts = numbers;
      return this;
    }

    Program loadedAt(long address, byte... build) {
      start = address;
      buildId = build;
      return this;
    }
  }

  /** What heapprofd records of a run. */
  private RecordedProfile run(Program program) throws IOException {
    TraceBuilder trace = new TraceBuilder().process(++pid, program.name);
    TraceBuilder.Sequence sequence = trace.sequence(1);
    TraceBuilder.Heap heap = TraceBuilder.heap(pid, "libc.malloc", 1_000_000_000L * pid);
    heap.samples.setSamplingIntervalBytes(program.interval);
    long library =
        sequence.mapping(
            "/lib/libone.so", program.buildId, program.start, program.start + 0x10000, 0, 0);
    for (int site = 0; site < program.sizes.length; site++) {
      long frame = sequence.frame(site == 0 ? "" : "site" + site, library, 0x100 + site);
      long[] sums = sampled(program.sizes[site], program.counts[site], program.interval);
      heap.row(
          sequence.stackOf(sequence.frame("main", library, 0x50), frame), sums[0], sums[1], 0, 0);
    }
    sequence.flush().dump(heap);
    return HeapConv.read(
        InputSource.stream("run" + pid, new ByteArrayInputStream(trace.bytes())),
        ReadOptions.DEFAULT);
  }

  /** One byte in so many is hit, of blocks below that: recorded allocations and bytes. */
  private long[] sampled(int size, int count, int interval) {
    if (size >= interval) {
      return new long[] {count, (long) count * size};
    }
    long records = 0;
    long hits = 0;
    double at = 0;
    long last = -1;
    while (true) {
      at -= interval * Math.log(1 - random.nextDouble());
      long block = (long) (at / size);
      if (block >= count) {
        return new long[] {records, hits * interval};
      }
      records += block == last ? 0 : 1;
      hits++;
      last = block;
    }
  }

  private List<RecordedProfile> runs(int number, Program program) throws IOException {
    List<RecordedProfile> runs = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      runs.add(run(program));
    }
    return runs;
  }

  private static List<EstimatedProfile> together(List<RecordedProfile> runs) {
    return HeapConv.unskewAll(runs, UnskewOptions.DEFAULT);
  }

  private static EstimatedProfile alone(RecordedProfile run) {
    return HeapConv.unskew(run, UnskewOptions.DEFAULT);
  }

  private static Column objects(EstimatedProfile profile) {
    return profile.heaps().get(0).column(View.ALLOC_OBJECTS);
  }

  private static double width(EstimatedProfile profile, int site) {
    Estimate objects = objects(profile).estimate(site);
    return objects.high() / objects.low();
  }

  private static byte[] written(EstimatedProfile profile) {
    return Conversions.write(profile, Format.CSV);
  }

  private static void assertAlone(List<RecordedProfile> runs) {
    List<EstimatedProfile> together = together(runs);
    for (int i = 0; i < runs.size(); i++) {
      assertThat(written(together.get(i))).isEqualTo(written(alone(runs.get(i))));
      assertThat(together.get(i).comments()).isEqualTo(alone(runs.get(i)).comments());
    }
  }

  @Test
  void whatAllRunsTellOfASiteNarrowsItsCountInEach() throws IOException {
    List<RecordedProfile> runs = runs(20, new Program("p"));
    for (EstimatedProfile run : together(runs)) {
      for (int site = 0; site < SIZES.length; site++) {
        Estimate objects = objects(run).estimate(site);
        assertThat(objects.low()).isLessThan(COUNTS[site]);
        assertThat(objects.high()).isGreaterThan(COUNTS[site]);
      }
      assertThat(run.comments()).anyMatch(said -> said.contains("all dumps of 20 recordings"));
    }
    assertThat(width(together(runs).get(0), 2)).isLessThan(width(alone(runs.get(0)), 2) / 2);
  }

  @Test
  void theOrderOfRunsDoesNotMatter() throws IOException {
    List<RecordedProfile> runs = runs(5, new Program("p"));
    List<RecordedProfile> others = new ArrayList<>(runs);
    Collections.reverse(others);
    assertThat(written(together(others).get(4))).isEqualTo(written(together(runs).get(0)));
  }

  @Test
  void aSiteIsTheSameWhereverItsLibraryIsLoaded() throws IOException {
    List<RecordedProfile> moved = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      moved.add(run(new Program("p").loadedAt(0x10000L * (i + 1), (byte) 7)));
    }
    assertThat(width(together(moved).get(0), 0)).isLessThan(width(alone(moved.get(0)), 0));
    List<RecordedProfile> rebuilt = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      rebuilt.add(run(new Program("p").loadedAt(0x10000, (byte) i)));
    }
    assertThat(width(together(rebuilt).get(0), 2))
        .as("other builds may allocate other sizes")
        .isGreaterThan(2 * width(together(moved).get(0), 2));
  }

  @Test
  void runsOfOtherProgramsAreEstimatedAlone() throws IOException {
    assertAlone(List.of(run(new Program("p"))));
    assertAlone(List.of(run(new Program("p")), run(new Program("q"))));
  }

  @Test
  void aFinerIntervalTellsTheSizesOfACoarseOne() throws IOException {
    int[] counts = {400_000, 30_000, 9_000, 4_000};
    RecordedProfile coarse = run(new Program("p").with(SIZES, counts).at(65_537));
    RecordedProfile fine = run(new Program("p").with(SIZES, counts));
    EstimatedProfile told = together(List.of(coarse, fine)).get(0);
    for (int site = 0; site < SIZES.length; site++) {
      Estimate objects = objects(told).estimate(site);
      assertThat(objects.low()).isLessThan(counts[site]);
      assertThat(objects.high()).isGreaterThan(counts[site]);
      assertThat(width(told, site)).isLessThan(width(alone(coarse), site) / 3);
    }
    assertThat(told.comments()).anyMatch(said -> said.contains("all dumps of 2 recordings"));
  }

  @Test
  void aFinerIntervalTellsNothingOfOtherCode() throws IOException {
    RecordedProfile coarse = run(new Program("p").at(65_537));
    RecordedProfile rebuilt = run(new Program("p").loadedAt(0x10000, (byte) 9));
    assertThat(written(together(List.of(coarse, rebuilt)).get(0)))
        .isEqualTo(written(alone(coarse)));
  }

  @Test
  void whatMayBeBlocksOfExactlyARoundIntervalTellsNothingOfAnother() throws IOException {
    int[] pages = {512, 512, 512};
    RecordedProfile coarse = run(new Program("p").with(pages, 300, 200, 100).at(8_191));
    RecordedProfile round = run(new Program("p").with(pages, 300, 200, 100).at(512));
    assertThat(written(together(List.of(coarse, round)).get(0))).isEqualTo(written(alone(coarse)));
  }

  @Test
  void theOrderOfIntervalsDoesNotMatter() throws IOException {
    List<RecordedProfile> runs = new ArrayList<>();
    for (int interval : new int[] {509, 4096, 4099, 65_537}) {
      runs.add(run(new Program("p").at(interval)));
    }
    List<RecordedProfile> others = new ArrayList<>(runs);
    Collections.reverse(others);
    for (int i = 0; i < runs.size(); i++) {
      assertThat(written(together(others).get(runs.size() - 1 - i)))
          .isEqualTo(written(together(runs).get(i)));
    }
  }

  @Test
  void copiesTellNothingMore() throws IOException {
    RecordedProfile run = run(new Program("p"));
    assertAlone(List.of(run, run.withCapture(run.capture().withSource("copy"))));
  }

  @Test
  void dumpsOfOneRecordingTellAsOne() throws IOException {
    RecordedProfile dumps =
        Conversions.read(TestData.recording("phases_i512"), ReadOptions.DEFAULT);
    assertAlone(List.of(dumps));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aStructThatGrewHasMoreBytesAndAsManyObjects(int runs) throws IOException {
    int[] counts = {400_000, 30_000, 9_000, 4_000};
    int[] grown = SIZES.clone();
    grown[0] = 64;
    int[] before = SIZES.clone();
    before[0] = 48;
    EstimatedProfile base =
        Merging.of(together(runs(runs, new Program("p").at(512).with(before, counts))), true);
    EstimatedProfile changed =
        Merging.of(together(runs(runs, new Program("p").at(512).with(grown, counts))), true);
    Comparison comparison = Comparison.of(base, changed, GroupBy.STACK);
    int row = rowOfLargestChange(comparison);
    Column bytes = comparison.heaps(Compared.DIFFERENCE).get(0).column(View.ALLOC_SPACE);
    double of = comparison.heaps(Compared.BASE).get(0).column(View.ALLOC_SPACE).value(row);
    assertThat(bytes.low(row) / of).isBetween(0.2, 1.0 / 3);
    assertThat(bytes.high(row) / of).isBetween(1.0 / 3, 0.5);
    Column objects = comparison.heaps(Compared.DIFFERENCE).get(0).column(View.ALLOC_OBJECTS);
    assertThat(objects.low(row)).isLessThanOrEqualTo(0);
    assertThat(objects.high(row)).isGreaterThanOrEqualTo(0);
  }

  private static int rowOfLargestChange(Comparison comparison) {
    Column bytes = comparison.heaps(Compared.DIFFERENCE).get(0).column(View.ALLOC_SPACE);
    int largest = 0;
    for (int row = 1; row < bytes.rows(); row++) {
      largest = bytes.value(row) > bytes.value(largest) ? row : largest;
    }
    return largest;
  }
}
