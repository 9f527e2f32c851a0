package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.List;
import java.util.LongSummaryStatistics;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PlanCommandTest {

  private static double[] csv(String interval, String size) {
    CommandRun run = CommandRun.of("plan", "--interval", interval, "--size", size, "-f", "csv");
    List<String> lines = run.out().lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0))
        .isEqualTo(
            "interval,size,expected_samples,probability_of_sample,expected_error,expected_error_given_sample");
    String[] cells = lines.get(1).split(",");
    double[] numbers = new double[cells.length];
    for (int i = 0; i < cells.length; i++) {
      numbers[i] = Double.parseDouble(cells[i]);
    }
    return numbers;
  }

  /**
   * The figures that the specification quotes: 512 KiB still sees 1.5 MiB, 2048 KiB sees 3.5 MiB.
   */
  @Test
  void publishedFigures() {
    assertThat(csv("512K", "1.5M")[3])
        .isCloseTo(1 - Math.exp(-3), offset(1e-12))
        .isGreaterThan(0.95);
    assertThat(csv("2048KiB", "3.5MiB")[3]).isGreaterThanOrEqualTo(0.8);
  }

  /** The expectation summed term by term. */
  @Test
  void errorsAreExpectationsOverThePoissonDistribution() {
    double lambda = 6;
    double probability = Math.exp(-lambda);
    double error = probability;
    for (int k = 1; k < 200; k++) {
      probability *= lambda / k;
      error += probability * Math.abs(k / lambda - 1);
    }
    double[] figures = csv("4096", "24K");

    assertThat(figures[2]).isEqualTo(lambda);
    assertThat(figures[4]).isCloseTo(error, offset(1e-12));
    assertThat(figures[5]).isCloseTo((error - Math.exp(-6)) / (1 - Math.exp(-6)), offset(1e-12));
  }

  @Test
  void helpSaysWhichIntervalsAndSizesAreUsual() {
    List<String[]> rows =
        CommandRun.of("plan", "-f", "csv")
            .out()
            .lines()
            .skip(1)
            .map(row -> row.split(","))
            .toList();
    LongSummaryStatistics intervals =
        rows.stream().mapToLong(row -> Long.parseLong(row[0])).summaryStatistics();
    LongSummaryStatistics sizes =
        rows.stream().mapToLong(row -> Long.parseLong(row[1])).summaryStatistics();
    assertThat(CommandRun.of("plan", "--help").out().replaceAll("\\s+", " "))
        .contains(
            "Default: %d bytes to %d MiB.".formatted(intervals.getMin(), intervals.getMax() >> 20),
            "Default: %d KiB to %d MiB.".formatted(sizes.getMin() >> 10, sizes.getMax() >> 20));
  }

  @Test
  void textShowsTheFiguresInOneScreen() {
    CommandRun run = CommandRun.of("plan", "--interval", "512K", "2M", "--size", "1.5M", "3.5M");

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .containsPattern("1\\.50 MiB +95\\.0% +52\\.8%")
        .containsPattern("3\\.50 MiB +>?99\\.9% +82\\.6%");
    assertThat(CommandRun.of("plan").out().lines())
        .hasSizeLessThan(50)
        .allMatch(line -> line.length() <= 100);
  }

  @Test
  void jsonHasEveryPair() throws Exception {
    CommandRun run = CommandRun.of("plan", "--interval=1,4K", "--size=1K,1M,1G", "-f", "json");
    JsonNode figures = JsonMapper.shared().readTree(run.out()).path("figures");

    assertThat(figures.size()).isEqualTo(6);
    assertThat(figures.at("/0/probability_of_sample").asDouble()).isEqualTo(1);
    assertThat(figures.at("/0/expected_error").asDouble()).isZero();
    assertThat(figures.at("/5/size").asLong()).isEqualTo(1L << 30);
  }

  /** Huffman's formula; see DetectableGrowthTest, and GateVerdictTest for the gate itself. */
  @Test
  void theGateIsPlannedInRuns() {
    CommandRun run =
        CommandRun.of("plan", "--gate", "--interval=509,4099", "--size=1M", "-f", "csv");
    assertThat(run.out().lines())
        .containsExactly(
            "interval,size,runs_power_80,runs_power_95",
            "509,1048576,98,154",
            "4099,1048576,789,1240");
    assertThat(CommandRun.of("plan", "--gate", "5%", "--interval=4099", "--size=1M").out())
        .contains("to find +5.0 % in 80 % of the cases")
        .containsPattern("\n +1 MiB +33\n");
    assertThat(CommandRun.of("plan", "--gate").out().lines())
        .hasSizeLessThan(40)
        .allMatch(line -> line.length() <= 110);
    assertThat(CommandRun.of("plan", "--gate", "x").status()).isEqualTo(ExitStatus.USAGE);
    assertThat(CommandRun.of("plan", "--gate", "--config", "a.b").status())
        .isEqualTo(ExitStatus.USAGE);
  }

  @Test
  void sizesThatAreNoneAreTold() {
    CommandRun run = CommandRun.of("plan", "--size", "many");

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("'many' is not a number of bytes");
  }
}
