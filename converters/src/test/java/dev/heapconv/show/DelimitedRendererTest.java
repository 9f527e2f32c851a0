package dev.heapconv.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.GroupBy;
import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DelimitedRendererTest {

  /** Reads RFC 4180 strictly: anything out of place fails. */
  private static List<List<String>> parseCsv(String csv) {
    List<List<String>> records = new ArrayList<>();
    List<String> record = new ArrayList<>();
    int i = 0;
    while (i < csv.length()) {
      StringBuilder cell = new StringBuilder();
      if (csv.charAt(i) == '"') {
        for (i++; csv.charAt(i) != '"' || csv.charAt(++i) == '"'; i++) {
          cell.append(csv.charAt(i));
        }
      } else {
        for (; ",\r\"".indexOf(csv.charAt(i)) < 0; i++) {
          cell.append(csv.charAt(i));
        }
      }
      record.add(cell.toString());
      if (csv.startsWith("\r\n", i)) {
        records.add(record);
        record = new ArrayList<>();
        i += 2;
      } else {
        assertThat(csv.charAt(i)).isEqualTo(',');
        i++;
      }
    }
    assertThat(record).isEmpty();
    return records;
  }

  private static List<Map<String, String>> rows(List<List<String>> records) {
    List<Map<String, String>> rows = new ArrayList<>();
    for (List<String> record : records.subList(1, records.size())) {
      assertThat(record).hasSameSizeAs(records.get(0));
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < record.size(); i++) {
        row.put(records.get(0).get(i), record.get(i));
      }
      rows.add(row);
    }
    return rows;
  }

  private static List<Map<String, String>> csv(EstimatedProfile profile, AggregateOptions options)
      throws Exception {
    return rows(parseCsv(Written.table(DelimitedRenderer.csv(), options, profile)));
  }

  @Test
  void numbersArePlain() throws Exception {
    Map<String, String> first = csv(ProfileBuilder.server(), AggregateOptions.DEFAULT).get(0);

    assertThat(first)
        .containsEntry("space", "12000000")
        .containsEntry("space_low", "10800000")
        .containsEntry("space_high", "13200000")
        .containsEntry("space_percent", "71.2416")
        .containsEntry("space_cum", "12000000")
        .containsEntry("alloc_space", "24000000")
        .containsEntry("objects", "120000")
        .containsEntry("samples", "2930")
        .containsEntry("alloc_samples_cum", "5860")
        .containsEntry("function", "read_request")
        .containsEntry("library", "server");
  }

  @ParameterizedTest
  @EnumSource(GroupBy.class)
  void recordsAreWhole(GroupBy by) throws Exception {
    List<Map<String, String>> rows =
        csv(ProfileBuilder.server(), AggregateOptions.DEFAULT.withBy(by));

    assertThat(rows).isNotEmpty().allSatisfy(row -> assertThat(row).containsKey(by.column()));
    String tsv =
        Written.table(
            DelimitedRenderer.tsv(), AggregateOptions.DEFAULT.withBy(by), ProfileBuilder.server());
    String[] lines = tsv.split("\n");
    assertThat(lines).hasSize(rows.size() + 1);
    for (String line : lines) {
      assertThat(line.split("\t", -1)).hasSize(lines[0].split("\t", -1).length);
    }
  }

  @Test
  void partsOfARecordingHaveTheirFactsInColumns() throws Exception {
    Map<String, String> dump =
        csv(ProfileBuilder.server(), AggregateOptions.DEFAULT.withBy(GroupBy.DUMP)).get(0);

    assertThat(dump)
        .containsEntry("process_name", "server")
        .containsEntry("pid", "17")
        .containsEntry("heap_name", "libc.malloc")
        .containsEntry("dump_number", "1")
        .containsEntry("time_nanos", "1790000001500000000")
        .containsEntry("space_percent", "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"=1+1", "+1", "-[NSObject init]", "@SUM(A1)", "\uff1d1", "=a,\"b\""})
  void noNameIsAFormula(String name) throws Exception {
    EstimatedProfile profile = ProfileBuilder.oneHeap().stack(name, 100).build();

    assertThat(csv(profile, AggregateOptions.DEFAULT).get(0)).containsEntry("function", "'" + name);
    assertThat(Written.table(DelimitedRenderer.tsv(), AggregateOptions.DEFAULT, profile))
        .contains("\t'" + name);
  }

  @Test
  void commasAndQuotesAreQuoted() throws Exception {
    String name = "f<a, b>(\"x\")";
    EstimatedProfile profile = ProfileBuilder.oneHeap().stack(name, 100).build();

    assertThat(Written.table(DelimitedRenderer.csv(), AggregateOptions.DEFAULT, profile))
        .contains("\"f<a, b>(\"\"x\"\")\"");
    assertThat(csv(profile, AggregateOptions.DEFAULT).get(0)).containsEntry("function", name);
  }

  @Test
  void controlCharactersAreWrittenOut() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap().stack("\t=f\r\n\u001b[2J\u202e", 100).build();

    assertThat(csv(profile, AggregateOptions.DEFAULT).get(0))
        .containsEntry("function", "\\u0009=f\\u000d\\u000a\\u001b[2J\\u202e");
    assertThat(Written.table(DelimitedRenderer.tsv(), AggregateOptions.DEFAULT, profile))
        .contains("\\u0009=f")
        .hasLineCount(2);
  }

  @Test
  void unknownIntervalsAreEmpty() throws Exception {
    EstimatedProfile profile =
        ProfileBuilder.oneHeap()
            .stack("f", Estimate.exact(3), Estimate.withoutInterval(4096), 2)
            .build();

    assertThat(csv(profile, AggregateOptions.DEFAULT).get(0))
        .containsEntry("space_low", "")
        .containsEntry("space_high", "")
        .containsEntry("objects_low", "3");
  }

  @Test
  void allRowsUnlessLimited() throws Exception {
    ProfileBuilder builder = ProfileBuilder.oneHeap();
    for (int i = 0; i < 3000; i++) {
      builder.stack("f" + i, 1000 + i);
    }
    EstimatedProfile profile = builder.build();

    assertThat(csv(profile, AggregateOptions.DEFAULT)).hasSize(3000);
    assertThat(csv(profile, AggregateOptions.DEFAULT.withLimit(7))).hasSize(7);
  }

  @Test
  void columnsThatAProducerCallsLikeOthersAreThere() throws Exception {
    List<View> views =
        List.of(
            View.SPACE,
            new View("space_low", "bytes"),
            new View("function", "count"),
            new View("space_low_bytes", "bytes"));
    EstimatedProfile profile =
        new ProfileBuilder()
            .heap(1, "p", "h", 1, 1, 4096, views)
            .stack("f;main", Estimate.exact(3), Estimate.exact(50), 2)
            .build();

    assertThat(csv(profile, AggregateOptions.DEFAULT).get(0))
        .containsEntry("function", "f")
        .containsEntry("space", "50")
        .containsEntry("space_low", "50")
        .containsEntry("space_low_bytes", "50")
        .containsEntry("space_low_bytes_bytes", "50")
        .containsEntry("function_count", "3");
  }
}
