package dev.heapconv.aggregate;

import dev.heapconv.model.View;
import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the recordings of a fleet say of its devices, by group. Each number is a column of a table,
 * and {@link Column#id} names that column in every output.
 */
public final class DeviceFigures {

  /** A kind of number. */
  public enum Part {
    /** How many devices have the group. */
    DEVICES,
    /** Their share of all devices, from 0 to 100. */
    DEVICES_PERCENT,
    /** Lower end of its interval. */
    DEVICES_PERCENT_LOW,
    /** Upper end of its interval. */
    DEVICES_PERCENT_HIGH,
    /** Mean of a view over all devices. */
    MEAN,
    /** Lower end of its interval, which holds how much devices differ. */
    MEAN_LOW,
    /** Upper end of its interval. */
    MEAN_HIGH,
    /** What half of the devices do not exceed. */
    P50,
    /** What 95 % of the devices do not exceed. */
    P95;

    /** Whether there is such a number for each view. */
    public boolean isOfView() {
      return compareTo(MEAN) >= 0;
    }
  }

  /**
   * A column of numbers.
   *
   * @param view null for a part that is the same for all views
   */
  public record Column(Part part, @Nullable View view, boolean cumulative) {

    /** Its name in every output: {@code devices}, {@code space_mean_low}, {@code space_cum_p95}. */
    public String id() {
      String name = part.name().toLowerCase(Locale.ROOT);
      return view == null ? name : view.name() + (cumulative ? "_cum_" : "_") + name;
    }
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

  private final int devices;
  private final boolean cumulative;
  private final Row total;
  private final Map<Integer, Row> rows;

  /**
   * @param devices how many devices the recordings are of
   * @param cumulative whether groups count all stacks that pass through them
   * @param total of everything together
   * @param rows by number of the group; others are unknown
   */
  public DeviceFigures(int devices, boolean cumulative, Row total, Map<Integer, Row> rows) {
    this.devices = devices;
    this.cumulative = cumulative;
    this.total = total;
    this.rows = Map.copyOf(rows);
  }

  /** How many devices the recordings are of. */
  public int devices() {
    return devices;
  }

  /** The columns for some views, in their order. */
  public static List<Column> columns(List<View> views, boolean cumulative) {
    List<Column> columns = new ArrayList<>();
    for (Part part : Part.values()) {
      if (!part.isOfView()) {
        columns.add(new Column(part, null, cumulative));
      }
    }
    for (View view : views) {
      for (Part part : Part.values()) {
        if (part.isOfView()) {
          columns.add(new Column(part, view, cumulative));
        }
      }
    }
    return columns;
  }

  /** The columns of these figures. */
  public List<Column> columns(List<View> views) {
    return columns(views, cumulative);
  }

  /** The column of an id; null for none. */
  public static @Nullable Column column(String id, boolean cumulative) {
    for (Column column : columns(View.ALL, cumulative)) {
      if (column.id().equals(id)) {
        return column;
      }
    }
    return null;
  }

  /** A number of a group; NaN if there is none. */
  public double number(Column column, int group) {
    Row row = rows.get(group);
    return row == null ? Double.NaN : number(column.part(), column.view(), row);
  }

  /** A number of everything together; NaN if there is none. */
  public double total(Column column) {
    return number(column.part(), column.view(), total);
  }

  private static double number(Part part, @Nullable View view, Row row) {
    Numbers numbers = row.views().get(view == null ? 0 : View.ALL.indexOf(view));
    Estimate mean = numbers.mean();
    return switch (part) {
      case DEVICES -> row.devices();
      case DEVICES_PERCENT -> 100 * row.share().value();
      case DEVICES_PERCENT_LOW -> 100 * row.share().low();
      case DEVICES_PERCENT_HIGH -> 100 * row.share().high();
      case MEAN -> mean.value();
      case MEAN_LOW -> mean.hasInterval() ? mean.low() : Double.NaN;
      case MEAN_HIGH -> mean.hasInterval() ? mean.high() : Double.NaN;
      case P50 -> numbers.p50();
      case P95 -> numbers.p95();
    };
  }

  /** Orders groups by a column, descending; those without a number come last. */
  Comparator<Integer> by(Column column) {
    return Comparator.comparingDouble(
        group -> {
          double number = number(column, group);
          return Double.isNaN(number) ? Double.POSITIVE_INFINITY : -number;
        });
  }
}
