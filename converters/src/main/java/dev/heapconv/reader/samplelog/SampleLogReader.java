package dev.heapconv.reader.samplelog;

import dev.heapconv.input.Input;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.text.LineProblems;
import dev.heapconv.text.LineReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads the heapconv sample log, JSONL or CSV. */
public final class SampleLogReader implements ProfileReader {

  private static final String KEY = "\"heapconv\"";

  private static final int BYTES_TO_JUDGE = 4096;

  @Override
  public boolean accepts(byte[] head) {
    return isJson(head) || isCsv(head);
  }

  private static String begin(byte[] head) {
    return new String(head, 0, Math.min(head.length, BYTES_TO_JUDGE), StandardCharsets.ISO_8859_1)
        .stripLeading();
  }

  private static boolean isJson(byte[] head) {
    String text = begin(head);
    int end = text.indexOf('\n');
    String line = end < 0 ? text : text.substring(0, end);
    // Others may have it as a value.
    int key = line.indexOf(KEY);
    return line.startsWith("{")
        && key > 0
        && line.substring(key + KEY.length()).stripLeading().startsWith(":");
  }

  /** The file begins with the keys of the header, possibly after comments. */
  private static boolean isCsv(byte[] head) {
    for (String line : begin(head).split("\n")) {
      if (!line.startsWith("#")) {
        return false;
      }
      if (line.substring(1).stripLeading().startsWith("heapconv=")) {
        return true;
      }
    }
    return false;
  }

  @Override
  public List<String> formats() {
    return List.of("sample logs: JSON Lines or CSV, a line for each allocation");
  }

  @Override
  public RecordedProfile read(Input input, ReadOptions options) throws IOException {
    LineReader lines =
        new LineReader(input.name(), input.stream(), options.limits().maxPacketBytes());
    LineProblems problems = new LineProblems(input.name(), lines, options.strict());
    SampleLogBuilder log = new SampleLogBuilder(input.name(), problems, options);
    boolean csv = isCsv(input.head());
    if (csv) {
      new CsvLines(log).read(lines);
    } else {
      new JsonLines(log, options).read(lines);
    }
    return log.profile(csv ? "heapconv sample log (CSV)" : "heapconv sample log", input.damage());
  }
}
