package dev.heapconv.cli;

import dev.heapconv.testing.TestData;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays the inputs from which fuzzing starts, and those that it found to break something. */
class CommandLineFuzzTest {

  static List<Path> inputs() {
    return TestData.list(TestData.own("fuzz/cli"), "");
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void endsInOrder(Path input) {
    CommandLineFuzz.fuzzerTestOneInput(TestData.bytes(input));
  }
}
