package dev.heapconv.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs of Debian 12, as far as this machine has the same builds of them and of their libraries:
 * no size is wrong, and nearly all are found that were found before by a prototype without its
 * mistakes.
 */
@Tag("slow")
class RecordedProgramsTest {

  @ParameterizedTest
  @ValueSource(strings = {"cc1plus", "cmake", "doxygen", "ninja"})
  void noSizeIsWrong(String program) throws IOException {
    Path folder = TestData.shared("code-sizes/x86-64");
    Path truth = folder.resolve(program + ".truth.tsv.zst");
    for (int interval : new int[] {4096, 32768}) {
      Path trace = folder.resolve(program + ".t" + interval + ".pftrace.zst");
      long known = 0;
      long before = 0;
      try (AllocationCode code = new AllocationCode(CodeTruth.below(List.of(Path.of("/"))))) {
        for (CodeTruth.Row row : CodeTruth.rows(trace, truth, code)) {
          assertThat(row.isWrong()).as(row.toString()).isFalse();
          if (!row.get("prototype").isEmpty() && row.hasBinaries()) {
            before += row.samples(interval);
            known += row.isKnown() ? row.samples(interval) : 0;
          }
        }
      }
      if (before > 0) {
        assertThat((double) known / before).isGreaterThan(0.95);
      }
    }
  }
}
