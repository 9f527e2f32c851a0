package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The formats that a viewer other than pprof reads, by the name of the output. */
final class ConvertFormatsTest {

  private final Path trace =
      Path.of(
          System.getProperty("heapconv.shared", "../shared/data"),
          "heapprofd",
          "phases_i512.pftrace");

  @TempDir private Path folder;

  @BeforeEach
  void skipWithoutTheTrace() {
    Assumptions.assumeTrue(Files.exists(trace), "no recording at " + trace);
  }

  @Test
  void reportHoldsAllDumpsUnlessOneIsChosen() throws IOException {
    Assumptions.assumeTrue(
        dev.heapconv.Format.class.getResource("writer/html/report.js") != null,
        "built without the HTML report");
    assertThat(dumps(convert("report.html"))).isGreaterThan(1);
    assertThat(dumps(convert("report.html", "--dump", "last"))).isEqualTo(1);
  }

  @Test
  void otherFormatsHoldTheLastDump() throws IOException {
    String profile = convert("out.speedscope.json");
    assertThat(profile).contains("\"space \u2013 phases (").doesNotContain(", dump ");
  }

  @Test
  void foldedStacksHoldTheWantedView() throws IOException {
    String space = convert("out.folded");
    String objects = convert("out.folded", "--view", "alloc_objects");
    assertThat(space).contains(";main;grow_cache();");
    assertThat(objects).contains(";main;grow_cache();").isNotEqualTo(space);
  }

  private String convert(String name, String... more) throws IOException {
    Path out = folder.resolve(name);
    String[] arguments = new String[4 + more.length];
    arguments[0] = trace.toString();
    arguments[1] = "-q";
    arguments[2] = "-o";
    arguments[3] = out.toString();
    System.arraycopy(more, 0, arguments, 4, more.length);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(new byte[0]),
            new ByteArrayOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            false);
    assertThat(Main.run(arguments, terminal))
        .as(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(ExitStatus.OK);
    return Files.readString(out);
  }

  private static long dumps(String page) {
    return Pattern.compile("\"timeMillis\":").matcher(page).results().count();
  }
}
