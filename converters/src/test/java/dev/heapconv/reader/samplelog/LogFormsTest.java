package dev.heapconv.reader.samplelog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.fixtures.RecordedText;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedHeap;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Selection.DumpSelector;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Effort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random logs, with forms that are rare or wrong, mean the same however their lines are read. */
@Tag("slow")
class LogFormsTest {

  private static final int RECORDS = 400;

  private static final String[] NUMBERS = {
    "0",
    "7",
    "16",
    "4096",
    "1234567",
    "12345678",
    "123456789012",
    "-1",
    "-0",
    "007",
    "1.5",
    "1e3",
    "4.096E3",
    "9223372036854775807",
    "9223372036854775808",
    "1e999",
    "null",
    "true",
    "\"5\"",
    "",
    "+1"
  };
  private static final String[] ADDRESSES = {
    "\"0x7f01\"",
    "\"7F02\"",
    "\"0X7f03\"",
    "5",
    "0",
    "-3",
    "\"\"",
    "\"0x\"",
    "\"0x1g\"",
    "\"0x1 \"",
    "\"0x\\u0031\"",
    "\"0xffffffffffffffff\"",
    "\"0x1ffffffffffffffff\"",
    "1.5",
    "null"
  };
  private static final String[] FRAMES = {
    "[\"leaf\",\"main\"]",
    "[ \"leaf\" , \"main\" ]",
    "[]",
    "[\"operator[](int)\",\"main\"]",
    "[\"a\\\"],\\\"b\",\"main\"]",
    "[\"tab\\tescaped \\\\\"]",
    "[\"größe\",\"\\u00e9\"]",
    "[{\"name\":\"main\",\"file\":\"m.c\",\"line\":3},\"start\"]",
    "[{\"name\":\"main\",\"address\":\"0x10\",\"module\":\"/bin/app\",\"other\":[[1],{}]}]",
    "[\"a\",]",
    "[1]",
    "[[\"a\"]]",
    "[\"a\"",
    "\"leaf\"",
    "null",
    "{\"a\":[]}"
  };
  private static final String[] SPACES = {"", "", "", "", "", " ", "\t", "  "};
  private static final String[] OTHERS = {
    "\"thread\":5",
    "\"note\":\"}\\\"\"",
    "\"list\":[1,{\"size\":2}]",
    "\"si\\u007ae\":99",
    "\"interval\":\"x\""
  };

  private static final String[] OPS = {
    "alloc", "alloc", "alloc", "alloc", "free", "free", "total", "dump", "size", "Alloc", ""
  };
  private static final String[] CSV_NUMBERS = {
    "0", "7", "007", "4096", "1234567", "123456789012", "", "-1", "1.5", "1e3", "1 ", "+1", "x", "."
  };
  private static final String[] CSV_ADDRESSES = {
    "0x7f01", "7F02", "0X7f03", "5", "0", "", "0x", "0x1g", "-3", "0xffffffffffffffff1", "1.5"
  };
  private static final String[] STACKS = {
    "leaf;main", "main", "", "größe;main", "operator new(unsigned long);a b;main", ";;", ";"
  };

  private final SplittableRandom random = new SplittableRandom(15);

  private String any(String[] texts) {
    return texts[random.nextInt(texts.length)];
  }

  /** One of the first few, which are valid, most of the time. */
  private String mostly(int valid, String[] texts) {
    return texts[random.nextInt(random.nextInt(20) == 0 ? texts.length : valid)];
  }

  private String space() {
    return any(SPACES);
  }

  private String member(String key, String value) {
    return "\"" + key + "\"" + space() + ":" + space() + value;
  }

  private String jsonRecord() {
    List<String> members = new ArrayList<>();
    int kind = random.nextInt(20);
    if (kind < 10) {
      members.add(member("alloc", mostly(5, ADDRESSES)));
      members.add(member("size", mostly(7, NUMBERS)));
      members.add(member("weight", mostly(7, NUMBERS)));
      if (random.nextBoolean()) {
        members.add(member("stack", Integer.toString(random.nextInt(5))));
      }
    } else if (kind < 16) {
      members.add(member("free", mostly(5, ADDRESSES)));
    } else if (kind == 16) {
      members.add(member("total", Integer.toString(random.nextInt(5))));
      members.add(member("count", mostly(5, NUMBERS)));
      members.add(member("bytes", mostly(7, NUMBERS)));
    } else if (kind == 17) {
      members.add(member("dump", any(NUMBERS)));
    } else {
      members.add(member("stack", Integer.toString(random.nextInt(5))));
    }
    if (kind > 17 || random.nextInt(3) == 0) {
      members.add(member("frames", mostly(9, FRAMES)));
    }
    if (random.nextInt(3) == 0) {
      members.add(member("time", mostly(7, NUMBERS)));
    }
    if (random.nextInt(20) == 0) {
      members.add(any(OTHERS));
    }
    if (random.nextInt(40) == 0) {
      members.add(members.get(random.nextInt(members.size())));
    }
    if (random.nextInt(4) == 0) {
      members.add(0, members.remove(random.nextInt(members.size())));
    }
    String separator = space() + "," + space();
    String record = space() + "{" + space() + String.join(separator, members) + space() + "}";
    return random.nextInt(40) == 0
        ? record.substring(0, random.nextInt(record.length()))
        : record + space();
  }

