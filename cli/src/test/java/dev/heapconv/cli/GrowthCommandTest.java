package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class GrowthCommandTest extends CommandLineFixture {

  @Test
  void leaksComeFirst() throws Exception {
    CommandRun run = CommandRun.of("growth", "-q", "-f", "json", recording("phases_i512"));
    JsonNode json = JsonMapper.shared().readTree(run.out());

    assertThat(run.status()).isZero();
    assertThat(json.at("/growth/dumps").asInt()).isEqualTo(10);
    assertThat(json.at("/rows/0/name").asString()).isEqualTo("grow_cache()");
    assertThat(json.at("/rows/0/growth/first").asLong()).isEqualTo(409_600);
    assertThat(json.at("/rows/0/growth/last").asLong()).isEqualTo(3_276_800);
    assertThat(json.at("/rows/0/growth/grows").asBoolean()).isTrue();
  }

  @Test
  void rowsAreChosenAsInOtherTables() throws Exception {
    String file = inFolder("growth.csv");
    CommandRun run =
        CommandRun.of(
            "growth",
            "-q",
            "--by",
            "library",
            "--limit",
            "1",
            recording("phases_i512"),
            "-o",
            file);

    assertThat(run.status()).isZero();
    assertThat(Files.readAllLines(Path.of(file)))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("space_first,space_peak,space_last,space_slope,")
        .endsWith(",library");
    assertThat(CommandRun.of("growth", "--filter", "late", recording("phases_i512")).out())
        .contains("late_only()")
        .doesNotContain("grow_cache()");
  }

  @Test
  void fewDumpsTellNothing() throws Exception {
    String file = recording("dumpmax_cont_i1");
    JsonNode json =
        JsonMapper.shared().readTree(CommandRun.of("growth", "-q", "-f", "json", file).out());

    assertThat(CommandRun.of("growth", "-q", file).out())
        .contains("Growing     cannot be told from 2 dumps", "second_hump()")
        .doesNotContain("*", "?", "false discovery");
    assertThat(json.at("/rows/0/growth/grows").isNull()).isTrue();
    assertThat(json.at("/rows/0/growth/false_share").isMissingNode()).isTrue();
    assertThat(CommandRun.of("growth", "-q", "-f", "csv", file).out())
        .doesNotContain("true", "false,");
  }

  /** A leak of four fifths in five dumps: one order of 120 rises so, and there are ten rows. */
  @Test
  void fewDumpsTellNothingOfManyRows() throws Exception {
    String file = TestData.own("perfetto/leak-5-dumps.pftrace").toString();
    String text = CommandRun.of("growth", "-q", file).out();
    JsonNode json =
        JsonMapper.shared().readTree(CommandRun.of("growth", "-q", "-f", "json", file).out());

    assertThat(text)
        .contains("Growing     cannot be told of 10 functions from 5 dumps: it takes 6")
        .containsPattern("\\?.*leak")
        .doesNotContain("0 of 10");
    assertThat(json.at("/rows/0/name").asString()).isEqualTo("leak");
    assertThat(json.at("/rows/0/growth/grows").isNull()).isTrue();
    assertThat(json.at("/rows/1/growth/grows").asBoolean(true)).isFalse();
    assertThat(CommandRun.of("growth", "-q", "--by", "library", file).out())
        .contains("1 of 1 library (*)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "truth_i4096 | | 3 | there is only one dump of each heap; name several dumps of one"
            + " process, without #DUMP; 'heapconv plan --config PROCESS' prints a Perfetto config",
        "truth_i4096 | -f html -o - | 3 | there is only one dump of each heap; name several",
        "phases_i512 | -f html -o - --by stack | 2 | --by applies to tables only",
        "phases_i512 | --dump last | 2 | heapconv growth has no option --dump; heapconv INPUT,"
            + " info, diff, batch and fleet add have it",
        "phases_i512 | --view alloc_space | 2 | use --view space or objects",
        "phases_i512 | --by dump | 2 | expected function, stack, library, file, line, process,"
            + " heap, thread, label:NAME but",
        "phases_i512 | -f pprof | 2 | growth writes html, text, csv, tsv, json, md, not pprof",
        "phases_i512 | nosuch.pftrace | 3 | nosuch.pftrace: no such file",
        "phases_i512 | --sort samples | 2 | no column 'samples'",
      })
  void whatCannotBeShownIsSaid(String recording, String options, int status, String message) {
    String line = "growth " + recording(recording) + (options == null ? "" : " " + options);
    CommandRun run = CommandRun.of(line.split(" "));

    assertThat(run.status()).isEqualTo(status);
    assertThat(run.err()).contains(message);
    assertThat(run.out()).isEmpty();
  }
}
