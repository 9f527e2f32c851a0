package dev.heapconv.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Files of the repository that tests make. {@code ./mvnw test -pl cli -am -Dtest='*GoldenTest'
 * -Dheapconv.updateGoldens=true -Dsurefire.failIfNoSpecifiedTests=false} accepts what has changed
 * in those of some tests: read the diff.
 */
public final class Golden {

  private static final String REMEDY =
      "run the test again with -Dheapconv.updateGoldens=true to accept it, and read the diff";

  private Golden() {}

  /** Asserts that a file is a text; on request, writes it anew first. */
  public static void check(Path file, String text) throws IOException {
    assertThat(text).isNotEmpty();
    if (Boolean.getBoolean("heapconv.updateGoldens")) {
      Files.writeString(file, text);
    }
    assertThat(file).as(REMEDY).exists();
    List<String> known = Files.readAllLines(file);
    List<String> now = text.lines().toList();
    int same = 0;
    while (same < Math.min(known.size(), now.size()) && known.get(same).equals(now.get(same))) {
      same++;
    }
    // The rest of two long texts says nothing more.
    assertThat(line(now, same))
        .as("%s, line %d; %s", file, same + 1, REMEDY)
        .isEqualTo(line(known, same));
    assertThat(text).as(REMEDY).isEqualTo(Files.readString(file));
  }

  private static String line(List<String> lines, int at) {
    return at < lines.size() ? lines.get(at) : "(the end)";
  }
}
