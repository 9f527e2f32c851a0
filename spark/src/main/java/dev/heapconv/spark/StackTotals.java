package dev.heapconv.spark;

import dev.heapconv.fleet.FleetBreakdown;
import dev.heapconv.fleet.FleetCursor;
import dev.heapconv.fleet.FleetOrder;
import dev.heapconv.fleet.FleetRow;
import dev.heapconv.fleet.FleetStacks;
import dev.heapconv.fleet.SortedIds;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.PairFlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/** Adds up stacks on executors: combined before and after the shuffle, sorted over all. */
final class StackTotals {

  private StackTotals() {}

  /**
   * The keys and values of all rows, in the order of the partitions and in them.
   *
   * @param frames numbers of the frames
   * @param maxRows how many rows each task holds in memory before the shuffle
   */
  static JavaPairRDD<byte[], byte[]> of(
      JavaRDD<Row> parts,
      FleetBreakdown breakdown,
      Broadcast<SortedIds> frames,
      FleetOrder order,
      int maxRows,
      int partitions) {
    JavaPairRDD<byte[], byte[]> rows =
        parts.mapPartitionsToPair(new OfParts(breakdown, frames, order, maxRows));
    return SortedPairs.sorted(rows, partitions, key -> order.partition(key, partitions))
        .mapPartitionsToPair(new Combined(order));
  }

  /** Rows from pairs of keys and values. */
  static FleetCursor cursor(Iterator<Tuple2<byte[], byte[]>> pairs, FleetOrder order) {
    return () -> {
      if (!pairs.hasNext()) {
        return null;
      }
      Tuple2<byte[], byte[]> pair = pairs.next();
      return order.row(pair._1, pair._2);
    };
  }

  /** Pairs of keys and values from rows. */
  private static final class Pairs implements Iterator<Tuple2<byte[], byte[]>> {
    private final FleetCursor rows;
    private final FleetOrder order;
    private @Nullable FleetRow next;

    Pairs(FleetCursor rows, FleetOrder order) throws IOException {
      this.rows = rows;
      this.order = order;
      next = rows.next();
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public Tuple2<byte[], byte[]> next() {
      FleetRow row = next;
      if (row == null) {
        throw new NoSuchElementException();
      }
      Tuple2<byte[], byte[]> pair = new Tuple2<>(order.key(row), order.value(row));
      try {
        next = rows.next();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return pair;
    }
  }

  private static final class OfParts implements PairFlatMapFunction<Iterator<Row>, byte[], byte[]> {
    private static final long serialVersionUID = 1;

    private final FleetBreakdown breakdown;
    private final Broadcast<SortedIds> frames;
    private final FleetOrder order;
    private final int maxRows;

    OfParts(FleetBreakdown breakdown, Broadcast<SortedIds> frames, FleetOrder order, int maxRows) {
      this.breakdown = breakdown;
      this.frames = frames;
      this.order = order;
      this.maxRows = maxRows;
    }

    @Override
    public Iterator<Tuple2<byte[], byte[]>> call(Iterator<Row> rows) throws IOException {
      Iterator<InputStream> parts =
          new Iterator<>() {
            @Override
            public boolean hasNext() {
              return rows.hasNext();
            }

            @Override
            public InputStream next() {
              return StoredParts.content(rows.next());
            }
          };
      return new Pairs(new FleetStacks(breakdown, frames.value(), parts, maxRows), order);
    }
  }

  private static final class Combined
      implements PairFlatMapFunction<Iterator<Tuple2<byte[], byte[]>>, byte[], byte[]> {
    private static final long serialVersionUID = 1;

    private final FleetOrder order;

    Combined(FleetOrder order) {
      this.order = order;
    }

    @Override
    public Iterator<Tuple2<byte[], byte[]>> call(Iterator<Tuple2<byte[], byte[]>> sorted)
        throws IOException {
      return new Pairs(FleetCursor.combined(cursor(sorted, order)), order);
    }
  }
}
