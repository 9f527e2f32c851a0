package dev.heapconv.spark;

import dev.heapconv.Formats;
import dev.heapconv.batch.BatchTally;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.batch.RecordingReader;
import dev.heapconv.cli.JobCommand;
import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetLabels;
import dev.heapconv.fleet.FleetOrigins;
import dev.heapconv.fleet.FleetTableWriter;
import dev.heapconv.model.ErrorId;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkFiles;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Writes the table of the inputs of a partition as a batch does, on the disk of the machine, and
 * then copies its files to a folder that no other attempt writes to. So one that dies, or is slower
 * than another attempt, leaves nothing that counts.
 *
 * @param arguments of the job
 * @param table whose folder is at a path
 * @param hidden its folder for the folders of all attempts
 */
record TableTask(
    String[] arguments,
    FleetLabels labels,
    SerializableConfiguration hadoop,
    String table,
    String hidden)
    implements FlatMapFunction<Iterator<HadoopInput>, TaskOutput> {

  @Override
  public Iterator<TaskOutput> call(Iterator<HadoopInput> inputs) throws IOException {
    java.nio.file.Path local =
        Files.createTempDirectory(java.nio.file.Path.of(SparkFiles.getRootDirectory()), "table");
    try {
      return List.of(new Attempt(local).convert(inputs)).iterator();
    } finally {
      FileUtil.fullyDelete(local.toFile());
    }
  }

  private final class Attempt {
    private final JobCommand job = JobCommand.parse(arguments);
    private final FleetOrigins origins = job.origins(labels);
    private final Configuration configuration = hadoop.value();
    private final BatchTally tally = new BatchTally();
    private final java.nio.file.Path local;
    private @Nullable IOException unwritable;

    Attempt(java.nio.file.Path local) {
      this.local = local;
    }

    TaskOutput convert(Iterator<HadoopInput> inputs) throws IOException {
      RecordingReader reader =
          new RecordingReader(Formats.STANDARD, job.readOptions(), job.unskewOptions());
      try (FleetTableWriter rows =
          new FleetTableWriter(
              local, DuckDbTables.onOneThread(local), origins, job.rows(), JobCommand.tool())) {
        while (inputs.hasNext()) {
          convert(inputs.next(), reader, rows);
          if (unwritable != null) {
            throw unwritable;
          }
        }
        rows.write();
        return output(rows.hidden());
      }
    }

    private void convert(HadoopInput input, RecordingReader reader, FleetTableWriter rows)
        throws IOException {
      if (job.isTooLarge(input.size())) {
        ReadResult.Facts facts =
            new ReadResult.Facts(input.name(), null, input.size(), input.modified(), null, 0);
        String message = "larger than the limit of " + job.maxBytes() + " bytes";
        add(new ReadResult.Failure(facts, ErrorId.TOO_LARGE, message), rows);
      } else {
        reader.read(input.source(configuration), member -> false, result -> add(result, rows));
      }
    }

    private boolean add(ReadResult result, FleetTableWriter rows) {
      try {
        rows.add(result);
      } catch (IOException e) {
        unwritable = e;
        return false;
      }
      boolean isNoProfile =
          result instanceof ReadResult.Failure failure
              && (failure.isEmpty() || failure.isBesideRecordings());
      if (!isNoProfile) {
        tally.add(result);
      }
      return true;
    }

    /** Copies what was written to where the driver finds it. */
    private TaskOutput output(java.nio.file.Path written) throws IOException {
      String attempt = hidden + "/" + TaskContext.get().taskAttemptId();
      HadoopFiles files = HadoopFiles.of(table, configuration);
      for (String of : list(written)) {
        for (String day : list(written.resolve(of))) {
          for (String name : list(written.resolve(of).resolve(day))) {
            String place = of + "/" + day + "/" + name;
            files
                .files()
                .copyFromLocalFile(
                    new Path(written.resolve(place).toUri()), files.path(attempt + "/" + place));
          }
        }
      }
      return new TaskOutput(attempt, tally.result(), origins.counts());
    }
  }

  private static List<String> list(java.nio.file.Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<java.nio.file.Path> found = Files.list(folder)) {
      return found.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
