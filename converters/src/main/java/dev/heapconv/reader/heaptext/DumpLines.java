package dev.heapconv.reader.heaptext;

import dev.heapconv.input.Input;
import dev.heapconv.io.LineReader;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.reader.RecordingBuilder;
import dev.heapconv.reader.RecordingLines;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The lines of a dump, and their problems. */
final class DumpLines {

  private final LineReader lines;
  private final RecordingLines problems;
  private final boolean strict;
  private long badMapLines;
  private long firstBadMapLine;

  DumpLines(Input input, ReadOptions options) {
    problems = new RecordingLines(input, options);
    lines = problems.lines();
    strict = options.strict();
  }

  /** The next line; null at the end. */
  @Nullable String next() throws IOException {
    return lines.next() ? lines.text() : null;
  }

  /** The current line should be a header but is not. */
  HeapConvException badHeader(String problem) {
    return problems.badHeader(problem);
  }

  /** The current line is not valid in this format and is left out; it must not begin a dump. */
  void bad() throws HeapConvException {
    refuseSecond();
    // That the file ends in the middle of a line is said once.
    if (!lines.isUnfinished()) {
      problems.bad("not a valid line in this format");
    }
  }

  /** Likewise in the memory map, which says nothing but names. */
  void badMap() throws HeapConvException {
    refuseSecond();
    if (strict) {
      bad();
    }
    if (badMapLines++ == 0) {
      firstBadMapLine = lines.number();
    }
  }

  private void refuseSecond() throws HeapConvException {
    if (HeapTextReader.isMagic(lines.text().strip())) {
      throw problems.second();
    }
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
    if (badMapLines > 0) {
      recording.notices().add(ErrorId.BAD_MEMORY_MAP, badMapLines, firstBadMapLine);
    }
  }
}
