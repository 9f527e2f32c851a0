package dev.heapconv.cli;

import static dev.heapconv.testing.TestData.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.testing.Pprof;
import dev.heapconv.testing.TraceBuilder;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Results go where they were asked for, whole or not at all. */
class ProfileOutputTest extends CommandLineFixture {

  @Test
  void aFolderGetsOneFileForEachProfile() {
    run(recording("customheap_all"), "-o", folder + "/").isOk();
    assertThat(namesInFolder())
        .containsExactly(
            "customheap.16504.dev.heapconv.arena.pb.gz",
            "customheap.16504.dev.heapconv.gpu.pb.gz",
            "customheap.16504.libc.malloc.pb.gz");
  }

  @Test
  void aFolderGetsOneFileForEachDump() {
    run(recording("dumpmax_cont_i1"), "--dump", "all", "-f", "pprof-plain", "-o", folder + "/")
        .isOk();
    assertThat(namesInFolder())
        .hasSize(2)
        .allMatch(name -> name.matches(".*\\.libc\\.malloc\\.dump[12]\\.pb"));
  }

  @Test
  void processesOfOnePidOnTwoMachinesGetFilesOfTheirOwn() throws IOException {
    TraceBuilder trace = new TraceBuilder().process(1, "host");
    TraceBuilder.Sequence sequence = trace.sequence(1);
    sequence.dump(TraceBuilder.heap(1, "h", 1).row(sequence.stackOf(), 1, 10, 0, 0));
    int ofHost = trace.packets().size();
    TraceBuilder.Sequence ofGuest = trace.process(1, "guest").sequence(2);
    for (int dump = 1; dump < 3; dump++) {
      ofGuest.dump(TraceBuilder.heap(1, "h", dump).row(ofGuest.stackOf(), dump, 10, 0, 0));
    }
    trace
        .packets()
        .subList(ofHost, trace.packets().size())
        .replaceAll(packet -> packet.toBuilder().setMachineId(7).build());

    Path inner = Files.createDirectories(folder.resolve("inner"));
    run(file("machines.pftrace", trace.bytes()), "--dump", "all", "-o", inner + "/").isOk();
    assertThat(namesIn(inner))
        .containsExactlyInAnyOrder(
            "host.1.h.dump1.pb.gz", "guest.1.h.dump1.pb.gz", "guest.1.h.dump2.pb.gz");
  }

  @Test
  void namesFromTracesCannotLeaveTheFolder() throws IOException {
    Path inner = Files.createDirectories(folder.resolve("inner"));
    String[] evil = {
      "../../escape",
      "..",
      ".",
      "/etc/passwd",
      "a\u0000b",
      "x".repeat(5000),
      "-rf",
      "con\nname",
      "..\\..\\win",
      ".hidden",
      "",
      "\u202egnp.exe",
      "a/../../b"
    };
    for (String name : evil) {
      String trace = file("evil.pftrace", traceOf(name));
      run(trace, "-o", inner + "/").isOk();
      Files.delete(Path.of(trace));
    }
    assertThat(namesInFolder()).containsExactly("inner");
    assertThat(namesIn(inner))
        .isNotEmpty()
        .allMatch(name -> name.matches("[A-Za-z0-9._-]+"), "plain characters")
        .noneMatch(name -> name.startsWith(".") || name.length() > 255);
  }

