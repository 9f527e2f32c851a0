package dev.heapconv.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs whose sizes vary in ways that the code of the caller alone does not show. */
class CodeBreaksTest {

  /**
   * Stacks whose sizes are wrong all the same: a hook that asks for more and is not on the stack,
   * and functions into whose middle other functions jump, as only assembly has them.
   */
  private static final Map<String, Set<String>> LIMITS =
      Map.of("jumps", Set.of("3"), "assembly", Set.of("2", "5", "10"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "slots-x86-64",
        "slots-arm64",
        "slots-clang",
        "jumps",
        "own-malloc",
        "assembly",
        "glib"
      })
  void noSizeIsWrong(String program) throws IOException {
    Path folder = TestData.own("code").resolve("breaks");
    Path binary = folder.resolve(program + ".elf");
    try (AllocationCode code =
        new AllocationCode(mapping -> mapping.baseName().matches("t\\d.*") ? binary : null)) {
      assertThat(
              CodeTruth.rows(
                      folder.resolve(program + ".t4096.pftrace"),
                      folder.resolve(program + ".truth.tsv"),
                      code)
                  .stream()
                  .filter(CodeTruth.Row::isWrong)
                  .map(row -> row.row().get("stack")))
          .isSubsetOf(LIMITS.getOrDefault(program, Set.of()));
    }
  }
}
