package dev.heapconv.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.Format;
import dev.heapconv.fleet.FleetOptions.FleetTable;
import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.SourceLine;
import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.transform.RecordedSizes;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.Scheme;
import dev.heapconv.unskew.plan.Population;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetDevicesTest {

  private static final FleetDevices BY_NAME =
      new FleetDevices(Pattern.compile("device-([a-z]+)"), null);

  @TempDir private Path folder;
  private final List<FleetTotals.Part> parts = new ArrayList<>();

  /** A recording of one process, whose functions hold some bytes each. */
  private void add(String input, String process, Map<String, Double> bytes) throws IOException {
    StackTable stacks = new StackTable();
    int[] ids = new int[bytes.size()];
    int row = 0;
    for (String function : bytes.keySet()) {
      int main = stacks.addFrame(StackTable.NO_MAPPING, 0, new SourceLine("main", "", 0));
      int leaf = stacks.addFrame(StackTable.NO_MAPPING, 0, new SourceLine(function, "", 0));
      ids[row++] = stacks.addStack(stacks.addStack(StackTable.ROOT, main), leaf);
    }
    double[] values = bytes.values().stream().mapToDouble(Double::doubleValue).toArray();
    EstimatedHeap heap =
        new EstimatedHeap(
            new HeapInfo(1, process, "h", 1, 1, 0, 0, Scheme.WEIGHTED, 64, 64),
            List.of(View.SPACE),
            ids,
            List.of(Column.exact(values)),
            new long[ids.length],
            new long[ids.length],
            List.of());
    EstimatedProfile profile =
        new EstimatedProfile(
            new CaptureInfo(input, "", "", ""), stacks, List.of(heap), List.of(), 0.95, List.of());
    Path file = folder.resolve("part-" + parts.size());
    try (OutputStream out = Files.newOutputStream(file)) {
      new FleetPart(profile, profile.heaps(), RecordedSizes.NONE).write(out);
    }
    parts.add(new FleetTotals.Part(input, file));
  }

  /** The table by row; each row by column. */
  private Map<String, Map<String, String>> table(
      FleetGrouping groupBy, FleetDevices devices, AggregateOptions rows) throws IOException {
    Path file = folder.resolve("table.tsv");
    FleetOptions options =
        new FleetOptions(
            groupBy, devices, null, new FleetTable(file, Format.TSV, rows), null, 1_000_000);
    FleetTotals totals = new FleetTotals(options, 2, folder);
    totals.addAll(parts);
    totals.write(0.95, "test", AtomicFile.Guard.NONE);
    List<String> lines = Files.readAllLines(file);
    List<String> header = List.of(lines.get(0).split("\t"));
    Map<String, Map<String, String>> table = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t", -1);
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < cells.length; i++) {
        row.put(header.get(i), cells[i]);
      }
      String name = row.get(rows.by().id());
      table.put(row.containsKey("group") ? row.get("group") + " " + name : name, row);
    }
    return table;
  }

  @Test
  void eachInputIsADeviceUnlessItsNameSaysOtherwise() throws IOException {
    add("a/device-x/1", "p", Map.of("f", 100.0));
    add("a/device-x/2", "p", Map.of("f", 300.0, "g", 10.0));
    add("a/device-y/1", "p", Map.of("f", 600.0));

    Map<String, String> each =
        table(FleetGrouping.NONE, FleetDevices.EACH_INPUT, AggregateOptions.DEFAULT).get("f");
    assertThat(each).containsEntry("space_mean", "333").containsEntry("devices", "3");
    Map<String, Map<String, String>> named =
        table(FleetGrouping.NONE, BY_NAME, AggregateOptions.DEFAULT);
    assertThat(named.get("f"))
        .containsEntry("space", "1000")
        .containsEntry("space_mean", "400")
        .containsEntry("space_p50", "200")
        .containsEntry("space_p95", "600")
        .containsEntry("devices", "2")
        .containsEntry("devices_percent", "100.0000");
    assertThat(named.get("g"))
        .containsEntry("space_mean", "3")
        .containsEntry("devices", "1")
        .containsEntry("devices_percent", "50.0000");
  }

  @Test
  void theIntervalIsThatOfTheDevices() throws IOException {
    double[] bytes = {100, 200, 150, 5000, 120, 90};
    for (int i = 0; i < bytes.length; i++) {
      add("input-" + i, "p", Map.of("f", bytes[i]));
    }
    Estimate mean =
        Population.of(bytes.length, 0.95).mean(new int[] {0, 1, 2, 3, 4, 5}, bytes, bytes.length);

    Map<String, String> row =
        table(FleetGrouping.NONE, FleetDevices.EACH_INPUT, AggregateOptions.DEFAULT).get("f");
    assertThat(row)
        .containsEntry("space_mean", Long.toString(Math.round(mean.value())))
        .containsEntry("space_mean_low", Long.toString(Math.round(mean.low())))
        .containsEntry("space_mean_high", Long.toString(Math.round(mean.high())));
    // The sum is exact: nothing was sampled.
    assertThat(row.get("space_low")).isEqualTo(row.get("space_high"));
  }

  @Test
  void aGroupIsThatOfTheDevicesThatHaveIt() throws IOException {
    add("device-x", "camera", Map.of("f", 100.0));
    add("device-y", "camera", Map.of("g", 300.0));
    add("device-z", "phone", Map.of("f", 50.0));

    Map<String, Map<String, String>> table =
        table(FleetGrouping.PROCESS, BY_NAME, AggregateOptions.DEFAULT);
    assertThat(table.get("camera f"))
        .containsEntry("space_mean", "50")
        .containsEntry("devices_percent", "50.0000");
    assertThat(table.get("phone f"))
        .containsEntry("space_mean", "50")
        .containsEntry("devices_percent", "100.0000");
    // One device says nothing of others.
    assertThat(table.get("phone f")).containsEntry("space_mean_high", "");
  }

  @Test
  void weightsSayHowManyDevicesEachStandsFor() throws IOException {
    add("device-x", "p", Map.of("f", 100.0));
    add("device-y", "p", Map.of("f", 500.0));
    add("device-z", "p", Map.of("f", 1e9));
    FleetDevices devices =
        new FleetDevices(
            BY_NAME.name(),
            FleetDevices.readWeights(new StringReader("device,weight\nx,3\n\"y\",1\n"), "w.csv"));

    assertThat(table(FleetGrouping.NONE, devices, AggregateOptions.DEFAULT).get("f"))
        .containsEntry("space_mean", "200")
        .containsEntry("space_p50", "100")
        .containsEntry("devices", "2");
  }

  @Test
  void rowsMayBeStacksOrCountWhatPassesThroughThem() throws IOException {
    add("1", "p", Map.of("f", 100.0, "g", 20.0));
    add("2", "p", Map.of("f", 300.0));
    AggregateOptions cumulative = AggregateOptions.DEFAULT.withCumulative(true);

    assertThat(table(FleetGrouping.NONE, FleetDevices.EACH_INPUT, cumulative).get("main"))
        .containsEntry("space_cum_mean", "210");
    AggregateOptions stacks = AggregateOptions.DEFAULT.withBy(GroupBy.STACK);
    assertThat(table(FleetGrouping.NONE, FleetDevices.EACH_INPUT, stacks).get("g;main"))
        .containsEntry("space_mean", "10")
        .containsEntry("devices", "1");
    AggregateOptions processes = AggregateOptions.DEFAULT.withBy(GroupBy.PROCESS);
    assertThat(table(FleetGrouping.NONE, FleetDevices.EACH_INPUT, processes).get("p"))
        .containsEntry("space_mean", "210");
  }

  @Test
  void rowsMayBeSortedByWhatDevicesHave() throws IOException {
    add("1", "p", Map.of("often", 100.0, "much", 1000.0));
    add("2", "p", Map.of("often", 100.0));
    AggregateOptions bySum = AggregateOptions.DEFAULT.withSort("space");
    AggregateOptions byShare = AggregateOptions.DEFAULT.withSort("devices");

    assertThat(table(FleetGrouping.NONE, FleetDevices.EACH_INPUT, bySum).keySet())
        .containsExactly("much", "often", "main");
    assertThat(table(FleetGrouping.NONE, FleetDevices.EACH_INPUT, byShare).keySet())
        .containsExactly("often", "much", "main");
  }

  @Test
  void aWeightIsANumberOfADevice() {
    for (String line : Arrays.asList("x", "x,", ",1", "x,-1", "x,NaN", "x,1\nx,2", "x;3")) {
      assertThatThrownBy(() -> FleetDevices.readWeights(new StringReader(line), "w.csv"))
          .isInstanceOf(HeapConvException.class)
          .extracting(problem -> ((HeapConvException) problem).id())
          .isEqualTo(ErrorId.NOT_A_WEIGHT);
    }
  }
}
