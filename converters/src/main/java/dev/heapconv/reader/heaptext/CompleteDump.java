package dev.heapconv.reader.heaptext;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.RecordedUnits;
import dev.heapconv.reader.GivenSampling;
import dev.heapconv.unskew.Scheme;
import java.util.Arrays;
import java.util.List;

/**
 * What the lines are of a dump with the header {@code @ heapprofile}, which names no interval.
 *
 * <p>gperftools' HEAPPROFILE writes it of every allocation: first the regions that were mapped
 * (HEAP_PROFILE_MMAP), then malloc's buckets by size, as many as its buffer of 1 MiB holds; the
 * header has the sums of malloc's ({@code heap-profile-table.cc}, {@code FillOrderedProfile}).
 * mimalloc writes the same of samples, as they are ({@code MIMALLOC_PROF}). Numbers do not tell
 * which it is, only the libraries do.
 */
final class CompleteDump {

  private CompleteDump() {}

  /**
   * Sets what is known of a dump.
   *
   * @param sums the four numbers of its header
   */
  static void judge(TextDump dump, long[] sums, GivenSampling given) {
    boolean mimalloc = dump.maps.hasLibrary("libmimalloc") || hasFunction(dump, "mi_", "_mi_");
    boolean gperftools = dump.maps.hasLibrary("libtcmalloc") && !mimalloc;
    if (mimalloc || (given.hasInterval() && !gperftools)) {
      dump.scheme = Scheme.RECORDED;
      dump.interval = 0;
      dump.unit = RecordedUnits.UnitKind.PLAIN_SUM;
      dump.provenance =
          dump.provenance.withSampling(mimalloc ? Evidence.SHOWN : Evidence.TOLD, Evidence.UNKNOWN);
      dump.format = mimalloc ? "mimalloc heap profile" : dump.format;
      if (!given.hasInterval()) {
        dump.notices.add(
            ErrorId.UNKNOWN_INTERVAL, "mimalloc's profiler", "numbers are those of its samples");
      }
    } else {
      if (!findRegions(dump, sums) || !gperftools) {
        dump.provenance = dump.provenance.withSampling(Evidence.UNTESTED, Evidence.UNTESTED);
      }
    }
  }

  /** Sets how many lines are regions; false if the header contradicts the lines. */
  private static boolean findRegions(TextDump dump, long[] sums) {
    long[] rest = sums.clone();
    for (int line = dump.lines(); ; line--) {
      if (Arrays.stream(rest).allMatch(number -> number == 0)) {
        dump.regions = line;
        return true;
      }
      if (line == 0) {
        break;
      }
      long[] numbers = dump.numbers(line - 1);
      Arrays.setAll(rest, i -> rest[i] - numbers[i]);
    }
    return isCut(dump, rest);
  }

  /**
   * Whether lines are missing at the end of a dump, which is then noted.
   *
   * @param rest by how much the four numbers of its header exceed the sums of its lines
   */
  static boolean isCut(TextDump dump, long[] rest) {
    boolean cut =
        Arrays.stream(rest).allMatch(number -> number >= 0)
            && Arrays.stream(rest).anyMatch(number -> number > 0);
    if (cut) {
      dump.notices.add(
          ErrorId.TRUNCATED_DUMP,
          "the header counts " + rest[0] + " more live blocks of " + rest[1] + " bytes than lines");
    }
    return cut;
  }

  private static boolean hasFunction(TextDump dump, String... prefixes) {
    return dump.symbols.values().stream()
        .flatMap(List::stream)
        .anyMatch(line -> Arrays.stream(prefixes).anyMatch(line.function()::startsWith));
  }
}
