package dev.heapconv.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.Formats;
import dev.heapconv.batch.Batch;
import dev.heapconv.batch.BatchListener;
import dev.heapconv.batch.BatchOptions;
import dev.heapconv.batch.NameFilter;
import dev.heapconv.cli.FleetCommand;
import dev.heapconv.fleet.FleetDevices;
import dev.heapconv.fleet.FleetGrouping;
import dev.heapconv.fleet.FleetOptions;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import dev.heapconv.transform.UnskewOptions;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The totals of the whole job. */
@Isolated("a process has one Spark")
@Tag("slow")
class FleetTotalsTest extends FleetFixture {

  @Test
  void totalsAreThoseOfABatchToTheLastByte() throws IOException {
    List<Path> recordings = recordings();
    Path profile = folder.resolve("spark.pb.gz");
    Path summary = folder.resolve("spark.csv");
    assertThat(
            run(
                Stream.concat(
                        recordings.stream(),
                        Stream.of("--merge-into", profile, "--summary", summary, "--by", "library"))
                    .toArray()))
        .as(messages())
        .isIn(0, 5);

    FleetOptions fleet =
        new FleetOptions(
            FleetGrouping.NONE,
            FleetDevices.EACH_INPUT,
            folder.resolve("batch.pb.gz"),
            new FleetOptions.FleetTable(
                folder.resolve("batch.csv"),
                Format.CSV,
                AggregateOptions.DEFAULT.withBy(GroupBy.LIBRARY)),
            null,
            100_000);
    BatchOptions options =
        new BatchOptions(
            recordings.stream().map(Path::toString).toList(),
            List.of(),
            new NameFilter(List.of(), List.of()),
            folder.resolve("batch"),
            BatchOptions.Existing.REFUSE,
            Formats.STANDARD,
            Format.PPROF,
            ReadOptions.DEFAULT,
            UnskewOptions.DEFAULT,
            new WriteOptions(FleetCommand.tool(), null),
            2,
            1 << 30,
            Long.MAX_VALUE,
            fleet,
            false);
    new Batch(options, new BatchListener() {}, AtomicFile.Guard.NONE).run();
    assertThat(summary).hasSameBinaryContentAs(folder.resolve("batch.csv"));
    assertThat(profile).hasSameBinaryContentAs(folder.resolve("batch.pb.gz"));
    assertThat(FleetTable.query(tables, "SELECT * FROM totals"))
        .hasSize(Files.readAllLines(summary).size() - 1);
  }
}
