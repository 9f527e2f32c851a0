package dev.heapconv.query;

import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the recordings of a fleet say of its devices, by group.
 *
 * @param devices how many devices the recordings are of
 * @param total of everything together
 * @param rows by number of the group; others are unknown
 */
public record DeviceFigures(int devices, Row total, Map<Integer, Row> rows) {

  public DeviceFigures {
    rows = Map.copyOf(rows);
  }

  /**
   * One view of a group.
   *
   * @param mean over all devices; without an interval for fewer than two
   * @param p50 what half of the devices do not exceed
   * @param p95 what 95 % of the devices do not exceed
   */
  public record Numbers(Estimate mean, double p50, double p95) {}

  /**
   * The numbers of a group.
   *
   * @param devices how many devices have it
   * @param share their share of all devices by weight, from 0 to 1
   * @param views by {@link View#ALL}
   */
  public record Row(int devices, Estimate share, List<Numbers> views) {
    public Row {
      views = List.copyOf(views);
    }
  }

  /**
   * Whether tables of a fleet have a column about its devices with this id.
   *
   * @param through whether groups count all stacks that pass through them
   */
  public static boolean hasColumn(@Nullable String id, boolean through) {
    DeviceFigures none = new DeviceFigures(0, new Row(0, Estimate.ZERO, List.of()), Map.of());
    return ResultColumn.field(id, Devices.columns(View.ALL, through, none)) != null;
  }

  /** What is known of a group, or of everything together; null if nothing is. */
  @Nullable Row row(int group) {
    return group == Result.TOTAL ? total : rows.get(group);
  }
}
