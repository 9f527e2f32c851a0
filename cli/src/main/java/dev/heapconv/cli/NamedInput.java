package dev.heapconv.cli;

import dev.heapconv.input.InputSource;
import dev.heapconv.io.PathNames;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An input as the command line names it.
 *
 * @param suffix what follows the name of the source, from the # on; may be empty
 * @param dump which of its dumps to take, as in {@code trace.pftrace#first}; null if the name does
 *     not say
 * @param inFolder whether the command line names the folder that it is in
 */
record NamedInput(
    InputSource source, String suffix, @Nullable DumpSelector dump, boolean inFolder) {

  static final String STDIN = "-";
  private static final char DUMP_SEPARATOR = '#';

  /**
   * @throws UsageException if it cannot be the name of a file, or what follows the separator is not
   *     a dump
   */
  static NamedInput parse(String argument, Terminal terminal) {
    int separator = argument.lastIndexOf(DUMP_SEPARATOR);
    if (separator > 0 && !Files.exists(FileNames.path(argument))) {
      InputSource source = source(argument.substring(0, separator), terminal);
      if (source.exists()) {
        String suffix = argument.substring(separator);
        return new NamedInput(source, suffix, dump(argument, suffix.substring(1)), false);
      }
    }
    return new NamedInput(source(argument, terminal), "", null, false);
  }

  /** The files in a folder by name, without hidden ones, which may still be written. */
  static List<NamedInput> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(
              file -> Files.isRegularFile(file) && !file.getFileName().toString().startsWith("."))
          .sorted()
          .map(file -> new NamedInput(InputOptions.source(PathNames.text(file)), "", null, true))
          .toList();
    } catch (IOException e) {
      throw HeapConvException.unreadable(PathNames.text(folder), e);
    }
  }

  private static InputSource source(String name, Terminal terminal) {
    return name.equals(STDIN)
        ? InputSource.stream(STDIN, terminal.in())
        : InputOptions.source(name);
  }

  private static DumpSelector dump(String argument, String text) {
    if (text.indexOf('!') >= 0) {
      throw new UsageException(
          argument + ": the dump comes after the member of an archive, ARCHIVE!MEMBER#DUMP");
    }
    try {
      return DumpSelector.parse(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(argument + ": " + e.getMessage());
    }
  }

  /** The dumps to take of it; {@code usual} if its name does not say. */
  DumpSelector dumpOr(DumpSelector usual) {
    return dump == null ? usual : dump;
  }

  /** The same for two inputs that add the same numbers. */
  String identity() {
    return source.identity() + DUMP_SEPARATOR + dump;
  }

  /** A recording of this input, under a name that says which dump it is. */
  RecordedProfile named(RecordedProfile recording) {
    if (dump == null) {
      return recording;
    }
    CaptureInfo capture = recording.capture();
    return recording.withCapture(capture.withSource(capture.source() + suffix));
  }
}
