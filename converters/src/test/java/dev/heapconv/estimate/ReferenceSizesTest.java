package dev.heapconv.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.combine.StackChoice;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Mapping;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.unskew.Sampling;
import dev.heapconv.unskew.Scheme;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Which stacks of reference recordings say something about a stack in the field. */
class ReferenceSizesTest {

  private static final long INTERVAL = 4096;

  /** Recorded allocations of a stack in the field: too few to show sizes below 200 bytes. */
  private static final long FEW = 20;

  /** Rows of one heap; stacks are written innermost first, and unnamed frames as library+pc. */
  private static final class Recording {
    private final StackTable stacks = new StackTable();
    private final RecordedRows rows = RecordedRows.ofSums(List.of());
    private final HeapInfo info;
    private int library = StackTable.NO_MAPPING;

    Recording(Scheme scheme, long interval) {
      info = HeapInfo.of("h", Sampling.of(scheme, interval)).withProcess(1, "p");
    }

    Recording add(String functions, long count, long bytes) {
      String[] names = functions.split(";");
      int stack = StackTable.ROOT;
      for (int i = names.length - 1; i >= 0; i--) {
        stack = stacks.addStack(stack, frame(names[i]));
      }
      rows.addAlloc(rows.row(stack), count, bytes);
      return this;
    }

    private int frame(String name) {
      int plus = name.indexOf('+');
      if (plus < 0) {
        SourceLine line = new SourceLine(name, "", 0);
        return stacks.addFrame(StackTable.NO_MAPPING, name.hashCode() & 0xffff, line);
      }
      if (library == StackTable.NO_MAPPING) {
        library = stacks.addMapping(new Mapping(name.substring(0, plus), "", 0, 65536, 0));
      }
      long pc = Long.decode(name.substring(plus + 1));
      return stacks.addFrame(library, pc, SourceLine.UNKNOWN);
    }

