package dev.heapconv.fleet;

import dev.heapconv.model.StackTable;
import dev.heapconv.model.View;
import dev.heapconv.output.AtomicFile;
import dev.heapconv.query.DeviceFigures;
import dev.heapconv.table.Table;
import dev.heapconv.table.TableHeader;
import dev.heapconv.table.TableOptions;
import dev.heapconv.table.TableRenderer;
import dev.heapconv.thread.Ahead;
import dev.heapconv.thread.Cursor;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes the totals of a fleet, wherever they were added up. */
public final class FleetOutputs {

  private static final int ROWS_AT_ONCE = 256;
  private static final int MAX_AHEAD = 4;

  private FleetOutputs() {}

  /**
   * What the outputs say beside the rows.
   *
   * @param recordings how many were added up
   * @param views those that heaps have, in their order
   * @param frames contains the frames of all rows
   * @param confidence level of the intervals
   * @param tool name and version of the program
   */
  public record Facts(
      int recordings, List<View> views, StackTable frames, double confidence, String tool) {
    public Facts {
      views = views.isEmpty() ? View.ALL : View.ordered(views);
      Objects.requireNonNull(frames, "frames");
      Objects.requireNonNull(tool, "tool");
    }
  }

  /** Says what the devices of the fleet have of the rows of a table. */
  @FunctionalInterface
  public interface Devices {
    /**
     * @param sections groups by name; a single one with an empty name if there are none
     * @return for each of them
     */
    List<DeviceFigures> figures(List<Table.Section> sections) throws IOException;
  }

  /**
   * Writes the outputs that the options name. Each is written completely or not at all.
   *
   * @param rows read once, to the end; not closed
   * @param devices asked afterwards, and only for a table
   * @param threads how many threads to use: with more than one, another reads rows while this one
   *     writes
   * @return the table; null if the options name none
   */
  public static @Nullable Table write(
      FleetOptions options,
      Facts facts,
      Cursor<FleetRow> rows,
      Devices devices,
      int threads,
      AtomicFile.Guard guard)
      throws IOException {
    FleetOptions.FleetTable table = options.table();
    TableSums sums = table == null ? null : new TableSums(options, facts, table.rows());
    Cursor<FleetRow> added =
        () -> {
          FleetRow row = rows.next();
          if (row != null && sums != null) {
            sums.add(row);
          }
          return row;
        };
    Path profile = options.profile();
    if (profile == null) {
      while (added.next() != null) {
        // The table is all there is.
      }
    } else {
      AtomicFile.write(
          profile, out -> writeProfile(options, facts, added, threads, profile, out), guard);
    }
    if (table == null || sums == null) {
      return null;
    }
    TableHeader header = TableHeader.ofSum(facts.recordings, facts.confidence, facts.tool);
    Table shown = new Table(header, sums.sections(devices));
    Path file = table.file();
    if (file != null) {
      TableOptions page = TableOptions.of(table.rows());
      AtomicFile.write(
          file, out -> TableRenderer.of(table.format().id(), page).render(shown, out), guard);
    }
    return shown;
  }

  private static void writeProfile(
      FleetOptions options,
      Facts facts,
      Cursor<FleetRow> rows,
      int threads,
      Path profile,
      OutputStream out)
      throws IOException {
    TotalsProfile pprof = new TotalsProfile(options, facts, profile, out);
    if (threads == 1) {
      for (FleetRow row; (row = rows.next()) != null; ) {
        pprof.add(row);
      }
    } else {
      Cursor<List<FleetRow>> several = () -> some(rows);
      try (Ahead<List<FleetRow>> ahead = new Ahead<>(several, MAX_AHEAD, "fleet-merge")) {
        for (List<FleetRow> some; (some = ahead.next()) != null; ) {
          for (FleetRow row : some) {
            pprof.add(row);
          }
        }
      }
    }
    pprof.finish();
  }

  /** The next rows, to be handed to another thread; null after the last. */
  private static @Nullable List<FleetRow> some(Cursor<FleetRow> rows) throws IOException {
    List<FleetRow> some = new ArrayList<>(ROWS_AT_ONCE);
    for (FleetRow row; some.size() < ROWS_AT_ONCE && (row = rows.next()) != null; ) {
      some.add(row);
    }
    return some.isEmpty() ? null : some;
  }
}
