package dev.heapconv.spark;

import dev.heapconv.Formats;
import dev.heapconv.batch.BatchPart;
import dev.heapconv.batch.BatchTally;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.batch.RecordingReader;
import dev.heapconv.cli.JobCommand;
import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetLabels;
import dev.heapconv.fleet.FleetOrigins;
import dev.heapconv.fleet.FleetTableWriter;
import dev.heapconv.model.ErrorId;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
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
 * @param folder for the folders of all attempts
 */
record TableTask(
    String[] arguments, FleetLabels labels, SerializableConfiguration hadoop, String folder)
    implements FlatMapFunction<Iterator<HadoopInput>, TaskOutput> {

  @Override
  public Iterator<TaskOutput> call(Iterator<HadoopInput> inputs) throws IOException {
    java.nio.file.Path local =
        Files.createTempDirectory(java.nio.file.Path.of(SparkFiles.getRootDirectory()), "table");
    try {
      Attempt attempt = new Attempt(local);
      attempt.convert(inputs);
      return List.of(attempt.output()).iterator();
    } finally {
      FileUtil.fullyDelete(local.toFile());
    }
  }

  private final class Attempt {
    private final JobCommand job = JobCommand.parse(arguments);
    private final FleetOrigins origins = job.origins(labels);
    private final Configuration configuration = hadoop.value();
    private final BatchTally tally = new BatchTally(Long.MAX_VALUE);
    private final java.nio.file.Path local;
    private @Nullable IOException unwritable;

    Attempt(java.nio.file.Path local) {
      this.local = local;
    }

    void convert(Iterator<HadoopInput> inputs) throws IOException {
      RecordingReader reader =
          new RecordingReader(Formats.STANDARD, job.readOptions(), job.unskewOptions());
      try (FleetTableWriter table =
          new FleetTableWriter(
              local,
              BatchPart.WHOLE,
              DuckDbTables.onOneThread(local),
              origins,
              job.rows(),
              JobCommand.tool(),
              false)) {
        while (inputs.hasNext()) {
          convert(inputs.next(), reader, table);
          if (unwritable != null) {
            throw unwritable;
          }
        }
        table.write();
      }
    }

    private void convert(HadoopInput input, RecordingReader reader, FleetTableWriter table)
        throws IOException {
      if (job.isTooLarge(input.size())) {
        ReadResult.Facts facts =
            new ReadResult.Facts(input.name(), null, input.size(), input.modified(), null, 0);
        String message = "larger than the limit of " + job.maxBytes() + " bytes";
        add(new ReadResult.Failure(facts, ErrorId.TOO_LARGE, message), table);
      } else {
        reader.read(input.source(configuration), member -> false, result -> add(result, table));
      }
    }

    private boolean add(ReadResult result, FleetTableWriter table) {
      try {
        table.add(result);
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
    TaskOutput output() throws IOException {
      TaskContext task = TaskContext.get();
      Path to = new Path(folder, Long.toString(task.taskAttemptId()));
      FileSystem files = HadoopInput.files(to, configuration);
      String part = "/task-%05d-".formatted(task.partitionId());
      List<String> names = new ArrayList<>();
      try (Stream<java.nio.file.Path> written = Files.walk(local)) {
        for (java.nio.file.Path file : written.filter(Files::isRegularFile).toList()) {
          String name = local.relativize(file).toString().replace(File.separatorChar, '/');
          String unique = name.replace("/" + BatchPart.WHOLE + "-", part);
          files.copyFromLocalFile(new Path(file.toUri()), new Path(to, unique));
          names.add(unique);
        }
      }
      return new TaskOutput(to.toString(), names, tally.result(), origins.counts());
    }
  }
}
