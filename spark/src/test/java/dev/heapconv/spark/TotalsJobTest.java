package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.batch.Batch;
import dev.heapconv.batch.BatchListener;
import dev.heapconv.batch.BatchOptions;
import dev.heapconv.batch.NameFilter;
import dev.heapconv.fleet.FleetBreakdown;
import dev.heapconv.fleet.FleetDevices;
import dev.heapconv.fleet.FleetGrouping;
import dev.heapconv.fleet.FleetOptions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Warning;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import dev.heapconv.transform.UnskewSetup;
import dev.heapconv.unskew.UnskewOptions;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import scala.Tuple2;

/** Spark adds up what a batch adds up, to the same bytes. */
@Tag("slow")
class TotalsJobTest {

  private static final String TOOL = "heapconv test";

  private static final FleetDevices DEVICES =
      new FleetDevices(Pattern.compile("device-(\\d+)-"), null);

  @TempDir private static Path shared;

  private static List<Path> inputs;

  private static List<Row> parts;

  @TempDir private Path folder;

  @BeforeAll
  static void makeParts() throws IOException {
    SparkHome.assumeSparkRunsHere();
    inputs = new ArrayList<>(FleetFixture.recordings());
    if (Effort.isNightly()) {
      inputs.add(TestData.own("alloc"));
    }
    inputs.add(GeneratedFleet.write(shared.resolve("generated"), Effort.of(60, 300), 30));
    parts = FleetParts.of(inputs.toArray(Path[]::new));
  }

  static List<Arguments> breakdowns() {
    List<GroupBy> rows = List.of(GroupBy.FUNCTION, GroupBy.STACK, GroupBy.PROCESS);
    List<FleetGrouping> groups =
        List.of(FleetGrouping.NONE, FleetGrouping.PROCESS, FleetGrouping.PACKAGE_VERSION);
    List<Arguments> all = new ArrayList<>();
    // The first three have each of both once.
    for (int i = 0; i < 9; i++) {
      all.add(Arguments.of(rows.get(i % 3), groups.get((i + i / 3) % 3)));
    }
    return Effort.of(3, all);
  }

  @ParameterizedTest
  @MethodSource("breakdowns")
  void outputsAreThoseOfABatch(GroupBy by, FleetGrouping groupBy) throws IOException {
    FleetBreakdown breakdown =
        new FleetBreakdown(groupBy, AggregateOptions.DEFAULT.withBy(by).withCumulative(true));
    batch(breakdown, DEVICES);

    run(breakdown, DEVICES, 4, 100_000);

    assertSame();
  }

  static List<Integer> partitions() {
    return Effort.of(1, List.of(7, 1, 60));
  }

  @ParameterizedTest
  @MethodSource("partitions")
  void partitionsAndMemoryDoNotMatter(int partitions) throws IOException {
    FleetBreakdown breakdown =
        new FleetBreakdown(FleetGrouping.HEAP, AggregateOptions.DEFAULT.withBy(GroupBy.FILE));
    batch(breakdown, DEVICES);

    // Few rows in memory: with 300 most parts are shuffled alone, to about a hundred partitions.
    run(breakdown, DEVICES, partitions, Effort.of(3000, 300));

    assertSame();
  }

  @Test
  void devicesWithoutAWeightDoNotCount() throws IOException {
    FleetBreakdown breakdown = new FleetBreakdown(FleetGrouping.NONE, AggregateOptions.DEFAULT);
    FleetDevices weighted =
        new FleetDevices(DEVICES.name(), Map.of("003", 2.0, "017", 0.5, "042", 1.0));
    List<Warning> ofBatch = batch(breakdown, weighted);

    List<Warning> ofSpark = run(breakdown, weighted, 4, 100_000);

    assertSame();
    // A batch also looks for copies, as Spark does before it adds up, and for dumps of one process.
    ofBatch.removeIf(
        warning -> warning.id() == ErrorId.COPIED_INPUTS || warning.id() == ErrorId.REPEATED_DUMPS);
    assertThat(ofSpark)
        .isEqualTo(ofBatch)
        .anySatisfy(warning -> assertThat(warning.id()).isEqualTo(ErrorId.DEVICES_WITHOUT_WEIGHT));
  }

  @Test
  void theTableInParquetHoldsWhatTheSummarySays() throws IOException {
    FleetBreakdown breakdown =
        new FleetBreakdown(FleetGrouping.PROCESS, AggregateOptions.DEFAULT.withLimit(30));
    run(breakdown, DEVICES, 4, 100_000);
    // Once more: it is replaced.
    run(breakdown, DEVICES, 4, 100_000);

    Dataset<Row> totals = TestSession.SPARK.read().parquet(folder.resolve("totals").toString());
    List<String> lines = Files.readAllLines(folder.resolve("spark.csv"));
    assertThat(String.join(",", totals.columns())).isEqualTo(lines.get(0));
    assertThat(totals.dtypes())
        .contains(
            new Tuple2<>("space", "LongType"),
            new Tuple2<>("space_percent", "DoubleType"),
            new Tuple2<>("devices", "LongType"),
            new Tuple2<>("objects_mean", "DoubleType"),
            new Tuple2<>("function", "StringType"));
    List<Row> rows = totals.collectAsList();
    assertThat(rows).hasSize(lines.size() - 1);
    int compared = 0;
    for (int i = 0; i < rows.size(); i++) {
      if (lines.get(i + 1).contains("\"")) {
        continue;
      }
      compared++;
      String[] cells = lines.get(i + 1).split(",", -1);
      for (int column = 0; column < cells.length; column++) {
        Object value = rows.get(i).get(column);
        if (value instanceof Double number) {
          assertThat(number).isEqualTo(Double.parseDouble(cells[column]));
        } else {
          assertThat(value == null ? "" : value.toString()).isEqualTo(cells[column]);
        }
      }
    }
    assertThat(compared).isGreaterThan(100);
    assertThat(list(folder))
        .containsExactlyInAnyOrder("totals", "spark.pb.gz", "spark.csv", "spark.sizes");
  }

