package dev.heapconv.reader.heaptext;

import dev.heapconv.input.Input;
import dev.heapconv.input.LineReader;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warnings;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;

/** The lines of a dump, and what is wrong with them. */
final class DumpLines {

  private final String name;
  private final ReadOptions options;
  private final LineReader lines;
  private final Input input;
  private long badLines;
  private long firstBad;
  private boolean deepStack;

  DumpLines(Input input, ReadOptions options) {
    this.input = input;
    this.name = input.name();
    this.options = options;
    lines = new LineReader(name, input.stream(), options.limits());
  }

  /** The next line; null at the end. */
  String next() throws IOException {
    return lines.next() ? lines.text() : null;
  }

  /** The current line should be a header, and is none. */
  HeapConvException badHeader(String problem) {
    return HeapConvException.input(ErrorId.BAD_HEADER, name, lines.number(), problem);
  }

  /** The current line is none of this format: it is left out. */
  void bad() throws HeapConvException {
    if (options.strict()) {
      throw HeapConvException.input(ErrorId.BAD_LINE, name, lines.number());
    }
    if (badLines++ == 0) {
      firstBad = lines.number();
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
      if (dump.addresses.size() - first < options.limits().maxStackDepth()) {
        dump.addresses.add(cursor.number());
      } else {
        deepStack = true;
      }
    }
    return true;
  }

  /** Reports what was found broken, once the input has been read. */
  void report(Warnings warnings) throws HeapConvException {
    String damage = input.damage();
    if (damage == null && lines.isUnfinished() && lines.number() > 0) {
      damage = "the dump ends within line " + lines.number();
    }
    if (damage != null) {
      if (options.strict()) {
        throw HeapConvException.input(ErrorId.TRUNCATED_DUMP, name, damage);
      }
      warnings.add(ErrorId.TRUNCATED_DUMP, damage);
    }
    if (badLines > 0) {
      warnings.add(ErrorId.BAD_LINES, badLines, firstBad);
    }
    if (deepStack) {
      warnings.add(ErrorId.DEEP_STACK, options.limits().maxStackDepth());
    }
  }
}
