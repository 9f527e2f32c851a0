package dev.heapconv.reader.heaptext;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Fact;
import dev.heapconv.model.Facts;
import dev.heapconv.model.Provenance.Evidence;
import dev.heapconv.model.RecordedUnits;
import dev.heapconv.model.SourceLine;
import dev.heapconv.unskew.Scheme;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code heap profile: n: S [N: A] @ TYPE/T}: gperftools, tcmalloc's relatives, and Go with {@code
 * debug=1}.
 *
 * <p>The type determines the scheme. {@code heap_v2/T} and {@code heapz_v2/T}: recorded with T.
 * {@code heap/T}: recorded with T/2, as Go writes its rate doubled. {@code heapprofile}: exact, or
 * see {@link CompleteDump}. {@code peakheap}: the same at the peak of the heap. {@code growth},
 * {@code growthz} and {@code fragmentation}: exact, but only the first pair of numbers is
 * meaningful.
 */
final class GperftoolsParser {

  static final String MAGIC = "heap profile:";

  /**
   * Bytes of the pages that Go's heap has objects in. MaxRSS, which is beside it, is no resident
   * set but the largest that there was.
   */
  private static final String GO_HEAP = "# HeapInuse = ";

  /** Bytes of the objects of Go's heap, and of garbage that is still there. */
  private static final String GO_ALLOC = "# HeapAlloc = ";

  /** Below it Go collects no garbage. */
  private static final long GO_LEAST_HEAP = 4 << 20;

  /** What the thread that starts a process allocates before its sampler knows the interval. */
  private static final long UNSAMPLED = 16 << 20;

  private final DumpLines lines;
  private final TextDump dump = new TextDump();
  private final long[] numbers = new long[4];
  private final Map<Long, List<SourceLine>> comments = new LinkedHashMap<>();

  /** Where the addresses begin of the line that the comments follow. */
  private int stackBegin;

  private long liveBytes;
  private long goAlloc;

  GperftoolsParser(DumpLines lines) {
    this.lines = lines;
  }

  /**
   * @param first the line that starts with {@link #MAGIC}
   */
  TextDump parse(String first) throws IOException {
    TextCursor header = new TextCursor(first.substring(MAGIC.length()));
    if (!JemallocParser.counts(header, numbers) || !header.eat('@')) {
      throw lines.badHeader("the header of the heap profile is incomplete");
    }
    liveBytes = numbers[1];
    long[] rest = numbers.clone();
    type(header.rest());
    boolean inMaps = false;
    boolean samples = dump.unit == RecordedUnits.UnitKind.CLASS_SIZES;
    boolean copies = true;
    double seen = 0;
    for (String line; (line = lines.next()) != null; ) {
      if (inMaps) {
        if (!dump.maps.addLine(line)) {
          lines.badMap();
        }
      } else if (line.startsWith(JemallocParser.MAPS) || line.startsWith("--- Memory map:")) {
        inMaps = true;
      } else if (line.startsWith("#")) {
        comment(line);
      } else if (!line.isBlank()) {
        takeComments();
        stackBegin = dump.addresses.size();
        TextCursor cursor = new TextCursor(line);
        if (!JemallocParser.counts(cursor, numbers)
            || !cursor.eat('@')
            || !lines.addresses(cursor, dump)) {
          lines.bad();
          continue;
        }
        copies &= numbers[2] == numbers[0] && numbers[3] == numbers[1];
        samples &= numbers[0] == 1;
        seen += Math.max(numbers[1], dump.interval);
        dump.addLine(numbers[0], numbers[1], numbers[2], numbers[3]);
        Arrays.setAll(rest, i -> rest[i] - numbers[i]);
      }
    }
    takeComments();
    if (dump.sums == null) {
      CompleteDump.isCut(dump, rest);
    }
    judgeRate();
    if (dump.unit == RecordedUnits.UnitKind.CLASS_SIZES) {
      judgeSamples(samples && copies && dump.lines() > 0, seen);
      dump.numbers = copies ? TextDump.Numbers.LIVE : TextDump.Numbers.BOTH;
    }
    return dump;
  }

  /**
   * gperftools writes a line for each sample, with the size asked for. It draws by the size class
   * ({@code tcmalloc.cc}, {@code do_malloc}), and not at all before the environment is read. Others
   * write sums, such as jemalloc before 4.
   *
   * @param seen bytes that the samples stand for, about: what is missing matters up to a hundredth
   */
  private void judgeSamples(boolean samples, double seen) {
    if (!samples) {
      dump.unit = RecordedUnits.UnitKind.EQUAL_SIZES;
    } else if (dump.interval == 1 || seen < 100 * UNSAMPLED) {
      dump.provenance = dump.provenance.withSampling(Evidence.STATED, Evidence.UNTESTED);
      dump.notices.add(ErrorId.FIRST_THREAD_UNSAMPLED);
    }
  }

  /**
   * A rate of 1 that was set when the program ran already does not hold for what was allocated
   * before. The profile is of the last garbage collection, after which Go lets the heap double
   * (GOGC=100).
   */
  private void judgeRate() {
    if (dump.interval == 1 && goAlloc / 2 > liveBytes + GO_LEAST_HEAP / 2) {
      dump.interval = 0;
      dump.provenance = dump.provenance.withSampling(Evidence.STATED, Evidence.UNKNOWN);
      dump.notices.add(ErrorId.CHANGED_RATE, goAlloc, liveBytes);
    }
  }

