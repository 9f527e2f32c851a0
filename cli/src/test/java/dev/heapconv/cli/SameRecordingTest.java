package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.TestData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A recording and its copy are not added up unless that is asked for. */
class SameRecordingTest extends CommandLineFixture {

  private static final String TRACE = recording("phases_i512");

  private CommandRun command(String line, String... files) {
    String[] options = line.replace("DIR", folder.toString()).split(" ");
    return run(Stream.of(options, files).flatMap(Arrays::stream).toArray(String[]::new));
  }

  private String copy(String name) throws IOException {
    byte[] trace = TestData.bytes(Path.of(TRACE));
    switch (name) {
      case "copy.pftrace" -> {
        return file(name, trace);
      }
      case "copy.gz" -> {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
          gzip.write(trace);
        }
        return file(name, bytes.toByteArray());
      }
      default -> {
        String written = inFolder(name);
        assertThat(run("-q", TRACE, "-o", written).status()).isZero();
        return written;
      }
    }
  }

  /** Renamed, compressed, with names, and what this program writes. */
  @ParameterizedTest
  @ValueSource(strings = {"copy.pftrace", "copy.gz", "named.pftrace", "own.pb.gz"})
  void aCopyIsRecognisedHoweverItWasMade(String name) throws IOException {
    String copy = copy(name);
    CommandRun refused = command("-q", TRACE, copy);

    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err())
        .containsOnlyOnce(TRACE + " and " + copy + " are the same recording")
        .containsOnlyOnce("leave one of them out, or add them up all the same with --add");
    assertThat(command("diff -q", TRACE, copy).status()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-q -o DIR/sum.pb.gz", "--by library"})
  void everyCommandThatAddsUpRefuses(String line) throws IOException {
    for (String name : List.of("copy.pftrace", "named.pftrace")) {
      String copy = copy(name);
      assertThat(command(line, TRACE, copy).status()).isEqualTo(2);
      assertThat(folder).isDirectoryNotContaining("glob:**sum.*");
      CommandRun added = command(line + " --add", TRACE, copy);
      assertThat(added.status()).isZero();
      if (!line.startsWith("-q")) {
        assertThat(added.err()).contains("are the same recording, which a sum counts");
      }
      Files.deleteIfExists(folder.resolve("sum.pb.gz"));
    }
  }

  /** In other words, too, and if everything was recorded, of which two runs may be the same. */
  @ParameterizedTest
  @ValueSource(strings = {"--cum", "-o DIR/sum.pb.gz"})
  void anInputThatIsNamedTwiceIsACopy(String line) throws IOException {
    String log =
        file(
            "a.jsonl",
            """
            {"heapconv":1,"scheme":"exact","frees":true}
            {"alloc":1,"size":100,"frames":["f"]}
            """
                .getBytes(StandardCharsets.UTF_8));
    String[] twice = {log, folder.resolve("./a.jsonl").toString()};

    command(line, twice).isUsageError("are the same recording", "leave one of them out");
    assertThat(command(line + " --add", twice).isOk().err())
        .containsOnlyOnce("warning: " + log + " and " + log + " are the same recording");
  }

  @Test
  void whatIsCountedTwiceIsRoughAtBest() throws IOException {
    assertThat(command("--add", TRACE, copy("copy.pftrace")).out())
        .contains("Memory may be counted twice")
        .doesNotContain("Bytes: reliable");
  }

  /** A table of a fleet has recordings, and does not add them up. */
  @Test
  void aTableOfAFleetWarns() throws IOException {
    CommandRun run = command("fleet add DIR/table", TRACE, copy("own.pb.gz"));

    assertThat(run.err()).contains("are the same recording");
    assertThat(run.status()).isZero();
  }

  /** What Perfetto's tools/heap_profile leaves: the trace and a profile of each dump. */
  @Test
  void growthUsesARecordingOnceThatAFolderHasInSeveralForms() throws IOException {
    Path left = Files.createDirectory(folder.resolve("left"));
    Files.copy(Path.of(TRACE), left.resolve("raw-trace"));
    Files.copy(Path.of(copy("named.pftrace")), left.resolve("symbolized-trace"));
    Path profile = TestData.own("heapprofd/ref/phases_i512/heap_dump.2.6711.libc.malloc.pb.gz");
    Files.copy(profile, left.resolve(profile.getFileName().toString()));
    CommandRun run = command("growth -f csv", left.toString());

    assertThat(run.status()).isZero();
    assertThat(run.out()).isEqualTo(command("growth -f csv", TRACE).out());
    assertThat(run.err())
        .containsOnlyOnce("left out 2 files whose dumps other files also have, such as");
  }
}
