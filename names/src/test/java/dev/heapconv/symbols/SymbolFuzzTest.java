package dev.heapconv.symbols;

import dev.heapconv.testing.TestData;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays the inputs from which fuzzing starts, and those that it found to break something. */
class SymbolFuzzTest {

  static List<Path> inputs() {
    return TestData.list(TestData.own("fuzz/elf"), "");
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void namesAddressesOrIsRefused(Path input) throws Exception {
    SymbolFuzz.fuzzerTestOneInput(TestData.bytes(input));
  }
}
