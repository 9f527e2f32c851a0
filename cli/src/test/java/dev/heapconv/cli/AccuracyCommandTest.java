package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AccuracyCommandTest {

  private static double[] csv(String interval, String size) {
    CommandRun run = CommandRun.of("accuracy", "--interval", interval, "--size", size, "-f", "csv");
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
  void textShowsTheFiguresInOneScreen() {
    CommandRun run =
        CommandRun.of("accuracy", "--interval", "512K", "2M", "--size", "1.5M", "3.5M");

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .containsPattern("1\\.50 MiB +95\\.0% +52\\.8%")
        .containsPattern("3\\.50 MiB +>?99\\.9% +82\\.6%");
    assertThat(CommandRun.of("accuracy").out().lines())
        .hasSizeLessThan(50)
        .allMatch(line -> line.length() <= 100);
  }

  @Test
  void jsonHasEveryPair() throws Exception {
    CommandRun run = CommandRun.of("accuracy", "--interval=1,4K", "--size=1K,1M,1G", "-f", "json");
    JsonNode figures = JsonMapper.shared().readTree(run.out()).path("figures");

    assertThat(figures.size()).isEqualTo(6);
    assertThat(figures.at("/0/probability_of_sample").asDouble()).isEqualTo(1);
    assertThat(figures.at("/0/expected_error").asDouble()).isZero();
    assertThat(figures.at("/5/size").asLong()).isEqualTo(1L << 30);
  }

  @Test
  void sizesThatAreNoneAreTold() {
    CommandRun run = CommandRun.of("accuracy", "--size", "many");

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("'many' is not a number of bytes");
  }

  @Test
  void countsInCsv() {
    CommandRun run =
        CommandRun.of(
            "accuracy", "--interval", "1,4K", "--count", "1k", "--size", "24,24:9+4K:1", "-fcsv");

    List<String> lines = run.out().lines().toList();
    assertThat(lines)
        .hasSize(5)
        .startsWith(
            "interval,count,size,probability_of_sample,expected_recorded,estimate_ratio_p10,"
                + "estimate_ratio_median,estimate_ratio_p90,probability_within_2x,"
                + "interval_width,interval_coverage",
            "1,1000,24,1.0,1000.0,1.0,1.0,1.0,1.0,1.0,1.0",
            "1,1000,24:0.9+4096:0.1,1.0,1000.0,1.0,1.0,1.0,1.0,1.0,1.0");
    assertThat(lines.get(3)).startsWith("4096,1000,24,0.99");
    assertThat(Double.parseDouble(lines.get(3).split(",")[4]))
        .isCloseTo(1000 * -Math.expm1(-24 / 4096.0), offset(1e-9));
  }

  @Test
  void countsInJson() {
    CommandRun run =
        CommandRun.of(
            "accuracy", "--interval=4K", "--count=1e12,1.5M", "--size=24:0.9+1M:0.1", "-f=json");
    JsonNode figures = JsonMapper.shared().readTree(run.out()).path("figures");

    assertThat(figures.size()).isEqualTo(2);
    assertThat(figures.at("/0/count").asLong()).isEqualTo(1_000_000_000_000L);
    assertThat(figures.at("/1/count").asLong()).isEqualTo(1_500_000);
    assertThat(figures.at("/1/sizes/1/size").asLong()).isEqualTo(1 << 20);
    assertThat(figures.at("/1/sizes/1/share").asDouble()).isEqualTo(0.1);
    assertThat(figures.at("/1/interval_width").asDouble()).isGreaterThan(1);
  }

  @Test
  void countsInText() {
    CommandRun run =
        CommandRun.of("accuracy", "--count", "100k", "2", "--size", "64", "24:0.9+4K:0.1");

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("100k allocations of 64 B\n", "2 allocations of 24 B (90.0%) + 4 KiB (10.0%)\n")
        .containsPattern("\n +512 B +100\\.0% +11\\.8k .* 100% +[0-9.]+ +100%\n");
    assertThat(run.out().lines()).hasSizeLessThan(50).allMatch(line -> line.length() <= 100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-5", "1.5", "many", "", "1e30", "NaN", "99999999P"})
  void countsThatAreNone(String count) {
    CommandRun.of("accuracy", "--size=24", "--count=" + count)
        .isUsageError("--count", "is not a number of allocations such as");
  }

  @ParameterizedTest
  @CsvSource({
    "24:0.9, is not a mix",
    "24:0.9+4K, is not a mix",
    "24+4K, is not a number of bytes",
    "24:0.9+, is not a mix",
    "24:0+4K:1, is not a share",
    "24:-1+4K:2, is not a share",
    "24:NaN+4K:2, is not a share",
    "24:1e999+4K:2, is not a share",
    "24:1e-999+4K:2, is not a share",
    "24:+4K:2, is not a share",
    "0:1+4K:2, is not a number of bytes",
    "-8:1+4K:2, is not a number of bytes",
    "0, is not a number of bytes"
  })
  void mixesThatAreNone(String mix, String problem) {
    CommandRun.of("accuracy", "--count=10", "--size=" + mix).isUsageError("--size", problem);
  }

  @Test
  void whatCannotBePlanned() {
    CommandRun.of("accuracy", "--count=10").isUsageError("--count needs", "--size");
    CommandRun.of("accuracy", "--size=24:1+64:1").isUsageError("--size", "with --count");
    CommandRun.of("accuracy", "--count=1T", "--size=1G")
        .isUsageError("at most 1 EiB", "1.00T allocations of 1 GiB");
    CommandRun.of("accuracy", "--count=10", "--size=24", "--interval=2T")
        .isUsageError("--interval", "at most 1 TiB");
  }
}
