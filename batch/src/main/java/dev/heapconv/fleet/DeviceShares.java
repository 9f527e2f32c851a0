package dev.heapconv.fleet;

import dev.heapconv.aggregate.EstimateSums;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Warning;
import dev.heapconv.query.DeviceFigures;
import dev.heapconv.query.DeviceSums;
import dev.heapconv.query.RecordingSums;
import dev.heapconv.table.Table;
import dev.heapconv.thread.Cursor;
import dev.heapconv.unskew.Estimate;
import dev.heapconv.unskew.plan.Population;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Says what devices have of the rows of a table, in steps that one machine or several can do: parts
 * to values, sorted values to numbers of rows, and these to figures. Which rows there are is known
 * only when everything is added up; so parts are read again, and no other values have to be sorted.
 */
public final class DeviceShares implements Serializable {

  private static final long serialVersionUID = 1;

  /** Numbers of groups are forgotten from this on: there may be any number of stacks. */
  private static final int MAX_GROUPS = 1 << 18;

  private static final int UNKNOWN = -2;
  private static final int NUMBERS_OF_ESTIMATE = 5;
  private static final int NUMBERS_OF_ROW =
      1 + NUMBERS_OF_ESTIMATE + FleetPart.VIEWS * (NUMBERS_OF_ESTIMATE + 2);

  private final TableRows table;

  /** By section the recordings that have a heap in it, ascending. */
  private final int[][] covered;

  /** By recording. */
  private final int[] devices;

  /** By device. */
  private final double[] weights;

  private final double confidence;

  /**
   * @param survey of all parts
   * @param sections of the table
   * @param confidence level of the intervals
   */
  public DeviceShares(
      FleetBreakdown breakdown,
      FleetSurvey survey,
      FleetRecordings recordings,
      List<Table.Section> sections,
      double confidence) {
    this(breakdown, survey.contents(), recordings, sections, confidence);
  }

  DeviceShares(
      FleetBreakdown breakdown,
      FleetContents contents,
      FleetRecordings recordings,
      List<Table.Section> sections,
      double confidence) {
    this.confidence = confidence;
    table = new TableRows(sections);
    devices = recordings.devices();
    weights = recordings.weights();
    covered = new int[sections.size()][];
    for (int section = 0; section < covered.length; section++) {
      covered[section] =
          breakdown.groupBy() == FleetGrouping.NONE
              // A recording without heaps is one of a device that has nothing of them.
              ? recordings.all()
              : contents.recordings(sections.get(section).group());
    }
  }

  /** Warns of devices that the figures leave out because they have no weight. */
  public Optional<Warning> withoutWeight(FleetRecordings recordings) {
    return recordings.withoutWeight(Arrays.asList(covered));
  }

  /** What a recording has of a row of a table, as bytes that any engine can sort. */
  public static final class Value {

    static final Comparator<Value> ORDER = Comparator.comparingLong(value -> value.key);

    private static final int MAX_NUMBERS_BYTES = Short.BYTES + DeviceSums.NUMBERS * Double.BYTES;

    /** The memory that a value takes at most. */
    static final int MAX_BYTES = MAX_NUMBERS_BYTES + 6 * Long.BYTES;

    final long key;
    private final byte[] numbers;

    private Value(long key, byte[] numbers) {
      this.key = key;
      this.numbers = numbers;
    }

    /**
     * Numbers that are 0 are left out: recordings lack views, and only counts have a model.
     *
     * @param all as {@link DeviceSums#numbers} returns them
     */
    static Value of(int row, int recording, double[] all) {
      ByteBuffer bytes = ByteBuffer.allocate(MAX_NUMBERS_BYTES).putShort((short) 0);
      int present = 0;
      for (int i = 0; i < all.length; i++) {
        if (all[i] != 0) {
          present |= 1 << i;
          bytes.putDouble(all[i]);
        }
      }
      bytes.putShort(0, (short) present);
      return new Value(
          (long) row << Integer.SIZE | recording, Arrays.copyOf(bytes.array(), bytes.position()));
    }

