package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.model.ErrorId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/errors.md} is made of {@link ErrorId} and {@link ErrorHints}: {@code ./mvnw test -pl
 * cli -am -Dtest=ErrorsDocumentTest -Dheapconv.updateGoldens=true
 * -Dsurefire.failIfNoSpecifiedTests=false} writes it anew.
 */
class ErrorsDocumentTest {

  private static final Path DOCUMENT =
      Path.of(System.getProperty("heapconv.root"), "docs", "errors.md");

  @Test
  void theDocumentSaysWhatTheProgramSays() throws IOException {
    String document = document();
    if (Boolean.getBoolean("heapconv.updateGoldens")) {
      Files.writeString(DOCUMENT, document);
    }
    assertThat(Files.readString(DOCUMENT)).isEqualTo(document);
  }

  private static String document() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # Errors and warnings

        <!-- Made by ErrorsDocumentTest of ErrorId, errors.properties and ErrorHints. Do not edit. -->

        Every problem has an id that never changes. JSON outputs and the manifest of a batch carry it, and `-v` prints it with its
        explanation. Errors of an input end with exit status 3 and those of an output with 4, and nothing is written then.
        Warnings are about data that was converted all the same.
        """);
    for (ErrorId id : ErrorId.values()) {
      text.append("\n## ").append(id.wireName()).append("\n\n");
      text.append(
          switch (id.kind()) {
            case ERROR -> "Error: ";
            case WARNING -> "Warning: ";
            case EITHER -> "Warning or error: ";
          });
      text.append('`').append(shown(id.text())).append("`\n\n");
      text.append(id.meaning()).append(' ').append(id.remedy()).append('\n');
      String hint = ErrorHints.suffix(id) + ErrorHints.warningSuffix(id);
      if (!hint.isEmpty()) {
        text.append("On the command line: ").append(hint.substring(2)).append(".\n");
      }
    }
    return text.toString();
  }

  /** A text with the plural of what depends on a number. */
  private static String shown(String text) {
    return text.replaceAll("\\{(\\w+):[^|}]*\\|([^}]*)}", "{$1} $2");
  }
}
