package dev.heapconv.fleet;

import dev.heapconv.model.Warning;
import dev.heapconv.query.DeviceFigures;
import dev.heapconv.query.DeviceSums;
import dev.heapconv.table.Table;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What all machines must know to say what devices have of the rows of a table, and the steps: parts
 * to values, values to figures. A value belongs to a row and a recording; its key is 8 bytes, which
 * sort by row and then by recording.
 */
public final class DeviceShares implements Serializable {

  private static final long serialVersionUID = 1;

  private final TableRows table;
  private final int[][] covered;
  private final RecordingDevices devices;
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
    table = new TableRows(sections);
    covered =
        TableCoverage.of(breakdown, survey.contents(), recordings, sections).toArray(int[][]::new);
    devices = recordings.devices();
    this.confidence = confidence;
  }

  /** Takes the values of parts one after another. For one thread. */
  public final class Reader {
    private final DeviceReader reader;

    private Reader(FleetBreakdown breakdown, BiConsumer<byte[], byte[]> values) {
      reader =
          new DeviceReader(
              breakdown,
              new SharedFrames(breakdown.allocatorFrames()),
              table,
              (row, recording, value) -> {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                DeviceValues.write(value, new DataOutputStream(bytes));
                values.accept(
                    ByteBuffer.allocate(Long.BYTES).putInt(row).putInt(recording).array(),
                    bytes.toByteArray());
              });
    }

    /** Adds a part, as {@link FleetPart#write} wrote it. */
    public void read(int recording, InputStream part) throws IOException {
      reader.read((parts, rows) -> parts.read(part, rows), recording);
    }
  }

  /**
   * Reads parts.
   *
   * @param values receives the key and the bytes of each value
   */
  public Reader reader(FleetBreakdown breakdown, BiConsumer<byte[], byte[]> values) {
    return new Reader(breakdown, values);
  }

  /** The row that a key belongs to, from 0. */
  public static int row(byte[] key) {
    return ByteBuffer.wrap(key).getInt();
  }

  /** Makes figures of values, which come in the order of their keys. For one thread. */
  public final class Reducer {
    private final double[] numbers = new double[DeviceSums.NUMBERS];
    private final RowFigures rows;

    private Reducer(BiConsumer<Integer, byte[]> figures) {
      rows =
          new RowFigures(
              table,
              DeviceShares.this::devicesOf,
              (row, found) -> figures.accept(row, DeviceRow.bytes(found)));
    }

    /** Adds a value. */
    public void add(byte[] key, byte[] value) throws IOException {
      DeviceValues.read(new DataInputStream(new ByteArrayInputStream(value)), numbers);
      ByteBuffer place = ByteBuffer.wrap(key);
      rows.accept(place.getInt(), place.getInt(), numbers);
    }

    /** Passes on the last row. */
    public void finish() throws IOException {
      rows.finish();
    }
  }

  /**
   * Makes figures.
   *
   * @param figures receives the number of a row and what devices have of it
   */
  public Reducer reducer(BiConsumer<Integer, byte[]> figures) {
    return new Reducer(figures);
  }

  private SectionDevices devicesOf(int section) {
    return new SectionDevices(devices, covered[section], confidence);
  }

  /**
   * The figures of each section of the table.
   *
   * @param rows what a {@link Reducer} made of each row, by its number
   */
  public List<DeviceFigures> figures(FleetBreakdown breakdown, Map<Integer, byte[]> rows)
      throws IOException {
    SectionFigures figures = new SectionFigures(table);
    for (Map.Entry<Integer, byte[]> row : rows.entrySet()) {
      figures.accept(row.getKey(), DeviceRow.of(row.getValue()));
    }
    return figures.finish(this::devicesOf);
  }

  /** Warns of devices that the figures leave out because they have no weight. */
  public Optional<Warning> withoutWeight(FleetRecordings recordings) {
    return recordings.withoutWeight(Arrays.asList(covered));
  }
}
