package dev.heapconv.reader.heaptext;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Label;
import dev.heapconv.model.RecordedUnits;
import dev.heapconv.reader.heaptext.TextDump.ThreadPart;
import dev.heapconv.unskew.samples.RecordedSamples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * jemalloc's own {@code heap_v2/T} text, also after the symbols that {@code jeprof --raw} prepends.
 *
 * <p>The {@code t*} line of a stack counts; the lines below it say which threads it is of. Since
 * 5.3 jemalloc prints numbers adjusted so that the rule of the scheme, applied to each line, yields
 * unbiased totals; before that, and with {@code prof_unbias:false}, it prints plain sums. The
 * header distinguishes them, because it is always the plain sum; of a single stack it does not, but
 * plain sums are of size classes, all of which are multiples of {@value #QUANTUM}.
 */
final class JemallocParser {

  static final String MAGIC = "heap_v2/";
  static final String MAPS = "MAPPED_LIBRARIES:";

  /**
   * Allocations larger than this many intervals are always sampled, so both kinds of dump look
   * alike.
   */
  private static final int CERTAIN_INTERVALS = 10;

  private static final int QUANTUM = 8;

  private final DumpLines lines;
  private final TextDump dump = new TextDump();
  private final long[] numbers = new long[4];
  private long @Nullable [] header;

  /** The names of threads by their numbers, if any, and how many threads have each. */
  private final Map<Long, String> names = new HashMap<>();

  private final Map<String, Integer> uses = new HashMap<>();

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
        if (!dump.maps.addLine(line)) {
          lines.badMap();
        }
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
    dump.threads
        .int2ObjectEntrySet()
        .removeIf(line -> !isSum(dump.numbers(line.getIntKey()), line.getValue()));
    if (dump.unit == RecordedUnits.UnitKind.COOKED && dump.interval == 1) {
      for (int line = 0; line < dump.lines(); line++) {
        dump.setNumbers(line, uncooked(dump.numbers(line)));
      }
      dump.threads
          .values()
          .forEach(parts -> parts.forEach(part -> part.numbers = uncooked(part.numbers)));
    }
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
    long thread = 0;
    if (!total && cursor.decimal()) {
      thread = cursor.number();
    } else if (!total) {
      lines.bad();
      return stackOpen;
    }
    if (!cursor.eat(':') || !counts(cursor, numbers)) {
      lines.bad();
      return stackOpen;
    }
    if (!total) {
      thread(thread, cursor.rest(), stackOpen);
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

  private static long[] uncooked(long[] line) {
    return LongStream.concat(
            Arrays.stream(RecordedSamples.uncooked(line[0], line[1])),
            Arrays.stream(RecordedSamples.uncooked(line[2], line[3])))
        .toArray();
  }

  private void thread(long thread, String name, boolean stackOpen) {
    if (dump.lines() > 0 && !stackOpen) {
      // A name may be that of several threads.
      String named = names.getOrDefault(thread, "");
      boolean unique = !named.isEmpty() && uses.getOrDefault(named, 0) == 1;
      String text = named.isEmpty() ? null : unique ? named : named + " (" + thread + ")";
      dump.threads
          .computeIfAbsent(dump.lines() - 1, unused -> new ArrayList<>())
          .add(
              new ThreadPart(
                  new Label(Label.THREAD, text, text == null ? thread : 0, ""), numbers.clone()));
    } else if (!stackOpen) {
      names.put(thread, name);
      uses.merge(name, 1, Integer::sum);
    }
  }

  /** Whether the threads of a line are all there, as they are unless someone edited the dump. */
  private boolean isSum(long[] line, List<ThreadPart> parts) {
    double whole = unskewed(line);
    double sum = parts.stream().mapToDouble(part -> unskewed(part.numbers)).sum();
    return Math.abs(sum - whole) <= 0.01 * whole + dump.interval;
  }

  private double unskewed(long[] line) {
    double size = (double) line[1] / Math.max(1, line[0]);
    return line[1] == 0 ? 0 : line[1] / -Math.expm1(-size / dump.interval);
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
      long[] line = dump.numbers(i);
      count += line[0];
      bytes += line[1];
      anyAlloc |= (line[2] | line[3]) != 0;
      uncertain |=
          line[0] > 0 && (double) line[1] / line[0] < (double) CERTAIN_INTERVALS * dump.interval;
    }
    dump.numbers = anyAlloc ? TextDump.Numbers.BOTH : TextDump.Numbers.LIVE;
    boolean plain =
        header != null && count == header[0] && bytes == header[1] && bytes % QUANTUM == 0;
    dump.unit = plain ? RecordedUnits.UnitKind.PLAIN_SUM : RecordedUnits.UnitKind.COOKED;
    if (plain && uncertain && dump.interval > 1) {
      dump.notices.add(ErrorId.BIASED_DUMP);
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
