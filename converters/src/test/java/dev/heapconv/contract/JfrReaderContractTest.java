package dev.heapconv.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Limits;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** JFR recordings against the contract of all readers. */
class JfrReaderContractTest extends ReaderContract {

  @Override
  protected byte[] sample() {
    return TestData.bytes(TestData.own("alloc/jfr/give_ap_alloc256k.jfr"));
  }

  /** The JDK records at most 2,048 frames: what is deep depends on the limit alone. */
  @Override
  protected byte[] deepStack(int frames) {
    return sample();
  }

  @Override
  @Test
  void stacksOfAnyDepthAreRead() {
    for (int frames : new int[] {1, 2, 3, 1000}) {
      Limits limits = Limits.DEFAULT.withMaxStackDepth(frames);
      RecordedProfile profile =
          readOrRefuse(
              sample(), new ReadOptions(Selection.DEFAULT, 0, false, limits), frames + " frames");
      int deepest = 0;
      for (int row = 0; row < profile.heaps().get(0).rows(); row++) {
        deepest = Math.max(deepest, profile.stacks().depth(profile.heaps().get(0).stack(row)));
      }
      assertThat(deepest).isBetween(1, frames);
      assertThat(Conversions.noticeIds(profile).contains(ErrorId.DEEP_STACK))
          .isEqualTo(frames < 1000);
    }
  }

  /** The interval is the only number that is text. */
  @Override
  protected List<byte[]> absurdNumbers() {
    String sample = new String(sample(), StandardCharsets.ISO_8859_1);
    assertThat(sample).contains("262144");
    List<byte[]> absurd = new ArrayList<>();
    for (String number : List.of("000000", "000001", "999999", "-99999", "0x1000", "      ")) {
      absurd.add(sample.replace("262144", number).getBytes(StandardCharsets.ISO_8859_1));
    }
    return absurd;
  }
}