  @Test
  void aFleetWithoutRecordingsHasNoTotals() throws IOException {
    FleetBreakdown breakdown = new FleetBreakdown(FleetGrouping.NONE, AggregateOptions.DEFAULT);
    List<Warning> warnings = run(List.of(), breakdown, DEVICES, 1, 100_000);
    assertThat(warnings).extracting(Warning::id).contains(ErrorId.NO_SIZES_LEARNT);
    assertThat(folder.resolve("spark.sizes")).hasContent("heapconv sizes 1\nE\t0\t3c86f5b8\n");
    assertThat(folder.resolve("spark.csv")).content().hasLineCount(1);
    Dataset<Row> totals = TestSession.SPARK.read().parquet(folder.resolve("totals").toString());
    assertThat(totals.columns()).contains("space", "function");
    assertThat(totals.count()).isZero();
  }

  @Test
  void aPartThatIsNotWholeIsNamed() {
    byte[] whole =
        parts.stream()
            .map(row -> row.<byte[]>getAs(1))
            .filter(Objects::nonNull)
            .findFirst()
            .orElseThrow();
    List<Row> damaged =
        List.of(RowFactory.create("device-1-a.pftrace", Arrays.copyOf(whole, whole.length / 2)));
    FleetBreakdown breakdown = new FleetBreakdown(FleetGrouping.NONE, AggregateOptions.DEFAULT);
    assertThatThrownBy(() -> run(damaged, breakdown, DEVICES, 1, 100_000))
        .hasMessageContaining("the part of device-1-a.pftrace cannot be read");
    assertThat(folder).isEmptyDirectory();
  }

  private void assertSame() {
    assertThat(folder.resolve("spark.csv")).hasSameBinaryContentAs(folder.resolve("batch.csv"));
    assertThat(TestData.bytes(folder.resolve("spark.pb.gz")))
        .isEqualTo(TestData.bytes(folder.resolve("batch.pb.gz")));
    assertThat(folder.resolve("spark.sizes")).hasSameBinaryContentAs(folder.resolve("batch.sizes"));
  }

  private static List<String> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private List<Warning> run(
      FleetBreakdown breakdown, FleetDevices devices, int partitions, int rows) throws IOException {
    return run(parts, breakdown, devices, partitions, rows);
  }

  /**
   * Adds up parts on Spark.
   *
   * @param partitions of the parts
   * @param rows how many a task combines, and how many a partition has after the shuffle
   * @return what is warned of
   */
  private List<Warning> run(
      List<Row> some, FleetBreakdown breakdown, FleetDevices devices, int partitions, int rows)
      throws IOException {
    FleetOptions options =
        new FleetOptions(
            breakdown.groupBy(),
            devices,
            folder.resolve("spark.pb.gz"),
            new FleetOptions.FleetTable(folder.resolve("spark.csv"), Format.CSV, breakdown.rows()),
            folder.resolve("spark.sizes"),
            rows);
    TotalsJob job =
        new TotalsJob(
            TestSession.SPARK,
            options,
            0.95,
            TOOL,
            new org.apache.hadoop.fs.Path(folder.resolve("totals").toString()),
            rows,
            rows);
    job.run(TestSession.SPARK.createDataFrame(some, FleetParts.SCHEMA).repartition(partitions));
    return job.warnings();
  }

  /** Adds up the same recordings in a batch, which converts them once; likewise. */
  private List<Warning> batch(FleetBreakdown breakdown, FleetDevices devices) throws IOException {
    List<Warning> warnings = new ArrayList<>();
    FleetOptions fleet =
        new FleetOptions(
            breakdown.groupBy(),
            devices,
            folder.resolve("batch.pb.gz"),
            new FleetOptions.FleetTable(folder.resolve("batch.csv"), Format.CSV, breakdown.rows()),
            folder.resolve("batch.sizes"),
            1_000_000);
    BatchOptions options =
        new BatchOptions(
            inputs.stream().map(Path::toString).toList(),
            List.of(),
            new NameFilter(List.of(), List.of()),
            shared.resolve("batch"),
            BatchOptions.Existing.RESUME_BY_TIME,
            Formats.STANDARD,
            Format.PPROF,
            ReadOptions.DEFAULT,
            UnskewSetup.of(UnskewOptions.DEFAULT),
            new WriteOptions(TOOL, null),
            2,
            1 << 30,
            Long.MAX_VALUE,
            fleet,
            true);
    BatchListener listener =
        new BatchListener() {
          @Override
          public void warning(Warning warning) {
            warnings.add(warning);
          }
        };
    new Batch(options, listener, AtomicFile.Guard.NONE).run();
    return warnings;
  }
}
