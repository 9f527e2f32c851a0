package dev.heapconv.contract;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** Sample logs against the contract of all readers. */
class SampleLogReaderContractTest {

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "-1",
          "9223372036854775807",
          "9223372036854775808",
          "1e400",
          "1e-400",
          "0.5",
          "1" + "0".repeat(2000),
          "null",
          "\"x\"",
          "[]");

  private static final List<String> SCHEMES =
      List.of("to-sample", "weighted", "recorded", "tcmalloc", "exact");

  /** Each of the templates with each scheme in place of {@code {scheme}} and each number. */
  private static List<byte[]> withSchemesAndNumbers(String... templates) {
    List<byte[]> logs = new ArrayList<>();
    for (String scheme : SCHEMES) {
      for (String template : templates) {
        logs.addAll(ReaderContract.withNumbers(NUMBERS, template.replace("{scheme}", scheme)));
      }
    }
    return logs;
  }

  @Nested
  @DisplayName("JSONL")
  class JsonLines extends ReaderContract {
    @Override
    protected byte[] sample() {
      return bytes(
          """
          {"heapconv":1,"scheme":"to-sample","interval":4096,"process":"server","pid":17,"heap":"malloc"}
          {"stack":1,"frames":["leaf",{"name":"main","file":"main.c","line":3,"module":"/bin/app","address":4198400}]}
          {"alloc":"0x7f01","size":1000,"to_sample":412,"stack":1,"time":12}
          {"alloc":"0x7f02","size":500,"to_sample":12,"frames":["f\\u00e9","main"]}
          {"free":"0x7f01","time":40}
          {"total":1,"sampled":3,"to_sample":10000,"freed_sampled":1,"freed_to_sample":200,"count":3,"freed_count":1}
          {"dump":"now"}
          """);
    }

    @Override
    protected List<String> continuations() {
      return List.of("itself");
    }

    @Override
    protected byte[] deepStack(int frames) {
      StringBuilder text =
          new StringBuilder(
              "{\"heapconv\":1,\"scheme\":\"exact\"}\n{\"alloc\":1,\"size\":1,\"frames\":[");
      for (int i = 0; i < frames; i++) {
        text.append(i == 0 ? "" : ",").append("\"f").append(i % 100).append('"');
      }
      return bytes(text + "]}\n");
    }

    @Override
    protected List<byte[]> absurdNumbers() {
      return withSchemesAndNumbers(
          """
          {"heapconv":1,"scheme":"{scheme}","interval":{n},"pid":{n}}
          {"alloc":1,"size":1}
          """,
          """
          {"heapconv":1,"scheme":"{scheme}","interval":512,"time_nanos":1}
          {"alloc":1,"size":{n},"to_sample":{n},"weight":{n},"time":{n}}
          {"alloc":{n},"size":7,"to_sample":3,"weight":512}
          {"total":1,"frames":[],"sampled":{n},"to_sample":{n},"count":{n},"bytes":{n}}
          """);
    }
  }

  @Nested
  @DisplayName("CSV")
  class Csv extends ReaderContract {
    @Override
    protected byte[] sample() {
      return bytes(
          """
          # heapconv=1
          # scheme=to-sample
          # interval=4096
          # process=server
          op,address,size,to_sample,weight,stack
          alloc,0x7f01,1000,412,,leaf;caller;main
          alloc,0x7f02,500,12,,"f(a, b);say ""hi"";main"
          free,0x7f01,,,,
          dump,,,,,
          """);
    }

    @Override
    protected List<String> continuations() {
      return List.of("itself");
    }

    @Override
    protected byte[] deepStack(int frames) {
      StringBuilder text = new StringBuilder("# heapconv=1\n# scheme=exact\nalloc,1,16,,,");
      for (int i = 0; i < frames; i++) {
        text.append(i == 0 ? "" : ";").append('f').append(i % 100);
      }
      return bytes(text + "\n");
    }

    @Override
    protected List<byte[]> absurdNumbers() {
      return withSchemesAndNumbers(
          """
          # heapconv=1
          # scheme={scheme}
          # interval={n}
          alloc,1,1,0,1,f
          """,
          """
          # heapconv=1
          # scheme={scheme}
          # interval=512
          alloc,1,{n},{n},{n},f
          alloc,{n},1,0,1,f
          """);
    }
  }
}
