package dev.heapconv.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.Formats;
import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.RecordedRows;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.UnskewOptions;
import dev.heapconv.unskew.sizes.CellSums;
import dev.heapconv.unskew.sizes.RecordingCells;
import dev.heapconv.unskew.sizes.Sampling;
import dev.heapconv.unskew.sizes.StackCells;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is learnt of sizes from many recordings, how it is stored, and what it is worth. */
class LearnedSizesTest {

  private static final long INTERVAL = 32768;
  private static final Sampling SAMPLING = new Sampling(INTERVAL, INTERVAL);

  /** Stacks of two functions each, by the names of the inner ones. */
  private static final class Recording {
    private final StackTable stacks = new StackTable();
    private final RecordedRows rows = RecordedRows.ofSums(List.of());
    private final HeapInfo info;

    Recording(Scheme scheme, long interval, long original) {
      info =
          HeapInfo.of("h", scheme, interval).withProcess(1, "p").withOrigSamplingInterval(original);
    }

    Recording add(String function, long count, long bytes) {
      rows.addAlloc(rows.row(stack(function)), count, bytes);
      return this;
    }

    private int stack(String function) {
      return stacks.addStack(stacks.addStack(StackTable.ROOT, frame("main")), frame(function));
    }

    private int frame(String name) {
      return stacks.addFrame(
          StackTable.NO_MAPPING, name.hashCode() & 0xffff, new SourceLine(name, "", 0));
    }

    RecordedHeap heap() {
      return rows.heap(info, List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE));
    }