  private void type(String type) {
    int slash = type.indexOf('/');
    String name = slash < 0 ? type : type.substring(0, slash);
    long rate = 0;
    if (slash >= 0) {
      TextCursor cursor = new TextCursor(type.substring(slash + 1));
      rate = cursor.decimal() ? cursor.number() : 0;
    }
    dump.format = "gperftools heap profile";
    if (JemallocParser.sampledTypes().contains(name)) {
      dump.format = "gperftools sampled heap profile";
      dump.unit = RecordedUnits.UnitKind.CLASS_SIZES;
      dump.interval = rate;
      if (rate == 0) {
        dump.notices.add(ErrorId.SAMPLING_OFF);
      }
    } else if (name.startsWith("peakheap")) {
      dump.format = "tcmalloc peak heap profile";
      dump.heap = "peak";
      dump.interval = rate;
      dump.numbers = TextDump.Numbers.LIVE;
      if (rate == 0) {
        dump.provenance = dump.provenance.withSampling(Evidence.STATED, Evidence.UNKNOWN);
        dump.notices.add(ErrorId.UNKNOWN_INTERVAL, "the dump", "numbers are as recorded");
      }
    } else if (name.equals("heap") && rate > 0) {
      // Go writes this, with comments that name functions or, in old versions, without.
      dump.format = "Go heap profile";
      dump.heap = "go";
      dump.interval = Math.max(1, rate / 2);
    } else if (name.equals("heapprofile")) {
      exact(TextDump.Numbers.BOTH);
      dump.sums = numbers.clone();
    } else if (name.startsWith("growth")) {
      dump.format = "gperftools heap growth profile";
      dump.heap = "growth";
      exact(TextDump.Numbers.LIVE);
    } else if (name.startsWith("fragmentation")) {
      dump.format = "tcmalloc fragmentation profile";
      dump.heap = "fragmentation";
      exact(TextDump.Numbers.LIVE);
    } else {
      dump.provenance = dump.provenance.withSampling(Evidence.UNKNOWN, Evidence.UNKNOWN);
      dump.notices.add(ErrorId.UNKNOWN_INTERVAL, "the dump", "numbers are as recorded");
    }
  }

  private void exact(TextDump.Numbers numbers) {
    dump.scheme = Scheme.EXACT;
    dump.interval = 1;
    dump.numbers = numbers;
  }

  /**
   * Go's {@code # 0xADDRESS function+0xOFFSET file:line}; innermost first, inlined functions at one
   * address.
   */
  private void comment(String line) {
    if (line.startsWith(GO_ALLOC)) {
      goAlloc = number(line, GO_ALLOC);
      return;
    }
    if (line.startsWith(GO_HEAP)) {
      long held = number(line, GO_HEAP);
      if (held > 0) {
        dump.facts = Facts.ofMemory(Facts.UNKNOWN, Fact.HEAP, held, 0, 0);
      }
      return;
    }
    TextCursor cursor = new TextCursor(line.substring(1));
    if (!line.startsWith("#\t0x") || !cursor.hex()) {
      return;
    }
    long address = cursor.number();
    String[] parts = cursor.rest().split("\t+");
    String function = parts[0].strip();
    int offset = function.lastIndexOf("+0x");
    if (offset > 0) {
      function = function.substring(0, offset);
    }
    String file = "";
    int number = 0;
    if (parts.length > 1) {
      file = parts[1].strip();
      int colon = file.lastIndexOf(':');
      TextCursor after = new TextCursor(file.substring(colon + 1));
      if (colon > 0 && after.decimal() && after.number() <= Integer.MAX_VALUE) {
        number = (int) after.number();
        file = file.substring(0, colon);
      }
    }
    List<SourceLine> functions = comments.computeIfAbsent(address, unused -> new ArrayList<>());
    if (!function.isEmpty()) {
      functions.add(new SourceLine(function, file, number));
    }
  }

  private static long number(String line, String start) {
    TextCursor cursor = new TextCursor(line.substring(start.length()));
    return cursor.decimal() ? cursor.number() : 0;
  }

  /**
   * The comments of one stack are complete: other stacks may repeat the same addresses. Those of a
   * recursive call come once for each call. Only Go's allocator and {@code runtime.goexit}, at the
   * ends of a stack, have none: Go's protos leave out both.
   */
  private void takeComments() {
    Long2IntOpenHashMap calls = new Long2IntOpenHashMap();
    int begin = dump.addresses.size();
    int end = begin;
    for (int at = stackBegin; at < dump.addresses.size(); at++) {
      long address = dump.addresses.getLong(at);
      long commented = comments.containsKey(address - 1) ? address - 1 : address;
      if (comments.containsKey(commented)) {
        calls.addTo(commented, 1);
        begin = Math.min(begin, at);
        end = at + 1;
      }
    }
    if (begin < end) {
      dump.keepAddresses(begin, end);
    }
    comments.forEach(
        (address, functions) -> {
          if (!functions.isEmpty() && calls.containsKey(address.longValue())) {
            int inlined = Math.max(1, functions.size() / calls.get(address.longValue()));
            dump.symbols.putIfAbsent(address, List.copyOf(functions.subList(0, inlined)));
          }
        });
    comments.clear();
  }
}
