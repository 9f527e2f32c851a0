package dev.heapconv.fleet;

import dev.heapconv.query.NumberColumn.Kind;
import dev.heapconv.query.NumberColumn.Role;
import dev.heapconv.query.ShownColumn.Form;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/** What the recorded devices of a fleet hold, with intervals for all devices like these. */
public final class FleetFigures {

  /** What is kept for the query, each made from those before it. */
  private static final List<String> STEPS =
      List.of("fleet_sections", "fleet_devices", "fleet_names", "fleet_means", "fleet_parts");

  /** The heading of the mark of rows of which few devices hold much. */
  static final String HEAVY_TAIL = "tail";

  /**
   * Of a row, which percentage of the devices holds from {@code 2^(step / 4)} to {@code 2^((step +
   * 1) / 4)} in the unit of the view: {@code step:percent}, with a space between; devices that have
   * nothing of it are left.
   */
  static final String HISTOGRAM = "histogram";

  /** Of more rows, histograms would make up most of a page. */
  private static final int MAX_HISTOGRAMS = 200;

  private FleetFigures() {}

  /**
   * Asks a table.
   *
   * @param confidence level of the intervals
   * @param filter pattern that names of rows must contain; null for all rows
   * @return the total, then the rows by their mean
   */
  public static FleetAnswer of(
      SqlEngine engine,
      FleetQuestion question,
      TableSelection table,
      double confidence,
      @Nullable Pattern filter)
      throws IOException {
    double z = NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - confidence) / 2);
    // What has been seen on none of n devices is on at most so many n-ths: the rule of three.
    double ofThree = -Math.log(1 - confidence);
    Map<String, String> places =
        Map.of("z", FleetQuestion.number(z), "of_three", FleetQuestion.number(ofThree));
    for (String step : STEPS) {
      question.keep(engine, step, places, table);
    }
    List<SqlRow> rows = question.ask(engine, "fleet.sql", places, table);
    long n = rows.stream().mapToLong(row -> row.count("n")).max().orElse(0);
    List<SqlRow> shown = new ArrayList<>();
    for (SqlRow row : rows) {
      boolean matches =
          filter == null
              // What nobody has is shown to those who look for it.
              ? row.count("k") > 0
              : row.isRow() && filter.matcher(row.text("name")).find();
      if (matches && !(row.isTotal() && question.isOfRecordings())) {
        addInterval(row, confidence);
        shown.add(row);
      }
    }
    shown.sort(
        Comparator.comparing((SqlRow row) -> !row.isTotal())
            .thenComparing(row -> row.text("kind").equals("other"))
            .thenComparing(row -> question.isOfDays() ? 0 : -row.number("mean"))
            .thenComparing(row -> row.text("shown"))
            .thenComparing(row -> row.text("name")));
    List<String> notes = new ArrayList<>();
    if (shown.isEmpty() && n > 0) {
      double most = Math.min(100, 100 * ofThree / n);
      notes.add(
          String.format(
              Locale.ROOT,
              "nothing matches on 0 of %,d devices, so on at most %.2g %% of all",
              n,
              most));
    }
    long devices =
        FleetQuestion.rows(engine, "SELECT count(DISTINCT device) AS n FROM fleet_devices", table)
            .get(0)
            .count("n");
    long sizes = shown.stream().mapToLong(row -> row.count("n")).distinct().count();
    List<String> summary = new ArrayList<>();
    if (sizes == 1) {
      summary.add(
          "%s %s%s; a device that lacks a row counts as 0"
              .formatted(
                  FleetAnswer.grouped(n),
                  n == 1 ? "device" : "devices",
                  n == devices ? "" : " in each of those " + FleetAnswer.grouped(devices)));
    }
    FleetTrend trend =
        question.isOfDays() && filter == null
            ? FleetTrend.of(engine, question, table, confidence)
            : null;
    return new FleetAnswer.AnswerBuilder(question, shown, "mean")
        .columns(Kind.COUNT, Role.FACT, "n", "k")
        .columns(Kind.PERCENT, Role.INTERVAL, "devices_percent")
        .ofView(Role.ESTIMATE, "mean")
        .ofView(Role.FACT, "standard_error")
        .ofView(Role.ESTIMATE, "p50", "p95", "p99")
        .columns(Kind.FLAG, Role.FACT, "heavy_tail")
        .ofView(Role.ESTIMATE, "total")
        .show("n", Form.COUNT, "n")
        .show("k", Form.COUNT, "k")
        .show(question.view() + " per device", Form.ESTIMATE, "mean")
        .show(HEAVY_TAIL, Form.MARK, Kind.FLAG, FleetFigures::saysMore)
        .showDimmed("p50", Form.VALUE, "p50")
        .showDimmed("p95", Form.VALUE, "p95")
        .showDimmed("p99", Form.VALUE, "p99")
        .with(
            summary, notes, List.of(FleetGroup.of(engine, question, table, devices)), trend, null);
  }

  /**
   * Adds to the total and the first rows which part of the devices holds how much, for pages.
   *
   * @param engine which has just answered
   * @param table that was asked
   */
  public static void addHistograms(SqlEngine engine, FleetAnswer answer, TableSelection table)
      throws IOException {
    Map<List<Object>, SqlRow> drawn = new HashMap<>();
    Set<String> ids = new LinkedHashSet<>();
    for (SqlRow row : answer.rows()) {
      if (!row.isRow() || drawn.size() < MAX_HISTOGRAMS) {
        drawn.put(List.of(row.text("shown"), row.count("id")), row);
        ids.add(Long.toString(row.count("id")));
      }
    }
    if (drawn.isEmpty()) {
      return;
    }
    Map<String, String> places = Map.of("ids", String.join(", ", ids));
    Map<SqlRow, StringJoiner> steps = new LinkedHashMap<>();
    for (SqlRow part : answer.question().ask(engine, "fleet_histograms.sql", places, table)) {
      SqlRow row = drawn.get(List.of(part.text("shown"), part.count("id")));
      if (row != null) {
        steps
            .computeIfAbsent(row, unused -> new StringJoiner(" "))
            .add(String.format(Locale.ROOT, "%d:%.4g", part.count("step"), part.number("percent")));
      }
    }
    steps.forEach((row, all) -> row.put(HISTOGRAM, all.toString()));
  }

  /** That few devices hold much of a row is plain where most hold nothing. */
  private static double saysMore(SqlRow row) {
    return row.isTotal() || 2 * row.count("k") > row.count("n") ? row.number("heavy_tail") : 0;
  }

  /** Adds the interval of the mean. */
  private static void addInterval(SqlRow row, double confidence) {
    double mean = row.number("mean");
    double error = row.number("standard_error");
    double t =
        TDistribution.of(row.number("degrees")).inverseSurvivalProbability((1 - confidence) / 2);
    double low = error * SkewedInterval.below(t, row.number("skewness"));
    double high = error * SkewedInterval.above(t, row.number("skewness"));
    double modelLow = row.number("mean_model_low");
    double modelHigh = row.number("mean_model_high");
    row.put("mean_low", Math.max(0, mean - Math.hypot(Math.min(mean, low), modelLow)));
    row.put("mean_high", mean + Math.hypot(high, modelHigh));
  }
}
