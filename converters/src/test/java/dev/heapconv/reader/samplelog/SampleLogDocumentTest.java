package dev.heapconv.reader.samplelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.testing.NotTested;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The examples of docs/sample-log.md and the emitters beside it do what they say, and mistakes have
 * the messages of mistakes.md.
 */
class SampleLogDocumentTest {

  private static final Path DOCS = TestData.own("..").resolve("docs").normalize();

  private static final String JSON =
      "{\"heapconv\":1,\"scheme\":\"to-sample\",\"interval\":4099}\n"
          + "{\"alloc\":1,\"size\":9,\"to_sample\":0}\n";

  private static final String CSV =
      "# heapconv=1\n# scheme=to-sample\n# interval=4099\nalloc,0x1,9,0\n";

  /** What the emitters allocate: 18,000 objects of 100 bytes and 2,000 of 5,000. */
  private static final double EMITTED_BYTES = 11_800_000;

  @Test
  void everyExampleIsACompleteLogWithoutWarnings() throws IOException {
    Matcher blocks =
        Pattern.compile("^```(?:jsonl|csv)\\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE)
            .matcher(Files.readString(DOCS.resolve("sample-log.md")));
    List<String> schemes = new ArrayList<>();
    while (blocks.find()) {
      byte[] log = blocks.group(1).getBytes(StandardCharsets.UTF_8);
      EstimatedProfile profile =
          HeapConv.unskew(Conversions.read(log, Conversions.STRICT), UnskewOptions.DEFAULT);
      assertThat(profile.notices()).as(blocks.group(1)).isEmpty();
      assertThat(profile.heaps().get(0).column(View.ALLOC_SPACE).value(0))
          .as(blocks.group(1))
          .isPositive();
      schemes.add(profile.heaps().get(0).info().sampling().scheme().wireName());
    }
    assertThat(schemes)
        .containsExactly(
            "to-sample",
            "to-sample",
            "weighted",
            "weighted",
            "recorded",
            "tcmalloc",
            "exact",
            "to-sample");
  }

  private static Stream<Arguments> mistakes() throws IOException {
    List<Arguments> mistakes = new ArrayList<>();
    String text;
    try (InputStream table = SampleLogDocumentTest.class.getResourceAsStream("mistakes.md")) {
      text = new String(table.readAllBytes(), StandardCharsets.UTF_8);
    }
    for (String row : text.substring(text.indexOf("| mistake |")).split("\n\n")[0].split("\n")) {
      String[] cells = row.split("\\s*\\|\\s*");
      for (int form = 2; form <= 3; form++) {
        if (cells[form].startsWith("`")) {
          String line = cells[form].substring(1, cells[form].length() - 1);
          mistakes.add(Arguments.of(cells[1], form == 2 ? JSON : CSV, line, cells[4]));
        }
      }
    }
    return mistakes.stream();
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("mistakes")
  void everyMistakeHasTheMessageOfTheTable(String mistake, String start, String line, String said) {
    boolean headless = mistake.equals("no header");
    boolean counted = mistake.equals("free not logged");
    String header = start.substring(0, start.lastIndexOf('\n', start.length() - 2) + 1);
    String before = headless ? "" : line.startsWith("#") ? header : start;
    assertThat(messages(before + line + "\n")).contains(said);
    if (!headless && !counted) {
      assertThatThrownBy(() -> Conversions.read(bytes(header + line + "\n")))
          .as("nothing is left")
          .isInstanceOf(HeapConvException.class)
          .hasMessageContaining(said);
      assertThatThrownBy(() -> Conversions.read(bytes(before + line + "\n"), Conversions.STRICT))
          .as("strict")
          .isInstanceOf(HeapConvException.class)
          .hasMessageContaining(said);
    }
  }

  /** What is said of a log, as an error or in warnings. */
  private static String messages(String log) {
    try {
      return Conversions.read(bytes(log)).notices().stream()
          .map(Notice::message)
          .toList()
          .toString();
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  private static byte[] bytes(String log) {
    return log.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void theTableHasTenMistakesInEachForm() throws IOException {
    assertThat(mistakes().filter(row -> row.get()[1].equals(JSON))).hasSizeGreaterThan(9);
    assertThat(mistakes().filter(row -> row.get()[1].equals(CSV))).hasSizeGreaterThan(9);
  }

  @Test
  void theEmitterInCWritesAValidLog(@TempDir Path folder) throws Exception {
    Path program = folder.resolve("emit");
    run(
        folder,
        "cc",
        "-O1",
        "-o",
        program.toString(),
        DOCS.resolve("examples/emit.c").toAbsolutePath().toString(),
        "-lm");
    check(run(folder, program.toString()));
  }

  @Test
  void theEmitterInPythonWritesAValidLog(@TempDir Path folder) throws Exception {
    check(run(folder, "python3", DOCS.resolve("examples/emit.py").toAbsolutePath().toString()));
  }

  private static void check(byte[] log) throws IOException {
    EstimatedProfile profile =
        HeapConv.unskew(Conversions.read(log, Conversions.STRICT), UnskewOptions.DEFAULT);
    double bytes = profile.heaps().get(0).column(View.ALLOC_SPACE).total();
    assertThat(bytes / EMITTED_BYTES).isBetween(0.9, 1.1);
  }

  /** The output of a program; the test is skipped where the machine has not got it. */
  private static byte[] run(Path folder, String... command) throws Exception {
    Path output = folder.resolve("output");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException e) {
      throw NotTested.because(
          "examples of docs/sample-log.md in " + command[0],
          command[0] + " not found; install it, such as with apt-get");
    }
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    return Files.readAllBytes(output);
  }
}
