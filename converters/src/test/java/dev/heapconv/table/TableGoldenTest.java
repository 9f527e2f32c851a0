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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole outputs, as files to look at. {@code -Dheapconv.updateGoldens=true} writes them anew. */
class TableGoldenTest {

  /** Recordings to see in color. */
  private static final List<String> IN_COLOR = List.of("truth_i4096", "mixed_deflate", "overrun");

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
        .withHints("--all shows them", "--sizes-from REFERENCE");
  }

  private static void check(String name, String written) throws Exception {
    Path golden = FOLDER.resolve(name);
    if (Boolean.getBoolean("heapconv.updateGoldens")) {
      Files.createDirectories(FOLDER);
      Files.writeString(golden, written);
    }
    assertThat(written).isEqualTo(Files.readString(golden));
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

  /** One of each renderer. */
  @Test
  void functions() throws Exception {
    for (Map.Entry<String, TableRenderer> format : FORMATS.entrySet()) {
      String written =
          Written.table(format.getValue(), AggregateOptions.DEFAULT, ProfileBuilder.server());
      check("by-function" + format.getKey(), written);
      assertThat(
              Written.table(format.getValue(), AggregateOptions.DEFAULT, ProfileBuilder.server()))
          .as("the same again")
          .isEqualTo(written);
    }
    AggregateOptions stacks = AggregateOptions.DEFAULT.withBy(GroupBy.STACK);
    check("by-stack.txt", Written.table(FORMATS.get(".txt"), stacks, ProfileBuilder.server()));
  }

  @ParameterizedTest
  @CsvSource({
    "FUNCTION, grow|serve|append",
    "STACK, grow;append;serve|serve",
    "LIBRARY, /lib/a.so|/bin/server",
    "FILE, g.c|s.c|a.c",
    "PROCESS, server (17)",
    "HEAP, 'server (17), libc.malloc'",
    "DUMP, 'dump 1 of 1, 2026-09-21 14:13:21.500 UTC'",
  })
  void rowsAreWhatIsAskedFor(GroupBy by, String expected) throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("malloc;/lib/a.so!grow;append;serve", 100)
            .stack("malloc;serve", 10)
            .build();
    String table =
        Written.table(DelimitedRenderer.tsv(), AggregateOptions.DEFAULT.withBy(by), profile);
    List<String[]> lines = table.lines().map(line -> line.split("\t")).toList();
    int column = List.of(lines.get(0)).indexOf(by.id());
    List<String> rows = lines.stream().skip(1).map(cells -> cells[column]).toList();
    assertThat(String.join("|", rows)).isEqualTo(expected);
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

  @Test
  void differences() throws Exception {
    for (String format : List.of(".txt", ".json")) {
      check(
          "diff-by-function" + format,
          Written.difference(
              FORMATS.get(format), AggregateOptions.DEFAULT, device(), deviceLater()));
    }
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

  @Test
  void judgedDifferences() throws Exception {
    check("judged-80.txt", Written.judged(text(80), run(0), run(1)));
    check("judged.json", Written.judged(new JsonRenderer(), run(0), run(1)));
  }

  @Test
  void growth() throws Exception {
    EstimatedProfile profile = recorded("phases_i512", DumpSelector.ALL);
    for (String format : List.of(".txt", ".json")) {
      TableWriter writer = TableWriter.ofGrowth(AggregateOptions.DEFAULT, FORMATS.get(format));
      check("growth" + format, Written.by(writer, profile));
    }
  }

  /** What the screen shows of recordings: their summaries, a difference, and growth. */
  @Test
  void screens() throws Exception {
    List<EstimatedProfile> recordings = new ArrayList<>();
    for (String recording : SCREENS) {
      recordings.add(recorded(recording, DumpSelector.LAST));
    }
    EstimatedProfile first = recorded("phases_i512", DumpSelector.FIRST);
    EstimatedProfile max = recorded("phases_i512", DumpSelector.MAX);
    EstimatedProfile dumps = recorded("phases_i512", DumpSelector.ALL);
    for (int width : new int[] {80, 120, 200}) {
      TableRenderer text = text(width);
      StringBuilder screens = new StringBuilder();
      for (EstimatedProfile recording : recordings) {
        screens.append(Written.table(text, AggregateOptions.DEFAULT, recording)).append("---\n");
      }
      screens
          .append(Written.difference(text, AggregateOptions.DEFAULT, first, max))
          .append("---\n")
          .append(Written.by(TableWriter.ofGrowth(AggregateOptions.DEFAULT, text), dumps));
      assertThat(screens.toString().lines()).allMatch(line -> line.length() <= width);
      check("screens-" + width + ".txt", screens.toString());
    }
  }

  @Test
  void screensInColor() throws Exception {
    for (int width : new int[] {80, 120, 200}) {
      TableRenderer text = TableRenderer.of("text", page(width).withTerminal(width, true));
      StringBuilder screens = new StringBuilder();
      for (String recording : IN_COLOR) {
        EstimatedProfile profile = recorded(recording, DumpSelector.LAST);
        screens.append(Written.table(text, AggregateOptions.DEFAULT, profile)).append("---\n");
      }
      check("color-" + width + ".txt", screens.toString());
    }
  }

  /** Names have more room on a wider terminal, and nothing else changes. */
  @Test
  void columnsAreTheSameAtEveryWidth() throws Exception {
    for (String recording : SCREENS) {
      EstimatedProfile profile = recorded(recording, DumpSelector.LAST);
      assertThat(headings(profile, 80))
          .as(recording)
          .isNotEmpty()
          .isEqualTo(headings(profile, 120))
          .isEqualTo(headings(profile, 200));
    }
  }

  private static List<List<String>> headings(EstimatedProfile profile, int width) throws Exception {
    return Written.table(text(width), AggregateOptions.DEFAULT, profile)
        .lines()
        .filter(line -> line.contains("  share  "))
        .map(line -> List.of(line.strip().split("  +")))
        .toList();
  }

  /**
   * A usual recording fits on one screen, with a line for what to do next and one for the prompt.
   */
  @Test
  void aRecordingIsOneScreen() throws Exception {
    for (String recording : SCREENS) {
      String screen =
          Written.table(text(80), AggregateOptions.DEFAULT, recorded(recording, DumpSelector.LAST));
      assertThat(screen.lines()).as(recording).hasSizeLessThanOrEqualTo(33);
      assertThat(screen).contains("Heaviest paths\n");
    }
  }

  private static EstimatedProfile recorded(String recording, DumpSelector dumps) throws Exception {
    return renamed(Conversions.estimated(recording, dumps), recording + ".pftrace");
  }

  @Test
  void summaries() throws Exception {
    EstimatedProfile recorded =
        Conversions.asRecorded(Conversions.read(TestData.recordingBytes("customheap_all")));
    Map<String, EstimatedProfile> profiles =
        Map.of(
            "summary-device",
            device(),
            "summary-recorded",
            renamed(recorded, "customheap_all.pftrace"));
    for (Map.Entry<String, EstimatedProfile> profile : profiles.entrySet()) {
      TableRenderer text = TableRenderer.of("text", TableOptions.DEFAULT);
      check(
          profile.getKey() + ".txt",
          Written.table(text, AggregateOptions.DEFAULT, profile.getValue()));
    }
  }

  /** Without warnings, which are the reader's words. */
  private static EstimatedProfile renamed(EstimatedProfile profile, String name) {
    return new EstimatedProfile(
        new CaptureInfo(name, "", "", ""),
        profile.stacks(),
        profile.heaps(),
        profile.remarks(),
        profile.confidence(),
        List.of());
  }
}