  /** All that a log says: its heaps at each dump, estimates, and what was wrong with it. */
  private static String meaning(String log) throws IOException {
    ReadOptions options = Conversions.dump(DumpSelector.ALL);
    RecordedProfile profile;
    try {
      profile = Conversions.read(log.getBytes(StandardCharsets.UTF_8), options);
    } catch (HeapConvException e) {
      // Most weights contradict the header.
      return e.getMessage();
    }
    StringBuilder text = new StringBuilder();
    for (RecordedHeap heap : profile.heaps()) {
      text.append(heap.info()).append(RecordedText.of(profile, heap)).append('\n');
    }
    for (EstimatedHeap heap : HeapConv.unskew(profile, UnskewOptions.DEFAULT).heaps()) {
      for (int row = 0; row < heap.rows(); row++) {
        for (Column column : heap.columns()) {
          text.append(column.low(row)).append(' ').append(column.value(row)).append(' ');
        }
      }
    }
    for (Notice notice : profile.notices()) {
      // Columns count a carriage return.
      text.append(notice.message().replaceAll("column \\d+", "column")).append('\n');
    }
    return text.toString();
  }

  /** Only the JSON parser accepts a carriage return behind a record. */
  @ParameterizedTest
  @ValueSource(strings = {"weighted", "exact", "recorded"})
  void plainRecordsMeanWhatTheJsonParserReads(String scheme) throws IOException {
    for (int log = 0; log < Effort.of(8, 25); log++) {
      List<String> lines = new ArrayList<>();
      lines.add("{\"heapconv\":1,\"frees\":true,\"scheme\":\"" + scheme + "\",\"interval\":4096}");
      for (int i = 0; i < RECORDS; i++) {
        lines.add(jsonRecord());
      }
      String plain = String.join("\n", lines) + "\n";
      String parsed = String.join("\r\r\n", lines) + "\r\r\n";
      assertThat(meaning(plain)).as(plain).isEqualTo(meaning(parsed));
    }
  }

  /** In CSV, quotes around a cell and a carriage return at the end of the line mean nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"weighted", "exact", "recorded"})
  void cellsMeanTheSameInQuotes(String scheme) throws IOException {
    String header = "# heapconv=1\n# frees=true\n# scheme=" + scheme + "\n# interval=4096\n";
    String columns = "op, time ,stack,thread,address,size,weight,count,bytes";
    for (int log = 0; log < Effort.of(8, 25); log++) {
      StringBuilder plain = new StringBuilder(header).append(columns).append('\n');
      StringBuilder quoted = new StringBuilder(header).append(columns).append("\r\n");
      for (int i = 0; i < RECORDS; i++) {
        List<String> cells = csvRecord();
        plain.append(String.join(",", cells)).append('\n');
        cells.replaceAll(cell -> random.nextBoolean() ? '"' + cell + '"' : cell);
        quoted.append(String.join(",", cells)).append("\r\n");
      }
      assertThat(meaning(plain.toString())).as("%s", plain).isEqualTo(meaning(quoted.toString()));
    }
  }

  private List<String> csvRecord() {
    List<String> cells = new ArrayList<>();
    cells.add(mostly(8, OPS));
    cells.add(random.nextBoolean() ? "" : mostly(7, CSV_NUMBERS));
    cells.add(mostly(5, STACKS));
    cells.add(random.nextBoolean() ? "" : "worker 1");
    cells.add(mostly(5, CSV_ADDRESSES));
    for (int column = 0; column < 4; column++) {
      cells.add(mostly(7, CSV_NUMBERS));
    }
    if (random.nextInt(10) == 0) {
      cells.add("more");
    }
    return random.nextInt(10) == 0
        ? new ArrayList<>(cells.subList(0, 1 + random.nextInt(cells.size())))
        : cells;
  }

  /** What is behind a line in memory is not part of it. */
  @Test
  void aRecordThatIsCutOffIsNotCompletedFromTheRecordsBefore() throws IOException {
    String header = "{\"heapconv\":1,\"scheme\":\"weighted\",\"interval\":4096}\n";
    String record = "{\"alloc\":\"0x7f01\",\"size\":16,\"weight\":4096,\"frames\":[\"f\"]}\n";
    String log = header + record.repeat(10_000);
    for (int cut = 2; cut < record.length(); cut++) {
      String damaged = log.substring(0, log.length() - cut);
      RecordedProfile profile = Conversions.read(damaged.getBytes(StandardCharsets.UTF_8));
      assertThat(profile.heaps().get(0).allocCount(0)).as("cut by %s", cut).isEqualTo(9_999);
      assertThat(profile.notices())
          .as("cut by %s", cut)
          .anyMatch(notice -> notice.message().contains("line 10001: column "));
    }
  }
}
