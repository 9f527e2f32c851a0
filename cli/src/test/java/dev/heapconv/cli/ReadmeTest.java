package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Effort;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The commands in the tables of docs/usage.md and docs/comparison.md, and in all examples, work as
 * they are written, in a fresh folder.
 */
@Tag("slow")
@DisabledOnOs(OS.WINDOWS)
class ReadmeTest extends ShellFixture {

  private static final Pattern COMMAND = Pattern.compile("`((?:heapconv|adb|go) [^`]+)`");
  private static final Pattern OUTPUT = Pattern.compile(" -o ([^ -][^ ]*)| > ([^ ]+)");

  /** A whole command in an example; not a synopsis, nor one for another program's input. */
  private static final Pattern COMMAND_LINE = Pattern.compile("heapconv [^|]+");

  /** Of the recording that the commands read. */
  private static final String PROCESS = "phases";

  static Stream<String> commands() throws IOException {
    List<String> commands = new ArrayList<>();
    addTable("docs/usage.md", "| task |", commands);
    addTable("docs/comparison.md", "| there |", commands);
    assertThat(commands).hasSizeGreaterThan(15);
    int inReadme = commands.size();
    // Those of the README are tried at once, the others in the nightly build.
    for (Path document : Effort.of(0, DocumentExamplesTest.documents())) {
      for (DocumentExamplesTest.Block block : DocumentExamplesTest.blocks(document)) {
        // Scripts are about folders of a server; FleetDocumentTest has a fleet for the commands.
        if (!block.lines().get(0).startsWith("#!") && !document.endsWith("fleet.md")) {
          block.lines().stream()
              .filter(line -> COMMAND_LINE.matcher(line).matches())
              .forEach(commands::add);
        }
      }
    }
    assertThat(commands).hasSizeGreaterThanOrEqualTo(inReadme + Effort.of(0, 16));
    return commands.stream();
  }

