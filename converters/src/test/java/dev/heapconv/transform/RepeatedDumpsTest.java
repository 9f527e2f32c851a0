package dev.heapconv.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Warning;
import dev.heapconv.testing.TestData;
import dev.heapconv.transform.Merging;
import dev.heapconv.unskew.UnskewOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepeatedDumpsTest {

  private static EstimatedProfile estimated(byte[] dump) throws IOException {
    return HeapConv.unskew(Conversions.read(dump), UnskewOptions.DEFAULT);
  }

  private static EstimatedProfile file(String name) throws IOException {
    return estimated(TestData.bytes(TestData.own("alloc/" + name)));
  }

  private static List<ErrorId> warnings(EstimatedProfile... profiles) {
    List<ErrorId> ids = new ArrayList<>();
    for (Warning warning : Merging.of(List.of(profiles), false).warnings()) {
      ids.add(warning.id());
    }
    return ids;
  }

  @ParameterizedTest
  @CsvSource({
    "gperftools/tc_heapprofile.0001.heap, gperftools/tc_heapprofile.0004.heap",
    "jemalloc/je530_series_lg15.15611.3.i3.heap, jemalloc/je530_series_lg15.15611.5.f.heap",
    "go/go119_rate32768.heap.pb.gz, go/go119_rate32768.allocs.pb.gz",
    "go/go119_rate32768.heap.debug1.txt, go/go119_rate32768.allocs.debug1.txt"
  })
  void dumpsOfOneProcessAreRecognisedInAnyOrder(String one, String other) throws IOException {
    assertThat(warnings(file(one), file(other))).contains(ErrorId.REPEATED_DUMPS);
    assertThat(warnings(file(other), file(one))).contains(ErrorId.REPEATED_DUMPS);
  }

  @ParameterizedTest
  @CsvSource({
    "jemalloc/je530_lg12_t4_acc1.heap, jemalloc/je530_lg15_t1_acc1.heap",
    "gperftools/tc_rate4096_t1.heap.gz, gperftools/tc_rate32768_t4.heap.gz",
    "go/go119_rate32768.heap.pb.gz, go/go123_rate524288.heap.pb.gz"
  })
  void otherProgramsAreOthers(String one, String other) throws IOException {
    assertThat(warnings(file(one), file(other))).doesNotContain(ErrorId.REPEATED_DUMPS);
  }

  /** The same program at the same addresses, the second time for longer. */
  @Test
  void samplesOfTwoRunsAreNotTakenForDumpsOfOne() throws IOException {
    Random random = new Random(7);
    for (int trial = 0; trial < 300; trial++) {
      int length = 1 + trial % 10;
      assertThat(warnings(run(random, 1), run(random, length)))
          .as("%d times as long", length)
          .doesNotContain(ErrorId.REPEATED_DUMPS);
    }
  }

  private static EstimatedProfile run(Random random, int length) throws IOException {
    StringBuilder stacks = new StringBuilder();
    for (int stack = 0; stack < 20; stack++) {
      // A quarter of the stacks allocates when the program starts.
      double expected = 3 * (stack % 5 + 1) * (stack % 4 == 0 ? 1 : length);
      long samples =
          Math.round(Math.max(1, expected + Math.sqrt(expected) * random.nextGaussian()));
      stacks.append("0: 0 [").append(samples).append(": ").append(samples * 100);
      stacks.append("] @ 0x").append(Integer.toHexString(4096 + stack)).append(" 0x1000\n");
    }
    String header = "heap profile: 0: 0 [9: 900] @ heap_v2/4096\n";
    return estimated((header + stacks).getBytes(StandardCharsets.US_ASCII));
  }
}
