package dev.heapconv.contract;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** V8's sampling heap profiles against the contract of all readers. */
class V8ReaderContractTest extends ReaderContract {

  private static byte[] profile(String children) {
    return ("{\"head\":" + node("(root)", "0", children) + ",\"samples\":[{\"size\":64,\"nodeId\":1,\"ordinal\":1}]}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String node(String name, String size, String children) {
    return "{\"callFrame\":{\"functionName\":\""
        + name
        + "\",\"scriptId\":\"1\",\"url\":\"file:///a.js\",\"lineNumber\":3,\"columnNumber\":1},\"selfSize\":"
        + size
        + ",\"id\":1,\"children\":["
        + children
        + "]}";
  }

  @Override
  protected byte[] sample() {
    return profile(node("main", "128", node("work", "64", "") + "," + node("rest", "32", "")));
  }

  @Override
  protected byte[] deepStack(int frames) {
    StringBuilder open = new StringBuilder();
    StringBuilder close = new StringBuilder();
    for (int i = 0; i < frames; i++) {
      String[] parts = node("f" + i % 100, i == frames - 1 ? "64" : "0", "|").split("\\|");
      open.append(parts[0]);
      close.append(parts[1]);
    }
    return profile(open.append(close).toString());
  }

  @Override
  protected List<byte[]> absurdNumbers() {
    List<byte[]> profiles = new ArrayList<>();
    for (String number : List.of("0", "-1", "9223372036854775807", "1e308", "1e999", "\"x\"", "null", "{}", "[[]]")) {
      profiles.add(profile(node("main", number, "")));
      profiles.add(new String(profile(node("main", "1", "")), StandardCharsets.UTF_8).replace(":3,", ":" + number + ",").getBytes(StandardCharsets.UTF_8));
    }
    return profiles;
  }
}
