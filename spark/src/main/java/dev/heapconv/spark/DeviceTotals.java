package dev.heapconv.spark;

import dev.heapconv.fleet.DeviceShares;
import dev.heapconv.fleet.FleetBreakdown;
import dev.heapconv.fleet.RecordingNumbers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.PairFlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import scala.Tuple2;

/** Says on executors what the devices have of the rows of a table. */
final class DeviceTotals {

  private DeviceTotals() {}

  /**
   * What devices have of each row, by its number.
   *
   * @param partitions how many to shuffle the values to
   */
  static Map<Integer, byte[]> of(
      JavaRDD<Row> parts,
      FleetBreakdown breakdown,
      Broadcast<RecordingNumbers> numbers,
      Broadcast<DeviceShares> shares,
      int partitions) {
    JavaPairRDD<byte[], byte[]> values =
        parts.mapPartitionsToPair(new Values(breakdown, numbers, shares));
    // The rows that most recordings have are the first of their sections.
    return SortedPairs.sorted(values, partitions, key -> DeviceShares.row(key) % partitions)
        .mapPartitionsToPair(new Figures(shares))
        .collectAsMap();
  }

  /** Takes the values of one part at a time. */
  private static final class Values implements PairFlatMapFunction<Iterator<Row>, byte[], byte[]> {
    private static final long serialVersionUID = 1;

    private final FleetBreakdown breakdown;
    private final Broadcast<RecordingNumbers> numbers;
    private final Broadcast<DeviceShares> shares;

    Values(
        FleetBreakdown breakdown,
        Broadcast<RecordingNumbers> numbers,
        Broadcast<DeviceShares> shares) {
      this.breakdown = breakdown;
      this.numbers = numbers;
      this.shares = shares;
    }

    @Override
    public Iterator<Tuple2<byte[], byte[]>> call(Iterator<Row> parts) {
      Queue<Tuple2<byte[], byte[]>> ready = new ArrayDeque<>();
      DeviceShares.Reader reader =
          shares.value().reader(breakdown, (key, value) -> ready.add(new Tuple2<>(key, value)));
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          while (ready.isEmpty() && parts.hasNext()) {
            Row part = parts.next();
            try {
              reader.read(
                  numbers.value().number(StoredParts.input(part)), StoredParts.content(part));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
          return !ready.isEmpty();
        }

        @Override
        public Tuple2<byte[], byte[]> next() {
          if (!hasNext()) {
            throw new NoSuchElementException();
          }
          return ready.remove();
        }
      };
    }
  }

  private static final class Figures
      implements PairFlatMapFunction<Iterator<Tuple2<byte[], byte[]>>, Integer, byte[]> {
    private static final long serialVersionUID = 1;

    private final Broadcast<DeviceShares> shares;

    Figures(Broadcast<DeviceShares> shares) {
      this.shares = shares;
    }

    @Override
    public Iterator<Tuple2<Integer, byte[]>> call(Iterator<Tuple2<byte[], byte[]>> sorted)
        throws IOException {
      List<Tuple2<Integer, byte[]>> rows = new ArrayList<>();
      DeviceShares.Reducer reducer =
          shares.value().reducer((row, figures) -> rows.add(new Tuple2<>(row, figures)));
      while (sorted.hasNext()) {
        Tuple2<byte[], byte[]> value = sorted.next();
        reducer.add(value._1, value._2);
      }
      reducer.finish();
      return rows.iterator();
    }
  }
}
