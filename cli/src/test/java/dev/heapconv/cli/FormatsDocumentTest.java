package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/formats.md} and a table of README.md are made of what {@code heapconv help formats}
 * shows: {@code ./mvnw test -pl cli -am -Dtest=FormatsDocumentTest -Dheapconv.updateGoldens=true
 * -Dsurefire.failIfNoSpecifiedTests=false} writes them anew.
 */
class FormatsDocumentTest {

  private static final Path DOCUMENT = TestData.root().resolve("docs/formats.md");
  private static final Path README = TestData.root().resolve("README.md");
  private static final Pattern EXTENSION = Pattern.compile("`(\\.[a-z.]+)`");

  @Test
  void theDocumentListsWhatTheProgramLists() throws IOException {
    String document = document();
    if (Boolean.getBoolean("heapconv.updateGoldens")) {
      Files.writeString(DOCUMENT, document);
    }
    assertThat(Files.readString(DOCUMENT)).isEqualTo(document);
  }

  @Test
  void theReadmeListsWhatTheProgramLists() throws IOException {
    String readme = Files.readString(README);
    String section = readme.substring(readme.indexOf("\n## Formats\n"));
    String table = section.substring(section.indexOf("| reads"), section.indexOf("\n\nInputs"));
    if (Boolean.getBoolean("heapconv.updateGoldens")) {
      Files.writeString(README, readme.replace(table, reads().strip()));
    }
    assertThat(Files.readString(README)).contains(reads());
    assertThat(reads().lines()).allMatch(line -> line.length() <= 100);
    Matcher extensions = EXTENSION.matcher(section.substring(0, section.indexOf("\n## ", 1)));
    assertThat(extensions.results().map(found -> found.group(1)))
        .containsAll(Stream.of(Format.values()).map(Format::extension).toList());
  }

  private static String reads() {
    StringBuilder text = new StringBuilder("| reads | |\n|---|---|\n");
    String last = "";
    for (String line : Formats.STANDARD.read()) {
      int colon = line.indexOf(": ");
      String name = line.substring(0, colon);
      row(text, name.equals(last) ? "" : name, line.substring(colon + 2));
      last = name;
    }
    return text.toString();
  }

  private static String document() {
    StringBuilder text =
        new StringBuilder(
            "# Formats\n\nAll formats that heapconv reads and writes, as `heapconv help formats`"
                + " lists them. Inputs are recognized by their content, plain or in gzip, zstd,"
                + " zip or tar.\n\n");
    text.append(reads());
    text.append(
        "\n"
            + "The extension of `-o` selects what is written, or else `-f` does. A name that ends"
            + " in `.gz` is of a compressed file."
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
