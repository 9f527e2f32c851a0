package dev.heapconv.fleet;

import dev.heapconv.query.HumanNumbers;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Whether what devices hold rises from day to day: the slope of a line through what each device
 * holds on each day. Its error is clustered by devices, as one that is there on several days is no
 * new evidence, and by days, as something of a day may concern all devices (Cameron, Gelbach and
 * Miller 2011, Journal of Business and Economic Statistics 29).
 *
 * @param days how many there are; at least {@link #MIN_DAYS}
 * @param perDay the slope, in the unit of the view
 * @param low of its interval
 */
record FleetTrend(int days, double perDay, double low, double high) {

  /** Of fewer, it is not known how far they are from a line. */
  static final int MIN_DAYS = 3;

  /**
   * Asks what {@link FleetFigures} kept for rows by date.
   *
   * @return null if there are too few days
   */
  static @Nullable FleetTrend of(
      SqlEngine engine, FleetQuestion question, TableSelection table, double confidence)
      throws IOException {
    question.keep(engine, "fleet_held", Map.of(), table);
    List<SqlRow> days =
        FleetQuestion.rows(
            engine,
            "SELECT shown, sum(weight) AS w, sum(weight * x) / sum(weight) AS mean"
                + " FROM fleet_held GROUP BY shown ORDER BY shown",
            table);
    if (days.size() < MIN_DAYS) {
      return null;
    }
    double centre = mean(days, FleetTrend::day);
    double mean = mean(days, day -> day.number("mean"));
    double spread = mean(days, day -> Math.pow(day(day) - centre, 2));
    double slope = mean(days, day -> (day(day) - centre) * day.number("mean")) / spread;
    double weight = days.stream().mapToDouble(day -> day.number("w")).sum();
    double ofDays =
        mean(days, day -> Math.pow(day.number("mean") - mean - slope * (day(day) - centre), 2))
            / (days.size() - 2)
            / spread;
    List<String> line = new ArrayList<>();
    for (SqlRow day : days) {
      double place = day(day) - centre;
      String height = FleetQuestion.number(mean + slope * place);
      line.add("('%s', %s, %s)".formatted(day.text("shown"), FleetQuestion.number(place), height));
    }
    SqlRow scores =
        question
            .ask(engine, "fleet_trend.sql", Map.of("line", String.join(", ", line)), table)
            .get(0);
    double n = scores.count("n");
    double unit = 1 / Math.pow(weight * spread, 2);
    double ofDevices = scores.number("of_devices") * unit * n / Math.max(1, n - 1);
    double ofBoth = scores.number("of_both") * unit;
    double error = Math.sqrt(Math.max(Math.max(ofDays, ofDevices), ofDays + ofDevices - ofBoth));
    double margin =
        error * TDistribution.of(days.size() - 2).inverseSurvivalProbability((1 - confidence) / 2);
    return new FleetTrend(days.size(), slope, slope - margin, slope + margin);
  }

  private static double day(SqlRow day) {
    return LocalDate.parse(day.text("shown")).toEpochDay();
  }

  /** Over devices, with their weights. */
  private static double mean(List<SqlRow> days, ToDoubleFunction<SqlRow> value) {
    double sum = 0;
    double weight = 0;
    for (SqlRow day : days) {
      sum += day.number("w") * value.applyAsDouble(day);
      weight += day.number("w");
    }
    return sum / weight;
  }

  /** {@code rises by 1.2 KiB per device and day (0.8 KiB to 1.6 KiB), over 14 days}. */
  String text(FleetQuestion question) {
    String says = low > 0 ? "rises" : high < 0 ? "falls" : "no trend is found";
    return "%s %s: by %s per device and day (%s to %s), over %d days"
        .formatted(
            question.view(),
            says,
            number(perDay, question),
            number(low, question),
            number(high, question),
            days);
  }

  private static String number(double number, FleetQuestion question) {
    return HumanNumbers.exact(number, question.isOfBytes());
  }
}
