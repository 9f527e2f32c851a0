package dev.heapconv.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.select.Selection.DumpSelector;
import dev.heapconv.testing.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole outputs, as files to look at. {@code -Dheapconv.updateGoldens=true} writes them anew. */
class TableGoldenTest {

  private static final List<String> SCREENS =
      List.of(
          "phases_i512",
          "mixed_deflate",
          "truth_i4096",
          "python_i4096",
          "cc1plus_i512",
          "java_i4096");

  private static final Path FOLDER =
      TestData.root().resolve("converters/src/test/resources/dev/heapconv/table");

  private static final Map<String, TableRenderer> FORMATS =
      Map.of(
          ".txt", text(TableOptions.DEFAULT_WIDTH),
          ".csv", DelimitedRenderer.csv(),
          ".tsv", DelimitedRenderer.tsv(),
          ".json", new JsonRenderer(),
          ".md", new MarkdownRenderer());

  private static TableRenderer text(int width) {
    return TableRenderer.of("text", page(width));
  }

  private static TableOptions page(int width) {
    return TableOptions.DEFAULT
        .withTerminal(width, false)
        .withHints("--all shows them", "--sizes-from LAB");
  }

  private static void check(String name, String written) throws Exception {
    Path golden = FOLDER.resolve(name);
    if (Boolean.getBoolean("heapconv.updateGoldens")) {
      Files.createDirectories(FOLDER);
      Files.writeString(golden, written);
    }
    assertThat(written).isEqualTo(Files.readString(golden));
  }

  private static void checkAll(String name, EstimatedProfile profile, AggregateOptions options)
      throws Exception {
    for (Map.Entry<String, TableRenderer> format : FORMATS.entrySet()) {
      String written = Written.table(format.getValue(), options, profile);
      check(name + format.getKey(), written);
      assertThat(Written.table(format.getValue(), options, profile))
          .as("the same again")
          .isEqualTo(written);
    }
  }

  private static void checkSummary(String name, EstimatedProfile profile, TableOptions options)
      throws Exception {
    check(name, Written.by(new SummaryWriter(options, true), profile));
  }

