package dev.heapconv.fleet;

import dev.heapconv.aggregate.DeviceFigures;
import dev.heapconv.writer.table.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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
  private final TreeSet<String> withoutWeight = new TreeSet<>();

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

  /** The figures of each section of the table. */
  List<DeviceFigures> figures(List<FleetTotals.Part> parts, List<Table.Section> sections)
      throws IOException {
    TableRows table = new TableRows(sections);
    // Numbers of recordings, by which values are sorted, do not depend on who comes first.
    List<FleetTotals.Part> sorted =
        parts.stream().sorted(Comparator.comparing(FleetTotals.Part::input)).toList();
    List<DeviceValues> values = new ArrayList<>();
    List<DeviceReader> readers = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      values.add(new DeviceValues(temporary.resolve("devices-" + thread), mostValues()));
      readers.add(new DeviceReader(options, frames, table, values.get(thread)));
    }
    FleetParts.forEach(
        sorted.size(),
        threads,
        (thread, number) -> readers.get(thread).read(sorted.get(number), number));
    Sections figures = new Sections(sorted, table, readers);
    DeviceValues.forEach(values, figures::add);
    return figures.finish();
  }

  private int mostValues() {
    long bytes = (long) options.maxRows() * FleetOptions.BYTES_PER_ROW;
    return (int) Math.max(1, bytes / DeviceValues.BYTES / threads);
  }

  /** The devices without a weight, which the figures leave out. */
  SortedSet<String> withoutWeight() {
    return withoutWeight;
  }

  /** Makes the figures of one section after the other. */
  private final class Sections {
    private final List<FleetTotals.Part> recordings;
    private final TableRows table;
    private final List<DeviceReader> readers;
    private final List<DeviceFigures> done = new ArrayList<>();
    private @Nullable SectionFigures current;

    Sections(List<FleetTotals.Part> recordings, TableRows table, List<DeviceReader> readers) {
      this.recordings = recordings;
      this.table = table;
      this.readers = readers;
    }

    /** Values arrive row by row. */
    void add(int row, int recording, double[] value) {
      SectionFigures section = current;
      while (section == null || row >= table.end(done.size())) {
        section = next();
      }
      section.add(row, recording, value);
    }

    private SectionFigures next() {
      finishCurrent();
      int section = done.size();
      BitSet covered = new BitSet();
      readers.forEach(reader -> covered.or(reader.recordings(section)));
      SectionFigures figures =
          new SectionFigures(
              table,
              section,
              options.rows().showsCumulative(),
              covered,
              recordings,
              options.devices(),
              confidence,
              withoutWeight);
      current = figures;
      return figures;
    }

    private void finishCurrent() {
      if (current != null) {
        done.add(current.finish());
        current = null;
      }
    }

    List<DeviceFigures> finish() {
      finishCurrent();
      while (done.size() < table.sections()) {
        next();
        finishCurrent();
      }
      return done;
    }
  }
}
