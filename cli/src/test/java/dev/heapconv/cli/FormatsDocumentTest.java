package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.FileFormat;
import dev.heapconv.Formats;
import dev.heapconv.testing.Golden;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The tables of {@code docs/formats.md} and one of README.md are made of what {@code heapconv help
 * formats} shows: {@code ./mvnw test -pl cli -am -Dtest=FormatsDocumentTest
 * -Dheapconv.updateGoldens=true -Dsurefire.failIfNoSpecifiedTests=false} writes them anew.
 */
class FormatsDocumentTest {

  private static final Path DOCUMENT = TestData.root().resolve("docs/formats.md");
  private static final Path README = TestData.root().resolve("README.md");
  private static final Pattern EXTENSION = Pattern.compile("`(\\.[a-z.]+)`");

  @Test
  void theDocumentListsWhatTheProgramLists() throws IOException {
    isInDocument(DOCUMENT, writes());
    isInDocument(DOCUMENT, unread());
  }

  @Test
  void theReadmeListsWhatTheProgramLists() throws IOException {
    isInDocument(README, reads());
    assertThat(reads().lines()).allMatch(line -> line.length() <= 100);
    String section = Files.readString(README).split("\n## Formats\n", 2)[1].split("\n## ", 2)[0];
    Matcher extensions = EXTENSION.matcher(section);
    assertThat(extensions.results().map(found -> found.group(1)))
        .containsAll(FileFormat.all().stream().map(FileFormat::extension).toList());
  }

  /** A document has a table, which replaces the one with the same first line on request. */
  private static void isInDocument(Path document, String table) throws IOException {
    String text = Files.readString(document);
    int begin = text.indexOf(table.substring(0, table.indexOf('\n') + 1));
    int end = (text + "\n").indexOf("\n\n", begin) + 1;
    Golden.check(document, text.substring(0, begin) + table + text.substring(end));
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

  private static String writes() {
    StringBuilder text = new StringBuilder("| writes: `-f` | extensions |\n|---|---|\n");
    for (FileFormat format : FileFormat.all()) {
      row(text, "`" + format.id() + "`", "`" + String.join("`, `", format.extensions()) + "`");
    }
    return text.toString();
  }

  private static String unread() {
    Map<String, String> names = new LinkedHashMap<>();
    Formats.unread().forEach((name, advice) -> names.merge(advice, name, (a, b) -> a + "; " + b));
    StringBuilder text = new StringBuilder("| not read | what to do |\n|---|---|\n");
    names.forEach((advice, name) -> row(text, name, advice));
    return text.toString();
  }

  private static void row(StringBuilder text, String first, String second) {
    text.append("| " + cell(first) + " | " + cell(second) + " |\n");
  }

  /** A bar within a cell would begin the next one. */
  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
