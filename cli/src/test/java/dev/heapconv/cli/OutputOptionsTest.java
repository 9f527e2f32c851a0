package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** The formats that a viewer other than pprof reads, by the name of the output. */
final class OutputOptionsTest extends CommandLineFixture {

  @Test
  void reportHoldsAllDumpsUnlessOneIsChosen() throws IOException {
    assertThat(dumps(convert("report.html"))).isGreaterThan(1);
    assertThat(dumps(convert("report.html", "--dump", "last"))).isEqualTo(1);
  }

  @Test
  void otherFormatsHoldTheLastDump() {
    String profile = convert("out.speedscope.json");
    assertThat(profile).contains("\"space \u2013 phases (").doesNotContain(", dump ");
  }

  @Test
  void foldedStacksHoldTheWantedView() {
    String space = convert("out.folded");
    String objects = convert("out.folded", "--view", "alloc_objects");
    assertThat(space).contains(";main;grow_cache() ");
    assertThat(objects).contains(";main;grow_cache() ").isNotEqualTo(space);
  }

  /** No other view in place of the one that was asked for, and no sum of several states. */
  @Test
  void whatAnOutputCannotShowIsRefused() {
    String allocated = TestData.own("alloc/jfr/give_jdk17.jfr").toString();
    for (String name : List.of("out.svg", "out.folded", "out.html", "out.pb.gz")) {
      run(allocated, "--view", "space", "-o", inFolder(name))
          .isOneLine(ExitStatus.INPUT, "no view 'space'", "alloc_space");
      assertThat(folder.resolve(name)).doesNotExist();
    }
    run(recording("phases_i512"), "--dump", "all", "-o", inFolder("all.svg"))
        .isOneLine(ExitStatus.USAGE, "cannot add up several dumps");
    run("--list", "main", "--source-path", inFolder("none"), recording("phases_i512"))
        .isOneLine(ExitStatus.USAGE, "no such folder");
  }

  private String convert(String name, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of(recording("phases_i512"), "-q", "-o", inFolder(name)));
    arguments.addAll(List.of(more));
    run(arguments.toArray(String[]::new)).isOk();
    return new String(TestData.bytes(folder.resolve(name)), StandardCharsets.UTF_8);
  }

  private static long dumps(String page) throws IOException {
    int start = page.indexOf('>', page.indexOf("<script id=\"data\"")) + 1;
    String packed = page.substring(start, page.indexOf("</script>", start)).strip();
    byte[] bytes = Base64.getDecoder().decode(packed);
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      String data = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      return Pattern.compile("\"timeMillis\":").matcher(data).results().count();
    }
  }
}
