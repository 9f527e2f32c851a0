package dev.heapconv.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files of the repository that tests make. {@code ./mvnw test -pl cli -am -Dtest='*GoldenTest'
 * -Dheapconv.updateGoldens=true -Dsurefire.failIfNoSpecifiedTests=false} accepts what has changed
 * in those of some tests: read the diff.
 */
public final class Golden {

  private Golden() {}

  /** Asserts that a file is a text; on request, writes it anew first. */
  public static void check(Path file, String text) throws IOException {
    assertThat(text).isNotEmpty();
    if (Boolean.getBoolean("heapconv.updateGoldens")) {
      Files.writeString(file, text);
    }
    assertThat(file).as("see %s", Golden.class).exists();
    assertThat(text).isEqualTo(Files.readString(file));
  }
}