  private static byte[] traceOf(String name) {
    TraceBuilder trace = new TraceBuilder().process(1, name);
    TraceBuilder.Sequence sequence = trace.sequence(1);
    sequence.dump(TraceBuilder.heap(1, name, 1).row(sequence.stackOf(), 1, 10, 0, 0));
    return trace.bytes();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anExistingFileIsReplacedWholeAndKeepsItsMode() throws IOException {
    Path out = Path.of(file("out.pb", "x".repeat(1_000_000)));
    Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rw-r-----"));
    run(recording("truth_i1"), "-o", out.toString()).isOk();
    assertThat(Pprof.decode(bytes(out)).profile.getSampleCount()).isPositive();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out)))
        .isEqualTo("rw-r-----");
    assertThat(namesInFolder()).containsExactly("out.pb");
  }

  @Test
  void anExistingFileSurvivesAFailure() throws IOException {
    Path out = Path.of(file("out.pb", "precious"));
    run(file("notes", "text\n"), "-o", out.toString()).isOneLine(ExitStatus.INPUT, "heapconv: ");
    run(recording("truth_i1"), "--dump", "9", "-o", out.toString())
        .isOneLine(ExitStatus.INPUT, "heapconv: ");
    assertThat(Files.readString(out)).isEqualTo("precious");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aLinkStaysALink() throws IOException {
    Path target = Path.of(file("target.pb", "old"));
    Path link = Files.createSymbolicLink(folder.resolve("link.pb"), target);
    run(recording("truth_i1"), "-o", link.toString()).isOk();
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(Pprof.decode(bytes(target)).profile.getSampleCount()).isPositive();
  }

  @Test
  void aMissingFolderIsNamed() {
    run("-q", recording("truth_i1"), "-o", inFolder("no/such/out.pb"))
        .isOneLine(ExitStatus.OUTPUT, "out.pb: cannot be written: there is no folder ");
  }

  @Test
  void aFolderOfOutputsIsCreated() {
    run(recording("truth_i1"), "-o", inFolder("new/folder") + "/").isOk();
    run(recording("truth_i1"), "-o", inFolder("new/folder"), "-f", "csv").isOk();
    assertThat(namesIn(folder.resolve("new/folder")))
        .hasSize(2)
        .anyMatch(name -> name.endsWith(".pb.gz"))
        .anyMatch(name -> name.endsWith(".csv"));
  }

  /** Before the work: an input that cannot be read would be reported otherwise. */
  @Test
  void placesOfOutputsAreCheckedBeforeInputsAreRead() throws IOException {
    String none = inFolder("no such input");
    String sub = Files.createDirectory(folder.resolve("sub.csv")).toString();
    String old = file("file.pb", "precious");
    String missing = inFolder("no/such/o.pb");
    run(none, "-o", missing).isOneLine(ExitStatus.OUTPUT, "there is no folder ");
    run("merge", none, "-o", missing).isOneLine(ExitStatus.OUTPUT, "there is no folder ");
    run("diff", "-q", none, none, "-o", missing)
        .isOneLine(ExitStatus.OUTPUT, "there is no folder ");
    run("top", none, "-o", inFolder("no/such/o.csv"))
        .isOneLine(ExitStatus.OUTPUT, "there is no folder ");
    run(none, "-o", old + "/").isOneLine(ExitStatus.OUTPUT, old + " is not a folder");
    run(none, "-o", old + "/new/").isOneLine(ExitStatus.OUTPUT, old + " is not a folder");
    run(none, "-o", old + "/o.pb").isOneLine(ExitStatus.OUTPUT, old + " is not a folder");
    run("batch", none, "-o", old).isOneLine(ExitStatus.OUTPUT, old + ": ");
    for (String option : List.of("--merge-into", "--summary")) {
      String name = inFolder("no/such/o" + (option.equals("--summary") ? ".csv" : ".pb"));
      run("batch", none, "-o", inFolder("out"), option, name)
          .isOneLine(ExitStatus.OUTPUT, "there is no folder ");
    }
    run("batch", none, "-o", inFolder("out"), "--summary", sub)
        .isOneLine(ExitStatus.OUTPUT, "is a directory");
    run("batch", old, "-o", inFolder("out"), "--merge-into", old)
        .isOneLine(ExitStatus.OUTPUT, "is also an input");
    assertThat(namesInFolder()).containsExactly("file.pb", "sub.csv");
    assertThat(Path.of(old)).hasContent("precious");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatTakesNoFilesIsNotCalledMissing() {
    run("-q", recording("truth_i1"), "-f", "pprof", "-o", "/proc/x")
        .isOneLine(
            ExitStatus.OUTPUT, "/proc/x: cannot be written: no files can be created in /proc");
    run("-q", recording("truth_i1"), "-o", "/proc/x/")
        .isOneLine(ExitStatus.OUTPUT, "/proc/x: cannot be written: ");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFolderThatMayNotBeWritten() throws IOException {
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    Assumptions.assumeFalse(Files.isWritable(closed), "this user may write everywhere");
    run("-q", recording("truth_i1"), "-o", closed + "/o.pb")
        .isOneLine(ExitStatus.OUTPUT, "permission denied");
  }

  @Test
  void aFullDiskIsAnErrorOfTheOutput() throws IOException {
    Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full");
    run("-q", recording("truth_i1"), "-f", "pprof", "-o", "/dev/full")
        .isOneLine(ExitStatus.OUTPUT, "/dev/full", "No space left on device");
    for (List<String> args :
        List.of(
            List.of("-q", recording("truth_i1"), "-f", "pprof", "-o", "-"),
            List.of("info", recording("truth_i1")),
            List.of("info", "--json", recording("truth_i1")),
            List.of("--version"),
            List.of("--help"))) {
      try (OutputStream full = new FileOutputStream("/dev/full")) {
        run(full, args.toArray(new String[0]))
            .isOneLine(ExitStatus.OUTPUT, "No space left on device");
      }
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFullFileSystemKeepsTheOldFile() throws Exception {
    Path small = Files.createDirectory(folder.resolve("small"));
    Process mount =
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", small.toString())
            .redirectErrorStream(true)
            .start();
    mount.getInputStream().readAllBytes();
    Assumptions.assumeTrue(mount.waitFor() == 0, "this user may not mount a small file system");
    try {
      Files.writeString(small.resolve("out.pb"), "precious");
      run("-q", recording("python_i4096"), "-o", small.resolve("out.pb").toString())
          .isOneLine(ExitStatus.OUTPUT, "out.pb", "No space left on device");
      assertThat(Files.readString(small.resolve("out.pb"))).isEqualTo("precious");
      assertThat(namesIn(small)).containsExactly("out.pb");
    } finally {
      new ProcessBuilder("umount", small.toString()).start().waitFor();
    }
  }

  @Test
  void aClosedPipeEndsQuietly() {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    for (List<String> args :
        List.of(
            List.of("-q", recording("truth_i1"), "-f", "pprof", "-o", "-"),
            List.of("info", recording("truth_i1")),
            List.of("--help"))) {
      CommandRun result = run(closed, args.toArray(new String[0]));
      assertThat(result.status()).isEqualTo(ExitStatus.OK);
      assertThat(result.err()).isEmpty();
    }
  }

  @Test
  void anInputIsNeverReplaced() throws IOException {
    Path input = folder.resolve("in.pb.gz");
    run(recording("truth_i1"), "-o", input.toString()).isOk();
    Path link = Files.createSymbolicLink(folder.resolve("link.pb.gz"), input);
    Path hard = Files.createLink(folder.resolve("hard.pb.gz"), input);
    byte[] before = bytes(input);
    for (Path output : List.of(input, link, hard)) {
      for (String command : List.of("", "merge", "top -f csv", "diff")) {
        List<String> words = new ArrayList<>(List.of((command + " " + input).strip().split(" ")));
        if (command.equals("diff")) {
          words.add(recording("names"));
        }
        words.addAll(List.of("-o", output.toString()));
        run(words.toArray(String[]::new)).isOneLine(ExitStatus.OUTPUT, "is also an input");
        assertThat(bytes(input)).isEqualTo(before);
      }
    }
  }

  /** A map is text, as tables are. */
  @Test
  void aFileOfNamesOrSizesIsNeverReplaced() throws IOException {
    Path map = Files.writeString(folder.resolve("map.txt"), "a.B -> c:\n");
    Path link = Files.createSymbolicLink(folder.resolve("link.txt"), map);
    for (String option :
        List.of("--proguard-map=", "--proguard-map=a=", "--symbols=", "--sizes-from=")) {
      run("top", recording("truth_i1"), option + map, "-o", link.toString())
          .isOneLine(ExitStatus.OUTPUT, "is also an input");
    }
    assertThat(map).hasContent("a.B -> c:\n");
  }

  @Test
  void anInputInAFolderOfOutputsIsNeverReplaced() throws IOException {
    run(recording("truth_i1"), "-o", folder + "/").isOk();
    Path output = folder.resolve(namesInFolder().get(0));
    byte[] before = bytes(output);
    assertThat(run(output.toString(), recording("truth_i1"), "-o", folder + "/").status())
        .isEqualTo(ExitStatus.OUTPUT);
    assertThat(bytes(output)).isEqualTo(before);
  }

  @Test
  void aLinkInAFolderOfOutputsIsNotFollowed() throws IOException {
    run(recording("truth_i1"), "-o", folder + "/").isOk();
    Path output = folder.resolve(namesInFolder().get(0));
    Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "precious");
    Files.delete(output);
    Files.createSymbolicLink(output, elsewhere);
    run(recording("truth_i1"), "-o", folder + "/").isOk();
    assertThat(elsewhere).hasContent("precious");
    assertThat(output).isRegularFile();
    assertThat(Files.isSymbolicLink(output)).isFalse();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileThatIsOpenIsContinued() throws IOException {
    Path log = Files.writeString(folder.resolve("log"), "before\n");
    try (FileInputStream open = new FileInputStream(log.toFile());
        Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      Path descriptor = descriptors.filter(each -> isSame(each, log)).findFirst().orElseThrow();
      run(recording("truth_i1"), "-f", "csv", "-o", descriptor.toString()).isOk();
      assertThat(open.available()).isPositive();
    }
    assertThat(Files.readString(log)).startsWith("before\nalloc_objects,");
  }

  private static boolean isSame(Path descriptor, Path file) {
    try {
      return Files.isSameFile(descriptor, file);
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void aNameMayBeAsLongAsTheFileSystemAllows() {
    String name = "x".repeat(249) + ".pb.gz";
    run(recording("names"), "-q", "-o", inFolder(name)).isOk();
    assertThat(namesInFolder()).containsExactly(name);
  }

  @Test
  void aNameThatCannotBeKeptIsRefused() {
    run(recording("names"), "-o", inFolder("") + "/\ufffd.pb.gz")
        .isUsageError("not a valid file name");
    assertThat(namesInFolder()).isEmpty();
  }
}
