package dev.heapconv.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.ProfileBuilder;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.AggregateOptions;
import dev.heapconv.query.Difference;
import dev.heapconv.query.Growth;
import dev.heapconv.query.Question;
import dev.heapconv.query.Subject;
import dev.heapconv.query.Totals;
import dev.heapconv.testing.TestData;
import dev.heapconv.unskew.Estimate;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Each column of the tables for programs, of recordings made by hand: a new column fails until its
 * values are here. They were worked out by hand or follow from formulas in this test.
 */
class DocumentedColumnsTest {

  /** The normal quantile of 95 %. */
  private static final double Z = 1.959964;

  /** The tables, each with the values of its two rows by column. */
  private enum Columns {
    /**
     * {@code main} calls {@code f}. Half-widths of a sum have the sum of the products, 410 for
     * objects, and of the differences weighted by these, -22.22: 34.2 and 12.0. Allocated is twice
     * what is live.
     */
    TOTALS(
        """
          alloc_objects|80|20
          alloc_objects_low|8|10
          alloc_objects_high|100|40
          alloc_objects_grade|magnitude|approximate
          alloc_objects_percent|80.0000|20.0000
          alloc_objects_cum|100|20
          alloc_objects_cum_low|31|10
          alloc_objects_cum_high|124|40
          alloc_objects_cum_grade|approximate|approximate
          alloc_objects_cum_percent|100.0000|20.0000
          alloc_space|6000|2000
          alloc_space_low|5600|1800
          alloc_space_high|6400|2200
          alloc_space_grade|plain|plain
          alloc_space_percent|75.0000|25.0000
          alloc_space_cum|8000|2000
          alloc_space_cum_low|7552|1800
          alloc_space_cum_high|8448|2200
          alloc_space_cum_grade|plain|plain
          alloc_space_cum_percent|100.0000|25.0000
          objects|40|10
          objects_low|4|5
          objects_high|50|20
          objects_grade|magnitude|approximate
          objects_percent|80.0000|20.0000
          objects_cum|50|10
          objects_cum_low|15|5
          objects_cum_high|62|20
          objects_cum_grade|approximate|approximate
          objects_cum_percent|100.0000|20.0000
          space|3000|1000
          space_low|2800|900
          space_high|3200|1100
          space_grade|plain|plain
          space_percent|75.0000|25.0000
          space_cum|4000|1000
          space_cum_low|3776|900
          space_cum_high|4224|1100
          space_cum_grade|plain|plain
          space_cum_percent|100.0000|25.0000
          alloc_samples|6|4
          alloc_samples_cum|10|4
          samples|3|2
          samples_cum|5|2
          size||100
          function|main|f
          library|server|server
          caller||main
          size_source||code
        """) {
      @Override
      Question question() {
        return new Totals(AggregateOptions.DEFAULT, null);
      }

      @Override
      Subject subject() {
        return Subject.of(
            ProfileBuilder.oneHeap()
                .stack("f;main", new Estimate(10, 5, 20), new Estimate(1000, 900, 1100), 2)
                .ofSize(100)
                .stack("main", new Estimate(40, 4, 50), new Estimate(3000, 2800, 3200), 3)
                .build());
      }
    },

