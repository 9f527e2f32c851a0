package dev.heapconv.writer.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LineWrappingTest {

  private static List<String> wrapped(String line, int width) {
    StringBuilder out = new StringBuilder();
    LineWrapping.append(out, line, width);
    assertThat(out.toString()).endsWith("\n");
    return out.toString().lines().toList();
  }

  @Test
  void breaksAtSpacesAndIndentsWhatFollows() {
    assertThat(wrapped("a line that just fits", 21)).containsExactly("a line that just fits");
    assertThat(wrapped("a line that does not fit", 20))
        .containsExactly("a line that does not", "  fit");
    assertThat(wrapped("    one two three four five", 20))
        .containsExactly("    one two three", "    four five");
  }

  @Test
  void whatFollowsAWordWithoutRoomIsWrappedAsWell() {
    assertThat(wrapped("/a/path/that/is/longer/than/a/line: process, heap", 20))
        .containsExactly("/a/path/that/is/long", "  er/than/a/line:", "  process, heap");
    assertThat(wrapped("  /a/path/that/is/longer: p", 20))
        .containsExactly("  /a/path/that/is/lo", "  nger: p");
  }

  @Test
  void wideCharactersTakeTwoColumns() {
    assertThat(wrapped("漢字漢字漢字漢字 漢字漢字", 20)).containsExactly("漢字漢字漢字漢字", "  漢字漢字");
    assertThat(wrapped("x漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字", 30)).hasSize(2);
    for (String line : wrapped("x漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字", 30)) {
      assertThat(NameFitting.width(line)).isLessThanOrEqualTo(30);
    }
  }
}
