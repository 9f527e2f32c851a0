package dev.heapconv.reader.heaptext;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedRows;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * jemalloc's own {@code heap_v2/T} text, also after the symbols that {@code jeprof --raw} prepends.
 *
 * <p>Only the {@code t*} line of a stack counts: the per-thread lines below it are its parts. Since
 * 5.3 jemalloc prints numbers adjusted so that the rule of the scheme, applied to each line, yields
 * unbiased totals; before that, and with {@code prof_unbias:false}, it prints plain sums. The
 * header distinguishes them, because it is always the plain sum.
 */
final class JemallocParser {

  static final String MAGIC = "heap_v2/";
  static final String MAPS = "MAPPED_LIBRARIES:";

  /**
   * Allocations larger than this many intervals are always sampled, so both kinds of dump look
   * alike.
   */
  private static final int CERTAIN_INTERVALS = 10;

  private final DumpLines lines;
  private final TextDump dump = new TextDump();
  private final long[] numbers = new long[4];
  private long @Nullable [] header;

  JemallocParser(DumpLines lines) {
    this.lines = lines;
  }

  /**
   * @param first the first line of the heap
   */
  TextDump parse(String first) throws IOException {
    dump.format = "jemalloc heap profile";
    TextCursor magic = new TextCursor(first.substring(MAGIC.length()));
    if (!magic.decimal() || !magic.atEnd()) {
      throw lines.badHeader("the sampling interval after heap_v2/ is not a number");
    }
    dump.interval = magic.number();
    boolean inMaps = false;
    boolean stackOpen = false;
    for (String line; (line = lines.next()) != null; ) {
      if (inMaps) {
        dump.maps.addLine(line);
      } else if (line.startsWith(MAPS)) {
        inMaps = true;
      } else if (line.startsWith("@")) {
        closeStack(stackOpen);
        TextCursor cursor = new TextCursor(line.substring(1));
        stackOpen = lines.addresses(cursor, dump);
        if (!stackOpen) {
          lines.bad();
        }
      } else if (!line.isBlank()) {
        stackOpen = counts(line, stackOpen);
      }
    }
    closeStack(stackOpen);
    judge();
    return dump;
  }

  /** A stack without its {@code t*} line has no numbers. */
  private void closeStack(boolean stackOpen) throws HeapConvException {
    if (stackOpen) {
      dump.addresses.size(dump.lines() == 0 ? 0 : dump.endAddress(dump.lines() - 1));
      lines.bad();
    }
  }

  private boolean counts(String line, boolean stackOpen) throws HeapConvException {
    TextCursor cursor = new TextCursor(line);
    if (!cursor.eat('t')) {
      lines.bad();
      return stackOpen;
    }
    boolean total = cursor.eat('*');
    if ((!total && !cursor.decimal()) || !cursor.eat(':') || !counts(cursor, numbers)) {
      lines.bad();
      return stackOpen;
    }
    if (!total) {
      return stackOpen;
    }
    if (stackOpen) {
      dump.addLine(numbers[0], numbers[1], numbers[2], numbers[3]);
    } else if (header == null) {
      header = numbers.clone();
    } else {
      lines.bad();
    }
    return false;
  }

  /** Reads {@code n: S [N: A]}, as written by jemalloc and gperftools. */
  static boolean counts(TextCursor cursor, long[] into) {
    for (int i = 0; i < 4; i++) {
      if ((i == 2 && !cursor.eat('[')) || !cursor.decimal()) {
        return false;
      }
      into[i] = cursor.number();
      if (i % 2 == 0 && !cursor.eat(':')) {
        return false;
      }
    }
    return cursor.eat(']');
  }

  private void judge() {
    boolean anyAlloc = header != null && (header[2] | header[3]) != 0;
    double count = 0;
    double bytes = 0;
    boolean uncertain = false;
    for (int i = 0; i < dump.lines(); i++) {
      count += dump.liveCount(i);
      bytes += dump.liveBytes(i);
      anyAlloc |= (dump.allocCount(i) | dump.allocBytes(i)) != 0;
      uncertain |=
          dump.liveCount(i) > 0
              && (double) dump.liveBytes(i) / dump.liveCount(i)
                  < (double) CERTAIN_INTERVALS * dump.interval;
    }
    dump.numbers = anyAlloc ? TextDump.Numbers.BOTH : TextDump.Numbers.LIVE;
    boolean plain = header != null && count == header[0] && bytes == header[1];
    dump.unit = plain ? RecordedRows.UnitKind.PLAIN_SUM : RecordedRows.UnitKind.COOKED;
    if (plain && uncertain && dump.interval > 1) {
      dump.warnings.add(ErrorId.BIASED_DUMP);
    }
  }

  /**
   * Reads the symbols of {@code jeprof --raw} up to the heap, and returns the heap's first line;
   * null without a heap.
   */
  static @Nullable String readSymbols(DumpLines lines, RawSymbols symbols) throws IOException {
    for (String line; (line = lines.next()) != null; ) {
      if (line.equals("--- heap")) {
        String first = lines.next();
        while (first != null && first.isBlank()) {
          first = lines.next();
        }
        return first;
      }
      symbols.addLine(line);
    }
    return null;
  }

  /** The format names of the sampled gperftools and jemalloc dumps that follow these rules. */
  static List<String> sampledTypes() {
    return List.of("heap_v2", "heapz_v2");
  }
}
