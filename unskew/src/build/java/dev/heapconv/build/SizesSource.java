package dev.heapconv.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Makes a constant of the library of sizes when heapconv is built, without its comments: to read a
 * resource, Java has to open the jar, which takes longer than all the rest that is done with it.
 * Maven runs it as a source file, and it is not in the jar.
 */
final class SizesSource {

  private SizesSource() {}

  /** Arguments: the library, and the folder of generated sources. */
  public static void main(String[] args) throws IOException {
    Path source = Path.of(args[1], "dev/heapconv/unskew/sizes/SizesText.java");
    String text = source(Files.readAllLines(Path.of(args[0])));
    // A newer file would have this module and all that use it compiled again in each build.
    if (!Files.exists(source) || !Files.readString(source).equals(text)) {
      Files.createDirectories(source.getParent());
      Files.writeString(source, text);
    }
  }

  /** A class with the lines as one constant, each with its end. */
  static String source(List<String> lines) {
    return lines.stream()
        .filter(line -> !line.startsWith("#"))
        .map(line -> "\n          + \"" + line + "\\n\"")
        .collect(
            Collectors.joining(
                "",
                "package dev.heapconv.unskew.sizes;\n\n"
                    + "/** Generated from sizes.txt. */\n"
                    + "final class SizesText {\n"
                    + "  static final String LINES =\n      \"\"",
                ";\n\n  private SizesText() {}\n}\n"));
  }
}
