package dev.heapconv.code;

import dev.heapconv.testing.NotTested;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What objdump of GNU binutils says of code: what decoders are compared with. */
final class Disassembly {

  private static final Pattern COMMENT = Pattern.compile("\\s*((#(?!-?[0-9])|//| <).*)?$");

  private Disassembly() {}

  /**
   * An instruction.
   *
   * @param words the mnemonic, and what stands after it
   */
  record Line(long address, byte[] code, String words) {

    String mnemonic() {
      int end = words.indexOf(' ');
      return end < 0 ? words : words.substring(0, end);
    }

    /** Split at commas outside of brackets. */
    List<String> operands() {
      List<String> operands = new ArrayList<>();
      String text = words.substring(mnemonic().length()).trim();
      int depth = 0;
      int start = 0;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
        if (c == ',' && depth == 0) {
          operands.add(text.substring(start, i).trim());
          start = i + 1;
        }
      }
      if (!text.isEmpty()) {
        operands.add(text.substring(start).trim());
      }
      return operands;
    }
  }

  /** Skips the test that asks where the tool is absent. */
  static void unlessThere(String tool, String remedy) {
    for (String folder : System.getenv("PATH").split(":", -1)) {
      if (Files.isExecutable(Path.of(folder, tool))) {
        return;
      }
    }
    throw NotTested.because("instructions against " + tool, remedy);
  }

  /** Has all instructions of a file read; those that objdump does not know are {@code (bad)}. */
  static void read(List<String> command, Consumer<Line> lines) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader reader = process.inputReader(StandardCharsets.ISO_8859_1)) {
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        Line line = line(text);
        if (line != null) {
          lines.accept(line);
        }
      }
    } finally {
      process.destroy();
    }
  }

  private static @Nullable Line line(String text) {
    // 1234:<tab>48 89 e5<tab>mov    rbp,rsp        # comment
    String[] columns = text.split("\t", 3);
    if (columns.length < 3 || !columns[0].endsWith(":")) {
      return null;
    }
    String[] bytes = columns[1].trim().split(" ", -1);
    boolean word = bytes.length == 1 && bytes[0].length() == 8;
    byte[] code = new byte[word ? 4 : bytes.length];
    for (int i = 0; i < code.length; i++) {
      code[i] =
          (byte) (word ? Long.parseLong(bytes[0], 16) >> 8 * i : Integer.parseInt(bytes[i], 16));
    }
    String words = COMMENT.matcher(columns[2].replace('\t', ' ')).replaceFirst("");
    return new Line(Long.parseLong(columns[0].replace(":", "").trim(), 16), code, words);
  }
}
