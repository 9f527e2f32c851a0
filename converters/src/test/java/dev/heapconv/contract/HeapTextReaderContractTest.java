package dev.heapconv.contract;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** jemalloc's and gperftools' text against the contract of all readers. */
class HeapTextReaderContractTest extends ReaderContract {

  private static byte[] text(String... lines) {
    return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  @Override
  protected byte[] sample() {
    return text(
        "heap_v2/4096",
        "  t*: 3: 3000 [0: 0]",
        "  t0: 3: 3000 [0: 0]",
        "@ 0x401000 0x402000 0x403000",
        "  t*: 2: 2000 [0: 0]",
        "  t0: 2: 2000 [0: 0]",
        "@ 0x401100 0x403000",
        "  t*: 1: 1000 [0: 0]",
        "  t0: 1: 1000 [0: 0]",
        "",
        "MAPPED_LIBRARIES:",
        "00400000-00500000 r-xp 00000000 08:01 1234 /bin/app");
  }

  @Override
  protected byte[] deepStack(int frames) {
    StringBuilder stack = new StringBuilder("@");
    for (int i = 0; i < frames; i++) {
      stack.append(" 0x").append(Integer.toHexString(0x1000 + i % 100));
    }
    return text("heap_v2/4096", "  t*: 1: 1000 [0: 0]", stack.toString(), "  t*: 1: 1000 [0: 0]");
  }

  @Override
  protected List<byte[]> absurdNumbers() {
    List<byte[]> texts = new ArrayList<>();
    for (String number : List.of("0", "-1", "9223372036854775807", "99999999999999999999999", "1e9", "x", "")) {
      texts.add(text("heap_v2/" + number, "  t*: 1: 1000 [0: 0]", "@ 0x1", "  t*: 1: 1000 [0: 0]"));
      texts.add(
          text(
              "heap_v2/4096",
              "  t*: " + number + ": " + number + " [" + number + ": " + number + "]",
              "@ 0x" + number,
              "  t*: " + number + ": " + number + " [" + number + ": " + number + "]"));
      texts.add(
          text(
              "heap profile: " + number + ": " + number + " [" + number + ": " + number + "] @ heap_v2/" + number,
              number + ": " + number + " [" + number + ": " + number + "] @ 0x1 0x2"));
    }
    return texts;
  }

  @Override
  void damageIsAnErrorWhenStrict() {
    // A text that ends one byte early has lost a letter of a path at most: nothing tells that it did.
  }
}