    /** A value of the same {@link #key()} and {@link #numbers()}. */
    public static Value of(byte[] key, byte[] numbers) {
      return new Value(ByteBuffer.wrap(key).getLong(), numbers);
    }

    /** 8 bytes whose order, as unsigned bytes, is by row and then by recording. */
    public byte[] key() {
      return ByteBuffer.allocate(Long.BYTES).putLong(key).array();
    }

    /** What the recording has of the row; not a copy. */
    public byte[] numbers() {
      return numbers;
    }

    /** The number of the row that a {@link #key()} belongs to, from 0. */
    public static int row(byte[] key) {
      return ByteBuffer.wrap(key).getInt();
    }

    int row() {
      return (int) (key >> Integer.SIZE);
    }

    int recording() {
      return (int) key;
    }

    void read(double[] all) {
      ByteBuffer bytes = ByteBuffer.wrap(numbers);
      int present = bytes.getShort();
      for (int i = 0; i < all.length; i++) {
        all[i] = (present >> i & 1) == 0 ? 0 : bytes.getDouble();
      }
    }

    /** Stores values in a {@link SortedRuns run}. */
    static final class Codec implements SortedRuns.Codec<Value> {
      @Override
      public void write(Value value, DataOutputStream out) throws IOException {
        out.writeLong(value.key);
        out.writeByte(value.numbers.length);
        out.write(value.numbers);
      }

      @Override
      public Value read(DataInputStream in) throws IOException {
        long key = in.readLong();
        return new Value(key, in.readNBytes(in.readUnsignedByte()));
      }
    }
  }

  /** Receives values. */
  @FunctionalInterface
  public interface Values {
    void add(Value value) throws IOException;
  }

  /** Reads parts, with frames of its own. */
  public Reader reader(FleetBreakdown breakdown, Values values) {
    return new Reader(breakdown, new SharedFrames(breakdown.allocatorFrames()), values);
  }

  /** Finds in parts what each recording has of the rows. For one thread. */
  public final class Reader {
    private final FleetBreakdown breakdown;
    private final SharedFrames frames;
    private final PartReader parts;
    private final Values values;
    private final EstimateSums sum = EstimateSums.ofStacks();
    private RecordingSums sums;

    /** The row of each section and group, as far as they have been looked up. */
    private final Long2IntOpenHashMap rows = new Long2IntOpenHashMap();

    /**
     * @param frames receives those that it has not
     */
    Reader(FleetBreakdown breakdown, SharedFrames frames, Values values) {
      this.breakdown = breakdown;
      this.frames = frames;
      this.values = values;
      parts = new PartReader(frames);
      sums = new RecordingSums(breakdown.rows());
      rows.defaultReturnValue(UNKNOWN);
    }

    /** Finds the values of a part, as {@link FleetPart#write} wrote it. */
    public void read(int recording, InputStream part) throws IOException {
      read(recording, (reader, rows) -> reader.read(part, rows));
    }

    void read(int recording, PartReader.Part part) throws IOException {
      if (sums.groups() > MAX_GROUPS) {
        sums = new RecordingSums(breakdown.rows());
        rows.clear();
      }
      sums.begin(frames.table());
      part.read(parts, new Adding());
      for (int i = 0; i < sums.count(); i++) {
        int row = row(sums.section(i), sums.group(i));
        if (row != TableRows.NONE) {
          sums.copy(i, sum);
          values.add(Value.of(row, recording, DeviceSums.numbers(sum)));
        }
      }
    }

    private int row(int section, int group) {
      if (group == RecordingSums.TOTAL) {
        return table.total(section);
      }
      long key = (long) section << Integer.SIZE | group;
      int row = rows.get(key);
      if (row == UNKNOWN) {
        row = table.row(section, sums.key(group));
        rows.put(key, row);
      }
      return row;
    }

    private final class Adding implements FleetPart.Rows {
      private HeapInfo heap = FleetGroup.info("", "");
      private int section = TableRows.NONE;

      @Override
      public void heap(String device, HeapInfo info, int views) {
        heap = info;
        section =
            breakdown.groupBy() == FleetGrouping.NONE
                ? 0
                : table.section(breakdown.groupBy().group(device, info));
      }

