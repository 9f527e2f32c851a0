package dev.heapconv.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Limits;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Pprof;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * What holds for any bytes, whichever reader they end up in: they are refused with a declared
 * error, or become estimates that writers turn into valid files; twice alike, and without much
 * memory. Fails by throwing. A fuzzer calls it ({@code benchmarks/fuzz.sh}), and {@link
 * FuzzCorpusTest} with what the fuzzer has found.
 */
public final class ReaderFuzz {

  /** So low that an input of a few kilobytes can reach them. */
  private static final Limits LIMITS = new Limits(1 << 20, 1 << 20, 1 << 20, 20, 500, 1000, 3);

  /** Bytes that one execution may allocate besides what grows with its input. */
  private static final long FIXED_MEMORY = 64L << 20;

  /** Bytes that one execution may allocate per byte of its input. */
  private static final long MEMORY_PER_BYTE = 8L << 10;

  private static final byte[] NOTHING = {};

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private ReaderFuzz() {}

  /**
   * The entry point of the fuzzer. Writes pprof and, because all formats would take ten times as
   * long, one other, which depends on the length of the input.
   */
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    List<Format> all = List.of(Format.values());
    check(bytes, List.of(Format.PPROF_PLAIN, all.get(bytes.length % all.size())));
  }

  /** Checks everything for an input, with these output formats. */
  static void check(byte[] bytes, List<Format> formats) throws IOException {
    // Of the script of a page, what the fuzzer hooks into strings makes a thousand copies.
    long limit =
        formats.equals(List.of(Format.PPROF_PLAIN, Format.HTML))
            ? Long.MAX_VALUE
            : FIXED_MEMORY + MEMORY_PER_BYTE * bytes.length;
    long before = THREADS.getCurrentThreadAllocatedBytes();
    byte[] pprof = convert(bytes, formats);
    if (THREADS.getCurrentThreadAllocatedBytes() - before >= limit) {
      // Once more, without the memory that loading classes took.
      before = THREADS.getCurrentThreadAllocatedBytes();
      convert(bytes, formats);
      assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
          .as("allocated bytes")
          .isLessThan(limit);
    }
    if (pprof.length > 0) {
      Pprof once = Pprof.decode(pprof);
      Pprof again = Pprof.decode(rewritten(pprof));
      List<String> types = new ArrayList<>(once.sampleTypes());
      types.retainAll(again.sampleTypes());
      assertThat(again.rows(types)).as("pprof read again").isEqualTo(once.rows(types));
    }
  }

  /** Returns the profile as plain pprof; empty if there is none. */
  private static byte[] convert(byte[] bytes, List<Format> formats) throws IOException {
    RecordedProfile recorded = readOrRefuse(bytes, false);
    RecordedProfile again = readOrRefuse(bytes, false);
    RecordedProfile strict = readOrRefuse(bytes, true);
    if (recorded == null || again == null) {
      assertThat(again).as("read again").isSameAs(recorded);
      assertThat(strict).as("read strictly").isNull();
      return NOTHING;
    }
    EstimatedProfile profile = HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
    EstimatedProfile twin = HeapConv.unskew(again, UnskewOptions.DEFAULT);
    ValidOutputs.checkNumbers(profile);
    byte[] pprof = NOTHING;
    for (Format format : formats) {
      byte[] output = Conversions.write(profile, format);
      ValidOutputs.check(profile, format, output);
      assertThat(Conversions.write(twin, format)).as("%s again", format).isEqualTo(output);
      pprof = format == Format.PPROF_PLAIN && !profile.heaps().isEmpty() ? output : pprof;
    }
    return pprof;
  }

  private static byte[] rewritten(byte[] pprof) throws IOException {
    return Conversions.write(
        HeapConv.unskew(
            Conversions.read(pprof, Conversions.dump(DumpSelector.ALL)), UnskewOptions.DEFAULT),
        Format.PPROF_PLAIN);
  }

  static RecordedProfile readOrRefuse(byte[] bytes, boolean strict) throws IOException {
    Selection everything = new Selection(List.of(), List.of(), DumpSelector.ALL);
    try {
      return Conversions.read(bytes, new ReadOptions(everything, 0, strict, LIMITS));
    } catch (HeapConvException e) {
      assertThat(e.isOfOutput()).isFalse();
      assertThat(e.where()).isNotBlank();
      assertThat(e.getMessage()).isNotBlank().doesNotContain("\n").doesNotContain("Exception");
      return null;
    }
  }
}
