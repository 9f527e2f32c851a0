package dev.heapconv.reader.heaptext;

import dev.heapconv.input.Input;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads text dumps of jemalloc, gperftools and its relatives, mimalloc, Go and Java. */
public final class HeapTextReader implements ProfileReader {

  private static final String RAW_SYMBOLS = "--- symbol";
  private static final String RAW_HEAP = "--- heap";

  @Override
  public boolean accepts(byte[] head) {
    return isMagic(firstLine(head));
  }

  static boolean isMagic(String line) {
    return line.startsWith(JemallocParser.MAGIC)
        || line.startsWith(GperftoolsParser.MAGIC)
        || line.startsWith(JavaHeapzParser.MAGIC)
        || line.equals(RAW_SYMBOLS)
        || line.equals(RAW_HEAP);
  }

  /** The first significant line: some dumps begin with warnings. */
  private static String firstLine(byte[] head) {
    int start = 0;
    while (start < head.length) {
      int end = start;
      while (end < head.length && head[end] != '\n') {
        end++;
      }
      if (end > start && head[start] != '%' && head[start] != '\r' && head[start] != ' ') {
        int length = Math.min(end - start, 64);
        return new String(head, start, length, StandardCharsets.ISO_8859_1).strip();
      }
      start = end + 1;
    }
    return "";
  }

  @Override
  public List<String> formats() {
    return List.of(
        "jemalloc: heap_v2 and older dumps, raw profiles of jeprof",
        "gperftools, tcmalloc, mimalloc: text dumps of heaps, growth and peaks",
        "Go: heap and allocs profiles as text (debug=1)",
        "Java: dumps that begin with --- heapz 1 ---");
  }

  @Override
  public RecordedProfile read(Input input, ReadOptions options) throws IOException {
    DumpLines lines = new DumpLines(input, options);
    RawSymbols symbols = new RawSymbols();
    String line = lines.next();
    while (line != null && !isMagic(line.strip())) {
      line = lines.next();
    }
    if (line != null && line.strip().equals(RAW_SYMBOLS)) {
      line = JemallocParser.readSymbols(lines, symbols);
    } else if (line != null && line.strip().equals(RAW_HEAP)) {
      line = lines.next();
    }
    TextDump dump = parse(lines, line, input.name());
    dump.program = symbols.program;
    symbols.byAddress.forEach(dump.symbols::putIfAbsent);
    long[] sums = dump.sums;
    if (sums != null) {
      CompleteDump.judge(dump, sums, options.given());
    }
    RecordingBuilder recording = new RecordingBuilder(input.name(), options);
    dump.notices.list().forEach(recording.notices()::add);
    lines.report(recording);
    return new DumpAssembly(dump, recording, options).profile();
  }

  private static TextDump parse(DumpLines lines, @Nullable String line, String name)
      throws IOException {
    if (line == null) {
      throw HeapConvException.input(
          ErrorId.NO_HEAP_PROFILE, name, "the text ends before a profile begins");
    }
    if (line.startsWith(JemallocParser.MAGIC)) {
      return new JemallocParser(lines).parse(line);
    }
    if (line.startsWith(GperftoolsParser.MAGIC)) {
      return new GperftoolsParser(lines).parse(line);
    }
    if (line.startsWith(JavaHeapzParser.MAGIC)) {
      return new JavaHeapzParser(lines).parse();
    }
    throw HeapConvException.input(ErrorId.NO_HEAP_PROFILE, name, "the text ends after the symbols");
  }
}