    RecordedProfile build() {
      return of(stacks, heap());
    }
  }

  private static Recording device() {
    return new Recording(Scheme.WEIGHTED, INTERVAL, INTERVAL);
  }

  private static RecordedProfile of(StackTable stacks, RecordedHeap... heaps) {
    return new RecordedProfile(
        new CaptureInfo("x", "x", "", ""), stacks, List.of(heaps), List.of(), List.of(), List.of());
  }

  private static LearnedSizes learned(Iterable<RecordedProfile> recordings) {
    LearnedSizes sizes = new LearnedSizes();
    for (RecordedProfile recording : recordings) {
      LearnedSizes.Adder adder = sizes.over(recording.stacks());
      for (RecordedSizes.HeapSizes heap :
          RecordedSizes.of(recording, UnskewSetup.of(UnskewOptions.DEFAULT)).heaps()) {
        heap.stacks().forEach(stack -> adder.add(heap.sampling(), stack.id(), stack.sums()));
      }
    }
    return sizes;
  }

  private static byte[] bytes(LearnedSizes sizes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    sizes.write(out);
    return out.toByteArray();
  }

  private static String text(LearnedSizes sizes) throws IOException {
    return new String(bytes(sizes), StandardCharsets.UTF_8);
  }

  private static LearnedSizes read(byte[] file) throws IOException {
    List<LearnedSizes> found = new ArrayList<>();
    RecordedProfile recorded =
        HeapConv.read(
            InputSource.stream("sizes", new ByteArrayInputStream(file)),
            ReadOptions.DEFAULT,
            Formats.STANDARD.withReader(new SizesReader(found::add)));
    assertThat(recorded.heaps()).isEmpty();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static LearnedSizes some() {
    List<RecordedProfile> recordings = new ArrayList<>();
    recordings.add(device().add("a\tb\\t\nc\r", 2, 3 * INTERVAL).add("b", 1, 50_000).build());
    recordings.add(device().add("b", 3, 150_000).add("b€", 2, 2 * INTERVAL).build());
    recordings.add(new Recording(Scheme.WEIGHTED, 4096, 4096).add("b", 5, 8 * 4096).build());
    return learned(recordings);
  }

  @Test
  void theFileIsReadable() throws IOException {
    assertThat(text(some()))
        .isEqualTo(
            """
            heapconv sizes 1
            T\t4096\t4096
            5\t32768\t0\t0\t0\t0\tb\tmain
            T\t32768\t32768
            2\t98304\t0\t0\t0\t49152\ta\\tb\\\\t\\nc\\r\tmain
            0\t0\t2\t4\t200000\t50000\tb\tmain
            2\t65536\t0\t0\t0\t32768\tb€\tmain
            E\t4\t4a1f4b19
            """);
  }

  @Test
  void whatIsReadIsWhatWasWritten() throws IOException {
    byte[] file = bytes(some());
    assertThat(bytes(read(file))).isEqualTo(file);
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
      out.write(file);
    }
    assertThat(bytes(read(compressed.toByteArray()))).isEqualTo(file);
    LearnedSizes twice = some();
    twice.add(read(file));
    assertThat(text(twice)).contains("10\t65536\t0\t0\t0\t0\tb\tmain");
  }

  @Test
  void nothingLearntIsAFile() throws IOException {
    assertThat(text(new LearnedSizes())).isEqualTo("heapconv sizes 1\nE\t0\t3c86f5b8\n");
    assertThat(read(bytes(new LearnedSizes())).size()).isZero();
  }

  @Test
  void theOrderOfRecordingsDoesNotMatter() throws IOException {
    List<RecordedProfile> recordings = fleet(new Random(3), 40);
    String expected = text(learned(recordings));
    Collections.shuffle(recordings, new Random(4));
    assertThat(text(learned(recordings))).isEqualTo(expected);
    LearnedSizes parts = learned(recordings.subList(0, 13));
    parts.add(learned(recordings.subList(13, 40)));
    assertThat(text(parts)).isEqualTo(expected);
  }

  @Test
  void sumsStopAtTheLargestNumberInAnyOrder() {
    CellSums large = new CellSums((1L << 53) - 1, 1L << 53, 0, 0, 0, 0);
    CellSums small = new CellSums(5, 5 * INTERVAL, 2, 2, 100_000, 0);
    assertThat(large.plus(small).plus(large)).isEqualTo(small.plus(large).plus(large));
    assertThat(large.plus(small).pureCount()).isEqualTo(1L << 53);
  }

  @Test
  void aFileThatIsCutOffOrChangedInAnyLineIsAnError() throws IOException {
    String[] lines = text(some()).split("(?<=\n)");
    for (int cut = 1; cut < lines.length; cut++) {
      isBad(String.join("", Arrays.copyOf(lines, cut)), cut + 1);
    }
    String whole = String.join("", lines);
    isBad(whole.substring(0, whole.length() - 1), lines.length);
    isBad(whole + "more\n", lines.length + 1);
    for (int at = 1; at < lines.length; at++) {
      String[] changed = lines.clone();
      changed[at] = "?" + changed[at];
      isBad(String.join("", changed), at + 1);
      changed[at] = lines[at].replaceFirst("\t", " ");
      isBad(String.join("", changed), at + 1);
      changed[at] = "\n";
      isBad(String.join("", changed), at + 1);
    }
  }

  private static void isBad(String file, long line) {
    assertThatThrownBy(() -> read(file.getBytes(StandardCharsets.UTF_8)))
        .as(file)
        .isInstanceOfSatisfying(
            HeapConvException.class,
            e -> {
              assertThat(e.id()).isEqualTo(ErrorId.BAD_SIZES);
              assertThat(e).hasMessageContaining("line " + line + " ");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1\t32768\t0\t0\t0\t0",
        "1\t0\t0\t0\t0\t0",
        "0\t0\t0\t0\t0\t0",
        "0\t0\t3\t2\t99999\t0",
        "1\t99999999999999999999\t0\t0\t0\t0",
        "1\t9223372036854775807\t0\t0\t0\t0",
        "1.5\t32768\t0\t0\t0\t0"
      })
  void numbersThatNothingRecordsAreAnError(String numbers) {
    isBad("heapconv sizes 1\nT\t32768\t32768\n" + numbers + "\tf\nE\t1\n", 3);
  }

  /** Whatever else the lines may then say. */
  @Test
  void everyChangedBitIsNoticed() throws IOException {
    byte[] file = bytes(some());
    for (int bit = 0; bit < file.length * Byte.SIZE; bit++) {
      byte[] changed = file.clone();
      changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertThatThrownBy(() -> read(changed)).as("bit %s", bit).isInstanceOf(IOException.class);
    }
    String text = text(some());
    isBad(text.substring(0, text.lastIndexOf('\t')) + "\n", 8);
  }

  @Test
  void aSamplingThatSamplesNothingIsAnError() {
    isBad("heapconv sizes 1\nT\t1\t1\nE\t0\n", 2);
  }

  @Test
  void aLaterVersionIsNamed() {
    assertThatThrownBy(() -> read("heapconv sizes 2\nE\t0\n".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOfSatisfying(
            HeapConvException.class, e -> assertThat(e.id()).isEqualTo(ErrorId.SIZES_VERSION))
        .hasMessageContaining("version 2");
  }

  @Test
  void onlyWhatWasRecordedWithOneSamplingIsLearnt() throws IOException {
    List<RecordedProfile> others = new ArrayList<>();
    for (Scheme scheme : List.of(Scheme.EXACT, Scheme.SCALED)) {
      others.add(new Recording(scheme, 4096, 4096).add("a", 5, 5 * 4096).build());
    }
    others.add(new Recording(Scheme.WEIGHTED, 8192, 4096).add("a", 5, 5 * 8192).build());
    others.add(new Recording(Scheme.WEIGHTED, 1, 1).add("a", 5, 500).build());
    others.add(new Recording(Scheme.WEIGHTED, 0, 0).add("a", 5, 500).build());
    others.add(device().build());
    assertThat(learned(others).size()).isZero();
  }

  @Test
  void aRecordingWithSeveralDumpsCountsOnce() throws IOException {
    Recording recording = device().add("a", 2, 2 * INTERVAL);
    int stack = recording.stack("a");
    RecordedHeap first = recording.heap();
    HeapInfo info = recording.info;
    RecordedHeap one = first.withInfo(dump(info, 1));
    RecordedHeap two = device().add("a", 5, 7 * INTERVAL).heap().withInfo(dump(info, 2));
    RecordedProfile last = of(recording.stacks, one, two);
    assertThat(text(learned(List.of(last)))).contains("\n5\t229376\t0\t0\t0\t0\ta\tmain\n");
    StackCells cells = new StackCells(INTERVAL);
    cells.add(4, 4 * INTERVAL);
    cells.add(2, 100_000);
    RecordingCells all = RecordingCells.of(new int[] {stack}, new StackCells[] {cells});
    RecordedProfile both =
        of(recording.stacks, one.withBasis(new DumpCells(all)), two.withBasis(new DumpCells(all)));
    assertThat(text(learned(List.of(both)))).contains("\n4\t131072\t1\t2\t100000\t0\ta\tmain\n");
  }

  private static HeapInfo dump(HeapInfo info, int dump) {
    return HeapInfo.of("h", Scheme.WEIGHTED, INTERVAL)
        .withProcess(info.pid(), "p")
        .withDump(dump, 2);
  }

  /** True sizes of the stacks of a fleet: from 256 bytes to 16 KB. */
  private static final int STACKS = 56;

  private static double size(int stack) {
    return 256 * Math.pow(2, stack * 6.0 / (STACKS - 1));
  }

  private static List<RecordedProfile> fleet(Random random, int devices) {
    List<RecordedProfile> recordings = new ArrayList<>();
    for (int i = 0; i < devices; i++) {
      Recording device = device();
      for (int stack = 0; stack < STACKS; stack++) {
        long intervals = 0;
        for (int sample = 0; sample < 2; sample++) {
          intervals += truncatedPoisson(random, size(stack) / INTERVAL);
        }
        device.add("site" + stack, 2, intervals * INTERVAL);
      }
      recordings.add(device.build());
    }
    return recordings;
  }

  /** Poisson, given that it is not 0. */
  private static int truncatedPoisson(Random random, double mean) {
    while (true) {
      int hits = 0;
      for (double at = -Math.log1p(-random.nextDouble()); at < mean; hits++) {
        at -= Math.log1p(-random.nextDouble());
      }
      if (hits > 0) {
        return hits;
      }
    }
  }

  /** Stacks of a recording whose number of allocations is estimated within a factor of 2. */
  private static int good(RecordedProfile field, UnskewSetup options) {
    EstimatedProfile estimated = new Unskewing(options).apply(field);
    int good = 0;
    for (int stack = 0; stack < STACKS; stack++) {
      double truth = 2 / -Math.expm1(-size(stack) / INTERVAL);
      double count = estimated.heaps().get(0).column(View.ALLOC_OBJECTS).value(stack);
      good += count > truth / 2 && count < truth * 2 ? 1 : 0;
    }
    return good;
  }

  @Test
  void theFingerprintDependsOnWhatWasLearnt() {
    long fingerprint = reference(some()).fingerprint();
    assertThat(reference(some()).fingerprint()).isEqualTo(fingerprint);
    LearnedSizes twice = some();
    twice.add(some());
    assertThat(reference(twice).fingerprint()).isNotEqualTo(fingerprint);
  }

  private static ReferenceSizes reference(LearnedSizes sizes) {
    return ReferenceSizes.of(List.of(), List.of(sizes));
  }

  @Test
  void aThousandTracesSayWhatOneCannot() throws IOException {
    Random random = new Random(1);
    LearnedSizes sizes = read(bytes(learned(fleet(random, 300))));
    UnskewSetup with = new UnskewSetup(UnskewOptions.DEFAULT, reference(sizes), StackChoice.ALL);
    RecordedProfile field = fleet(random, 1).get(0);
    assertThat(new Unskewing(with).apply(field).comments().toString())
        .contains("100 % from the same stacks");
    assertThat(good(field, UnskewSetup.of(UnskewOptions.DEFAULT))).isLessThan(STACKS / 3);
    assertThat(good(field, with)).isGreaterThan(STACKS * 2 / 3);
  }
}