  /** Two processes, one of which has a heap that reports no frees; the other with two dumps. */
  private static EstimatedProfile device() {
    return new ProfileBuilder()
        .heap(17, "com.example.app", "libc.malloc", 1, 1)
        .stack(
            "/lib/libc.so!malloc;/data/app/lib/libgame.so!load_texture;/data/app/lib/libgame.so!main",
            7_000_000)
        .heap(
            17,
            "com.example.app",
            "com.android.art",
            1,
            1,
            4096,
            List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE))
        .stack(
            "/data/app/base.odex!com.example.Main.load;/data/app/base.odex!com.example.Main.main",
            600_000)
        .heap(300, "surfaceflinger", "libc.malloc", 1, 2)
        .stack("malloc;composite;main", 100_000)
        .heap(300, "surfaceflinger", "libc.malloc", 2, 2)
        .stack("malloc;composite;main", 250_000)
        .warning("made by hand")
        .build();
  }

  @ParameterizedTest
  @EnumSource(GroupBy.class)
  void groupings(GroupBy by) throws Exception {
    EstimatedProfile profile = by.isPartOfRecording() ? device() : ProfileBuilder.server();
    checkAll("by-" + by.id(), profile, AggregateOptions.DEFAULT.withBy(by));
  }

  @Test
  void cumulative() throws Exception {
    checkAll(
        "cumulative",
        ProfileBuilder.server(),
        AggregateOptions.DEFAULT.withCumulative(true).withLimit(4));
  }

  /**
   * A later run of {@link #device()}: another pid, one process gone, one new, sums of all signs.
   */
  private static EstimatedProfile deviceLater() {
    return new ProfileBuilder()
        .heap(23, "com.example.app", "libc.malloc", 1, 1)
        .stack(
            "/lib/libc.so!malloc;/data/app/lib/libgame.so!load_texture;/data/app/lib/libgame.so!main",
            2_000_000)
        .stack("/lib/libc.so!malloc;/data/app/lib/libgame.so!cache;main", 90_000)
        .heap(301, "system_server", "libc.malloc", 1, 1)
        .stack("malloc;composite;main", 110_000)
        .build();
  }

  @ParameterizedTest
  @EnumSource(GroupBy.class)
  void differences(GroupBy by) throws Exception {
    checkDifference("diff-by-" + by.id(), AggregateOptions.DEFAULT.withBy(by));
  }

  @Test
  void cumulativeDifferences() throws Exception {
    checkDifference(
        "diff-cumulative", AggregateOptions.DEFAULT.withCumulative(true).withSort("objects_diff"));
  }

  /**
   * @param more what the later one of two runs has more than the other
   */
  private static EstimatedProfile run(double more) {
    ProfileBuilder run = ProfileBuilder.oneHeap();
    for (int i = 0; i < 4; i++) {
      run.stack("malloc;parse_" + i + ";main", 100_000 * (i + 1) * (1 + 0.01 * more));
    }
    run.stack("malloc;std::vector<render::Tile, std::allocator<render::Tile>>::grow;main", 9e6);
    run.stack("malloc;cache_insert(Cache*, Key const&);main", 5e7 * (1 + 0.4 * more));
    run.stack("malloc;decode;main", 4e6 * (1 - 0.5 * more));
    return more == 0 ? run.build() : run.stack("malloc;prefetch;main", 3e5).build();
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 120, 200})
  void judgedDifferences(int width) throws Exception {
    TableRenderer text = text(width);
    check("judged-" + width + ".txt", Written.judged(text, run(0), run(1)));
  }

  @Test
  void judgedDifferencesForPrograms() throws Exception {
    check("judged.md", Written.judged(new MarkdownRenderer(), run(0), run(1)));
    check("judged.json", Written.judged(new JsonRenderer(), run(0), run(1)));
    check("judged-same.md", Written.judged(new MarkdownRenderer(), run(0), run(0)));
  }

  private static void checkDifference(String name, AggregateOptions options) throws Exception {
    for (Map.Entry<String, TableRenderer> format : FORMATS.entrySet()) {
      check(
          name + format.getKey(),
          Written.difference(format.getValue(), options, device(), deviceLater()));
    }
  }

  @Test
  void growth() throws Exception {
    EstimatedProfile profile = recorded("phases_i512", DumpSelector.ALL);
    for (Map.Entry<String, TableRenderer> format : FORMATS.entrySet()) {
      TableWriter writer = TableWriter.ofGrowth(AggregateOptions.DEFAULT, format.getValue());
      check("growth" + format.getKey(), Written.by(writer, profile));
    }
    for (int width : new int[] {80, 200}) {
      AggregateOptions stacks = AggregateOptions.DEFAULT.withBy(GroupBy.STACK);
      TableWriter writer = TableWriter.ofGrowth(stacks, text(width));
      check("growth-" + width + ".txt", Written.by(writer, profile, View.OBJECTS));
    }
  }

  /** What the screen shows of recordings: their summaries, a difference, and growth. */
  @ParameterizedTest
  @ValueSource(ints = {80, 120, 200})
  void screens(int width) throws Exception {
    EstimatedProfile dumps = recorded("phases_i512", DumpSelector.ALL);
    TableRenderer text = text(width);
    TableOptions options = page(width);
    StringBuilder summaries = new StringBuilder();
    for (String recording : SCREENS) {
      EstimatedProfile last = recorded(recording, DumpSelector.LAST);
      summaries.append(Written.by(new SummaryWriter(options, true), last)).append("---\n");
    }
    String screens =
        summaries
            + Written.difference(
                text,
                AggregateOptions.DEFAULT,
                recorded("phases_i512", DumpSelector.FIRST),
                recorded("phases_i512", DumpSelector.MAX))
            + "---\n"
            + Written.by(TableWriter.ofGrowth(AggregateOptions.DEFAULT, text), dumps);
    assertThat(screens.lines()).allMatch(line -> line.length() <= width);
    check("screens-" + width + ".txt", screens);
  }

  @Test
  void aTitleIsNoWiderThanTheTerminal() throws Exception {
    String library = "/data/app/com.example.application-base.apk";
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack(library + "!f;" + library + "!main", 1e6)
            .stack(library + "!g;" + library + "!main", 1e6)
            .build();
    String summary =
        Written.by(new SummaryWriter(TableOptions.DEFAULT.withTerminal(70, false), true), profile);
    assertThat(summary).contains(", all in\n  com.example.application-base.apk\n");
    assertThat(summary.lines()).allMatch(line -> line.length() <= 70);
  }

  private static EstimatedProfile recorded(String recording, DumpSelector dumps) throws Exception {
    return renamed(Conversions.estimated(recording, dumps), recording + ".pftrace");
  }

  @Test
  void summaries() throws Exception {
    checkSummary("summary.txt", ProfileBuilder.server(), TableOptions.DEFAULT);
    TableOptions narrow = TableOptions.DEFAULT.withTerminal(80, false);
    checkSummary("summary-80.txt", ProfileBuilder.server(), narrow);
    checkSummary("summary-device.txt", device(), TableOptions.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"truth_i4096", "customheap_all"})
  void recordings(String recording) throws Exception {
    EstimatedProfile profile =
        Conversions.asRecorded(Conversions.read(TestData.recordingBytes(recording)));
    String name = recording + ".pftrace";
    EstimatedProfile renamed = renamed(profile, name);

    checkSummary(name + ".txt", renamed, TableOptions.DEFAULT);
    AggregateOptions rows = AggregateOptions.DEFAULT.withLimit(30);
    check(name + ".csv", Written.table(DelimitedRenderer.csv(), rows, renamed));
  }

  /** Without warnings, which are the reader's words. */
  private static EstimatedProfile renamed(EstimatedProfile profile, String name) {
    return new EstimatedProfile(
        new CaptureInfo(name, "", "", ""),
        profile.stacks(),
        profile.heaps(),
        profile.comments(),
        profile.confidence(),
        List.of());
  }
}
