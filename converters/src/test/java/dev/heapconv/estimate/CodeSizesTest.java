package dev.heapconv.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.proto.pprof.Label;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.proto.pprof.Sample;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.Subject;
import dev.heapconv.query.Totals;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stacks of which the code of the program states the size of each allocation. */
class CodeSizesTest {

  private static final long T = 4096;

  private final StackTable stacks = new StackTable();
  private final RecordedRows rows = RecordedRows.ofSums(List.of());

  /** A function called by main, with what was recorded of it. */
  private int add(String function, long count, long bytes, long freed, long freedBytes) {
    int stack = StackTable.ROOT;
    for (String name : List.of("main", function)) {
      SourceLine line = new SourceLine(name, "", 0);
      int frame = stacks.addFrame(StackTable.NO_MAPPING, name.hashCode() & 0xffff, line);
      stack = stacks.addStack(stack, frame);
    }
    int row = rows.row(stack);
    rows.addAlloc(row, count, bytes);
    rows.addLive(row, count - freed, bytes - freedBytes);
    return stack;
  }

  private EstimatedProfile estimate(Sampling sampling) {
    HeapInfo info = HeapInfo.of("h", sampling).withProcess(1, "p");
    RecordedHeap heap = rows.heap(info, View.ALL);
    RecordedProfile recorded =
        new RecordedProfile(
            new CaptureInfo("x", "x", "", ""),
            stacks,
            List.of(heap),
            List.of(heap.summary()),
            List.of(),
            List.of());
    return new Unskewing(UnskewOptions.DEFAULT).apply(recorded);
  }

  private EstimatedProfile estimate() {
    return estimate(Sampling.weighted(T));
  }

  private static Estimate of(EstimatedProfile profile, View view, int row) {
    EstimatedHeap heap = profile.heaps().get(0);
    return heap.column(view).estimate(row);
  }

  @Test
  void smallAllocationsAreCountedByTheirChance() {
    int known = add("known", 100, 101 * T, 40, 40 * T);
    add("unknown", 100, 101 * T, 40, 40 * T);
    stacks.setAllocationSize(known, 48);
    EstimatedProfile profile = estimate();
    double perHit = 1 / -Math.expm1(-48.0 / T);
    for (View view : List.of(View.ALLOC_OBJECTS, View.OBJECTS)) {
      Estimate objects = of(profile, view, 0);
      double n = view == View.OBJECTS ? 60 : 100;
      assertThat(objects.value()).isCloseTo(n * perHit, within(1e-6 * n * perHit));
      // Nothing but the noise of so many recorded ones is left.
      assertThat(objects.modelLow()).isEqualTo(objects.value());
      assertThat(objects.modelHigh()).isEqualTo(objects.value());
      assertThat(objects.high() / objects.low()).isBetween(1.3, 1.9);
      Estimate inferred = of(profile, view, 1);
      assertThat(inferred.high() / inferred.low()).isGreaterThan(10);
    }
    assertThat(of(profile, View.ALLOC_SPACE, 0)).isEqualTo(of(profile, View.ALLOC_SPACE, 1));
    assertThat(profile.remarks())
        .anySatisfy(remark -> assertThat(remark.text()).contains("50 % from the code"));
    assertThat(profile.notices()).isEmpty();
  }

  @Test
  void fromTheCutoffOnEachIsRecorded() {
    stacks.setAllocationSize(add("known", 7, 7 * T, 2, 2 * T), T);
    EstimatedProfile profile = estimate();
    assertThat(of(profile, View.ALLOC_OBJECTS, 0)).isEqualTo(Estimate.exact(7));
    assertThat(of(profile, View.OBJECTS, 0)).isEqualTo(Estimate.exact(5));
    assertThat(of(profile, View.SPACE, 0)).isEqualTo(Estimate.exact(5 * T));
  }

  @Test
  void justBelowTheCutoffSomeAreMissed() {
    stacks.setAllocationSize(add("known", 700, 1100 * T, 0, 0), T - 1);
    Estimate objects = of(estimate(), View.ALLOC_OBJECTS, 0);
    assertThat(objects.value()).isCloseTo(700 / (1 - Math.exp(-1)), within(1.0));
    assertThat(objects.isExact()).isFalse();
  }

  @Test
  void numbersRefuteSizes() throws IOException {
    // Seven blocks of 5,000 bytes are no 34,999; blocks below the interval no 3 T and 1 byte.
    stacks.setAllocationSize(add("large", 7, 34_999, 0, 0), 5000);
    stacks.setAllocationSize(add("small", 3, 3 * T + 1, 0, 0), 64);
    EstimatedProfile refuted = estimate();
    assertThat(refuted.notices())
        .extracting(Notice::id)
        .containsExactly(ErrorId.REFUTED_CODE_SIZES);
    assertThat(refuted.notices().get(0).message()).contains("for 2 stacks");
    assertThat(Totals.of(refuted, AggregateOptions.DEFAULT, View.ALLOC_SPACE).find(Totals.SIZE))
        .isNull();
    assertThat(of(refuted, View.ALLOC_OBJECTS, 1).value()).isLessThan(100);
  }

  @ParameterizedTest
  @CsvSource({
    // Recorded allocations, intervals beyond one each, a size that fits, and others that do not.
    "3000, 17, 48, 300, 2000",
    "1900, 1100, 4095, 48, 2000",
    "3000, 0, 8, 48, 1000",
  })
  void soDoCollisions(long n, long excess, long fits, long tooSmall, long tooLarge) {
    for (long size : new long[] {fits, tooSmall, tooLarge}) {
      CodeSizesTest test = new CodeSizesTest();
      test.stacks.setAllocationSize(test.add("one", n, (n + excess) * T, 0, 0), size);
      assertThat(test.estimate().notices().isEmpty()).as("%d B", size).isEqualTo(size == fits);
    }
  }

