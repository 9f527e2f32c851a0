package dev.heapconv.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Answer;
import dev.heapconv.query.Difference;
import dev.heapconv.query.GroupBy;
import dev.heapconv.query.Growth;
import dev.heapconv.query.Question;
import dev.heapconv.query.ShownColumn;
import dev.heapconv.query.ShownColumn.Form;
import dev.heapconv.query.Subject;
import dev.heapconv.query.Totals;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a terminal shows of recordings. */
class TerminalScreensTest {

  private static final List<String> SCREENS =
      List.of(
          "phases_i512",
          "mixed_deflate",
          "truth_i4096",
          "python_i4096",
          "cc1plus_i512",
          "java_i4096");

  private static TableOptions page(int width) {
    return TableOptions.DEFAULT
        .withPage(width, false)
        .withHints("-n 0 shows them", "--sizes-from REFERENCE", "--symbols with the binary ");
  }

  private static TableRenderer text(int width) {
    return TableRenderer.of("text", page(width));
  }

  private static TableRenderer terminal(int width) {
    return TableRenderer.of("text", page(width).withBars());
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

  /** Summaries, a difference, and growth. */
  @ParameterizedTest
  @ValueSource(ints = {40, 60, 72, 80, 100, 120, 200})
  void everyLineFitsTheTerminal(int width) throws Exception {
    TableRenderer text = terminal(width);
    StringBuilder screens = new StringBuilder();
    for (String recording : SCREENS) {
      screens.append(
          Written.table(text, AggregateOptions.DEFAULT, recorded(recording, DumpSelector.LAST)));
    }
    EstimatedProfile first = recorded("phases_i512", DumpSelector.FIRST);
    EstimatedProfile max = recorded("phases_i512", DumpSelector.MAX);
    EstimatedProfile dumps = recorded("phases_i512", DumpSelector.ALL);
    screens
        .append(Written.difference(text, AggregateOptions.DEFAULT, first, max))
        .append(
            Written.by(text, new Growth(AggregateOptions.DEFAULT, View.SPACE), Subject.of(dumps)));
    assertThat(screens.toString().lines()).allMatch(line -> line.length() <= width);
  }

  /** What rows are about stays with its interval, and nothing is left out in silence. */
  @ParameterizedTest
  @ValueSource(ints = {40, 60, 72, 80, 99})
  void narrowTerminalsKeepTheNumberOfEachRow(int width) throws Exception {
    Subject dumps = Subject.of(recorded("phases_i512", DumpSelector.ALL));
    Subject both =
        new Subject(
            recorded("phases_i512", DumpSelector.MAX), recorded("phases_i512", DumpSelector.FIRST));
    List<Question> questions =
        List.of(
            new Totals(AggregateOptions.DEFAULT, null),
            new Totals(AggregateOptions.DEFAULT.withCumulative(true), null),
            new Growth(AggregateOptions.DEFAULT, View.SPACE),
            new Difference(AggregateOptions.DEFAULT, null, null));
    for (Question question : questions) {
      Subject subject = question instanceof Difference ? both : dumps;
      Answer answer = question.ask(subject);
      String screen = Written.by(text(width), question, subject);
      int[] rows = Arrays.copyOf(question.shown(answer), 3);
      String heading =
          screen.lines().filter(line -> line.contains("  function")).findFirst().orElseThrow();
      String left =
          screen.replaceAll("\n +", " ").replaceAll("(?s).*no room for|; [0-9]+ col.*", "");
      for (ShownColumn column : question.columns(answer)) {
        if (column.column().meta().id().equals(answer.main().meta().id())) {
          for (ShownColumn.Text cell : column.cells(rows)) {
            assertThat(screen).contains(cell.toString());
          }
          assertThat(heading).contains(column.heading());
        } else if (column.form() == Form.MARK) {
          assertThat(heading).contains("*");
        } else {
          assertThat(heading + left).contains(column.heading());
        }
      }
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

  /** Where names have room beside them; a page that no terminal shows has none. */
  @Test
  void sharesAreDrawnWhereThereIsRoom() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("most;serve", 650)
            .stack("some;serve", 345)
            .stack("little;serve", 5)
            .build();
    assertThat(Written.table(terminal(80), AggregateOptions.DEFAULT, profile))
        .containsPattern("65\\.0 % +\u2588{6}\u258c .* most ")
        .containsPattern("34\\.5 % +\u2588{3}\u258c .* some ")
        .containsPattern(" 0\\.5 % +\u22480 .* little ");
    for (String recording : SCREENS) {
      EstimatedProfile one = recorded(recording, DumpSelector.LAST);
      String plain = Written.table(text(200), AggregateOptions.DEFAULT, one);
      assertThat(plain).doesNotContain("\u2588");
      String drawn = Written.table(terminal(200), AggregateOptions.DEFAULT, one);
      assertThat(drawn).contains("\u2588");
      if (recording.equals("phases_i512")) {
        // Bars move what stands behind them, and change no word of it.
        assertThat(drawn.replaceAll("[\u2588-\u258f ]+", " "))
            .isEqualTo(plain.replaceAll(" +", " "));
      }
    }
  }

  /**
   * A usual recording fits on one screen, with a line for what to do next and one for the prompt.
   */
  @Test
  void aRecordingIsOneScreen() throws Exception {
    for (String recording : SCREENS) {
      String screen =
          Written.table(text(80), AggregateOptions.DEFAULT, recorded(recording, DumpSelector.LAST));
      // Where it is known how much memory the process has, that takes two lines.
      int most = screen.contains("\nProcess ") ? 35 : 33;
      assertThat(screen.lines()).as(recording).hasSizeLessThanOrEqualTo(most);
      assertThat(screen).contains("Heaviest paths\n");
    }
  }

  private static EstimatedProfile recorded(String recording, DumpSelector dumps) throws Exception {
    return renamed(Conversions.estimated(recording, dumps), recording + ".pftrace");
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
