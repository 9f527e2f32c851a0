package dev.heapconv.spark;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.fleet.FleetDevices;
import dev.heapconv.fleet.FleetPart;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.regex.Pattern;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Makes the rows of the table of profiles: one for each stack of each heap of a recording. */
final class ProfileRows extends DecodedParts {

  /**
   * For each view: the estimate, its interval, and the half-widths that it is made of, which {@link
   * EstimateSums} adds up: the noise of sampling in quadrature, the error of the model of sizes
   * linearly. All are null if nothing of the view was recorded in the heap, and all but the
   * estimate if there is no interval.
   */
  private static final List<String> COLUMNS =
      List.of("", "_low", "_high", "_noise_lower", "_noise_upper", "_model_lower", "_model_upper");

  private static final int KEYS = 11;

  static final StructType SCHEMA = schema();

  private final FleetDevices devices;
  private final List<Heap> heaps = new ArrayList<>();

  /**
   * @param parts rows with {@link PartRow#INPUT} and {@link PartRow#PART}
   * @param device finds the name of the device in that of an input, see {@link FleetDevices}
   */
  ProfileRows(Iterator<Row> parts, @Nullable Pattern device) {
    super(parts);
    devices = new FleetDevices(device, null);
  }

  private static StructType schema() {
    StructType schema =
        new StructType()
            .add("input", DataTypes.StringType, false)
            .add("device", DataTypes.StringType, false)
            .add("build", DataTypes.StringType, false)
            .add("process", DataTypes.StringType, false)
            .add("package_version", DataTypes.StringType, false)
            .add("heap", DataTypes.StringType, false)
            .add("dump", DataTypes.IntegerType, false)
            .add("time", DataTypes.TimestampType)
            .add(StackRows.STACK_ID, DataTypes.StringType, false)
            .add("alloc_samples", DataTypes.LongType)
            .add("samples", DataTypes.LongType);
    for (View view : View.ALL) {
      for (String column : COLUMNS) {
        schema = schema.add(view.name() + column, DataTypes.DoubleType);
      }
    }
    return schema;
  }

  @Override
  FleetPart.Rows receiver(Row part) {
    String input = part.getAs(PartRow.INPUT);
    String name = devices.device(input);
    return new FleetPart.Rows() {
      private long allocations;
      private long live;

      @Override
      public void recorded(long recordedAllocations, long recordedLive) {
        allocations = recordedAllocations;
        live = recordedLive;
      }

      @Override
      public void heap(String build, HeapInfo info, int views) {
        heaps.add(
            new Heap(
                input,
                name,
                build,
                info.process(),
                info.packageVersion(),
                info.heap(),
                info.dump(),
                info.timeNanos() == 0 ? null : Instant.ofEpochSecond(0, info.timeNanos())));
      }

      @Override
      public void row(int stack, EstimateSums sums) {
        heaps.get(heaps.size() - 1).add(id(stack), allocations, live, sums);
      }
    };
  }

  @Override
  void finish(Queue<Row> made) {
    for (Heap heap : heaps) {
      heap.addTo(made);
    }
    heaps.clear();
  }

  /** The rows of a heap; which views were recorded is known after the last one. */
  private static final class Heap {
    private final @Nullable Object[] keys;
    private final List<@Nullable Object[]> rows = new ArrayList<>();
    private final boolean[] recorded = new boolean[FleetPart.VIEWS];

    /**
     * @param keys the first columns of its rows
     */
    Heap(@Nullable Object... keys) {
      this.keys = keys;
    }

    void add(String stack, long allocations, long live, EstimateSums sums) {
      @Nullable Object[] row = Arrays.copyOf(keys, SCHEMA.length());
      int at = keys.length;
      row[at++] = stack;
      row[at++] = allocations == FleetPart.UNKNOWN ? null : allocations;
      row[at++] = live == FleetPart.UNKNOWN ? null : live;
      for (int view = 0; view < FleetPart.VIEWS; view++) {
        recorded[view] |= sums.value(view) != 0;
        row[at] = sums.value(view);
        if (sums.hasInterval(view)) {
          row[at + 1] = sums.low(view);
          row[at + 2] = sums.high(view);
          row[at + 3] = sums.independentLower(view);
          row[at + 4] = sums.independentUpper(view);
          row[at + 5] = sums.commonLower(view);
          row[at + 6] = sums.commonUpper(view);
        }
        at += COLUMNS.size();
      }
      rows.add(row);
    }

    void addTo(Queue<Row> made) {
      for (@Nullable Object[] row : rows) {
        for (int view = 0; view < FleetPart.VIEWS; view++) {
          for (int i = 0; !recorded[view] && i < COLUMNS.size(); i++) {
            row[KEYS + view * COLUMNS.size() + i] = null;
          }
        }
        made.add(RowFactory.create(row));
      }
    }
  }
}