    /**
     * {@code f} grew, with larger allocations: of 400 recorded ones, 1000 bytes, would be 3000 of
     * 1200, and are 2000. Half-widths of both sides add in quadrature: 180.3 of bytes, and 5 and
     * 5.4 of objects; of the sum 193.6, and 5.2 and 5.6.
     */
    DIFFERENCE(
        """
          alloc_objects_base|20|10
          alloc_objects_new|60|10
          alloc_objects_diff|40|0
          alloc_objects_diff_low|30|-3
          alloc_objects_diff_high|51|3
          alloc_objects_beyond_noise|true|false
          alloc_objects_size_beyond_noise|true|false
          alloc_objects_cum_base|20|30
          alloc_objects_cum_new|60|70
          alloc_objects_cum_diff|40|40
          alloc_objects_cum_diff_low|30|29
          alloc_objects_cum_diff_high|51|52
          alloc_objects_cum_beyond_noise|true|true
          alloc_objects_cum_size_beyond_noise|true|true
          alloc_space_base|2000|1000
          alloc_space_new|4000|1000
          alloc_space_diff|2000|0
          alloc_space_diff_low|1639|-142
          alloc_space_diff_high|2361|142
          alloc_space_beyond_noise|true|false
          alloc_space_cum_base|2000|3000
          alloc_space_cum_new|4000|5000
          alloc_space_cum_diff|2000|2000
          alloc_space_cum_diff_low|1639|1612
          alloc_space_cum_diff_high|2361|2388
          alloc_space_cum_beyond_noise|true|true
          objects_base|10|5
          objects_new|30|5
          objects_diff|20|0
          objects_diff_low|15|-2
          objects_diff_high|26|2
          objects_beyond_noise|true|false
          objects_size_beyond_noise|true|false
          objects_cum_base|10|15
          objects_cum_new|30|35
          objects_cum_diff|20|20
          objects_cum_diff_low|15|14
          objects_cum_diff_high|26|26
          objects_cum_beyond_noise|true|true
          objects_cum_size_beyond_noise|true|true
          space_base|1000|500
          space_new|2000|500
          space_diff|1000|0
          space_diff_low|819|-71
          space_diff_high|1181|71
          space_beyond_noise|true|false
          space_cum_base|1000|1500
          space_cum_new|2000|2500
          space_cum_diff|1000|1000
          space_cum_diff_low|819|806
          space_cum_diff_high|1181|1194
          space_cum_beyond_noise|true|true
          function|f|main
          library|server|server
        """) {
      @Override
      Question question() {
        return new Difference(AggregateOptions.DEFAULT, null, null);
      }

      @Override
      Subject subject() {
        return new Subject(
            side(new Estimate(30, 26, 35), new Estimate(2000, 1850, 2150), 1200),
            side(new Estimate(10, 8, 13), new Estimate(1000, 900, 1100), 400));
      }

      private static EstimatedProfile side(Estimate objects, Estimate space, long samples) {
        return ProfileBuilder.oneHeap()
            .stack("f;main", objects, space, samples)
            .stack("main", new Estimate(5, 4, 6), new Estimate(500, 450, 550), 100)
            .build();
      }
    },

    /** Six dumps 1.5 s apart, of which {@code f} has 800 bytes and four samples more each time. */
    GROWTH(
        """
          space_first|1000|500
          space_peak|5000|500
          space_last|5000|500
          space_slope|32000|0
          space_slope_low|%s|-77
          space_slope_high|%s|77
          space_grows|true|false
          space_false_share|0.002778|1.000000
          space_lifetime|2.812500|
          space_lifetime_low|%s|
          space_lifetime_high|%s|
          function|f|g
          library|server|server
        """
            .formatted(growth())) {
      @Override
      Question question() {
        return new Growth(AggregateOptions.DEFAULT, View.SPACE);
      }

      @Override
      Subject subject() {
        ProfileBuilder builder = new ProfileBuilder();
        Estimate one = Estimate.exact(1);
        for (int dump = 0; dump < 6; dump++) {
          builder.heap(17, "server", "malloc", dump + 1, 6);
          double space = 1000 + 800 * dump;
          Estimate known = new Estimate(space, space * 0.9, space * 1.1);
          builder.stack("f;main", one, known, 1 + 4L * dump);
          builder.stack("g;main", one, new Estimate(500, 450, 550), 1);
        }
        return Subject.of(builder.build());
      }
    };

    private final Map<String, List<String>> values = new LinkedHashMap<>();

    Columns(String text) {
      text.lines()
          .map(line -> line.strip().split("[|]", -1))
          .forEach(cells -> values.put(cells[0], List.of(cells[1], cells[2])));
    }

    abstract Question question();

    abstract Subject subject();

