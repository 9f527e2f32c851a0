package dev.heapconv.fuzz;

import dev.heapconv.Format;
import dev.heapconv.testing.TestData;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays the inputs from which fuzzing starts, and those that it found to break something. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FuzzCorpusTest {

  /** Folders of inputs of which tests of their own make something. */
  private static final Set<String> NO_PROFILES = Set.of("cli", "elf", "pairs");

  static Stream<Path> inputs() {
    return TestData.list(TestData.own("fuzz"), "").stream()
        .filter(folder -> !NO_PROFILES.contains(folder.getFileName().toString()))
        .flatMap(folder -> TestData.list(folder, "").stream());
  }

  static Stream<Path> pairs() {
    return TestData.list(TestData.own("fuzz/pairs"), "").stream();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void pairsAreTakenTogetherOrRefused(Path pair) throws Exception {
    PairFuzz.fuzzerTestOneInput(TestData.bytes(pair));
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void isConvertedOrRefused(Path input) throws Exception {
    ReaderFuzz.check(TestData.bytes(input), List.of(Format.values()));
  }
}
