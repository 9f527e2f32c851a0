package dev.heapconv.query;

import dev.heapconv.model.View;
import dev.heapconv.query.Shown.Form;
import dev.heapconv.unskew.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Sums of many recordings by group, with what the devices of the fleet have of each group. */
final class Devices extends Totals {

  private enum Part {
    /** How many devices have the group. */
    DEVICES,
    /** Their share of all devices. */
    DEVICES_PERCENT,
    /** Mean of a view over all devices; its interval holds how much devices differ. */
    MEAN,
    /** What half of the devices do not exceed. */
    P50,
    /** What 95 % of the devices do not exceed. */
    P95
  }

  private final DeviceFigures figures;

  private Devices(Totals totals, int[] rows, DeviceFigures figures) {
    super(totals.sums(), totals.measures(), totals.view(), rows, null);
    this.figures = figures;
  }

  /**
   * @param sort id of the column to sort the rows by; null or another column to keep their order
   */
  static Devices of(Totals totals, DeviceFigures figures, @Nullable String sort) {
    Column.Numbers by = Column.find(sort, columns(View.ALL, totals.isCumulative(), figures));
    int[] rows = totals.rows();
    return new Devices(
        totals,
        by == null
            ? rows
            : sorted(rows, totals.sums().groups(), ranks(rows, by.column(), by.bound())),
        figures);
  }

  static List<Column> columns(List<View> views, boolean through, DeviceFigures figures) {
    List<Column> columns = new ArrayList<>();
    columns.add(new DeviceColumn(Part.DEVICES, null, through, figures));
    columns.add(new DeviceColumn(Part.DEVICES_PERCENT, null, through, figures));
    for (View view : views) {
      for (Part part : List.of(Part.MEAN, Part.P50, Part.P95)) {
        columns.add(new DeviceColumn(part, view, through, figures));
      }
    }
    return columns;
  }

  private Column column(Part part) {
    View of = part == Part.DEVICES_PERCENT ? null : view();
    return new DeviceColumn(part, of, isCumulative(), figures);
  }

  @Override
  public List<Column> columns() {
    List<Column> columns = new ArrayList<>(super.columns());
    columns.addAll(columns(views(), isCumulative(), figures));
    return columns;
  }

  @Override
  public List<Column> totals() {
    List<Column> totals = new ArrayList<>(super.totals());
    totals.add(Column.fact("per_device", "of", Column.Kind.COUNT, figures.devices()));
    totals.addAll(columns(views(), isCumulative(), figures));
    return totals;
  }

  @Override
  void addDevices(boolean inDocument, List<Shown> columns) {
    Shown p50 = Shown.of("p50", Form.VALUE, column(Part.P50)).optional();
    String share = inDocument ? "devices %" : "devices%";
    columns.add(Shown.of("per device", Form.VALUE, column(Part.MEAN)));
    columns.add(Shown.of("interval", Form.INTERVAL, column(Part.MEAN)).optional());
    if (inDocument) {
      columns.add(p50);
    }
    columns.add(Shown.of("p95", Form.VALUE, column(Part.P95)).optional());
    columns.add(Shown.of(share, Form.PERCENT, column(Part.DEVICES_PERCENT)).optional());
    if (!inDocument) {
      columns.add(p50);
    }
  }

  @Override
  public List<String> describe(String moment, List<String> peak) {
    Shown mean = Shown.of("", Form.VALUE, column(Part.MEAN));
    StringBuilder text = new StringBuilder(mean.cell(TOTAL));
    text.append(view().isBytes() ? "" : " objects").append(mean.spacedInterval(TOTAL));
    if (figures.devices() > 1) {
      text.append("; half of them up to ");
      text.append(Shown.of("", Form.VALUE, column(Part.P50)).cell(TOTAL));
      text.append(", 95 % up to ").append(Shown.of("", Form.VALUE, column(Part.P95)).cell(TOTAL));
    }
    String of =
        figures.devices() == 1 ? "On 1 device" : "Mean of " + figures.devices() + " devices";
    List<String> lines = new ArrayList<>(super.describe(moment, peak));
    lines.add(labelled(of, text.toString()));
    return lines;
  }

  private static final class DeviceColumn extends Column {
    private final Part part;
    private final int view;
    private final DeviceFigures figures;

    DeviceColumn(Part part, @Nullable View view, boolean through, DeviceFigures figures) {
      super(
          (view == null ? "" : view.name() + (through ? "_cum_" : "_")) + name(part),
          "per_device" + (view == null ? "" : "/" + view.name()),
          name(part),
          view != null && view.isBytes() ? Kind.BYTES : kind(part),
          part == Part.DEVICES_PERCENT || part == Part.MEAN);
      this.part = part;
      this.view = view == null ? 0 : View.ALL.indexOf(view);
      this.figures = figures;
    }

    private static String name(Part part) {
      return part.name().toLowerCase(Locale.ROOT);
    }

    private static Kind kind(Part part) {
      return switch (part) {
        case DEVICES -> Kind.COUNT;
        case DEVICES_PERCENT -> Kind.SHARE;
        case MEAN, P50, P95 -> Kind.DECIMAL;
      };
    }

    private DeviceFigures.@Nullable Row of(int row) {
      return row == TOTAL ? figures.total() : figures.rows().get(row);
    }

    @Override
    public double number(Bound bound, int row) {
      DeviceFigures.Row found = of(row);
      if (found == null) {
        return Double.NaN;
      }
      double plain =
          switch (part) {
            case DEVICES -> found.devices();
            case DEVICES_PERCENT -> 100 * bound(found.share(), bound);
            case MEAN -> mean(found.views().get(view).mean(), bound);
            case P50 -> found.views().get(view).p50();
            case P95 -> found.views().get(view).p95();
          };
      boolean hasBounds = part == Part.DEVICES_PERCENT || part == Part.MEAN;
      return bound == Bound.VALUE || hasBounds ? plain : Double.NaN;
    }

    private static double mean(Estimate mean, Bound bound) {
      return bound == Bound.VALUE || mean.hasInterval() ? bound(mean, bound) : Double.NaN;
    }

    private static double bound(Estimate estimate, Bound bound) {
      return switch (bound) {
        case VALUE -> estimate.value();
        case LOW -> estimate.low();
        case HIGH -> estimate.high();
      };
    }

    /** All numbers of a view have the unit of the means. */
    @Override
    double size(int row) {
      DeviceFigures.Row found = of(row);
      return found == null ? 0 : found.views().get(view).mean().value();
    }
  }
}