    RecordedProfile build() {
      RecordedHeap heap = rows.heap(info, List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE));
      return new RecordedProfile(
          new CaptureInfo("x", "x", "", ""),
          stacks,
          List.of(heap),
          List.of(heap.summary()),
          List.of(),
          List.of());
    }
  }

  private static Recording field() {
    return new Recording(Scheme.WEIGHTED, INTERVAL);
  }

  /** A complete log of a stack with 1,000 allocations of a size, and so on. */
  private static EstimatedProfile reference(Object... stacksAndSizes) {
    Recording log = new Recording(Scheme.EXACT, 1);
    for (int i = 0; i < stacksAndSizes.length; i += 2) {
      log.add((String) stacksAndSizes[i], 1000, 1000L * (int) stacksAndSizes[i + 1]);
    }
    return estimated(log.build());
  }

  private static EstimatedProfile estimated(RecordedProfile recorded) {
    return HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
  }

  private static EstimatedProfile estimated(
      RecordedProfile recorded, EstimatedProfile... references) {
    ReferenceSizes sizes = ReferenceSizes.of(List.of(references));
    return new Unskewing(setup(sizes)).apply(recorded);
  }

  private static double count(EstimatedProfile profile) {
    return profile.heaps().get(0).column(View.ALLOC_OBJECTS).value(0);
  }

  /** A stack in the field counts as one of allocations of a size. */
  private static void hasSize(String stack, double size, EstimatedProfile... references) {
    RecordedProfile recorded = field().add(stack, FEW, FEW * INTERVAL).build();
    double expected = FEW * INTERVAL / size;
    assertThat(count(estimated(recorded, references)))
        .as(stack)
        .isBetween(expected / 1.3, expected * 1.3);
  }

  @Test
  void aStackIsFoundByItsFunctions() {
    EstimatedProfile reference = reference("node;parse;main", 16, "buffer;parse;main", 128);
    hasSize("node;parse;main", 16, reference);
    hasSize("buffer;parse;main", 128, reference);
  }

  @Test
  void theAllocatorsFunctionsDoNotMatter() {
    hasSize("malloc;node;main", 16, reference("operator new(unsigned long);node;main", 16));
  }

  @Test
  void otherwiseTheLongestRunOfFunctionsFromTheLeafIsFound() {
    EstimatedProfile reference =
        reference("node;parse;main", 16, "node;load;main", 128, "leaf;load;main", 64);
    hasSize("node;parse;thread", 16, reference);
    hasSize("node;load;thread", 128, reference);
    hasSize("leaf;thread", 64, reference);
  }

  @Test
  void withoutACommonLeafNothingIsKnown() {
    RecordedProfile recorded = field().add("other;parse;main", FEW, FEW * INTERVAL).build();
    EstimatedProfile without = estimated(recorded);
    EstimatedProfile with = estimated(recorded, reference("node;parse;main", 16));
    assertThat(count(with)).isEqualTo(count(without));
    assertThat(with.comments())
        .contains(
            "allocation sizes by share of the bytes: 0 % from the same stacks"
                + " of reference recordings, 100 % inferred from the recording");
  }

  @Test
  void aStackThatContinuesAnotherIsAnother() {
    EstimatedProfile reference = reference("grow;main", 16, "grow;main;start", 128);
    hasSize("grow;main", 16, reference);
    hasSize("grow;main;start", 128, reference);
    // Of a stack that continues both, nothing more is known than of the longer one.
    hasSize("grow;main;start;clone", 128, reference);
  }

  @Test
  void severalRecordingsComplementEachOther() {
    EstimatedProfile one = reference("node;main", 16);
    EstimatedProfile other = reference("buffer;main", 128);
    hasSize("node;main", 16, one, other);
    hasSize("buffer;main", 128, one, other);
  }

  @Test
  void unnamedFramesAreFoundByLibraryAndAddress() {
    EstimatedProfile reference =
        reference("/opt/libx.so+0x10;main", 16, "/opt/libx.so+0x20;main", 128);
    hasSize("/data/app/1/libx.so+0x10;main", 16, reference);
    hasSize("/data/app/1/libx.so+0x20;main", 128, reference);
  }

  private static long fingerprint(EstimatedProfile... references) {
    return ReferenceSizes.of(List.of(references)).fingerprint();
  }

  @Test
  void theFingerprintDependsOnWhatRecordingsSayAndNotOnTheirOrder() {
    long fingerprint = fingerprint(reference("a;m", 16, "b;m", 32), reference("a;m", 64));
    assertThat(fingerprint(reference("a;m", 64), reference("b;m", 32, "a;m", 16)))
        .isEqualTo(fingerprint);
    assertThat(fingerprint(reference("a;m", 16, "b;m", 32))).isNotEqualTo(fingerprint);
    assertThat(fingerprint(reference("a;m", 16, "b;m", 33), reference("a;m", 64)))
        .isNotEqualTo(fingerprint);
    assertThat(fingerprint(reference("a;m", 16, "c;m", 32), reference("a;m", 64)))
        .isNotEqualTo(fingerprint);
  }

  /** More stacks with one leaf than are looked at. */
  private static List<EstimatedProfile> manyReferences() {
    List<EstimatedProfile> references = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      Object[] stacks = new Object[200];
      for (int j = 0; j < 100; j++) {
        stacks[2 * j] = "node;caller" + (i + 7 * j);
        stacks[2 * j + 1] = 16 + j;
      }
      references.add(reference(stacks));
    }
    return references;
  }

  @Test
  void estimatesDoNotDependOnTheOrderOfRecordings() {
    RecordedProfile recorded = field().add("node;other", FEW, FEW * INTERVAL).build();
    List<EstimatedProfile> references = manyReferences();
    double count = count(estimated(recorded, references.toArray(EstimatedProfile[]::new)));
    Collections.shuffle(references, new Random(3));
    assertThat(count(estimated(recorded, references.toArray(EstimatedProfile[]::new))))
        .isEqualTo(count);
  }

  private static RecordedProfile manyStacks() {
    Random random = new Random(5);
    Recording recording = field();
    for (int i = 0; i < 2500; i++) {
      long n = 1 + random.nextInt(20);
      String stack = (random.nextBoolean() ? "node" : "leaf" + i % 40) + ";caller" + i % 900;
      recording.add(stack + ";" + i, n, INTERVAL * (n + random.nextInt(3)));
    }
    return recording.build();
  }

  @Test
  void threadsMayShareThem() throws Exception {
    RecordedProfile recorded = manyStacks();
    List<EstimatedProfile> references = manyReferences();
    byte[] expected = counts(recorded, ReferenceSizes.of(references));
    ReferenceSizes shared = ReferenceSizes.of(references);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<byte[]>> results = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        results.add(threads.submit(() -> counts(recorded, shared)));
      }
      for (Future<byte[]> result : results) {
        assertThat(result.get()).isEqualTo(expected);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static byte[] counts(RecordedProfile recorded, ReferenceSizes sizes) {
    return Conversions.write(new Unskewing(setup(sizes)).apply(recorded), Format.CSV);
  }

  @Test
  void commentsSayWhichKnowledgeWasUsed() {
    RecordedProfile recorded =
        field()
            .add("whole;main", 250, 250 * 40_000)
            .add("node;main", 10_000, 10_000 * INTERVAL)
            .add("shared;main", 5000, 5000 * INTERVAL)
            .add("shared;start", 2500, 2500 * INTERVAL)
            .add("alone;main", 5000, 5000 * INTERVAL)
            .build();
    EstimatedProfile reference = reference("node;main", 16, "alone;start", 32);
    assertThat(estimated(recorded, reference).comments())
        .contains(
            "allocation sizes by share of the bytes: 10 % recorded, 40 % from"
                + " the same stacks of reference recordings, 20 % from similar stacks of"
                + " reference recordings, 30 % inferred from the recording");
    assertThat(estimated(recorded).comments())
        .contains(
            "allocation sizes by share of the bytes: 10 % recorded, 90 % inferred"
                + " from the recording");
  }

  @Test
  void countsOfUnknownErrorSayNothingOfSizes() {
    RecordedProfile unknown = new Recording(Scheme.SCALED, 0).add("node;main", 5, 80).build();
    assertThat(ReferenceSizes.hasSizes(estimated(unknown))).isFalse();
    assertThat(ReferenceSizes.hasSizes(reference("node;main", 16))).isTrue();
  }

  private static UnskewSetup setup(ReferenceSizes sizes) {
    return new UnskewSetup(UnskewOptions.DEFAULT, sizes, StackChoice.ALL);
  }
}
