package dev.heapconv.reader.heaptext;

import dev.heapconv.input.Input;
import dev.heapconv.input.LineReader;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warnings;
import dev.heapconv.reader.ReadOptions;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

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
  @Nullable String next() throws IOException {
    return lines.next() ? lines.text() : null;
  }

  /** An error at the current line. */
  HeapConvException error(String id, String message) {
    return HeapConvException.input(id, name, "line " + lines.number() + ": " + message);
  }

  /** The current line is none of this format: it is left out. */
  void bad() throws HeapConvException {
    if (options.strict()) {
      throw error("bad-line", "is not a line of this format");
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

  /** Tells what was found broken, once the input has been read. */
  void report(Warnings warnings) throws HeapConvException {
    String damage = input.damage().what();
    if (damage == null && lines.isUnfinished() && lines.number() > 0) {
      damage = "the dump ends within line " + lines.number();
    }
    if (damage != null) {
      if (options.strict()) {
        throw HeapConvException.input("truncated-dump", name, damage);
      }
      warnings.add("truncated-dump", damage + "; what is there was converted");
    }
    if (badLines > 0) {
      warnings.add(
          "bad-lines",
          badLines
              + (badLines == 1 ? " line" : " lines")
              + " not understood and left out, the first is line "
              + firstBad);
    }
    if (deepStack) {
      warnings.add(
          "deep-stack",
          "stacks of more than "
              + options.limits().maxStackDepth()
              + " frames were cut; raise it with --raise-limit depth=N");
    }
  }
}
