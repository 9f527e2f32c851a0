package dev.heapconv.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a page that is too narrow for all columns does without, and that it says so. */
class TextLayoutTest {

  private static final String NAME = "name_of_twenty_chars";

  /** Two columns that are spare around one that is not, 10 wide each, and a mark. */
  private static TextLayout layout(int width) {
    TextLayout layout = new TextLayout(width, false);
    layout.spareColumn("     first", List.of("         1"), true, false);
    layout.column("      main", List.of("1.5 [1, 2]"), true, false);
    layout.column("*", List.of("*"), false, false);
    layout.spareColumn("      last", List.of("         3"), true, false);
    return layout;
  }

  private static String text(TextLayout layout) {
    StringBuilder text = new StringBuilder();
    layout.appendTo(text);
    return text.toString();
  }

  private static String text(int width, String name) {
    TextLayout layout = layout(width);
    layout.names("function", List.of(name), true);
    return text(layout);
  }

  /** All need 39 columns beside the names, which are shortened to 16 before one is left out. */
  @ParameterizedTest
  @CsvSource({
    "100, 'first main * last', ''",
    "55, 'first main * last', ''",
    "54, 'first main *', 'last; 55 columns show it'",
    "43, 'first main *', 'last; 55 columns show it'",
    "42, 'main *', 'first, last; 55 columns show them'",
    "20, 'main *', 'first, last; 55 columns show them'",
  })
  void columnsAreLeftOutFromTheRightAndTheMainOneStays(int width, String shown, String left) {
    String text = text(width, NAME);
    assertThat(text.lines().findFirst().orElseThrow().strip().split(" +"))
        .containsExactly((shown + " function").split(" "));
    assertThat(text).contains("1.5 [1, 2]  *");
    String said = text.lines().skip(2).map(String::strip).reduce("", (a, b) -> a + " " + b).strip();
    assertThat(said).isEqualTo(left.isEmpty() ? "" : "no room for " + left);
  }

  @ParameterizedTest
  @CsvSource({
    "59, name_of_twenty_chars",
    "58, name_o\u2026twenty_chars",
    "55, name_\u2026enty_chars"
  })
  void namesAreShortenedFirst(int width, String name) {
    String text = text(width, NAME);
    assertThat(text).contains(name).doesNotContain("no room");
    assertThat(text.lines()).allMatch(line -> line.length() <= width);
  }

  /** Names that differ where they would be cut need all of their 20 columns. */
  @ParameterizedTest
  @CsvSource({
    "59, ''",
    "58, 'last; 59 columns show it'",
    "20, 'first, last; 59 columns show them'"
  })
  void columnsAreLeftOutBeforeDifferentNamesLookAlike(int width, String left) {
    TextLayout layout = new TextLayout(width, false);
    layout.spareColumn("     first", List.of("         1", "         1"), true, false);
    layout.column("      main", List.of("1.5 [1, 2]", "1.5 [1, 2]"), true, false);
    layout.column("*", List.of("*", ""), false, false);
    layout.spareColumn("      last", List.of("         3", "         3"), true, false);
    layout.names("function", List.of("aaaaaabaaaaaaaaaaaaa", "aaaaaacaaaaaaaaaaaaa"), true);
    layout.keepNamesDifferent();
    String text = text(layout);
    assertThat(text).contains("aaaaaabaaaaaaaaaaaaa", "aaaaaacaaaaaaaaaaaaa");
    String said = text.lines().skip(3).map(String::strip).reduce("", (a, b) -> a + " " + b).strip();
    assertThat(said).isEqualTo(left.isEmpty() ? "" : "no room for " + left);
    assertThat(text.lines().filter(line -> width > 36)).allMatch(line -> line.length() <= width);
  }

  /** Where nothing is left to leave out, names give way further before lines break. */
  @ParameterizedTest
  @CsvSource({"31, name_\u2026enty_chars", "23, na\u2026chars", "22, na\u2026chars"})
  void namesKeepEightColumns(int width, String name) {
    assertThat(text(width, NAME)).contains("*  " + name + "\n");
  }

  @Test
  void shortNamesNeedNoMoreRoomThanTheyAreLong() {
    assertThat(text(47, "short").lines()).hasSize(2).allMatch(line -> line.length() <= 47);
    assertThat(text(46, "short")).contains("no room for last; 47 columns show it");
  }

  /** A file has the usual width, and lines as long as they need. */
  @Test
  void aPageOfTheUsualWidthHasAllNumbers() {
    String wide = "9".repeat(TableOptions.DEFAULT_WIDTH);
    for (int less : new int[] {0, 1}) {
      TextLayout layout = layout(TableOptions.DEFAULT_WIDTH - less);
      layout.spareColumn("wide", List.of(wide), true, false);
      layout.names("function", List.of(NAME), true);
      String text = text(layout);
      assertThat(text.contains(wide)).isEqualTo(less == 0);
      assertThat(text.contains("no room for wide; 100 columns show it")).isEqualTo(less == 1);
    }
  }

  @ParameterizedTest
  @CsvSource({"65, true", "64, false"})
  void callersGoBeforeNumbers(int width, boolean shown) {
    TextLayout layout = layout(width);
    layout.names("function", List.of(NAME), true);
    layout.moreNames("called by", List.of("a_caller"), 1 / 3.0);
    String text = text(layout);
    assertThat(text).contains("first").contains("last");
    assertThat(text.contains("a_caller")).isEqualTo(shown);
    assertThat(text.contains("no room for called by; 65 columns show it")).isEqualTo(!shown);
  }

  @Test
  void aColumnThatSaysNothingIsNotMissed() {
    TextLayout layout = layout(TableOptions.DEFAULT_WIDTH);
    layout.spareColumn("empty", List.of("-"), true, false);
    layout.names("function", List.of(NAME), true);
    assertThat(text(layout)).doesNotContain("empty");
  }
}
