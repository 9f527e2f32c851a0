package dev.heapconv.contract;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Our sample log against the contract of all readers. */
class SampleLogReaderContractTest extends ReaderContract {

  private static byte[] log(String... lines) {
    return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static final String HEADER =
      "{\"heapconv\":1,\"scheme\":\"to-sample\",\"interval\":4096,\"process\":\"server\",\"pid\":17,\"heap\":\"malloc\"}";

  @Override
  protected byte[] sample() {
    return log(
        HEADER,
        "{\"stack\":1,\"frames\":[\"leaf\",\"caller\",{\"name\":\"main\",\"file\":\"main.c\",\"line\":3}]}",
        "{\"alloc\":\"0x7f01\",\"size\":1000,\"to_sample\":412,\"stack\":1,\"time\":12}",
        "{\"alloc\":\"0x7f02\",\"size\":5000,\"to_sample\":4000,\"stack\":1,\"time\":13}",
        "{\"free\":\"0x7f01\",\"time\":40}");
  }

  @Override
  protected byte[] deepStack(int frames) {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < frames; i++) {
      names.append(i == 0 ? "" : ",").append("\"f").append(i % 100).append('"');
    }
    return log(HEADER, "{\"alloc\":\"0x1\",\"size\":1000,\"to_sample\":412,\"frames\":[" + names + "]}");
  }

  @Override
  protected List<byte[]> absurdNumbers() {
    List<byte[]> logs = new ArrayList<>();
    for (String number :
        List.of("0", "-1", "1e308", "1e999", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "0.5", "NaN", "null", "\"7\"", "[]", "1".repeat(2000))) {
      logs.add(
          log(
              HEADER.replace("4096", number),
              "{\"stack\":" + number + ",\"frames\":[\"leaf\"]}",
              "{\"alloc\":" + number + ",\"size\":" + number + ",\"to_sample\":" + number + ",\"stack\":" + number + "}"));
      logs.add(
          log(
              HEADER,
              "{\"stack\":1,\"frames\":[{\"name\":\"leaf\",\"line\":" + number + ",\"address\":" + number + "}]}",
              "{\"alloc\":\"0x1\",\"size\":" + number + ",\"to_sample\":" + number + ",\"stack\":1}",
              "{\"total\":1,\"sampled\":" + number + ",\"to_sample\":" + number + ",\"freed_sampled\":" + number + "}"));
    }
    return logs;
  }
}
