package dev.heapconv.reader.samplelog;

import dev.heapconv.input.Input;
import dev.heapconv.io.Cursor;
import dev.heapconv.io.ReadAhead;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ProfileReader;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads the heapconv sample log, JSONL or CSV. */
public final class SampleLogReader implements ProfileReader {

  private static final int BYTES_TO_JUDGE = 4096;
  private static final int LINES_TO_JUDGE = 3;

  /** How many batches to read before another thread pays. */
  private static final int BATCHES_ALONE = 8;

  @Override
  public boolean accepts(byte[] head) {
    return isJson(head) || isCsv(head);
  }

  private static String begin(byte[] head) {
    return new String(head, 0, Math.min(head.length, BYTES_TO_JUDGE), StandardCharsets.ISO_8859_1)
        .stripLeading();
  }

  /**
   * The first line that names a key is a header, or one of the first lines is a record. Also if
   * they are in an array, or objects take several lines, which is an error that the reader names.
   */
  private static boolean isJson(byte[] head) {
    String text = begin(head);
    int key = text.indexOf('"');
    if (key < 0 || !text.substring(0, key).matches("[\\[\\s]*\\{\\s*")) {
      return false;
    }
    List<String> lines = text.substring(key).lines().limit(LINES_TO_JUDGE).toList();
    return hasKey(lines.get(0), "heapconv") || lines.stream().anyMatch(SampleLogReader::isRecord);
  }

  private static boolean isRecord(String line) {
    return hasKey(line, LogField.ALLOC.key()) && hasKey(line, LogField.SIZE.key())
        || hasKey(line, LogField.STACK.key()) && hasKey(line, "frames");
  }

  /** Others may have it as a value. */
  private static boolean hasKey(String line, String key) {
    int at = line.indexOf('"' + key + '"');
    return at >= 0 && line.substring(at + key.length() + 2).stripLeading().startsWith(":");
  }

  /** Comments are followed by the keys of a header, or by columns or a record without one. */
  private static boolean isCsv(byte[] head) {
    for (String line : begin(head).split("\n")) {
      if (!line.startsWith("#")) {
        return line.matches("(op|alloc)[,;\t].*\\s*");
      }
      if (line.substring(1).replace(" ", "").startsWith("heapconv=")) {
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
    RecordingLines problems = new RecordingLines(input, options);
    boolean csv = isCsv(input.head());
    String header =
        csv ? "# heapconv=1 and # scheme=exact" : "{\"heapconv\":1,\"scheme\":\"exact\"}";
    SampleLogBuilder log = new SampleLogBuilder(input.name(), header, problems, options);
    LogSyntax syntax =
        csv
            ? new CsvLines(problems.lines(), log.recording)
            : new JsonLines(problems.lines(), log.recording, options);
    if (applyAll(syntax, log, options.threads() > 1 ? BATCHES_ALONE : Long.MAX_VALUE)) {
      try (ReadAhead<LogBatch> ahead = new ReadAhead<>(syntax, LogSyntax.MAX_AHEAD, "log-ahead")) {
        applyAll(ahead, log, Long.MAX_VALUE);
      }
    }
    return log.profile(csv ? "heapconv sample log (CSV)" : "heapconv sample log");
  }

  /** Applies at most so many batches; whether there may be more. */
  private static boolean applyAll(Cursor<LogBatch> batches, SampleLogBuilder log, long most)
      throws IOException {
    LogBatch batch = null;
    for (long i = 0; i < most && (batch = batches.next()) != null; i++) {
      log.apply(batch);
    }
    return batch != null;
  }
}
