package dev.heapconv.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class TerminalTextTest {

  private static final List<Format> TEXTS =
      List.of(
          Format.TEXT,
          Format.CSV,
          Format.TSV,
          Format.MARKDOWN,
          Format.JSON,
          Format.FOLDED,
          Format.SPEEDSCOPE,
          Format.HTML);

  /** Escape, control sequence introducer, bidi override and isolate, tag, zero width, selector. */
  private static final int[] HARMFUL = {
    0x1b, 0x9b, 0x202e, 0x2066, 0xe0041, 0x200b, 0xad, 0xfeff, 0xe0100, 0x2028
  };

  @Test
  void readableTextIsUnchanged() {
    String text = "caf\u00e9 \u4e2d\u6587 \ud83d\ude00 a<b>(c)";
    assertThat(TerminalText.printable(text)).isEqualTo(text);
  }

  @Test
  void whatIsHarmfulIsShown() {
    assertThat(TerminalText.printable("\u007f")).isEqualTo("\\u007f");
    assertThat(TerminalText.printable("a\u009bb")).isEqualTo("a\\u009bb");
    assertThat(TerminalText.printable("a\udb40\udc41")).isEqualTo("a\\udb40\\udc41");
    assertThat(TerminalText.printable("\ud800")).isEqualTo("\\ud800");
  }

  @ParameterizedTest
  @FieldSource("TEXTS")
  void noFormatPassesItOn(Format format) {
    for (int codePoint : HARMFUL) {
      String name = "f" + Character.toString(codePoint) + "g";
      EstimatedProfile profile =
          ProfileBuilder.oneHeap()
              .heap(8, name, name, 1, 1)
              .stack("main;" + name, 1000)
              .notice(name)
              .build();
      String text = new String(Conversions.write(profile, format), StandardCharsets.UTF_8);
      assertThat(text).as(Integer.toHexString(codePoint)).contains("main").doesNotContain(name);
    }
  }

  private static List<String> wrapped(String line, int width) {
    StringBuilder out = new StringBuilder();
    TerminalText.appendWrapped(out, line, width);
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
  void coloursTakeNoRoom() {
    String plain = "            Bytes: for ranking only, within 2x for about 35 %. Counts: rough.";
    String coloured =
        plain
            .replace("for ranking only", "\u001b[31mfor ranking only\u001b[0m")
            .replace("rough", "\u001b[33mrough\u001b[0m");
    for (int width = 20; width < 90; width++) {
      StringBuilder lines = new StringBuilder();
      TerminalText.appendWrapped(lines, plain, width);
      StringBuilder inColour = new StringBuilder();
      TerminalText.appendWrapped(inColour, coloured, width);
      assertThat(inColour.toString().replaceAll("\u001b\\[[0-9]+m", ""))
          .as("width " + width)
          .isEqualTo(lines.toString());
    }
  }

  @Test
  void aWordOfMebibytesIsWrappedInOnePass() {
    // Searching for a space from the beginning for each line takes a minute.
    String name = "x".repeat(1 << 23);
    assertThat(String.join("", wrapped(name, 80)).replace(" ", "")).hasSize(name.length());
  }

  @Test
  void wideCharactersTakeTwoColumns() {
    assertThat(wrapped("漢字漢字漢字漢字 漢字漢字", 20)).containsExactly("漢字漢字漢字漢字", "  漢字漢字");
    assertThat(wrapped("x漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字", 30)).hasSize(2);
    for (String line : wrapped("x漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字", 30)) {
      assertThat(TerminalText.width(line)).isLessThanOrEqualTo(30);
    }
  }
}
