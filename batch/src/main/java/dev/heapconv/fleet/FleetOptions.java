package dev.heapconv.fleet;

import dev.heapconv.Format;
import dev.heapconv.select.AggregateOptions;
import dev.heapconv.select.GroupBy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Totals over all recordings.
 *
 * @param groupBy what to split the totals by
 * @param devices which device each recording is from
 * @param profile pprof file of the totals of each stack; null for none
 * @param table table of the totals; null for none
 * @param sizes file of what was recorded of sizes, as {@link FleetSizes} writes it; null for none
 * @param maxRows how many rows to hold in memory; more go through temporary files
 */
public record FleetOptions(
    FleetGrouping groupBy,
    FleetDevices devices,
    @Nullable Path profile,
    @Nullable FleetTable table,
    @Nullable Path sizes,
    int maxRows) {

  /** Approximate memory of a row, in bytes. */
  public static final int BYTES_PER_ROW = 600;

  public FleetOptions {
    Objects.requireNonNull(groupBy, "groupBy");
    Objects.requireNonNull(devices, "devices");
  }

  /**
   * A table of the totals.
   *
   * @param file where to write it; null to only make it
   * @param format one of those that {@link Format#isTable() are tables}
   * @param rows what is summed up; grouping by dump is not possible
   */
  public record FleetTable(@Nullable Path file, Format format, AggregateOptions rows) {
    public FleetTable {
      if (!format.isTable() || rows.by() == GroupBy.DUMP) {
        throw new IllegalArgumentException("no table of " + rows.by() + " as " + format.id());
      }
    }
  }

  /** Whether anything is added up but sizes. */
  public boolean hasTotals() {
    return profile != null || table != null;
  }

  /** The files to write. */
  public List<Path> files() {
    List<Path> files = new ArrayList<>();
    if (profile != null) {
      files.add(profile);
    }
    Path summary = table == null ? null : table.file();
    if (summary != null) {
      files.add(summary);
    }
    if (sizes != null) {
      files.add(sizes);
    }
    return files;
  }

  /** What the totals are broken down by. */
  public FleetBreakdown breakdown() {
    return new FleetBreakdown(groupBy, table == null ? AggregateOptions.DEFAULT : table.rows());
  }
}
