package dev.heapconv.contract;

import java.util.List;

/** Recordings of heaptrack against the contract of all readers. */
class HeaptrackReaderContractTest extends ReaderContract {

  private static final String HEADER = "v 10400 3\nX ./app x\ns 1 f\ns 4 main\ni 10 0 1\n";

  @Override
  protected byte[] sample() {
    return bytes(HEADER + "t 1 0\na 8 1\n+ 0\n+ 0\nc 1\n- 0\na 100 1\n+ 1\nR 10\n");
  }

  /** Deeper ones are cut: each line names one more caller of all before it. */
  @Override
  protected int deepest() {
    return 1024;
  }

  @Override
  protected byte[] deepStack(int frames) {
    StringBuilder text = new StringBuilder(HEADER);
    for (int frame = 0; frame < frames; frame++) {
      text.append("t 1 ").append(Integer.toHexString(frame)).append('\n');
    }
    return bytes(text + "a 8 " + Integer.toHexString(frames) + "\n+ 0\n");
  }

  @Override
  protected List<byte[]> absurdNumbers() {
    return withNumbers(
        List.of("0", "-1", "ffffffffffffffff", "7fffffffffffffff", "f".repeat(999), "x", ""),
        HEADER + "t {n} {n}\na {n} {n}\n+ {n}\n- {n}\nc {n}\n",
        "v {n} {n}\nX ./app\nI {n} {n}\ns {n} f\ni {n} {n} {n}\nt 1 0\na 8 1\n+ 0\n",
        HEADER + "t 1 0\na {n} 1\n+ 0\n+ 0\n");
  }
}
