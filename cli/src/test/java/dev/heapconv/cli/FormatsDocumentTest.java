package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/formats.md} is made of what {@code heapconv help formats} shows: {@code ./mvnw test
 * -pl cli -am -Dtest=FormatsDocumentTest -Dheapconv.updateGoldens=true
 * -Dsurefire.failIfNoSpecifiedTests=false} writes it anew.
 */
class FormatsDocumentTest {

  private static final Path DOCUMENT = TestData.root().resolve("docs/formats.md");

  @Test
  void theDocumentListsWhatTheProgramLists() throws IOException {
    String document = document();
    if (Boolean.getBoolean("heapconv.updateGoldens")) {
      Files.writeString(DOCUMENT, document);
    }
    assertThat(Files.readString(DOCUMENT)).isEqualTo(document);
  }

  private static String document() {
    StringBuilder text =
        new StringBuilder(
            "# Formats\n\nAll formats that heapconv reads and writes, as `heapconv help formats`"
                + " lists them. Inputs are recognized by their content, plain or in gzip, zstd,"
                + " zip or tar.\n\n| reads | |\n|---|---|\n");
    for (String line : Formats.STANDARD.read()) {
      int colon = line.indexOf(": ");
      row(text, line.substring(0, colon), line.substring(colon + 2));
    }
    text.append(
        "\n"
            + "The extension of `-o` selects what is written, or else `-f` does."
            + " [outputs.md](outputs.md) says what shows which format.\n\n"
            + "| writes: `-f` | extensions |\n"
            + "|---|---|\n");
    for (Format format : Format.values()) {
      row(text, "`" + format.id() + "`", "`" + String.join("`, `", format.extensions()) + "`");
    }
    text.append(
        "\nFiles that are recognized, but not read:\n\n| not read | what to do |\n|---|---|\n");
    Formats.unread().forEach((name, advice) -> row(text, name, advice));
    return text.toString();
  }

  private static void row(StringBuilder text, String first, String second) {
    text.append("| ").append(first).append(" | ").append(second).append(" |\n");
  }
}