  @Test
  void whereTheIntervalGrewBytesCount() {
    stacks.setAllocationSize(add("known", 100, 400 * T, 0, 0), 64);
    stacks.setAllocationSize(add("large", 9, 9 * 8 * T, 0, 0), 8 * T);
    EstimatedProfile profile = estimate(new Sampling(Scheme.WEIGHTED, 4 * T, T, 4 * T));
    Estimate objects = of(profile, View.ALLOC_OBJECTS, 0);
    Estimate bytes = of(profile, View.ALLOC_SPACE, 0);
    assertThat(objects.value()).isEqualTo(bytes.value() / 64);
    assertThat(objects.low()).isCloseTo(bytes.low() / 64, within(1.0));
    assertThat(objects.high()).isCloseTo(bytes.high() / 64, within(1.0));
    assertThat(of(profile, View.ALLOC_OBJECTS, 1)).isEqualTo(Estimate.exact(9));
  }

  @Test
  void whatIsSaidTwiceOfOneStackHasToBeTheSame() {
    int stack = add("known", 1, T, 0, 0);
    stacks.setAllocationSize(stack, 48);
    stacks.setAllocationSize(stack, 48);
    assertThat(stacks.allocationSize(stack)).isEqualTo(48);
    StackTable other = new StackTable();
    assertThat(other.allocationSize(stacks.mapped(other).applyAsInt(stack))).isEqualTo(48);
    stacks.setAllocationSize(stack, 64);
    assertThat(stacks.allocationSize(stack)).isZero();
    assertThat(other.allocationSize(stacks.mapped(other).applyAsInt(stack))).isZero();
  }

  @Test
  void aFileOfPprofKeepsThem() throws IOException {
    stacks.setAllocationSize(add("known", 100, 101 * T, 40, 40 * T), 48);
    add("unknown", 20, 20 * T, 0, 0);
    EstimatedProfile written = estimate();
    byte[] file = Conversions.write(written, Format.PPROF_PLAIN);
    Profile pprof = Profile.parseFrom(file);
    List<Long> sizes = new ArrayList<>();
    for (Sample sample : pprof.getSampleList()) {
      for (Label label : sample.getLabelList()) {
        if (pprof.getStringTable((int) label.getKey()).equals("bytes")) {
          sizes.add(label.getNum());
        }
      }
    }
    assertThat(sizes).containsExactly(48L);
    EstimatedProfile read = HeapConv.unskew(Conversions.read(file), UnskewOptions.DEFAULT);
    for (View view : View.ALL) {
      for (int row = 0; row < 2; row++) {
        assertThat(of(read, view, row)).isEqualTo(of(written, view, row));
      }
    }
    assertThat(Conversions.write(read, Format.PPROF_PLAIN)).isEqualTo(file);
  }

  @Test
  void rowsHaveTheOneSizeOfTheirStacks() throws IOException {
    stacks.setAllocationSize(add("one", 10, 10 * T, 0, 0), 48);
    stacks.setAllocationSize(add("two", 10, 10 * T, 0, 0), 64);
    add("unknown", 10, 10 * T, 0, 0);
    EstimatedProfile profile = estimate();
    AggregateOptions options = AggregateOptions.DEFAULT;
    assertThat(sizes(Totals.of(profile, options, View.ALLOC_SPACE)))
        .isEqualTo(Map.of("main", "NaN ", "one", "48 code", "two", "64 code", "unknown", "NaN "));
    assertThat(sizes(new Totals(options, View.ALLOC_SPACE, 10).ask(Subject.of(profile))))
        .containsEntry("two", "64 code");
    // The library of all three is the same, their sizes are not.
    assertThat(
            sizes(Totals.of(profile, options.withBy(GroupBy.LIBRARY), View.ALLOC_SPACE)).values())
        .containsExactly("NaN ");
  }

  private static Map<String, String> sizes(Answer result) {
    Map<String, String> sizes = new HashMap<>();
    for (int row : result.order()) {
      Answer.NameColumn source =
          result.names().stream().filter(name -> name.id().equals("size_source")).findAny().get();
      double size = Objects.requireNonNull(result.find(Totals.SIZE)).value(row);
      sizes.put(
          result.name(row), (Double.isNaN(size) ? "NaN" : (long) size) + " " + source.text(row));
    }
    return sizes;
  }

  @Test
  void theOtherStacksOfAFunctionAreAlike() {
    Estimate before = new CodeSizesTest().fifthOfFive(false);
    Estimate after = new CodeSizesTest().fifthOfFive(true);
    double truth = 20 / -Math.expm1(-16.0 / T);
    assertThat(Math.abs(Math.log(after.value() / truth)))
        .isLessThan(Math.abs(Math.log(before.value() / truth)));
    assertThat(after.high() / after.low()).isLessThan(0.5 * before.high() / before.low());
  }

  /** Of five stacks of one function, of which little was recorded, the last one. */
  private Estimate fifthOfFive(boolean othersAreKnown) {
    for (int i = 0; i < 5; i++) {
      int stack = StackTable.ROOT;
      for (String name : List.of("caller" + i, "make")) {
        SourceLine line = new SourceLine(name, "", 0);
        int frame = stacks.addFrame(StackTable.NO_MAPPING, name.hashCode() & 0xffff, line);
        stack = stacks.addStack(stack, frame);
      }
      rows.addAlloc(rows.row(stack), 20, 20 * T);
      if (othersAreKnown && i < 4) {
        stacks.setAllocationSize(stack, 16);
      }
    }
    return of(estimate(), View.ALLOC_OBJECTS, 4);
  }
}
