package dev.heapconv.contract;

import java.util.List;

/** V8 heap profiles against the contract of all readers. */
class V8ReaderContractTest extends ReaderContract {

  private static final String FRAME =
      "{\"callFrame\":{\"functionName\":\"f\",\"scriptId\":\"1\",\"url\":\"a.js\",\"lineNumber\":0,\"columnNumber\":2},\"selfSize\":";

  @Override
  protected byte[] sample() {
    return bytes(
        "{\"head\":{\"callFrame\":{\"functionName\":\"(root)\"},\"selfSize\":0,\"id\":1,\"children\":["
            + FRAME
            + "100,\"id\":2,\"children\":["
            + FRAME
            + "50,\"id\":3,\"children\":[]}]}]},"
            + "\"samples\":[{\"size\":100,\"nodeId\":2,\"ordinal\":1}]}");
  }

  /** Deeper ones are cut: stacks that are written as a tree could all be as long as the file. */
  @Override
  protected int deepest() {
    return 1024;
  }

  @Override
  protected byte[] deepStack(int frames) {
    String node = FRAME + "0,\"children\":[";
    return bytes(
        "{\"head\":{\"callFrame\":{},\"selfSize\":0,\"children\":["
            + node.repeat(frames - 1)
            + FRAME
            + "16,\"children\":[]}"
            + "]}".repeat(frames)
            + "}");
  }

  @Override
  protected List<byte[]> absurdNumbers() {
    return withNumbers(
        List.of(
            "0",
            "-1",
            "9223372036854775808",
            "1e400",
            "0.5",
            "9".repeat(999),
            "9".repeat(2000),
            "null",
            "\"x\"",
            "[]",
            "{}"),
        "{\"head\":{\"callFrame\":{\"lineNumber\":{n}},\"selfSize\":{n},\"id\":{n}},"
            + "\"samples\":[{\"nodeId\":{n}}]}",
        "{\"head\":{\"callFrame\":{},\"selfSize\":1,\"children\":{n}},\"samples\":{n}}");
  }
}
