package dev.heapconv.fleet;

import dev.heapconv.query.DeviceFigures;
import dev.heapconv.query.DeviceSums;
import java.io.IOException;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Says what the devices have of the rows of a table. Values arrive by row and then by recording, on
 * one machine all of them, or on several those of some rows on each.
 */
final class RowFigures implements DeviceSink {

  private final TableRows table;
  private final IntFunction<SectionDevices> devicesOf;
  private final Sink sink;
  private int section = TableRows.NONE;
  private int row = TableRows.NONE;
  private @Nullable SectionDevices devices;
  private @Nullable DeviceSums sums;

  /** Receives the rows in the order of their numbers. */
  @FunctionalInterface
  interface Sink {
    void accept(int row, DeviceFigures.Row figures) throws IOException;
  }

  /**
   * @param devicesOf the devices of each section
   */
  RowFigures(TableRows table, IntFunction<SectionDevices> devicesOf, Sink sink) {
    this.table = table;
    this.devicesOf = devicesOf;
    this.sink = sink;
  }

  @Override
  public void accept(int ofRow, int recording, double[] value) throws IOException {
    if (ofRow != row) {
      finish();
      row = ofRow;
    }
    SectionDevices known = devices;
    DeviceSums adding = sums;
    if (known == null || adding == null || table.sectionOf(row) != section) {
      section = table.sectionOf(row);
      known = devicesOf.apply(section);
      adding = known.sums();
      devices = known;
      sums = adding;
    }
    adding.add(known.device(recording), value);
  }

  /** Passes on the last row. */
  void finish() throws IOException {
    if (sums != null && row != TableRows.NONE) {
      sink.accept(row, sums.row());
      sums.clear();
    }
    row = TableRows.NONE;
  }
}
