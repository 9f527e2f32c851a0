package dev.heapconv.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.query.Cell;
import dev.heapconv.query.Grade;
import dev.heapconv.query.NumberColumn;
import dev.heapconv.query.NumberColumn.Kind;
import dev.heapconv.query.NumberColumn.Meta;
import dev.heapconv.query.NumberColumn.Role;
import dev.heapconv.query.ShownColumn;
import dev.heapconv.testing.Node;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The page of a report shows each number as a terminal does, so that both can be compared. */
@Tag("slow")
class PageNumbersTest {

  private static final int NUMBERS = 4000;

  @TempDir Path folder;

  @Test
  void everyNumberIsThatOfTheTerminal() throws Exception {
    List<double[]> sums = new ArrayList<>();
    // What was 21.5k in one place and 21,600 in the other: rounded once, and twice.
    sums.add(new double[] {21_549.6, 21_000, 22_100});
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < NUMBERS; i++) {
      double value = Math.exp(random.nextDouble(0, 40));
      value = i % 2 == 0 ? value : Math.rint(value);
      double off = Math.exp(random.nextDouble(-8, 2));
      double low = i % 5 == 0 ? 0 : value / (1 + random.nextDouble() * off);
      sums.add(
          new double[] {value, i % 7 == 0 ? value : low, i % 7 == 0 ? value : value * (1 + off)});
    }
    List<String> expected = new ArrayList<>();
    List<Map<String, Object>> given = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Kind kind = i % 2 == 0 ? Kind.COUNT : Kind.BYTES;
      boolean isLimited = i > 1;
      NumberColumn column =
          NumberColumn.of(
              Meta.of("x", kind, Role.ESTIMATE).atBest(isLimited ? Grade.APPROXIMATE : Grade.PLAIN),
              row -> new Cell(sums.get(row)[0], sums.get(row)[1], sums.get(row)[2]));
      ShownColumn shown = ShownColumn.of("x", ShownColumn.Form.ESTIMATE, column);
      for (int row = 0; row < sums.size(); row++) {
        double[] sum = sums.get(row);
        // The page has a dash between the ends.
        expected.add(shown.cell(row).toString().replaceAll("(?<=\\d[kMGTPE]?)-(?=\\d)", "\u2013"));
        given.add(
            Map.of(
                "value",
                sum[0],
                "interval",
                new double[] {sum[1], sum[2]},
                "unit",
                kind == Kind.BYTES ? "bytes" : "count",
                "isLimited",
                isLimited));
      }
    }
    Map<String, Object> report =
        Map.of(
            "plainFactor",
            Grade.PLAIN_FACTOR,
            "approximateSpan",
            Grade.APPROXIMATE_SPAN,
            "confidence",
            "95 %");
    Path file = folder.resolve("sums.json");
    Files.write(
        file, JsonMapper.shared().writeValueAsBytes(Map.of("report", report, "sums", given)));

    assertThat(Node.run("numbers.mjs", Node.page(folder), file).lines().toList())
        .isEqualTo(expected)
        .startsWith("21,500 \u00b13 %");
  }
}
