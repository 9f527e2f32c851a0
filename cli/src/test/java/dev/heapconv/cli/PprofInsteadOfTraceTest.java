package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every command says the same of a trace and of the pprof file made of it, whose numbers are whole:
 * a row of few stacks may differ by one.
 */
class PprofInsteadOfTraceTest extends CommandLineFixture {

  private static final Pattern NUMBER = Pattern.compile("-?[0-9.]+");

  private String converted(String name) {
    run(recording(name), "-o", inFolder(name + ".pb.gz")).isOk();
    return inFolder(name + ".pb.gz");
  }

  private String table(String command, String... inputs) {
    String[] args = new String[inputs.length + 5];
    args[0] = command;
    System.arraycopy(inputs, 0, args, 1, inputs.length);
    System.arraycopy(new String[] {"--limit", "0", "-f", "csv"}, 0, args, inputs.length + 1, 4);
    return run(args).isOk().out();
  }

  @ParameterizedTest
  @ValueSource(strings = {"function", "stack", "process", "library", "heap"})
  void tablesSumsAndDifferences(String by) {
    String a = recording("phases_i512");
    String b = recording("truth_i4096");
    String fileOfA = converted("phases_i512");
    String fileOfB = converted("truth_i4096");
    assertSame(table("-q", fileOfA, "--by", by), table("-q", a, "--by", by));
    assertSame(
        table("-q", fileOfB, "--by", by, "--confidence", "0.8"),
        table("-q", b, "--by", by, "--confidence", "0.8"));
    assertSame(table("diff", a, fileOfB, "--by", by), table("diff", a, b, "--by", by));
    run("--add", a, b, "-o", inFolder("ab.pb.gz")).isOk();
    run("--add", fileOfA, fileOfB, "-o", inFolder("files.pb.gz")).isOk();
    assertSame(
        table("-q", inFolder("files.pb.gz"), "--by", by),
        table("-q", inFolder("ab.pb.gz"), "--by", by));
  }

  /** Compares tables whose rows may have another order where they hold alike. */
  private static void assertSame(String ofFile, String ofTrace) {
    Map<String, List<String>> rows = rows(ofFile);
    Map<String, List<String>> expected = rows(ofTrace);
    assertThat(rows.keySet()).hasSizeGreaterThan(1).isEqualTo(expected.keySet());
    expected.forEach(
        (name, cells) -> {
          List<String> found = rows.get(name);
          assertThat(found).hasSameSizeAs(cells);
          for (int i = 0; i < cells.size(); i++) {
            assertThat(isSame(found.get(i), cells.get(i)))
                .as("%s, column %d: %s instead of %s", name, i, found.get(i), cells.get(i))
                .isTrue();
          }
        });
  }

  private static boolean isSame(String found, String expected) {
    if (found.equals(expected) || found.isEmpty() || expected.isEmpty()) {
      return found.equals(expected);
    }
    if (!NUMBER.matcher(expected).matches() || !NUMBER.matcher(found).matches()) {
      return false;
    }
    double value = Double.parseDouble(expected);
    return Math.abs(Double.parseDouble(found) - value) <= 1 + Math.abs(value) / 1000;
  }

  /** The numbers and words of each row, by its names. */
  private static Map<String, List<String>> rows(String table) {
    List<String> lines = table.lines().toList();
    List<String> heading = List.of(lines.get(0).split(","));
    int last = 0;
    for (int i = 0; i < heading.size(); i++) {
      last = heading.get(i).matches(".*(_grade|_percent|samples.*|noise|_diff.*)") ? i : last;
    }
    Map<String, List<String>> rows = new TreeMap<>();
    for (String line : lines) {
      String[] cells = line.split(",", last + 2);
      rows.put(cells[last + 1], List.of(cells).subList(0, last + 1));
    }
    return rows;
  }
}
