package dev.heapconv.reader.heaptext;

import dev.heapconv.input.Input;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import dev.heapconv.reader.lines.RecordingLines;
import dev.heapconv.text.LineReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The lines of a dump, and their problems. */
final class DumpLines {

  private final LineReader lines;
  private final RecordingLines problems;

  DumpLines(Input input, ReadOptions options) {
    problems = new RecordingLines(input, options);
    lines = problems.lines();
  }

  /** The next line; null at the end. */
  @Nullable String next() throws IOException {
    return lines.next() ? lines.text() : null;
  }

  /** The current line should be a header but is not. */
  HeapConvException badHeader(String problem) {
    return problems.badHeader(problem);
  }

  /** The current line must not begin another dump, which would be left out in silence. */
  void refuseSecond() throws HeapConvException {
    if (HeapTextReader.isMagic(lines.text().strip())) {
      throw badHeader("a second dump begins here: save each dump in a file of its own");
    }
  }

  /** The current line is not valid in this format and is left out. */
  void bad() throws HeapConvException {
    problems.bad("not a valid line in this format");
  }

  /** Reads the addresses of a stack into a dump. */
  boolean addresses(TextCursor cursor, TextDump dump) {
    int first = dump.addresses.size();
    while (!cursor.atEnd()) {
      if (!cursor.hex()) {
        dump.addresses.size(first);
        return false;
      }
      dump.addresses.add(cursor.number());
    }
    return true;
  }

  /** Reports all problems once the input has been read. */
  void report(RecordingBuilder recording) throws HeapConvException {
    problems.report(null, recording);
  }
}
