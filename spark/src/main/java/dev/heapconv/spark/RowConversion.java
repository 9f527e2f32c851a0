package dev.heapconv.spark;

import dev.heapconv.Formats;
import dev.heapconv.batch.ReadResult;
import dev.heapconv.batch.RecordingReader;
import dev.heapconv.cli.JobCommand;
import dev.heapconv.fleet.FleetLabels;
import dev.heapconv.fleet.FleetOrigins;
import dev.heapconv.fleet.FleetRows;
import dev.heapconv.fleet.FleetSizes;
import dev.heapconv.model.ErrorId;
import dev.heapconv.transform.LearnedSizes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** Turns the inputs of a partition into rows: a day, and a row of one of the tables. */
record RowConversion(
    String[] arguments, FleetLabels labels, SerializableConfiguration hadoop, boolean learns)
    implements FlatMapFunction<Iterator<HadoopInput>, Row> {

  @Override
  public Iterator<Row> call(Iterator<HadoopInput> inputs) throws IOException {
    return new Rows(inputs);
  }

  private final class Rows implements Iterator<Row> {
    private final Iterator<HadoopInput> inputs;
    private final JobCommand job = JobCommand.parse(arguments);
    private final FleetOrigins origins = job.origins(labels);
    private final Configuration configuration = hadoop.value();
    private final RecordingReader reader;
    private final ArrayDeque<Row> made = new ArrayDeque<>();
    private @Nullable LearnedSizes learned = learns ? new LearnedSizes() : null;

    Rows(Iterator<HadoopInput> inputs) throws IOException {
      this.inputs = inputs;
      reader = new RecordingReader(Formats.STANDARD, job.readOptions(), job.unskewOptions());
    }

    @Override
    public boolean hasNext() {
      while (made.isEmpty() && inputs.hasNext()) {
        convert(inputs.next());
      }
      if (made.isEmpty() && learned != null) {
        made.add(RowFactory.create(null, null, null, null, bytes(learned)));
        learned = null;
      }
      return !made.isEmpty();
    }

    @Override
    public Row next() {
      return made.remove();
    }

    private void convert(HadoopInput input) {
      if (job.isTooLarge(input.size())) {
        ReadResult.Facts facts =
            new ReadResult.Facts(input.name(), null, input.size(), input.modified(), null, 0);
        String message = "larger than the limit of " + job.maxBytes() + " bytes";
        add(new ReadResult.Failure(facts, ErrorId.TOO_LARGE, message));
      } else {
        reader.read(input.source(configuration), member -> false, this::add);
      }
    }

    private boolean add(ReadResult result) {
      FleetRows rows = FleetRows.of(result, origins, job.rows());
      if (rows == null) {
        return true;
      }
      for (FleetRows.HeapRows heap : rows.heaps()) {
        for (List<@Nullable Object> row : heap.rows()) {
          List<@Nullable Object> whole = new ArrayList<>(heap.first());
          whole.addAll(row);
          made.add(RowFactory.create(rows.date(), row(whole), null, null, null));
        }
      }
      made.add(RowFactory.create(rows.date(), null, row(rows.recording()), null, null));
      if (rows.error() != null) {
        made.add(RowFactory.create(rows.date(), null, null, row(rows.error()), null));
      }
      if (learned != null && result instanceof ReadResult.Recording recording) {
        FleetSizes.add(recording, learned);
      }
      return true;
    }

    private static Row row(List<? extends @Nullable Object> values) {
      List<@Nullable Object> converted = new ArrayList<>();
      for (Object value : values) {
        converted.add(value instanceof Map<?, ?> map ? CollectionConverters.asScala(map) : value);
      }
      return RowFactory.create(converted.toArray());
    }

    private static byte[] bytes(LearnedSizes sizes) {
      try {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        sizes.write(bytes);
        return bytes.toByteArray();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
