package dev.heapconv.cli;

import dev.heapconv.input.InputSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The words of the command line as the system has them. Java makes text of their bytes, and what is
 * not text in the locale's encoding is lost, although it may be the name of a file.
 */
final class RawArguments {

  /** Where Linux has all words that this process was started with, each with a NUL at its end. */
  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  private RawArguments() {}

  /** The words, of which names of files that Java could not read are {@code file:} URIs. */
  static String[] exact(String[] args) {
    for (String arg : args) {
      if (isLossy(arg)) {
        try {
          return exact(args, Files.readAllBytes(COMMAND_LINE));
        } catch (IOException e) {
          // Another system; the name is reported as it is.
          return args;
        }
      }
    }
    return args;
  }

  /**
   * @param commandLine ends with the bytes of {@code args}
   */
  static String[] exact(String[] args, byte[] commandLine) throws IOException {
    List<String> words = NameList.read(new ByteArrayInputStream(commandLine), true);
    String[] exact = args.clone();
    int at = words.size();
    for (int i = args.length - 1; i >= 0 && at > 0; i--) {
      // The list has no empty words.
      String word = args[i].isEmpty() ? "" : words.get(--at);
      if (isLossy(args[i]) && !word.equals(args[i]) && InputSource.parse(word).exists()) {
        exact[i] = word;
      }
    }
    return exact;
  }

  private static boolean isLossy(String arg) {
    return arg.indexOf(OutputPath.REPLACEMENT) >= 0;
  }
}
