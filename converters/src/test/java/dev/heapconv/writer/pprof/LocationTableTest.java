package dev.heapconv.writer.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.proto.pprof.Function;
import dev.heapconv.proto.pprof.Line;
import dev.heapconv.proto.pprof.Location;
import dev.heapconv.proto.pprof.Mapping;
import dev.heapconv.proto.pprof.Profile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.NotTested;
import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A pprof profile has addresses by which other tools can name what the recording does not. */
class LocationTableTest {

  private static final Path SYMBOLS = TestData.own("symbols");

  static List<Path> recordings() {
    List<Path> recordings = new ArrayList<>(TestData.list(TestData.own("heapprofd"), ".pftrace"));
    // These hold no profile.
    recordings.remove(TestData.recording("python_truncated"));
    recordings.remove(TestData.recording("stream_phases"));
    return recordings;
  }

  private static byte[] written(Path recording) throws IOException {
    EstimatedProfile profile =
        HeapConv.unskew(Conversions.read(recording, ReadOptions.DEFAULT), UnskewOptions.DEFAULT);
    return Conversions.write(profile, Format.PPROF);
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void everyAddressLiesInItsMapping(Path recording) throws IOException {
    Profile profile = Pprof.decode(written(recording)).profile;
    Map<Long, Mapping> mappings = new HashMap<>();
    profile.getMappingList().forEach(mapping -> mappings.put(mapping.getId(), mapping));
    for (Location location : profile.getLocationList()) {
      Mapping mapping = mappings.get(location.getMappingId());
      if (mapping != null && location.getAddress() != 0) {
        assertThat(location.getAddress())
            .isGreaterThanOrEqualTo(mapping.getMemoryStart())
            .isLessThan(mapping.getMemoryLimit());
      }
      assertThat(location.getAddress() != 0 || location.getLineCount() > 0)
          .as("an address or a name")
          .isTrue();
    }
  }

  /** The addresses in the symbol table are those of the process, less where it was loaded. */
  @ParameterizedTest
  @CsvSource({
    "pie,prog,55d000000000",
    "in_apk,prog,7a0000000000",
    "in_apk_member,prog,7a0000000000",
    "nopie,prog_nopie,0"
  })
  void addressesAreThoseOfTheProcess(String recording, String binary, String base)
      throws IOException {
    Set<Long> expected = new HashSet<>();
    for (long address : expectedLines(binary).keySet()) {
      expected.add(address + Long.parseLong(base, 16));
    }
    Set<Long> written = new HashSet<>();
    Profile profile = Pprof.decode(written(SYMBOLS.resolve(recording + ".pftrace"))).profile;
    profile.getLocationList().forEach(location -> written.add(location.getAddress()));
    assertThat(written).isEqualTo(expected);
  }

  /** What llvm-symbolizer said of each address of a binary: FUNCTION FILE:LINE, innermost first. */
  private static Map<Long, List<String>> expectedLines(String binary) throws IOException {
    Pattern row = Pattern.compile("\"binary\": \"" + binary + "\", \"address\": (\\d+), (.*)");
    Pattern line = Pattern.compile("\\[\"([^\"]*)\", \"([^\"]*)\", (\\d+)\\]");
    Map<Long, List<String>> expected = new HashMap<>();
    for (String text : Files.readAllLines(SYMBOLS.resolve("expected.jsonl"))) {
      Matcher address = row.matcher(text);
      if (address.find()) {
        List<String> lines = new ArrayList<>();
        line.matcher(address.group(2))
            .results()
            .forEach(each -> lines.add(each.group(1) + " " + each.group(2) + ":" + each.group(3)));
        expected.put(Long.parseLong(address.group(1)), lines);
      }
    }
    return expected;
  }

  /** The folders of binaries: by name, and for a library in an APK by build id. */
  @ParameterizedTest
  @CsvSource({
    "pie,prog,55d000000000",
    "in_apk,prog,7a0000000000",
    "in_apk_member,prog,7a0000000000",
    "partly_named,prog,55d000000000",
    "nopie,prog_nopie,0"
  })
  @Tag("slow")
  void googlesPprofNamesThemFromLocalBinaries(
      String recording, String binary, String base, @TempDir Path folder) throws Exception {
    Path program = googlesPprof();
    byte[] bytes = written(SYMBOLS.resolve(recording + ".pftrace"));
    Path unnamed = Files.write(folder.resolve("unnamed.pb.gz"), bytes);
    Pprof content = Pprof.decode(bytes);
    String buildId = content.text(content.profile.getMapping(0).getBuildId());
    Path beside = Files.createDirectories(folder.resolve(buildId));
    Files.copy(SYMBOLS.resolve(binary), beside.resolve(binary));
    Path named = folder.resolve("named.pb.gz");
    ProcessBuilder run =
        new ProcessBuilder(
            program.toString(),
            "-symbolize=local",
            "-proto",
            "-output=" + named,
            unnamed.toString());
    run.environment().put("PPROF_BINARY_PATH", folder.toString());
    run.redirectErrorStream(true);
    Process process = run.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    long start = Long.parseLong(base, 16);
    Map<Long, List<String>> lines = new HashMap<>();
    Pprof result = Pprof.decode(Files.readAllBytes(named));
    for (Location location : result.profile.getLocationList()) {
      List<String> functions = new ArrayList<>();
      for (Line line : location.getLineList()) {
        Function function = result.profile.getFunction((int) line.getFunctionId() - 1);
        String name = result.text(function.getSystemName());
        String file = result.text(function.getFilename());
        functions.add(name + " " + file + ":" + line.getLine());
      }
      lines.put(location.getAddress() - start, functions);
    }
    assertThat(lines).isEqualTo(expectedLines(binary));
  }

  /** The pprof of github.com/google/pprof; that of Go compares build ids with none. */
  private static Path googlesPprof() {
    for (String folder : System.getenv("PATH").split(":")) {
      Path program = Path.of(folder, "pprof");
      if (Files.isExecutable(program)) {
        return program;
      }
    }
    throw NotTested.because(
        "addresses in Google's pprof",
        "it is not on the PATH; go install github.com/google/pprof@latest");
  }
}
