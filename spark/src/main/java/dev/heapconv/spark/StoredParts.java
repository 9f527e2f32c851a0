package dev.heapconv.spark;

import dev.heapconv.fleet.DeviceShares;
import dev.heapconv.fleet.FleetBreakdown;
import dev.heapconv.fleet.FleetOrder;
import dev.heapconv.fleet.FleetPart;
import dev.heapconv.fleet.FleetRow;
import dev.heapconv.fleet.SortedIds;
import dev.heapconv.thread.Cursor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import scala.Tuple2;

/**
 * What executors make of the parts of a fleet, which are rows of input and part. Keys and values
 * that are shuffled are bytes, which any serializer of Spark stores as they are.
 */
final class StoredParts {

  private static final int INPUT = 0;
  private static final int PART = 1;

  private StoredParts() {}

  /** The rows of recordings: failures and archives have no part. */
  static Dataset<Row> of(Dataset<Row> table) {
    return table.select(PartRow.INPUT, PartRow.PART).where(functions.col(PartRow.PART).isNotNull());
  }

  private static InputStream content(Row part) {
    return new ByteArrayInputStream(part.<byte[]>getAs(PART));
  }

  /** Makes sums without any parts, on any machine. */
  @FunctionalInterface
  interface Empty<S> extends Supplier<S>, Serializable {}

  /**
   * Adds up all parts: executors some each, and then some of these sums.
   *
   * @param numbers of the recordings
   */
  static <S extends FleetPart.Sums> S sum(
      JavaRDD<Row> parts, Broadcast<SortedIds> numbers, Empty<S> empty) throws IOException {
    JavaRDD<byte[]> sums = parts.mapPartitions(some -> bytes(ofParts(some, numbers, empty)));
    // The driver gets few and adds up one at a time: each may hold most functions of the fleet.
    int few = (int) Math.ceil(Math.sqrt(sums.getNumPartitions()));
    return ofSums(
        sums.repartition(few).mapPartitions(some -> bytes(ofSums(some, empty))).toLocalIterator(),
        empty);
  }

  private static <S extends FleetPart.Sums> S ofParts(
      Iterator<Row> parts, Broadcast<SortedIds> numbers, Empty<S> empty) throws IOException {
    S sum = empty.get();
    while (parts.hasNext()) {
      Row part = parts.next();
      try {
        sum.add(numbers.value().number(part.getString(INPUT)), content(part));
      } catch (IOException e) {
        throw new IOException(
            "the part of " + part.getString(INPUT) + " cannot be read; convert it again", e);
      }
    }
    return sum;
  }

  private static <S extends FleetPart.Sums> S ofSums(Iterator<byte[]> sums, Empty<S> empty)
      throws IOException {
    S sum = empty.get();
    while (sums.hasNext()) {
      sum.addAll(new ByteArrayInputStream(sums.next()));
    }
    return sum;
  }

  private static Iterator<byte[]> bytes(FleetPart.Sums sums) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sums.write(bytes);
    return List.of(bytes.toByteArray()).iterator();
  }

  /**
   * The keys and values of the rows of all stacks, in the order of the partitions and in them:
   * combined before and after the shuffle.
   *
   * @param frames numbers of the frames
   * @param maxRows how many rows each task holds in memory before the shuffle
   */
  static JavaPairRDD<byte[], byte[]> stacks(
      JavaRDD<Row> parts,
      FleetBreakdown breakdown,
      Broadcast<SortedIds> frames,
      FleetOrder order,
      int maxRows,
      int partitions) {
    JavaPairRDD<byte[], byte[]> rows =
        parts.mapPartitionsToPair(
            some ->
                pairs(
                    FleetOrder.rows(
                        breakdown,
                        frames.value(),
                        stream(some).map(StoredParts::content).iterator(),
                        maxRows),
                    order));
    return sorted(rows, partitions, key -> order.partition(key, partitions))
        .mapPartitionsToPair(some -> pairs(FleetRow.combined(rows(some, order)), order));
  }

  private static Iterator<Tuple2<byte[], byte[]>> pairs(Cursor<FleetRow> rows, FleetOrder order) {
    return new CursorIterator<>(
        () -> {
          FleetRow row = rows.next();
          return row == null ? null : new Tuple2<>(order.key(row), order.value(row));
        });
  }

  /** The rows of keys and values. */
  static Cursor<FleetRow> rows(Iterator<Tuple2<byte[], byte[]>> pairs, FleetOrder order) {
    return () -> {
      Tuple2<byte[], byte[]> pair = pairs.hasNext() ? pairs.next() : null;
      return pair == null ? null : order.row(pair._1, pair._2);
    };
  }

  /**
   * What devices have of each row of a table, by its number.
   *
   * @param partitions how many to shuffle the values to
   */
  static Map<Integer, double[]> devices(
      JavaRDD<Row> parts,
      FleetBreakdown breakdown,
      Broadcast<SortedIds> numbers,
      Broadcast<DeviceShares> shares,
      int partitions) {
    JavaPairRDD<byte[], byte[]> values =
        parts.mapPartitionsToPair(some -> values(some, breakdown, numbers.value(), shares.value()));
    // The rows that most recordings have are the first of their sections.
    return sorted(values, partitions, key -> DeviceShares.Value.row(key) % partitions)
        .mapPartitionsToPair(
            some ->
                shares
                    .value()
                    .rows(
                        () -> {
                          Tuple2<byte[], byte[]> pair = some.hasNext() ? some.next() : null;
                          return pair == null ? null : DeviceShares.Value.of(pair._1, pair._2);
                        })
                    .entrySet()
                    .stream()
                    .map(row -> new Tuple2<>(row.getKey(), row.getValue()))
                    .iterator())
        .collectAsMap();
  }

  private static Iterator<Tuple2<byte[], byte[]>> values(
      Iterator<Row> parts, FleetBreakdown breakdown, SortedIds numbers, DeviceShares shares) {
    Queue<Tuple2<byte[], byte[]>> ready = new ArrayDeque<>();
    DeviceShares.Reader reader =
        shares.reader(breakdown, value -> ready.add(new Tuple2<>(value.key(), value.numbers())));
    return new CursorIterator<>(
        () -> {
          while (ready.isEmpty() && parts.hasNext()) {
            Row part = parts.next();
            reader.read(numbers.number(part.getString(INPUT)), content(part));
          }
          return ready.poll();
        });
  }

  private static <T> Stream<T> stream(Iterator<T> items) {
    Iterable<T> all = () -> items;
    return StreamSupport.stream(all.spliterator(), false);
  }

  /** Finds the partition of a key on executors, from 0. */
  @FunctionalInterface
  private interface PartitionOf extends ToIntFunction<byte[]>, Serializable {}

  /**
   * Sorts pairs by their keys within partitions; what does not fit into memory goes through files
   * of Spark's own.
   */
  private static JavaPairRDD<byte[], byte[]> sorted(
      JavaPairRDD<byte[], byte[]> pairs, int partitions, PartitionOf partitionOf) {
    return pairs.repartitionAndSortWithinPartitions(
        new Partitioner() {
          private static final long serialVersionUID = 1;

          @Override
          public int numPartitions() {
            return partitions;
          }

          @Override
          public int getPartition(Object key) {
            return partitionOf.applyAsInt((byte[]) key);
          }
        },
        (Comparator<byte[]> & Serializable) Arrays::compareUnsigned);
  }
}