      @Override
      public void row(int stack, EstimateSums row) {
        if (section != TableRows.NONE) {
          sums.add(section, heap, parts.frames(stack), row);
        }
      }
    }
  }

  /**
   * What devices have of rows, by number of the row.
   *
   * @param values in the order of their keys; all of each row
   */
  public Map<Integer, double[]> rows(Cursor<Value> values) throws IOException {
    Map<Integer, double[]> rows = new HashMap<>();
    double[] numbers = new double[DeviceSums.NUMBERS];
    Section section = null;
    Value value = values.next();
    while (value != null) {
      int row = value.row();
      int number = table.sectionOf(row);
      section = section == null || section.number != number ? new Section(number) : section;
      section.sums.clear();
      for (; value != null && value.row() == row; value = values.next()) {
        value.read(numbers);
        section.sums.add(section.device(value.recording()), numbers);
      }
      rows.put(row, numbers(section.sums.row()));
    }
    return rows;
  }

  /**
   * The figures of each section of the table.
   *
   * @param rows what devices have of each row, by its number
   */
  public List<DeviceFigures> figures(FleetBreakdown breakdown, Map<Integer, double[]> rows) {
    List<DeviceFigures> figures = new ArrayList<>();
    for (int number = 0; number < covered.length; number++) {
      Section section = new Section(number);
      Map<Integer, DeviceFigures.Row> ofGroups = new HashMap<>();
      int row = table.total(number);
      double[] total = rows.get(row);
      for (int group : table.groups(number)) {
        double[] found = rows.get(++row);
        if (found != null) {
          ofGroups.put(group, row(found));
        }
      }
      figures.add(
          new DeviceFigures(
              section.population.size(),
              // Without any values the total is that of no device.
              total == null ? section.sums.row() : row(total),
              ofGroups));
    }
    return figures;
  }

  /** The devices of one section: those of the recordings that have a heap in it. */
  private final class Section {
    private final int number;

    /** The number of each device here, by its number in the fleet; -1 for others. */
    private final int[] numbers = new int[weights.length];

    private final Population population;
    private final DeviceSums sums;

    Section(int number) {
      this.number = number;
      Arrays.fill(numbers, -1);
      int count = 0;
      int[] recordings = new int[covered[number].length];
      double[] weightsHere = new double[recordings.length];
      for (int recording : covered[number]) {
        int device = devices[recording];
        if (numbers[device] < 0) {
          weightsHere[count] = weights[device];
          numbers[device] = count++;
        }
        recordings[numbers[device]]++;
      }
      population = Population.weighted(Arrays.copyOf(weightsHere, count), confidence);
      sums = new DeviceSums(population, Arrays.copyOf(recordings, count));
    }

    int device(int recording) {
      return numbers[devices[recording]];
    }
  }

  private static double[] numbers(DeviceFigures.Row row) {
    DoubleBuffer numbers = DoubleBuffer.allocate(NUMBERS_OF_ROW).put(row.devices());
    put(row.share(), numbers);
    for (DeviceFigures.Numbers view : row.views()) {
      put(view.mean(), numbers);
      numbers.put(view.p50()).put(view.p95());
    }
    return numbers.array();
  }

  private static void put(Estimate estimate, DoubleBuffer numbers) {
    numbers.put(estimate.value()).put(estimate.low()).put(estimate.high());
    numbers.put(estimate.modelLow()).put(estimate.modelHigh());
  }

  private static DeviceFigures.Row row(double[] of) {
    DoubleBuffer numbers = DoubleBuffer.wrap(of);
    int devices = (int) numbers.get();
    Estimate share = estimate(numbers);
    List<DeviceFigures.Numbers> views = new ArrayList<>();
    while (numbers.hasRemaining()) {
      views.add(new DeviceFigures.Numbers(estimate(numbers), numbers.get(), numbers.get()));
    }
    return new DeviceFigures.Row(devices, share, views);
  }

  private static Estimate estimate(DoubleBuffer numbers) {
    return new Estimate(numbers.get(), numbers.get(), numbers.get(), numbers.get(), numbers.get());
  }
}
