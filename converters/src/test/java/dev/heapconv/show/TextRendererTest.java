package dev.heapconv.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.io.TerminalText;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.GroupBy;
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
        TableRenderer.of("text", TableOptions.DEFAULT.withPage(width, colour)), options, profile);
  }

  @ParameterizedTest
  @EnumSource(GroupBy.class)
  void linesFitTheWidth(GroupBy by) throws Exception {
    for (int width = 45; width < 200; width += 7) {
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
        .contains("11.4 MiB \u00b111 %  71.2 %  read_request\n")
        .contains("\n  no room for objects, called by; 72 columns show\n  them\n");
  }

  @Test
  void colourStandsAroundTextAndNowhereElse() throws Exception {
    String plain = text(ProfileBuilder.server(), AggregateOptions.DEFAULT);
    String colourful = text(ProfileBuilder.server(), AggregateOptions.DEFAULT, 100, true);

    assertThat(colourful).contains("\u001b[1mfunction\u001b[0m");
    assertThat(colourful.replaceAll("\u001b\\[[0-9]+m", "")).isEqualTo(plain);
    assertThat(plain).doesNotContain("\u001b");
  }

  @Test
  void namesNeverSteerTheTerminal() throws Exception {
    String hostile = "f\u001b[31m\u0007\n\t\r\u202e\u2066\u009b\u200f\u061cx";
    EstimatedProfile profile =
        new ProfileBuilder()
            .heap(1, hostile, hostile, 1, 1)
            .stack("/lib/" + hostile + "!" + hostile + ";main", 5000)
            .notice(hostile)
            .build();
    for (GroupBy by : GroupBy.values()) {
      for (int width : new int[] {60, 100, 300}) {
        AggregateOptions options = AggregateOptions.DEFAULT.withBy(by);
        assertThat(text(profile, options, width, false))
            .doesNotContainPattern("[\\p{Cc}&&[^\\n]]")
            .doesNotContainPattern("\\p{Cf}");
        assertThat(
                Written.table(
                    TableRenderer.of("text", TableOptions.DEFAULT.withTree(1, Integer.MAX_VALUE)),
                    options,
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
        .contains("  5 more functions, 28.8 %\n");
    assertThat(text(ProfileBuilder.server(), AggregateOptions.DEFAULT.withLimit(0)))
        .doesNotContain("more functions");
  }

  @Test
  void filterThatFindsNothingSaysSo() throws Exception {
    AggregateOptions options = AggregateOptions.DEFAULT.withFilter(Pattern.compile("nowhere"));

    assertThat(text(ProfileBuilder.server(), options))
        .contains("\n  no functions match the filter\n");
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
        .contains(" 300 \u00b14 %       sure")
        .contains("\u2248290 (200-500)  unsure")
        .contains(" ~29 (1-670)    unknown")
        .contains("within 2x for about 85 %");
  }

  @Test
  void cumulativeTablesHaveTheSharesOfFunctionsThemselves() throws Exception {
    AggregateOptions options = AggregateOptions.DEFAULT.withCumulative(true);

    assertThat(text(ProfileBuilder.server(), options))
        .containsPattern("share +self +objects")
        .containsPattern("100.0 % +0.0 % .* serve\n")
        .doesNotContain("called by");
  }

  @Test
  void theHeaviestPathsStandBelow() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("wrapper;parse(int);read_all_of_it;main", 6000)
            .stack("wrapper;draw<int>();main", 3000)
            .stack("other;main", 900)
            .stack("least;main", 100)
            .build();

    assertThat(text(profile, AggregateOptions.DEFAULT))
        .contains(
            """

            Heaviest paths
            100.0 %   9.77 KiB  main
             60.0 %   5.86 KiB  \u251c\u2500 read_all_of_it > parse > wrapper
             30.0 %   2.93 KiB  \u251c\u2500 draw<\u2026> > wrapper
              9.0 %      900 B  \u2514\u2500 other
            """)
        .containsPattern("wrapper +parse \\+1\n");
    assertThat(text(profile, AggregateOptions.DEFAULT, 50, false))
        .contains(" 60.0 %   5.86 KiB  \u251c\u2500 \u2026 > parse > wrapper\n");
  }

  @Test
  void wordsOfTheVerdictHaveTheirColors() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("f", new Estimate(300, 20, 9000), new Estimate(64_000, 60_000, 68_000), 2)
            .build();

    assertThat(text(profile, AggregateOptions.DEFAULT, 80, true))
        .contains("\u001b[1mTrust\u001b[0m       Bytes: \u001b[32mreliable\u001b[0m.")
        .contains("Object counts: \u001b[31mfor ranking only\u001b[0m, within");
  }

  @Test
  void aPeekShowsCallersAndCallees() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("Cache::put;Cache::load;read;main", 600)
            .stack("Cache::load;read;main", 100)
            .stack("grow;Cache::put;draw;main", 200)
            .stack("other;main", 900)
            .build();
    AggregateOptions options =
        AggregateOptions.DEFAULT.withBy(GroupBy.PEEK).withFilter(Pattern.compile("^Cache"));

    assertThat(
            text(profile, options)
                .lines()
                .filter(line -> line.matches(".*(function|caller|self|callee) +[A-Za-z:]+"))
                .map(
                    line ->
                        line.replaceAll("^ *(\\d+ B) .*\\) +(.*)", "$1 $2").replaceAll(" +", " "))
                .toList())
        .containsExactly(
            "800 B function Cache::put",
            "700 B function Cache::load",
            "700 B caller read",
            "200 B caller draw",
            "600 B self Cache::put",
            "100 B self Cache::load",
            "200 B callee grow");
  }

  @Test
  void columnsOfUnknownIntervalsAreLeftOut() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("f", Estimate.exact(3), Estimate.withoutInterval(4096), 2)
            .build();

    assertThat(text(profile, AggregateOptions.DEFAULT))
        .contains("intervals unknown")
        .containsPattern("4.0 KiB +100.0 %");
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

    assertThat(text(profile, AggregateOptions.DEFAULT))
        .contains("Top sites by allocated bytes")
        .doesNotContain("Live");
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

    assertThat(text(profile, AggregateOptions.DEFAULT))
        .contains(
            "2 heaps of 2 processes",
            "\nHeaps by live bytes\n",
            "a (1), libc.malloc",
            "b (2), libc.malloc");
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
