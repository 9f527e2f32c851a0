package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sizes of allocations that the code of a program states, on the command line. */
class CodeSizesCommandTest {

  private static final Path FOLDER = TestData.own("code");
  private static final String RECORDING = FOLDER.resolve("shelf_i4096.pftrace").toString();
  private static final String BINARIES = FOLDER.resolve("bin").toString();

  @TempDir private Path folder;

  private static CommandRun run(String... arguments) {
    CommandRun run = CommandRun.of(arguments);
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  private static JsonNode row(String name, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(RECORDING, "-n", "0", "-f", "json"));
    arguments.addAll(List.of(more));
    JsonNode json = JsonMapper.shared().readTree(run(arguments.toArray(new String[0])).out());
    for (JsonNode row : json.at("/rows")) {
      if (row.at("/name").asString().contains(name)) {
        return row;
      }
    }
    throw new AssertionError("no row " + name);
  }

  private static double width(JsonNode row) {
    JsonNode objects = row.at("/self/alloc_objects");
    return objects.at("/high").asDouble() / objects.at("/low").asDouble();
  }

  @Test
  void aStrippedBinaryTellsSizesAndIsNoReasonToWarn() throws Exception {
    CommandRun run = run(RECORDING, "--symbols", BINARIES);
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).containsPattern("objects +size +function").contains("  48 B  shelf::");
    JsonNode known = row("index_title", "--symbols", BINARIES);
    assertThat(known.at("/size").asInt()).isEqualTo(48);
    assertThat(known.at("/size_source").asString()).isEqualTo("code");
    assertThat(width(known)).isLessThan(1.5);
    JsonNode varying = row("shape(", "--symbols", BINARIES);
    assertThat(varying.has("size")).isFalse();
    assertThat(varying.at("/size_source").asString()).isEmpty();
  }

  @Test
  void withoutItAHintNamesIt() throws Exception {
    String hint = "--symbols with the binary shelf (";
    assertThat(run(RECORDING).out().replaceAll("\\s+", " ")).contains(hint);
    String known = run(RECORDING, "--symbols", BINARIES).out();
    assertThat(known.replaceAll("\\s+", " ")).doesNotContain(hint);
    JsonNode inferred = row("index_title");
    assertThat(inferred.has("size")).isFalse();
    assertThat(width(inferred)).isGreaterThan(5);
  }

  @Test
  void infoSaysHowMuchTheCodeTells() throws Exception {
    String[] arguments = {"info", RECORDING, "--symbols", BINARIES};
    assertThat(run(arguments).out())
        .containsPattern("[4-9]\\d\\.\\d %  each has one size, which the code states\n")
        .contains("%  the size varies\n");
    String json = run("info", RECORDING, "--symbols", BINARIES, "--json").out();
    JsonNode sizes = JsonMapper.shared().readTree(json).at("/inputs/0/sizes");
    assertThat(sizes.get(0).at("/source").asString()).isEqualTo("code");
    assertThat(sizes.get(1).at("/reason").asString()).isEqualTo("varies");
    double sum = 0;
    for (JsonNode size : sizes) {
      sum += size.at("/share").asDouble();
    }
    assertThat(sum).isBetween(0.999999, 1.000001);
  }

  @Test
  void aBinaryOfAnotherBuildTellsNothing() throws Exception {
    byte[] binary = Files.readAllBytes(FOLDER.resolve("bin/shelf"));
    String text = new String(binary, StandardCharsets.ISO_8859_1);
    // The build id is one of several notes of GNU.
    for (int at = text.indexOf("GNU\0"); at >= 0; at = text.indexOf("GNU\0", at + 1)) {
      binary[at + 4] ^= 1;
    }
    Path other = Files.write(folder.resolve("shelf"), binary);
    assertThat(row("index_title", "--symbols", other.toString())).isEqualTo(row("index_title"));
  }

  @Test
  void pprofKeepsThem() throws Exception {
    String file = folder.resolve("out.pb.gz").toString();
    run(RECORDING, "--symbols", BINARIES, "-o", file);
    JsonNode direct = row("index_title", "--symbols", BINARIES);
    JsonNode read = JsonMapper.shared().readTree(run(file, "-n", "0", "-f", "json").out());
    for (JsonNode row : read.at("/rows")) {
      if (row.at("/name").asString().contains("index_title")) {
        assertThat(row.at("/size")).isEqualTo(direct.at("/size"));
        assertThat(row.at("/self")).isEqualTo(direct.at("/self"));
        return;
      }
    }
    throw new AssertionError("no such row");
  }
}
