package dev.heapconv.fleet;

import dev.heapconv.fleet.FleetAnswer.AnswerKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/** What a fleet holds, and what that says of its devices. */
public final class FleetFigures {

  /** If the top 2 % of devices have more than this of a mean, its interval is too narrow. */
  static final double HEAVY = 1 / 3.0;

  private FleetFigures() {}

  /**
   * How to answer.
   *
   * @param confidence level of the intervals
   * @param filter what names of rows must contain; null for all rows
   * @param salt with which names of devices are hashed; null to show them
   */
  public record FleetView(double confidence, @Nullable Pattern filter, @Nullable String salt) {

    boolean shows(SqlRow row) {
      return filter == null
          || row.text("kind").equals("row") && filter.matcher(row.text("name")).find();
    }
  }

  /**
   * Asks a table, which the engine knows as that of side a.
   *
   * @return the total first, then rows by their mean
   */
  public static FleetAnswer of(
      SqlEngine engine, FleetQuestion question, TableSelection table, FleetView view)
      throws IOException {
    List<SqlRow> rows =
        new ArrayList<>(question.ask(engine, List.of("fleet.sql"), List.of(table), true));
    rows.removeIf(row -> row.text("kind").equals("total") && question.isOfRecordings());
    rows.sort(
        Comparator.comparing((SqlRow row) -> !row.text("kind").equals("total"))
            .thenComparing(row -> row.text("kind").equals("other"))
            .thenComparing(row -> -row.number("mean"))
            .thenComparing(row -> row.text("shown"))
            .thenComparing(row -> row.text("name")));
    AnswerBuilder answer = new AnswerBuilder(question, view.salt());
    List<String> notes = new ArrayList<>();
    double z = NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - view.confidence()) / 2);
    boolean found = false;
    boolean heavy = false;
    for (SqlRow row : rows) {
      // What nobody has is shown to those who look for it.
      if (view.shows(row) && (row.count("k") > 0 || view.filter() != null)) {
        found = true;
        heavy |= isHeavy(row);
        answer.begin(row.text("shown"), row.text("kind"), row.text("name"));
        add(answer, row, z, DeviceMean.of(row, view.confidence()));
      }
    }
    if (heavy) {
      notes.add(
          "heavy tail: 2 % of the devices hold more than a third of the mean, whose interval may be"
              + " too narrow; half of the devices hold no more than p50");
    }
    if (!found && !rows.isEmpty()) {
      long n = rows.stream().mapToLong(row -> row.count("n")).max().orElse(0);
      double most = Math.min(100, -100 * Math.log(1 - view.confidence()) / n);
      notes.add(
          String.format(
              Locale.ROOT,
              "nothing matches on 0 of %d devices, so on at most %.2g %% of all",
              n,
              most));
    }
    return answer.build(notes);
  }

  private static boolean isHeavy(SqlRow row) {
    return row.number("top_mean") > HEAVY * row.number("mean");
  }

  private static void add(AnswerBuilder answer, SqlRow row, double z, DeviceMean mean) {
    answer.count("n", row.count("n"));
    answer.count("k", row.count("k"));
    answer.number("devices_percent", AnswerKind.PERCENT, 100 * mean.share());
    answer.number("devices_percent_low", AnswerKind.PERCENT, 100 * mean.shareLow());
    answer.number("devices_percent_high", AnswerKind.PERCENT, 100 * mean.shareHigh());
    answer.value("mean", mean.mean());
    answer.value("mean_low", mean.low());
    answer.value("mean_high", mean.high());
    answer.value("standard_error", mean.error());
    answer.value("p50", row.numberOrZero("p50"));
    answer.value("p95", row.numberOrZero("p95"));
    answer.value("p99", row.numberOrZero("p99"));
    answer.flag("heavy_tail", isHeavy(row));
    double total = row.number("total");
    // Noise adds up in quadrature, the error of the law of sizes linearly.
    double half =
        row.count("unknown") > 0
            ? Double.NaN
            : z * Math.sqrt(row.number("variance") + Math.pow(row.number("model"), 2));
    answer.value("total", total);
    answer.value("total_low", Math.max(0, total - half));
    answer.value("total_high", total + half);
  }
}
