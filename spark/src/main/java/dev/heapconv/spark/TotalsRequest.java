package dev.heapconv.spark;

import dev.heapconv.Format;
import dev.heapconv.fleet.FleetBreakdown;
import dev.heapconv.fleet.FleetDevices;
import java.util.Objects;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Which totals to write over all recordings.
 *
 * @param breakdown what they are broken down by
 * @param devices which device each recording is from
 * @param confidence level of the intervals
 * @param tool name and version of the program
 * @param totals folder of the table in Parquet
 * @param profile pprof file of the totals of each stack; null for none
 * @param summary the same table as {@code totals} as a file of its own; null for none
 * @param summaryFormat one of those that {@link Format#isTable() are tables}
 * @param sizes file of what was recorded of sizes; null for none
 */
record TotalsRequest(
    FleetBreakdown breakdown,
    FleetDevices devices,
    double confidence,
    String tool,
    Path totals,
    @Nullable Path profile,
    @Nullable Path summary,
    Format summaryFormat,
    @Nullable Path sizes) {

  TotalsRequest {
    Objects.requireNonNull(breakdown, "breakdown");
    Objects.requireNonNull(devices, "devices");
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(totals, "totals");
  }
}
