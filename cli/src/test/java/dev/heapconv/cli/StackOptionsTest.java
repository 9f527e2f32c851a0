package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code --focus} and {@code --ignore} choose stacks for every output. */
class StackOptionsTest {

  private static final String TRACE = TestData.recording("truth_i4096").toString();

  @TempDir private Path folder;

  private Pprof pprof(String... options) throws Exception {
    Path file = folder.resolve("out.pb.gz");
    String[] args = new String[options.length + 4];
    System.arraycopy(options, 0, args, 0, options.length);
    System.arraycopy(new String[] {"-q", TRACE, "-o", file.toString()}, 0, args, options.length, 4);
    assertThat(CommandRun.of(args).status()).isZero();
    return Pprof.decode(Files.readAllBytes(file));
  }

  private static long sum(Pprof pprof, int view) {
    return pprof.profile.getSampleList().stream().mapToLong(s -> s.getValue(view)).sum();
  }

  @Test
  void focusAndIgnoreOfOneExpressionAreAllStacks() throws Exception {
    Pprof all = pprof();
    Pprof focused = pprof("--focus", "site_4096");
    Pprof ignored = pprof("--ignore", "site_4096");

    assertThat(focused.profile.getSampleCount()).isPositive();
    for (int view = 0; view < 4; view++) {
      assertThat(sum(focused, view) + sum(ignored, view)).isEqualTo(sum(all, view));
    }
    assertThat(focused.comments()).contains("only stacks that match 'site_4096'");
    assertThat(ignored.comments()).contains("only stacks that do not match 'site_4096'");
  }

  /** What the other stacks told about sizes is not in the file. */
  @Test
  void aPartIsReadBackWithoutTheIntervalsThatTheRestGaveIt() throws Exception {
    Path file = folder.resolve("part.pb.gz");
    CommandRun.of("-q", TRACE, "--focus", "site_64", "-o", file.toString());

    JsonNode direct = top("-q", TRACE, "--focus", "site_64").get("totals");
    JsonNode stored = top("-q", file.toString()).get("totals");
    assertThat(stored.get("space")).isEqualTo(direct.get("space"));
    assertThat(stored.get("objects").get("value")).isEqualTo(direct.get("objects").get("value"));
    assertThat(direct.get("objects").has("high")).isTrue();
    assertThat(stored.get("objects").has("high")).isFalse();
  }

  private static JsonNode top(String... words) {
    List<String> all = new ArrayList<>(List.of("-f", "json"));
    all.addAll(List.of(words));
    String json = CommandRun.of(all.toArray(String[]::new)).isOk().out();
    return new ObjectMapper().readTree(json);
  }

  @Test
  void librariesAndFilesMatchToo() {
    String table = CommandRun.of("-q", TRACE, "--focus", "/truth$").out();
    assertThat(table).contains("site_40000_kept");
    assertThat(CommandRun.of("-q", TRACE, "--ignore", "/truth$").out())
        .doesNotContain("site_40000_kept");
  }

  @Test
  void nothingLeftIsSaid() {
    assertThat(CommandRun.of(TRACE, "--focus", "nowhere").err()).contains("no stack matches");
  }

  @Test
  void badExpressionsAndCommandsWithoutStacksAreRefused() {
    CommandRun bad = CommandRun.of(TRACE, "--ignore", "(");
    assertThat(bad.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(bad.err()).contains("--ignore", "is not a valid regular expression");
    assertThat(CommandRun.of("info", TRACE, "--focus", "x").status()).isEqualTo(ExitStatus.USAGE);
  }
}