    List<Map<String, String>> csv() throws IOException {
      String[] lines = Written.by(DelimitedRenderer.csv(), question(), subject()).split("\r\n", -1);
      List<Map<String, String>> rows = new ArrayList<>();
      String[] heads = lines[0].split(",", -1);
      for (int i = 1; i < lines.length - 1; i++) {
        String[] cells = lines[i].split(",", -1);
        assertThat(cells).hasSameSizeAs(heads);
        Map<String, String> row = new LinkedHashMap<>();
        for (int cell = 0; cell < cells.length; cell++) {
          row.put(heads[cell], cells[cell]);
        }
        rows.add(row);
      }
      return rows;
    }
  }

  /**
   * The ends of the slope and of the lifetime of {@code f}. At the last dump a sample of 42 is
   * worth 10,000 / 42 bytes with the variance of an interval of 10 %. Of 1 + 40 samples 20 were
   * freed: 21 were added, and perhaps that of the first dump went.
   */
  private static Object[] growth() {
    double minutes = 7.5 / 60;
    double worth = 10_000 / 42.0 / minutes;
    double variance = Math.pow(1000 / Z, 2) / 42;
    double scale = variance / minutes / minutes / worth;
    double added = 21 * worth / scale;
    double removed = worth / scale;
    double low = Math.hypot(added - lowest(added), highest(removed) - removed);
    double high = Math.hypot(highest(added) - added, removed - lowest(removed));

    // Little: 3,000 bytes on average, of 8,000 in 7.5 s; the mean varies by half the mean square
    // of the steps, over six dumps.
    double rate = 8000 / 7.5;
    double lifetime = 3000 / rate;
    double share = 1000 * (1 - Math.exp(-7.5 / lifetime)) * lifetime / 7.5 / 3000;
    double relative =
        variance * 40 / 7.5 / 7.5 / rate / rate
            + 2 * share * share * variance / 1e6
            + 800.0 * 800 / 2 / 6 / 3000 / 3000;
    double factor = Math.exp(Z * Math.sqrt(relative));
    return new Object[] {
      (long) Math.floor(32_000 - scale * low),
      (long) Math.ceil(32_000 + scale * high),
      String.format(Locale.ROOT, "%.4f", lifetime / factor),
      String.format(Locale.ROOT, "%.4f", lifetime * factor)
    };
  }

  private static double lowest(double n) {
    return GammaDistribution.of(n, 1).inverseCumulativeProbability(0.025);
  }

  private static double highest(double n) {
    return GammaDistribution.of(n + 1, 1).inverseSurvivalProbability(0.025);
  }

