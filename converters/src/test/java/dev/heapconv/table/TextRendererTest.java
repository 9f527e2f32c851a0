package dev.heapconv.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.text.TerminalText;
import dev.heapconv.unskew.Estimate;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TextRendererTest {

  private static String text(EstimatedProfile profile, AggregateOptions options) throws Exception {
    return text(profile, options, 100, false);
  }

  private static String text(
      EstimatedProfile profile, AggregateOptions options, int width, boolean colour)
      throws Exception {
    return Written.table(
        TableRenderer.of("text", TableOptions.DEFAULT.withTerminal(width, colour)),
        options,
        profile);
  }

  @ParameterizedTest
  @EnumSource(GroupBy.class)
  void linesFitTheWidth(GroupBy by) throws Exception {
    for (int width = 72; width < 200; width += 7) {
      String text =
          text(ProfileBuilder.server(), AggregateOptions.DEFAULT.withBy(by), width, false);
      String table = text.substring(text.indexOf("\n\n"));
      for (String line : table.split("\n")) {
        assertThat(TerminalText.width(line)).as(line).isLessThanOrEqualTo(width);
      }
    }
  }

  @Test
  void narrowTerminalsKeepValueAndName() throws Exception {
    String text = text(ProfileBuilder.server(), AggregateOptions.DEFAULT, 50, false);

    assertThat(text)
        .contains("11.4 MiB")
        .contains("read_request")
        .doesNotContain("library")
        .doesNotContain("objects  ");
  }

  @Test
  void colourStandsAroundTextAndNowhereElse() throws Exception {
    String plain = text(ProfileBuilder.server(), AggregateOptions.DEFAULT);
    String colourful = text(ProfileBuilder.server(), AggregateOptions.DEFAULT, 100, true);

    assertThat(colourful).contains("\u001b[1mfunction\u001b[0m");
    assertThat(colourful.replaceAll("\u001b\\[[012]m", "")).isEqualTo(plain);
    assertThat(plain).doesNotContain("\u001b");
  }

  @Test
  void namesNeverSteerTheTerminal() throws Exception {
    String hostile = "f\u001b[31m\u0007\n\t\r\u202e\u2066\u009b\u200f\u061cx";
    EstimatedProfile profile =
        new ProfileBuilder()
            .heap(1, hostile, hostile, 1, 1)
            .stack("/lib/" + hostile + "!" + hostile + ";main", 5000)
            .warning(hostile)
            .build();
    for (GroupBy by : GroupBy.values()) {
      for (int width : new int[] {60, 100, 300}) {
        AggregateOptions options = AggregateOptions.DEFAULT.withBy(by);
        assertThat(text(profile, options, width, false))
            .doesNotContainPattern("[\\p{Cc}&&[^\\n]]")
            .doesNotContainPattern("\\p{Cf}");
        assertThat(
                Written.by(
                    new SummaryWriter(TableOptions.of(options).withTerminal(width, false), true),
                    profile))
            .doesNotContainPattern("[\\p{Cc}&&[^\\n]]")
            .doesNotContainPattern("\\p{Cf}");
      }
    }
    assertThat(text(profile, AggregateOptions.DEFAULT, 300, false))
        .contains("f\\u001b[31m\\u0007\\u000a");
  }

  @Test
  void limitSaysWhatItLeavesOut() throws Exception {
    assertThat(text(ProfileBuilder.server(), AggregateOptions.DEFAULT.withLimit(1)))
        .contains("read_request")
        .doesNotContain("parse")
        .contains("  and 5 more functions with 28.8%\n");
    assertThat(text(ProfileBuilder.server(), AggregateOptions.DEFAULT.withLimit(0)))
        .doesNotContain("more functions");
  }

  @Test
  void filterThatFindsNothingSaysSo() throws Exception {
    AggregateOptions options = AggregateOptions.DEFAULT.withFilter(Pattern.compile("nowhere"));

    assertThat(text(ProfileBuilder.server(), options))
        .contains("\n\n  no functions match the filter\n");
  }

  @Test
  void filteredFunctionsAreShownEvenWithNothingOfTheirOwn() throws Exception {
    AggregateOptions options =
        AggregateOptions.DEFAULT.withFilter(Pattern.compile("^main$|^serve$"));

    assertThat(text(ProfileBuilder.server(), options))
        .containsPattern("\\bserve\\b")
        .contains("main");
    assertThat(text(ProfileBuilder.server(), AggregateOptions.DEFAULT))
        .doesNotContainPattern("  serve +");
  }

  @Test
  void deepStacksAreCut() throws Exception {
    String deep = "f;" + "caller;".repeat(30) + "main";
    String text =
        text(
            ProfileBuilder.oneHeap().stack(deep, 1000).build(),
            AggregateOptions.DEFAULT.withBy(GroupBy.STACK));

    assertThat(text).contains("\u2026 and 24 more callers").doesNotContain("main");
  }

  @Test
  void countsShowHowFarTheyCanBeTrusted() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("sure", new Estimate(300, 290, 310), Estimate.exact(9000), 2)
            .stack("unsure", new Estimate(290, 200, 500), Estimate.exact(8000), 2)
            .stack("unknown", new Estimate(29, 1, 665), Estimate.exact(4096), 1)
            .build();

    assertThat(text(profile, AggregateOptions.DEFAULT))
        .contains(" 300        \u00b14%  sure")
        .contains("\u2248290  (200-500)  unsure")
        .contains("~29    (1-670)  unknown")
        .contains("within 2x for about 85 %")
        .contains("\u2248 is within a factor of two");
  }

  @Test
  void sharesThatSayTheSameAreShownOnce() throws Exception {
    EstimatedProfile leaves = ProfileBuilder.oneHeap().stack("a", 3000).stack("b", 1000).build();

    assertThat(text(leaves, AggregateOptions.DEFAULT)).doesNotContain("cum%");
    assertThat(text(ProfileBuilder.server(), AggregateOptions.DEFAULT)).contains("cum%");
  }

  @Test
  void callsToTheFunctionThatHasMostAreShown() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("wrapper;parse;read;main", 6000)
            .stack("wrapper;draw;main", 3000)
            .stack("other;main", 1000)
            .build();

    assertThat(text(profile, AggregateOptions.DEFAULT))
        .contains(
            """

            Calls to wrapper
            100.0%  main
             66.7%    read
             66.7%    parse
             66.7%    wrapper
             33.3%    draw
             33.3%    wrapper
            """);
    assertThat(
            text(
                ProfileBuilder.oneHeap().stack("a", 5).stack("b", 5).build(),
                AggregateOptions.DEFAULT))
        .doesNotContain("Calls to");
  }

  @Test
  void columnsOfUnknownIntervalsAreLeftOut() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("f", Estimate.exact(3), Estimate.withoutInterval(4096), 2)
            .build();

    assertThat(text(profile, AggregateOptions.DEFAULT))
        .contains("estimates whose intervals are unknown")
        .containsPattern("4.0 KiB +100.0%");
  }

  @Test
  void librariesOfOneBaseNameShowTheirPaths() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("/a/base.apk!f", 10)
            .stack("/b/base.apk!g", 20)
            .stack("/c/x.so!h", 3)
            .build();

    assertThat(text(profile, AggregateOptions.DEFAULT.withBy(GroupBy.LIBRARY)))
        .contains("/a/base.apk", "/b/base.apk", "  x.so")
        .doesNotContain("/c/x.so");
  }

  @Test
  void summaryOfWhatWasFreedShowsWhatWasAllocated() throws Exception {
    EstimatedProfile profile =
        new ProfileBuilder()
            .heap(
                1,
                "a",
                "com.android.art",
                1,
                1,
                4096,
                List.of(View.ALLOC_OBJECTS, View.ALLOC_SPACE))
            .stack("f;main", 5000)
            .build();

    assertThat(Written.by(new SummaryWriter(TableOptions.DEFAULT, false), profile))
        .contains("Top allocation sites by allocated bytes, freed or not")
        .doesNotContain("In use");
  }

  @Test
  void summaryOfSeveralHeapsListsThem() throws Exception {
    EstimatedProfile profile =
        new ProfileBuilder()
            .heap(1, "a", "libc.malloc", 1, 1)
            .stack("f;main", 5000)
            .heap(2, "b", "libc.malloc", 1, 1)
            .stack("f;main", 7000)
            .build();

    assertThat(Written.by(new SummaryWriter(TableOptions.DEFAULT, false), profile))
        .contains(
            "2 heaps of 2 processes", "\nHeaps\n", "a (1), libc.malloc", "b (2), libc.malloc");
  }

  @Test
  void namesOfFilesAndLibrariesFitTheTerminal() throws Exception {
    String deep = "/usr/lib/x86_64-linux-gnu/some/very/deep/folder/of/a/package/lib漢字.so";
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("/a/" + deep + "!f", 10)
            .stack("/b/" + deep + "!g", 20)
            .build();
    String text = text(profile, AggregateOptions.DEFAULT.withBy(GroupBy.LIBRARY), 80, false);
    assertThat(text).contains("lib漢字.so", "\u2026");
    assertThat(text.lines()).allMatch(line -> TerminalText.width(line) <= 80);
  }
}
