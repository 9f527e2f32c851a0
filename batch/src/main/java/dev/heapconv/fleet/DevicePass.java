package dev.heapconv.fleet;

import dev.heapconv.model.Warning;
import dev.heapconv.query.DeviceFigures;
import dev.heapconv.table.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Reads all parts again and says what the devices have of the rows of a table. Which rows these are
 * is known only when everything is added up; so no other values have to be sorted.
 */
final class DevicePass {

  private final FleetOptions options;
  private final SharedFrames frames;
  private final double confidence;
  private final int threads;
  private final Path temporary;
  private Optional<Warning> withoutWeight = Optional.empty();

  /**
   * @param frames those of all parts
   * @param temporary an existing folder for files that are deleted at the end
   */
  DevicePass(
      FleetOptions options, SharedFrames frames, double confidence, int threads, Path temporary) {
    this.options = options;
    this.frames = frames;
    this.confidence = confidence;
    this.threads = threads;
    this.temporary = temporary;
  }

  /**
   * The figures of each section of the table.
   *
   * @param parts by number of the recording
   * @param recordings the same
   * @param contents what they contain
   */
  List<DeviceFigures> figures(
      List<FleetTotals.Part> parts,
      FleetRecordings recordings,
      FleetContents contents,
      List<Table.Section> sections)
      throws IOException {
    FleetBreakdown breakdown = options.breakdown();
    TableRows table = new TableRows(sections);
    List<DeviceValues> values = new ArrayList<>();
    List<DeviceReader> readers = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      values.add(new DeviceValues(temporary.resolve("devices-" + thread), mostValues()));
      readers.add(new DeviceReader(breakdown, frames, table, values.get(thread)));
    }
    FleetParts.forEach(
        parts.size(),
        threads,
        (thread, number) ->
            readers
                .get(thread)
                .read((reader, rows) -> FleetParts.read(parts.get(number), reader, rows), number));
    List<int[]> covered = TableCoverage.of(breakdown, contents, recordings, sections);
    withoutWeight = recordings.withoutWeight(covered);
    RecordingDevices devices = recordings.devices();
    IntFunction<SectionDevices> devicesOf =
        section -> new SectionDevices(devices, covered.get(section), confidence);
    SectionFigures figures = new SectionFigures(table);
    RowFigures rows = new RowFigures(table, devicesOf, figures);
    DeviceValues.forEach(values, rows);
    rows.finish();
    return figures.finish(devicesOf);
  }

  private int mostValues() {
    long bytes = (long) options.maxRows() * FleetOptions.BYTES_PER_ROW;
    return (int) Math.max(1, bytes / DeviceValues.BYTES / threads);
  }

  /** Warns of devices without a weight, which the figures leave out. */
  Optional<Warning> withoutWeight() {
    return withoutWeight;
  }
}