  static Stream<Arguments> columns() throws IOException {
    List<Arguments> all = new ArrayList<>();
    for (Columns table : Columns.values()) {
      for (String column : table.csv().get(0).keySet()) {
        all.add(Arguments.of(table, column));
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("columns")
  void eachColumnHasItsValues(Columns table, String column) throws IOException {
    assertThat(table.values).containsKey(column);
    List<Map<String, String>> rows = table.csv();
    assertThat(rows).hasSize(2);
    for (int row = 0; row < 2; row++) {
      String expected = table.values.get(column).get(row);
      String found = rows.get(row).get(column);
      boolean isRounded = column.startsWith("space_lifetime_");
      // Ends of times have more decimals than the quantiles here.
      assertThat(
              isRounded && !found.isEmpty()
                  ? String.format(Locale.ROOT, "%.4f", new BigDecimal(found))
                  : found)
          .isEqualTo(expected);
    }
  }

  private static final Pattern OF_VIEW =
      Pattern.compile("((?:alloc_)?(?:space|objects))(_cum)?(?:_diff(?=_))?(?:_(\\w+))?");

  /** Where JSON has a column: in an object of its view, whose number has no name of its own. */
  private static JsonNode json(JsonNode row, Columns table, String column) {
    if (table == Columns.GROWTH && column.startsWith("space_")) {
      return row.path("growth").path(column.substring("space_".length()));
    }
    Matcher samples = Pattern.compile("(alloc_)?samples(_cum)?").matcher(column);
    if (samples.matches()) {
      String view = samples.group(1) == null ? "space" : "alloc_space";
      return row.path(samples.group(2) == null ? "self" : "cum").path(view).path("samples");
    }
    Matcher matcher = OF_VIEW.matcher(column);
    if (!matcher.matches()) {
      return row.path(column.equals("function") ? "name" : column);
    }
    String name = matcher.group(3) == null ? "value" : matcher.group(3);
    return row.path(matcher.group(2) == null ? "self" : "cum").path(matcher.group(1)).path(name);
  }

  /** JSON leaves out the row of a difference that is noise, and what there is not. */
  @ParameterizedTest
  @EnumSource
  void jsonHasTheSameValues(Columns table) throws IOException {
    JsonNode rows = json(table).path("rows");
    assertThat(rows.size()).isEqualTo(table == Columns.DIFFERENCE ? 1 : 2);
    for (int row = 0; row < rows.size(); row++) {
      for (Map.Entry<String, String> cell : table.csv().get(row).entrySet()) {
        JsonNode found = json(rows.get(row), table, cell.getKey());
        String expected = cell.getValue();
        if (found.isNumber()) {
          assertThat(found.decimalValue()).as(cell.getKey()).isEqualByComparingTo(expected);
        } else {
          assertThat(found.asString("")).as(cell.getKey()).isEqualTo(expected);
        }
      }
    }
  }

  /** What JSON says of all functions together. */
  @Test
  void jsonHasTheTotals() throws IOException {
    JsonNode growth = json(Columns.GROWTH).path("growth");
    Map<String, String> expected = new LinkedHashMap<>();
    expected.put("dumps", "6");
    expected.put("seconds", "7.5");
    expected.put("heaps_with_one_dump", "0");
    expected.put("tested", "2");
    expected.put("dumps_needed", "5");
    expected.put("first", "1500");
    expected.put("peak", "5500");
    expected.put("last", "5500");
    expected.put("slope", "32000");
    expected.forEach(
        (name, value) ->
            assertThat(growth.path(name).decimalValue()).as(name).isEqualByComparingTo(value));
    JsonNode difference = json(Columns.DIFFERENCE).path("totals").path("space");
    assertThat(difference.path("base").intValue()).isEqualTo(1500);
    assertThat(difference.path("new").intValue()).isEqualTo(2500);
    assertThat(difference.path("diff").intValue()).isEqualTo(1000);
    assertThat(difference.path("low").intValue()).isEqualTo(806);
    assertThat(difference.path("high").intValue()).isEqualTo(1194);
    JsonNode totals = json(Columns.TOTALS).path("totals").path("objects");
    assertThat(totals.path("value").intValue()).isEqualTo(50);
    assertThat(totals.path("low").intValue()).isEqualTo(15);
    assertThat(totals.path("high").intValue()).isEqualTo(62);
    assertThat(totals.path("samples").intValue()).isEqualTo(5);
  }

  private static JsonNode json(Columns table) throws IOException {
    return JsonMapper.shared()
        .readTree(Written.by(new JsonRenderer(), table.question(), table.subject()));
  }

  /** The names that begin the items of the lists of columns. */
  @Test
  void documentedColumnsAreColumns() throws IOException {
    List<String> documented = new ArrayList<>();
    for (String page : List.of("docs/outputs.md", "docs/growth.md")) {
      String text = Files.readString(TestData.root().resolve(page));
      Matcher list = Pattern.compile("(?s)\nColumns of CSV.*?:\n\n(.*?)\n\n").matcher(text);
      assertThat(list.find()).isTrue();
      for (String item : list.group(1).split("(?m)^\\* ")) {
        Matcher name = Pattern.compile("\\G(?:, )?`(\\w+)`").matcher(item);
        while (name.find()) {
          documented.add(name.group(1));
        }
      }
    }
    List<String> known = new ArrayList<>(List.of("stack", "line"));
    for (Columns table : Columns.values()) {
      known.addAll(table.values.keySet());
    }
    assertThat(documented).hasSizeGreaterThan(30);
    assertThat(known).containsAll(documented);
  }
}
