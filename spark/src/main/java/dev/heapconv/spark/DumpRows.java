package dev.heapconv.spark;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.Column;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.transform.UnskewOptions;
import dev.heapconv.transform.Unskewing;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Reads inputs where an executor runs: a row for each dump of each heap, or one with an error for
 * an input that cannot be converted, which never fails the job.
 */
final class DumpRows implements FlatMapFunction<Iterator<Row>, Row> {

  /** What identifies a dump, and what it holds: totals of the four views, null if it has none. */
  static final StructType SCHEMA =
      new StructType()
          .add("input", DataTypes.StringType, false)
          .add("bytes", DataTypes.LongType)
          .add("modified", DataTypes.TimestampType)
          .add("error", DataTypes.StringType)
          .add("message", DataTypes.StringType)
          .add("device", DataTypes.StringType)
          .add("process", DataTypes.StringType)
          .add("pid", DataTypes.LongType)
          .add("package_version", DataTypes.StringType)
          .add("heap", DataTypes.StringType)
          .add("dump", DataTypes.IntegerType)
          .add("time", DataTypes.TimestampType)
          .add("sampling_interval", DataTypes.LongType)
          .add("alloc_objects", DataTypes.DoubleType)
          .add("alloc_space", DataTypes.DoubleType)
          .add("objects", DataTypes.DoubleType)
          .add("space", DataTypes.DoubleType);

  private final Broadcast<SerializableConfiguration> hadoop;

  /**
   * @param hadoop how to reach the file systems
   */
  DumpRows(Broadcast<SerializableConfiguration> hadoop) {
    this.hadoop = hadoop;
  }

  /**
   * @param inputs each a {@link FleetInput}
   * @return rows of {@link #SCHEMA}, made while they are taken: one input is in memory at a time
   */
  @Override
  public Iterator<Row> call(Iterator<Row> inputs) {
    Configuration configuration = hadoop.value().value();
    Unskewing unskewing = new Unskewing(UnskewOptions.DEFAULT);
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(inputs, Spliterator.ORDERED), false)
        .flatMap(row -> rows(FleetInput.of(row), configuration, unskewing).stream())
        .iterator();
  }

  private static List<Row> rows(
      FleetInput input, Configuration configuration, Unskewing unskewing) {
    try (InputStream in = input.path().getFileSystem(configuration).open(input.path())) {
      EstimatedProfile profile =
          unskewing.apply(HeapConv.read(InputSource.stream(input.uri(), in), ReadOptions.DEFAULT));
      List<Row> rows = new ArrayList<>();
      for (EstimatedHeap heap : profile.heaps()) {
        rows.add(dump(input, profile.capture().device(), heap));
      }
      return rows;
    } catch (IOException | RuntimeException | StackOverflowError e) {
      return List.of(failure(input, asKnown(input.uri(), e)));
    }
  }

  private static Row dump(FleetInput input, String device, EstimatedHeap heap) {
    HeapInfo info = heap.info();
    return RowFactory.create(
        input.uri(),
        input.size(),
        Instant.ofEpochMilli(input.modified()),
        null,
        null,
        device,
        info.process(),
        info.pid(),
        info.packageVersion(),
        info.heap(),
        info.dump(),
        info.timeNanos() == 0 ? null : Instant.ofEpochSecond(0, info.timeNanos()),
        info.samplingInterval(),
        total(heap, View.ALLOC_OBJECTS),
        total(heap, View.ALLOC_SPACE),
        total(heap, View.OBJECTS),
        total(heap, View.SPACE));
  }

  private static @Nullable Double total(EstimatedHeap heap, View view) {
    Column column = heap.column(view);
    return column == null ? null : column.total();
  }

  private static Row failure(FleetInput input, HeapConvException problem) {
    Object[] values = new Object[SCHEMA.length()];
    values[SCHEMA.fieldIndex("input")] = input.uri();
    if (input.size() >= 0) {
      values[SCHEMA.fieldIndex("bytes")] = input.size();
      values[SCHEMA.fieldIndex("modified")] = Instant.ofEpochMilli(input.modified());
    }
    values[SCHEMA.fieldIndex("error")] = problem.id().wireName();
    values[SCHEMA.fieldIndex("message")] = HeapConvException.reason(problem);
    return RowFactory.create(values);
  }

  private static HeapConvException asKnown(String uri, Throwable problem) {
    if (problem instanceof HeapConvException known) {
      return known;
    }
    if (problem instanceof FileNotFoundException) {
      return HeapConvException.input(ErrorId.NO_SUCH_FILE, uri);
    }
    if (problem instanceof AccessControlException) {
      return HeapConvException.input(ErrorId.PERMISSION_DENIED, uri);
    }
    return problem instanceof IOException
        ? HeapConvException.input(ErrorId.UNREADABLE, uri, HeapConvException.reason(problem))
        : HeapConvException.input(ErrorId.INTERNAL_ERROR, uri, problem);
  }
}