  /** Adds the commands of a table, of which each row has some. */
  private static void addTable(String document, String head, List<String> commands)
      throws IOException {
    boolean inTable = false;
    for (String line : Files.readAllLines(TestData.root().resolve(document))) {
      inTable = line.startsWith(head) || (inTable && line.startsWith("|"));
      if (inTable && !line.startsWith(head) && !line.startsWith("|---")) {
        Matcher command = COMMAND.matcher(line);
        int before = commands.size();
        while (command.find()) {
          commands.add(command.group(1).replace("\\|", "|"));
        }
        assertThat(commands.size()).as("commands in " + line).isGreaterThan(before);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void worksAsWritten(String command) throws Exception {
    fillFolder();
    if (command.contains("fleet/")) {
      writeFleet();
    }
    if (command.startsWith("go ")) {
      assertThat(shell("go", "version").status()).isZero();
      assertThat(run("sh", "-c", "heapconv trace.pftrace -o out.pb.gz").status()).isZero();
    }
    ProcessRun result =
        run(
            "sh",
            "-c",
            "DISPLAY=:0; export DISPLAY; " + command.replace("com.example.app", PROCESS));
    // A gate may well be closed, or have too little to judge.
    List<Integer> good =
        command.contains("diff 'fleet") && command.contains("--fail-on")
            ? List.of(ExitStatus.OK, ExitStatus.GROWN, ExitStatus.INCONCLUSIVE)
            : List.of(ExitStatus.OK);
    assertThat(result.status()).as(result.err()).isIn(good);
    Matcher output = OUTPUT.matcher(command);
    if (output.find()) {
      Path written = folder.resolve(output.group(1) != null ? output.group(1) : output.group(2));
      if (Files.isDirectory(written)) {
        assertThat(written).isNotEmptyDirectory();
      } else {
        assertThat(written).isNotEmptyFile();
      }
    } else if (command.endsWith(" --open")) {
      assertThat(result.err()).contains("heapconv: opened ", ".html");
      Files.delete(Path.of(result.err().strip().replaceFirst(".*opened ", "")));
    } else if (command.startsWith("heapconv fleet add ")) {
      assertThat(folder.resolve("fleet/recordings")).isNotEmptyDirectory();
    } else {
      assertThat(result.out()).isNotEmpty();
    }
  }

  /** The table of two versions on two devices. */
  private void writeFleet() throws Exception {
    StringBuilder labels = new StringBuilder("input,version_code\n");
    for (int device = 1; device <= 2; device++) {
      labels.append("traces/device-" + device + "-old.pftrace,1203\n");
      labels.append("traces/device-" + device + "-new.pftrace,1204\n");
    }
    Files.writeString(folder.resolve("labels.csv"), labels);
    String batch = "heapconv fleet add fleet traces --labels labels.csv --device 'device-(\\d+)'";
    assertThat(run("sh", "-c", batch).status()).isZero();
  }

  /** What the commands name, and an adb that answers with a trace. */
  private void fillFolder() throws IOException {
    Path trace = TestData.recording("phases_i512");
    Files.copy(trace, folder.resolve("trace.pftrace"));
    Files.createDirectories(folder.resolve("out/symbols"));
    for (String name : List.of("before", "base", "day1", "field")) {
      Files.copy(TestData.recording("truth_i4096"), folder.resolve(name + ".pftrace"));
    }
    for (String name : List.of("after", "new", "day2", "reference", "reference1", "reference2")) {
      Files.copy(TestData.recording("truth_i512"), folder.resolve(name + ".pftrace"));
    }
    Path mappings = Files.createDirectories(folder.resolve("app/build/outputs/mapping/release"));
    for (Path of : List.of(folder, mappings)) {
      Files.writeString(of.resolve("mapping.txt"), "com.example.Main -> a.a:\n");
    }
    Files.createDirectories(folder.resolve("out/target/product/oriole/symbols"));
    Files.createDirectories(folder.resolve("app/build/intermediates/merged_native_libs"));
    Files.copy(trace, Files.createDirectories(folder.resolve("recording")).resolve("raw-trace"));
    for (int dump = 0; dump < 6; dump++) {
      Path file = TestData.own("alloc/series/je0." + dump + ".heap");
      Files.copy(file, folder.resolve("jeprof.4711." + dump + ".heap"));
      Files.copy(file, folder.resolve("prog.000" + dump + ".heap"));
    }
    for (int dump = 1; dump < 4; dump++) {
      String name = "heap_dump." + dump + ".6711.libc.malloc.pb.gz";
      Files.copy(TestData.own("heapprofd/ref/phases_i512/" + name), folder.resolve(name));
    }
    for (int dump = 0; dump < 4; dump++) {
      Path file = TestData.own("alloc/series/go." + dump + ".pb.gz");
      Files.copy(file, folder.resolve("heap." + dump + ".pb.gz"));
    }
    for (String dump : List.of("day.heap", "heap.17.0.f.heap")) {
      Files.copy(
          TestData.root().resolve("testdata/fuzz/heaptext/jemalloc.heap"), folder.resolve(dump));
    }
    Path log = TestData.root().resolve("docs/sample-log.md");
    Files.write(folder.resolve("log.jsonl"), DocumentExamplesTest.blocks(log).get(0).lines());
    Path alloc = TestData.own("alloc");
    Files.copy(alloc.resolve("jfr/give_ap_live16k.jfr"), folder.resolve("recording.jfr"));
    Files.copy(alloc.resolve("heaptrack/heaptrack_give.zst"), folder.resolve("heaptrack.zst"));
    Files.copy(alloc.resolve("valgrind/massif_give.out"), folder.resolve("massif.out"));
    Path recordings = Files.createDirectories(folder.resolve("testdata/heapprofd"));
    for (String name : List.of("truth_i4096", "truth_i512", "cc1plus_i512", "phases_i512")) {
      Files.copy(TestData.recording(name), recordings.resolve(name + ".pftrace"));
    }
    Path code = Files.createDirectories(folder.resolve("testdata/code/bin"));
    Files.copy(TestData.own("code/bin/shelf"), code.resolve("shelf"));
    Files.copy(
        TestData.own("code/shelf_i4096.pftrace"), code.resolveSibling("shelf_i4096.pftrace"));
    Files.createDirectory(folder.resolve("traces"));
    for (String name : List.of("device-1", "device-2")) {
      // A copy of a recording from the same device would count once.
      Files.copy(trace, folder.resolve("traces/" + name + "-old.pftrace"));
      Files.copy(
          TestData.recording("truth_i512"), folder.resolve("traces/" + name + "-new.pftrace"));
    }
    try (OutputStream file = Files.newOutputStream(folder.resolve("bugreport.zip"));
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.putNextEntry(new ZipEntry("FS/data/misc/perfetto-traces/t"));
      Files.copy(trace, zip);
    }
    script("adb", "cat trace.pftrace");
    script("xdg-open", "exit 0");
    script("open", "exit 0");
  }
}
